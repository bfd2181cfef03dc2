//! The order of goals: the first that can run comes first, as in resolution, but told from the rules alone.
//!
//! A name is *bound* once the steps before have given it a term without placeholders. Whoever would need more than that to
//! be told (a name bound in one alternative only, a term that is known in part) has no code.

mod calls;
mod inside;

use std::cell::Cell;
use std::collections::BTreeSet;
use std::sync::Arc;

use super::{Act, Arg, Body, Call, Code, Compared, Definition, Item, Kind, Known, Pattern, Step};
use crate::base::clock::Deadline;
use crate::base::hash::Set;
use crate::language::program::{
    Builtin, Clause, Expr, Goal, GoalKind, PatternItem, Predicate, PredicateId, Program, Rule, Slot,
};
use crate::language::syntax::ast::{Comparison, Operator};

use calls::{Lists, narrow};

/// Names that are bound.
type Bound = Set<Slot>;

/// Decides an order for the goals of one body.
struct Order<'p> {
    program: &'p Program,
    /// When to give up: resolution, which comes instead, asks again.
    deadline: &'p Deadline,
    /// How often each name occurs in the whole body.
    mentions: Vec<u32>,
    /// How many definitions it runs inside of.
    depth: u32,
    /// How many names the frame has so far.
    frame: &'p Cell<usize>,
}

/// The code of a question whose names are bound as said; nothing if it has none.
pub(super) fn question(
    program: &Program,
    deadline: &Deadline,
    goal: &Arc<Goal>,
    scope: usize,
    bound: impl Iterator<Item = Slot>,
    template: &[Expr],
) -> Option<Code> {
    let frame = Cell::new(scope);
    let mut order = Order { program, deadline, mentions: Vec::new(), depth: 0, frame: &frame };
    order.count(goal);
    template.iter().for_each(|expr| order.count_expr(expr));
    let mut bound: Bound = bound.collect();
    let code = order.goal(goal, &mut bound)?;
    let reported = template.iter().all(|expr| is_bound(expr, &bound));
    reported.then_some(Code { names: frame.get(), ..code })
}

/// The code of a definition asked with the arguments that `known` says.
pub(super) fn definition(
    program: &Program,
    deadline: &Deadline,
    predicate: &Predicate,
    clauses: &[Clause],
    known: impl Fn(usize) -> bool,
) -> Option<Definition> {
    let rules = clauses.iter().filter_map(|clause| match clause {
        Clause::Rule(rule) => Some(body(program, deadline, rule, &known)),
        Clause::Fact(..) => None,
    });
    let found = (0..predicate.arity).filter(|&at| !known(at)).collect();
    Some(Definition { rules: rules.collect::<Option<_>>()?, found, recursive: predicate.recursive })
}

fn body(program: &Program, deadline: &Deadline, rule: &Rule, known: &impl Fn(usize) -> bool) -> Option<Body> {
    let frame = Cell::new(rule.scope.len());
    let mut order = Order { program, deadline, mentions: Vec::new(), depth: 0, frame: &frame };
    order.count(&rule.goal);
    rule.head.iter().for_each(|expr| order.count_expr(expr));
    let mut bound = Bound::default();
    let mut head = Vec::new();
    for (at, expr) in rule.head.iter().enumerate().filter(|(at, _)| known(*at)) {
        head.push((at, pattern(expr, &mut bound)?));
    }
    let code = order.goal(&rule.goal, &mut bound)?;
    let found: Vec<Expr> =
        rule.head.iter().enumerate().filter(|(at, _)| !known(*at)).map(|(_, expr)| expr.clone()).collect();
    let complete = found.iter().all(|expr| is_bound(expr, &bound));
    complete.then(|| Body {
        head: head.into(),
        code: Code { names: frame.get(), ..code },
        found: found.into(),
        span: rule.span,
    })
}

impl Order<'_> {
    fn count(&mut self, goal: &Goal) {
        each_mention(goal, &mut |slot| tally(&mut self.mentions, slot));
    }

    fn count_expr(&mut self, expr: &Expr) {
        expr.each_slot(&mut |slot| tally(&mut self.mentions, slot));
    }

    /// A goal as a conjunction.
    fn goal(&self, goal: &Arc<Goal>, bound: &mut Bound) -> Option<Code> {
        let parts = match &goal.kind {
            GoalKind::All(parts) => parts.as_slice(),
            _ => std::slice::from_ref(goal),
        };
        let mut steps = Vec::with_capacity(parts.len());
        self.conjunction(parts, bound, &mut steps)?;
        Some(Code { steps: steps.into(), names: 0 })
    }

    fn conjunction(&self, parts: &[Arc<Goal>], bound: &mut Bound, steps: &mut Vec<Step>) -> Option<()> {
        let lists = Lists::of(parts);
        let mut pending: BTreeSet<usize> = (0..parts.len()).collect();
        // Those before this one cannot run until more names than so many are bound.
        let (mut from, mut names) = (0, bound.len());
        while !pending.is_empty() {
            if self.deadline.cause().is_some() {
                return None;
            }
            if bound.len() > names {
                (from, names) = (0, bound.len());
            }
            let next = match pending.range(from..).find(|&&at| is_ready(&parts[at], bound)) {
                Some(&ready) => {
                    from = ready;
                    ready
                }
                // Places that comparisons mention are run through when nothing else binds their index.
                None => *pending.iter().find(|&&at| matches!(parts[at].kind, GoalKind::Pick(_)))?,
            };
            let next = lists.narrower(self.program, parts, &pending, next, bound);
            pending.remove(&next);
            let goal = &parts[next];
            match &goal.kind {
                GoalKind::All(inner) => {
                    self.conjunction(inner, bound, steps)?;
                    continue;
                }
                GoalKind::Truth(true) => continue,
                GoalKind::Pick(place) if is_bound(place, bound) => continue,
                _ => {}
            }
            let before = if matches!(goal.kind, GoalKind::In(..)) { bound.clone() } else { Bound::default() };
            let closed = is_closed(goal, bound);
            if let Some(inside) = self.inside(goal, closed, bound) {
                steps.extend(inside);
                continue;
            }
            let act = self.act(goal, bound)?;
            if let (GoalKind::In(item, Expr::Slot(list)), Act::Test(_), Some(last)) =
                (&goal.kind, &act, steps.last_mut())
                && let Act::Call(call) = &mut last.act
                && narrow(call, item, *list, &before)
            {
                continue;
            }
            let once = closed && is_test(&act);
            steps.push(Step { act, once, span: goal.span, strict: goal.strict });
        }
        Some(())
    }

    /// What a goal that is ready does.
    fn act(&self, goal: &Arc<Goal>, bound: &mut Bound) -> Option<Act> {
        let act = match &goal.kind {
            GoalKind::Truth(false)
            | GoalKind::Compare(..)
            | GoalKind::Builtin(..)
            | GoalKind::In(..)
            | GoalKind::Exists(_)
            | GoalKind::Matches(..)
            | GoalKind::Connected(..)
            | GoalKind::Lies(..)
            | GoalKind::Forms(..)
                if all_bound(goal, bound) =>
            {
                Act::Test(goal.clone())
            }
            GoalKind::Compare(Comparison::Equal, left, right) => equation(goal, left, right, bound)?,
            GoalKind::Builtin(Builtin::Same, args) => match (&args[0], &args[1]) {
                (Expr::Slot(slot), known) | (known, Expr::Slot(slot))
                    if !bound.contains(slot) && is_bound(known, bound) =>
                {
                    bound.insert(*slot);
                    Act::Let(*slot, known.clone())
                }
                _ => return None,
            },
            GoalKind::Builtin(Builtin::Square, args) => Act::Squares(pattern(&args[0], bound)?),
            GoalKind::Exists(place) | GoalKind::Pick(place) => {
                let Expr::Place(name, _) = place else { return None };
                Act::Places(*name, pattern(place, bound)?)
            }
            GoalKind::In(item, list) => Act::Each(pattern(item, bound)?, list.clone()),
            GoalKind::Pattern(list, items) => split(list, items, bound)?,
            GoalKind::Call { predicate, args, function } => {
                let args = self.arguments(*predicate, args, bound)?;
                let is_in = |at: usize| matches!(args[at], Arg::In(_));
                let mode = (0..args.len().min(31)).filter(|&at| is_in(at)).map(|at| 1 << at).sum();
                let (known, names) = (known_of(&args), names_found(&args));
                let (predicate, function) = (*predicate, *function);
                Act::Call(Call { predicate, mode, args, known, names, function, member: None })
            }
            GoalKind::Area { layer, symbol, cells } => {
                Act::Area(*layer, [pattern(symbol, bound)?, pattern(cells, bound)?])
            }
            GoalKind::Any(branches) => Act::Any(self.alternatives(branches, bound)?),
            GoalKind::Not { goal: inner, .. } => Act::Not(self.goal(inner, &mut bound.clone())?),
            GoalKind::Collect { element, goal: inner, result, .. } => {
                let mut inside = bound.clone();
                let code = self.goal(inner, &mut inside)?;
                if !is_bound(element, &inside) {
                    return None;
                }
                Act::Collect(element.clone(), code, pattern(&Expr::Slot(*result), bound)?)
            }
            _ => return None,
        };
        Some(act)
    }

    /// The arguments of a call, those that are known and those that are found.
    fn arguments(&self, predicate: PredicateId, args: &[Expr], bound: &mut Bound) -> Option<Box<[Arg]>> {
        let known = &self.program.predicates[predicate.0 as usize];
        let facts = known.clauses.iter().all(|clause| matches!(clause, Clause::Fact(..)));
        let before = bound.clone();
        args.iter().map(|arg| argument(arg, facts, &before, bound)).collect()
    }

    /// Alternatives bind the same names, apart from those that occur in one of them only.
    fn alternatives(&self, branches: &[Arc<Goal>], bound: &mut Bound) -> Option<Box<[Code]>> {
        let mut shared: Option<Bound> = None;
        let mut codes = Vec::with_capacity(branches.len());
        for branch in branches {
            let mut own = bound.clone();
            codes.push(self.goal(branch, &mut own)?);
            let mut inside = Vec::new();
            each_mention(branch, &mut |slot| tally(&mut inside, slot));
            let local = |slot: Slot| inside.get(usize::from(slot)) == self.mentions.get(usize::from(slot));
            own.retain(|slot| bound.contains(slot) || !local(*slot));
            if *shared.get_or_insert_with(|| own.clone()) != own {
                return None;
            }
        }
        *bound = shared.unwrap_or_else(|| bound.clone());
        Some(codes.into())
    }
}

fn tally(counts: &mut Vec<u32>, slot: Slot) {
    let at = usize::from(slot);
    counts.resize(counts.len().max(at + 1), 0);
    counts[at] += 1;
}

/// Each name wherever it occurs in a goal, those of its inner questions included.
fn each_mention(goal: &Goal, act: &mut impl FnMut(Slot)) {
    goal.each(&mut |part| {
        part.each_expr(&mut |expr| expr.each_slot(act));
        if let GoalKind::Collect { result, .. } = &part.kind {
            act(*result);
        }
    });
}

/// Whether an expression has a value without placeholders.
fn is_bound(expr: &Expr, bound: &Bound) -> bool {
    let mut known = true;
    expr.each(&mut |part| match part {
        Expr::Slot(slot) => known &= bound.contains(slot),
        Expr::Any => known = false,
        _ => {}
    });
    known
}

fn all_bound(goal: &Goal, bound: &Bound) -> bool {
    let mut known = true;
    goal.each_expr(&mut |expr| known &= is_bound(expr, bound));
    known
}

/// Whether a goal binds no name; `_` is none.
fn is_closed(goal: &Goal, bound: &Bound) -> bool {
    let mut mentioned = Vec::new();
    goal.slots(&mut mentioned);
    mentioned.iter().all(|slot| bound.contains(slot))
}

/// Whether an act that binds nothing holds or not, however many ways there are. `_` is no name; what is kept of a call that
/// finds nothing is one answer already.
fn is_test(act: &Act) -> bool {
    let skips = |call: &Call| call.outs().any(|pattern| matches!(pattern, Pattern::Skip));
    match act {
        Act::Each(..) | Act::Split(..) | Act::Any(_) => true,
        Act::Call(call) => skips(call),
        _ => false,
    }
}

/// Whether a goal can run now.
fn is_ready(goal: &Goal, bound: &Bound) -> bool {
    match &goal.kind {
        GoalKind::Truth(_)
        | GoalKind::All(_)
        | GoalKind::Any(_)
        | GoalKind::Call { .. }
        | GoalKind::Exists(_)
        | GoalKind::Area { .. }
        | GoalKind::Forms(..) => true,
        GoalKind::Builtin(Builtin::Square, _) => true,
        GoalKind::Builtin(Builtin::Same, args) => args.iter().any(|arg| is_bound(arg, bound)),
        GoalKind::Not { needs, .. } | GoalKind::Collect { needs, .. } => {
            needs.iter().all(|slot| bound.contains(slot))
        }
        GoalKind::Compare(Comparison::Equal, left, right) => {
            is_equation_ready(left, right, bound) || is_equation_ready(right, left, bound)
        }
        GoalKind::Builtin(..)
        | GoalKind::Pick(_)
        | GoalKind::Compare(..)
        | GoalKind::Matches(..)
        | GoalKind::Connected(..)
        | GoalKind::Lies(..) => all_bound(goal, bound),
        GoalKind::In(_, list) => is_bound(list, bound),
        GoalKind::Pattern(list, items) => {
            is_bound(list, bound)
                && items.iter().all(|item| !matches!(item, PatternItem::Fill(expr) if !is_bound(expr, bound)))
                || matches!(list, Expr::Slot(_))
                    && items.iter().all(|item| match item {
                        PatternItem::One(expr) | PatternItem::Segment(expr) => is_bound(expr, bound),
                        PatternItem::Any | PatternItem::Fill(_) => false,
                    })
        }
    }
}

/// Whether one side is known and the other can be had from it.
fn is_equation_ready(known: &Expr, other: &Expr, bound: &Bound) -> bool {
    is_bound(known, bound)
        && (is_bound(other, bound) || is_shape(other) || unknown_of_sum(other, bound).is_some())
}

/// Whether an expression is made of names, lists, places and compound terms alone.
fn is_shape(expr: &Expr) -> bool {
    match expr {
        Expr::Slot(_) | Expr::Any | Expr::Ground(_) | Expr::Param(_) | Expr::Rows | Expr::Cols => true,
        Expr::List(parts, tail) => parts.iter().chain(tail.as_deref()).all(is_shape),
        Expr::Place(_, parts) | Expr::Compound(_, parts) | Expr::Set(parts) => parts.iter().all(is_shape),
        _ => false,
    }
}

/// X, if this is `X + c`, `c + X`, `X - c` or `c - X`, with c known.
fn unknown_of_sum(expr: &Expr, bound: &Bound) -> Option<Slot> {
    let Expr::Arithmetic(Operator::Add | Operator::Sub, left, right) = expr else { return None };
    match (&**left, &**right) {
        (Expr::Slot(slot), known) | (known, Expr::Slot(slot))
            if !bound.contains(slot) && is_bound(known, bound) =>
        {
            Some(*slot)
        }
        _ => None,
    }
}

fn equation(goal: &Arc<Goal>, left: &Expr, right: &Expr, bound: &mut Bound) -> Option<Act> {
    let (known, other) = if is_equation_ready(left, right, bound) { (left, right) } else { (right, left) };
    if let Some(slot) = unknown_of_sum(other, bound) {
        bound.insert(slot);
        return Some(Act::Solve(slot, goal.clone()));
    }
    if let Expr::Slot(slot) = other {
        bound.insert(*slot);
        return Some(Act::Let(*slot, known.clone()));
    }
    Some(Act::Take(pattern(other, bound)?, known.clone(), Compared::ByValue))
}

/// The shape of what an expression meets; its names are bound from then on.
fn pattern(expr: &Expr, bound: &mut Bound) -> Option<Pattern> {
    if is_bound(expr, bound) {
        return Some(Pattern::Known(expr.clone()));
    }
    Some(match expr {
        Expr::Any => Pattern::Skip,
        Expr::Slot(slot) => {
            bound.insert(*slot);
            Pattern::Bind(*slot)
        }
        Expr::List(parts, tail) => {
            let parts = patterns(parts, bound)?;
            let tail = match tail {
                Some(tail) => Some(Box::new(pattern(tail, bound)?)),
                None => None,
            };
            Pattern::List(parts, tail)
        }
        Expr::Place(name, parts) => Pattern::Parts(Kind::Place, *name, patterns(parts, bound)?),
        Expr::Compound(name, parts) => Pattern::Parts(Kind::Compound, *name, patterns(parts, bound)?),
        Expr::Set(parts) => Pattern::Set(patterns(parts, bound)?),
        _ => return None,
    })
}

fn patterns(parts: &[Expr], bound: &mut Bound) -> Option<Box<[Pattern]>> {
    parts.iter().map(|part| pattern(part, bound)).collect()
}

/// An argument of a call: known before it, or found. What is known of one in part narrows a rule's search only in resolution.
fn argument(arg: &Expr, facts: bool, before: &Bound, bound: &mut Bound) -> Option<Arg> {
    if is_bound(arg, before) {
        return Some(Arg::In(arg.clone()));
    }
    let bare = matches!(arg, Expr::Any | Expr::Slot(_));
    (facts || bare).then(|| pattern(arg, bound)).flatten().map(Arg::Out)
}

/// The arguments of a call that are known.
fn known_of(args: &[Arg]) -> Known {
    let mut known = args.iter().filter_map(|arg| match arg {
        Arg::In(expr) => Some(expr),
        Arg::Out(_) => None,
    });
    match (known.next(), known.next()) {
        (None, _) => Known::Nothing,
        (Some(only), None) => Known::Only(only.clone()),
        _ => Known::Several,
    }
}

/// The names that a call binds, if it binds names or nothing.
fn names_found(args: &[Arg]) -> Option<Box<[Option<Slot>]>> {
    let found = args.iter().filter_map(|arg| match arg {
        Arg::In(_) => None,
        Arg::Out(Pattern::Bind(slot)) => Some(Some(Some(*slot))),
        Arg::Out(Pattern::Skip) => Some(Some(None)),
        Arg::Out(_) => Some(None),
    });
    found.collect()
}

fn split(list: &Expr, items: &[PatternItem], bound: &mut Bound) -> Option<Act> {
    if !is_bound(list, bound) {
        let Expr::Slot(slot) = list else { return None };
        let items = items.iter().map(|item| match item {
            PatternItem::One(expr) => Some(Item::One(Pattern::Known(expr.clone()))),
            PatternItem::Segment(expr) => Some(Item::Known(expr.clone())),
            PatternItem::Any | PatternItem::Fill(_) => None,
        });
        let items = items.collect::<Option<_>>()?;
        bound.insert(*slot);
        return Some(Act::Join(*slot, items));
    }
    let before = bound.clone();
    let mut parts = Vec::with_capacity(items.len());
    for item in items {
        parts.push(match item {
            PatternItem::One(expr) => Item::One(pattern(expr, bound)?),
            PatternItem::Any | PatternItem::Segment(Expr::Any) => Item::Open(None),
            // How long a known segment is counts before any is laid.
            PatternItem::Segment(expr) if is_bound(expr, &before) => Item::Known(expr.clone()),
            PatternItem::Segment(Expr::Slot(slot)) if bound.insert(*slot) => Item::Open(Some(*slot)),
            PatternItem::Segment(_) => return None,
            PatternItem::Fill(expr) => Item::Fill(expr.clone()),
        });
    }
    Some(Act::Split(list.clone(), parts.into()))
}

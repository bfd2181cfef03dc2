//! Small definitions in the place of their calls: their goals run in the frame of the caller, under names of its own.

use std::sync::Arc;

use super::super::{Act, Arg, Code, Compared, Pattern, Step};
use super::calls::{DEEPEST, SMALL, weight};
use super::{Bound, Order, is_bound, pattern};
use crate::language::program::{Clause, Expr, Goal, GoalKind, PredicateId, Rule, Slot};
use crate::language::source::Span;

/// Frames with more names than this take in no more definitions.
const MOST_NAMES: usize = 256;

impl Order<'_> {
    /// The steps of a call whose definition is small; nothing if its answers are kept. A call that is `closed` binds no name:
    /// all its ways are one.
    pub(super) fn inside(&self, goal: &Goal, closed: bool, bound: &mut Bound) -> Option<Vec<Step>> {
        let GoalKind::Call { predicate, args, function: false } = &goal.kind else { return None };
        let known = &self.program.predicates[predicate.0 as usize];
        if self.depth >= DEEPEST || weight(self.program, known, 0) > SMALL {
            return None;
        }
        let mut after = bound.clone();
        let args = self.arguments(*predicate, args, &mut after)?;
        // What is asked with nothing known has the same answers each time: they are kept.
        if !args.iter().any(|arg| matches!(arg, Arg::In(_))) {
            return None;
        }
        let before = self.frame.get();
        let rules = known.clauses.iter().map(|clause| match clause {
            Clause::Rule(rule) => self.rule(*predicate, rule, &args, goal.span),
            Clause::Fact(..) => None,
        });
        let Some(mut rules) = rules.collect::<Option<Vec<Vec<Step>>>>() else {
            self.frame.set(before);
            return None;
        };
        *bound = after;
        if rules.len() == 1 && !closed {
            return rules.pop();
        }
        let codes = rules.into_iter().map(|steps| Code { steps: steps.into(), names: 0 }).collect();
        Some(vec![Step { act: Act::Any(codes), once: closed, span: goal.span, strict: goal.strict }])
    }

    /// The steps of one rule. A name of its head that only stands for a name of the call is that name.
    fn rule(&self, predicate: PredicateId, rule: &Rule, args: &[Arg], span: Span) -> Option<Vec<Step>> {
        let first = self.frame.get();
        let mark = first + rule.scope.len();
        if mark >= MOST_NAMES {
            return None;
        }
        self.frame.set(mark + 1);
        let names = joint_names(rule, args);
        let name = |slot: Slot| match names[usize::from(slot)] {
            Some(same) => same,
            None => first as Slot + slot,
        };
        let goal = Arc::new(rule.goal.renamed(&name));
        let head: Vec<Expr> = rule.head.iter().map(|expr| expr.renamed(&name)).collect();
        let mut order = Order {
            program: self.program,
            deadline: self.deadline,
            mentions: Vec::new(),
            depth: self.depth + 1,
            frame: self.frame,
        };
        order.count(&goal);
        head.iter().for_each(|expr| order.count_expr(expr));
        let step = |act| Step { act, once: false, span: rule.span, strict: false };
        let mut steps = vec![step(Act::Mark(mark as Slot))];
        let known = || {
            args.iter().zip(&head).filter_map(|(arg, part)| match arg {
                Arg::In(expr) => Some((expr, part)),
                Arg::Out(_) => None,
            })
        };
        let joint = known().filter_map(|pair| match pair {
            (Expr::Slot(same), Expr::Slot(own)) if own == same => Some(*own),
            _ => None,
        });
        let mut bound: Bound = joint.collect();
        for (expr, part) in known().filter(|(expr, part)| expr != part || !matches!(part, Expr::Slot(_))) {
            steps.push(step(match pattern(part, &mut bound)? {
                Pattern::Bind(slot) => Act::Let(slot, expr.clone()),
                pattern => Act::Take(pattern, expr.clone(), Compared::Matched),
            }));
        }
        let parts = match &goal.kind {
            GoalKind::All(parts) => parts.as_slice(),
            _ => std::slice::from_ref(&goal),
        };
        order.conjunction(parts, &mut bound, &mut steps)?;
        steps.push(step(Act::Note(mark as Slot, predicate)));
        for (arg, part) in args.iter().zip(head) {
            let Arg::Out(pattern) = arg else { continue };
            if !is_bound(&part, &bound) {
                return None;
            }
            match pattern {
                Pattern::Bind(slot) if part == Expr::Slot(*slot) => {}
                Pattern::Bind(slot) => steps.push(Step { span, ..step(Act::Let(*slot, part)) }),
                Pattern::Skip => {}
                // Only calls of facts take what they find apart.
                _ => return None,
            }
        }
        Some(steps)
    }
}

/// For each name of a rule the name of the call that it stands for, if it does.
fn joint_names(rule: &Rule, args: &[Arg]) -> Vec<Option<Slot>> {
    let mut names = vec![None; rule.scope.len()];
    for (arg, part) in args.iter().zip(&rule.head) {
        if let (Arg::In(Expr::Slot(same)), Expr::Slot(own)) = (arg, part) {
            names[usize::from(*own)].get_or_insert(*same);
        }
    }
    let known: Vec<&Expr> = args
        .iter()
        .zip(&rule.head)
        .filter(|(arg, _)| matches!(arg, Arg::In(_)))
        .map(|(_, part)| part)
        .collect();
    for (arg, part) in args.iter().zip(&rule.head) {
        if let (Arg::Out(Pattern::Bind(same)), Expr::Slot(own)) = (arg, part)
            && !known.iter().any(|part| part.mentions(|slot| slot == *own))
        {
            names[usize::from(*own)].get_or_insert(*same);
        }
    }
    names
}

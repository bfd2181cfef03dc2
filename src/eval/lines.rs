//! Line grammars on known values: all ways to go on are carried along together, so ambiguity costs nothing.

use super::machine::Machine;
use super::{Policy, Stop};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::catalogue::meaning;
use crate::formula::Formula;
use crate::hash::{Numbered, Set};
use crate::program::{Expr, GoalKind, GrammarId, GrammarItem, Program};
use crate::source::Span;
use crate::term::{Node, TermId};

/// A placeholder without a value in an environment.
const FREE: TermId = TermId(u32::MAX);

/// What is still to be read: items in order, with the values of their placeholders, then what the caller wants.
#[derive(Clone, PartialEq, Eq, Hash)]
struct State<'p> {
    env: Box<[TermId]>,
    items: Vec<ItemRef<'p>>,
    /// The state of the caller, as a number; none for the outermost.
    outer: Option<u32>,
}

/// An item, compared by where it stands in the program.
#[derive(Clone, Copy)]
struct ItemRef<'p>(&'p GrammarItem);

impl PartialEq for ItemRef<'_> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for ItemRef<'_> {}

impl std::hash::Hash for ItemRef<'_> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        std::ptr::from_ref(self.0).hash(state);
    }
}

/// A reader of one line.
struct Reader<'m, 'a> {
    machine: &'m mut Machine<'a>,
    program: &'a Program,
    states: Numbered<State<'a>>,
    span: Span,
}

impl Machine<'_> {
    /// Whether the values of a list are a word of a line grammar; for values that are known.
    pub fn line_matches(
        &mut self,
        list: TermId,
        grammar: GrammarId,
        args: &[TermId],
    ) -> Result<bool, Box<Diagnostic>> {
        match self.matches_line(list, grammar, args, Span::default()) {
            Ok(()) => Ok(true),
            Err(Stop::Wrong(diagnostic)) => Err(diagnostic),
            Err(_) => Ok(false),
        }
    }

    /// `L matches g(args)`: decided if the values are known, else left to the solver.
    pub(super) fn matches_line(
        &mut self,
        list: TermId,
        grammar: GrammarId,
        args: &[TermId],
        span: Span,
    ) -> Result<(), Stop> {
        let list = self.bound(list)?;
        let mut values = Vec::new();
        let mut open = false;
        for (guard, element) in self.guarded(list, span)? {
            if guard != crate::formula::Formulas::TRUE {
                return Err(meaning::open_length(span).into());
            }
            let value = self.read(element, span)?;
            open |= matches!(self.node(value), Node::Place(..) | Node::Open(_));
            values.push(value);
        }
        let args: Result<Vec<TermId>, Stop> =
            args.iter().map(|&arg| self.settled(arg, &mut open, span)).collect();
        let args = args?;
        if open && matches!(self.policy, Policy::Residual) {
            let list = self.world.terms.list(&values);
            let formula = self.world.formulas.add(Formula::Matches(list, grammar, args.into()));
            return self.require(formula);
        }
        let program = self.program;
        let mut reader = Reader { machine: self, program, states: Numbered::default(), span };
        if reader.accepts(grammar, &args, &values)? { Ok(()) } else { Err(Stop::Fails) }
    }

    /// An argument with the values of its places, or with the places where values are not known.
    fn settled(&mut self, term: TermId, open: &mut bool, span: Span) -> Result<TermId, Stop> {
        match *self.node(term) {
            Node::Cons(head, tail) => {
                let (head, tail) = (self.settled(head, open, span)?, self.settled(tail, open, span)?);
                Ok(self.world.terms.add(Node::Cons(head, tail)))
            }
            _ => {
                let value = self.read(term, span)?;
                *open |= matches!(self.node(value), Node::Place(..) | Node::Open(_));
                Ok(value)
            }
        }
    }
}

impl<'a> Reader<'_, 'a> {
    fn accepts(&mut self, grammar: GrammarId, args: &[TermId], values: &[TermId]) -> Result<bool, Stop> {
        let mut now = Vec::new();
        self.enter(grammar, args, None, &mut now)?;
        for &value in values {
            let mut next = Set::default();
            let mut order = Vec::new();
            for state in self.closure(now)? {
                for after in self.read(state, value)? {
                    if next.insert(after) {
                        order.push(after);
                    }
                }
            }
            now = order;
        }
        let last = self.closure(now)?;
        Ok(last.into_iter().any(|state| {
            let state = &self.states[state as usize];
            state.items.is_empty() && state.outer.is_none()
        }))
    }

    fn number(&mut self, state: State<'a>) -> u32 {
        self.states.insert_full(state).0 as u32
    }

    /// Adds the states at the start of each alternative of a head.
    fn enter(
        &mut self,
        grammar: GrammarId,
        args: &[TermId],
        outer: Option<u32>,
        found: &mut Vec<u32>,
    ) -> Result<(), Stop> {
        let program = self.program;
        for clause in &program.grammars[grammar.0 as usize].clauses {
            let base = self.machine.new_vars(clause.scope.len());
            let head = clause
                .head
                .iter()
                .zip(args)
                .try_for_each(|(pattern, &arg)| self.machine.match_pattern(pattern, arg, base, clause.span))
                .and_then(|()| self.equations(&clause.goal, base));
            match head {
                Ok(()) => {}
                Err(Stop::Fails) => continue,
                Err(stop) => return Err(stop),
            }
            let env = (0..clause.scope.len())
                .map(|slot| {
                    let term = self.machine.slot(slot as u16, base);
                    let term = self.machine.resolve(term);
                    if self.machine.world.terms.is_ground(term) { term } else { FREE }
                })
                .collect();
            let items = clause.items.iter().rev().map(ItemRef).collect();
            let state = self.number(State { env, items, outer });
            found.push(state);
        }
        Ok(())
    }

    /// The comparisons that a head with repeated names stands for.
    fn equations(&mut self, goal: &crate::program::Goal, base: u32) -> Result<(), Stop> {
        match &goal.kind {
            GoalKind::All(parts) => parts.iter().try_for_each(|part| self.equations(part, base)),
            GoalKind::Compare(sign, left, right) => {
                self.machine.compare_goal(*sign, left, right, base, goal.span)
            }
            GoalKind::Truth(true) => Ok(()),
            _ => Err(meaning::unbound("", goal.span, "too much for the head of a line grammar").into()),
        }
    }

    /// The states that come next to a cell, or to the end: everything that reads nothing has been done.
    fn closure(&mut self, start: Vec<u32>) -> Result<Vec<u32>, Stop> {
        let mut seen: Set<u32> = Set::default();
        let (mut open, mut ready) = (start, Vec::new());
        open.reverse();
        while let Some(number) = open.pop() {
            if !seen.insert(number) {
                continue;
            }
            self.machine.world.steps += 1;
            if self.machine.world.steps > self.machine.world.budget.steps {
                let most = self.machine.world.budget.steps;
                return Err(self.machine.out_of("steps", most).into());
            }
            let mut state = self.states[number as usize].clone();
            let Some(ItemRef(item)) = state.items.pop() else {
                match state.outer {
                    Some(outer) => open.push(outer),
                    None => ready.push(number),
                }
                continue;
            };
            match item {
                GrammarItem::Value(_) | GrammarItem::OneOf(_) | GrammarItem::Any => ready.push(number),
                GrammarItem::Head(grammar, args) => {
                    let args: Result<Vec<TermId>, Stop> =
                        args.iter().map(|arg| self.expr(arg, &state.env)).collect();
                    let args = args?;
                    let rest = self.number(state);
                    self.enter(*grammar, &args, Some(rest), &mut open)?;
                }
                GrammarItem::Choice(choices) => {
                    for choice in choices {
                        let mut state = state.clone();
                        state.items.extend(choice.iter().rev().map(ItemRef));
                        let next = self.number(state);
                        open.push(next);
                    }
                }
                GrammarItem::Star(inner) => {
                    let mut again = state.clone();
                    again.items.extend([ItemRef(item), ItemRef(inner)]);
                    let next = [self.number(again), self.number(state)];
                    open.extend(next);
                }
                GrammarItem::Power(inner, times) => {
                    let times = self.expr(times, &state.env)?;
                    let Node::Int(times) = *self.machine.node(times) else {
                        return Err(self.machine.wrong_kind(times, "a number", self.span).into());
                    };
                    if !(0..=100_000).contains(&times) {
                        continue;
                    }
                    state.items.extend((0..times).map(|_| ItemRef(inner)));
                    let next = self.number(state);
                    open.push(next);
                }
            }
        }
        Ok(ready)
    }

    /// The states after a cell with this value was read.
    fn read(&mut self, number: u32, value: TermId) -> Result<Vec<u32>, Stop> {
        let mut state = self.states[number as usize].clone();
        let Some(ItemRef(item)) = state.items.pop() else { return Ok(Vec::new()) };
        let fits = match item {
            GrammarItem::Any => true,
            GrammarItem::Value(Expr::Slot(slot)) if state.env[usize::from(*slot)] == FREE => {
                state.env[usize::from(*slot)] = value;
                true
            }
            GrammarItem::Value(expr) => self.expr(expr, &state.env)? == value,
            GrammarItem::OneOf(expr) => {
                let list = self.expr(expr, &state.env)?;
                self.machine.member(value, list, self.span)? == crate::formula::Formulas::TRUE
            }
            _ => false,
        };
        Ok(if fits { vec![self.number(state)] } else { Vec::new() })
    }

    fn expr(&mut self, expr: &Expr, env: &[TermId]) -> Result<TermId, Stop> {
        if let Expr::Ground(term) = expr {
            return Ok(*term);
        }
        let base = self.machine.new_vars(env.len());
        for (slot, &term) in env.iter().enumerate() {
            if term != FREE {
                self.machine.bind(base + slot as u32, term);
            }
        }
        let term = self.machine.value(expr, base, self.span)?;
        let term = self.machine.resolve(term);
        if !self.machine.world.terms.is_ground(term) {
            return Err(meaning::unbound("", self.span, "a name of the line grammar is not bound yet").into());
        }
        Ok(term)
    }
}

//! Reads a line by a grammar: all ways to go on are carried along together, so ambiguity costs nothing.

use std::rc::Rc;

use super::super::Stop;
use super::super::machine::Machine;
use crate::base::hash::Numbered;
use crate::language::diagnostic::catalogue::meaning;
use crate::language::program::{Expr, GoalKind, GrammarId, GrammarItem, Program};
use crate::language::source::Span;
use crate::language::term::{FormulaId, Node, TermId};

/// A placeholder without a value in an environment.
const FREE: TermId = TermId(u32::MAX);

/// How many different ways to go on one line may have in all.
const MOST_STATES: usize = 1_000_000;

/// No state, or no items.
pub(super) const NONE: u32 = u32::MAX;

/// What is still to be read: items in order, with the values of their placeholders, then what the caller wants. Each part is
/// a number, since most states differ from the one before in one part only.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    /// The values of the placeholders.
    env: u32,
    /// The items.
    items: u32,
    /// The state of the caller.
    outer: u32,
}

/// An item and how often it is to be read, at least once; then the items after it.
type Items<'p> = (ItemRef<'p>, u64, u32);

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
pub(super) struct Reader<'m, 'a, 'p> {
    pub(super) machine: &'m mut Machine<'a>,
    program: &'p Program,
    states: Numbered<State>,
    items: Numbered<Items<'p>>,
    envs: Numbered<Box<[TermId]>>,
    /// What was met while nothing was read, and what was reached by reading a cell.
    met: Met,
    reached: Met,
    /// For each state that was asked about: those that come next to a cell, or to the end.
    ready: Vec<Option<Rc<[u32]>>>,
    span: Span,
}

/// Which states have been met since a search began.
#[derive(Default)]
struct Met {
    /// For each state: the last search that met it.
    last: Vec<u32>,
    now: u32,
}

impl Met {
    fn begin(&mut self) {
        self.now += 1;
    }

    fn is_new(&mut self, state: u32) -> bool {
        let state = state as usize;
        if self.last.len() <= state {
            self.last.resize(state + 1, 0);
        }
        std::mem::replace(&mut self.last[state], self.now) != self.now
    }
}

impl<'m, 'a, 'p> Reader<'m, 'a, 'p> {
    pub(super) fn new(machine: &'m mut Machine<'a>, program: &'p Program, span: Span) -> Self {
        let (states, items, envs) = (Numbered::default(), Numbered::default(), Numbered::default());
        let (met, reached) = (Met::default(), Met::default());
        Reader { machine, program, states, items, envs, met, reached, ready: Vec::new(), span }
    }

    pub(super) fn accepts(
        &mut self,
        grammar: GrammarId,
        args: &[TermId],
        values: &[TermId],
    ) -> Result<bool, Stop> {
        let mut now = Vec::new();
        self.enter(grammar, args, NONE, &mut now)?;
        for &value in values {
            now = self.step(&now, value)?;
        }
        self.ends(&now)
    }

    /// The ways to go on after a cell with this value.
    pub(super) fn step(&mut self, ways: &[u32], value: TermId) -> Result<Vec<u32>, Stop> {
        let mut next = Vec::new();
        self.reached.begin();
        for &way in ways {
            for &state in self.ready(way)?.iter() {
                if let Some(after) = self.read(state, value)?
                    && self.reached.is_new(after)
                {
                    next.push(after);
                }
            }
        }
        Ok(next)
    }

    /// Whether the line may end here.
    pub(super) fn ends(&mut self, ways: &[u32]) -> Result<bool, Stop> {
        for &way in ways {
            if self.ready(way)?.iter().any(|&state| self.is_end(state)) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    pub(super) fn is_end(&self, state: u32) -> bool {
        let state = self.states[state as usize];
        state.items == NONE && state.outer == NONE
    }

    fn number(&mut self, state: State) -> u32 {
        self.states.insert_full(state).0 as u32
    }

    /// The item that comes next, and the state once it has been read; nothing where no item is left.
    fn next(&mut self, state: State) -> Option<(&'p GrammarItem, State)> {
        let &(ItemRef(item), times, rest) = self.items.get_index(state.items as usize)?;
        let rest = if times == 1 { rest } else { self.times(item, times - 1, rest) };
        Some((item, State { items: rest, ..state }))
    }

    /// An item, to be read so often, before others.
    fn times(&mut self, item: &'p GrammarItem, times: u64, rest: u32) -> u32 {
        self.items.insert_full((ItemRef(item), times, rest)).0 as u32
    }

    /// Items before others.
    fn before(&mut self, items: &'p [GrammarItem], rest: u32) -> u32 {
        items.iter().rev().fold(rest, |rest, item| self.times(item, 1, rest))
    }

    /// Adds the states at the start of each alternative of a head.
    pub(super) fn enter(
        &mut self,
        grammar: GrammarId,
        args: &[TermId],
        outer: u32,
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
            let env: Box<[TermId]> = (0..clause.scope.len())
                .map(|slot| {
                    let term = self.machine.slot(slot as u16, base);
                    let term = self.machine.resolve(term);
                    if self.machine.world.terms.is_ground(term) { term } else { FREE }
                })
                .collect();
            let env = self.envs.insert_full(env).0 as u32;
            let items = self.before(&clause.items, NONE);
            found.push(self.number(State { env, items, outer }));
        }
        Ok(())
    }

    /// The comparisons that a head with repeated names stands for.
    fn equations(&mut self, goal: &crate::language::program::Goal, base: u32) -> Result<(), Stop> {
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
    pub(super) fn ready(&mut self, state: u32) -> Result<Rc<[u32]>, Stop> {
        let number = state as usize;
        if let Some(Some(known)) = self.ready.get(number) {
            return Ok(known.clone());
        }
        let found: Rc<[u32]> = self.closure(state)?.into();
        if self.ready.len() <= number {
            self.ready.resize(number + 1, None);
        }
        self.ready[number] = Some(found.clone());
        Ok(found)
    }

    fn closure(&mut self, start: u32) -> Result<Vec<u32>, Stop> {
        self.met.begin();
        let (mut open, mut ready) = (vec![start], Vec::new());
        while let Some(number) = open.pop() {
            if !self.met.is_new(number) {
                continue;
            }
            self.machine.world.steps += 1;
            self.machine.spend(0)?;
            if self.states.len() > MOST_STATES {
                return Err(self
                    .machine
                    .out_of(meaning::Limit::Other("states of a line grammar"), MOST_STATES as u64)
                    .into());
            }
            let state = self.states[number as usize];
            let item = self.items.get_index(state.items as usize).map(|(ItemRef(item), ..)| *item);
            if let Some(GrammarItem::Value(_) | GrammarItem::OneOf(_) | GrammarItem::Any) = item {
                ready.push(number);
                continue;
            }
            let Some((item, rest)) = self.next(state) else {
                match state.outer {
                    NONE => ready.push(number),
                    outer => open.push(outer),
                }
                continue;
            };
            match item {
                GrammarItem::Value(_) | GrammarItem::OneOf(_) | GrammarItem::Any => {}
                GrammarItem::Head(grammar, args) => {
                    let args: Result<Vec<TermId>, Stop> =
                        args.iter().map(|arg| self.expr(arg, state.env)).collect();
                    let rest = self.number(rest);
                    self.enter(*grammar, &args?, rest, &mut open)?;
                }
                GrammarItem::Choice(choices) => {
                    for choice in choices {
                        let items = self.before(choice, rest.items);
                        open.push(self.number(State { items, ..rest }));
                    }
                }
                GrammarItem::Star(inner) => {
                    let items = self.times(item, 1, rest.items);
                    let again = State { items: self.times(inner, 1, items), ..rest };
                    open.extend([self.number(again), self.number(rest)]);
                }
                GrammarItem::Power(inner, times) => {
                    let times = self.expr(times, state.env)?;
                    let Node::Int(times) = *self.machine.node(times) else {
                        return Err(self.machine.wrong_kind(times, "a number", self.span).into());
                    };
                    // No line has a negative number of anything.
                    let Ok(times) = u64::try_from(times) else { continue };
                    let items = if times > 0 { self.times(inner, times, rest.items) } else { rest.items };
                    open.push(self.number(State { items, ..rest }));
                }
            }
        }
        Ok(ready)
    }

    /// The state after a cell with this value was read, if it can be.
    pub(super) fn read(&mut self, number: u32, value: TermId) -> Result<Option<u32>, Stop> {
        let state = self.states[number as usize];
        let Some((item, mut rest)) = self.next(state) else { return Ok(None) };
        let fits = match item {
            GrammarItem::Any => true,
            GrammarItem::Value(Expr::Slot(slot)) if self.env(state.env)[usize::from(*slot)] == FREE => {
                let mut env: Box<[TermId]> = self.env(state.env).into();
                env[usize::from(*slot)] = value;
                rest.env = self.envs.insert_full(env).0 as u32;
                true
            }
            GrammarItem::Value(expr) => self.expr(expr, state.env)? == value,
            GrammarItem::OneOf(expr) => {
                let list = self.expr(expr, state.env)?;
                self.machine.member(value, list, self.span)? == FormulaId::TRUE
            }
            _ => false,
        };
        Ok(if fits { Some(self.number(rest)) } else { None })
    }

    fn env(&self, number: u32) -> &[TermId] {
        &self.envs[number as usize]
    }

    fn expr(&mut self, expr: &Expr, env: u32) -> Result<TermId, Stop> {
        match expr {
            Expr::Ground(term) => return Ok(*term),
            Expr::Slot(slot) => {
                let term = self.env(env)[usize::from(*slot)];
                if term != FREE && matches!(self.machine.node(term), Node::Int(_) | Node::Sym(_)) {
                    return Ok(term);
                }
            }
            _ => {}
        }
        let base = self.machine.new_vars(self.env(env).len());
        for (slot, &term) in self.envs[env as usize].iter().enumerate() {
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

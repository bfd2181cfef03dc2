//! Line grammars on known values: all ways to go on are carried along together, so ambiguity costs nothing.

use std::collections::hash_map::Entry;

use super::branch::{Forks, MOST_NODES, MOST_VALUES, NO, YES};
use super::machine::Machine;
use super::{Policy, Stop, UnknownId, World};
use crate::base::automaton::Automaton;
use crate::base::diagram::Diagram;
use crate::base::hash::{Map, Numbered};
use crate::board::formula::{Formula, Formulas};
use crate::language::diagnostic::Diagnostic;
use crate::language::diagnostic::catalogue::meaning;
use crate::language::program::{Expr, GoalKind, GrammarId, GrammarItem, Program};
use crate::language::source::Span;
use crate::language::term::{FormulaId, Node, TermId};

/// A placeholder without a value in an environment.
const FREE: TermId = TermId(u32::MAX);

/// The most states of an automaton, before those that lead nowhere are left out.
const MOST_LETTERED: usize = 256;

/// How many different ways to go on one line may have in all.
const MOST_STATES: usize = 1_000_000;

/// What is still to be read: items in order, with the values of their placeholders, then what the caller wants.
#[derive(Clone, PartialEq, Eq, Hash)]
struct State<'p> {
    env: Box<[TermId]>,
    /// Each with how often it is to be read, at least once; the next one last.
    items: Vec<(ItemRef<'p>, u64)>,
    /// The state of the caller, as a number; none for the outermost.
    outer: Option<u32>,
}

impl<'p> State<'p> {
    /// Takes off the item that comes next.
    fn pop(&mut self) -> Option<&'p GrammarItem> {
        let (ItemRef(item), times) = self.items.last_mut()?;
        let item = *item;
        *times -= 1;
        if *times == 0 {
            self.items.pop();
        }
        Some(item)
    }

    /// Puts items before all others.
    fn push(&mut self, items: &'p [GrammarItem]) {
        self.items.extend(items.iter().rev().map(|item| (ItemRef(item), 1)));
    }
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
struct Reader<'m, 'a, 'p> {
    machine: &'m mut Machine<'a>,
    program: &'p Program,
    states: Numbered<State<'p>>,
    met: Met,
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
            if guard != FormulaId::TRUE {
                return Err(meaning::open_length(span).into());
            }
            let value = self.read(element, span)?;
            open |= matches!(self.node(value), Node::Place(..) | Node::Open(_));
            values.push(value);
        }
        let args: Result<Vec<TermId>, Stop> =
            args.iter().map(|&arg| self.settled(arg, &mut open, span)).collect();
        let args = args?;
        if open && matches!(self.policy, Policy::Residual | Policy::Guided(_)) {
            let formula = self.cases(&values, grammar, args, span)?;
            return self.require(formula);
        }
        if self.accepts(&values, grammar, &args, span)? { Ok(()) } else { Err(Stop::Fails) }
    }

    fn accepts(
        &mut self,
        values: &[TermId],
        grammar: GrammarId,
        args: &[TermId],
        span: Span,
    ) -> Result<bool, Stop> {
        let program = self.world.program.clone();
        Reader { machine: self, program: &program, states: Numbered::default(), met: Met::default(), span }
            .accepts(grammar, args, values)
    }

    /// The condition that values are a word of a grammar. Its head is read with values: where an argument is a place,
    /// each value of the place is a case.
    fn cases(
        &mut self,
        values: &[TermId],
        grammar: GrammarId,
        args: Vec<TermId>,
        span: Span,
    ) -> Result<FormulaId, Stop> {
        let place = args.iter().find_map(|&arg| self.place_in(arg));
        let Some((place, unknown)) = place else {
            if values.iter().any(|&value| matches!(self.node(value), Node::Place(..) | Node::Open(_))) {
                let list = self.world.terms.list(values);
                return Ok(self.world.formulas.add(Formula::Matches(list, grammar, args.into())));
            }
            return Ok(Formulas::truth(self.accepts(values, grammar, &args, span)?));
        };
        let Some(possible) = self.world.values(unknown, MOST_VALUES) else {
            return Err(self.out_of(meaning::Limit::Other("values of a cell"), MOST_VALUES).into());
        };
        let mut cases = Vec::with_capacity(possible.len());
        for value in possible {
            let args = args.iter().map(|&arg| self.put(value, place, arg)).collect();
            let (equal, case) =
                (self.equality(place, value, span)?, self.cases(values, grammar, args, span)?);
            cases.push(self.world.formulas.and([equal, case]));
        }
        Ok(self.world.formulas.or(cases))
    }

    /// The first unknown that an argument mentions, with its place.
    fn place_in(&self, term: TermId) -> Option<(TermId, UnknownId)> {
        match *self.node(term) {
            Node::Cons(head, tail) => self.place_in(head).or_else(|| self.place_in(tail)),
            _ => self.world.unknown(term).map(|unknown| (term, unknown)),
        }
    }

    /// An argument with a value in place of a place.
    fn put(&mut self, value: TermId, place: TermId, arg: TermId) -> TermId {
        match *self.node(arg) {
            Node::Cons(head, tail) => {
                let (head, tail) = (self.put(value, place, head), self.put(value, place, tail));
                self.world.terms.add(Node::Cons(head, tail))
            }
            _ if arg == place => value,
            _ => arg,
        }
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

/// The diagram of `list matches grammar(args)`: a state for each set of ways to go on, at each place of the list.
pub fn line(
    world: &mut World,
    list: TermId,
    grammar: GrammarId,
    args: &[TermId],
    span: Span,
) -> Result<Diagram, Box<Diagnostic>> {
    let elements = world.terms.elements(list, usize::MAX).unwrap_or_default();
    reading(world, &elements, args, span, |reader| reader.diagram(grammar, args, &elements))
}

/// The automaton of words of a grammar, as far as lines of these elements go; nothing if it has too many states, or no
/// regular form. The letters are the values that the elements may have.
pub fn automaton(
    world: &mut World,
    elements: &[TermId],
    letters: &[TermId],
    grammar: GrammarId,
    args: &[TermId],
    span: Span,
) -> Result<Option<Automaton>, Box<Diagnostic>> {
    reading(world, elements, args, span, |reader| reader.automaton(grammar, args, letters, elements.len()))
}

/// Works something out of a line grammar whatever the values are.
fn reading<R>(
    world: &mut World,
    elements: &[TermId],
    args: &[TermId],
    span: Span,
    work: impl FnOnce(&mut Reader<'_, '_, '_>) -> Result<R, Stop>,
) -> Result<R, Box<Diagnostic>> {
    let no_values = Map::default();
    // What has been worked out from values would have to be taken apart again.
    if let Some(&number) =
        elements.iter().chain(args).find(|&&term| matches!(world.terms.node(term), Node::Open(_)))
    {
        let (shown, needed) = (world.show(number), "a place or a known value for a line grammar");
        return Err(Box::new(meaning::wrong_kind(&shown, "worked out from values", needed, span)));
    }
    let program = world.program.clone();
    let mut machine = Machine::new(world, Policy::Branch(&no_values));
    let (states, met) = (Numbered::default(), Met::default());
    let mut reader = Reader { machine: &mut machine, program: &program, states, met, span };
    work(&mut reader).map_err(|stop| match stop {
        Stop::Wrong(diagnostic) => diagnostic,
        _ => Box::new(meaning::unbound("", span, "a line grammar reads only what it is given")),
    })
}

/// Where a line has been read to: the number of cells, the ways to go on, and the values of cells that come again.
type Reading = (usize, Vec<u32>, Vec<(UnknownId, TermId)>);

impl<'p> Reader<'_, '_, 'p> {
    fn diagram(&mut self, grammar: GrammarId, args: &[TermId], elements: &[TermId]) -> Result<Diagram, Stop> {
        let mut start = Vec::new();
        self.enter(grammar, args, None, &mut start)?;
        let mut forks = Forks::default();
        let root = self.advance((0, start, Vec::new()), elements, &mut forks)?;
        let mut at = 0;
        while at < forks.len() {
            let (unknown, (position, ways, known)) = (forks.unknown(at), forks.key(at).clone());
            let Some(values) = self.machine.world.values(unknown, MOST_VALUES) else {
                return Err(self
                    .machine
                    .out_of(meaning::Limit::Other("values of a cell"), MOST_VALUES)
                    .into());
            };
            let again = elements[position + 1..].contains(&elements[position]);
            let mut children = Vec::with_capacity(values.len());
            for value in values {
                let next = self.step(&ways, value)?;
                let mut known = known.clone();
                known.extend(again.then_some((unknown, value)));
                children.push(self.advance((position + 1, next, known), elements, &mut forks)?);
            }
            forks.set_children(at, children);
            at += 1;
            if forks.len() > MOST_NODES {
                return Err(self
                    .machine
                    .out_of(meaning::Limit::Other("nodes of a diagram"), MOST_NODES as u64)
                    .into());
            }
        }
        // Every step reads a further cell, so no state leads back to itself.
        forks.diagram(root).ok_or(Stop::Fails)
    }

    /// The automaton whose states are the ways to go on, as far as words of a length lead.
    fn automaton(
        &mut self,
        grammar: GrammarId,
        args: &[TermId],
        letters: &[TermId],
        length: usize,
    ) -> Result<Option<Automaton>, Stop> {
        let mut start = Vec::new();
        self.enter(grammar, args, None, &mut start)?;
        let mut found: Numbered<u32> = self.closure(start)?.into_iter().collect();
        let starts: Vec<u32> = (0..found.len() as u32).collect();
        // How many letters lead to each state; and where each way leads on.
        let mut depths = vec![0; found.len()];
        let mut after: Map<u32, Vec<u32>> = Map::default();
        let (mut transitions, mut at) = (Vec::new(), 0);
        while at < found.len() {
            if found.len() > MOST_LETTERED {
                return Ok(None);
            }
            let depth = depths[at] + 1;
            for (letter, &value) in letters.iter().enumerate().filter(|_| depth <= length) {
                let Some(next) = self.read(found[at], value)? else { continue };
                let ready = match after.entry(next) {
                    Entry::Occupied(known) => known.into_mut(),
                    Entry::Vacant(new) => new.insert(self.closure(vec![next])?),
                };
                for &state in ready.iter() {
                    let (number, new) = found.insert_full(state);
                    if new {
                        depths.push(depth);
                    }
                    transitions.push((at as u32, letter as u32, number as u32));
                }
            }
            at += 1;
        }
        let ends: Vec<u32> =
            (0..found.len() as u32).filter(|&number| self.is_end(found[number as usize])).collect();
        Ok(Automaton::new(found.len(), letters.len(), &starts, &ends, &transitions))
    }

    /// Reads on to the next cell whose value is not known.
    fn advance(
        &mut self,
        reading: Reading,
        elements: &[TermId],
        forks: &mut Forks<Reading>,
    ) -> Result<usize, Stop> {
        let (mut position, mut ways, known) = reading;
        loop {
            if ways.is_empty() {
                return Ok(NO);
            }
            let Some(&element) = elements.get(position) else {
                return Ok(if self.ends(ways)? { YES } else { NO });
            };
            let unknown = self.machine.world.unknown(element);
            let seen = unknown.and_then(|unknown| known.iter().find(|(other, _)| *other == unknown));
            let value = match (unknown, seen) {
                (None, _) => element,
                (Some(_), Some(&(_, value))) => value,
                (Some(unknown), None) => {
                    ways.sort_unstable();
                    return Ok(forks.state((position, ways, known), unknown));
                }
            };
            ways = self.step(&ways, value)?;
            position += 1;
        }
    }

    fn accepts(&mut self, grammar: GrammarId, args: &[TermId], values: &[TermId]) -> Result<bool, Stop> {
        let mut now = Vec::new();
        self.enter(grammar, args, None, &mut now)?;
        for &value in values {
            now = self.step(&now, value)?;
        }
        self.ends(now)
    }

    /// The ways to go on after a cell with this value.
    fn step(&mut self, ways: &[u32], value: TermId) -> Result<Vec<u32>, Stop> {
        let mut next = Vec::new();
        let ready = self.closure(ways.to_vec())?;
        self.met.begin();
        for state in ready {
            if let Some(after) = self.read(state, value)?
                && self.met.is_new(after)
            {
                next.push(after);
            }
        }
        Ok(next)
    }

    /// Whether the line may end here.
    fn ends(&mut self, ways: Vec<u32>) -> Result<bool, Stop> {
        let last = self.closure(ways)?;
        Ok(last.into_iter().any(|state| self.is_end(state)))
    }

    fn is_end(&self, state: u32) -> bool {
        let state = &self.states[state as usize];
        state.items.is_empty() && state.outer.is_none()
    }

    fn number(&mut self, state: State<'p>) -> u32 {
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
            let mut state = State { env, items: Vec::new(), outer };
            state.push(&clause.items);
            let state = self.number(state);
            found.push(state);
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
    fn closure(&mut self, start: Vec<u32>) -> Result<Vec<u32>, Stop> {
        self.met.begin();
        let (mut open, mut ready) = (start, Vec::new());
        open.reverse();
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
            let state = &self.states[number as usize];
            let Some(&(ItemRef(item), _)) = state.items.last() else {
                match state.outer {
                    Some(outer) => open.push(outer),
                    None => ready.push(number),
                }
                continue;
            };
            if matches!(item, GrammarItem::Value(_) | GrammarItem::OneOf(_) | GrammarItem::Any) {
                ready.push(number);
                continue;
            }
            let mut state = state.clone();
            state.pop();
            match item {
                GrammarItem::Value(_) | GrammarItem::OneOf(_) | GrammarItem::Any => {}
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
                        state.push(choice);
                        let next = self.number(state);
                        open.push(next);
                    }
                }
                GrammarItem::Star(inner) => {
                    let mut again = state.clone();
                    again.items.extend([(ItemRef(item), 1), (ItemRef(inner), 1)]);
                    let next = [self.number(again), self.number(state)];
                    open.extend(next);
                }
                GrammarItem::Power(inner, times) => {
                    let times = self.expr(times, &state.env)?;
                    let Node::Int(times) = *self.machine.node(times) else {
                        return Err(self.machine.wrong_kind(times, "a number", self.span).into());
                    };
                    // No line has a negative number of anything.
                    let Ok(times) = u64::try_from(times) else { continue };
                    if times > 0 {
                        state.items.push((ItemRef(inner), times));
                    }
                    let next = self.number(state);
                    open.push(next);
                }
            }
        }
        Ok(ready)
    }

    /// The state after a cell with this value was read, if it can be.
    fn read(&mut self, number: u32, value: TermId) -> Result<Option<u32>, Stop> {
        let state = &self.states[number as usize];
        let Some(&(ItemRef(item), _)) = state.items.last() else { return Ok(None) };
        let mut bound = None;
        let fits = match item {
            GrammarItem::Any => true,
            GrammarItem::Value(Expr::Ground(term)) => *term == value,
            GrammarItem::Value(Expr::Slot(slot)) if state.env[usize::from(*slot)] == FREE => {
                bound = Some(usize::from(*slot));
                true
            }
            GrammarItem::Value(expr) => {
                let env = state.env.clone();
                self.expr(expr, &env)? == value
            }
            GrammarItem::OneOf(expr) => {
                let env = state.env.clone();
                let list = self.expr(expr, &env)?;
                self.machine.member(value, list, self.span)? == FormulaId::TRUE
            }
            _ => false,
        };
        if !fits {
            return Ok(None);
        }
        let mut state = self.states[number as usize].clone();
        state.pop();
        if let Some(slot) = bound {
            state.env[slot] = value;
        }
        Ok(Some(self.number(state)))
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

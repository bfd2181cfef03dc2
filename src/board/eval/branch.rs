//! The third policy: a read of a value forks. Recursive definitions and line grammars become decision diagrams.
//!
//! A run goes on until it needs a value that is not known, and is laid aside as a *thread*: what is still to be done,
//! with the values it has read and still mentions. All threads that are open under the same values make a *state*;
//! equal states are one node of the diagram, whatever was read on the way to them.

use super::machine::{Answer, Machine};
use super::read::is_number;
use super::schedule::scope_size;
use super::stacks::{Barrier, Choice, ChoiceKind, Todo};
use super::sums::Equation;
use super::{Policy, Stop, UnknownId, World};
use crate::base::diagram::{Builder, Diagram, NodeId};
use crate::base::hash::{Map, Numbered};
use crate::board::formula::{Closure, GoalRef};
use crate::language::diagnostic::Diagnostic;
use crate::language::diagnostic::catalogue::meaning::{self, Limit};
use crate::language::program::{Expr, Goal, GoalKind, PredicateId, Slot};
use crate::language::source::Span;
use crate::language::term::{Node, Part, TermId};
use std::sync::Arc;

/// The most nodes of one diagram, before equal ones are joined.
pub(super) const MOST_NODES: usize = 100_000;
/// The most values of an unknown that may fork.
pub(super) const MOST_VALUES: u64 = 1024;

/// Something still to be done by a thread.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Frame {
    /// Goals of a conjunction, with the terms of their placeholders.
    Goals { goal: GoalRef, pending: u64, env: Box<[(Slot, TermId)]> },
    /// One clause of a call.
    Clause { predicate: PredicateId, clause: u32, args: Box<[TermId]> },
    /// Terms that must match.
    Pairs { pairs: Box<[(TermId, TermId)]>, span: Span },
    /// What is asked for, in the end.
    Answer { terms: Box<[TermId]> },
}

/// A run laid aside until a value is known. Its placeholders are numbered from 0.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Thread {
    frames: Vec<Frame>,
    /// Values it has read of places that it still mentions.
    known: Vec<(UnknownId, TermId)>,
    /// The value it needs next.
    waits: UnknownId,
}

/// What a goal or alternative under way would have to be done again with.
#[derive(Clone, Debug)]
pub(super) enum Attempt {
    /// Goals of a conjunction.
    Goals { goal: Arc<Goal>, pending: u64, base: u32, next: u32 },
    /// A clause of a call.
    Clause { predicate: PredicateId, clause: u32, args: Arc<[TermId]>, next: u32 },
    /// Terms that must match.
    Pairs { pairs: Vec<(TermId, TermId)>, span: Span, next: u32 },
}

impl Machine<'_> {
    /// Notes what is about to be tried, so that it can be laid aside; costs nothing under the other policies.
    pub(super) fn attempt(&mut self, attempt: impl FnOnce() -> Attempt) {
        if matches!(self.policy, Policy::Branch(_)) {
            self.waiting.attempted = Some((attempt(), self.bindings.mark()));
        }
    }

    /// Lays the run aside: it needs the value of this unknown.
    pub(super) fn suspend(&mut self, unknown: UnknownId) -> Result<(), Stop> {
        let outermost = self
            .agenda
            .choices
            .iter()
            .skip(1)
            .position(|choice| matches!(choice.kind, ChoiceKind::Barrier(_)));
        let attempt = match outermost {
            // Inside a question everything would have to be kept; it is asked again once the value is known.
            Some(above) => match self.unwind(above as u32 + 1) {
                Some(Choice { origin: Some(origin), .. }) => *origin,
                _ => return Err(Stop::Fails),
            },
            None => {
                let Some((attempt, mark)) = self.waiting.attempted.take() else { return Err(Stop::Fails) };
                self.bindings.undo_to(mark);
                attempt
            }
        };
        let thread = self.capture(attempt, unknown);
        self.waiting.threads.push(thread);
        Err(Stop::Fails)
    }

    fn capture(&mut self, attempt: Attempt, waits: UnknownId) -> Thread {
        let mut numbers: Map<u32, u32> = Map::default();
        let mut frames = Vec::new();
        let mut next = self.frame(attempt, &mut numbers, &mut frames);
        while let Some(todo) = self.agenda.todos.get(next as usize).cloned() {
            let attempt = match todo {
                Todo::Goals { goal, pending, base, next } => Attempt::Goals { goal, pending, base, next },
                Todo::Clause { predicate, clause, args, next } => {
                    Attempt::Clause { predicate, clause, args, next }
                }
                Todo::Pairs { pairs, span, next } => Attempt::Pairs { pairs: pairs.to_vec(), span, next },
                Todo::Sets { left, right, span, next } => {
                    Attempt::Pairs { pairs: vec![(left, right)], span, next }
                }
                Todo::End { .. } => break,
            };
            next = self.frame(attempt, &mut numbers, &mut frames);
        }
        let asked = self.asked_for();
        if !asked.is_empty() {
            let terms = asked.into_iter().map(|term| self.captured(term, &mut numbers)).collect();
            frames.push(Frame::Answer { terms });
        }
        self.join_equations(&mut frames);
        let mut known = Vec::new();
        if let Policy::Branch(values) = self.policy {
            let mut mentioned = Vec::new();
            frames.iter().for_each(|frame| frame.terms(&mut mentioned));
            let mut seen = crate::base::hash::Set::default();
            mentioned.into_iter().for_each(|term| places(self.world, term, &mut seen, &mut known, values));
            known.sort_unstable();
            known.dedup();
        }
        Thread { frames, known, waits }
    }

    /// Puts each equation into the one that waits for it, where nothing else does.
    fn join_equations(&mut self, frames: &mut Vec<Frame>) {
        let Policy::Branch(values) = self.policy else { return };
        let mut at = 1;
        let mut before = frames.first().and_then(|frame| frame.equation(self.world, values));
        let mut joined = false;
        while at < frames.len() {
            let equation = frames[at].equation(self.world, values);
            let together = before.zip(equation).and_then(|(inner, outer)| {
                (outer.other == inner.result && outer.result != inner.other).then(|| outer.after(inner))?
            });
            match (together, before) {
                (Some(together), Some(inner)) if self.only_there(inner.result, frames, at) => {
                    let (goal, env) = (self.world.equation.clone(), together.env(self.world));
                    frames[at] = Frame::Goals { goal, pending: 1, env };
                    frames.remove(at - 1);
                    before = Some(together);
                    joined = true;
                }
                _ => {
                    before = equation;
                    at += 1;
                }
            }
        }
        if joined {
            let mut numbers = Map::default();
            frames.iter_mut().for_each(|frame| self.renumber_frame(frame, &mut numbers));
        }
    }

    /// Whether no other frame than this one and the one before mentions a placeholder.
    fn only_there(&mut self, var: u32, frames: &[Frame], at: usize) -> bool {
        let mut terms = Vec::new();
        let others = frames.iter().enumerate().filter(|(number, _)| *number + 1 != at && *number != at);
        others.for_each(|(_, frame)| frame.terms(&mut terms));
        let mut only = true;
        for term in terms {
            self.renumber(term, &mut |_, other| {
                only &= other != var;
                other
            });
        }
        only
    }

    fn renumber_frame(&mut self, frame: &mut Frame, numbers: &mut Map<u32, u32>) {
        // What is captured already is not bound to anything here, whatever names have the same numbers.
        let mut anew = |term: &mut TermId| {
            *term = self.renumber(*term, &mut |_, var| {
                let next = numbers.len() as u32;
                *numbers.entry(var).or_insert(next)
            });
        };
        match frame {
            Frame::Goals { env, .. } => env.iter_mut().for_each(|(_, term)| anew(term)),
            Frame::Clause { args, .. } | Frame::Answer { terms: args } => args.iter_mut().for_each(anew),
            Frame::Pairs { pairs, .. } => pairs.iter_mut().for_each(|(left, right)| {
                anew(left);
                anew(right);
            }),
        }
    }

    /// The terms that whoever runs threads wants to know in the end.
    fn asked_for(&self) -> Vec<TermId> {
        let template = self.agenda.choices.first().map(|choice| match &choice.kind {
            ChoiceKind::Barrier(Barrier::Top { template, .. }) => template.clone(),
            _ => Arc::new([]),
        });
        let term = |expr: &Expr| if let Expr::Ground(term) = expr { Some(*term) } else { None };
        template.iter().flat_map(|template| template.iter()).filter_map(term).collect()
    }

    /// Adds a frame; returns what comes after it.
    fn frame(&mut self, attempt: Attempt, numbers: &mut Map<u32, u32>, frames: &mut Vec<Frame>) -> u32 {
        match attempt {
            Attempt::Goals { goal, pending, base, next } => {
                frames.push(self.goals_frame(goal, pending, base, numbers));
                next
            }
            Attempt::Clause { predicate, clause, args, next } => {
                let args = args.iter().map(|&arg| self.captured(arg, numbers)).collect();
                frames.push(Frame::Clause { predicate, clause, args });
                next
            }
            Attempt::Pairs { pairs, span, next } => {
                let both = |machine: &mut Self, numbers: &mut Map<u32, u32>, (left, right)| {
                    (machine.captured(left, numbers), machine.captured(right, numbers))
                };
                let pairs = pairs.into_iter().map(|pair| both(self, numbers, pair)).collect();
                frames.push(Frame::Pairs { pairs, span });
                next
            }
        }
    }

    fn goals_frame(
        &mut self,
        goal: Arc<Goal>,
        pending: u64,
        base: u32,
        numbers: &mut Map<u32, u32>,
    ) -> Frame {
        let mut mentioned = Vec::new();
        match &goal.kind {
            GoalKind::All(parts) if pending != u64::MAX => {
                for (number, part) in parts.iter().enumerate() {
                    if pending & (1 << number) != 0 {
                        part.slots(&mut mentioned);
                    }
                }
            }
            _ => goal.slots(&mut mentioned),
        }
        mentioned.sort_unstable();
        mentioned.dedup();
        let env = mentioned
            .into_iter()
            .map(|slot| {
                let term = self.slot(slot, base);
                (slot, self.captured(term, numbers))
            })
            .collect();
        Frame::Goals { goal: GoalRef(goal), pending, env }
    }

    fn captured(&mut self, term: TermId, numbers: &mut Map<u32, u32>) -> TermId {
        let mut term = self.resolve(term);
        if let Policy::Branch(values) = self.policy {
            term = self.world.reduced(term, values);
        }
        self.renumber(term, &mut |_, var| {
            let next = numbers.len() as u32;
            *numbers.entry(var).or_insert(next)
        })
    }

    /// Runs a thread on; returns the ends it came to, one if nothing is asked for, and the threads it left.
    pub(super) fn resume(&mut self, thread: &Thread) -> Result<(Vec<Answer>, Vec<Thread>), Box<Diagnostic>> {
        self.reset();
        self.waiting.threads.clear();
        let mut count = 0;
        let mut terms = Vec::new();
        thread.frames.iter().for_each(|frame| frame.terms(&mut terms));
        for term in terms {
            self.renumber(term, &mut |_, var| {
                count = count.max(var as usize + 1);
                var
            });
        }
        let base = self.new_vars(count);
        let mut template = Vec::new();
        if let Some(Frame::Answer { terms }) = thread.frames.last() {
            let here = |&term: &TermId| Expr::Ground(self.renumber(term, &mut |_, var| base + var));
            template.extend(terms.iter().map(here));
        }
        let mut next = self.push_top(template.into());
        for frame in thread.frames.iter().rev() {
            next = self.frame_todo(frame, base, next);
        }
        self.agenda.now = next;
        let answers = self.run_to_end()?;
        Ok((answers, std::mem::take(&mut self.waiting.threads)))
    }

    fn frame_todo(&mut self, frame: &Frame, base: u32, next: u32) -> u32 {
        let here = |machine: &mut Self, term| machine.renumber(term, &mut |_, var| base + var);
        match frame {
            Frame::Goals { goal, pending, env } => {
                let frame = self.new_vars(scope_size(&goal.0));
                for &(slot, term) in env {
                    let term = here(self, term);
                    let own = self.var_term(frame + u32::from(slot));
                    if own != term {
                        self.bind(frame + u32::from(slot), term);
                    }
                }
                self.todo(Todo::Goals { goal: goal.0.clone(), pending: *pending, base: frame, next })
            }
            Frame::Clause { predicate, clause, args } => {
                let args = args.iter().map(|&arg| here(self, arg)).collect();
                self.todo(Todo::Clause { predicate: *predicate, clause: *clause, args, next })
            }
            Frame::Pairs { pairs, span } => {
                let pairs =
                    pairs.iter().map(|&(left, right)| (here(self, left), here(self, right))).collect();
                self.todo(Todo::Pairs { pairs, span: *span, next })
            }
            Frame::Answer { .. } => next,
        }
    }
}

impl Frame {
    /// The equation between two placeholders that is all that is left to do here.
    fn equation(&self, world: &World, values: &Map<UnknownId, TermId>) -> Option<Equation> {
        let Frame::Goals { goal, pending, env } = self else { return None };
        let goal = match &goal.0.kind {
            GoalKind::All(parts) if pending.is_power_of_two() => {
                &**parts.get(pending.trailing_zeros() as usize)?
            }
            GoalKind::All(_) => return None,
            _ => &*goal.0,
        };
        Equation::of(world, goal, env, values)
    }

    fn terms(&self, found: &mut Vec<TermId>) {
        match self {
            Frame::Goals { env, .. } => found.extend(env.iter().map(|&(_, term)| term)),
            Frame::Clause { args, .. } | Frame::Answer { terms: args } => found.extend(args.iter()),
            Frame::Pairs { pairs, .. } => found.extend(pairs.iter().flat_map(|&(left, right)| [left, right])),
        }
    }
}

/// Adds the known values of the places that occur in a term.
fn places(
    world: &World,
    term: TermId,
    seen: &mut crate::base::hash::Set<TermId>,
    found: &mut Vec<(UnknownId, TermId)>,
    values: &Map<UnknownId, TermId>,
) {
    let mut open = vec![term];
    while let Some(term) = open.pop() {
        if !seen.insert(term) {
            continue;
        }
        if let Some(unknown) = world.unknown(term) {
            found.extend(values.get(&unknown).map(|&value| (unknown, value)));
        }
        match world.terms.node(term) {
            Node::Cons(head, tail) => open.extend([*tail, *head]),
            Node::Set(parts) | Node::Compound(_, parts) => open.extend(parts.iter()),
            Node::Open(_) => {
                let known = &mut |unknown| found.extend(values.get(&unknown).map(|&value| (unknown, value)));
                world.conditions().places(Part::Number(term), known);
            }
            _ => {}
        }
    }
}

/// States of a diagram under way, each known by a key: where it forks, and where each value leads.
pub(super) struct Forks<K> {
    numbers: Numbered<K>,
    forks: Vec<(UnknownId, Vec<usize>)>,
}

impl<K> Default for Forks<K> {
    fn default() -> Self {
        Forks { numbers: Numbered::default(), forks: Vec::new() }
    }
}

/// The state in which nothing is left to try.
pub(super) const NO: usize = usize::MAX;
/// The state in which an answer has been found.
pub(super) const YES: usize = usize::MAX - 1;

impl<K: Clone + Eq + std::hash::Hash> Forks<K> {
    pub(super) fn len(&self) -> usize {
        self.forks.len()
    }

    /// The number of the state with this key; a new one will fork on this unknown.
    pub(super) fn state(&mut self, key: K, unknown: UnknownId) -> usize {
        let (number, new) = self.numbers.insert_full(key);
        if new {
            self.forks.push((unknown, Vec::new()));
        }
        number
    }

    pub(super) fn key(&self, state: usize) -> &K {
        &self.numbers[state]
    }

    pub(super) fn unknown(&self, state: usize) -> UnknownId {
        self.forks[state].0
    }

    pub(super) fn set_children(&mut self, state: usize, children: Vec<usize>) {
        self.forks[state].1 = children;
    }

    /// Joins equal states from the ends up; nothing if a state leads back to itself.
    pub(super) fn diagram(&self, root: usize) -> Option<Diagram> {
        let end = |state: usize| match state {
            NO => Some(Diagram::FALSE),
            YES => Some(Diagram::TRUE),
            _ => None,
        };
        let mut builder = Builder::default();
        if let Some(end) = end(root) {
            return Some(builder.finish(end));
        }
        let mut begun: crate::base::hash::Set<usize> = crate::base::hash::Set::default();
        let mut done: Map<usize, NodeId> = Map::default();
        let mut open = vec![(root, false)];
        while let Some((state, visited)) = open.pop() {
            if done.contains_key(&state) {
                continue;
            }
            let (unknown, children) = &self.forks[state];
            if !visited {
                if !begun.insert(state) {
                    return None;
                }
                open.push((state, true));
                let inner =
                    children.iter().filter(|&&child| end(child).is_none() && !done.contains_key(&child));
                open.extend(inner.map(|&child| (child, false)));
                continue;
            }
            let ids: Option<Box<[NodeId]>> =
                children.iter().map(|&child| end(child).or_else(|| done.get(&child).copied())).collect();
            done.insert(state, builder.node(unknown.0, ids?));
        }
        Some(builder.finish(done[&root]))
    }
}

/// A diagram of a definition under way.
struct Maker<'a> {
    world: &'a mut World,
    threads: Numbered<Thread>,
    /// States, known by their threads.
    forks: Forks<Vec<u32>>,
    /// The order in which unknowns are read.
    rank: Map<UnknownId, usize>,
    span: Span,
}

pub use super::lines::{automaton, line};

/// The diagram of a recursive definition's call, and of what shares its unbound names.
pub fn walk(world: &mut World, closures: &[Closure], span: Span) -> Result<Diagram, Box<Diagnostic>> {
    let mut maker =
        Maker { world, threads: Numbered::default(), forks: Forks::default(), rank: Map::default(), span };
    let start = Thread::new(closures, &[], span);
    maker.rank_places(&start.terms())?;
    let root = maker.state_after(&[start], None)?;
    maker.finish(root)
}

/// The values that the unbound placeholders of a call may come to, whatever the values of unknowns are, in order of first
/// sight. They are found by running threads alone: which of them go together does not matter here.
pub(super) fn results(
    world: &mut World,
    predicate: PredicateId,
    args: &[TermId],
    asked: &[TermId],
    span: Span,
) -> Result<Vec<Box<[TermId]>>, Box<Diagnostic>> {
    let start = Thread::new(&[Closure::Call(predicate, args.into())], asked, span);
    let mut maker =
        Maker { world, threads: Numbered::default(), forks: Forks::default(), rank: Map::default(), span };
    maker.rank_places(&start.terms())?;
    let mut found: Numbered<Box<[TermId]>> = Numbered::default();
    maker.run_on(&start, None, &mut found)?;
    let mut at = 0;
    while at < maker.threads.len() {
        let thread = maker.threads[at].clone();
        let unknown = thread.waits;
        for value in maker.world.values(unknown, MOST_VALUES).ok_or_else(|| maker.too_wide(unknown))? {
            maker.run_on(&thread, Some((unknown, value)), &mut found)?;
        }
        at += 1;
    }
    Ok((0..found.len()).map(|number| found[number].clone()).collect())
}

impl Thread {
    /// Goals that nothing has been read for yet. It waits for nothing; any unknown will do as a name for that.
    fn new(closures: &[Closure], asked: &[TermId], span: Span) -> Thread {
        let mut frames = Vec::new();
        for closure in closures {
            frames.push(match closure {
                Closure::Call(predicate, args) => {
                    let slots = 0..args.len() as Slot;
                    let exprs = slots.clone().map(Expr::Slot).collect();
                    let kind = GoalKind::Call { predicate: *predicate, args: exprs, function: false };
                    let goal = GoalRef(Arc::new(Goal { kind, span, strict: false }));
                    Frame::Goals { goal, pending: 1, env: slots.zip(args.iter().copied()).collect() }
                }
                Closure::Goal(goal, env) => {
                    let pending = super::schedule::all_pending(&goal.0);
                    Frame::Goals { goal: goal.clone(), pending, env: env.clone() }
                }
            });
        }
        if !asked.is_empty() {
            frames.push(Frame::Answer { terms: asked.into() });
        }
        Thread { frames, known: Vec::new(), waits: UnknownId(u32::MAX) }
    }

    fn terms(&self) -> Vec<TermId> {
        let mut terms = Vec::new();
        self.frames.iter().for_each(|frame| frame.terms(&mut terms));
        terms
    }
}

impl Maker<'_> {
    /// Unknowns in the order in which they first occur in the call, also inside numbers that are worked out from them. What
    /// another definition or a relation would have to tell is no such number.
    fn rank_places(&mut self, terms: &[TermId]) -> Result<(), Box<Diagnostic>> {
        let mut open: Vec<TermId> = terms.iter().rev().copied().collect();
        while let Some(term) = open.pop() {
            if let Some(unknown) = self.world.unknown(term) {
                let next = self.rank.len();
                self.rank.entry(unknown).or_insert(next);
            }
            match self.world.terms.node(term) {
                Node::Cons(head, tail) => open.extend([*tail, *head]),
                Node::Set(parts) | Node::Compound(_, parts) => open.extend(parts.iter().rev()),
                Node::Open(number) => {
                    let (rank, plain) = (&mut self.rank, is_number(number));
                    let places = self.world.conditions().places(Part::Number(term), &mut |unknown| {
                        let next = rank.len();
                        rank.entry(unknown).or_insert(next);
                    });
                    if plain && places.is_some() {
                        continue;
                    }
                    let shown = self.world.show(term);
                    let (kind, needed) =
                        ("worked out from values", "a place or a known value for a recursive definition");
                    return Err(Box::new(meaning::wrong_kind(&shown, kind, needed, self.span)));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The state that these threads lead to, once an unknown is known to have a value.
    fn state_after(
        &mut self,
        threads: &[Thread],
        read: Option<(UnknownId, TermId)>,
    ) -> Result<usize, Box<Diagnostic>> {
        let mut left: Vec<u32> = Vec::new();
        for thread in threads {
            if read.is_some_and(|(unknown, _)| unknown != thread.waits) {
                let mut thread = thread.clone();
                thread.known.extend(read.filter(|&(unknown, _)| self.mentions(&thread, unknown)));
                thread.known.sort_unstable();
                left.push(self.threads.insert_full(thread).0 as u32);
                continue;
            }
            let values: Map<UnknownId, TermId> = thread.known.iter().copied().chain(read).collect();
            let mut machine = Machine::new(&mut *self.world, Policy::Branch(&values));
            let (ends, more) = machine.resume(thread)?;
            if !ends.is_empty() {
                return Ok(YES);
            }
            left.extend(more.into_iter().map(|thread| self.threads.insert_full(thread).0 as u32));
        }
        left.sort_unstable();
        left.dedup();
        if left.is_empty() {
            return Ok(NO);
        }
        if self.forks.len() >= MOST_NODES {
            return Err(self.too_large());
        }
        let waits = left.iter().map(|&thread| self.threads[thread as usize].waits);
        let first = waits.min_by_key(|unknown| self.rank.get(unknown).copied().unwrap_or(usize::MAX));
        Ok(self.forks.state(left, first.unwrap_or(UnknownId(0))))
    }

    /// Runs a thread on alone, once an unknown is known to have a value: takes down what it came to, and what it left.
    fn run_on(
        &mut self,
        thread: &Thread,
        read: Option<(UnknownId, TermId)>,
        found: &mut Numbered<Box<[TermId]>>,
    ) -> Result<(), Box<Diagnostic>> {
        let values: Map<UnknownId, TermId> = thread.known.iter().copied().chain(read).collect();
        let (ends, more) = Machine::new(&mut *self.world, Policy::Branch(&values)).resume(thread)?;
        for end in ends {
            // A cell that comes out is its value.
            let values = end.terms.iter().map(|&term| match self.world.unknown(term) {
                Some(unknown) => values.get(&unknown).copied(),
                None => Some(term).filter(|&term| self.world.terms.is_ground(term)),
            });
            let Some(values) = values.collect() else {
                let why = "what this recursive definition comes to is not told by what it reads";
                return Err(Box::new(meaning::unbound("", self.span, why)));
            };
            found.insert_full(values);
        }
        more.into_iter().for_each(|thread| {
            self.threads.insert_full(thread);
        });
        if self.threads.len() > MOST_NODES { Err(self.too_large()) } else { Ok(()) }
    }

    fn too_large(&self) -> Box<Diagnostic> {
        let (rule, most) = (self.world.whereabouts(), MOST_NODES as u64);
        Box::new(meaning::budget(&rule, most, Limit::Other("nodes of a diagram"), None, self.span))
    }

    fn mentions(&self, thread: &Thread, unknown: UnknownId) -> bool {
        let terms = thread.terms();
        let mut found = Vec::new();
        let any: Map<UnknownId, TermId> = [(unknown, TermId(0))].into_iter().collect();
        let mut seen = crate::base::hash::Set::default();
        terms.into_iter().for_each(|term| places(self.world, term, &mut seen, &mut found, &any));
        !found.is_empty()
    }

    /// Forks every state that is met.
    fn finish(mut self, root: usize) -> Result<Diagram, Box<Diagnostic>> {
        let mut at = 0;
        while at < self.forks.len() {
            let unknown = self.forks.unknown(at);
            let threads: Vec<Thread> =
                self.forks.key(at).iter().map(|&thread| self.threads[thread as usize].clone()).collect();
            let mut children = Vec::new();
            for value in self.world.values(unknown, MOST_VALUES).ok_or_else(|| self.too_wide(unknown))? {
                children.push(self.state_after(&threads, Some((unknown, value)))?);
            }
            self.forks.set_children(at, children);
            at += 1;
        }
        self.forks.diagram(root).ok_or_else(|| {
            let rule = self.world.whereabouts();
            Box::new(meaning::circular(&rule, &rule, self.span))
        })
    }

    fn too_wide(&self, unknown: UnknownId) -> Box<Diagnostic> {
        let rule = self.world.whereabouts();
        let place = self.world.show(self.world.unknowns[unknown.0 as usize].place);
        let wide =
            meaning::budget(&rule, MOST_VALUES, Limit::Other("values of one unknown"), None, self.span);
        Box::new(wide.say(format!("{place} has more values than a recursive definition may read")))
    }
}

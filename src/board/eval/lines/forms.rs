//! Line grammars worked out beforehand: as a diagram of the values of a line, or as an automaton for all lines of a length.

use super::super::branch::{Forks, MOST_NODES, MOST_VALUES, NO, YES};
use super::super::{Stop, UnknownId};
use super::reader::{NONE, Reader};
use crate::base::automaton::Automaton;
use crate::base::diagram::Diagram;
use crate::base::hash::{Map, Numbered};
use crate::language::diagnostic::catalogue::meaning;
use crate::language::program::GrammarId;
use crate::language::term::{Node, Part, TermId};

/// The most states of an automaton, before those that lead nowhere are left out.
const MOST_LETTERED: usize = 256;

/// Where a line has been read to.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Reading {
    /// The number of elements.
    position: usize,
    /// The ways to go on.
    ways: Vec<u32>,
    /// The values of cells that come again.
    known: Vec<(UnknownId, TermId)>,
    /// What is left of the next element, where it is a number of which some values have been read.
    rest: Option<TermId>,
}

impl Reader<'_, '_, '_> {
    pub(super) fn diagram(
        &mut self,
        grammar: GrammarId,
        args: &[TermId],
        elements: &[TermId],
    ) -> Result<Diagram, Stop> {
        let mut start = Vec::new();
        self.enter(grammar, args, NONE, &mut start)?;
        let mut forks = Forks::default();
        let last = self.last_mentions(elements);
        let reading = Reading { position: 0, ways: start, known: Vec::new(), rest: None };
        let root = self.advance(reading, elements, &mut forks)?;
        let mut at = 0;
        while at < forks.len() {
            let (unknown, reading) = (forks.unknown(at), forks.key(at).clone());
            let Some(values) = self.machine.world.values(unknown, MOST_VALUES) else {
                return Err(self
                    .machine
                    .out_of(meaning::Limit::Other("values of a cell"), MOST_VALUES)
                    .into());
            };
            let again = last.get(&unknown).is_some_and(|&last| last > reading.position);
            let mut children = Vec::with_capacity(values.len());
            for value in values {
                let mut next = reading.clone();
                next.known.extend(again.then_some((unknown, value)));
                match next.rest {
                    Some(rest) => {
                        let read = [(unknown, value)].into_iter().collect();
                        next.rest = Some(self.machine.world.reduced(rest, &read));
                    }
                    None => {
                        next.ways = self.step(&reading.ways, value)?;
                        next.position += 1;
                    }
                }
                children.push(self.advance(next, elements, &mut forks)?);
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
    pub(super) fn automaton(
        &mut self,
        grammar: GrammarId,
        args: &[TermId],
        letters: &[TermId],
        length: usize,
    ) -> Result<Option<Automaton>, Stop> {
        let mut start = Vec::new();
        self.enter(grammar, args, NONE, &mut start)?;
        let mut found: Numbered<u32> = Numbered::default();
        for way in start {
            found.extend(self.ready(way)?.iter());
        }
        let starts: Vec<u32> = (0..found.len() as u32).collect();
        // How many letters lead to each state.
        let mut depths = vec![0; found.len()];
        let (mut transitions, mut at) = (Vec::new(), 0);
        while at < found.len() {
            if found.len() > MOST_LETTERED {
                return Ok(None);
            }
            let depth = depths[at] + 1;
            for (letter, &value) in letters.iter().enumerate().filter(|_| depth <= length) {
                let Some(next) = self.read(found[at], value)? else { continue };
                for &state in self.ready(next)?.iter() {
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

    /// For each unknown the last element that mentions it.
    fn last_mentions(&self, elements: &[TermId]) -> Map<UnknownId, usize> {
        let mut last = Map::default();
        for (position, &element) in elements.iter().enumerate() {
            let mention = &mut |unknown| {
                last.insert(unknown, position);
            };
            self.machine.world.conditions().places(Part::Number(element), mention);
        }
        last
    }

    /// Reads on to the next cell whose value is not known.
    fn advance(
        &mut self,
        mut reading: Reading,
        elements: &[TermId],
        forks: &mut Forks<Reading>,
    ) -> Result<usize, Stop> {
        loop {
            if reading.ways.is_empty() {
                return Ok(NO);
            }
            let Some(&element) = elements.get(reading.position) else {
                return Ok(if self.ends(&reading.ways)? { YES } else { NO });
            };
            let world = &mut *self.machine.world;
            let known: Map<UnknownId, TermId> = reading.known.iter().copied().collect();
            let mut value = reading.rest.unwrap_or(element);
            let mut unread = None;
            match world.unknown(value) {
                Some(unknown) => match known.get(&unknown) {
                    Some(&known) => value = known,
                    None => unread = Some(unknown),
                },
                None => {
                    value = world.reduced(value, &known);
                    let first = &mut |unknown| {
                        unread.get_or_insert(unknown);
                    };
                    world.conditions().places(Part::Number(value), first);
                    reading.rest = unread.map(|_| value);
                    if unread.is_none() && matches!(world.terms.node(value), Node::Open(_)) {
                        // A number without a value, such as a division by 0, fits nothing.
                        return Ok(NO);
                    }
                }
            }
            if let Some(unknown) = unread {
                reading.ways.sort_unstable();
                return Ok(forks.state(reading, unknown));
            }
            reading.ways = self.step(&reading.ways, value)?;
            reading.position += 1;
        }
    }
}

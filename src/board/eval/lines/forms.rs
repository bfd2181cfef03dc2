//! Line grammars worked out beforehand: as a diagram of the values of a line, or as an automaton for all lines of a length.

use super::super::branch::{Forks, MOST_NODES, MOST_VALUES, NO, YES};
use super::super::{Stop, UnknownId};
use super::reader::{NONE, Reader};
use crate::base::automaton::Automaton;
use crate::base::diagram::Diagram;
use crate::base::hash::Numbered;
use crate::language::diagnostic::catalogue::meaning;
use crate::language::program::GrammarId;
use crate::language::term::TermId;

/// The most states of an automaton, before those that lead nowhere are left out.
const MOST_LETTERED: usize = 256;

/// Where a line has been read to: the number of cells, the ways to go on, and the values of cells that come again.
type Reading = (usize, Vec<u32>, Vec<(UnknownId, TermId)>);

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
                return Ok(if self.ends(&ways)? { YES } else { NO });
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
}

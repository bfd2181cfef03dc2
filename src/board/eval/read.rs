//! Reading a value: the one act that the policies decide.

use super::machine::Machine;
use super::{Policy, Stop};
use crate::language::diagnostic::catalogue::meaning;
use crate::language::source::Span;
use crate::language::term::{Node, TermId};

impl Machine<'_> {
    /// The complaint about a place that holds no unknown.
    pub(super) fn no_value(&self, place: TermId, span: Span) -> crate::language::diagnostic::Diagnostic {
        let why = match (self.world.coordinates(place), self.world.size) {
            (Some((row, column)), Some((rows, cols)))
                if !(1..=rows).contains(&row) || !(1..=cols).contains(&column) =>
            {
                format!("not on the board, which is {rows}x{cols}")
            }
            (Some(_), Some(_)) => "a square that is a wall, or of a grid without `::`".to_owned(),
            (Some(_), None) => "there is no grid".to_owned(),
            (None, _) => "no unknown is declared at this index".to_owned(),
        };
        meaning::off_board(&self.world.show(place), span, &why)
    }

    /// The value of a term where it is known; a place or open term as it is where values are not known.
    pub(super) fn read(&mut self, term: TermId, span: Span) -> Result<TermId, Stop> {
        let term = self.deref(term);
        if !matches!(self.node(term), Node::Place(..)) {
            return Ok(term);
        }
        if !self.world.terms.is_ground(term) {
            let term = self.resolve(term);
            return if self.world.terms.is_ground(term) {
                self.read(term, span)
            } else {
                Err(Stop::NotReady)
            };
        }
        self.touched += 1;
        self.note_family(term, span);
        let Some(unknown) = self.world.unknown(term) else {
            if self.strict {
                return Err(self.no_value(term, span).into());
            }
            return Err(Stop::Fails);
        };
        match self.policy {
            Policy::Residual => Ok(term),
            Policy::Guided(_) => {
                self.reads += 1;
                Ok(term)
            }
            Policy::Known(values) => {
                self.reads += 1;
                if let Some(watched) = &mut self.world.watched {
                    watched.push(unknown.0);
                }
                Ok(values[unknown.0 as usize])
            }
            Policy::Partly(values) => {
                self.reads += 1;
                values[unknown.0 as usize].ok_or(Stop::Fails)
            }
            Policy::Branch(values) => values.get(&unknown).copied().ok_or(Stop::Reads(unknown)),
        }
    }

    /// Remembers whether an index of a family names an unknown, for the lint W711.
    fn note_family(&mut self, place: TermId, span: Span) {
        let &Node::Place(name, _) = self.node(place) else { return };
        if name == self.world.cell {
            return;
        }
        let exists = self.world.unknown(place).is_some();
        let entry = self.world.notes.family_reads.entry(name).or_insert((false, None));
        entry.0 |= exists;
        if !exists {
            entry.1.get_or_insert(span);
        }
    }
}

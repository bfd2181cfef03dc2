//! Reading a value: the one act that the policies decide.

use smallvec::SmallVec;

use super::machine::Machine;
use super::{Policy, Stop, UnknownId, World};
use crate::base::hash::Map;
use crate::language::diagnostic::catalogue::meaning;
use crate::language::source::Span;
use crate::language::term::{Node, Open, Part, TermId};

/// Whether something that depends on values is a number, and no list.
pub(super) fn is_number(open: &Open) -> bool {
    !matches!(open, Open::List(_) | Open::Reach(..))
}

impl World {
    /// A term with the values that have been read put into its numbers: sums that have come to the same are the same term,
    /// whatever they are made from.
    pub(super) fn reduced(&mut self, term: TermId, values: &Map<UnknownId, TermId>) -> TermId {
        if !self.terms.is_open(term) {
            return term;
        }
        match self.terms.node(term).clone() {
            Node::Cons(..) => {
                let (mut heads, mut rest) = (Vec::new(), term);
                while let &Node::Cons(head, tail) = self.terms.node(rest) {
                    heads.push(self.reduced(head, values));
                    rest = tail;
                }
                let tail = self.reduced(rest, values);
                self.terms.list_with_tail(&heads, tail)
            }
            Node::Set(parts) => {
                let parts: SmallVec<[TermId; 4]> =
                    parts.iter().map(|&part| self.reduced(part, values)).collect();
                self.terms.set(parts)
            }
            Node::Compound(name, parts) => {
                let parts = parts.iter().map(|&part| self.reduced(part, values)).collect();
                self.terms.add(Node::Compound(name, parts))
            }
            Node::Open(open) if is_number(&open) => self.reduced_number(term, values),
            _ => term,
        }
    }

    fn reduced_number(&mut self, term: TermId, values: &Map<UnknownId, TermId>) -> TermId {
        let of = |unknown: UnknownId| values.get(&unknown).copied();
        if let Some(amount) = self.amount(Part::Number(term), &of) {
            return self.terms.int(amount);
        }
        let mut sum = self.linear(term);
        let mut known = 0_i128;
        let mut left = true;
        sum.terms.retain(|&mut (factor, part)| {
            let amount = self.amount(Part::Number(part), &of).and_then(|amount| amount.checked_mul(factor));
            let total = amount.and_then(|amount| known.checked_add(amount));
            known = total.unwrap_or(known);
            left &= total.is_none();
            total.is_none()
        });
        match sum.constant.checked_add(known) {
            Some(constant) if !left => {
                sum.constant = constant;
                self.linear_term(sum)
            }
            _ => term,
        }
    }
}

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
        match self.node(term) {
            Node::Place(..) => {}
            Node::Open(open) if is_number(open) => {
                return match self.policy {
                    Policy::Branch(values) => self.worked_out(term, values),
                    _ => Ok(term),
                };
            }
            _ => return Ok(term),
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

    /// A number that depends on values, once all of them have been read; else the first that has not forks the run.
    fn worked_out(&mut self, term: TermId, values: &Map<UnknownId, TermId>) -> Result<TermId, Stop> {
        let mut unread = None;
        let plain = self.world.conditions().places(Part::Number(term), &mut |unknown| {
            if !values.contains_key(&unknown) {
                unread.get_or_insert(unknown);
            }
        });
        debug_assert!(plain.is_some(), "what only rules can tell is refused before anything is read");
        if let Some(unknown) = unread {
            return Err(Stop::Reads(unknown));
        }
        let amount = self.world.amount(Part::Number(term), &|unknown| values.get(&unknown).copied());
        Ok(self.world.terms.int(amount.ok_or(Stop::Fails)?))
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

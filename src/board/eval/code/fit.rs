//! Terms against patterns: what is new is bound, what is known is matched.

use smallvec::SmallVec;

use super::super::Stop;
use super::super::machine::Machine;
use super::super::unify::{MOST_ELEMENTS, permutations};
use super::perform::Then;
use super::{Compared, Kind, Pattern};
use crate::language::source::Span;
use crate::language::term::{Node, TermId, Terms};

/// Set patterns that have met a set: every way to assign its elements is to be tried.
pub(super) type Sets<'c> = SmallVec<[(&'c [Pattern], TermId); 1]>;

/// How known parts meet what is there.
#[derive(Clone, Copy)]
pub(super) struct Meeting {
    pub(super) compared: Compared,
    pub(super) base: u32,
    pub(super) span: Span,
}

impl Meeting {
    /// By what they are.
    #[inline]
    pub(super) fn matched(base: u32, span: Span) -> Meeting {
        Meeting { compared: Compared::Matched, base, span }
    }
}

impl<'a> Machine<'a> {
    /// Lays a pattern on a term without placeholders.
    #[inline]
    pub(super) fn fit<'c>(
        &mut self,
        pattern: &'c Pattern,
        term: TermId,
        meeting: Meeting,
        sets: &mut Sets<'c>,
    ) -> Result<(), Stop> {
        match pattern {
            Pattern::Skip => Ok(()),
            Pattern::Bind(slot) => {
                self.bindings.put(meeting.base + u32::from(*slot), term);
                Ok(())
            }
            Pattern::Known(expr) => {
                let known = self.known(expr, meeting.base, meeting.span)?;
                if known == term {
                    Ok(())
                } else if meeting.compared == Compared::ByValue {
                    self.equal(known, term, meeting.span)
                } else {
                    self.matching(known, term, meeting.span)
                }
            }
            Pattern::List(parts, tail) => self.fit_list(parts, tail.as_deref(), term, meeting, sets),
            Pattern::Parts(kind, name, parts) => {
                let others = match (self.node(term), kind) {
                    (Node::Place(other, others), Kind::Place)
                    | (Node::Compound(other, others), Kind::Compound)
                        if other == name && others.len() == parts.len() =>
                    {
                        SmallVec::<[TermId; 4]>::from_slice(others)
                    }
                    // A place that is known in part meets a value.
                    (Node::Int(_) | Node::Sym(_) | Node::Open(_), Kind::Place) => return Err(Stop::Beyond),
                    _ => return Err(Stop::Fails),
                };
                parts.iter().zip(others).try_for_each(|(part, other)| self.fit(part, other, meeting, sets))
            }
            Pattern::Set(parts) => match self.node(term) {
                Node::Set(others) if others.len() != parts.len() => Err(Stop::Fails),
                Node::Set(_) if parts.len() <= MOST_ELEMENTS => {
                    sets.push((parts, term));
                    Ok(())
                }
                Node::Int(_) | Node::Sym(_) | Node::Place(..) | Node::Compound(..) => Err(Stop::Fails),
                _ => Err(Stop::Beyond),
            },
        }
    }

    fn fit_list<'c>(
        &mut self,
        parts: &'c [Pattern],
        tail: Option<&'c Pattern>,
        term: TermId,
        meeting: Meeting,
        sets: &mut Sets<'c>,
    ) -> Result<(), Stop> {
        let mut rest = term;
        for part in parts {
            if matches!(self.node(rest), Node::Set(_) | Node::Range(..)) {
                rest = self.as_list(rest)?;
            }
            match *self.node(rest) {
                Node::Cons(head, more) => {
                    self.fit(part, head, meeting, sets)?;
                    rest = more;
                }
                Node::Open(_) => return Err(Stop::Beyond),
                _ => return Err(Stop::Fails),
            }
        }
        match tail {
            Some(tail) => self.fit(tail, rest, meeting, sets),
            None if rest == Terms::NIL => Ok(()),
            None => self.matching(rest, Terms::NIL, meeting.span),
        }
    }

    /// Tries every way to assign the elements of sets.
    pub(super) fn assign(
        &mut self,
        sets: &[(&[Pattern], TermId)],
        meeting: Meeting,
        then: &mut Then<'a, '_>,
    ) -> Result<bool, Stop> {
        let Some((&(parts, term), rest)) = sets.split_first() else { return then(self) };
        let Node::Set(others) = self.node(term).clone() else { return Err(Stop::Beyond) };
        let mut orders: SmallVec<[SmallVec<[TermId; 2]>; 2]> = SmallVec::new();
        permutations(&mut (0..others.len()).collect(), 0, &mut |order| {
            orders.push(order.iter().map(|&at| others[at]).collect());
        });
        for order in orders {
            let more = self.branch(|machine| {
                let mut inner = Sets::new();
                let mut pairs = parts.iter().zip(order);
                pairs.try_for_each(|(part, other)| machine.fit(part, other, meeting, &mut inner))?;
                if !inner.is_empty() {
                    return Err(Stop::Beyond);
                }
                machine.assign(rest, meeting, then)
            });
            if !more? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

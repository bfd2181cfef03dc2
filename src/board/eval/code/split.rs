//! List patterns with segments: `[.., A, B, ..]`, `[..Front, X]`, `[..K, 0*]`, laid against a list whose elements are known.

use std::cell::RefCell;

use super::super::Stop;
use super::super::machine::Machine;
use super::super::unify::LONG;
use super::fit::{Meeting, Sets};
use super::perform::Then;
use super::{Item, Pattern, Step};
use crate::base::hash::Map;
use crate::language::program::Expr;
use crate::language::source::Span;
use crate::language::term::{Node, TermId, Terms};

/// A list pattern under way, with the elements of its known segments and the values of its fillings.
struct Splitting<'s> {
    items: &'s [Item],
    known: &'s [Vec<TermId>],
    /// How many elements the items after each of them need at least.
    least: &'s [usize],
    /// All elements of the list.
    all: &'s [TermId],
    /// The segments that have been made, by where they begin and end.
    segments: RefCell<Map<(usize, usize), TermId>>,
    meeting: Meeting,
}

impl<'a> Machine<'a> {
    /// The list of some elements and segments.
    pub(super) fn join(&mut self, items: &[Item], base: u32, span: Span) -> Result<TermId, Stop> {
        let mut elements = Vec::new();
        for item in items {
            match item {
                Item::One(Pattern::Known(expr)) => elements.push(self.known(expr, base, span)?),
                Item::Known(expr) => {
                    let list = self.known(expr, base, span)?;
                    let known = self.known_length(list, span)?.ok_or(Stop::Beyond)?;
                    elements.extend(known);
                }
                _ => return Err(Stop::Beyond),
            }
        }
        if elements.len() > LONG {
            return Err(Stop::Beyond);
        }
        self.spend_on_list(elements.len())?;
        Ok(self.world.terms.list(&elements))
    }

    /// Goes on for each way to part a list.
    pub(super) fn split_list(
        &mut self,
        list: &Expr,
        items: &[Item],
        meeting: Meeting,
        rest: &[Step],
        then: &mut Then<'a, '_>,
    ) -> Result<bool, Stop> {
        let Meeting { base, span, .. } = meeting;
        let list = self.known(list, base, span)?;
        let elements = self.known_length(list, span)?.ok_or(Stop::Beyond)?;
        let mut known = Vec::new();
        for item in items {
            known.push(match item {
                Item::Known(expr) => {
                    let list = self.known(expr, base, span)?;
                    self.known_length(list, span)?.ok_or(Stop::Beyond)?
                }
                Item::Fill(expr) => vec![self.known(expr, base, span)?],
                _ => Vec::new(),
            });
        }
        let mut least = vec![0; items.len()];
        for at in (1..items.len()).rev() {
            let own = match &items[at] {
                Item::One(_) => 1,
                Item::Known(_) => known[at].len(),
                Item::Open(_) | Item::Fill(_) => 0,
            };
            least[at - 1] = least[at] + own;
        }
        let segments = RefCell::new(Map::default());
        let split = Splitting { items, known: &known, least: &least, all: &elements, segments, meeting };
        self.lay(&split, 0, &elements, &mut |machine| machine.go(rest, base, then))
    }

    /// Lays the items from a number on against elements, in every way.
    fn lay(
        &mut self,
        split: &Splitting<'_>,
        at: usize,
        elements: &[TermId],
        then: &mut Then<'a, '_>,
    ) -> Result<bool, Stop> {
        self.tick()?;
        let Some(item) = split.items.get(at) else {
            return if elements.is_empty() { then(self) } else { Ok(true) };
        };
        let Some(most) = elements.len().checked_sub(split.least[at]) else { return Ok(true) };
        let Meeting { base, span, .. } = split.meeting;
        // The last one takes all that is left; only others are tried at every length.
        let shortest = if at + 1 == split.items.len() { most } else { 0 };
        if let (Item::Open(None), Some(Item::One(Pattern::Bind(slot)))) = (item, split.items.get(at + 1)) {
            // Any one element: each in its turn.
            let shortest = if at + 2 == split.items.len() { most } else { 0 };
            for start in shortest..=most {
                self.bindings.put(base + u32::from(*slot), elements[start]);
                if !self.lay(split, at + 2, &elements[start + 1..], then)? {
                    return Ok(false);
                }
            }
            return Ok(true);
        }
        match item {
            Item::One(_) if most == 0 => Ok(true),
            Item::Known(_) if split.known[at].len() > most => Ok(true),
            Item::One(Pattern::Bind(slot)) => {
                self.bindings.put(base + u32::from(*slot), elements[0]);
                self.lay(split, at + 1, &elements[1..], then)
            }
            Item::One(pattern) => self.branch(|machine| {
                let mut sets = Sets::new();
                machine.fit(pattern, elements[0], split.meeting, &mut sets)?;
                if !sets.is_empty() {
                    return Err(Stop::Beyond);
                }
                machine.lay(split, at + 1, &elements[1..], then)
            }),
            Item::Known(_) => self.branch(|machine| {
                let known = &split.known[at];
                let mut pairs = known.iter().zip(elements);
                pairs.try_for_each(|(&left, &right)| machine.matching(left, right, span))?;
                machine.lay(split, at + 1, &elements[known.len()..], then)
            }),
            Item::Open(None) if at + 1 == split.items.len() => then(self),
            Item::Open(name) => {
                for length in shortest..=most {
                    if let Some(slot) = name {
                        let start = split.all.len() - elements.len();
                        let segment = self.segment(split, start, start + length)?;
                        self.bindings.put(base + u32::from(*slot), segment);
                    }
                    if !self.lay(split, at + 1, &elements[length..], then)? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Item::Fill(_) => self.branch(|machine| {
                for length in 0..=most {
                    if length >= shortest && !machine.lay(split, at + 1, &elements[length..], then)? {
                        return Ok(false);
                    }
                    if length < most {
                        machine.matching(split.known[at][0], elements[length], span)?;
                    }
                }
                Ok(true)
            }),
        }
    }

    /// The list of the elements from one number up to another: its first and what comes after, which is kept, since it
    /// is a segment too.
    fn segment(&mut self, split: &Splitting<'_>, start: usize, end: usize) -> Result<TermId, Stop> {
        let mut segments = split.segments.borrow_mut();
        let known = (start..end).find_map(|from| segments.get(&(from, end)).map(|&list| (from, list)));
        let (from, mut list) = known.unwrap_or((end, Terms::NIL));
        self.spend_on_list(from - start)?;
        for at in (start..from).rev() {
            list = self.world.terms.add(Node::Cons(split.all[at], list));
            segments.insert((at, end), list);
        }
        Ok(list)
    }
}

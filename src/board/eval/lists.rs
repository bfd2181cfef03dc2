//! List patterns with segments: `[.., A, B, ..]`, `[..Front, X]`, `[..K, 0*]`.

use super::Stop;
use super::machine::Machine;
use super::stacks::ChoiceKind;
use super::unify::LONG;
use crate::language::diagnostic::catalogue::meaning;
use crate::language::program::{Expr, PatternItem};
use crate::language::source::Span;
use crate::language::term::{Node, Open, TermId};

/// A pattern's item, ready to be laid against a list.
enum Part {
    /// One element; nothing to match for `_`.
    One(Option<TermId>),
    /// The elements of a known list.
    Known(Vec<TermId>),
    /// Any elements, bound to a name or not.
    Open(Option<TermId>),
    /// Any number of elements, each equal to this.
    Fill(TermId),
}

/// Pairs of terms that must match.
type Way = Vec<(TermId, TermId)>;

/// How many pairs all ways of one match may have together.
const MOST_PAIRS: usize = 4_000_000;

impl Machine<'_> {
    /// Matches a list with a pattern: one alternative for each way to split the list, shortest first segment first.
    pub(super) fn pattern(
        &mut self,
        list: &Expr,
        items: &[PatternItem],
        base: u32,
        span: Span,
        next: u32,
    ) -> Result<(), Stop> {
        let list = self.value(list, base, span)?;
        let parts = self.parts(items, base, span)?;
        let Some(elements) = self.known_length(list, span)? else {
            // The list is unbound: the pattern can only build it.
            let built = self.built(&parts)?;
            self.agenda.now = next;
            return self.matching(list, built, span);
        };
        let mut ways: Vec<Way> = Vec::new();
        self.split(&parts, &elements, &mut Vec::new(), &mut ways)?;
        match ways.len() {
            0 => Err(Stop::Fails),
            1 => {
                self.agenda.now = next;
                ways.remove(0).into_iter().try_for_each(|(left, right)| self.matching(left, right, span))
            }
            _ => {
                let mut terms = ways.iter().flatten().flat_map(|&(left, right)| [left, right]);
                let closed = terms.all(|term| self.world.terms.is_ground(term));
                let next = if closed { self.once(next) } else { next };
                self.push_choice(ChoiceKind::Ways { ways: ways.into(), at: 0, span }, next);
                Err(Stop::Fails)
            }
        }
    }

    fn parts(&mut self, items: &[PatternItem], base: u32, span: Span) -> Result<Vec<Part>, Stop> {
        items
            .iter()
            .map(|item| {
                Ok(match item {
                    PatternItem::One(Expr::Any) => Part::One(None),
                    PatternItem::One(expr) => Part::One(Some(self.value(expr, base, span)?)),
                    PatternItem::Any | PatternItem::Segment(Expr::Any) => Part::Open(None),
                    PatternItem::Segment(expr) => {
                        let term = self.value(expr, base, span)?;
                        match self.known_length(term, span)? {
                            Some(elements) => Part::Known(elements),
                            None => Part::Open(Some(term)),
                        }
                    }
                    PatternItem::Fill(expr) => Part::Fill(self.value(expr, base, span)?),
                })
            })
            .collect()
    }

    /// The elements of a list; nothing if it is unbound.
    pub(super) fn known_length(&mut self, list: TermId, span: Span) -> Result<Option<Vec<TermId>>, Stop> {
        let mut elements = Vec::new();
        let mut rest = self.deref(list);
        loop {
            match *self.node(rest) {
                Node::Nil => return Ok(Some(elements)),
                Node::Cons(head, tail) => {
                    elements.push(self.deref(head));
                    rest = self.deref(tail);
                }
                Node::Set(_) | Node::Range(..) => rest = self.as_list(rest)?,
                Node::Var(_) if elements.is_empty() => return Ok(None),
                Node::Var(_) => return Err(Stop::NotReady),
                Node::Open(Open::List(_) | Open::Reach(..)) => return Err(meaning::open_length(span).into()),
                _ => return Err(Stop::Fails),
            }
        }
    }

    /// The list that a pattern without open segments stands for.
    fn built(&mut self, parts: &[Part]) -> Result<TermId, Stop> {
        let mut elements = Vec::new();
        for part in parts {
            match part {
                Part::One(Some(term)) => elements.push(*term),
                Part::One(None) => {
                    let var = self.new_vars(1);
                    elements.push(self.var_term(var));
                }
                Part::Known(known) => elements.extend(known),
                Part::Open(_) | Part::Fill(_) => return Err(Stop::NotReady),
            }
        }
        if elements.len() > LONG {
            return Err(self.out_of(meaning::Limit::Other("elements of a list"), LONG as u64).into());
        }
        self.spend_on_list(elements.len())?;
        Ok(self.world.terms.list(&elements))
    }

    /// Adds every way to lay the parts against the elements.
    fn split(
        &mut self,
        parts: &[Part],
        elements: &[TermId],
        so_far: &mut Way,
        ways: &mut Vec<Way>,
    ) -> Result<(), Stop> {
        let Some((first, rest)) = parts.split_first() else {
            if elements.is_empty() {
                ways.push(so_far.clone());
            }
            return Ok(());
        };
        if ways.len() > LONG || ways.len() * (so_far.len() + 1) > MOST_PAIRS {
            return Err(self.out_of(meaning::Limit::Other("ways to split a list"), ways.len() as u64).into());
        }
        let least: usize = rest
            .iter()
            .map(|part| match part {
                Part::One(_) => 1,
                Part::Known(known) => known.len(),
                Part::Open(_) | Part::Fill(_) => 0,
            })
            .sum();
        let Some(most) = elements.len().checked_sub(least) else { return Ok(()) };
        let mark = so_far.len();
        match first {
            Part::One(_) | Part::Known(_) => {
                let length = if let Part::Known(known) = first { known.len() } else { 1 };
                if length > most {
                    return Ok(());
                }
                match first {
                    Part::One(Some(term)) => so_far.push((*term, elements[0])),
                    Part::Known(known) => so_far.extend(known.iter().copied().zip(elements.iter().copied())),
                    _ => {}
                }
                self.split(rest, &elements[length..], so_far, ways)?;
            }
            Part::Open(_) | Part::Fill(_) => {
                // The last part takes all that is left; only others are tried at every length.
                let shortest = if rest.is_empty() { most } else { 0 };
                for length in shortest..=most {
                    self.spend_on_list(length)?;
                    match first {
                        Part::Open(Some(name)) => {
                            let segment = self.world.terms.list(&elements[..length]);
                            so_far.push((*name, segment));
                        }
                        Part::Fill(value) => {
                            so_far.extend(elements[..length].iter().map(|&element| (*value, element)))
                        }
                        _ => {}
                    }
                    self.split(rest, &elements[length..], so_far, ways)?;
                    so_far.truncate(mark);
                }
            }
        }
        so_far.truncate(mark);
        Ok(())
    }
}

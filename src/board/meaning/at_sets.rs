//! Conditions read at sets of values: what the values that are left to unknowns decide, looked at part by part.
//!
//! Nothing is pruned here. A condition on one unknown is asked for each of its values, elements that differ are matched with
//! values, lines and diagrams are followed along all ways that are open, and everything else goes by bounds; so that
//! a condition is decided at once where values leave little, and by trying values where they leave more.

use std::cell::RefCell;
use std::rc::Rc;

use super::conditions::{Conditions, is_defined};
use super::defined::{Defined, LineCell, Placed};
use super::graph::{Steps, Worked};
use super::quantity::Quantity;
use super::sets::{Bits, Sets, ones};
use super::span::Span;
use super::{Operands, condition, number};
use crate::base::diagram::Diagram;
use crate::base::hash::{Map, Set};
use crate::base::number::{Sign, add, mul, sub};
use crate::board::formula::Formula;
use crate::board::unknown::UnknownId;
use crate::language::program::Form;
use crate::language::term::{FormulaId, Guarded, Node, Open, Part, RelationId, TermId};

/// What has been worked out of conditions and numbers on one unknown: for each of its values what they come to there; and
/// which relations join equal values.
#[derive(Clone, Default, Debug)]
pub struct Singles {
    conditions: RefCell<Map<FormulaId, Option<(UnknownId, Bits)>>>,
    numbers: RefCell<Map<TermId, Option<OfOne>>>,
    alike: RefCell<Map<RelationId, bool>>,
}

/// A number on one unknown: for each of its values.
type OfOne = (UnknownId, Rc<[Option<i128>]>);

/// Conditions read at sets of values.
pub struct SetReading<'s> {
    on: Conditions<'s>,
    sets: &'s Sets,
    singles: &'s Singles,
    steps: Worked,
}

impl<'s> SetReading<'s> {
    /// Conditions of a board at what is left to its unknowns.
    pub fn new(on: Conditions<'s>, sets: &'s Sets, singles: &'s Singles) -> SetReading<'s> {
        SetReading { on, sets, singles, steps: Worked::default() }
    }

    /// The values of an unknown that satisfy a condition on it alone.
    fn of_one(&self, id: FormulaId) -> Option<(UnknownId, Bits)> {
        if let Some(known) = self.singles.conditions.borrow().get(&id) {
            return known.clone();
        }
        let made = self.alone(Part::Condition(id)).map(|unknown| {
            let mut bits: Bits = self.sets.left(unknown).iter().map(|_| 0).collect();
            for (bit, &code) in self.sets.codes(unknown).iter().enumerate() {
                let holds = self.on.at(|_| i128::from(code)).truth(id) == Some(true);
                bits[bit / 64] |= u64::from(holds) << (bit % 64);
            }
            (unknown, bits)
        });
        self.singles.conditions.borrow_mut().insert(id, made.clone());
        made
    }

    /// What a number on one unknown comes to at each of its values.
    fn number_of_one(&self, term: TermId) -> Option<OfOne> {
        if let Some(known) = self.singles.numbers.borrow().get(&term) {
            return known.clone();
        }
        let made = self.alone(Part::Number(term)).map(|unknown| {
            let numbers = self.sets.codes(unknown).iter().map(|&code| {
                let number = self.on.at(|_| i128::from(code)).number(term);
                number.is_sure().then_some(number)
            });
            (unknown, numbers.collect())
        });
        self.singles.numbers.borrow_mut().insert(term, made.clone());
        made
    }

    /// The only unknown of a part.
    fn alone(&self, part: Part) -> Option<UnknownId> {
        match self.on.scope(part)[..] {
            [unknown] => Some(unknown),
            _ => None,
        }
    }

    /// The values that an element can have; nothing if they are not few, or it may have none.
    fn element(&self, term: TermId) -> Option<Vec<i128>> {
        if let Some(unknown) = self.on.board.unknown(term) {
            return Some(self.sets.values(unknown).map(i128::from).collect());
        }
        match self.on.terms.node(term) {
            Node::Open(_) => {
                let (unknown, numbers) = self.number_of_one(term)?;
                ones(self.sets.left(unknown)).map(|bit| numbers[bit]).collect()
            }
            _ => self.number(term).known().map(|number| vec![number]),
        }
    }

    /// Whether elements that are there for sure can be given different values (a matching covers them).
    fn can_differ(&self, list: &[Guarded]) -> bool {
        let there = list.iter().filter(|&&(guard, _)| self.truth(guard) == Some(true));
        let elements: Vec<Vec<i128>> = there.filter_map(|&(_, term)| self.element(term)).collect();
        let mut holder: Map<i128, usize> = Map::default();
        (0..elements.len()).all(|at| augment(at, &elements, &mut holder, &mut Set::default()))
    }

    /// The two places that a condition says to have equal values.
    fn equals(&self, id: FormulaId) -> Option<(TermId, TermId)> {
        match self.on.formulas.get(id) {
            Formula::Same(one, other) => Some((*one, *other)),
            Formula::Compare(Sign::Zero, term) => match self.on.terms.node(*term) {
                Node::Open(Open::Linear(0, terms)) => match terms[..] {
                    [(1, one), (-1, other)] | [(-1, one), (1, other)] => Some((one, other)),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }

    /// Two unknowns with the same domain that a condition says to have equal values.
    fn pair(&self, id: FormulaId) -> Option<(UnknownId, UnknownId)> {
        let (one, other) = self.equals(id)?;
        let (one, other) = (self.on.board.unknown(one)?, self.on.board.unknown(other)?);
        self.sets.are_alike(one, other).then_some((one, other))
    }

    /// Whether two unknowns with the same domain have equal values.
    fn are_equal(&self, one: UnknownId, other: UnknownId) -> Option<bool> {
        let (left, right) = (self.sets.left(one), self.sets.left(other));
        if left.iter().zip(right).all(|(left, right)| left & right == 0) {
            return Some(false);
        }
        (left == right && self.sets.size(one) == 1).then_some(true)
    }

    /// Whether a sum is 0, or is not, where at most two of its unknowns are open: bounds do not see the values between them
    /// that are gone. Nothing if both can be, or more is open.
    fn meets(&self, term: TermId, zero: bool) -> Option<bool> {
        let Node::Open(Open::Linear(constant, terms)) = self.on.terms.node(term) else { return None };
        let mut rest = *constant;
        let mut open: Vec<(i128, UnknownId)> = Vec::new();
        for &(factor, part) in terms {
            let unknown = self.on.board.unknown(part)?;
            match self.sets.only(unknown) {
                Some(value) => rest = add(rest, mul(factor, value.into())?)?,
                None if open.len() == 2 => return None,
                None => open.push((factor, unknown)),
            }
        }
        let numbers = |(factor, unknown): (i128, UnknownId)| {
            self.sets
                .values(unknown)
                .map(move |value| mul(factor, value.into()))
                .collect::<Option<Set<i128>>>()
        };
        let is_met = match open[..] {
            [one] => numbers(one)?.contains(&-rest),
            [one, other] => {
                let others = numbers(other)?;
                numbers(one)?.into_iter().any(|own| sub(-rest, own).is_none_or(|lack| others.contains(&lack)))
            }
            _ => return None,
        };
        // Where one is open there are other values too.
        if is_met { None } else { Some(!zero) }
    }

    /// Whether a relation joins places whose values are equal, and no others.
    fn is_alike(&self, relation: RelationId) -> bool {
        *self.singles.alike.borrow_mut().entry(relation).or_insert_with(|| {
            let pairs = &self.on.relations[relation.0 as usize].pairs;
            pairs.iter().all(|&(left, right, there)| {
                let ends = self.equals(there);
                ends == Some((left, right)) || ends == Some((right, left))
            })
        })
    }

    /// Whether a place cannot be joined to as many places as a comparison asks for.
    fn is_cramped(&self, sign: Sign, term: TermId) -> bool {
        let Node::Open(Open::Linear(constant, terms)) = self.on.terms.node(term) else { return false };
        let size = terms.iter().find_map(|&(factor, part)| match self.on.terms.node(part) {
            &Node::Open(Open::ReachSize(from, relation)) => Some((factor, part, from, relation)),
            _ => None,
        });
        let Some((factor @ (1 | -1), own, from, relation)) = size else { return false };
        let rest = terms.iter().filter(|&&(_, part)| part != own);
        let rest =
            rest.fold(Span::exact(*constant), |sum, &(factor, part)| sum.plus(factor, self.number(part)));
        let Some(rest) = rest.bounds() else { return false };
        // The size is what the rest lacks, or has too much.
        let (low, high) = match (sign, factor) {
            (Sign::Zero, 1) => (-rest.high, -rest.low),
            (Sign::Zero, _) => (rest.low, rest.high),
            (Sign::AtMostZero, 1) => (1, -rest.low),
            (Sign::AtMostZero, _) => (rest.low, i128::MAX),
            _ => return false,
        };
        if self.on.relations[relation.0 as usize].one_way.is_some() {
            // What a place leads to may be counted already.
            return false;
        }
        let steps = self.steps(relation, false);
        let most = high.clamp(0, steps.possible.len() as i128 + 1) as usize;
        // Where equal values are joined, a value that is known is that of all.
        let own = self.on.board.unknown(from).filter(|_| self.is_alike(relation));
        let value = own.and_then(|unknown| self.sets.only(unknown));
        let fits = |place: TermId| match (value, self.on.board.unknown(place)) {
            (Some(value), Some(unknown)) => self.sets.values(unknown).any(|other| other == value),
            _ => true,
        };
        steps.grown(from, most, fits).is_none_or(|grown| (grown as i128) < low)
    }

    /// Whether ways through a definition or a line are open.
    fn follow(&self, placed: &Placed) -> Option<bool> {
        match &*placed.meaning {
            Defined::Line(line) => {
                let mut is_exact = true;
                let word = line.cells.iter().map(|cell| match *cell {
                    LineCell::Letter(letter) => 1 << letter,
                    LineCell::Place(place) => {
                        let unknown = placed.row[place as usize];
                        is_exact &= self.sets.size(unknown) == 1;
                        let letter = |value: i64| line.letters.iter().position(|&letter| letter == value);
                        self.sets.values(unknown).filter_map(letter).fold(0, |all, letter| all | 1 << letter)
                    }
                });
                let is_accepted = line.automaton.accepts(word);
                (is_exact || !is_accepted).then_some(is_accepted)
            }
            Defined::Diagram(diagram) => {
                let mut ends = [false; 2];
                let mut seen: Set<u32> = [diagram.root].into_iter().collect();
                let mut open = vec![diagram.root];
                while let Some(at) = open.pop() {
                    if at <= Diagram::TRUE {
                        ends[at as usize] = true;
                        continue;
                    }
                    let node = diagram.node(at);
                    let ways = ones(self.sets.left(placed.row[node.var as usize]));
                    open.extend(ways.map(|bit| node.children[bit]).filter(|&child| seen.insert(child)));
                }
                match ends {
                    [_, false] => Some(false),
                    [false, true] => Some(true),
                    [true, true] => None,
                }
            }
        }
    }
}

/// Finds a value for an element that no other holds, where others may move on (an augmenting path).
fn augment(at: usize, elements: &[Vec<i128>], holder: &mut Map<i128, usize>, seen: &mut Set<i128>) -> bool {
    elements[at].iter().any(|&value| {
        if !seen.insert(value) {
            return false;
        }
        let is_free = match holder.get(&value) {
            Some(&other) => augment(other, elements, holder, seen),
            None => true,
        };
        if is_free {
            holder.insert(value, at);
        }
        is_free
    })
}

impl Operands for SetReading<'_> {
    type Quantity = Span;
    type Number = TermId;
    type Condition = FormulaId;
    type List = TermId;

    fn number(&self, term: TermId) -> Span {
        if let Some(unknown) = self.on.board.unknown(term) {
            return self.sets.span(unknown);
        }
        match self.on.terms.node(term) {
            Node::Int(value) => Span::exact(*value),
            Node::Sym(symbol) => Span::exact(self.on.symbol(*symbol).into()),
            Node::Open(open) => {
                let is_bent = !matches!(open, Open::Linear(..) | Open::Truth(_) | Open::ReachSize(..));
                if let Some((unknown, numbers)) = is_bent.then(|| self.number_of_one(term)).flatten() {
                    let all: Option<Vec<i128>> =
                        ones(self.sets.left(unknown)).map(|bit| numbers[bit]).collect();
                    if let Some((low, high)) =
                        all.and_then(|all| Some((all.iter().copied().min()?, all.iter().copied().max()?)))
                    {
                        return Span::between(low, high);
                    }
                }
                number(open, self)
            }
            _ => Span::NONE,
        }
    }

    fn truth(&self, id: FormulaId) -> Option<bool> {
        let formula = self.on.formulas.get(id);
        if let Formula::True | Formula::False = formula {
            return Some(matches!(formula, Formula::True));
        }
        if let Some((unknown, bits)) = self.of_one(id) {
            let mut left = self.sets.left(unknown).iter().zip(&bits);
            return if self.sets.is_within(unknown, &bits) {
                Some(true)
            } else {
                left.all(|(left, bits)| left & bits == 0).then_some(false)
            };
        }
        if let Some((one, other)) = self.pair(id) {
            return self.are_equal(one, other);
        }
        match formula {
            Formula::Distinct(list) if !self.can_differ(list) => Some(false),
            Formula::Compare(sign, term) => match condition(formula, self) {
                None if self.is_cramped(*sign, *term) => Some(false),
                None if *sign != Sign::AtMostZero => self.meets(*term, *sign == Sign::Zero),
                truth => truth,
            },
            Formula::Forms(Form::Loop, relation) => match condition(formula, self) {
                None if self.steps(*relation, false).is_lost() => Some(false),
                truth => truth,
            },
            Formula::Same(left, right) => {
                let apart = match (self.element(*left), self.element(*right)) {
                    (Some(left), Some(right)) => !left.iter().any(|value| right.contains(value)),
                    _ => false,
                };
                if apart { Some(false) } else { condition(formula, self) }
            }
            _ if is_defined(formula) => self.on.placed(id).and_then(|placed| self.follow(placed)),
            _ => condition(formula, self),
        }
    }

    fn list(&self, list: &TermId) -> Vec<Span> {
        self.on.elements(*list).into_iter().map(|element| self.number(element)).collect()
    }

    fn steps(&self, relation: RelationId, along: bool) -> Rc<Steps> {
        self.steps.steps(self.on.relations, (relation, along), |there| self.truth(there))
    }
}

impl std::fmt::Debug for SetReading<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SetReading").field("sets", &self.sets).finish_non_exhaustive()
    }
}

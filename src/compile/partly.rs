//! Conditions on boards that are filled in part: what is known decides them, or it does not.
//!
//! Each part of a condition is looked at by itself: a number lies between bounds, a condition is true, false or open. So
//! nothing is weighed against anything else, as somebody does who tests a law after each value that is placed.

use std::cell::RefCell;
use std::rc::Rc;

use super::truth::Truth;
use crate::base::diagram::Diagram;
use crate::base::hash::{Map, Set};
use crate::board::formula::{Formula, Sign};
use crate::board::unknown::UnknownId;
use crate::language::term::{FormulaId, Guarded, Node, Open, RelationId, TermId};

/// Conditions of one world, while each unknown is known to lie between bounds.
#[derive(Debug)]
pub struct Partly<'t> {
    truth: &'t Truth,
    spans: &'t [(i64, i64)],
    /// The steps of relations that have been asked for: instances of one law often share them.
    relations: RefCell<Map<(RelationId, bool), Rc<Steps>>>,
}

/// What is known of a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Amount {
    low: i128,
    high: i128,
    /// Whether it has a value at all.
    sure: bool,
}

impl Amount {
    /// A number that has no value.
    const NONE: Amount = Amount { low: 1, high: 0, sure: false };
    /// A number of which nothing is known.
    const ANY: Amount = Amount { low: i128::MIN, high: i128::MAX, sure: false };

    fn between(low: i128, high: i128) -> Amount {
        Amount { low, high, sure: true }
    }

    fn exact(value: impl Into<i128>) -> Amount {
        let value = value.into();
        Amount::between(value, value)
    }

    fn is_none(self) -> bool {
        self.low > self.high
    }

    /// Its value, if it has one that is known.
    fn value(self) -> Option<i128> {
        (self.sure && self.low == self.high).then_some(self.low)
    }

    /// How it compares with 0.
    fn compared(self, sign: Sign) -> Option<bool> {
        let Amount { low, high, sure } = self;
        let decided = sign.holds_between(low, high);
        // A number that has no value satisfies no comparison.
        if self.is_none() { Some(false) } else { decided.filter(|&holds| !holds || sure) }
    }

    /// Either of two.
    fn or(self, other: Amount) -> Amount {
        let (low, high) = match (self.is_none(), other.is_none()) {
            (true, _) => (other.low, other.high),
            (_, true) => (self.low, self.high),
            _ => (self.low.min(other.low), self.high.max(other.high)),
        };
        Amount { low, high, sure: self.sure && other.sure }
    }

    /// What two numbers make, if `corners` are the least and the greatest of it.
    fn with(self, other: Amount, corners: impl Fn(i128, i128) -> i128) -> Amount {
        if self.is_none() || other.is_none() {
            return Amount::NONE;
        }
        let pairs =
            [(self.low, other.low), (self.low, other.high), (self.high, other.low), (self.high, other.high)];
        let all = pairs.map(|(one, two)| corners(one, two));
        let low = all.iter().copied().fold(i128::MAX, i128::min);
        let high = all.iter().copied().fold(i128::MIN, i128::max);
        Amount { low, high, sure: self.sure && other.sure }
    }
}

/// The steps of a relation that are there, and those that may be.
#[derive(Debug)]
struct Steps {
    sure: Map<TermId, Set<TermId>>,
    possible: Map<TermId, Set<TermId>>,
}

impl<'t> Partly<'t> {
    /// What conditions mean, and for each unknown its least and its greatest value, equal if it has one.
    pub fn new(truth: &'t Truth, spans: &'t [(i64, i64)]) -> Partly<'t> {
        Partly { truth, spans, relations: RefCell::default() }
    }

    /// Whether a condition holds whatever the open values are; nothing if that is not seen.
    pub fn holds(&self, id: FormulaId) -> Option<bool> {
        match self.truth.world.formulas.get(id) {
            Formula::True => Some(true),
            Formula::False => Some(false),
            Formula::Compare(sign, term) => self.amount(*term).compared(*sign),
            Formula::Same(left, right) => {
                let (left, right) = (self.amount(*left), self.amount(*right));
                let apart = left.low > right.high || right.low > left.high;
                match (left.value(), right.value()) {
                    (Some(left), Some(right)) => Some(left == right),
                    _ if apart && (left.sure || right.sure) => Some(false),
                    _ => None,
                }
            }
            Formula::And(parts) => self.all(parts),
            Formula::Or(parts) => {
                let mut truth = Some(false);
                for &part in parts {
                    match self.holds(part) {
                        Some(true) => return Some(true),
                        Some(false) => {}
                        None => truth = None,
                    }
                }
                truth
            }
            Formula::Not(inner) => self.holds(*inner).map(|truth| !truth),
            Formula::Distinct(list) => self.distinct(list),
            Formula::DistinctLists(lists) => self.distinct_lists(lists),
            Formula::Matches(..) | Formula::Walk(_) => self.follow(id),
            Formula::Connected(list, relation) => self.connected(list, *relation),
            Formula::Joined(left, right, relation) => {
                let steps = self.all_steps(*relation, true);
                if !reach(*left, &steps.possible).contains(right) {
                    return Some(false);
                }
                reach(*left, &steps.sure).contains(right).then_some(true)
            }
            Formula::Loop(relation) => self.looped(*relation),
        }
    }

    fn all(&self, parts: &[FormulaId]) -> Option<bool> {
        let mut truth = Some(true);
        for &part in parts {
            match self.holds(part) {
                Some(false) => return Some(false),
                Some(true) => {}
                None => truth = None,
            }
        }
        truth
    }

    /// Two elements that are there and have the same value break it, however many others are open.
    fn distinct(&self, list: &[Guarded]) -> Option<bool> {
        let mut seen = Set::default();
        let mut truth = Some(true);
        for &(guard, term) in list {
            match (self.holds(guard), self.amount(term).value()) {
                (Some(false), _) => {}
                (Some(true), Some(value)) => {
                    if !seen.insert(value) {
                        return Some(false);
                    }
                }
                _ => truth = None,
            }
        }
        truth
    }

    fn distinct_lists(&self, lists: &[TermId]) -> Option<bool> {
        let mut seen = Set::default();
        let mut truth = Some(true);
        for &list in lists {
            let values = self.truth.elements(list).into_iter().map(|element| self.amount(element).value());
            match values.collect::<Option<Vec<i128>>>() {
                Some(values) if !seen.insert(values.clone()) => return Some(false),
                Some(_) => {}
                None => truth = None,
            }
        }
        truth
    }

    /// Follows all ways through a diagram that what is known leaves open.
    fn follow(&self, id: FormulaId) -> Option<bool> {
        let diagram = self.truth.diagrams.get(&id)?;
        let mut seen: Set<u32> = [diagram.root].into_iter().collect();
        let mut open = vec![diagram.root];
        while let Some(at) = open.pop() {
            if at <= Diagram::TRUE {
                continue;
            }
            let node = diagram.node(at);
            let (low, high) = self.spans[node.var as usize];
            let codes = self.truth.domain_codes(UnknownId(node.var));
            let ways = node.children.iter().zip(codes).filter(|(_, code)| (low..=high).contains(code));
            open.extend(ways.map(|(&child, _)| child).filter(|&child| seen.insert(child)));
        }
        match (seen.contains(&Diagram::TRUE), seen.contains(&Diagram::FALSE)) {
            (true, false) => Some(true),
            (false, _) => Some(false),
            (true, true) => None,
        }
    }

    fn connected(&self, list: &[Guarded], relation: RelationId) -> Option<bool> {
        let mut possible: Set<TermId> = Set::default();
        let mut sure = Vec::new();
        for &(guard, term) in list {
            let there = self.holds(guard);
            if there != Some(false) {
                possible.insert(term);
            }
            if there == Some(true) {
                sure.push(term);
            }
        }
        let Some(&first) = sure.first() else { return possible.is_empty().then_some(true) };
        let steps = self.steps(relation, false, &|place| possible.contains(&place));
        let around = reach(first, &steps.possible);
        if !sure.iter().all(|member| around.contains(member)) {
            return Some(false);
        }
        (sure.len() == possible.len() && reach(first, &steps.sure).len() == possible.len()).then_some(true)
    }

    /// A crossing, a dead end, and a loop that is closed while there are steps beside it cannot be mended.
    fn looped(&self, relation: RelationId) -> Option<bool> {
        let steps = self.all_steps(relation, false);
        let Steps { sure, possible } = &*steps;
        if possible.is_empty() {
            return Some(false);
        }
        let ways = |place: &TermId| possible.get(place).map_or(0, Set::len);
        if sure.iter().any(|(place, next)| next.len() > 2 || ways(place) < 2) {
            return Some(false);
        }
        let closed = sure.keys().copied().find_map(|place| {
            let around = reach(place, sure);
            around.iter().all(|other| sure.get(other).is_some_and(|next| next.len() == 2)).then_some(around)
        });
        match closed {
            Some(around) if around.len() < sure.len() => Some(false),
            Some(_) if sure == possible => Some(true),
            _ => None,
        }
    }

    /// All steps of a relation.
    fn all_steps(&self, relation: RelationId, along: bool) -> Rc<Steps> {
        if let Some(steps) = self.relations.borrow().get(&(relation, along)) {
            return steps.clone();
        }
        let steps = Rc::new(self.steps(relation, along, &|_| true));
        self.relations.borrow_mut().insert((relation, along), steps.clone());
        steps
    }

    /// The steps of a relation between the places kept. Those that may be go both ways, which is never too few; those that
    /// are there only `along` the relation, if asked so.
    fn steps(&self, relation: RelationId, along: bool, keep: &dyn Fn(TermId) -> bool) -> Steps {
        let mut steps = Steps { sure: Map::default(), possible: Map::default() };
        for &(left, right, condition) in self.truth.world.relations[relation.0 as usize].pairs.iter() {
            if left == right || !keep(left) || !keep(right) {
                continue;
            }
            let there = self.holds(condition);
            if there == Some(true) {
                steps.sure.entry(left).or_default().insert(right);
            }
            if there == Some(true) && !along {
                steps.sure.entry(right).or_default().insert(left);
            }
            if there != Some(false) {
                steps.possible.entry(left).or_default().insert(right);
                steps.possible.entry(right).or_default().insert(left);
            }
        }
        steps
    }

    fn amount(&self, term: TermId) -> Amount {
        if let Some(UnknownId(unknown)) = self.truth.world.unknown(term) {
            let (low, high) = self.spans[unknown as usize];
            return Amount::between(low.into(), high.into());
        }
        match self.truth.world.terms.node(term) {
            Node::Int(value) => Amount::exact(*value),
            Node::Sym(_) => Amount::exact(self.truth.code(term)),
            Node::Open(open) => self.open(open),
            _ => Amount::NONE,
        }
    }

    fn open(&self, open: &Open) -> Amount {
        match open {
            Open::Linear(constant, terms) => {
                terms.iter().fold(Amount::exact(*constant), |sum, &(factor, term)| {
                    let more = self.amount(term).with(Amount::exact(factor), i128::saturating_mul);
                    sum.with(more, i128::saturating_add)
                })
            }
            Open::Mul(left, right) => self.amount(*left).with(self.amount(*right), i128::saturating_mul),
            Open::Div(left, right) => {
                let (left, right) = (self.amount(*left), self.amount(*right));
                match right.value() {
                    Some(0) => Amount::NONE,
                    Some(_) => left.with(right, floor),
                    None => Amount::ANY,
                }
            }
            Open::Mod(left, right) => {
                let (left, right) = (self.amount(*left), self.amount(*right));
                match (left.value(), right.value()) {
                    (_, Some(0)) => Amount::NONE,
                    (Some(left), Some(right)) => {
                        let rest = left.wrapping_rem(right);
                        let rest = if rest != 0 && (rest < 0) != (right < 0) { rest + right } else { rest };
                        Amount::between(rest, rest)
                    }
                    (None, Some(right)) if !left.is_none() => {
                        Amount { sure: left.sure, ..Amount::between(0.min(right + 1), 0.max(right - 1)) }
                    }
                    _ => Amount::ANY,
                }
            }
            Open::Abs(inner) => {
                let Amount { low, high, sure } = self.amount(*inner);
                let (one, two) = (low.saturating_abs(), high.saturating_abs());
                let least = if low <= 0 && high >= 0 { 0 } else { one.min(two) };
                if low > high { Amount::NONE } else { Amount { low: least, high: one.max(two), sure } }
            }
            Open::Min(list) => {
                let Amount { low, high, sure } = self.greatest(list, |Amount { low, high, sure }| Amount {
                    low: high.saturating_neg(),
                    high: low.saturating_neg(),
                    sure,
                });
                Amount { low: high.saturating_neg(), high: low.saturating_neg(), sure }
            }
            Open::Max(list) => self.greatest(list, |amount| amount),
            Open::Product(list) => list.iter().fold(Amount::exact(1), |product, &(guard, term)| {
                let amount = self.amount(term);
                let factor = match self.holds(guard) {
                    Some(true) => amount,
                    Some(false) => Amount::exact(1),
                    // What is not there counts as 1.
                    None => amount.or(Amount::exact(1)),
                };
                product.with(factor, i128::saturating_mul)
            }),
            Open::Nth(index, list) => {
                let index = self.amount(*index);
                let fits = |at: usize| index.low <= at as i128 + 1 && (at as i128) < index.high;
                let chosen = list.iter().enumerate().filter(|(at, _)| fits(*at));
                let chosen = chosen.map(|(_, &term)| self.amount(term)).reduce(Amount::or);
                let inside = index.sure && index.low >= 1 && index.high <= list.len() as i128;
                chosen.map_or(Amount::NONE, |amount| Amount { sure: amount.sure && inside, ..amount })
            }
            Open::Truth(formula) => match self.holds(*formula) {
                Some(truth) => Amount::exact(truth),
                None => Amount::between(0, 1),
            },
            Open::ReachSize(from, relation) => {
                let steps = self.all_steps(*relation, true);
                let size = |steps| reach(*from, steps).len() as i128;
                Amount::between(size(&steps.sure), size(&steps.possible))
            }
            Open::List(_) | Open::Reach(..) => Amount::NONE,
        }
    }

    /// The greatest of the elements that are there and have a value, each seen as `view` shows it.
    fn greatest(&self, list: &[Guarded], view: impl Fn(Amount) -> Amount) -> Amount {
        let mut all: Option<Amount> = None;
        for &(guard, term) in list {
            let (there, amount) = (self.holds(guard), self.amount(term));
            if there == Some(false) || amount.is_none() {
                continue;
            }
            let Amount { low, high, sure } = view(amount);
            let sure = sure && there == Some(true);
            let so_far = all.unwrap_or(Amount { low, high, sure });
            // Only an element that is there for sure lifts the least that the greatest can be.
            let low = match (so_far.sure, sure) {
                (true, true) => so_far.low.max(low),
                (true, false) => so_far.low,
                (false, true) => low,
                (false, false) => so_far.low.min(low),
            };
            all = Some(Amount { low, high: so_far.high.max(high), sure: so_far.sure || sure });
        }
        all.unwrap_or(Amount::NONE)
    }
}

/// The quotient, rounded down.
fn floor(left: i128, right: i128) -> i128 {
    let down = left.wrapping_rem(right) != 0 && (left < 0) != (right < 0);
    left.checked_div(right).map_or(i128::MAX, |quotient| quotient - i128::from(down))
}

fn reach(from: TermId, steps: &Map<TermId, Set<TermId>>) -> Set<TermId> {
    let mut seen: Set<TermId> = [from].into_iter().collect();
    let mut open = vec![from];
    while let Some(place) = open.pop() {
        open.extend(steps.get(&place).into_iter().flatten().filter(|&&next| seen.insert(next)));
    }
    seen
}

//! What conditions and numbers mean, written once.
//!
//! ```text
//! Quantity   what a number is: exact (i128, i64), or between bounds (Span)
//! Operands   where the parts of a condition come from: a board's terms (Reading), the steps of a template
//! number     an open number, from its parts
//! condition  a condition, from its parts: true, false, or not decided by what is known
//! ```
//!
//! What a recursive definition or a line grammar says is written in its diagram or automaton.

#[cfg(feature = "proof")]
mod at_sets;
mod conditions;
mod defined;
mod graph;
mod judge;
mod quantity;
#[cfg(feature = "proof")]
mod sets;
mod span;
mod template;
#[cfg(test)]
mod tests;

use std::rc::Rc;

use crate::board::formula::Formula;
use crate::language::term::{Guarded, Open, RelationId};

#[cfg(feature = "proof")]
pub use at_sets::{SetReading, Singles};
pub use conditions::{Conditions, Reading, symbol_number};
pub use defined::{Defined, Line, LineCell, Placed, Shapes};
pub use graph::{Links, Steps};
pub use judge::Judge;
pub use quantity::Quantity;
#[cfg(feature = "proof")]
pub use sets::{Bits, Sets, ones};
pub use span::Span;
pub use template::{Instance, Outside, Room, Slot, Step, Templates};

/// Where the parts of conditions and numbers come from.
pub trait Operands {
    /// What a number is.
    type Quantity: Quantity;
    /// How a number is named.
    type Number: Copy;
    /// How a condition is named.
    type Condition: Copy;
    /// How a list is named.
    type List;

    /// A number.
    fn number(&self, part: Self::Number) -> Self::Quantity;
    /// Whether a condition holds, if that is known.
    fn truth(&self, part: Self::Condition) -> Option<bool>;
    /// The elements of a list.
    fn list(&self, list: &Self::List) -> Vec<Self::Quantity>;
    /// The steps of a relation; along its direction, or both ways.
    fn steps(&self, relation: RelationId, along: bool) -> Rc<Steps>;
}

/// A number made from others. A list has none.
pub fn number<O: Operands>(open: &Open<O::Number, O::Condition>, of: &O) -> O::Quantity {
    match open {
        Open::Linear(constant, terms) => terms
            .iter()
            .fold(O::Quantity::exact(*constant), |sum, &(factor, part)| sum.plus(factor, of.number(part))),
        Open::Mul(left, right) => of.number(*left).times(of.number(*right)),
        Open::Div(left, right) => of.number(*left).div(of.number(*right)),
        Open::Mod(left, right) => of.number(*left).rem(of.number(*right)),
        Open::Abs(inner) => of.number(*inner).abs(),
        Open::Min(list) => extreme(list, false, of),
        Open::Max(list) => extreme(list, true, of),
        Open::Product(list) => {
            let one = O::Quantity::exact(1);
            list.iter().fold(one, |product, &(guard, part)| match of.truth(guard) {
                Some(true) => product.times(of.number(part)),
                Some(false) => product,
                // What is not there counts as 1.
                None => product.times(of.number(part).either(one)),
            })
        }
        Open::Nth(index, list) => nth(of.number(*index), list, of),
        Open::Truth(formula) => O::Quantity::of_truth(of.truth(*formula)),
        Open::ReachSize(from, relation) => {
            let (least, most) = of.steps(*relation, true).sizes(*from);
            O::Quantity::between(least as i128, most as i128)
        }
        Open::List(_) | Open::Reach(..) => O::Quantity::NONE,
    }
}

/// The least or the greatest of the elements that are there and are numbers.
fn extreme<O: Operands>(list: &[Guarded<O::Number, O::Condition>], greatest: bool, of: &O) -> O::Quantity {
    let there = list.iter().filter_map(|&(guard, part)| match of.truth(guard) {
        Some(true) => Some(of.number(part)),
        Some(false) => None,
        None => Some(of.number(part).perhaps()),
    });
    there.fold(O::Quantity::NONE, |so_far, part| so_far.extreme(part, greatest))
}

/// The element at an index, counted from 1.
fn nth<O: Operands>(index: O::Quantity, list: &[O::Number], of: &O) -> O::Quantity {
    let Some(bounds) = index.bounds() else { return O::Quantity::NONE };
    let last = list.len() as i128;
    let chosen = (bounds.low.max(1)..=bounds.high.min(last)).map(|at| of.number(list[at as usize - 1]));
    let chosen = chosen.reduce(Quantity::either).unwrap_or(O::Quantity::NONE);
    let inside = index.is_sure() && bounds.low >= 1 && bounds.high <= last;
    if inside { chosen } else { chosen.perhaps() }
}

/// Whether a condition holds; nothing if what is known does not decide it, or only a diagram can tell.
pub fn condition<O: Operands>(formula: &Formula<O::Number, O::Condition, O::List>, of: &O) -> Option<bool> {
    match formula {
        Formula::True => Some(true),
        Formula::False => Some(false),
        Formula::Compare(sign, part) => of.number(*part).compared(*sign),
        Formula::Same(left, right) => of.number(*left).same(of.number(*right)),
        Formula::And(parts) => joined(parts, false, of),
        Formula::Or(parts) => joined(parts, true, of),
        Formula::Not(inner) => of.truth(*inner).map(|truth| !truth),
        Formula::Distinct(list) => {
            let there = list.iter().filter_map(|&(guard, part)| match of.truth(guard) {
                Some(true) => Some(of.number(part).known()),
                Some(false) => None,
                None => Some(None),
            });
            differ(there)
        }
        Formula::DistinctLists(lists) => {
            let known = |list| of.list(list).into_iter().map(Quantity::known).collect::<Option<Vec<i128>>>();
            differ(lists.iter().map(known))
        }
        Formula::Matches(..) | Formula::Walk(_) => None,
        Formula::Connected(list, relation) => {
            let there: Vec<_> = list.iter().map(|&(guard, place)| (of.truth(guard), place)).collect();
            of.steps(*relation, false).connect(&there)
        }
        Formula::Joined(from, to, relation) => of.steps(*relation, true).join(*from, *to),
        Formula::Forms(form, relation) => of.steps(*relation, false).form(*form),
    }
}

/// Parts of which one that is `decisive` decides.
fn joined<O: Operands>(parts: &[O::Condition], decisive: bool, of: &O) -> Option<bool> {
    let mut truth = Some(!decisive);
    for &part in parts {
        match of.truth(part) {
            Some(holds) if holds == decisive => return Some(decisive),
            Some(_) => {}
            None => truth = None,
        }
    }
    truth
}

/// Whether values differ. Two that are the same break it, however many others are open.
fn differ<V: Ord>(values: impl Iterator<Item = Option<V>>) -> Option<bool> {
    let mut open = false;
    let mut known: Vec<V> = values.inspect(|value| open |= value.is_none()).flatten().collect();
    known.sort_unstable();
    if known.windows(2).any(|pair| pair[0] == pair[1]) { Some(false) } else { (!open).then_some(true) }
}

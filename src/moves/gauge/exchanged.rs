//! Whether questions stay the same when places are exchanged.

use super::{Gauge, Op, Part, Steps};
use crate::base::hash::Numbered;
use crate::board::formula::Formula;
use crate::board::meaning::Step;
use crate::language::term::Open;

impl Gauge {
    /// Whether an exchange of places makes these conditions, all of which are to hold, into themselves. Columns are told
    /// apart by the classes of their places, so places must be exchanged with such of the same class.
    pub(in crate::moves) fn is_kept(&self, conditions: &[Steps], exchange: &[u32]) -> bool {
        let mut known = Numbered::default();
        let nothing: Vec<u32> = (0..exchange.len() as u32).collect();
        let mut wholes = |exchange: &[u32]| -> Option<Vec<Part>> {
            let ids = self.exchanged(exchange, conditions, &mut known)?;
            let mut wholes: Vec<Part> =
                conditions.iter().filter_map(|steps| steps.last()).map(|&last| ids[last as usize]).collect();
            wholes.sort_unstable();
            wholes.dedup();
            Some(wholes)
        };
        let before = wholes(&nothing);
        before.is_some() && before == wholes(exchange)
    }

    /// The parts of these conditions with places exchanged, numbered so that equal parts have equal numbers. Nothing if
    /// one names places in a way that is not looked into.
    fn exchanged(
        &self,
        exchange: &[u32],
        conditions: &[Steps],
        known: &mut Numbered<Op>,
    ) -> Option<Vec<Part>> {
        let mut ids = vec![0; self.ops.len()];
        let mut done = vec![false; self.ops.len()];
        for &part in conditions.iter().flatten() {
            if std::mem::replace(&mut done[part as usize], true) {
                continue;
            }
            let columns = |columns: &[(u32, u32)]| -> Box<[(u32, u32)]> {
                let mut columns: Vec<(u32, u32)> =
                    columns.iter().map(|&(column, place)| (column, exchange[place as usize])).collect();
                columns.sort_unstable();
                columns.into()
            };
            let op = match &self.ops[part as usize] {
                Op::Step(step) => Op::Step(renumbered(step, &ids)?),
                Op::Column(column, place) => Op::Column(*column, exchange[*place as usize]),
                Op::Columns(list) => Op::Columns(columns(list)),
                Op::Extreme(greatest, list) => Op::Extreme(*greatest, columns(list)),
            };
            ids[part as usize] = known.insert_full(op).0 as Part;
        }
        Some(ids)
    }
}

/// A step made from other parts, those whose order means nothing sorted.
fn renumbered(step: &Step, ids: &[Part]) -> Option<Step> {
    let mut parts = Vec::new();
    step.each(&mut |part| parts.push(ids[part as usize]));
    let mut parts = parts.into_iter();
    let mut next = || parts.next().unwrap_or_default();
    Some(match step {
        Step::Number(_) | Step::Hole(_) => step.clone(),
        Step::Defined(_) => return None,
        Step::Open(Open::Reach(..) | Open::ReachSize(..)) => return None,
        Step::Open(open) => Step::Open(match open.remade(&mut next) {
            Open::Linear(constant, mut terms) => {
                terms.sort_unstable();
                Open::Linear(constant, terms)
            }
            Open::Mul(one, other) => Open::Mul(one.min(other), one.max(other)),
            Open::Min(list) => Open::Min(in_order(list)),
            Open::Max(list) => Open::Max(in_order(list)),
            Open::Product(list) => Open::Product(in_order(list)),
            open => open,
        }),
        Step::Condition(
            Formula::Matches(..)
            | Formula::Walk(_)
            | Formula::Connected(..)
            | Formula::Joined(..)
            | Formula::Forms(..),
        ) => return None,
        Step::Condition(formula) => Step::Condition(match formula.remade(&mut next, |list| list.len()) {
            Formula::Same(one, other) => Formula::Same(one.min(other), one.max(other)),
            Formula::And(list) => Formula::And(in_order(list)),
            Formula::Or(list) => Formula::Or(in_order(list)),
            Formula::Distinct(list) => Formula::Distinct(in_order(list)),
            Formula::DistinctLists(list) => Formula::DistinctLists(in_order(list)),
            formula => formula,
        }),
    })
}

fn in_order<T: Ord>(mut list: Box<[T]>) -> Box<[T]> {
    list.sort_unstable();
    list
}

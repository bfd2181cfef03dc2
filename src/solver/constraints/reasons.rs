//! What the reasons of several constraints have in common.

use crate::base::number::Interval;
use crate::solver::engine::{Claim, Found, Reason, Store, VarId};

/// Why a variable has no value left: each of those it still has would be lost.
pub fn emptied(
    store: &Store,
    var: VarId,
    reason: &mut Reason,
    mut explain: impl FnMut(&Found, &mut Reason) -> bool,
) -> bool {
    let before = reason.claims.len();
    let words = (store.first_word(var)..).zip(store.domain(var)).filter(|(_, values)| **values != 0);
    for (word, &values) in words {
        if !explain(&Found { var, lost: Claim { word, values } }, reason) {
            reason.claims.truncate(before);
            return false;
        }
    }
    reason.whole(store, var);
    true
}

/// Why two variables cannot have the same value; whether that is so.
pub fn disjoint(store: &Store, left: VarId, right: VarId, reason: &mut Reason) -> bool {
    for (low, high) in [(left, right), (right, left)] {
        let end = store.max(low);
        if end < store.min(high) {
            reason.at_most(store, low, end);
            reason.at_least(store, high, end + 1);
            return true;
        }
    }
    let (fewer, more) = if store.size(left) <= store.size(right) { (left, right) } else { (right, left) };
    let values: Vec<i64> = store.values(fewer).collect();
    let apart = !values.iter().any(|&value| store.contains(more, value));
    if apart {
        reason.whole(store, fewer);
        reason.without(store, more, &values);
    }
    apart
}

/// Why something was found out from bounds alone: those of the variables, each as far as it is needed.
///
/// `refuted` tells whether nothing is possible between some bounds, in order; less is possible between narrower ones. False if
/// the bounds do not tell.
pub fn by_bounds(
    store: &Store,
    root: &Store,
    vars: &[VarId],
    found: Option<&Found>,
    refuted: impl Fn(&[Interval]) -> bool,
    reason: &mut Reason,
) -> bool {
    let lost = match found.map(|found| found.values(store)) {
        Some(None) => return false,
        Some(Some(values)) => values,
        None => Vec::new(),
    };
    let is_own = |var: VarId| found.is_some_and(|found| found.var == var);
    let with = |ranges: &mut Vec<Interval>, own: Interval| {
        for (range, _) in ranges.iter_mut().zip(vars).filter(|(_, var)| is_own(**var)) {
            *range = own;
        }
        refuted(ranges)
    };
    let hull = lost.first().zip(lost.last()).map(|(&low, &high)| Interval::new(low, high));
    let mut ranges: Vec<Interval> = vars.iter().map(|&var| store.bounds(var)).collect();
    let whole = match hull {
        Some(hull) => with(&mut ranges, hull),
        None => refuted(&ranges),
    };
    let test = |ranges: &mut Vec<Interval>| match hull {
        Some(_) if !whole => lost.iter().all(|&value| with(ranges, Interval::point(value.into()))),
        Some(hull) => with(ranges, hull),
        None => refuted(ranges),
    };
    if !test(&mut ranges) {
        return false;
    }
    for (at, &var) in vars.iter().enumerate().filter(|(_, var)| !is_own(**var)) {
        let (now, once) = (store.bounds(var), root.bounds(var));
        let low = weakest(once.low, now.low, |low| {
            ranges[at].low = low;
            test(&mut ranges)
        });
        ranges[at].low = low;
        let high = -weakest(-once.high, -now.high, |high| {
            ranges[at].high = -high;
            test(&mut ranges)
        });
        ranges[at].high = high;
        if low > once.low {
            reason.at_least(store, var, low as i64);
        }
        if high < once.high {
            reason.at_most(store, var, high as i64);
        }
    }
    true
}

/// The least number of a range that passes a test; the last one does, and so do all after one that does.
fn weakest(mut low: i128, mut high: i128, mut passes: impl FnMut(i128) -> bool) -> i128 {
    if low < high && passes(low) {
        return low;
    }
    while low < high {
        let middle = low + (high - low).div_euclid(2);
        if passes(middle) { high = middle } else { low = middle + 1 }
    }
    high
}

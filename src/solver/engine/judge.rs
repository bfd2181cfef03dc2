//! The judge: holds a propagator to its promises by trying all values, on hundreds of small random domains.
//!
//! - *correct*: no value is lost that a solution within the domains uses, and no conflict is found where there is one;
//! - *checking*: with all values fixed there is a conflict exactly where the constraint does not hold;
//! - *honest*: the facts of a reason alone force what was pruned, and so do those that are left after shrinking.

#[path = "../../../tests/suite/rng.rs"]
mod rng;

use super::queue::{Engine, Propagator};
use super::reason::Reason;
use super::store::{Store, VarId};
use crate::base::hash::Map;

pub(crate) use rng::Random;

/// How many random domains each propagator is judged on.
const ROUNDS: u64 = 500;

/// The most rows of values that are all tried.
const MOST_ROWS: u64 = 5000;

/// The most reasons of one run that are looked at.
const MOST_REASONS: usize = 6;

/// Judges the propagators that `make` draws; it adds their variables to an empty store.
pub(crate) fn judge(mut make: impl FnMut(&mut Random, &mut Store) -> Box<dyn Propagator>) {
    let mut told = [0_u32; 2];
    for round in 0..ROUNDS {
        let mut random = Random::new(round + 1);
        let mut store = Store::default();
        let mut propagator = make(&mut random, &mut store);
        let mut scope = propagator.scope();
        scope.sort_unstable();
        scope.dedup();
        narrow(&mut random, &mut store, &scope);
        let rows = rows(&store, &scope);
        let good: Vec<bool> = rows.iter().map(|row| holds(&*propagator, &scope, row)).collect();
        checking(&mut *propagator, &store, &scope, &rows, &good, round);
        correct(&mut *propagator, &mut store.clone(), &scope, &rows, &good, round);
        honest(propagator, store, &scope, round);
        good.iter().for_each(|&good| told[usize::from(good)] += 1);
    }
    assert!(told[0] > 0 && told[1] > 0, "the constraint always holds or never does: {told:?}");
}

fn holds(propagator: &dyn Propagator, scope: &[VarId], row: &[i64]) -> bool {
    let values: Map<VarId, i64> = scope.iter().copied().zip(row.iter().copied()).collect();
    propagator.holds(&|var| values[&var])
}

/// Removes values at random, and as many more as it takes to try all that is left.
fn narrow(random: &mut Random, store: &mut Store, scope: &[VarId]) {
    let eager = random.below(4);
    let rows = |store: &Store| scope.iter().fold(1_u64, |rows, &var| rows.saturating_mul(store.size(var)));
    for &var in scope {
        for value in store.values(var).collect::<Vec<_>>() {
            if random.below(6) < eager && !store.is_fixed(var) {
                store.remove(var, value).expect("another value is left");
            }
        }
    }
    while rows(store) > MOST_ROWS {
        let var = *random.pick(scope);
        let value = *random.pick(&store.values(var).collect::<Vec<_>>());
        if !store.is_fixed(var) {
            store.remove(var, value).expect("another value is left");
        }
    }
}

fn rows(store: &Store, scope: &[VarId]) -> Vec<Vec<i64>> {
    scope.iter().fold(vec![Vec::new()], |rows, &var| {
        let longer = |row: &Vec<i64>| {
            store.values(var).map(|value| row.iter().copied().chain([value]).collect()).collect::<Vec<_>>()
        };
        rows.iter().flat_map(longer).collect()
    })
}

/// With all values fixed there is a conflict exactly where the constraint does not hold.
fn checking(
    propagator: &mut dyn Propagator,
    store: &Store,
    scope: &[VarId],
    rows: &[Vec<i64>],
    good: &[bool],
    round: u64,
) {
    let every = rows.len().div_ceil(50);
    for (row, &good) in rows.iter().zip(good).step_by(every) {
        let mut fixed = store.clone();
        for (&var, &value) in scope.iter().zip(row) {
            fixed.fix(var, value).expect("a possible value");
        }
        assert_eq!(propagator.prune(&mut fixed).is_ok(), good, "round {round}: {row:?} for {propagator:?}");
    }
}

/// No value is lost that a solution uses, however often it is called.
fn correct(
    propagator: &mut dyn Propagator,
    store: &mut Store,
    scope: &[VarId],
    rows: &[Vec<i64>],
    good: &[bool],
    round: u64,
) {
    let before = store.clone();
    let solutions: Vec<&Vec<i64>> =
        rows.iter().zip(good).filter(|(_, good)| **good).map(|(row, _)| row).collect();
    loop {
        let changes = store.trail().len();
        if propagator.prune(store).is_err() {
            assert!(
                solutions.is_empty(),
                "round {round}: {:?} was missed in {before:?} for {propagator:?}",
                solutions[0]
            );
            return;
        }
        for row in &solutions {
            let lost = scope.iter().zip(*row).find(|&(&var, &value)| !store.contains(var, value));
            assert!(
                lost.is_none(),
                "round {round}: {lost:?} of {row:?} was lost from {before:?} for {propagator:?}"
            );
        }
        if store.trail().len() == changes {
            return;
        }
    }
}

/// Every reason, shrunk or not, forces its conclusion in all rows that its facts allow.
fn honest(propagator: Box<dyn Propagator>, store: Store, scope: &[VarId], round: u64) {
    let mut engine = Engine::default();
    engine.store = store;
    let before = engine.store.trail().len();
    engine.post(propagator);
    let conflict = engine.fixpoint().is_err();
    let mut reasons: Vec<Reason> =
        (before..engine.store.trail().len()).filter_map(|change| engine.reason(change)).collect();
    if conflict {
        reasons.push(engine.reason_for_conflict(0));
    }
    let mut scratch = engine.scratch();
    for reason in reasons.into_iter().take(MOST_REASONS) {
        let shrunk = engine.shrunk(reason.clone(), &mut scratch);
        for reason in [reason, shrunk] {
            let allowed = scratch.with(&reason.facts);
            let count = scope.iter().fold(1_u64, |rows, &var| rows.saturating_mul(allowed.size(var)));
            if count > 4 * MOST_ROWS {
                continue;
            }
            for row in rows(&allowed, scope) {
                let refuted = match &reason.conclusion {
                    None => true,
                    Some(fact) => scope
                        .iter()
                        .zip(&row)
                        .any(|(&var, value)| var == fact.var && scratch.told(fact).1.contains(value)),
                };
                assert!(
                    !refuted || !holds(engine.propagator(0), scope, &row),
                    "round {round}: {reason:?} does not explain {row:?} for {:?}",
                    engine.propagator(0)
                );
            }
        }
    }
}

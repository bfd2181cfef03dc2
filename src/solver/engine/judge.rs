//! The judge: holds a propagator to its promises by trying all values, on hundreds of small random domains.
//!
//! - *correct*: no value is lost that a solution within the domains uses, and no conflict is found where there is one;
//! - *checking*: with all values fixed there is a conflict exactly where the constraint does not hold;
//! - *honest*: the claims that [`Learner`] takes for the reason of a pruning hold, and force it; and the propagator named them
//!   itself, unless it is listed here.

#[path = "../../../tests/suite/rng.rs"]
pub(crate) mod rng;

use std::ops::RangeInclusive;

use super::claim::{Claim, Found, Reason};
use super::learn::Learner;
use super::propagator::{Cost, Propagator, Relaxed, each_once};
use super::queue::Engine;
use super::store::{Store, VarId};
use crate::base::hash::Map;

use rng::Random;

/// How many random domains each propagator is judged on.
const ROUNDS: u64 = 500;

/// The most rows of values that are all tried.
const MOST_ROWS: u64 = 5000;

/// The most reasons of one run that are looked at.
const MOST_REASONS: usize = 6;

/// Those who leave some of their reasons to the shrinker, which runs them again on ever fewer facts; and why.
const SHRUNK: [(&str, &str); 3] = [
    ("distinct", "a conflict that comes up between two prunings of one call"),
    ("loop", "conflicts of one block and of parity"),
    ("division", "bounds that several values give together, and what needs other prunings first"),
];

/// Draws constraints and their variables.
pub(crate) struct Draw {
    pub(crate) store: Store,
    random: Random,
    /// How far apart values lie: now and then so far that they do not fit into one word.
    scale: i64,
}

impl Draw {
    fn new(round: u64) -> Draw {
        let mut random = Random::new(round + 1);
        let scale = *random.pick(&[1, 1, 40]);
        Draw { store: Store::default(), random, scale }
    }

    /// A number below a bound.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.random.below(bound)
    }

    /// One of these.
    pub(crate) fn pick<T: Copy>(&mut self, all: &[T]) -> T {
        *self.random.pick(all)
    }

    /// A number of a range.
    pub(crate) fn int(&mut self, range: RangeInclusive<i64>) -> i64 {
        range.start() + self.below((range.end() - range.start() + 1) as usize) as i64
    }

    /// As many as a number of a range says.
    pub(crate) fn many<T>(
        &mut self,
        count: RangeInclusive<i64>,
        mut make: impl FnMut(&mut Draw) -> T,
    ) -> Vec<T> {
        (0..self.int(count)).map(|_| make(self)).collect()
    }

    /// A new variable with all values of a range.
    pub(crate) fn var(&mut self, range: RangeInclusive<i64>) -> VarId {
        self.store.add_range(*range.start(), *range.end())
    }

    /// The same with values that may lie apart.
    pub(crate) fn scaled(&mut self, range: RangeInclusive<i64>) -> VarId {
        self.store.add(range.map(|value| self.scale * value))
    }

    /// The same with a few values of a range.
    pub(crate) fn some(&mut self, most: i64, range: RangeInclusive<i64>) -> VarId {
        let values = self.many(1..=most, |draw| draw.scale * draw.int(range.clone()));
        self.store.add(values)
    }
}

/// Judges the propagators that `make` draws.
pub(crate) fn judge<P: Propagator + 'static>(mut make: impl FnMut(&mut Draw) -> P) {
    let mut told = [0_u32; 2];
    for round in 0..ROUNDS {
        let mut draw = Draw::new(round);
        let mut propagator = make(&mut draw);
        let Draw { store: declared, mut random, .. } = draw;
        let scope = each_once(propagator.scope());
        let mut store = declared.clone();
        narrow(&mut random, &mut store, &scope);
        let rows = rows(&store, &scope);
        let good: Vec<bool> = rows.iter().map(|row| holds(&propagator, &scope, row)).collect();
        checking(&mut propagator, &store, &scope, &rows, &good, round);
        correct(&mut propagator, &mut store.clone(), &scope, &rows, &good, round);
        faithful(&propagator, &declared, &scope, &rows, &good, round);
        honest(Box::new(propagator), &declared, store, &scope, &mut random, round);
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

/// What stands in for it says the same, except where it says nothing at all because another says it.
fn faithful(
    propagator: &dyn Propagator,
    declared: &Store,
    scope: &[VarId],
    rows: &[Vec<i64>],
    good: &[bool],
    round: u64,
) {
    let Some(Relaxed { helpers, nogoods, rest }) = propagator.relaxed(declared) else { return };
    if nogoods.is_empty() && rest.is_none() && propagator.spec().cost > Cost::Linear {
        return;
    }
    for (row, &good) in rows.iter().zip(good) {
        let values: Map<VarId, i64> = scope.iter().copied().zip(row.iter().copied()).collect();
        let allowed = fits(&nogoods, &helpers, declared, &values, &mut Vec::new())
            && rest.as_ref().is_none_or(|rest| rest.holds(&|var| values[&var]));
        assert_eq!(allowed, good, "round {round}: {row:?} for {propagator:?} and {nogoods:?}");
    }
}

/// Whether some values of helpers, of which the first are chosen, fit these values.
fn fits(
    nogoods: &[Vec<(VarId, u64)>],
    helpers: &[u32],
    declared: &Store,
    values: &Map<VarId, i64>,
    chosen: &mut Vec<u32>,
) -> bool {
    // Of a helper that is not chosen yet nothing is said.
    let is_within = |&(var, mask): &(VarId, u64)| match var.0.checked_sub(declared.count() as u32) {
        None => mask >> (values[&var] - declared.word(var).0) & 1 == 1,
        Some(helper) => chosen.get(helper as usize).is_some_and(|value| mask >> value & 1 == 1),
    };
    if nogoods.iter().any(|nogood| nogood.iter().all(is_within)) {
        return false;
    }
    let Some(&count) = helpers.get(chosen.len()) else { return true };
    (0..count).any(|value| {
        chosen.push(value);
        let fit = fits(nogoods, helpers, declared, values, chosen);
        chosen.pop();
        fit
    })
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

/// Every reason holds where it is given, and forces what was found out in all rows that its claims allow.
fn honest(
    propagator: Box<dyn Propagator>,
    declared: &Store,
    store: Store,
    scope: &[VarId],
    random: &mut Random,
    round: u64,
) {
    let mut engine = Engine::default();
    engine.store = declared.clone();
    engine.post(propagator);
    let mut learner = Learner::new(&mut engine, &[]);
    engine.store = store;
    let before = engine.store.trail().len();
    let mut reasons: Vec<(Vec<Claim>, Option<Found>)> = Vec::new();
    let mut ask = |engine: &mut Engine, found: Option<Found>| {
        let propagator = engine.propagator(0);
        let told = propagator.explain(&engine.store, declared, found.as_ref(), &mut Reason::default());
        let name = propagator.spec().name;
        let may_shrink = SHRUNK.iter().any(|(shrunk, _)| *shrunk == name);
        assert!(told || may_shrink, "round {round}: {found:?} is not explained by {propagator:?}");
        learner.explain(engine, 0, found.as_ref());
        let claims = learner.claims().to_vec();
        let wrong = claims.iter().find(|claim| !claim.is_known(&engine.store));
        assert!(wrong.is_none(), "round {round}: {wrong:?} does not hold for {:?}", engine.propagator(0));
        reasons.push((claims, found));
        reasons.len() < MOST_REASONS
    };
    let mut goes_on = engine.fixpoint().is_ok() || ask(&mut engine, None);
    while goes_on && engine.store.trail().len() > before {
        let made = engine.store.last_made();
        let Some(change) = engine.store.undo_change() else { break };
        // Some of what was lost may be all that matters.
        let all = change.old & !made;
        let some = (0..64).filter(|_| random.below(2) == 0).fold(0, |some, bit| some | 1 << bit) & all;
        let values = if some == 0 { all } else { some };
        goes_on =
            ask(&mut engine, Some(Found { var: change.var, lost: Claim { word: change.word, values } }));
    }
    for (claims, found) in reasons {
        let mut allowed = declared.clone();
        claims.iter().for_each(|claim| allowed.put_word(claim.word, allowed.at(claim.word) & claim.values));
        if scope.iter().fold(1_u64, |rows, &var| rows.saturating_mul(allowed.size(var))) > 4 * MOST_ROWS {
            continue;
        }
        let lost = |var: VarId, value: i64| {
            found.is_none_or(|found| {
                let mut alone = declared.clone();
                alone.assume(&declared.fact_of(var, value));
                var == found.var && alone.at(found.lost.word) & found.lost.values != 0
            })
        };
        for row in rows(&allowed, scope) {
            let refuted = scope.iter().zip(&row).any(|(&var, &value)| lost(var, value));
            assert!(
                !refuted || !holds(engine.propagator(0), scope, &row),
                "round {round}: {claims:?} do not explain {found:?} in {row:?} for {:?}",
                engine.propagator(0)
            );
        }
    }
}

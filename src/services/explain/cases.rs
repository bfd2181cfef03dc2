//! Two instances seen together, case by case: a value that fits with each of them alone, but not with both.

use super::find::Finder;
use super::groups::Groups;
use super::notes::is_listed;
use super::tries::{MOST_VALUES, Pair, Refuted};
use super::{Kind, Step};
use crate::base::hash::Set;
use crate::solver::engine::shrink::minimal;
use crate::solver::engine::{Fact, Store, VarId, each_once};

/// Two instances are looked at if at most this many of their places are open.
const MOST_OPEN: usize = 24;

/// The most cases for one value.
const MOST_CASES: u64 = 200;

impl Finder<'_> {
    /// A value that two instances together rule out.
    pub(super) fn cases(&mut self, stop: &dyn Fn() -> bool) -> Option<Step> {
        let mut pairs = self.pairs.take().unwrap_or_else(|| all_pairs(&self.explainer.groups));
        let mut step = None;
        for pair in &mut pairs {
            if stop() || step.is_some() {
                break;
            }
            if pair.vain.is_none_or(|when| self.phases.changed_since(&pair.instances, when)) {
                step = self.case_of(pair.instances);
                if step.is_none() {
                    pair.vain = Some(self.phases.now());
                }
            }
        }
        self.pairs = Some(pairs);
        step
    }

    fn case_of(&mut self, instances: [u32; 2]) -> Option<Step> {
        let Finder { explainer, notes, .. } = self;
        let (var, value, count) = case_out(&mut explainer.groups, instances, &mut notes.known)?;
        Some(self.case(instances, (var, value), count))
    }

    fn case(&mut self, instances: [u32; 2], (var, value): (VarId, i64), runs: u64) -> Step {
        let Finder { explainer, notes, desk, .. } = self;
        let groups = &mut explainer.groups;
        let tried = desk.fact_of(var, value);
        let mut scope = Cases::new(instances, groups).places;
        scope.retain(|&other| other != var);
        let facts = notes.facts(&scope);
        let mut refutes = |facts: &[Fact]| {
            Cases::new(instances, groups).with(groups, desk, facts, &tried, &mut |_| {}) == Some(false)
        };
        // What is declared may be too much to go through: then all that is known is kept.
        let facts = if refutes(&facts) { minimal(facts, refutes) } else { facts };
        let found = Refuted { var, value, instances: instances.to_vec(), facts, runs, rounds: 1 };
        self.refutation(found, Kind::Cases)
    }
}

/// A value that two instances together rule out, and the number of cases that shows it.
pub(super) fn case_out(
    groups: &mut Groups,
    instances: [u32; 2],
    known: &mut Store,
) -> Option<(VarId, i64, u64)> {
    let open = open_in(groups, instances, known)?;
    let mut fits: Set<(VarId, i64)> = Set::default();
    for &var in &open {
        let values: Vec<i64> = known.values(var).collect();
        for value in values {
            if fits.contains(&(var, value)) {
                continue;
            }
            let tried = known.fact_of(var, value);
            let mut cases = Cases::new(instances, groups);
            let found = cases.with(groups, known, &[], &tried, &mut |store| {
                fits.extend(open.iter().filter_map(|&var| Some((var, store.value(var)?))));
            });
            if found == Some(false) {
                return Some((var, value, cases.count));
            }
        }
    }
    None
}

/// All ways to fill the places of two instances.
pub(super) struct Cases {
    instances: [u32; 2],
    /// All their places.
    places: Vec<VarId>,
    /// How many have been looked at.
    count: u64,
}

impl Cases {
    pub(super) fn new(instances: [u32; 2], groups: &Groups) -> Cases {
        Cases { instances, places: groups.places(&instances), count: 0 }
    }

    /// Whether the places can be filled, given some facts and a value; nothing if there are too many cases. The first way
    /// is shown.
    pub(super) fn with(
        &mut self,
        groups: &mut Groups,
        store: &mut Store,
        facts: &[Fact],
        tried: &Fact,
        show: &mut dyn FnMut(&Store),
    ) -> Option<bool> {
        store.suppose(facts.iter().chain([tried]), |store| self.fill(groups, store, show))
    }

    fn fill(&mut self, groups: &mut Groups, store: &mut Store, show: &mut dyn FnMut(&Store)) -> Option<bool> {
        self.count += 1;
        if self.count > MOST_CASES {
            return None;
        }
        let instances = self.instances;
        if groups.follow(&instances, &|other| instances.contains(&other), u64::MAX, store).conflict {
            return Some(false);
        }
        let open = self.places.iter().copied().filter(|&var| !store.is_fixed(var));
        let Some(var) = open.min_by_key(|&var| (store.size(var), var)) else {
            show(store);
            return Some(true);
        };
        if !is_listed(store, var) {
            return None;
        }
        let values: Vec<i64> = store.values(var).collect();
        for value in values {
            let tried = store.fact_of(var, value);
            let found = self.with(groups, store, &[], &tried, show);
            if found != Some(false) {
                return found;
            }
        }
        Some(false)
    }
}

/// The open places of two instances; nothing if they are too many, or too few of them are common to both.
fn open_in(groups: &Groups, instances: [u32; 2], known: &Store) -> Option<Vec<VarId>> {
    let [one, other] = instances.map(|instance| &groups.scopes[instance as usize]);
    let is_open = |var: &&VarId| !known.is_fixed(**var);
    let common = one.iter().filter(is_open).filter(|var| other.binary_search(var).is_ok()).count();
    let open = each_once(one.iter().chain(other).filter(is_open).copied());
    let listed = |&var: &VarId| is_listed(known, var) && known.size(var) <= MOST_VALUES;
    (common >= 2 && open.len() <= MOST_OPEN && open.iter().all(listed)).then_some(open)
}

/// All pairs of instances that have two places in common, those with the fewest places first.
pub(super) fn all_pairs(groups: &Groups) -> Vec<Pair> {
    let mut pairs: Vec<(usize, [u32; 2])> = Vec::new();
    for (number, scope) in groups.scopes.iter().enumerate() {
        let mut others: Vec<u32> =
            scope.iter().flat_map(|var| groups.at[var.0 as usize].iter().copied()).collect();
        others.retain(|&other| other as usize > number);
        others.sort_unstable();
        for same in others.chunk_by(|one, other| one == other).filter(|same| same.len() >= 2) {
            let size = scope.len() + groups.scopes[same[0] as usize].len() - same.len();
            pairs.push((size, [number as u32, same[0]]));
        }
    }
    pairs.sort_unstable();
    pairs.into_iter().map(|(_, instances)| Pair { instances, vain: None }).collect()
}

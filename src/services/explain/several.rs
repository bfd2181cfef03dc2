//! Deductions of several instances: a value is tried, and the instances that refute it are shrunk to as few as possible.
//!
//! How hard that is depends on the rounds of deductions it takes: a try that fails within some rounds still does when more
//! is known.

use super::cases::Cases;
use super::find::Finder;
use super::groups::Groups;
use super::notes::is_listed;
use super::rate::TOGETHER;
use super::tries::{MOST_VALUES, Phase, Refuted};
use super::{Kind, Known, Link, Step};
use crate::solver::engine::shrink::minimal;
use crate::solver::engine::{Fact, Store, VarId};

/// How many refuted values are looked at more closely before steps are made of them.
const MOST_SHRUNK: usize = 12;

impl Finder<'_> {
    /// The values that may be tried, smallest domains first.
    fn open_values(&self) -> Vec<(VarId, i64)> {
        let known = &self.notes.known;
        let mut open: Vec<VarId> = (0..self.notes.placed.len() as u32)
            .map(VarId)
            .filter(|&var| is_listed(known, var) && (2..=MOST_VALUES).contains(&known.size(var)))
            .collect();
        open.sort_by_key(|&var| (known.size(var), var));
        open.into_iter().flat_map(|var| known.values(var).map(move |value| (var, value))).collect()
    }

    /// A value that a try refutes, by as few instances as were found.
    pub(super) fn refuted(&mut self, phase: Phase, stop: &dyn Fn() -> bool) -> Option<Step> {
        let index = phase as usize;
        loop {
            while let Some(found) = self.phases.ready[index].pop() {
                // What was refuted still is; it may have been ruled out otherwise by now.
                if self.notes.known.contains(found.var, found.value) {
                    let kind = if found.rounds <= TOGETHER { Kind::Together } else { Kind::LookAhead };
                    // People know a fish even where other ways to see it are as short.
                    let fish =
                        self.fish(Some((found.var, found.value)), stop).filter(|_| kind == Kind::Together);
                    return Some(match fish {
                        Some(fish) => Step { rounds: found.rounds, ..fish },
                        None => self.refutation(found, kind),
                    });
                }
            }
            let mut refuted = self.tries(phase, stop);
            if refuted.is_empty() {
                return None;
            }
            for found in &mut refuted {
                self.shrink(found);
            }
            refuted.sort_by_key(|found| {
                std::cmp::Reverse((found.instances.len(), found.facts.len(), found.var, found.value))
            });
            self.phases.ready[index] = refuted;
        }
    }

    /// Tries values, and takes some of those that fail in the fewest rounds.
    fn tries(&mut self, phase: Phase, stop: &dyn Fn() -> bool) -> Vec<Refuted> {
        let mut refuted: Vec<Refuted> = Vec::new();
        let mut most = phase.rounds();
        for (var, value) in self.open_values() {
            if stop() {
                break;
            }
            if self.phases.is_vain(phase, var, value) {
                continue;
            }
            if let Some(found) = self.refute(phase, var, value, most) {
                if found.rounds < most {
                    most = found.rounds;
                    refuted.retain(|other| other.rounds <= most);
                }
                refuted.push(found);
                if refuted.len() >= MOST_SHRUNK {
                    break;
                }
            }
        }
        refuted
    }

    /// A step that rules a tried value out.
    pub(super) fn refutation(&mut self, mut found: Refuted, kind: Kind) -> Step {
        let told =
            if matches!(kind, Kind::Together | Kind::LookAhead) { self.chain(&mut found) } else { None };
        let mut out = self.also(&found, kind);
        out.insert(0, (found.var, found.value));
        let known = &self.notes.known;
        let mut left: Vec<Fact> = Vec::new();
        for (var, value) in out {
            match left.iter_mut().find(|fact| fact.var == var) {
                Some(fact) => *fact = fact.clone().without(known, value).unwrap_or_else(|| fact.clone()),
                None => left.extend(known.fact(var).without(known, value)),
            }
        }
        self.refuting(found, kind, left, told.unwrap_or_default())
    }

    /// The step from the facts that refute a value to what is left.
    pub(super) fn refuting(&self, found: Refuted, kind: Kind, left: Vec<Fact>, chain: Vec<Link>) -> Step {
        let Refuted { var, value, instances, mut facts, runs, rounds } = found;
        facts.sort_by_key(|fact| fact.var);
        let premises: Vec<Known> = facts.into_iter().map(|fact| self.notes.premise(fact)).collect();
        let mut step = Step {
            kind,
            conclusions: left.into_iter().map(|fact| self.notes.conclusion(fact)).collect(),
            small: instances.iter().all(|&instance| self.is_small(instance)),
            instances,
            grounds: self.grounds(&premises),
            premises,
            tried: Some((var, value, runs)),
            chain,
            rounds,
            ..Step::default()
        };
        self.name_step(&mut step);
        self.rest_on_conclusions(&mut step);
        step
    }

    /// The other values that the same instances refute from the same facts.
    fn also(&mut self, found: &Refuted, kind: Kind) -> Vec<(VarId, i64)> {
        let Finder { explainer, notes, desk, .. } = self;
        let groups = &mut explainer.groups;
        let scope = groups.places(&found.instances);
        let mut out = Vec::new();
        for var in scope.into_iter().filter(|&var| is_listed(&notes.known, var) && !notes.known.is_fixed(var))
        {
            for value in notes.known.values(var).filter(|&value| (var, value) != (found.var, found.value)) {
                let tried = desk.fact_of(var, value);
                let refuted = match (kind, &found.instances[..]) {
                    (Kind::Cases, &[one, other]) => {
                        let mut cases = Cases::new([one, other], groups);
                        cases.with(groups, desk, &found.facts, &tried, &mut |_| {}) == Some(false)
                    }
                    (Kind::Together | Kind::LookAhead, instances) => {
                        clash(groups, instances, &found.facts, &tried, found.rounds, desk)
                    }
                    _ => false,
                };
                if refuted {
                    out.push((var, value));
                }
            }
        }
        out
    }

    /// Tries a value on what is known; if that leads to a contradiction, says which instances led there.
    fn refute(&mut self, phase: Phase, var: VarId, value: i64, most: u64) -> Option<Refuted> {
        let Finder { explainer, notes, .. } = self;
        let groups = &mut explainer.groups;
        let small = if phase == Phase::Glance { groups.small.clone() } else { Vec::new() };
        let wanted = |instance: u32| small.get(instance as usize).is_none_or(|small| *small);
        notes.known.push_level();
        // The value is there, so deciding for it cannot fail.
        let _possible = notes.known.fix(var, value);
        let first = groups.at[var.0 as usize].clone();
        let followed = groups.follow(&first, &wanted, most, &mut notes.known);
        notes.known.pop_level();
        if !followed.conflict {
            if most == phase.rounds() {
                self.phases.note_vain(phase, var, value, followed.touched);
            }
            return None;
        }
        let used = self.explainer.groups.used(&followed.runs);
        let mut instances: Vec<u32> = Vec::new();
        for run in &used {
            if !instances.contains(&run.instance) {
                instances.push(run.instance);
            }
        }
        let (runs, rounds) = (used.len() as u64, followed.rounds);
        Some(Refuted { var, value, instances, facts: Vec::new(), runs, rounds })
    }

    /// Finds as few instances as possible, and then as few facts, that refute a value.
    fn shrink(&mut self, found: &mut Refuted) {
        let Finder { explainer, notes, desk, .. } = self;
        let groups = &mut explainer.groups;
        let tried = desk.fact_of(found.var, found.value);
        // What was used last is nearest to the contradiction, and stays if there is a choice.
        let known = &mut notes.known;
        found.instances =
            minimal(found.instances.clone(), |fewer| clash(groups, fewer, &[], &tried, found.rounds, known));
        let mut scope = groups.places(&found.instances);
        scope.retain(|&var| var != found.var);
        let instances = &found.instances;
        found.facts =
            minimal(notes.facts(&scope), |fewer| clash(groups, instances, fewer, &tried, u64::MAX, desk));
    }
}

/// Whether some instances and facts contradict a value that is tried.
pub(super) fn clash(
    groups: &mut Groups,
    instances: &[u32],
    facts: &[Fact],
    tried: &Fact,
    rounds: u64,
    store: &mut Store,
) -> bool {
    store.suppose(facts.iter().chain([tried]), |store| {
        groups.follow(instances, &|other| instances.contains(&other), rounds, store).conflict
    })
}

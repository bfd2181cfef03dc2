//! Steps out of deductions: facts as weak as they may be, all that follows from them, and the marks they rest on.

use super::find::Finder;
use super::notes::{Source, is_listed};
use super::rate::is_short;
use super::single::{Candidate, fixed, follows};
use super::{Kind, Known, Step};
use crate::engine::{Fact, VarId};

impl Finder<'_, '_> {
    /// A step out of a deduction: facts as weak as they may be, and all that follows from them.
    pub(super) fn step(&mut self, candidate: Candidate, kind: Kind) -> Step {
        let (placing, only) = (kind <= Kind::Forced, candidate.only);
        let Candidate { instance, mut facts, target, by_trial, .. } = candidate;
        facts.sort_by_key(|fact| fact.var);
        let small = self.is_small(instance);
        let Finder { explainer, notes, desk, .. } = self;
        for at in 0..facts.len() {
            let var = facts[at].var;
            if notes.placed[var.0 as usize] || !is_listed(&notes.declared, var) {
                continue;
            }
            let out: Vec<i64> = desk.values(var).filter(|&value| !facts[at].allows(desk, value)).collect();
            for value in out {
                let weaker = facts[at].clone().with(desk, value);
                let fact = std::mem::replace(&mut facts[at], weaker);
                if !follows(&mut explainer.groups, desk, instance, &facts, target.as_ref(), by_trial) {
                    facts[at] = fact;
                }
            }
        }
        let conclusions =
            target.map_or_else(Vec::new, |target| self.consequences(instance, &facts, &target, placing));
        let only_place = only && conclusions.len() == 1;
        let premises: Vec<Known> = facts.into_iter().map(|fact| self.notes.premise(fact)).collect();
        let marks = self.marks_of(&premises);
        Step {
            kind,
            conclusions,
            instances: vec![instance],
            premises,
            marks,
            tried: None,
            chain: Vec::new(),
            dead: None,
            only_place,
            rounds: 1,
            small,
        }
    }

    /// All that an instance finds out from some facts: the values it places, or else all it rules out.
    fn consequences(&mut self, instance: u32, facts: &[Fact], target: &Fact, placing: bool) -> Vec<Known> {
        let Finder { explainer, notes, desk, .. } = self;
        desk.push_level();
        let since = desk.trail().len();
        facts.iter().for_each(|fact| desk.assume(fact));
        // A contradiction among these facts would have been found first.
        let _ran = explainer.groups.run(instance, desk);
        // What was found by trying values is not among what the propagators find out.
        if let Some(both) = desk.fact(target.var).and(desk, target) {
            desk.assume(&both);
        }
        let mut found = Vec::new();
        for var in explainer.groups.changed(desk, since) {
            let is_new = if placing {
                desk.is_fixed(var) && !notes.placed[var.0 as usize]
            } else {
                !desk.fact(var).is_known(&notes.known)
            };
            if is_new && let Some(fact) = notes.known.fact(var).and(desk, &desk.fact(var)) {
                found.push(fact);
            }
        }
        desk.pop_level();
        found.into_iter().map(|fact| self.notes.conclusion(fact)).collect()
    }

    /// Whether a value is ruled out at all other places of the instance, and must therefore be at this one.
    pub(super) fn fits_only(&mut self, instance: u32, unknown: VarId, value: i64) -> bool {
        let Finder { explainer, notes, desk, .. } = self;
        let scope = &explainer.groups.scopes[instance as usize];
        let others: Vec<VarId> = scope.iter().copied().filter(|&var| var != unknown).collect();
        if others.is_empty() || others.iter().any(|&var| notes.known.contains(var, value)) {
            return false;
        }
        let facts = others.iter().map(|&var| {
            let fact = desk.fact(var);
            if desk.contains(var, value) { fact.without(desk, value) } else { Some(fact) }
        });
        let Some(facts) = facts.collect::<Option<Vec<Fact>>>() else { return false };
        let target = fixed(desk, unknown, value);
        follows(&mut explainer.groups, desk, instance, &facts, Some(&target), false)
    }

    /// One value is left, or none.
    pub(super) fn left(&mut self, var: VarId) -> Step {
        let fact = self.notes.known.fact(var);
        let dead = self.dead == Some(var);
        let mut whole = self.notes.premise(fact);
        let conclusions = if dead { Vec::new() } else { vec![Known { not: Vec::new(), ..whole.clone() }] };
        if dead {
            whole.not = self.notes.declared.values(var).collect();
            whole.is = None;
        }
        let marks = self.marks_of(std::slice::from_ref(&whole));
        let mut instances: Vec<u32> = marks.iter().map(|&mark| self.notes.marks[mark].instance).collect();
        instances.sort_unstable();
        instances.dedup();
        let mut placed: Vec<VarId> =
            marks.iter().filter_map(|&mark| self.notes.marks[mark].from.map(|(var, _)| var)).collect();
        placed.sort_unstable();
        placed.dedup();
        let mut premises: Vec<Known> =
            placed.into_iter().map(|var| self.notes.premise(self.notes.known.fact(var))).collect();
        // What steps have ruled out is known of the unknown itself.
        let by_steps: Vec<i64> = whole
            .not
            .iter()
            .copied()
            .filter(|&value| {
                matches!(self.notes.sources.out.get(&(var, value)), Some(Source::Step(_) | Source::Given))
            })
            .collect();
        if !by_steps.is_empty() {
            let desk = &self.desk;
            let fact = by_steps.iter().try_fold(desk.fact(var), |fact, &value| fact.without(desk, value));
            premises.extend(fact.map(|fact| self.notes.premise(fact)));
        }
        Step {
            kind: Kind::Left,
            conclusions,
            instances,
            premises,
            marks,
            tried: None,
            chain: Vec::new(),
            dead: dead.then_some(var),
            only_place: false,
            rounds: 1,
            small: is_short(self.notes.declared.size(var)),
        }
    }

    /// The marks and steps that have ruled out the other values of an unknown, each once.
    pub(super) fn reasons(&self, var: VarId) -> Vec<Source> {
        let whole = self.notes.premise(self.notes.known.fact(var));
        let mut found: Vec<Source> = Vec::new();
        for value in whole.not {
            if let Some(&source) = self.notes.sources.out.get(&(var, value))
                && !found.contains(&source)
            {
                found.push(source);
            }
        }
        found
    }

    /// The marks that premises rest on, each once, in order.
    pub(super) fn marks_of(&self, premises: &[Known]) -> Vec<usize> {
        let mut found: Vec<usize> = Vec::new();
        for premise in premises {
            for source in self.notes.sources.of(premise) {
                if let Source::Mark(mark) = source {
                    found.push(mark);
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}

//! Steps out of deductions: facts as weak as they may be, all that follows from them, and the marks they rest on.

use super::find::Finder;
use super::notes::{Source, is_listed};
use super::rate::is_short;
use super::single::follows;
use super::tries::Candidate;
use super::{Kind, Known, Only, Origin, Step};
use crate::solver::engine::{Fact, VarId};

impl Finder<'_> {
    /// A step out of a deduction: facts as weak as they may be, and all that follows from them.
    pub(super) fn step(&mut self, candidate: Candidate, kind: Kind) -> Step {
        let placing = kind <= Kind::Forced;
        let Candidate { instance, mut facts, target, by_trial, only, .. } = candidate;
        facts.sort_by_key(|fact| fact.var);
        let small = self.is_small(instance);
        let Finder { explainer, notes, desk, .. } = self;
        // What rules a value out at all other places is as weak as it may be.
        for at in 0..if only { 0 } else { facts.len() } {
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
        let mut conclusions = target
            .as_ref()
            .map_or_else(Vec::new, |target| self.consequences(instance, &facts, target, placing));
        if by_trial && !placing && target.is_some() {
            self.tried_as_well(instance, &facts, &mut conclusions);
        }
        let premises: Vec<Known> = facts.into_iter().map(|fact| self.notes.premise(fact)).collect();
        let mut step = Step { kind, premises, instances: vec![instance], small, ..Step::default() };
        if let (true, Some(target)) = (only, target) {
            conclusions.retain(|known| known.unknown == target.var);
            let values: Vec<i64> = conclusions.iter().filter_map(|known| known.is).collect();
            step.only = vec![Only { instance, values, places: vec![target.var] }];
        }
        step.conclusions = conclusions;
        step.grounds = self.grounds(&step.premises);
        self.explainer.name_step(&mut step);
        if !placing {
            self.rest_on_conclusions(&mut step);
        }
        step
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

    /// Adds what the same instance rules out of other places from the same facts if values are tried.
    fn tried_as_well(&mut self, instance: u32, facts: &[Fact], conclusions: &mut Vec<Known>) {
        for fact in self.pending[instance as usize].clone() {
            let at = conclusions.iter().position(|known| known.unknown == fact.var);
            let mut left =
                at.map_or_else(|| self.notes.known.fact(fact.var), |at| conclusions[at].fact.clone());
            let before = left.clone();
            for (value, target) in self.targets(&fact) {
                let Finder { explainer, desk, .. } = self;
                if left.allows(desk, value)
                    && follows(&mut explainer.groups, desk, instance, facts, Some(&target), true)
                    && let Some(less) = left.clone().without(desk, value)
                {
                    left = less;
                }
            }
            if left != before {
                let known = self.notes.conclusion(left);
                match at {
                    Some(at) => conclusions[at] = known,
                    None => conclusions.push(known),
                }
            }
        }
        conclusions.sort_by_key(|known| known.unknown);
    }

    /// Adds to a step without premises what other instances of its law say by themselves.
    pub(super) fn alike(&mut self, step: &mut Step) {
        let &[instance] = &step.instances[..] else { return };
        if self.is_unseen(step) {
            return;
        }
        let law_of = |explainer: &super::Explainer, one: u32| explainer.ground.instances[one as usize].law;
        let law = law_of(self.explainer, instance);
        let mut others: Vec<Candidate> =
            self.cache.values().filter(|other| other.says_alone()).cloned().collect();
        others.retain(|other| other.instance != instance && law_of(self.explainer, other.instance) == law);
        others.sort_by_key(|other| (other.instance, other.target.as_ref().map(|target| target.var)));
        for other in others {
            let kind = self.kind(&other);
            let told = |known: &Known| step.conclusions.iter().any(|old| old.unknown == known.unknown);
            let (one, small) = (other.instance, self.is_small(other.instance));
            if kind == step.kind && small == step.small && !step.instances.contains(&one) {
                let more = self.step(other, kind).conclusions;
                if !more.is_empty() && !more.iter().any(told) {
                    step.instances.push(one);
                    step.conclusions.extend(more);
                }
            }
        }
    }

    /// The facts that rule a value out at all other places of an instance, if it must therefore be at this one and none of
    /// them can be left out.
    pub(super) fn fits_only(&mut self, instance: u32, unknown: VarId, value: i64) -> Option<Vec<Fact>> {
        let Finder { explainer, notes, desk, .. } = self;
        let scope = &explainer.groups.scopes[instance as usize];
        let others: Vec<VarId> = scope.iter().copied().filter(|&var| var != unknown).collect();
        // Of two places it is simpler to say what the other one is not.
        if others.len() < 2 || others.iter().any(|&var| notes.known.contains(var, value)) {
            return None;
        }
        let concerned = others.into_iter().filter(|&var| desk.contains(var, value));
        let facts = concerned.map(|var| {
            if notes.placed[var.0 as usize] {
                return Some(notes.known.fact(var));
            }
            desk.fact(var).without(desk, value)
        });
        let facts = facts.collect::<Option<Vec<Fact>>>()?;
        let target = desk.fact_of(unknown, value);
        let mut implies =
            |facts: &[Fact]| follows(&mut explainer.groups, desk, instance, facts, Some(&target), false);
        let needed = |at: usize, implies: &mut dyn FnMut(&[Fact]) -> bool| {
            !implies(&[&facts[..at], &facts[at + 1..]].concat())
        };
        (implies(&facts) && (0..facts.len()).all(|at| needed(at, &mut implies))).then_some(facts)
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
        let mut grounds = self.ruled_out(&whole);
        let marks: Vec<usize> = grounds.iter().filter_map(Origin::mark).collect();
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
                !matches!(self.notes.sources.out.get(&(var, value)), None | Some(Source::Mark(_)))
            })
            .collect();
        if !by_steps.is_empty() {
            let desk = &self.desk;
            let fact = by_steps.iter().try_fold(desk.fact(var), |fact, &value| fact.without(desk, value));
            premises.extend(fact.map(|fact| self.notes.premise(fact)));
        }
        grounds.extend(self.grounds(&premises).into_iter().filter(|ground| ground.unknown != var));
        let mut step = Step {
            conclusions,
            instances,
            premises,
            grounds,
            dead: dead.then_some(var),
            small: is_short(self.notes.declared.size(var)),
            ..Step::default()
        };
        self.explainer.name_step(&mut step);
        step
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
}

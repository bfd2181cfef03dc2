//! Trust at run time: each step is derived once more from its premises alone, and the end is shown to the independent
//! checker.

use super::cases::Cases;
use super::find::Finder;
use super::notes::is_listed;
use super::several::clash;
use super::single::follows;
use super::{Ending, Kind, Known, Step, Technique};
use crate::board::check::all_broken;
use crate::language::term::TermId;
use crate::services::solve::Failure;
use crate::solver::engine::{Fact, Store, VarId};

impl Finder<'_> {
    /// Refuses a step whose premises are not known, or do not imply its conclusions.
    pub(super) fn check(&mut self, step: &Step) -> Result<(), Failure> {
        let known = &self.notes.known;
        let sound = step.premises.iter().all(|premise| premise.fact.is_known(known)) && self.is_implied(step);
        if sound {
            return Ok(());
        }
        let told = self.explainer.teller().result(step);
        Err(Failure::Refused(format!(
            "step {} of the explanation ({told}) does not follow",
            self.steps.len() + 1
        )))
    }

    fn is_implied(&mut self, step: &Step) -> bool {
        let facts: Vec<Fact> = step.premises.iter().map(|premise| premise.fact.clone()).collect();
        let Finder { explainer, notes, desk, .. } = self;
        let groups = &mut explainer.groups;
        let refuted =
            step.conclusions.iter().flat_map(|known| known.not.iter().map(|&out| (known.unknown, out)));
        let mut is_refuted = |(var, value): (VarId, i64)| {
            let tried = desk.fact_of(var, value);
            match (step.kind, &step.instances[..]) {
                // The solver has refuted it; there is no shorter proof.
                (Kind::Search, _) => true,
                (Kind::Cases, &[one, other]) => {
                    Cases::new([one, other], groups).with(groups, desk, &facts, &tried, &mut |_| {})
                        == Some(false)
                }
                (_, instances) => clash(groups, instances, &facts, &tried, u64::MAX, desk),
            }
        };
        if matches!(step.technique, Some(Technique::Fish(_))) {
            return explainer.is_fish(step);
        }
        if step.tried.is_some() {
            return refuted.into_iter().all(&mut is_refuted);
        }
        match (step.kind, &step.instances[..]) {
            (Kind::Left, _) => step.conclusions.iter().all(|known| {
                let out = notes.premise(notes.known.fact(known.unknown)).not;
                out.into_iter().all(|value| notes.sources.out.contains_key(&(known.unknown, value)))
            }),
            (_, &[instance]) if step.conclusions.is_empty() => {
                follows(groups, desk, instance, &facts, None, true)
            }
            // Each conclusion follows from one instance.
            (_, instances) => step.conclusions.iter().all(|known| {
                let Some(target) = target(desk, step.kind, known) else { return false };
                let follows = |&one: &u32| follows(groups, desk, one, &facts, Some(&target), true);
                instances.iter().any(follows)
            }),
        }
    }

    /// The values at the end as the language knows them, if all are known; the independent checker must find no fault.
    pub(super) fn finished(&mut self, ending: Ending) -> Result<Option<Vec<TermId>>, Failure> {
        if ending != Ending::Solved {
            return Ok(None);
        }
        let mut values: Vec<TermId> = Vec::new();
        for var in (0..self.notes.placed.len() as u32).map(VarId) {
            let Some(code) = self.notes.known.value(var) else { return Ok(None) };
            let Some(term) = self.term(var, code) else { return Ok(None) };
            values.push(term);
        }
        let explainer = &mut *self.explainer;
        // The budget is for one solution, not for all that are ever checked.
        explainer.ground.world.steps = 0;
        explainer.ground.world.deadline.grant();
        match all_broken(&mut explainer.ground.world, &values) {
            Ok(broken) if broken.is_empty() => Ok(Some(values)),
            Ok(broken) => {
                let law = &explainer.program().laws[broken[0].law];
                let title = broken[0].title(law, explainer.world());
                Err(Failure::Refused(format!("the explanation ends with values that break {title}")))
            }
            Err(wrong) => Err(Failure::Rules(wrong)),
        }
    }
}

/// What a conclusion adds, without what was known of its unknown before.
fn target(desk: &Store, kind: Kind, known: &Known) -> Option<Fact> {
    match known.is {
        Some(value) if kind <= Kind::Forced => Some(desk.fact_of(known.unknown, value)),
        _ if is_listed(desk, known.unknown) => {
            desk.fact(known.unknown).without_all(desk, known.not.iter().copied())
        }
        _ => Some(known.fact.clone()),
    }
}

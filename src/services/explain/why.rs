//! Answers to "why?": the steps that one value rests on, and the laws and givens that contradict each other.

use super::cores::{Cores, Effort, Part};
use super::notes::Source;
use super::{Ending, Explainer, Explanation, Origin, Step};
use crate::services::solve::{Failure, Givens};
use crate::solver::engine::shrink::minimal;
use crate::solver::engine::{Conflict, VarId};

/// What is asked about one unknown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claim {
    /// The unknown.
    pub unknown: VarId,
    /// The value.
    pub value: i64,
    /// Whether the unknown is said to have the value, or not to have it.
    pub is: bool,
}

/// What a claim rests on.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Slice {
    /// The steps that matter, in order.
    pub steps: Vec<usize>,
    /// The mark that the claim is, if it is one.
    pub mark: Option<usize>,
    /// The givens that matter, in the order of the unknowns.
    pub givens: Vec<VarId>,
}

/// The part of an explanation that a claim rests on; nothing if the explanation does not come to it.
pub fn slice(explanation: &Explanation, claim: Claim) -> Option<Slice> {
    let Claim { unknown, value, is } = claim;
    let notes = &explanation.notes;
    let source = if is {
        let source = *notes.placed.get(&unknown)?;
        (explanation.known.value(unknown) == Some(value)).then_some(source)?
    } else {
        let placed = || notes.placed.get(&unknown).filter(|_| !explanation.known.contains(unknown, value));
        *notes.out.get(&(unknown, value)).or_else(placed)?
    };
    let mut slice = Slice::default();
    if let Source::Mark(mark) = source {
        slice.mark = Some(mark);
    }
    trace(explanation, vec![(source, unknown)], &mut slice);
    Some(slice)
}

/// Adds all that some sources rest on.
fn trace(explanation: &Explanation, mut open: Vec<(Source, VarId)>, slice: &mut Slice) {
    let mut seen = vec![false; explanation.steps.len()];
    while let Some((source, unknown)) = open.pop() {
        match source {
            Source::Given => slice.givens.push(unknown),
            Source::Here => {}
            Source::Hidden(hidden) => {
                open.extend(explanation.told[hidden].map(|step| (Source::Step(step), unknown)));
            }
            Source::Mark(mark) => {
                if let Some((from, _)) = explanation.marks[mark].from
                    && let Some(&source) = explanation.notes.placed.get(&from)
                {
                    open.push((source, from));
                }
            }
            Source::Step(step) => {
                if std::mem::replace(&mut seen[step], true) {
                    continue;
                }
                slice.steps.push(step);
                if explanation.steps[step].parts().any(Step::is_blind) {
                    // It was refuted from what is given, nobody knows how much of that.
                    open.extend(explanation.givens.iter().map(|&(given, _)| (Source::Given, given)));
                }
                for premise in explanation.steps[step].parts().flat_map(|part| &part.premises) {
                    let sources = explanation.notes.of(premise).into_iter();
                    open.extend(sources.map(|source| (source, premise.unknown)));
                }
            }
        }
    }
    slice.steps.sort_unstable();
    slice.givens.sort_unstable();
    slice.givens.dedup();
}

/// Laws and givens that contradict each other (an unsatisfiable core; minimal, a MUS).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clash {
    /// The instances, by number, in order.
    pub instances: Vec<u32>,
    /// The givens.
    pub givens: Vec<(VarId, i64)>,
    /// Whether it was decided of each that it cannot be left out.
    pub minimal: bool,
}

impl Clash {
    fn of(parts: &[Part], minimal: bool) -> Clash {
        let mut clash = Clash { instances: Vec::new(), givens: Vec::new(), minimal };
        for part in parts {
            match *part {
                Part::Instance(instance) => clash.instances.push(instance),
                Part::Is(unknown, value) => clash.givens.push((unknown, value)),
                Part::Known(_) => debug_assert!(false, "only what is given"),
            }
        }
        clash.instances.sort_unstable();
        clash
    }
}

/// Decisions for each question whether something can be left out.
const DECISIONS: u64 = 5_000;

/// Why a puzzle has no solution: instances and givens that contradict each other, none of which can be left out. Nothing
/// if the explanation is not one of a puzzle without solution.
pub fn none(
    explainer: &mut Explainer,
    explanation: &Explanation,
    givens: &Givens,
    stop: &dyn Fn() -> bool,
) -> Result<Option<Clash>, Failure> {
    if explanation.ending != Ending::Contradiction || explanation.steps.is_empty() {
        return Ok(None);
    }
    let parts = parts(explainer, explanation, givens);
    let parts = minimal(parts.clone(), |fewer| conflicts(explainer, fewer) || fewer.len() == parts.len());
    let instances = parts.iter().filter_map(|part| match part {
        Part::Instance(instance) => Some(*instance),
        Part::Is(..) | Part::Known(_) => None,
    });
    let mut cores = Cores::new(explainer, instances.collect())?;
    let effort = Effort { first: DECISIONS, each: DECISIONS, all: u64::MAX };
    let core = cores.least(&parts, effort, stop);
    Ok(Some(core.map_or_else(|| Clash::of(&parts, false), |core| Clash::of(&core.parts, core.minimal))))
}

/// So many laws that are broken by themselves are looked at for the shortest reason.
const MOST_BROKEN: usize = 20;

/// So many runs of instances are worth a reason that nobody has asked for.
const MOST_RUNS: usize = 50_000;

/// A reason with more parts than this is not seen at once.
const MOST_PARTS: usize = 10;

/// Why a puzzle has no solution, if that is seen at once: givens that break one law, as few as possible; else a few laws and
/// givens that contradict each other by deductions of single laws.
pub fn at_once(explainer: &mut Explainer, given: &Givens) -> Option<Clash> {
    let mut runs = 0;
    let mut least: Option<Vec<Part>> = None;
    let givens = told(explainer, given);
    let broken = explainer.broken(given);
    let mut sets: Vec<Vec<u32>> =
        broken.into_iter().take(MOST_BROKEN).map(|instance| vec![instance]).collect();
    if sets.is_empty() {
        let mut store = explainer.declared.clone();
        let possible = givens.iter().all(|&(var, value)| store.fix(var, value).is_ok());
        let all: Vec<u32> = (0..explainer.groups.len() as u32).collect();
        let followed = explainer.groups.follow(&all, &|_| true, u64::MAX, &mut store);
        if possible && !followed.conflict {
            return None;
        }
        let mut used: Vec<u32> =
            explainer.groups.used(&followed.runs).into_iter().map(|run| run.instance).collect();
        used.sort_unstable();
        used.dedup();
        sets.push(if possible { used } else { Vec::new() });
    }
    for set in sets {
        let concerns = |&(var, _): &(VarId, i64)| {
            set.is_empty()
                || set.iter().any(|&one| explainer.groups.scopes[one as usize].binary_search(&var).is_ok())
        };
        let given = givens.iter().copied().filter(concerns).map(|(var, value)| Part::Is(var, value));
        let parts = given.chain(set.iter().copied().map(Part::Instance)).collect();
        let parts = minimal(parts, |fewer| {
            runs += fewer.len();
            runs < MOST_RUNS && conflicts(explainer, fewer)
        });
        if least.as_ref().is_none_or(|least| parts.len() < least.len()) {
            least = Some(parts);
        }
    }
    let parts = least.filter(|parts| runs < MOST_RUNS && parts.len() <= MOST_PARTS)?;
    Some(Clash::of(&parts, true))
}

/// What is given, as the explainer knows it.
fn told(explainer: &Explainer, givens: &Givens) -> Vec<(VarId, i64)> {
    givens.iter().map(|&(unknown, value)| (VarId(unknown.0), explainer.code(value))).collect()
}

/// What the contradiction at the end rests on; everything, if a search was part of it of which no more is known.
fn parts(explainer: &Explainer, explanation: &Explanation, givens: &Givens) -> Vec<Part> {
    let mut slice = Slice::default();
    let last = explanation.steps.len() - 1;
    trace(explanation, vec![(Source::Step(last), VarId(0))], &mut slice);
    let steps = || slice.steps.iter().flat_map(|&step| explanation.steps[step].parts());
    let all = 0..explainer.instances().len() as u32;
    if steps().any(Step::is_blind) {
        let givens = told(explainer, givens).into_iter().map(|(var, value)| Part::Is(var, value));
        return givens.chain(all.map(Part::Instance)).collect();
    }
    let marks = steps().flat_map(|step| &step.grounds).filter_map(Origin::mark);
    let marks = marks.map(|mark| explanation.marks[mark].instance);
    let mut instances: Vec<u32> =
        steps().flat_map(|step| step.instances.iter().copied()).chain(marks).collect();
    instances.sort_unstable();
    instances.dedup();
    let used = |(var, _): &(VarId, i64)| slice.givens.binary_search(var).is_ok();
    let givens = told(explainer, givens).into_iter().filter(used);
    givens.map(|(var, value)| Part::Is(var, value)).chain(instances.into_iter().map(Part::Instance)).collect()
}

/// Whether some parts contradict each other by propagation alone.
fn conflicts(explainer: &mut Explainer, parts: &[Part]) -> bool {
    let mut store = explainer.declared.clone();
    let mut instances: Vec<u32> = Vec::new();
    for part in parts {
        let held = match part {
            &Part::Instance(instance) => {
                instances.push(instance);
                Ok(())
            }
            &Part::Is(var, value) => store.fix(var, value),
            Part::Known(fact) => store.hold(fact),
        };
        if held == Err(Conflict) {
            return true;
        }
    }
    let wanted = |other: u32| instances.contains(&other);
    explainer.groups.follow(&instances, &wanted, u64::MAX, &mut store).conflict
}

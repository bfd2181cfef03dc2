//! Hints: the steps of an explanation, each with what must be on the board before it and what it puts there.

use serde::Serialize;

use super::Visible;
use crate::board::unknown::UnknownId;
use crate::services::explain::{Explainer, Explanation, Known, Source, Step};
use crate::solver::engine::VarId;

/// The places of more laws than this point nowhere.
const MOST_SCOPES: usize = 3;

/// A step. Places are by number, values by their numbers in the hold.
#[derive(Debug, Serialize)]
pub struct Hint {
    /// Where to look.
    look: String,
    /// What follows.
    title: String,
    /// Why.
    text: String,
    /// Where what it rests on comes from.
    remarks: Vec<String>,
    /// What is placed.
    is: Vec<(u32, usize)>,
    /// What is ruled out.
    not: Vec<(u32, Vec<usize>)>,
    /// The places that it rests on.
    reason: Vec<u32>,
    /// The places that its laws speak of.
    scope: Vec<u32>,
    /// The steps that it rests on, by number from 0.
    from: Vec<usize>,
}

/// All steps.
pub(super) fn hints(explainer: &Explainer, explanation: &Explanation, visible: &Visible) -> Vec<Hint> {
    explanation.steps.iter().map(|step| hint(explainer, explanation, step, visible)).collect()
}

fn hint(explainer: &Explainer, explanation: &Explanation, step: &Step, visible: &Visible) -> Hint {
    let teller = explainer.teller();
    let number = |var: VarId| visible.number(UnknownId(var.0));
    let rank = |var: VarId, code: i64| {
        explainer.truth().domain_codes(UnknownId(var.0)).iter().position(|&known| known == code)
    };
    let placed = |known: &Known| Some((number(known.unknown)?, rank(known.unknown, known.is?)?));
    let ruled_out = |known: &Known| {
        let out: Vec<usize> = known.not.iter().filter_map(|&code| rank(known.unknown, code)).collect();
        (known.is.is_none() && !out.is_empty()).then_some(())?;
        Some((number(known.unknown)?, out))
    };
    let mut reason: Vec<u32> = Vec::new();
    let mut from: Vec<usize> = Vec::new();
    for part in step.parts() {
        reason.extend(part.premises.iter().filter_map(|known| number(known.unknown)));
        reason.extend(teller.sources(explanation, part).into_iter().filter_map(number));
        from.extend(part.grounds.iter().filter_map(|ground| match ground.source {
            Source::Step(step) => Some(step),
            _ => None,
        }));
    }
    let mut scope: Vec<u32> = Vec::new();
    if step.instances.len() <= MOST_SCOPES {
        let vars = step.instances.iter().flat_map(|&instance| explainer.scope(instance));
        scope.extend(vars.filter_map(|&var| number(var)));
    }
    for list in [&mut reason, &mut scope] {
        list.sort_unstable();
        list.dedup();
    }
    from.sort_unstable();
    from.dedup();
    let reasons: Vec<String> = step.parts().map(|part| teller.reason(part)).collect();
    Hint {
        look: teller.whereabouts(step),
        title: teller.heading(step),
        text: reasons.join("\n"),
        remarks: step.parts().flat_map(|part| teller.grounds(explanation, part)).collect(),
        is: step.conclusions.iter().filter_map(placed).collect(),
        not: step.conclusions.iter().filter_map(ruled_out).collect(),
        reason,
        scope,
        from,
    }
}

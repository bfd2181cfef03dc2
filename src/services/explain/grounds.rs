//! What a step rests on, and where that comes from: the puzzle, a mark, or an earlier step.

use super::find::Finder;
use super::notes::Source;
use super::{Explanation, Known, Step, Teller};
use crate::solver::engine::VarId;

/// Where something that a step rests on comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin {
    /// The unknown.
    pub unknown: VarId,
    /// Its value, if it was placed.
    pub is: Option<i64>,
    /// The values that the step needs to be ruled out, if it was not.
    pub not: Vec<i64>,
    /// What placed it, or ruled them out.
    pub source: Source,
}

impl Origin {
    /// The mark that it comes from.
    pub fn mark(&self) -> Option<usize> {
        match self.source {
            Source::Mark(mark) => Some(mark),
            _ => None,
        }
    }
}

/// Values that fit only in some places of an instance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Only {
    /// The instance. The premises of the step rule the values out at its other places.
    pub instance: u32,
    /// The values.
    pub values: Vec<i64>,
    /// The places.
    pub places: Vec<VarId>,
}

impl Finder<'_> {
    /// Where facts come from.
    pub(super) fn grounds(&self, premises: &[Known]) -> Vec<Origin> {
        premises.iter().flat_map(|known| self.grounds_of(known)).collect()
    }

    fn grounds_of(&self, known: &Known) -> Vec<Origin> {
        let unknown = known.unknown;
        match (known.is, self.notes.sources.placed.get(&unknown)) {
            (Some(_), Some(&source)) => vec![Origin { unknown, is: known.is, not: Vec::new(), source }],
            _ => self.ruled_out(known),
        }
    }

    /// Adds to the premises of a step what it needs to know of the places that it finds a value for: what they are not
    /// by this step leaves one value only together with what they were not before.
    pub(super) fn rest_on_conclusions(&self, step: &mut Step) {
        let declared = &self.notes.declared;
        for known in step.conclusions.iter().filter(|known| known.is.is_some() && known.within.is_none()) {
            let alone =
                declared.values(known.unknown).filter(|value| !known.not.contains(value)).count() == 1;
            let told = step.premises.iter().any(|premise| premise.unknown == known.unknown);
            if !alone && !told {
                let own = self.notes.premise(self.notes.known.fact(known.unknown));
                step.grounds.extend(self.ruled_out(&own));
                step.premises.push(own);
            }
        }
    }

    /// Where each value that a fact rules out was ruled out.
    pub(super) fn ruled_out(&self, known: &Known) -> Vec<Origin> {
        let unknown = known.unknown;
        let mut found: Vec<Origin> = Vec::new();
        for &value in &known.not {
            let Some(&source) = self.notes.sources.out.get(&(unknown, value)) else { continue };
            match found.iter_mut().find(|ground| ground.source == source) {
                Some(ground) => ground.not.push(value),
                None => found.push(Origin { unknown, is: None, not: vec![value], source }),
            }
        }
        let wide = self.notes.sources.wide.get(&unknown).into_iter().flatten();
        found.extend(wide.map(|&step| Origin {
            unknown,
            is: None,
            not: Vec::new(),
            source: Source::Step(step),
        }));
        found.sort_by_key(Origin::mark);
        found
    }
}

impl Teller<'_> {
    /// Where the facts that a step rests on come from, a line each; those that say the same of several places together.
    pub fn grounds(&self, explanation: &Explanation, step: &Step) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        // Where a sentence says what fits only somewhere, it does not tell what stands elsewhere.
        let placed: Vec<Known> = step.premises.iter().filter(|known| known.is.is_some()).cloned().collect();
        if !step.only.is_empty() && !placed.is_empty() {
            lines.push(format!("Placed: {}.", self.facts(&placed)));
        }
        let mut marks: Vec<(String, Vec<String>, String)> = Vec::new();
        let mut earlier: Vec<(String, Vec<String>, usize)> = Vec::new();
        for (ground, alike) in self.joined(explanation, &step.grounds) {
            let what = format!("not {}", self.values(ground.unknown, &ground.not, "or"));
            let place = self.name(ground.unknown);
            match ground.source {
                Source::Mark(mark) => {
                    let so_on = if alike { "; and so on" } else { "" };
                    let why = self.because(&explanation.marks[mark]) + so_on;
                    add(&mut marks, what, place, why);
                }
                Source::Step(number) => add(&mut earlier, what, place, number),
                Source::Given | Source::Here | Source::Hidden(_) => {}
            }
        }
        lines.extend(
            marks.into_iter().map(|(what, places, why)| format!("{what} in {}: {why}.", places.join(", "))),
        );
        if !earlier.is_empty() {
            let told = earlier.into_iter().map(|(what, places, number)| {
                format!("{what} in {} (step {})", places.join(", "), number + 1)
            });
            lines.push(format!("Earlier: {}.", told.collect::<Vec<_>>().join("; ")));
        }
        lines
    }

    /// What is ruled out, and whether several instances of one law do so by themselves: these are told together.
    fn joined(&self, explanation: &Explanation, grounds: &[Origin]) -> Vec<(Origin, bool)> {
        let law = |ground: &Origin| {
            let mark = &explanation.marks[ground.mark()?];
            mark.from.is_none().then(|| self.explainer.instances()[mark.instance as usize].law)
        };
        let mut found: Vec<(Origin, bool)> = Vec::new();
        for ground in grounds.iter().filter(|ground| ground.is.is_none() && !ground.not.is_empty()) {
            let same = |(other, _): &&mut (Origin, bool)| {
                other.unknown == ground.unknown && law(ground).is_some() && law(other) == law(ground)
            };
            match found.iter_mut().find(same) {
                Some((other, alike)) => {
                    other.not.extend(&ground.not);
                    *alike = true;
                }
                None => found.push((ground.clone(), false)),
            }
        }
        found
    }

    /// The places whose values make the marks that a step rests on.
    pub fn sources(&self, explanation: &Explanation, step: &Step) -> Vec<VarId> {
        let marks = step.grounds.iter().filter_map(Origin::mark);
        marks.filter_map(|mark| Some(explanation.marks[mark].from?.0)).collect()
    }
}

/// Adds a place to those of which the same is said for the same reason.
fn add<T: PartialEq>(lines: &mut Vec<(String, Vec<String>, T)>, what: String, place: String, why: T) {
    match lines.iter_mut().find(|(same, _, reason)| *same == what && *reason == why) {
        Some((_, places, _)) => places.push(place),
        None => lines.push((what, vec![place], why)),
    }
}

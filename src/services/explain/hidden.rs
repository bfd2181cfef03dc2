//! Hidden unknowns: what is found out about them is told with the first step that rests on it, or not at all.

use super::Step;
use super::find::Finder;
use super::notes::Source;

impl Finder<'_> {
    /// Whether a step says nothing about what solutions are told apart by.
    pub(super) fn is_unseen(&self, step: &Step) -> bool {
        let unknowns = &self.explainer.world().unknowns;
        let mut about = step.conclusions.iter();
        !self.effort.hidden
            && !step.conclusions.is_empty()
            && about.all(|known| unknowns[known.unknown.0 as usize].hidden && known.within.is_none())
    }

    /// Gives a step the deductions about hidden unknowns that it rests on, those that no step before has told.
    pub(super) fn recall(&mut self, step: &mut Step) {
        let number = self.steps.len();
        let mut open = self.unseen_sources(step);
        let mut found: Vec<usize> = Vec::new();
        while let Some(hidden) = open.pop() {
            let (held, told) = &mut self.hidden[hidden];
            if told.is_none() {
                *told = Some(number);
                found.push(hidden);
                let held = held.clone();
                open.extend(self.unseen_sources(&held));
            }
        }
        found.sort_unstable();
        step.before = found.into_iter().map(|hidden| self.hidden[hidden].0.clone()).collect();
        let Step { before, grounds, .. } = step;
        let others = before.iter_mut().flat_map(|other| other.grounds.iter_mut());
        for ground in others.chain(grounds) {
            if let Source::Hidden(hidden) = ground.source {
                ground.source = match self.hidden[hidden].1 {
                    Some(told) if told != number => Source::Step(told),
                    _ => Source::Here,
                };
            }
        }
    }

    /// The deductions about hidden unknowns that a step rests on, also through marks.
    fn unseen_sources(&self, step: &Step) -> Vec<usize> {
        let sources = step.grounds.iter().filter_map(|ground| match ground.source {
            Source::Mark(mark) => {
                let (from, _) = self.notes.marks[mark].from?;
                self.notes.sources.placed.get(&from).copied()
            }
            source => Some(source),
        });
        let hidden = sources.filter_map(|source| match source {
            Source::Hidden(hidden) => Some(hidden),
            _ => None,
        });
        hidden.collect()
    }
}

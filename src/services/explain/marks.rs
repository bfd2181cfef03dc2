//! Marks: what one instance rules out by itself or because of one placed value, noted at once.

use super::Mark;
use super::find::Finder;
use super::notes::{Source, is_listed};
use super::rate::GLANCE;
use super::single::conflicts;
use crate::solver::engine::{Conflict, VarId};

/// Only domains of up to this many values are tried for a mark.
const MOST_TRIED: u64 = 128;

impl Finder<'_> {
    pub(super) fn make_marks(&mut self) {
        while let Some(var) = self.fresh.pop() {
            for at in 0..self.explainer.groups.at[var.0 as usize].len() {
                let instance = self.explainer.groups.at[var.0 as usize][at];
                self.mark(instance, Some(var));
            }
        }
    }

    /// Tries every value of a small instance, whose meaning may be stronger than what its propagators find out.
    fn try_on_desk(&mut self, instance: u32) -> Result<(), Conflict> {
        let Finder { explainer, desk, .. } = self;
        for var in explainer.groups.scopes[instance as usize].clone() {
            if !is_listed(desk, var) || desk.size(var) > MOST_TRIED || desk.is_fixed(var) {
                continue;
            }
            let values: Vec<i64> = desk.values(var).collect();
            for value in values {
                if conflicts(&mut explainer.groups, desk, instance, var, value) {
                    desk.remove(var, value)?;
                }
            }
        }
        Ok(())
    }

    /// What an instance rules out by itself, or because of one placed value.
    pub(super) fn mark(&mut self, instance: u32, from: Option<VarId>) {
        self.desk.push_level();
        if let Some(var) = from {
            self.desk.assume(&self.notes.known.fact(var));
        }
        let since = self.desk.trail().len();
        let mut result = self.explainer.groups.run(instance, &mut self.desk);
        let few = from.is_some() && self.explainer.groups.scopes[instance as usize].len() <= GLANCE;
        if result.is_ok() && (few || self.is_small(instance)) {
            result = self.try_on_desk(instance);
        }
        let mut found = Vec::new();
        if result.is_ok() {
            for other in self.explainer.groups.changed(&self.desk, since) {
                if is_listed(&self.notes.declared, other) {
                    let gone = |value: &i64| !self.desk.contains(other, *value);
                    let not: Vec<i64> = self.notes.known.values(other).filter(gone).collect();
                    found.push((other, not));
                }
            }
        }
        self.desk.pop_level();
        let from = from.and_then(|var| Some((var, self.notes.known.value(var)?)));
        for (unknown, not) in found.into_iter().filter(|(_, not)| !not.is_empty()) {
            let source = Source::Mark(self.notes.marks.len());
            self.notes.marks.push(Mark { instance, from, unknown, not: not.clone() });
            let store = &self.notes.known;
            let left = store.fact(unknown).without_all(store, not.iter().copied());
            let Some(fact) = left else {
                for value in not {
                    self.notes.sources.out.entry((unknown, value)).or_insert(source);
                }
                self.dead = Some(unknown);
                continue;
            };
            let known = self.notes.conclusion(fact);
            self.accept(&known, source);
        }
    }
}

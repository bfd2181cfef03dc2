//! Instances that can be switched on and off, so that one model serves puzzles that differ in their clues.
//!
//! Their propagators are posted on what holds without any of them, share no helping variable with others, and rest until
//! somebody rouses them. What they prune must be undone before they rest again. Besides each has a variable that must be 1 for
//! them to say anything, so that a search that learns can assume it.

use std::ops::Range;

use super::{Model, numbers};
use crate::language::term::FormulaId;
use crate::solver::constraints::clause::Clause;
use crate::solver::engine::{Conflict, Fact, VarId};

/// An instance that can be switched on and off.
#[derive(Clone, Debug)]
pub struct Switch {
    /// Its number.
    pub instance: u32,
    /// What it says.
    pub formula: FormulaId,
    /// Its propagators.
    propagators: Range<u32>,
    /// Must be 1 for them to say anything.
    guard: VarId,
    /// Whether nothing can satisfy it.
    impossible: bool,
}

impl Model {
    /// Posts instances, each with its number, on the domains as they are; all of them rest. The queue is empty.
    pub(super) fn add_switches(&mut self, instances: impl Iterator<Item = (u32, FormulaId)>) {
        let joint = std::mem::replace(&mut self.settings.joint, false);
        for (instance, formula) in instances {
            self.literals.clear();
            self.numbers = numbers::Numbers::default();
            self.engine.origin = Some(instance);
            let first = self.engine.count() as u32;
            let broken = std::mem::take(&mut self.broken);
            let posted = self.post(formula);
            self.post_kept();
            let impossible = posted.is_err() || self.broken;
            self.broken = broken;
            if impossible {
                // One of no conditions holds: never.
                self.engine.post(Box::new(Clause::new(Vec::new())));
            }
            self.post_cages();
            let propagators = first..self.engine.count() as u32;
            let guard = self.engine.store.add_range(0, 1);
            self.engine.guard(propagators.clone(), guard);
            self.switches.push(Switch { instance, formula, propagators, guard, impossible });
        }
        self.engine.origin = None;
        self.settings.joint = joint;
        self.literals.clear();
        self.engine.clear();
        (0..self.switches.len() as u32).for_each(|number| self.switch_off(number));
    }

    /// Whether some instance that can be switched on is beyond all values.
    pub fn has_impossible_switch(&self) -> bool {
        self.switches.iter().any(|switch| switch.impossible)
    }

    /// Switches an instance on: it prunes from the next fixpoint on, until the level is undone and it is switched off.
    pub fn switch_on(&mut self, number: u32) -> Result<(), Conflict> {
        self.rouse(number);
        let guard = self.switches[number as usize].guard;
        self.engine.give(guard, 1)
    }

    /// Lets an instance be switched on by an assumption; it is off now.
    pub fn rouse(&mut self, number: u32) {
        let propagators = self.switches[number as usize].propagators.clone();
        self.engine.rouse(propagators);
    }

    /// What has to be assumed for an instance to be on.
    pub fn is_on(&self, number: u32) -> Fact {
        self.engine.store.fact_of(self.switches[number as usize].guard, 1)
    }

    /// Switches an instance off. Nobody may wait in the queue, and what it has pruned must be undone.
    pub fn switch_off(&mut self, number: u32) {
        let propagators = self.switches[number as usize].propagators.clone();
        self.engine.rest(propagators);
    }
}

//! Instances that can be switched on and off, so that one model serves puzzles that differ in their clues.
//!
//! Their propagators are posted on what holds without any of them, share no helping variable with others, and rest until
//! somebody rouses them. What they prune must be undone before they rest again.

use std::ops::Range;

use super::{Model, numbers};
use crate::language::term::FormulaId;

/// An instance that can be switched on and off.
#[derive(Clone, Debug)]
pub struct Switch {
    /// Its number.
    pub instance: u32,
    /// What it says.
    pub formula: FormulaId,
    /// Its propagators.
    propagators: Range<u32>,
    /// Whether nothing can satisfy it, so that there is no propagator for it.
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
            let impossible = self.post(formula).is_err();
            self.post_kept();
            self.post_cages();
            let propagators = first..self.engine.count() as u32;
            self.switches.push(Switch { instance, formula, propagators, impossible });
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

    /// Switches an instance on: it prunes from the next fixpoint on.
    pub fn switch_on(&mut self, number: u32) {
        let propagators = self.switches[number as usize].propagators.clone();
        self.engine.rouse(propagators);
    }

    /// Switches an instance off. Nobody may wait in the queue, and what it has pruned must be undone.
    pub fn switch_off(&mut self, number: u32) {
        let propagators = self.switches[number as usize].propagators.clone();
        self.engine.rest(propagators);
    }
}

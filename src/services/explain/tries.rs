//! What has been looked into, kept from step to step: deductions of single instances, values that were tried, and pairs.

use std::sync::Arc;

use super::rate::TOGETHER;
use crate::base::hash::Map;
use crate::solver::engine::{Fact, VarId};

/// Only domains of up to this many values are tried.
pub(super) const MOST_VALUES: u64 = 64;

/// A deduction of one instance: what it finds out about one unknown, and from which facts.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) instance: u32,
    /// The facts it needs, none of which can be left out.
    pub(super) facts: Vec<Fact>,
    /// What follows; nothing for a contradiction.
    pub(super) target: Option<Fact>,
    /// How many of the facts are about unknowns that have no value yet.
    pub(super) open: usize,
    /// How much there is to see: the facts, or the places of a set.
    pub(super) size: usize,
    /// Whether one of the facts is a value that the reader has not been told yet.
    pub(super) untold: bool,
    /// Whether values must be tried to see it.
    pub(super) by_trial: bool,
    /// Whether it places a value that is ruled out at all other places of the instance, and follows from that alone.
    pub(super) only: bool,
}

impl Candidate {
    /// What follows from facts about places that are placed.
    pub(super) fn new(instance: u32, facts: Vec<Fact>, target: Option<Fact>) -> Candidate {
        let size = facts.len();
        Candidate { instance, facts, target, open: 0, size, untold: false, by_trial: false, only: false }
    }

    /// Whether it places a value whatever else is known.
    pub(super) fn says_alone(&self) -> bool {
        self.facts.is_empty() && self.target.is_some() && !self.untold
    }
}

/// How far tries go.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Phase {
    /// Two rounds, of instances that are seen at a glance.
    Glance,
    /// Two rounds.
    AtOnce,
    /// As many rounds as can be seen together.
    Soon,
    /// To the end.
    Late,
}

impl Phase {
    pub(super) const COUNT: usize = 4;

    pub(super) fn rounds(self) -> u64 {
        match self {
            Phase::Glance | Phase::AtOnce => 2,
            Phase::Soon => TOGETHER,
            Phase::Late => u64::MAX,
        }
    }
}

/// A value that leads to a contradiction.
#[derive(Clone, Debug)]
pub(super) struct Refuted {
    pub(super) var: VarId,
    pub(super) value: i64,
    /// The instances that led there, each once, in order of first use.
    pub(super) instances: Vec<u32>,
    /// The facts it rests on.
    pub(super) facts: Vec<Fact>,
    /// How many deductions it took.
    pub(super) runs: u64,
    /// In how many rounds.
    pub(super) rounds: u64,
}

/// A try that led nowhere: when, and which instances were looked at.
#[derive(Clone, Debug)]
struct Vain {
    when: u64,
    touched: Arc<[u32]>,
}

/// What came of tries.
#[derive(Clone, Debug)]
pub(super) struct Phases {
    /// For each instance: when an unknown of it last changed.
    changed: Vec<u64>,
    clock: u64,
    vain: [Map<(VarId, i64), Vain>; Phase::COUNT],
    /// Refuted values that no step has been made of, the simplest last.
    pub(super) ready: [Vec<Refuted>; Phase::COUNT],
}

impl Phases {
    pub(super) fn new(instances: usize) -> Phases {
        Phases {
            changed: vec![0; instances],
            clock: 0,
            vain: std::array::from_fn(|_| Map::default()),
            ready: std::array::from_fn(|_| Vec::new()),
        }
    }

    /// Notes that an unknown of an instance has changed.
    pub(super) fn touch(&mut self, instance: u32) {
        self.clock += 1;
        self.changed[instance as usize] = self.clock;
    }

    /// The time.
    pub(super) fn now(&self) -> u64 {
        self.clock
    }

    /// Whether an unknown of some instances has changed since.
    pub(super) fn changed_since(&self, instances: &[u32], when: u64) -> bool {
        instances.iter().any(|&one| self.changed[one as usize] > when)
    }

    /// Whether a try would lead nowhere, as it did before.
    pub(super) fn is_vain(&self, phase: Phase, var: VarId, value: i64) -> bool {
        let before = self.vain[phase as usize].get(&(var, value));
        before.is_some_and(|vain| !self.changed_since(&vain.touched, vain.when))
    }

    /// Notes that a try led nowhere, and which instances it looked at.
    pub(super) fn note_vain(&mut self, phase: Phase, var: VarId, value: i64, mut touched: Vec<u32>) {
        touched.sort_unstable();
        touched.dedup();
        self.vain[phase as usize].insert((var, value), Vain { when: self.clock, touched: touched.into() });
    }
}

/// A pair of instances that have two open places in common.
#[derive(Clone, Debug)]
pub(super) struct Pair {
    pub(super) instances: [u32; 2],
    /// When it was last looked at in vain, if it was.
    pub(super) vain: Option<u64>,
}

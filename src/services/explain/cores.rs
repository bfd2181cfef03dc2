//! Cores: laws and givens that contradict each other, found by one search that learns, in which all of them are assumed.

use super::{Explainer, Fact, VarId};
use crate::board::ground::Ground;
use crate::compile::{Model, Settings};
use crate::services::solve::Failure;
use crate::solver::search::{Answer, Asker, Limits};

/// What may be part of a contradiction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Part {
    /// An unknown has this value.
    Is(VarId, i64),
    /// What is known of an unknown.
    Known(Fact),
    /// An instance of a law holds.
    Instance(u32),
}

/// Some instances on one engine, each of which holds if that is assumed.
#[derive(Debug)]
pub(super) struct Cores {
    model: Model,
    asker: Asker,
    /// The instances, in order.
    instances: Vec<u32>,
}

/// What a search for parts that contradict each other may cost, in decisions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    /// For the first question, whether they do.
    pub(super) first: u64,
    /// For each question whether something can be left out.
    pub(super) each: u64,
    /// When no more such questions are asked.
    pub(super) all: u64,
}

/// Parts that contradict each other.
pub(super) struct Core {
    pub(super) parts: Vec<Part>,
    /// Whether it was decided of each that it cannot be left out.
    pub(super) minimal: bool,
}

impl Cores {
    /// Gets some instances ready, which are in order.
    pub(super) fn new(explainer: &Explainer, instances: Vec<u32>) -> Result<Cores, Failure> {
        let own = instances.iter().map(|&one| explainer.instances()[one as usize].clone()).collect();
        let ground = Ground { instances: own, objective: None, ..explainer.ground.clone() };
        let all: Vec<u32> = (0..instances.len() as u32).collect();
        let settings = Settings { joint: false, ..Settings::default() };
        let mut model = Model::switched(ground, settings, &all).map_err(Failure::Rules)?;
        all.into_iter().for_each(|switch| model.rouse(switch));
        Ok(Cores { model, asker: Asker::default(), instances })
    }

    /// Whether some parts contradict each other: `Never` says which of them, by their places in the list.
    fn refute(&mut self, parts: &[Part], limits: Limits, stop: &dyn Fn() -> bool) -> Answer {
        let fact = |part: &Part| match part {
            Part::Is(var, value) => Some(self.model.engine.store.fact_of(*var, *value)),
            Part::Known(fact) => Some(fact.clone()),
            Part::Instance(instance) => {
                self.instances.binary_search(instance).ok().map(|switch| self.model.is_on(switch as u32))
            }
        };
        // What stands last is assumed first: what follows from it does not rest on others.
        let facts: Vec<_> = parts.iter().rev().filter_map(fact).collect();
        debug_assert_eq!(facts.len(), parts.len(), "all instances are ready");
        match self.asker.ask(&mut self.model, &facts, limits, stop) {
            Answer::Never(core) => {
                let mut core: Vec<usize> = core.into_iter().map(|at| parts.len() - 1 - at).collect();
                core.sort_unstable();
                Answer::Never(core)
            }
            answer => answer,
        }
    }

    /// Parts that contradict each other, of which none can be left out, as far as that is decided within the limits, which are
    /// for each question, and for all of them together. What stands first is left out first. Nothing if it is not known that all
    /// contradict each other.
    pub(super) fn least(&mut self, all: &[Part], effort: Effort, stop: &dyn Fn() -> bool) -> Option<Core> {
        let limits = |steps: u64| Limits { steps: Some(steps), ..Limits::default() };
        let chosen =
            |all: &[Part], places: Vec<usize>| places.into_iter().map(|at| all[at].clone()).collect();
        let before = self.asker.counters.decisions;
        let Answer::Never(core) = self.refute(all, limits(effort.first), stop) else { return None };
        let mut core = Core { parts: chosen(all, core), minimal: true };
        let mut at = 0;
        while at < core.parts.len() {
            let mut fewer = core.parts.clone();
            fewer.remove(at);
            let spent = self.asker.counters.decisions - before;
            if spent >= effort.all || stop() {
                core.minimal = false;
                break;
            }
            match self.refute(&fewer, limits(effort.each), stop) {
                // Those before it cannot be left out of any part of this one.
                Answer::Never(needed) => core.parts = chosen(&fewer, needed),
                Answer::Found(_) => at += 1,
                Answer::Open(_) => {
                    core.minimal = false;
                    at += 1;
                }
            }
        }
        Some(core)
    }
}

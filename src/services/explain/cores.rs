//! Cores: laws and givens that contradict each other, found by one search that learns, in which all of them are assumed.

use super::{Explainer, VarId};
use crate::board::ground::Ground;
use crate::compile::{Model, Settings};
use crate::services::solve::Failure;
use crate::solver::search::{Answer, Asker, Limits};

/// What may be part of a contradiction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    /// An unknown has this value.
    Is(VarId, i64),
    /// An instance of a law holds.
    Instance(u32),
}

/// Some instances on one engine, each of which holds if that is assumed.
pub(super) struct Cores {
    model: Model,
    asker: Asker,
    /// The instances, in order.
    instances: Vec<u32>,
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
        let fact = |&part: &Part| match part {
            Part::Is(var, value) => Some(self.model.engine.store.fact_of(var, value)),
            Part::Instance(instance) => {
                self.instances.binary_search(&instance).ok().map(|switch| self.model.is_on(switch as u32))
            }
        };
        let facts: Vec<_> = parts.iter().filter_map(fact).collect();
        debug_assert_eq!(facts.len(), parts.len(), "all instances are ready");
        self.asker.ask(&mut self.model, &facts, limits, stop)
    }

    /// Parts that contradict each other, of which none can be left out, as far as that is decided within the limits, which are
    /// for each question. What stands first is left out first. Nothing if it is not known that all contradict each other.
    pub(super) fn least(&mut self, all: &[Part], limits: Limits, stop: &dyn Fn() -> bool) -> Option<Core> {
        let Answer::Never(core) = self.refute(all, limits, stop) else { return None };
        let mut core = Core { parts: core.into_iter().map(|at| all[at]).collect(), minimal: true };
        let mut at = 0;
        while at < core.parts.len() {
            let mut fewer = core.parts.clone();
            fewer.remove(at);
            match self.refute(&fewer, limits, stop) {
                // Those before it cannot be left out of any part of this one.
                Answer::Never(needed) => core.parts = needed.into_iter().map(|at| fewer[at]).collect(),
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

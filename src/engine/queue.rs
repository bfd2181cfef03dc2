//! The queue: propagators wait by cost, each once, and cheap ones run dry before dear ones.

use std::collections::VecDeque;

use super::store::{Conflict, Events, Store, VarId};
use crate::hash::Set;

/// How dear a propagator is; cheaper ones run first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Cost {
    /// A few operations.
    Constant,
    /// In proportion to its variables.
    Linear,
    /// More than that.
    High,
    /// Graphs and the like.
    Highest,
}

/// What prunes for a constraint.
///
/// It may be called at any time and must be *correct* (never remove a value that some solution of its constraint uses)
/// and *checking* (conflict if all its variables are fixed and the constraint does not hold).
pub trait Propagator: std::fmt::Debug {
    /// How dear a call is.
    fn cost(&self) -> Cost;

    /// The variables of the constraint, each with the events that should wake it.
    fn watches(&self) -> Vec<(VarId, Events)>;

    /// Prunes.
    fn prune(&mut self, store: &mut Store) -> Result<(), Conflict>;

    /// Whether the constraint holds for these values; by its meaning, not by its pruning.
    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool;

    /// For constraints that count: how much room there is for one more variable with this value. More is better.
    fn room(&self, _store: &Store, _var: VarId, _value: i64) -> Option<i64> {
        None
    }
}

/// A store with its propagators.
#[derive(Debug, Default)]
pub struct Engine {
    /// All domains.
    pub store: Store,
    propagators: Vec<Box<dyn Propagator>>,
    /// For each variable: whom to wake on what.
    watchers: Vec<Vec<(u32, Events)>>,
    queues: [VecDeque<u32>; 4],
    queued: Vec<bool>,
    costs: Vec<Cost>,
    /// For each propagator: its variables.
    scopes: Vec<Box<[VarId]>>,
    /// For each variable: how many conflicts its propagators have found, and how many propagators it has.
    weights: Vec<u64>,
    /// How many times a propagator was called.
    pub calls: u64,
    /// The law instance whose constraints are being posted.
    pub origin: Option<u32>,
    origins: Vec<Option<u32>>,
    /// The law instances whose constraints have pruned or found a conflict.
    pub active: Set<u32>,
}

impl Engine {
    /// Adds a propagator; it will run at the next fixpoint.
    pub fn post(&mut self, propagator: Box<dyn Propagator>) {
        let number = self.propagators.len() as u32;
        self.watchers.resize(self.store.len(), Vec::new());
        self.weights.resize(self.store.len(), 0);
        let mut scope = Vec::new();
        for (var, events) in propagator.watches() {
            self.watchers[var.0 as usize].push((number, events));
            scope.push(var);
        }
        scope.sort_unstable();
        scope.dedup();
        scope.iter().for_each(|var| self.weights[var.0 as usize] += 1);
        self.scopes.push(scope.into());
        self.costs.push(propagator.cost());
        self.propagators.push(propagator);
        self.queued.push(false);
        self.origins.push(self.origin);
        self.wake(number);
    }

    /// The law instance that a propagator was posted for.
    pub fn origin(&self, number: u32) -> Option<u32> {
        self.origins.get(number as usize).copied().flatten()
    }

    fn wake(&mut self, number: u32) {
        if !std::mem::replace(&mut self.queued[number as usize], true) {
            self.queues[self.costs[number as usize] as usize].push_back(number);
        }
    }

    fn wake_watchers(&mut self) {
        self.watchers.resize(self.store.len(), Vec::new());
        while let Some((var, events)) = self.store.changed.pop() {
            for index in 0..self.watchers[var.0 as usize].len() {
                let (number, wanted) = self.watchers[var.0 as usize][index];
                if wanted.meets(events) {
                    self.wake(number);
                }
            }
        }
    }

    /// Runs all propagators until none has anything to do. After a conflict the queue is empty.
    pub fn fixpoint(&mut self) -> Result<(), Conflict> {
        loop {
            self.wake_watchers();
            let next = self.queues.iter_mut().find_map(VecDeque::pop_front);
            let Some(number) = next else { return Ok(()) };
            self.queued[number as usize] = false;
            self.store.cause = number;
            self.calls += 1;
            let prunings = self.store.prunings;
            let result = self.propagators[number as usize].prune(&mut self.store);
            self.store.cause = Store::DECISION;
            if result.is_err() || self.store.prunings > prunings {
                self.active.extend(self.origin(number));
            }
            if result.is_err() {
                for var in &self.scopes[number as usize] {
                    self.weights[var.0 as usize] += 1;
                }
                self.clear();
                return Err(Conflict);
            }
        }
    }

    /// Forgets who was to run: what woke them is being undone.
    pub fn clear(&mut self) {
        self.store.changed.clear();
        for queue in &mut self.queues {
            for number in queue.drain(..) {
                self.queued[number as usize] = false;
            }
        }
    }

    /// How often the constraints on a variable have found conflicts; each counts once more for being there.
    pub fn weight(&self, var: VarId) -> u64 {
        self.weights.get(var.0 as usize).copied().unwrap_or(0)
    }

    /// How much room the counting constraints on a variable leave for a value: the least of them.
    pub fn room(&self, var: VarId, value: i64) -> i64 {
        let watchers = self.watchers.get(var.0 as usize).map_or(&[][..], Vec::as_slice);
        let rooms = watchers
            .iter()
            .filter_map(|&(number, _)| self.propagators[number as usize].room(&self.store, var, value));
        rooms.min().unwrap_or(i64::MAX)
    }
}

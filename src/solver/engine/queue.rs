//! The queue: propagators wait by cost, each once, and cheap ones run dry before dear ones.

use std::collections::VecDeque;

use super::reason::Fact;
use super::store::{Conflict, Events, Store, VarId};
use crate::base::clock::Deadline;

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

/// What people are told about a constraint.
#[derive(PartialEq, Eq, Debug)]
pub struct About {
    /// One or two words, as `gridlog check --plan` prints them.
    pub name: &'static str,
    /// What must hold.
    pub meaning: &'static str,
    /// What its propagator prunes.
    pub prunes: &'static str,
}

/// What prunes for a constraint.
///
/// It may be called at any time and must be *correct* (never remove a value that some solution of its constraint uses)
/// and *checking* (conflict if all its variables are fixed and the constraint does not hold).
pub trait Propagator: std::fmt::Debug {
    /// What people are told about the constraint.
    fn about(&self) -> &'static About;

    /// How dear a call is.
    fn cost(&self) -> Cost;

    /// The variables that wake it, each with the events that do.
    fn watches(&self) -> Vec<(VarId, Events)>;

    /// All variables of the constraint; others than those that wake it only where one propagator of several sees enough.
    fn scope(&self) -> Vec<VarId> {
        self.watches().into_iter().map(|(var, _)| var).collect()
    }

    /// Prunes. What it does depends on the domains of its variables and on nothing else: it is asked again, on other
    /// domains, why it pruned.
    fn prune(&mut self, store: &mut Store) -> Result<(), Conflict>;

    /// Variables whose domains alone force a fact that it found out on these domains, or a conflict; nothing if it takes
    /// a search to tell.
    fn because(&self, _store: &Store, _found: Option<&Fact>) -> Option<Vec<VarId>> {
        None
    }

    /// Whether the constraint holds for these values; by its meaning, not by its pruning.
    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool;

    /// For constraints that count: how much room is left once a variable has this value, if the value takes any.
    fn room(&self, _store: &Store, _var: VarId, _value: i64) -> Option<i64> {
        None
    }
}

/// A store with its propagators.
#[derive(Debug, Default)]
pub struct Engine {
    /// All domains.
    pub store: Store,
    /// The law instance whose constraints are being posted; nothing for what only ties a helping variable to its meaning.
    pub origin: Option<u32>,
    posts: Vec<Post>,
    propagators: Vec<Box<dyn Propagator>>,
    /// For each variable: whom to wake on what.
    watchers: Vec<Vec<(u32, Events)>>,
    queues: [VecDeque<u32>; 4],
    queued: Vec<bool>,
    /// For each variable: 1, and one more for each conflict of its constraints.
    weights: Vec<u64>,
    /// The greatest weight.
    heaviest: u64,
    /// How many times a propagator was called.
    pub calls: u64,
    /// When propagation has to end.
    pub deadline: Deadline,
    /// The propagator that found the last conflict.
    pub(super) failed: u32,
}

/// What is known of a propagator.
#[derive(Debug)]
struct Post {
    cost: Cost,
    /// The variables that wake it, each once.
    wakers: Box<[VarId]>,
    origin: Option<u32>,
    /// Whether it has pruned or found a conflict.
    active: bool,
}

impl Engine {
    /// Adds a propagator; it will run at the next fixpoint.
    pub fn post(&mut self, propagator: Box<dyn Propagator>) {
        let number = self.propagators.len() as u32;
        self.fit();
        let mut wakers = Vec::new();
        for (var, events) in propagator.watches() {
            self.watchers[var.0 as usize].push((number, events));
            wakers.push(var);
        }
        wakers.sort_unstable();
        wakers.dedup();
        self.posts.push(Post {
            cost: propagator.cost(),
            wakers: wakers.into(),
            origin: self.origin,
            active: false,
        });
        self.propagators.push(propagator);
        self.queued.push(false);
        self.wake(number);
    }

    /// Adds a propagator and runs it at once, so that what is posted next finds smaller domains.
    pub fn post_now(&mut self, propagator: Box<dyn Propagator>) -> Result<(), Conflict> {
        self.post(propagator);
        let number = self.propagators.len() - 1;
        self.store.cause = number as u32;
        let prunings = self.store.prunings;
        let pruned = self.propagators[number].prune(&mut self.store);
        self.store.cause = Store::DECISION;
        self.posts[number].active = pruned.is_err() || self.store.prunings > prunings;
        pruned
    }

    /// Makes room for variables that are new.
    fn fit(&mut self) {
        self.watchers.resize(self.store.len(), Vec::new());
        self.weights.resize(self.store.len(), 1);
        self.heaviest = self.heaviest.max(1);
    }

    /// How many propagators there are.
    pub fn len(&self) -> usize {
        self.propagators.len()
    }

    /// Whether there are no propagators.
    pub fn is_empty(&self) -> bool {
        self.propagators.is_empty()
    }

    /// A propagator.
    pub fn propagator(&self, number: u32) -> &dyn Propagator {
        &*self.propagators[number as usize]
    }

    /// The law instance a propagator was posted for.
    pub fn origin(&self, number: u32) -> Option<u32> {
        self.posts.get(number as usize).and_then(|post| post.origin)
    }

    /// The law instances whose constraints have pruned or found a conflict; some more than once.
    pub fn active(&self) -> impl Iterator<Item = u32> + '_ {
        self.posts.iter().filter(|post| post.active).filter_map(|post| post.origin)
    }

    /// The variables of a propagator, each once, in order.
    pub fn scope(&self, number: u32) -> Vec<VarId> {
        let mut scope = self.propagators[number as usize].scope();
        scope.sort_unstable();
        scope.dedup();
        scope
    }

    /// Runs one propagator on a store that need not be the engine's own.
    pub fn prune_on(&mut self, number: u32, store: &mut Store) -> Result<(), Conflict> {
        self.propagators[number as usize].prune(store)
    }

    /// Fixes a variable because the puzzle says so.
    pub fn give(&mut self, var: VarId, value: i64) -> Result<(), Conflict> {
        self.store.cause = Store::GIVEN;
        let given = self.store.fix(var, value);
        self.store.cause = Store::DECISION;
        given
    }

    /// Puts a propagator into the queue if it is not there.
    pub fn wake(&mut self, number: u32) {
        if !std::mem::replace(&mut self.queued[number as usize], true) {
            self.queues[self.posts[number as usize].cost as usize].push_back(number);
        }
    }

    /// Puts all propagators into the queue.
    pub fn wake_all(&mut self) {
        (0..self.propagators.len() as u32).for_each(|number| self.wake(number));
    }

    fn wake_watchers(&mut self) {
        self.fit();
        while let Some((var, events)) = self.store.changed.pop() {
            for index in 0..self.watchers[var.0 as usize].len() {
                let (number, wanted) = self.watchers[var.0 as usize][index];
                if wanted.meets(events) {
                    self.wake(number);
                }
            }
        }
    }

    /// Runs all propagators until none has anything to do, or until the deadline: then those who wait are still in the
    /// queue, and nothing may be concluded. After a conflict the queue is empty.
    pub fn fixpoint(&mut self) -> Result<(), Conflict> {
        loop {
            self.wake_watchers();
            if self.deadline.is_over() {
                return Ok(());
            }
            let next = self.queues.iter_mut().find_map(VecDeque::pop_front);
            let Some(number) = next else { return Ok(()) };
            self.queued[number as usize] = false;
            self.store.cause = number;
            self.calls += 1;
            let prunings = self.store.prunings;
            let result = self.propagators[number as usize].prune(&mut self.store);
            self.store.cause = Store::DECISION;
            self.posts[number as usize].active |= result.is_err() || self.store.prunings > prunings;
            if result.is_err() {
                self.failed = number;
                for var in &self.posts[number as usize].wakers {
                    let weight = &mut self.weights[var.0 as usize];
                    *weight += 1;
                    self.heaviest = self.heaviest.max(*weight);
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

    /// How often the constraints on a variable have found conflicts, and 1.
    pub fn weight(&self, var: VarId) -> u64 {
        self.weights[var.0 as usize]
    }

    /// The greatest weight of a variable.
    pub fn heaviest(&self) -> u64 {
        self.heaviest
    }

    /// Forgets all conflicts.
    pub fn forget(&mut self) {
        self.weights.fill(1);
        self.heaviest = 1;
    }

    /// How much room the counting constraints that a value takes room from leave to it, on average; most where there are
    /// none.
    ///
    /// The average, not the least: on an empty board of 64 by 64 with equal counts in all lines it leads to a solution
    /// without a conflict, where the least leads to thousands.
    pub fn room(&self, var: VarId, value: i64) -> i64 {
        let watchers = &self.watchers[var.0 as usize];
        let rooms = watchers
            .iter()
            .filter_map(|&(number, _)| self.propagators[number as usize].room(&self.store, var, value));
        let (sum, count) = rooms.fold((0_i64, 0), |(sum, count), room| (sum.saturating_add(room), count + 1));
        sum.saturating_mul(1024).checked_div(count).unwrap_or(i64::MAX)
    }
}

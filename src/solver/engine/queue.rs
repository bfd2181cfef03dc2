//! The queue: propagators wait by cost, each once, and cheap ones run dry before costly ones.
//!
//! Each conflict adds to the weight of the variables of its constraint: the *wdeg* of dom/wdeg, kept for the variables
//! instead of the constraints.

use std::collections::VecDeque;

use super::claim::Reason;
use super::propagator::{Cost, Propagator, Spec, each_once};
use super::store::{Conflict, Events, Store, VarId};
use crate::base::clock::Deadline;
use crate::base::hash::Set;

/// A store with its propagators.
#[derive(Debug, Default)]
pub struct Engine {
    /// All domains.
    pub store: Store,
    /// What is being posted for, by a number of whoever posts; nothing for what only ties a helping variable to its meaning.
    pub origin: Option<u32>,
    posts: Vec<Post>,
    propagators: Vec<Box<dyn Propagator>>,
    /// The variables that wake propagators, those of each together.
    wakers: Vec<VarId>,
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
    name: &'static str,
    cost: Cost,
    /// Where the variables that wake it begin and end among all such, each once.
    wakers: (u32, u32),
    origin: Option<u32>,
    /// A variable that must be 1 for it to say anything.
    guard: Option<VarId>,
    /// Whether anything wakes it after its first run.
    wakes: bool,
    /// Whether it has pruned or found a conflict.
    active: bool,
}

impl Engine {
    /// Adds a propagator; it will run at the next fixpoint.
    pub fn post(&mut self, propagator: Box<dyn Propagator>) {
        let number = self.propagators.len() as u32;
        self.fit();
        let Spec { name, cost, watches } = propagator.spec();
        for &(var, events) in &watches {
            self.watchers[var.0 as usize].push((number, events));
        }
        let wakes = watches.iter().any(|&(_, events)| events != Events::NEVER);
        let first = self.wakers.len();
        self.wakers.extend(watches.iter().map(|&(var, _)| var));
        let kept = sort_once(&mut self.wakers[first..]);
        self.wakers.truncate(first + kept);
        let wakers = (first as u32, self.wakers.len() as u32);
        let origin = self.origin;
        self.posts.push(Post { name, cost, wakers, origin, guard: None, wakes, active: false });
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

    /// From now on some propagators say nothing unless a variable of the values 0 and 1 is 1. What they find out rests on that.
    pub fn guard(&mut self, numbers: impl IntoIterator<Item = u32>, guard: VarId) {
        self.fit();
        for number in numbers {
            let post = &mut self.posts[number as usize];
            (post.guard, post.wakes) = (Some(guard), true);
            self.watchers[guard.0 as usize].push((number, Events::FIXED));
        }
    }

    /// The variable that must be 1 for a propagator to say anything, if there is one.
    pub fn guard_of(&self, number: u32) -> Option<VarId> {
        self.posts[number as usize].guard
    }

    /// Adds to the reason of what a propagator found out that its guard let it.
    pub(super) fn tell_guard(&self, number: u32, reason: &mut Reason) {
        if let Some(guard) = self.guard_of(number) {
            reason.lacks(&self.store, guard, 0);
        }
    }

    /// Makes room for variables that are new.
    fn fit(&mut self) {
        self.watchers.resize(self.store.count(), Vec::new());
        self.weights.resize(self.store.count(), 1);
        self.heaviest = self.heaviest.max(1);
    }

    /// How many propagators there are.
    pub fn count(&self) -> usize {
        self.propagators.len()
    }

    /// A propagator.
    pub fn propagator(&self, number: u32) -> &dyn Propagator {
        &*self.propagators[number as usize]
    }

    /// The name of a propagator's constraint.
    pub fn name(&self, number: u32) -> &'static str {
        self.posts[number as usize].name
    }

    /// How costly a propagator is.
    pub fn cost(&self, number: u32) -> Cost {
        self.posts[number as usize].cost
    }

    /// What a propagator was posted for.
    pub fn origin(&self, number: u32) -> Option<u32> {
        self.posts.get(number as usize).and_then(|post| post.origin)
    }

    /// What propagators that have pruned or found a conflict were posted for; some more than once.
    pub fn active(&self) -> impl Iterator<Item = u32> + '_ {
        self.posts.iter().filter(|post| post.active).filter_map(|post| post.origin)
    }

    /// Whether a propagator has more to do once it has run.
    pub fn wakes(&self, number: u32) -> bool {
        self.posts[number as usize].wakes
    }

    /// Takes note that what a propagator says has ruled something out.
    pub fn put_to_use(&mut self, number: u32) {
        self.posts[number as usize].active = true;
    }

    /// The variables of a propagator, each once, in order.
    pub fn scope(&self, number: u32) -> Vec<VarId> {
        each_once(self.propagators[number as usize].scope())
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

    /// Puts propagators to rest: they leave the queue, and nothing wakes them.
    pub fn rest(&mut self, numbers: impl IntoIterator<Item = u32>) {
        // Who is in the queue is not put there again, and these are as if they were.
        let queued = &mut self.queued;
        let waiting =
            numbers.into_iter().filter(|&number| std::mem::replace(&mut queued[number as usize], true));
        let waiting: Set<u32> = waiting.collect();
        if !waiting.is_empty() {
            self.queues.iter_mut().for_each(|queue| queue.retain(|number| !waiting.contains(number)));
        }
    }

    /// Whether a propagator has been put to rest.
    pub fn rests(&self, number: u32) -> bool {
        let waits = || self.queues[self.posts[number as usize].cost as usize].contains(&number);
        self.queued[number as usize] && !waits()
    }

    /// Lets propagators that rest take part again; they will run at the next fixpoint.
    pub fn rouse(&mut self, numbers: impl IntoIterator<Item = u32>) {
        for number in numbers {
            self.queued[number as usize] = false;
            self.wake(number);
        }
    }

    /// Takes the last propagators away, from this one on.
    pub fn withdraw(&mut self, first: u32) {
        self.wake_watchers();
        self.queues.iter_mut().for_each(|queue| queue.retain(|&number| number < first));
        let Some(&Post { wakers: (start, _), .. }) = self.posts.get(first as usize) else { return };
        let guards = self.posts[first as usize..].iter().filter_map(|post| post.guard);
        for var in self.wakers.drain(start as usize..).chain(guards) {
            self.watchers[var.0 as usize].retain(|&(number, _)| number < first);
        }
        self.posts.truncate(first as usize);
        self.propagators.truncate(first as usize);
        self.queued.truncate(first as usize);
    }

    /// Takes the last variables away, from this number on; no propagator speaks of them any more.
    pub fn withdraw_variables(&mut self, first: usize) {
        self.store.withdraw(first);
        self.watchers.truncate(first);
        self.weights.truncate(first);
    }

    fn wake_watchers(&mut self) {
        if self.watchers.len() < self.store.count() {
            self.fit();
        }
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
            self.run(number)?;
        }
    }

    fn run(&mut self, number: u32) -> Result<(), Conflict> {
        self.queued[number as usize] = false;
        if self.guard_of(number).is_some_and(|guard| self.store.contains(guard, 0)) {
            return Ok(());
        }
        self.store.cause = number;
        self.calls += 1;
        let prunings = self.store.prunings;
        self.store.comes_again = true;
        let result = self.propagators[number as usize].prune(&mut self.store);
        self.store.comes_again = false;
        self.store.cause = Store::DECISION;
        self.posts[number as usize].active |= result.is_err() || self.store.prunings > prunings;
        if result.is_err() {
            self.failed = number;
            let (first, end) = self.posts[number as usize].wakers;
            for var in &self.wakers[first as usize..end as usize] {
                let weight = &mut self.weights[var.0 as usize];
                *weight += 1;
                self.heaviest = self.heaviest.max(*weight);
            }
            self.clear();
        }
        result
    }

    /// Runs the next propagator; whether there was one.
    pub fn advance(&mut self) -> Result<bool, Conflict> {
        self.wake_watchers();
        if self.deadline.is_over() {
            return Ok(false);
        }
        let next = self.queues.iter_mut().find_map(VecDeque::pop_front);
        let Some(number) = next else { return Ok(false) };
        self.run(number).map(|()| true)
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

/// Sorts variables and moves each to the front once; how many they are.
fn sort_once(vars: &mut [VarId]) -> usize {
    vars.sort_unstable();
    let mut kept = 0;
    for at in 0..vars.len() {
        if at == 0 || vars[at] != vars[kept - 1] {
            vars[kept] = vars[at];
            kept += 1;
        }
    }
    kept
}

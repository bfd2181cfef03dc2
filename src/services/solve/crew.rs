//! Others who check solutions, in other threads, while the search goes on.
//!
//! Solutions are checked in batches, by whoever is free, and handed over in the order in which they were found. Who has found
//! them never waits: if a batch is not checked in time, it does that itself.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::Failure;

/// Some solutions to be checked, and the number of the first of them, from 1 on.
#[derive(Clone, Debug)]
pub struct Batch {
    /// The number of the first solution.
    pub first: u64,
    /// For each solution a value for each unknown, as the model knows it.
    pub solutions: Arc<[Vec<i64>]>,
}

/// What came of a batch: how many solutions were accepted from the first on, and why the next one was not.
pub type Checked = (usize, Option<Failure>);

/// What all who check know.
#[derive(Debug, Default)]
pub struct Crew {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    waiting: VecDeque<Batch>,
    /// By the number of the first solution.
    checked: BTreeMap<u64, Checked>,
    is_over: bool,
}

impl Crew {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Leaves a batch to whoever is free.
    pub fn put(&self, batch: Batch) {
        self.state().waiting.push_back(batch);
        self.changed.notify_one();
    }

    /// A batch that nobody has taken yet, if there is one.
    pub fn take(&self) -> Option<Batch> {
        self.state().waiting.pop_front()
    }

    /// The same for those who have nothing else to do: waits for one; nothing if there are no more.
    pub fn wait(&self) -> Option<Batch> {
        self.idle().waiting.pop_front()
    }

    /// Waits for a batch; whether there is one.
    pub fn is_wanted(&self) -> bool {
        !self.idle().waiting.is_empty()
    }

    /// Waits as long as there is nothing to do.
    fn idle(&self) -> MutexGuard<'_, State> {
        let is_idle = |state: &mut State| state.waiting.is_empty() && !state.is_over;
        self.changed.wait_while(self.state(), is_idle).unwrap_or_else(PoisonError::into_inner)
    }

    /// Says what came of a batch.
    pub fn tell(&self, batch: &Batch, checked: Checked) {
        self.state().checked.insert(batch.first, checked);
    }

    /// What came of a batch, once it has been checked; told once.
    pub fn checked(&self, batch: &Batch) -> Option<Checked> {
        self.state().checked.remove(&batch.first)
    }

    /// Sends all away who wait.
    pub fn end(&self) {
        let mut state = self.state();
        state.waiting.clear();
        state.is_over = true;
        self.changed.notify_all();
    }
}

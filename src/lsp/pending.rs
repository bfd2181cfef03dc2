//! What is under way and can be called off: requests by their ids, work by the tokens that clients see.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use serde::Serialize;
use serde_json::json;

/// Work under way by the names that the protocol has for it, and how to call it off. Copies are the same list.
#[derive(Clone, Debug, Default)]
pub struct Pending(Arc<Mutex<BTreeMap<String, Arc<AtomicBool>>>>);

impl Pending {
    /// Work begins that stops when this is raised.
    pub fn add(&self, name: &impl Serialize, stop: &Arc<AtomicBool>) {
        self.with(|known| known.insert(word(name), stop.clone()));
    }

    /// It has ended.
    pub fn done(&self, name: &impl Serialize) {
        self.with(|known| known.remove(&word(name)));
    }

    /// Calls work off, if it is under way.
    pub fn cancel(&self, name: &impl Serialize) {
        if let Some(stop) = self.with(|known| known.get(&word(name)).cloned()) {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// Calls all off.
    pub fn cancel_all(&self) {
        self.with(|known| known.values().for_each(|stop| stop.store(true, Ordering::Relaxed)));
    }

    fn with<T>(&self, act: impl FnOnce(&mut BTreeMap<String, Arc<AtomicBool>>) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A number and a text of the same digits are two names.
fn word(name: &impl Serialize) -> String {
    json!(name).to_string()
}

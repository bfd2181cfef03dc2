//! The solver's heart: variables with domains, propagators that prune them, and a queue that runs them to a fixpoint.
//!
//! Knows variables and values, and neither text nor rules. Only the [`Store`] changes a domain; every change is an event
//! on one trail with its cause, so that a level can be undone and a pruning explained.

#[cfg(test)]
pub(crate) mod judge;
pub mod learn;
pub mod nogoods;
pub mod queue;
pub mod reason;
pub mod shrink;
pub mod store;

pub use learn::{Learner, Pruned};
pub use queue::{About, Cost, Engine, Propagator};
pub use reason::{Fact, Reason, Scratch};
pub use store::{Conflict, Events, Store, VarId};

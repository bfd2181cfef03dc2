//! The solver's heart: variables with domains, propagators that prune them, and a queue that runs them to a fixpoint.
//!
//! Knows variables and values, and neither text nor rules. Only the [`Store`] changes a domain; every change is an event
//! on one trail with its cause, so that a level can be undone and a pruning explained.
//!
//! Each module uses only those above it.

pub mod store;

pub mod fact;

pub mod claim;

pub mod reading;

pub mod propagator;

pub mod queue;

pub mod shrink;

pub mod learn;

#[cfg(feature = "proof")]
pub mod prove;

#[cfg(test)]
pub(crate) mod judge;

pub use claim::{Claim, Found, Reason};
pub use fact::Fact;
pub use learn::{Assumed, Choice, Learner, Lit, Pruned, Telling, luby};
pub use propagator::{Cost, Propagator, Relaxed, Spec, each_once};
pub use queue::Engine;
pub use reading::{Item, Reading, Rest, Steps};
pub use store::{Conflict, Events, Store, VarId};

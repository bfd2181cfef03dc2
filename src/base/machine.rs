//! What only the machine knows: the time, and how much memory is taken. Where the standard library cannot tell, as in a
//! browser, whoever embeds the library does.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// What an embedder tells instead of the standard library.
#[derive(Clone, Copy, Debug)]
pub struct Machine {
    /// The time since a moment that never changes; it never runs backwards.
    pub now: fn() -> Duration,
    /// How many bytes are taken.
    pub memory: fn() -> usize,
    /// How many bytes may be taken.
    pub most: usize,
}

static MACHINE: OnceLock<Machine> = OnceLock::new();

/// Lets an embedder tell. Only the first call counts, and it comes before anything else of this library.
pub fn embed(machine: Machine) {
    MACHINE.get_or_init(|| machine);
}

/// The machine that an embedder tells about.
pub fn embedded() -> Option<&'static Machine> {
    MACHINE.get()
}

/// The time since a moment that never changes.
pub(super) fn now() -> Duration {
    static ZERO: OnceLock<Instant> = OnceLock::new();
    embedded().map_or_else(|| ZERO.get_or_init(Instant::now).elapsed(), |machine| (machine.now)())
}

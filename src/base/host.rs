//! What only the machine knows: the time, and how much memory is taken. Where the standard library cannot tell, as in a
//! browser, whoever embeds the library does.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// What an embedder tells instead of the standard library.
#[derive(Clone, Copy, Debug)]
pub struct Host {
    /// The time since a moment that never changes; it never runs backwards.
    pub now: fn() -> Duration,
    /// How many bytes are taken.
    pub memory: fn() -> usize,
}

static HOST: OnceLock<Host> = OnceLock::new();

/// Lets an embedder tell. Only the first call counts, and it comes before anything else of this library.
pub fn embed(host: Host) {
    HOST.get_or_init(|| host);
}

/// The time since a moment that never changes.
pub(super) fn now() -> Duration {
    static ZERO: OnceLock<Instant> = OnceLock::new();
    HOST.get().map_or_else(|| ZERO.get_or_init(Instant::now).elapsed(), |host| (host.now)())
}

/// How many bytes are taken; nothing where only the system knows.
pub fn memory() -> Option<usize> {
    HOST.get().map(|host| (host.memory)())
}

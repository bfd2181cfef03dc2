//! What goes on beside a long search: signals, the limit on memory, and a sign of life on a terminal.

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::console::{interruption, tick};
use crate::search::Ending;
use crate::solve::Outcome;

/// Asked by a search again and again whether to stop.
pub(super) struct Pulse {
    signal: Arc<AtomicBool>,
    started: Instant,
    /// When to look around again.
    due: Cell<Instant>,
    calls: Cell<u32>,
    found: Cell<u64>,
    memory: usize,
    full: Cell<bool>,
    shown: Cell<bool>,
    quiet: bool,
}

/// Between two looks at the clock.
const CALLS: u32 = 256;

impl Pulse {
    /// Starts the clock. The limit is for all memory of the program, in bytes.
    pub(super) fn new(memory: usize, quiet: bool) -> Pulse {
        let started = Instant::now();
        Pulse {
            signal: interruption(),
            started,
            due: Cell::new(started + Duration::from_secs(1)),
            calls: Cell::new(0),
            found: Cell::new(0),
            memory,
            full: Cell::new(false),
            shown: Cell::new(false),
            quiet,
        }
    }

    /// Whether somebody asked to stop, or the memory is used up.
    pub(super) fn stops(&self) -> bool {
        self.calls.set(self.calls.get().wrapping_add(1));
        if self.calls.get().is_multiple_of(CALLS) && Instant::now() >= self.due.get() {
            self.look_around();
        }
        self.full.get() || self.signal.load(Ordering::Relaxed)
    }

    /// Notes a solution.
    pub(super) fn found_one(&self) {
        self.found.set(self.found.get() + 1);
    }

    /// What came out; a search that stopped for lack of memory has reached a limit.
    pub(super) fn judged(&self, outcome: Outcome) -> Outcome {
        match outcome.ending {
            Ending::Interrupted if self.full.get() => Outcome { ending: Ending::Limit, ..outcome },
            _ => outcome,
        }
    }

    fn look_around(&self) {
        self.due.set(Instant::now() + Duration::from_millis(250));
        self.full.set(resident().is_some_and(|bytes| bytes > self.memory));
        if !self.quiet {
            self.shown.set(true);
            let seconds = self.started.elapsed().as_secs();
            let solutions = match self.found.get() {
                0 => String::new(),
                1 => ", 1 solution".to_owned(),
                more => format!(", {more} solutions"),
            };
            tick(&format!("searching for {seconds} s{solutions}"));
        }
    }
}

impl Drop for Pulse {
    fn drop(&mut self) {
        if self.shown.get() {
            tick("");
        }
    }
}

/// How much memory this program takes; nothing where the system does not tell.
fn resident() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: usize = text.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * 4096)
}

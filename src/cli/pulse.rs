//! A sign of life on a terminal while a search goes on.

use std::cell::Cell;
use std::time::Duration;

use super::console::tick;
use crate::base::clock::{Deadline, Stopwatch};

/// Asked by a search again and again whether to stop.
pub(super) struct Pulse<'d> {
    deadline: &'d Deadline,
    started: Stopwatch,
    /// When to show something again.
    due: Cell<Duration>,
    calls: Cell<u32>,
    found: Cell<u64>,
    shown: Cell<bool>,
    quiet: bool,
}

/// Between two looks at the clock.
const CALLS: u32 = 256;

impl Pulse<'_> {
    /// Starts the clock.
    pub(super) fn new(deadline: &Deadline, quiet: bool) -> Pulse<'_> {
        Pulse {
            deadline,
            started: Stopwatch::start(),
            due: Cell::new(Duration::from_secs(1)),
            calls: Cell::new(0),
            found: Cell::new(0),
            shown: Cell::new(false),
            quiet,
        }
    }

    /// Whether the deadline has come.
    pub(super) fn stops(&self) -> bool {
        self.calls.set(self.calls.get().wrapping_add(1));
        if !self.quiet && self.calls.get().is_multiple_of(CALLS) && self.started.elapsed() >= self.due.get() {
            self.show();
        }
        self.deadline.is_over()
    }

    /// Notes a solution.
    pub(super) fn found_one(&self) {
        self.found.set(self.found.get() + 1);
    }

    fn show(&self) {
        self.due.set(self.started.elapsed() + Duration::from_millis(250));
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

impl Drop for Pulse<'_> {
    fn drop(&mut self) {
        if self.shown.get() {
            tick("");
        }
    }
}

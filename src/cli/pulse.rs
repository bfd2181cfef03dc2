//! A sign of life on a terminal while a search goes on.

use std::cell::Cell;
use std::time::Duration;

use super::console::{Console, Printed, tick};
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
    /// What was printed and may not have been handed on.
    printed: Cell<Option<Printed>>,
}

/// Between two looks at the clock.
const CALLS: u32 = 256;

/// How long answers to earlier puzzles may wait for this one.
const PATIENCE: Duration = Duration::from_millis(20);

impl Pulse<'_> {
    /// Starts the clock. What was printed before is handed on should this take long.
    pub(super) fn new<'d>(deadline: &'d Deadline, console: &Console) -> Pulse<'d> {
        Pulse {
            deadline,
            started: Stopwatch::start(),
            due: Cell::new(Duration::from_secs(1)),
            calls: Cell::new(0),
            found: Cell::new(0),
            shown: Cell::new(false),
            quiet: !console.may_tick(),
            printed: Cell::new(console.printed()),
        }
    }

    /// Whether the deadline has come.
    pub(super) fn stops(&self) -> bool {
        self.calls.set(self.calls.get().wrapping_add(1));
        if self.calls.get().is_multiple_of(CALLS) {
            let elapsed = self.started.elapsed();
            if elapsed >= PATIENCE
                && let Some(printed) = self.printed.take()
            {
                printed.hand_on();
            }
            if !self.quiet && elapsed >= self.due.get() {
                self.show();
            }
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

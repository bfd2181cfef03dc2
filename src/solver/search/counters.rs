//! When a search stops, how it ended, and what it did.

use std::ops::AddAssign;
use std::time::Duration;

use crate::base::clock::Cause;

/// When to stop before the search is complete.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Decisions.
    pub steps: Option<u64>,
    /// Dead ends.
    pub conflicts: Option<u64>,
    /// Dead ends before the search begins to learn from them; without it as many as the puzzle's size suggests.
    pub plain: Option<u64>,
}

/// What a search did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counters {
    /// Values tried.
    pub decisions: u64,
    /// Dead ends.
    pub conflicts: u64,
    /// Times the search began anew.
    pub restarts: u64,
    /// The most decisions in force at one time.
    pub deepest: u64,
    /// What came to the end.
    pub part: Part,
}

/// The parts of a search, by how much it takes for them to have their turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Part {
    /// Pruning alone.
    #[default]
    Pruning,
    /// Trying values.
    Search,
    /// Learning from dead ends.
    Learning,
}

impl Part {
    /// The word shown to people and programs.
    pub fn word(self) -> &'static str {
        match self {
            Part::Pruning => "pruning",
            Part::Search => "search",
            Part::Learning => "learning",
        }
    }
}

impl AddAssign for Counters {
    fn add_assign(&mut self, other: Counters) {
        self.decisions += other.decisions;
        self.conflicts += other.conflicts;
        self.restarts += other.restarts;
        self.deepest = self.deepest.max(other.deepest);
        self.part = self.part.max(other.part);
    }
}

/// How a search ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// Everything was looked at.
    Complete,
    /// As many solutions as were asked for were found; there may be more.
    Enough,
    /// A limit was reached.
    Limit,
    /// Somebody asked to stop.
    Interrupted,
}

impl From<Cause> for Ending {
    fn from(cause: Cause) -> Ending {
        match cause {
            Cause::Asked => Ending::Interrupted,
            Cause::Time | Cause::Memory => Ending::Limit,
        }
    }
}

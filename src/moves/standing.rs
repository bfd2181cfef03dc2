//! How a position stands: lawful or not, at the goal or not, and how far from it at least.
//!
//! Where all questions rest on a few sums and extremes, such as the number of pieces or the smallest tile, their answers
//! are remembered by those numbers.

use super::codes::Code;
use super::gauge::{Gauge, Part, Steps};
use crate::base::hash::Map;

/// How a position stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Standing {
    /// Whether all laws hold.
    pub lawful: bool,
    /// Whether the goal is reached.
    pub goal: bool,
    /// At least so many moves are still needed.
    pub bound: u32,
}

impl Standing {
    /// Whether a plan may end here.
    pub fn is_reached(self) -> bool {
        self.lawful && self.goal
    }
}

/// Answers rest on at most so many numbers.
const MOST_NUMBERS: usize = 4;
/// So many combinations of them are remembered.
const MOST_KNOWN: usize = 1 << 16;

/// The few numbers on which all questions rest.
pub(super) type Digest = [i64; MOST_NUMBERS];

/// Standings by the numbers on which they rest.
#[derive(Clone, Debug)]
pub(super) struct Standings {
    parts: Vec<Part>,
    known: Map<Digest, Standing>,
}

impl Standings {
    /// Prepares for these questions; nothing if they rest on too many numbers.
    pub(super) fn new<'s>(gauge: &Gauge, questions: impl Iterator<Item = &'s Steps>) -> Option<Standings> {
        let parts = gauge.leaves(questions);
        (parts.len() <= MOST_NUMBERS).then(|| Standings { parts, known: Map::default() })
    }

    /// The numbers of a position, and how it stands if that is known.
    pub(super) fn find(&self, gauge: &Gauge, position: &[Code]) -> (Digest, Option<Standing>) {
        let mut digest = [0; MOST_NUMBERS];
        for (number, &part) in digest.iter_mut().zip(&self.parts) {
            *number = gauge.leaf(part, position);
        }
        (digest, self.known.get(&digest).copied())
    }

    /// Remembers how positions with these numbers stand.
    pub(super) fn learn(&mut self, digest: Digest, standing: Standing) {
        if self.known.len() < MOST_KNOWN {
            self.known.insert(digest, standing);
        }
    }
}

//! When to begin anew. Two ways take turns: in one as soon as what is learned becomes worse than usual (as Glucose does), in the
//! other seldom (Luby's sequence), with what was decided where most was known (best phases).

/// When to begin anew.
#[derive(Debug)]
pub(super) struct Restarts {
    /// How many levels clauses have, of late and in the long run.
    fast: Average,
    slow: Average,
    conflicts: u64,
    /// The conflict before which it does not begin anew.
    not_before: u64,
    /// Whether it begins anew seldom; how often that has changed, and the conflict at which it does next.
    is_steady: bool,
    turns: u64,
    next_turn: u64,
    /// The run of Luby's sequence.
    run: u64,
    /// How often best phases were recalled, and the conflict at which they are next.
    recalls: u64,
    next_recall: u64,
}

impl Default for Restarts {
    fn default() -> Restarts {
        Restarts {
            fast: Average::new(0.03),
            slow: Average::new(1e-4),
            conflicts: 0,
            not_before: SHORTEST,
            is_steady: false,
            turns: 0,
            next_turn: TURN,
            run: 0,
            recalls: 0,
            next_recall: RECALL,
        }
    }
}

/// Conflicts between two beginnings at least; of the first turn; of a run of Luby's sequence; between two recalls.
const SHORTEST: u64 = 2;
const TURN: u64 = 1000;
const LUBY: u64 = 1024;
const RECALL: u64 = 1000;

/// How much worse than usual is worse.
const WORSE: f64 = 1.1;

impl Restarts {
    /// A clause of literals of so many levels was learned.
    pub(super) fn note(&mut self, blocks: u32) {
        self.conflicts += 1;
        self.fast.note(blocks.into());
        self.slow.note(blocks.into());
    }

    /// Whether it is time.
    pub(super) fn is_due(&self) -> bool {
        self.conflicts >= self.not_before && (self.is_steady || self.fast.value > WORSE * self.slow.value)
    }

    /// The search begins anew; whether with best phases.
    pub(super) fn begin(&mut self) -> bool {
        if self.conflicts >= self.next_turn {
            self.turns += 1;
            self.is_steady = !self.is_steady;
            self.next_turn = self.conflicts + TURN * (self.turns / 2 + 1).pow(2);
        }
        let pause = if self.is_steady {
            self.run += 1;
            luby(self.run) * LUBY
        } else {
            SHORTEST
        };
        self.not_before = self.conflicts + pause;
        let recalls = self.is_steady && self.conflicts >= self.next_recall;
        if recalls {
            self.recalls += 1;
            self.next_recall = self.conflicts + RECALL * (self.recalls + 1);
        }
        recalls
    }
}

/// An average in which what is recent counts most, right from the first number on.
#[derive(Debug)]
struct Average {
    value: f64,
    biased: f64,
    share: f64,
    rest: f64,
}

impl Average {
    fn new(share: f64) -> Average {
        Average { value: 0.0, biased: 0.0, share, rest: 1.0 }
    }

    fn note(&mut self, number: f64) {
        self.biased += self.share * (number - self.biased);
        self.rest *= 1.0 - self.share;
        self.value = self.biased / (1.0 - self.rest);
    }
}

/// Luby's sequence 1 1 2 1 1 2 4 ..: how long each run may be.
pub fn luby(number: u64) -> u64 {
    let mut size = 1;
    while size < number + 1 {
        size *= 2;
    }
    if size == number + 1 { size / 2 } else { luby(number + 1 - size / 2) }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_runs_grow_as_they_should() {
        let first: Vec<u64> = (1..=15).map(super::luby).collect();
        assert_eq!(first, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}

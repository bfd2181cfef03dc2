//! Which puzzles of a run have their solutions checked on the rules as written, beside the check on what the rules say at each
//! place, which every solution has.

use clap::ValueEnum;

/// Arguments of commands that find solutions or judge them.
#[derive(Clone, Copy, clap::Args, Debug)]
pub(super) struct Checks {
    /// Check solutions on the rules as written for all puzzles, or for a sample: the first ten and then every hundredth;
    /// without it for the first hundred and then every hundredth. All others are checked on what the rules say at each place
    #[arg(long, value_name = "WHICH")]
    check: Option<Which>,
}

/// Which puzzles.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Which {
    /// Every one
    All,
    /// The first ten, then every hundredth
    Sample,
}

impl Checks {
    /// Whether the puzzle with this number, from 1, is among them.
    pub(super) fn on_rules(self, number: u64) -> bool {
        let first = match self.check {
            Some(Which::All) => return true,
            Some(Which::Sample) => 10,
            None => 100,
        };
        number <= first || number.is_multiple_of(100)
    }
}

#[cfg(test)]
mod tests {
    use super::{Checks, Which};

    #[test]
    fn a_few_are_all_checked_and_many_now_and_then() {
        let checked = |check, most| (1..=most).filter(|&number| Checks { check }.on_rules(number)).count();
        assert_eq!((checked(None, 100), checked(None, 1000)), (100, 109));
        assert_eq!((checked(Some(Which::Sample), 99), checked(Some(Which::Sample), 1000)), (10, 20));
        assert_eq!(checked(Some(Which::All), 1000), 1000);
    }
}

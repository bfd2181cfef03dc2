//! Proofs of answers: written while a search of its own finds nothing, and checked by somebody who knows the laws alone.
//!
//! ```text
//! solve ──solutions──> prove ──steps──> file ──lines──> check
//!                        │                                │
//!                        └───── judge: what a law says ───┘
//! ```
//!
//! The format is described in `docs/proof.md`. What is checked is checked on the instances of the laws and on what they mean
//! (`board::meaning`), which share nothing with propagators and search; solutions are checked on the rules as written.
//!
//! Each module uses only those above it.

mod judge;

mod text;

mod read;

mod write;

mod moves;

mod export;

mod check;

pub use check::check;
pub use export::Export;
pub use moves::prove as prove_moves;
pub use read::{Checked, Refusal, Work};
pub use write::{Failure, Written, prove};

/// What a proof says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Claim {
    /// There is no solution.
    None,
    /// These are all solutions.
    All,
    /// These are solutions, and there are more than one.
    Several,
    /// There is a solution for which the objective has this value, and none for which it is better.
    Best(i128),
    /// The same, and these are all solutions with that value.
    AllBest(i128),
    /// A plan of so many moves solves the puzzle, and no shorter one does.
    Moves(u32),
    /// No plan solves the puzzle.
    NoPlan,
}

impl Claim {
    /// What it says of so many solutions.
    pub fn sentence(&self, solutions: usize) -> String {
        let number = match solutions {
            1 => "exactly one solution".to_owned(),
            many => format!("exactly {many} solutions"),
        };
        match self {
            Claim::None => "no solution".to_owned(),
            Claim::All => number,
            Claim::Several => "more than one solution".to_owned(),
            Claim::Best(value) => format!("{value} is best"),
            Claim::AllBest(value) => format!("{value} is best, with {number}"),
            Claim::Moves(1) => "1 move, no plan is shorter".to_owned(),
            Claim::Moves(moves) => format!("{moves} moves, no plan is shorter"),
            Claim::NoPlan => "no plan".to_owned(),
        }
    }
}

//! The library as programs use it: rules and puzzles from text, and what can be asked of them. The crate's root shows it all.

mod error;
mod library;
mod puzzle;
mod rules;
mod solution;

pub use error::{Error, Problem};
pub use puzzle::{Answer, Explanation, Plan, Puzzle, Step, Verdict};
pub use rules::Rules;
pub use solution::{Solution, Value};

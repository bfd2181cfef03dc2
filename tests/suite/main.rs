//! The test suite: one binary, one module for each boundary of the program.
#![expect(clippy::expect_used, reason = "a test that cannot go on has failed")]

mod checked;
mod cli;
mod counts;
mod diagnostics;
mod diagrams;
mod fuzz;
mod hostile;
mod manual;
mod meaning;
mod moves;
mod random;
mod readme;
mod rng;
mod semantics;
mod solving;
mod stages;
mod tree;
mod twin;

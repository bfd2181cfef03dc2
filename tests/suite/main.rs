//! The test suite: one binary, one module for each boundary of the program.
#![expect(clippy::expect_used, reason = "a test that cannot go on has failed")]

mod cli;
mod meaning;
mod random;
mod semantics;
mod twin;

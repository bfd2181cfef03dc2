//! The test suite: one binary, one module for each boundary of the program.
#![expect(clippy::expect_used, reason = "a test that cannot go on has failed")]

mod checked;
mod cli;
mod compare;
mod convert;
mod corpora;
mod counts;
mod diagnostics;
mod diagrams;
mod explain;
mod formats;
mod fuzz;
mod generate;
mod genres;
mod hostile;
mod huge;
mod limits;
mod manual;
mod meaning;
mod moves;
mod names;
mod numbers;
mod random;
mod reasons;
mod records;
mod render;
mod rng;
mod samples;
mod semantics;
mod sessions;
mod solving;
mod stages;
mod testing;
mod tree;
mod twin;
mod verify;

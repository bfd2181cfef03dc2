//! The test suite: one binary, one module for each boundary of the program.
#![expect(clippy::expect_used, reason = "a test that cannot go on has failed")]

mod answer;
mod batch;
mod checked;
mod cli;
mod compare;
mod convert;
mod corpora;
mod counts;
mod derived;
mod diagnostics;
mod diagrams;
mod editor;
mod examples;
mod explain;
mod facts;
mod formats;
mod fuzz;
mod generate;
mod genres;
#[cfg(unix)]
mod hostile;
mod huge;
mod library;
mod limits;
mod looks;
#[cfg(all(unix, feature = "lsp"))]
mod lsp;
mod manual;
mod meaning;
mod modules;
mod moves;
mod names;
mod numbers;
mod phrasings;
mod play;
mod proof;
mod random;
mod reading;
mod reasons;
mod records;
mod render;
mod resolved;
mod rng;
mod samples;
mod semantics;
#[cfg(all(unix, feature = "serve"))]
mod serve;
#[cfg(unix)]
mod sessions;
mod setting;
#[cfg(unix)]
mod signals;
mod solving;
mod split;
mod stages;
mod streams;
mod swipes;
mod symmetry;
mod testing;
mod tree;
mod twin;
mod verify;
mod work;

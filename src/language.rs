//! The language tower: from text to a program and a puzzle, with a word about whatever is wrong. It knows no solver.
//!
//! Each module uses only those above it.

pub mod source;

pub mod facts;

pub mod cell;

pub mod diagnostic;

pub mod syntax;

pub mod puzzle;

pub mod term;

pub mod program;

pub mod resolve;

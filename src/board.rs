//! The board: a program and a puzzle expanded into unknowns, instances of laws, and conditions on values.
//!
//! Each module uses only those above it.

pub mod formula;

pub mod unknown;

pub mod clauses;

pub mod relation;

pub mod frozen;

pub mod meaning;

pub mod eval;

pub mod draw;

pub mod ground;

pub mod check;

//! The solver tower: variables, values, propagators and search. It knows no text.
//!
//! Each module uses only those above it.

pub mod engine;

pub mod constraints;

pub mod planes;

pub mod exchange;

pub mod problem;

pub mod search;

pub mod count;

//! What people ask for: answers, verdicts, reasons, puzzles, pictures.
//!
//! Each module uses only those above it.

pub mod solve;

pub mod explain;

pub mod verify;

#[cfg(feature = "proof")]
pub mod proof;

pub mod generate;

pub mod render;

pub mod play;

pub mod setting;

pub mod query;

pub mod record;

pub mod samples;

pub mod compare;

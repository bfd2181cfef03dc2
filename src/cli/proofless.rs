//! In the place of `proof` where the program is built without proofs, as for a page, which would load them for nothing.

use std::path::Path;

use super::Exit;
use super::console::Console;
use super::subject::Subject;
use super::trouble::Trouble;
use crate::board::ground::Ground;
use crate::moves::plan::Report;
use crate::services::solve::Outcome;

fn refused<T>() -> Result<T, Trouble> {
    Err(Trouble::refused("there are no proofs here: `gridlog` at a terminal writes and checks them"))
}

/// Refuses to write the proof of an answer.
pub(super) fn write(_: &Path, _: &Ground, _: &Outcome, _: Vec<Vec<i64>>, _: &Console) -> Result<(), Trouble> {
    refused()
}

/// Refuses to write the proof of a plan.
pub(super) fn write_moves(_: &Path, _: &mut Ground, _: &Report, _: &Console) -> Result<(), Trouble> {
    refused()
}

/// Refuses to check a proof.
pub(super) fn verify(_: &Path, _: Option<&Path>, _: &mut Subject, _: &mut Console) -> Result<Exit, Trouble> {
    refused()
}

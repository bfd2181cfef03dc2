//! What is said about one sample, and what happens to its snapshot.

use std::path::Path;

use super::review::{self, Choice};
use super::{snapshot_of, with_suffix};
use crate::cli::Exit;
use crate::cli::console::Console;
use crate::cli::desk::desk;
use crate::cli::diff::difference;
use crate::cli::files;
use crate::cli::trouble::Trouble;
use crate::services::record::Status;
use crate::services::samples::{Came, snapshot};

/// What to do about a difference.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    /// Put the new snapshot beside the old one, as insta does.
    Pending,
    /// Take the new one.
    Accept,
    /// Ask.
    Review,
    /// Write nothing.
    Check,
}

/// The verdict on one sample.
pub(super) struct Verdict {
    /// `Yes` if there is nothing against it.
    pub(super) exit: Exit,
    /// What is known about the solutions.
    pub(super) status: Status,
    /// What is to be said; may be empty.
    pub(super) told: String,
    /// What differs from the snapshot; may be empty.
    pub(super) difference: String,
}

impl Verdict {
    fn new(exit: Exit, told: impl Into<String>) -> Self {
        Verdict { exit, status: Status::Error, told: told.into(), difference: String::new() }
    }
}

/// Judges what came out of a sample.
pub(super) fn of(path: &Path, came: Came, mode: Mode, console: &mut Console) -> Verdict {
    let status = match &came {
        Came::Answer(answer) => answer.status,
        _ => Status::Error,
    };
    let verdict = match came {
        Came::Wrong => Verdict::new(Exit::BadInput, "has errors"),
        Came::Interrupted => Verdict::new(Exit::Interrupted, ""),
        Came::Refused(why) => Verdict::new(Exit::Internal, why),
        Came::Answer(answer) if !answer.unmet.is_empty() => Verdict::new(Exit::No, answer.unmet.join("; ")),
        Came::Answer(answer) if answer.undecided => {
            Verdict::new(Exit::Undecided, "undecided: a limit was reached; see --time-limit and --step-limit")
        }
        Came::Answer(answer) => match compare(path, &answer.text, mode, console) {
            Ok(verdict) => verdict,
            Err(Trouble::Said(exit, message)) => Verdict::new(exit, message),
            Err(trouble) => Verdict::new(trouble.tell(console), "its snapshot cannot be read"),
        },
    };
    Verdict { status, ..verdict }
}

/// Compares a text with the snapshot, and does to the snapshot what the mode says.
fn compare(path: &Path, text: &str, mode: Mode, console: &mut Console) -> Result<Verdict, Trouble> {
    let kept_at = snapshot_of(path);
    let pending_at = with_suffix(&kept_at, ".new");
    let name = files::name(&kept_at);
    let kept = if files::is_file(&kept_at) || kept_at.symlink_metadata().is_ok() && desk().is_none() {
        let Some(kept) = snapshot::parse(&files::read(&kept_at)?) else {
            let told = format!("{name} is no snapshot; put it right or remove it");
            return Ok(Verdict::new(Exit::BadInput, told));
        };
        Some(kept)
    } else {
        None
    };
    if kept.as_deref().is_some_and(|kept| snapshot::same(kept, text)) {
        if mode != Mode::Check {
            files::remove(&pending_at)?;
        }
        return Ok(Verdict::new(Exit::Yes, ""));
    }
    if kept.is_none() && desk().is_some() {
        return Ok(Verdict::new(Exit::Yes, "has no snapshot; what it expects holds"));
    }
    let old = kept.as_ref().map(|kept| format!("{kept}\n")).unwrap_or_default();
    let difference = difference((&name, &old), ("what comes out", text), console.colour);
    let choice = match mode {
        Mode::Check => None,
        Mode::Pending => Some(Choice::Later),
        Mode::Accept => Some(Choice::Accept),
        Mode::Review => {
            console.print_styled(&difference);
            console.flush();
            Some(review::ask(&files::name(path), &mut files::stdin()))
        }
    };
    let sample = path.file_name().unwrap_or_default().to_string_lossy();
    match choice {
        None => {}
        Some(Choice::Accept) => {
            files::write(&kept_at, &snapshot::file(&sample, text))?;
            files::remove(&pending_at)?;
            let told = if kept.is_some() { "new snapshot accepted" } else { "first snapshot accepted" };
            return Ok(Verdict::new(Exit::Yes, told));
        }
        Some(Choice::Reject) => files::remove(&pending_at)?,
        Some(Choice::Later) => files::write(&pending_at, &snapshot::file(&sample, text))?,
    }
    let told = match (&kept, mode) {
        (None, Mode::Check) => "has no snapshot; take this one with gridlog test --accept",
        (None, _) => "has no snapshot yet; take this one with --accept",
        (Some(_), _) => "differs from its snapshot",
    };
    let difference = if mode == Mode::Review { String::new() } else { difference };
    Ok(Verdict { difference, ..Verdict::new(Exit::No, told) })
}

//! Texts that count instead of files: what an editor has not saved yet, when it runs a command.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf, absolute};
use std::sync::LazyLock;
use std::{env, fs};

use super::is_stdin;
use crate::base::disk::{STDIN, UNSAVED};
#[cfg(feature = "cli")]
use crate::cli::trouble::Trouble;
use crate::language::resolve::shelf::tidy;

type Texts = BTreeMap<PathBuf, String>;

static TEXTS: LazyLock<Result<Texts, String>> = LazyLock::new(|| {
    let Some(file) = env::var_os(UNSAVED) else { return Ok(Texts::new()) };
    let wrong = |error: &dyn std::fmt::Display| {
        format!("{}: {error}; the variable {UNSAVED} names it", Path::new(&file).display())
    };
    let text = fs::read(&file).map_err(|error| wrong(&error))?;
    serde_json::from_slice(&text).map_err(|error| wrong(&error))
});

/// Complains about texts that were meant to count and cannot be read: without them the answer would be about others.
#[cfg(feature = "cli")]
pub(in crate::cli) fn check() -> Result<(), Trouble> {
    TEXTS.as_ref().map(|_| ()).map_err(|why| Trouble::file(why.clone()))
}

/// The text that counts instead of what comes through stdin. Where there is one, stdin ends when the editor does.
pub(in crate::cli) fn piped() -> Option<&'static str> {
    TEXTS.as_ref().ok()?.get(Path::new(STDIN)).map(String::as_str)
}

/// The text that counts instead of a file.
pub(super) fn unsaved(path: &Path) -> Option<&'static str> {
    if is_stdin(path) {
        return piped();
    }
    let texts = TEXTS.as_ref().ok().filter(|texts| !texts.is_empty())?;
    let named = absolute(path).ok().and_then(|whole| texts.get(Path::new(&tidy(&whole))));
    // A path may lead over links to a file that the editor knows by another.
    named.or_else(|| texts.get(&path.canonicalize().ok()?)).map(String::as_str)
}

//! Reading files: bad bytes become diagnostics. Everything that is to be known about a file is asked here, so that a desk can
//! answer instead of the disk.

mod shelf;
mod unsaved;
mod write;

use std::fs::File;
use std::io::{self, BufRead, Cursor, IsTerminal as _};
use std::path::Path;

pub(super) use self::shelf::{Disk, SHELF};
#[cfg(feature = "cli")]
pub(super) use self::unsaved::check as check_unsaved;
pub(super) use self::unsaved::piped;
use self::unsaved::unsaved;
#[cfg(feature = "proof")]
pub(super) use self::write::stream;
pub(super) use self::write::{create, remove, replace, write, write_kept};
use super::desk::desk;
use super::trouble::Trouble;
pub(super) use crate::base::disk::LARGEST;
use crate::base::disk::{self, STDIN, bounded};
use crate::language::diagnostic::catalogue::files as say;
use crate::language::diagnostic::nearest;
use crate::language::puzzle::formats::{self, Format};
use crate::language::resolve::{BuiltIn, Library as _, built_in};
use crate::language::source::{SourceId, Sources};

/// Whether an argument means stdin.
pub(super) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == STDIN
}

/// An address that holds a puzzle, which is read as if it were a file with this text; nothing is fetched.
pub(super) fn address(path: &Path) -> Option<(&str, &'static Format)> {
    // Rule sets are looked for beside a puzzle, under the name of its place.
    let is_own = path.extension().is_some_and(|extension| extension == "rules" || extension == "puzzle");
    let text = path.to_str().filter(|_| !is_own)?;
    let format = formats::address(text)?;
    let is_taken = desk().map_or_else(|| path.exists(), |desk| desk.has(path));
    (!is_taken && built_in::sample(text).is_none()).then_some((text, format))
}

/// The name by which people know a file; an address is shown with its beginning.
pub(super) fn name(path: &Path) -> String {
    const SHOWN: usize = 48;
    match address(path) {
        Some((text, _)) if text.chars().count() > SHOWN => text.chars().take(SHOWN).chain(['…']).collect(),
        _ if is_stdin(path) => "<stdin>".to_owned(),
        _ => path.display().to_string(),
    }
}

/// Whether there is a file at a path, or a text that counts as one.
pub(super) fn is_file(path: &Path) -> bool {
    address(path).is_some()
        || desk().map_or_else(|| path.is_file() || unsaved(path).is_some(), |desk| desk.has(path))
}

/// Whether there is a folder at a path.
pub(super) fn is_dir(path: &Path) -> bool {
    desk().map_or_else(|| path.is_dir(), |desk| !desk.below(path).is_empty())
}

/// Whether there is anything at a path.
pub(super) fn exists(path: &Path) -> bool {
    if desk().is_some() { is_file(path) || is_dir(path) } else { path.exists() || address(path).is_some() }
}

/// Whether two paths mean one file, whether it is there or not.
pub(super) fn is_same(one: &Path, other: &Path) -> bool {
    let whole = |path: &Path| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let there = path.canonicalize();
        there.or_else(|_| {
            folder.canonicalize().map(|folder| folder.join(path.file_name().unwrap_or_default()))
        })
    };
    one == other
        || desk().is_none() && whole(one).is_ok_and(|one| whole(other).is_ok_and(|other| one == other))
}

/// The names of what is in a folder, in any order.
pub(super) fn list(folder: &Path) -> Vec<String> {
    desk().map_or_else(|| disk::list(folder), |desk| desk.list(folder))
}

/// What comes through stdin.
pub(super) fn stdin() -> Box<dyn BufRead> {
    match desk() {
        Some(desk) => Box::new(Cursor::new(desk.read(Path::new(STDIN)).unwrap_or_default())),
        None => Box::new(io::stdin().lock()),
    }
}

/// Whether nothing comes through stdin, because somebody would have to type it or because there is none.
pub(super) fn is_typed() -> bool {
    desk().map_or_else(|| io::stdin().is_terminal(), |desk| !desk.has(Path::new(STDIN)))
}

/// Reads a text from a file, or from stdin for `-`.
pub(super) fn read(path: &Path) -> Result<String, Trouble> {
    if let Some((text, _)) = address(path) {
        return small_enough(path, text.len()).map(|()| text.to_owned());
    }
    if let Some(trouble) = strange(path) {
        return Err(trouble);
    }
    if let Some(desk) = desk() {
        let missing = || Trouble::file(format!("{}: no such file or directory", path.display()));
        let text = desk.read(path).or_else(|| is_stdin(path).then(String::new)).ok_or_else(missing)?;
        return small_enough(path, text.len()).map(|()| text);
    }
    if let Some(text) = unsaved(path) {
        return Ok(text.to_owned());
    }
    let bytes = if is_stdin(path) {
        bounded(stdin()).map_err(|error| Trouble::io(Path::new("<stdin>"), &error))?
    } else {
        // Opening a folder succeeds on some systems, and reading it then fails in words that do not help.
        if path.is_dir() {
            return Err(Trouble::file(format!("{} is a folder; give a file", path.display())));
        }
        File::open(path).and_then(bounded).map_err(|error| Trouble::io(path, &error))?
    };
    let bytes = bytes.ok_or_else(|| too_large(path))?;
    text(path, bytes)
}

/// Reads a file that is no text.
pub(super) fn read_bytes(path: &Path) -> Result<Vec<u8>, Trouble> {
    let missing = || Trouble::file(format!("{}: no such file or directory", path.display()));
    if desk().is_some() {
        return Err(missing());
    }
    let bytes = File::open(path).and_then(bounded).map_err(|error| Trouble::io(path, &error))?;
    bytes.ok_or_else(|| too_large(path))
}

/// The last part of a path.
pub(super) fn stem(name: &str) -> String {
    let file = Path::new(name).file_name().map(|file| file.to_string_lossy().into_owned());
    file.unwrap_or_else(|| name.to_owned())
}

fn too_large(path: &Path) -> Trouble {
    Trouble::Text(Box::new(say::too_large(&name(path), LARGEST as u64)))
}

/// Refuses a text that is too large.
pub(super) fn small_enough(path: &Path, bytes: usize) -> Result<(), Trouble> {
    if bytes > LARGEST { Err(too_large(path)) } else { Ok(()) }
}

/// The text that bytes of a file are.
pub(super) fn text(path: &Path, bytes: Vec<u8>) -> Result<String, Trouble> {
    String::from_utf8(bytes).map_err(|error| {
        let (start, rest) = error.as_bytes().split_at(error.utf8_error().valid_up_to());
        let byte = rest.first().copied().unwrap_or_default();
        Trouble::Text(Box::new(say::not_utf8(&name(path), &String::from_utf8_lossy(start), byte)))
    })
}

/// Reads a rule set into the sources: a file, stdin, or else the one of that name: in the folder, or built in. A folder is
/// none: the samples of a rule set stand in one of its name.
pub(super) fn read_rules(path: &Path, sources: &mut Sources) -> Result<SourceId, Trouble> {
    if !is_stdin(path) && !is_file(path) {
        let beside = path.with_extension("rules");
        if path.extension().is_none() && is_file(&beside) {
            return read(&beside).map(|text| sources.add(name(&beside), text));
        }
        if let Some((name, text)) = sample(path) {
            return Ok(sources.add(name, text));
        }
        if let Some((name, text)) = path.to_str().and_then(|name| BuiltIn.find(name, "")) {
            return Ok(sources.add(name, text));
        }
        if !exists(path) {
            return Err(missing(path));
        }
    }
    read(path).map(|text| sources.add(name(path), text))
}

/// Reads the rule set that a record names. What comes through stdin or a pipe may be the records themselves.
pub(super) fn read_named_rules(name: &str, sources: &mut Sources) -> Result<SourceId, Trouble> {
    let path = Path::new(name);
    if is_stdin(path) || exists(path) && !is_file(path) && !is_dir(path) {
        return Err(Trouble::refused(format!(
            "`{name}` is no plain file: a record cannot name it for rules"
        )));
    }
    read_rules(path, sources)
}

/// The built-in sample that an argument names, if no file does: its name to show, and its text.
pub(super) fn sample(path: &Path) -> Option<(String, &'static str)> {
    path.to_str().filter(|_| !is_file(path)).and_then(built_in::sample)
}

/// Reads a puzzle into the sources: a file or stdin.
pub(super) fn read_puzzle(path: &Path, sources: &mut Sources) -> Result<SourceId, Trouble> {
    if let Some((name, text)) = sample(path) {
        return Ok(sources.add(name, text));
    }
    read(path).map(|text| sources.add(name(path), text))
}

/// The complaint about an address that holds no puzzle, which nobody would look for among files.
pub(super) fn strange(path: &Path) -> Option<Trouble> {
    let shown = path.to_str()?;
    let is_page = shown.starts_with("https://") || shown.starts_with("http://");
    is_page.then(|| {
        let why = "this address holds no whole puzzle in a form that gridlog knows; nothing is fetched";
        Trouble::file(format!("{shown}: {why}"))
    })
}

/// The complaint about rules that are not there, with the ones that may have been meant.
fn missing(path: &Path) -> Trouble {
    if let Some(trouble) = strange(path) {
        return trouble;
    }
    let wrong = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut beside = list(folder);
    beside.sort();
    let near = nearest(&wrong, beside.iter().map(String::as_str))
        .map(|name| path.with_file_name(name).display().to_string());
    let stem = wrong.strip_suffix(".rules").unwrap_or(&wrong);
    let near = near.or_else(|| {
        // `takuzu.rules` is not there, but the built-in `takuzu` is.
        let mut known = BuiltIn.names("");
        let exact = known.iter().find(|name| *name == stem).cloned();
        known.extend(built_in::samples().map(str::to_owned));
        let whole = path.to_string_lossy();
        let known = || known.iter().map(String::as_str);
        exact.or_else(|| nearest(stem, known()).or_else(|| nearest(&whole, known())).map(str::to_owned))
    });
    let hint = near.map_or_else(String::new, |near| format!("; did you mean {near}?"));
    Trouble::file(format!("{}: no such file and no built-in rule set or sample{hint}", path.display()))
}

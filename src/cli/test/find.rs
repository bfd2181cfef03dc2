//! Which samples there are: puzzles in folders, and the rule files whose laws they try.

use std::fs;
use std::path::{Path, PathBuf};

use crate::base::hash::Map;
use crate::cli::console::Console;
use crate::cli::desk::desk;
use crate::cli::trouble::Trouble;
use crate::cli::{Exit, files};
use crate::language::resolve::built_in::SKETCH_FOLDER;

/// What the arguments lead to, each file once, in order.
#[derive(Default)]
pub(super) struct Found {
    /// Puzzles.
    pub(super) puzzles: Vec<PathBuf>,
    /// Rule files.
    pub(super) rules: Vec<PathBuf>,
}

/// Where to look when nobody says: the rule sets of a project, or this folder.
pub(super) fn default_path() -> PathBuf {
    let rules = Path::new("rules");
    if files::is_dir(rules) { rules.to_owned() } else { PathBuf::from(".") }
}

/// Everything that the paths lead to. Tells about paths that lead nowhere and about names that would share a snapshot.
pub(super) fn find(paths: &[PathBuf], console: &Console) -> (Found, Exit) {
    let mut found = Found::default();
    let mut exit = Exit::Yes;
    for path in paths {
        // The same file has the same name, whichever way it was written.
        let path: PathBuf = path.components().collect();
        let result = if files::is_dir(&path) { walk(&path, &mut found) } else { file(&path, &mut found) };
        if let Err(trouble) = result {
            exit = exit.and(trouble.tell(console));
        }
    }
    for list in [&mut found.puzzles, &mut found.rules] {
        list.sort();
        let mut seen: Map<PathBuf, PathBuf> = Map::default();
        list.retain(|path| {
            let whole = path.canonicalize().unwrap_or_else(|_| path.clone());
            let folded = PathBuf::from(whole.to_string_lossy().to_lowercase());
            let Some(first) = seen.get(&folded) else {
                seen.insert(folded, path.clone());
                return true;
            };
            if first.canonicalize().is_ok_and(|first| first != whole) {
                console.complain(&format!(
                    "{} and {} differ only in capitals, so that on many computers they would share a snapshot; rename one",
                    first.display(),
                    path.display()
                ));
                exit = exit.and(Exit::BadInput);
            }
            false
        });
    }
    (found, exit)
}

/// All puzzles and rule files below a folder. Hidden ones are left alone, and links to folders are not followed.
fn walk(folder: &Path, found: &mut Found) -> Result<(), Trouble> {
    let fail = |error| Trouble::io(folder, &error);
    // A sketch describes boards and has no puzzles of its own that could test it.
    let sketches = folder.file_name().is_some_and(|name| name == SKETCH_FOLDER);
    if let Some(desk) = desk() {
        let below = desk.below(folder);
        found.puzzles.extend(below.iter().filter(|path| has_extension(path, "puzzle")).cloned());
        found.rules.extend(below.into_iter().filter(|path| has_extension(path, "rules") && !sketches));
        return Ok(());
    }
    for entry in fs::read_dir(folder).map_err(fail)? {
        let entry = entry.map_err(fail)?;
        // In this folder, names need no `./` before them.
        let here = folder == Path::new(".");
        let path = if here { PathBuf::from(entry.file_name()) } else { entry.path() };
        // Opening a pipe waits for somebody to write into it.
        let is_pipe = fs::metadata(&path).is_ok_and(|about| !about.is_file() && !about.is_dir());
        if is_pipe || entry.file_name().to_string_lossy().starts_with('.') {
            continue;
        }
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            walk(&path, found)?;
        } else if has_extension(&path, "puzzle") {
            found.puzzles.push(path);
        } else if has_extension(&path, "rules") && !sketches {
            found.rules.push(path);
        }
    }
    Ok(())
}

fn file(path: &Path, found: &mut Found) -> Result<(), Trouble> {
    if !files::is_file(path) {
        fs::metadata(path).map_err(|error| Trouble::io(path, &error))?;
    }
    if has_extension(path, "puzzle") {
        found.puzzles.push(path.to_owned());
        // The rule set of a sample stands beside the folder of its name.
        let rules = path.parent().map(|folder| folder.with_extension("rules"));
        found.rules.extend(rules.filter(|rules| files::is_file(rules)));
        return Ok(());
    }
    if has_extension(path, "rules") {
        found.rules.push(path.to_owned());
        let samples = path.with_extension("");
        return if files::is_dir(&samples) { walk(&samples, found) } else { Ok(()) };
    }
    let name = files::name(path);
    Err(Trouble::file(format!("{name}: give a folder, a .rules file or a .puzzle file")))
}

fn has_extension(path: &Path, wanted: &str) -> bool {
    path.extension().is_some_and(|extension| extension == wanted)
}

//! `--watch`: runs a command again whenever one of its files changes.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, SystemTime};

use super::console::Console;
use super::desk::desk;
use super::signals::is_interrupted;
use super::trouble::Trouble;
use super::{Exit, files};

/// How often to look.
const PAUSE: Duration = Duration::from_millis(150);

/// All files that count, each with its time of change and its length.
type Print = Vec<(PathBuf, Option<SystemTime>, u64)>;

/// Runs once or, to be repeated, until somebody asks to stop. Looks at the times of the files named, of all rule files and
/// puzzles beside them, and of those in the folder above, where the rule set of a sample stands.
pub(super) fn repeat(
    again: bool,
    paths: &[PathBuf],
    console: &mut Console,
    mut run: impl FnMut(&mut Console) -> Result<Exit, Trouble>,
) -> Result<Exit, Trouble> {
    if !again {
        return run(console);
    }
    if desk().is_some() {
        return Err(Trouble::call("a request is answered once: there is no --watch"));
    }
    if paths.iter().any(|path| files::is_stdin(path)) {
        return Err(Trouble::call("--watch needs files: stdin does not change"));
    }
    loop {
        let before = print(paths);
        let exit = run(console).unwrap_or_else(|trouble| trouble.tell(console));
        console.sum_up();
        console.flush();
        if exit == Exit::Interrupted || console.has_ended() {
            return Ok(exit);
        }
        console.remark(&"-- waiting for a change; Ctrl-C ends");
        let mut seen = before.clone();
        loop {
            if is_interrupted() {
                return Ok(Exit::Interrupted);
            }
            sleep(PAUSE);
            let now = print(paths);
            // An editor may write several files, or one in several steps: wait until all is quiet.
            if now != before && now == seen {
                break;
            }
            seen = now;
        }
    }
}

fn print(paths: &[PathBuf]) -> Print {
    let mut print = Print::new();
    for path in paths {
        if path.is_dir() {
            folder(path, true, &mut print);
            continue;
        }
        file(path, &mut print);
        let beside = path.parent().unwrap_or(Path::new(""));
        let beside = if beside.as_os_str().is_empty() { Path::new(".") } else { beside };
        folder(beside, false, &mut print);
        folder(&beside.join(".."), false, &mut print);
    }
    print.sort();
    print.dedup();
    print
}

fn folder(path: &Path, deep: bool, print: &mut Print) {
    for entry in fs::read_dir(path).into_iter().flatten().flatten() {
        let path = entry.path();
        let hidden = entry.file_name().to_string_lossy().starts_with('.');
        let ours = path.extension().is_some_and(|extension| extension == "rules" || extension == "puzzle");
        if ours {
            file(&path, print);
        } else if deep && !hidden && entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            folder(&path, true, print);
        }
    }
}

fn file(path: &Path, print: &mut Print) {
    let metadata = fs::metadata(path).ok();
    let time = metadata.as_ref().and_then(|metadata| metadata.modified().ok());
    print.push((path.to_owned(), time, metadata.map_or(0, |metadata| metadata.len())));
}

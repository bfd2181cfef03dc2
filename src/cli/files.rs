//! Reading and writing files: bad bytes become diagnostics, and a file is written whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufRead as _, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use super::Exit;
use super::console::Console;
use super::signals::{Temporary, is_interrupted, undisturbed};
use super::trouble::Trouble;
use crate::language::diagnostic::catalogue::files as say;
use crate::language::diagnostic::nearest;
use crate::language::resolve::built_in::{self, BUILT_IN, SKETCH_FOLDER};
use crate::language::resolve::{BuiltIn, Library};
use crate::language::source::{SourceId, Sources};

/// The largest file that is read, in bytes.
const LARGEST: u64 = 64 << 20;

/// Whether an argument means stdin.
pub(super) fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The name by which people know a file.
pub(super) fn name(path: &Path) -> String {
    if is_stdin(path) { "<stdin>".to_owned() } else { path.display().to_string() }
}

/// Reads a text from a file, or from stdin for `-`.
pub(super) fn read(path: &Path) -> Result<String, Trouble> {
    let bytes = if is_stdin(path) {
        bounded(io::stdin().lock()).map_err(|error| Trouble::io(Path::new("<stdin>"), &error))?
    } else {
        // Opening a folder succeeds on some systems, and reading it then fails in words that do not help.
        if path.is_dir() {
            return Err(Trouble::file(format!("{} is a folder; give a file", path.display())));
        }
        File::open(path).and_then(bounded).map_err(|error| Trouble::io(path, &error))?
    };
    let Some(bytes) = bytes else {
        return Err(Trouble::Text(Box::new(say::too_large(&name(path), LARGEST))));
    };
    String::from_utf8(bytes).map_err(|error| {
        let (start, rest) = error.as_bytes().split_at(error.utf8_error().valid_up_to());
        let byte = rest.first().copied().unwrap_or_default();
        Trouble::Text(Box::new(say::not_utf8(&name(path), &String::from_utf8_lossy(start), byte)))
    })
}

/// How often a wait looks around.
const TICK: Duration = Duration::from_millis(50);

/// How long somebody who forgot the puzzle is left in doubt.
const PATIENCE: Duration = Duration::from_secs(1);

/// Reads stdin, and says that it is awaited if nothing comes; nothing if somebody asks to stop meanwhile.
pub(super) fn read_awaited(console: &Console) -> Result<Option<String>, Trouble> {
    let (send, receive) = mpsc::channel();
    // A read cannot be interrupted, so it is left to a thread that ends with the program.
    thread::spawn(move || {
        // The first message says that something comes, even if it is the end.
        let first = io::stdin().lock().fill_buf().map(<[u8]>::len);
        let _waits = send.send(None);
        let _waits = send.send(Some(
            first
                .map_err(|error| Trouble::io(Path::new("<stdin>"), &error))
                .and_then(|_| read(Path::new("-"))),
        ));
    });
    let started = Instant::now();
    let (mut came, mut told) = (false, false);
    loop {
        match receive.recv_timeout(TICK) {
            Ok(Some(text)) => return text.map(Some),
            Ok(None) => came = true,
            Err(_) if is_interrupted() => return Ok(None),
            Err(_) if !came && !told && started.elapsed() > PATIENCE => {
                told = true;
                console.remark(
                    &"waiting for a puzzle on stdin; name a file after the rules, or press Ctrl-D for none",
                );
            }
            Err(_) => {}
        }
    }
}

/// All bytes, unless there are too many: a device may have no end.
fn bounded(reader: impl io::Read) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    reader.take(LARGEST + 1).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= LARGEST).then_some(bytes))
}

/// Reads a rule set into the sources: a file, stdin, or else the one of that name: in the folder, or built in. A folder is
/// none: the samples of a rule set stand in one of its name.
pub(super) fn read_rules(path: &Path, sources: &mut Sources) -> Result<SourceId, Trouble> {
    if !is_stdin(path) && !path.is_file() {
        let beside = path.with_extension("rules");
        if path.extension().is_none() && beside.is_file() {
            return read(&beside).map(|text| sources.add(name(&beside), text));
        }
        if let Some((name, text)) = sample(path) {
            return Ok(sources.add(name, text));
        }
        if let Some((name, text)) = path.to_str().and_then(|name| BuiltIn.find(name, "")) {
            return Ok(sources.add(name, text));
        }
        if !path.exists() {
            return Err(missing(path));
        }
    }
    read(path).map(|text| sources.add(name(path), text))
}

/// The rule sets that a file may use: those in its own folder, then the built-in ones.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shelf;

/// The built-in sample that an argument names, if no file does: its name to show, and its text.
pub(super) fn sample(path: &Path) -> Option<(String, &'static str)> {
    path.to_str().filter(|_| !path.is_file()).and_then(built_in::sample)
}

impl Shelf {
    fn beside(from: &str) -> Option<PathBuf> {
        // A rule set inside the binary uses only others there.
        if from.starts_with(BUILT_IN) {
            return None;
        }
        let folder = Path::new(from).parent()?;
        Some(if folder.as_os_str().is_empty() { PathBuf::from(".") } else { folder.to_owned() })
    }
}

impl Library for Shelf {
    fn find(&self, name: &str, from: &str) -> Option<(String, String)> {
        let file = Self::beside(from).map(|folder| folder.join(format!("{name}.rules")));
        // The samples of a rule set stand in a folder of its name, beside it.
        let above = Self::beside(from).map(|folder| folder.join("..").join(format!("{name}.rules")));
        let files = file.into_iter().chain(above);
        let found = files.into_iter().find_map(|file| read(&file).ok().map(|text| (tidy(&file), text)));
        found.or_else(|| BuiltIn.find(name, from))
    }

    fn sketch(&self, name: &str, from: &str) -> Option<(String, String)> {
        let beside =
            Self::beside(from).map(|folder| folder.join(SKETCH_FOLDER).join(format!("{name}.rules")));
        let found = beside.and_then(|file| read(&file).ok().map(|text| (tidy(&file), text)));
        found.or_else(|| built_in::sketch_before(self.find(name, from), name))
    }

    fn places(&self, from: &str) -> String {
        match Self::beside(from) {
            Some(folder) => {
                format!("{}, the folder above it and {}", folder.display(), BuiltIn.places(from))
            }
            None => BuiltIn.places(from),
        }
    }

    fn names(&self, from: &str) -> Vec<String> {
        let mut names = BuiltIn.names(from);
        let beside = Self::beside(from);
        let above = beside.as_ref().map(|folder| folder.join(".."));
        let files = beside.into_iter().chain(above).filter_map(|folder| fs::read_dir(folder).ok());
        for entry in files.flatten().flatten() {
            let path = entry.path();
            if path.extension().is_some_and(|extension| extension == "rules")
                && let Some(stem) = path.file_stem().and_then(|stem| stem.to_str())
            {
                names.push(stem.to_owned());
            }
        }
        names.sort();
        names.dedup();
        names
    }
}

/// A path without the detour through a folder and back.
fn tidy(path: &Path) -> String {
    let mut parts: Vec<std::path::Component<'_>> = Vec::new();
    for part in path.components() {
        match (part, parts.last()) {
            (std::path::Component::ParentDir, Some(std::path::Component::Normal(_))) => {
                parts.pop();
            }
            _ => parts.push(part),
        }
    }
    parts.iter().collect::<PathBuf>().display().to_string()
}

/// Reads a puzzle into the sources: a file or stdin.
pub(super) fn read_puzzle(path: &Path, sources: &mut Sources) -> Result<SourceId, Trouble> {
    if let Some((name, text)) = sample(path) {
        return Ok(sources.add(name, text));
    }
    read(path).map(|text| sources.add(name(path), text))
}

/// The complaint about rules that are not there, with the ones that may have been meant.
fn missing(path: &Path) -> Trouble {
    let wrong = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut beside: Vec<String> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .collect();
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

/// Replaces the text of a file, which keeps its permissions, its owner and all its names. A link stays a link: the file it
/// leads to is replaced. Should anything fail, the file is as it was.
pub(super) fn replace(path: &Path, text: &str) -> Result<(), Trouble> {
    let fail = |error: io::Error| Trouble::io(path, &error);
    let target = path.canonicalize().map_err(fail)?;
    let metadata = fs::metadata(&target).map_err(fail)?;
    if metadata.is_dir() {
        return Err(Trouble::file(format!("{} is a folder; give a file", path.display())));
    }
    if !metadata.is_file() {
        return Err(Trouble::file(format!("{}: not a regular file, so it is not rewritten", path.display())));
    }
    // Renaming over a file does not ask whether that file may be written.
    if metadata.permissions().readonly() {
        return Err(Trouble::file(format!("{}: the file is read-only", path.display())));
    }
    let (temporary, file) = temporary_beside(&target).map_err(fail)?;
    let same_owner = owned_alike(&file, &metadata);
    fill(file, text, metadata.permissions()).map_err(fail)?;
    if same_owner && names(&metadata) == 1 {
        return fs::rename(temporary.path(), &target).map_err(fail);
    }
    // Another file could not take the place of this one. The temporary file has shown that there is room for the text.
    undisturbed(|| rewrite(&target, text)).map_err(fail)
}

/// Writes a text over the one in a file; if that fails, puts back what was there.
fn rewrite(path: &Path, text: &str) -> io::Result<()> {
    let before = fs::read(path)?;
    fs::write(path, text).and_then(|()| File::open(path)?.sync_all()).inspect_err(|_| {
        // The first error is the one to tell.
        let _put_back = fs::write(path, before);
    })
}

/// Under how many names a file is known.
#[cfg(unix)]
fn names(metadata: &fs::Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::nlink(metadata)
}

#[cfg(not(unix))]
fn names(_metadata: &fs::Metadata) -> u64 {
    1
}

/// Gives a new file the owner and the group of another; whether it has them.
#[cfg(unix)]
fn owned_alike(file: &File, other: &fs::Metadata) -> bool {
    use std::os::unix::fs::{MetadataExt as _, fchown};
    file.metadata().is_ok_and(|own| (own.uid(), own.gid()) == (other.uid(), other.gid()))
        || fchown(file, Some(other.uid()), Some(other.gid())).is_ok()
}

#[cfg(not(unix))]
fn owned_alike(_file: &File, _other: &fs::Metadata) -> bool {
    true
}

/// Makes a new file; one that is there already stays as it is. Should anything fail, there is none.
pub(super) fn create(path: &Path, text: &str) -> Result<(), Trouble> {
    let fail = |error: io::Error| Trouble::io(path, &error);
    if path.symlink_metadata().is_ok() {
        return Err(Trouble::file(match fs::read_link(path) {
            Ok(to) if !path.exists() => {
                format!("{}: a link to {}, which is not there", path.display(), to.display())
            }
            _ => format!("{}: is there already, and is not overwritten", path.display()),
        }));
    }
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.exists()) {
        return Err(Trouble::file(format!("{}: there is no folder {}", path.display(), folder.display())));
    }
    let (temporary, mut file) = temporary_beside(path).map_err(fail)?;
    let written = file.write_all(text.as_bytes()).and_then(|()| file.sync_all());
    written.and_then(|()| fs::rename(temporary.path(), path)).map_err(fail)
}

/// Makes a file, or replaces the one that is there. A device or a pipe takes the text as it is.
pub(super) fn write(path: &Path, text: &str) -> Result<(), Trouble> {
    match fs::metadata(path) {
        Ok(there) if there.is_file() || there.is_dir() => replace(path, text),
        Ok(_) => fs::write(path, text).map_err(|error| Trouble::io(path, &error)),
        Err(_) => create(path, text),
    }
}

/// Writes the results that the console keeps to the file they are kept for; the exit that this means.
pub(super) fn write_kept(file: Option<&Path>, console: &mut Console) -> Exit {
    let Some(file) = file else { return Exit::Yes };
    console.sum_up();
    let text = console.take_kept();
    write(file, &text).map_or_else(|trouble| trouble.tell(console), |()| Exit::Yes)
}

/// Removes a file, if it is there.
pub(super) fn remove(path: &Path) -> Result<(), Trouble> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(Trouble::io(path, &error)),
        _ => Ok(()),
    }
}

/// A new file in the same folder, hence on the same disk.
fn temporary_beside(target: &Path) -> io::Result<(Temporary, File)> {
    let name = target.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let mut number = 0;
    loop {
        let path = target.with_file_name(format!(".{name}.{}-{number}.tmp", std::process::id()));
        match Temporary::create(path) {
            // Another run was killed under the same number; its leftover is not ours to remove.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < 100 => number += 1,
            made => return made,
        }
    }
}

/// Permissions come first: not even for a moment may others read what they could not read before.
fn fill(mut file: File, text: &str, permissions: fs::Permissions) -> io::Result<()> {
    file.set_permissions(permissions)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()
}

//! Writing files: whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::Path;

use crate::cli::Exit;
use crate::cli::console::Console;
use crate::cli::desk::desk;
use crate::cli::signals::{Temporary, undisturbed};
use crate::cli::trouble::Trouble;

/// Refuses to write from a desk: what it works on is no file.
fn may_write(path: &Path) -> Result<(), Trouble> {
    let told = || Trouble::file(format!("{}: a request writes no files", path.display()));
    desk().map_or(Ok(()), |_| Err(told()))
}

/// Replaces the text of a file, which keeps its permissions, its owner and all its names. A link stays a link: the file it
/// leads to is replaced. Should anything fail, the file is as it was.
pub(in crate::cli) fn replace(path: &Path, text: &str) -> Result<(), Trouble> {
    may_write(path)?;
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
pub(in crate::cli) fn create(path: &Path, text: &str) -> Result<(), Trouble> {
    may_write(path)?;
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
pub(in crate::cli) fn write(path: &Path, text: &str) -> Result<(), Trouble> {
    may_write(path)?;
    match fs::metadata(path) {
        Ok(there) if there.is_file() || there.is_dir() => replace(path, text),
        Ok(_) => fs::write(path, text).map_err(|error| Trouble::io(path, &error)),
        Err(_) => create(path, text),
    }
}

/// Fills a file that may grow large, whole or not at all: what is there is replaced once all is written. A device or a pipe
/// takes everything as it comes.
#[cfg(feature = "proof")]
pub(in crate::cli) fn stream<T, E>(
    path: &Path,
    fill: impl FnOnce(&mut dyn io::Write) -> Result<T, E>,
) -> Result<Result<T, E>, Trouble> {
    may_write(path)?;
    let fail = |error: io::Error| Trouble::io(path, &error);
    let filled = |file: &File| {
        let mut out = io::BufWriter::new(file);
        let made = fill(&mut out);
        out.flush().map(|()| made)
    };
    let is_special = fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir());
    if is_special {
        return filled(&File::options().write(true).open(path).map_err(fail)?).map_err(fail);
    }
    if path.is_dir() {
        return Err(Trouble::file(format!("{} is a folder; give a file", path.display())));
    }
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.exists()) {
        return Err(Trouble::file(format!("{}: there is no folder {}", path.display(), folder.display())));
    }
    let (temporary, file) = temporary_beside(path).map_err(fail)?;
    let made = filled(&file).map_err(fail)?;
    if made.is_ok() {
        file.sync_all().and_then(|()| fs::rename(temporary.path(), path)).map_err(fail)?;
    }
    Ok(made)
}

/// Writes the results that the console keeps to the file they are kept for; the exit that this means.
pub(in crate::cli) fn write_kept(file: Option<&Path>, console: &mut Console) -> Exit {
    let Some(file) = file else { return Exit::Yes };
    console.sum_up();
    let text = console.take_kept();
    write(file, &text).map_or_else(|trouble| trouble.tell(console), |()| Exit::Yes)
}

/// Removes a file, if it is there.
pub(in crate::cli) fn remove(path: &Path) -> Result<(), Trouble> {
    may_write(path)?;
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

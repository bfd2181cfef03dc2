//! The folder where the server keeps files: copies of built-in texts, results of commands, texts that are not saved yet. Only
//! the user may read them, and nobody else can have put something in their place.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};
use std::{env, process};

/// A folder of the server's. Copies are the same folder.
#[derive(Clone, Debug)]
pub struct Folder(Arc<Place>);

#[derive(Debug)]
struct Place {
    path: PathBuf,
    /// Whether it goes away with the last copy.
    passing: bool,
}

impl Folder {
    /// The folder of this version's files for this user; where nobody may write, as in a sandbox, one among the temporary files
    /// for this server alone.
    pub fn usual() -> Folder {
        let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let cache = set("XDG_CACHE_HOME")
            .or_else(|| set("LOCALAPPDATA"))
            .or_else(|| set("HOME").map(|home| home.join(".cache")));
        let kept = cache.map(|cache| cache.join("gridlog").join(env!("CARGO_PKG_VERSION")));
        kept.and_then(Folder::kept).unwrap_or_else(|| Folder::passing(&env::temp_dir()))
    }

    /// A folder that outlives the server, if files can be written there.
    fn kept(path: PathBuf) -> Option<Folder> {
        fs::create_dir_all(&path).ok()?;
        let folder = Folder(Arc::new(Place { path, passing: false }));
        let tried = folder.write(&format!("try-{}", process::id()), "").ok()?;
        fs::remove_file(tried).ok()?;
        Some(folder)
    }

    /// A new folder among the temporary files, which others may write too: its name cannot be guessed, and one that is there
    /// already is not taken. Where not even that can be made nothing can be written, and all else goes on.
    fn passing(temporary: &Path) -> Folder {
        let number = RandomState::new().build_hasher().finish();
        let path = temporary.join(format!("gridlog-{number:016x}"));
        let passing = private_folder(&path).is_ok();
        Folder(Arc::new(Place { path, passing }))
    }

    /// Where a file of this name is.
    pub fn path(&self, file: &str) -> PathBuf {
        self.0.path.join(file)
    }

    /// Writes a file, whole or not at all; its path. The folders between are made, this one is not.
    pub fn write(&self, file: &str, text: &str) -> io::Result<PathBuf> {
        self.put(file, text, false)
    }

    /// Writes a file that nobody should change, unless it is there; its path.
    pub fn copy(&self, file: &str, text: &str) -> io::Result<PathBuf> {
        let path = self.path(file);
        if fs::read_to_string(&path).ok().as_deref() == Some(text) {
            return Ok(path);
        }
        // Some systems put nothing in the place of a file that must not be written.
        let _there_was_none = fs::remove_file(&path);
        self.put(file, text, true)
    }

    fn put(&self, file: &str, text: &str, readonly: bool) -> io::Result<PathBuf> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let path = self.path(file);
        for (end, _) in file.match_indices('/') {
            let between = self.path(&file[..end]);
            if !between.is_dir() {
                private_folder(&between)
                    .or_else(|error| if between.is_dir() { Ok(()) } else { Err(error) })?;
            }
        }
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let new = path.with_file_name(format!(".new-{}-{number}", process::id()));
        let written = private_file(&new).and_then(|mut made| {
            made.write_all(text.as_bytes())?;
            if readonly {
                let mut permissions = made.metadata()?.permissions();
                permissions.set_readonly(true);
                made.set_permissions(permissions)?;
            }
            fs::rename(&new, &path)
        });
        written.inspect_err(|error| {
            if error.kind() != io::ErrorKind::AlreadyExists {
                let _gone = fs::remove_file(&new);
            }
        })?;
        Ok(path)
    }

    /// Removes files below this folder that are older: what servers left that were killed.
    pub fn sweep(&self, below: &str, age: Duration) {
        let entries = fs::read_dir(self.path(below)).into_iter().flatten().flatten();
        let now = SystemTime::now();
        for entry in entries {
            let written = entry.metadata().and_then(|about| about.modified());
            if written.is_ok_and(|at| now.duration_since(at).is_ok_and(|since| since > age)) {
                let _others_sweep_too = fs::remove_file(entry.path());
            }
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if self.passing {
            let _gone = fs::remove_dir_all(&self.path);
        }
    }
}

/// A new folder that only the user may enter.
fn private_folder(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// A new file that only the user may read; what is there already, be it a link, is an error.
fn private_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.write(true).create_new(true).open(path)
}

#[cfg(test)]
impl Folder {
    /// An empty folder for a test.
    pub fn of_test() -> Folder {
        Folder::passing(&env::temp_dir())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::time::Duration;

    use super::Folder;

    #[test]
    fn a_passing_folder_is_new_and_goes_away() {
        let (one, other) = (Folder::of_test(), Folder::of_test());
        assert_ne!(one.path(""), other.path(""));
        let path = one.clone().write("unsaved/a.json", "{}").expect("a file");
        assert_eq!(fs::read_to_string(&path).expect("the file"), "{}");
        let folder = one.path("");
        assert!(folder.is_dir());
        drop(one);
        assert!(!folder.exists());
        assert_eq!(other.path("unsaved").try_exists().ok(), Some(false));
    }

    #[test]
    fn copies_are_mended_and_only_old_leftovers_are_swept() {
        let folder = Folder::of_test();
        let path = folder.copy("built-in/a.rules", "one").expect("a copy");
        assert!(fs::metadata(&path).expect("the file").permissions().readonly());
        folder.copy("built-in/a.rules", "two").expect("another");
        assert_eq!(fs::read_to_string(&path).expect("the file"), "two");
        let old = folder.write("unsaved/old", "").expect("a file");
        let new = folder.write("unsaved/new", "").expect("a file");
        let before = std::time::SystemTime::now() - Duration::from_secs(7200);
        fs::File::options()
            .write(true)
            .open(&old)
            .and_then(|file| file.set_modified(before))
            .expect("a time");
        folder.sweep("unsaved", Duration::from_secs(3600));
        assert_eq!((old.exists(), new.exists()), (false, true));
    }

    #[cfg(unix)]
    #[test]
    fn nobody_else_reads_and_links_are_not_followed() {
        use std::os::unix::fs::{PermissionsExt as _, symlink};

        let folder = Folder::of_test();
        let mode = |path: &std::path::Path| fs::metadata(path).expect("it").permissions().mode() & 0o777;
        let path = folder.write("results/a.txt", "secret").expect("a file");
        assert_eq!(
            (mode(&folder.path("")), mode(&folder.path("results")), mode(&path)),
            (0o700, 0o700, 0o600)
        );
        let elsewhere = folder.write("elsewhere", "theirs").expect("a file");
        fs::remove_file(&path).and_then(|()| symlink(&elsewhere, &path)).expect("a link");
        folder.write("results/a.txt", "mine").expect("a file");
        assert_eq!(fs::read_to_string(&elsewhere).expect("the file"), "theirs");
        assert_eq!(fs::read_to_string(&path).expect("the file"), "mine");
    }

    #[test]
    fn where_nothing_can_be_written_there_is_no_folder() {
        let folder = Folder::of_test();
        let file = folder.write("file", "").expect("a file");
        assert!(Folder::kept(file.join("below")).is_none());
        assert!(Folder::passing(&file).write("a", "").is_err());
    }
}

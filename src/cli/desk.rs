//! Where a request is answered: texts in the place of files, somebody who may ask to stop, and buffers in the place of
//! streams. A command asks for a file, a stream or the wish to stop as always; while a thread sits at a desk it gets the
//! desk's, and nothing of the process or the disk but what the desk allows.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use crate::base::disk;
use crate::language::resolve::shelf::tidy;

/// Takes signs of life.
pub type Progress = Box<dyn Fn(&str) + Send + Sync>;

/// Who asks: what is told while an answer is made, and what the answer may cost.
#[derive(Default)]
pub struct Host {
    /// Set by whoever wants no answer any more.
    pub stop: Arc<AtomicBool>,
    /// Takes a sign of life now and then: JSON, as in docs/json.md.
    pub progress: Option<Progress>,
    /// The most time for a puzzle, whatever the request says.
    pub time: Option<Duration>,
    /// The most memory in bytes, whatever the request says.
    pub memory: Option<usize>,
    /// A folder whose files may be read besides the texts of the request.
    pub folder: Option<PathBuf>,
}

impl std::fmt::Debug for Host {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Host").field("time", &self.time).field("memory", &self.memory).finish_non_exhaustive()
    }
}

/// A desk, shared by the threads that work on one request.
#[derive(Debug)]
pub(super) struct Desk {
    pub(super) host: Host,
    /// The folder of the host without links in its path.
    folder: Option<PathBuf>,
    /// By tidy path.
    pub(super) texts: BTreeMap<String, String>,
    out: Mutex<Vec<u8>>,
    err: Mutex<String>,
}

thread_local! {
    static DESK: RefCell<Option<Arc<Desk>>> = const { RefCell::new(None) };
}

/// The desk at which this thread sits, if it sits at one.
pub(super) fn desk() -> Option<Arc<Desk>> {
    DESK.with(|desk| desk.borrow().clone())
}

/// Does something at a desk; afterwards the thread is back where it was.
pub(super) fn at<T>(desk: Option<Arc<Desk>>, act: impl FnOnce() -> T) -> T {
    struct Back(Option<Arc<Desk>>);
    impl Drop for Back {
        fn drop(&mut self) {
            DESK.with(|desk| *desk.borrow_mut() = self.0.take());
        }
    }
    let _back = Back(DESK.with(|now| now.replace(desk)));
    act()
}

impl Desk {
    pub(super) fn new(host: Host, texts: BTreeMap<String, String>) -> Arc<Desk> {
        let texts = texts.into_iter().map(|(path, text)| (plain(Path::new(&path)), text)).collect();
        let folder = host.folder.as_ref().and_then(|folder| folder.canonicalize().ok());
        Arc::new(Desk { host, folder, texts, out: Mutex::default(), err: Mutex::default() })
    }

    /// The text at a path, if there is one.
    pub(super) fn read(&self, path: &Path) -> Option<String> {
        if let Some(text) = self.texts.get(&plain(path)) {
            return Some(text.clone());
        }
        // Nobody gets out of the folder, neither by its path nor by a link; nor to what is hidden there.
        let folder = self.folder.as_ref()?;
        let whole = folder.join(path).canonicalize().ok()?;
        let below = whole.strip_prefix(folder).ok()?;
        let is_hidden = below.components().any(|part| part.as_os_str().to_string_lossy().starts_with('.'));
        if is_hidden { None } else { disk::read(&whole) }
    }

    /// Whether there is a text at a path.
    pub(super) fn has(&self, path: &Path) -> bool {
        self.read(path).is_some()
    }

    /// The paths of all texts below a folder, in order.
    pub(super) fn below(&self, folder: &Path) -> Vec<PathBuf> {
        let folder = plain(folder);
        let all = self.texts.keys().map(PathBuf::from);
        all.filter(|path| folder.is_empty() || (path.starts_with(&folder) && path != Path::new(&folder)))
            .collect()
    }

    /// The names of what is in a folder.
    pub(super) fn list(&self, folder: &Path) -> Vec<String> {
        let depth = Path::new(&plain(folder)).components().count();
        let below = self.below(folder);
        let names = below.iter().filter_map(|path| path.components().nth(depth));
        let mut names: Vec<String> =
            names.map(|name| name.as_os_str().to_string_lossy().into_owned()).collect();
        names.sort();
        names.dedup();
        names
    }

    /// Writes to what stands for stderr.
    pub(super) fn say(&self, text: &str) {
        self.err.lock().unwrap_or_else(PoisonError::into_inner).push_str(text);
    }

    /// Gives a sign of life.
    pub(super) fn tick(&self, message: &str) {
        if let Some(progress) = self.host.progress.as_ref().filter(|_| !message.is_empty()) {
            progress(&serde_json::json!({ "progress": { "text": message } }).to_string());
        }
    }

    /// All that was written to what stands for stdout and stderr.
    pub(super) fn take(&self) -> (String, String) {
        let out = std::mem::take(&mut *self.out.lock().unwrap_or_else(PoisonError::into_inner));
        let err = std::mem::take(&mut *self.err.lock().unwrap_or_else(PoisonError::into_inner));
        (String::from_utf8_lossy(&out).into_owned(), err)
    }
}

/// A path without detours, and without `./` before it.
fn plain(path: &Path) -> String {
    let tidy = tidy(path);
    let parts = Path::new(&tidy).components().filter(|part| *part != Component::CurDir);
    parts.collect::<PathBuf>().display().to_string()
}

/// Where results go: stdout, a file, or the desk.
#[derive(Debug)]
pub(super) enum Out {
    Stdout(io::Stdout),
    File(File),
    Desk(Arc<Desk>),
}

impl Out {
    pub(super) fn new() -> Out {
        desk().map_or_else(|| Out::Stdout(io::stdout()), Out::Desk)
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Out::Stdout(stdout) => stdout.write(bytes),
            Out::File(file) => file.write(bytes),
            Out::Desk(desk) => {
                desk.out.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
                Ok(bytes.len())
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Out::Stdout(stdout) => stdout.flush(),
            Out::File(_) | Out::Desk(_) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::{Desk, Host, at, desk};

    fn sample() -> std::sync::Arc<Desk> {
        let texts = ["a.rules", "./a/one.puzzle", "b/../a/two.puzzle"];
        Desk::new(Host::default(), texts.map(|path| (path.to_owned(), path.to_owned())).into())
    }

    #[test]
    fn texts_are_found_by_any_way_to_them() {
        let desk = sample();
        assert!(desk.has(Path::new("a/one.puzzle")) && desk.has(Path::new("a/x/../two.puzzle")));
        assert!(!desk.has(Path::new("/etc/passwd")) && !desk.has(Path::new("../a.rules")));
        assert_eq!(desk.list(Path::new(".")), ["a", "a.rules"]);
        assert_eq!(desk.below(Path::new("a")), ["a/one.puzzle", "a/two.puzzle"].map(PathBuf::from));
    }

    #[test]
    fn a_folder_is_not_left() {
        let host = Host { folder: Some(PathBuf::from("src/cli")), ..Host::default() };
        let desk = Desk::new(host, std::collections::BTreeMap::new());
        assert!(desk.has(Path::new("desk.rs")) && !desk.has(Path::new("../cli.rs")));
        assert!(!desk.has(&std::env::current_dir().expect("a folder").join("src/cli.rs")));
    }

    #[test]
    fn a_thread_leaves_the_desk_it_sat_at() {
        assert!(at(Some(sample()), || desk().is_some()) && desk().is_none());
    }
}

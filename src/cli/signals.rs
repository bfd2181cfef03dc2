//! Signals that ask to stop. The first raises a flag that all work looks at; should nobody be able to look, as in the midst
//! of a write that nobody reads, it ends the program before a second is over. The second ends it at once. Either way no
//! temporary file stays behind.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

#[cfg(feature = "cli")]
use signal_hook::consts::{SIGINT, SIGTERM};

#[cfg(feature = "cli")]
use super::Exit;
use super::desk::desk;

static FLAG: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// The temporary files there are now.
static TEMPORARY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Set by the first signal that asks to stop, or by whoever waits for an answer.
pub(super) fn interruption() -> Arc<AtomicBool> {
    desk().map_or_else(|| FLAG.clone(), |desk| desk.host.stop.clone())
}

/// Whether somebody asked to stop.
pub(super) fn is_interrupted() -> bool {
    interruption().load(Ordering::Relaxed)
}

/// Goes on as if nobody had asked to stop: what was asked for has been stopped.
#[cfg(feature = "cli")]
pub(super) fn forgive() {
    interruption().store(false, Ordering::Relaxed);
}

/// From now on signals are heard. Without a handler a signal ends the program, which is what it would do anyway.
#[cfg(feature = "cli")]
pub(super) fn listen() {
    let watched = last_resort();
    for signal in [SIGINT, SIGTERM] {
        if !watched {
            let _handled = signal_hook::flag::register_conditional_shutdown(
                signal,
                Exit::Interrupted.status().into(),
                FLAG.clone(),
            );
        }
        let _handled = signal_hook::flag::register(signal, FLAG.clone());
    }
}

/// How long the work may take to notice the first signal, and to tell what was found.
#[cfg(all(unix, feature = "cli"))]
const PATIENCE: std::time::Duration = std::time::Duration::from_millis(700);

/// Starts a thread that hears signals by a pipe and ends the program if nobody else does; whether it could be started.
#[cfg(all(unix, feature = "cli"))]
fn last_resort() -> bool {
    use std::io::Read as _;
    use std::os::unix::net::UnixStream;

    let Ok((mut heard, told)) = UnixStream::pair() else { return false };
    let started =
        std::thread::Builder::new().name("signals".to_owned()).stack_size(64 << 10).spawn(move || {
            let mut byte = [0];
            while heard.read_exact(&mut byte).is_ok() {
                // A second signal ends the wait.
                let second =
                    heard.set_read_timeout(Some(PATIENCE)).and_then(|()| heard.read_exact(&mut byte));
                if second.is_ok() || is_interrupted() || heard.set_read_timeout(None).is_err() {
                    end();
                }
            }
        });
    let heard =
        |signal| told.try_clone().and_then(|told| signal_hook::low_level::pipe::register(signal, told));
    started.is_ok() && [SIGINT, SIGTERM].into_iter().all(|signal| heard(signal).is_ok())
}

#[cfg(all(not(unix), feature = "cli"))]
fn last_resort() -> bool {
    false
}

/// Ends the program when stdin ends: whoever started it holds the other end, and has gone away, however that came.
#[cfg(feature = "cli")]
pub(super) fn end_with_stdin() {
    // Without a thread the program runs to its end, as any other.
    let _started = std::thread::Builder::new().name("stdin".to_owned()).spawn(|| {
        let _nothing_comes = io::copy(&mut io::stdin().lock(), &mut io::sink());
        end();
    });
}

/// Ends the program. The list stays locked, so that no temporary file comes into being any more.
#[cfg(feature = "cli")]
pub(super) fn end() {
    let temporary = temporary();
    for path in temporary.iter() {
        let _gone = fs::remove_file(path);
    }
    std::process::exit(Exit::Interrupted.status().into());
}

fn temporary() -> MutexGuard<'static, Vec<PathBuf>> {
    TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Does something that no signal may cut short.
pub(super) fn undisturbed<T>(act: impl FnOnce() -> T) -> T {
    let _nobody_ends = temporary();
    act()
}

/// A file that goes away with this value, or with the program if a signal ends it.
pub(super) struct Temporary(PathBuf);

impl Temporary {
    /// Makes a new file.
    pub(super) fn create(path: PathBuf) -> io::Result<(Temporary, File)> {
        let mut list = temporary();
        let file = File::create_new(&path)?;
        list.push(path.clone());
        Ok((Temporary(path), file))
    }

    /// Where it is.
    pub(super) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let mut list = temporary();
        list.retain(|path| *path != self.0);
        // Nothing is there any more if it was renamed.
        let _gone = fs::remove_file(&self.0);
    }
}

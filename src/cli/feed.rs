//! Bytes as they come: of a file, or of a pipe that somebody may be writing to.

use std::fs::{self, File};
use std::io::{self, Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, sync_channel};
use std::thread;
use std::time::Duration;

use super::desk::desk;
use super::files;
use super::signals::is_interrupted;
use super::trouble::Trouble;
use crate::base::clock::Stopwatch;

/// Bytes of a file or a pipe.
pub(super) struct Feed {
    path: PathBuf,
    from: From,
}

enum From {
    /// A file never lets one wait.
    File(File),
    /// All of it is there.
    Text(Cursor<String>),
    /// A read of a pipe cannot be interrupted, so it is left to a thread that ends with the program.
    Pipe(Receiver<io::Result<Vec<u8>>>),
    End,
}

/// What came.
pub(super) enum Came {
    Bytes(Vec<u8>),
    /// Nothing yet.
    Late,
    /// There is no more.
    End,
    /// Somebody asked to stop.
    Interrupted,
}

/// How many bytes are read at once.
const PIECE: usize = 1 << 16;

/// How many pieces are read before they are asked for.
const AHEAD: usize = 4;

/// How often a wait looks around.
const TICK: Duration = Duration::from_millis(50);

impl Feed {
    /// Opens a file, or stdin for `-`.
    pub(super) fn open(path: &Path) -> Result<Feed, Trouble> {
        let from = if desk().is_some() || files::address(path).is_some() {
            From::Text(Cursor::new(files::read(path)?))
        } else if files::is_stdin(path) {
            files::piped().map_or_else(|| From::pipe(io::stdin()), |text| From::pipe(text.as_bytes()))
        } else {
            // Opening a folder succeeds on some systems, and reading it then fails in words that do not help.
            if path.is_dir() {
                return Err(Trouble::file(format!("{} is a folder; give a file", path.display())));
            }
            if let Some(trouble) = files::strange(path) {
                return Err(trouble);
            }
            let fail = |error: io::Error| Trouble::io(path, &error);
            let file = File::open(path).map_err(fail)?;
            let is_file = file.metadata().map_err(fail)?.is_file();
            if is_file { From::File(file) } else { From::pipe(file) }
        };
        let path = if files::is_stdin(path) { PathBuf::from("<stdin>") } else { path.to_owned() };
        Ok(Feed { path, from })
    }

    /// How many bytes there are in all, if that is known.
    pub(super) fn size(&self) -> Option<u64> {
        match &self.from {
            From::File(file) => file.metadata().ok().map(|known| known.len()),
            // A file that a shell has opened as stdin.
            From::Pipe(_) if self.path == Path::new("<stdin>") && cfg!(unix) => {
                fs::metadata("/dev/stdin").ok().filter(fs::Metadata::is_file).map(|known| known.len())
            }
            _ => None,
        }
    }

    /// Whether so few bytes came at once that there were no more at that time.
    pub(super) fn is_short(bytes: &[u8]) -> bool {
        bytes.len() < PIECE
    }

    /// What comes within a time, or however long it takes. Whoever has to wait calls `idle` first and again and again, which
    /// says whether there is use in more: if not, this is the end.
    pub(super) fn next(
        &mut self,
        most: Option<Duration>,
        idle: &mut dyn FnMut() -> bool,
    ) -> Result<Came, Trouble> {
        let came = match &mut self.from {
            From::End => return Ok(Came::End),
            From::File(file) => piece(file),
            From::Text(text) => piece(text),
            From::Pipe(pipe) => match pipe.try_recv() {
                Ok(came) => came,
                Err(TryRecvError::Disconnected) => Ok(Vec::new()),
                Err(TryRecvError::Empty) => match wait(pipe, most, idle) {
                    Ok(came) => came,
                    Err(instead) => return Ok(instead),
                },
            },
        };
        match came {
            Ok(bytes) if bytes.is_empty() => {
                self.from = From::End;
                Ok(Came::End)
            }
            Ok(bytes) => Ok(Came::Bytes(bytes)),
            Err(error) => {
                self.from = From::End;
                Err(Trouble::io(&self.path, &error))
            }
        }
    }
}

impl From {
    fn pipe(mut pipe: impl Read + Send + 'static) -> From {
        let (send, receive) = sync_channel(AHEAD);
        thread::spawn(move || {
            loop {
                let came = piece(&mut pipe);
                let is_last = came.as_ref().map_or(true, Vec::is_empty);
                if send.send(came).is_err() || is_last {
                    return;
                }
            }
        });
        From::Pipe(receive)
    }
}

fn piece(from: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; PIECE];
    loop {
        match from.read(&mut bytes) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            read => {
                bytes.truncate(read?);
                return Ok(bytes);
            }
        }
    }
}

fn wait(
    pipe: &Receiver<io::Result<Vec<u8>>>,
    most: Option<Duration>,
    idle: &mut dyn FnMut() -> bool,
) -> Result<io::Result<Vec<u8>>, Came> {
    let started = Stopwatch::start();
    loop {
        if !idle() {
            return Err(Came::End);
        }
        let left = most.map(|most| most.saturating_sub(started.elapsed()));
        match pipe.recv_timeout(left.map_or(TICK, |left| left.min(TICK))) {
            Ok(came) => return Ok(came),
            Err(RecvTimeoutError::Disconnected) => return Ok(Ok(Vec::new())),
            Err(RecvTimeoutError::Timeout) if is_interrupted() => return Err(Came::Interrupted),
            Err(RecvTimeoutError::Timeout) if left == Some(Duration::ZERO) => return Err(Came::Late),
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
}

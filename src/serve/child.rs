//! A process that answers: `gridlog answer`, a request on each line of its stdin.

use std::ffi::OsString;
use std::fs;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::{ChildStdin, ChildStdout, Command};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::Duration;

use crate::base::disk::LARGEST;
use crate::base::leash::Leash;

/// The most that is kept of what a process complains about, in bytes.
const COMPLAINT: u64 = 4096;

/// How long a process takes to end, once it prints nothing any more.
const PATIENCE: Duration = Duration::from_secs(2);

/// A process under way. It ends with this value.
#[derive(Debug)]
pub struct Child {
    process: Leash,
    stdin: ChildStdin,
    lines: Receiver<String>,
    complaint: Receiver<String>,
}

/// What is heard of a process.
#[derive(PartialEq, Eq, Debug)]
pub enum Heard {
    /// A line.
    Line(String),
    /// Nothing yet.
    Nothing,
    /// Its end.
    End,
}

impl Child {
    /// Starts one; if it gives way, others come first where the system can tell them apart.
    pub fn start(program: &Path, arguments: &[OsString], gives_way: bool) -> io::Result<Child> {
        let plain = || Leash::start(Command::new(program).args(arguments));
        let nice = || Leash::start(Command::new("nice").arg(program).args(arguments));
        let (process, pipes) = if gives_way && cfg!(unix) { nice().or_else(|_| plain()) } else { plain() }?;
        let (Some(stdin), Some(stdout), Some(stderr)) = (pipes.stdin, pipes.stdout, pipes.stderr) else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        // A line may be long, so few of them wait.
        let (tell, lines) = mpsc::sync_channel(1);
        thread::Builder::new().name("answers".to_owned()).spawn(move || hand_on(stdout, &tell))?;
        let (tell, complaint) = mpsc::channel();
        thread::Builder::new().name("complaints".to_owned()).spawn(move || {
            let mut stderr = BufReader::new(stderr);
            let mut bytes = Vec::new();
            let _what_came_counts = stderr.by_ref().take(COMPLAINT).read_to_end(&mut bytes);
            let _nobody_reads = tell.send(String::from_utf8_lossy(&bytes).into_owned());
            let _drained = io::copy(&mut stderr, &mut io::sink());
        })?;
        Ok(Child { process, stdin, lines, complaint })
    }

    /// Asks something, in one line.
    pub fn ask(&mut self, request: &str) -> io::Result<()> {
        self.stdin.write_all(request.as_bytes())?;
        self.stdin.write_all(b"\n")
    }

    /// Asks to come to an end with the answer.
    pub fn stop(&mut self) {
        // A process that has ended needs no such word.
        let _told = self.ask("stop");
    }

    /// What is heard within a time.
    pub fn hear(&self, time: Duration) -> Heard {
        match self.lines.recv_timeout(time) {
            Ok(line) => Heard::Line(line),
            Err(RecvTimeoutError::Timeout) => Heard::Nothing,
            Err(RecvTimeoutError::Disconnected) => Heard::End,
        }
    }

    /// How it ended, in words, once its end was heard. One that goes on was not listened to any more.
    pub fn last_words(mut self) -> String {
        let Ok(words) = self.complaint.recv_timeout(PATIENCE) else {
            return format!("the answer has more than {LARGEST} bytes");
        };
        if !words.trim().is_empty() {
            return words.trim().to_owned();
        }
        match self.process.wait() {
            Ok(status) => format!("the process that answered has ended: {status}"),
            Err(error) => format!("the process that answered is lost: {error}"),
        }
    }

    /// How many bytes of memory it takes; none where the system does not tell.
    pub fn memory(&self) -> usize {
        let text = fs::read_to_string(format!("/proc/{}/status", self.process.id())).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let number = line.and_then(|line| line.split_whitespace().next()?.parse::<usize>().ok());
        number.map_or(0, |kilobytes| kilobytes << 10)
    }
}

/// Hands on lines until there are no more, or one is too long.
fn hand_on(stdout: ChildStdout, tell: &SyncSender<String>) {
    let mut stdout = BufReader::with_capacity(1 << 16, stdout);
    loop {
        let mut line = Vec::new();
        let read = stdout.by_ref().take(LARGEST as u64).read_until(b'\n', &mut line);
        if read.is_err() || line.pop() != Some(b'\n') {
            return;
        }
        let Ok(line) = String::from_utf8(line) else { return };
        if tell.send(line).is_err() {
            return;
        }
    }
}

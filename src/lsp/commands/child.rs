//! A process that carries a command out.

use std::collections::BTreeMap;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{self, ChildStdin};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;
use std::{fs, thread};

use serde_json::{Map, Value};

use super::Office;
use crate::base::disk::{STDIN, UNSAVED};
use crate::base::leash::Leash;
use crate::lsp::message::{Code, Fault};

/// The folder for what is not saved, below that of the server.
pub const UNSAVED_FOLDER: &str = "unsaved";

/// How often a wait looks around.
const TICK: Duration = Duration::from_millis(20);

/// A process under way. It ends with this value.
#[derive(Debug)]
pub struct Child {
    process: Leash,
    output: Receiver<String>,
    errors: Receiver<String>,
    /// Goes away with this value.
    unsaved: PathBuf,
    /// The process ends when this does, also if the server is killed.
    _stdin: Option<ChildStdin>,
}

/// What a process left.
#[derive(Debug)]
pub struct Ended {
    /// Its exit status; nothing if a signal ended it.
    pub status: Option<i32>,
    /// What it printed.
    pub output: String,
    /// What it complained about.
    pub errors: String,
}

impl Child {
    /// Starts `gridlog` in a folder, with texts that count instead of files and perhaps one instead of stdin.
    pub fn start(
        office: &Office,
        arguments: &[String],
        folder: Option<&Path>,
        unsaved: &BTreeMap<PathBuf, String>,
        input: Option<String>,
    ) -> Result<Child, Fault> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let failed = |what: &str, error: &io::Error| Fault::new(Code::Failed, format!("{what}: {error}"));
        let mut texts: Map<String, Value> = unsaved
            .iter()
            .map(|(path, text)| (path.display().to_string(), Value::from(text.as_str())))
            .collect();
        texts.insert(STDIN.to_owned(), Value::from(input.unwrap_or_default()));
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let file = format!("{UNSAVED_FOLDER}/unsaved-{}-{number}.json", process::id());
        let file = office.folder.write(&file, &Value::from(texts).to_string());
        let file = file.map_err(|error| failed("the open texts cannot be handed over", &error))?;
        let mut command = process::Command::new(&office.program);
        command.args(["--color", "never"]).args(arguments).env(UNSAVED, &file);
        if let Some(folder) = folder {
            command.current_dir(folder);
        }
        let (process, pipes) = Leash::start(&mut command).map_err(|error| {
            let _gone = fs::remove_file(&file);
            failed("gridlog cannot be started", &error)
        })?;
        let (output, errors) = (drained(pipes.stdout), drained(pipes.stderr));
        Ok(Child { process, output, errors, unsaved: file, _stdin: pipes.stdin })
    }

    /// Waits for the end; nothing if somebody asked to stop before. Calls `tick` now and then.
    pub fn wait(mut self, stop: &AtomicBool, tick: &mut dyn FnMut()) -> Result<Option<Ended>, Fault> {
        let output = loop {
            match self.output.recv_timeout(TICK) {
                Ok(output) => break output,
                Err(RecvTimeoutError::Disconnected) => break String::new(),
                Err(RecvTimeoutError::Timeout) if stop.load(Ordering::Relaxed) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => tick(),
            }
        };
        let errors = self.errors.recv().unwrap_or_default();
        let status = self.process.wait().map_err(|error| Fault::new(Code::Failed, error.to_string()))?;
        Ok(Some(Ended { status: status.code(), output, errors }))
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        self.process.kill();
        let _gone = fs::remove_file(&self.unsaved);
    }
}

/// All that comes through a pipe, once it has ended.
fn drained(pipe: Option<impl Read + Send + 'static>) -> Receiver<String> {
    let (send, receive) = mpsc::channel();
    if let Some(mut pipe) = pipe {
        thread::spawn(move || {
            let mut bytes = Vec::new();
            let _what_came_counts = pipe.read_to_end(&mut bytes);
            let _nobody_waits = send.send(String::from_utf8_lossy(&bytes).into_owned());
        });
    }
    receive
}

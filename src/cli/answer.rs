//! Requests of other programs, in JSON: a command line with texts in the place of files. The page in the browser, `gridlog
//! serve`, WebAssembly and Python all ask this way; docs/json.md describes requests and responses.
//!
//! A request that names a command of the program runs that command at a desk, so that its records are the same to the byte.
//! The others are what only a page asks; each has a file here.

mod language;
mod request;
mod setting;
#[cfg(feature = "cli")]
mod stream;
mod words;

use serde_json::Value;

use self::language::{Units, byte};
use self::request::Request;
use super::Exit;
use super::console::{Colour, Console};
use super::desk::{self, Desk};
use super::files::Disk;
use crate::base::clock::Deadline;
use crate::editor::workspace::Workspace;

#[cfg(feature = "serve")]
pub(super) use self::request::QUESTIONS;
#[cfg(feature = "cli")]
pub(super) use self::stream::{Args, run};
pub use super::desk::{Host, Progress};

/// The most time for a question about a text, if the host says nothing.
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(2);

/// Answers a request: JSON for JSON. Nothing of the disk is read, and nothing is written.
///
/// ```
/// let response = gridlog::answer(r#"{"command": "count", "arguments": ["latin"], "options": {"set": ["n=3"]}}"#);
/// assert!(response.contains(r#""count":12"#));
/// ```
pub fn answer(request: &str) -> String {
    Answerer::default().answer(request, Host::default())
}

/// Answers requests one after the other. What it has found out about texts it keeps, so that a question about a text that has
/// not changed costs little, and one about a text that is just broken can be answered from what it was before.
#[derive(Default)]
pub struct Answerer {
    workspace: Option<Workspace>,
}

impl std::fmt::Debug for Answerer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Answerer").finish_non_exhaustive()
    }
}

/// What is answered.
struct Response {
    exit: Exit,
    /// Each in JSON already.
    records: Vec<String>,
    output: String,
    messages: String,
    /// The answer to a request that is no command of the program.
    result: Option<Value>,
}

impl Response {
    fn refused(message: &str) -> Response {
        let messages = format!("error: {message}\n");
        Response { exit: Exit::BadInput, records: Vec::new(), output: String::new(), messages, result: None }
    }

    /// In JSON. Records stand in it as they are.
    fn write(&self) -> String {
        let text = |text: &str| Value::from(text).to_string();
        let result = self.result.as_ref().map_or_else(String::new, |result| format!(",\"result\":{result}"));
        format!(
            "{{\"exit\":{},\"records\":[{}],\"output\":{},\"messages\":{}{result}}}",
            self.exit.status(),
            self.records.join(","),
            text(&self.output),
            text(&self.messages),
        )
    }
}

impl Answerer {
    /// Answers a request for somebody, who may want no answer any more before it is there.
    pub fn answer(&mut self, request: &str, host: Host) -> String {
        let response = match Request::read(request) {
            Ok(request) => self.respond(request, host),
            Err(message) => Response::refused(&message),
        };
        response.write()
    }

    fn respond(&mut self, mut request: Request, mut host: Host) -> Response {
        let draws = setting::REQUESTS.contains(&request.command.as_str());
        if request.is_question() || draws {
            host.time = Some(host.time.map_or(PATIENCE, |most| most.min(PATIENCE)));
        }
        let desk = Desk::new(host, std::mem::take(&mut request.files));
        desk::at(Some(desk.clone()), || {
            let deadline = || Deadline::new(desk.host.stop.clone(), desk.host.time, None);
            let response = if request.is_question() {
                self.question(&request, &desk, &deadline())
            } else if draws {
                let (exit, result) =
                    setting::answer(&request, &deadline(), &Console::new(Colour::Never, false));
                Ok((exit, Kind::Result(result)))
            } else {
                command(&request)
            };
            let (out, err) = desk.take();
            match response {
                Err(message) => Response::refused(&message),
                Ok((exit, Kind::Result(result))) => {
                    Response { exit, records: Vec::new(), output: out, messages: err, result: Some(result) }
                }
                // Pages about codes of diagnostics are no records.
                Ok((exit, Kind::Records)) if out.lines().all(|line| line.starts_with('{')) => {
                    let records = out.lines().map(str::to_owned).collect();
                    Response { exit, records, output: String::new(), messages: err, result: None }
                }
                Ok((exit, Kind::Printed)) => {
                    let result = serde_json::from_str(&out).ok();
                    Response { exit, records: Vec::new(), output: String::new(), messages: err, result }
                }
                Ok((exit, Kind::Records | Kind::Output)) => {
                    Response { exit, records: Vec::new(), output: out, messages: err, result: None }
                }
            }
        })
    }

    /// A question about a text.
    fn question(&mut self, request: &Request, desk: &Desk, deadline: &Deadline) -> Answer {
        let workspace = self.workspace.get_or_insert_with(|| Workspace::new(Disk));
        let gone = workspace.names().filter(|name| !desk.texts.contains_key(*name));
        let gone: Vec<String> = gone.map(str::to_owned).collect();
        gone.iter().for_each(|name| workspace.close(name));
        for (name, text) in &desk.texts {
            if workspace.document(name).is_none_or(|open| open.text != *text) {
                workspace.set(name, text.as_str(), 0);
            }
        }
        let file = request.text("file").ok_or("a question about a text names its `file`")?;
        let Some(analysis) = workspace.analyse(file, deadline) else {
            // Whoever called it off waits for no answer.
            let is_there = workspace.text(file).is_some();
            let called_off = Ok((Exit::Interrupted, Kind::Result(Value::Null)));
            return if is_there { called_off } else { Err(format!("there is no text `{file}` in `files`")) };
        };
        let units = Units::new(workspace);
        let result = match request.command.as_str() {
            "diagnostics" => units.diagnostics(&analysis),
            "tokens" => Units::tokens(&analysis),
            "symbols" => units.symbols(&analysis),
            question => {
                let at = request.number("at").ok_or("a question about a place says `at` which unit it is")?;
                let at = byte(&analysis.text, at);
                match question {
                    "hover" => units.hover(&analysis, at, deadline),
                    "complete" => units.complete(&analysis, at),
                    "signature" => Units::signature(&analysis, at),
                    _ => units.definition(&analysis, at),
                }
            }
        };
        Ok((Exit::Yes, Kind::Result(result)))
    }
}

/// What a desk holds after an answer.
enum Kind {
    /// A record on each line.
    Records,
    /// What the command prints for people or other programs.
    Output,
    /// The answer in JSON.
    Printed,
    /// Nothing: the answer is here.
    Result(Value),
}

/// An answer, or what is wrong with the request.
type Answer = Result<(Exit, Kind), String>;

/// Runs a command of the program.
fn command(request: &Request) -> Answer {
    let (command, records) = words::command(request)?;
    let exit = super::perform(command, Console::new(Colour::Never, false));
    let kind = match request.command.as_str() {
        "game" | "moves" => Kind::Printed,
        _ if records => Kind::Records,
        _ => Kind::Output,
    };
    Ok((exit, kind))
}

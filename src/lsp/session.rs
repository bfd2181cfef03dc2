//! The texts as a client has them, and the work for it: who does what, and when.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, SendError, Sender};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use gen_lsp_types::json_rpc::Id;
use gen_lsp_types::{
    DidChangeTextDocumentParams, DidChangeWatchedFilesParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, Registration, RegistrationParams, RegistrationRequest,
    TextDocumentContentChangeEvent,
};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::base::clock::Stopwatch;
use crate::editor::text::{Position, Text};
use crate::lsp::client::{Abilities, Client};
use crate::lsp::commands::child::UNSAVED_FOLDER;
use crate::lsp::commands::{Errand, Office};
use crate::lsp::folder::Folder;
use crate::lsp::home::Home;
use crate::lsp::message::{Code, Fault, guarded};
use crate::lsp::pending::Pending;
use crate::lsp::service::Service;
use crate::lsp::worker::{Job, Worker};

/// What the server needs of the system around it.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The program that carries commands out: `gridlog`.
    pub program: PathBuf,
    /// Where copies of built-in texts and results go.
    pub folder: Folder,
    /// Raised by whoever wants the server to end.
    pub stop: Arc<AtomicBool>,
}

/// A text as the client has it.
struct Document {
    text: Arc<Text>,
    version: i32,
}

/// The work for a client. It ends with this value.
pub struct Session {
    abilities: Arc<Abilities>,
    office: Office,
    documents: BTreeMap<String, Document>,
    /// The texts that the worker does not know yet.
    untold: Vec<String>,
    jobs: Option<Sender<Job>>,
    worker: Option<JoinHandle<()>>,
    /// The commands under way.
    errands: Vec<JoinHandle<()>>,
    pending: Pending,
    tokens: Pending,
    /// Since when texts rest that have changed.
    changed: Option<Stopwatch>,
    /// Stops the worker's look at texts that have changed since.
    looking: Arc<AtomicBool>,
}

/// The worker follows deeply nested texts by recursion, as the main thread of a command does.
const STACK: usize = 8 << 20;

/// What was not saved so long ago was left by a server that was killed: commands read it when they start.
const LEFT: Duration = Duration::from_secs(3600);

impl Session {
    /// Begins it.
    pub fn new(client: &Client, abilities: Abilities, setup: &Setup) -> Session {
        let abilities = Arc::new(abilities);
        let home = Home::new(setup.folder.clone(), &abilities);
        setup.folder.sweep(UNSAVED_FOLDER, LEFT);
        let pending = Pending::default();
        let worker = Worker {
            service: Service::new(abilities.clone(), home.clone()),
            client: client.clone(),
            pending: pending.clone(),
            stale: Vec::new(),
        };
        let (jobs, receive) = mpsc::channel();
        let worker = thread::Builder::new().name("worker".to_owned()).stack_size(STACK).spawn(move || {
            worker.run(&receive);
        });
        let office = Office {
            client: client.clone(),
            abilities: abilities.clone(),
            home,
            program: setup.program.clone(),
            folder: setup.folder.clone(),
        };
        Session {
            abilities,
            office,
            documents: BTreeMap::new(),
            untold: Vec::new(),
            jobs: Some(jobs),
            worker: worker.ok(),
            errands: Vec::new(),
            pending,
            tokens: Pending::default(),
            changed: None,
            looking: Arc::default(),
        }
    }

    /// How long texts that have changed still have to rest; nothing if none has.
    pub fn rest(&self) -> Option<Duration> {
        self.changed.map(|since| self.abilities.options.rest().saturating_sub(since.elapsed()))
    }

    /// Has texts looked at that have changed and rested since.
    pub fn look_if_rested(&mut self) {
        if self.rest() == Some(Duration::ZERO) {
            self.changed = None;
            self.hand_over();
            self.looking = Arc::default();
            self.send(Job::Diagnose(self.looking.clone()));
        }
    }

    /// Has something done by the worker. It may not have been started, where the system gives no more threads: then requests
    /// are answered here.
    fn send(&self, job: Job) {
        let Some(jobs) = &self.jobs else { return };
        if let Err(SendError(Job::Answer { id, .. })) = jobs.send(job) {
            self.answer_busy(&id);
        }
    }

    /// Answers a request for which there is no thread.
    fn answer_busy(&self, id: &Id) {
        self.pending.done(id);
        let fault = Fault::new(Code::Failed, "the system gives no more threads; start the server again");
        self.office.client.answer(id, Err(fault));
    }

    /// Tells the worker about texts that have changed.
    fn hand_over(&mut self) {
        let untold = std::mem::take(&mut self.untold);
        if untold.is_empty() {
            return;
        }
        let known = |address: String| {
            let shown = self.documents.get(&address).map(|open| (open.text.clone(), open.version));
            (address, shown)
        };
        let texts = untold.into_iter().map(known).collect();
        self.send(Job::Texts(texts));
    }

    /// A text has changed: what is being said about the old one does not matter any more.
    fn touch(&mut self, address: String) {
        self.looking.store(true, Ordering::Relaxed);
        self.changed = Some(Stopwatch::start());
        self.untold.retain(|other| *other != address);
        self.untold.push(address);
    }

    /// Has a request answered.
    pub fn asked(&mut self, id: &Id, method: &str, params: Value) {
        let stop: Arc<AtomicBool> = Arc::default();
        self.pending.add(id, &stop);
        if method != "workspace/executeCommand" {
            self.hand_over();
            let (id, method) = (id.clone(), method.to_owned());
            return self.send(Job::Answer { id, method, params, stop });
        }
        let open = self.documents.iter().map(|(uri, open)| (uri.clone(), open.text.clone())).collect();
        let (tokens, office) = (self.tokens.clone(), self.office.clone());
        self.run(id, move || Errand::read(&params, open)?.run(&office, &stop, &tokens));
    }

    /// Answers a request from a thread of its own, whatever becomes of that.
    fn run(&mut self, id: &Id, act: impl FnOnce() -> Result<Value, Fault> + Send + 'static) {
        let (own, pending, client) = (id.clone(), self.pending.clone(), self.office.client.clone());
        let errand = thread::Builder::new().name("command".to_owned()).spawn(move || {
            let answer = guarded(act).and_then(|answer| answer);
            pending.done(&own);
            client.answer(&own, answer);
        });
        self.errands.retain(|errand| !errand.is_finished());
        match errand {
            Ok(errand) => self.errands.push(errand),
            Err(_) => self.answer_busy(id),
        }
    }

    /// Takes note of something.
    pub fn notified(&mut self, method: &str, params: Value) {
        let done = match method {
            "initialized" => {
                self.watch();
                Ok(())
            }
            "textDocument/didOpen" => {
                DidOpenTextDocumentParams::deserialize(params).map(|params| self.open(params))
            }
            "textDocument/didChange" => {
                DidChangeTextDocumentParams::deserialize(params).map(|params| self.change(params))
            }
            "textDocument/didClose" => {
                DidCloseTextDocumentParams::deserialize(params).map(|params| self.close(params))
            }
            "workspace/didChangeWatchedFiles" => {
                DidChangeWatchedFilesParams::deserialize(params).map(|params| {
                    self.look_again(params.changes.into_iter().map(|change| change.uri.0).collect());
                })
            }
            "$/cancelRequest" => {
                params.get("id").into_iter().for_each(|id| self.pending.cancel(id));
                Ok(())
            }
            "window/workDoneProgress/cancel" => {
                params.get("token").into_iter().for_each(|token| self.tokens.cancel(token));
                Ok(())
            }
            _ => Ok(()),
        };
        if let Err(error) = done {
            self.office.client.log(format!("{method}: {error}"));
        }
    }

    fn open(&mut self, params: DidOpenTextDocumentParams) {
        let item = params.text_document;
        let document = Document { text: Arc::new(Text::new(item.text)), version: item.version };
        self.documents.insert(item.uri.0.clone(), document);
        self.touch(item.uri.0);
    }

    fn change(&mut self, params: DidChangeTextDocumentParams) {
        let address = params.text_document.text_document_identifier.uri.0;
        let Some(document) = self.documents.get_mut(&address) else {
            return self.office.client.log(format!("{address} was changed and is not open"));
        };
        document.version = params.text_document.version;
        let text = Arc::make_mut(&mut document.text);
        for change in params.content_changes {
            match change {
                TextDocumentContentChangeEvent::TextDocumentContentChangePartial(change) => {
                    let at = |place: gen_lsp_types::Position| Position {
                        line: place.line,
                        column: place.character,
                    };
                    let stretch = (at(change.range.start), at(change.range.end));
                    text.change(Some(stretch), &change.text, self.abilities.encoding);
                }
                TextDocumentContentChangeEvent::TextDocumentContentChangeWholeDocument(change) => {
                    text.change(None, &change.text, self.abilities.encoding);
                }
            }
        }
        self.touch(address);
    }

    fn close(&mut self, params: DidCloseTextDocumentParams) {
        let address = params.text_document.uri.0;
        self.documents.remove(&address);
        self.touch(address);
    }

    /// Files have changed on the disk.
    fn look_again(&mut self, files: Vec<String>) {
        self.hand_over();
        self.send(Job::Files(files));
        self.looking.store(true, Ordering::Relaxed);
        self.changed = Some(Stopwatch::start());
    }

    /// Asks the client to tell when others change files.
    fn watch(&self) {
        if self.abilities.watches {
            let watchers = json!({ "watchers": [{ "globPattern": "**/*.{rules,puzzle}" }] });
            let registration = Registration {
                id: "files".to_owned(),
                method: "workspace/didChangeWatchedFiles".to_owned(),
                register_options: Some(watchers),
            };
            let params = RegistrationParams { registrations: vec![registration] };
            self.office.client.ask::<RegistrationRequest>(params);
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.pending.cancel_all();
        self.looking.store(true, Ordering::Relaxed);
        self.jobs = None;
        // Work ends soon once it is called off, and no process outlives the server.
        for thread in self.worker.take().into_iter().chain(self.errands.drain(..)) {
            let _ended = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::sync::Arc;
    use std::sync::mpsc;
    use std::time::Duration;

    use gen_lsp_types::json_rpc::Id;
    use serde_json::json;

    use super::{Session, Setup};
    use crate::lsp::client::{Abilities, Client};
    use crate::lsp::folder::Folder;

    #[test]
    fn every_request_is_answered() {
        let (out, messages) = mpsc::channel();
        let setup = Setup { program: PathBuf::from("none"), folder: Folder::of_test(), stop: Arc::default() };
        let mut session = Session::new(&Client::new(out), Abilities::default(), &setup);
        let answer = || messages.recv_timeout(Duration::from_secs(60)).expect("an answer");
        // A command with a bug in it.
        session.run(&Id::Number(1), || panic!("a bug, as this test has it"));
        assert!(answer().contains("-32603"));
        // A worker that could not be started.
        session.jobs = Some(mpsc::channel().0);
        session.asked(&Id::Number(2), "textDocument/hover", json!({}));
        assert!(answer().contains("-32803"));
    }
}

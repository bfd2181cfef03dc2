//! The thread that looks at texts. It takes one job after the other, so that every answer is about the texts as they were
//! when the question came; a job can be called off while it waits and while it runs.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex, PoisonError};

use gen_lsp_types::json_rpc::Id;
use gen_lsp_types::{
    CodeLensRefreshRequest, InlayHintRefreshRequest, PublishDiagnosticsNotification,
    PublishDiagnosticsParams, SemanticTokensRefreshRequest,
};
use serde_json::Value;

use crate::editor::text::Text;
use crate::lsp::client::Client;
use crate::lsp::message::{Code, Fault};
use crate::lsp::requests::{self, diagnostics};
use crate::lsp::service::Service;

/// A text that was opened or has changed, with its version.
pub type Shown = (Arc<Text>, i32);

/// Something to do.
#[derive(Debug)]
pub enum Job {
    /// Texts that were opened, have changed, or were closed.
    Texts(Vec<(String, Option<Shown>)>),
    /// Files that others have changed.
    Files(Vec<String>),
    /// Say what is wrong with texts, as far as that may have changed.
    Diagnose(Arc<AtomicBool>),
    /// Answer a request.
    Answer {
        /// Names the request.
        id: Id,
        /// What is asked.
        method: String,
        /// About what.
        params: Value,
        /// Raised when it is called off.
        stop: Arc<AtomicBool>,
    },
}

/// The requests that have no answer yet, and how to call them off.
#[derive(Clone, Debug, Default)]
pub struct Pending(Arc<Mutex<BTreeMap<String, Arc<AtomicBool>>>>);

impl Pending {
    /// A request has come.
    pub fn add(&self, id: &Id) -> Arc<AtomicBool> {
        let stop: Arc<AtomicBool> = Arc::default();
        self.with(|known| known.insert(word(id), stop.clone()));
        stop
    }

    /// It has its answer.
    pub fn done(&self, id: &Id) {
        self.with(|known| known.remove(&word(id)));
    }

    /// Calls a request off.
    pub fn cancel(&self, id: &Value) {
        if let Some(stop) = self.with(|known| known.get(&id.to_string()).cloned()) {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// Calls all off.
    pub fn cancel_all(&self) {
        self.with(|known| known.values().for_each(|stop| stop.store(true, Ordering::Relaxed)));
    }

    fn with<T>(&self, act: impl FnOnce(&mut BTreeMap<String, Arc<AtomicBool>>) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

fn word(id: &Id) -> String {
    serde_json::json!(id).to_string()
}

/// Whoever does the jobs.
pub struct Worker {
    /// The texts.
    pub service: Service,
    /// The way to the client.
    pub client: Client,
    /// The requests that have no answer yet.
    pub pending: Pending,
    /// The open texts about which something else may be said now, the most urgent first.
    pub stale: Vec<String>,
}

impl Worker {
    /// Does all jobs until there are no more.
    pub fn run(mut self, jobs: &Receiver<Job>) {
        while let Ok(job) = jobs.recv() {
            match job {
                Job::Texts(texts) => {
                    for (address, text) in texts {
                        self.set(&address, text);
                    }
                }
                Job::Files(files) => {
                    for address in files {
                        let touched = self.service.changed(&address);
                        self.mark(touched);
                    }
                }
                Job::Diagnose(stop) => {
                    if self.guarded(|worker| worker.diagnose(&stop)).is_err() {
                        // Nobody asks again until the text has changed.
                        self.stale.clear();
                    }
                }
                Job::Answer { id, method, params, stop } => {
                    let answer = if stop.load(Ordering::Relaxed) {
                        Err(Fault::cancelled())
                    } else {
                        self.service.begin(stop);
                        let answered =
                            self.guarded(|worker| requests::answer(&mut worker.service, &method, params));
                        answered.and_then(|answer| answer)
                    };
                    self.pending.done(&id);
                    self.client.answer(&id, answer);
                }
            }
        }
    }

    fn set(&mut self, address: &str, text: Option<Shown>) {
        let closed = text.is_none();
        let touched = self.service.set(address, text);
        if closed {
            let name = self.service.home.name(address);
            self.stale.retain(|other| *other != name);
            let params =
                PublishDiagnosticsParams { uri: address.into(), version: None, diagnostics: Vec::new() };
            self.client.notify::<PublishDiagnosticsNotification>(params);
        }
        self.mark(touched);
    }

    /// Something else may be said about these texts now.
    fn mark(&mut self, mut touched: Vec<String>) {
        self.stale.retain(|other| !touched.contains(other));
        touched.append(&mut self.stale);
        self.stale = touched;
    }

    /// Says what is wrong with the texts about which something else may be said now, until somebody asks to stop.
    fn diagnose(&mut self, stop: &Arc<AtomicBool>) {
        let count = self.stale.len();
        while let Some(name) = self.stale.first().cloned() {
            self.service.begin(stop.clone());
            let deadline = self.service.deadline();
            match self.service.workspace.analyse(&name, &deadline) {
                Some(analysis) => {
                    let params = diagnostics::publication(&self.service, &analysis);
                    self.client.notify::<PublishDiagnosticsNotification>(params);
                }
                None if stop.load(Ordering::Relaxed) => return,
                None => {}
            }
            self.stale.remove(0);
        }
        // What a client shows of the text that was changed it asks for again by itself.
        if count > 1 {
            self.refresh();
        }
    }

    fn refresh(&self) {
        let [tokens, hints, lenses] = self.service.abilities.refreshes;
        if tokens {
            self.client.ask::<SemanticTokensRefreshRequest>(());
        }
        if hints {
            self.client.ask::<InlayHintRefreshRequest>(());
        }
        if lenses {
            self.client.ask::<CodeLensRefreshRequest>(());
        }
    }

    /// Does something that should not panic. A panic is a bug, and no reason to leave the author alone with the text.
    fn guarded<T>(&mut self, act: impl FnOnce(&mut Worker) -> T) -> Result<T, Fault> {
        catch_unwind(AssertUnwindSafe(|| act(self))).map_err(|_| {
            let told = "this is a bug in gridlog; its output tells more. Please report it with the text";
            Fault::new(Code::Internal, told)
        })
    }
}

//! The thread that looks at texts. It takes one job after the other, so that every answer is about the open texts as they were
//! when the question came, and about files as they are when its turn comes; a job can be called off while it waits and while
//! it runs.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Receiver;

use gen_lsp_types::json_rpc::Id;
use gen_lsp_types::{
    CodeLensRefreshRequest, InlayHintRefreshRequest, PublishDiagnosticsNotification,
    PublishDiagnosticsParams, SemanticTokensRefreshRequest,
};
use serde_json::Value;

use crate::editor::text::Text;
use crate::lsp::client::Client;
use crate::lsp::message::{Fault, guarded};
use crate::lsp::pending::Pending;
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
                        let _told_on_stderr = guarded(|| self.set(&address, text));
                    }
                }
                Job::Files(files) => {
                    for address in files {
                        let _told_on_stderr = guarded(|| {
                            let touched = self.service.changed(&address);
                            self.mark(touched);
                        });
                    }
                }
                Job::Diagnose(stop) => {
                    if guarded(|| self.diagnose(&stop)).is_err() {
                        // Nobody asks again until the text has changed.
                        self.stale.clear();
                    }
                }
                Job::Answer { id, method, params, stop } => {
                    let answer = if stop.load(Ordering::Relaxed) {
                        Err(Fault::cancelled())
                    } else {
                        self.service.begin(stop);
                        guarded(|| requests::answer(&mut self.service, &method, params))
                            .and_then(|answer| answer)
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
}

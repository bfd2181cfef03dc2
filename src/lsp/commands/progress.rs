//! How far work has come, for those who wait, and their way to call it off.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use gen_lsp_types::{
    ProgressNotification, ProgressParams, ProgressToken, WorkDoneProgressCreateParams,
    WorkDoneProgressCreateRequest,
};
use serde_json::{Value, json};

use super::Office;
use crate::base::clock::Stopwatch;
use crate::lsp::client::Client;
use crate::lsp::pending::Pending;

/// Work that takes shorter is not worth a word.
const SHORT: Duration = Duration::from_millis(300);

/// Between two words.
const APART: Duration = Duration::from_secs(1);

/// What is told of one piece of work. It ends with this value.
#[derive(Debug)]
pub struct Progress {
    title: String,
    client: Client,
    tokens: Pending,
    /// By what token it is told; nothing if the client cannot be told.
    token: Option<ProgressToken>,
    since: Stopwatch,
    told: Duration,
    begun: bool,
    /// Whether the token is the server's, which the client does not know yet.
    own: bool,
}

impl Progress {
    /// Work begins, perhaps under a token that the client chose.
    pub fn new(
        title: &str,
        token: Option<ProgressToken>,
        office: &Office,
        stop: &Arc<AtomicBool>,
        tokens: &Pending,
    ) -> Progress {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let own = token.is_none();
        let token = token.or_else(|| {
            let number = COUNT.fetch_add(1, Ordering::Relaxed);
            office.abilities.progress.then(|| ProgressToken::String(format!("gridlog/{number}")))
        });
        if let Some(token) = &token {
            tokens.add(token, stop);
        }
        Progress {
            title: title.to_owned(),
            client: office.client.clone(),
            tokens: tokens.clone(),
            token,
            since: Stopwatch::start(),
            told: Duration::ZERO,
            begun: false,
            own,
        }
    }

    /// Says what there is to say by now.
    pub fn tick(&mut self) {
        let elapsed = self.since.elapsed();
        let Some(token) = self.token.clone() else { return };
        if !self.begun && elapsed >= SHORT {
            if self.own {
                let params = WorkDoneProgressCreateParams { token };
                self.client.ask::<WorkDoneProgressCreateRequest>(params);
            }
            self.begun = true;
            self.tell(json!({ "kind": "begin", "title": self.title, "cancellable": true }));
        } else if self.begun && elapsed >= self.told + APART {
            self.told = elapsed;
            self.tell(json!({ "kind": "report", "message": format!("{} s", elapsed.as_secs()) }));
        }
    }

    fn tell(&self, value: Value) {
        if let Some(token) = self.token.clone() {
            self.client.notify::<ProgressNotification>(ProgressParams { token, value });
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.begun {
            self.tell(json!({ "kind": "end" }));
        }
        if let Some(token) = &self.token {
            self.tokens.done(token);
        }
    }
}

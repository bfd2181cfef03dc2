//! The other side: what it can do, what it wants, and how it is told things.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::mpsc::Sender;
use std::time::Duration;

use gen_lsp_types::json_rpc::Id;
use gen_lsp_types::{LogMessageNotification, LogMessageParams, MessageType, Notification, Request};
use serde::Deserialize;
use serde_json::Value;

use crate::editor::text::Encoding;
use crate::lsp::address;
use crate::lsp::message::{self, Fault};

/// Where texts that are no files of the user's are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Shown {
    /// In files that the server writes: every client can open them.
    #[default]
    File,
    /// At addresses of the server's own; the client asks it for their texts.
    Virtual,
}

/// What the client may choose when it starts the server.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Options {
    /// Built-in rule sets and the pages of codes.
    pub built_in: Shown,
    /// What commands find.
    pub results: Shown,
    /// How long the text has to rest before it is looked at, in milliseconds.
    pub debounce: u64,
    /// How long looking at one text may take, in milliseconds.
    pub time_limit: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options { built_in: Shown::File, results: Shown::File, debounce: 5, time_limit: 5000 }
    }
}

impl Options {
    /// How long the text has to rest.
    pub fn rest(&self) -> Duration {
        Duration::from_millis(self.debounce)
    }
}

/// What the client can do.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Abilities {
    /// How columns are counted.
    pub encoding: Encoding,
    /// Other places in diagnostics.
    pub related: bool,
    /// Links from codes to their pages.
    pub pages: bool,
    /// Showing a document when it is asked to.
    pub documents: bool,
    /// Showing how far work has come.
    pub progress: bool,
    /// Texts with holes to fill in completions.
    pub snippets: bool,
    /// Telling about files that others change.
    pub watches: bool,
    /// Edits that tell of which version of a text they are.
    pub versions: bool,
    /// Colours from a grammar of its own, to which those that follow the meaning are added.
    pub grammar: bool,
    /// Asking again for colours, hints and lenses when another file has changed.
    pub refreshes: [bool; 3],
    /// What it chose.
    pub options: Options,
    /// The folders it works in.
    pub folders: Vec<PathBuf>,
}

impl Abilities {
    /// Reads what a client says of itself when it starts the server; what it does not say it cannot do. The words are looked
    /// up one by one: a client that is wrong about something else is served all the same. Also returns what is wrong with the options.
    pub fn read(params: &Value) -> (Abilities, Option<String>) {
        let said = |path: &str| params.pointer(&format!("/capabilities/{path}"));
        let can = |path: &str| said(path).and_then(Value::as_bool) == Some(true);
        let utf8 = said("general/positionEncodings")
            .and_then(Value::as_array)
            .is_some_and(|known| known.iter().any(|word| word == "utf-8"));
        let asked = params.get("initializationOptions").filter(|asked| asked.is_object());
        let options = asked.map_or_else(|| Ok(Options::default()), Options::deserialize);
        let wrong = options.as_ref().err().map(|error| format!("initializationOptions: {error}"));
        let abilities = Abilities {
            encoding: if utf8 { Encoding::Utf8 } else { Encoding::Utf16 },
            related: can("textDocument/publishDiagnostics/relatedInformation"),
            pages: can("textDocument/publishDiagnostics/codeDescriptionSupport"),
            documents: can("window/showDocument/support"),
            progress: can("window/workDoneProgress"),
            snippets: can("textDocument/completion/completionItem/snippetSupport"),
            watches: can("workspace/didChangeWatchedFiles/dynamicRegistration"),
            versions: can("workspace/workspaceEdit/documentChanges"),
            grammar: can("textDocument/semanticTokens/augmentsSyntaxTokens"),
            refreshes: ["semanticTokens", "inlayHint", "codeLens"]
                .map(|kind| can(&format!("workspace/{kind}/refreshSupport"))),
            options: options.unwrap_or_default(),
            folders: folders(params),
        };
        (abilities, wrong)
    }
}

/// The folders of a workspace, or the one folder that older clients name.
fn folders(params: &Value) -> Vec<PathBuf> {
    let named = params.get("workspaceFolders").and_then(Value::as_array);
    let named = named.into_iter().flatten().filter_map(|folder| folder.get("uri"));
    let mut folders: Vec<PathBuf> = named.filter_map(Value::as_str).filter_map(address::path).collect();
    if folders.is_empty() {
        folders.extend(params.get("rootUri").and_then(Value::as_str).and_then(address::path));
    }
    folders
}

/// A way to the client. Copies lead to the same one.
#[derive(Clone, Debug)]
pub struct Client {
    out: Sender<String>,
    asked: Arc<AtomicI64>,
}

impl Client {
    /// Messages go out here.
    pub fn new(out: Sender<String>) -> Client {
        Client { out, asked: Arc::default() }
    }

    fn send(&self, message: String) {
        // A client that has gone away hears nothing any more, and the server ends when it notices.
        let _gone = self.out.send(message);
    }

    /// Answers a request.
    pub fn answer(&self, id: &Id, answer: Result<Value, Fault>) {
        self.send(message::answer(id, answer));
    }

    /// Tells something.
    pub fn notify<N: Notification>(&self, params: N::Params) {
        self.tell(N::METHOD.as_str(), params);
    }

    /// Tells something that only some clients understand.
    pub fn tell(&self, method: &str, params: impl serde::Serialize) {
        self.send(message::ask(None, method, params));
    }

    /// Asks for something; the answer does not matter.
    pub fn ask<R: Request>(&self, params: R::Params) {
        let id = Id::String(format!("gridlog/{}", self.asked.fetch_add(1, Ordering::Relaxed)));
        self.send(message::ask(Some(id), R::METHOD.as_str(), params));
    }

    /// Tells whoever looks after the server.
    pub fn log(&self, message: impl Into<String>) {
        let params = LogMessageParams { kind: MessageType::Warning, message: message.into() };
        self.notify::<LogMessageNotification>(params);
    }
}

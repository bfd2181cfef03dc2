//! A client: starts the server in a folder of its own, speaks to it and keeps what it says.

use std::collections::VecDeque;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use serde_json::{Value, json};

/// Longer than anything takes, on a machine that does other things.
const PATIENCE: Duration = Duration::from_secs(60);

/// Marks the place that a request is about.
const CURSOR: &str = "<|>";

pub struct Client {
    pub process: Child,
    stdin: Option<ChildStdin>,
    messages: Receiver<Value>,
    /// What came and was not waited for.
    early: VecDeque<Value>,
    asked: i64,
    pub folder: PathBuf,
}

impl Client {
    /// Starts the server in an empty folder.
    pub fn start(name: &str) -> Client {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("lsp").join(name);
        std::fs::remove_dir_all(&folder).ok();
        std::fs::create_dir_all(folder.join("project")).expect("a folder");
        let mut process = Command::new(env!("CARGO_BIN_EXE_gridlog"))
            .arg("lsp")
            .current_dir(folder.join("project"))
            .env("XDG_CACHE_HOME", folder.join("cache"))
            .env_remove("CI")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .expect("the server starts");
        let stdin = process.stdin.take();
        let mut stdout = BufReader::new(process.stdout.take().expect("a pipe"));
        let (send, messages) = channel();
        std::thread::spawn(move || {
            loop {
                let mut length = None;
                loop {
                    let mut line = String::new();
                    if stdout.read_line(&mut line).unwrap_or(0) == 0 {
                        return;
                    }
                    match line.strip_prefix("Content-Length: ") {
                        Some(number) => length = number.trim().parse().ok(),
                        None if line == "\r\n" => break,
                        None => panic!("a header: {line:?}"),
                    }
                }
                let mut bytes = vec![0; length.expect("a length")];
                stdout.read_exact(&mut bytes).expect("a whole message");
                if send.send(serde_json::from_slice(&bytes).expect("JSON")).is_err() {
                    return;
                }
            }
        });
        Client { process, stdin, messages, early: VecDeque::new(), asked: 0, folder: folder.join("project") }
    }

    /// The same with a conversation begun, by a client that can do everything.
    pub fn open(name: &str, options: Value) -> Client {
        let mut client = Client::start(name);
        let root = client.uri("");
        let params = json!({
            "processId": null,
            "rootUri": root.trim_end_matches('/'),
            "capabilities": {
                "general": { "positionEncodings": ["utf-16"] },
                "window": { "workDoneProgress": true, "showDocument": { "support": true } },
                "textDocument": {
                    "publishDiagnostics": { "relatedInformation": true, "codeDescriptionSupport": true },
                    "completion": { "completionItem": { "snippetSupport": true } },
                },
            },
            "initializationOptions": options,
        });
        client.request("initialize", params);
        client.notify("initialized", json!({}));
        client
    }

    /// The address of a file of the project.
    pub fn uri(&self, file: &str) -> String {
        format!("file://{}/{file}", self.folder.display())
    }

    /// Writes a file of the project.
    pub fn write(&self, file: &str, text: &str) {
        let path = self.folder.join(file);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("a file");
    }

    /// Opens a document; the cursor in it, if there is one, is the position returned.
    pub fn show(&mut self, file: &str, text: &str) -> Value {
        let uri = if file.contains(':') { file.to_owned() } else { self.uri(file) };
        let plain = text.replacen(CURSOR, "", 1);
        let item = json!({ "uri": uri, "languageId": "gridlog", "version": 1, "text": plain });
        self.notify("textDocument/didOpen", json!({ "textDocument": item }));
        let before = text.split_once(CURSOR).map_or("", |(before, _)| before);
        let line = before.matches('\n').count();
        let column = before.rsplit('\n').next().unwrap_or("").encode_utf16().count();
        json!({ "textDocument": { "uri": uri }, "position": { "line": line, "character": column } })
    }

    pub fn send_raw(&mut self, bytes: &[u8]) {
        let stdin = self.stdin.as_mut().expect("an open pipe");
        stdin.write_all(bytes).and_then(|()| stdin.flush()).expect("the server reads");
    }

    pub fn send(&mut self, message: &Value) {
        let text = message.to_string();
        self.send_raw(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
    }

    pub fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Asks without waiting; the id.
    pub fn ask(&mut self, method: &str, params: Value) -> i64 {
        self.asked += 1;
        self.send(&json!({ "jsonrpc": "2.0", "id": self.asked, "method": method, "params": params }));
        self.asked
    }

    /// The answer to a question: its `result` or its `error`.
    pub fn answer(&mut self, id: &Value) -> Value {
        let mut answer = self.wait(|message| message.get("method").is_none() && message["id"] == *id);
        match answer.get("error") {
            Some(error) => json!({ "error": error }),
            None => answer["result"].take(),
        }
    }

    pub fn request(&mut self, method: &str, params: Value) -> Value {
        let id = self.ask(method, params);
        self.answer(&json!(id))
    }

    /// The parameters of the next notification or request of the server's with this method.
    pub fn told(&mut self, method: &str) -> Value {
        self.wait(|message| message["method"] == method)["params"].take()
    }

    /// The next diagnostics for a file.
    pub fn diagnostics(&mut self, file: &str) -> Value {
        let uri = if file.contains(':') { file.to_owned() } else { self.uri(file) };
        let mut message = self.wait(|message| {
            message["method"] == "textDocument/publishDiagnostics" && message["params"]["uri"] == uri
        });
        message["params"]["diagnostics"].take()
    }

    /// The next message of a kind; others are kept.
    fn wait(&mut self, wanted: impl Fn(&Value) -> bool) -> Value {
        if let Some(at) = self.early.iter().position(&wanted) {
            return self.early.remove(at).expect("a message");
        }
        loop {
            let message = self.messages.recv_timeout(PATIENCE).expect("the server answers");
            if wanted(&message) {
                return message;
            }
            self.early.push_back(message);
        }
    }

    /// All that came and was not waited for.
    pub fn rest(&mut self) -> Vec<Value> {
        let mut rest: Vec<Value> = self.early.drain(..).collect();
        rest.extend(self.messages.try_iter());
        rest
    }

    /// Ends the conversation; the exit status.
    pub fn end(mut self) -> i32 {
        self.request("shutdown", Value::Null);
        self.notify("exit", Value::Null);
        self.status()
    }

    /// Waits for the end of the server.
    pub fn status(mut self) -> i32 {
        self.stdin = None;
        self.process.wait().expect("an end").code().expect("a status")
    }

    /// The memory in use, in pages, where the system tells. What is shared with the file of the program does not count.
    pub fn memory(&self) -> Option<usize> {
        let text = std::fs::read_to_string(format!("/proc/{}/statm", self.process.id())).ok()?;
        let mut pages = text.split_whitespace().skip(1).map_while(|word| word.parse::<usize>().ok());
        pages.next()?.checked_sub(pages.next()?)
    }

    /// A message as it stands in a snapshot: without the folder of the test.
    pub fn shown(&self, message: &Value) -> String {
        let text = serde_json::to_string_pretty(message).expect("JSON");
        let cache = self.folder.with_file_name("cache");
        let text = text.replace(&cache.display().to_string(), "CACHE").replace(path(&self.folder), "PROJECT");
        text.replace(env!("CARGO_PKG_VERSION"), "VERSION")
    }
}

fn path(folder: &Path) -> &str {
    folder.to_str().expect("a plain path")
}

impl Drop for Client {
    fn drop(&mut self) {
        // A test that failed leaves no server behind.
        let _ended = self.process.kill();
        let _reaped = self.process.wait();
    }
}

//! How long an author waits: from a change of the text to what is said about it, and from a question to its answer, through
//! the program over pipes: `cargo bench --bench lsp`. The aim is 20 ms on the largest rule set.

#![expect(clippy::expect_used, reason = "a measurement that cannot go on has failed")]

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use serde_json::{Value, json};

/// The prelude is the largest text of all, and the other two are the largest rule set and a large puzzle.
const SUBJECTS: &[(&str, &str)] = &[
    ("kenken.rules", include_str!("../rules/kenken.rules")),
    ("prelude.rules", include_str!("../rules/prelude.rules")),
    ("twenty.puzzle", include_str!("../rules/takuzu/twenty.puzzle")),
];

struct Server {
    process: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
    version: i32,
}

impl Server {
    fn start() -> Server {
        let mut process = Command::new(env!("CARGO_BIN_EXE_gridlog"))
            .arg("lsp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let stdin = process.stdin.take().expect("a pipe");
        let stdout = BufReader::new(process.stdout.take().expect("a pipe"));
        let mut server = Server { process, stdin, stdout, version: 1 };
        server.send(&json!({ "id": 0, "method": "initialize", "params": { "capabilities": {} } }));
        server.wait(|message| message["id"] == 0);
        server
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        write!(self.stdin, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("the server reads");
        self.stdin.flush().expect("the server reads");
    }

    fn wait(&mut self, wanted: impl Fn(&Value) -> bool) {
        loop {
            let mut line = String::new();
            self.stdout.read_line(&mut line).expect("a header");
            let length = line.trim().strip_prefix("Content-Length: ").and_then(|number| number.parse().ok());
            self.stdout.read_line(&mut line).expect("an empty line");
            let mut bytes = vec![0; length.expect("a length")];
            self.stdout.read_exact(&mut bytes).expect("a message");
            if wanted(&serde_json::from_slice(&bytes).expect("JSON")) {
                return;
            }
        }
    }

    /// Types a blank or takes it back, and waits for what is said about the text.
    fn change(&mut self, uri: &str) {
        self.version += 1;
        let end = json!({ "line": 0, "character": self.version % 2 });
        let change = json!({
            "range": { "start": { "line": 0, "character": 0 }, "end": end },
            "text": if self.version % 2 == 0 { " " } else { "" },
        });
        let document = json!({ "uri": uri, "version": self.version });
        let params = json!({ "textDocument": document, "contentChanges": [change] });
        self.send(&json!({ "method": "textDocument/didChange", "params": params }));
        let version = self.version;
        self.wait(|message| {
            message["method"] == "textDocument/publishDiagnostics" && message["params"]["version"] == version
        });
    }
}

fn changes(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("lsp change");
    for (name, text) in SUBJECTS {
        let mut server = Server::start();
        let uri = format!("file:///nowhere/{name}");
        let item = json!({ "uri": uri, "languageId": "gridlog", "version": 1, "text": text });
        server.send(&json!({ "method": "textDocument/didOpen", "params": { "textDocument": item } }));
        server.wait(|message| message["method"] == "textDocument/publishDiagnostics");
        group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
            bencher.iter(|| server.change(&uri))
        });
        server.process.kill().expect("it runs");
        server.process.wait().expect("it ended");
    }
    group.finish();
}

criterion_group!(benches, changes);
criterion_main!(benches);

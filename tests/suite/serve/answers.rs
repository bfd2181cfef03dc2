//! Answers over HTTP are those of `gridlog answer` and of the command line, however many ask at once.

use std::thread;

use serde_json::{Value, json};

use super::client::{LINUX, Server, endless, until};
use crate::cli::{Folder, run, run_with};

const RULES: &str = "grid(2, 2) :: 1..n.\n";

/// Requests of all kinds, none of which takes long.
fn requests() -> Vec<Value> {
    vec![
        json!({ "command": "solve", "arguments": ["takuzu/four"], "options": { "unique": true } }),
        json!({ "command": "count", "arguments": ["latin"], "options": { "set": ["n=4"] } }),
        json!({ "command": "check", "arguments": ["a.rules"], "files": { "a.rules": RULES } }),
        json!({ "command": "explain", "arguments": ["takuzu/four"] }),
        json!({ "command": "render", "arguments": ["takuzu/four"], "options": { "format": "svg" } }),
        json!({ "command": "list" }),
        json!({ "command": "diagnostics", "file": "a.rules", "files": { "a.rules": RULES } }),
        json!({ "command": "tokens", "file": "a.rules", "files": { "a.rules": RULES } }),
        json!({ "command": "hover", "file": "a.rules", "files": { "a.rules": RULES }, "at": 1 }),
        json!({ "command": "nothing" }),
        json!({ "command": "solve", "arguments": ["nothing.rules"] }),
        json!({}),
    ]
}

#[test]
fn answers_are_those_of_the_command_line() {
    let folder = Folder::new();
    let server = Server::start(&folder, &[]);
    let lines: Vec<String> = requests().iter().map(Value::to_string).collect();
    let told = run_with(&folder, &["answer"], lines.join("\n"));
    let told: Vec<&str> = told.out.lines().filter(|line| !line.starts_with("{\"progress\"")).collect();
    assert_eq!(told.len(), lines.len());
    for (request, told) in requests().iter().zip(told) {
        assert_eq!(server.ask(request), told, "{request}");
    }
    let records = run(&folder, &["solve", "takuzu/four", "--unique", "-f", "jsonl"]).out;
    assert!(server.ask(&requests()[0]).contains(&format!("\"records\":[{}]", records.trim_end())));
}

#[test]
fn a_request_may_stand_on_several_lines_and_its_client_may_be_old() {
    let server = Server::start(&Folder::new(), &[]);
    let request = serde_json::to_string_pretty(&requests()[1]).expect("JSON").replace('\n', "\r\n");
    let reply = server.send(server.question(&request, ""));
    assert_eq!(reply.response(), gridlog::answer(&request));
    assert_eq!(reply.field("content-type"), Some("application/jsonl"));
    // Version 1.0 has no chunks: the answer ends with the connection.
    let reply = server.send(server.question(&request, "").replace("HTTP/1.1", "HTTP/1.0"));
    assert_eq!(
        (reply.field("transfer-encoding"), reply.text().trim_end()),
        (None, gridlog::answer(&request).as_str())
    );
    // Who asks whether to send a body is told to.
    let reply = server.send(server.question(&request, "Expect: 100-continue\r\n"));
    assert!(reply.status == 100 || reply.status == 200, "{}", reply.head);
}

#[test]
fn twenty_clients_at_once_get_their_own_answers() {
    let server = Server::start(&Folder::new(), &[]);
    thread::scope(|scope| {
        for client in 0..20 {
            let server = &server;
            scope.spawn(move || {
                let page = format!("X-Gridlog-Page: page{client}\r\n");
                for turn in 0..3 {
                    // Each has a text and a question of its own.
                    let rules = format!("grid(2, 2) :: 1..{}.\n% {turn}\nwrong{client}(\n", client + 2);
                    let texts = json!({ "a.rules": rules, "b.rules": format!("grid(1, {}) :: 1..2.\n", client % 7 + 1) });
                    for request in [
                        json!({ "command": "diagnostics", "file": "a.rules", "files": texts }),
                        json!({ "command": "count", "arguments": ["b.rules"], "files": texts }),
                    ] {
                        let reply = server.send(server.question(&request.to_string(), &page));
                        assert_eq!(reply.response(), gridlog::answer(&request.to_string()), "{client}");
                    }
                }
            });
        }
    });
}

/// More long requests than there are cores leave room for short ones.
#[test]
fn long_requests_hold_up_no_short_ones() {
    let server = Server::start(&Folder::new(), &[]);
    let long: Vec<_> = (0..6).map(|_| server.begin(&endless())).collect();
    for request in [&requests()[0], &requests()[6]] {
        assert_eq!(server.ask(request), gridlog::answer(&request.to_string()));
    }
    for stream in long {
        stream.set_nonblocking(true).expect("a connection");
        let mut bytes = [0; 4096];
        let read = std::io::Read::read(&mut &stream, &mut bytes).unwrap_or(0);
        let text = String::from_utf8_lossy(&bytes[..read]);
        assert!(!text.contains("\"exit\""), "it has not ended: {text}");
    }
}

#[test]
fn a_request_ends_at_the_limits() {
    let server = Server::start(&Folder::new(), &["--time-limit", "3s"]);
    let mut request = endless();
    let response: Value = serde_json::from_str(&server.ask(&request)).expect("JSON");
    assert_eq!(
        (&response["exit"], &response["records"][0]["complete"]),
        (&json!(3), &json!(false)),
        "{response}"
    );
    // A request may ask for less, not for more.
    request["options"]["time-limit"] = json!("1h");
    let response: Value = serde_json::from_str(&server.ask(&request)).expect("JSON");
    assert_eq!(response["exit"], 3, "{response}");
}

#[test]
fn a_request_ends_at_the_limit_of_memory() {
    if !LINUX {
        return;
    }
    // Less than any process takes.
    let server = Server::start(&Folder::new(), &["--memory-limit", "1MB"]);
    let response = server.ask(&endless());
    assert!(
        response.contains("\"exit\":3") && response.contains("the memory limit was reached"),
        "{response}"
    );
}

#[test]
fn work_ends_when_its_client_goes_away() {
    if !LINUX {
        return;
    }
    let server = Server::start(&Folder::new(), &[]);
    let stream = server.begin(&endless());
    let before = server.children();
    drop(stream);
    until("the process that worked is gone", || server.children().len() < before.len());
    assert!(server.is_well());
}

/// A question is not worth to end the process that knows the texts of the page.
#[test]
fn a_question_that_was_called_off_leaves_its_process() {
    let server = Server::start(&Folder::new(), &[]);
    let before = server.children();
    let request = &requests()[6];
    for _ in 0..5 {
        let mut stream = server.connect();
        std::io::Write::write_all(&mut stream, server.question(&request.to_string(), "").as_bytes())
            .expect("a request");
        drop(stream);
    }
    for _ in 0..5 {
        assert_eq!(server.ask(request), gridlog::answer(&request.to_string()));
    }
    assert!(before.iter().all(|id| server.children().contains(id)), "{before:?} {:?}", server.children());
}

#[test]
fn a_process_that_dies_ends_one_answer() {
    if !LINUX {
        return;
    }
    let server = Server::start(&Folder::new(), &[]);
    let idle = server.children();
    let mut stream = server.begin(&endless());
    // One of two works; the other waits for questions, and is missed by nobody.
    for id in idle {
        let killed =
            std::process::Command::new("kill").args(["-9", &id.to_string()]).status().expect("a signal");
        assert!(killed.success());
    }
    let mut text = String::new();
    std::io::Read::read_to_string(&mut stream, &mut text).expect("the rest");
    assert!(text.contains("\"exit\":70") && text.contains("signal: 9"), "{text}");
    assert!(text.ends_with("0\r\n\r\n"), "{text}");
    assert!(server.is_well());
    let request = &requests()[6];
    assert_eq!(server.ask(request), gridlog::answer(&request.to_string()));
}

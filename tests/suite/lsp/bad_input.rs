//! Whatever comes, the server answers by the protocol and lives on.

use serde_json::{Value, json};

use super::client::Client;

/// The server still says what is wrong with a text.
fn is_alive(client: &mut Client) {
    client.show("alive.rules", "grid(2, 2) :: 1..2.\nlaw: lin(A) => A = 1.\n");
    assert_eq!(client.diagnostics("alive.rules")[0]["severity"], 1);
    client.notify("textDocument/didClose", json!({ "textDocument": { "uri": client.uri("alive.rules") } }));
    assert_eq!(client.diagnostics("alive.rules"), json!([]));
}

#[test]
fn broken_messages_are_answered() {
    let mut client = Client::open("broken", json!({}));
    for (text, code) in [
        ("{\"jsonrpc\": ", -32700),
        ("\u{0}", -32700),
        ("[]", -32600),
        ("{\"id\": {}}", -32600),
        ("", -32700),
    ] {
        client.send_raw(format!("Content-Length: {}\r\n\r\n{text}", text.len()).as_bytes());
        assert_eq!(client.answer(&Value::Null)["error"]["code"], code, "{text:?}");
    }
    client.send_raw(b"Content-Length: 3\r\n\r\n\xff\xfe\xfd");
    assert_eq!(client.answer(&Value::Null)["error"]["code"], -32700);
    client.send_raw(b"Content-Length: many\r\n\r\n{\"rubbish\": true}");
    client.send_raw(b"Content-Length: 2\r\n\r\n{}");
    assert_eq!(client.answer(&Value::Null)["error"]["code"], -32700);
    assert_eq!(client.answer(&Value::Null)["error"]["code"], -32600);
    is_alive(&mut client);
    assert_eq!(client.end(), 0);
}

#[test]
fn unknown_requests_and_wrong_parameters_are_refused() {
    let mut client = Client::open("unknown", json!({}));
    assert_eq!(client.request("textDocument/brew", json!({}))["error"]["code"], -32601);
    assert_eq!(client.request("$/unknown", json!({}))["error"]["code"], -32601);
    client.notify("$/unknown", json!({}));
    client.notify("textDocument/didChange", json!({ "textDocument": 7 }));
    let change = json!({ "textDocument": { "uri": "file:///nowhere.rules", "version": 2 }, "contentChanges": [{ "text": "" }] });
    client.notify("textDocument/didChange", change);
    client.notify("$/cancelRequest", json!({ "id": 99 }));
    client.notify("$/cancelRequest", json!([]));
    for params in [
        json!({}),
        json!(null),
        json!({ "command": "rm -rf" }),
        json!({ "command": "gridlog.solve", "arguments": [3] }),
    ] {
        assert_eq!(client.request("workspace/executeCommand", params)["error"]["code"], -32602);
    }
    assert_eq!(
        client.request("gridlog/text", json!({ "uri": "file:///etc/passwd" }))["error"]["code"],
        -32602
    );
    is_alive(&mut client);
    assert_eq!(client.end(), 0);
}

#[test]
fn files_that_vanish_and_come_back_are_noticed() {
    let mut client = Client::open("vanish", json!({}));
    client.write("mine.rules", "grid(2, 2) :: 1..2.\n");
    client.show("it.puzzle", "use mine.\ngiven \"\"\"\n    1 .\n    . .\n\"\"\".\n");
    assert_eq!(client.diagnostics("it.puzzle"), json!([]));
    let told = |kind: i32, client: &mut Client| {
        let change = json!({ "uri": client.uri("mine.rules"), "type": kind });
        client.notify("workspace/didChangeWatchedFiles", json!({ "changes": [change] }));
    };
    std::fs::remove_file(client.folder.join("mine.rules")).expect("the file");
    told(3, &mut client);
    assert_eq!(client.diagnostics("it.puzzle")[0]["code"], "E210");
    client.write("mine.rules", "grid(2, 2) :: 1..2.\n");
    told(1, &mut client);
    assert_eq!(client.diagnostics("it.puzzle"), json!([]));
    std::fs::remove_dir_all(&client.folder).expect("the folder");
    told(3, &mut client);
    assert_eq!(client.diagnostics("it.puzzle")[0]["code"], "E210");
    assert_eq!(client.end(), 0);
}

#[test]
fn rule_sets_that_use_each_other_are_told() {
    let mut client = Client::open("cycle", json!({}));
    client.write("b.rules", "use a.\n");
    client.show("a.rules", "use b.\ngrid(2, 2) :: 1..2.\n");
    let found = client.diagnostics("a.rules");
    assert!(found[0]["message"].as_str().expect("a sentence").contains("uses itself"), "{found}");
    client.show("b.rules", "use a.\n");
    client.diagnostics("b.rules");
    is_alive(&mut client);
    assert_eq!(client.end(), 0);
}

#[test]
fn large_documents_are_taken() {
    let mut client = Client::open("large", json!({ "timeLimit": 300 }));
    let line = "% a remark that somebody wrote, and then again: äöü 𝄞\n";
    let text = line.repeat((10 << 20) / line.len() + 1);
    client.show("large.rules", &text);
    client.diagnostics("large.rules");
    let at = json!({ "line": 100_000, "character": 9 });
    let change = json!({ "range": { "start": at, "end": at }, "text": "\ngrid(2, 2) :: 1..2.\n" });
    let document = json!({ "uri": client.uri("large.rules"), "version": 2 });
    client.notify("textDocument/didChange", json!({ "textDocument": document, "contentChanges": [change] }));
    client.diagnostics("large.rules");
    let nested = format!("grid(2, 2) :: 1..2.\nlaw: {}\n", "(".repeat(5 << 20));
    client.show("nested.rules", &nested);
    client.diagnostics("nested.rules");
    is_alive(&mut client);
    assert_eq!(client.end(), 0);
}

#[test]
fn other_addresses_are_only_names() {
    let mut client = Client::open("addresses", json!({}));
    for uri in [
        "untitled:Untitled-1",
        "git:/a/b.rules?x",
        "",
        "file:///",
        "gridlog:/built-in/nothing.rules",
        "file:///%ff%zz",
    ] {
        client.notify(
            "textDocument/didOpen",
            json!({ "textDocument": { "uri": uri, "languageId": "gridlog", "version": 1, "text": "grid(2, 2) :: 1..2.\nx: lin(A) => A = 1.\n" } }),
        );
        let found = client.told("textDocument/publishDiagnostics");
        // Nobody can mend what is inside the binary.
        let silent = uri.starts_with("gridlog:");
        let is_empty = found["diagnostics"].as_array().map(Vec::is_empty);
        assert_eq!((&found["uri"], is_empty), (&json!(uri), Some(silent)));
    }
    is_alive(&mut client);
    assert_eq!(client.end(), 0);
}

#[cfg(unix)]
#[test]
fn a_pipe_in_the_folder_is_never_opened() {
    let mut client = Client::open("pipe", json!({}));
    let made = std::process::Command::new("mkfifo").arg(client.folder.join("pipe.rules")).status();
    assert!(made.expect("mkfifo").success());
    client.show("it.puzzle", "use pipe.\n");
    let told = client.diagnostics("it.puzzle");
    assert_eq!(told[0]["code"], "E210");
    assert!(told[0]["message"].as_str().expect("a text").contains("cannot be read"), "{told}");
    let mut at =
        client.show("mine.rules", "grid(2, 2) :: 1..2.\nedge(A) :- cell(A).\nx: ed<|>ge(A) => A = 1.\n");
    at["newName"] = json!("rim");
    assert!(client.request("textDocument/rename", at)["changes"].is_object());
    assert_eq!(client.end(), 0);
}

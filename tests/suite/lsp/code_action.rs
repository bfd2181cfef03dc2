//! What mends a document.

use serde_json::{Value, json};

use super::client::Client;

const WRONG: &str = "grid(2, 2) :: 1..2.\nrow: lin(L) => distinct(L).\nother: lnie(L) => sum(L) = 3.\n";

fn ask(client: &mut Client, line: u32, only: Value) -> Value {
    let at = json!({ "line": line, "character": 6 });
    let params = json!({
        "textDocument": { "uri": client.uri("mine.rules") },
        "range": { "start": at, "end": at },
        "context": { "diagnostics": [], "only": only },
    });
    client.request("textDocument/codeAction", params)
}

#[test]
fn edits_tell_of_which_version_they_are() {
    let mut client = Client::start("versions");
    let capabilities = json!({ "workspace": { "workspaceEdit": { "documentChanges": true } } });
    client.request("initialize", json!({ "capabilities": capabilities }));
    client.show("mine.rules", WRONG);
    let uri = client.uri("mine.rules");
    let document = json!({ "uri": uri, "version": 7 });
    client.notify(
        "textDocument/didChange",
        json!({ "textDocument": document, "contentChanges": [{ "text": WRONG }] }),
    );
    for kind in ["quickfix", "source.fixAll"] {
        let found = ask(&mut client, 1, json!([kind]));
        let edit = &found[0]["edit"];
        assert_eq!(edit["changes"], Value::Null, "{edit}");
        assert_eq!(edit["documentChanges"][0]["textDocument"], document, "{edit}");
        assert_eq!(edit["documentChanges"][0]["edits"].as_array().map(Vec::len), Some(1), "{edit}");
    }
    // A text that is not open has no version.
    client.write("other.rules", "grid(2, 2) :: 1..2.\nedge(A) :- cell(A).\n");
    let mut at = client.show("user.rules", "use other.\nx: ed<|>ge(A) => A >= 1.\n");
    at["newName"] = json!("rim");
    let edit = client.request("textDocument/rename", at);
    let versions: Vec<&Value> = edit["documentChanges"]
        .as_array()
        .expect("edits")
        .iter()
        .map(|edit| &edit["textDocument"]["version"])
        .collect();
    assert_eq!(versions, [&Value::Null, &json!(1)], "{edit}");
    assert_eq!(client.end(), 0);
}

#[test]
fn a_diagnostic_can_be_mended_by_itself_or_with_all() {
    let mut client = Client::open("code_action", json!({}));
    client.show("mine.rules", WRONG);
    let single = ask(&mut client, 1, json!(["quickfix"]));
    let all = ask(&mut client, 1, json!(["source.fixAll"]));
    insta::assert_snapshot!(format!("{}\n{}", client.shown(&single), client.shown(&all)));
    assert_eq!(ask(&mut client, 1, json!(null)).as_array().map(Vec::len), Some(2));
    assert_eq!(ask(&mut client, 0, json!(["quickfix"])), json!([]));
    assert_eq!(ask(&mut client, 1, json!(["refactor"])), json!([]));
    assert_eq!(client.end(), 0);
}

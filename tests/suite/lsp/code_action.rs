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

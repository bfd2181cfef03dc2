//! Work that nobody wants any more ends.

use serde_json::json;

use super::client::Client;

/// Expanding it takes seconds.
const HEAVY: &str = "grid(99, 99) :: 1..2.\nall: cell(A), cell(B), cell(C) => A + B + C >= 3.\n";

#[test]
fn a_request_is_called_off_while_it_runs_and_while_it_waits() {
    let mut client = Client::open("cancel", json!({ "timeLimit": 600_000 }));
    let at = client.show("heavy.rules", HEAVY);
    let running = client.ask("textDocument/hover", at.clone());
    let waiting = client.ask("textDocument/foldingRange", at);
    for id in [waiting, running] {
        client.notify("$/cancelRequest", json!({ "id": id }));
    }
    for id in [running, waiting] {
        assert_eq!(client.answer(&json!(id))["error"]["code"], -32800);
    }
    client.process.kill().expect("it runs");
}

#[test]
fn a_change_calls_off_the_look_at_the_text_before_it() {
    let mut client = Client::open("overtaken", json!({ "timeLimit": 600_000, "debounce": 0 }));
    client.show("heavy.rules", HEAVY);
    // An answer that does not need the text: the look at it has begun, or is about to.
    client.request("workspace/executeCommand", json!({}));
    std::thread::sleep(std::time::Duration::from_millis(50));
    let document = json!({ "uri": client.uri("heavy.rules"), "version": 2 });
    let light = json!([{ "text": "grid(2, 2) :: 1..2.\n" }]);
    client.notify("textDocument/didChange", json!({ "textDocument": document, "contentChanges": light }));
    let told = client.told("textDocument/publishDiagnostics");
    assert_eq!((&told["version"], &told["diagnostics"]), (&json!(2), &json!([])));
    assert_eq!(client.end(), 0);
}

#[test]
fn a_text_that_takes_too_long_is_told() {
    let mut client = Client::open("too_long", json!({ "timeLimit": 50 }));
    let at = client.show("heavy.rules", HEAVY);
    let found = client.diagnostics("heavy.rules");
    let message = found[0]["message"].as_str().expect("a message");
    assert!(message.contains("was cut short: the time limit was reached"), "{message}");
    // And is not looked at again for every question.
    assert!(client.request("textDocument/documentSymbol", at).is_array());
    assert_eq!(client.end(), 0);
}

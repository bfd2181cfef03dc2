//! What is wrong, as it is typed.

use serde_json::json;

use super::client::Client;

const RULES: &str = "grid(2, 2) :: 1..2.\nrow: lin(L) => distinct(L).\n";

#[test]
fn they_point_at_the_text_and_at_their_page() {
    let mut client = Client::open("diagnostics", json!({}));
    client.show("mine.rules", RULES);
    let found = client.diagnostics("mine.rules");
    insta::assert_snapshot!(client.shown(&found));
    let page = found[0]["codeDescription"]["href"].as_str().and_then(|page| page.strip_prefix("file://"));
    let page = std::fs::read_to_string(page.expect("a file")).expect("the page");
    assert!(page.starts_with("# E2"), "{page}");
    assert_eq!(client.end(), 0);
}

#[test]
fn texts_that_use_a_changed_text_are_looked_at_again() {
    let mut client = Client::open("used", json!({}));
    client.show("mine.rules", RULES);
    assert_ne!(client.diagnostics("mine.rules"), json!([]));
    client.show("it.puzzle", "use mine.\n");
    assert_ne!(client.diagnostics("it.puzzle"), json!([]));
    client.show("other.rules", "grid(2, 2) :: 1..2.\n");
    assert_eq!(client.diagnostics("other.rules"), json!([]));
    let range = json!({ "start": { "line": 1, "character": 5 }, "end": { "line": 1, "character": 8 } });
    let change = json!({
        "textDocument": { "uri": client.uri("mine.rules"), "version": 2 },
        "contentChanges": [{ "range": range, "text": "line" }],
    });
    client.notify("textDocument/didChange", change);
    assert_eq!(client.diagnostics("mine.rules"), json!([]));
    assert_eq!(client.diagnostics("it.puzzle"), json!([]));
    // Closed unsaved: what counts is the disk, where there is nothing.
    client.notify("textDocument/didClose", json!({ "textDocument": { "uri": client.uri("mine.rules") } }));
    assert_eq!(client.diagnostics("it.puzzle")[0]["code"], "E210");
    assert!(client.rest().iter().all(|message| message["params"]["uri"] != client.uri("other.rules")));
    assert_eq!(client.end(), 0);
}

#[test]
fn they_point_at_other_places_that_have_to_do_with_them() {
    let mut client = Client::open("related", json!({}));
    client.write("base.rules", "% 𝄞\nparam n = 4.\ngrid(n, n) :: 1..n.\n");
    client.show("mine.rules", "use base.\nparam n = 5.\n");
    let found = client.diagnostics("mine.rules");
    insta::assert_snapshot!(client.shown(&found));
    assert_eq!(client.end(), 0);
}

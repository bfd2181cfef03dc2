//! Numbers behind the text.

use serde_json::json;

use super::client::Client;

#[test]
fn laws_tell_their_instances() {
    let mut client = Client::open("hints", json!({}));
    let mut at = client.show("a.rules", "grid(2, 2) :: 1..2.\nrows: line(L) => distinct(L).\n");
    at["range"] = json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 9, "character": 0 } });
    let found = client.request("textDocument/inlayHint", at);
    insta::assert_snapshot!(client.shown(&found));
    assert_eq!(client.end(), 0);
}

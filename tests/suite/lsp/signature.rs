//! The call that is being written.

use serde_json::json;

use super::client::Client;

#[test]
fn the_argument_at_the_cursor_is_told() {
    let mut client = Client::open("signature", json!({}));
    let at = client.show("a.rules", "grid(2, 2) :: 1..2.\nx: ray(A, <|>\n");
    let found = client.request("textDocument/signatureHelp", at);
    insta::assert_snapshot!(client.shown(&found));
    assert_eq!(client.end(), 0);
}

//! What can be folded.

use serde_json::json;

use super::client::Client;

#[test]
fn drawings_comments_and_puzzles_fold() {
    let mut client = Client::open("folding", json!({}));
    let text = "% one\r\n% two\r\nuse takuzu with n = 4.\r\ngiven \"\"\"\r\n    0 . . .\r\n    . . . .\r\n    . . 1 .\r\n    . . . .\r\n\"\"\".\r\n";
    let at = client.show("a.puzzle", text);
    let found = client.request("textDocument/foldingRange", at);
    insta::assert_snapshot!(format!("{}\n{}", text.replace('\r', ""), client.shown(&found)));
    assert_eq!(client.end(), 0);
}

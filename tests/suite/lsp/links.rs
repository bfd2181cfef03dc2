//! Links in documents.

use serde_json::json;

use super::client::Client;

#[test]
fn rule_sets_and_codes_are_links() {
    let mut client = Client::open("links", json!({ "builtIn": "virtual" }));
    client.write("mine.rules", "grid(2, 2) :: 1..2.\n");
    let at = client.show("a.rules", "use mine.\nuse sudoku.\n% see E201\n");
    let found = client.request("textDocument/documentLink", at);
    insta::assert_snapshot!(client.shown(&found));
    assert_eq!(client.end(), 0);
}

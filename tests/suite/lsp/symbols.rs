//! What files declare.

use serde_json::json;

use super::client::Client;

#[test]
fn a_file_has_an_outline_and_all_can_be_searched() {
    let mut client = Client::open("symbols", json!({}));
    let at = client.show(
        "a.rules",
        "param n = 4.\ngrid(n, n) :: 1..n.\nedge(A) :- cell(A).\nrows: line(L) => distinct(L).\n",
    );
    let outline = client.request("textDocument/documentSymbol", at);
    let several = client.show("b.puzzle", "use a.\n---\nuse a with n = 2.\nexpect several.\n");
    let inner = client.request("textDocument/documentSymbol", several);
    let found = client.request("workspace/symbol", json!({ "query": "edg" }));
    insta::assert_snapshot!(format!(
        "{}\n{}\n{}",
        client.shown(&outline),
        client.shown(&inner),
        client.shown(&found)
    ));
    assert_eq!(client.end(), 0);
}

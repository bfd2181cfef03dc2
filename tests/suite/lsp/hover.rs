//! What a name means.

use serde_json::json;

use super::client::Client;

#[test]
fn names_signs_and_cells_are_explained() {
    let mut client = Client::open("hover", json!({}));
    let mut shown = String::new();
    for (file, text) in [
        ("a.rules", "param n = 4.\ngrid(n, n) :: 1..n.\nrows: li<|>ne(L) => distinct(L).\n"),
        ("b.rules", "param <|>n = 4.\ngrid(n, n) :: 1..n.\n"),
        (
            "c.puzzle",
            "use takuzu with n = 4.\ngiven \"\"\"\n    0 . . .\n    . <|>. . .\n    . . 1 .\n    . . . .\n\"\"\".\n",
        ),
        ("d.rules", "grid(2, 2) :: 1..2.\n\n<|>\n"),
    ] {
        let at = client.show(file, text);
        let found = client.request("textDocument/hover", at);
        shown.push_str(&format!("{text}{}\n\n", client.shown(&found)));
    }
    insta::assert_snapshot!(shown);
    assert_eq!(client.end(), 0);
}

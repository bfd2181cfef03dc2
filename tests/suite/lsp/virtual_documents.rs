//! Texts that are no files of the user's.

use serde_json::json;

use super::client::Client;

#[test]
fn built_in_texts_have_addresses() {
    let mut client = Client::open("virtual", json!({ "builtIn": "virtual" }));
    for (uri, start) in [
        ("gridlog:/built-in/prelude.rules", "%"),
        ("gridlog:/built-in/sudoku.rules", "%"),
        ("gridlog:/built-in/sudoku/six.puzzle", ""),
        ("gridlog:/codes/E201.md", "# E201"),
    ] {
        let text = client.request("gridlog/text", json!({ "uri": uri }));
        assert!(text.as_str().expect(uri).starts_with(start), "{text}");
        let same = client.request("workspace/textDocumentContent", json!({ "uri": uri }));
        assert_eq!(same["text"], text);
    }
    for uri in
        ["gridlog:/built-in/nothing.rules", "gridlog:/codes/E000.md", "gridlog:/results/x.txt", "http://a/"]
    {
        assert_eq!(client.request("gridlog/text", json!({ "uri": uri }))["error"]["code"], -32602);
    }
    assert_eq!(client.end(), 0);
}

//! Where names are defined.

use serde_json::json;

use super::client::Client;

#[test]
fn a_text_that_was_never_saved_uses_the_rules_of_the_folder_at_work() {
    let mut client = Client::start("never-saved");
    client.write("sub/mine.rules", "grid(1, 2) :: 1..3.\n");
    let root = client.uri("sub");
    client.request("initialize", json!({ "rootUri": root, "capabilities": {} }));
    let at = client.show("untitled:U-1", "use mi<|>ne.\n");
    assert_eq!(client.diagnostics("untitled:U-1"), json!([]));
    let found = client.request("textDocument/definition", at);
    assert_eq!(found[0]["uri"], json!(client.uri("sub/mine.rules")), "{found}");
    assert_eq!(client.end(), 0);
}

#[test]
fn definitions_are_found_in_other_files_and_in_the_binary() {
    let mut client = Client::open("definition", json!({}));
    client.write("base.rules", "grid(2, 2) :: 1..2.\nedge(A) :- cell(A).\n");
    let mut shown = String::new();
    for text in [
        "use base.\nrow: ed<|>ge(A) => A = 1.\n",
        "use base.\nrow: li<|>ne(L) => distinct(L).\n",
        "use ba<|>se.\n",
        "use base. % 𝄞\n% 𝄞\n",
    ] {
        let at = client.show("mine.rules", text);
        let found = client.request("textDocument/definition", at);
        shown.push_str(&format!("{text}{}\n\n", client.shown(&found)));
    }
    insta::assert_snapshot!(shown);
    let copy = client.folder.with_file_name("cache").join("gridlog").join(env!("CARGO_PKG_VERSION"));
    let copy = std::fs::metadata(copy.join("built-in/prelude.rules")).expect("a copy of the prelude");
    assert!(copy.permissions().readonly());
    assert_eq!(client.end(), 0);
}

#[test]
fn built_in_texts_have_addresses_of_their_own() {
    let mut client = Client::open("definition_virtual", json!({ "builtIn": "virtual" }));
    let at = client.show("mine.rules", "use la<|>tin.\nx: line(L) => distinct(L).\n");
    let found = client.request("textDocument/definition", at);
    assert_eq!(found[0]["uri"], "gridlog:/built-in/latin.rules");
    // And from there on.
    let text = client.request("gridlog/text", json!({ "uri": "gridlog:/built-in/latin.rules" }));
    let text = text.as_str().expect("a text").replacen("line(", "li<|>ne(", 1);
    let at = client.show("gridlog:/built-in/latin.rules", &text);
    let found = client.request("textDocument/definition", at);
    assert_eq!(found[0]["uri"], "gridlog:/built-in/prelude.rules", "{found}");
    assert_eq!(client.end(), 0);
}

//! Another name for something.

use serde_json::json;

use super::client::Client;

#[test]
fn a_name_is_changed_in_all_files_or_not_at_all() {
    let mut client = Client::open("rename", json!({}));
    client.write("base.rules", "grid(2, 2) :: 1..2.\nedge(A) :- cell(A).\nfirst: edge(A) => A >= 1.\n");
    let mut at = client.show("mine.rules", "use base.\nthird: ed<|>ge(A) => A \\= 3.\n");
    let prepared = client.request("textDocument/prepareRename", at.clone());
    at["newName"] = json!("rim");
    let edit = client.request("textDocument/rename", at.clone());
    let mut refused = String::new();
    for new in ["cell", "Rim", "two words", ""] {
        at["newName"] = json!(new);
        refused.push_str(&format!("{new:?}: {}\n", client.request("textDocument/rename", at.clone())));
    }
    let prelude = client.show("prelude.rules", "grid(2, 2) :: 1..2.\nx: li<|>ne(L) => distinct(L).\n");
    let kept = client.request("textDocument/prepareRename", prelude);
    insta::assert_snapshot!(format!(
        "{}\n{}\n{refused}the prelude's: {kept}\n",
        client.shown(&prepared),
        client.shown(&edit)
    ));
    assert_eq!(client.end(), 0);
}

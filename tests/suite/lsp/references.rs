//! Where a name stands.

use serde_json::{Value, json};

use super::client::Client;

const BASE: &str = "grid(2, 2) :: 1..2.\nedge(A) :- cell(A).\nfirst: edge(A) => A >= 1.\n";

#[test]
fn places_are_found_in_all_files_that_use_it() {
    let mut client = Client::open("references", json!({}));
    client.write("base.rules", BASE);
    client.write("other.rules", "use base.\nsecond: edge(A) => A =< 2.\n");
    let mut at = client.show("mine.rules", "use base.\n% 𝄞\nthird: ed<|>ge(A) => A \\= 3.\n");
    at["context"] = json!({ "includeDeclaration": true });
    let all = client.request("textDocument/references", at.clone());
    at["context"] = json!({ "includeDeclaration": false });
    let uses = client.request("textDocument/references", at.clone());
    let places = |found: &Value| {
        let places = found.as_array().expect("places").iter();
        let lines = places.map(|place| format!("{} {}", client.shown(&place["uri"]), place["range"]));
        lines.collect::<Vec<_>>().join("\n")
    };
    let shown = format!("with definitions\n{}\nwithout\n{}\n", places(&all), places(&uses));
    let here = client.request("textDocument/documentHighlight", at);
    insta::assert_snapshot!(format!("{shown}in this file\n{}", client.shown(&here)));
    assert_eq!(client.end(), 0);
}

//! What may be written.

use serde_json::{Value, json};

use super::client::Client;

#[test]
fn what_fits_is_offered_with_holes_to_fill() {
    let mut client = Client::open("completion", json!({}));
    let at = client.show("a.rules", "grid(2, 2) :: 1..2.\n𝄞: ra<|>\n");
    let items = client.request("textDocument/completion", at);
    let ray = items
        .as_array()
        .expect("items")
        .iter()
        .find(|item| item["label"].as_str().is_some_and(|label| label.starts_with("ray")));
    insta::assert_snapshot!(client.shown(ray.expect("ray is offered")));
    // Rule sets behind `use`, those of the folder too.
    client.write("mine.rules", "grid(2, 2) :: 1..2.\n");
    let at = client.show("b.puzzle", "use <|>\n");
    let items = client.request("textDocument/completion", at);
    let labels: Vec<&str> =
        items.as_array().expect("items").iter().filter_map(|item| item["label"].as_str()).collect();
    assert!(["mine", "sudoku", "takuzu"].iter().all(|name| labels.contains(name)), "{labels:?}");
    assert_eq!(client.end(), 0);
}

#[test]
fn clients_without_holes_get_plain_text() {
    let mut client = Client::start("completion_plain");
    client.request("initialize", json!({ "capabilities": {} }));
    let at = client.show("a.rules", "grid(2, 2) :: 1..2.\nx: ra<|>\n");
    let items = client.request("textDocument/completion", at);
    let texts = items.as_array().expect("items").iter().map(|item| &item["textEdit"]["newText"]);
    let texts: Vec<&str> = texts.filter_map(Value::as_str).collect();
    assert!(!texts.is_empty() && texts.iter().all(|text| !text.contains('$')), "{texts:?}");
    assert_eq!(client.end(), 0);
}

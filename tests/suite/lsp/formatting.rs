//! The common style.

use serde_json::{Value, json};

use super::client::Client;

const UGLY: &str =
    "grid( 2,2 )::1..2.\r\nrows:line(L)=>distinct(L).   % 𝄞\r\ncols :  line(L)  =>  distinct(L) .\r\n";

fn edited(text: &str, edits: &Value) -> String {
    let mut text: Vec<u16> = text.encode_utf16().collect();
    let mut edits: Vec<&Value> = edits.as_array().expect("edits").iter().collect();
    edits.sort_by_key(|edit| {
        std::cmp::Reverse((
            edit["range"]["start"]["line"].as_u64(),
            edit["range"]["start"]["character"].as_u64(),
        ))
    });
    for edit in edits {
        let at = |end: &str, text: &[u16]| {
            let place = |key: &str| edit["range"][end][key].as_u64().expect("a number") as usize;
            let mut starts = vec![0];
            starts.extend(text.iter().enumerate().filter(|(_, unit)| **unit == 10).map(|(at, _)| at + 1));
            starts[place("line")] + place("character")
        };
        let range = at("start", &text)..at("end", &text);
        text.splice(range, edit["newText"].as_str().expect("a text").encode_utf16());
    }
    String::from_utf16(&text).expect("whole characters")
}

#[test]
fn a_file_and_a_range_are_written_in_the_common_style() {
    let mut client = Client::open("formatting", json!({}));
    let mut at = client.show("a.rules", UGLY);
    at["options"] = json!({ "tabSize": 4, "insertSpaces": true });
    let whole = client.request("textDocument/formatting", at.clone());
    at["range"] = json!({ "start": { "line": 2, "character": 3 }, "end": { "line": 2, "character": 4 } });
    let range = client.request("textDocument/rangeFormatting", at);
    insta::assert_snapshot!(format!("{:?}\n{:?}\n", edited(UGLY, &whole), edited(UGLY, &range)));
    let mut wrong = client.show("b.rules", "grid( 2,2 )::\n");
    wrong["options"] = json!({ "tabSize": 4, "insertSpaces": true });
    assert_eq!(client.request("textDocument/formatting", wrong), Value::Null);
    assert_eq!(client.end(), 0);
}

//! What each stretch of a document is.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::client::Client;

#[test]
fn stretches_have_kinds_line_by_line() {
    insta::assert_snapshot!(shown("tokens", json!({})));
}

#[test]
fn a_client_with_a_grammar_is_told_what_only_meaning_tells() {
    let told = shown(
        "tokens-grammar",
        json!({ "textDocument": { "semanticTokens": { "augmentsSyntaxTokens": true } } }),
    );
    let (_, stretches) = told.split_once("\"\"\".\n").expect("the text, then the stretches");
    assert!(
        stretches.contains(" distinct ") && stretches.contains(" L ") && stretches.contains(" n "),
        "{stretches}"
    );
    for plain in ["comment", "keyword", "operator", "number", "string"] {
        assert!(!stretches.contains(&format!("\"{plain}\"")), "{plain} in {stretches}");
    }
}

#[test]
fn a_long_line_takes_no_longer_than_many_short_ones() {
    let mut client = Client::open("tokens-long", json!({}));
    let facts: Vec<String> = (0..10_000).map(|number| format!("fact({number}).")).collect();
    let mut time = |file: &str, between: &str| {
        let at = client.show(file, &facts.join(between));
        client.diagnostics(file);
        // The least of three: another process may come between.
        let asked = (0..3).map(|_| {
            let start = Instant::now();
            let found = client.request("textDocument/semanticTokens/full", at.clone());
            assert_eq!(found["data"].as_array().map(|data| data.len() % 5), Some(0));
            assert!(found["data"].as_array().is_some_and(|data| data.len() >= 5 * facts.len()));
            start.elapsed()
        });
        asked.min().expect("three times")
    };
    let (short, long) = (time("short.rules", "\n"), time("long.rules", " "));
    assert!(long <= short * 4 + Duration::from_millis(500), "{short:?} for lines, {long:?} for one");
    assert_eq!(client.end(), 0);
}

/// A text and its stretches for a client with these capabilities.
fn shown(name: &str, capabilities: Value) -> String {
    let mut client = Client::start(name);
    let capabilities = client.request("initialize", json!({ "capabilities": capabilities }));
    let legend = &capabilities["capabilities"]["semanticTokensProvider"]["legend"];
    let text = "% 𝄞 one\nparam n = 4.\ngrid(n, n) :: 1..n. /* two\n lines */\nrows: line(L) => distinct(L).\ngiven \"\"\"\n  𝄞 .\n\"\"\".\n";
    let at = client.show("a.rules", text);
    let found = client.request("textDocument/semanticTokens/full", at);
    let data: Vec<usize> = found["data"]
        .as_array()
        .expect("data")
        .iter()
        .filter_map(Value::as_u64)
        .map(|number| number as usize)
        .collect();
    let (mut line, mut column, mut shown) = (0, 0, text.to_owned());
    for token in data.chunks(5) {
        column = if token[0] == 0 { column + token[1] } else { token[1] };
        line += token[0];
        let units: Vec<u16> = text.lines().nth(line).expect("a line").encode_utf16().collect();
        let word = String::from_utf16(&units[column..column + token[2]]).expect("whole characters");
        let modifiers = (0..4)
            .filter(|bit| token[4] >> bit & 1 == 1)
            .map(|bit| legend["tokenModifiers"][bit].to_string());
        let kind = &legend["tokenTypes"][token[3]];
        shown.push_str(&format!(
            "{line}:{column} {word} {kind} {}\n",
            modifiers.collect::<Vec<_>>().join(" ")
        ));
    }
    assert_eq!(client.end(), 0);
    shown
}

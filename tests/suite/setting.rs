//! Drawing puzzles: which clues can be drawn, and texts with one of them changed.

use std::collections::BTreeMap;

use gridlog::answer;
use gridlog::stages::resolve::built_in::{rule_sets, sample, samples_of};
use serde_json::{Value, json};

use crate::rng::Random;

/// What a request gets, and its messages.
fn asked(request: &Value) -> (Value, String) {
    let response: Value = serde_json::from_str(&answer(&request.to_string())).expect("JSON");
    let messages = response["messages"].as_str().unwrap_or_default().to_owned();
    (response["result"].clone(), messages)
}

fn board(text: &str) -> Value {
    let request = json!({ "command": "board", "arguments": ["a.puzzle"], "files": { "a.puzzle": text } });
    let (result, messages) = asked(&request);
    assert!(result["board"].is_object(), "{text}\n{messages}");
    result
}

fn put(text: &str, changes: &Value) -> (Value, String) {
    let files = json!({ "a.puzzle": text });
    asked(&json!({ "command": "put", "arguments": ["a.puzzle"], "files": files, "changes": changes }))
}

/// What stands where: by layer and place.
fn clues(result: &Value) -> BTreeMap<(String, String), String> {
    let mut found = BTreeMap::new();
    for layer in list(&result["board"]["layers"]) {
        for place in list(&layer["places"]) {
            if let Some(value) = place["value"].as_str() {
                found.insert((word(&layer["name"]), word(&place["id"])), value.to_owned());
            }
        }
    }
    found
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn word(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// The layers of a board, a line each.
fn layers(result: &Value) -> String {
    let layers = list(&result["board"]["layers"]).iter().map(|layer| {
        let hold = &layer["holds"][0];
        let values: Vec<String> = list(&hold["values"]).iter().map(|value| word(&value["value"])).collect();
        let values = if values.len() > 12 { format!("{} values", values.len()) } else { values.join(" ") };
        let places = list(&layer["places"]).len();
        let (name, kind, free) = (word(&layer["name"]), word(&layer["kind"]), word(&hold["free"]));
        format!("  {name}: {kind}, {places} places, {} [{values}] {free}", word(&hold["input"]))
            .trim_end()
            .to_owned()
    });
    layers.collect::<Vec<_>>().join("\n")
}

/// New puzzles of all rule sets: they can be read, have no clues, and are written in the common style.
#[test]
fn blank_puzzles_have_all_layers() {
    let mut told = String::new();
    for (name, _) in rule_sets() {
        let (result, messages) = asked(&json!({ "command": "blank", "arguments": [name] }));
        let text = word(&result["text"]);
        assert!(result["board"].is_object(), "{name}:\n{text}{messages}");
        let held: Vec<_> = clues(&result).into_iter().collect();
        assert!(held.is_empty(), "{name}:\n{text}{held:?}");
        let format = json!({ "command": "fmt", "arguments": ["-"], "files": { "-": text } });
        let formatted: Value = serde_json::from_str(&answer(&format.to_string())).expect("JSON");
        assert_eq!(formatted["output"], text, "{name}");
        told.push_str(&format!("{name}\n{}\n", layers(&result)));
    }
    insta::with_settings!({ omit_expression => true }, { insta::assert_snapshot!("layers", told) });
}

/// A value that a place of a layer may hold.
fn value(layer: &Value, random: &mut Random) -> String {
    let hold = list(&layer["holds"]).last().cloned().unwrap_or_default();
    let values = list(&hold["values"]);
    match (hold["free"].as_str(), hold["pattern"].is_string()) {
        (Some(_), true) => (*random.pick(&["3", "1,2", "12,1,4"])).to_owned(),
        (Some("number"), _) => random.below(30).to_string(),
        (Some(_), _) if values.is_empty() || random.below(3) == 0 => {
            (*random.pick(&["a", "q", "7"])).to_owned()
        }
        _ => word(&random.pick(values)["value"]),
    }
}

/// Some samples of each rule set.
fn chosen(random: &mut Random) -> Vec<&'static str> {
    let of = |rules: &str| samples_of(rules).collect::<Vec<_>>();
    let mut all = Vec::new();
    for (rules, _) in rule_sets() {
        let mut samples = of(rules);
        while samples.len() > 3 {
            samples.swap_remove(random.below(samples.len()));
        }
        all.extend(samples);
    }
    all
}

/// Takes the first fact of a layer out, and states it again: how many changes that were.
fn taken_out(text: &str, old: &BTreeMap<(String, String), String>, layer: &Value) -> usize {
    let name = word(&layer["name"]);
    let Some((key, _)) = old.iter().find(|(key, _)| key.0 == name) else { return 0 };
    let (without, messages) = put(text, &json!([{ "layer": name, "place": key.1, "value": null }]));
    // A fact about what is gone then is told as wrong, and nothing is drawn.
    if messages.contains("error[E604]") {
        return 0;
    }
    let mut expected = old.clone();
    expected.remove(key);
    assert_eq!(clues(&without), expected, "{key:?}\n{text}\n{messages}");
    let (again, messages) = put(&word(&without["text"]), &json!([{ "layer": name, "value": key.1 }]));
    assert_eq!(clues(&again), *old, "{key:?}\n{text}\n{messages}");
    2
}

/// A change of any clue is read back, and nothing else has changed. Putting the old value back gives the old puzzle.
#[test]
fn one_clue_is_changed_and_no_other() {
    let (mut random, mut done, mut refused) = (Random::new(15), 0, Vec::new());
    for name in chosen(&mut random) {
        let (_, text) = sample(name).expect("a sample");
        let before = board(text);
        let old = clues(&before);
        for layer in list(&before["board"]["layers"]) {
            let places = list(&layer["places"]);
            let kind = word(&layer["kind"]);
            if kind == "facts" || kind == "paths" {
                done += taken_out(text, &old, layer);
                continue;
            }
            if places.is_empty() {
                continue;
            }
            let (place, name) = (random.pick(places), word(&layer["name"]));
            if place["fixed"] == true {
                continue;
            }
            let key = (name.clone(), word(&place["id"]));
            let new = value(layer, &mut random);
            let change = json!([{ "layer": name, "place": key.1, "value": new }]);
            let (after, messages) = put(text, &change);
            let told = word(&after["text"]);
            if !after["board"].is_object() {
                assert!(messages.contains("error"), "{name} {change}\n{told}\n{messages}");
                refused.push(format!("{change}: {messages}"));
                continue;
            }
            let mut expected = old.clone();
            expected.insert(key.clone(), new);
            assert_eq!(clues(&after), expected, "{change}\n{text}\n{told}");
            assert_eq!(comments(&told), comments(text), "{change}\n{told}");
            let back = json!([{ "layer": name, "place": key.1, "value": old.get(&key) }]);
            let (again, messages) = put(&told, &back);
            assert_eq!(clues(&again), old, "{back}\n{told}\n{messages}");
            done += 1;
        }
    }
    assert!(done > 150 && refused.len() < done / 4, "{done} changes, refused:\n{}", refused.join("\n"));
}

fn comments(text: &str) -> Vec<&str> {
    text.lines().filter(|line| line.trim_start().starts_with('%')).collect()
}

/// What is written in the text, and what it becomes.
#[test]
fn texts_keep_their_layout() {
    let cases: &[(&str, Value, &str)] = &[
        // What is not asked for is not touched.
        (
            "use latin with n=2.\n\ngiven \"\"\"\n1 .\n. 2\n\"\"\" .",
            json!([]),
            "use latin with n=2.\n\ngiven \"\"\"\n1 .\n. 2\n\"\"\" .",
        ),
        // Columns stay where they are.
        (
            "use numbrix.\n% clues\ngiven \"\"\"\n .  1\n 4  .\n\"\"\".\nexpect unique.\n",
            json!([{ "layer": "given", "place": "r1c1", "value": "2" }, { "layer": "given", "place": "r2c1", "value": null }]),
            "use numbrix.\n% clues\ngiven \"\"\"\n 2  1\n .  .\n\"\"\".\nexpect unique.\n",
        ),
        (
            "use slitherlink.\nnumber \"\"\"\n..3\n2..\n\"\"\".  % dense\n",
            json!([{ "layer": "number", "place": "r2c3", "value": "1" }]),
            "use slitherlink.\nnumber \"\"\"\n..3\n2.1\n\"\"\".  % dense\n",
        ),
        (
            "use fillomino.\n  given \"\"\"\n  . 3\n  2 .\n  1 1\n  3 3\n  2 2\n  \"\"\".\n",
            json!([{ "layer": "given", "place": "r1c1", "value": "10" }]),
            "use fillomino.\n  given \"\"\"\n  10 3\n  2  .\n  1  1\n  3  3\n  2  2\n  \"\"\".\n",
        ),
        // A layer that is not drawn yet.
        (
            "use evenodd with r = 2, c = 2.\ngiven \"\"\"\n1 . . .\n. . . .\n. . . .\n. . . .\n\"\"\".\nexpect unique.\n",
            json!([{ "layer": "parity", "place": "r1c2", "value": "e" }]),
            "use evenodd with r = 2, c = 2.\ngiven \"\"\"\n1 . . .\n. . . .\n. . . .\n. . . .\n\"\"\".\nparity \"\"\"\n. e . .\n. . . .\n. . . .\n. . . .\n\"\"\".\nexpect unique.\n",
        ),
        (
            "use futoshiki with n = 2.\nexpect unique.",
            json!([{ "layer": "sign", "place": "{r1c1, r2c1}", "value": "^" }, { "layer": "given", "place": "r1c1", "value": 1 }]),
            "use futoshiki with n = 2.\nsign \"\"\"\n. . .\n^ . .\n. . .\n\"\"\".\ngiven \"\"\"\n1 .\n. .\n\"\"\".\nexpect unique.",
        ),
        // Strips.
        (
            "use tents with r = 2, c = 3.\ntop \". 1 .\".  % above\n",
            json!([{ "layer": "top", "place": "top(3)", "value": "0" }, { "layer": "left", "place": "left(1)", "value": "1" }]),
            "use tents with r = 2, c = 3.\ntop \". 1 0\".  % above\nleft \"1 .\".\n",
        ),
        // Facts.
        (
            "use killer with r = 1, c = 2.\ncage \"\"\"\na b\na b\n\"\"\".\ntotal(a, 3).  total(b, 3).\nexpect none.\n",
            json!([{ "layer": "total", "place": "total(a)", "value": null }, { "layer": "total", "place": "total(b)", "value": "2" }]),
            "use killer with r = 1, c = 2.\ncage \"\"\"\na b\na b\n\"\"\".\ntotal(b, 2).\nexpect none.\n",
        ),
        (
            "use killer with r = 1, c = 2.\ncage \"\"\"\na c\na c\n\"\"\".\ntotal(a, 3).  total(\"c\", 3).\n",
            json!([{ "layer": "total", "place": "total(c)", "value": "1" }, { "layer": "cage", "place": "r1c1", "value": "d" }, { "layer": "total", "place": "total(d)", "value": "2" }]),
            "use killer with r = 1, c = 2.\ncage \"\"\"\nd c\na c\n\"\"\".\ntotal(a, 3).  total(\"c\", 1).  total(d, 2).\n",
        ),
        (
            "use thermo with r = 1, c = 2.\nthermo([r1c1, r1c2]).\n",
            json!([{ "layer": "thermo", "value": ["r2c1", "r2c2"] }, { "layer": "thermo", "place": "thermo([r1c1, r1c2])", "value": null }]),
            "use thermo with r = 1, c = 2.\nthermo([r2c1, r2c2]).\n",
        ),
        (
            "use minesweeper with r = 2, c = 2.\r\nmines(1).\r\n",
            json!([{ "layer": "mines", "place": "mines(1)", "value": "2" }, { "layer": "number", "place": "r1c1", "value": "2" }]),
            "use minesweeper with r = 2, c = 2.\r\nnumber \"\"\"\r\n2 .\r\n. .\r\n\"\"\".\r\nmines(2).\r\n",
        ),
        // Another size.
        (
            "use kropki with n = 2.\ndot \"\"\"\n. b .\nw . .\n. . .\n\"\"\".\ngiven(r2c2, 1).\n",
            json!([{ "param": "n", "value": 1 }]),
            "use kropki with n = 1.\ndot \"\"\"\n.\n\"\"\".\n",
        ),
        (
            "use skyscrapers.\nleft \"1 2 . 3\".\n",
            json!([{ "param": "n", "value": 5 }]),
            "use skyscrapers with n = 5.\nleft \"1 2 . 3 .\".\n",
        ),
    ];
    for (text, changes, expected) in cases {
        let (result, messages) = put(text, changes);
        assert_eq!(word(&result["text"]), *expected, "{changes}\n{text}\n{messages}");
    }
}

/// What cannot be drawn is told.
#[test]
fn wrong_changes_are_refused() {
    let text = "use sudoku with r = 2, c = 2.\n";
    for (change, told) in [
        (json!({ "layer": "cage", "place": "r1c1", "value": "a" }), "no input `cage`"),
        (json!({ "layer": "given", "place": "r5c1", "value": "1" }), "no place of `given`"),
        (json!({ "place": "r1c1" }), "names its `layer`"),
        (json!({ "param": "n", "value": "x" }), "needs a number"),
    ] {
        let (result, messages) = put(text, &json!([change]));
        assert!(result.is_null() && messages.contains(told), "{change}: {messages}");
    }
    let (result, messages) = put(text, &json!([{ "layer": "given", "place": "r1c1", "value": "9" }]));
    assert!(word(&result["text"]).contains('9') && messages.is_empty() == result["board"].is_object());
}

/// Rules and a plain grid become a puzzle in the language; rules of one's own are used by their name.
#[test]
fn grids_and_own_rules_can_be_drawn_on() {
    let files = json!({ "grid.txt": "1 _ _ 4\n_ _ _ _\n_ _ _ _\n_ _ _ 2\n" });
    let request = json!({ "command": "board", "arguments": ["sudoku", "grid.txt"], "files": files });
    let (result, messages) = asked(&request);
    assert_eq!(
        result["text"], "use sudoku.\ngiven \"\"\"\n1 . . 4\n. . . .\n. . . .\n. . . 2\n\"\"\".\n",
        "{messages}"
    );
    let rules = "param n = 2.\ninput star(A, Kind).\ngrid(n, n) :: 0..1.\none: star(A, _) => A = 1.\n";
    let request = json!({
        "command": "put", "arguments": ["my.rules"], "files": { "my.rules": rules }, "options": { "set": ["n=3"] },
        "changes": [{ "layer": "given", "place": "r3c3", "value": "1" }],
    });
    let (result, messages) = asked(&request);
    let text = word(&result["text"]);
    assert!(
        text.starts_with("use my with n = 3.\n") && text.contains(". . 1\n\"\"\".\n"),
        "{text}{messages}"
    );
}

/// Clues finer than the grid are drawn where they lie, and moved to another size with it.
#[test]
fn dots_and_points_can_be_drawn_on() {
    let rules = "param n = 2.\ninput at(dot(R, C), K).\ninput star(point(Y, X), K).\ngrid(n, n) :: 0..1.\n\
                 one: at(P, K) => K = 1, P = P.\ntwo: star(P, K) => K = 1, P = P.\n";
    let files =
        json!({ "my.rules": rules, "a.puzzle": "use my.\nat \"\"\"\n. . .\n. 1 .\n. . .\n\"\"\".\n" });
    let ask = |changes: Value| {
        asked(&json!({ "command": "put", "arguments": ["a.puzzle"], "files": files, "changes": changes }))
    };
    let (result, messages) = ask(json!([
        { "layer": "at", "place": "dot(0, 2)", "value": "1" }, { "layer": "at", "place": "dot(1, 1)", "value": null },
        { "layer": "star", "place": "point(1, 3)", "value": "1" },
    ]));
    let text = word(&result["text"]);
    assert!(
        text.contains(". . 1\n. . .\n. . .\n") && text.contains("star \"\"\"\n. . 1\n"),
        "{text}{messages}"
    );
    let places: Vec<(String, String)> = clues(&result).into_keys().collect();
    let place = |layer: &str, at: &str| (layer.to_owned(), at.to_owned());
    assert_eq!(places, [place("at", "dot(0, 2)"), place("star", "point(1, 3)")]);
    let (result, messages) = ask(json!([{ "param": "n", "value": 3 }]));
    assert!(word(&result["text"]).contains(". . . .\n. 1 . .\n. . . .\n. . . .\n"), "{result}{messages}");
    for wrong in ["dot(0, 3)", "dot(-1, 0)", "r1c1", "point(1, 1)"] {
        let (_, messages) = ask(json!([{ "layer": "at", "place": wrong, "value": "1" }]));
        assert!(messages.contains("is no place of"), "{wrong}: {messages}");
    }
}

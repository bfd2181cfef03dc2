//! Games: what a page gets of a puzzle, the moves of positions, and the requests for both.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use gridlog::stages::ground::Ground;
use gridlog::stages::play::{About, Failure, Game, Wish, game, position, seal};
use gridlog::stages::search::Limits;

use crate::checked::{Checked, Texts, check, name, read};

/// What a sample amounts to; nothing if its text has errors on purpose.
fn sample(path: &Path) -> Option<Ground> {
    let file = name(path);
    let mut texts = Texts::default();
    texts.0.insert(file.clone(), read(path));
    let Checked { ground, diagnostics, .. } = check(&texts, &file, &[]);
    ground.filter(|_| !diagnostics.iter().any(gridlog::stages::diagnostic::Diagnostic::is_error))
}

/// The samples of the rule sets, by rule set.
fn samples() -> BTreeMap<String, Vec<PathBuf>> {
    let mut found: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for folder in std::fs::read_dir("rules").expect("the rule sets") {
        let folder = folder.expect("an entry").path();
        let files = std::fs::read_dir(&folder).into_iter().flatten().map(|file| file.expect("a file").path());
        let mut files: Vec<PathBuf> =
            files.filter(|file| file.extension().is_some_and(|it| it == "puzzle")).collect();
        files.sort();
        if !files.is_empty() {
            found.insert(name(&folder), files);
        }
    }
    found
}

fn played(ground: &Ground, unhinted: bool) -> Result<Game, Failure> {
    let limits = Limits { steps: Some(200_000), ..Limits::default() };
    let about = About { title: "A puzzle".to_owned(), rules: String::new() };
    game(ground.clone(), about, &Wish { limits, unhinted }, &|| false)
}

#[test]
fn positions_of_every_puzzle_of_moves_have_their_moves() {
    let mut ways: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (rules, files) in samples() {
        for path in files {
            let Some(mut ground) = sample(&path).filter(|ground| !ground.world.program.moves.is_empty())
            else {
                continue;
            };
            let first = position(&mut ground.world, &[]).expect("a position");
            for one in &first.moves {
                let next = position(&mut ground.world, &one.position).expect("a position");
                assert_eq!(next.position, one.position);
                assert_ne!(next.position, first.position, "{}: {}", path.display(), one.name);
            }
            let told = first.moves.iter().map(|one| format!("{} {}", one.name, one.way.unwrap_or("-")));
            ways.entry(rules.clone()).or_default().extend(told);
            assert!(position(&mut ground.world, &["nonsense".to_owned()]).is_err());
        }
    }
    // Directions of the language are ways, and so is where a tile slides; a lamp that is pressed goes nowhere.
    let told = |rules: &str, one: &str| ways[rules].iter().any(|known| known == one);
    assert!(told("2048", "swipe(top) up") && told("2048", "swipe(left) left"), "{ways:?}");
    assert!(ways["fifteen"].iter().all(|known| !known.ends_with('-')), "{ways:?}");
    assert!(ways["lightsout"].iter().all(|known| known.ends_with('-')), "{ways:?}");
    assert!(told("river", "cross(goat) -") && ways.len() >= 9, "{ways:?}");
}

#[test]
fn a_small_game_in_full() {
    let mut texts = Texts::default();
    let text = "use latin with n = 3.\ngiven \"\"\"\n1 . .\n. 3 .\n. . .\n\"\"\".\n";
    texts.0.insert("small.puzzle".to_owned(), text.to_owned());
    let ground = check(&texts, "small.puzzle", &[]).ground.expect("a puzzle");
    let game = played(&ground, false).unwrap_or_else(|failure| panic!("{failure}"));
    let shown = serde_json::to_value(&game).expect("JSON");
    let board = &shown["board"];
    let first = serde_json::json!({
        "id": "r1c1", "kind": "cell", "label": "row 1, column 1", "at": [30, 30], "size": [60, 60], "hold": 0,
        "value": "1", "fixed": true,
    });
    assert_eq!(board["places"][0], first);
    let values = serde_json::json!([{ "value": "1" }, { "value": "2" }, { "value": "3" }]);
    assert_eq!(board["holds"], serde_json::json!([{ "input": "type", "values": values, "pencil": true }]));
    assert_eq!(board["picture"]["slots"][0], serde_json::json!({ "place": 1, "looks": [2, 3, 4] }));
    assert_eq!(shown["level"], "easy");
    // The page knows right from wrong by digests alone.
    let wrong = ["1", "2", "3"].map(|value| seal::digest(&["r1c2", value], &game.salt));
    let right: Vec<bool> = wrong.iter().map(|digest| *digest == game.checks[0][1]).collect();
    assert_eq!(right.iter().filter(|right| **right).count(), 1);
}

#[test]
fn requests_answer_with_games_and_moves() {
    let ask = |request: serde_json::Value| -> serde_json::Value {
        serde_json::from_str(&gridlog::answer(&request.to_string())).expect("a response")
    };
    let game = ask(serde_json::json!({ "command": "game", "arguments": ["sudoku/four"] }));
    assert_eq!(
        (&game["exit"], game["result"]["board"]["places"].as_array().map(Vec::len)),
        (&0.into(), Some(16))
    );
    let moves = ask(serde_json::json!({ "command": "moves", "arguments": ["2048/three"] }));
    let first = &moves["result"]["moves"][0];
    assert!(first["name"].is_string() && first["way"].is_string(), "{moves}");
    let options = serde_json::json!({ "position": first["position"] });
    let next =
        ask(serde_json::json!({ "command": "moves", "arguments": ["2048/three"], "options": options }));
    assert_eq!(next["result"]["position"], first["position"]);
    let journey = ask(serde_json::json!({ "command": "game", "arguments": ["2048/three"] }));
    assert!(journey["result"]["plan"].as_array().is_some_and(|plan| !plan.is_empty()), "{journey}");
    let none = ask(serde_json::json!({ "command": "game", "arguments": ["sudoku/none"] }));
    assert_eq!((&none["exit"], &none["result"]), (&1.into(), &serde_json::Value::Null));
}

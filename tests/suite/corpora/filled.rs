//! Filled boards of pzpr: a right one is accepted, one that breaks a rule is rejected and a law named.

use gridlog::stages::puzzle::formats::named;
use gridlog::stages::resolve::{BuiltIn, Library as _};
use serde_json::Value;

use super::{folder, read};
use crate::cli::{Folder, run_with};

/// Faults that only tell that the board is not finished.
const UNFINISHED: [&str; 4] = ["ceNoNum", "ceNoSlash", "ceNoBar", "nmTentGt"];

#[test]
fn filled_boards_are_judged_as_known() {
    let Some(corpora) = folder("filled boards of pzpr: right ones and wrong ones") else { return };
    let place = Folder::new();
    let format = named("pzprv3").expect("the format");
    let (mut right, mut wrong, mut searched, mut refused, mut open) = (0, 0, 0, Vec::new(), Vec::new());
    let mut genres = std::collections::BTreeSet::new();
    let mut faults = String::new();
    for line in read(&corpora.join("pzpr/pzpr_checks.jsonl")).lines() {
        let object: Value = serde_json::from_str(line).expect("an object");
        let genre = object["type"].as_str().expect("a genre");
        for check in object["failcheck"].as_array().expect("boards") {
            let (board, code) = (check["board"].as_str().expect("a board"), check["code"].as_str());
            // An empty board says nothing, and one that is not finished breaks no law.
            if code.is_some_and(|code| UNFINISHED.contains(&code)) || board.split('/').count() < 6 {
                continue;
            }
            let puzzle = format.puzzles(0, board).next().and_then(Result::ok).unwrap_or_default();
            let rules =
                puzzle.uses.first().and_then(|used| BuiltIn.find(&used.name, "")).unwrap_or_default().1;
            if puzzle.to_string().contains('?') && !rules.contains("\"?\"") {
                println!("{genre}: its rule set has no sign for a number that is not told");
                continue;
            }
            let ran = run_with(&place, &["verify", "--from", "pzprv3"], board);
            let told = code.unwrap_or("right");
            match (ran.status, code) {
                (0, None) => right += 1,
                (1, Some(_)) if ran.out.contains("broken: ") => wrong += 1,
                (2, _) if ran.err.contains("another genre") || ran.err.contains("a genre that") => break,
                (2, _) => {
                    refused.push(format!("{genre} {told}: {}", ran.err.lines().next().unwrap_or_default()));
                    continue;
                }
                (0 | 1, _) => faults.push_str(&format!("{genre} {told}: {}{board}\n", ran.out)),
                _ => {
                    // What a file leaves open is found by search.
                    let ran = run_with(&place, &["solve", "-q", "--from", "pzprv3"], board);
                    match (ran.status, code) {
                        (0, None) | (1, Some(_)) => searched += 1,
                        // Nothing is wrong so far; there it counts that something is missing.
                        (0, Some(_)) => open.push(format!("{genre} {told}")),
                        _ => faults.push_str(&format!("{genre} {told}: {} {}{board}\n", ran.status, ran.err)),
                    }
                }
            }
            genres.insert(genre.to_owned());
        }
    }
    println!("{} genres: {right} right, {wrong} wrong with a law named, {searched} by search", genres.len());
    println!("{} refused:\n{}", refused.len(), refused.join("\n"));
    println!("open: {}", open.join(", "));
    assert!(faults.is_empty(), "{faults}");
    // One of 42 genres each, but for fillomino.
    assert!(open.len() <= 6, "{open:?}");
    assert!(
        genres.len() >= 34 && right + wrong >= 180,
        "{} genres, {right} right, {wrong} wrong",
        genres.len()
    );
}

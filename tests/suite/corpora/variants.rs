//! Published sudoku variants as f-puzzles would share them: read from JSON and from an address, with the known answers.

use gridlog::stages::draw;
use gridlog::stages::puzzle::formats::{Format, named};
use gridlog::stages::puzzle::written::Puzzle;
use gridlog::stages::search::Limits;
use gridlog::stages::solve::{Verdict, Wish, solve};
use serde_json::{Value, json};

use super::{folder, read};
use crate::checked::{Texts, check};
use crate::solving::ALL;

/// Lines of cells, by their names in the corpus and there.
const LINES: [(&str, &str); 7] = [
    ("Thermo", "thermometer"),
    ("Whisper", "whispers"),
    ("Renban", "renban"),
    ("Palindrome", "palindrome"),
    ("Between", "betweenline"),
    ("RegionSumLine", "regionsumline"),
    ("Lockout", "lockout"),
];

/// A puzzle of the corpus as f-puzzles has it; nothing if it holds what that has no word for.
fn shared(object: &Value) -> Option<Value> {
    let mut puzzle = json!({"size": 9, "title": object["name"]});
    let mut grid = vec![vec![json!({}); 9]; 9];
    for (cell, values) in object["givens"].as_object()? {
        let (row, col) = cell.strip_prefix('R')?.split_once('C')?;
        let [value] = values.as_array()?.as_slice() else { return None };
        *grid.get_mut(row.parse::<usize>().ok()? - 1)?.get_mut(col.parse::<usize>().ok()? - 1)? =
            json!({"value": value, "given": true});
    }
    let add = |puzzle: &mut Value, name: &str, item: Value| match puzzle[name].as_array_mut() {
        Some(all) => all.push(item),
        None => puzzle[name] = json!([item]),
    };
    let (mut diagonals, mut boxes, mut regions) = (0, true, None);
    for constraint in object["constraints"].as_array()? {
        let args: Vec<&str> = constraint["args"].as_array()?.iter().filter_map(Value::as_str).collect();
        let kind = constraint["type"].as_str()?;
        let line = LINES.iter().find(|(name, _)| *name == kind);
        match (kind, args.as_slice()) {
            ("Lockout", ["4", cells @ ..]) | ("Whisper", ["5", cells @ ..]) => {
                add(&mut puzzle, line?.1, json!({"lines": [cells]}));
            }
            (_, cells) if line.is_some() && cells.iter().all(|cell| cell.starts_with('R')) => {
                add(&mut puzzle, line?.1, json!({"lines": [cells]}));
            }
            ("Cage", ["0", cells @ ..]) => add(&mut puzzle, "killercage", json!({"cells": cells})),
            ("Cage", [sum, cells @ ..]) => {
                add(&mut puzzle, "killercage", json!({"cells": cells, "value": sum}))
            }
            ("Arrow", cells) => {
                add(&mut puzzle, "arrow", json!({"lines": [cells], "cells": [cells.first()?]}))
            }
            ("WhiteDot", [_, _]) => add(&mut puzzle, "difference", json!({"cells": args})),
            ("BlackDot", [_, _]) => add(&mut puzzle, "ratio", json!({"cells": args})),
            ("X" | "V", [_, _]) => add(&mut puzzle, "xv", json!({"cells": args, "value": kind})),
            ("Quad", [first, digits @ ..]) => {
                let digits: Vec<u32> = digits.iter().filter_map(|digit| digit.parse().ok()).collect();
                add(&mut puzzle, "quadruple", json!({"cells": [first], "values": digits}));
            }
            ("StrictXV", []) => add(&mut puzzle, "negative", json!("xv")),
            ("StrictKropki", []) => {
                add(&mut puzzle, "negative", json!("difference"));
                add(&mut puzzle, "negative", json!("ratio"));
            }
            ("AntiKnight" | "AntiKing" | "DisjointSets" | "AntiConsecutive", []) => {
                let names = [("AntiConsecutive", "nonconsecutive"), ("DisjointSets", "disjointgroups")];
                let name = names.iter().find(|(name, _)| *name == kind).map(|(_, name)| (*name).to_owned());
                puzzle[name.unwrap_or_else(|| kind.to_lowercase())] = json!(true);
            }
            ("Diagonal", ["1" | "-1"]) => diagonals += 1,
            ("NoBoxes", []) => boxes = false,
            ("Jigsaw", [told]) if told.len() == 81 => regions = Some((*told).to_owned()),
            ("Sandwich", [sum, place]) => {
                add(&mut puzzle, "sandwichsum", json!({"cell": outside(place, 0)?, "value": sum}))
            }
            ("XSum" | "Skyscraper", [place, ends @ ..]) => {
                let name = if kind == "XSum" { "xsum" } else { "skyscraper" };
                for (clue, end) in ends.iter().zip([0, 10]).filter(|(clue, _)| !clue.is_empty()) {
                    add(&mut puzzle, name, json!({"cell": outside(place, end)?, "value": clue}));
                }
            }
            _ => return None,
        }
    }
    match diagonals {
        0 => {}
        2 => (puzzle["diagonal+"], puzzle["diagonal-"]) = (json!(true), json!(true)),
        _ => return None,
    }
    match regions {
        None if boxes => {}
        Some(regions) if !boxes => {
            for (at, region) in regions.bytes().enumerate() {
                grid[at / 9][at % 9]["region"] = json!(u32::from(region.checked_sub(b'0')?));
            }
        }
        _ => return None,
    }
    puzzle["grid"] = json!(grid);
    Some(puzzle)
}

/// The place beside row or column `C5`, before it or behind it.
fn outside(line: &str, end: u32) -> Option<String> {
    match line.split_at_checked(1)? {
        ("C", col) => Some(format!("R{end}C{col}")),
        ("R", row) => Some(format!("R{row}C{end}")),
        _ => None,
    }
}

/// What is known of the solutions of a puzzle, and one of them, or what is wrong with it.
fn answered(puzzle: &Puzzle) -> Result<(Verdict, String), String> {
    let checked = check(&Texts([("it.puzzle".to_owned(), puzzle.to_string())].into()), "it.puzzle", &[]);
    let wrong = checked.diagnostics.iter().any(gridlog::stages::diagnostic::Diagnostic::is_error);
    let Some(ground) = checked.ground.as_ref().filter(|_| !wrong) else { return Err(checked.messages()) };
    let mut found = String::new();
    let limits = Limits { steps: Some(3_000_000), ..Limits::default() };
    let wish = Wish { most: Some(2), limits, ..ALL };
    let outcome = solve(ground.clone(), &wish, &|| false, |values, world| {
        found = draw::rows(world, values).map(|rows| rows.concat().concat()).unwrap_or_default();
    });
    outcome.map(|outcome| (outcome.verdict(), found)).map_err(|failure| failure.to_string())
}

/// Whether digits solve a puzzle: told as its givens, they leave one solution.
fn is_answer(format: &Format, told: &Value, digits: &str) -> bool {
    let mut told = told.clone();
    for (at, digit) in digits.chars().enumerate() {
        let cell = &mut told["grid"][at / 9][at % 9];
        (cell["given"], cell["value"]) = (json!(true), json!(digit.to_digit(10)));
    }
    let puzzle = format.puzzles(0, &told.to_string()).next().and_then(Result::ok);
    puzzle.is_some_and(|puzzle| matches!(answered(&puzzle), Ok((Verdict::Unique, _))))
}

#[test]
fn shared_variants_have_the_known_answers() {
    let Some(folder) = folder("published sudoku variants, as f-puzzles shares them") else { return };
    let format = named("fpuzzles").expect("the format");
    let (mut right, mut open, mut loose, mut other, mut faults) = (0, 0, 0, 0, String::new());
    for line in read(&folder.join("sudoku/variants/iss_decoded.jsonl")).lines() {
        let object: Value = serde_json::from_str(line).expect("an object");
        let known = object["solution"].as_str().filter(|known| known.len() == 81);
        let Some((known, told)) = known.zip(shared(&object)) else {
            other += 1;
            continue;
        };
        let name = object["name"].as_str().unwrap_or_default();
        let puzzle = match format.puzzles(0, &told.to_string()).next() {
            Some(Ok(puzzle)) => puzzle,
            refused => {
                faults.push_str(&format!("{name}: {refused:?}\n"));
                continue;
            }
        };
        let address = (format.write)(&puzzle).unwrap_or_else(|what| panic!("{name}: {what}\n{puzzle}"));
        let back = format.puzzles(0, &address).next().and_then(Result::ok);
        assert_eq!(back.as_ref(), Some(&puzzle), "{name}: {address}");
        match answered(&puzzle) {
            Err(wrong) => faults.push_str(&format!("{name}: {wrong}\n")),
            Ok((Verdict::Unique, found)) if found == known => right += 1,
            Ok((Verdict::Unknown | Verdict::Solved, found)) if found.is_empty() || found == known => {
                open += 1
            }
            // Published with givens that the collection has lost; the answer is one of several.
            Ok((Verdict::Several, _)) if is_answer(format, &told, known) => loose += 1,
            Ok((verdict, found)) => {
                faults.push_str(&format!("{name}: {verdict:?}, {found} and not {known}\n"));
            }
        }
    }
    println!(
        "{right} variants right, {open} not decided, {loose} with several answers, {other} with clues that f-puzzles has no word for"
    );
    assert!(faults.is_empty(), "{faults}");
    assert!(right >= 20 && loose <= 1, "{right} right, {loose} with several answers");
}

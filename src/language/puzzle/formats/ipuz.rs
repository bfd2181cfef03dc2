//! `ipuz`: sudokus, latin squares and `KenKen` in the JSON of ipuz.

use serde_json::{Map, Value, json};

use super::Format;
use crate::language::puzzle::gameid::block_name;
use crate::language::puzzle::line::Piece;
use crate::language::puzzle::scan::{Input, Wrong};
use crate::language::puzzle::written::{GIVEN, Puzzle, boxes, rows};

pub(super) const FORMAT: Format = Format {
    name: "ipuz",
    summary: "Sudoku, killer, latin square or KenKen as ipuz, which is JSON; crosswords are not read",
    example: "{\"version\":\"http://ipuz.org/v2\",\"kind\":[\"http://ipuz.org/sudoku#1\"],\"charset\":\"1234\",\
              \"boxes\":true,\"puzzle\":[[1,0,0,0],[0,0,3,0],[0,4,0,0],[0,0,0,2]]}\n",
    extension: Some("ipuz"),
    detect: Some(|input| input.text.contains("ipuz.org/")),
    on_pages: false,
    ..Format::whole(puzzle, write)
};

/// What tells nothing about the rules.
const TOLD: [&str; 24] = [
    "version",
    "kind",
    "charset",
    "displaycharset",
    "boxes",
    "showoperators",
    "cageborder",
    "puzzle",
    "saved",
    "solution",
    "cages",
    "copyright",
    "publisher",
    "publication",
    "url",
    "uniqueid",
    "title",
    "intro",
    "explanation",
    "annotation",
    "author",
    "editor",
    "date",
    "notes",
];

/// What is passed over besides.
const MORE: [&str; 7] = ["difficulty", "origin", "block", "empty", "styles", "checksum", "dimensions"];

/// The operators of cages and the facts of `kenken`.
const SIGNS: [(&str, &str); 8] = [
    ("+", "plus"),
    ("-", "minus"),
    ("*", "times"),
    ("/", "over"),
    ("x", "times"),
    ("×", "times"),
    ("÷", "over"),
    ("−", "minus"),
];

fn puzzle(input: Input<'_>) -> Result<Puzzle, Wrong> {
    let first =
        input.all_lines().find(|line| !line.text.is_empty()).ok_or_else(|| input.ended("a puzzle"))?;
    let shown = first.text.char_indices().nth(40).map_or(first.text, |(end, _)| &first.text[..end]);
    let wrong = |what: String| input.wrong(Piece { text: shown, ..first }, &what);
    let text = input.text.trim_start_matches('\u{feff}').trim();
    let text = text.strip_prefix("ipuz(").and_then(|rest| rest.strip_suffix(')')).unwrap_or(text);
    let object: Value = serde_json::from_str(text).map_err(|_| wrong("JSON".to_owned()))?;
    read(object.as_object().ok_or_else(|| wrong("an object".to_owned()))?).map_err(wrong)
}

fn items(value: Option<&Value>) -> &[Value] {
    value.and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn text_of(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn read(object: &Map<String, Value>) -> Result<Puzzle, String> {
    let kind = items(object.get("kind")).first().map(text_of).unwrap_or_default();
    if !kind.contains("ipuz.org/sudoku") {
        return Err(format!("a puzzle of the kind `sudoku`, not `{kind}`"));
    }
    let known = |name: &str| TOLD.contains(&name) || MORE.contains(&name) || name.contains(':');
    if let Some(name) = object.keys().find(|name| !known(name)) {
        return Err(format!("what a rule set here says: there is none for `{name}`"));
    }
    let grid = items(object.get("puzzle"));
    let size = grid.len();
    if !(1..=36).contains(&size) || grid.iter().any(|row| items(Some(row)).len() != size) {
        return Err("a square grid of up to 36 rows under `puzzle`".to_owned());
    }
    let charset = object.get("charset").map_or_else(|| "123456789".to_owned(), text_of);
    let mut given = Vec::new();
    for cell in grid.iter().flat_map(|row| items(Some(row))) {
        // A cell with a style is an object.
        let told = text_of(cell.as_object().and_then(|cell| cell.get("cell")).unwrap_or(cell));
        let number = charset.chars().take(size).position(|sign| sign.to_string() == told);
        given.push(match (number, told.as_str()) {
            (Some(number), _) => Some((number + 1).to_string()),
            (None, "0" | "null" | "" | " " | ".") => None,
            _ => return Err(format!("a sign of the charset `{charset}`, not `{told}`")),
        });
    }
    let cages = items(object.get("cages"));
    let boxed = object.get("boxes").is_none_or(|told| *told == Value::Bool(true));
    let square = |rules: &str| Puzzle::of(rules, &[("n", size)]);
    let puzzle = match (boxed, cages.is_empty()) {
        (true, bare) => {
            let high = (2..=size.isqrt()).rev().find(|high| size.is_multiple_of(*high));
            let high = high.ok_or_else(|| format!("a board that boxes fit on, not {size} by {size}"))?;
            Puzzle::of(if bare { "sudoku" } else { "killer" }, &[("r", high), ("c", size / high)])
        }
        (false, true) => square("latin"),
        (false, false) => square("kenken"),
    };
    let puzzle = read_cages(puzzle, cages, size, boxed)?;
    Ok(puzzle.draw(GIVEN, &rows(&given, size)))
}

fn read_cages(mut puzzle: Puzzle, cages: &[Value], size: usize, boxed: bool) -> Result<Puzzle, String> {
    let mut drawn = vec![None; size * size];
    let mut facts = Vec::new();
    for (number, cage) in cages.iter().enumerate() {
        for cell in items(cage.get("cells")) {
            // Columns are told first, from 0 on.
            let place = |at: usize| cell.get(at).and_then(Value::as_u64).filter(|at| *at < size as u64);
            let (col, row) = place(0).zip(place(1)).ok_or("a cell such as [0, 1]")?;
            drawn[row as usize * size + col as usize] = Some(block_name(number));
        }
        let Some(value) = cage.get("value").filter(|value| !value.is_null()) else { continue };
        let value = text_of(value);
        let total = value.trim_matches(|sign: char| !sign.is_ascii_digit());
        let operator = value.replace(total, "");
        let told = cage.get("operator").map_or(operator, text_of);
        let sign = SIGNS.iter().find(|(sign, _)| *sign == told.trim()).map(|(_, fact)| *fact);
        let fact = match (boxed, sign) {
            (true, None | Some("plus")) => "total",
            (false, None) => "plus",
            (false, Some(fact)) => fact,
            (true, Some(_)) => return Err(format!("sums of cages, not `{told}`")),
        };
        let total = total.parse::<u64>().map_err(|_| format!("what a cage amounts to, not `{value}`"))?;
        facts.push((fact, [block_name(number), total.to_string()]));
    }
    puzzle = puzzle.draw("cage", &rows(&drawn, size));
    Ok(facts.iter().fold(puzzle, |puzzle, (fact, args)| puzzle.state(fact, args)))
}

fn write(puzzle: &Puzzle) -> Result<String, String> {
    let facts = ["total", "plus", "minus", "times", "over"];
    let clues: Vec<&str> = [GIVEN, "cage"].into_iter().chain(facts).collect();
    puzzle.only(&["sudoku", "killer", "latin", "kenken"], &[], &clues)?;
    if puzzle.uses.len() > 1 {
        return Err("several rule sets".to_owned());
    }
    let boxed = puzzle.has("sudoku") || puzzle.has("killer");
    let drawn = || puzzle.drawn_size(GIVEN).or_else(|| puzzle.drawn_size("cage")).map(|(rows, _)| rows);
    let (tall, wide) = boxes(puzzle);
    let size = if boxed { tall * wide } else { puzzle.setting("n").or_else(drawn).unwrap_or(4) };
    if boxed && (2..=size.isqrt()).rev().find(|high| size.is_multiple_of(*high)) != Some(tall) {
        return Err(format!("boxes of {tall} by {wide}"));
    }
    let charset: String = (1..=size as u32).filter_map(|digit| char::from_digit(digit, 36)).collect();
    let charset = charset.to_ascii_uppercase();
    let mut grid = Vec::new();
    for row in puzzle.cells(GIVEN, size, size)? {
        let mut line = Vec::new();
        for cell in row {
            let number = cell
                .as_deref()
                .map_or(Ok(0), str::parse::<usize>)
                .map_err(|_| "a value that is no number")?;
            let sign = charset.chars().nth(number.wrapping_sub(1));
            line.push(match sign {
                Some(sign) => sign.to_digit(10).map_or_else(|| json!(sign.to_string()), |digit| json!(digit)),
                None if number == 0 => json!(0),
                None => return Err(format!("the number {number}")),
            });
        }
        grid.push(Value::Array(line));
    }
    let mut object = json!({
        "version": "http://ipuz.org/v2",
        "kind": ["http://ipuz.org/sudoku#1"],
        "charset": charset,
        "boxes": boxed,
        "puzzle": grid,
    });
    let cells = puzzle.cells("cage", size, size)?.concat();
    let mut names: Vec<&String> = Vec::new();
    cells.iter().flatten().for_each(|name| {
        if !names.contains(&name) {
            names.push(name);
        }
    });
    let mut cages = Vec::new();
    for name in names {
        let places = cells.iter().enumerate().filter(|(_, cell)| cell.as_ref() == Some(name));
        let places: Vec<Value> = places.map(|(at, _)| json!([at % size, at / size])).collect();
        let mut told =
            puzzle.facts.iter().filter(|fact| facts.contains(&fact.name.as_str()) && fact.is_about(name));
        let mut cage = json!({ "cells": places });
        if let Some(fact) = told.next() {
            let total = fact.args.get(1).and_then(|total| total.parse::<u64>().ok());
            cage["value"] = json!(total.ok_or_else(|| format!("`{fact}`"))?);
            if let Some((sign, _)) = SIGNS.iter().find(|(_, known)| *known == fact.name) {
                cage["operator"] = json!(sign);
            }
        }
        if told.next().is_some() {
            return Err(format!("two clues for the cage `{name}`"));
        }
        cages.push(cage);
    }
    if !cages.is_empty() {
        object["cages"] = json!(cages);
    }
    Ok(object.to_string() + "\n")
}

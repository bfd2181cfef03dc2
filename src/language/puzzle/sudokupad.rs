//! What `SudokuPad` says about puzzles of its own: JSON without most of its quotes, with short names.
//!
//! Only givens, regions and cages mean something there; lines and shapes are pictures whose meaning is told in words. A
//! puzzle becomes what f-puzzles would say; one with pictures is refused.

mod loose;

use serde_json::{Map, Value, json};

use super::fpuzzles;
use super::written::Puzzle;

/// The short names of its fields.
const SHORT: [(&str, &str); 12] = [
    ("ca", "cages"),
    ("ce", "cells"),
    ("a", "arrows"),
    ("o", "overlays"),
    ("u", "underlays"),
    ("v", "value"),
    ("l", "lines"),
    ("re", "regions"),
    ("t", "title"),
    ("te", "text"),
    ("cs", "cellSize"),
    ("d", "duration"),
];

/// Pictures: what they mean is told in words, if at all.
const PICTURES: [&str; 4] = ["lines", "arrows", "underlays", "overlays"];

/// Rules that a puzzle switches on, with the same names as f-puzzles has.
const FLAGS: [&str; 3] = ["antiknight", "antiking", "nonconsecutive"];

/// A field by its name, long or short.
fn field<'v>(object: &'v Map<String, Value>, name: &str) -> &'v Value {
    let short = SHORT.iter().find(|(_, long)| *long == name).map_or(name, |(short, _)| short);
    object.get(name).or_else(|| object.get(short)).unwrap_or(&Value::Null)
}

fn items(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Reads a puzzle, or says what is wrong with it.
pub(super) fn read(text: &str) -> Result<Puzzle, String> {
    let value = loose::parse(text).ok_or("a puzzle as SudokuPad writes it")?;
    let object = value.as_object().ok_or("a puzzle as SudokuPad writes it")?;
    for name in PICTURES {
        if !items(field(object, name)).is_empty() {
            return Err(format!(
                "a puzzle without `{name}`: they are pictures, and what they mean is not told"
            ));
        }
    }
    let cells = items(field(object, "cells"));
    let size = cells.len();
    if cells.iter().any(|row| items(row).len() > size) {
        return Err("as many rows as columns".to_owned());
    }
    let mut grid = vec![vec![json!({ "region": null }); size]; size];
    for (row, line) in grid.iter_mut().zip(cells) {
        for (cell, told) in row.iter_mut().zip(items(line)) {
            let Some(told) = told.as_object() else { continue };
            let value = field(told, "value");
            if !value.is_null() {
                (cell["value"], cell["given"]) = (value.clone(), json!(true));
            }
            if !items(field(told, "pencilMarks")).is_empty() {
                cell["givenPencilMarks"] = field(told, "pencilMarks").clone();
            }
        }
    }
    for (region, places) in items(field(object, "regions")).iter().enumerate() {
        for place in items(places) {
            let (row, col) = place_of(place).ok_or("a cell such as [0, 1]")?;
            let cell = grid.get_mut(row).and_then(|line| line.get_mut(col));
            cell.ok_or("a cell of the board")?["region"] = json!(region);
        }
    }
    let mut puzzle = json!({ "size": size, "grid": grid });
    let mut cages = Vec::new();
    for cage in items(field(object, "cages")).iter().filter_map(Value::as_object) {
        cages.extend(read_cage(cage)?);
    }
    puzzle["killercage"] = json!(cages);
    let about = field(object, "metadata").as_object();
    for (name, value) in about.into_iter().flatten().filter(|(_, value)| **value == Value::Bool(true)) {
        if !FLAGS.contains(&name.as_str()) {
            return Err(format!("what a rule set here says: there is none for `{name}`"));
        }
        puzzle[name] = value.clone();
    }
    fpuzzles::read(&puzzle.to_string())
}

/// Row and column from 0.
fn place_of(value: &Value) -> Option<(usize, usize)> {
    match items(value) {
        [row, col] => Some((row.as_u64()? as usize, col.as_u64()? as usize)),
        _ => None,
    }
}

/// A cage; nothing for one without cells, which holds a title or the like, and for rows, columns and boxes, which are
/// told again as cages that nobody sees.
fn read_cage(cage: &Map<String, Value>) -> Result<Option<Value>, String> {
    let places = items(field(cage, "cells"));
    let is_line = ["rowcol", "box"].iter().any(|style| cage.get("style") == Some(&json!(style)));
    if places.is_empty() || is_line {
        return Ok(None);
    }
    let cells = places.iter().map(|place| {
        place_of(place).map(|(row, col)| format!("R{}C{}", row + 1, col + 1)).ok_or("a cell such as [0, 1]")
    });
    let cells = cells.collect::<Result<Vec<_>, _>>()?;
    Ok(Some(match field(cage, "value") {
        Value::Null => json!({ "cells": cells }),
        value => json!({ "cells": cells, "value": value }),
    }))
}

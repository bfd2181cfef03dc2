//! Puzzles of f-puzzles as what a `.puzzle` says.

use serde_json::{Map, Value, json};

use super::drawn::drawn_apart;
use super::{FLAGS, LINES, MARKS, PAIRS, PICTURES, SIDES, TOLD};
use crate::language::puzzle::gameid::block_name;
use crate::language::puzzle::written::{GIVEN, Puzzle, rows};

/// The long diagonals, and whether each rises from left to right.
const DIAGONALS: [(&str, bool); 2] = [("diagonal+", true), ("diagonal-", false)];

/// A puzzle on its way from JSON.
#[derive(Default)]
pub(super) struct Reading {
    pub(super) size: usize,
    pub(super) puzzle: Puzzle,
}

/// Reads a puzzle from JSON, or says what is wrong with it.
pub(in crate::language::puzzle) fn read(text: &str) -> Result<Puzzle, String> {
    let object: Value = serde_json::from_str(text).map_err(|_| "a puzzle as JSON")?;
    Reading::default().read(object.as_object().ok_or("a puzzle as JSON")?)
}

/// How high the usual boxes of a board are.
pub(super) fn high(size: usize) -> Option<usize> {
    (2..=size.isqrt()).rev().find(|high| size.is_multiple_of(*high))
}

pub(super) fn text_of(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// A list, or nothing.
pub(super) fn list<'v>(object: &'v Map<String, Value>, name: &str) -> impl Iterator<Item = &'v Value> {
    object.get(name).and_then(Value::as_array).into_iter().flatten()
}

/// Refuses what no rule set here has: it is never left out.
fn known(object: &Map<String, Value>) -> Result<(), String> {
    let read = [
        "killercage",
        "extraregion",
        "arrow",
        "clone",
        "quadruple",
        "littlekillersum",
        "diagonal+",
        "diagonal-",
    ];
    for (name, value) in object {
        let is_empty = match value {
            Value::Array(all) => all.is_empty(),
            Value::Bool(on) => !on,
            Value::Null => true,
            Value::String(text) => text.is_empty(),
            _ => false,
        };
        let is_read = TOLD.contains(&name.as_str())
            || read.contains(&name.as_str())
            || FLAGS.iter().any(|(known, _)| known == name)
            || LINES.iter().any(|(known, ..)| known == name)
            || MARKS.iter().any(|(known, ..)| known == name)
            || PAIRS.iter().any(|(known, ..)| known == name)
            || SIDES.iter().any(|(known, _)| known == name);
        let is_picture = PICTURES.contains(&name.as_str())
            && value.as_array().is_some_and(|all| all.iter().all(|item| is_of_clue(name, item, object)));
        if !is_empty && !is_read && !is_picture {
            return Err(format!("what a rule set here says: there is none for `{name}`"));
        }
    }
    Ok(())
}

/// Whether a picture belongs to a clue that the puzzle tells as well: it names it, or it is drawn along its cells.
fn is_of_clue(kind: &str, picture: &Value, object: &Map<String, Value>) -> bool {
    let named = picture["fromConstraint"].as_str().unwrap_or_default();
    let is_along = |field: &str, others: &[&str]| {
        let clues = object.iter().filter(|(name, _)| !PICTURES.contains(&name.as_str()));
        let mut items = clues.filter_map(|(_, value)| value.as_array()).flatten();
        let cells = picture.get(field);
        cells.is_some() && items.any(|item| others.iter().any(|other| item.get(other) == cells))
    };
    object.contains_key(&named.to_lowercase().replace(' ', ""))
        || (kind == "line" && is_along("lines", &["lines"]))
        || (kind == "cage" && picture.get("value").is_none() && is_along("cells", &["cells", "cloneCells"]))
}

impl Reading {
    fn read(mut self, object: &Map<String, Value>) -> Result<Puzzle, String> {
        self.size = object.get("size").and_then(Value::as_u64).unwrap_or(9) as usize;
        if !(2..=25).contains(&self.size) {
            return Err("a size from 2 to 25".to_owned());
        }
        known(object)?;
        let boxed = self.grid(object)?;
        let is_on = |name: &str| object.get(name) == Some(&Value::Bool(true));
        let is_law = |name: &str| is_on(name) && !(name == "nonconsecutive" && drawn_apart(object));
        FLAGS.iter().filter(|(name, _)| is_law(name)).for_each(|(_, rules)| self.uses(rules));
        let diagonals = DIAGONALS.map(|(name, _)| is_on(name));
        if diagonals == [true, true] {
            self.uses("diagonal");
        }
        self.groups(list(object, "killercage").cloned(), "killer", "cage")?;
        // One diagonal alone is a region like any other.
        let slope = DIAGONALS.iter().find(|(name, _)| diagonals[0] != diagonals[1] && is_on(name));
        let slope = slope.map(|(_, rising)| self.slope(*rising));
        self.groups(list(object, "extraregion").cloned().chain(slope), "extraregions", "extra")?;
        self.lines(object)?;
        self.arrows(object)?;
        for item in list(object, "clone") {
            let (one, other) = (&item["cells"], &item["cloneCells"]);
            let args = [self.cells(one)?, self.cells(other)?];
            self.state("clone", "clone", &args);
        }
        for item in list(object, "quadruple") {
            let first = item["cells"].get(0).ok_or("the cells of a quadruple")?;
            let digits = item["values"].as_array().into_iter().flatten().map(|digit| {
                let number = text_of(digit).parse::<u32>();
                number.map(|number| number.to_string()).map_err(|_| format!("a digit, not {digit}"))
            });
            let digits = digits.collect::<Result<Vec<String>, String>>()?;
            let cell = self.cell(first)?;
            self.state("quadruples", "quad", &[cell, format!("[{}]", digits.join(", "))]);
        }
        self.marks(object)?;
        self.pairs(object)?;
        self.beside(object)?;
        self.found(boxed)?;
        Ok(self.puzzle)
    }

    /// Puts the rule set that all others build on before them: boxes, or regions in their place.
    fn found(&mut self, boxed: bool) -> Result<(), String> {
        let others = std::mem::take(&mut self.puzzle.uses);
        let size = self.size;
        if let Some(high) = high(size).filter(|_| boxed) {
            self.puzzle = std::mem::take(&mut self.puzzle).and("sudoku", &[("r", high), ("c", size / high)]);
        } else if others.is_empty() {
            self.puzzle = std::mem::take(&mut self.puzzle).and("jigsaw", &[("n", size)]);
        } else if let Some(used) = others.iter().find(|used| used.name == "disjoint") {
            return Err(format!("boxes: the rule set `{}` has no other regions", used.name));
        } else {
            // Boxes of one row say nothing that the rows do not.
            let puzzle = std::mem::take(&mut self.puzzle).and("sudoku", &[("r", 1), ("c", size)]);
            self.puzzle = puzzle.and("jigsaw", &[]);
        }
        self.puzzle.uses.extend(others);
        Ok(())
    }

    pub(super) fn uses(&mut self, rules: &str) {
        if !self.puzzle.has(rules) {
            self.puzzle = std::mem::take(&mut self.puzzle).and(rules, &[]);
        }
    }

    pub(super) fn state(&mut self, rules: &str, predicate: &str, args: &[String]) {
        self.uses(rules);
        self.puzzle = std::mem::take(&mut self.puzzle).state(predicate, args);
    }

    /// Row and column of `R1C2`, from 0 beside the board on.
    pub(super) fn place(&self, cell: &Value) -> Result<(i64, i64), String> {
        let told = cell.as_str().unwrap_or_default();
        let parts = told.strip_prefix('R').and_then(|rest| rest.split_once('C'));
        let place = parts.and_then(|(row, col)| Some((row.parse().ok()?, col.parse().ok()?)));
        let outside = self.size as i64 + 1;
        place
            .filter(|(row, col)| (0..=outside).contains(row) && (0..=outside).contains(col))
            .ok_or_else(|| format!("a cell such as R1C2, not `{told}`"))
    }

    pub(super) fn cell(&self, cell: &Value) -> Result<String, String> {
        let (row, col) = self.place(cell)?;
        let inside = 1..=self.size as i64;
        if inside.contains(&row) && inside.contains(&col) {
            Ok(format!("r{row}c{col}"))
        } else {
            Err(format!("a cell of the board, not {cell}"))
        }
    }

    pub(super) fn cells(&self, cells: &Value) -> Result<String, String> {
        let all = cells.as_array().ok_or("a list of cells")?.iter().map(|cell| self.cell(cell));
        Ok(format!("[{}]", all.collect::<Result<Vec<_>, _>>()?.join(", ")))
    }

    /// The givens and the regions; whether these are the usual boxes.
    fn grid(&mut self, object: &Map<String, Value>) -> Result<bool, String> {
        let size = self.size;
        // Where there are no boxes, they are the rows.
        let usual =
            |row: usize, col: usize| high(size).map_or(row, |high| row / high * high + col / (size / high));
        let mut given: Vec<Option<String>> = vec![None; size * size];
        let (mut regions, mut boxed) = (Vec::new(), high(size).is_some());
        for (at, place) in given.iter_mut().enumerate() {
            let (row, col) = (at / size, at % size);
            let cell = object.get("grid").and_then(|grid| grid.get(row)).and_then(|line| line.get(col));
            let cell = cell.unwrap_or(&Value::Null);
            if let Some(value) = cell.get("value").filter(|_| cell.get("given") == Some(&Value::Bool(true))) {
                let number =
                    text_of(value).parse::<usize>().ok().filter(|number| (1..=size).contains(number));
                *place =
                    Some(number.ok_or_else(|| format!("a digit from 1 to {size}, not {value}"))?.to_string());
            }
            let region = match cell.get("region") {
                Some(Value::Null) => return Err("a region for every cell".to_owned()),
                Some(region) => region.as_u64().ok_or("the number of a region")? as usize,
                None => usual(row, col),
            };
            boxed &= region == usual(row, col);
            regions.push(Some(region));
        }
        // They are named in the order in which they are seen, whatever their numbers are.
        let mut seen: Vec<usize> = Vec::new();
        let mut named = |region: usize| {
            let number = seen.iter().position(|known| *known == region).unwrap_or(seen.len());
            if number == seen.len() {
                seen.push(region);
            }
            block_name(number)
        };
        let regions: Vec<Option<String>> = regions.into_iter().map(|region| region.map(&mut named)).collect();
        let puzzle = std::mem::take(&mut self.puzzle).draw(GIVEN, &rows(&given, size));
        self.puzzle = if boxed { puzzle } else { puzzle.draw("region", &rows(&regions, size)) };
        Ok(boxed)
    }

    /// The cells of a diagonal, as a group has them.
    fn slope(&self, rising: bool) -> Value {
        let col = |row: usize| if rising { self.size + 1 - row } else { row };
        let cells: Vec<String> = (1..=self.size).map(|row| format!("R{row}C{}", col(row))).collect();
        json!({ "cells": cells })
    }

    /// Groups of cells, perhaps with a total: a drawing, or facts where they overlap.
    fn groups(
        &mut self,
        items: impl Iterator<Item = Value>,
        rules: &str,
        predicate: &str,
    ) -> Result<(), String> {
        let mut drawn: Vec<Option<String>> = vec![None; self.size * self.size];
        let (mut totals, mut facts) = (Vec::new(), Vec::new());
        let mut overlap = false;
        for (number, item) in items.enumerate() {
            self.uses(rules);
            let group = block_name(number);
            for cell in item["cells"].as_array().into_iter().flatten() {
                let (row, col) = self.place(cell)?;
                facts.push([self.cell(cell)?, group.clone()]);
                let place = &mut drawn[(row as usize - 1) * self.size + col as usize - 1];
                overlap |= place.is_some();
                *place = Some(group.clone());
            }
            if let Some(value) =
                item.get("value").map(text_of).filter(|value| !value.is_empty() && value != "null")
            {
                let sum = value.parse::<u32>().map_err(|_| format!("a sum, not `{value}`"))?;
                totals.push([group, sum.to_string()]);
            }
        }
        let mut puzzle = std::mem::take(&mut self.puzzle);
        if overlap {
            puzzle = facts.iter().fold(puzzle, |puzzle, fact| puzzle.state(predicate, fact));
        } else {
            puzzle = puzzle.draw(predicate, &rows(&drawn, self.size));
        }
        self.puzzle = totals.iter().fold(puzzle, |puzzle, total| puzzle.state("total", total));
        Ok(())
    }

    /// Clues beside the board.
    fn beside(&mut self, object: &Map<String, Value>) -> Result<(), String> {
        let kinds: Vec<&(&str, &str)> =
            SIDES.iter().filter(|(name, _)| list(object, name).next().is_some()).collect();
        let Some((name, rules)) = kinds.first() else { return Ok(()) };
        if kinds.len() > 1 {
            return Err("one kind of clues beside the board".to_owned());
        }
        self.uses(rules);
        let size = self.size as i64;
        let mut sides = ["top", "bottom", "left", "right"].map(|side| (side, vec![None; self.size]));
        for item in list(object, name) {
            let (row, col) = self.place(&item["cell"])?;
            let (side, line) = match (row, col) {
                (0, 1..) => (0, col),
                (row, 1..) if row > size => (1, col),
                (1.., 0) => (2, row),
                (1.., col) if col > size => (3, row),
                _ => return Err(format!("a place beside the board, not {}", item["cell"])),
            };
            let clue = text_of(&item["value"]).parse::<u32>().map_err(|_| "a number as a clue")?;
            let place = sides[side].1.get_mut(line as usize - 1).ok_or("a place beside the board")?;
            *place = Some(clue.to_string());
        }
        for (side, clues) in sides {
            self.puzzle = std::mem::take(&mut self.puzzle).beside(side, &clues);
        }
        Ok(())
    }
}

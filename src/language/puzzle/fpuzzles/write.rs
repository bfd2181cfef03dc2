//! Puzzles as f-puzzles has them.

use serde_json::{Map, Value, json};

use super::read::high;
use super::{ALL_DRAWN, FLAGS, LINES, MARKS, PAIRS, SIDES, WAYS};
use crate::language::cell;
use crate::language::puzzle::written::{GIVEN, Puzzle, boxes};

/// `r1c2` as the page has it.
fn there(cell: &str) -> Result<String, String> {
    let named = cell::named(cell.trim());
    named.map(|(row, col)| format!("R{row}C{col}")).ok_or_else(|| format!("the place `{cell}`"))
}

/// The cells of `[r1c1, r1c2]`.
fn line_there(cells: &str) -> Result<Value, String> {
    let inside = cells.trim_matches(['[', ']']);
    Ok(inside.split(',').map(there).collect::<Result<Vec<_>, _>>()?.into())
}

/// Writes a puzzle as JSON, or says what part of it there is no sign for.
pub(in crate::language::puzzle) fn write(puzzle: &Puzzle) -> Result<String, String> {
    let own = [
        "sudoku",
        "jigsaw",
        "killer",
        "extraregions",
        "diagonal",
        "arrow",
        "clone",
        "quadruples",
        "littlekiller",
        "pillarrow",
        "pencilmarks",
    ];
    let tables = FLAGS
        .iter()
        .map(|(_, rules)| *rules)
        .chain(LINES.iter().map(|line| line.1))
        .chain(MARKS.iter().map(|mark| mark.1));
    let tables = tables.chain(PAIRS.iter().map(|pair| pair.2)).chain(SIDES.iter().map(|(_, rules)| *rules));
    let rules: Vec<&str> = own.into_iter().chain(tables).collect();
    let clues: Vec<&str> =
        [GIVEN, "region", "cage", "total", "extra", "arrow", "clone", "quad", "slant", "pillarrow", "marks"]
            .into_iter()
            .chain(["top", "bottom", "left", "right"])
            .chain(LINES.iter().map(|line| line.2))
            .chain(MARKS.iter().map(|mark| mark.2))
            .chain(PAIRS.iter().map(|pair| pair.3))
            .collect();
    puzzle.only(&rules, &["plain", "single", "unmarked"], &clues)?;
    if puzzle
        .uses
        .iter()
        .flat_map(|used| &used.with)
        .any(|(param, _)| !["n", "r", "c"].contains(&param.as_str()))
    {
        return Err("a param that is no size".to_owned());
    }
    let jigsaw = puzzle.has("jigsaw");
    let (tall, wide) = boxes(puzzle);
    let size = if jigsaw {
        puzzle.setting("n").or_else(|| Some(puzzle.drawn_size("region")?.0)).unwrap_or(9)
    } else {
        tall * wide
    };
    if !jigsaw && puzzle.uses.iter().all(|used| used.name == "kropki") {
        return Err("a board without boxes".to_owned());
    }
    if !jigsaw && high(size) != Some(tall) {
        return Err(format!("boxes of {tall} by {wide}"));
    }
    let mut object = Map::new();
    object.insert("size".to_owned(), json!(size));
    let (given, regions) = (puzzle.cells(GIVEN, size, size)?, puzzle.cells("region", size, size)?);
    let marks = puzzle.cells("marks", size, size)?;
    let drawn =
        puzzle.layers.iter().filter(|layer| layer.name == "marks").flat_map(|layer| layer.rows.concat());
    let told = drawn.filter(|token| token != ".").count()
        + puzzle.facts.iter().filter(|fact| fact.name == "marks").count();
    if told > marks.iter().flatten().flatten().count() {
        return Err("two lists of `marks` for a cell".to_owned());
    }
    let mut names: Vec<&String> = Vec::new();
    let mut grid = Vec::new();
    for ((row, places), marks) in given.iter().zip(&regions).zip(&marks) {
        let mut line = Vec::new();
        for ((value, region), marks) in row.iter().zip(places).zip(marks) {
            let mut cell = Map::new();
            if let Some(value) = value {
                let number = value.parse::<u32>().map_err(|_| format!("the value `{value}`"))?;
                cell.insert("value".to_owned(), json!(number));
                cell.insert("given".to_owned(), json!(true));
            }
            if let Some(marks) = marks {
                let digits =
                    marks.trim_matches(['[', ']']).split(',').map(|digit| digit.trim().parse::<u32>());
                let digits =
                    digits.collect::<Result<Vec<_>, _>>().map_err(|_| format!("the marks `{marks}`"))?;
                cell.insert("givenPencilMarks".to_owned(), json!(digits));
            }
            if let Some(region) = region {
                let number = names.iter().position(|name| *name == region).unwrap_or(names.len());
                if number == names.len() {
                    names.push(region);
                }
                cell.insert("region".to_owned(), json!(number));
            }
            line.push(Value::Object(cell));
        }
        grid.push(Value::Array(line));
    }
    object.insert("grid".to_owned(), Value::Array(grid));
    let mut on = |name: &str| object.insert(name.to_owned(), json!(true));
    FLAGS.iter().filter(|(_, rules)| puzzle.has(rules)).for_each(|(name, _)| {
        on(name);
    });
    if puzzle.has("diagonal") {
        on("diagonal+");
        on("diagonal-");
    }
    write_clues(puzzle, size, &mut object)?;
    Ok(Value::Object(object).to_string())
}

/// Puts what a puzzle states into lists.
fn write_clues(puzzle: &Puzzle, size: usize, object: &mut Map<String, Value>) -> Result<(), String> {
    let mut add = |name: &str, item: Value| {
        let all = object.entry(name).or_insert_with(|| json!([]));
        all.as_array_mut().into_iter().for_each(|all| all.push(item.clone()));
    };
    for (name, predicate) in [("killercage", "cage"), ("extraregion", "extra")] {
        let mut groups: Vec<(String, Vec<String>)> = Vec::new();
        let drawn = puzzle.layers.iter().filter(|layer| layer.name == predicate);
        let drawn = drawn.flat_map(|layer| layer.rows.iter().zip(1..)).flat_map(|(row, number)| {
            row.iter().zip(1..).map(move |(group, col)| (group.clone(), format!("R{number}C{col}")))
        });
        let mut all: Vec<(String, String)> = drawn.filter(|(group, _)| group != ".").collect();
        for fact in puzzle.facts.iter().filter(|fact| fact.name == predicate) {
            let [cell, group] = fact.args.as_slice() else { return Err(format!("`{fact}`")) };
            all.push((group.trim_matches('"').to_owned(), there(cell)?));
        }
        for (group, cell) in all {
            match groups.iter_mut().find(|(known, _)| *known == group) {
                Some((_, cells)) => cells.push(cell),
                None => groups.push((group, vec![cell])),
            }
        }
        for (group, cells) in groups {
            let total = puzzle.facts.iter().find(|fact| fact.name == "total" && fact.is_about(&group));
            let total = total.and_then(|fact| fact.args.get(1)).filter(|_| predicate == "cage");
            add(
                name,
                total
                    .map_or_else(|| json!({"cells": cells}), |total| json!({"cells": cells, "value": total})),
            );
        }
    }
    let mut negative = Vec::new();
    for (name, rules, law) in ALL_DRAWN {
        if puzzle.has(rules) && !puzzle.drops.iter().any(|dropped| dropped == law) {
            negative.push(name);
        }
    }
    for fact in &puzzle.facts {
        let args = fact.args.as_slice();
        let unsaid = || format!("`{fact}`");
        let line = LINES.iter().find(|line| line.2 == fact.name);
        match (fact.name.as_str(), args) {
            (GIVEN | "total" | "cage" | "extra" | "region" | "marks", _) => {}
            (_, [cells]) if line.is_some() => {
                add(line.map_or("", |line| line.0), json!({"lines": [line_there(cells)?]}));
            }
            ("arrow", [cells]) => {
                let line = line_there(cells)?;
                add("arrow", json!({"lines": [line.clone()], "cells": [line[0]]}));
            }
            ("pillarrow", [pill, shaft]) => {
                let (pill, shaft) = (line_there(pill)?, line_there(shaft)?);
                let line: Vec<Value> =
                    [&pill, &shaft].into_iter().filter_map(Value::as_array).flatten().cloned().collect();
                add("arrow", json!({"lines": [line], "cells": pill}));
            }
            ("clone", [one, other]) => {
                add("clone", json!({"cells": line_there(one)?, "cloneCells": line_there(other)?}));
            }
            ("quad", [first, digits]) => {
                let (row, col) = cell::named(first).ok_or_else(unsaid)?;
                let cells: Vec<String> =
                    (0..4).map(|at| format!("R{}C{}", row + at / 2, col + at % 2)).collect();
                let digits: Vec<i64> = digits
                    .trim_matches(['[', ']'])
                    .split(',')
                    .filter_map(|digit| digit.trim().parse().ok())
                    .collect();
                add("quadruple", json!({"cells": cells, "values": digits}));
            }
            ("slant", [first, way, sum]) => {
                let (told, _, down, right) = WAYS.iter().find(|found| found.1 == way).ok_or_else(unsaid)?;
                let (row, col) = cell::named(first).ok_or_else(unsaid)?;
                let outside = format!("R{}C{}", row - down, col - right);
                add("littlekillersum", json!({"cell": outside, "direction": told, "value": sum}));
            }
            (name, [cell, sign]) => {
                let mark = MARKS.iter().find(|mark| mark.2 == name && mark.3 == sign.trim_matches('"'));
                let name = mark.ok_or_else(unsaid)?.0;
                let several = name.ends_with("indexer");
                let cell = there(cell)?;
                add(name, if several { json!({"cells": [cell]}) } else { json!({"cell": cell}) });
            }
            (name, [one, other, sign]) => {
                let pair = PAIRS.iter().find(|pair| pair.3 == name && pair.4 == sign.trim_matches('"'));
                let (there_name, value, ..) = pair.ok_or_else(unsaid)?;
                add(there_name, json!({"cells": [there(one)?, there(other)?], "value": value}));
            }
            _ => return Err(unsaid()),
        }
    }
    let drawn = puzzle.layers.iter().map(|layer| layer.name.as_str());
    if let Some(name) =
        drawn.into_iter().find(|name| ![GIVEN, "region", "cage", "extra", "marks"].contains(name))
    {
        return Err(format!("`{name}` as a drawing; state it as facts"));
    }
    let kind = SIDES.iter().find(|(_, rules)| puzzle.has(rules)).map_or("", |(name, _)| name);
    for side in ["top", "bottom", "left", "right"] {
        for (clue, line) in
            puzzle.clues(side, size)?.into_iter().zip(1..).filter_map(|(clue, line)| Some((clue?, line)))
        {
            let cell = match side {
                "top" => format!("R0C{line}"),
                "bottom" => format!("R{}C{line}", size + 1),
                "left" => format!("R{line}C0"),
                _ => format!("R{line}C{}", size + 1),
            };
            if kind.is_empty() {
                return Err(format!("`{side}`"));
            }
            add(kind, json!({"cell": cell, "value": clue}));
        }
    }
    if !negative.is_empty() {
        object.insert("negative".to_owned(), json!(negative));
    }
    Ok(())
}

//! Corpora of JSON objects, one on each line: generated games by their IDs, and example sets of other solvers.

use std::path::Path;

use gridlog::stages::puzzle::formats::named;
use serde_json::Value;

use super::{Instance, Known, Shelf, drawing, files, read, short};

/// Makes a puzzle of an object.
type Read = fn(&Value) -> Instance;

pub fn shelves(folder: &Path) -> Vec<Shelf> {
    let games = [
        ("sudoku_sgt", "sgt-solo"),
        ("futoshiki_sgt", "sgt-unequal"),
        ("skyscrapers_sgt", "sgt-towers"),
        ("kenken_sgt", "sgt-keen"),
        ("nonogram_sgt", "sgt-pattern"),
    ];
    let mut all = Vec::new();
    for (place, format) in games {
        all.extend(files(folder, place).iter().map(|file| shelf(file, &|object| game(object, format))));
    }
    let others: [(&str, Read); 5] =
        [("nonogram", nonogram), ("kakuro", kakuro), ("magic", magic), ("qcp", qcp), ("queens", queens)];
    for (place, read) in others {
        all.extend(files(folder, place).iter().map(|file| shelf(file, &read)));
    }
    all
}

fn shelf(file: &Path, instance: &dyn Fn(&Value) -> Instance) -> Shelf {
    let text = read(file);
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let instances = lines.map(|line| instance(&serde_json::from_str(line).expect("an object"))).collect();
    Shelf { name: short(file), instances }
}

fn number(object: &Value, field: &str) -> usize {
    object[field]
        .as_u64()
        .and_then(|number| usize::try_from(number).ok())
        .unwrap_or_else(|| panic!("{field}"))
}

/// Numbers, or the characters of a text, as tokens.
fn tokens(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => text.chars().map(String::from).collect(),
        Value::Array(all) => all.iter().map(ToString::to_string).collect(),
        _ => Vec::new(),
    }
}

fn name(object: &Value) -> String {
    let text = object["id"].as_str().or(object["name"].as_str());
    text.map_or_else(|| object.to_string(), str::to_owned)
}

/// A game that its ID describes, which must be written again just as it was.
fn game(object: &Value, format: &str) -> Instance {
    let id = name(object);
    let solution = tokens(&object["solution"]);
    let (cells, known) = (solution.len(), Known::Unique(Some(solution)));
    if object["mode"] == "adjacent" {
        return Instance { text: neighbours(object), name: id, known, cells };
    }
    let format = named(format).expect("a format");
    let puzzle = format.puzzles(0, &id).next().expect("a puzzle");
    let puzzle = puzzle.unwrap_or_else(|wrong| panic!("{id}: {}", wrong.title));
    assert_eq!(format.write(&puzzle), Ok(format!("{id}\n")));
    Instance { text: puzzle.to_string(), name: id, known, cells }
}

/// Unequal in its adjacent mode has no rule set of its own: bars stand between all neighbours that differ by 1.
fn neighbours(object: &Value) -> String {
    let size = number(object, "n");
    let cell = |at: &Value| {
        let at = at.as_u64().and_then(|at| usize::try_from(at).ok()).expect("a cell");
        format!("r{}c{}", at / size + 1, at % size + 1)
    };
    let bars: Vec<String> = object["adj"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|pair| format!("bar({}, {}).\n", cell(&pair[0]), cell(&pair[1])))
        .collect();
    format!(
        "use latin with n = {size}.\ninput bar(Cell, Cell).\n\
         %! {{A}} and {{B}} differ by 1.\nbars: bar(A, B) => abs(A - B) = 1.\n\
         %! {{A}} and {{B}} do not differ by 1.\ngaps: pair(A, B), not bar(A, B) => abs(A - B) \\= 1.\n{}{}",
        bars.concat(),
        drawing("given", &tokens(&object["givens"]), size)
    )
}

fn nonogram(object: &Value) -> Instance {
    let (rows, cols) = (number(object, "h"), number(object, "w"));
    let strip = |field: &str| {
        let clue = |runs: &Value| match tokens(runs) {
            runs if runs.is_empty() => "0".to_owned(),
            runs => runs.join(","),
        };
        object[field].as_array().into_iter().flatten().map(clue).collect::<Vec<_>>().join(" ")
    };
    let text = format!(
        "use nonogram with r = {rows}, c = {cols}.\nleft \"{}\".\ntop \"{}\".\n",
        strip("rows"),
        strip("cols")
    );
    Instance { name: name(object), text, known: Known::Solvable, cells: rows * cols }
}

/// Runs with their cells; the clue stands in the square before the first.
fn kakuro(object: &Value) -> Instance {
    let (rows, cols) = (number(object, "h"), number(object, "w"));
    let mut down = vec![0; rows * cols];
    let mut across = vec![0; rows * cols];
    let mut open = vec![false; rows * cols];
    for run in object["runs"].as_array().into_iter().flatten() {
        let cells: Vec<usize> = tokens(&run["cells"]).iter().filter_map(|cell| cell.parse().ok()).collect();
        let (clues, back) = if run["dir"] == "v" { (&mut down, cols) } else { (&mut across, 1) };
        clues[cells[0] - back] = number(run, "sum");
        cells.iter().for_each(|&cell| open[cell] = true);
    }
    let square = |at: usize| match (open[at], down[at], across[at]) {
        (true, ..) => ".".to_owned(),
        (_, 0, 0) => "#".to_owned(),
        (_, down, across) => format!("{down},{across}"),
    };
    let squares: Vec<String> = (0..rows * cols).map(square).collect();
    let text = format!("use kakuro with r = {rows}, c = {cols}.\n{}", drawing("sums", &squares, cols));
    Instance { name: name(object), text, known: Known::Solvable, cells: rows * cols }
}

fn square(object: &Value, rules: &str, field: &str, known: Known) -> Instance {
    let size = number(object, "n");
    let text = format!("use {rules} with n = {size}.\n{}", drawing("given", &tokens(&object[field]), size));
    Instance { name: name(object), text, known, cells: size * size }
}

/// These take long for their size; only those of 5 by 5 are small.
fn magic(object: &Value) -> Instance {
    let instance = square(object, "magic", "givens", Known::Solvable);
    Instance { cells: instance.cells * 6, ..instance }
}

fn qcp(object: &Value) -> Instance {
    let known = if object["status"] == "unsat" { Known::None } else { Known::Solvable };
    square(object, "latin", "grid", known)
}

fn queens(object: &Value) -> Instance {
    let size = number(object, "n");
    let placed: Vec<String> = object["placed"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|queen| {
            let (row, col) = (queen[0].as_u64().unwrap_or(0) + 1, queen[1].as_u64().unwrap_or(0) + 1);
            format!("given(queen({row}), {col}).\n")
        })
        .collect();
    let cols = object["solution_cols"].as_array().into_iter().flatten();
    let solution = cols.map(|col| (col.as_u64().unwrap_or(0) + 1).to_string()).collect();
    let known = match object["solutions"].as_str() {
        Some("0") => Known::None,
        Some("1") => Known::Unique(Some(solution)),
        Some("2+") => Known::Several,
        _ => Known::Solvable,
    };
    let text = format!("use queens with n = {size}.\n{}", placed.concat());
    Instance { name: name(object), text, known, cells: size * size }
}

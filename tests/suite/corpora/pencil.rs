//! Pencil puzzles of many genres: a problem and its solution as text, sizes first and then rows of cells.

use std::path::Path;

use serde_json::Value;

use super::{Instance, Known, Shelf, drawing, marks, read, short};

/// A problem, in words, line by line.
pub type Lines = Vec<Vec<String>>;

/// A genre: its file, its puzzle from the problem and the size of the solution, and what a word of the solution means.
pub struct Genre {
    pub file: &'static str,
    pub puzzle: fn(&Lines, usize, usize) -> String,
    pub meaning: fn(&str) -> &str,
    /// How much longer a cell takes than one of a sudoku.
    pub weight: usize,
}

/// Puzzles whose known answer is one of several, although they are published as puzzles with one.
const LOOSE: &[&str] = &["674_6x6"];

const GENRES: &[Genre] = &[
    Genre {
        file: "Akari",
        weight: 1,
        puzzle: akari,
        meaning: |word| match word {
            "o" => "lamp",
            "-" => "dark",
            _ => ".",
        },
    },
    Genre {
        file: "Hitori",
        weight: 1,
        puzzle: |lines, rows, cols| sized("hitori", rows, cols) + &layer("number", lines, 1, rows, number),
        meaning: |word| if word == "x" { "black" } else { "white" },
    },
    Genre {
        file: "Mosaic",
        weight: 1,
        puzzle: |lines, rows, cols| {
            sized("mosaic", rows, cols)
                + &layer("number", lines, 1, rows, |word| if word == "-" { "." } else { word })
        },
        meaning: |word| if word == "x" { "black" } else { "white" },
    },
    Genre {
        file: "Sudoku",
        weight: 1,
        puzzle: |lines, rows, _| boxed("sudoku", rows) + &layer("given", lines, 1, rows, number),
        meaning: same,
    },
    Genre { file: "EvenOddSudoku", weight: 1, puzzle: evenodd, meaning: same },
    Genre {
        file: "JigsawSudoku",
        weight: 1,
        puzzle: |lines, rows, _| {
            format!("use jigsaw with n = {rows}.\n")
                + &layer("region", lines, 1 + rows, rows, same)
                + &layer("given", lines, 1, rows, number)
        },
        meaning: same,
    },
    Genre {
        file: "Kakuro",
        weight: 1,
        puzzle: |lines, rows, cols| sized("kakuro", rows, cols) + &kakuro(lines, cols),
        meaning: |word| if word.parse::<u8>().is_ok() { word } else { "." },
    },
    Genre {
        file: "Starbattle",
        weight: 1,
        puzzle: |lines, rows, _| {
            format!("use starbattle with n = {rows}, stars = {}.\n", lines[0][2])
                + &layer("region", lines, 1, rows, same)
        },
        meaning: |word| if word == "x" { "1" } else { "0" },
    },
    Genre {
        file: "Nonogram",
        weight: 1,
        puzzle: nonogram,
        meaning: |word| if word == "x" { "1" } else { "0" },
    },
    Genre {
        file: "Norinori",
        weight: 1,
        puzzle: |lines, rows, cols| {
            sized("norinori", rows, cols) + &layer("region", lines, 1 + rows, rows, same)
        },
        meaning: |word| if word == "x" { "black" } else { "white" },
    },
];

pub fn shelves(folder: &Path) -> Vec<Shelf> {
    GENRES
        .iter()
        .chain(marks::GENRES)
        .map(|genre| shelf(genre, &folder.join("puzzlekit").join(format!("{}.json", genre.file))))
        .collect()
}

/// The puzzles of a file: the name, the problem with its size, and the rows of the solution.
pub fn entries(file: &Path) -> Vec<(String, Lines, Lines)> {
    let words = |text: &Value| -> Lines {
        let lines = text.as_str().unwrap_or_default().trim_matches('\n').lines();
        lines.map(|line| line.split_whitespace().map(str::to_owned).collect()).collect()
    };
    let object: Value = serde_json::from_str(&read(file)).expect("an object");
    let mut found = Vec::new();
    for (name, entry) in object["data"].as_object().into_iter().flatten() {
        let (problem, solution) = (words(&entry["problem"]), words(&entry["solution"]));
        // Without a solution nothing is known of it.
        let Some((_, rows)) = solution.split_first().filter(|(_, rows)| !rows.is_empty()) else { continue };
        // Some give their number of stars once more before the rows.
        let rows = &rows[rows.len().saturating_sub(problem[0][0].parse().unwrap_or(rows.len()))..];
        found.push((name.clone(), problem, rows.to_vec()));
    }
    found
}

fn shelf(genre: &Genre, file: &Path) -> Shelf {
    let instances = entries(file).into_iter().map(|(name, problem, rows)| {
        let (height, width) = (rows.len(), rows[0].len());
        let known: Vec<String> = rows.concat().iter().map(|word| (genre.meaning)(word).to_owned()).collect();
        let text = (genre.puzzle)(&problem, height, width);
        let cells = known.len() * genre.weight;
        let known = if LOOSE.contains(&name.as_str()) { Known::Several } else { Known::Unique(Some(known)) };
        Instance { name, text, known, cells }
    });
    Shelf { name: short(file), instances: instances.collect() }
}

pub fn same(word: &str) -> &str {
    word
}

/// A number, or nothing.
pub fn number(word: &str) -> &str {
    if word.parse::<u32>().is_ok() { word } else { "." }
}

pub fn sized(rules: &str, rows: usize, cols: usize) -> String {
    format!("use {rules} with r = {rows}, c = {cols}.\n")
}

/// A sudoku with the boxes that are usual for its size.
pub fn boxed(rules: &str, size: usize) -> String {
    let rows = (1..=size).filter(|rows| rows * rows <= size && size.is_multiple_of(*rows)).max().unwrap_or(1);
    sized(rules, rows, size / rows)
}

/// The lines from `from` on as a drawing.
pub fn layer(name: &str, lines: &Lines, from: usize, rows: usize, token: fn(&str) -> &str) -> String {
    let tokens = |line: &Vec<String>| line.iter().map(|word| token(word)).collect::<Vec<_>>().join(" ");
    let drawn: Vec<String> = lines[from..from + rows].iter().map(tokens).collect();
    format!("{name} \"\"\"\n{}\n\"\"\".\n", drawn.join("\n"))
}

fn akari(lines: &Lines, rows: usize, cols: usize) -> String {
    let wall = |word: &str| match word {
        "x" => "#",
        "-" => ".",
        "0" => "0",
        "1" => "1",
        "2" => "2",
        "3" => "3",
        _ => "4",
    };
    sized("akari", rows, cols) + &layer("board", lines, 1, rows, wall)
}

fn evenodd(lines: &Lines, rows: usize, _: usize) -> String {
    let parity = |word: &str| match word {
        "E" => "e",
        "O" => "o",
        _ => ".",
    };
    boxed("evenodd", rows)
        + &layer("parity", lines, 1, rows, parity)
        + &layer("given", lines, 1, rows, number)
}

/// `,12` is a run across, `7,` a run down, `-` a wall without a run.
fn kakuro(lines: &Lines, cols: usize) -> String {
    let square = |word: &String| match word.split_once(',') {
        Some((down, across)) => {
            let or_none = |sum: &str| if sum.is_empty() { "0".to_owned() } else { sum.to_owned() };
            format!("{},{}", or_none(down), or_none(across))
        }
        None if word == "-" => "#".to_owned(),
        None => ".".to_owned(),
    };
    let squares: Vec<String> = lines[1..].concat().iter().map(square).collect();
    drawing("sums", &squares, cols)
}

/// The blocks of all columns, then those of all rows, a line each.
fn nonogram(lines: &Lines, rows: usize, cols: usize) -> String {
    let clues = |lines: &[Vec<String>]| lines.iter().map(|line| line.join(",")).collect::<Vec<_>>().join(" ");
    let (top, left) = (clues(&lines[1..=cols]), clues(&lines[1 + cols..1 + cols + rows]));
    format!("{}left \"{left}\".\ntop \"{top}\".\n", sized("nonogram", rows, cols))
}

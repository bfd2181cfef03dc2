//! Pencil puzzles whose answer is drawn between or around cells: loops, bridges and rectangles, told as facts.

use std::path::Path;

use super::pencil::{Lines, entries, layer, number, sized};
use super::{Instance, Known, Shelf, short};

/// A genre: its file, its puzzle, its answer as facts from problem and solution, and how long a cell takes.
type Genre = (&'static str, fn(&Lines, usize, usize) -> String, fn(&Lines, &Lines) -> String, usize);

const GENRES: &[Genre] = &[
    (
        "Slitherlink",
        |lines, rows, cols| sized("slitherlink", rows, cols) + &layer("number", lines, 1, rows, number),
        fence,
        1,
    ),
    (
        "Masyu",
        |lines, rows, cols| {
            let pearl = |word: &str| if matches!(word, "b" | "w") { word.to_owned() } else { ".".to_owned() };
            sized("masyu", rows, cols) + &super::drawing("pearl", &words(lines, pearl), cols)
        },
        links,
        4,
    ),
    (
        "Hashi",
        |lines, rows, cols| sized("hashi", rows, cols) + &layer("number", lines, 1, rows, number),
        bridges,
        1,
    ),
    (
        "Shikaku",
        |lines, rows, cols| sized("shikaku", rows, cols) + &layer("number", lines, 1, rows, number),
        pieces,
        1,
    ),
];

pub fn shelves(folder: &Path) -> Vec<Shelf> {
    let shelf = |&(file, puzzle, answer, weight): &Genre| {
        let file = folder.join("puzzlekit").join(format!("{file}.json"));
        let instances = entries(&file).into_iter().map(|(name, problem, rows)| {
            let (height, width) = (rows.len(), rows[0].len());
            let text = puzzle(&problem, height, width);
            let cells = height * width * weight;
            Instance { name, text, known: Known::Facts(answer(&problem, &rows)), cells }
        });
        Shelf { name: short(&file), instances: instances.collect() }
    };
    GENRES.iter().map(shelf).collect()
}

fn words(lines: &Lines, meaning: fn(&str) -> String) -> Vec<String> {
    lines[1..].concat().iter().map(|word| meaning(word)).collect()
}

/// The name of a cell, from its row and column counted from 0.
fn cell(row: usize, col: usize) -> String {
    format!("r{}c{}", row + 1, col + 1)
}

fn given(place: &str, value: usize) -> String {
    format!("given({place}, {value}).\n")
}

/// The squares inside the loop are marked: it runs between them and the others.
fn fence(_: &Lines, rows: &Lines) -> String {
    let (height, width) = (rows.len(), rows[0].len());
    // Squares are counted from 1 here, so that there is one before the first.
    let inside = |row: usize, col: usize| {
        (1..=height).contains(&row) && (1..=width).contains(&col) && rows[row - 1][col - 1] == "x"
    };
    let mut facts = String::new();
    for row in 0..=height {
        for col in 0..=width {
            let (right, below) = (inside(row, col + 1), inside(row + 1, col));
            let corner = inside(row + 1, col + 1);
            if col < width {
                let side = format!("drawn({{dot({row}, {col}), dot({row}, {})}})", col + 1);
                facts += &given(&side, usize::from(right != corner));
            }
            if row < height {
                let side = format!("drawn({{dot({row}, {col}), dot({}, {col})}})", row + 1);
                facts += &given(&side, usize::from(below != corner));
            }
        }
    }
    facts
}

/// Each cell names the sides by which the loop leaves it.
fn links(_: &Lines, rows: &Lines) -> String {
    let mut facts = String::new();
    for (row, words) in rows.iter().enumerate() {
        for (col, ways) in words.iter().enumerate() {
            for (way, down, right) in [('s', 1, 0), ('e', 0, 1)] {
                if row + down < rows.len() && col + right < words.len() {
                    let link = format!("link({{{}, {}}})", cell(row, col), cell(row + down, col + right));
                    facts += &given(&link, usize::from(ways.contains(way)));
                }
            }
        }
    }
    facts
}

/// Bridges are drawn over the cells between two islands: `1` and `2` across, `a` and `b` down.
fn bridges(problem: &Lines, rows: &Lines) -> String {
    let island = |row: usize, col: usize| number(&problem[row + 1][col]) != ".";
    let (height, width) = (rows.len(), rows[0].len());
    let mut facts = String::new();
    for (row, col) in (0..height * width).map(|at| (at / width, at % width)).filter(|&(r, c)| island(r, c)) {
        for (down, right, drawn) in [(0, 1, ["1", "2"]), (1, 0, ["a", "b"])] {
            let line = (1..).map(|far| (row + far * down, col + far * right));
            let mut line = line.take_while(|&(r, c)| r < height && c < width);
            if let Some((r, c)) = line.find(|&(r, c)| island(r, c)) {
                let over = &rows[row + down][col + right];
                let apart = (r, c) != (row + down, col + right);
                let count = drawn.iter().position(|word| apart && word == over).map_or(0, |at| at + 1);
                facts += &given(&format!("bridge({{{}, {}}})", cell(row, col), cell(r, c)), count);
            }
        }
    }
    facts
}

/// The cells of a rectangle have one name, and one of them the number.
fn pieces(problem: &Lines, rows: &Lines) -> String {
    let width = rows[0].len();
    let names = rows.concat();
    let mut facts = String::new();
    for at in (0..names.len()).filter(|at| number(&problem[at / width + 1][at % width]) != ".") {
        let cells = (0..names.len()).filter(|&other| names[other] == names[at]);
        let cells: Vec<String> = cells.map(|at| cell(at / width, at % width)).collect();
        facts += &given(&format!("piece({}, [{}])", cell(at / width, at % width), cells.join(", ")), 1);
    }
    facts
}

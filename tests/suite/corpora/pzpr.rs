//! Boards from the tests of pzpr, right or broken in one way: a right one is a solution, a broken one is none.

use std::path::Path;

use serde_json::Value;

use super::pencil::{Lines, layer, number, same, sized};
use super::{Instance, Known, Shelf, drawing, read};

/// A genre: its name there, how many lines it has for each row of the board, and the puzzle with the board filled in.
type Genre = (&'static str, usize, fn(&Lines, usize, usize) -> String);

const GENRES: &[Genre] = &[
    ("lightup", 1, |lines, rows, cols| {
        let walls = layer("board", lines, 0, rows, |word| if word == "-" { "#" } else { number(word) });
        let lamps = values(lines, 0, rows, |word| match word {
            "#" => "lamp",
            "." | "+" => "dark",
            _ => "",
        });
        sized("akari", rows, cols) + &walls + &lamps
    }),
    ("mines", 2, |lines, rows, cols| {
        let mines = values(lines, rows, rows, |word| if word == "#" { "mine" } else { "free" });
        sized("minesweeper", rows, cols) + &layer("number", lines, 0, rows, number) + &mines
    }),
    // Before these two stands the number of areas.
    ("norinori", 2, |lines, rows, cols| {
        let regions = layer("region", lines, 1, rows, same);
        sized("norinori", rows, cols) + &regions + &values(lines, 1 + rows, rows, shade)
    }),
    ("heyawake", 3, |lines, rows, cols| {
        let rooms = layer("room", lines, 1, rows, same);
        let clues = lines[1..=rows].concat().into_iter().zip(lines[1 + rows..=2 * rows].concat());
        let totals = clues.filter(|(_, total)| number(total) != ".");
        let totals: Vec<String> = totals.map(|(room, total)| format!("total({room}, {total}).\n")).collect();
        let totals = totals.concat();
        sized("heyawake", rows, cols) + &rooms + &totals + &values(lines, 1 + 2 * rows, rows, shade)
    }),
    ("tents", 1, tents),
    ("kropki", 2, kropki),
];

/// Faults that are about what the player has drawn besides, or not yet.
const NO_FAULTS: &[&str] = &["nmTentGt", "ceNoNum"];

pub fn shelves(folder: &Path) -> Vec<Shelf> {
    let text = read(&folder.join("pzpr").join("pzpr_checks.jsonl"));
    let objects: Vec<Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
    let shelf = |&(name, share, puzzle): &Genre| {
        let checks = objects.iter().filter(|object| object["type"] == name);
        let checks = checks.flat_map(|object| object["failcheck"].as_array().into_iter().flatten());
        let boards = checks.enumerate().filter_map(|(at, check)| {
            let code = check["code"].as_str().unwrap_or_default();
            let parts: Vec<&str> = check["board"].as_str()?.split('/').collect();
            let (rows, cols): (usize, usize) = (parts.get(2)?.parse().ok()?, parts.get(3)?.parse().ok()?);
            let lines = parts[4..].iter().filter(|part| !part.trim().is_empty());
            let lines: Lines =
                lines.map(|part| part.split_whitespace().map(str::to_owned).collect()).collect();
            // Some are boards of a variant, or empty.
            if parts[1] != name || lines.len() < share * rows || NO_FAULTS.contains(&code) {
                return None;
            }
            let known = if code.is_empty() { Known::Solvable } else { Known::None };
            let text = puzzle(&lines, rows, cols);
            Some(Instance { name: format!("{} {code}", at + 1), text, known, cells: rows * cols })
        });
        Shelf { name: format!("pzpr/{name}"), instances: boards.collect() }
    };
    GENRES.iter().map(shelf).collect()
}

fn shade(word: &str) -> &str {
    if word == "#" { "black" } else { "white" }
}

/// A fact for every cell whose word means a value.
fn values(lines: &Lines, from: usize, rows: usize, meaning: fn(&str) -> &str) -> String {
    let mut facts = String::new();
    for (row, words) in lines[from..from + rows].iter().enumerate() {
        for (col, value) in words.iter().map(|word| meaning(word)).enumerate() {
            if !value.is_empty() {
                facts += &format!("given(r{}c{}, {value}).\n", row + 1, col + 1);
            }
        }
    }
    facts
}

/// Clues stand before the rows and in a row above them; a tree is 1, a tent A.
fn tents(lines: &Lines, rows: usize, cols: usize) -> String {
    let left: Vec<&str> = lines[1..=rows].iter().map(|line| number(&line[0])).collect();
    let top: Vec<&str> = lines[0][1..].iter().map(|word| number(word)).collect();
    let inside: Lines = lines[1..=rows].iter().map(|line| line[1..].to_vec()).collect();
    let trees = layer("tree", &inside, 0, rows, |word| if word == "1" { "t" } else { "." });
    let tents = values(&inside, 0, rows, |word| match word {
        "1" => "",
        "A" => "1",
        _ => "0",
    });
    let clues = format!("top \"{}\".\nleft \"{}\".\n", top.join(" "), left.join(" "));
    sized("tents", rows, cols) + &trees + &clues + &tents
}

/// The dots across, those down, then the digits; 1 is white, 2 black.
fn kropki(lines: &Lines, rows: usize, _: usize) -> String {
    let wide = 2 * rows - 1;
    let mut dots = vec![".".to_owned(); wide * wide];
    let colour = |word: &str| match word {
        "1" => "w".to_owned(),
        "2" => "b".to_owned(),
        _ => ".".to_owned(),
    };
    for (row, words) in lines[..rows].iter().enumerate() {
        words.iter().enumerate().for_each(|(col, word)| dots[2 * row * wide + 2 * col + 1] = colour(word));
    }
    for (row, words) in lines[rows..wide].iter().enumerate() {
        words.iter().enumerate().for_each(|(col, word)| dots[(2 * row + 1) * wide + 2 * col] = colour(word));
    }
    let digits = values(lines, wide, rows, |word| if word.parse::<u8>().is_ok() { word } else { "" });
    format!("use kropki with n = {rows}.\n{}{digits}", drawing("dot", &dots, wide))
}

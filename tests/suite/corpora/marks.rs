//! Pencil puzzles with clues beside the board, in cages or in rooms.

use super::pencil::{Genre, Lines, boxed, layer, number, same, sized};

/// More genres of the same form.
pub const GENRES: &[Genre] = &[
    Genre {
        file: "Tent",
        weight: 1,
        puzzle: tents,
        meaning: |word| match word {
            "o" => "1",
            "-" => "0",
            _ => ".",
        },
    },
    Genre {
        file: "Minesweeper",
        weight: 1,
        puzzle: |lines, rows, cols| {
            let mines = lines[0].get(2).map(|total| format!("mines({total}).\n")).unwrap_or_default();
            sized("minesweeper", rows, cols) + &layer("number", lines, 1, rows, number) + &mines
        },
        meaning: |word| if word == "x" { "mine" } else { "free" },
    },
    Genre {
        file: "Heyawake",
        weight: 1,
        puzzle: |lines, rows, cols| {
            sized("heyawake", rows, cols)
                + &layer("room", lines, 1 + rows, rows, same)
                + &totals(lines, rows, |total| number(total).parse().ok())
        },
        meaning: |word| if word == "x" { "black" } else { "white" },
    },
    Genre {
        file: "KillerSudoku",
        weight: 1,
        puzzle: |lines, rows, _| {
            boxed("killer", rows)
                + &layer("cage", lines, 1 + rows, rows, same)
                + &totals(lines, rows, |total| number(total).parse().ok().filter(|&total: &u32| total > 0))
        },
        meaning: same,
    },
    Genre { file: "KenKen", weight: 1, puzzle: kenken, meaning: same },
    Genre {
        file: "Hidoku",
        weight: 9,
        puzzle: |lines, rows, cols| sized("hidato", rows, cols) + &layer("given", lines, 1, rows, number),
        meaning: same,
    },
];

/// Clues above, clues to the left, then the trees.
fn tents(lines: &Lines, rows: usize, cols: usize) -> String {
    let clues = |line: &Vec<String>| line.iter().map(|word| number(word)).collect::<Vec<_>>().join(" ");
    let trees = layer("tree", lines, 3, rows, |word| if word == "x" { "t" } else { "." });
    let (top, left) = (clues(&lines[1]), clues(&lines[2]));
    format!("{}{trees}top \"{top}\".\nleft \"{left}\".\n", sized("tents", rows, cols))
}

/// The areas' totals: each stands in some cell of its area; a drawing of the areas follows that of the totals.
fn totals(lines: &Lines, rows: usize, total: fn(&str) -> Option<u32>) -> String {
    let cells = lines[1..=rows].concat().into_iter().zip(lines[1 + rows..=2 * rows].concat());
    cells.filter_map(|(clue, area)| Some(format!("total({area}, {}).\n", total(&clue)?))).collect()
}

/// `24*` stands in the first cell of a cage, a number alone in a cage of one cell.
fn kenken(lines: &Lines, rows: usize, _: usize) -> String {
    let clues = lines[1..=rows].concat().into_iter().zip(lines[1 + rows..=2 * rows].concat());
    let said = clues.filter(|(clue, _)| clue.starts_with(|letter: char| letter.is_ascii_digit()));
    let said = said.map(|(clue, cage)| {
        let digits = clue.trim_end_matches(|letter: char| !letter.is_ascii_digit());
        let sign = match &clue[digits.len()..] {
            "-" => "minus",
            "*" | "x" => "times",
            "/" => "over",
            _ => "plus",
        };
        format!("{sign}({cage}, {digits}).\n")
    });
    format!("use kenken with n = {rows}.\n{}", layer("cage", lines, 1 + rows, rows, same))
        + &said.collect::<String>()
}

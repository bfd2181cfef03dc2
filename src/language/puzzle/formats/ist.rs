//! `ist`: Takuzu as the course of IST Lisboa gives it, the size and then rows of 0, 1 and 2 for an empty cell.

use super::{Answer, Format};
use crate::language::puzzle::scan::{Input, Wrong};
use crate::language::puzzle::written::{GIVEN, Puzzle, filled, lines};

pub(super) const FORMAT: Format = Format {
    name: "ist",
    summary: "Takuzu of IST Lisboa: the size, then rows of 0, 1 or 2 (empty) separated by tabs",
    example: "4\n2\t2\t1\t2\n1\t2\t2\t2\n1\t1\t2\t2\n2\t0\t2\t2\n",
    detect: Some(detect),
    answer: Some(answer),
    ..Format::whole(puzzle, write)
};

/// The largest board that is read.
const LARGEST: usize = 1000;

/// A number alone, then digits with tabs between them.
fn detect(input: Input<'_>) -> bool {
    let mut lines = input.lines('#');
    let (Some(size), Some(row)) = (lines.next(), lines.next()) else { return false };
    let words: Vec<&str> = row.text.split('\t').collect();
    size.text.parse() == Ok(words.len()) && words.iter().all(|word| matches!(*word, "0" | "1" | "2"))
}

fn puzzle(input: Input<'_>) -> Result<Puzzle, Wrong> {
    let mut lines = input.all_lines().filter(|line| !line.text.is_empty());
    let first = lines.next().ok_or_else(|| input.ended("the size of the board"))?;
    let mut scan = input.scan(first);
    let size = scan.number("the size of the board", 1, LARGEST)?;
    scan.end()?;
    let cell = |word: &str| match word {
        "0" | "1" => Some(Some(word.to_owned())),
        "2" => Some(None),
        _ => None,
    };
    let cells = input.table(&mut lines, (size, size), "0, 1, or 2 for an empty cell", &cell)?;
    Ok(Puzzle::of("takuzu", &[("n", size)]).draw(GIVEN, &cells))
}

fn write(puzzle: &Puzzle) -> Result<String, String> {
    puzzle.only(&["takuzu"], &[], &[GIVEN])?;
    let size = takuzu_size(puzzle);
    Ok(format!("{size}\n{}", lines(&filled(puzzle.cells(GIVEN, size, size)?, "2"), "\t")))
}

/// The side of the board: as set, as drawn, or what the rule set has by itself.
pub(super) fn takuzu_size(puzzle: &Puzzle) -> usize {
    puzzle.setting("n").or_else(|| puzzle.drawn_size(GIVEN).map(|(rows, _)| rows)).unwrap_or(8)
}

/// The rows alone, without the size.
fn answer(answer: &Answer<'_>) -> String {
    match answer {
        Answer::Solution { rows, .. } => lines(rows, "\t"),
        Answer::End { .. } => String::new(),
    }
}

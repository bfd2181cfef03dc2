//! `sdx`: a sudoku with what is left of each cell, as `SudoCue` saves it.

use super::Format;
use crate::language::puzzle::scan::{Input, Wrong};
use crate::language::puzzle::written::{GIVEN, Puzzle, boxes, filled, lines};

pub(super) const FORMAT: Format = Format {
    name: "sdx",
    summary: "a Sudoku as rows of words: a digit that is given, u and one that was found, or those that are left",
    example: "1 234 24 34\n24 24 3 14\n23 4 u1 13\n34 13 14 2\n",
    extension: Some("sdx"),
    // Without its file name it is a plain grid.
    detect: Some(|_| false),
    on_pages: false,
    ..Format::whole(puzzle, write)
};

fn puzzle(input: Input<'_>) -> Result<Puzzle, Wrong> {
    let mut all = input.lines('#').peekable();
    let first = *all.peek().ok_or_else(|| input.ended("the first row"))?;
    let size = first.text.split_whitespace().count();
    if ![4, 9].contains(&size) {
        return Err(input.wrong(first, &format!("a row of 4 or 9 cells, not {size}")));
    }
    let cell = |word: &str| {
        let digits = word.strip_prefix('u').unwrap_or(word);
        let is_digit =
            |digit: char| digit.to_digit(10).is_some_and(|digit| (1..=size).contains(&(digit as usize)));
        let is_told = !digits.is_empty() && digits.chars().all(is_digit);
        // What somebody has found, and what was left of a cell, is no part of the puzzle.
        is_told.then(|| (word.len() == 1).then(|| word.to_owned()))
    };
    let cells =
        input.table(&mut all, (size, size), &format!("digits from 1 to {size}, perhaps behind u"), &cell)?;
    Ok(Puzzle::of("sudoku", &[("r", size.isqrt()), ("c", size.isqrt())]).draw(GIVEN, &cells))
}

fn write(puzzle: &Puzzle) -> Result<String, String> {
    puzzle.only(&["sudoku"], &[], &[GIVEN])?;
    let (tall, wide) = boxes(puzzle);
    if tall != wide || ![2, 3].contains(&tall) {
        return Err(format!("boxes of {tall} by {wide}"));
    }
    let size = tall * wide;
    let all: String = (1..=size).map(|digit| digit.to_string()).collect();
    Ok(lines(&filled(puzzle.cells(GIVEN, size, size)?, &all), " "))
}

//! `ufmg`: Sudoku as the algorithms course of UFMG gives it, the size and the box and then rows of numbers.

use super::{Answer, Format};
use crate::language::puzzle::line::is_blank;
use crate::language::puzzle::scan::{Input, Wrong};
use crate::language::puzzle::written::{GIVEN, Puzzle, boxes, filled, lines};

pub(super) const FORMAT: Format = Format {
    name: "ufmg",
    summary: "Sudoku of UFMG: size, columns and rows of a box, then rows of numbers, 0 for an empty cell",
    example: "4 2 2\n1 0 0 0\n0 0 3 0\n0 4 0 0\n0 0 0 2\n",
    detect: Some(detect),
    answer: Some(answer),
    ..Format::whole(puzzle, write)
};

/// The largest board that is read.
const LARGEST: usize = 400;

/// Three numbers of which the first is the product of the others, then a row of so many.
fn detect(input: Input<'_>) -> bool {
    let mut lines = input.lines('#');
    let (Some(size), Some(row)) = (lines.next(), lines.next()) else { return false };
    let numbers: Option<Vec<usize>> = size.words(is_blank).map(|word| word.text.parse().ok()).collect();
    let row: Option<Vec<usize>> = row.words(is_blank).map(|word| word.text.parse().ok()).collect();
    match (numbers.as_deref(), row) {
        (Some(&[size, cols, rows]), Some(row)) => {
            cols.checked_mul(rows) == Some(size)
                && row.len() == size
                && row.iter().all(|&value| value <= size)
        }
        _ => false,
    }
}

fn puzzle(input: Input<'_>) -> Result<Puzzle, Wrong> {
    let mut lines = input.all_lines().filter(|line| !line.text.is_empty());
    let first = lines.next().ok_or_else(|| input.ended("the size, and columns and rows of a box"))?;
    let wanted = ["the size", "the columns of a box", "the rows of a box"].map(|what| (what, 1, LARGEST));
    let ([size, box_cols, box_rows], words) = input.head(first, "three", wanted)?;
    if let Some(more) = words.get(3) {
        return Err(input.wrong(*more, "the end of the line"));
    }
    if box_cols * box_rows != size {
        let expected = format!("{}, the cells of a box of {box_cols} by {box_rows}", box_cols * box_rows);
        return Err(input.wrong(words[0], &expected));
    }
    let cell = |word: &str| match word.parse::<usize>() {
        Ok(0) => Some(None),
        Ok(value) if value <= size => Some(Some(value.to_string())),
        _ => None,
    };
    let wanted = format!("a number from 1 to {size}, or 0 for an empty cell");
    let cells = input.table(&mut lines, (size, size), &wanted, &cell)?;
    Ok(Puzzle::of("sudoku", &[("r", box_rows), ("c", box_cols)]).draw(GIVEN, &cells))
}

fn write(puzzle: &Puzzle) -> Result<String, String> {
    puzzle.only(&["sudoku"], &[], &[GIVEN])?;
    let (rows, cols) = boxes(puzzle);
    Ok(format!("{} {cols} {rows}\n{}", rows * cols, grid(puzzle)?))
}

fn grid(puzzle: &Puzzle) -> Result<String, String> {
    let (rows, cols) = boxes(puzzle);
    Ok(lines(&filled(puzzle.cells(GIVEN, rows * cols, rows * cols)?, "0"), " "))
}

/// The word and the grid; without a solution, the grid as it was given.
fn answer(answer: &Answer<'_>) -> String {
    match answer {
        Answer::Solution { rows, .. } => format!("solução\n{}", lines(rows, " ")),
        Answer::End { puzzle, count: 0, .. } => format!("sem solução\n{}", grid(puzzle).unwrap_or_default()),
        Answer::End { .. } => String::new(),
    }
}

//! `sdm`: lists of sudokus, one on each line, a character for each cell.

use super::Format;
use crate::language::puzzle::scan::{Input, Scan, Wrong};
use crate::language::puzzle::written::{Cells, GIVEN, Puzzle, boxes};

pub(super) const FORMAT: Format = Format {
    name: "sdm",
    summary: "Sudokus of 4, 9, 16 or 25 rows, one on each line: digits, then letters from A for 10; 0 or . for an empty cell",
    example: "1.....3..4.....2\n",
    extension: Some("sdm"),
    detect: Some(detect),
    ..Format::lines(puzzle, write)
};

/// A line of 16 characters could be anything.
fn detect(input: Input<'_>) -> bool {
    let mut lines = input.lines('#');
    lines.next().is_some_and(|line| line.text.len() >= 81 && puzzle(input.scan(line)).is_ok())
}

fn puzzle(mut scan: Scan<'_>) -> Result<Puzzle, Wrong> {
    let length = scan.count(|letter| !letter.is_whitespace());
    let Some(side) = (2..=5).find(|side: &usize| side.pow(4) == length) else {
        return Err(scan.wrong(&format!("a line of 16, 81, 256 or 625 characters, not {length}")));
    };
    let size = side * side;
    let mut cells: Cells = Vec::new();
    for _ in 0..size {
        cells.push((0..size).map(|_| cell(&mut scan, size)).collect::<Result<_, _>>()?);
    }
    // What follows after a blank is a remark.
    if scan.peek().is_some_and(char::is_whitespace) {
        scan.blanks();
        if scan.peek().is_some_and(|letter| letter != '#') {
            return Err(scan.wrong("the end of the line, or # and a remark"));
        }
    }
    Ok(Puzzle::of("sudoku", &[("r", side), ("c", side)]).draw(GIVEN, &cells))
}

/// A digit or a letter up to the size of the board; nothing for one of the usual signs of an empty cell.
pub(super) fn cell(scan: &mut Scan<'_>, size: usize) -> Result<Option<String>, Wrong> {
    let value = match scan.peek() {
        Some('.' | '0' | '_' | '-' | '*' | '?') => None,
        Some(letter) => match letter.to_digit(36).map(|value| value as usize) {
            Some(value) if value <= size => Some(value.to_string()),
            _ => return Err(scan.wrong(&format!("{}, or . for an empty cell", values(size)))),
        },
        None => return Err(scan.wrong(&format!("a row of {size} cells"))),
    };
    scan.take();
    Ok(value)
}

fn values(size: usize) -> String {
    let last = char::from_digit(size as u32, 36).unwrap_or('Z').to_ascii_uppercase();
    if size < 10 { format!("1 to {last}") } else { format!("1 to 9 or A to {last}") }
}

fn write(puzzle: &Puzzle) -> Result<String, String> {
    puzzle.only(&["sudoku"], &[], &[GIVEN])?;
    Ok(rows(puzzle)?.concat() + "\n")
}

/// The rows of a sudoku with square boxes, a character for each cell.
pub(super) fn rows(puzzle: &Puzzle) -> Result<Vec<String>, String> {
    let (rows, cols) = boxes(puzzle);
    if rows != cols || !(2..=5).contains(&rows) {
        return Err(format!("boxes of {rows} by {cols}"));
    }
    let digit = |cell: Option<String>| match cell {
        None => Ok('.'),
        Some(value) => match value.parse().ok().and_then(|value| char::from_digit(value, 36)) {
            Some(digit) => Ok(digit.to_ascii_uppercase()),
            None => Err(format!("the value {value}")),
        },
    };
    let cells = puzzle.cells(GIVEN, rows * cols, rows * cols)?;
    cells.into_iter().map(|row| row.into_iter().map(digit).collect()).collect()
}

//! `bordeaux`: Takuzu as the C project of Bordeaux and Rennes gives it, rows of 0, 1 and `_` with `#` comments.

use super::ist::takuzu_size;
use super::{Answer, Format};
use crate::language::puzzle::line::is_blank;
use crate::language::puzzle::scan::{Input, Wrong};
use crate::language::puzzle::written::{Cells, GIVEN, Puzzle, filled, lines};

pub(super) const FORMAT: Format = Format {
    name: "bordeaux",
    summary: "Takuzu of Bordeaux and Rennes: rows of 0, 1 or _ (empty); # starts a comment; 4, 8, 16, 32 or 64 rows",
    example: "# a small grid\n_ _ 1 _\n1 _ _ _\n1 1 _ _\n_ 0 _ _\n",
    // Any rules with the values 0 and 1 could be meant.
    detect: Some(|_| false),
    answer: Some(answer),
    ..Format::whole(puzzle, write)
};

const SIZES: [usize; 5] = [4, 8, 16, 32, 64];

fn puzzle(input: Input<'_>) -> Result<Puzzle, Wrong> {
    let mut cells: Cells = Vec::new();
    for line in input.lines('#') {
        let mut row = Vec::new();
        let mut scan = input.scan(line);
        while let Some(letter) = scan.peek().filter(|&letter| letter != '#') {
            match letter {
                '0' | '1' => row.push(Some(letter.to_string())),
                '_' => row.push(None),
                _ if is_blank(letter) => {}
                _ => return Err(scan.wrong("0, 1, or _ for an empty cell")),
            }
            scan.take();
        }
        let size = cells.first().map_or(row.len(), Vec::len);
        if cells.is_empty() && !SIZES.contains(&size) {
            return Err(input.wrong(line, &format!("4, 8, 16, 32 or 64 cells in a row, not {size}")));
        }
        if row.len() != size {
            return Err(
                input.wrong(line, &format!("{size} cells in row {}, not {}", cells.len() + 1, row.len()))
            );
        }
        if cells.len() == size {
            return Err(input.wrong(line, "the end of the text"));
        }
        cells.push(row);
    }
    let size = cells.first().map_or(0, Vec::len);
    if size == 0 || cells.len() < size {
        return Err(input.ended(&format!("row {} of {}", cells.len() + 1, size.max(4))));
    }
    Ok(Puzzle::of("takuzu", &[("n", size)]).draw(GIVEN, &cells))
}

fn write(puzzle: &Puzzle) -> Result<String, String> {
    puzzle.only(&["takuzu"], &[], &[GIVEN])?;
    let size = takuzu_size(puzzle);
    if !SIZES.contains(&size) {
        return Err(format!("a board of {size} by {size}"));
    }
    Ok(lines(&filled(puzzle.cells(GIVEN, size, size)?, "_"), " "))
}

/// The grid alone, or with `-n` each with its number and then how many there are.
fn answer(answer: &Answer<'_>) -> String {
    match answer {
        Answer::Solution { rows, number } => {
            let title = number.map_or_else(String::new, |number| format!("Solution {number}\n"));
            title + &lines(rows, " ")
        }
        Answer::End { count, several: true, .. } => format!("Number of solutions: {count}\n"),
        Answer::End { .. } => String::new(),
    }
}

//! `pt2`: Takuzu as the game library of the Bordeaux "projet technologique" saves it, one letter for each cell.

use super::Format;
use super::ist::takuzu_size;
use crate::language::puzzle::scan::{Input, Wrong};
use crate::language::puzzle::written::{Cells, GIVEN, Puzzle};

pub(super) const FORMAT: Format = Format {
    name: "pt2",
    summary: "Takuzu of the Bordeaux game library: rows, columns, two flags, then letters e (empty), w or W (0), b or B (1)",
    example: "4 4 0 1\neeBe\nBeee\nBBee\neWee\n",
    ..Format::whole(puzzle, write)
};

/// The largest number of rows or columns.
const LARGEST: usize = 1000;

fn puzzle(input: Input<'_>) -> Result<Puzzle, Wrong> {
    let mut lines = input.lines('#');
    let first = lines.next().ok_or_else(|| input.ended("rows, columns and two flags"))?;
    let flags = [("the flag `wrapping`", 0, 1), ("the flag `unique`", 0, 1)];
    let wanted = [("the rows", 1, LARGEST), ("the columns", 1, LARGEST), flags[0], flags[1]];
    let ([rows, cols, wrapping, unique], words) = input.head(first, "four", wanted)?;
    if rows != cols {
        return Err(
            input.wrong(words[1], &format!("{rows} columns: the rule set `takuzu` takes square boards"))
        );
    }
    if wrapping == 1 {
        return Err(input.wrong(words[2], "0: the rule set `takuzu` does not wrap round the edges"));
    }
    let mut cells: Cells = Vec::new();
    for row in 1..=rows {
        let line = lines.next().ok_or_else(|| input.ended(&format!("row {row} of {rows}")))?;
        let mut scan = input.scan(line);
        let mut values = Vec::new();
        for column in 1..=cols {
            values.push(match scan.peek() {
                Some('e') => None,
                Some('w' | 'W') => Some("0".to_owned()),
                Some('b' | 'B') => Some("1".to_owned()),
                _ => return Err(scan.wrong(&format!("e, w, W, b or B as cell {column} of {cols}"))),
            });
            scan.take();
        }
        scan.end()?;
        cells.push(values);
    }
    input.nothing_more(&mut lines)?;
    let puzzle = Puzzle::of("takuzu", &[("n", rows)]).draw(GIVEN, &cells);
    Ok(if unique == 1 { puzzle } else { puzzle.without("rows").without("columns") })
}

fn write(puzzle: &Puzzle) -> Result<String, String> {
    puzzle.only(&["takuzu"], &["rows", "columns"], &[GIVEN])?;
    let size = takuzu_size(puzzle);
    let unique = distinct_lines(puzzle)?;
    let mut text = format!("{size} {size} 0 {}\n", u8::from(unique));
    for row in puzzle.cells(GIVEN, size, size)? {
        for cell in row {
            text.push(match cell.as_deref() {
                None => 'e',
                Some("0") => 'W',
                Some("1") => 'B',
                Some(other) => return Err(format!("the value {other}")),
            });
        }
        text.push('\n');
    }
    Ok(text)
}

/// Whether equal lines are forbidden; both or neither of the two laws must count.
pub(super) fn distinct_lines(puzzle: &Puzzle) -> Result<bool, String> {
    let dropped = |law: &str| puzzle.drops.iter().any(|drop| drop == law);
    match (dropped("rows"), dropped("columns")) {
        (false, false) => Ok(true),
        (true, true) => Ok(false),
        _ => Err("that only one of the laws `rows` and `columns` is dropped".to_owned()),
    }
}

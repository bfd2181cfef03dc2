//! `sgt-unruly`: game IDs of Unruly, which is Takuzu; `u` makes all lines different.

use super::Format;
use super::ist::takuzu_size;
use super::pt2::distinct_lines;
use crate::language::puzzle::gameid::{bits, board_follows, size, write_bits};
use crate::language::puzzle::scan::{Scan, Wrong};
use crate::language::puzzle::written::{GIVEN, Puzzle};

pub(super) const FORMAT: Format = Format {
    name: "sgt-unruly",
    summary: "Unruly of Simon Tatham (Takuzu; with u also all lines different), a game ID on each line",
    example: "6x6u:BDjadbBHAc\n",
    ..Format::lines(puzzle, write)
};

fn puzzle(mut scan: Scan<'_>) -> Result<Puzzle, Wrong> {
    let before = scan;
    let (width, height) = size(&mut scan)?;
    if width != height {
        return Err(before.wrong("a square board: the rule set `takuzu` takes no other"));
    }
    let unique = scan.eat('u');
    board_follows(&mut scan)?;
    let cells = bits(&mut scan, (width, height), true)?;
    scan.end()?;
    let puzzle = Puzzle::of("takuzu", &[("n", width)]).draw(GIVEN, &cells);
    Ok(if unique { puzzle } else { puzzle.without("rows").without("columns") })
}

fn write(puzzle: &Puzzle) -> Result<String, String> {
    puzzle.only(&["takuzu"], &["rows", "columns"], &[GIVEN])?;
    let size = takuzu_size(puzzle);
    let unique = if distinct_lines(puzzle)? { "u" } else { "" };
    if size % 2 == 1 {
        return Err("a board of odd size".to_owned());
    }
    Ok(format!("{size}x{size}{unique}:{}\n", write_bits(&puzzle.cells(GIVEN, size, size)?, true)?))
}

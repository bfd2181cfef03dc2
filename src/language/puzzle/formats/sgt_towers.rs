//! `sgt-towers`: game IDs of Towers, which is Skyscrapers: the clues of the four sides, then the givens.

use super::Format;
use crate::language::puzzle::gameid::{board_follows, numbers, write_numbers};
use crate::language::puzzle::scan::{Scan, Wrong};
use crate::language::puzzle::written::{GIVEN, Puzzle, numbers as number_cells};

pub(super) const FORMAT: Format = Format {
    name: "sgt-towers",
    summary: "Towers of Simon Tatham (Skyscrapers), a game ID on each line",
    example: "4:/3//////3/4//////4/\n",
    ..Format::lines(puzzle, write)
};

const SIDES: [&str; 4] = ["top", "bottom", "left", "right"];

fn puzzle(mut scan: Scan<'_>) -> Result<Puzzle, Wrong> {
    let size = scan.number("the size", 1, 36)?;
    board_follows(&mut scan)?;
    let mut puzzle = Puzzle::of("skyscrapers", &[("n", size)]);
    for (number, side) in SIDES.iter().enumerate() {
        let mut clues = Vec::new();
        for line in 0..size {
            if number + line > 0 {
                scan.want('/', &format!("before clue {} at the {side}", line + 1))?;
            }
            let clue = if scan.at_digit() { Some(scan.number("a clue", 1, size)?.to_string()) } else { None };
            clues.push(clue);
        }
        puzzle = puzzle.beside(side, &clues);
    }
    if scan.eat(',') {
        let given = numbers(&mut scan, size * size, size)?;
        puzzle = puzzle.draw(GIVEN, &number_cells(&given, size));
    }
    scan.end()?;
    Ok(puzzle)
}

fn write(puzzle: &Puzzle) -> Result<String, String> {
    puzzle.only(&["skyscrapers"], &[], &["top", "bottom", "left", "right", GIVEN])?;
    let drawn = puzzle.strips.first().map(|strip| strip.clues.len());
    let drawn = drawn.or_else(|| puzzle.drawn_size(GIVEN).map(|(rows, _)| rows));
    let size = puzzle.setting("n").or(drawn).unwrap_or(4);
    let mut clues = Vec::new();
    for side in SIDES {
        clues.extend(puzzle.clues(side, size)?.into_iter().map(Option::unwrap_or_default));
    }
    let given = puzzle.cells(GIVEN, size, size)?;
    let any = given.iter().flatten().any(Option::is_some);
    let given = if any { format!(",{}", write_numbers(&given)) } else { String::new() };
    Ok(format!("{size}:{}{given}\n", clues.join("/")))
}

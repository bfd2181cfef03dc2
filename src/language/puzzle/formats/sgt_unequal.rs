//! `sgt-unequal`: game IDs of Unequal, which is Futoshiki: for each cell its number and the neighbours it exceeds.

use super::Format;
use crate::language::puzzle::gameid::board_follows;
use crate::language::puzzle::scan::{Scan, Wrong};
use crate::language::puzzle::written::{Cells, GIVEN, Puzzle, numbers};

pub(super) const FORMAT: Format = Format {
    name: "sgt-unequal",
    summary: "Unequal of Simon Tatham (Futoshiki; not its adjacent mode), a game ID on each line",
    example: "4:0,0L,0,0,0,0,0,0,0U,0U,0,0UD,0,0L,0,0,\n",
    ..Format::lines(puzzle, write)
};

/// A letter, how many rows down and columns right of the cell its sign is drawn, and the sign.
const SIGNS: [(char, isize, isize, &str); 4] =
    [('U', -1, 0, "^"), ('R', 0, 1, ">"), ('D', 1, 0, "v"), ('L', 0, -1, "<")];

fn puzzle(mut scan: Scan<'_>) -> Result<Puzzle, Wrong> {
    let side = scan.number("the size", 1, 36)?;
    if scan.peek() == Some('a') {
        return Err(
            scan.wrong("`:`; in the adjacent mode, told by `a`, the bars mean another rule than futoshiki's")
        );
    }
    board_follows(&mut scan)?;
    let mut given = Vec::new();
    let drawn = 2 * side - 1;
    let mut signs: Cells = vec![vec![None; drawn]; drawn];
    for cell in 0..side * side {
        given.push(scan.number(&format!("cell {} of {}", cell + 1, side * side), 0, side)?);
        while let Some((_, down, right, sign)) = SIGNS.into_iter().find(|sign| scan.peek() == Some(sign.0)) {
            let row = (2 * (cell / side)).checked_add_signed(down);
            let col = (2 * (cell % side)).checked_add_signed(right);
            let place = row.zip(col).and_then(|(row, col)| signs.get_mut(row)?.get_mut(col));
            let Some(place) = place else { return Err(scan.wrong("a neighbour that is on the board")) };
            if place.as_deref().is_some_and(|other| other != sign) {
                return Err(scan.wrong("one sign between two cells, not two that contradict each other"));
            }
            *place = Some(sign.to_owned());
            scan.take();
        }
        if cell + 1 < side * side || scan.peek().is_some() {
            scan.want(',', "after a cell; U, R, D and L tell which neighbours are less")?;
        }
    }
    scan.end()?;
    Ok(Puzzle::of("futoshiki", &[("n", side)]).draw("sign", &signs).draw(GIVEN, &numbers(&given, side)))
}

fn write(puzzle: &Puzzle) -> Result<String, String> {
    puzzle.only(&["futoshiki"], &[], &[GIVEN, "sign"])?;
    let from_signs = || puzzle.drawn_size("sign").map(|(rows, _)| rows.div_ceil(2));
    let from_given = || puzzle.drawn_size(GIVEN).map(|(rows, _)| rows);
    let side = puzzle.setting("n").or_else(from_signs).or_else(from_given).unwrap_or(4);
    let signs = puzzle.cells("sign", 2 * side - 1, 2 * side - 1)?;
    let mut text = format!("{side}:");
    for (row, cells) in puzzle.cells(GIVEN, side, side)?.iter().enumerate() {
        for (col, cell) in cells.iter().enumerate() {
            text.push_str(cell.as_deref().unwrap_or("0"));
            for (letter, down, right, sign) in SIGNS {
                let row = (2 * row).checked_add_signed(down);
                let col = (2 * col).checked_add_signed(right);
                let drawn = row.zip(col).and_then(|(row, col)| signs.get(row)?.get(col)?.as_deref());
                if drawn == Some(sign) {
                    text.push(letter);
                }
            }
            text.push(',');
        }
    }
    Ok(text + "\n")
}

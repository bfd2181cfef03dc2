//! `sgt-singles`: game IDs of Singles, which is Hitori: a character for each cell.

use super::Format;
use crate::language::puzzle::gameid::{board_follows, size};
use crate::language::puzzle::scan::{Scan, Wrong};
use crate::language::puzzle::written::{Puzzle, rows};

pub(super) const FORMAT: Format = Format {
    name: "sgt-singles",
    summary: "Singles of Simon Tatham (Hitori), a game ID on each line",
    example: "5x4:32552253144125142415\n",
    ..Format::lines(puzzle, write)
};

fn puzzle(mut scan: Scan<'_>) -> Result<Puzzle, Wrong> {
    let (width, height) = size(&mut scan)?;
    board_follows(&mut scan)?;
    let mut cells = Vec::new();
    let highest = width.max(height);
    for cell in 0..width * height {
        let number = scan.peek().and_then(number).filter(|number| (1..=highest).contains(number));
        let number = number.ok_or_else(|| {
            let place = format!("cell {} of {}", cell + 1, width * height);
            scan.wrong(&format!("a number from 1 to {highest} for {place}, above 9 as a letter"))
        })?;
        cells.push(Some(number.to_string()));
        scan.take();
    }
    scan.end()?;
    Ok(Puzzle::of("hitori", &[("r", height), ("c", width)]).draw("number", &rows(&cells, width)))
}

/// `a` is 10, `A` is 36.
fn number(letter: char) -> Option<usize> {
    match letter {
        'A'..='Z' => Some(letter as usize - 'A' as usize + 36),
        _ => letter.to_digit(36).map(|number| number as usize),
    }
}

fn write(puzzle: &Puzzle) -> Result<String, String> {
    puzzle.only(&["hitori"], &[], &["number"])?;
    let (height, width) = puzzle.drawn_size("number").ok_or("a board without numbers")?;
    let mut text = format!("{width}x{height}:");
    for cell in puzzle.cells("number", height, width)?.into_iter().flatten() {
        let cell = cell.ok_or("a cell without a number")?;
        let shown = ('1'..='9')
            .chain('a'..='z')
            .chain('A'..='Z')
            .find(|&letter| number(letter).map(|found| found.to_string()).as_ref() == Some(&cell));
        text.push(shown.ok_or_else(|| format!("the number {cell}"))?);
    }
    Ok(text + "\n")
}

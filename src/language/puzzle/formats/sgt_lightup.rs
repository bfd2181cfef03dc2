//! `sgt-lightup`: game IDs of Light Up, which is Akari: walls as letters and digits, gaps as small letters.

use super::Format;
use crate::language::puzzle::gameid::{size, write_signs};
use crate::language::puzzle::scan::{Scan, Wrong};
use crate::language::puzzle::written::{Puzzle, rows};

pub(super) const FORMAT: Format = Format {
    name: "sgt-lightup",
    summary: "Light Up of Simon Tatham (Akari), a game ID on each line",
    example: "6x4:dBa0b0b0e0c2a\n",
    ..Format::lines(puzzle, write)
};

fn puzzle(mut scan: Scan<'_>) -> Result<Puzzle, Wrong> {
    let (width, height) = size(&mut scan)?;
    // How boards are made: share of walls, symmetry, difficulty.
    while scan.peek().is_some_and(|letter| matches!(letter, 'b' | 's' | 'd' | '0'..='9')) {
        scan.take();
    }
    scan.want(':', "before the board")?;
    let cells = width * height;
    let mut walls: Vec<Option<String>> = Vec::new();
    while walls.len() < cells {
        let left = cells - walls.len();
        match scan.peek() {
            Some('B') => walls.push(Some("#".to_owned())),
            Some(letter @ '0'..='4') => walls.push(Some(letter.to_string())),
            Some(letter @ 'a'..='z') => {
                let gap = letter as usize - 'a' as usize + 1;
                if gap > left {
                    return Err(scan.wrong(&format!("no more than {left} further cells")));
                }
                walls.extend(vec![None; gap]);
            }
            _ => return Err(scan.wrong(&format!("B, 0 to 4 or a small letter: {left} cells are missing"))),
        }
        scan.take();
    }
    scan.end()?;
    Ok(Puzzle::of("akari", &[("r", height), ("c", width)]).draw("board", &rows(&walls, width)))
}

fn write(puzzle: &Puzzle) -> Result<String, String> {
    puzzle.only(&["akari"], &[], &["board"])?;
    let drawn = puzzle.drawn_size("board");
    let (rows, cols) = puzzle.setting("r").zip(puzzle.setting("c")).or(drawn).unwrap_or((5, 5));
    let cells = puzzle.cells("board", rows, cols)?;
    let signs = cells.iter().flatten().map(|cell| match cell.as_deref() {
        Some("#") => Ok(Some("B")),
        Some(other) if !["0", "1", "2", "3", "4"].contains(&other) => Err(format!("a wall with `{other}`")),
        wall => Ok(wall),
    });
    let signs = signs.collect::<Result<Vec<_>, _>>()?;
    Ok(format!("{cols}x{rows}:{}\n", write_signs(signs.into_iter(), "")))
}

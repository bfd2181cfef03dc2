//! `sgt-lightup`: game IDs of Light Up, which is Akari: walls as letters and digits, gaps as small letters.

use super::{Format, Puzzles, each_line, reads};
use crate::language::puzzle::gameid::size;
use crate::language::puzzle::scan::{Input, Scan, Wrong};
use crate::language::puzzle::written::Puzzle;

pub(super) const FORMAT: Format = Format {
    name: "sgt-lightup",
    summary: "Light Up of Simon Tatham (Akari), a game ID on each line",
    example: "6x4:dBa0b0b0e0c2a\n",
    extension: None,
    detect: |input| reads(input, read),
    read,
    write,
    answer: None,
    several: true,
};

fn read(input: Input<'_>) -> Puzzles<'_> {
    each_line(input, puzzle)
}

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
    let rows: Vec<_> = walls.chunks(width).map(<[_]>::to_vec).collect();
    Ok(Puzzle::of("akari", &[("r", height), ("c", width)]).draw("board", &rows))
}

fn write(puzzle: &Puzzle) -> Result<String, String> {
    puzzle.only(&["akari"], &[], &["board"])?;
    let drawn = puzzle.drawn_size("board");
    let (rows, cols) = puzzle.setting("r").zip(puzzle.setting("c")).or(drawn).unwrap_or((5, 5));
    let mut text = format!("{cols}x{rows}:");
    let mut gap = 0_u8;
    let close = |gap: &mut u8, text: &mut String| {
        if *gap > 0 {
            text.push((b'a' + *gap - 1) as char);
            *gap = 0;
        }
    };
    for cell in puzzle.cells("board", rows, cols)?.iter().flatten() {
        match cell.as_deref() {
            None => gap += 1,
            Some(wall) => {
                close(&mut gap, &mut text);
                match wall {
                    "#" => text.push('B'),
                    "0" | "1" | "2" | "3" | "4" => text.push_str(wall),
                    other => return Err(format!("a wall with `{other}`")),
                }
            }
        }
        if gap == 26 {
            close(&mut gap, &mut text);
        }
    }
    close(&mut gap, &mut text);
    Ok(text + "\n")
}

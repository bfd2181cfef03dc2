//! `sgt-pattern`: game IDs of Pattern, which is a nonogram: the blocks of all columns, then those of all rows.

use super::Format;
use super::non::clues;
use crate::language::puzzle::gameid::{bits, board_follows, size, write_bits};
use crate::language::puzzle::scan::{Scan, Wrong};
use crate::language::puzzle::written::{GIVEN, Puzzle};

pub(super) const FORMAT: Format = Format {
    name: "sgt-pattern",
    summary: "Pattern of Simon Tatham (Nonogram), a game ID on each line",
    example: "5x3:/1.1/2/1.1/2/1.2/1.1/3\n",
    ..Format::lines(puzzle, write)
};

fn puzzle(mut scan: Scan<'_>) -> Result<Puzzle, Wrong> {
    let (width, height) = size(&mut scan)?;
    board_follows(&mut scan)?;
    let mut all = Vec::new();
    for line in 0..width + height {
        if line > 0 {
            scan.want('/', &format!("before the blocks of line {} of {}", line + 1, width + height))?;
        }
        let length = if line < width { height } else { width };
        all.push(Some(blocks(&mut scan, length)?));
    }
    let left = all.split_off(width);
    let puzzle =
        Puzzle::of("nonogram", &[("r", height), ("c", width)]).beside("left", &left).beside("top", &all);
    let given = if scan.eat(',') { bits(&mut scan, (width, height), false)? } else { Vec::new() };
    scan.end()?;
    Ok(puzzle.draw(GIVEN, &given))
}

/// `1.2`, or nothing for an empty line.
fn blocks(scan: &mut Scan<'_>, length: usize) -> Result<String, Wrong> {
    let before = *scan;
    let mut blocks = Vec::new();
    if scan.at_digit() {
        blocks.push(scan.number("the length of a block", 0, length)?);
        while scan.eat('.') {
            blocks.push(scan.number("the length of a block", 1, length)?);
        }
    }
    if blocks.iter().sum::<usize>() + blocks.len().saturating_sub(1) > length {
        return Err(before.wrong(&format!("blocks that fit into {length} cells")));
    }
    let shown: Vec<String> = blocks.iter().map(usize::to_string).collect();
    Ok(if shown.is_empty() { "0".to_owned() } else { shown.join(",") })
}

fn write(puzzle: &Puzzle) -> Result<String, String> {
    puzzle.only(&["nonogram"], &[], &["left", "top", GIVEN])?;
    let ((height, left), (width, top)) = (clues(puzzle, "r", "left")?, clues(puzzle, "c", "top")?);
    let blocks = |clue: &String| if clue == "0" { String::new() } else { clue.replace(',', ".") };
    let all: Vec<String> = top.iter().chain(&left).map(blocks).collect();
    let given = puzzle.cells(GIVEN, height, width)?;
    let any = given.iter().flatten().any(Option::is_some);
    let given = if any { format!(",{}", write_bits(&given, false)?) } else { String::new() };
    Ok(format!("{width}x{height}:{}{given}\n", all.join("/")))
}

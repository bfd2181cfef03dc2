//! `sgt-tents`: game IDs of Tents: the trees as gaps between them, then the tents of each column and each row.

use super::Format;
use crate::language::puzzle::gameid::{board_follows, gap, size, write_gap};
use crate::language::puzzle::scan::{Scan, Wrong};
use crate::language::puzzle::written::{GIVEN, Puzzle, rows};

pub(super) const FORMAT: Format = Format {
    name: "sgt-tents",
    summary: "Tents of Simon Tatham, a game ID on each line",
    example: "5x4:e_bi_,1,0,1,1,1,2,1,0,1\n",
    ..Format::lines(puzzle, write)
};

const TREE: &str = "t";

fn puzzle(mut scan: Scan<'_>) -> Result<Puzzle, Wrong> {
    let (width, height) = size(&mut scan)?;
    board_follows(&mut scan)?;
    let cells = width * height;
    let mut trees: Vec<Option<String>> = vec![None; cells];
    let mut given = trees.clone();
    let mut at = 0;
    // The end of the board counts as a tree.
    while at <= cells {
        if let Some(letter @ ('!' | '-')) = scan.peek().filter(|_| at > 0) {
            // What was a tree a sign ago is a tent or grass.
            trees[at - 1] = None;
            given[at - 1] = Some(if letter == '!' { "1" } else { "0" }.to_owned());
            scan.take();
            continue;
        }
        let missing = || scan.wrong(&format!("a letter or _: {} cells are missing", cells + 1 - at));
        let (gap, tree) = gap(scan.peek()).ok_or_else(missing)?;
        if at + gap + tree > cells + 1 {
            return Err(scan.wrong(&format!("no more than {} further cells", cells - at)));
        }
        scan.take();
        at += gap;
        if tree == 1 {
            if let Some(cell) = trees.get_mut(at) {
                *cell = Some(TREE.to_owned());
            }
            at += 1;
        }
    }
    let mut counts = Vec::new();
    for line in 0..width + height {
        scan.want(',', &format!("before the tents of line {} of {}", line + 1, width + height))?;
        let length = if line < width { height } else { width };
        counts.push(Some(scan.number("how many tents", 0, length)?.to_string()));
    }
    scan.end()?;
    let left = counts.split_off(width);
    let puzzle = Puzzle::of("tents", &[("r", height), ("c", width)]).draw("tree", &rows(&trees, width));
    Ok(puzzle.draw(GIVEN, &rows(&given, width)).beside("top", &counts).beside("left", &left))
}

fn write(puzzle: &Puzzle) -> Result<String, String> {
    puzzle.only(&["tents"], &[], &["tree", "top", "left"])?;
    let (rows, cols) = puzzle.drawn_size("tree").ok_or("a board without trees")?;
    let mut text = format!("{cols}x{rows}:");
    let mut gap = 0;
    let ends = [Some(TREE.to_owned())];
    for cell in puzzle.cells("tree", rows, cols)?.iter().flatten().chain(&ends) {
        match cell {
            None => gap += 1,
            Some(_) => write_gap(std::mem::take(&mut gap), &mut text),
        }
    }
    for (side, lines) in [("top", cols), ("left", rows)] {
        for clue in puzzle.clues(side, lines)? {
            text.push_str(&format!(",{}", clue.ok_or("a line without a number of tents")?));
        }
    }
    Ok(text + "\n")
}

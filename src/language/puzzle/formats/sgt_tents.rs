//! `sgt-tents`: game IDs of Tents: the trees as gaps between them, then the tents of each column and each row.

use super::{Format, Puzzles, each_line, reads};
use crate::language::puzzle::gameid::{board_follows, size};
use crate::language::puzzle::scan::{Input, Scan, Wrong};
use crate::language::puzzle::written::{GIVEN, Puzzle};

pub(super) const FORMAT: Format = Format {
    name: "sgt-tents",
    summary: "Tents of Simon Tatham, a game ID on each line",
    example: "5x4:e_bi_,1,0,1,1,1,2,1,0,1\n",
    extension: None,
    detect: |input| reads(input, read),
    read,
    write,
    answer: None,
    several: true,
};

const TREE: &str = "t";

fn read(input: Input<'_>) -> Puzzles<'_> {
    each_line(input, puzzle)
}

fn puzzle(mut scan: Scan<'_>) -> Result<Puzzle, Wrong> {
    let (width, height) = size(&mut scan)?;
    board_follows(&mut scan)?;
    let cells = width * height;
    let mut trees: Vec<Option<String>> = vec![None; cells];
    let mut given = trees.clone();
    let mut at = 0;
    // The end of the board counts as a tree.
    while at <= cells {
        let (gap, tree) = match scan.peek() {
            Some('_') => (0, 1),
            Some('z') => (25, 0),
            Some(letter @ 'a'..='y') => (letter as usize - 'a' as usize + 1, 1),
            Some(letter @ ('!' | '-')) if at > 0 => {
                // What was a tree a sign ago is a tent or grass.
                trees[at - 1] = None;
                given[at - 1] = Some(if letter == '!' { "1" } else { "0" }.to_owned());
                scan.take();
                continue;
            }
            _ => return Err(scan.wrong(&format!("a letter or _: {} cells are missing", cells + 1 - at))),
        };
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
    let rows = |cells: &[Option<String>]| cells.chunks(width).map(<[_]>::to_vec).collect::<Vec<_>>();
    let puzzle = Puzzle::of("tents", &[("r", height), ("c", width)]).draw("tree", &rows(&trees));
    Ok(puzzle.draw(GIVEN, &rows(&given)).beside("top", &counts).beside("left", &left))
}

fn write(puzzle: &Puzzle) -> Result<String, String> {
    puzzle.only(&["tents"], &[], &["tree", "top", "left"])?;
    let (rows, cols) = puzzle.drawn_size("tree").ok_or("a board without trees")?;
    let mut text = format!("{cols}x{rows}:");
    let mut gap = 0;
    let ends = [Some(TREE.to_owned())];
    for cell in puzzle.cells("tree", rows, cols)?.iter().flatten().chain(&ends) {
        if cell.is_none() {
            gap += 1;
            continue;
        }
        while gap > 25 {
            text.push('z');
            gap -= 25;
        }
        text.push(if gap == 0 { '_' } else { (b'a' + gap as u8 - 1) as char });
        gap = 0;
    }
    for (side, lines) in [("top", cols), ("left", rows)] {
        for clue in puzzle.clues(side, lines)? {
            text.push_str(&format!(",{}", clue.ok_or("a line without a number of tents")?));
        }
    }
    Ok(text + "\n")
}

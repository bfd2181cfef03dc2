//! `sgt-solo`: game IDs of Solo: sudoku, with `j` jigsaw, `x` diagonals and `k` killer cages, in any mixture.

use super::Format;
use crate::language::puzzle::gameid::{
    block_name, block_names, blocks, board_follows, numbers, write_blocks, write_numbers,
};
use crate::language::puzzle::scan::{Scan, Wrong};
use crate::language::puzzle::written::{Cells, GIVEN, Puzzle, boxes, numbers as number_cells};

pub(super) const FORMAT: Format = Format {
    name: "sgt-solo",
    summary: "Solo of Simon Tatham (Sudoku; j jigsaw, x diagonals, k killer), a game ID on each line",
    example: "2x2:1e3b4e2\n",
    ..Format::lines(puzzle, write)
};

fn puzzle(mut scan: Scan<'_>) -> Result<Puzzle, Wrong> {
    let mut rows = scan.number("the rows of a box, or the size", 1, 36)?;
    let mut cols = if scan.eat('x') { scan.number("the columns of a box", 1, 36)? } else { rows };
    let (mut jigsaw, mut diagonal, mut killer) = (false, false, false);
    loop {
        match scan.peek() {
            Some('j') => jigsaw = true,
            Some('x') => diagonal = true,
            Some('k') => killer = true,
            _ => break,
        }
        scan.take();
    }
    if jigsaw && cols == rows {
        // `9j`: one number, the size; a jigsaw has no boxes.
        (rows, cols) = (1, rows);
    }
    jigsaw |= rows == 1 || cols == 1;
    let side = rows * cols;
    // The symmetry of the givens is told after the mixture, and says nothing about the board.
    while scan.peek().is_some_and(|letter| matches!(letter, 'r' | 'm' | 'a' | '0'..='9')) {
        scan.take();
    }
    board_follows(&mut scan)?;
    let given = numbers(&mut scan, side * side, side)?;
    let with = [("r", rows), ("c", cols)];
    let mut puzzle = Puzzle::default();
    for (used, rules) in [(diagonal, "diagonal"), (killer, "killer")] {
        if used {
            puzzle = puzzle.and(rules, &with);
        }
    }
    puzzle = match (jigsaw, puzzle.uses.is_empty()) {
        (true, true) => puzzle.and("jigsaw", &[("n", side)]),
        (true, false) => puzzle.and("jigsaw", &[]),
        (false, true) => puzzle.and("sudoku", &with),
        (false, false) => puzzle,
    };
    if jigsaw {
        scan.want(',', "before the regions")?;
        let regions = blocks(&mut scan, side, false)?;
        puzzle = puzzle.draw("region", &block_names(&regions, side));
    }
    if killer {
        puzzle = cages(&mut scan, side, puzzle)?;
    }
    scan.end()?;
    Ok(puzzle.draw(GIVEN, &number_cells(&given, side)))
}

/// The cages, then their totals, each in the first cell of its cage.
fn cages(scan: &mut Scan<'_>, side: usize, puzzle: Puzzle) -> Result<Puzzle, Wrong> {
    scan.want(',', "before the cages")?;
    let cages = blocks(scan, side, false)?;
    scan.want(',', "before the totals of the cages")?;
    let totals = numbers(scan, side * side, side * side * side)?;
    let mut puzzle = puzzle.draw("cage", &block_names(&cages, side));
    for (cage, total) in cages.iter().zip(&totals).filter(|&(_, &total)| total > 0) {
        puzzle = puzzle.state("total", &[block_name(*cage), total.to_string()]);
    }
    Ok(puzzle)
}

fn write(puzzle: &Puzzle) -> Result<String, String> {
    let rules = ["sudoku", "diagonal", "killer", "jigsaw"];
    puzzle.only(&rules, &[], &[GIVEN, "region", "cage", "total"])?;
    let (jigsaw, diagonal, killer) = (puzzle.has("jigsaw"), puzzle.has("diagonal"), puzzle.has("killer"));
    let alone = jigsaw && !diagonal && !killer && !puzzle.has("sudoku");
    let drawn = || puzzle.drawn_size("region").map_or(4, |(rows, _)| rows);
    let (rows, cols) = if alone { (1, puzzle.setting("n").unwrap_or_else(drawn)) } else { boxes(puzzle) };
    if jigsaw && rows != 1 {
        return Err("regions besides boxes".to_owned());
    }
    let side = rows * cols;
    let mut text = if jigsaw { format!("{side}j") } else { format!("{rows}x{cols}") };
    text.push_str(if diagonal { "x" } else { "" });
    text.push_str(if killer { "k" } else { "" });
    text.push_str(&format!(":{}", write_numbers(&puzzle.cells(GIVEN, side, side)?)));
    if jigsaw {
        text.push_str(&format!(",{}", write_blocks(&puzzle.cells("region", side, side)?, side, false)?));
    }
    if killer {
        let cages = puzzle.cells("cage", side, side)?;
        let shown = write_blocks(&cages, side, false)?;
        text.push_str(&format!(",{shown},{}", write_numbers(&totals(puzzle, &cages, side))));
    }
    Ok(text + "\n")
}

/// The total of each cage in its first cell.
fn totals(puzzle: &Puzzle, cages: &Cells, side: usize) -> Cells {
    let flat: Vec<&Option<String>> = cages.iter().flatten().collect();
    let total = |cell: usize| {
        let cage = flat[cell]
            .as_ref()
            .filter(|_| flat.iter().position(|other| *other == flat[cell]) == Some(cell))?;
        let fact = puzzle.facts.iter().find(|fact| fact.name == "total" && fact.is_about(cage))?;
        fact.args.get(1).cloned()
    };
    (0..side).map(|row| (row * side..(row + 1) * side).map(total).collect()).collect()
}

//! `sdk`: one sudoku as a file of rows, with remarks above it.

use super::Format;
use super::sdm::{cell, rows};
use crate::language::puzzle::scan::{Input, Wrong};
use crate::language::puzzle::written::{GIVEN, Puzzle};

pub(super) const FORMAT: Format = Format {
    name: "sdk",
    summary: "a Sudoku as rows of characters, # before remarks, perhaps under [Puzzle]; a [State] is passed over",
    example: "#A somebody\n[Puzzle]\n1...\n..3.\n.4..\n...2\n",
    extension: Some("sdk"),
    // Without its file name it is a plain grid.
    detect: Some(|_| false),
    ..Format::whole(puzzle, write)
};

fn puzzle(input: Input<'_>) -> Result<Puzzle, Wrong> {
    let head = |text: &str, name: &str| text.eq_ignore_ascii_case(name);
    let lines = input.lines('#').skip_while(|line| head(line.text, "[Puzzle]"));
    let lines: Vec<_> = lines.take_while(|line| !head(line.text, "[State]")).collect();
    let first = lines.first().ok_or_else(|| input.ended("the first row"))?;
    let size = first.text.chars().count();
    let Some(side) = (2..=5).find(|side: &usize| side * side == size) else {
        return Err(input.wrong(*first, &format!("a row of 4, 9, 16 or 25 cells, not {size}")));
    };
    let mut cells = Vec::new();
    for row in 0..size {
        let line = lines.get(row).ok_or_else(|| input.ended(&format!("row {} of {size}", row + 1)))?;
        let mut scan = input.scan(*line);
        cells.push((0..size).map(|_| cell(&mut scan, size)).collect::<Result<_, _>>()?);
        scan.end()?;
    }
    input.nothing_more(&mut lines.into_iter().skip(size))?;
    Ok(Puzzle::of("sudoku", &[("r", side), ("c", side)]).draw(GIVEN, &cells))
}

fn write(puzzle: &Puzzle) -> Result<String, String> {
    puzzle.only(&["sudoku"], &[], &[GIVEN])?;
    Ok(format!("[Puzzle]\n{}\n", rows(puzzle)?.join("\n")))
}

//! `pzprv3`: files of pzpr, with what somebody has filled in.

use super::Format;
use crate::language::puzzle::pzpr;
use crate::language::puzzle::scan::{Input, Wrong};
use crate::language::puzzle::written::Puzzle;

pub(super) const FORMAT: Format = Format {
    name: "pzprv3",
    summary: "a file of pzpr: clues and what is filled in, which `verify` judges; lines or slashes between rows",
    example: "pzprv3\nsudoku\n4\n1 . . .\n. . 3 .\n. 4 . .\n. . . 2\n. . . .\n. . . .\n. . . .\n. . . .\n",
    detect: Some(detect),
    ..Format::whole(puzzle, pzpr::write_file)
};

fn detect(input: Input<'_>) -> bool {
    input.all_lines().next().is_some_and(|line| line.text.starts_with("pzprv3"))
}

fn puzzle(input: Input<'_>) -> Result<Puzzle, Wrong> {
    let mut all = input.all_lines();
    let first = all.next().ok_or_else(|| input.ended("the word pzprv3"))?;
    if !first.text.starts_with("pzprv3") {
        return Err(input.wrong(first, "the word pzprv3"));
    }
    let text = input.text.trim_start_matches('\u{feff}');
    let lines: Vec<&str> = text.split(['\n', '/']).map(str::trim).skip(1).collect();
    let place = all.next().unwrap_or(first);
    let (name, rest) = lines.split_first().ok_or_else(|| input.ended("the name of a genre"))?;
    let genre = pzpr::genre(name);
    let genre = genre.ok_or_else(|| input.wrong(place, "a genre that gridlog has a rule set for"))?;
    genre.read_lines(name, rest).map_err(|what| input.wrong(place, &what))
}

//! `sgt-keen`: game IDs of Keen, which is `KenKen`: the cages, then what each amounts to.

use super::Format;
use crate::language::puzzle::gameid::{block_name, block_names, blocks, board_follows, write_blocks};
use crate::language::puzzle::scan::{Scan, Wrong};
use crate::language::puzzle::written::Puzzle;

pub(super) const FORMAT: Format = Format {
    name: "sgt-keen",
    summary: "Keen of Simon Tatham (KenKen), a game ID on each line",
    example: "3:_a_aa_3a,a3s1a3m2d3\n",
    ..Format::lines(puzzle, write)
};

/// The letters of the game and the facts of the rule set.
const SIGNS: [(char, &str); 4] = [('a', "plus"), ('s', "minus"), ('m', "times"), ('d', "over")];

/// More than any product of digits in a cage of the game.
const HIGHEST: u64 = 1_000_000_000_000;

fn puzzle(mut scan: Scan<'_>) -> Result<Puzzle, Wrong> {
    let side = scan.number("the size", 1, 36)?;
    if scan.eat('d') {
        scan.take();
    }
    // Multiplication only: which signs there are is seen from the clues.
    scan.eat('m');
    board_follows(&mut scan)?;
    let cages = blocks(&mut scan, side, true)?;
    scan.want(',', "before the clues of the cages")?;
    let mut puzzle = Puzzle::of("kenken", &[("n", side)]).draw("cage", &block_names(&cages, side));
    let last = cages.iter().max().copied().unwrap_or(0);
    for cage in 0..=last {
        let sign = SIGNS.iter().find(|(letter, _)| scan.peek() == Some(*letter));
        let Some((_, fact)) = sign else {
            return Err(scan.wrong(&format!(
                "a, s, m or d and a number for cage {} of {}",
                cage + 1,
                last + 1
            )));
        };
        scan.take();
        let total = scan.number("what the cage amounts to", 0, HIGHEST)?;
        puzzle = puzzle.state(fact, &[block_name(cage), total.to_string()]);
    }
    scan.end()?;
    Ok(puzzle)
}

fn write(puzzle: &Puzzle) -> Result<String, String> {
    puzzle.only(&["kenken"], &[], &["cage", "plus", "minus", "times", "over"])?;
    let side = puzzle.setting("n").or_else(|| puzzle.drawn_size("cage").map(|(rows, _)| rows)).unwrap_or(4);
    let cages = puzzle.cells("cage", side, side)?;
    let mut text = format!("{side}:{},", write_blocks(&cages, side, true)?);
    let flat: Vec<&String> = cages.iter().flatten().flatten().collect();
    for (index, cage) in flat.iter().enumerate() {
        if flat.iter().position(|other| other == cage) != Some(index) {
            continue;
        }
        let mut clues = puzzle.facts.iter().filter(|fact| fact.is_about(cage));
        let (Some(clue), None) = (clues.next(), clues.next()) else {
            return Err(format!("the cage `{cage}` without exactly one clue"));
        };
        let sign = SIGNS.iter().find(|(_, fact)| *fact == clue.name).map_or('a', |(letter, _)| *letter);
        text.push_str(&format!("{sign}{}", clue.args.get(1).map_or("", String::as_str)));
    }
    Ok(text + "\n")
}

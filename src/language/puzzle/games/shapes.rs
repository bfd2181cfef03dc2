//! Parts of a board that belong together: dominoes by their halves, regions by their borders.

use super::board::Board;
use crate::language::puzzle::gameid::{block_name, numbered, write_signs};
use crate::language::puzzle::scan::{Scan, Wrong};
use crate::language::puzzle::written::GIVEN;

/// A half of a domino, and how many rows down and columns right of it the other half lies.
const HALVES: [(char, char, usize, usize); 2] = [('L', 'R', 0, 1), ('T', 'B', 1, 0)];

/// A cell that is no half of a domino.
const ALONE: char = '*';

pub(super) fn read_halves(
    scan: &mut Scan<'_>,
    board: &mut Board,
    name: &str,
    single: &str,
) -> Result<(), Wrong> {
    let (rows, cols) = (board.rows, board.cols);
    let mut names: Vec<Option<String>> = vec![None; rows * cols];
    let mut alone = names.clone();
    let mut count = 0;
    for cell in 0..rows * cols {
        let sign = scan.peek();
        let first = HALVES.iter().find(|half| sign == Some(half.0));
        let second = HALVES.iter().find(|half| sign == Some(half.1));
        match (first, second) {
            (Some((.., down, right)), _) => {
                let (row, col) = (cell / cols + down, cell % cols + right);
                let other = (row < rows && col < cols).then_some(row * cols + col);
                let other = other.filter(|&other| names[cell].is_none() && names[other].is_none());
                let other = other.ok_or_else(|| scan.wrong("a half with room for the other one"))?;
                names[cell] = Some(block_name(count));
                names[other] = Some(block_name(count));
                count += 1;
            }
            (None, Some((.., down, right))) => {
                let before = cell.checked_sub(down * cols + right);
                if names[cell].is_none() || before.is_none_or(|before| names[before] != names[cell]) {
                    return Err(scan.wrong("a second half behind or below the first one"));
                }
            }
            (None, None) if sign == Some(ALONE) => alone[cell] = Some(single.to_owned()),
            _ => {
                return Err(scan.wrong(&format!("L, R, T, B or * for cell {} of {}", cell + 1, rows * cols)));
            }
        }
        scan.take();
    }
    board.draw(name, &names, cols);
    board.draw(GIVEN, &alone, cols);
    Ok(())
}

pub(super) fn write_halves(board: &Board, name: &str, single: &str) -> Result<String, String> {
    let (rows, cols) = (board.rows, board.cols);
    let names = board.puzzle.cells(name, rows, cols)?.concat();
    let given = board.puzzle.cells(GIVEN, rows, cols)?.concat();
    let mut text = String::new();
    for (cell, (told, given)) in names.iter().zip(&given).enumerate() {
        let Some(told) = told else {
            if given.as_deref() != Some(single) {
                return Err(format!("a cell outside every `{name}` that is not `{single}`"));
            }
            text.push(ALONE);
            continue;
        };
        if given.is_some() {
            return Err("a pole that is given".to_owned());
        }
        let same: Vec<usize> = (0..names.len()).filter(|&at| names[at].as_ref() == Some(told)).collect();
        let shape = |half: &&(char, char, usize, usize)| {
            same.len() == 2
                && same[1] == same[0] + half.2 * cols + half.3
                && (half.3 == 0 || !same[1].is_multiple_of(cols))
        };
        let half = HALVES.iter().find(shape).ok_or_else(|| format!("the shape of `{told}` in `{name}`"))?;
        text.push(if same[0] == cell { half.0 } else { half.1 });
    }
    Ok(text)
}

/// The cells on both sides of each border: all that lie, row by row, then all that stand, column by column.
fn beside(rows: usize, cols: usize) -> impl Iterator<Item = (usize, usize)> {
    let lying = (0..(rows - 1) * cols).map(move |cell| (cell, cell + cols));
    let upright = (0..cols - 1).flat_map(move |col| (0..rows).map(move |row| row * cols + col));
    lying.chain(upright.map(|cell| (cell, cell + 1)))
}

/// The longest run that a letter tells; `z` is as long, and the next run is of the same kind.
const LONGEST: usize = 25;

pub(super) fn read_map(
    scan: &mut Scan<'_>,
    board: &mut Board,
    name: &str,
    word: &str,
    values: &[&str],
) -> Result<(), Wrong> {
    let (rows, cols) = (board.rows, board.cols);
    let borders = beside(rows, cols).count();
    // One more than there are, which is none, so that every run has a length.
    let mut drawn: Vec<bool> = Vec::new();
    let mut is_border = false;
    while drawn.len() <= borders {
        let left = borders + 1 - drawn.len();
        let letter = scan.peek().filter(char::is_ascii_lowercase);
        let letter =
            letter.ok_or_else(|| scan.wrong(&format!("a small letter: {left} borders are missing")))?;
        let run = (letter as usize - 'a' as usize + 1).min(LONGEST);
        if run > left {
            return Err(scan.wrong(&format!("no more than {left} further borders")));
        }
        drawn.resize(drawn.len() + run, is_border);
        is_border ^= letter != 'z';
        scan.take();
    }
    let open = beside(rows, cols).zip(&drawn[1..]).filter(|(_, drawn)| !**drawn).map(|(cells, _)| cells);
    let regions = numbered(rows * cols, open);
    let names: Vec<Option<String>> = regions.iter().map(|&region| Some(block_name(region))).collect();
    board.draw(name, &names, cols);
    scan.want(',', "before the values of the regions")?;
    let many = regions.iter().max().map_or(0, |last| last + 1);
    let mut region = 0;
    while region < many {
        match scan.peek() {
            Some(letter @ 'a'..='z') => region += letter as usize - 'a' as usize + 1,
            Some(sign) if sign.to_digit(10).is_some_and(|digit| (digit as usize) < values.len()) => {
                let value = values[sign.to_digit(10).map_or(0, |digit| digit as usize)];
                board.state(GIVEN, &[format!("{word}({})", block_name(region)), value.to_owned()]);
                region += 1;
            }
            _ => {
                return Err(
                    scan.wrong(&format!("a digit or a letter: {} regions are missing", many - region))
                );
            }
        }
        if region > many {
            return Err(scan.wrong("no more regions than there are"));
        }
        scan.take();
    }
    Ok(())
}

pub(super) fn write_map(board: &Board, name: &str, word: &str, values: &[&str]) -> Result<String, String> {
    let (rows, cols) = (board.rows, board.cols);
    let names = board.puzzle.cells(name, rows, cols)?.concat();
    let names: Vec<String> = names.into_iter().collect::<Option<_>>().ok_or("a cell outside every region")?;
    let regions =
        numbered(names.len(), beside(rows, cols).filter(|(one, other)| names[*one] == names[*other]));
    let mut known: Vec<&String> = Vec::new();
    for (name, region) in names.iter().zip(&regions) {
        if *region == known.len() && !known.contains(&name) {
            known.push(name);
        } else if known.get(*region) != Some(&name) {
            return Err(format!("the region `{name}` in several parts"));
        }
    }
    let borders: Vec<bool> = std::iter::once(false)
        .chain(beside(rows, cols).map(|(one, other)| regions[one] != regions[other]))
        .collect();
    let mut text = String::new();
    for run in borders.chunk_by(|one, other| one == other) {
        let full = (run.len() - 1) / LONGEST;
        text.push_str(&"z".repeat(full));
        text.push((b'a' + (run.len() - 1 - full * LONGEST) as u8) as char);
    }
    let mut signs: Vec<Option<String>> = vec![None; known.len()];
    for fact in board.puzzle.facts.iter().filter(|fact| fact.name == GIVEN) {
        let unsaid = || format!("`{fact}`");
        let [place, value] = fact.args.as_slice() else { return Err(unsaid()) };
        let region = place.strip_prefix(word).map(|rest| rest.trim_matches(['(', ')', '"', ' ']));
        let region = region.and_then(|region| known.iter().position(|name| *name == region));
        let value = values.iter().position(|known| *known == value.trim_matches('"'));
        let (region, value) = region.zip(value).ok_or_else(unsaid)?;
        signs[region] = Some(value.to_string());
    }
    Ok(format!("{text},{}", write_signs(signs.iter().map(Option::as_deref), "")))
}

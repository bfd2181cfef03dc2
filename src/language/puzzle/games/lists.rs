//! Numbers in a row: one for each cell, or beside the board.

use super::board::Board;
use crate::language::puzzle::scan::{Scan, Wrong};
use crate::language::puzzle::written::GIVEN;

/// A number for each cell, commas between them.
pub(super) fn read_list(scan: &mut Scan<'_>, board: &mut Board, name: &str) -> Result<(), Wrong> {
    let cells = board.rows * board.cols;
    let mut found = Vec::new();
    for cell in 0..cells {
        if cell > 0 {
            scan.want(',', &format!("before number {} of {cells}", cell + 1))?;
        }
        found.push(Some(scan.number("a number", 0, cells)?.to_string()));
    }
    board.draw(name, &found, board.cols);
    Ok(())
}

/// What is drawn in the cells, all of which must hold a number.
fn full(board: &Board, name: &str) -> Result<Vec<String>, String> {
    let cells = board.puzzle.cells(name, board.rows, board.cols)?.concat();
    let cells = cells.into_iter().map(|cell| cell.filter(|told| told.parse::<usize>().is_ok()));
    cells.collect::<Option<_>>().ok_or_else(|| format!("a cell without a number in `{name}`"))
}

pub(super) fn write_list(board: &Board, name: &str) -> Result<String, String> {
    Ok(full(board, name)?.join(","))
}

/// A digit, or a number in brackets, for each cell.
pub(super) fn read_bones(scan: &mut Scan<'_>, board: &mut Board, name: &str) -> Result<(), Wrong> {
    let (cells, highest) = (board.rows * board.cols, board.rows - 1);
    let mut found = Vec::new();
    for cell in 0..cells {
        let number = if scan.eat('[') {
            let number = scan.number("a number", 0, highest)?;
            scan.want(']', "behind a number in brackets")?;
            number
        } else {
            let digit = scan.peek().and_then(|sign| sign.to_digit(10)).map(|digit| digit as usize);
            let digit = digit.filter(|digit| *digit <= highest);
            let missing = || scan.wrong(&format!("a digit up to {highest} for cell {} of {cells}", cell + 1));
            let digit = digit.ok_or_else(missing)?;
            scan.take();
            digit
        };
        found.push(Some(number.to_string()));
    }
    board.draw(name, &found, board.cols);
    Ok(())
}

pub(super) fn write_bones(board: &Board, name: &str) -> Result<String, String> {
    let bone = |told: String| if told.len() > 1 { format!("[{told}]") } else { told };
    Ok(full(board, name)?.into_iter().map(bone).collect())
}

/// The directions, with the clock.
const WAYS: [&str; 8] = ["up", "upright", "right", "downright", "down", "downleft", "left", "upleft"];

/// A letter from `a` on for the direction of each cell, and a number before it where one is given.
pub(super) fn read_posts(scan: &mut Scan<'_>, board: &mut Board, name: &str) -> Result<(), Wrong> {
    let cells = board.rows * board.cols;
    let (mut given, mut ways) = (Vec::new(), Vec::new());
    for cell in 0..cells {
        let number =
            if scan.at_digit() { Some(scan.number("a number", 1, cells)?.to_string()) } else { None };
        given.push(number);
        let way = scan.peek().and_then(|letter| WAYS.get((letter as usize).checked_sub('a' as usize)?));
        let missing = || scan.wrong(&format!("a letter from a to h for cell {} of {cells}", cell + 1));
        ways.push(Some((*way.ok_or_else(missing)?).to_owned()));
        scan.take();
    }
    board.draw(name, &ways, board.cols);
    board.draw(GIVEN, &given, board.cols);
    Ok(())
}

/// A cell without an arrow is the last: it gets its number, and an arrow that says nothing.
pub(super) fn write_posts(board: &Board, name: &str) -> Result<String, String> {
    let (rows, cols) = (board.rows, board.cols);
    let given = board.puzzle.cells(GIVEN, rows, cols)?.concat();
    let mut text = String::new();
    for (way, given) in board.puzzle.cells(name, rows, cols)?.concat().into_iter().zip(given) {
        let given = if way.is_none() { Some((rows * cols).to_string()) } else { given };
        let way = way.as_deref().map_or("up", |way| way.trim_matches('"'));
        let letter = WAYS.iter().zip('a'..).find(|(known, _)| **known == way).map(|(_, letter)| letter);
        let letter = letter.ok_or_else(|| format!("`{way}` in `{name}`"))?;
        text.push_str(&format!("{}{letter}", given.unwrap_or_default()));
    }
    Ok(text)
}

/// A digit, a letter from `A` on above 9, or `.` for each line.
pub(super) fn read_strips(scan: &mut Scan<'_>, board: &mut Board, sides: &[&str]) -> Result<(), Wrong> {
    for side in sides {
        let mut clues = Vec::new();
        for line in 0..board.side(side) {
            let sign = scan.peek().filter(|sign| *sign == '.' || sign.is_ascii_alphanumeric());
            let missing = || scan.wrong(&format!("a digit or `.` for line {} at the {side}", line + 1));
            let sign = sign.ok_or_else(missing)?;
            clues.push(sign.to_digit(36).map(|digit| digit.to_string()));
            scan.take();
        }
        scan.want(',', &format!("behind the clues at the {side}"))?;
        board.beside(side, &clues);
    }
    Ok(())
}

pub(super) fn write_strips(board: &Board, sides: &[&str]) -> Result<String, String> {
    let mut text = String::new();
    for side in sides {
        for clue in board.puzzle.clues(side, board.side(side))? {
            let Some(told) = clue else {
                text.push('.');
                continue;
            };
            let sign = told.parse().ok().and_then(|number: u32| char::from_digit(number, 36));
            text.push(sign.ok_or_else(|| format!("the number {told}"))?.to_ascii_uppercase());
        }
        text.push(',');
    }
    Ok(text)
}

/// The sides with the clock, and whether their lines are counted the other way round.
const CLOCK: [(&str, bool); 4] = [("top", false), ("right", false), ("bottom", true), ("left", true)];

/// The sides that clues all round the board stand on.
pub(super) const ROUND: [&str; 4] = ["top", "right", "bottom", "left"];

pub(super) fn read_round(scan: &mut Scan<'_>, board: &mut Board) -> Result<(), Wrong> {
    for (side, back) in CLOCK {
        let mut clues = Vec::new();
        for line in 0..board.side(side) {
            scan.want(',', &format!("before clue {} at the {side}", line + 1))?;
            clues.push(Some(scan.number("a clue", 0, board.rows * board.cols)?.to_string()));
        }
        if back {
            clues.reverse();
        }
        board.beside(side, &clues);
    }
    Ok(())
}

pub(super) fn write_round(board: &Board) -> Result<String, String> {
    let mut text = String::new();
    for (side, back) in CLOCK {
        let mut clues = board.all_clues(side)?;
        if back {
            clues.reverse();
        }
        clues.iter().for_each(|clue| text.push_str(&format!(",{clue}")));
    }
    Ok(text)
}

pub(super) fn read_stations(
    scan: &mut Scan<'_>,
    board: &mut Board,
    from: &str,
    to: &str,
) -> Result<(), Wrong> {
    for (side, station) in [("top", to), ("left", from)] {
        let (mut clues, mut mark) = (Vec::new(), None);
        for line in 1..=board.side(side) {
            scan.want(',', &format!("before clue {line} at the {side}"))?;
            let before = *scan;
            if scan.eat('S') && mark.replace(line).is_some() {
                return Err(before.wrong("one station on a side"));
            }
            clues.push(Some(scan.number("a clue", 0, board.rows * board.cols)?.to_string()));
        }
        let line = mark.ok_or_else(|| scan.wrong(&format!("a station, `S`, at the {side}")))?;
        board.beside(side, &clues);
        board.state(station, &[line.to_string()]);
    }
    Ok(())
}

pub(super) fn write_stations(board: &Board, from: &str, to: &str) -> Result<String, String> {
    let mut text = String::new();
    for (side, station) in [("top", to), ("left", from)] {
        let station = board.only_argument(station)?;
        for (clue, line) in board.all_clues(side)?.iter().zip(1..) {
            let mark = if station == line.to_string() { "S" } else { "" };
            text.push_str(&format!(",{mark}{clue}"));
        }
    }
    Ok(text)
}

/// A number for each fact, a comma behind each.
pub(super) fn read_facts(scan: &mut Scan<'_>, board: &mut Board, names: &[&str]) -> Result<(), Wrong> {
    for name in names {
        let number = scan.number(&format!("the number of {name}"), 0, board.rows * board.cols)?;
        scan.want(',', &format!("behind the number of {name}"))?;
        board.state(name, &[number.to_string()]);
    }
    Ok(())
}

pub(super) fn write_facts(board: &Board, names: &[&str]) -> Result<String, String> {
    names.iter().map(|name| Ok(format!("{},", board.only_argument(name)?))).collect()
}

//! Signs over all places of a board, with runs of empty ones or without.

use super::board::Board;
use super::part::Layers;
use crate::language::puzzle::gameid::{gap, numbers, write_gap, write_numbers as write_cells, write_signs};
use crate::language::puzzle::scan::{Scan, Wrong};
use crate::language::puzzle::written::{Cells, numbers as number_cells};

/// The places that signs stand in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// The cells.
    Cells,
    /// Where cells meet, the edge of the board included.
    Corners,
    /// The cells, the borders between them and where these meet.
    Points,
}

impl Place {
    /// Rows and columns of the places of a board.
    fn size(self, board: &Board) -> (usize, usize) {
        let (rows, cols) = (board.rows, board.cols);
        match self {
            Place::Cells => (rows, cols),
            Place::Corners => (rows + 1, cols + 1),
            Place::Points => (2 * rows - 1, 2 * cols - 1),
        }
    }

    /// The size of a board by that of a drawing of its places.
    pub(super) fn board(self, (rows, cols): (usize, usize)) -> (usize, usize) {
        match self {
            Place::Cells => (rows, cols),
            Place::Corners => (rows.saturating_sub(1), cols.saturating_sub(1)),
            Place::Points => (rows.div_ceil(2), cols.div_ceil(2)),
        }
    }
}

/// The signs of a game ID and what they are in a drawing.
#[derive(Clone, Copy, Debug)]
pub(super) enum Alphabet {
    /// Numbers in this range, those above 9 as capital letters.
    Digits(u32, u32),
    /// Numbers up to this; 0 is an empty place.
    Filled(u32),
    /// Numbers that are greater by one than their sign.
    Above,
    /// Pairs; the first of several that are equal in a drawing is written.
    Table(&'static [(char, &'static str)]),
}

impl Alphabet {
    fn token(self, sign: char) -> Option<String> {
        let digit = sign.to_digit(36).filter(|_| !sign.is_ascii_lowercase());
        match self {
            Alphabet::Digits(low, high) => {
                digit.filter(|digit| (low..=high).contains(digit)).map(|digit| digit.to_string())
            }
            Alphabet::Filled(_) if digit == Some(0) => Some(NOTHING.to_owned()),
            Alphabet::Filled(high) => Alphabet::Digits(1, high).token(sign),
            Alphabet::Above => digit.map(|digit| (digit + 1).to_string()),
            Alphabet::Table(pairs) => {
                pairs.iter().find(|(known, _)| *known == sign).map(|(_, token)| (*token).to_owned())
            }
        }
    }

    fn sign(self, token: &str) -> Option<char> {
        let digit = |number: u32| char::from_digit(number, 36).map(|sign| sign.to_ascii_uppercase());
        let told = token.trim_matches('"');
        match self {
            Alphabet::Digits(low, high) => {
                told.parse().ok().filter(|number| (low..=high).contains(number)).and_then(digit)
            }
            Alphabet::Filled(high) => Alphabet::Digits(1, high).sign(token),
            Alphabet::Above => told.parse::<u32>().ok()?.checked_sub(1).and_then(digit),
            Alphabet::Table(pairs) => pairs.iter().find(|(_, known)| *known == told).map(|(sign, _)| *sign),
        }
    }
}

/// The token of a place that nothing is drawn in.
const NOTHING: &str = "";

/// Puts signs into the layers that have them.
fn draw(board: &mut Board, signs: &[Option<char>], cols: usize, layers: Layers) {
    for (name, alphabet) in layers {
        let token = |sign: &Option<char>| alphabet.token((*sign)?).filter(|token| token != NOTHING);
        let tokens: Vec<Option<String>> = signs.iter().map(token).collect();
        board.draw(name, &tokens, cols);
    }
}

/// The sign of each place, from the layer that says something there.
fn signs(board: &Board, place: Place, layers: Layers) -> Result<Vec<Option<char>>, String> {
    let (rows, cols) = place.size(board);
    let mut signs = vec![None; rows * cols];
    for (name, alphabet) in layers {
        for (sign, token) in signs.iter_mut().zip(board.puzzle.cells(name, rows, cols)?.concat()) {
            if let Some(token) = token {
                let found = alphabet.sign(&token).ok_or_else(|| format!("`{token}` in `{name}`"))?;
                if sign.is_some_and(|other| other != found) {
                    return Err(format!("`{name}` where something else is"));
                }
                *sign = Some(found);
            }
        }
    }
    Ok(signs)
}

pub(super) fn read_runs(
    scan: &mut Scan<'_>,
    board: &mut Board,
    place: Place,
    layers: Layers,
) -> Result<(), Wrong> {
    let (rows, cols) = place.size(board);
    let signs = scan_runs(scan, rows * cols, layers, false)?;
    draw(board, &signs, cols, layers);
    Ok(())
}

/// The signs of so many places, perhaps up to the end of the line only.
fn scan_runs(
    scan: &mut Scan<'_>,
    places: usize,
    layers: Layers,
    may_end: bool,
) -> Result<Vec<Option<char>>, Wrong> {
    let mut signs: Vec<Option<char>> = Vec::new();
    while signs.len() < places && !(may_end && scan.peek().is_none()) {
        let left = places - signs.len();
        match scan.peek() {
            Some(letter @ 'a'..='z') => {
                let run = letter as usize - 'a' as usize + 1;
                if run > left {
                    return Err(scan.wrong(&format!("no more than {left} further places")));
                }
                signs.resize(signs.len() + run, None);
            }
            Some(sign) if layers.iter().any(|(_, alphabet)| alphabet.token(sign).is_some()) => {
                signs.push(Some(sign));
            }
            _ => {
                return Err(
                    scan.wrong(&format!("a sign of the game or a small letter: {left} places are missing"))
                );
            }
        }
        scan.take();
    }
    signs.resize(places, None);
    Ok(signs)
}

pub(super) fn read_ragged(scan: &mut Scan<'_>, board: &mut Board, layers: Layers) -> Result<(), Wrong> {
    let signs = scan_runs(scan, board.rows * board.cols, layers, true)?;
    draw(board, &signs, board.cols, layers);
    Ok(())
}

pub(super) fn write_ragged(board: &Board, layers: Layers) -> Result<String, String> {
    let text = write_runs(board, Place::Cells, layers)?;
    Ok(text.trim_end_matches(|sign: char| sign.is_ascii_lowercase()).to_owned())
}

pub(super) fn write_runs(board: &Board, place: Place, layers: Layers) -> Result<String, String> {
    let signs: Vec<Option<String>> =
        signs(board, place, layers)?.into_iter().map(|sign| sign.map(String::from)).collect();
    Ok(write_signs(signs.iter().map(Option::as_deref), ""))
}

pub(super) fn read_every(scan: &mut Scan<'_>, board: &mut Board, layers: Layers) -> Result<(), Wrong> {
    let cells = board.rows * board.cols;
    let mut signs = Vec::new();
    for cell in 0..cells {
        let sign =
            scan.peek().filter(|&sign| layers.iter().any(|(_, alphabet)| alphabet.token(sign).is_some()));
        signs.push(Some(
            sign.ok_or_else(|| scan.wrong(&format!("a sign of the game for cell {} of {cells}", cell + 1)))?,
        ));
        scan.take();
    }
    let cols = board.cols;
    draw(board, &signs, cols, layers);
    Ok(())
}

pub(super) fn write_every(board: &Board, layers: Layers) -> Result<String, String> {
    let empty = layers.iter().find_map(|(_, alphabet)| alphabet.sign(NOTHING));
    let signs = signs(board, Place::Cells, layers)?;
    let signs: Option<String> = signs.into_iter().map(|sign| sign.or(empty)).collect();
    signs.ok_or_else(|| "a cell without a sign".to_owned())
}

pub(super) fn read_numbers(scan: &mut Scan<'_>, board: &mut Board, name: &str) -> Result<(), Wrong> {
    let cells = board.rows * board.cols;
    let found = number_cells(&numbers(scan, cells, cells)?, board.cols);
    board.draw(name, &found.concat(), board.cols);
    Ok(())
}

pub(super) fn write_numbers(board: &Board, name: &str) -> Result<String, String> {
    let cells: Cells = board.puzzle.cells(name, board.rows, board.cols)?;
    match cells.iter().flatten().flatten().find(|told| told.parse::<usize>().is_err()) {
        Some(told) => Err(format!("`{told}` in `{name}`")),
        None => Ok(write_cells(&cells)),
    }
}

/// Letters of either case: of two kinds of marks, which are the same to those who solve.
pub(super) fn read_marks(
    scan: &mut Scan<'_>,
    board: &mut Board,
    place: Place,
    name: &str,
    token: &str,
) -> Result<(), Wrong> {
    let (rows, cols) = place.size(board);
    let mut marks = vec![None; rows * cols];
    let mut at = 0;
    while let Some(letter) = scan.peek() {
        // `a` is no gap here, where it is one of one place in other games.
        let (far, mark) = gap(Some(letter.to_ascii_lowercase()))
            .filter(|_| letter != '_')
            .ok_or_else(|| scan.wrong("a letter that tells how far the next mark is"))?;
        at += far - mark;
        if mark == 1 {
            let left = rows * cols;
            let Some(place) = marks.get_mut(at) else {
                return Err(scan.wrong(&format!("a mark within the {left} places of the board")));
            };
            *place = Some(token.to_owned());
            at += 1;
        }
        scan.take();
    }
    board.draw(name, &marks, cols);
    Ok(())
}

pub(super) fn write_marks(board: &Board, place: Place, name: &str) -> Result<String, String> {
    let (rows, cols) = place.size(board);
    let (mut text, mut far) = (String::new(), 0);
    for mark in board.puzzle.cells(name, rows, cols)?.concat() {
        far += 1;
        if mark.is_some() {
            write_gap(std::mem::take(&mut far), &mut text);
        }
    }
    Ok(text)
}

/// Sets a param to the highest number on the board, 2 at least.
pub(super) fn count_values(board: &mut Board, param: &str) {
    let values = board.puzzle.layers.iter().flat_map(|layer| layer.rows.iter().flatten());
    let highest = values.filter_map(|value| value.parse::<usize>().ok()).max().unwrap_or(0);
    board.set(param, highest.max(2));
}

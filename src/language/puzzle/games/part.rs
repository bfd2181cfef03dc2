//! The parts that the board of a game ID has, and where each stands in a puzzle.

use super::board::Board;
use super::runs::{Alphabet, Place};
use super::{lists, mines, runs, shapes};
use crate::language::puzzle::scan::{Scan, Wrong};
use crate::language::puzzle::written::Puzzle;

/// The layers of a board, each with its signs in a game ID.
pub(super) type Layers = &'static [(&'static str, Alphabet)];

/// A part of a game ID.
#[derive(Clone, Copy, Debug)]
pub(super) enum Part {
    /// A sign for each place, a small letter for a run of empty ones.
    Runs(Place, Layers),
    /// The same for cells, where a run at the end is left out.
    Ragged(Layers),
    /// A sign for each cell.
    Every(Layers),
    /// Numbers, `_` between two of them, a small letter for a run of empty cells.
    Numbers(&'static str),
    /// How far it is from each mark to the next, as a letter.
    Marks(Place, &'static str, &'static str),
    /// A number for each cell, with commas between them.
    List(&'static str),
    /// A digit for each cell, or a number in brackets.
    Bones(&'static str),
    /// Perhaps a number, and a letter for a direction, for each cell.
    Posts(&'static str),
    /// A digit or `.` for each line of these sides, and a comma behind each side.
    Strips(&'static [&'static str]),
    /// Numbers, each with a comma before it: all round the board, from the upper left corner with the clock.
    Round,
    /// Numbers, each with a comma before it, at the top and on the left; `S` marks where a way comes and goes.
    Stations(&'static str, &'static str),
    /// Numbers that facts state, each with a comma behind it.
    Facts(&'static [&'static str]),
    /// `LR` and `TB`, the halves of dominoes, and `*` for a cell with this value that belongs to none.
    Halves(&'static str, &'static str),
    /// Regions by their borders, and a sign for the value of each, as the fact `given` states it with this word.
    Map(&'static str, &'static str, &'static [&'static str]),
    /// A comma and a number of moves, which is no part of the board.
    Limit,
    /// The number of values there are on the board, as this param.
    Values(&'static str),
    /// A first cell, and which cells hold a mine.
    Mines,
}

impl Part {
    /// The names of what it says in a puzzle.
    pub(super) fn names(self) -> Vec<&'static str> {
        match self {
            Part::Runs(_, layers) | Part::Ragged(layers) | Part::Every(layers) => {
                layers.iter().map(|(name, _)| *name).collect()
            }
            Part::Numbers(name) | Part::Marks(_, name, _) | Part::List(name) | Part::Bones(name) => {
                vec![name]
            }
            Part::Posts(name) | Part::Halves(name, _) | Part::Map(name, ..) => vec![name, "given"],
            Part::Strips(sides) => sides.to_vec(),
            Part::Round => lists::ROUND.to_vec(),
            Part::Stations(from, to) => vec!["top", "left", from, to],
            Part::Facts(names) => names.to_vec(),
            Part::Mines => vec!["number", "mines"],
            Part::Limit | Part::Values(_) => Vec::new(),
        }
    }

    /// The size of the board, if this part is drawn.
    pub(super) fn size(self, puzzle: &Puzzle) -> Option<(usize, usize)> {
        match self {
            Part::Runs(place, _) | Part::Marks(place, ..) => self
                .names()
                .into_iter()
                .find_map(|name| puzzle.drawn_size(name))
                .map(|size| place.board(size)),
            Part::Strips(_) | Part::Round | Part::Stations(..) => {
                let strip = |sides: [&str; 2]| {
                    let strip = puzzle.strips.iter().find(|strip| sides.contains(&strip.name.as_str()))?;
                    Some(strip.clues.len())
                };
                strip(["left", "right"]).zip(strip(["top", "bottom"]))
            }
            _ => self.names().into_iter().find_map(|name| puzzle.drawn_size(name)),
        }
    }

    /// Reads it from a game ID.
    pub(super) fn read(self, scan: &mut Scan<'_>, board: &mut Board) -> Result<(), Wrong> {
        match self {
            Part::Runs(place, layers) => runs::read_runs(scan, board, place, layers),
            Part::Ragged(layers) => runs::read_ragged(scan, board, layers),
            Part::Every(layers) => runs::read_every(scan, board, layers),
            Part::Numbers(name) => runs::read_numbers(scan, board, name),
            Part::Marks(place, name, token) => runs::read_marks(scan, board, place, name, token),
            Part::List(name) => lists::read_list(scan, board, name),
            Part::Bones(name) => lists::read_bones(scan, board, name),
            Part::Posts(name) => lists::read_posts(scan, board, name),
            Part::Strips(sides) => lists::read_strips(scan, board, sides),
            Part::Round => lists::read_round(scan, board),
            Part::Stations(from, to) => lists::read_stations(scan, board, from, to),
            Part::Facts(names) => lists::read_facts(scan, board, names),
            Part::Halves(name, single) => shapes::read_halves(scan, board, name, single),
            Part::Map(name, word, values) => shapes::read_map(scan, board, name, word, values),
            Part::Mines => mines::read(scan, board),
            Part::Limit => {
                scan.want(',', "before the number of moves")?;
                scan.number("how many moves there may be", 0, 1_000_000).map(|_| ())
            }
            Part::Values(param) => {
                runs::count_values(board, param);
                Ok(())
            }
        }
    }

    /// Writes what [`read`](Self::read) reads.
    pub(super) fn write(self, board: &Board) -> Result<String, String> {
        match self {
            Part::Runs(place, layers) => runs::write_runs(board, place, layers),
            Part::Ragged(layers) => runs::write_ragged(board, layers),
            Part::Every(layers) => runs::write_every(board, layers),
            Part::Numbers(name) => runs::write_numbers(board, name),
            Part::Marks(place, name, _) => runs::write_marks(board, place, name),
            Part::List(name) => lists::write_list(board, name),
            Part::Bones(name) => lists::write_bones(board, name),
            Part::Posts(name) => lists::write_posts(board, name),
            Part::Strips(sides) => lists::write_strips(board, sides),
            Part::Round => lists::write_round(board),
            Part::Stations(from, to) => lists::write_stations(board, from, to),
            Part::Facts(names) => lists::write_facts(board, names),
            Part::Halves(name, single) => shapes::write_halves(board, name, single),
            Part::Map(name, word, values) => shapes::write_map(board, name, word, values),
            Part::Mines => Err("where the mines are, which a puzzle does not tell".to_owned()),
            // As many as there are cells are always enough.
            Part::Limit => Ok(format!(",{}", board.rows * board.cols)),
            Part::Values(_) => Ok(String::new()),
        }
    }
}

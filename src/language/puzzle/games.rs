//! Simon Tatham's games by a table: the parts of their game IDs, each of which is read and written by one primitive.
//!
//! A game is a row of [`table`]: its rule set, what may stand between its size and its board, and the parts of the board.
//! [`runs`] has the parts that go over all places of a board, [`lists`] those that are numbers beside it, [`shapes`] those
//! that part it, [`mines`] the one that is hidden.

mod board;
mod lists;
mod mines;
mod params;
mod part;
mod runs;
mod shapes;
pub(super) mod table;

use self::board::Board;
use self::params::Param;
use self::part::Part;
use super::scan::{Scan, Wrong};
use super::written::Puzzle;

/// The largest number of rows or columns.
const LARGEST: usize = 200;

/// A game: what it is called, and the parts of its game ID.
#[derive(Debug)]
pub(super) struct Game {
    /// The name of its format.
    pub(super) name: &'static str,
    /// One line for people.
    pub(super) summary: &'static str,
    /// A small puzzle.
    pub(super) example: &'static str,
    /// The rule set.
    rules: &'static str,
    shape: Shape,
    params: &'static [Param],
    parts: &'static [Part],
}

/// How the size of a board is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shape {
    /// `5x4`, columns first; these params are rows and columns.
    Sized(&'static str, &'static str),
    /// The highest number of a set of dominoes, which fills a board of one row and two columns more.
    Dominoes(&'static str),
}

impl Game {
    /// Reads a game ID.
    pub(super) fn read(&self, mut scan: Scan<'_>) -> Result<Puzzle, Wrong> {
        let mut board = self.board(&mut scan)?;
        for param in self.params {
            param.read(&mut scan, &mut board)?;
        }
        if scan.peek() == Some('#') {
            return Err(scan.wrong(
                "`:` and the board; `#` stands before a seed, from which only the game makes a board",
            ));
        }
        scan.want(':', "before the board")?;
        for part in self.parts {
            part.read(&mut scan, &mut board)?;
        }
        scan.end()?;
        Ok(board.puzzle)
    }

    /// A board of the size that is told, without anything on it.
    fn board(&self, scan: &mut Scan<'_>) -> Result<Board, Wrong> {
        let (rows, cols, with) = match self.shape {
            Shape::Sized(high, wide) => {
                let cols = scan.number("the width", 1, LARGEST)?;
                let rows = if scan.eat('x') { scan.number("the height", 1, LARGEST)? } else { cols };
                (rows, cols, vec![(high, rows), (wide, cols)])
            }
            Shape::Dominoes(most) => {
                let highest = scan.number("the highest number", 0, LARGEST - 2)?;
                (highest + 1, highest + 2, vec![(most, highest)])
            }
        };
        Ok(Board { rows, cols, puzzle: Puzzle::of(self.rules, &with) })
    }

    /// Writes a game ID, or says what part of a puzzle there is no sign for.
    pub(super) fn write(&self, puzzle: &Puzzle) -> Result<String, String> {
        let names: Vec<&str> = self.parts.iter().flat_map(|part| part.names()).collect();
        puzzle.only(&[self.rules], &[], &names)?;
        let (rows, cols) = self.size(puzzle).ok_or("a board whose size is not told")?;
        if rows == 0 || cols == 0 || rows > LARGEST || cols > LARGEST {
            return Err(format!("a board of {rows} by {cols}"));
        }
        let board = Board { rows, cols, puzzle: puzzle.clone() };
        let mut text = match self.shape {
            Shape::Sized(..) => format!("{cols}x{rows}"),
            Shape::Dominoes(_) => (rows - 1).to_string(),
        };
        for param in self.params {
            text.push_str(&param.write(&board)?);
        }
        text.push(':');
        for part in self.parts {
            text.push_str(&part.write(&board)?);
        }
        Ok(text + "\n")
    }

    /// Rows and columns, by the params or by what is drawn.
    fn size(&self, puzzle: &Puzzle) -> Option<(usize, usize)> {
        let told = match self.shape {
            Shape::Sized(high, wide) => puzzle.setting(high).zip(puzzle.setting(wide)),
            Shape::Dominoes(most) => puzzle.setting(most).map(|most| (most + 1, most + 2)),
        };
        told.or_else(|| self.parts.iter().find_map(|part| part.size(puzzle)))
    }
}

//! What stands between the size of a board and the board in a game ID.

use super::board::Board;
use crate::language::puzzle::scan::{Scan, Wrong};

/// A letter behind the size, perhaps with more behind it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Param {
    /// How hard the board is: a letter or a digit behind it. It is no part of the board.
    Level,
    /// A number behind it says how the board was made.
    Made(char),
    /// A word that says how the board was made.
    Shaped(&'static [&'static str]),
    /// Another number than this means other boards or rules.
    Must(char, usize, &'static str),
    /// It means other boards or rules.
    Not(char, &'static str),
    /// The number behind it is a param of the rule set.
    Set(char, &'static str),
    /// The number behind it is the number of groups in a drawing.
    Groups(char, &'static str),
}

impl Param {
    /// Reads it, if it is there.
    pub(super) fn read(self, scan: &mut Scan<'_>, board: &mut Board) -> Result<(), Wrong> {
        let before = *scan;
        match self {
            Param::Level => {
                if scan.eat('d') && scan.peek() != Some(':') {
                    scan.take();
                    // A number behind the letter is from a version that had more to say there.
                    while scan.at_digit() {
                        scan.take();
                    }
                }
            }
            Param::Shaped(words) => {
                if words.contains(&scan.rest().split(':').next().unwrap_or_default()) {
                    scan.take_until(':');
                }
            }
            Param::Made(letter) => {
                if scan.eat(letter) {
                    while scan.peek().is_some_and(|sign| sign == '.' || sign.is_ascii_digit()) {
                        scan.take();
                    }
                }
            }
            Param::Must(letter, number, what) => {
                if scan.eat(letter) && scan.number("a number", 0, 1_000)? != number {
                    return Err(before.wrong(&format!("`{letter}{number}`: {what}")));
                }
            }
            Param::Not(letter, what) => {
                if scan.peek() == Some(letter) {
                    return Err(scan.wrong(&format!("no `{letter}`: {what}")));
                }
            }
            Param::Set(letter, param) => {
                scan.want(letter, &format!("and a number, the `{param}`"))?;
                let number = scan.number("a number", 1, 1_000)?;
                board.set(param, number);
            }
            Param::Groups(letter, name) => {
                if scan.eat(letter) {
                    scan.number(&format!("how many there are of `{name}`"), 1, 100_000)?;
                }
            }
        }
        Ok(())
    }

    /// Writes what the board cannot be read without.
    pub(super) fn write(self, board: &Board) -> Result<String, String> {
        Ok(match self {
            Param::Level | Param::Made(_) | Param::Shaped(_) | Param::Not(..) => String::new(),
            Param::Must(letter, number, _) => format!("{letter}{number}"),
            Param::Set(letter, param) => {
                let number = board.puzzle.setting(param);
                let number = number.ok_or_else(|| format!("a board that does not say `{param}`"))?;
                format!("{letter}{number}")
            }
            Param::Groups(letter, name) => {
                let mut names = board.puzzle.cells(name, board.rows, board.cols)?.concat();
                names.sort_unstable();
                names.dedup();
                format!("{letter}{}", names.len())
            }
        })
    }
}

//! Formats of other programs: how their puzzles become what a `.puzzle` says, and back.
//!
//! A format lives in one file: its descriptor, its reader and its writer. It knows the name of a rule set and of its
//! clues, as a `.puzzle` file does, and nothing of what they mean. The slice [`FORMATS`] is the only list of them; the
//! command line and `docs/formats.md` are made from it.

mod bordeaux;
mod ist;
mod non;
mod pt2;
mod puzzle;
mod sdk;
mod sdm;
mod sgt_keen;
mod sgt_lightup;
mod sgt_pattern;
mod sgt_singles;
mod sgt_solo;
mod sgt_tents;
mod sgt_towers;
mod sgt_unequal;
mod sgt_unruly;
mod ufmg;

use std::iter;

use super::scan::{Input, Scan, Wrong};
use super::written::Puzzle;
use crate::language::source::SourceId;

/// A format: what it is called, how to know it, how to read and write it.
#[derive(Debug)]
pub struct Format {
    /// What the command line calls it.
    pub name: &'static str,
    /// One line for people.
    pub summary: &'static str,
    /// A small puzzle in it.
    pub example: &'static str,
    /// The ending of file names that is enough to know it by.
    pub extension: Option<&'static str>,
    /// Whether a text can only be meant in this format, as far as this format can tell.
    pub detect: fn(Input<'_>) -> bool,
    /// Reads all puzzles of a text, one after the other. A puzzle that is wrong is the last.
    pub read: for<'t> fn(Input<'t>) -> Puzzles<'t>,
    /// Writes a puzzle, or says what part of it this format has no sign for.
    pub write: fn(&Puzzle) -> Result<String, String>,
    /// How the program whose format it is tells solutions; without it, a solution is written as a puzzle without gaps.
    pub answer: Option<fn(&Answer<'_>) -> String>,
    /// Whether a text may hold several puzzles.
    pub several: bool,
}

/// The puzzles of a text, read as they are asked for.
pub type Puzzles<'t> = Box<dyn Iterator<Item = Result<Puzzle, Wrong>> + 't>;

/// Something to tell about the solutions of a puzzle.
#[derive(Debug)]
pub enum Answer<'a> {
    /// A solution.
    Solution {
        /// Its values, row by row.
        rows: &'a [Vec<String>],
        /// Its number, from 1; nothing if only one was asked for.
        number: Option<u64>,
    },
    /// The end of the search.
    End {
        /// The puzzle.
        puzzle: &'a Puzzle,
        /// How many solutions were found.
        count: u64,
        /// Whether several were asked for.
        several: bool,
    },
}

/// Every format, in the order in which people see them.
pub const FORMATS: &[Format] = &[
    puzzle::FORMAT,
    ist::FORMAT,
    bordeaux::FORMAT,
    pt2::FORMAT,
    ufmg::FORMAT,
    sdm::FORMAT,
    sdk::FORMAT,
    non::FORMAT,
    sgt_unruly::FORMAT,
    sgt_solo::FORMAT,
    sgt_unequal::FORMAT,
    sgt_towers::FORMAT,
    sgt_keen::FORMAT,
    sgt_pattern::FORMAT,
    sgt_singles::FORMAT,
    sgt_tents::FORMAT,
    sgt_lightup::FORMAT,
];

/// The format of `.puzzle` files, which every other is read into and written from.
pub const LANGUAGE: &Format = &FORMATS[0];

impl Format {
    /// Reads all puzzles of a source.
    pub fn puzzles<'t>(&self, source: SourceId, text: &'t str) -> Puzzles<'t> {
        let input = Input { source, text, format: self.name };
        let mut puzzles = (self.read)(input).peekable();
        if puzzles.peek().is_none() {
            return one(Err(input.ended("a puzzle")));
        }
        Box::new(puzzles)
    }
}

/// The format of this name.
pub fn named(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name == name)
}

/// The formats that a file may be in, by its name and its text; certain if there is just one.
pub fn detect(name: &str, text: &str) -> Vec<&'static Format> {
    let extension = name.rsplit_once('.').map(|(_, extension)| extension);
    if let Some(format) =
        FORMATS.iter().find(|format| format.extension.is_some() && format.extension == extension)
    {
        return vec![format];
    }
    let claims = |format: &&Format| (format.detect)(Input { source: 0, text, format: format.name });
    FORMATS.iter().filter(claims).collect()
}

/// The puzzle of a text that holds one.
fn one<'t>(puzzle: Result<Puzzle, Wrong>) -> Puzzles<'t> {
    Box::new(iter::once(puzzle))
}

/// The puzzles of a text that holds one on each line.
fn each_line<'t>(input: Input<'t>, read: fn(Scan<'t>) -> Result<Puzzle, Wrong>) -> Puzzles<'t> {
    let mut lines = input.lines('#');
    let mut ended = false;
    Box::new(iter::from_fn(move || {
        let puzzle = lines.next().filter(|_| !ended).map(|line| read(input.scan(line)))?;
        ended = puzzle.is_err();
        Some(puzzle)
    }))
}

/// Whether the first puzzle of a text can be read: enough to know a format whose texts look like no other's.
fn reads(input: Input<'_>, read: for<'t> fn(Input<'t>) -> Puzzles<'t>) -> bool {
    read(input).next().is_some_and(|puzzle| puzzle.is_ok())
}

/// Never: the texts of this format look like those of others.
fn never(_: Input<'_>) -> bool {
    false
}

#[cfg(test)]
mod tests;

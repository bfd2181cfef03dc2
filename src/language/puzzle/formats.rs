//! Formats of other programs: how their puzzles become what a `.puzzle` says, and back.
//!
//! A format lives in one file: its descriptor, its reader and its writer. It knows the name of a rule set and of its
//! clues, as a `.puzzle` file does, and nothing of what they mean. The slice [`FORMATS`] is the only list of them; the
//! command line and `docs/formats.md` are made from it.

mod bordeaux;
mod fpuzzles;
mod ist;
mod non;
mod pt2;
mod puzzle;
mod puzzlink;
mod pzprv3;
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

pub use puzzle::{apart, undrawn};

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
    /// Whether a text can only be meant in this format, as far as this format can tell; without it, a text whose first
    /// puzzle can be read is: it looks like no other's.
    detect: Option<fn(Input<'_>) -> bool>,
    /// Whether a text is an address that holds a puzzle in it.
    address: Option<fn(&str) -> bool>,
    read: Reader,
    /// Writes a puzzle, or says what part of it this format has no sign for.
    pub write: Writer,
    /// How the program whose format it is tells solutions; without it, a solution is written as a puzzle without gaps.
    pub answer: Option<fn(&Answer<'_>) -> String>,
    /// Whether a text may hold several puzzles.
    pub several: bool,
}

/// How puzzles stand in a text.
#[derive(Clone, Copy, Debug)]
enum Reader {
    /// One is the whole text.
    Whole(fn(Input<'_>) -> Result<Puzzle, Wrong>),
    /// One on each line; a line that starts with `#` is none.
    Lines(fn(Scan<'_>) -> Result<Puzzle, Wrong>),
}

/// Writes a puzzle, or says what part of it there is no sign for.
pub type Writer = fn(&Puzzle) -> Result<String, String>;

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
    puzzlink::FORMAT,
    pzprv3::FORMAT,
    fpuzzles::FORMAT,
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
    /// What a format has if it says nothing else, and each text is a puzzle.
    const fn whole(read: fn(Input<'_>) -> Result<Puzzle, Wrong>, write: Writer) -> Format {
        Format::bare(Reader::Whole(read), write, false)
    }

    /// The same if each line is one.
    const fn lines(read: fn(Scan<'_>) -> Result<Puzzle, Wrong>, write: Writer) -> Format {
        Format::bare(Reader::Lines(read), write, true)
    }

    const fn bare(read: Reader, write: Writer, several: bool) -> Format {
        let (name, summary, example) = ("", "", "");
        Format {
            name,
            summary,
            example,
            extension: None,
            detect: None,
            address: None,
            read,
            write,
            answer: None,
            several,
        }
    }

    /// Reads all puzzles of a source, one after the other. A puzzle that is wrong is the last.
    pub fn puzzles<'t>(&self, source: SourceId, text: &'t str) -> Puzzles<'t> {
        let input = Input { source, text, format: self.name };
        let read = match self.read {
            Reader::Whole(read) => return Box::new(iter::once(read(input))),
            Reader::Lines(read) => read,
        };
        let mut lines = input.lines('#').peekable();
        if lines.peek().is_none() {
            return Box::new(iter::once(Err(input.ended("a puzzle"))));
        }
        let mut ended = false;
        Box::new(iter::from_fn(move || {
            let puzzle = lines.next().filter(|_| !ended).map(|line| read(input.scan(line)))?;
            ended = puzzle.is_err();
            Some(puzzle)
        }))
    }

    /// Whether each line is a puzzle, so that a text can be read as it comes.
    pub fn is_by_lines(&self) -> bool {
        matches!(self.read, Reader::Lines(_))
    }

    fn claims(&self, text: &str) -> bool {
        match self.detect {
            Some(detect) => detect(Input { source: 0, text, format: self.name }),
            None => self.puzzles(0, text).next().is_some_and(|puzzle| puzzle.is_ok()),
        }
    }
}

/// The format of this name.
pub fn named(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name == name)
}

/// The format of an address that holds a whole puzzle, so that nothing needs to be fetched.
pub fn address(text: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.address.is_some_and(|is_address| is_address(text)))
}

/// The formats that a file may be in, by its name and its text; certain if there is just one.
pub fn detect(name: &str, text: &str) -> Vec<&'static Format> {
    let extension = name.rsplit_once('.').map(|(_, extension)| extension);
    if let Some(format) =
        FORMATS.iter().find(|format| format.extension.is_some() && format.extension == extension)
    {
        return vec![format];
    }
    FORMATS.iter().filter(|format| format.claims(text)).collect()
}

#[cfg(test)]
mod tests;

//! Formats of other programs: how their puzzles become what a `.puzzle` says, and back.
//!
//! A format lives in one file: its descriptor, its reader and its writer. It knows the name of a rule set and of its
//! clues, as a `.puzzle` file does, and nothing of what they mean. The slice [`FORMATS`] is the only list of them; the
//! command line and `docs/formats.md` are made from it.

mod bordeaux;
mod fpuzzles;
#[cfg(feature = "cli")]
mod ipuz;
mod ist;
mod non;
#[cfg(feature = "cli")]
mod penpa;
mod pt2;
mod puzzle;
mod puzzlink;
mod pzprv3;
mod sdk;
mod sdm;
#[cfg(feature = "cli")]
mod sdx;
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
#[cfg(feature = "cli")]
mod webpbn;

pub use puzzle::{apart, undrawn};

use std::iter;

#[cfg(feature = "cli")]
use super::games::{Game, table};
use super::line::Piece;
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
    write: Writer,
    /// How the program whose format it is tells solutions; without it, a solution is written as a puzzle without gaps.
    pub answer: Option<fn(&Answer<'_>) -> String>,
    /// Whether a text may hold several puzzles.
    pub several: bool,
    /// Whether pages know it too, or the command line only.
    pub on_pages: bool,
}

/// How puzzles stand in a text.
#[derive(Clone, Copy, Debug)]
enum Reader {
    /// One is the whole text.
    Whole(fn(Input<'_>) -> Result<Puzzle, Wrong>),
    /// One on each line; a line that starts with `#` is none.
    Lines(fn(Scan<'_>) -> Result<Puzzle, Wrong>),
    /// A game ID on each line, by a row of the table of games.
    #[cfg(feature = "cli")]
    Game(&'static Game),
}

/// Writes a puzzle, or says what part of it there is no sign for.
type Writer = fn(&Puzzle) -> Result<String, String>;

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
    #[cfg(feature = "cli")]
    sdx::FORMAT,
    non::FORMAT,
    #[cfg(feature = "cli")]
    webpbn::FORMAT,
    #[cfg(feature = "cli")]
    ipuz::FORMAT,
    puzzlink::FORMAT,
    pzprv3::FORMAT,
    fpuzzles::FORMAT,
    #[cfg(feature = "cli")]
    penpa::FORMAT,
    sgt_unruly::FORMAT,
    sgt_solo::FORMAT,
    sgt_unequal::FORMAT,
    sgt_towers::FORMAT,
    sgt_keen::FORMAT,
    sgt_pattern::FORMAT,
    sgt_singles::FORMAT,
    sgt_tents::FORMAT,
    sgt_lightup::FORMAT,
    #[cfg(feature = "cli")]
    Format::game(&table::LOOPY),
    #[cfg(feature = "cli")]
    Format::game(&table::BRIDGES),
    #[cfg(feature = "cli")]
    Format::game(&table::RANGE),
    #[cfg(feature = "cli")]
    Format::game(&table::SLANT),
    #[cfg(feature = "cli")]
    Format::game(&table::MAGNETS),
    #[cfg(feature = "cli")]
    Format::game(&table::GALAXIES),
    #[cfg(feature = "cli")]
    Format::game(&table::MAP),
    #[cfg(feature = "cli")]
    Format::game(&table::MINES),
    #[cfg(feature = "cli")]
    Format::game(&table::PALISADE),
    #[cfg(feature = "cli")]
    Format::game(&table::PEARL),
    #[cfg(feature = "cli")]
    Format::game(&table::RECT),
    #[cfg(feature = "cli")]
    Format::game(&table::TRACKS),
    #[cfg(feature = "cli")]
    Format::game(&table::UNDEAD),
    #[cfg(feature = "cli")]
    Format::game(&table::FILLING),
    #[cfg(feature = "cli")]
    Format::game(&table::DOMINOSA),
    #[cfg(feature = "cli")]
    Format::game(&table::NET),
    #[cfg(feature = "cli")]
    Format::game(&table::MOSAIC),
    #[cfg(feature = "cli")]
    Format::game(&table::SIGNPOST),
    #[cfg(feature = "cli")]
    Format::game(&table::FLOOD),
    #[cfg(feature = "cli")]
    Format::game(&table::FIFTEEN),
    #[cfg(feature = "cli")]
    Format::game(&table::SIXTEEN),
    #[cfg(feature = "cli")]
    Format::game(&table::PEGS),
    #[cfg(feature = "cli")]
    Format::game(&table::INERTIA),
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

    /// A game of the table; a bare game ID may be one of several games, so only an address names it.
    #[cfg(feature = "cli")]
    const fn game(game: &'static Game) -> Format {
        let refuse = |_: &Puzzle| Err(String::new());
        Format {
            name: game.name,
            summary: game.summary,
            example: game.example,
            detect: Some(|_| false),
            on_pages: false,
            ..Format::bare(Reader::Game(game), refuse, true)
        }
    }

    /// Writes a puzzle, or says what part of it this format has no sign for.
    pub fn write(&self, puzzle: &Puzzle) -> Result<String, String> {
        match self.read {
            #[cfg(feature = "cli")]
            Reader::Game(game) => game.write(puzzle),
            _ => (self.write)(puzzle),
        }
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
            on_pages: true,
        }
    }

    /// Reads all puzzles of a source, one after the other. A puzzle that is wrong is the last.
    pub fn puzzles<'t>(&self, source: SourceId, text: &'t str) -> Puzzles<'t> {
        let input = Input { source, text, format: self.name };
        if let Reader::Whole(read) = self.read {
            return Box::new(iter::once(read(input)));
        }
        let (reader, name) = (self.read, self.name);
        let read = move |line: Piece<'t>| match reader {
            Reader::Whole(_) => Err(input.ended("a line")),
            Reader::Lines(read) => read(input.scan(behind_game(line, name))),
            #[cfg(feature = "cli")]
            Reader::Game(game) => game.read(input.scan(behind_game(line, name))),
        };
        let mut lines = input.lines('#').peekable();
        if lines.peek().is_none() {
            return Box::new(iter::once(Err(input.ended("a puzzle"))));
        }
        let mut ended = false;
        Box::new(iter::from_fn(move || {
            let puzzle = lines.next().filter(|_| !ended).map(&read)?;
            ended = puzzle.is_err();
            Some(puzzle)
        }))
    }

    /// Whether each line is a puzzle, so that a text can be read as it comes.
    pub fn is_by_lines(&self) -> bool {
        !matches!(self.read, Reader::Whole(_))
    }

    /// Whether a text is an address that holds a puzzle in this format.
    fn is_address(&self, text: &str) -> bool {
        game_id(text, self.name).is_some() || self.address.is_some_and(|is_address| is_address(text))
    }

    fn claims(&self, text: &str) -> bool {
        if self.is_address(text.trim_start_matches('\u{feff}').lines().next().unwrap_or_default()) {
            return true;
        }
        match self.detect {
            Some(detect) => detect(Input { source: 0, text, format: self.name }),
            None => self.puzzles(0, text).next().is_some_and(|puzzle| puzzle.is_ok()),
        }
    }
}

/// Where a game ID begins in an address of the page to play it on, if the game is that of the format of this name.
fn game_id(text: &str, format: &str) -> Option<usize> {
    let (page, _) = text.trim_end().split_once(".html#").filter(|(page, _)| page.contains("://"))?;
    let game = page.rsplit('/').next()?;
    (format.strip_prefix("sgt-")? == game).then_some(page.len() + ".html#".len())
}

/// The game ID of an address, or the line as it is.
fn behind_game<'t>(line: Piece<'t>, format: &str) -> Piece<'t> {
    let start = game_id(line.text, format).unwrap_or(0);
    Piece { start: line.start + start, text: &line.text[start..] }
}

/// The format of this name.
pub fn named(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name == name)
}

/// The format of an address that holds a whole puzzle, so that nothing needs to be fetched.
pub fn address(text: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.is_address(text))
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

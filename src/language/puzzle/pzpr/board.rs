//! A board between an address or a file and a puzzle: words are put into it and taken out of it.

use std::collections::BTreeMap;

use super::LARGEST;
use super::code::{UNTOLD, Words};
use super::rooms::Rooms;
use super::signs::Signs;
use crate::language::puzzle::gameid::block_name;
use crate::language::puzzle::written::{Fact, Puzzle, rows};

/// A board on its way from an address to a puzzle or back.
#[derive(Debug)]
pub(super) struct Board {
    pub(super) rows: usize,
    pub(super) cols: usize,
    pub(super) puzzle: Puzzle,
    /// The rooms, once they are known.
    pub(super) rooms: Option<Rooms>,
}

impl Board {
    /// How many lines end on a side.
    pub(super) fn side(&self, side: &str) -> usize {
        if matches!(side, "top" | "bottom") { self.cols } else { self.rows }
    }

    pub(super) fn set(&mut self, param: &str, value: usize) {
        if let Some(used) = self.puzzle.uses.first_mut() {
            used.with.push((param.to_owned(), value as i64));
        }
    }

    fn change(&mut self, change: impl FnOnce(Puzzle) -> Puzzle) {
        self.puzzle = change(std::mem::take(&mut self.puzzle));
    }

    pub(super) fn put(&mut self, name: &str, tokens: &[Option<String>], cols: usize) {
        self.change(|puzzle| puzzle.draw(name, &rows(tokens, cols)));
    }

    /// Words in a drawing of so many columns.
    pub(super) fn put_drawn(
        &mut self,
        words: &[Option<String>],
        name: &str,
        signs: Signs,
        cols: usize,
    ) -> Result<(), String> {
        self.put(name, &tokens(words, signs)?, cols);
        Ok(())
    }

    /// The words of a drawing of this size.
    pub(super) fn drawn(&self, name: &str, signs: Signs, rows: usize, cols: usize) -> Result<Words, String> {
        words(self.puzzle.cells(name, rows, cols)?.concat(), signs)
    }

    pub(super) fn beside(&mut self, side: &str, clues: &[Option<String>]) {
        self.change(|puzzle| puzzle.beside(side, clues));
    }

    /// Clues of several sides, one after the other.
    pub(super) fn put_beside(
        &mut self,
        words: &[Option<String>],
        sides: &[&str],
        signs: Signs,
    ) -> Result<(), String> {
        let told = tokens(words, signs)?;
        let mut rest = told.as_slice();
        for side in sides {
            let (clues, more) = rest.split_at(self.side(side));
            self.beside(side, clues);
            rest = more;
        }
        Ok(())
    }

    /// Words of cells, in the first layer that has a sign for them. A wall is a fact.
    pub(super) fn put_cells(
        &mut self,
        words: &[Option<String>],
        layers: &[(&str, Signs)],
    ) -> Result<(), String> {
        let mut drawn = vec![vec![None; words.len()]; layers.len()];
        for (at, word) in words.iter().enumerate() {
            let Some(word) = word else { continue };
            let (name, told) = token(word, layers)?;
            if name == WALL {
                let cell = format!("r{}c{}", at / self.cols + 1, at % self.cols + 1);
                self.change(|puzzle| puzzle.state(WALL, &[cell]));
            } else if let Some(layer) = layers.iter().position(|(layer, _)| *layer == name) {
                drawn[layer][at] = Some(told);
            }
            if let Some(rooms) = self.rooms.as_mut().filter(|_| [WALL, "black"].contains(&name)) {
                rooms.take_out(at);
            }
        }
        for ((name, _), tokens) in layers.iter().zip(&drawn) {
            self.put(name, tokens, self.cols);
        }
        Ok(())
    }

    pub(super) fn cells(&self, layers: &[(&str, Signs)]) -> Result<Words, String> {
        let mut all: Words = vec![None; self.rows * self.cols];
        for (name, signs) in layers {
            let cells = if *name == WALL {
                self.walls()?
            } else {
                self.puzzle.cells(name, self.rows, self.cols)?.concat()
            };
            for (place, token) in all.iter_mut().zip(cells) {
                let Some(token) = token else { continue };
                if place.is_some() {
                    return Err(format!("`{name}` in a cell that holds something else"));
                }
                *place = Some(word(&token, name, *signs)?);
            }
        }
        Ok(all)
    }

    /// The cells that are stated to be walls.
    fn walls(&self) -> Result<Words, String> {
        let mut all = vec![None; self.rows * self.cols];
        for fact in self.puzzle.facts.iter().filter(|fact| fact.name == WALL) {
            let place = fact.args.first().and_then(|place| crate::language::cell::named(place));
            let place = place.and_then(|(row, col)| {
                let (row, col) = (usize::try_from(row - 1).ok()?, usize::try_from(col - 1).ok()?);
                (row < self.rows && col < self.cols).then_some(row * self.cols + col)
            });
            all[place.ok_or_else(|| format!("`{fact}`"))?] = Some(WALL.to_owned());
        }
        Ok(all)
    }

    /// A number for each room.
    pub(super) fn put_totals(
        &mut self,
        name: &str,
        signs: Signs,
        words: &[Option<String>],
    ) -> Result<(), String> {
        for (room, total) in tokens(words, signs)?.into_iter().enumerate() {
            let Some(total) = total else { continue };
            let total = if total == "?" { "\"?\"".to_owned() } else { total };
            self.change(|puzzle| puzzle.state(name, &[block_name(room), total]));
        }
        Ok(())
    }

    pub(super) fn totals(&self, name: &str, signs: Signs) -> Result<Words, String> {
        let rooms = self.rooms.as_ref().ok_or("a board without rooms")?;
        let mut all: Words = vec![None; rooms.count];
        let known: BTreeMap<&str, usize> = rooms.names.iter().map(String::as_str).zip(0..).collect();
        for fact in self.puzzle.facts.iter().filter(|fact| fact.name == name) {
            let Fact { args, .. } = fact;
            let room = args.first().and_then(|room| known.get(room.trim_matches('"')).copied());
            let (Some(room), [_, total]) = (room, args.as_slice()) else { return Err(format!("`{fact}`")) };
            all[room] = Some(word(total, name, signs)?);
        }
        Ok(all)
    }

    /// The number of ships of each length.
    pub(super) fn put_fleet(&mut self, name: &str, fleet: &[usize]) {
        for (length, many) in (1..).zip(fleet).filter(|(_, many)| **many > 0) {
            let length: usize = length;
            self.change(|puzzle| puzzle.state(name, &[length.to_string(), many.to_string()]));
        }
    }

    pub(super) fn fleet(&self, name: &str) -> Result<Vec<usize>, String> {
        let mut fleet = Vec::new();
        for fact in self.puzzle.facts.iter().filter(|fact| fact.name == name) {
            let numbers: Option<Vec<usize>> = fact.args.iter().map(|number| number.parse().ok()).collect();
            let Some([length @ 1..=LARGEST, many @ ..=LARGEST]) = numbers.as_deref() else {
                return Err(format!("`{fact}`"));
            };
            if fleet.len() < *length {
                fleet.resize(*length, 0);
            }
            fleet[length - 1] += many;
        }
        Ok(fleet)
    }

    /// The sizes of rooms in some of their cells, as signs.
    pub(super) fn put_sizes(
        &mut self,
        words: &[Option<String>],
        name: &str,
        sign: &str,
    ) -> Result<(), String> {
        let Some(rooms) = &self.rooms else { return Ok(()) };
        let sizes = rooms.sizes();
        let mut all = Vec::new();
        for (at, word) in words.iter().enumerate() {
            let size = sizes[rooms.of[at]].to_string();
            if let Some(word) = word.as_ref().filter(|word| *word != UNTOLD && **word != size) {
                return Err(format!("the size of the room, {size}, and not {word}"));
            }
            let told = |word: &String| if word == UNTOLD { BLANK } else { sign };
            all.push(word.as_ref().map(|word| told(word).to_owned()));
        }
        self.put(name, &all, self.cols);
        Ok(())
    }
}

/// The value of a cell that holds no number.
pub(super) const BLANK: &str = "blank";

/// The predicate of squares that hold nothing.
pub(super) const WALL: &str = "wall";

/// The tokens for words, or what is wanted instead of one that has none.
pub(super) fn tokens(words: &[Option<String>], signs: Signs) -> Result<Words, String> {
    words
        .iter()
        .map(|word| word.as_ref().map(|word| token(word, &[("", signs)]).map(|(_, token)| token)).transpose())
        .collect()
}

fn token<'n>(word: &str, layers: &[(&'n str, Signs)]) -> Result<(&'n str, String), String> {
    let found = layers.iter().find_map(|(name, signs)| Some((*name, signs.token(word)?)));
    found.ok_or_else(|| match word {
        UNTOLD => "numbers that are told: the rule set has no sign for one that is not".to_owned(),
        _ => format!("clues that the rule set has signs for; it has none for `{word}`"),
    })
}

/// The words for tokens.
pub(super) fn words(tokens: Words, signs: Signs) -> Result<Words, String> {
    tokens.into_iter().map(|token| token.map(|token| word(&token, "", signs)).transpose()).collect()
}

fn word(token: &str, name: &str, signs: Signs) -> Result<String, String> {
    let told = token.trim_matches('"');
    let place = if name.is_empty() { String::new() } else { format!(" in `{name}`") };
    signs.word(told).ok_or_else(|| format!("`{told}`{place}"))
}

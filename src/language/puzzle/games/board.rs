//! A board between a game ID and a puzzle.

use crate::language::puzzle::written::{Puzzle, rows};

/// A board on its way from a game ID to a puzzle or back.
#[derive(Debug)]
pub(super) struct Board {
    pub(super) rows: usize,
    pub(super) cols: usize,
    pub(super) puzzle: Puzzle,
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

    /// Draws tokens in rows of so many.
    pub(super) fn draw(&mut self, name: &str, tokens: &[Option<String>], cols: usize) {
        self.change(|puzzle| puzzle.draw(name, &rows(tokens, cols)));
    }

    pub(super) fn beside(&mut self, side: &str, clues: &[Option<String>]) {
        self.change(|puzzle| puzzle.beside(side, clues));
    }

    pub(super) fn state(&mut self, name: &str, args: &[String]) {
        self.change(|puzzle| puzzle.state(name, args));
    }

    /// The clues of a side, all of which must be told.
    pub(super) fn all_clues(&self, side: &str) -> Result<Vec<String>, String> {
        let clues = self.puzzle.clues(side, self.side(side))?;
        let clues = clues.into_iter().collect::<Option<Vec<_>>>();
        clues.ok_or_else(|| format!("a line without a clue in `{side}`"))
    }

    /// The only argument of a fact.
    pub(super) fn only_argument(&self, name: &str) -> Result<String, String> {
        let mut facts = self.puzzle.facts.iter().filter(|fact| fact.name == name);
        match (facts.next().map(|fact| fact.args.as_slice()), facts.next()) {
            (Some([told]), None) => Ok(told.clone()),
            _ => Err(format!("a puzzle that does not say `{name}` once")),
        }
    }
}

//! Solutions told in the format of another program.

use super::subject::Subject;
use crate::board::draw;
use crate::board::eval::World;
use crate::language::diagnostic::Diagnostic;
use crate::language::diagnostic::catalogue::files as say;
use crate::language::puzzle::BETWEEN;
use crate::language::puzzle::formats::{Answer, Format, LANGUAGE};
use crate::language::puzzle::written::Puzzle;
use crate::language::source::Sources;
use crate::language::term::TermId;
use crate::services::generate::filled;
use crate::services::solve::Outcome;

/// Tells the solutions of one puzzle, one after the other.
pub(super) struct Scribe {
    format: &'static Format,
    name: String,
    puzzle: Puzzle,
    several: bool,
    number: u64,
    /// What the format has no sign for, once that has come up.
    refused: Option<String>,
}

impl Scribe {
    /// Starts with a puzzle; fails where the puzzle itself holds what no other format does.
    pub(super) fn new(
        format: &'static Format,
        subject: &Subject,
        several: bool,
        sources: &Sources,
    ) -> Result<Scribe, Box<Diagnostic>> {
        let puzzle = match (format.answer, subject.written(sources)) {
            (_, Ok(puzzle)) => puzzle,
            // The values of the grid are all that is told.
            (Some(_), Err(_)) => Puzzle::default(),
            (None, Err(diagnostic)) => return Err(diagnostic),
        };
        let name = subject.name.clone();
        Ok(Scribe { format, name, puzzle, several, number: 0, refused: None })
    }

    /// The text of a solution; nothing if the format cannot say it.
    pub(super) fn solution(&mut self, world: &World, values: &[TermId]) -> Option<String> {
        self.number += 1;
        if self.format.name == LANGUAGE.name {
            let between = if self.number > 1 { format!("{BETWEEN}\n") } else { String::new() };
            let puzzle = filled(self.puzzle.clone(), world, values);
            return Some(format!("{between}{puzzle}"));
        }
        let Some(rows) = draw::rows(world, values) else {
            self.refused = Some("a solution that is more than a grid".to_owned());
            return None;
        };
        let written = match self.format.answer {
            Some(answer) => {
                Ok(answer(&Answer::Solution { rows: &rows, number: self.several.then_some(self.number) }))
            }
            None => self.format.write(&self.puzzle.clone().solved(rows)),
        };
        written.map_err(|what| self.refused = Some(what)).ok()
    }

    /// What is told at the end; fails if a solution could not be told.
    pub(super) fn end(self, outcome: &Outcome) -> Result<String, Box<Diagnostic>> {
        if let Some(what) = self.refused {
            return Err(Box::new(say::cannot_hold(&self.name, self.format.name, &what)));
        }
        let end = Answer::End { puzzle: &self.puzzle, count: outcome.count, several: self.several };
        Ok(self.format.answer.map_or_else(String::new, |answer| answer(&end)))
    }
}

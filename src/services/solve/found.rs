//! A solution as it is handed over: values, and how they are told.

use super::terms;
use crate::board::draw::{self, Pen};
use crate::board::eval::World;
use crate::board::unknown::Domain;
use crate::language::term::TermId;

/// A solution that has been checked.
#[derive(Debug)]
pub struct Found<'s> {
    /// A value for each unknown, as the model knows it.
    pub values: &'s [i64],
    /// The world of the checker.
    pub world: &'s mut World,
    /// For each unknown whose values are symbols: their numbers.
    pub(super) codes: &'s [Vec<i64>],
    /// What draws solutions, once one was drawn.
    pub(super) pen: &'s mut Option<Pen>,
}

impl Found<'_> {
    /// The values as the language knows them.
    pub fn terms(&mut self) -> Vec<TermId> {
        terms(self.world, self.codes, self.values)
    }

    /// Draws it as [`draw::grid`] does without colours.
    pub fn grid(&mut self, text: &mut String) {
        let values = self.values;
        match self.pen() {
            Some(pen) => pen.grid(values, text),
            None => {
                let terms = terms(self.world, self.codes, self.values);
                text.push_str(&draw::grid(self.world, &terms, false));
            }
        }
    }

    /// Says it on one line, without its end.
    ///
    /// # Errors
    /// What a line cannot say.
    pub fn line(&mut self, text: &mut String) -> Result<(), String> {
        let values = self.values;
        match self.pen() {
            Some(pen) => pen.line(values, text),
            None => {
                let terms = terms(self.world, self.codes, self.values);
                draw::line(self.world, &terms).map(|line| text.push_str(&line))
            }
        }
    }

    fn pen(&mut self) -> Option<&Pen> {
        if self.pen.is_none() {
            let (codes, unknowns) = (self.codes, self.world.board.clone());
            *self.pen = Pen::new(self.world, |unknown| match &unknowns.unknowns[unknown.0 as usize].domain {
                Domain::Range(low, high) => (*low..=*high).collect(),
                Domain::Integers(values) => values.to_vec(),
                Domain::Symbols(_) => codes[unknown.0 as usize].clone(),
            });
        }
        self.pen.as_ref()
    }
}

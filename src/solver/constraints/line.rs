//! The variables of a line are a word of an automaton (regular).
//!
//! Prunes fully (GAC): all states of the automaton are followed at once through the line and back, some operations on words for
//! each cell, and nothing is kept from call to call.

mod steps;

use std::sync::Arc;

use crate::base::automaton::{Automaton, Room};
use crate::solver::engine::{
    Conflict, Cost, Events, Found, Propagator, Reading, Reason, Relaxed, Spec, Steps, Store, VarId,
};

/// The letters that the values of a variable are.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Letters {
    /// The value of the lowest bit of the variable's domain.
    base: i64,
    /// For each bit the letter that its value is; [`Letters::NONE`] for a value that the variable never has.
    of: Box<[u8]>,
    /// Whether each bit is the letter with its number.
    same: bool,
}

impl Letters {
    /// No letter.
    pub const NONE: u8 = u8::MAX;

    /// The letters of the values from `base` on.
    pub fn new(base: i64, of: Box<[u8]>) -> Letters {
        let same = of.iter().zip(0..).all(|(&letter, number)| letter == number || letter == Letters::NONE);
        Letters { base, of, same }
    }

    #[inline]
    fn letters(&self, bits: u64) -> u64 {
        if self.same { bits } else { self.moved(bits, |bit, letter| (bit, letter)) }
    }

    #[inline]
    fn bits(&self, letters: u64) -> u64 {
        if self.same { letters } else { self.moved(letters, |bit, letter| (letter, bit)) }
    }

    fn moved(&self, from: u64, turn: impl Fn(u32, u32) -> (u32, u32)) -> u64 {
        let known = self.of.iter().zip(0..).filter(|&(&letter, _)| letter != Letters::NONE);
        known.fold(0, |all, (&letter, bit)| {
            let (old, new) = turn(bit, letter.into());
            all | (from >> old & 1) << new
        })
    }
}

/// A cell of a line.
#[derive(Clone, Debug)]
pub enum Cell {
    /// A variable, whose domain is one word, and the letters of its values.
    Var(VarId, Arc<Letters>),
    /// A letter that is known.
    Letter(u8),
}

impl Cell {
    /// The letters that it can have.
    fn open(&self, store: &Store) -> u64 {
        match self {
            Cell::Var(var, letters) => letters.letters(store.word(*var).1),
            Cell::Letter(letter) => 1 << letter,
        }
    }
}

/// The cells are a word of the automaton. No variable comes twice.
#[derive(Clone, Debug)]
pub struct Line {
    cells: Vec<Cell>,
    automaton: Arc<Automaton>,
    /// What each cell may be.
    word: Vec<u64>,
    room: Room,
}

impl Line {
    /// Cells that are a word of an automaton.
    pub fn new(cells: Vec<Cell>, automaton: Arc<Automaton>) -> Line {
        Line { word: Vec::with_capacity(cells.len()), cells, automaton, room: Room::default() }
    }
}

impl Propagator for Line {
    fn spec(&self) -> Spec {
        let vars = self.cells.iter().filter_map(|cell| match cell {
            Cell::Var(var, _) => Some(*var),
            Cell::Letter(_) => None,
        });
        Spec::new("line", Cost::High, Events::ANY, vars)
    }

    fn prune(&mut self, store: &mut Store) -> Result<(), Conflict> {
        let Line { cells, automaton, word, room } = self;
        word.clear();
        word.extend(cells.iter().map(|cell| cell.open(store)));
        if !automaton.prune(word, room) {
            return Err(Conflict);
        }
        for (cell, &kept) in cells.iter().zip(word.iter()) {
            if let Cell::Var(var, letters) = cell {
                store.keep(*var, letters.bits(kept))?;
            }
        }
        Ok(())
    }

    fn relaxed(&self, store: &Store) -> Option<Relaxed> {
        self.as_clauses(store)
    }

    fn readings(&self) -> Vec<Reading<'_>> {
        let places = self.cells.iter().enumerate();
        let open: Vec<(usize, VarId)> = places
            .filter_map(|(place, cell)| if let Cell::Var(var, _) = cell { Some((place, *var)) } else { None })
            .collect();
        let vars = open.iter().map(|&(_, var)| var).collect();
        // Known letters are read with the variable before them.
        let known = |states: u128, from: usize| {
            let letters = self.cells[from..].iter().map_while(|cell| match cell {
                Cell::Letter(letter) => Some(1 << letter),
                Cell::Var(..) => None,
            });
            letters.fold(states, |states, letter| self.automaton.step(states, letter))
        };
        let start = known(self.automaton.start(), 0) as i128;
        let next = move |states: i128, place: usize, value: i64| {
            let (cell, _) = open[place];
            let Cell::Var(_, letters) = &self.cells[cell] else { return 0 };
            let bit = usize::try_from(value - letters.base).ok();
            let letter = bit.and_then(|bit| letters.of.get(bit)).filter(|&&letter| letter != Letters::NONE);
            let read = letter.map_or(0, |letter| self.automaton.step(states as u128, 1 << letter));
            known(read, cell + 1) as i128
        };
        let ends = |states: i128| self.automaton.is_end(states as u128);
        vec![Reading::Steps(Steps { vars, ordered: true, start, next: Box::new(next), ends: Box::new(ends) })]
    }

    /// What was lost is supposed; then letters are let back in from the left as long as no word comes of it.
    fn explain(&self, store: &Store, root: &Store, found: Option<&Found>, reason: &mut Reason) -> bool {
        let own = |var: &VarId| found.filter(|found| found.var == *var).map(|found| found.lost.values);
        let (word, all): (Vec<u64>, Vec<u64>) = (self.cells.iter())
            .map(|cell| match cell {
                Cell::Letter(letter) => (1 << letter, 1 << letter),
                Cell::Var(var, letters) => match own(var) {
                    Some(lost) => (letters.letters(lost), letters.letters(lost)),
                    None => (letters.letters(store.word(*var).1), letters.letters(root.word(*var).1)),
                },
            })
            .unzip();
        let Some(missed) = self.automaton.missed(&word, &all) else { return false };
        for (cell, missed) in self.cells.iter().zip(missed) {
            if let (Cell::Var(var, letters), true) = (cell, missed != 0) {
                reason.within(store, *var, !letters.bits(missed));
            }
        }
        true
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        self.automaton.accepts(self.cells.iter().map(|cell| match cell {
            Cell::Var(var, letters) => {
                let bit = value(*var) - letters.base;
                let letter = usize::try_from(bit).ok().and_then(|bit| letters.of.get(bit));
                letter.filter(|&&letter| letter != Letters::NONE).map_or(0, |letter| 1 << letter)
            }
            Cell::Letter(letter) => 1 << letter,
        }))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{Cell, Letters, Line};
    use crate::base::automaton::Automaton;
    use crate::solver::engine::judge::judge;

    #[test]
    fn it_keeps_its_promises() {
        judge(|draw| {
            let (count, letters) = (draw.int(2..=5), 3);
            let state = |draw: &mut crate::solver::engine::judge::Draw| draw.below(count as usize) as u32;
            let transitions =
                draw.many(2..=12, |draw| (state(draw), draw.below(letters) as u32, state(draw)));
            let ends = draw.many(1..=2, state);
            let automaton = Automaton::new(count as usize, letters, &[0], &ends, &transitions);
            let orders = [[0, 1, 2], [2, 0, 1]].map(|order| Arc::new(Letters::new(-1, order.into())));
            let cells = draw.many(2..=5, |draw| match draw.below(5) {
                0 => Cell::Letter(draw.below(letters) as u8),
                number => Cell::Var(draw.var(-1..=1), orders[number % 2].clone()),
            });
            Line::new(cells, Arc::new(automaton.expect("few states")))
        });
    }
}

//! What definitions and line grammars say of their places, written down once for all places of a shape.

use std::sync::{Arc, Mutex, PoisonError};

use super::quantity::Quantity;
use crate::base::automaton::Automaton;
use crate::base::diagram::Diagram;
use crate::base::hash::{Map, Set};
use crate::board::unknown::UnknownId;

/// What a definition or a line grammar says, with numbers in place of its places.
#[derive(Clone, Debug)]
pub enum Defined {
    /// What values lead where.
    Diagram(Diagram),
    /// The cells of a line are a word.
    Line(Line),
}

/// Cells that are a word of an automaton.
#[derive(Clone, Debug)]
pub struct Line {
    /// The automaton.
    pub automaton: Arc<Automaton>,
    /// What its letters are as numbers.
    pub letters: Box<[i64]>,
    /// The cells in order; no place comes twice.
    pub cells: Box<[LineCell]>,
}

/// A cell of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineCell {
    /// The place with this number.
    Place(u32),
    /// A letter.
    Letter(u8),
}

/// What has been worked out of one set of definitions and grammars, on one board: shared by all clones, whatever the laws and
/// the clues are.
#[derive(Clone, Default, Debug)]
pub struct Shapes(Arc<Mutex<Known>>);

#[derive(Clone, Default, Debug)]
struct Known {
    /// By what was asked, with numbers in place of places, and the domains of these.
    shapes: Map<Box<[u64]>, (Arc<Defined>, u32)>,
    /// How many have been numbered.
    count: u32,
}

/// The most that are remembered: a bound on memory.
const MOST_SHAPES: usize = 4096;

impl Shapes {
    /// The same for somebody who goes on alone.
    pub fn apart(&self) -> Shapes {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Shapes(Arc::new(Mutex::new(known.clone())))
    }

    /// What was worked out before, with its number.
    pub fn get(&self, asked: &[u64]) -> Option<(Arc<Defined>, u32)> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.shapes.get(asked).cloned()
    }

    /// Numbers what was worked out now, and remembers it if it is known by what was asked.
    pub fn add(&self, asked: Option<Vec<u64>>, meaning: &Arc<Defined>) -> u32 {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let number = known.count;
        known.count += 1;
        if let Some(asked) = asked.filter(|_| known.shapes.len() < MOST_SHAPES) {
            known.shapes.insert(asked.into(), (meaning.clone(), number));
        }
        number
    }
}

/// A definition or a line grammar at some places.
#[derive(Clone, Debug)]
pub struct Placed {
    /// What it says.
    pub meaning: Arc<Defined>,
    /// The number of its shape: equal ones say the same.
    pub shape: u32,
    /// Of which unknowns, in the order of the numbers.
    pub row: Box<[UnknownId]>,
}

impl Placed {
    /// Tells the unknowns that it reads, some more than once.
    pub fn each(&self, mut tell: impl FnMut(UnknownId)) {
        match &*self.meaning {
            Defined::Diagram(diagram) => {
                let nodes = 2..diagram.len() as u32 + 2;
                nodes.for_each(|node| tell(self.row[diagram.node(node).var as usize]));
            }
            Defined::Line(line) => line.cells.iter().for_each(|cell| {
                if let LineCell::Place(place) = cell {
                    tell(self.row[*place as usize]);
                }
            }),
        }
    }

    /// Whether it is satisfied, if that is known. `codes` lists the values of an unknown in the order of its domain.
    pub fn holds<Q: Quantity>(
        &self,
        value: impl Fn(UnknownId) -> Q,
        codes: impl Fn(UnknownId) -> Vec<i64>,
    ) -> Option<bool> {
        match &*self.meaning {
            Defined::Diagram(diagram) => self.follow(diagram, value, codes),
            Defined::Line(line) => {
                let mut exact = true;
                let word = line.cells.iter().map(|cell| match *cell {
                    LineCell::Letter(letter) => 1 << letter,
                    LineCell::Place(place) => {
                        let Some(bounds) = value(self.row[place as usize]).bounds() else { return 0 };
                        exact &= bounds.low == bounds.high;
                        let inside = |code: i64| (bounds.low..=bounds.high).contains(&code.into());
                        let letters = line.letters.iter().zip(0..);
                        letters.fold(0, |all, (&code, letter)| all | u64::from(inside(code)) << letter)
                    }
                });
                let accepted = line.automaton.accepts(word);
                (exact || !accepted).then_some(accepted)
            }
        }
    }

    /// Follows all ways through a diagram that what is known leaves open.
    fn follow<Q: Quantity>(
        &self,
        diagram: &Diagram,
        value: impl Fn(UnknownId) -> Q,
        codes: impl Fn(UnknownId) -> Vec<i64>,
    ) -> Option<bool> {
        let mut ends = [false; 2];
        let mut seen: Set<u32> = Set::default();
        let mut open = vec![diagram.root];
        while let Some(at) = open.pop() {
            if at <= Diagram::TRUE {
                ends[at as usize] = true;
                continue;
            }
            let node = diagram.node(at);
            let unknown = self.row[node.var as usize];
            let Some(bounds) = value(unknown).bounds() else { continue };
            let codes = codes(unknown);
            let possible = |code: &i64| (bounds.low..=bounds.high).contains(&(*code).into());
            let mut ways = node.children.iter().zip(&codes).filter(|(_, code)| possible(code));
            if bounds.low == bounds.high {
                open.extend(ways.next().map(|(&child, _)| child));
            } else {
                open.extend(ways.map(|(&child, _)| child).filter(|&child| seen.insert(child)));
            }
        }
        match ends {
            [false, true] => Some(true),
            [_, false] => Some(false),
            [true, true] => None,
        }
    }
}

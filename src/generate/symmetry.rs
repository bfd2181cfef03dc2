//! Clues that come and go together, so that the picture they make is symmetric.

use indexmap::IndexMap;

use super::Clue;
use crate::eval::World;
use crate::hash::Fixed;
use crate::program::PredicateId;

/// How the clues of a puzzle lie on its board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Symmetry {
    /// Anyhow.
    None,
    /// The same after half a turn.
    Rotate,
    /// The same after a quarter of a turn; square boards only.
    Quarter,
    /// Left and right are mirror images.
    Mirror,
    /// Top and bottom are mirror images.
    Flip,
    /// Both of these.
    Both,
    /// Mirrored along the diagonal from the first cell; square boards only.
    Diagonal,
}

/// Each with its name and its meaning, for people.
const ALL: [(Symmetry, &str, &str); 7] = [
    (Symmetry::None, "none", "clues lie anyhow"),
    (Symmetry::Rotate, "rotate", "the same after half a turn"),
    (Symmetry::Quarter, "quarter", "the same after a quarter of a turn"),
    (Symmetry::Mirror, "mirror", "left and right are mirror images"),
    (Symmetry::Flip, "flip", "top and bottom are mirror images"),
    (Symmetry::Both, "both", "mirror and flip"),
    (Symmetry::Diagonal, "diagonal", "mirrored along the diagonal"),
];

/// A cell by row and column, the first is 1.
type Cell = (i64, i64);

impl Symmetry {
    /// All of them, each with its name and its meaning.
    pub fn all() -> &'static [(Symmetry, &'static str, &'static str)] {
        &ALL
    }

    /// What people call it.
    pub fn name(self) -> &'static str {
        ALL.iter().find(|(known, ..)| *known == self).map_or("", |(_, name, _)| name)
    }

    /// Whether only square boards have it.
    pub fn wants_square(self) -> bool {
        matches!(self, Symmetry::Quarter | Symmetry::Diagonal)
    }

    /// Where a cell of a board with so many rows and columns comes to lie.
    fn images(self, (row, col): Cell, (rows, cols): (i64, i64)) -> Vec<Cell> {
        let (down, right) = (rows + 1 - row, cols + 1 - col);
        match self {
            Symmetry::None => vec![(row, col)],
            Symmetry::Rotate => vec![(row, col), (down, right)],
            Symmetry::Quarter => vec![(row, col), (col, down), (down, right), (right, row)],
            Symmetry::Mirror => vec![(row, col), (row, right)],
            Symmetry::Flip => vec![(row, col), (down, col)],
            Symmetry::Both => vec![(row, col), (row, right), (down, col), (down, right)],
            Symmetry::Diagonal => vec![(row, col), (col, row)],
        }
    }

    /// Groups clues: those of one kind whose cells are images of each other. What has no cell stands alone.
    pub(super) fn units(self, clues: Vec<Clue>, world: &World) -> Vec<Vec<Clue>> {
        let mut units: IndexMap<(Option<PredicateId>, Cell, usize), Vec<Clue>, Fixed> = IndexMap::default();
        for (number, clue) in clues.into_iter().enumerate() {
            let (kind, place) = match &clue {
                Clue::Given(unknown, _) => (None, Some(world.unknowns[unknown.0 as usize].place)),
                Clue::Fact(predicate, row) => (Some(*predicate), row.first().copied()),
            };
            let cell = place.and_then(|place| world.coordinates(place)).zip(world.size);
            let key = match cell {
                Some((cell, size)) if self != Symmetry::None => {
                    let first = self.images(cell, size).into_iter().min().unwrap_or(cell);
                    (kind, first, 0)
                }
                _ => (kind, (0, 0), number),
            };
            units.entry(key).or_default().push(clue);
        }
        units.into_values().collect()
    }
}

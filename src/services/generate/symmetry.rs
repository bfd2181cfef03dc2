//! Clues that come and go together, so that the picture they make is symmetric.

use indexmap::IndexMap;

use super::Clue;
use crate::base::hash::Fixed;
use crate::board::eval::World;
use crate::language::program::PredicateId;
use crate::language::term::{Node, TermId};

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

/// A spot by row and column, in halves of a cell: the first cell lies at (2, 2), what stands beside the board at 0.
type Spot = (i64, i64);

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

    /// Where a spot of a board with so many rows and columns comes to lie.
    fn images(self, (row, col): Spot, (rows, cols): (i64, i64)) -> Vec<Spot> {
        let (down, right) = (2 * (rows + 1) - row, 2 * (cols + 1) - col);
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

    /// Groups clues: those of one kind whose spots are images of each other. What has no spot stands alone.
    pub(super) fn units(self, clues: Vec<Clue>, world: &World) -> Vec<Vec<Clue>> {
        let mut units: IndexMap<(Option<PredicateId>, Spot, usize), Vec<Clue>, Fixed> = IndexMap::default();
        for (number, clue) in clues.into_iter().enumerate() {
            let (kind, spot) = match &clue {
                Clue::Given(unknown, _) => {
                    (None, spot(&[world.unknowns[unknown.0 as usize].place], None, world))
                }
                Clue::Fact(predicate, row) => {
                    let name = world.program.name_of_predicate(*predicate);
                    (Some(*predicate).filter(|_| !is_edge(name)), spot(row, Some(name), world))
                }
            };
            let key = match spot.zip(world.size) {
                Some((spot, size)) if self != Symmetry::None => {
                    let first = self.images(spot, size).into_iter().min().unwrap_or(spot);
                    (kind, first, 0)
                }
                _ => (kind, (0, 0), number),
            };
            units.entry(key).or_default().push(clue);
        }
        units.into_values().collect()
    }
}

/// Whether an input holds numbers beside the board.
fn is_edge(name: &str) -> bool {
    matches!(name, "left" | "right" | "top" | "bottom")
}

/// Where a clue lies: in a cell, between two, or beside the board.
fn spot(row: &[TermId], name: Option<&str>, world: &World) -> Option<Spot> {
    let cell = |at: usize| row.get(at).and_then(|&place| world.coordinates(place));
    if let (Some(name), Some(Node::Int(line)), Some((rows, cols))) =
        (name, row.first().map(|&first| world.terms.node(first)), world.size)
    {
        let line = i64::from(i32::try_from(*line).ok()?);
        return match name {
            "left" => Some((2 * line, 0)),
            "right" => Some((2 * line, 2 * (cols + 1))),
            "top" => Some((0, 2 * line)),
            "bottom" => Some((2 * (rows + 1), 2 * line)),
            _ => None,
        };
    }
    let (row, col) = cell(0)?;
    let (other_row, other_col) = cell(1).unwrap_or((row, col));
    Some((row + other_row, col + other_col))
}

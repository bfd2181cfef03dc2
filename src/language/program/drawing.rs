//! Drawing hints: which figures a picture of the puzzle shows, said by the rule set.

use std::sync::Arc;

use super::{Expr, Goal, Scope};
use crate::language::source::Span;

/// `draw figure(Args) :- goal`: one figure for each answer.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// What is drawn.
    pub figure: Figure,
    /// Where and how.
    pub args: Vec<Expr>,
    /// One figure for each answer.
    pub goal: Arc<Goal>,
    /// The placeholders.
    pub scope: Scope,
    /// The statement's head.
    pub span: Span,
}

/// What can be drawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Figure {
    /// The lines of the grid, or its size where there is no grid.
    Board,
    /// A border around cells.
    Region,
    /// A border between two cells.
    Border,
    /// A colour behind a cell.
    Shade,
    /// A line from place to place.
    Line,
    /// A circle.
    Circle,
    /// A square.
    Square,
    /// A triangle.
    Triangle,
    /// A star.
    Star,
    /// A cross.
    Cross,
    /// A tree.
    Tree,
    /// A tent.
    Tent,
    /// A text.
    Text,
    /// A clue beside the board.
    Outside,
    /// How a value is written.
    Value,
}

/// All figures, in the order of the manual.
pub const FIGURES: &[Figure] = &[
    Figure::Region,
    Figure::Border,
    Figure::Shade,
    Figure::Line,
    Figure::Circle,
    Figure::Square,
    Figure::Triangle,
    Figure::Star,
    Figure::Cross,
    Figure::Tree,
    Figure::Tent,
    Figure::Text,
    Figure::Outside,
    Figure::Value,
    Figure::Board,
];

impl Figure {
    /// The figure of this name.
    pub fn find(name: &str) -> Option<Figure> {
        FIGURES.iter().copied().find(|figure| figure.name() == name)
    }

    /// What all of them are called.
    pub fn names() -> Vec<&'static str> {
        FIGURES.iter().map(|figure| figure.name()).collect()
    }

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Figure::Board => "board",
            Figure::Region => "region",
            Figure::Border => "border",
            Figure::Shade => "shade",
            Figure::Line => "line",
            Figure::Circle => "circle",
            Figure::Square => "square",
            Figure::Triangle => "triangle",
            Figure::Star => "star",
            Figure::Cross => "cross",
            Figure::Tree => "tree",
            Figure::Tent => "tent",
            Figure::Text => "text",
            Figure::Outside => "outside",
            Figure::Value => "value",
        }
    }

    /// The least and the greatest number of arguments.
    pub fn arguments(self) -> (usize, usize) {
        match self {
            Figure::Line => (1, 3),
            Figure::Region | Figure::Shade | Figure::Board => (1, 2),
            Figure::Circle | Figure::Square | Figure::Triangle | Figure::Star => (1, 2),
            Figure::Cross | Figure::Tree | Figure::Tent => (1, 2),
            Figure::Border | Figure::Value => (2, 2),
            Figure::Text => (2, 3),
            Figure::Outside => (3, 3),
        }
    }
}

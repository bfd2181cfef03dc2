//! How fine a drawing is: where on the board its symbols stand.
//!
//! ```text
//! cells    r x c            one for each square
//! marks    2r-1 x 2c-1      between two squares, which are drawn as `.`
//! dots     r+1 x c+1        where squares meet, those of the frame among them: dot(0, 0) to dot(r, c)
//! points   2r-1 x 2c-1      in a square, between two or where four meet: point(1, 1) to point(2r-1, 2c-1)
//! units    any              on no board: the units of shapes, unit(1, 1) and so on
//! ```

use crate::language::syntax::ast::{Term, TermKind};

/// Where the symbols of a drawing stand.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Grain {
    /// In squares.
    #[default]
    Cells,
    /// Between two squares.
    Marks,
    /// Where squares meet.
    Dots,
    /// In squares, between them and where they meet.
    Points,
    /// On no board.
    Units,
}

impl Grain {
    /// What an input is drawn at whose first argument is written like this: `dot(R, C)`, `point(Y, X)`, `unit(Y, X)`, or
    /// a name.
    pub fn of_argument(first: &Term) -> Grain {
        match &first.kind {
            TermKind::Call { name, args } if args.len() == 2 => match name.text.as_str() {
                "dot" => Grain::Dots,
                "point" => Grain::Points,
                "unit" => Grain::Units,
                _ => Grain::Cells,
            },
            _ => Grain::Cells,
        }
    }

    /// The name of the places, as in `dot(0, 1)`; nothing for cells and what lies between two of them.
    pub fn place(self) -> Option<&'static str> {
        match self {
            Grain::Cells | Grain::Marks => None,
            Grain::Dots => Some("dot"),
            Grain::Points => Some("point"),
            Grain::Units => Some("unit"),
        }
    }

    /// How many rows and columns a drawing on such a grid has; nothing if the grid does not matter.
    pub fn drawn(self, (rows, cols): (i64, i64)) -> Option<(i64, i64)> {
        match self {
            Grain::Cells => Some((rows, cols)),
            Grain::Dots => Some((rows + 1, cols + 1)),
            Grain::Marks | Grain::Points => Some((2 * rows - 1, 2 * cols - 1)),
            Grain::Units => None,
        }
    }

    /// How many rows or columns of the grid so many of a drawing stand for, at most; nothing if it does not tell.
    pub fn lines(self, drawn: usize) -> Option<usize> {
        match self {
            Grain::Cells => Some(drawn),
            Grain::Dots => Some(drawn.saturating_sub(1)),
            Grain::Marks | Grain::Points => Some(drawn.div_ceil(2)),
            Grain::Units => None,
        }
    }

    /// The number of the first row and column.
    pub fn first(self) -> i64 {
        i64::from(self != Grain::Dots)
    }

    /// What a drawing shows, before "a grid".
    pub fn what(self) -> &'static str {
        match self {
            Grain::Cells => "the cells of",
            Grain::Marks => "marks between the cells of",
            Grain::Dots => "the dots of",
            Grain::Points => "the points of",
            Grain::Units => "shapes on",
        }
    }

    /// How to draw it.
    pub fn how(self) -> &'static str {
        match self {
            Grain::Cells => "draw a symbol or `.` for each cell",
            Grain::Marks => "draw each cell as `.`, and a mark or `.` between every two of them",
            Grain::Dots => "draw a symbol or `.` wherever cells meet, on the frame of the board too",
            Grain::Points => "draw a symbol or `.` for each cell, between every two and where four meet",
            Grain::Units => "draw the units of each shape with one symbol",
        }
    }
}

//! Text pictures: grids, layers and strips as tokens with their places, and no knowledge of rules.
//!
//! [`layer`] and [`strip`] read the drawings that stand inside rule and puzzle files, [`stream`] the bare grids that are
//! given beside a rule set, and [`mark()`] says what a single token stands for. [`formats`] turns puzzles of other
//! programs into what a [`written`] puzzle says, and back.

mod answers;
mod cases;
pub mod formats;
mod fpuzzles;
mod gameid;
#[cfg(feature = "cli")]
mod games;
mod line;
mod lzstring;
mod mark;
mod parts;
mod plain;
mod pzpr;
mod read;
pub mod scan;
mod sudokupad;
pub mod written;

use std::collections::BTreeMap;

pub use self::answers::answers;
pub use self::cases::{Case, cases};
pub use self::mark::{Mark, is_empty_mark, mark};
pub use self::parts::{BETWEEN, Part, parts};
pub use self::plain::{Asked, Shape, lines, stream};
pub use self::read::{layer, strip, unreadable};
use crate::language::source::Span;

/// One token of a picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Drawn {
    /// The token as written, `.` for a cell that is left blank; a character that must not be shown has become U+FFFD.
    pub text: String,
    /// Exactly the bytes of the token; for a blank cell the place where one could stand.
    pub span: Span,
}

/// A drawn grid. No row is empty; rows may differ in length.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    /// The tokens, row by row.
    pub rows: Vec<Vec<Drawn>>,
    /// From the first token to the last; for a picture without tokens, all of its text.
    pub span: Span,
    /// What its text was taken for, such as `CSV`; nothing for a drawing.
    pub read_as: Option<&'static str>,
}

impl Picture {
    fn new(rows: Vec<Vec<Drawn>>, otherwise: Span) -> Picture {
        debug_assert!(rows.iter().all(|row| !row.is_empty()), "a row without tokens has no place");
        let mut tokens = rows.iter().flatten();
        let span = tokens.next().map_or(otherwise, |first| {
            let last = rows.last().and_then(|row| row.last()).unwrap_or(first);
            first.span.to(last.span)
        });
        Picture { rows, span, read_as: None }
    }

    /// The number of rows.
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// The number of cells in most of the rows; of the widths that are equally common, the one that comes first.
    /// It is not the widest row: one cell too many in one row must not make all the others look too short.
    pub fn width(&self) -> usize {
        let mut tally: BTreeMap<usize, usize> = BTreeMap::new();
        for row in &self.rows {
            *tally.entry(row.len()).or_default() += 1;
        }
        let most = tally.values().max();
        self.rows.iter().map(Vec::len).find(|length| tally.get(length) == most).unwrap_or(0)
    }

    /// The first row that has another number of cells than [`width`](Self::width), from 0, and that number.
    pub fn ragged(&self) -> Option<(usize, usize)> {
        let width = self.width();
        self.rows.iter().map(Vec::len).enumerate().find(|&(_, length)| length != width)
    }
}

#[cfg(test)]
mod tests {
    use super::layer;

    #[test]
    fn odd_rows_are_told_from_usual_ones() {
        let cases = [
            ("", 0, 0, None),
            ("ab", 1, 2, None),
            ("ab\ncd", 2, 2, None),
            ("ab\ncde\nfg", 3, 2, Some((1, 3))),
            ("ab\nc\nfg", 3, 2, Some((1, 1))),
            ("abc\nde", 2, 3, Some((1, 2))),
            ("a b c\nd e\nf g\nh i j\nk l", 5, 2, Some((0, 3))),
        ];
        for (text, height, width, ragged) in cases {
            let picture = layer(0, 0, text);
            assert_eq!(
                (picture.height(), picture.width(), picture.ragged()),
                (height, width, ragged),
                "{text:?}"
            );
        }
    }
}

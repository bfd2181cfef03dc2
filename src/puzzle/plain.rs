//! Plain text grids given beside a rule set: one or many in a text, spaced or dense, framed or bare.
//!
//! ```text
//! text -> rows (frames and comments left out) -> blocks -> cuts -> pictures
//! ```
//!
//! A block is a run of rows; blank lines and comments end it. How a block is cut into pictures depends on what the
//! rule set says about the size of its grid, its [`Shape`]:
//!
//! 1. Blocks that only together have the height of a grid are one: the bands of a Sudoku with blank lines between.
//! 2. A row that holds as many cells as a whole grid is a puzzle of its own, cut into rows.
//! 3. A block that is a multiple of the grid's height is several grids under each other.
//! 4. Any other block is one picture; whether its size fits is for the caller to say.

use std::collections::BTreeSet;

use super::Picture;
use super::line::{Piece, is_blank};
use crate::diagnostic::Diagnostic;
use crate::source::{SourceId, Span};

mod block;
mod row;

use block::Block;
use row::Row;

/// What a rule set says about the size of its grid before a drawing is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Shape {
    /// The number of rows; none where the drawing sets it.
    pub rows: Option<usize>,
    /// The number of columns; none where the drawing sets it.
    pub cols: Option<usize>,
    /// Whether both are one name, as in `grid(n, n)`.
    pub square: bool,
    /// Whether a drawing may set another size than `rows` and `cols` say.
    pub usual: bool,
}

impl Shape {
    /// The shape with each dimension that follows from the other.
    fn settled(self) -> Shape {
        if self.square {
            let side = self.rows.or(self.cols);
            return Shape { rows: side, cols: side, ..self };
        }
        self
    }

    /// The number of cells, where rows and columns are known.
    fn cells(self) -> Option<usize> {
        self.rows?.checked_mul(self.cols?)
    }
}

/// Reads all puzzles of a text, in order.
pub fn grids(source: SourceId, text: &str, shape: Shape) -> (Vec<Picture>, Vec<Diagnostic>) {
    let (pictures, diagnostics) = stream(source, text, shape);
    (pictures.collect(), diagnostics)
}

/// Reads the puzzles of a text one at a time, in order: a picture is much larger than its text, and a text may hold
/// a million puzzles. Takes time linear in the text, but for a logarithm in the number of its lines.
pub fn stream(
    source: SourceId,
    text: &str,
    shape: Shape,
) -> (impl Iterator<Item = Picture>, Vec<Diagnostic>) {
    let shape = shape.settled();
    let bare = text.strip_prefix('\u{feff}').unwrap_or(text);
    let whole = Piece { start: text.len() - bare.len(), text: bare };
    let otherwise = Span::new(source, 0, text.len());
    let blocks = blocks(whole);
    let other = shape.usual && !blocks.iter().any(|block| block.fits(shape));
    let shape = if other { Shape { rows: None, cols: None, ..shape } } else { shape };
    let blocks = block::join(blocks, shape).into_iter();
    let pictures = blocks.flat_map(move |block| block.pictures(source, shape));
    (pictures.map(move |rows| Picture::new(rows, otherwise)), whole.unreadable(source))
}

/// The runs of rows.
fn blocks(text: Piece<'_>) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut paragraph: Vec<Row<'_>> = Vec::new();
    let end = Piece { start: text.start + text.text.len(), text: "" };
    for line in text.lines().chain(std::iter::once(end)) {
        if line.text.is_empty() {
            split_at_comments(std::mem::take(&mut paragraph), &mut blocks);
        } else if !row::is_frame(line.text) {
            paragraph.push(Row::new(line));
        }
    }
    blocks
}

/// Makes blocks of the lines between two blank ones.
fn split_at_comments<'t>(paragraph: Vec<Row<'t>>, blocks: &mut Vec<Block<'t>>) {
    let widths = widths_of_walled_rows(&paragraph);
    let mut rows = Vec::new();
    for row in paragraph {
        if row.is_comment(&widths) {
            blocks.extend(Block::new(std::mem::take(&mut rows)));
        } else {
            rows.push(row);
        }
    }
    blocks.extend(Block::new(rows));
}

/// The widths at which a line that starts with `# ` is a row of walls, as in `# # . #`, and not a comment: those of
/// the other rows; or, where every line of a paragraph starts so, the width that all of them share.
fn widths_of_walled_rows(paragraph: &[Row<'_>]) -> BTreeSet<usize> {
    let plain: BTreeSet<usize> =
        paragraph.iter().filter(|row| !row.starts_like_comment()).map(|row| row.words).collect();
    if !plain.is_empty() {
        return plain;
    }
    let shared: BTreeSet<usize> = paragraph.iter().map(|row| row.words).collect();
    // Two short comments, `# 1` and `# 2`, are more likely than a grid of two columns with a wall along one.
    let is_grid = paragraph.len() > 1 && shared.len() == 1 && shared.iter().all(|&width| width > 2);
    if is_grid { shared } else { BTreeSet::new() }
}

/// Whether a character stands between the cells of a row: a blank or a part of a frame.
fn is_gap(letter: char) -> bool {
    is_blank(letter) || letter == '|' || is_box_drawing(letter)
}

fn is_box_drawing(letter: char) -> bool {
    ('\u{2500}'..='\u{257f}').contains(&letter)
}

#[cfg(test)]
mod tests;

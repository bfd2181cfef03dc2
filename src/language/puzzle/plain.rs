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

use super::line::{Piece, is_blank};
use super::{Drawn, Picture};
use crate::language::diagnostic::Diagnostic;
use crate::language::source::{SourceId, Span};

mod block;
mod boxes;
mod fence;
pub mod lines;
mod list;
mod row;
mod values;

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

    /// The shape without the size that is only usual.
    fn open(self) -> Shape {
        Shape { rows: None, cols: None, usual: false, ..self }
    }

    /// Whether a grid of this height may have this width.
    fn is_width(self, width: usize, height: usize) -> bool {
        self.cols.map_or(!self.square || width == height, |cols| cols == width)
    }

    /// Whether a grid of this width may have this height.
    fn is_height(self, height: usize, width: usize) -> bool {
        self.rows.map_or(!self.square || width == height, |rows| rows == height)
    }

    /// Whether these rows are a grid of the size that the rules demand.
    fn demands(self, rows: &[Vec<Drawn>]) -> bool {
        let (height, width) = (rows.len(), rows.first().map_or(0, Vec::len));
        (self.cols.is_some() || self.square)
            && rows.iter().all(|row| row.len() == width)
            && self.is_size(height, width)
    }

    fn is_size(self, height: usize, width: usize) -> bool {
        self.is_width(width, height) && self.is_height(height, width)
    }

    /// The columns of a grid all of whose cells are these, if they are as many as a whole grid has.
    fn cols_of(self, cells: usize) -> Option<usize> {
        match (self.cells(), self.cols) {
            (Some(whole), cols) => cols.filter(|&cols| whole == cells && cols > 0 && cols < cells),
            (None, _) if self.square => Some(cells.isqrt()).filter(|side| side * side == cells && *side > 3),
            _ => None,
        }
    }

    /// Whether so many cells are a whole grid.
    pub fn is_whole(self, cells: usize) -> bool {
        self.cols_of(cells).is_some() || (self.usual && self.open().cols_of(cells).is_some())
    }
}

/// Grids that were read as something else than drawings: rows of cells in blocks.
struct Table {
    blocks: Vec<Vec<Vec<Drawn>>>,
    /// What their text was taken for.
    read_as: &'static str,
}

impl Table {
    /// Whether it is one grid of the size that the rules demand: then a drawing between its separators is none.
    fn fits(&self, shape: Shape) -> bool {
        let [rows] = &self.blocks[..] else { return false };
        // Lines with one tab before them are more likely indented than a grid of two columns, one of them empty.
        let is_indented = |row: &Vec<Drawn>| row.len() == 2 && row[0].text == ".";
        shape.demands(rows) && !rows.iter().all(is_indented)
    }

    /// The pictures: a row that is a whole grid is one, and so are as many rows as a grid has; blank lines between the rows
    /// of one grid do not count.
    fn pictures(self, shape: Shape, otherwise: Span) -> Vec<Picture> {
        let read_as = self.read_as;
        let all: usize = self.blocks.iter().map(Vec::len).sum();
        let width = self.blocks.iter().flatten().map(Vec::len).next().unwrap_or(0);
        let wanted = shape.rows.or_else(|| shape.square.then_some(width)).filter(|&rows| rows > 0);
        let mut grids: Vec<Vec<Vec<Drawn>>> = Vec::new();
        let is_row = |row: &Vec<Drawn>| shape.is_width(row.len(), all);
        let whole = shape.cols_of(width).filter(|_| !self.blocks.iter().flatten().any(is_row));
        if let Some(cols) = whole {
            let rows = self.blocks.into_iter().flatten();
            grids.extend(rows.map(|row| row.chunks(cols).map(<[Drawn]>::to_vec).collect()));
        } else if let Some(wanted) = wanted.filter(|&wanted| all > 0 && all.is_multiple_of(wanted)) {
            let rows: Vec<Vec<Drawn>> = self.blocks.into_iter().flatten().collect();
            grids.extend(rows.chunks(wanted).map(<[Vec<Drawn>]>::to_vec));
        } else {
            grids = self.blocks;
        }
        let picture = |rows| Picture { read_as: Some(read_as), ..Picture::new(rows, otherwise) };
        grids.into_iter().map(picture).collect()
    }
}

/// What a text of grids is read for.
#[derive(Clone, Copy)]
pub struct Asked<'a> {
    /// What the rules say about the size.
    pub shape: Shape,
    /// Whether a word may be a value of a cell, so that a line of such words is no comment.
    pub is_value: &'a dyn Fn(&str) -> bool,
}

/// Reads the puzzles of a text one at a time, in order: a picture is much larger than its text, and a text may hold
/// a million puzzles. Takes time linear in the text, but for a logarithm in the number of its lines.
pub fn stream<'t>(
    source: SourceId,
    text: &'t str,
    asked: Asked<'_>,
) -> (Box<dyn Iterator<Item = Picture> + 't>, Vec<Diagnostic>) {
    let shape = asked.shape.settled();
    let asked = Asked { shape, ..asked };
    let bare = text.strip_prefix('\u{feff}').unwrap_or(text);
    let whole = Piece { start: text.len() - bare.len(), text: bare };
    let otherwise = Span::new(source, 0, text.len());
    let mut diagnostics = whole.unreadable(source);
    let mut pictures: Vec<Box<dyn Iterator<Item = Picture> + 't>> = Vec::new();
    for piece in fence::inside(whole) {
        pictures.push(match tables(source, piece, asked, otherwise) {
            Some(Ok(pictures)) => Box::new(pictures.into_iter()),
            Some(Err(wrong)) => {
                diagnostics.push(*wrong);
                continue;
            }
            None => {
                let blocks = blocks(piece, asked);
                let other = shape.usual && !blocks.iter().any(|block| block.fits(shape));
                let shape = if other { shape.open() } else { shape };
                let blocks = block::join(blocks, shape).into_iter();
                let rows = blocks.flat_map(move |block| block.pictures(source, shape));
                Box::new(rows.map(move |rows| Picture::new(rows, otherwise)))
            }
        });
    }
    (Box::new(pictures.into_iter().flatten()), diagnostics)
}

/// How much of a text is looked at to see whether it is a drawing that fits: a text may hold a million puzzles.
const GLANCE: usize = 1 << 16;

/// The pictures of a text that is no drawing. A size that is only usual counts where they have it.
fn tables(
    source: SourceId,
    text: Piece<'_>,
    asked: Asked<'_>,
    otherwise: Span,
) -> Option<Result<Vec<Picture>, Box<Diagnostic>>> {
    let read = |shape: Shape| {
        let table = table(source, text, Asked { shape, ..asked })?;
        Some(table.map(|table| table.pictures(shape, otherwise)))
    };
    let shape = asked.shape;
    let is_usual = |picture: &Picture| shape.is_size(picture.height(), picture.width());
    match read(shape) {
        Some(Ok(pictures)) if pictures.iter().any(is_usual) => Some(Ok(pictures)),
        _ if shape.usual => read(shape.open()),
        read => read,
    }
}

/// A text that is no drawing but something that people also have: a list, a table, a grid in boxes, separated values. Of
/// the last a drawing that has the size of the grid is told apart.
fn table(source: SourceId, text: Piece<'_>, asked: Asked<'_>) -> Option<Result<Table, Box<Diagnostic>>> {
    let shape = asked.shape;
    let signs = [',', ';', '\t', '|', '[', '{'];
    if !text.text.contains(|sign: char| signs.contains(&sign) || is_box_drawing(sign)) {
        return None;
    }
    let list = list::lists(source, text, shape);
    list.filter(|list| list.is_ok() || !fits(source, text, asked)).or_else(|| {
        let table = values::markdown(source, text, shape).or_else(|| boxes::boxes(source, text, shape));
        let separated = || {
            let table = values::separated(source, text, shape)?;
            (table.fits(shape) || !fits(source, text, asked)).then_some(table)
        };
        table.or_else(separated).map(Ok)
    })
}

/// Whether the first drawing of a text has the size that the rules demand.
fn fits(source: SourceId, text: Piece<'_>, asked: Asked<'_>) -> bool {
    let shape = asked.shape;
    let end = text.text.char_indices().map(|(at, _)| at).find(|&at| at > GLANCE).unwrap_or(text.text.len());
    let glance = Piece { text: &text.text[..end], ..text };
    let mut blocks = block::join(blocks(glance, asked), shape).into_iter();
    let first = blocks.next().and_then(|block| block.pictures(source, shape).next());
    // A separator is no part of a cell, unless the rules know it.
    let is_cell = |cell: &Drawn| !cell.text.contains([',', ';']) || (asked.is_value)(&cell.text);
    first.is_some_and(|rows| shape.demands(&rows) && rows.iter().flatten().all(is_cell))
}

/// The runs of rows.
fn blocks<'t>(text: Piece<'t>, asked: Asked<'_>) -> Vec<Block<'t>> {
    let mut blocks = Vec::new();
    let mut paragraph: Vec<(Row<'t>, bool)> = Vec::new();
    let end = Piece { start: text.start + text.text.len(), text: "" };
    for line in text.lines().chain(std::iter::once(end)) {
        if line.text.is_empty() {
            let rows = without_frames(std::mem::take(&mut paragraph), asked.shape);
            split_at_comments(rows, asked, &mut blocks);
        } else {
            paragraph.push((Row::new(line), row::is_frame(line.text)));
        }
    }
    blocks
}

/// The lines that hold cells. Dashes alone are a row where `-` is a cell of other rows and the width is theirs.
fn without_frames(lines: Vec<(Row<'_>, bool)>, shape: Shape) -> Vec<Row<'_>> {
    let rows = || lines.iter().filter(|(_, frame)| !frame).map(|(row, _)| row);
    let dashed = rows().any(Row::is_dashed);
    let widths: BTreeSet<(usize, usize)> = rows().map(|row| (row.words, row.glyphs)).collect();
    let alike = |line: &Row<'_>| widths.contains(&(line.words, line.glyphs));
    let is_row = |(line, frame): &(Row<'_>, bool)| !frame || (line.is_dashed() && alike(line));
    let all = lines.iter().filter(|line| is_row(line)).count();
    let bare = rows().count();
    let is_height = |height: usize| shape.rows.is_none_or(|rows| rows > 0 && height.is_multiple_of(rows));
    let keep = dashed && (is_height(all) || !is_height(bare));
    let keeps: Vec<bool> = lines.iter().map(|line| !line.1 || (keep && is_row(line))).collect();
    lines.into_iter().zip(keeps).filter(|(_, keep)| *keep).map(|((row, _), _)| row).collect()
}

/// Makes blocks of the lines between two blank ones.
fn split_at_comments<'t>(paragraph: Vec<Row<'t>>, asked: Asked<'_>, blocks: &mut Vec<Block<'t>>) {
    let widths = widths_of_walled_rows(&paragraph, asked.shape);
    let plain = paragraph.iter().filter(|row| !row.starts_like_comment());
    let is_walled = paragraph.iter().any(Row::starts_like_comment);
    let words: BTreeSet<&str> = plain.filter(|_| is_walled).flat_map(Row::vocabulary).collect();
    let is_cell = |word: &str| words.contains(word) || (asked.is_value)(word);
    let mut rows = Vec::new();
    for row in paragraph {
        if row.is_comment(&widths, &is_cell) {
            blocks.extend(Block::new(std::mem::take(&mut rows)));
        } else {
            rows.push(row);
        }
    }
    blocks.extend(Block::new(rows));
}

/// The widths at which a line that starts with `# ` is a row of walls, as in `# # . #`, and not a comment: those of
/// the other rows; or, where every line of a paragraph starts so, that of the grid if there are as many lines as it has
/// rows, else the width that all of them share.
fn widths_of_walled_rows(paragraph: &[Row<'_>], shape: Shape) -> BTreeSet<usize> {
    let plain: BTreeSet<usize> =
        paragraph.iter().filter(|row| !row.starts_like_comment()).map(|row| row.words).collect();
    if !plain.is_empty() {
        return plain;
    }
    if let (Some(rows), Some(cols)) = (shape.rows, shape.cols)
        && paragraph.len() == rows
    {
        return BTreeSet::from([cols]);
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

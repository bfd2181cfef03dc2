//! A run of rows, and how many pictures it is.

use super::super::Drawn;
use super::Shape;
use super::row::{Row, Spacing};
use crate::language::source::SourceId;

/// The smallest line that is taken for a whole square grid when its side is not known: 4x4 as 16 characters.
/// A shorter one is more likely a row of a grid that lost another row.
const LEAST_WHOLE: usize = 16;

/// Up to this width a square block that lost or gained one row, or that is several squares under each other, is
/// more likely than as many whole grids, one on each line.
pub(super) const WIDEST_ROW: usize = 36;

/// Rows that follow each other; never empty.
#[derive(Debug)]
pub(super) struct Block<'t> {
    rows: Vec<Row<'t>>,
}

/// How a block is cut.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Cut {
    /// Each row is a picture; its cells are cut into rows of this width.
    EachLine { cols: usize },
    /// So many rows are a picture; at least 1, and a divisor of the height.
    Every { rows: usize },
}

impl<'t> Block<'t> {
    /// A block, unless there are no rows.
    pub(super) fn new(rows: Vec<Row<'t>>) -> Option<Self> {
        (!rows.is_empty()).then_some(Block { rows })
    }

    /// The rows of each picture, one picture at a time: a block may hold very many.
    pub(super) fn pictures(self, source: SourceId, shape: Shape) -> impl Iterator<Item = Vec<Vec<Drawn>>> {
        let cut = self.cut(shape);
        let spacing = self.spacing(shape);
        let step = match cut {
            Cut::EachLine { .. } => 1,
            Cut::Every { rows } => rows,
        };
        (0..self.rows.len()).step_by(step).map(move |first| match cut {
            Cut::EachLine { cols } => self.rows[first].cut(source, shape.cells(), cols),
            Cut::Every { rows } => {
                self.rows[first..first + rows].iter().map(|row| row.tokens(source, spacing)).collect()
            }
        })
    }

    /// Whether some row is as wide as a grid of this shape, or holds a whole one.
    pub(super) fn fits(&self, shape: Shape) -> bool {
        self.rows.iter().any(|row| {
            let widths = [Some(row.words), (!row.spaced).then_some(row.glyphs)];
            widths
                .into_iter()
                .flatten()
                .any(|width| Some(width) == shape.cols || Some(width) == shape.cells())
        })
    }

    fn cut(&self, shape: Shape) -> Cut {
        let height = self.rows.len();
        if let Some(cols) = self.side_of_lines(shape) {
            return Cut::EachLine { cols };
        }
        let least = if shape.square { self.width(self.spacing(shape)) } else { None };
        match shape.rows.or(least) {
            Some(rows) if rows > 0 && height.is_multiple_of(rows) => Cut::Every { rows },
            _ => Cut::Every { rows: height },
        }
    }

    /// The number of columns of the grids of which each line is one, if they are.
    fn side_of_lines(&self, shape: Shape) -> Option<usize> {
        let height = self.rows.len();
        if let (Some(rows), Some(cols), Some(cells)) = (shape.rows, shape.cols, shape.cells()) {
            let is_row = |spacing| self.width(spacing) == Some(cols);
            let is_grid =
                height.is_multiple_of(rows.max(1)) && (is_row(Spacing::Words) || is_row(Spacing::Glyphs));
            // One such line is enough: its neighbours may have lost a cell, and the caller will point at them.
            let is_whole = |row: &Row<'_>| row.words == cells || (!row.spaced && row.glyphs == cells);
            return (rows > 1 && cols > 0 && !is_grid && self.rows.iter().any(is_whole)).then_some(cols);
        }
        if !shape.square || self.rows.iter().any(|row| row.spaced) {
            return None;
        }
        let cells = self.width(Spacing::Glyphs)?;
        let side = cells.isqrt();
        let may_be_rows =
            cells <= WIDEST_ROW && (height.abs_diff(cells) <= 1 || height.is_multiple_of(cells));
        (cells >= LEAST_WHOLE && side * side == cells && height != cells && !may_be_rows).then_some(side)
    }

    /// How the cells are told apart: as fits the known width, else by blanks where there are any.
    fn spacing(&self, shape: Shape) -> Spacing {
        let spaced = self.rows.iter().any(|row| row.spaced);
        let wanted = match shape.cols {
            None if shape.square && spaced => Some(self.rows.len()),
            known => known,
        };
        for spacing in [Spacing::Words, Spacing::Glyphs] {
            if wanted.is_some() && self.width(spacing) == wanted {
                return spacing;
            }
        }
        self.natural_spacing()
    }

    /// How the cells are told apart when nothing is known about their number.
    fn natural_spacing(&self) -> Spacing {
        let spaced = self.rows.iter().any(|row| row.spaced);
        let grouped = self.rows.iter().any(|row| row.grouped);
        if spaced && !grouped { Spacing::Words } else { Spacing::Glyphs }
    }

    /// The width that all rows share.
    fn width(&self, spacing: Spacing) -> Option<usize> {
        let width = self.rows.first()?.width(spacing);
        self.rows.iter().all(|row| row.width(spacing) == width).then_some(width)
    }

    /// How many rows a grid has of which this may be a part, with the width that the other parts must share.
    fn part_of(&self, shape: Shape) -> Option<(usize, Option<usize>)> {
        if self.side_of_lines(shape).is_some() {
            return None;
        }
        let width = self.width(self.natural_spacing());
        let wanted = match shape.rows {
            Some(rows) => rows,
            // A single row may well be a whole grid of a side that is not known.
            None if shape.square && self.rows.len() > 1 => width?,
            None => return None,
        };
        Some((wanted, width))
    }
}

/// Joins neighbours that only together have the height of a grid. Blocks that would come out too high stay apart.
pub(super) fn join(blocks: Vec<Block<'_>>, shape: Shape) -> Vec<Block<'_>> {
    let parts: Vec<_> = blocks.iter().map(|block| block.part_of(shape)).collect();
    // `below[i]` is the number of rows before block i: strictly rising, so the block that ends a grid is found by halving.
    let mut below = vec![0];
    for block in &blocks {
        below.push(below[below.len() - 1] + block.rows.len());
    }
    // `alike[i]` is the first block after i that is no part of the same kind of grid.
    let mut alike = vec![blocks.len(); blocks.len()];
    for at in (1..blocks.len()).rev() {
        alike[at - 1] = if parts[at - 1] == parts[at] { alike[at] } else { at };
    }
    let mut joined: Vec<Block<'_>> = Vec::with_capacity(blocks.len());
    let mut end = 0;
    for (at, block) in blocks.into_iter().enumerate() {
        if at < end {
            if let Some(whole) = joined.last_mut() {
                whole.rows.extend(block.rows);
            }
            continue;
        }
        end = match parts[at] {
            Some((rows, _)) => match below.binary_search(&(below[at].saturating_add(rows))) {
                Ok(found) if found <= alike[at] => found,
                _ => at + 1,
            },
            None => at + 1,
        };
        joined.push(block);
    }
    joined
}

//! Framed grids in which an empty cell is nothing but spaces: bars stand around every cell, or around boxes of cells that
//! keep their columns.
//!
//! ```text
//! +---+---+      +-----+-----+
//! | 5 |   |      |5 3  |  7  |
//! +---+---+      |6    |1 9 5|
//! |   | 7 |      +-----+-----+
//! +---+---+
//! ```

use super::super::Drawn;
use super::super::line::{Piece, is_blank};
use super::row::{is_frame, looks_grouped};
use super::{Shape, Table, is_box_drawing};
use crate::language::source::SourceId;

/// Grids in boxes, if a text has bars around every row, as many in each, and cells that are blank.
pub(super) fn boxes(source: SourceId, text: Piece<'_>, shape: Shape) -> Option<Table> {
    let mut blocks = Vec::new();
    let mut rows: Vec<Vec<Piece<'_>>> = Vec::new();
    let end = Piece { start: text.start + text.text.len(), text: "" };
    for line in text.lines().chain(std::iter::once(end)) {
        // A row of empty cells looks like a frame, but for its missing lines.
        let holds_lines = |text: &str| text.contains(|sign: char| is_line(sign));
        if line.text.is_empty() {
            if !rows.is_empty() {
                blocks.push(grid(source, &std::mem::take(&mut rows), shape)?);
            }
        } else if !is_frame(line.text) || !holds_lines(line.text) {
            let inner = line.text.strip_prefix(is_bar).and_then(|rest| rest.strip_suffix(is_bar))?;
            let first = line.text.chars().next().map_or(0, char::len_utf8);
            rows.push(Piece { start: line.start + first, text: inner }.fields(is_bar).collect());
        }
    }
    (!blocks.is_empty()).then_some(Table { blocks, read_as: "a grid in boxes" })
}

fn grid(source: SourceId, rows: &[Vec<Piece<'_>>], shape: Shape) -> Option<Vec<Vec<Drawn>>> {
    let boxes = rows.first()?.len();
    let mut fields = rows.iter().flatten().map(|field| field.trim());
    let is_blank_somewhere = fields.clone().any(|field| field.text.is_empty());
    if rows.iter().any(|row| row.len() != boxes) {
        return None;
    }
    let is_cell = |field: Piece<'_>| !field.text.contains(is_blank) && !looks_grouped(field.text);
    if fields.clone().all(|field| field.text.is_empty()) {
        return None;
    }
    if is_blank_somewhere && shape.is_width(boxes, rows.len()) && fields.all(is_cell) {
        let row = |row: &Vec<Piece<'_>>| row.iter().map(|field| field.trim().cell(source)).collect();
        return Some(rows.iter().map(row).collect());
    }
    let wanted = shape.cols.or_else(|| shape.square.then_some(rows.len()))?;
    let cells = wanted.checked_div(boxes).filter(|cells| cells * boxes == wanted && *cells > 1)?;
    let mut all: Vec<Vec<Drawn>> = vec![Vec::with_capacity(wanted); rows.len()];
    for column in 0..boxes {
        let fields: Vec<Piece<'_>> = rows.iter().map(|row| row[column]).collect();
        let (offset, stride) = layout(&fields, cells)?;
        for (row, field) in all.iter_mut().zip(&fields) {
            row.extend((0..cells).map(|cell| glyph(*field, offset + cell * stride).trim().cell(source)));
        }
    }
    Some(all)
}

/// Where the cells of a box stand: the place of the first, and how far the next is. All boxes of a column are equally
/// wide, and nothing stands between the places.
fn layout(fields: &[Piece<'_>], cells: usize) -> Option<(usize, usize)> {
    let width = fields.first()?.text.chars().count();
    if fields.iter().any(|field| field.text.chars().count() != width) {
        return None;
    }
    let fits = |&(offset, stride): &(usize, usize)| {
        let is_place = |at: usize| {
            at >= offset && (at - offset).is_multiple_of(stride) && (at - offset) / stride < cells
        };
        let mut letters = fields.iter().flat_map(|field| field.text.chars().enumerate());
        letters.all(|(at, letter)| is_blank(letter) || is_place(at))
    };
    let ways: &[(usize, usize)] = match width {
        _ if width == cells => &[(0, 1)],
        _ if width + 1 == 2 * cells => &[(0, 2)],
        _ if width == 2 * cells => &[(0, 2), (1, 2)],
        _ if width == 2 * cells + 1 => &[(1, 2)],
        _ if width == 3 * cells => &[(1, 3)],
        _ => &[],
    };
    ways.iter().copied().find(fits)
}

/// The character at a place.
fn glyph(field: Piece<'_>, at: usize) -> Piece<'_> {
    let (start, letter) = field.text.char_indices().nth(at).unwrap_or((field.text.len(), ' '));
    let end = (start + letter.len_utf8()).min(field.text.len());
    Piece { start: field.start + start, text: &field.text[start..end] }
}

fn is_bar(letter: char) -> bool {
    matches!(letter, '|' | '│' | '┃' | '║' | '╎' | '╏' | '┆' | '┇' | '┊' | '┋')
}

/// Whether a sign is part of a line across.
fn is_line(letter: char) -> bool {
    matches!(letter, '-' | '+' | '=' | '*' | '.' | '\'') || (is_box_drawing(letter) && !is_bar(letter))
}

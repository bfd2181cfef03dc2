//! Drawings of a text: one symbol changed, and the rest as it was.

use std::ops::Range;

use super::statements::Text;
use crate::language::puzzle::written;
use crate::language::puzzle::{Drawn, Picture, layer};
use crate::language::syntax::ast;

/// A drawing as it stands in the text that it was parsed from.
pub fn read(drawing: &ast::Text) -> Picture {
    layer(0, drawing.span.start as usize, &drawing.text)
}

/// The stretch of a text to be written anew, and what is to stand there, so that a drawing shows another symbol at a place. The
/// columns of the drawing stay aligned as they are; where they cannot, all of it is aligned anew. Nothing if no drawing of
/// this shape can show the symbol.
pub fn redrawn(
    text: &Text,
    picture: &Picture,
    (row, column): (usize, usize),
    token: &str,
) -> Option<(Range<usize>, String)> {
    let tokens = picture.rows.get(row)?;
    let old = tokens.get(column)?;
    let (start, end) = (old.span.start as usize, old.span.end as usize);
    let dense =
        picture.rows.iter().all(|row| row.windows(2).all(|pair| pair[0].span.end == pair[1].span.start));
    let length = token.chars().count();
    if dense {
        if length == 1 {
            return Some((start..end, token.to_owned()));
        }
        return (picture.width() > 1).then(|| anew(text, picture, (row, column), token));
    }
    let long = |from: usize, to: usize| text.text[from..to].chars().count();
    let before = column.checked_sub(1).and_then(|at| tokens.get(at)).map(|token| token.span.end as usize);
    let after = tokens.get(column + 1).map(|token| token.span.start as usize);
    if is_right_aligned(text, picture) {
        // Blanks at the head of a line are there for the first column.
        let from = before.unwrap_or_else(|| text.text[..start].rfind('\n').map_or(0, |at| at + 1));
        let room = long(from, end) - usize::from(before.is_some());
        if length <= room {
            let blanks = " ".repeat(long(from, end) - length);
            return Some((from..end, format!("{blanks}{token}")));
        }
    } else {
        match after {
            None => return Some((start..end, token.to_owned())),
            Some(after) if length < long(start, after) => {
                let blanks = " ".repeat(long(start, after) - length);
                return Some((start..after, format!("{token}{blanks}")));
            }
            Some(_) => {}
        }
    }
    Some(anew(text, picture, (row, column), token))
}

/// Whether the symbols of each column end below each other, and do not begin so.
fn is_right_aligned(text: &Text, picture: &Picture) -> bool {
    let column_of = |byte: u32| {
        let line = text.text[..byte as usize].rfind('\n').map_or(0, |at| at + 1);
        text.text[line..byte as usize].chars().count()
    };
    let alike = |of: &dyn Fn(&Drawn) -> usize| {
        let mut rows = picture.rows.iter().map(|row| row.iter().map(of).collect::<Vec<_>>());
        rows.next().is_some_and(|first| rows.all(|row| row == first))
    };
    alike(&|token| column_of(token.span.end)) && !alike(&|token| column_of(token.span.start))
}

/// All of a drawing aligned anew, with one symbol changed.
fn anew(
    text: &Text,
    picture: &Picture,
    (row, column): (usize, usize),
    token: &str,
) -> (Range<usize>, String) {
    let mut rows: Vec<Vec<String>> =
        picture.rows.iter().map(|row| row.iter().map(|token| token.text.clone()).collect()).collect();
    token.clone_into(&mut rows[row][column]);
    let range = picture.span.start as usize..picture.span.end as usize;
    let head = text.text[..range.start].rfind('\n').map_or(0, |at| at + 1);
    let indent: String =
        text.text[head..range.start].chars().take_while(|letter| letter.is_whitespace()).collect();
    (range, aligned(&rows, &indent))
}

/// Rows of symbols, columns aligned to the left, each line but the first after an indent.
pub fn aligned(rows: &[Vec<String>], indent: &str) -> String {
    let shown = written::Layer { name: String::new(), rows: rows.to_vec() }.to_string();
    let lines: Vec<&str> = shown.lines().collect();
    // The first and the last line are those of the statement.
    let inside = lines.get(1..lines.len().saturating_sub(1)).unwrap_or_default();
    inside.join(&format!("\n{indent}"))
}

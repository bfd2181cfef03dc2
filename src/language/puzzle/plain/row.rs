//! One line of a plain grid, measured once.

use std::collections::BTreeSet;

use super::super::Drawn;
use super::super::line::{Piece, is_blank};
use super::super::mark::is_empty_mark;
use super::{is_box_drawing, is_gap};
use crate::language::source::SourceId;

/// How the cells of a row are told apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Spacing {
    /// Blanks and bars stand between them.
    Words,
    /// Each character is one.
    Glyphs,
}

/// A line that is neither blank nor a frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row<'t> {
    line: Piece<'t>,
    /// How many cells it has if blanks and bars stand between them.
    pub(super) words: usize,
    /// How many cells it has if each character is one.
    pub(super) glyphs: usize,
    /// Whether a blank stands between two words.
    pub(super) spaced: bool,
    /// Whether a word looks like several cells: `53.` in `53. .7. ...`.
    pub(super) grouped: bool,
}

impl<'t> Row<'t> {
    pub(super) fn new(line: Piece<'t>) -> Self {
        let inner = line.text.trim_matches(is_gap);
        Row {
            line,
            words: line.words(is_gap).count(),
            glyphs: line.glyphs(is_gap).count(),
            spaced: inner.contains(is_blank),
            grouped: line.words(is_gap).any(|word| looks_grouped(word.text)),
        }
    }

    /// `% text`, or `# text`, which may also be a row that starts with a wall.
    pub(super) fn starts_like_comment(&self) -> bool {
        let mut letters = self.line.text.chars();
        match letters.next() {
            Some('%') => true,
            Some('#') => letters.next().is_none_or(is_blank),
            _ => false,
        }
    }

    /// Whether the line is a comment, where rows of walls have one of these widths and these words are cells.
    pub(super) fn is_comment(&self, walled: &BTreeSet<usize>, is_cell: &dyn Fn(&str) -> bool) -> bool {
        let mut words = self.line.words(is_gap).map(|word| word.text);
        let is_walled = self.line.text.starts_with('#')
            && self.words > 1
            && walled.contains(&self.words)
            && (self.words == self.glyphs || words.all(|word| word == "#" || is_cell(word)));
        self.starts_like_comment() && !is_walled
    }

    /// The words of the line.
    pub(super) fn vocabulary(&self) -> impl Iterator<Item = &'t str> {
        self.line.words(is_gap).map(|word| word.text)
    }

    /// Whether `-` is a cell of the line.
    pub(super) fn is_dashed(&self) -> bool {
        let dense = !self.spaced && self.line.text.contains('-');
        dense || self.line.words(is_gap).any(|word| word.text == "-")
    }

    /// The number of cells.
    pub(super) fn width(&self, spacing: Spacing) -> usize {
        match spacing {
            Spacing::Words => self.words,
            Spacing::Glyphs => self.glyphs,
        }
    }

    /// The cells.
    pub(super) fn tokens(&self, source: SourceId, spacing: Spacing) -> Vec<Drawn> {
        match spacing {
            Spacing::Words => self.line.words(is_gap).map(|word| word.drawn(source)).collect(),
            Spacing::Glyphs => self.line.glyphs(is_gap).map(|glyph| glyph.drawn(source)).collect(),
        }
    }

    /// The cells of a whole grid on one line, in rows of `cols`; the last row may be shorter. `cells` is how many
    /// there should be, where that is known.
    pub(super) fn cut(&self, source: SourceId, cells: Option<usize>, cols: usize) -> Vec<Vec<Drawn>> {
        let spacing = if cells == Some(self.words) { Spacing::Words } else { Spacing::Glyphs };
        let mut tokens = self.tokens(source, spacing).into_iter();
        let next_row =
            || Some(tokens.by_ref().take(cols).collect()).filter(|row: &Vec<Drawn>| !row.is_empty());
        std::iter::from_fn(next_row).collect()
    }
}

/// Whether a word is several cells without blanks between: no value has a dot in it, and digits with empty marks
/// among them are no value either. A list such as `1,?` is one cell.
pub(super) fn looks_grouped(word: &str) -> bool {
    let is_empty = |letter: char| is_empty_mark(letter.encode_utf8(&mut [0; 4]));
    let digits_and_gaps =
        || word.contains(is_empty) && word.chars().all(|c| c.is_ascii_digit() || is_empty(c));
    word.chars().nth(1).is_some() && !word.contains(',') && (word.contains('.') || digits_and_gaps())
}

/// Whether a line is part of a frame and holds no cell: `---+---`, `╠══╬══╣`, or `*-----*` with corners.
pub(super) fn is_frame(line: &str) -> bool {
    let is_bar =
        |letter: char| matches!(letter, '-' | '+' | '|' | '=') || is_gap(letter) || is_box_drawing(letter);
    let is_corner = |letter: char| matches!(letter, '*' | '.' | ':' | '\'' | '`' | ',');
    let inner = line.strip_prefix(is_corner).unwrap_or(line);
    let inner = inner.strip_suffix(is_corner).unwrap_or(inner);
    if inner.len() < line.len() {
        return line.contains("---") && line.chars().all(|letter| is_bar(letter) || is_corner(letter));
    }
    line.chars().all(is_bar)
}

//! The text of a document as an editor speaks of it: lines and columns, changed piece by piece.
//!
//! The language counts bytes. Editors count lines and, within a line, UTF-16 code units or bytes; a line ends with `\n`,
//! `\r\n` or `\r`. A place that does not exist means the nearest one before it: past the last line the end of the text, past
//! the end of a line the place before its line end, within a character its start.

use std::ops::Range;

/// How columns are counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Encoding {
    /// In bytes.
    Utf8,
    /// In UTF-16 code units: characters above U+FFFF count two.
    #[default]
    Utf16,
}

impl Encoding {
    /// How many columns a character takes.
    fn width(self, letter: char) -> usize {
        match self {
            Encoding::Utf8 => letter.len_utf8(),
            Encoding::Utf16 => letter.len_utf16(),
        }
    }
}

/// A place between two characters, both numbers from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Position {
    /// The line.
    pub line: u32,
    /// The column, by some [`Encoding`].
    pub column: u32,
}

/// A text with an index of its lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text {
    content: String,
    /// Where each line starts, in bytes. Invariant: what a fresh scan of the content finds.
    starts: Vec<usize>,
}

impl Text {
    /// A text.
    pub fn new(content: impl Into<String>) -> Text {
        let content = content.into();
        let mut starts = vec![0];
        starts.extend(line_starts(content.as_bytes(), 1..content.len() + 1));
        Text { content, starts }
    }

    /// The whole of it.
    pub fn as_str(&self) -> &str {
        &self.content
    }

    /// How many lines there are; an empty text has one.
    pub fn lines(&self) -> usize {
        self.starts.len()
    }

    /// The byte that a position means.
    pub fn offset(&self, position: Position, encoding: Encoding) -> usize {
        let Some(&start) = self.starts.get(position.line as usize) else { return self.content.len() };
        let mut left = position.column as usize;
        let mut offset = start;
        for letter in self.line(position.line as usize).chars() {
            let width = encoding.width(letter);
            if width > left {
                break;
            }
            left -= width;
            offset += letter.len_utf8();
        }
        offset
    }

    /// The position of a byte; of the last place before it if it is no place.
    pub fn position(&self, offset: usize, encoding: Encoding) -> Position {
        let mut offset = offset.min(self.content.len());
        while !self.content.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.starts.partition_point(|&start| start <= offset).saturating_sub(1);
        let before = self.line(line).get(..offset - self.starts[line]).unwrap_or_else(|| self.line(line));
        let column: usize = before.chars().map(|letter| encoding.width(letter)).sum();
        let small = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Position { line: small(line), column: small(column) }
    }

    /// Finds the positions of places that come in order.
    pub fn walk(&self, encoding: Encoding) -> Walk<'_> {
        Walk { text: self, encoding, offset: 0, position: Position::default() }
    }

    /// Replaces a stretch, given by two positions in either order, or all of it.
    pub fn change(&mut self, stretch: Option<(Position, Position)>, new: &str, encoding: Encoding) {
        let Some((from, to)) = stretch else {
            *self = Text::new(new);
            return;
        };
        let (from, to) = (self.offset(from, encoding), self.offset(to, encoding));
        self.replace(from.min(to)..from.max(to), new);
    }

    /// Replaces a stretch of bytes; both ends are on character boundaries.
    fn replace(&mut self, stretch: Range<usize>, new: &str) {
        self.content.replace_range(stretch.clone(), new);
        // A line end may come into being across the start of the change, of a `\r` before it: the place right after that
        // `\r` is looked at again. A line that starts after the stretch still does, elsewhere.
        let kept = self.starts.partition_point(|&start| start < stretch.start.max(1));
        let after = self.starts.partition_point(|&start| start <= stretch.end);
        let end = stretch.start + new.len();
        let found: Vec<usize> = line_starts(self.content.as_bytes(), stretch.start.max(1)..end + 1).collect();
        let grown = found.len();
        self.starts.splice(kept..after.max(kept), found);
        for start in &mut self.starts[kept + grown..] {
            *start = *start - stretch.end + end;
        }
    }

    /// A stretch of bytes line by line, without line ends; lines of which nothing is in it are left out.
    pub fn by_lines(&self, stretch: Range<usize>) -> impl Iterator<Item = Range<usize>> {
        let first = self.starts.partition_point(|&start| start <= stretch.start).saturating_sub(1);
        let after = self.starts.partition_point(|&start| start < stretch.end);
        let line = move |number: usize| {
            let start = self.starts[number];
            start.max(stretch.start)..(start + self.line(number).len()).min(stretch.end)
        };
        (first..after).map(line).filter(|line| !line.is_empty())
    }

    /// A line without its line end.
    fn line(&self, number: usize) -> &str {
        let start = self.starts[number];
        let end = self.starts.get(number + 1).copied().unwrap_or(self.content.len());
        let line = &self.content[start..end];
        line.strip_suffix("\r\n").or_else(|| line.strip_suffix(['\n', '\r'])).unwrap_or(line)
    }
}

/// A walk through a text: the positions of places that come in order, in time that grows with the text, however long its
/// lines are.
#[derive(Clone, Debug)]
pub struct Walk<'t> {
    text: &'t Text,
    encoding: Encoding,
    /// The last place, and its position.
    offset: usize,
    position: Position,
}

impl Walk<'_> {
    /// The position of a byte, as [`Text::position`] tells it.
    pub fn position(&mut self, offset: usize) -> Position {
        let line = self.position.line as usize;
        let end = self.text.starts[line] + self.text.line(line).len();
        let between = self.text.content.get(self.offset..offset).filter(|_| offset <= end);
        self.position = match between {
            Some(between) => {
                let columns: usize = between.chars().map(|letter| self.encoding.width(letter)).sum();
                let column = self.position.column.saturating_add(u32::try_from(columns).unwrap_or(u32::MAX));
                Position { column, ..self.position }
            }
            None => self.text.position(offset, self.encoding),
        };
        self.offset = offset;
        self.position
    }
}

/// Those of the places, none of them 0, at which a line starts.
fn line_starts(bytes: &[u8], places: Range<usize>) -> impl Iterator<Item = usize> {
    places.filter(|&place| match bytes.get(place - 1) {
        Some(b'\n') => true,
        Some(b'\r') => bytes.get(place) != Some(&b'\n'),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{Strategy, any, prop, proptest};

    use super::{Encoding, Position, Text};

    fn at(line: u32, column: u32) -> Position {
        Position { line, column }
    }

    #[test]
    fn columns_count_code_units() {
        let text = Text::new("aä𝄞b\r\nc");
        let offsets =
            |encoding| (0..7).map(|column| text.offset(at(0, column), encoding)).collect::<Vec<_>>();
        assert_eq!(offsets(Encoding::Utf16), [0, 1, 3, 3, 7, 8, 8]);
        assert_eq!(offsets(Encoding::Utf8), [0, 1, 1, 3, 3, 3, 3]);
        assert_eq!(text.position(7, Encoding::Utf16), at(0, 4));
        assert_eq!(text.position(7, Encoding::Utf8), at(0, 7));
    }

    #[test]
    fn places_that_do_not_exist_mean_the_nearest_before() {
        let text = Text::new("ab\r\ncd");
        assert_eq!(text.offset(at(0, 99), Encoding::Utf16), 2);
        assert_eq!(text.offset(at(1, u32::MAX), Encoding::Utf8), 6);
        assert_eq!(text.offset(at(7, 0), Encoding::Utf16), 6);
        assert_eq!(text.position(3, Encoding::Utf16), at(0, 2), "within the line end");
        assert_eq!(text.position(99, Encoding::Utf16), at(1, 2));
    }

    #[test]
    fn stretches_are_cut_at_line_ends() {
        let text = Text::new("ab\r\n\ncd\ne");
        assert_eq!(text.by_lines(1..9).collect::<Vec<_>>(), [1..2, 5..7, 8..9]);
        assert_eq!(text.by_lines(2..5).count(), 0);
        assert_eq!(text.by_lines(5..6).next(), Some(5..6));
    }

    #[test]
    fn line_ends_come_and_go_across_a_change() {
        for (before, stretch, new) in [
            ("a\rb", (at(1, 0), at(1, 0)), "\n"),
            ("a\r\nb", (at(0, 1), at(1, 0)), ""),
            ("a\rx\nb", (at(1, 0), at(1, 1)), ""),
            ("", (at(0, 0), at(0, 0)), "\n"),
            ("\n\n\n", (at(1, 0), at(2, 0)), "\r"),
            ("ab", (at(0, 2), at(0, 1)), "\r"),
        ] {
            let mut text = Text::new(before);
            text.change(Some(stretch), new, Encoding::Utf16);
            assert_eq!(text, Text::new(text.as_str()), "{before:?} {stretch:?} {new:?}");
        }
    }

    fn pieces() -> impl Strategy<Value = String> {
        let piece = prop::sample::select(vec!["a", "ä", "𝄞", "\r", "\n", "\r\n", "law: x", " ", "\"\"\""]);
        prop::collection::vec(piece, 0..6).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        /// The index that changes piece by piece is the one of the whole text, and positions come back as they went.
        #[test]
        fn changes_keep_the_index(
            edits in prop::collection::vec((0_u32..6, 0_u32..9, 0_u32..6, 0_u32..9, pieces(), any::<bool>()), 1..40)
        ) {
            let mut text = Text::new("");
            let mut plain = String::new();
            for (line, column, other_line, other_column, new, wide) in edits {
                let encoding = if wide { Encoding::Utf16 } else { Encoding::Utf8 };
                let (from, to) = (at(line, column), at(other_line, other_column));
                let (start, end) = (text.offset(from, encoding), text.offset(to, encoding));
                plain.replace_range(start.min(end)..start.max(end), &new);
                text.change(Some((from, to)), &new, encoding);
                assert_eq!(text, Text::new(plain.as_str()));
                let mut walk = text.walk(encoding);
                for (offset, _) in plain.char_indices() {
                    assert_eq!(walk.position(offset), text.position(offset, encoding));
                    let within = plain.as_bytes()[offset] == b'\n' && offset > 0 && plain.as_bytes()[offset - 1] == b'\r';
                    let expected = if within { offset - 1 } else { offset };
                    assert_eq!(text.offset(text.position(offset, encoding), encoding), expected);
                }
            }
        }
    }
}

//! The lines of a picture and the pieces of a line, each with its place in the text.

use unicode_width::UnicodeWidthChar as _;

use super::Drawn;
use crate::language::diagnostic::{Diagnostic, catalogue};
use crate::language::source::{SourceId, Span};

/// Shown in place of a character that must not reach a terminal.
const REPLACEMENT: char = '\u{fffd}';

/// How many unreadable places of one picture are reported.
const MOST_ERRORS: usize = 50;

/// A stretch of a text and the offset of its first byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Piece<'t> {
    /// Where it starts.
    pub(super) start: usize,
    /// What stands there.
    pub(super) text: &'t str,
}

impl<'t> Piece<'t> {
    /// The lines of a text, ended by `\n`, `\r\n` or `\r`, without the blanks around them.
    pub(super) fn lines(self) -> impl Iterator<Item = Piece<'t>> {
        self.raw_lines().map(Piece::trim)
    }

    /// The same with their blanks, but without their ends.
    pub(super) fn raw_lines(self) -> impl Iterator<Item = Piece<'t>> {
        let mut start = 0;
        // The empty stretch between `\r` and `\n` would pass for a blank line, so `\r\n` ends a line only once.
        self.text.split_inclusive(['\n', '\r']).filter_map(move |text| {
            let at = start;
            start += text.len();
            let after_return = text == "\n" && self.text[..at].ends_with('\r');
            let text = text.trim_end_matches(is_line_end);
            (!after_return).then_some(Piece { start: self.start + at, text })
        })
    }

    pub(super) fn trim(self) -> Piece<'t> {
        let blank = |letter: char| is_blank(letter) || is_line_end(letter);
        let text = self.text.trim_start_matches(blank);
        Piece { start: self.start + self.text.len() - text.len(), text: text.trim_end_matches(blank) }
    }

    /// What stands from this byte on.
    #[cfg(feature = "cli")]
    pub(super) fn behind(self, start: usize) -> Piece<'t> {
        Piece { start: self.start + start, text: &self.text[start..] }
    }

    /// What stands before this byte.
    #[cfg(feature = "cli")]
    pub(super) fn before(self, end: usize) -> Piece<'t> {
        Piece { start: self.start, text: &self.text[..end] }
    }

    /// The stretches between gaps.
    pub(super) fn words(self, is_gap: fn(char) -> bool) -> impl Iterator<Item = Piece<'t>> {
        self.fields(is_gap).filter(|piece| !piece.text.is_empty())
    }

    /// The characters that are no gaps, each with the accents that belong to it.
    pub(super) fn glyphs(self, is_gap: fn(char) -> bool) -> impl Iterator<Item = Piece<'t>> {
        let mut rest = self.text.char_indices().peekable();
        std::iter::from_fn(move || {
            let (at, first) = rest.find(|&(_, letter)| !is_gap(letter))?;
            let mut end = at + first.len_utf8();
            while let Some((_, accent)) =
                rest.next_if(|&(_, letter)| !letter.is_ascii() && letter.width() == Some(0))
            {
                end += accent.len_utf8();
            }
            Some(Piece { start: self.start + at, text: &self.text[at..end] })
        })
    }

    /// The stretches between separators, with their blanks; an empty one is a field too.
    pub(super) fn fields(self, separates: fn(char) -> bool) -> impl Iterator<Item = Piece<'t>> {
        let start = move |text: &str| self.start + (text.as_ptr() as usize - self.text.as_ptr() as usize);
        self.text.split(separates).map(move |text| Piece { start: start(text), text })
    }

    /// The token that this stretch is; a blank one is an empty cell.
    pub(super) fn cell(self, source: SourceId) -> Drawn {
        let mut drawn = self.drawn(source);
        if drawn.text.is_empty() {
            ".".clone_into(&mut drawn.text);
        }
        drawn
    }

    /// The token that this stretch is.
    pub(super) fn drawn(self, source: SourceId) -> Drawn {
        let text = self.text.replace(is_unreadable, REPLACEMENT.encode_utf8(&mut [0; 4]));
        Drawn { text, span: Span::new(source, self.start, self.start + self.text.len()) }
    }

    /// Complains about the characters that no picture may hold, neighbours together.
    pub(super) fn unreadable(self, source: SourceId) -> Vec<Diagnostic> {
        let mut rest = self;
        let next_run = move || {
            let from = rest.text.find(is_unreadable)?;
            let tail = &rest.text[from..];
            let run = &tail[..tail.find(|letter| !is_unreadable(letter)).unwrap_or(tail.len())];
            let found = Piece { start: rest.start + from, text: run };
            rest = Piece { start: found.start + run.len(), text: &tail[run.len()..] };
            Some(found)
        };
        std::iter::from_fn(next_run)
            .take(MOST_ERRORS)
            .map(|run| {
                catalogue::unreadable(run.text, Span::new(source, run.start, run.start + run.text.len()))
                    .help("a drawing holds only characters that can be seen; delete this one")
            })
            .collect()
    }
}

/// Whether a character stands between tokens: a space, a tab, or a space of another script.
pub(super) fn is_blank(letter: char) -> bool {
    letter == ' '
        || letter == '\t'
        || (letter.is_whitespace() && !is_unreadable(letter) && !is_line_end(letter))
}

fn is_line_end(letter: char) -> bool {
    matches!(letter, '\n' | '\r')
}

/// Whether a character cannot be seen and could mislead: control characters, and those that turn or hide text.
fn is_unreadable(letter: char) -> bool {
    let hides = matches!(letter,
        '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
    hides || (letter.is_control() && letter != '\t' && !is_line_end(letter))
}

#[cfg(test)]
mod tests {
    use super::{Piece, is_blank};

    type Places = &'static [(usize, &'static str)];

    fn show<'t>(pieces: impl Iterator<Item = Piece<'t>>) -> Vec<(usize, &'t str)> {
        pieces.map(|piece| (piece.start, piece.text)).collect()
    }

    #[test]
    fn lines_end_in_three_ways() {
        let cases: [(&str, Places); 8] = [
            ("", &[]),
            ("a", &[(10, "a")]),
            ("a\nb", &[(10, "a"), (12, "b")]),
            ("a\r\nb\r\n", &[(10, "a"), (13, "b")]),
            ("a\rb", &[(10, "a"), (12, "b")]),
            ("a\n\nb", &[(10, "a"), (12, ""), (13, "b")]),
            ("a\r\n\r\nb", &[(10, "a"), (13, ""), (15, "b")]),
            (" \t a b \n", &[(13, "a b")]),
        ];
        for (text, expected) in cases {
            let lines = show(Piece { start: 10, text }.lines());
            assert_eq!(lines, expected, "{text:?}");
        }
    }

    #[test]
    fn words_and_glyphs_know_their_places() {
        let cases: [(&str, Places, Places); 4] = [
            ("a bc", &[(0, "a"), (2, "bc")], &[(0, "a"), (2, "b"), (3, "c")]),
            ("ä\u{a0}b", &[(0, "ä"), (4, "b")], &[(0, "ä"), (4, "b")]),
            ("a\u{301}b  c", &[(0, "a\u{301}b"), (6, "c")], &[(0, "a\u{301}"), (3, "b"), (6, "c")]),
            ("", &[], &[]),
        ];
        for (text, words, glyphs) in cases {
            let piece = Piece { start: 0, text };
            assert_eq!(show(piece.words(is_blank)), words, "{text:?}");
            assert_eq!(show(piece.glyphs(is_blank)), glyphs, "{text:?}");
        }
    }

    #[test]
    fn what_cannot_be_seen_is_reported_and_replaced() {
        let cases: [(&str, &[(u32, u32)]); 5] = [
            ("a b\tc\r\n", &[]),
            ("a\u{1b}[2Jb", &[(6, 7)]),
            ("\u{0}\u{7} \u{9b}", &[(5, 7), (8, 10)]),
            ("a\u{202e}b", &[(6, 9)]),
            ("\u{c}", &[(5, 6)]),
        ];
        for (text, expected) in cases {
            let piece = Piece { start: 5, text };
            let found: Vec<_> = piece
                .unreadable(0)
                .iter()
                .filter_map(|d| d.span().map(|span| (span.start, span.end)))
                .collect();
            assert_eq!(found, expected, "{text:?}");
            let passed = piece.drawn(0).text.contains(super::is_unreadable);
            assert!(!passed, "{text:?}");
        }
        assert_eq!(Piece { start: 0, text: "a\u{1b}b" }.drawn(0).text, "a\u{fffd}b");
        let many = "\u{1} ".repeat(100_000);
        assert_eq!(Piece { start: 0, text: &many }.unreadable(0).len(), super::MOST_ERRORS);
    }
}

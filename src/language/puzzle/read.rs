//! Drawings inside rule and puzzle files: `"""` blocks and strips of clues.

use super::line::{Piece, is_blank};
use super::{Drawn, Picture};
use crate::language::diagnostic::Diagnostic;
use crate::language::source::{SourceId, Span};

/// Reads the inside of a `"""` block that starts at byte `start` of its source.
///
/// Lines without tokens are passed over. If any line has a blank between two tokens, blanks separate the tokens of
/// every line; else each character is a token. Nothing else is left out: in a layer any sign may be a symbol.
pub fn layer(source: SourceId, start: usize, text: &str) -> Picture {
    let whole = Piece { start, text };
    let lines = || whole.lines().filter(|line| !line.text.is_empty());
    let spaced = lines().any(|line| line.text.contains(is_blank));
    let rows = lines().map(|line| {
        if spaced {
            line.words(is_blank).map(|word| word.drawn(source)).collect()
        } else {
            line.glyphs(is_blank).map(|glyph| glyph.drawn(source)).collect()
        }
    });
    Picture::new(rows.collect(), Span::new(source, start, start + text.len()))
}

/// Reads a strip of clues that starts at byte `start` of its source: tokens separated by blanks.
pub fn strip(source: SourceId, start: usize, text: &str) -> Vec<Drawn> {
    let whole = Piece { start, text };
    whole.lines().flat_map(|line| line.words(is_blank)).map(|word| word.drawn(source)).collect()
}

/// Complains about the characters of a layer or a strip that cannot be seen (E109); [`layer`] and [`strip`] put
/// U+FFFD in their place, so that the picture keeps its shape and is safe to show.
pub fn unreadable(source: SourceId, start: usize, text: &str) -> Vec<Diagnostic> {
    Piece { start, text }.unreadable(source)
}

#[cfg(test)]
mod tests {
    use super::{layer, strip, unreadable};
    use crate::language::puzzle::{Drawn, Picture};
    use crate::language::source::Span;

    /// Rows joined by ` / `, tokens by ` `; every span is held against the text.
    fn show(picture: &Picture, start: usize, text: &str) -> String {
        let row = |row: &Vec<Drawn>| {
            let token = |token: &Drawn| {
                let (from, to) = (token.span.start as usize - start, token.span.end as usize - start);
                assert_eq!(text[from..to], token.text, "the span of a token in {text:?}");
                token.text.clone()
            };
            row.iter().map(token).collect::<Vec<_>>().join(" ")
        };
        picture.rows.iter().map(row).collect::<Vec<_>>().join(" / ")
    }

    #[test]
    fn layers_are_spaced_or_dense() {
        let cases = [
            ("", ""),
            ("\n  \n\t\n", ""),
            ("\na a b\nc c b\n", "a a b / c c b"),
            ("\naab\nccb\n", "a a b / c c b"),
            ("a a\nb b", "a a / b b"),
            ("\r\na b\r\nc d\r\n", "a b / c d"),
            ("\n   a b\n   c d\n", "a b / c d"),
            ("\n12,7 .\n. 3\n", "12,7 . / . 3"),
            ("\n12,7\n3\n", "1 2 , 7 / 3"),
            ("\na\nb\nc\n", "a / b / c"),
            ("\n10 2\n3\n", "10 2 / 3"),
            ("\nab\n\ncd\n", "a b / c d"),
            ("\n|-+\n─│=\n", "| - + / ─ │ ="),
            ("\n. | .\n- . -\n", ". | . / - . -"),
            ("\n# # %\n# . #\n", "# # % / # . #"),
            ("\nä\u{308}é\n", "ä\u{308} é"),
            ("\na\tb\n", "a b"),
            ("\na\u{3000}b\n", "a b"),
            ("\nab\ncde\n", "a b / c d e"),
        ];
        for (text, expected) in cases {
            let picture = layer(3, 100, text);
            assert_eq!(show(&picture, 100, text), expected, "{text:?}");
            assert!(unreadable(3, 100, text).is_empty(), "{text:?}");
            assert!(picture.span.source == 3 && picture.span.start >= 100, "{text:?}");
        }
    }

    #[test]
    fn strips_are_spaced() {
        let cases = [
            ("", ""),
            ("3 . 1,2 ?", "3 . 1,2 ?"),
            ("  31\t4 ", "31 4"),
            ("abc", "abc"),
            ("| -1 é", "| -1 é"),
        ];
        for (text, expected) in cases {
            let picture = Picture { span: Span::default(), rows: vec![strip(0, 7, text)], read_as: None };
            assert_eq!(show(&picture, 7, text), expected, "{text:?}");
        }
    }

    #[test]
    fn escapes_do_not_pass() {
        let text = "a\u{1b}[31m b\nc d";
        let codes: Vec<_> = unreadable(0, 0, text).iter().map(|diagnostic| diagnostic.code).collect();
        assert_eq!(codes, ["E109"]);
        let picture = layer(0, 0, text);
        assert_eq!(picture.rows[0][0].text, "a\u{fffd}[31m");
        assert_eq!(picture.ragged(), None);
        assert_eq!(strip(0, 0, "1 \u{7} 2")[1].text, "\u{fffd}");
    }
}

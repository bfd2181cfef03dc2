//! Fences of Markdown: where a text has some, its grids stand between them.

use super::super::line::Piece;

/// The stretches between fences; all of the text if it has none.
pub(super) fn inside(text: Piece<'_>) -> Vec<Piece<'_>> {
    let mut found = Vec::new();
    let mut open: Option<(usize, char)> = None;
    for line in text.lines() {
        let Some(sign) = fence(line.text) else { continue };
        let end = line.start + line.text.len();
        open = match open {
            None => Some((end, sign)),
            Some((start, opened)) if opened == sign => {
                let (from, to) = (start - text.start, line.start - text.start);
                found.push(Piece { start, text: &text.text[from..to] });
                None
            }
            still => still,
        };
    }
    // A fence that is never closed is no fence: three signs may as well be a row.
    if found.is_empty() { vec![text] } else { found }
}

/// The sign of a fence, if a line is one: three or more of it, and perhaps a word behind.
fn fence(line: &str) -> Option<char> {
    let sign = line.chars().next().filter(|sign| matches!(sign, '`' | '~'))?;
    let word = line.trim_start_matches(sign);
    let is_fence = line.len() - word.len() >= 3 && word.chars().all(|letter| letter.is_ascii_alphanumeric());
    is_fence.then_some(sign)
}

#[cfg(test)]
mod tests {
    use super::{Piece, inside};

    #[test]
    fn text_around_fences_does_not_count() {
        let cases: [(&str, &[&str]); 5] = [
            ("12\n34\n", &["12\n34\n"]),
            ("Solve:\n```\n12\n34\n```\nThanks!", &["\n12\n34\n"]),
            ("```text\n1\n```\nand\n~~~\n2\n~~~", &["\n1\n", "\n2\n"]),
            ("```\n1 2\n", &["```\n1 2\n"]),
            ("~~~\n1\n```\n2\n~~~\n", &["\n1\n```\n2\n"]),
        ];
        for (text, expected) in cases {
            let pieces = inside(Piece { start: 5, text });
            assert_eq!(pieces.iter().map(|piece| piece.text).collect::<Vec<_>>(), expected, "{text:?}");
            assert!(pieces.iter().all(|piece| text[piece.start - 5..].starts_with(piece.text)), "{text:?}");
        }
    }
}

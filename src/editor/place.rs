//! Places in files, as an editor names them, and changes of their texts.

use crate::language::resolve::built_in::BUILT_IN;
use crate::language::source::{Sources, Span};

/// A stretch of a file; its bytes count from the start of the file.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Place {
    /// The file's name, as the workspace knows it; `built-in sudoku.rules` for a text inside the binary.
    pub file: String,
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl Place {
    /// Where a span lies in its file.
    pub fn of(span: Span, sources: &Sources) -> Place {
        let source = sources.get(span.source);
        let before = source.before.1;
        Place {
            file: known_as(&source.name).to_owned(),
            start: before + span.start as usize,
            end: before + span.end as usize,
        }
    }

    /// Whether the text is inside the binary, where nobody changes it.
    pub fn is_built_in(&self) -> bool {
        self.file.starts_with(BUILT_IN)
    }
}

/// A new text for a stretch of a file.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Change {
    /// What is replaced; empty for an insertion.
    pub place: Place,
    /// The new text.
    pub text: String,
}

/// The name under which a file is known: `./a.rules` is `a.rules`.
pub fn known_as(name: &str) -> &str {
    name.strip_prefix("./").unwrap_or(name)
}

/// A text with changes carried out, all in this text and none across another; those that overlap an earlier one are left out.
pub fn changed<'c>(text: &str, changes: impl IntoIterator<Item = &'c Change>) -> String {
    let mut changes: Vec<&Change> = changes.into_iter().collect();
    changes.sort_by_key(|change| (change.place.start, change.place.end));
    let (mut result, mut at) = (String::with_capacity(text.len()), 0);
    for change in changes.into_iter().filter(|change| change.place.end <= text.len()) {
        if change.place.start < at {
            continue;
        }
        result.push_str(&text[at..change.place.start]);
        result.push_str(&change.text);
        at = change.place.end;
    }
    result.push_str(&text[at..]);
    result
}

#[cfg(test)]
mod tests {
    use super::{Change, Place, changed};

    #[test]
    fn changes_are_carried_out_in_order_and_never_across_each_other() {
        let change = |start, end, text: &str| Change {
            place: Place { file: "a.rules".to_owned(), start, end },
            text: text.to_owned(),
        };
        let changes =
            [change(4, 5, "E"), change(0, 2, "x"), change(1, 3, "y"), change(3, 3, "-"), change(9, 12, "z")];
        assert_eq!(changed("abcdef", &changes), "xc-dEf");
    }
}

//! Words as the language writes them: bare where they are names, in quotes where they are not. Everything that writes a
//! rule set's name or a symbol asks here, so that what is written can be read.

use super::token::{self, Token};
use crate::language::cell;

/// A rule set's name as `use` writes it.
pub fn rule_set(name: &str) -> String {
    if is_name(name) { name.to_owned() } else { in_quotes(name) }
}

/// A symbol as a fact states it. Bare `rows` or `r1c2` would be a number or a cell.
pub fn symbol(name: &str) -> String {
    if is_name(name) && !has_a_meaning(name) { name.to_owned() } else { in_quotes(name) }
}

/// A text in quotes, whatever it is.
pub fn in_quotes(text: &str) -> String {
    format!("\"{text}\"")
}

/// Whether a text can stand in quotes: the language has no sign for a quote or the end of a line inside them.
pub fn can_be_quoted(text: &str) -> bool {
    !text.is_empty() && !text.contains(|letter: char| letter == '"' || letter.is_control())
}

/// Whether a text is a name: not a keyword, a number or a placeholder, and without blanks and signs.
pub fn is_name(text: &str) -> bool {
    matches!(token::first(text), Some(Token::Name(found)) if found.len() == text.len())
}

fn has_a_meaning(name: &str) -> bool {
    matches!(name, "rows" | "cols" | "cells") || cell::named(name).is_some()
}

#[cfg(test)]
mod tests {
    use super::{can_be_quoted, rule_set, symbol};

    #[test]
    fn names_stand_bare_and_everything_else_in_quotes() {
        for bare in ["sudoku", "a_b", "größe", "x1", "inner"] {
            assert_eq!((rule_set(bare), symbol(bare)), (bare.to_owned(), bare.to_owned()));
        }
        for odd in
            ["a-b", "my rules", "in", "mod", "grid", "2048", "Latin", "_x", "", "<", "true", "é\u{301}x!"]
        {
            let quoted = format!("\"{odd}\"");
            assert_eq!((rule_set(odd), symbol(odd)), (quoted.clone(), quoted), "{odd:?}");
        }
        for (cell, quoted) in [("r1c2", "\"r1c2\""), ("rows", "\"rows\""), ("cells", "\"cells\"")] {
            assert_eq!((rule_set(cell), symbol(cell)), (cell.to_owned(), quoted.to_owned()));
        }
    }

    #[test]
    fn quotes_hold_no_quote() {
        assert!(can_be_quoted("my rules") && can_be_quoted("%\\"));
        assert!(!can_be_quoted("q\"q") && !can_be_quoted("a\nb") && !can_be_quoted(""));
    }
}

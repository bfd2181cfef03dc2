//! What a single token of a picture stands for.

/// A token's meaning, as far as it can be told without rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Mark {
    /// `.`: no fact.
    Nothing,
    /// `12`, `-3`, `+3`
    Int(i64),
    /// Any other token, as written; a number beyond 64 bits too.
    Text(String),
    /// `1,2,?`: two elements or more, none of them a list.
    List(Vec<Mark>),
}

/// Reads a token of a layer or a strip. A comma without a neighbour on both sides is no list but a symbol.
pub fn mark(token: &str) -> Mark {
    if token.contains(',') && token.split(',').all(|element| !element.is_empty()) {
        return Mark::List(token.split(',').map(single).collect());
    }
    single(token)
}

fn single(token: &str) -> Mark {
    match token {
        "." => Mark::Nothing,
        _ => token.parse().map_or_else(|_| Mark::Text(token.to_owned()), Mark::Int),
    }
}

/// Whether a token of a plain grid leaves its cell open: `.`, `_`, `?`, `*`, or one of the dots and boxes that people
/// copy from pages. Whether `0` does is for the caller to say, who knows whether 0 is a value.
pub fn is_empty_mark(token: &str) -> bool {
    matches!(token, "." | "_" | "?" | "*" | "·" | "•" | "∙" | "⋅" | "□" | "▢" | "☐")
}

#[cfg(test)]
mod tests {
    use super::{Mark, is_empty_mark, mark};

    #[test]
    fn tokens_become_marks() {
        let text = |text: &str| Mark::Text(text.to_owned());
        let cases = [
            (".", Mark::Nothing),
            ("0", Mark::Int(0)),
            ("007", Mark::Int(7)),
            ("-12", Mark::Int(-12)),
            ("+12", Mark::Int(12)),
            ("9223372036854775807", Mark::Int(i64::MAX)),
            ("-9223372036854775808", Mark::Int(i64::MIN)),
            ("9223372036854775808", text("9223372036854775808")),
            ("-", text("-")),
            ("+", text("+")),
            ("--1", text("--1")),
            ("1.5", text("1.5")),
            ("٣", text("٣")),
            ("a1", text("a1")),
            ("?", text("?")),
            ("..", text("..")),
            ("1,2", Mark::List(vec![Mark::Int(1), Mark::Int(2)])),
            ("1,?,.", Mark::List(vec![Mark::Int(1), text("?"), Mark::Nothing])),
            ("a,99999999999999999999", Mark::List(vec![text("a"), text("99999999999999999999")])),
            (",", text(",")),
            ("1,", text("1,")),
            ("1,,2", text("1,,2")),
            ("", text("")),
        ];
        for (token, expected) in cases {
            assert_eq!(mark(token), expected, "{token:?}");
        }
    }

    #[test]
    fn some_marks_are_empty() {
        for token in [".", "_", "?", "*", "·", "•", "□"] {
            assert!(is_empty_mark(token), "{token:?}");
        }
        for token in ["", "0", "..", "-", "a", "__", " "] {
            assert!(!is_empty_mark(token), "{token:?}");
        }
    }
}

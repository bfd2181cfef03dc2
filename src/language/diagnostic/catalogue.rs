//! Every diagnostic gridlog can give: one constructor per code, in the author's words.

pub mod files;
pub mod foreign;
pub mod meaning;
pub mod names;

use super::Diagnostic;
use crate::language::source::Span;

// ---- files and syntax

/// What a token is to a person, where the grammar wants others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Word<'t> {
    /// A word of the language.
    Keyword(&'t str),
    /// A name.
    Name(&'t str),
    /// A placeholder.
    Placeholder(&'t str),
    /// Anything else.
    Other,
}

/// E101: a token where the grammar wants others.
pub fn unexpected(found: &str, word: Word<'_>, span: Span, expected: &[String]) -> Diagnostic {
    let wanted = in_words(expected);
    let title = if wanted.is_empty() {
        format!("unexpected {found}")
    } else {
        format!("unexpected {found}; expected {wanted}")
    };
    let diagnostic = Diagnostic::error("E101", title).at(span, "does not fit here");
    match word {
        Word::Keyword(word) if wanted == "a name" => diagnostic
            .help(format!("`{word}` is a word of the language; take another name, such as `my_{word}`")),
        Word::Keyword(word) => {
            diagnostic.help(format!("`{word}` is a word of the language; as a symbol, write \"{word}\""))
        }
        Word::Placeholder(name) if wanted == "a statement" && name.starts_with(char::is_uppercase) => {
            let small: String = name.chars().flat_map(char::to_lowercase).collect();
            diagnostic.mend(
                "names start with a small letter; those with a capital are placeholders",
                span,
                small,
            )
        }
        Word::Other if found == "`<=>`" => diagnostic.help(
            "`<=>` joins two conditions and stands alone; put the inner one into parentheses: `A <=> (B <=> C)`",
        ),
        Word::Name("or") => diagnostic.mend("for \"or\" write `;`", span, ";"),
        Word::Name("and") => diagnostic.mend("for \"and\" write `,`", span, ","),
        Word::Name(_) if expected.iter().any(|name| name == "\":\"") => {
            diagnostic.help("the name of a law is followed by `:`")
        }
        _ => diagnostic,
    }
}

/// E101: a call whose name starts with a capital letter.
pub fn capital_call(wrong: Diagnostic, name: &str, span: Span) -> Diagnostic {
    let mut letters = name.chars();
    let first: String = letters.next().into_iter().flat_map(char::to_lowercase).collect();
    let small = format!("{first}{}", letters.as_str());
    wrong.mend(format!("names of definitions start with a small letter: `{small}(..)`"), span, small)
}

/// The expected tokens as a phrase; the many that can start a term are one word.
fn in_words(expected: &[String]) -> String {
    let mut names: Vec<String> = Vec::new();
    let terms = expected.iter().any(|name| name == "\"a placeholder\"")
        && expected.iter().any(|name| name == "\"a number\"");
    if terms {
        names.push("a term".to_owned());
    }
    for name in expected {
        let name = name.trim_matches('"').replace("\\\\", "\\");
        let starts_term = matches!(
            name.as_str(),
            "a number"
                | "a name"
                | "a placeholder"
                | "a text in quotes"
                | "("
                | "["
                | "{"
                | "-"
                | "not"
                | "true"
                | "false"
        );
        if terms && starts_term {
            continue;
        }
        let sign = if name.starts_with("a ") { name } else { format!("`{name}`") };
        names.push(sign);
    }
    match names.len() {
        0 => String::new(),
        1 => names.remove(0),
        2..=4 => {
            let last = names.pop().unwrap_or_default();
            format!("{} or {last}", names.join(", "))
        }
        _ if names.iter().any(|name| name == "`.`") => {
            "a sign that continues the statement, or `.` to end it".to_owned()
        }
        _ if names.iter().any(|name| name == "`)`") => "a sign that continues the term, or `)`".to_owned(),
        _ if names.iter().any(|name| name == "`]`") => "a sign that continues the list, or `]`".to_owned(),
        _ if names.iter().any(|name| name == "`}`") => "a sign that continues the set, or `}`".to_owned(),
        _ if names.iter().any(|name| name == "`param`") => "a statement".to_owned(),
        _ if names.iter().any(|name| name == "`,`") => "`,` or a sign that continues the term".to_owned(),
        _ => String::new(),
    }
}

/// E102 or E103: an operator of another language.
pub fn foreign_operator(found: &str, span: Span) -> Diagnostic {
    let (code, write, why) = match found {
        "<=" => ("E102", "=<", ""),
        "==" | "===" | "=:=" | ":=" | "is" => ("E102", "=", ""),
        "!=" | "!==" | "=\\=" | "\\==" | "<>" => ("E102", "\\=", ""),
        "==>" => ("E102", "=>", ""),
        "<->" => ("E102", "<=>", ""),
        "&&" => ("E102", ",", ""),
        "||" => ("E102", ";", ""),
        "\\+" => ("E102", "not ", ""),
        "->" => ("E103", "", "there is no if-then (`->`)"),
        _ => ("E103", "", "there is no cut (`!`)"),
    };
    if code == "E103" {
        let help = match found {
            "->" => {
                "for \"if A, then B\" write `A => B`, in parentheses inside a goal; in a definition, write a clause for each case"
            }
            _ => {
                "write the condition into each clause: one clause with it, one with `not` it; for \"not\" write `not`"
            }
        };
        return Diagnostic::error("E103", why).at(span, "not in this language").help(help);
    }
    Diagnostic::error("E102", format!("write `{}` instead of `{found}`", write.trim()))
        .at(span, "an operator of another language")
        .mend(format!("write `{}`", write.trim()), span, write)
}

/// E104: a statement without its dot.
pub fn missing_dot(last: Span, next: Option<Span>) -> Diagnostic {
    let title = if next.is_some() {
        "a statement ends with `.`; this one runs into the next"
    } else {
        "the last statement has no `.`"
    };
    let mut diagnostic = Diagnostic::error("E104", title).at(last.after(), "`.` missing here");
    if let Some(next) = next {
        diagnostic = diagnostic.at(next, "the next statement starts here");
    }
    diagnostic.mend("end the statement", last.after(), ".")
}

/// E105: a drawn block that does not end.
pub fn unclosed_block(span: Span) -> Diagnostic {
    Diagnostic::error("E105", "`\"\"\"` is not closed")
        .at(span, "the drawing starts here")
        .help("close the drawing with `\"\"\".` on a line of its own")
}

/// E106: a text in quotes that does not end on its line.
pub fn unclosed_text(span: Span) -> Diagnostic {
    Diagnostic::error("E106", "`\"` is not closed on its line")
        .at(span, "the text starts here")
        .help("close the text with `\"`; a drawing over several lines stands between `\"\"\"` and `\"\"\"`")
}

/// E107: a comment that does not end.
pub fn unclosed_comment(span: Span) -> Diagnostic {
    Diagnostic::error("E107", "`/*` is not closed")
        .at(span, "the comment starts here")
        .help("close the comment with `*/`")
}

/// E108: terms in terms without end.
pub fn too_deep(span: Span, most: u16) -> Diagnostic {
    Diagnostic::error("E108", format!("this is nested more than {most} deep"))
        .at(span, "too deep here")
        .help("give the inner part a name with a definition of its own")
}

/// E109: characters that start no token.
pub fn unreadable(found: &str, span: Span) -> Diagnostic {
    let visible = |letter: char| {
        if letter.is_control() { letter.escape_default().collect() } else { letter.to_string() }
    };
    let shown: String = found.chars().take(8).map(visible).collect();
    let more = if found.chars().nth(8).is_some() { ".." } else { "" };
    let diagnostic = Diagnostic::error("E109", format!("`{shown}{more}` is no part of the language"))
        .at(span, "cannot be read");
    if let Some(sign) = typographic(found) {
        return diagnostic.mend(format!("write `{sign}`"), span, sign);
    }
    if found.chars().all(char::is_control) {
        return diagnostic.mend("remove it: editors do not show it", span, "");
    }
    match found {
        "&" => diagnostic.mend("for \"and\" write `,`", span, ","),
        "~" | "\u{ac}" => diagnostic.mend("for \"not\" write `not`", span, "not "),
        _ if found.starts_with('#') => {
            diagnostic.help("a comment starts with `%`; a symbol that is no name stands in quotes: \"#\"")
        }
        _ => diagnostic.help("put a symbol that is no name into quotes: \"#\""),
    }
}

/// The plain sign for one that word processors make of it.
fn typographic(found: &str) -> Option<&'static str> {
    Some(match found {
        "\u{201c}" | "\u{201d}" | "\u{201e}" => "\"",
        "\u{2018}" | "\u{2019}" | "\u{2032}" => "'",
        "\u{2264}" => "=<",
        "\u{2265}" => ">=",
        "\u{2260}" => "\\=",
        "\u{21d2}" | "\u{2192}" => "=>",
        "\u{2013}" | "\u{2212}" => "-",
        "\u{00d7}" => "*",
        "\u{2026}" => "..",
        _ => return None,
    })
}

/// E309: a number written with too many digits.
pub fn number_too_large(digits: &str, span: Span) -> Diagnostic {
    let shown = if digits.len() > 24 { format!("{}..", &digits[..24]) } else { digits.to_owned() };
    Diagnostic::error("E309", format!("number too large: {shown}"))
        .at(span, "beyond 64 bits")
        .help("numbers are written from -9223372036854775807 to 9223372036854775807; a product may be larger")
}

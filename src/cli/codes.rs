//! The pages behind the codes of diagnostics, for `gridlog explain CODE`.

use super::Exit;
use super::console::Console;
use super::trouble::Trouble;
use crate::language::diagnostic::{PAGES, nearest, page};

/// Lists all codes.
pub(super) fn list(console: &mut Console) -> Exit {
    for (_, text) in PAGES {
        console.print(&format!("{}\n", title(text)));
    }
    Exit::Yes
}

/// Whether a word can only be meant as a code: a letter and digits.
pub(super) fn is_code(word: &str) -> bool {
    let digits = word.trim().strip_prefix(|first: char| first.is_ascii_alphabetic());
    digits.is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|sign| sign.is_ascii_digit()))
}

/// Prints the page of a code.
pub(super) fn show(wanted: &str, console: &mut Console) -> Result<Exit, Trouble> {
    let code = normal(wanted);
    if let Some(text) = page(&code) {
        console.print(text);
        return Ok(Exit::Yes);
    }
    // Codes are so alike that two slips away lies a third of them.
    let near = nearest(&code, PAGES.iter().map(|(name, _)| *name))
        .filter(|near| strsim::damerau_levenshtein(near, &code) == 1);
    let hint = near.map_or_else(String::new, |near| format!("; did you mean {near}?"));
    console.complain(&format!("there is no code {wanted}{hint}"));
    console.remark(&"`gridlog explain` lists all codes");
    Err(Exit::BadInput.into())
}

/// The first line of a page without its sign.
fn title(page: &str) -> &str {
    page.lines().next().unwrap_or_default().trim_start_matches(['#', ' '])
}

/// The code as pages are named: `e201`, `E0201` and `E201` are one; anything else stays as it is.
fn normal(code: &str) -> String {
    let upper = code.trim().to_ascii_uppercase();
    let number = upper.strip_prefix(['E', 'W', 'N']).and_then(|digits| digits.parse::<u16>().ok());
    match number {
        Some(number) => format!("{}{number:03}", &upper[..1]),
        None => upper,
    }
}

#[cfg(test)]
mod tests {
    use super::{is_code, normal, title};

    #[test]
    fn codes_are_written_in_many_ways() {
        let cases =
            [("e201", "E201"), ("E0201", "E201"), (" W7 ", "W007"), ("E1", "E001"), ("E", "E"), ("é", "é")];
        for (code, expected) in cases {
            assert_eq!(normal(code), expected, "{code:?}");
        }
    }

    #[test]
    fn names_are_no_codes() {
        assert!(is_code("E201") && is_code("w7") && is_code("F101"));
        assert!(!is_code("2048") && !is_code("sudoku") && !is_code("E") && !is_code("e2e"));
    }

    #[test]
    fn titles_lose_their_sign() {
        assert_eq!(title("# E101: unexpected sign\n\nMore."), "E101: unexpected sign");
        assert_eq!(title(""), "");
    }
}

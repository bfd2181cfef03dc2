//! Makes text from a file safe to print: no control character of it ever reaches the terminal, and none that reorders what
//! stands around it.

use std::borrow::Cow;

/// The text with every dangerous character replaced by a harmless one of as many bytes, so that spans stay right.
/// Newlines and tabs are kept.
pub fn source(text: &str) -> String {
    text.chars().map(|found| if found == '\n' || found == '\t' { found } else { harmless(found) }).collect()
}

/// The text on one line, without dangerous characters.
pub fn line(text: &str) -> String {
    text.chars().map(|found| if found == '\n' || found == '\t' { ' ' } else { harmless(found) }).collect()
}

/// The text with what commands or reorders shown as `\u001b`, which JSON reads as the character that it stands for. Newlines
/// and tabs are kept.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(is_hidden) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    for found in text.chars() {
        if is_hidden(found) {
            shown.push_str(&format!("\\u{:04x}", u32::from(found)));
        } else {
            shown.push(found);
        }
    }
    Cow::Owned(shown)
}

/// Fewer than are dangerous in a source: some scripts join letters by characters without width.
fn is_hidden(found: char) -> bool {
    !matches!(found, '\n' | '\t' | '\u{200b}'..='\u{200d}' | '\u{2060}'..='\u{2064}' | '\u{feff}')
        && is_dangerous(found)
}

/// Control characters command the terminal, the others reorder or hide what stands around them.
pub fn is_dangerous(found: char) -> bool {
    found.is_control()
        || matches!(
            found,
            '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
        )
}

fn harmless(found: char) -> char {
    match found.len_utf8() {
        _ if !is_dangerous(found) => found,
        1 => '?',
        2 => '¿',
        _ => '\u{fffd}',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_replacement_has_the_length_of_what_it_replaces() {
        for found in ('\0'..='\u{ffff}').filter(|&found| is_dangerous(found)) {
            let clean = harmless(found);
            assert_eq!(clean.len_utf8(), found.len_utf8(), "{found:?}");
            assert!(!is_dangerous(clean));
        }
    }

    #[test]
    fn what_commands_or_reorders_is_shown() {
        assert_eq!(visible("a\u{1b}[31m\tb\r\n"), "a\\u001b[31m\tb\\u000d\n");
        assert_eq!(visible("\u{7f}\u{9b}\u{202e}\u{2067}"), "\\u007f\\u009b\\u202e\\u2067");
        let joined = "\u{1f469}\u{200d}\u{1f680} é \u{fffd}";
        assert!(matches!(visible(joined), Cow::Borrowed(same) if same == joined));
    }

    #[test]
    fn keeps_newlines_in_sources_only() {
        assert_eq!(source("a\n\tb\x1b[1m\r"), "a\n\tb?[1m?");
        assert_eq!(line("a\nb\u{202e}"), "a b\u{fffd}");
    }
}

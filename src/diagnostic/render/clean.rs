//! Makes text from a file safe to print: no control character of it ever reaches the terminal.

/// The text with every dangerous character replaced by a harmless one of as many bytes, so that spans stay right.
/// Newlines and tabs are kept.
pub fn source(text: &str) -> String {
    text.chars().map(|found| if found == '\n' || found == '\t' { found } else { harmless(found) }).collect()
}

/// The text on one line, without dangerous characters.
pub fn line(text: &str) -> String {
    text.chars().map(|found| if found == '\n' || found == '\t' { ' ' } else { harmless(found) }).collect()
}

/// Control characters command the terminal, the others reorder or hide what stands around them.
fn is_dangerous(found: char) -> bool {
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
    fn keeps_newlines_in_sources_only() {
        assert_eq!(source("a\n\tb\x1b[1m\r"), "a\n\tb?[1m?");
        assert_eq!(line("a\nb\u{202e}"), "a b\u{fffd}");
    }
}

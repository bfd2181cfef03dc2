//! Snapshots as insta keeps them on disk: a head between `---` lines, then the text.

/// The text of a snapshot file, without its head and without blanks at its end; nothing if it is no snapshot.
pub fn parse(file: &str) -> Option<String> {
    let file = file.replace("\r\n", "\n");
    let (_, text) = file.strip_prefix("---\n")?.split_once("\n---\n")?;
    Some(text.trim_end().to_owned())
}

/// A snapshot file: of which sample, and the text.
pub fn file(sample: &str, text: &str) -> String {
    let plain = sample.starts_with(|first: char| first.is_ascii_alphabetic())
        && sample.chars().all(|letter| letter.is_ascii_alphanumeric() || "._-".contains(letter));
    let sample = if plain { sample.to_owned() } else { serde_json::Value::from(sample).to_string() };
    format!("---\nsource: {sample}\n---\n{}\n", text.trim_end())
}

/// Whether a snapshot's text is this one; blanks at the end do not count.
pub fn same(kept: &str, text: &str) -> bool {
    kept.trim_end() == text.trim_end()
}

#[cfg(test)]
mod tests {
    use super::{file, parse, same};

    #[test]
    fn what_is_written_is_read() {
        for (name, head) in [("four.puzzle", "four.puzzle"), ("a b: \"c\"", r#""a b: \"c\"""#)] {
            let written = file(name, "0 1\n---\n1 0\n\nexactly one solution\n");
            assert!(written.starts_with(&format!("---\nsource: {head}\n---\n0 1\n")), "{written}");
            let read = parse(&written);
            assert_eq!(read.as_deref(), Some("0 1\n---\n1 0\n\nexactly one solution"));
            assert_eq!(parse(&written.replace('\n', "\r\n")), read);
        }
        assert!(same("a", "a\n") && !same("a", " a"));
    }

    #[test]
    fn other_files_are_no_snapshots() {
        for other in ["", "---\n", "---\nsource: x\n", "text\n", "source: x\n---\ntext\n"] {
            assert_eq!(parse(other), None, "{other:?}");
        }
    }
}

//! Differences between texts, as people know them from `diff`.

use std::fmt::Write as _;
use std::time::Duration;

use similar::{ChangeTag, TextDiff};

use crate::language::diagnostic::render::clean::visible;

/// How long to look for the shortest difference; after that a longer one will do.
const PATIENCE: Duration = Duration::from_secs(2);

/// The difference between two texts, each with its name, in the form that `patch` takes, except that control characters are made visible.
pub(super) fn difference(old: (&str, &str), new: (&str, &str), colour: bool) -> String {
    let diff = TextDiff::configure().timeout(PATIENCE).diff_lines(old.1, new.1);
    let mut shown = String::new();
    let mut line = |style: &str, text: &str| {
        let text = visible(text.strip_suffix('\n').unwrap_or(text));
        let (on, off) = if colour && !style.is_empty() { (style, "\x1b[0m") } else { ("", "") };
        // Writing into a string cannot fail.
        let _written = writeln!(shown, "{on}{text}{off}");
    };
    line("\x1b[1m", &format!("--- {}", old.0));
    line("\x1b[1m", &format!("+++ {}", new.0));
    for hunk in diff.unified_diff().context_radius(2).iter_hunks() {
        line("\x1b[36m", &hunk.header().to_string());
        for change in hunk.iter_changes() {
            let style = match change.tag() {
                ChangeTag::Delete => "\x1b[31m",
                ChangeTag::Insert => "\x1b[32m",
                ChangeTag::Equal => "",
            };
            line(style, &format!("{}{}", change.tag(), change.value()));
            if change.missing_newline() {
                line("", "\\ No newline at end of file");
            }
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::difference;

    #[test]
    fn differences_read_like_patches() {
        let plain = difference(("x", "a\nb \nc\n"), ("y", "a\nb\nc\n"), false);
        assert_eq!(plain, "--- x\n+++ y\n@@ -1,3 +1,3 @@\n a\n-b \n+b\n c\n");
        let ended = difference(("x", "a"), ("y", "a\n"), false);
        assert_eq!(ended, "--- x\n+++ y\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n");
        let coloured = difference(("x", "a \n"), ("y", "a\n"), true);
        assert!(coloured.contains("\x1b[31m-a \x1b[0m\n\x1b[32m+a\x1b[0m\n"), "{coloured:?}");
        assert!(!difference(("x", "\x1b[2J \n"), ("y", "\x1b[2J\n"), false).contains('\x1b'));
    }
}

//! `gridlog fmt`: files in the common style, or the difference to it.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use similar::{ChangeTag, TextDiff};

use super::console::{Console, visible};
use super::{Exit, files};
use crate::source::Sources;
use crate::syntax::print;

/// How long to look for the shortest difference; after that a longer one will do.
const PATIENCE: Duration = Duration::from_secs(2);

/// Arguments of `gridlog fmt`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Rule and puzzle files, rewritten in place; without any, or for `-`, stdin is written to stdout
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write nothing; show what would change, with exit status 1 if anything would
    #[arg(long)]
    check: bool,
}

pub(super) fn run(args: &Args, console: &mut Console) -> Exit {
    let stdin = [PathBuf::from("-")];
    let paths = if args.files.is_empty() { &stdin[..] } else { &args.files };
    paths.iter().fold(Exit::Yes, |exit, path| exit.and(format_file(path, args.check, console)))
}

fn format_file(path: &Path, check: bool, console: &mut Console) -> Exit {
    let text = match files::read(path) {
        Ok(text) => text,
        Err(trouble) => return trouble.report(console),
    };
    let mut sources = Sources::default();
    let source = sources.add(files::name(path), text);
    let text = &sources.get(source).text;
    let formatted = match print::format(source, text) {
        Ok(formatted) => formatted,
        Err(diagnostics) => {
            console.report(&diagnostics, &sources);
            return Exit::BadInput;
        }
    };
    if check {
        if formatted == *text {
            return Exit::Yes;
        }
        let difference = difference(&files::name(path), text, &formatted, console.colour);
        console.print(&difference);
        return Exit::No;
    }
    if files::is_stdin(path) {
        console.print_foreign(&formatted);
    } else if formatted != *text
        && let Err(trouble) = files::replace(path, &formatted)
    {
        return trouble.report(console);
    }
    Exit::Yes
}

/// The difference between two texts in the form that `patch` takes, except that control characters are made visible.
fn difference(name: &str, old: &str, new: &str, colour: bool) -> String {
    let diff = TextDiff::configure().timeout(PATIENCE).diff_lines(old, new);
    let mut shown = String::new();
    let mut line = |style: &str, text: &str| {
        let text = visible(text.strip_suffix('\n').unwrap_or(text));
        let (on, off) = if colour && !style.is_empty() { (style, "\x1b[0m") } else { ("", "") };
        // Writing into a string cannot fail.
        let _written = writeln!(shown, "{on}{text}{off}");
    };
    line("\x1b[1m", &format!("--- {name}"));
    line("\x1b[1m", &format!("+++ {name} (formatted)"));
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
        let plain = difference("x", "a\nb \nc\n", "a\nb\nc\n", false);
        assert_eq!(plain, "--- x\n+++ x (formatted)\n@@ -1,3 +1,3 @@\n a\n-b \n+b\n c\n");
        let ended = difference("x", "a", "a\n", false);
        assert_eq!(ended, "--- x\n+++ x (formatted)\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n");
        let coloured = difference("x", "a \n", "a\n", true);
        assert!(coloured.contains("\x1b[31m-a \x1b[0m\n\x1b[32m+a\x1b[0m\n"), "{coloured:?}");
        assert!(!difference("x", "\x1b[2J \n", "\x1b[2J\n", false).contains('\x1b'));
    }
}

//! `gridlog check`: everything that can be said about rules and puzzles without solving them.

use std::path::{Path, PathBuf};

use clap::ValueEnum;

use super::console::Console;
use super::{Exit, files};
use crate::diagnostic::catalogue::files as say;
use crate::diagnostic::{Diagnostic, render};
use crate::source::{SourceId, Sources};
use crate::syntax::parse::parse;

/// Arguments of `gridlog check`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// A rule or puzzle file, `-` for stdin, or the name of a built-in rule set
    rules: PathBuf,
    /// Puzzles to check against the rules: puzzle files or plain text grids
    #[arg(value_name = "PUZZLE")]
    puzzles: Vec<PathBuf>,
    /// Set a param of the rules, such as n=6
    #[arg(long = "set", value_name = "NAME=NUMBER", value_parser = setting)]
    settings: Vec<(String, i64)>,
    /// How to print what was found
    #[arg(short, long, value_name = "FORMAT", default_value = "text")]
    format: Format,
    /// List the instances of each law
    #[arg(long)]
    instances: bool,
}

/// How diagnostics are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Format {
    /// For people, on stderr
    Text,
    /// For programs, on stdout
    Json,
}

fn setting(text: &str) -> Result<(String, i64), String> {
    let (name, value) = text.split_once('=').ok_or("write NAME=NUMBER, such as n=6")?;
    let (name, value) = (name.trim(), value.trim());
    if !name.starts_with(char::is_lowercase) {
        return Err(format!("`{name}` is no name of a param"));
    }
    let value = value.parse().map_err(|_| format!("`{value}` is no number"))?;
    Ok((name.to_owned(), value))
}

pub(super) fn run(args: &Args, console: &mut Console) -> Exit {
    let mut sources = Sources::default();
    let mut diagnostics = Vec::new();
    let mut exit = Exit::Yes;
    let mut texts = vec![(args.rules.as_path(), files::read_rules(&args.rules, &mut sources))];
    for puzzle in &args.puzzles {
        texts.push((puzzle, files::read_puzzle(puzzle, &mut sources)));
    }
    for (at, (path, read)) in texts.into_iter().enumerate() {
        match read {
            Ok(source) if at == 0 || is_puzzle_file(path) => diagnostics.extend(syntax(source, &sources)),
            // A plain grid means nothing without the rules it is read by.
            Ok(_) => {}
            Err(files::Trouble::Text(diagnostic)) => diagnostics.push(*diagnostic),
            Err(trouble) => exit = exit.and(trouble.report(console)),
        }
    }
    match args.format {
        Format::Text => console.report(&diagnostics, &sources),
        Format::Json => console.print(&format!("{:#}\n", render::json(&diagnostics, &sources))),
    }
    if diagnostics.iter().any(Diagnostic::is_error) { exit.and(Exit::BadInput) } else { exit }
}

fn is_puzzle_file(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "puzzle" || extension == "rules")
}

/// What the parser has to say about a rule or puzzle file.
fn syntax(source: SourceId, sources: &Sources) -> Vec<Diagnostic> {
    let text = sources.get(source);
    let (file, diagnostics) = parse(source, &text.text);
    if file.statements.is_empty() && diagnostics.is_empty() {
        return vec![say::empty(&text.name)];
    }
    diagnostics
}

#[cfg(test)]
mod tests {
    use super::setting;

    #[test]
    fn settings_are_a_name_and_a_number() {
        assert_eq!(setting("n=6"), Ok(("n".to_owned(), 6)));
        assert_eq!(setting("low = -2"), Ok(("low".to_owned(), -2)));
        for wrong in ["", "n", "n=", "=6", "N=6", "n=six", "n=99999999999999999999", "6=n"] {
            assert!(setting(wrong).is_err(), "{wrong:?}");
        }
    }
}

//! What a command is about: rules, and the puzzles given with them, expanded and ready.

use std::path::{Path, PathBuf};

use super::console::Console;
use super::{Exit, files};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::catalogue::files as say;
use crate::eval::Budget;
use crate::ground::{Ground, Options, expected_shape, ground};
use crate::program::Program;
use crate::puzzle::{Picture, grids};
use crate::resolve::{Request, resolve};
use crate::source::{SourceId, Sources};

/// The arguments that name rules and puzzles, the same for every command.
#[derive(clap::Args, Debug)]
pub(super) struct What {
    /// A rule or puzzle file, `-` for stdin, or the name of a built-in rule set
    rules: PathBuf,
    /// Puzzles for the rules: puzzle files or plain text grids
    #[arg(value_name = "PUZZLE")]
    puzzles: Vec<PathBuf>,
    /// Set a param of the rules, such as n=6
    #[arg(long = "set", value_name = "NAME=NUMBER", value_parser = setting)]
    settings: Vec<(String, i64)>,
    /// How many steps expanding the rules may take
    #[arg(long, value_name = "STEPS", default_value_t = Budget::default().steps)]
    ground_limit: u64,
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

/// A rule set alone, or with one puzzle.
pub(super) struct Subject {
    /// What people call it.
    pub(super) name: String,
    /// The rules.
    pub(super) program: Program,
    /// What they amount to; nothing if they are too wrong for that.
    pub(super) ground: Option<Ground>,
    /// What is to be said about it.
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl What {
    /// Reads and expands everything; tells about files that cannot be had.
    pub(super) fn load(&self, sources: &mut Sources, console: &mut Console) -> (Vec<Subject>, Exit) {
        let mut exit = Exit::Yes;
        let mut subjects = Vec::new();
        match files::read_rules(&self.rules, sources) {
            Ok(rules) if self.puzzles.is_empty() => {
                subjects.extend(self.language(Some(rules), None, sources))
            }
            Ok(rules) => {
                for puzzle in &self.puzzles {
                    match files::read_puzzle(puzzle, sources) {
                        Ok(source) => subjects.extend(self.puzzles(rules, source, puzzle, sources)),
                        Err(trouble) => exit = exit.and(trouble.report(console)),
                    }
                }
            }
            Err(trouble) => exit = exit.and(trouble.report(console)),
        }
        (subjects, exit)
    }

    /// A rule set or a puzzle in the language.
    fn language(
        &self,
        rules: Option<SourceId>,
        puzzle: Option<SourceId>,
        sources: &mut Sources,
    ) -> Option<Subject> {
        let main = puzzle.or(rules)?;
        let name = sources.get(main).name.clone();
        let is_puzzle = puzzle.is_some() || is_puzzle_file(Path::new(&name));
        let (program, diagnostics) = self.resolved(rules, puzzle, sources);
        Some(self.expanded(name, program, diagnostics, None, is_puzzle))
    }

    fn resolved(
        &self,
        rules: Option<SourceId>,
        puzzle: Option<SourceId>,
        sources: &mut Sources,
    ) -> (Program, Vec<Diagnostic>) {
        let settings = self.settings.iter().map(|(name, value)| (name.clone(), value.to_string())).collect();
        let request = Request { rules, puzzle, settings };
        resolve(&request, sources, &files::Shelf)
    }

    /// All puzzles of a file: one in the language, or plain grids.
    fn puzzles(&self, rules: SourceId, source: SourceId, path: &Path, sources: &mut Sources) -> Vec<Subject> {
        if is_puzzle_file(path) {
            return self.language(Some(rules), Some(source), sources).into_iter().collect();
        }
        let name = sources.get(source).name.clone();
        let (program, diagnostics) = self.resolved(Some(rules), None, sources);
        if diagnostics.iter().any(Diagnostic::is_error) {
            return vec![self.expanded(name, program, diagnostics, None, true)];
        }
        let text = sources.get(source).text.clone();
        let (pictures, wrong) = grids(source, &text, expected_shape(&program));
        let mut diagnostics = diagnostics;
        diagnostics.extend(wrong);
        if pictures.is_empty() {
            diagnostics.push(say::empty(&name));
            return vec![Subject { name, program, ground: None, diagnostics }];
        }
        let count = pictures.len();
        let numbered =
            |number: usize| if count == 1 { name.clone() } else { format!("{name}, puzzle {}", number + 1) };
        let all = pictures.into_iter().enumerate();
        all.map(|(number, picture)| {
            self.expanded(numbered(number), program.clone(), diagnostics.clone(), Some(picture), true)
        })
        .collect()
    }

    fn expanded(
        &self,
        name: String,
        program: Program,
        mut diagnostics: Vec<Diagnostic>,
        grid: Option<Picture>,
        puzzle: bool,
    ) -> Subject {
        if diagnostics.iter().any(Diagnostic::is_error) {
            return Subject { name, program, ground: None, diagnostics };
        }
        let budget = Budget { steps: self.ground_limit, ..Budget::default() };
        let (ground, found) = ground(&program, &Options { grid, puzzle, budget });
        diagnostics.extend(found);
        Subject { name, program, ground: Some(ground), diagnostics }
    }
}

fn is_puzzle_file(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "puzzle")
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

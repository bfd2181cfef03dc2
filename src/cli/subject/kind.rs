//! What an argument or a text is: rules, a puzzle in the language, a grid, or cells typed on the command line.

use std::path::Path;

use super::super::files;
use crate::language::program::Program;
use crate::language::puzzle;
use crate::language::resolve::built_in::{BUILT_IN, sample};
use crate::language::resolve::{BuiltIn, Library as _};

/// The fewest characters of a puzzle that is typed as an argument: 4x4.
const LEAST_TYPED: usize = 16;

/// Whether a puzzle is written in the language: by its name or, on stdin and elsewhere, by a `use` or a drawing in it.
pub(in crate::cli) fn is_language(path: &Path, text: &str) -> bool {
    let mut statements =
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('%'));
    let is_fact = |line: &str| line.ends_with(").") && line.starts_with(|first: char| first.is_lowercase());
    is_puzzle_file(path)
        || text.contains("\"\"\"")
        || uses(text)
        || statements.next().is_some_and(|first| is_fact(first) && first.contains('('))
}

/// Whether a text in the language names its rule set.
pub(in crate::cli) fn uses(text: &str) -> bool {
    text.lines().any(|line| line.trim_start().starts_with("use "))
}

/// Whether a plain grid can be given to these rules.
pub(super) fn takes_a_drawing(program: &Program) -> bool {
    program.grid.as_ref().is_some_and(|grid| grid.domain.is_some())
}

/// Whether a text has rows of cells and nothing that a rule set has.
pub(super) fn looks_like_a_grid(text: &str) -> bool {
    let rule = text.contains([':', '=', '(', '"', '%', ',', ';']);
    let mut words = text.split_whitespace();
    !rule
        && words.clone().any(|word| word.contains(|sign: char| sign.is_ascii_digit()))
        && words.all(|word| word != "use")
}

/// The text of an argument that names no file and may be a puzzle itself: rows, or so long that it is no name.
pub(super) fn could_be_typed(argument: &Path) -> Option<&str> {
    let text = argument.to_str().filter(|_| !files::is_stdin(argument) && !files::exists(argument))?;
    let long = text.contains('\n') || text.chars().count() >= LEAST_TYPED;
    (long && text.contains(|letter: char| letter.is_ascii_digit() || letter == '.')).then_some(text)
}

/// How many cells an argument has that is no file and looks like the cells of a puzzle.
pub(super) fn cells_typed(argument: &Path) -> Option<usize> {
    let text = argument.to_str().filter(|_| !files::exists(argument))?;
    let is_cell = |letter: char| letter.is_ascii_digit() || puzzle::is_empty_mark(&letter.to_string());
    let cells = text.chars().filter(|letter| !letter.is_whitespace());
    let count = cells.clone().count();
    (count >= LEAST_TYPED && cells.clone().all(is_cell)).then_some(count)
}

/// Whether an argument names a rule set: a file of rules, or a built-in one that no file hides.
pub(super) fn is_rules(path: &Path) -> bool {
    // A sample is found sooner than all names of all rule sets are looked through.
    let is_named = |name: &str| sample(name).is_none() && BuiltIn.find(name, "").is_some();
    let built_in = || path.to_str().is_some_and(is_named);
    is_rules_file(path) || (!files::exists(path) && built_in())
}

pub(in crate::cli) fn is_rules_file(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "rules")
}

/// How a puzzle names the rules of a text with this name; nothing for rules that have no name, such as those from stdin.
pub(in crate::cli) fn use_of(rules: &str) -> Option<String> {
    let file = Path::new(rules.trim_start_matches(BUILT_IN));
    let stem = file.file_stem().filter(|_| is_rules_file(file))?;
    Some(stem.to_string_lossy().into_owned())
}

/// Whether an argument names a file with a record on each line.
pub(super) fn is_records_file(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "jsonl")
}

/// Whether an argument names a puzzle in the language: a file of one, or a built-in sample.
pub(in crate::cli) fn is_puzzle_file(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "puzzle") || files::sample(path).is_some()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{cells_typed, could_be_typed, is_language, looks_like_a_grid};

    #[test]
    fn texts_are_told_apart() {
        let language = |text| is_language(Path::new("-"), text);
        assert!(language("use sudoku.\n") && language("given \"\"\"\n1 2\n\"\"\".\n"));
        assert!(language("% a remark\nmark(r1c1, x).\n") && !language("1 2\n2 1\n"));
        assert!(looks_like_a_grid("1 2\n2 .\n") && !looks_like_a_grid("grid(2, 2) :: 0..1.\n"));
        assert!(!looks_like_a_grid("a b\n"), "a grid has a digit somewhere");
    }

    #[test]
    fn a_long_argument_of_cells_is_a_puzzle() {
        let line = "1.....3..4.....2";
        assert_eq!(could_be_typed(Path::new(line)), Some(line));
        assert_eq!(could_be_typed(Path::new("12\n21")), Some("12\n21"));
        assert_eq!((could_be_typed(Path::new("1..2")), could_be_typed(Path::new("-"))), (None, None));
        assert_eq!((cells_typed(Path::new(line)), cells_typed(Path::new("a.puzzle"))), (Some(16), None));
    }
}

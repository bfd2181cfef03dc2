//! The programs of `examples/` run, and say what they should.

use std::path::Path;
use std::process::Command;

/// What an example prints. `cargo test` builds the examples beside the command; with `--test suite` alone it builds none, and
/// those of the last build are run.
fn printed(name: &str) -> String {
    let command = Path::new(env!("CARGO_BIN_EXE_gridlog"));
    let example = command.parent().expect("a folder").join("examples").join(name);
    let output =
        Command::new(&example).output().unwrap_or_else(|error| panic!("{}: {error}", example.display()));
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn rules_of_ones_own_are_counted() {
    insta::assert_snapshot!(printed("own_rules"));
}

#[test]
fn a_sudoku_is_solved_and_explained() {
    insta::assert_snapshot!(printed("solve"));
}

#[test]
fn a_puzzle_is_made_and_an_error_shown() {
    insta::assert_snapshot!(printed("generate"));
}

//! The programs of `examples/` run, and say what they should.

use std::process::Command;

/// What an example prints. Cargo has built it with the tests, or builds it now.
fn printed(name: &str) -> String {
    let output = Command::new(env!("CARGO"))
        .args(["run", "--quiet", "--offline", "--locked", "--example", name])
        .output()
        .expect("cargo runs");
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

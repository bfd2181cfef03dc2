//! What is built in, and how it is named: rule sets by any of their names, samples, formats; and what shells are told.

use std::process::Command;

use crate::checked::read;
use crate::cli::{Folder, run};

#[test]
fn rule_sets_are_listed_and_shown() {
    let folder = Folder::new();
    let all = run(&folder, &["list"]);
    assert_eq!((all.status, all.err.as_str()), (0, ""));
    assert!(
        all.out.lines().any(|line| line.starts_with("takuzu ") && line.contains("Binairo")),
        "{}",
        all.out
    );
    let hidden = |line: &str| line.starts_with("prelude ") || line.starts_with("cages ");
    assert!(!all.out.lines().any(hidden), "{}", all.out);
    let some = run(&folder, &["list", "BINAIRO"]);
    assert_eq!((some.status, some.out.lines().count()), (0, 1), "{}", some.out);
    let none = run(&folder, &["list", "no-such-word"]);
    assert_eq!((none.status, none.out.as_str()), (1, ""));
    assert_eq!(run(&folder, &["list", "--json"]).out, run(&folder, &["list", "-f", "json"]).out);
    for (name, file) in [
        ("sudoku", "rules/sudoku.rules"),
        ("sudoku.rules", "rules/sudoku.rules"),
        ("picross", "rules/nonogram.rules"),
        ("sudoku/six", "rules/sudoku/six.puzzle"),
        ("rules/sudoku/six.puzzle", "rules/sudoku/six.puzzle"),
    ] {
        let shown = run(&folder, &["show", name]);
        assert_eq!((shown.status, shown.out), (0, read(file)), "{name}");
    }
    let wrong = run(&folder, &["show", "sudoku/sixx"]);
    assert_eq!((wrong.status, wrong.out.as_str()), (2, ""));
    assert!(wrong.err.contains("did you mean sudoku/six?"), "{}", wrong.err);
}

/// In a folder without any file, as after an installation.
#[test]
fn rule_sets_and_samples_are_found_anywhere() {
    let folder = Folder::new();
    for args in [
        &["solve", "--unique", "sudoku/six"][..],
        &["solve", "--unique", "rules/sudoku/six.puzzle"],
        &["solve", "sudoku/six", "takuzu/four"],
        &["rate", "takuzu/four.puzzle"],
        &["minimise", "sudoku/six"],
        &["count", "binairo", "--set", "n=4"],
        &["check", "light up"],
    ] {
        let ran = run(&folder, args);
        assert_eq!(ran.status, 0, "{args:?}: {}", ran.err);
    }
    folder.file("own.puzzle", "use binairo with n = 4.\n");
    assert_eq!(run(&folder, &["count", "own.puzzle"]).out, "72\n");
    folder.file("both.puzzle", "use takuzu with n = 4.\nuse \"Binary Puzzle\".\n");
    assert_eq!(run(&folder, &["count", "both.puzzle"]).out, "72\n", "one rule set by two names is one");
    // A file is nearer than what is built in.
    std::fs::create_dir(folder.0.join("sudoku")).expect("a folder");
    folder.file("sudoku/six.puzzle", "use latin with n = 2.\n");
    assert_eq!(run(&folder, &["count", "sudoku/six.puzzle"]).out, "2\n");
}

#[test]
fn sketches_are_not_found_by_accident() {
    let folder = Folder::new();
    for name in ["cages", "rooms", "letters"] {
        assert_eq!(run(&folder, &["solve", name]).status, 4, "{name}");
        folder.file("own.puzzle", format!("use {name}.\n"));
        assert!(run(&folder, &["check", "own.puzzle"]).err.contains("E210"), "{name}");
    }
    let bridges = run(&folder, &["check", "bridges"]);
    assert!(bridges.out.starts_with("built-in hashi.rules\n"), "{}", bridges.out);
    assert_eq!(run(&folder, &["generate", "killer", "--set", "r=2", "--set", "c=2"]).status, 0);
}

#[test]
fn unknown_names_suggest_near_ones() {
    let folder = Folder::new();
    folder.file("own.puzzle", "use binario.\n");
    for (args, status, said) in [
        (&["solve", "sudoku/sixx"][..], 4, "did you mean sudoku/six?"),
        (&["solve", "binario"], 4, "did you mean binairo?"),
        (&["solve", "own.puzzle"], 2, "binairo"),
        (&["solve", "--from", "solo", "x"], 2, "did you mean sgt-solo?"),
        (&["solve", "--from", "SDM", "x"], 2, "did you mean sdm?"),
        (&["convert", "--to", "picross", "x"], 2, "did you mean non, webpbn, sgt-pattern?"),
        (&["solve", "-f", "jsn", "latin"], 2, "did you mean json"),
        (&["convert", "--to", "nothing-like-it", "x"], 2, "there are puzzle, ist,"),
    ] {
        let ran = run(&folder, args);
        assert_eq!(ran.status, status, "{args:?}: {}", ran.err);
        assert!(ran.err.contains(said), "{args:?}: {}", ran.err);
    }
}

/// A name with an ending is a file, whatever the ending says; several puzzles stand in it together.
#[test]
fn generated_puzzles_go_where_they_are_told() {
    let folder = Folder::new();
    let made = |file: &str| {
        let ran = run(&folder, &["generate", "latin", "--set", "n=2", "--count", "2", "-o", file]);
        assert_eq!((ran.status, ran.out.as_str(), ran.err.as_str()), (0, "", ""), "{file}");
        crate::cli::read(&folder.0.join(file))
    };
    let page = made("x.html");
    assert!(page.starts_with("<!DOCTYPE html>") && page.matches("<svg").count() == 2, "{page}");
    assert_eq!(made("x.puzzle").matches("\n---\n").count(), 1);
    assert_eq!(run(&folder, &["count", "x.puzzle"]).out, "1\n1\n");
    assert_eq!(made("x.jsonl").lines().count(), 2);
    run(&folder, &["generate", "latin", "--set", "n=2", "--count", "2", "-o", "made"]);
    assert_eq!(folder.names(), ["made", "x.html", "x.jsonl", "x.puzzle"]);
    assert!(folder.0.join("made/latin-2.puzzle").is_file());
}

/// What is wrong with a question has a code and a place, also where it comes up only while solving.
#[test]
fn late_mistakes_have_codes_and_places() {
    let folder = Folder::new();
    folder.file("board.txt", "2 2\n4 0\n");
    for format in ["sdk", "puzzle", "ist"] {
        let ran = run(&folder, &["solve", "-f", format, "2048", "board.txt"]);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{format}");
        assert!(ran.err.contains("E005"), "{format}: {}", ran.err);
    }
    folder.file(
        "over.rules",
        "grid(1, 1) :: 1..9.\nmaximise cell(1, 1) * 9223372036854775807 * 9223372036854775807.\n",
    );
    for command in ["solve", "count", "candidates", "explain", "rate", "compare"] {
        let ran = run(&folder, &[command, "over.rules"]);
        assert_eq!(ran.status, 2, "{command}: {}", ran.err);
        assert!(ran.err.contains("E309") && ran.err.contains("over.rules:2:10"), "{command}: {}", ran.err);
    }
}

#[test]
fn shells_and_manuals_are_served() {
    let folder = Folder::new();
    for shell in ["bash", "zsh", "fish", "powershell"] {
        let script = run(&folder, &["completions", shell]);
        assert_eq!((script.status, script.err.as_str()), (0, ""), "{shell}");
        assert!(script.out.contains("minimise") && script.out.contains("unique"), "{shell}");
    }
    let script = run(&folder, &["completions", "bash"]).out;
    folder.file("gridlog.bash", &script);
    let read = Command::new("bash").args(["-n", "gridlog.bash"]).current_dir(&folder.0).status();
    assert!(read.is_ok_and(|status| status.success()), "bash cannot read its completions");
    assert!(run(&folder, &["man"]).out.contains(".SH SYNOPSIS"));
    assert_eq!(run(&folder, &["man", "-o", "man"]).status, 0);
    let page = crate::cli::read(&folder.0.join("man/gridlog-solve.1"));
    assert!(page.contains("gridlog\\-solve") && page.contains("\\-\\-unique"), "{page}");
    assert!(folder.0.join("man/gridlog.1").is_file() && !folder.0.join("man/gridlog-help.1").exists());
}

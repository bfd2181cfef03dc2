//! `gridlog test`, `gridlog new` and `--watch` as a user meets them.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::process::Stdio;

use crate::cli::{Folder, Ran, gridlog, ran, read, run};

const RULES: &str = "param n = 3.\ngrid(n, n) :: 1..n.\n%! {L}.\nlines: line(L) => distinct(L).\n";
const SAMPLE: &str = "use small.\ngiven \"\"\"\n. . 3\n. . .\n1 . .\n\"\"\".\nexpect unique.\n";
const ANSWER: &str = "2 1 3\n3 2 1\n1 3 2\n\nexactly one solution\n";

/// A folder with `small.rules` and the sample `small/one.puzzle`.
fn small() -> Folder {
    let folder = Folder::new();
    folder.file("small.rules", RULES);
    fs::create_dir(folder.0.join("small")).expect("a folder");
    folder.file("small/one.puzzle", SAMPLE);
    folder
}

/// The names of the files in the folder of the samples.
fn samples(folder: &Folder) -> Vec<String> {
    let entries = fs::read_dir(folder.0.join("small")).expect("the folder");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[track_caller]
fn assert_ran(ran: &Ran, status: i32, parts: &[&str]) {
    assert_eq!(ran.status, status, "{}{}", ran.out, ran.err);
    for part in parts {
        assert!(ran.out.contains(part) || ran.err.contains(part), "{part}:\n{}{}", ran.out, ran.err);
    }
}

/// A sketch in a folder beside the rules is found under changed laws as well.
#[test]
fn laws_beside_a_sketch_of_their_own_are_changed_too() {
    let folder = small();
    fs::create_dir(folder.0.join("sketches")).expect("a folder");
    let sketch = "input mark(Cell, Symbol).\ngrid(3, 3) :: 0..1.\noffer mark(A, x) :- cell(A), A = 1.\n";
    folder.file("sketches/part.rules", sketch);
    let marked = "input mark(Cell, Symbol).\n%! {A}.\nmarked: mark(A, _) => A = 1.\nsketch part.\n";
    folder.file("small.rules", format!("{RULES}{marked}"));
    run(&folder, &["test", "--accept"]);
    let parts = ["law marked: left out", "changed laws: 1 noticed"];
    assert_ran(&run(&folder, &["test", "--mutate"]), 1, &parts);
}

#[test]
fn a_sample_needs_its_file_and_accept() {
    let folder = small();
    // The first run shows what comes out, and keeps it for review.
    let first = run(&folder, &["test"]);
    assert_ran(
        &first,
        1,
        &["FAILED small/one.puzzle: has no snapshot", "+exactly one solution", "0 passed, 1 failed"],
    );
    assert_eq!(samples(&folder), ["one.puzzle", "one.puzzle.snap.new"]);
    assert_ran(&run(&folder, &["test", "--accept"]), 0, &["first snapshot accepted", "1 passed, 0 failed"]);
    assert_eq!(samples(&folder), ["one.puzzle", "one.puzzle.snap"]);
    let kept = read(&folder.0.join("small/one.puzzle.snap"));
    assert_eq!(kept, format!("---\nsource: one.puzzle\n---\n{ANSWER}"));
    for path in [".", "small.rules", "small", "small/one.puzzle", "./small//one.puzzle"] {
        let again = run(&folder, &["test", path]);
        assert_ran(&again, 0, &["passed", "1 passed, 0 failed"]);
    }
    assert_ran(&run(&folder, &["test", "small", "small/one.puzzle", "."]), 0, &["1 passed, 0 failed"]);
    assert_eq!(run(&folder, &["--quiet", "test"]).out, "1 passed, 0 failed\n");
}

#[test]
fn a_difference_is_shown_and_waits_for_review() {
    let folder = small();
    let old = "---\nsource: one.puzzle\n---\n2 1 3\n1 1 1\n\nexactly one solution\n";
    let kept = folder.file("small/one.puzzle.snap", old);
    for (args, ci) in [(&["test", "--check"][..], false), (&["test"], true)] {
        let mut command = gridlog(&folder);
        command.args(args).stdin(Stdio::null());
        if ci {
            command.env("CI", "true");
        }
        let ran = ran(&command.output().expect("output"));
        assert_ran(&ran, 1, &["differs from its snapshot", "-1 1 1\n+3 2 1\n", "0 passed, 1 failed"]);
        assert_eq!(samples(&folder), ["one.puzzle", "one.puzzle.snap"], "nothing written");
    }
    let pending = run(&folder, &["test"]);
    assert_ran(&pending, 1, &["differs"]);
    assert!(!pending.out.contains('\x1b'));
    assert!(run(&folder, &["--color", "always", "test"]).out.contains("\x1b[31m-1 1 1\x1b[0m"));
    assert_eq!(samples(&folder), ["one.puzzle", "one.puzzle.snap", "one.puzzle.snap.new"]);
    assert_eq!(read(&kept), old, "the old one is left alone");
    let review = run(&folder, &["test", "--review"]);
    assert_ran(&review, 2, &["--review asks on a terminal"]);
    assert_ran(&run(&folder, &["test", "--accept"]), 0, &["new snapshot accepted"]);
    assert!(read(&kept).ends_with(ANSWER));
    // What waited for review is gone, and stays gone.
    assert_eq!(samples(&folder), ["one.puzzle", "one.puzzle.snap"]);
    folder.file("small/one.puzzle.snap.new", "leftover");
    assert_eq!(run(&folder, &["test"]).status, 0);
    assert_eq!(samples(&folder), ["one.puzzle", "one.puzzle.snap"]);
}

#[test]
fn expectations_are_judged_before_snapshots() {
    let folder = small();
    let cases = [
        ("unique", "given(r1c1, 1).", "expects exactly one solution, but has 2 solutions, maybe more"),
        ("none", "", "expects no solution, but has 2 solutions, maybe more"),
        ("several", "no: false.", "expects several solutions, but has no solution"),
        ("count = 11", "", "expects 11 solutions, but has 12 solutions, maybe more"),
        ("count = 13", "", "expects 13 solutions, but has 12 solutions, no more"),
    ];
    for (expected, more, told) in cases {
        folder.file("small/one.puzzle", format!("use small.\n{more}\nexpect {expected}.\n"));
        for args in [&["test"][..], &["test", "--accept"]] {
            assert_ran(&run(&folder, args), 1, &["FAILED", told, "0 passed, 1 failed"]);
        }
        assert_eq!(samples(&folder), ["one.puzzle"], "{expected}: a wrong answer is no snapshot");
    }
    for expected in ["count = 12", "several"] {
        folder.file("small/one.puzzle", format!("use small.\nexpect {expected}.\n"));
        assert_ran(&run(&folder, &["test", "--accept"]), 0, &["1 passed, 0 failed"]);
    }
    // What a rule set expects of itself is its own concern, and makes it a sample.
    folder.file("small.rules", format!("{RULES}expect count = 12.\n"));
    folder.file("small/one.puzzle", SAMPLE);
    assert_ran(&run(&folder, &["test", "--accept"]), 0, &["passed small.rules", "2 passed, 0 failed"]);
}

#[test]
fn hard_samples_do_not_hold_up_the_others() {
    let folder = small();
    folder.file("small/hard.puzzle", "use takuzu with n = 8.\nexpect count = 100000000.\n");
    let ran = run(&folder, &["test", "--accept", "--step-limit", "50"]);
    assert_ran(
        &ran,
        3,
        &["hard.puzzle: undecided: a limit was reached", "passed small/one.puzzle", "1 passed, 1 failed"],
    );
    let ran = run(&folder, &["test", "small/hard.puzzle", "--time-limit", "1ms"]);
    assert_ran(&ran, 3, &["undecided", "0 passed, 1 failed"]);
}

#[test]
fn what_cannot_be_tested_is_explained() {
    let folder = small();
    assert_eq!(run(&folder, &["test", "--accept"]).status, 0);
    folder.file("small/lost.puzzle", "use smal.\nexpect unique.\n");
    assert_ran(
        &run(&folder, &["test"]),
        2,
        &["small", "did you mean", "FAILED small/lost.puzzle", "1 passed, 1 failed"],
    );
    fs::remove_file(folder.0.join("small/lost.puzzle")).expect("removed");
    folder.file("notes.txt", "");
    let cases = [
        ("missing.rules", 4, "missing.rules: no such file"),
        ("notes.txt", 4, "give a folder, a .rules file or a .puzzle file"),
    ];
    for (path, status, told) in cases {
        assert_ran(&run(&folder, &["test", path]), status, &[told]);
    }
    let empty = Folder::new();
    assert_ran(&run(&empty, &["test"]), 2, &["no samples found"]);
    #[cfg(target_os = "linux")]
    {
        folder.file("small/One.puzzle", SAMPLE);
        assert_ran(&run(&folder, &["test"]), 2, &["differ only in capitals"]);
    }
}

#[test]
fn windows_files_are_read() {
    let folder = small();
    folder.file("small.rules", format!("\u{feff}{}", RULES.replace('\n', "\r\n")));
    folder.file("small/one.puzzle", format!("\u{feff}{}", SAMPLE.replace('\n', "\r\n")));
    let kept = format!("---\nsource: one.puzzle\n---\n{ANSWER}").replace('\n', "\r\n");
    folder.file("small/one.puzzle.snap", kept);
    assert_ran(&run(&folder, &["test"]), 0, &["1 passed, 0 failed"]);
}

#[test]
fn snapshots_that_are_none_are_not_overwritten() {
    let folder = small();
    for broken in [&b"my notes\n"[..], b"", b"---\nsource: x\n", b"\xff\xfe"] {
        let kept = folder.file("small/one.puzzle.snap", broken);
        for args in [&["test"][..], &["test", "--accept"]] {
            assert_ran(&run(&folder, args), 2, &["one.puzzle.snap", "snapshot", "0 passed, 1 failed"]);
        }
        assert_eq!(fs::read(&kept).expect("the file"), broken);
    }
    let kept = folder.file("small/one.puzzle.snap", "---\nsource: one.puzzle\n---\nno solution\n");
    let mut permissions = fs::metadata(&kept).expect("the file").permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&kept, permissions).expect("permissions");
    assert_ran(&run(&folder, &["test", "--accept"]), 4, &["one.puzzle.snap: the file is read-only"]);
    assert!(read(&kept).ends_with("no solution\n"));
    assert_eq!(samples(&folder), ["one.puzzle", "one.puzzle.snap"], "no leftovers");
}

#[test]
fn changes_to_laws_are_noticed_explained_or_told() {
    let folder = small();
    let laws = "param n = 2.\ngrid(n, n) :: 1..4.\n\
                up: row(_, [A, B]) => A < B, A + 2 = B.\n\
                one: col(_, L) => sum(L) = 5.\n\
                idle: cell(A) => A >= 1.\n";
    folder.file("small.rules", laws);
    folder.file("small/one.puzzle", "use small.\ngiven(r1c1, 1).\nexpect none.\n");
    folder.file("small/two.puzzle", "use small.\nexpect none.\n");
    assert_eq!(run(&folder, &["test", "--accept"]).status, 0);
    let ran = run(&folder, &["test", "--mutate"]);
    let told = [
        "unnoticed small.rules: law up: without `A < B`\n",
        "unnoticed small.rules: law up: `A =< B` instead of `<`\n",
        "unnoticed small.rules: law idle: left out\n",
        "2 passed, 0 failed\n",
    ];
    assert_ran(&ran, 1, &told);
    assert!(!ran.out.contains("law one: left out") && !ran.out.contains("law up: left out"), "{}", ran.out);
    let unnoticed = ran.out.matches("\nunnoticed ").count();
    assert!(ran.out.contains(&format!("0 explained, {unnoticed} unnoticed\n")), "{}", ran.out);
    // An author who knows better says so; a law that matters as a whole may be slack in its parts.
    let explained = format!("{laws}expect slack = up.\nexpect implied = idle.\n");
    folder.file("small.rules", &explained);
    let ran = run(&folder, &["test", "--mutate"]);
    assert!(!ran.out.contains("law up") && !ran.out.contains("law idle"), "{}", ran.out);
    folder.file("small.rules", format!("{laws}expect slack = idle.\n"));
    assert_ran(&run(&folder, &["test", "--mutate"]), 1, &["law idle: left out"]);
    // A rule set without samples is not tested at all.
    folder.file("alone.rules", "grid(1, 1) :: 0..1.\nzero: r1c1 = 0.\n");
    assert_ran(&run(&folder, &["test", "--mutate"]), 1, &["alone.rules: law zero: left out"]);
}

#[test]
fn laws_that_rule_nothing_out_are_listed() {
    let folder = small();
    folder.file("small.rules", format!("{RULES}idle: cell(A) => A >= 1 ; A = 9.\nnone: r1c1 = 2.\n"));
    assert_eq!(run(&folder, &["test", "--accept"]).status, 0);
    let ran = run(&folder, &["test", "--coverage"]);
    assert_ran(&ran, 0, &["laws: 2 of 3 ruled something out\n1 passed, 0 failed\n"]);
    let idle: Vec<&str> = ran.out.lines().filter(|line| line.starts_with("idle ")).collect();
    assert_eq!(idle, ["idle small.rules: law idle ruled nothing out in any sample"]);
}

#[test]
fn new_rule_sets_pass_at_once() {
    let folder = Folder::new();
    let ran = run(&folder, &["new", "mine"]);
    assert_ran(&ran, 0, &["mine.rules\nmine/first.puzzle\nmine/first.puzzle.snap\nmine/second.puzzle\n"]);
    assert_eq!(folder.names(), ["mine", "mine.rules"]);
    assert_ran(&run(&folder, &["test", "--check", "--mutate"]), 0, &["0 unnoticed", "2 passed, 0 failed"]);
    assert_eq!(run(&folder, &["fmt", "--check", "mine.rules", "mine/first.puzzle"]).status, 0);
    let before = read(&folder.0.join("mine.rules"));
    assert_ran(&run(&folder, &["new", "mine"]), 4, &["mine.rules is there already"]);
    assert_eq!(read(&folder.0.join("mine.rules")), before);
    folder.file("taken", "");
    assert_ran(&run(&folder, &["new", "taken"]), 4, &["taken is there already"]);
    for (name, why) in [
        ("Mine", "capital"),
        ("2048", "digit"),
        ("expect", "word of the language"),
        ("two words", "letters, digits and _"),
        ("a-b", "letters, digits and _"),
        ("", "letters, digits and _"),
        ("../mine", "folder"),
        ("mine.rules", "leave .rules out"),
    ] {
        assert_ran(&run(&folder, &["new", name]), 2, &["cannot be the name of a rule set", why]);
    }
    assert_eq!(folder.names(), ["mine", "mine.rules", "taken"]);
}

/// Of every family that the help lists: rules and samples pass and are in the common style, all laws have a doc line, the
/// board is drawn, and a puzzle can be made.
#[test]
fn new_rule_sets_of_every_family_pass_at_once() {
    let families = ["fill", "shade", "loop", "regions", "placement", "moves"];
    let folder = Folder::new();
    let help = run(&folder, &["new", "--help"]).out;
    let ran = run(&folder, &["new", "mine", "--family", "none"]);
    assert_ran(&ran, 2, &["'none'", &format!("[possible values: {}]", families.join(", "))]);
    for family in families {
        assert!(help.contains(&format!("- {family}:")), "{help}");
        let name = format!("own_{family}");
        assert_ran(&run(&folder, &["new", &name, "--family", family]), 0, &["second.puzzle.snap\n"]);
        let (rules, first) = (format!("{name}.rules"), format!("{name}/first.puzzle"));
        let second = format!("{name}/second.puzzle");
        let tested = run(&folder, &["test", "--check", "--mutate", &rules]);
        assert_ran(&tested, 0, &["0 unnoticed", "2 passed, 0 failed"]);
        assert_eq!(run(&folder, &["fmt", "--check", &rules, &first, &second]).status, 0, "{family}");
        let text = read(&folder.0.join(&rules));
        assert!(text.starts_with(&format!("% {name}. ")) && text.contains("\ndraw "), "{text}");
        let lines: Vec<&str> = text.lines().collect();
        let label = |line: &str| {
            line.starts_with("move ") || line.split(' ').next().is_some_and(|word| word.ends_with(':'))
        };
        let undocumented = lines.windows(2).filter(|pair| label(pair[1]) && !pair[0].starts_with("%! "));
        assert_eq!(undocumented.count(), 0, "{text}");
        assert_ran(&run(&folder, &["generate", &rules, "--seed", "1"]), 0, &["use own_", "expect "]);
    }
}

#[cfg(unix)]
#[test]
fn watch_runs_again_on_a_change_until_it_is_stopped() {
    let folder = small();
    assert_eq!(run(&folder, &["test", "--accept"]).status, 0);
    for args in [&["check", "small/one.puzzle"][..], &["solve", "small/one.puzzle"], &["test"]] {
        folder.file("small.rules", RULES);
        let mut child = gridlog(&folder)
            .args(args)
            .arg("--watch")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut told = BufReader::new(child.stderr.take().expect("a pipe")).lines();
        let mut wait = || {
            let mut lines = told.by_ref().map(|line| line.expect("UTF-8"));
            let all: Vec<String> =
                lines.by_ref().take_while(|line| !line.starts_with("-- waiting")).collect();
            all.join("\n")
        };
        assert!(!wait().contains("E102"), "{args:?}");
        folder.file("small.rules", RULES.replace("distinct(L)", "sum(L) <= 6"));
        assert!(wait().contains("E102"), "{args:?}");
        let stopped = std::process::Command::new("kill")
            .args(["-INT", &child.id().to_string()])
            .status()
            .expect("a signal");
        assert!(stopped.success());
        assert_eq!(child.wait().expect("a child of ours").code(), Some(130), "{args:?}");
    }
    assert_ran(&run(&folder, &["check", "-", "--watch"]), 2, &["stdin does not change"]);
}

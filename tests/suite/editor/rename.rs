//! Another name everywhere, or why not: the case says which, in a first line `% new: NAMES`.

use std::fmt::Write as _;
use std::sync::Arc;
use std::time::Duration;

use gridlog::stages::clock::Deadline;
use gridlog::stages::editor::rename::{prepare, rename};
use gridlog::stages::editor::workspace::Workspace;

use super::case::{Case, Disk, Slow, shown};

#[test]
fn answers() {
    insta::glob!("../../editor/rename", "*.txt", |path| {
        let mut case = Case::read(path);
        let text = std::fs::read_to_string(path).expect("a case");
        let names = text.lines().next().and_then(|line| line.strip_prefix("% new: ")).expect("new names");
        let (analysis, main) = (case.analysis(), case.main.clone());
        let mut answer = String::new();
        for cursor in case.cursors.clone() {
            match prepare(&analysis, cursor) {
                Err(why) => {
                    writeln!(answer, "==== no: {why}").expect("a text");
                    continue;
                }
                Ok(place) => writeln!(answer, "==== {}", case.show(&place)).expect("a text"),
            }
            for new in names.split(' ') {
                match rename(&case.workspace, &main, cursor, new, &Deadline::default()) {
                    Err(why) => writeln!(answer, "{new}: {why}").expect("a text"),
                    Ok(changes) => {
                        let places: Vec<String> =
                            changes.iter().map(|change| case.show(&change.place)).collect();
                        writeln!(answer, "{new}: {}", places.join(", ")).expect("a text");
                    }
                }
            }
        }
        insta::assert_snapshot!(shown(path, &answer));
    });
}

const LIB: &str = "param n = 2.\ngrid(n, n) :: 1..9.\n";

#[test]
fn no_puzzle_of_many_is_left_out() {
    let puzzles = vec!["use lib with n = 2.\n"; 120].join("---\n");
    for open in [true, false] {
        let mut disk = Disk::default();
        disk.0.insert("many.puzzle".to_owned(), puzzles.clone());
        let mut workspace = Workspace::new(disk);
        workspace.set("lib.rules", LIB, 1);
        if open {
            workspace.set("many.puzzle", puzzles.clone(), 1);
        }
        let changes = rename(&workspace, "lib.rules", 6, "size", &Deadline::default()).expect("changes");
        assert_eq!(changes.len(), 3 + 120, "open: {open}");
        let last = puzzles.rfind("n = 2").expect("a setting");
        let changes = rename(&workspace, "many.puzzle", last, "size", &Deadline::default());
        assert_eq!(changes.expect("changes").len(), 3 + 120, "open: {open}");
    }
}

#[test]
fn more_files_than_are_read_are_no_reason_to_leave_some_out() {
    let mut disk = Disk::default();
    for number in 0..2001 {
        disk.0.insert(format!("{number}.puzzle"), String::new());
    }
    let mut workspace = Workspace::new(disk);
    workspace.set("lib.rules", LIB, 1);
    let refused = rename(&workspace, "lib.rules", 6, "size", &Deadline::default());
    assert!(refused.is_err_and(|why| why.contains("too many files")));
}

#[test]
fn every_file_has_its_time_and_none_is_left_out_for_want_of_it() {
    let renamed = |nap| {
        let mut disk = Disk::default();
        disk.0.insert("nap.rules".to_owned(), "mark(r1c1).\n".to_owned());
        for name in ["one.puzzle", "two.puzzle"] {
            disk.0.insert(name.to_owned(), "use nap.\nuse lib with n = 2.\n".to_owned());
        }
        let mut workspace = Workspace::new(Slow(disk, nap));
        workspace.set("lib.rules", LIB, 1);
        let deadline = Deadline::new(Arc::default(), Some(Duration::from_secs(4)), None);
        rename(&workspace, "lib.rules", 6, "size", &deadline)
    };
    // Two naps are longer than the limit; what is left of it after one is for a busy machine.
    assert_eq!(renamed(Duration::from_millis(2200)).map(|changes| changes.len()), Ok(5));
    let why = renamed(Duration::from_millis(4200)).expect_err("a refusal");
    assert!(why.contains("one.puzzle was not read to its end, the time limit was reached"), "{why}");
}

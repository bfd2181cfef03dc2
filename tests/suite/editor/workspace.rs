//! Texts that are open count before those that are not, and what was found out is forgotten when they change.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use gridlog::stages::clock::Deadline;
use gridlog::stages::editor::diagnostics::diagnostics;

use super::case::Case;

const PROJECT: &str = "---- base.rules (on the disk)
grid(2, 2) :: 1..2.
---- mine.rules
use base.
apart: adjacent(A, B) => A \\= B.
---- it.puzzle
use mine.
mark(r1c1).
---- other.puzzle
use sudoku.
";

fn codes(case: &mut Case, name: &str) -> Vec<&'static str> {
    let analysis = case.workspace.analyse(name, &Deadline::default()).expect("a text");
    diagnostics(&analysis).iter().map(|message| message.code).collect()
}

#[test]
fn unsaved_text_counts_for_those_who_use_it() {
    let mut case = Case::of(PROJECT);
    assert_eq!(codes(&mut case, "it.puzzle"), ["E201"]);
    assert_eq!(codes(&mut case, "other.puzzle"), [""; 0]);
    // One that has not been analysed yet may use anything.
    assert_eq!(case.workspace.dependents("mine.rules"), ["it.puzzle", "mine.rules"]);
    case.workspace.set("mine.rules", "use base.\ninput mark(C).\na: mark(C) => C = 1.\n", 2);
    assert_eq!(codes(&mut case, "it.puzzle"), [""; 0]);
    assert_eq!(codes(&mut case, "mine.rules"), [""; 0]);
    assert_eq!(case.workspace.dependents("./base.rules"), ["it.puzzle", "mine.rules"]);
    case.workspace.set("base.rules", "grid(2, 2) :: 1..x.\n", 1);
    assert_eq!(codes(&mut case, "it.puzzle").len(), 1);
    case.workspace.close("base.rules");
    assert_eq!(codes(&mut case, "it.puzzle"), [""; 0]);
}

#[test]
fn a_file_that_appears_is_seen() {
    let mut case = Case::of("---- it.puzzle\nuse late.\n");
    assert_eq!(codes(&mut case, "it.puzzle"), ["E210"]);
    assert_eq!(case.workspace.dependents("late.rules"), ["it.puzzle"]);
    case.workspace.set("late.rules", "grid(1, 1) :: 1..2.\n", 1);
    assert_eq!(codes(&mut case, "it.puzzle"), [""; 0]);
}

#[test]
fn an_analysis_stops_when_asked() {
    let mut case = Case::of(PROJECT);
    let stop = Arc::new(AtomicBool::new(false));
    let deadline = Deadline::new(stop.clone(), None, None);
    assert!(case.workspace.analyse("mine.rules", &deadline).is_some());
    stop.store(true, Ordering::Relaxed);
    assert!(case.workspace.analyse("it.puzzle", &deadline).is_none());
    deadline.begin();
    stop.store(false, Ordering::Relaxed);
    assert!(case.workspace.analyse("it.puzzle", &deadline).is_some());
}

#[test]
fn texts_inside_the_binary_have_names() {
    let case = Case::of(PROJECT);
    for name in ["prelude.rules", "sudoku.rules", "sketches/cages.rules", "sudoku/six.puzzle"] {
        assert!(case.workspace.text(&format!("built-in {name}")).is_some(), "{name}");
    }
    assert!(case.workspace.text("built-in nothing.rules").is_none());
}

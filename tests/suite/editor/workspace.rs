//! Texts that are open count before those that are not, and what was found out is forgotten when they change.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use gridlog::stages::clock::Deadline;
use gridlog::stages::editor::diagnostics::diagnostics;
use gridlog::stages::editor::workspace::Workspace;
use gridlog::stages::resolve::Texts;

use super::case::{Case, Disk, Slow};

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

#[test]
fn nothing_is_kept_of_a_text_that_has_changed() {
    let mut case = Case::of(PROJECT);
    let (mut before, mut texts) = (None, None);
    for version in 0..20 {
        let text = format!("use mine.\n% {version}\nmark(r1c{version}, 1).\n");
        case.workspace.set("it.puzzle", text, version);
        let analysis = case.workspace.analyse("it.puzzle", &Deadline::default()).expect("a text");
        let kept: Option<std::sync::Weak<_>> = before.replace(Arc::downgrade(&analysis));
        assert!(
            kept.is_none_or(|kept| kept.strong_count() == 0),
            "an analysis is kept after its text has changed"
        );
        let read = analysis.units[0].sources.len();
        assert_eq!(*texts.get_or_insert(read), read);
    }
    case.workspace.close("it.puzzle");
    assert!(
        before.is_some_and(|last| last.strong_count() == 0),
        "an analysis is kept after its text was closed"
    );
}

#[test]
fn texts_inside_the_binary_have_no_faults_to_tell() {
    let mut case = Case::of(PROJECT);
    for name in ["built-in prelude.rules", "built-in sudoku.rules", "built-in sketches/cages.rules"] {
        assert_eq!(codes(&mut case, name), [""; 0], "{name}");
    }
}

/// Files that somebody else writes.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Disk>>);

impl Texts for Written {
    fn read(&self, path: &str) -> Option<String> {
        self.0.lock().expect("no panic").read(path)
    }

    fn list(&self, folder: &str) -> Vec<String> {
        self.0.lock().expect("no panic").list(folder)
    }
}

#[test]
fn a_file_that_somebody_else_writes_is_read_again() {
    let written = Written::default();
    let write = |text: Option<&str>| {
        let files = &mut written.0.lock().expect("no panic").0;
        files.remove("lib.rules");
        files.extend(text.map(|text| ("lib.rules".to_owned(), text.to_owned())));
    };
    let mut workspace = Workspace::new(written.clone());
    workspace.set("it.puzzle", "use lib.\n", 1);
    let mut found = |text: Option<&str>| {
        write(text);
        let analysis = workspace.analyse("it.puzzle", &Deadline::default()).expect("a text");
        let message = diagnostics(&analysis).into_iter().next()?;
        let place = message.fix.and_then(|fix| Some(fix.changes.first()?.place.clone()));
        let misspelt = place.and_then(|place| text?.get(place.start..place.end));
        Some((message.code, misspelt.unwrap_or_default().to_owned()))
    };
    let wrong = "grid(2, 2) :: 1..2.\nrow: lin(L) => distinct(L).\n";
    let shifted = format!("% A line more.\n{wrong}");
    assert_eq!(found(None), Some(("E210", String::new())));
    assert_eq!(found(Some(wrong)), Some(("E201", "lin".to_owned())));
    assert_eq!(found(Some(&shifted)), Some(("E201", "lin".to_owned())));
    assert_eq!(found(Some(&wrong.replace("lin(", "line("))), None);
    assert_eq!(found(None), Some(("E210", String::new())));
}

#[test]
fn one_question_about_several_texts_leaves_each_its_time() {
    let mut disk = Disk::default();
    disk.0.insert("nap.rules".to_owned(), "grid(2, 2) :: 1..2.\n".to_owned());
    let mut workspace = Workspace::new(Slow(disk, Duration::from_millis(2200)));
    // Two naps are longer than the limit; what is left of it after one is for a busy machine.
    let deadline = Deadline::new(Arc::default(), Some(Duration::from_secs(4)), None);
    for name in ["one.puzzle", "two.puzzle"] {
        workspace.set(name, "use nap.\n", 1);
        let analysis = workspace.analyse(name, &deadline).expect("a text");
        assert!(analysis.cut.is_none() && analysis.units[0].ground.is_some(), "{name}");
    }
}

//! What is shown of the name at the cursor.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use gridlog::stages::clock::Deadline;
use gridlog::stages::editor::hover::hover;

use super::case::{Case, shown};

#[test]
fn answers() {
    insta::glob!("../../editor/hover", "*.txt", |path| {
        let mut case = Case::read(path);
        let analysis = case.analysis();
        let mut answer = String::new();
        for &cursor in &case.cursors {
            match hover(&analysis, cursor, &Deadline::default()) {
                None => answer.push_str("==== nothing\n"),
                Some(found) => {
                    answer.push_str(&format!("==== {}\n{}\n", case.show(&found.place), found.text))
                }
            }
        }
        insta::assert_snapshot!(shown(path, &answer));
    });
}

#[test]
fn the_time_of_the_analysis_does_not_count() {
    let mut case = Case::of("---- mine.rules\ngrid(3, 2) :: 1..3.\na<|>part: line(L) => distinct(L).\n");
    let stop = Arc::new(AtomicBool::new(false));
    let old = Deadline::new(stop.clone(), None, None);
    let analysis = case.workspace.analyse(&case.main, &old).expect("the text");
    stop.store(true, Ordering::Relaxed);
    assert!(old.is_over());
    let shown = hover(&analysis, case.cursor(), &Deadline::default()).expect("a law");
    assert!(shown.text.contains("\n\nBecomes "), "{}", shown.text);
}

#[test]
fn clues_that_are_drawn_are_counted() {
    let drawn = "1 . . .\n. . 3 .\n. 4 . .\n. . . 2\n";
    let mut case = Case::of(&format!(
        "---- it.puzzle\nuse sudoku with r = 2, c = 2.\ngiv<|>en \"\"\"\n{drawn}\"\"\".\n"
    ));
    let found = hover(&case.analysis(), case.cursor(), &Deadline::default()).expect("a text");
    assert!(found.text.contains("The puzzle supplies 4."), "{}", found.text);
}

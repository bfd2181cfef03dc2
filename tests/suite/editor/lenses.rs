//! What can be done with puzzles.

use gridlog::stages::clock::Deadline;
use gridlog::stages::editor::lenses::{Action, lenses};

use super::case::{Case, shown};

#[test]
fn answers() {
    insta::glob!("../../editor/lenses", "*.txt", |path| {
        let mut case = Case::read(path);
        let analysis = case.analysis();
        let mut answer = String::new();
        for lens in lenses(&analysis) {
            let actions: Vec<&str> = lens.actions.iter().map(|action| action.word()).collect();
            answer.push_str(&format!(
                "puzzle {} at {}: {}\n",
                lens.number,
                case.show(&lens.place),
                actions.join(", ")
            ));
        }
        insta::assert_snapshot!(shown(path, &answer));
    });
}

#[test]
fn what_is_no_file_is_not_tested() {
    let mut case = Case::of("---- it.puzzle\n");
    let inside = "built-in sudoku/six.puzzle";
    let text = case.workspace.text(inside).expect("a sample");
    case.workspace.set("it.puzzle", text, 2);
    for (name, expected) in [("it.puzzle", true), (inside, false)] {
        let analysis = case.workspace.analyse(name, &Deadline::default()).expect("a text");
        let lens = lenses(&analysis).into_iter().next().expect("a lens");
        for action in [Action::Test, Action::Accept] {
            assert_eq!(lens.actions.contains(&action), expected, "{name}: {action:?}");
        }
    }
}

//! The common style, of a file and of a stretch between two cursors.

use gridlog::stages::editor::formatting::{format, format_range};
use gridlog::stages::editor::place::changed;
use gridlog::stages::syntax::print;

use super::case::{Case, shown};
use crate::checked::{files, read};

#[test]
fn answers() {
    insta::glob!("../../editor/formatting", "*.txt", |path| {
        let case = Case::read(path);
        let text = case.workspace.text(&case.main).expect("the text");
        let range = case.cursors[0]..case.cursors[case.cursors.len() - 1];
        let mut answer = String::new();
        for (what, changes) in
            [("range", format_range(&case.main, &text, &range)), ("file", format(&case.main, &text))]
        {
            match changes {
                Ok(changes) => {
                    let places: Vec<String> = changes.iter().map(|change| case.show(&change.place)).collect();
                    answer.push_str(&format!(
                        "==== {what}: {}\n{}",
                        places.join(", "),
                        changed(&text, &changes)
                    ));
                }
                Err(wrong) => answer.push_str(&format!("==== {what}: {}\n", wrong[0].title)),
            }
        }
        insta::assert_snapshot!(shown(path, &answer));
    });
}

/// Small changes come to the same as the formatter's whole text.
#[test]
fn changes_add_up_to_the_formatted_text() {
    for path in files("rules", "rules") {
        let text = read(&path).replace(", ", ",").replace(":-", "  :-\n").replace("\n\n", "\n \n\n");
        let Ok(whole) = print::format(0, &text) else { panic!("{}", path.display()) };
        let changes = format("it.rules", &text).expect("a text that can be read");
        assert_eq!(changed(&text, &changes), whole, "{}", path.display());
        assert!(changes.iter().all(|change| change.text.trim().is_empty()), "{}", path.display());
    }
}

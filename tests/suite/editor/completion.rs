//! What may be written at the cursor.

use gridlog::stages::editor::completion::completion;

use super::case::{Case, shown};

#[test]
fn answers() {
    insta::glob!("../../editor/completion", "*.txt", |path| {
        let mut case = Case::read(path);
        let analysis = case.analysis();
        let found = completion(&case.workspace, &analysis, case.cursor());
        let mut answer = found.as_ref().map_or("nothing".to_owned(), |found| case.show(&found.place));
        for item in found.into_iter().flat_map(|found| found.items) {
            answer.push_str(&format!("\n{:?} {}: {:?}", item.kind, item.label, item.snippet));
            for line in [&item.detail, &item.doc].into_iter().filter(|line| !line.is_empty()) {
                answer.push_str(&format!("\n    {}", line.replace('\n', "\n    ")));
            }
        }
        insta::assert_snapshot!(shown(path, &answer));
    });
}

/// What is written, and in place of what, if the item of this name is chosen.
fn chosen(text: &str, label: &str) -> Option<(String, String)> {
    let mut case = Case::of(text);
    let analysis = case.analysis();
    let found = completion(&case.workspace, &analysis, case.cursor())?;
    let old = analysis.text[found.place.start..found.place.end].to_owned();
    let item = found.items.into_iter().find(|item| item.label == label)?;
    Some((old, item.snippet))
}

#[test]
fn a_name_takes_the_place_of_the_whole_word_and_keeps_its_arguments() {
    let law =
        |word: &str| format!("---- mine.rules\ngrid(2, 2) :: 1..2.\nlaw: cell(A), {word} => A \\= B.\n");
    let found = |word: &str| chosen(&law(word), "adjacent").expect("the item");
    let pair = |old: &str, new: &str| (old.to_owned(), new.to_owned());
    assert_eq!(found("adjac<|>(A, B)"), pair("adjac", "adjacent"));
    assert_eq!(found("ad<|>jac(A, B)"), pair("adjac", "adjacent"));
    assert_eq!(found("ad<|>jac"), pair("adjac", "adjacent(${1:A}, ${2:B})"));
}

#[test]
fn a_param_is_set_once() {
    assert!(chosen("---- it.puzzle\nuse sudoku <|>", "with").is_some());
    assert!(chosen("---- it.puzzle\nuse sudoku with r = 2, <|>", "c").is_some());
    assert_eq!(chosen("---- it.puzzle\nuse sudoku with r = 2, <|>", "r"), None);
}

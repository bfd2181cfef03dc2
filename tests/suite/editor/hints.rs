//! Words between the words.

use gridlog::stages::editor::hints::hints;

use super::case::{Case, shown};

#[test]
fn answers() {
    insta::glob!("../../editor/hints", "*.txt", |path| {
        let mut case = Case::read(path);
        let analysis = case.analysis();
        let mut text = analysis.text.clone();
        for hint in hints(&analysis, &(0..text.len())).into_iter().rev() {
            text.insert_str(hint.offset, &format!("«{}»", hint.text));
        }
        let answer = text;
        insta::assert_snapshot!(shown(path, &answer));
    });
}

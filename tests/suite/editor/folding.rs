//! What can be folded.

use gridlog::stages::editor::folding::folding;

use super::case::{Case, shown};

#[test]
fn answers() {
    insta::glob!("../../editor/folding", "*.txt", |path| {
        let mut case = Case::read(path);
        let analysis = case.analysis();
        let folds = folding(&analysis);
        let answer: Vec<String> =
            folds.iter().map(|fold| format!("{:?} {}", fold.kind, case.show(&fold.place))).collect();
        let answer = answer.join("\n");
        insta::assert_snapshot!(shown(path, &answer));
    });
}

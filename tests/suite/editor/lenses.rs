//! What can be done with puzzles.

use gridlog::stages::editor::lenses::lenses;

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

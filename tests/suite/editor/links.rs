//! What can be followed.

use gridlog::stages::editor::links::links;

use super::case::{Case, shown};

#[test]
fn answers() {
    insta::glob!("../../editor/links", "*.txt", |path| {
        let mut case = Case::read(path);
        let analysis = case.analysis();
        let found = links(&analysis);
        let answer: Vec<String> =
            found.iter().map(|link| format!("{} -> {:?}", case.show(&link.place), link.target)).collect();
        let answer = answer.join("\n");
        insta::assert_snapshot!(shown(path, &answer));
    });
}

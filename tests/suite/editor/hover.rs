//! What is shown of the name at the cursor.

use gridlog::stages::editor::hover::hover;

use super::case::{Case, shown};

#[test]
fn answers() {
    insta::glob!("../../editor/hover", "*.txt", |path| {
        let mut case = Case::read(path);
        let analysis = case.analysis();
        let mut answer = String::new();
        for &cursor in &case.cursors {
            match hover(&analysis, cursor) {
                None => answer.push_str("==== nothing\n"),
                Some(found) => {
                    answer.push_str(&format!("==== {}\n{}\n", case.show(&found.place), found.text))
                }
            }
        }
        insta::assert_snapshot!(shown(path, &answer));
    });
}

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

//! Edits at the cursor, and all that can be mended.

use gridlog::stages::clock::Deadline;
use gridlog::stages::editor::fixes::{fix_all, fixes};

use super::case::{Case, shown};

#[test]
fn answers() {
    insta::glob!("../../editor/fixes", "*.txt", |path| {
        let mut case = Case::read(path);
        let analysis = case.analysis();
        let cursor = case.cursor();
        let mut answer = String::new();
        for message in fixes(&analysis, &(cursor..cursor)) {
            let fix = message.fix.expect("a fix");
            answer.push_str(&format!("{}: {}\n{}", message.code, fix.title, case.changed(&fix.changes)));
        }
        let all = fix_all(&case.workspace, &case.main, &Deadline::default());
        answer.push_str(&format!("---- all mended\n{}", all.unwrap_or_default()));
        insta::assert_snapshot!(shown(path, &answer));
    });
}

//! All places of a name.

use gridlog::stages::clock::Deadline;
use gridlog::stages::editor::references::{highlights, references};

use super::case::{Case, shown};

#[test]
fn answers() {
    insta::glob!("../../editor/references", "*.txt", |path| {
        let mut case = Case::read(path);
        let analysis = case.analysis();
        let mut answer = String::new();
        for cursor in case.cursors.clone() {
            let main = case.main.clone();
            let found = references(&case.workspace, &main, cursor, &Deadline::default()).unwrap_or_default();
            answer.push_str("====\n");
            for reference in &found {
                let defines = if reference.defines { ", defined" } else { "" };
                answer.push_str(&format!("{}{defines}\n", case.show(&reference.place)));
            }
            let here = highlights(&analysis, cursor);
            let own = found.iter().filter(|found| found.place.file == main).count();
            assert_eq!(here.len(), own, "highlights are the references in the file");
        }
        insta::assert_snapshot!(shown(path, &answer));
    });
}

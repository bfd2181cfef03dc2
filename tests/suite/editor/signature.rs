//! The call around the cursor.

use gridlog::stages::editor::signature::signatures;

use super::case::{Case, shown};

#[test]
fn answers() {
    insta::glob!("../../editor/signature", "*.txt", |path| {
        let mut case = Case::read(path);
        let analysis = case.analysis();
        let mut answer = String::new();
        for &cursor in &case.cursors {
            let Some(found) = signatures(&analysis, cursor) else {
                answer.push_str("==== nothing\n");
                continue;
            };
            answer.push_str("====\n");
            for (number, way) in found.list.iter().enumerate() {
                let active = if number == found.active { "* " } else { "  " };
                let arguments: Vec<&str> =
                    way.arguments.iter().map(|range| &way.label[range.clone()]).collect();
                let at = arguments.get(found.argument).copied().unwrap_or("none");
                answer.push_str(&format!("{active}{}: at {at} of {arguments:?}; {}\n", way.label, way.doc));
            }
        }
        insta::assert_snapshot!(shown(path, &answer));
    });
}

//! From a name to where it is defined.

use gridlog::stages::editor::definition::definition;

use super::case::{Case, shown};

#[test]
fn answers() {
    insta::glob!("../../editor/definition", "*.txt", |path| {
        let mut case = Case::read(path);
        let analysis = case.analysis();
        let mut answer = String::new();
        for &cursor in &case.cursors {
            match definition(&analysis, cursor) {
                None => answer.push_str("none\n"),
                Some(found) => {
                    let targets: Vec<String> = found.targets.iter().map(|place| case.show(place)).collect();
                    answer.push_str(&format!("{} -> {}\n", case.show(&found.origin), targets.join(", ")));
                }
            }
        }
        insta::assert_snapshot!(shown(path, &answer));
    });
}

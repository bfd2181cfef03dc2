//! What each word is.

use gridlog::stages::editor::colours::colours;

use super::case::{Case, shown};

#[test]
fn answers() {
    insta::glob!("../../editor/colours", "*.txt", |path| {
        let mut case = Case::read(path);
        let analysis = case.analysis();
        let mut answer = String::new();
        for found in colours(&analysis) {
            let text = &analysis.text[found.range.clone()];
            let defines = if found.defines { ", defined" } else { "" };
            let built_in = if found.built_in { ", built in" } else { "" };
            answer.push_str(&format!("{text:?} {:?}{defines}{built_in}\n", found.kind));
        }
        insta::assert_snapshot!(shown(path, &answer));
    });
}

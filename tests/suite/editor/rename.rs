//! Another name everywhere, or why not: the case says which, in a first line `% new: NAMES`.

use std::fmt::Write as _;

use gridlog::stages::clock::Deadline;
use gridlog::stages::editor::rename::{prepare, rename};

use super::case::{Case, shown};

#[test]
fn answers() {
    insta::glob!("../../editor/rename", "*.txt", |path| {
        let mut case = Case::read(path);
        let text = std::fs::read_to_string(path).expect("a case");
        let names = text.lines().next().and_then(|line| line.strip_prefix("% new: ")).expect("new names");
        let (analysis, main) = (case.analysis(), case.main.clone());
        let mut answer = String::new();
        for cursor in case.cursors.clone() {
            match prepare(&analysis, cursor) {
                Err(why) => {
                    writeln!(answer, "==== no: {why}").expect("a text");
                    continue;
                }
                Ok(place) => writeln!(answer, "==== {}", case.show(&place)).expect("a text"),
            }
            for new in names.split(' ') {
                match rename(&mut case.workspace, &main, cursor, new, &Deadline::default()) {
                    Err(why) => writeln!(answer, "{new}: {why}").expect("a text"),
                    Ok(changes) => {
                        let places: Vec<String> =
                            changes.iter().map(|change| case.show(&change.place)).collect();
                        writeln!(answer, "{new}: {}", places.join(", ")).expect("a text");
                    }
                }
            }
        }
        insta::assert_snapshot!(shown(path, &answer));
    });
}

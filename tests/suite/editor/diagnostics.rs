//! What is wrong, at places of the file that is open.

use gridlog::stages::editor::diagnostics::{Message, diagnostics};

use super::case::{Case, shown};

pub fn show(message: &Message, case: &Case) -> String {
    let mut text = format!("{} {}: {}\n", message.severity.word(), message.code, case.show(&message.place));
    message.text().lines().for_each(|line| text.push_str(&format!("  {line}\n")));
    for (place, told) in &message.related {
        text.push_str(&format!("  see {}: {told}\n", case.show(place)));
    }
    if let Some(fix) = &message.fix {
        let changes =
            fix.changes.iter().map(|change| format!("{} -> {:?}", case.show(&change.place), change.text));
        text.push_str(&format!("  fix: {}\n    {}\n", fix.title, changes.collect::<Vec<_>>().join("\n    ")));
    }
    text
}

#[test]
fn answers() {
    insta::glob!("../../editor/diagnostics", "*.txt", |path| {
        let mut case = Case::read(path);
        let analysis = case.analysis();
        let answer: String = diagnostics(&analysis).iter().map(|message| show(message, &case)).collect();
        insta::assert_snapshot!(shown(path, &answer));
    });
}

//! The outline of a file, and a search through all.

use gridlog::stages::clock::Deadline;
use gridlog::stages::editor::symbols::{Symbol, search, symbols};

use super::case::{Case, shown};

#[test]
fn answers() {
    insta::glob!("../../editor/symbols", "*.txt", |path| {
        let mut case = Case::read(path);
        let analysis = case.analysis();
        let mut answer = String::new();
        for symbol in symbols(&analysis) {
            show(&symbol, &case, "", &mut answer);
        }
        answer.push_str("==== with the letter m\n");
        for symbol in search(&mut case.workspace, "m", &Deadline::default()).expect("an answer") {
            show(&symbol, &case, "", &mut answer);
        }
        insta::assert_snapshot!(shown(path, &answer));
    });
}

fn show(symbol: &Symbol, case: &Case, indent: &str, answer: &mut String) {
    let place = case.show(&symbol.name_place);
    let lines = case.show(&symbol.place).matches("\\n").count() + 1;
    let detail = if symbol.detail.is_empty() { String::new() } else { format!(" ({})", symbol.detail) };
    answer.push_str(&format!("{indent}{:?} {}{detail}: {place}, {lines} lines\n", symbol.kind, symbol.name));
    symbol.children.iter().for_each(|child| show(child, case, "  ", answer));
}

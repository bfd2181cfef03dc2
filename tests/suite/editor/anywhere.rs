//! Every question has an answer at every place of every text, however little of it is written.

use gridlog::stages::clock::Deadline;
use gridlog::stages::editor::workspace::Workspace;
use gridlog::stages::editor::{
    colours, completion, definition, diagnostics, fixes, folding, formatting, hints, hover, lenses, links,
    place, references, rename, signature, symbols,
};
use gridlog::stages::resolve::built_in;

use super::case::Disk;
use crate::rng::Random;

/// Asks everything at a byte of a text.
fn ask(workspace: &mut Workspace, name: &str, at: usize) {
    let deadline = Deadline::default();
    let analysis = workspace.analyse(name, &deadline).expect("a text");
    let len = analysis.text.len();
    let lies_in = |place: &place::Place| place.file != name || (place.start <= place.end && place.end <= len);
    for message in diagnostics::diagnostics(&analysis) {
        assert!(place_is_here(&message.place, name) && lies_in(&message.place), "{message:?}");
    }
    fixes::fixes(&analysis, &(at..at));
    if let Some(found) = definition::definition(&analysis, at) {
        assert!(lies_in(&found.origin) && found.targets.iter().all(lies_in), "{found:?}");
    }
    hover::hover(&analysis, at, &deadline)
        .iter()
        .for_each(|hover| assert!(lies_in(&hover.place), "{hover:?}"));
    let completed = completion::completion(workspace, &analysis, at);
    completed.iter().for_each(|found| assert!(lies_in(&found.place), "{found:?}"));
    signature::signatures(&analysis, at);
    references::highlights(&analysis, at);
    references::references(workspace, name, at, &deadline);
    // Whether it is refused or not, it answers.
    let _changes = rename::rename(workspace, name, at, "fresh", &deadline);
    symbols::symbols(&analysis);
    folding::folding(&analysis).iter().for_each(|fold| assert!(lies_in(&fold.place), "{fold:?}"));
    hints::hints(&analysis, &(0..len))
        .iter()
        .for_each(|hint| assert!(analysis.text.is_char_boundary(hint.offset)));
    lenses::lenses(&analysis);
    links::links(&analysis);
    let coloured = colours::colours(&analysis);
    assert!(coloured.windows(2).all(|pair| pair[0].range.end <= pair[1].range.start), "{coloured:?}");
    if let Ok(changes) = formatting::format(name, &analysis.text) {
        let all = place::changed(&analysis.text, &changes);
        let again = formatting::format(name, &all);
        assert!(again.is_ok_and(|again| again.is_empty()), "{all}");
    }
}

fn place_is_here(place: &place::Place, name: &str) -> bool {
    place.file == name
}

/// What people have written so far, or have made of it by mistake.
const PIECES: [&str; 24] = [
    "",
    "---\n",
    "\"\"\"",
    "\"",
    "%! {A} ",
    "% é😀 ",
    "/*",
    "use ",
    "use sudoku with ",
    "a: ",
    "near(A, ",
    "[X : ",
    "not ",
    "=> ",
    " :- ",
    ".\n",
    "\r\n",
    "😀",
    "größe(X)",
    "draw ",
    "expect implied = ",
    "drop ",
    "given \"\"\"\n1 . x\n",
    "L matches ",
];

#[test]
fn questions_are_answered_in_half_written_texts() {
    let mut rng = Random::new(14);
    let texts: Vec<(&str, &str)> = ["killer", "hashi", "nonogram", "sokoban"]
        .iter()
        .filter_map(|name| built_in::rule_sets().find(|(known, _)| known == name))
        .map(|(_, text)| ("it.rules", text))
        .chain(
            ["killer/four", "tents/easy"]
                .iter()
                .filter_map(|name| Some(("it.puzzle", built_in::sample(name)?.1))),
        )
        .collect();
    assert!(texts.len() >= 4, "{}", texts.len());
    for round in 0..240 {
        let (name, text) = texts[round % texts.len()];
        let mut text = text.to_owned();
        let mut at = 0;
        for _ in 0..=rng.below(3) {
            at = boundary(&text, rng.below(text.len() + 1));
            let end = boundary(&text, (at + rng.below(12)).min(text.len()));
            let piece = *rng.pick(&PIECES);
            text.replace_range(at..end, piece);
            at += piece.len();
        }
        if round % 4 == 0 {
            text.truncate(at);
        }
        let mut workspace = Workspace::new(Disk::default());
        workspace.set(name, text.clone(), 1);
        ask(&mut workspace, name, at);
        let other = boundary(&text, rng.below(text.len() + 1));
        ask(&mut workspace, name, other);
    }
}

fn boundary(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[test]
fn odd_texts_are_answered() {
    let texts = [
        "",
        "\n",
        "---",
        "---\n",
        "---\nuse latin.\n---\n\n---\nuse latin.",
        "\u{feff}use latin.\r\ngiven \"\"\"\r\n1 .\r\n. .\r\n\"\"\".\r\n",
    ];
    for text in texts {
        for name in ["it.rules", "it.puzzle"] {
            let mut workspace = Workspace::new(Disk::default());
            workspace.set(name, text, 1);
            for at in (0..=text.len()).filter(|at| text.is_char_boundary(*at)) {
                ask(&mut workspace, name, at);
            }
        }
    }
}

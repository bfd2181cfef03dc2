//! Formats of other programs: what they say is solved, what is wrong in them is told, and the manual shows them all.

use gridlog::stages::diagnostic::Diagnostic;
use gridlog::stages::diagnostic::render;
use gridlog::stages::puzzle::formats::{FORMATS, named};
use gridlog::stages::solve::{Verdict, Wish, solve};
use gridlog::stages::source::Sources;

use crate::checked::{Texts, check, project, read};
use crate::solving::ALL;

/// Two are enough to know.
const TWO: Wish = Wish { most: Some(2), ..ALL };

#[test]
fn examples_have_exactly_one_solution() {
    for format in FORMATS {
        let puzzle = format.puzzles(0, format.example).next().expect("a puzzle").expect("a good one");
        let checked = check(&Texts([("it.puzzle".to_owned(), puzzle.to_string())].into()), "it.puzzle", &[]);
        let wrong: Vec<&Diagnostic> = checked.diagnostics.iter().collect();
        assert!(wrong.is_empty(), "{}:\n{}", format.name, checked.messages());
        let ground = checked.ground.expect("a puzzle without errors is expanded");
        let outcome = solve(ground, &TWO, &|| false, |_, _| {}).expect("an outcome");
        assert_eq!(outcome.verdict(), Verdict::Unique, "{}:\n{puzzle}", format.name);
    }
}

/// All solutions of a puzzle, each as its values in order.
fn solutions(text: &str) -> Vec<Vec<String>> {
    let checked = check(&Texts([("it.puzzle".to_owned(), text.to_owned())].into()), "it.puzzle", &[]);
    let Some(ground) = checked.ground else { panic!("{}\n{text}", checked.messages()) };
    let mut all = Vec::new();
    let told = |values: &[_], world: &gridlog::stages::eval::World| -> Vec<String> {
        values.iter().map(|&value| world.show(value)).collect()
    };
    solve(ground, &Wish { most: Some(20), ..ALL }, &|| false, |values, world| all.push(told(values, world)))
        .expect("an outcome");
    all.sort();
    all
}

/// A sample that an address can hold is the same puzzle after the way there and back.
#[test]
fn samples_survive_as_addresses() {
    let (puzzles, addresses) = (named("puzzle").expect("a format"), named("puzzlink").expect("a format"));
    let read =
        |format: &gridlog::stages::puzzle::formats::Format, text: &str| format.puzzles(0, text).next()?.ok();
    let mut genres = std::collections::BTreeSet::new();
    let mut count = 0;
    for entry in std::fs::read_dir(project("rules")).expect("the rule sets").filter_map(Result::ok) {
        let mut files: Vec<_> = std::fs::read_dir(entry.path())
            .into_iter()
            .flatten()
            .filter_map(|file| Some(file.ok()?.path()))
            .collect();
        files.sort();
        for file in
            files.iter().filter(|file| file.extension().is_some_and(|extension| extension == "puzzle"))
        {
            let text = std::fs::read_to_string(file).expect("a sample");
            let Some(puzzle) = read(puzzles, &text) else { continue };
            let Ok(address) = (addresses.write)(&puzzle) else { continue };
            let Some(back) = read(addresses, &address) else { panic!("{}: {address}", file.display()) };
            assert_eq!((addresses.write)(&back).as_ref(), Ok(&address), "{}", file.display());
            // The others say the same about larger boards.
            if genres.insert(puzzle.uses[0].name.clone()) {
                assert_eq!(solutions(&puzzle.to_string()), solutions(&back.to_string()), "{address}");
            }
            count += 1;
        }
    }
    assert!(genres.len() >= 58 && count >= 280, "{count} samples of {} genres: {genres:?}", genres.len());
}

/// `E004_ends.ist` is read in the format `ist`, and earns E004.
#[test]
fn wrong_texts() {
    let mut seen = 0;
    insta::glob!("../diagnostics", "E004*", |path| {
        let extension = path.extension().expect("the name of a format").to_string_lossy().into_owned();
        let format = named(&extension).unwrap_or_else(|| panic!("no format {extension}"));
        let text = std::fs::read_to_string(path).expect("a fixture");
        let mut sources = Sources::default();
        let source = sources.add(path.file_name().expect("a file").to_string_lossy(), text.clone());
        let wrong = format.puzzles(source, &text).find_map(Result::err).expect("a mistake");
        assert_eq!(wrong.code, "E004");
        insta::assert_snapshot!(format!("{text}---- messages\n{}", render::text(&[*wrong], &sources, false)));
        seen += 1;
    });
    assert!(seen >= 5);
}

/// What the manual says about each format.
fn sections() -> String {
    let mut text = String::new();
    for format in FORMATS {
        let mut notes = Vec::new();
        if let Some(extension) = format.extension {
            notes.push(format!("A file whose name ends in `.{extension}` is read in it."));
        }
        if format.several {
            notes.push("A text may hold several puzzles.".to_owned());
        }
        if format.answer.is_some() {
            notes.push("Solutions are printed as that program prints them.".to_owned());
        }
        let notes = if notes.is_empty() { String::new() } else { format!("{}\n\n", notes.join(" ")) };
        let (name, summary, example) = (format.name, format.summary, format.example);
        text.push_str(&format!("\n## `{name}`\n\n{summary}.\n\n{notes}```text\n{example}```\n"));
    }
    text
}

/// `GRIDLOG_WRITE=1 cargo test --test suite manual_of_formats` writes the sections anew.
#[test]
fn manual_of_formats() {
    const MARK: &str = "<!-- Below: from src/language/puzzle/formats.rs, by tests/suite/formats.rs. -->\n";
    let manual = read("docs/formats.md");
    let (prose, _) = manual.split_once(MARK).expect("the mark");
    let expected = format!("{prose}{MARK}{}", sections());
    if std::env::var_os("GRIDLOG_WRITE").is_some() {
        std::fs::write(project("docs/formats.md"), &expected).expect("the manual is written");
    }
    assert_eq!(read("docs/formats.md"), expected, "docs/formats.md tells about every format");
}

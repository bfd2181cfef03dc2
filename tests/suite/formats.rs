//! Formats of other programs: what they say is solved, what is wrong in them is told, and the manual shows them all.

use gridlog::stages::diagnostic::Diagnostic;
use gridlog::stages::diagnostic::render;
use gridlog::stages::puzzle::formats::{FORMATS, named};
use gridlog::stages::solve::{Verdict, Wish, solve};
use gridlog::stages::source::Sources;

use crate::checked::{Texts, check, project, read};
use crate::rng::Random;
use crate::solving::ALL;

/// Two are enough to know.
const TWO: Wish = Wish { most: Some(2), ..ALL };

#[test]
fn examples_have_exactly_one_solution() {
    for format in FORMATS {
        let puzzle = format.puzzles(0, format.example).next().expect("a puzzle").expect("a good one");
        let checked = check(&Texts([("it.puzzle".to_owned(), puzzle.to_string())].into()), "it.puzzle", &[]);
        // A note tells that a law has nothing to say here, such as one about numbers that are not told.
        let is_note = |diagnostic: &&Diagnostic| diagnostic.code.starts_with('N');
        let wrong: Vec<&Diagnostic> = checked.diagnostics.iter().filter(|found| !is_note(found)).collect();
        assert!(wrong.is_empty(), "{}:\n{}", format.name, checked.messages());
        let ground = checked.ground.expect("a puzzle without errors is expanded");
        if !ground.moves.is_empty() {
            continue;
        }
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
    let drawings = named("penpa").expect("a format");
    let read =
        |format: &gridlog::stages::puzzle::formats::Format, text: &str| format.puzzles(0, text).next()?.ok();
    let mut genres = std::collections::BTreeSet::new();
    let mut drawn = std::collections::BTreeSet::new();
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
            let Ok(address) = addresses.write(&puzzle) else { continue };
            let Some(back) = read(addresses, &address) else { panic!("{}: {address}", file.display()) };
            assert_eq!(addresses.write(&back).as_ref(), Ok(&address), "{}", file.display());
            if let Ok(drawing) = drawings.write(&puzzle) {
                let Some(back) = read(drawings, &drawing) else { panic!("{}: {drawing}", file.display()) };
                assert_eq!(addresses.write(&back).as_ref(), Ok(&address), "{}: {drawing}", file.display());
                drawn.insert(puzzle.uses[0].name.clone());
            }
            // The others say the same about larger boards.
            if genres.insert(puzzle.uses[0].name.clone()) {
                assert_eq!(solutions(&puzzle.to_string()), solutions(&back.to_string()), "{address}");
            }
            count += 1;
        }
    }
    assert!(genres.len() >= 58 && count >= 280, "{count} samples of {} genres: {genres:?}", genres.len());
    assert!(drawn.len() >= 45, "{} genres as drawings: {drawn:?}", drawn.len());
}

/// Samples of all rule sets in all formats that can hold them, whose address or text somebody may change.
fn shared_samples() -> Vec<(&'static gridlog::stages::puzzle::formats::Format, String)> {
    let puzzles = named("puzzle").expect("a format");
    let mut all = Vec::new();
    for entry in std::fs::read_dir(project("rules")).expect("the rule sets").filter_map(Result::ok) {
        let files = std::fs::read_dir(entry.path()).into_iter().flatten().filter_map(Result::ok);
        let samples =
            files.map(|file| file.path()).filter(|path| path.extension().is_some_and(|it| it == "puzzle"));
        for sample in samples {
            let text = std::fs::read_to_string(sample).expect("a sample");
            let Some(Ok(puzzle)) = puzzles.puzzles(0, &text).next() else { continue };
            all.extend(
                FORMATS.iter().skip(1).filter_map(|format| Some((format, format.write(&puzzle).ok()?))),
            );
        }
    }
    all.extend(FORMATS.iter().map(|format| (format, format.example.to_owned())));
    all.sort_by(|one, other| (one.0.name, &one.1).cmp(&(other.0.name, &other.1)));
    all
}

/// A text with some of its signs changed, doubled, left out or exchanged for those of another.
fn changed(text: &str, other: &str, random: &mut Random) -> String {
    const SIGNS: &[u8] =
        b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ./_,:%@+=-*[]{}\"' \n";
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len() + 1);
        let end = (at + random.below(9)).min(bytes.len());
        match random.below(5) {
            0 if at < bytes.len() => bytes[at] = *random.pick(SIGNS),
            1 => drop(bytes.drain(at..end)),
            2 => bytes.insert(at, *random.pick(SIGNS)),
            3 => {
                let again = bytes[at..end].repeat(1 + random.below(20));
                drop(bytes.splice(at..at, again));
            }
            _ => {
                let from = random.below(other.len() + 1);
                let piece = &other.as_bytes()[from..(from + 30).min(other.len())];
                drop(bytes.splice(at..end, piece.iter().copied()));
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// As many megabytes as this process has ever held.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM"))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? / 1024)
}

fn change_and_read(many: u64) {
    let all = shared_samples();
    assert!(all.len() > 500, "{}", all.len());
    let mut random = Random::new(1);
    let mut read = 0_u64;
    for _ in 0..many {
        let (format, text) = random.pick(&all);
        let other = &random.pick(&all).1;
        let text = changed(text, other, &mut random);
        gridlog::stages::puzzle::formats::address(&text);
        if let Some(Ok(puzzle)) = format.puzzles(0, &text).next() {
            read += 1;
            if let Ok(written) = format.write(&puzzle) {
                assert!(
                    format.puzzles(0, &written).next().is_some_and(|again| again.is_ok()),
                    "{text:?}\n{written}"
                );
            }
        }
    }
    println!(
        "{many} changed texts of {} samples, {read} of them puzzles; {:?} MB at most",
        all.len(),
        peak()
    );
}

#[test]
fn changed_texts_are_read_or_refused() {
    change_and_read(20_000);
}

/// `cargo test --test suite a_million_changed_texts -- --ignored --nocapture`
#[test]
#[ignore = "takes minutes"]
fn a_million_changed_texts_take_little_memory() {
    change_and_read(1_000_000);
    assert!(peak().is_none_or(|peak| peak < 50), "{:?} MB", peak());
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
        if !format.on_pages {
            notes.push("The page does not know it.".to_owned());
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

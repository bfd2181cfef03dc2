//! Every code: a page that explains it, a fixture that earns it, and a message worth reading.

use std::collections::BTreeSet;
use std::path::Path;

use gridlog::stages::diagnostic::{Diagnostic, PAGES};

use crate::checked::{Checked, Texts, check, files, name, project, read};

/// A rule set that is wrong in one way, perhaps with a puzzle that brings it out.
struct Fixture {
    texts: Texts,
    /// The file that is checked.
    main: String,
    code: String,
    /// Other codes that cannot be avoided, as the first line says: `% also: W703`.
    also: BTreeSet<String>,
}

impl Fixture {
    /// `E201_fact.rules` is about E201; `E201_fact.puzzle`, if there is one, uses it.
    fn read(rules: &Path) -> Self {
        let (mut texts, puzzle) = (Texts::default(), rules.with_extension("puzzle"));
        let mut main = String::new();
        for file in [rules, &puzzle].into_iter().filter(|file| file.exists()) {
            main = name(file);
            texts.0.insert(main.clone(), read(file));
        }
        let code = main.split(['_', '.']).next().unwrap_or_default().to_owned();
        let first = texts.0[&name(rules)].lines().next().unwrap_or_default();
        let also = first.strip_prefix("% also:").unwrap_or_default();
        let also = also.split(',').map(|code| code.trim().to_owned()).filter(|code| !code.is_empty());
        Fixture { also: also.collect(), texts, main, code }
    }

    fn check(&self) -> Checked {
        check(&self.texts, &self.main, &[])
    }

    /// The texts, then what is said about them.
    fn shown(&self, checked: &Checked) -> String {
        let mut shown = String::new();
        for (file, text) in &self.texts.0 {
            let visible = |letter: char| match letter {
                '\n' => vec![letter],
                letter if letter.is_control() => letter.escape_default().collect(),
                letter => vec![letter],
            };
            let text: String = text.trim_end().chars().flat_map(visible).collect();
            shown.push_str(&format!("---- {file}\n{text}\n"));
        }
        format!("{shown}---- messages\n{}", checked.messages())
    }
}

fn codes(diagnostics: &[Diagnostic]) -> BTreeSet<String> {
    diagnostics.iter().map(|diagnostic| diagnostic.code.to_owned()).collect()
}

/// The texts with the edits of a diagnostic carried out; nothing if it has none.
fn mended(diagnostic: &Diagnostic, fixture: &Fixture, checked: &Checked) -> Option<Texts> {
    let mut texts = fixture.texts.clone();
    let mut edits: Vec<_> = diagnostic.edits.iter().collect();
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.span.start));
    for edit in &edits {
        let file = &checked.sources.get(edit.span.source).name;
        let text = texts.0.get_mut(file).unwrap_or_else(|| panic!("an edit of {file}"));
        text.replace_range(edit.span.start as usize..edit.span.end as usize, &edit.text);
    }
    (!edits.is_empty()).then_some(texts)
}

/// What is wrong with a fixture, or with what is said about it; empty if nothing is.
fn faults(fixture: &Fixture, checked: &Checked) -> String {
    let mut faults = String::new();
    let found = codes(&checked.diagnostics);
    let expected: BTreeSet<String> = fixture.also.iter().chain([&fixture.code]).cloned().collect();
    if found != expected {
        faults.push_str(&format!("reports {found:?}, not {expected:?}\n{}", checked.messages()));
    }
    for diagnostic in &checked.diagnostics {
        let Some(texts) = mended(diagnostic, fixture, checked) else { continue };
        let again = check(&texts, &fixture.main, &[]);
        let left = codes(&again.diagnostics);
        let in_vain = checked.diagnostics.len() == 1 && left.contains(&fixture.code);
        if in_vain || left.iter().any(|code| code.starts_with("E1")) {
            faults.push_str(&format!("mended, there is still\n{}", again.messages()));
        }
    }
    faults
}

#[test]
fn fixtures() {
    let mut all = String::new();
    insta::glob!("../diagnostics", "*.rules", |path| {
        let fixture = Fixture::read(path);
        let checked = fixture.check();
        insta::assert_snapshot!(fixture.shown(&checked));
        let faults = faults(&fixture, &checked);
        if !faults.is_empty() {
            all.push_str(&format!("==== {}: {faults}\n", fixture.main));
        }
    });
    assert!(all.is_empty(), "{all}");
}

/// Quoted codes in the sources of the catalogue.
fn constructed() -> BTreeSet<String> {
    let mut sources = files("src/language/diagnostic/catalogue", "rs");
    sources.push(project("src/language/diagnostic/catalogue.rs"));
    let is_code = |text: &&str| {
        let (kind, number) = text.split_at_checked(1).unwrap_or_default();
        "EWN".contains(kind) && number.len() == 3 && number.bytes().all(|byte| byte.is_ascii_digit())
    };
    let mut found = BTreeSet::new();
    for source in sources {
        let text = read(&source);
        found.extend(text.split('"').filter(is_code).map(str::to_owned));
    }
    found
}

#[test]
fn every_code_has_a_page_and_every_page_a_code() {
    let pages: BTreeSet<String> = PAGES.iter().map(|(code, _)| (*code).to_owned()).collect();
    assert_eq!(constructed(), pages, "left: constructed in the catalogue; right: pages in docs/codes");
    for (code, text) in PAGES {
        assert!(text.starts_with(&format!("# {code}: ")), "the first line of {code}.md");
        let shown = text.matches("```prolog\n").count() + text.matches("```text\n").count();
        assert!(shown >= 2, "{code}.md shows what is wrong, and what is right");
    }
}

/// The blocks of a page, each as texts and the one to check. A line `% NAME.rules` starts another file.
fn blocks(page: &str) -> Vec<(Texts, String)> {
    let mut found = Vec::new();
    for block in page.split("```prolog\n").skip(1) {
        let block = block.split("```").next().unwrap_or_default();
        let puzzle = block.lines().any(|line| line.starts_with("use "));
        let mut main = if puzzle { "it.puzzle" } else { "it.rules" };
        let mut texts = Texts::default();
        for line in block.lines() {
            let starts = |name: &&str| name.strip_suffix(".rules").is_some();
            main = line.strip_prefix("% ").filter(starts).unwrap_or(main);
            texts.0.entry(main.to_owned()).or_default().push_str(&format!("{line}\n"));
        }
        found.push((texts, main.to_owned()));
    }
    found
}

/// The first block of a page is wrong in the way the page tells, and no later one is. A block that is not all there,
/// with a comment "and so many more" or a character that could not be read, shows nothing of the kind.
#[test]
fn pages_show_what_they_explain() {
    for (code, page) in PAGES {
        for (number, (texts, main)) in blocks(page).iter().enumerate() {
            let whole = texts.0.values().all(|text| !text.contains("% and ") && !text.contains('\u{fffd}'));
            let checked = check(texts, main, &[]);
            let told = codes(&checked.diagnostics).contains(*code);
            assert!(!whole || told == (number == 0), "{code}, block {number}: {}", checked.messages());
        }
    }
}

/// What is no text cannot be a fixture; those codes are earned on the command line.
#[test]
fn every_code_has_a_fixture() {
    let fixtures: BTreeSet<String> =
        files("tests/diagnostics", "rules").iter().map(|path| Fixture::read(path).code).collect();
    let command_line = read("tests/suite/cli.rs") + &read("tests/suite/convert.rs");
    for (code, _) in PAGES {
        let whole_file = code.starts_with("E00") && command_line.contains(code);
        assert!(fixtures.contains(*code) || whole_file, "no fixture for {code}");
    }
    for puzzle in files("tests/diagnostics", "puzzle") {
        assert!(puzzle.with_extension("rules").exists(), "{} belongs to no rule set", name(&puzzle));
    }
}

//! The manual's examples: what it shows as a file is a file without errors and warnings.

use gridlog::stages::diagnostic::{Severity, render};
use gridlog::stages::samples::{BOUND, Came, Sample, expects};
use gridlog::stages::search::Limits;

use crate::checked::{Texts, check, files, name, read};

/// The blocks that start with `% file: NAME`, under that name.
fn shown_files(manual: &str) -> Texts {
    let mut texts = Texts::default();
    for block in manual.split("\n```prolog\n").skip(1) {
        let block = block.split("\n```\n").next().unwrap_or_default();
        if let Some((file, _)) = block.strip_prefix("% file: ").and_then(|rest| rest.split_once('\n')) {
            let earlier = texts.0.insert(file.to_owned(), format!("{block}\n"));
            assert!(earlier.is_none(), "two files are called {file}");
        }
    }
    texts
}

#[test]
fn files_in_the_manual_are_without_fault() {
    let mut tour = shown_files(&read("docs/language.md"));
    assert!(tour.0.len() > 15, "{} files", tour.0.len());
    tour.0.extend(shown_files(&read("docs/generating.md")).0);
    for texts in [tour, shown_files(&read("docs/cookbook.md"))] {
        for file in texts.0.keys() {
            let checked = check(&texts, file, &[]);
            let loud = checked.diagnostics.iter().any(|diagnostic| diagnostic.severity > Severity::Note);
            assert!(!loud, "{}", checked.messages());
        }
    }
}

/// What a file of the manual expects is what comes out.
#[test]
fn files_in_the_manual_keep_their_promises() {
    let judged = judge_files(&shown_files(&read("docs/language.md")));
    assert!(judged > 10, "{judged} files");
}

/// So does every recipe, and each stands under what it is for.
#[test]
fn recipes_of_the_cookbook_come_out() {
    let page = read("docs/cookbook.md");
    let recipes = shown_files(&page);
    let titles = page.lines().filter(|line| line.starts_with("### ")).count();
    assert_eq!(judge_files(&recipes), titles, "recipes that expect something");
    assert!(titles >= 30, "{titles} recipes");
}

/// How many files expect something, all of which comes out.
fn judge_files(texts: &Texts) -> usize {
    let mut judged = 0;
    for (name, text) in texts.0.iter().filter(|(_, text)| expects(text)) {
        let sample = Sample { name, text, before: (0, 0), library: texts };
        let mut loaded = sample.load(&gridlog::stages::clock::Deadline::default());
        match loaded.run(Limits { time: None, ..BOUND }, &|| false) {
            Came::Answer(answer) => {
                assert_eq!((answer.unmet, answer.undecided), (Vec::new(), false), "{name}");
            }
            other => {
                panic!("{name}: {other:?}\n{}", render::text(&loaded.diagnostics, &loaded.sources, false))
            }
        }
        judged += 1;
    }
    judged
}

/// The page of rule sets links to every rule file once, and to nothing else in that folder.
#[test]
fn every_rule_set_is_listed() {
    let page = read("docs/rules.md");
    let links = page.split("](../rules/").skip(1).filter_map(|rest| rest.split(')').next());
    let mut listed: Vec<String> = links.map(str::to_owned).collect();
    listed.sort();
    let there: Vec<String> = files("rules", "rules").iter().map(|path| name(path)).collect();
    assert_eq!(listed, there);
}

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
    let mut texts = shown_files(&read("docs/language.md"));
    assert!(texts.0.len() > 15, "{} files", texts.0.len());
    texts.0.extend(shown_files(&read("docs/generating.md")).0);
    for file in texts.0.keys() {
        let checked = check(&texts, file, &[]);
        let loud = checked.diagnostics.iter().any(|diagnostic| diagnostic.severity > Severity::Note);
        assert!(!loud, "{}", checked.messages());
    }
}

/// What a file of the manual expects is what comes out.
#[test]
fn files_in_the_manual_keep_their_promises() {
    let texts = shown_files(&read("docs/language.md"));
    let mut judged = 0;
    for (name, text) in texts.0.iter().filter(|(_, text)| expects(text)) {
        let sample = Sample { name, text, before: (0, 0), library: &texts };
        let mut loaded = sample.load(&gridlog::stages::clock::Deadline::default());
        match loaded.run(Limits { time: None, ..BOUND }, &|| false) {
            Came::Answer(answer) => {
                assert_eq!((answer.unmet, answer.undecided), (Vec::new(), false), "{name}")
            }
            other => {
                panic!("{name}: {other:?}\n{}", render::text(&loaded.diagnostics, &loaded.sources, false))
            }
        }
        judged += 1;
    }
    assert!(judged > 10, "{judged} files");
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

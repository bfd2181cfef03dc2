//! On every rule set and sample inside the binary: every name is found, every hover has an answer, and a new name and back
//! again changes nothing.

use gridlog::stages::clock::Deadline;
use gridlog::stages::editor::analysis::Analysis;
use gridlog::stages::editor::colours::{Kind, colours};
use gridlog::stages::editor::definition::definition;
use gridlog::stages::editor::diagnostics::{Message, diagnostics};
use gridlog::stages::editor::hover::hover;
use gridlog::stages::editor::place::changed;
use gridlog::stages::editor::rename::rename;
use gridlog::stages::editor::workspace::Workspace;
use gridlog::stages::resolve::{Meaning, built_in};

use super::case::Disk;

/// The texts inside the binary as files of a folder: all rule sets, and of each so many samples.
fn texts(samples: usize) -> Vec<(String, &'static str)> {
    let sets = built_in::rule_sets().map(|(name, text)| (format!("rules/{name}.rules"), text));
    let samples = built_in::rule_sets().flat_map(|(name, _)| built_in::samples_of(name).take(samples));
    let samples = samples.map(|name| {
        let (_, text) = built_in::sample(name).expect("a sample");
        (format!("rules/{name}.puzzle"), text)
    });
    sets.chain(samples).collect()
}

fn analysed(name: &str, text: &str) -> (Workspace, std::sync::Arc<Analysis>) {
    let mut workspace = Workspace::new(Disk::default());
    workspace.set(name, text, 1);
    let analysis = workspace.analyse(name, &Deadline::default()).expect("a text");
    (workspace, analysis)
}

#[test]
fn names_are_defined_and_every_place_answers() {
    for (name, text) in texts(usize::MAX) {
        let (_, analysis) = analysed(&name, text);
        for unit in &analysis.units {
            for mention in unit.index.inside(unit.main) {
                let offset = unit.start + mention.span.start as usize;
                if mention.span.start == mention.span.end {
                    continue;
                }
                let ours = matches!(
                    mention.meaning,
                    Meaning::BuiltIn(_) | Meaning::Figure(_) | Meaning::Expectation(_)
                );
                let found = definition(&analysis, offset);
                assert!(ours != found.is_some(), "{name}: {mention:?} is defined at {found:?}");
                for target in found.into_iter().flat_map(|found| found.targets) {
                    let text = if target.is_built_in() { built_in::text(&target.file) } else { Some(text) };
                    assert!(text.is_some_and(|text| target.end <= text.len()), "{name}: {target:?}");
                }
            }
        }
        for stretch in colours(&analysis) {
            let small = analysis.units.iter().all(|unit| unit.end - unit.start < 4000);
            // These stand for themselves, or there is no more to say than the author has.
            let plain = [Kind::Comment, Kind::Doc, Kind::Number, Kind::Text, Kind::Drawing, Kind::Symbol];
            let word = &text[stretch.range.clone()];
            if small && !plain.contains(&stretch.kind) && word != "_" {
                let inside = stretch.range.start + usize::from(word.starts_with('"'));
                let shown = hover(&analysis, inside, &Deadline::default());
                let signature = shown.as_ref().and_then(|shown| shown.text.lines().nth(1));
                let is_told = signature.is_some_and(|line| !line.trim().is_empty());
                assert!(is_told, "{name}: {word} {stretch:?} {shown:?}");
            }
        }
    }
}

#[test]
fn a_new_name_and_back_again_changes_nothing() {
    let mut renamed = 0;
    for (name, text) in texts(1) {
        let (mut workspace, analysis) = analysed(&name, text);
        let said: Vec<String> = diagnostics(&analysis).iter().map(Message::text).collect();
        let mut seen: Vec<Meaning> = Vec::new();
        for unit in &analysis.units {
            for mention in unit.index.inside(unit.main).iter().filter(|mention| mention.defines) {
                if seen.contains(&mention.meaning) || mention.span.start == mention.span.end {
                    continue;
                }
                seen.push(mention.meaning.clone());
                let old = unit.sources.slice(mention.span).to_owned();
                let new = match old.chars().next() {
                    Some('_') => "_Fresh",
                    Some(first) if first.is_lowercase() => "fresh_name",
                    _ => "Fresh",
                };
                let offset = unit.start + mention.span.start as usize;
                let there = rename(&workspace, &name, offset, new, &Deadline::default());
                let Ok(changes) = there else { continue };
                let other = changed(text, &changes);
                workspace.set(&name, other.clone(), 2);
                let now = workspace.analyse(&name, &Deadline::default()).expect("a text");
                let mut left = now.units.iter().flat_map(|unit| unit.index.inside(unit.main));
                assert!(left.all(|left| left.meaning != mention.meaning), "{name}: {old} as {new}\n{other}");
                let told: Vec<String> =
                    diagnostics(&now).iter().map(|found| found.text().replace(new, &old)).collect();
                assert_eq!(told, said, "{name}: {old} as {new}\n{other}");
                let first = changes.iter().map(|change| change.place.start).min().expect("a change");
                let back = rename(&workspace, &name, first, &old, &Deadline::default());
                let back = back.unwrap_or_else(|why| panic!("{name}: {new} as {old}: {why}\n{other}"));
                assert_eq!(changed(&other, &back), text, "{name}: {old}");
                workspace.set(&name, text, 3);
                renamed += 1;
            }
        }
    }
    assert!(renamed > 500, "{renamed}");
}

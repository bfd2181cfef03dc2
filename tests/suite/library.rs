//! What every rule set of the library owes to whoever plays, reads or sets with it: a head, sentences, samples of all kinds,
//! pictures, puzzles that can be made, and few lines. Each is looked at in its own file; there is no list of exceptions.

use std::path::PathBuf;

use crate::checked::{project, read};

/// A rule set of the library, as text.
struct Genre {
    name: String,
    text: String,
    /// The puzzles beside it.
    samples: Vec<String>,
}

fn genres() -> Vec<Genre> {
    let names = |folder: &str, ending: &str| -> Vec<PathBuf> {
        let Ok(found) = std::fs::read_dir(project(folder)) else { return Vec::new() };
        let mut paths: Vec<PathBuf> = found.map(|entry| entry.expect("an entry").path()).collect();
        paths.retain(|path| path.extension().is_some_and(|found| found == ending));
        paths.sort();
        paths
    };
    let stem = |path: &PathBuf| path.file_stem().expect("a name").to_string_lossy().into_owned();
    let rules = names("rules", "rules").into_iter().filter(|path| stem(path) != "prelude");
    rules
        .map(|path| {
            let name = stem(&path);
            let samples = names(&format!("rules/{name}"), "puzzle");
            let texts = samples.iter().map(|path| std::fs::read_to_string(path).expect("a sample")).collect();
            Genre { text: read(format!("rules/{name}.rules")), samples: texts, name }
        })
        .collect()
}

impl Genre {
    /// Its lines after the comment at its head.
    fn body(&self) -> impl Iterator<Item = &str> {
        self.text.lines().skip_while(|line| line.starts_with('%'))
    }

    fn says(&self, word: &str) -> bool {
        self.body().any(|line| line.strip_prefix(word).is_some_and(|rest| rest.starts_with(' ')))
    }

    /// Whether it, or a rule set that it uses, has a statement that begins with this word.
    fn has(&self, word: &str, all: &[Genre]) -> bool {
        let used = self.body().filter_map(|line| line.strip_prefix("use ")).filter_map(|rest| {
            let name = rest.split(['.', ' ']).next()?.trim_matches('"');
            all.iter().find(|other| other.name == name)
        });
        self.says(word) || used.into_iter().any(|other| other.has(word, all))
    }

    /// The numbers that samples expect of something.
    fn expected(&self, what: &str) -> Vec<u64> {
        let expected = self.samples.iter().flat_map(|text| text.lines());
        let told =
            expected.filter_map(|line| line.strip_prefix("expect ")?.strip_prefix(what)?.strip_prefix(" = "));
        told.filter_map(|number| number.trim_end_matches('.').parse().ok()).collect()
    }

    fn expects(&self, word: &str) -> bool {
        self.samples.iter().any(|text| text.lines().any(|line| line == format!("expect {word}.")))
    }
}

/// Laws, moves and goals, each with the line before it.
fn laws(genre: &Genre) -> Vec<(&str, &str)> {
    let lines: Vec<&str> = genre.body().collect();
    let is_law = |line: &str| {
        let name = line.split([':', ' ', '(']).next().unwrap_or("");
        let named = !name.is_empty() && name.chars().all(|letter| letter.is_lowercase() || letter == '_');
        let colon = line[name.len()..].starts_with(": ") || line[name.len()..].starts_with(':');
        name == "move" || named && colon && !line[name.len()..].starts_with("::") && name != "bound"
    };
    lines.windows(2).filter(|pair| is_law(pair[1])).map(|pair| (pair[1], pair[0])).collect()
}

#[track_caller]
fn none(wrong: &[String], what: &str) {
    assert!(wrong.is_empty(), "{what}:\n{}", wrong.join("\n"));
}

#[test]
fn heads_name_the_puzzle_and_tell_its_rules() {
    let short = |genre: &&Genre| {
        let head: Vec<&str> = genre.text.lines().take_while(|line| line.starts_with('%')).collect();
        let head = head.join(" ").replace('%', "");
        let sentences = head.split_terminator(['.', ':']).filter(|part| part.trim().len() > 3).count();
        sentences < 2
            || !head.trim_start().starts_with(|letter: char| letter.is_uppercase() || letter.is_numeric())
    };
    let wrong: Vec<String> = genres().iter().filter(short).map(|genre| genre.name.clone()).collect();
    none(&wrong, "heads without names or rules");
}

#[test]
fn every_law_has_a_sentence() {
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for genre in genres() {
        for (law, before) in laws(&genre) {
            seen += 1;
            if !before.starts_with("%! ") {
                wrong.push(format!("{}: {law}", genre.name));
            }
        }
    }
    none(&wrong, "laws that no explanation could tell");
    assert!(seen > 400, "only {seen} laws were found");
}

#[test]
fn samples_are_of_all_kinds() {
    let mut wrong = Vec::new();
    for genre in genres() {
        let mut miss = |what: &str| wrong.push(format!("{}: {what}", genre.name));
        if genre.samples.len() < 5 {
            miss("fewer than five samples");
        }
        let counts = genre.expected("count");
        if !genre.expects("none") && !counts.contains(&0) {
            miss("no sample without a solution");
        }
        if !genre.expects("several") && !counts.iter().any(|&count| count > 1) {
            miss("no sample with several");
        }
        let moves = genre.expected("moves").iter().any(|&moves| moves > 0);
        if !genre.expects("unique") && !moves && genre.expected("best").is_empty() && counts.is_empty() {
            miss("no sample with an answer");
        }
    }
    none(&wrong, "samples that are missing");
}

/// Numbers in a grid need nothing; symbols, links and sides do.
#[test]
fn boards_look_as_in_print() {
    let all = genres();
    let numbers = |genre: &Genre| {
        let grids: Vec<&str> = genre.body().filter(|line| line.starts_with("grid(")).collect();
        grids.iter().all(|line| !line.contains(":: {") || line.contains(":: {1") || line.contains(":: {0"))
    };
    let bare = |genre: &&Genre| !genre.has("draw", &all) && !numbers(genre);
    let wrong: Vec<String> = all.iter().filter(bare).map(|genre| genre.name.clone()).collect();
    none(&wrong, "symbols that are drawn by their names");
}

/// A puzzle is made from givens, from offers, or on a board that is drawn by a sketch. Without unknowns whose values could be
/// given, and for moves on a board that every puzzle draws, something has to be offered.
#[test]
fn puzzles_can_be_made() {
    let all = genres();
    let mute = |genre: &&Genre| {
        let made = genre.has("offer", &all) || genre.has("sketch", &all);
        let unknowns = genre.body().any(|line| line.contains("::")) || genre.says("use");
        let moved = genre.says("move") && genre.body().any(|line| line.contains("input board("));
        !made && (!unknowns || moved)
    };
    let wrong: Vec<String> = all.iter().filter(mute).map(|genre| genre.name.clone()).collect();
    none(&wrong, "rule sets that generate makes nothing of");
}

#[test]
fn rule_sets_are_short() {
    let mut lengths: Vec<usize> = genres()
        .iter()
        .map(|genre| {
            let (mut count, mut aside) = (0, false);
            for line in genre.body().filter(|line| !line.trim().is_empty() && !line.starts_with('%')) {
                if !line.starts_with(' ') {
                    let word = line.split(' ').next().unwrap_or("");
                    aside = matches!(word, "draw" | "offer" | "sketch" | "expect");
                }
                count += usize::from(!aside);
            }
            count
        })
        .collect();
    lengths.sort_unstable();
    let median = lengths[lengths.len() / 2];
    assert!(lengths.len() >= 170 && median <= 12, "{} rule sets of {median} lines", lengths.len());
}

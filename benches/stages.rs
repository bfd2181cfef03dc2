//! What each stage costs, from text to propagators: `cargo bench --bench stages`, or `-- board` for the boards alone.
//!
//! Some boards belong to others: `GRIDLOG_BOARDS` names their folders, as a `PATH` does. Without them they are skipped.
//!
//! Aims, expansion and posting together: hitori, akari, norinori 0.5 ms; hashi, heyawake, slitherlink, star battle, nurikabe 2 ms;
//! shikaku 20 ms; takuzu 64x64 10 ms; sudoku 9x9 0.1 ms; dominosa 41x42 0.5 s; resolving 1 MB of rules 0.1 s.

#![expect(clippy::expect_used, reason = "a measurement that cannot go on has failed")]

#[path = "stages/computing.rs"]
mod computing;

use std::env;
use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use computing::Computing;
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use gridlog::stages::compile::{Model, Settings};
use gridlog::stages::ground::{Ground, Options, ground};
use gridlog::stages::program::Program;
use gridlog::stages::resolve::{BuiltIn, Library, Request, resolve};
use gridlog::stages::source::Sources;
use gridlog::stages::syntax::parse::parse;
use gridlog::stages::syntax::token::lex;

/// A rule set with some params set.
struct Subject {
    name: &'static str,
    rules: &'static str,
    settings: &'static [(&'static str, u32)],
}

const SUBJECTS: &[Subject] = &[
    Subject { name: "takuzu 64x64", rules: include_str!("../rules/takuzu.rules"), settings: &[("n", 64)] },
    Subject { name: "sudoku 9x9", rules: include_str!("../rules/sudoku.rules"), settings: &[] },
    Subject {
        name: "sudoku 25x25",
        rules: include_str!("../rules/sudoku.rules"),
        settings: &[("r", 5), ("c", 5)],
    },
];

fn resolved(subject: &Subject) -> Arc<Program> {
    let mut sources = Sources::default();
    let rules = Some(sources.add("subject.rules", subject.rules));
    let settings =
        subject.settings.iter().map(|(name, value)| ((*name).to_owned(), value.to_string())).collect();
    let (program, diagnostics) =
        resolve(&Request { rules, settings, ..Request::default() }, &mut sources, &BuiltIn);
    assert!(diagnostics.is_empty(), "{}: {diagnostics:?}", subject.name);
    program
}

/// A rule file of a megabyte: laws, clauses and facts in turn, as a long puzzle collection would have them.
fn megabyte() -> String {
    let mut text = String::new();
    let mut number = 0;
    while text.len() < 1 << 20 {
        number += 1;
        text.push_str(&format!(
            "%! {{A}} and {{B}} differ by {number}.\n\
             law{number}: adjacent(A, B), A > {number} => abs(A - B) = {number} ; [A, B | _] = [1, {number}].\n\
             near{number}(A, B) :- step(A, D, B), D in {{left, right}}, not far{number}(B, [X : X in 1..{number}]).\n\
             far{number}(r{number}c{number}, [{number}, 2, 3]).  % a fact\n"
        ));
    }
    text
}

fn stages(criterion: &mut Criterion<Computing>) {
    for subject in SUBJECTS {
        let mut group = criterion.benchmark_group(subject.name);
        group.bench_function("lex", |bencher| bencher.iter(|| lex(0, black_box(subject.rules))));
        group.bench_function("parse", |bencher| bencher.iter(|| parse(0, black_box(subject.rules))));
        group.bench_function("resolve", |bencher| bencher.iter(|| resolved(black_box(subject))));
        let program = resolved(subject);
        group.bench_function("ground", |bencher| {
            bencher.iter(|| {
                let (ground, diagnostics) = ground(black_box(&program), &Options::default());
                assert!(diagnostics.is_empty());
                ground
            });
        });
        group.finish();
    }
    let text = megabyte();
    let mut group = criterion.benchmark_group("rule file of 1 MB");
    group.sample_size(20);
    group.bench_function("lex", |bencher| bencher.iter(|| lex(0, black_box(&text))));
    group.bench_function("parse", |bencher| {
        bencher.iter(|| {
            let (file, diagnostics) = parse(0, black_box(&text));
            assert!(diagnostics.is_empty());
            file
        });
    });
    group.bench_function("resolve", |bencher| {
        bencher.iter(|| {
            let mut sources = Sources::default();
            let rules = Some(sources.add("megabyte.rules", text.as_str()));
            resolve(&Request { rules, ..Request::default() }, &mut sources, &BuiltIn)
        });
    });
    group.finish();
}

/// Boards of the size that people play, by the names they have in the folders of `GRIDLOG_BOARDS`.
const BOARDS: &[(&str, &str)] = &[
    ("hitori 17x17", "Hitori_11"),
    ("akari 14x14", "Akari_11"),
    ("norinori 18x20", "Norinori_11"),
    ("hashi 17x17", "Hashi_11"),
    ("heyawake 14x24", "Heyawake_11"),
    ("slitherlink 10x18", "Slitherlink_11"),
    ("star battle 14x14", "Starbattle_11"),
    ("nurikabe 10x18", "Nurikabe_10"),
    ("shikaku 14x24", "Shikaku_11"),
    ("dominosa 41x42", "dominos_dominos0126_41x42"),
];

/// Samples of our own, which are always there.
const SAMPLES: &[&str] = &[
    "akari",
    "hashi",
    "heyawake",
    "hitori",
    "masyu",
    "norinori",
    "nurikabe",
    "shikaku",
    "slitherlink",
    "starbattle",
];

/// Rule sets that are built in, or lie in the folder of a board or above it.
struct Beside(PathBuf);

impl Library for Beside {
    fn find(&self, name: &str, from: &str) -> Option<(String, String)> {
        let near = |folder: &Path| fs::read_to_string(folder.join(format!("{name}.rules"))).ok();
        let found = near(&self.0).or_else(|| self.0.parent().and_then(near));
        BuiltIn.find(name, from).or_else(|| found.map(|text| (name.to_owned(), text)))
    }

    fn places(&self, _: &str) -> String {
        self.0.display().to_string()
    }

    fn names(&self, from: &str) -> Vec<String> {
        BuiltIn.names(from)
    }
}

/// The program of a puzzle whose rule set may lie near a folder.
fn read(text: String, folder: PathBuf) -> Arc<Program> {
    let mut sources = Sources::default();
    let puzzle = Some(sources.add("board.puzzle", text));
    let (program, diagnostics) =
        resolve(&Request { puzzle, ..Request::default() }, &mut sources, &Beside(folder));
    assert!(!diagnostics.iter().any(gridlog::stages::diagnostic::Diagnostic::is_error), "{diagnostics:?}");
    program
}

fn expanded(program: &Arc<Program>) -> Ground {
    ground(program, &Options { puzzle: true, ..Options::default() }).0
}

fn posted(ground: Ground) -> Model {
    Model::new(ground, Settings::default()).expect("rules that can be solved")
}

/// Expansion, posting, and both.
fn board(criterion: &mut Criterion<Computing>, name: &str, program: &Arc<Program>) {
    let mut group = criterion.benchmark_group(format!("board {name}"));
    group.sample_size(10).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(1));
    // A board that takes seconds is measured as a whole only.
    let began = Instant::now();
    black_box(expanded(program));
    if began.elapsed() > Duration::from_secs(2) {
        group.bench_function("both", |bencher| bencher.iter(|| posted(expanded(black_box(program)))));
        return group.finish();
    }
    group.bench_function("ground", |bencher| bencher.iter(|| expanded(black_box(program))));
    group.bench_function("post", |bencher| {
        bencher.iter_batched(|| expanded(program), posted, BatchSize::LargeInput);
    });
    group.bench_function("both", |bencher| bencher.iter(|| posted(expanded(black_box(program)))));
    group.finish();
}

fn boards(criterion: &mut Criterion<Computing>) {
    let folders: Vec<PathBuf> =
        env::var_os("GRIDLOG_BOARDS").map_or(Vec::new(), |paths| env::split_paths(&paths).collect());
    for (name, file) in BOARDS {
        let mut paths = folders.iter().map(|folder| folder.join(format!("{file}.puzzle")));
        match paths.find_map(|path| Some((fs::read_to_string(&path).ok()?, path))) {
            Some((text, mut path)) => {
                path.pop();
                board(criterion, name, &read(text, path));
            }
            None => eprintln!("SKIPPED board {name}: no {file}.puzzle in the folders of GRIDLOG_BOARDS"),
        }
    }
    for (name, text) in [("takuzu 64x64", "use takuzu with n = 64."), ("sudoku 9x9", "use sudoku.")] {
        board(criterion, name, &read(text.to_owned(), PathBuf::new()));
    }
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules");
    for genre in SAMPLES {
        let text = fs::read_to_string(rules.join(genre).join("hard.puzzle")).expect("a sample");
        board(criterion, &format!("{genre}, the hard sample"), &read(text, rules.clone()));
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().with_measurement(Computing);
    targets = stages, boards
}
criterion_main!(benches);

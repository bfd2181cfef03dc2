//! Mutants of the rule sets and of the tests' own files: none of them may crash the front half or keep it busy.
//!
//! `GRIDLOG_MUTANTS=100000 GRIDLOG_FIRST=5000 cargo test --release mutants` tries more, from that number on. A mutant
//! depends only on its number; `GRIDLOG_SHOW=1` prints each before it is tried, for those that take the process down.

use std::fs;
use std::panic::AssertUnwindSafe;
use std::path::Path;
use std::time::Duration;

use gridlog::stages::diagnostic::{Diagnostic, render};
use gridlog::stages::eval::Budget;
use gridlog::stages::ground::{self, Options};
use gridlog::stages::resolve::{BuiltIn, Request, resolve};
use gridlog::stages::source::Sources;
use gridlog::stages::syntax::{print, token};

use super::rng::Random;
use super::work::{computed, skipped};

/// A file to start from.
struct Seed {
    name: String,
    text: String,
    /// Where its tokens are.
    tokens: Vec<(usize, usize)>,
}

fn places(text: &str) -> Vec<(usize, usize)> {
    let tokens = token::lex(0, text).tokens;
    tokens.iter().map(|(_, span)| (span.start as usize, span.end as usize)).collect()
}

fn seeds(folder: &Path, found: &mut Vec<Seed>) {
    let mut paths: Vec<_> =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    for path in paths {
        let language = path.extension().is_some_and(|kind| kind == "rules" || kind == "puzzle");
        if path.is_dir() {
            seeds(&path, found);
        } else if let (true, Ok(text)) = (language, fs::read_to_string(&path)) {
            let tokens = places(&text);
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            found.push(Seed { name, text, tokens });
        }
    }
}

const WORDS: &[&str] = &[
    "0",
    "1",
    "-1",
    "9223372036854775807",
    "X",
    "_",
    "[]",
    "[X | T]",
    "{A, B}",
    "1..9",
    "r1c1",
    "cell(A)",
    "cells",
    "not ",
    " => ",
    ", ",
    " ; ",
    " :- ",
    " --> ",
    "'",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "..",
    ".",
    "*",
    "+",
    "^",
    " in ",
    " mod ",
    " / ",
    " - ",
    " = ",
    " \\= ",
    " < ",
    "sum",
    "len",
    "min",
    "max",
    "nth",
    "reverse",
    "product",
    "distinct",
    "connected",
    "reach",
    "loop",
    "matches",
    "area",
    "same",
    "line(L)",
    "adjacent(A, B)",
    "alike",
    "given",
    "wall",
    "\"",
    "\"\"\"",
    "%! {L}",
    "\n",
    "true",
    "false",
    "use latin.",
    "grid(2, 3) :: 0..2.",
    "move m(A): ",
    "goal: ",
    "count",
    "[E : X in L]",
    "[.., A, ..]",
    "[..A, 0*]",
    "f(X)",
    "param n = 3.",
    "hidden ",
    "input ",
    "é",
    "\u{202e}",
    "\u{1b}",
];

fn cut<'t>(seed: &'t Seed, random: &mut Random) -> &'t str {
    if seed.tokens.is_empty() {
        return "";
    }
    let first = random.below(seed.tokens.len());
    let last = (first + random.below(12)).min(seed.tokens.len() - 1);
    &seed.text[seed.tokens[first].0..seed.tokens[last].1]
}

/// The mutant with this number.
fn mutant(number: u64, seeds: &[Seed]) -> (String, String) {
    let mut random = Random::new(number);
    let seed = random.pick(seeds);
    let mut text = seed.text.clone();
    for _ in 0..=random.below(4) {
        let tokens = places(&text);
        if tokens.is_empty() {
            break;
        }
        let (start, end) = tokens[random.below(tokens.len())];
        match random.below(8) {
            0 => text.replace_range(start..end, ""),
            1 => text.replace_range(start..end, random.pick::<&str>(WORDS)),
            2 => text.insert_str(start, random.pick::<&str>(WORDS)),
            3 => {
                let again = text[start..end].to_owned();
                text.insert_str(end, &format!(" {again}"));
            }
            4 => {
                let (from, to) = tokens[random.below(tokens.len())];
                let other = text[from..to].to_owned();
                text.replace_range(start..end, &other);
            }
            5 => {
                let piece = cut(random.pick(seeds), &mut random).to_owned();
                text.replace_range(start..end, &piece);
            }
            6 => {
                let lines: Vec<&str> = random.pick(seeds).text.lines().collect();
                let line = if lines.is_empty() { "" } else { *random.pick(&lines) };
                let at = text[..start].rfind('\n').map_or(0, |at| at + 1);
                text.insert_str(at, &format!("{line}\n"));
            }
            _ => {
                let mut bytes = text.into_bytes();
                let at = random.below(bytes.len());
                bytes[at] ^= 1 << random.below(8);
                text = String::from_utf8_lossy(&bytes).into_owned();
            }
        }
    }
    (seed.name.clone(), text)
}

/// Everything that `check` and `fmt` do.
fn front_half(name: &str, text: &str) {
    let mut sources = Sources::default();
    let source = sources.add(name, text);
    if let Ok(formatted) = print::format(source, text) {
        assert_eq!(
            print::format(source, &formatted).ok().as_ref(),
            Some(&formatted),
            "the format is not stable"
        );
    }
    let puzzle = name.ends_with(".puzzle");
    let request = Request { rules: Some(source), ..Request::default() };
    let (program, mut diagnostics) = resolve(&request, &mut sources, &BuiltIn);
    if !diagnostics.iter().any(Diagnostic::is_error) {
        let budget = Budget { steps: 20_000, answers: 20_000, terms: 200_000, ..Budget::default() };
        let (mut ground, found) = ground::ground(&program, &Options { puzzle, budget, ..Options::default() });
        diagnostics.extend(found);
        if !diagnostics.iter().any(Diagnostic::is_error) {
            let show = ground.world.shower();
            for instance in ground.instances.iter().take(50) {
                show.formula(instance.formula);
                instance.sentence(&program.laws[instance.law], &ground.world);
            }
            let values = ground::moves::start(&mut ground.world);
            let _judged = gridlog::stages::check::all_broken(&mut ground.world, &values);
        }
    }
    let shown = render::text(&diagnostics, &sources, false);
    let harm = shown.chars().find(|found| found.is_control() && *found != '\n');
    assert_eq!(harm, None, "a control character is shown");
}

#[test]
fn mutants_do_no_harm() {
    let number = |name: &str, otherwise: u64| {
        std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
    };
    let (first, count) = (number("GRIDLOG_FIRST", 0), number("GRIDLOG_MUTANTS", 5000));
    let limit = Duration::from_secs(if cfg!(debug_assertions) { 10 } else { 2 });
    if computed().is_none() {
        skipped(
            "how long mutants keep the front half busy",
            "this system does not tell what a thread computes",
        );
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all = Vec::new();
    for folder in ["rules", "tests/diagnostics", "tests/hostile"] {
        seeds(&root.join(folder), &mut all);
    }
    let mut wrong = Vec::new();
    for number in first..first + count {
        let (name, text) = mutant(number, &all);
        if std::env::var_os("GRIDLOG_SHOW").is_some() {
            fs::write(
                std::env::temp_dir().join(format!("mutant-{first}")),
                format!("% {number} {name}\n{text}"),
            )
            .expect("a file");
        }
        let begin = computed();
        let result = std::panic::catch_unwind(AssertUnwindSafe(|| front_half(&name, &text)));
        let time = computed().zip(begin).map(|(end, begin)| end.saturating_sub(begin));
        if result.is_err() || time > Some(limit) {
            wrong.push(format!("mutant {number} of {name}, {time:?}:\n{text}\n"));
        }
        if wrong.len() >= 10 {
            break;
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

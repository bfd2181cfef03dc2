//! Puzzles of others with known answers, where they are present: each comes out as it must.
//!
//! The folder is `GRIDLOG_CORPORA`, or `../shared/corpora` beside the project. `cargo test` takes a few small puzzles of
//! each file; `cargo test --release --test suite whole_corpora -- --ignored --nocapture` takes them all. Pencil puzzles of many
//! genres are read by `benches/boards`, which makes the table of `docs/rules.md` from all of them.

mod addresses;
mod filled;
mod lists;
mod objects;
mod ratings;
mod variants;

use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use gridlog::stages::draw;
use gridlog::stages::search::Limits;
use gridlog::stages::solve::{Verdict, Wish, solve};

use crate::checked::{Texts, check, project};
use crate::solving::ALL;
use crate::work::skipped;

/// What is known of a puzzle.
enum Known {
    /// There is exactly one solution: these values, row by row, where they are known.
    Unique(Option<Vec<String>>),
    /// There are several.
    Several,
    /// There is none.
    None,
    /// There is at least one.
    Solvable,
}

/// A puzzle of a corpus.
struct Instance {
    name: String,
    /// The text of a `.puzzle`.
    text: String,
    known: Known,
    /// How many cells it has, more where a cell takes longer: what is too large waits for the whole run.
    cells: usize,
}

/// The puzzles of one file.
struct Shelf {
    name: String,
    instances: Vec<Instance>,
}

/// How many puzzles of each file are taken by default, and how large they may be.
const SAMPLE: usize = 2;
const SMALL: usize = 150;

/// The folder, for somebody who would check this with it.
fn folder(what: &str) -> Option<PathBuf> {
    let named = std::env::var_os("GRIDLOG_CORPORA").map(PathBuf::from);
    let folder = named.unwrap_or_else(|| project("../shared/corpora"));
    if !folder.is_dir() {
        skipped(what, &format!("no corpora at {}; set GRIDLOG_CORPORA", folder.display()));
        return None;
    }
    Some(folder)
}

/// Every shelf of the folder.
fn shelves(folder: &std::path::Path) -> Vec<Shelf> {
    let mut all = lists::shelves(folder);
    all.extend(objects::shelves(folder));
    assert!(all.len() > 80, "only {} files of puzzles in {}", all.len(), folder.display());
    all
}

/// What is wrong with the answer to a puzzle; empty if nothing is.
fn fault(instance: &Instance, limits: Limits) -> String {
    let checked = check(&Texts([("it.puzzle".to_owned(), instance.text.clone())].into()), "it.puzzle", &[]);
    let Some(ground) = checked.ground else { return checked.messages() };
    if checked.diagnostics.iter().any(gridlog::stages::diagnostic::Diagnostic::is_error) {
        let sources = &checked.sources;
        return gridlog::stages::diagnostic::render::text(&checked.diagnostics, sources, false);
    }
    let most = if matches!(instance.known, Known::Solvable) { 1 } else { 2 };
    let wish = Wish { most: Some(most), limits, ..ALL };
    let mut first: Option<Vec<String>> = None;
    let outcome = solve(ground, &wish, &|| false, |values, world| {
        let rows = draw::rows(world, values).map(|rows| rows.concat());
        let shown = || values.iter().map(|&value| world.show(value)).collect();
        first.get_or_insert_with(|| rows.unwrap_or_else(shown));
    });
    let outcome = match outcome {
        Ok(outcome) => outcome,
        Err(failure) => return failure.to_string(),
    };
    let right = match (&instance.known, outcome.verdict()) {
        (Known::Unique(known), Verdict::Unique) => known.is_none() || *known == first,
        (Known::Several, Verdict::Several) | (Known::None, Verdict::None) => true,
        (Known::Solvable, Verdict::Solved | Verdict::Unique | Verdict::Several) => true,
        _ => false,
    };
    let known = match &instance.known {
        Known::Unique(_) => "unique",
        Known::Several => "several",
        Known::None => "none",
        Known::Solvable => "solved",
    };
    let found = outcome.verdict().word();
    if right {
        String::new()
    } else {
        format!("known: {known}; found: {found}, {:?}", first.map(|row| row.join(" ")))
    }
}

#[test]
fn samples_of_the_corpora() {
    let Some(folder) = folder("two small puzzles of each file of the corpora") else { return };
    let limits = Limits { steps: Some(1_000_000), ..Limits::default() };
    let mut faults = String::new();
    let mut count = 0;
    for shelf in shelves(&folder) {
        let small: Vec<&Instance> =
            shelf.instances.iter().filter(|instance| instance.cells <= SMALL).collect();
        // Spread over the file, always the same ones.
        let step = small.len().div_ceil(SAMPLE).max(1);
        for instance in small.iter().step_by(step) {
            let fault = fault(instance, limits);
            count += 1;
            if !fault.is_empty() {
                faults.push_str(&format!("{}, {}: {fault}\n{}\n", shelf.name, instance.name, instance.text));
            }
        }
    }
    println!("{count} puzzles of the corpora");
    assert!(faults.is_empty(), "{faults}");
    assert!(count > 150, "only {count} puzzles");
}

#[test]
fn small_boards_of_pencil_puzzles() {
    let what = "small pencil puzzles, and boards that are right or wrong";
    let Some(folder) = folder(what) else { return };
    if Command::new("python3").arg("--version").output().is_err() {
        return skipped(what, "no python3");
    }
    let ran = Command::new("python3")
        .arg(project("benches/boards"))
        .args(["--gridlog", env!("CARGO_BIN_EXE_gridlog"), "--corpora"])
        .arg(&folder)
        .args(["--most", "1", "--cells", "150", "--seconds", "60"])
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success(), "{said}");
    let lines = String::from_utf8_lossy(&ran.stdout).lines().count();
    assert!(lines > 70, "only {lines} lines\n{said}");
    println!("{said}");
}

#[test]
#[ignore = "hours of puzzles"]
fn whole_corpora() {
    let Some(folder) = folder("all puzzles of the corpora") else { return };
    let seconds = std::env::var("GRIDLOG_SECONDS").ok().and_then(|seconds| seconds.parse().ok());
    let limits = Limits { time: Some(Duration::from_secs(seconds.unwrap_or(60))), ..Limits::default() };
    let mut wrong = 0;
    for shelf in shelves(&folder) {
        let started = std::time::Instant::now();
        let mut right = 0;
        for instance in &shelf.instances {
            let fault = fault(instance, limits);
            right += usize::from(fault.is_empty());
            if !fault.is_empty() {
                wrong += 1;
                println!("  {}: {fault}", instance.name);
            }
        }
        println!("{}: {right} of {} in {:.1?}", shelf.name, shelf.instances.len(), started.elapsed());
    }
    assert_eq!(wrong, 0, "puzzles without the known answer");
}

/// The files of a folder, in order.
fn files(folder: &std::path::Path, name: &str) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder.join(name))
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .collect();
    files.sort();
    files
}

fn read(file: &std::path::Path) -> String {
    std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// The last two parts of a path.
fn short(file: &std::path::Path) -> String {
    let folder = file.parent().and_then(std::path::Path::file_name).unwrap_or_default();
    format!("{}/{}", folder.to_string_lossy(), file.file_name().unwrap_or_default().to_string_lossy())
}

/// A drawing, row by row; `0`, `.` and `-` are nothing.
fn drawing(name: &str, tokens: &[String], cols: usize) -> String {
    let token =
        |token: &String| if matches!(token.as_str(), "0" | "-") { ".".to_owned() } else { token.clone() };
    let rows: Vec<String> =
        tokens.chunks(cols).map(|row| row.iter().map(token).collect::<Vec<_>>().join(" ")).collect();
    format!("{name} \"\"\"\n{}\n\"\"\".\n", rows.join("\n"))
}

//! `gridlog split`: a search as many small ones, which anybody may run anywhere; and `gridlog merge`, which puts their answers
//! together.

mod merge;

use std::path::Path;

use serde_json::{Map, Value, json};

pub(super) use self::merge::{MergeArgs, merge};
use super::Exit;
use super::console::Console;
use super::subject::{Subject, What};
use super::trouble::Trouble;
use crate::board::draw;
use crate::language::resolve::built_in::BUILT_IN;
use crate::language::source::Sources;
use crate::services::solve::{Cube, Fineness};

/// A size is an estimate: beyond this it says no more, and programs read numbers up to here exactly.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// Arguments of `gridlog split`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    what: What,
    /// About how many cubes: the largest is split until there are so many. More than there are processors are better, since
    /// some take longer than others
    #[arg(short, long, value_name = "NUMBER", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    jobs: u32,
    /// Split instead until so many unknowns have values in each cube
    #[arg(long, value_name = "NUMBER", conflicts_with = "jobs")]
    depth: Option<u32>,
}

pub(super) fn split(args: &Args, console: &mut Console) -> Result<Exit, Trouble> {
    args.what.each(console, &mut |subject, sources, console| one(args, subject, sources, console))
}

fn one(
    args: &Args,
    subject: &mut Subject,
    sources: &Sources,
    console: &mut Console,
) -> Result<Exit, Trouble> {
    if subject.has_moves() {
        return Err(Trouble::refused("only puzzles with values can be split, and there is a `move`"));
    }
    let mut base = args.what.record(subject, sources);
    let fineness = match args.depth {
        Some(depth) => Fineness::Depth(depth as usize),
        None => Fineness::Cubes(args.jobs as usize),
    };
    let (name, deadline) = (subject.name.clone(), subject.deadline.clone());
    let mut solver = subject.solver()?;
    if solver.model.objective.is_some() {
        return Err(Trouble::refused(
            "the best of each cube is not the best of all: an objective cannot be split",
        ));
    }
    let givens = solver.given();
    let Some(mut cubes) = solver.split(&givens, fineness, &|| deadline.is_over()) else {
        let cut = super::signals::is_interrupted();
        console.remark(&format!("{name}: a limit was reached before it was split"));
        return Ok(if cut { Exit::Interrupted } else { Exit::Undecided });
    };
    if cubes.is_empty() {
        // That there is no solution is for whoever takes the cubes to find.
        cubes.push(Cube { values: Vec::new(), size: 1.0 });
    }
    let puzzle = base.get("puzzle").and_then(Value::as_str).unwrap_or_default().to_owned();
    let texts: Vec<String> = cubes
        .iter()
        .map(|cube| {
            let mut text = puzzle.clone();
            for &(unknown, code) in &cube.values {
                let value = solver.term(unknown, code);
                let place = solver.judge.unknowns[unknown.0 as usize].place;
                text += &draw::fact(&solver.judge, place, value);
            }
            text
        })
        .collect();
    let stem = Path::new(name.trim_start_matches(BUILT_IN)).file_stem().unwrap_or_default();
    let job = format!("{}-{:08x}", stem.to_string_lossy(), digest(&base, &texts));
    for (number, (cube, text)) in (1..).zip(cubes.iter().zip(texts.iter())) {
        let id = format!("{job}:{number}/{}", cubes.len());
        // Of rules alone, a cube that fixes nothing is the rules alone: a text without a statement is no puzzle.
        if text.is_empty() {
            base.remove("puzzle");
        } else {
            base.insert("puzzle".to_owned(), Value::from(text.as_str()));
        }
        base.insert("id".to_owned(), Value::from(id));
        base.insert("size".to_owned(), json!(cube.size.round().min(EXACT) as u64));
        console.print(&format!("{}\n", Value::Object(base.clone())));
    }
    Ok(Exit::Yes)
}

/// Tells the cubes of one job from those of others (FNV-1a).
fn digest(base: &Map<String, Value>, texts: &[String]) -> u32 {
    let all = serde_json::to_string(base).unwrap_or_default();
    let bytes = all.bytes().chain(texts.iter().flat_map(|text| text.bytes()));
    bytes.fold(0x811c_9dc5, |hash: u32, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

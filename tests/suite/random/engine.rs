//! The engine against brute force: the same rule sets, and in every mode exactly the solutions that the checker accepts.

use std::collections::BTreeSet;
use std::sync::Mutex;

use gridlog::stages::check;
use gridlog::stages::compare::{self, compare};
use gridlog::stages::compile::{Model, Settings};
use gridlog::stages::eval::World;
use gridlog::stages::exchange::Partner;
use gridlog::stages::ground::Ground;
use gridlog::stages::helpers::Helpers;
use gridlog::stages::search::{Ending, Limits};
use gridlog::stages::solve::{Failure, Fineness, Solver, Ways, Wish};
use gridlog::stages::term::TermId;
use gridlog::stages::total::Total;
use gridlog::stages::unknown::UnknownId;

use super::super::proof::proves;
use super::draw::{Random, draw};
use super::goal::Style;
use super::{assignments, expand, write};

/// Values of the unknowns that solutions are told apart by, as people read them.
pub type Row = Vec<String>;

/// How rules become propagators, in which order equal choices are tried, and whether every dead end is learned from.
const MODES: [(Settings, u64, Limits); 4] = [
    (Settings { rows: 10_000, joint: true }, 0, NO_LIMITS),
    (Settings { rows: 0, joint: true }, 1, NO_LIMITS),
    (Settings { rows: 0, joint: false }, 2, NO_LIMITS),
    (Settings { rows: 0, joint: true }, 3, LEARNING),
];

const NO_LIMITS: Limits = Limits { time: None, steps: None, conflicts: None, plain: None };

const LEARNING: Limits = Limits { plain: Some(0), ..NO_LIMITS };

/// That so many solutions are all is proved.
const MOST_PROVED: usize = 30;

fn row(world: &World, values: &[TermId]) -> Row {
    let shown = world.unknowns.iter().zip(values).filter(|(unknown, _)| !unknown.hidden);
    shown.map(|(_, &value)| world.show(value)).collect()
}

/// All solutions by trying everything; nothing if a mistake in the rules shows only now.
fn brute(ground: &mut Ground) -> Option<BTreeSet<Row>> {
    let mut found = BTreeSet::new();
    for values in assignments(ground) {
        ground.world.steps = 0;
        if check::all_broken(&mut ground.world, &values).ok()?.is_empty() {
            found.insert(row(&ground.world, &values));
        }
    }
    Some(found)
}

/// Solves a rule set in every mode; says what is wrong, or which solutions there are, or nothing for mistaken rules.
pub fn try_text(text: &str) -> Result<Option<BTreeSet<Row>>, String> {
    let Ok((_, mut ground)) = expand(text) else { return Ok(None) };
    let Some(expected) = brute(&mut ground) else { return Ok(None) };
    for (settings, seed, limits) in MODES {
        let Ok((_, board)) = expand(text) else { return Err("it expands only once".to_owned()) };
        let mut solver = match Solver::with(board, settings) {
            Ok(solver) => solver,
            Err(Failure::Rules(_)) => return Ok(None),
            Err(refused) => return Err(refused.to_string()),
        };
        let wish = Wish { most: None, limits, seed, checked: None, judged: false };
        let mut found = Vec::new();
        let outcome = solver.solve(&[], &wish, &|| false, |values, world| found.push(row(world, values)));
        let outcome = outcome.map_err(|failure| format!("{settings:?}: {failure}"))?;
        let count = found.len();
        let found: BTreeSet<Row> = found.into_iter().collect();
        if found != expected || outcome.ending != Ending::Complete || outcome.count != count as u64 {
            let missed = expected.difference(&found).next();
            let invented = found.difference(&expected).next();
            return Err(format!("{settings:?}: missed {missed:?}, invented {invented:?}, {outcome:?}"));
        }
        if count != found.len() {
            return Err(format!("{settings:?}: a solution came twice"));
        }
        counts(&mut solver, expected.len() as u64, &wish).map_err(|why| format!("{settings:?}: {why}"))?;
        candidates(&mut solver, &expected, limits).map_err(|why| format!("{settings:?}: {why}"))?;
        if seed == 0 {
            cubes(&mut solver, &expected, &wish).map_err(|why| format!("{settings:?}: {why}"))?;
        }
        judged(&mut solver, &mut ground).map_err(|why| format!("{settings:?}: {why}"))?;
    }
    shared(text, &expected)?;
    // Threads take longer to begin than such boards to be solved: a part of them is enough unless more are asked for.
    if text.len().is_multiple_of(8) || std::env::var("GRIDLOG_SEEDS").is_ok() {
        threaded(text, &expected)?;
    }
    let Ok((program, ground)) = expand(text) else { return Err("it expands only once".to_owned()) };
    let mut rows = Vec::new();
    compare(&program, ground, compare::Limits::default(), 0, &|_| false, &mut |row| rows.push(row.clone()))
        .map_err(|failure| failure.to_string())?;
    if let Some(row) = rows.iter().find(|row| row.found != Some(!expected.is_empty())) {
        return Err(format!("{} says {:?}", row.name, row.found));
    }
    if expected.len() <= MOST_PROVED {
        let Ok((_, ground)) = expand(text) else { return Err("it expands only once".to_owned()) };
        proves(&ground, expected.len())?;
    }
    Ok(Some(expected))
}

/// Searches that tell each other what they learn find all solutions together, and none twice.
fn shared(text: &str, expected: &BTreeSet<Row>) -> Result<(), String> {
    let mut first: Option<Partner> = None;
    for seed in 0..3 {
        let Ok((_, board)) = expand(text) else { return Err("it expands only once".to_owned()) };
        let Ok(mut solver) = Solver::new(board) else { return Ok(()) };
        let first = first.get_or_insert_with(|| Partner::first(&solver.model.engine.store));
        solver.model.partner = Some(first.another());
        let wish = Wish { most: None, limits: LEARNING, seed, checked: Some(0), judged: true };
        let mut found = BTreeSet::new();
        let outcome =
            solver.solve(&[], &wish, &|| false, |values, world| _ = found.insert(row(world, values)));
        let outcome = outcome.map_err(|failure| format!("shared: {failure}"))?;
        if !found.is_subset(expected) || found.len() + outcome.heard.len() != expected.len() {
            return Err(format!("shared: {} of {}, {outcome:?}", found.len(), expected.len()));
        }
    }
    Ok(())
}

/// Several threads find the same solutions as one, in the same order, and count as many; and they agree whether there are several.
fn threaded(text: &str, expected: &BTreeSet<Row>) -> Result<(), String> {
    let Ok((_, ground)) = expand(text) else { return Err("it expands only once".to_owned()) };
    let listed = |jobs: usize, most: Option<u64>, limits: Limits| {
        let helpers = Helpers::eager(&ground, jobs);
        let mut solver = Solver::new(ground.clone()).map_err(|failure| failure.to_string())?;
        let wish = Wish { most, limits, seed: 0, checked: None, judged: true };
        let mut found = Vec::new();
        let solved = helpers.solve(&mut solver, &wish, &|| false, &mut |mut solution| {
            let terms = solution.terms();
            found.push(row(solution.world, &terms));
        });
        let outcome = solved.map_err(|failure| format!("{jobs} threads: {failure}"))?;
        let counted = helpers.count(&mut solver, &wish, &|| false).map_err(|failure| failure.to_string())?;
        if counted.total != Total::from(expected.len() as u64) {
            return Err(format!("{jobs} threads count {counted:?}"));
        }
        Ok::<_, String>((found, outcome.ending, outcome.count))
    };
    for (most, limits) in [(None, NO_LIMITS), (Some(2), LEARNING), (Some(5), LEARNING)] {
        let (alone, together) = (listed(1, most, limits)?, listed(2, most, limits)?);
        if alone != together {
            return Err(format!("{most:?}: alone {alone:?}, together {together:?}"));
        }
        let (found, ending, count) = alone;
        let (all, number) = (found.len(), found.len() as u64);
        let found: BTreeSet<Row> = found.into_iter().collect();
        let wanted = most.map_or(expected.len(), |most| expected.len().min(most as usize));
        if found.len() != all || all != wanted || !found.is_subset(expected) || count != number {
            return Err(format!("{most:?}: {found:?} of {expected:?}, {ending:?}"));
        }
    }
    Ok(())
}

/// What the rules say at each place is broken by the same values as the rules.
fn judged(solver: &mut Solver, ground: &mut Ground) -> Result<(), String> {
    for values in assignments(ground) {
        ground.world.steps = 0;
        let broken = check::all_broken(&mut ground.world, &values).map_err(|found| found.title)?;
        let codes: Vec<i64> =
            values.iter().map(|&value| solver.model.truth.code_in(&ground.world.terms, value)).collect();
        let judged = solver.broken(&codes);
        if judged.is_some() == broken.is_empty() {
            return Err(format!(
                "{:?} are judged {judged:?}, {} instances are broken",
                row(&ground.world, &values),
                broken.len()
            ));
        }
    }
    Ok(())
}

/// Every way of counting finds as many.
fn counts(solver: &mut Solver, expected: u64, wish: &Wish) -> Result<(), String> {
    let ways = [(true, true), (true, false), (false, true), (false, false)];
    for (frontier, components) in ways {
        let ways = Ways { search: 1, rounds: u32::MAX, frontier, components };
        let counted = solver.count(&[], wish, ways, &|| false).map_err(|failure| failure.to_string())?;
        TAKEN.lock().expect("no panic")[counted.method as usize] += 1;
        if counted.total != Total::from(expected) || counted.outcome.ending != Ending::Complete {
            return Err(format!("{ways:?}: counted {counted:?}, there are {expected}"));
        }
    }
    Ok(())
}

/// Each solution is in one cube, however fine they are.
fn cubes(solver: &mut Solver, expected: &BTreeSet<Row>, wish: &Wish) -> Result<(), String> {
    for fineness in [Fineness::Cubes(12), Fineness::Depth(2)] {
        let cubes = solver.split(&[], fineness, &|| false).ok_or("nobody asked to stop")?;
        let mut found = BTreeSet::new();
        for cube in &cubes {
            let mut twice = false;
            let solved = solver.solve_coded(&cube.values, wish, &|| false, &mut |mut solution| {
                let terms = solution.terms();
                twice |= !found.insert(row(solution.world, &terms));
            });
            let ending = solved.map_err(|failure| failure.to_string())?.ending;
            if twice || ending != Ending::Complete {
                return Err(format!("{fineness:?}: {ending:?}, a solution is in two cubes: {twice}"));
            }
        }
        if found != *expected {
            let missed = expected.difference(&found).next();
            return Err(format!("{fineness:?}: {} cubes, missed {missed:?}", cubes.len()));
        }
    }
    Ok(())
}

/// How often each way of counting was taken.
static TAKEN: Mutex<[u64; 3]> = Mutex::new([0; 3]);

/// The candidates are the values that occur in the solutions.
fn candidates(solver: &mut Solver, expected: &BTreeSet<Row>, limits: Limits) -> Result<(), String> {
    let wish = Wish { most: None, limits, seed: 0, checked: Some(1), judged: true };
    let found = solver.candidates(&[], &wish, &|| false).map_err(|failure| failure.to_string())?;
    let world = &solver.judge;
    let seen = (0..world.unknowns.len()).filter(|&index| !world.unknowns[index].hidden);
    for (place, index) in seen.enumerate() {
        let listed: BTreeSet<String> = found.values[index].iter().map(|&value| world.show(value)).collect();
        let used: BTreeSet<String> = expected.iter().map(|row| row[place].clone()).collect();
        if listed != used {
            return Err(format!("{:?} may be {listed:?}, but is {used:?}", UnknownId(index as u32)));
        }
    }
    Ok(())
}

/// How many rule sets one test run draws; `GRIDLOG_SEED` and `GRIDLOG_SEEDS` draw others and more.
const SEEDS: u64 = 2000;

#[test]
fn every_mode_of_the_engine_finds_what_brute_force_finds() {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let from = number("GRIDLOG_SEED").unwrap_or(0);
    let count = number("GRIDLOG_SEEDS").unwrap_or(SEEDS);
    let (mut none, mut some) = (0, 0);
    let mut wrong = Vec::new();
    for seed in from..from + count {
        let text = write(&draw(seed), &mut Style { change: None }, false);
        let tried = std::panic::catch_unwind(|| try_text(&text)).unwrap_or_else(|_| Err("panic".to_owned()));
        match tried {
            Ok(None) => {}
            Ok(Some(found)) if found.is_empty() => none += 1,
            Ok(Some(_)) => some += 1,
            Err(why) => wrong.push(format!("seed {seed}: {why}\n{text}")),
        }
    }
    assert!(wrong.is_empty(), "{} disagree, the first:\n{}", wrong.len(), wrong[0]);
    assert!(count < 500 || none * 20 > count && some * 4 > count, "{none} without and {some} with solutions");
}

/// A board of groups of different values: some lists of cells, values that are ruled out, and now and then a law that is
/// none of that.
fn draw_groups(seed: u64) -> String {
    let mut random = Random::new(seed);
    let (rows, cols) = (1 + random.upto(2), 2 + random.upto(2));
    let most = 2 + random.upto(3);
    let mut text = format!("grid({rows}, {cols}) :: 1..{most}.\n");
    let cells: Vec<String> =
        (1..=rows).flat_map(|row| (1..=cols).map(move |col| format!("r{row}c{col}"))).collect();
    for number in 0..=random.upto(3) {
        let group: Vec<&str> = cells.iter().filter(|_| random.upto(3) > 0).map(String::as_str).collect();
        text += &format!("group{number}: distinct([{}]).\n", group.join(", "));
    }
    for number in 0..random.upto(3) {
        let (cell, value) = (&cells[random.upto(cells.len())], 1 + random.upto(most));
        text += &format!("not{number}: {cell} \\= {value}.\n");
    }
    if random.upto(6) == 0 {
        text += &format!("less: {} < {}.\n", cells[0], cells[1]);
    }
    text
}

#[test]
fn boards_of_groups_have_the_same_solutions_in_every_mode() {
    let (mut on_planes, mut some) = (0, 0);
    for seed in 0..250 {
        let text = draw_groups(seed);
        let found = try_text(&text).unwrap_or_else(|why| panic!("seed {seed}: {why}\n{text}"));
        some += usize::from(found.is_some_and(|found| found.len() > 1));
        let (_, ground) = expand(&text).unwrap_or_else(|codes| panic!("{codes:?}\n{text}"));
        let model = Model::new(ground, Settings::default()).expect("a model");
        // A law that is none of that keeps a board off the planes, unless the domains have come to say what it says.
        let says_more = |number: u32| {
            let engine = &model.engine;
            engine.wakes(number)
                && engine.scope(number).len() > 1
                && !engine.name(number).starts_with("distinct")
        };
        assert!(model.planes.is_none() || !(0..model.engine.count() as u32).any(says_more), "{text}");
        on_planes += usize::from(model.planes.is_some());
    }
    assert!(on_planes > 100 && some > 100, "{on_planes} on planes, {some} with several solutions");
}

/// A board of two values in lines: counts, threes that are not alike, lists that differ, and now and then a law that is none of
/// that.
fn draw_lines(seed: u64) -> String {
    let mut random = Random::new(seed);
    let (rows, cols) = (2 + random.upto(2), 3 + random.upto(2));
    let low = random.upto(3);
    let mut text = format!("grid({rows}, {cols}) :: {low}..{}.\n", low + 1);
    let sign = ["=<", ">=", "="][random.upto(3)];
    let most = 1 + random.upto(cols - 1);
    text += &format!("count: row(_, L) => count({}, L) {sign} {most}.\n", low + random.upto(2));
    if random.upto(2) == 0 {
        text += &format!("other: col(_, L) => count({low}, L) =< {}.\n", 1 + random.upto(rows - 1));
    }
    text += match random.upto(4) {
        0 => "threes: line([.., A, B, C, ..]) => not (A = B, B = C).\n",
        1 => "threes: row(_, [.., A, B, C, ..]) => A = B ; B \\= C.\n",
        2 => "threes: row(_, [.., A, B, C, ..]) => A + B + C \\= 3.\n",
        _ => "",
    };
    if random.upto(3) > 0 {
        text += "rows: distinct([L : row(_, L)]).\n";
    }
    if random.upto(3) == 0 {
        text += "columns: distinct([L : col(_, L)]).\n";
    }
    if random.upto(4) == 0 {
        text += &format!("never: r1c1 \\= {}.\n", low + random.upto(2));
    }
    if random.upto(8) == 0 {
        text += "more: r1c1 + r2c2 >= r1c2.\n";
    }
    text
}

#[test]
fn boards_of_lines_have_the_same_solutions_in_every_mode() {
    let (mut on_planes, mut some) = (0, 0);
    for seed in 0..200 {
        let text = draw_lines(seed);
        let found = try_text(&text).unwrap_or_else(|why| panic!("seed {seed}: {why}\n{text}"));
        let (_, ground) = expand(&text).unwrap_or_else(|codes| panic!("{codes:?}\n{text}"));
        let model = Model::new(ground, Settings::default()).expect("a model");
        some += usize::from(model.planes.is_some() && found.is_some_and(|found| found.len() > 1));
        on_planes += usize::from(model.planes.is_some());
    }
    assert!(on_planes > 60 && some > 40, "{on_planes} on planes, {some} of them with several solutions");
    let [_, by_frontier, by_components] = *TAKEN.lock().expect("no panic");
    assert!(
        by_frontier > 500 && by_components > 500,
        "{by_frontier} by frontier, {by_components} by components"
    );
}

//! Random small boards of the built-in genres against brute force: each genre's rules are stated once more in plain Rust,
//! as a sheet of paper would, every grid is tried, and the whole set of solutions must be the same.

mod arrangements;
mod boards;
mod classics;
mod corners;
mod fills;
mod gathered;
mod lines;
mod magazines;
mod moves;
mod numbers;
mod objects;
mod paint;
mod parlour;
mod pieces;
mod roads;
mod shades;
mod shapes;
mod shifts;
mod squares;
mod tints;
mod tours;
mod variants;

use std::collections::BTreeSet;

use gridlog::stages::moves::plan::Verdict;
use gridlog::stages::moves::{Wish as PlanWish, solve as plan};
use gridlog::stages::search::Limits;
use gridlog::stages::solve::{Wish, solve};

use super::meaning::expanded;
use super::rng::Random;
use boards::{Board, Grids, Journey};

/// A genre: the name of its rule set, and what draws a board with clues for it.
type Genre = (&'static str, fn(&mut Random) -> Board);

/// A genre of moves.
type Moves = (&'static str, fn(&mut Random) -> Journey);

/// How many boards of each genre one run draws; `GRIDLOG_SEED=1000 GRIDLOG_SEEDS=5000` draws others, and more.
const SEEDS: u64 = 24;

fn seeds() -> std::ops::Range<u64> {
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let from = number("GRIDLOG_SEED").unwrap_or(0);
    from..from + number("GRIDLOG_SEEDS").unwrap_or(SEEDS)
}

/// All genres without moves.
fn genres() -> Vec<Genre> {
    [
        numbers::GENRES,
        shades::GENRES,
        paint::GENRES,
        squares::GENRES,
        fills::GENRES,
        lines::GENRES,
        roads::GENRES,
        pieces::GENRES,
        tints::GENRES,
        tours::GENRES,
        objects::GENRES,
        corners::GENRES,
        shapes::GENRES,
        variants::GENRES,
        classics::GENRES,
        arrangements::GENRES,
        gathered::GENRES,
        parlour::GENRES,
        magazines::GENRES,
    ]
    .concat()
}

/// All genres with moves.
fn journeys() -> Vec<Moves> {
    [moves::GENRES, shifts::GENRES].concat()
}

/// The values of the board's places in each solution that gridlog finds.
fn solved(board: &Board) -> BTreeSet<Vec<String>> {
    let (_, ground) = expanded(&board.text());
    let world = &ground.world;
    let names: Vec<String> = world.unknowns.iter().map(|unknown| world.show(unknown.place)).collect();
    let find = |place: &String| names.iter().position(|name| name == place);
    let order: Vec<usize> = board
        .places
        .iter()
        .map(|place| find(place).unwrap_or_else(|| panic!("{place} is no unknown of\n{}", board.text())))
        .collect();
    let shown = world.unknowns.iter().filter(|unknown| !unknown.hidden).count();
    assert_eq!(shown, order.len(), "the unknowns of\n{}", board.text());
    let wish = Wish { most: None, limits: Limits::default(), seed: 0, checked: None, judged: false };
    let mut found = BTreeSet::new();
    let outcome = solve(ground, &wish, &|| false, |values, world| {
        let new = found.insert(order.iter().map(|&at| world.show(values[at])).collect());
        assert!(new, "a solution twice");
    });
    outcome.expect("an answer");
    found
}

/// The same by trying every grid.
fn tried(board: &Board) -> BTreeSet<Vec<String>> {
    let show = |grid: &[i64]| grid.iter().map(|&value| board.shown(value)).collect();
    let mut found = BTreeSet::new();
    let mut judge = |grid: &[i64]| {
        let given =
            board.given.iter().zip(grid).all(|(given, value)| given.is_none_or(|given| given == *value));
        if given && (board.fits)(grid) {
            found.insert(show(grid));
        }
    };
    match &board.grids {
        Grids::Each(domains) => boards::each(domains, &mut judge),
        Grids::Of(all) => all.iter().for_each(|grid| judge(grid)),
    }
    found
}

#[test]
fn every_genre_has_the_solutions_that_brute_force_finds() {
    let mut wrong = Vec::new();
    for &(name, draw) in &genres() {
        let (mut solvable, mut boards) = (0, 0);
        for seed in seeds() {
            let board = draw(&mut Random::new(seed * 1_000 + 7));
            let board = Board { rules: name, ..board };
            let (mine, theirs) = (tried(&board), solved(&board));
            boards += 1;
            solvable += usize::from(!mine.is_empty());
            if mine != theirs {
                let missing: Vec<_> = mine.difference(&theirs).take(2).collect();
                let extra: Vec<_> = theirs.difference(&mine).take(2).collect();
                let text = board.text();
                wrong.push(format!("{text}seed {seed}: missing {missing:?}, too many {extra:?}"));
            }
        }
        println!("{name}: {solvable} of {boards} boards can be solved");
        assert!(boards < 10 || solvable * 5 >= boards, "{name}: only {solvable} of {boards} have a solution");
    }
    assert!(wrong.is_empty(), "{} disagreements, the first:\n{}", wrong.len(), wrong[0]);
}

#[test]
fn every_genre_of_moves_has_the_shortest_plan_that_breadth_first_search_finds() {
    let mut wrong = Vec::new();
    for &(name, draw) in &journeys() {
        let (mut solvable, mut boards) = (0, 0);
        for seed in seeds() {
            let journey = draw(&mut Random::new(seed * 1_000 + 7));
            let text = format!("use {}{}", boards::quoted(name), journey.text);
            let (_, ground) = expanded(&text);
            let (report, _) = plan(ground, &PlanWish::default(), &|| false, &mut |_| {}).expect("an answer");
            let theirs = match report.verdict {
                Verdict::Solved => Some(report.steps.len()),
                Verdict::NoPlan => None,
                other => panic!("{other:?} on\n{text}"),
            };
            let mine = journey.shortest();
            boards += 1;
            solvable += usize::from(mine.is_some());
            if mine != theirs {
                wrong.push(format!("{text}seed {seed}: breadth first {mine:?}, gridlog {theirs:?}"));
            }
        }
        println!("{name}: {solvable} of {boards} boards can be solved");
        assert!(boards < 10 || solvable * 5 >= boards, "{name}: only {solvable} of {boards} have a plan");
    }
    assert!(wrong.is_empty(), "{} disagreements, the first:\n{}", wrong.len(), wrong[0]);
}

#[test]
fn most_genres_are_tried() {
    let names: BTreeSet<&str> =
        genres().iter().map(|&(name, _)| name).chain(journeys().iter().map(|&(name, _)| name)).collect();
    assert!(names.len() >= 85, "{} genres", names.len());
}

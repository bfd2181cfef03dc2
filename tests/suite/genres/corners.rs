//! Clues where squares meet, and loops that marked squares lie inside or outside of.

use std::collections::{BTreeMap, BTreeSet};

use super::Genre;
use super::boards::{Board, Square, chance, drawn, hang_together, near, numbers, scattered, squares};
use super::lines::edges;
use super::roads::{Edge, SIZES, looped, passed, rings};
use crate::rng::Random;

pub const GENRES: &[Genre] = &[("castlewall", castlewall), ("creek", creek), ("gokigen", gokigen)];

/// Some of the numbers that belong to dots, mostly right.
fn told(
    (rows, cols): Square,
    number: impl Fn(Square) -> usize,
    random: &mut Random,
) -> (BTreeMap<Square, i64>, String) {
    let mut clues = BTreeMap::new();
    for dot in squares(rows + 1, cols + 1) {
        if chance(3, random) {
            clues.insert(
                dot,
                if chance(12, random) { near(number(dot) as i64, random) } else { number(dot) as i64 },
            );
        }
    }
    let text = numbers("number", rows + 1, cols + 1, &clues);
    (clues, text)
}

/// A grid of noughts and ones that keeps some rules.
fn some_grid(count: usize, fits: &dyn Fn(&[i64]) -> bool, random: &mut Random) -> Vec<i64> {
    loop {
        let grid = scattered(count, &[0, 1], random);
        if fits(&grid) {
            return grid;
        }
    }
}

fn creek(random: &mut Random) -> Board {
    let (rows, cols) = *random.pick(&[(3, 4), (2, 5), (3, 3)]);
    let cells = squares(rows, cols);
    let black = move |grid: &[i64], dot: Square| {
        let meets =
            |&(row, col): &Square| (row == dot.0 || row + 1 == dot.0) && (col == dot.1 || col + 1 == dot.1);
        squares(rows, cols).iter().zip(grid).filter(|(at, value)| meets(at) && **value == 1).count()
    };
    let whole = move |grid: &[i64]| {
        let white = cells.iter().zip(grid).filter(|(_, value)| **value == 0);
        hang_together(&white.map(|(at, _)| *at).collect::<Vec<_>>())
    };
    let answer = some_grid(rows * cols, &whole, random);
    let (clues, text) = told((rows, cols), |dot| black(&answer, dot), random);
    Board::new(rows, cols, &[0, 1], move |grid| {
        whole(grid) && clues.iter().all(|(&dot, &number)| black(grid, dot) as i64 == number)
    })
    .with(text)
    .named(&["white", "black"])
}

/// The two ends of the diagonal in each square: up for nought, down for one.
fn diagonals(cols: usize, grid: &[i64]) -> Vec<Edge> {
    let ends = |(at, &value): (usize, &i64)| {
        let (row, col) = (at / cols, at % cols);
        if value == 0 { ((row + 1, col), (row, col + 1)) } else { ((row, col), (row + 1, col + 1)) }
    };
    grid.iter().enumerate().map(ends).collect()
}

/// Whether lines close no loop: taking loose ends away, none is left.
fn is_open(mut lines: Vec<Edge>) -> bool {
    loop {
        let count = |dot: Square| lines.iter().filter(|line| line.0 == dot || line.1 == dot).count();
        let kept: Vec<Edge> =
            lines.iter().copied().filter(|line| count(line.0) > 1 && count(line.1) > 1).collect();
        if kept.len() == lines.len() {
            return kept.is_empty();
        }
        lines = kept;
    }
}

fn gokigen(random: &mut Random) -> Board {
    let (rows, cols) = *random.pick(&[(3, 4), (2, 5), (3, 3)]);
    let meet = move |grid: &[i64], dot: Square| {
        diagonals(cols, grid).iter().filter(|line| line.0 == dot || line.1 == dot).count()
    };
    let answer = some_grid(rows * cols, &|grid| is_open(diagonals(cols, grid)), random);
    let (clues, text) = told((rows, cols), |dot| meet(&answer, dot), random);
    Board::new(rows, cols, &[0, 1], move |grid| {
        is_open(diagonals(cols, grid)) && clues.iter().all(|(&dot, &number)| meet(grid, dot) as i64 == number)
    })
    .with(text)
    .named(&["up", "down"])
}

/// The squares that a loop goes around: those that cannot be left, step by half a step, without crossing it.
fn enclosed((rows, cols): Square, links: &[Edge], ring: &[i64]) -> BTreeSet<Square> {
    let middle = |one: Square, other: Square| (one.0 + other.0 + 1, one.1 + other.1 + 1);
    let line = links.iter().zip(ring).filter(|(_, drawn)| **drawn == 1);
    let blocked: BTreeSet<Square> = line
        .flat_map(|(&(one, other), _)| [middle(one, one), middle(one, other), middle(other, other)])
        .collect();
    let mut seen = BTreeSet::from([(0, 0)]);
    let mut open: Vec<Square> = vec![(0, 0)];
    while let Some((y, x)) = open.pop() {
        for to in [(y.wrapping_sub(1), x), (y + 1, x), (y, x.wrapping_sub(1)), (y, x + 1)] {
            if to.0 <= 2 * rows && to.1 <= 2 * cols && !blocked.contains(&to) && seen.insert(to) {
                open.push(to);
            }
        }
    }
    let hidden = |at: &Square| !seen.contains(&middle(*at, *at)) && !blocked.contains(&middle(*at, *at));
    squares(rows, cols).into_iter().filter(hidden).collect()
}

/// How many links of a loop lie in a direction from a square, along it.
fn steps((row, col): Square, way: &str, links: &[Edge], ring: &[i64]) -> i64 {
    let ahead = |at: Square| match way {
        "up" => at.1 == col && at.0 < row,
        "down" => at.1 == col && at.0 > row,
        "left" => at.0 == row && at.1 < col,
        _ => at.0 == row && at.1 > col,
    };
    links
        .iter()
        .zip(ring)
        .filter(|((one, other), _)| ahead(*one) && ahead(*other))
        .map(|(_, drawn)| *drawn)
        .sum()
}

/// A marked square: perhaps whether it lies inside, and perhaps how many steps lie in a direction.
type Post = (Square, Option<bool>, Option<(i64, &'static str)>);

fn castlewall(random: &mut Random) -> Board {
    let size = *random.pick(SIZES);
    let links = edges(size.0, size.1);
    let all = rings(size.0, size.1);
    let answer = random.pick(&all).clone();
    let (road, inner) = (passed(&links, &answer), enclosed(size, &links, &answer));
    let mut posts: Vec<Post> = Vec::new();
    for at in squares(size.0, size.1).into_iter().filter(|at| !road.contains(at)) {
        if chance(2, random) {
            let way = *random.pick(&["up", "down", "left", "right"]);
            let count = steps(at, way, &links, &answer);
            let count = if chance(12, random) { near(count, random) } else { count };
            let side = chance(2, random).then(|| inner.contains(&at));
            posts.push((at, side, chance(2, random).then_some((count, way))));
        }
    }
    let symbol = |at: Square| match posts.iter().find(|post| post.0 == at) {
        None => ".".to_owned(),
        Some((_, inside, clue)) => {
            let colour = inside.map_or("grey", |inside| if inside { "white" } else { "black" });
            clue.map_or_else(|| colour.to_owned(), |(count, way)| format!("{colour},{count},{way}"))
        }
    };
    let text = drawn("post", size.0, size.1, symbol);
    looped(size, all, &text, move |ring| {
        let (road, inner) = (passed(&links, ring), enclosed(size, &links, ring));
        posts.iter().all(|&(at, inside, clue)| {
            !road.contains(&at)
                && inside.is_none_or(|inside| inner.contains(&at) == inside)
                && clue.is_none_or(|(count, way)| steps(at, way, &links, ring) == count)
        })
    })
}

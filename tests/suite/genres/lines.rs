//! Genres in which lines, bridges or borders are drawn.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::Genre;
use super::boards::{Board, Square, beside, chance, drawn, each, name, near, numbers, squares};
use crate::rng::Random;

pub const GENRES: &[Genre] =
    &[("slitherlink", slitherlink), ("masyu", masyu), ("hashi", hashi), ("shikaku", shikaku)];

/// Neighbours on a board of points, the upper or left one first.
pub fn edges(rows: usize, cols: usize) -> Vec<(Square, Square)> {
    let all = squares(rows, cols);
    let pairs = all.iter().flat_map(|&one| all.iter().map(move |&other| (one, other)));
    pairs.filter(|&(one, other)| one < other && beside(one, other)).collect()
}

/// The points that lines lead to from a point.
pub fn next(from: Square, edges: &[(Square, Square)], drawn: &[i64]) -> Vec<Square> {
    let lines = edges.iter().zip(drawn).filter(|(_, drawn)| **drawn == 1);
    lines
        .filter_map(|(&(one, other), _)| match from {
            _ if from == one => Some(other),
            _ if from == other => Some(one),
            _ => None,
        })
        .collect()
}

/// Whether the lines are one closed loop: walking along it, one comes back after as many steps as there are lines.
pub fn is_loop(edges: &[(Square, Square)], drawn: &[i64]) -> bool {
    let lines = drawn.iter().filter(|&&drawn| drawn == 1).count();
    let Some(start) = edges.iter().zip(drawn).find(|(_, drawn)| **drawn == 1).map(|(edge, _)| edge.0) else {
        return false;
    };
    let (mut before, mut at) = (start, start);
    for _ in 0..lines {
        let [one, other] = next(at, edges, drawn)[..] else { return false };
        (before, at) = (at, if one == before { other } else { one });
        if at == start {
            break;
        }
    }
    let walked: BTreeSet<Square> = {
        let mut seen = BTreeSet::from([start]);
        let mut open = vec![start];
        while let Some(point) = open.pop() {
            open.extend(next(point, edges, drawn).into_iter().filter(|&point| seen.insert(point)));
        }
        seen
    };
    at == start && walked.len() == lines
}

/// All loops on a board of points.
fn loops(rows: usize, cols: usize) -> Vec<Vec<i64>> {
    let edges = edges(rows, cols);
    let mut all = Vec::new();
    each(&vec![vec![0, 1]; edges.len()], &mut |drawn| {
        // Every point has two lines or none; that is soon seen.
        if drawn.iter().sum::<i64>() % 2 == 0 && is_loop(&edges, drawn) {
            all.push(drawn.to_vec());
        }
    });
    all
}

fn slitherlink(random: &mut Random) -> Board {
    let (rows, cols) = *random.pick(&[(2, 2), (1, 3), (2, 2), (3, 1)]);
    let lines = edges(rows + 1, cols + 1);
    let all = loops(rows + 1, cols + 1);
    let answer = random.pick(&all).clone();
    let sides = |(row, col): Square, grid: &[i64]| -> i64 {
        let corner = |point: Square| (row..=row + 1).contains(&point.0) && (col..=col + 1).contains(&point.1);
        let mine = lines.iter().zip(grid).filter(|((one, other), _)| corner(*one) && corner(*other));
        mine.map(|(_, drawn)| *drawn).sum()
    };
    let mut clues = BTreeMap::new();
    for cell in squares(rows, cols) {
        if chance(2, random) {
            clues.insert(cell, near(sides(cell, &answer), random));
        }
    }
    let dot = |(row, col): Square| format!("dot({row}, {col})");
    let places =
        lines.iter().map(|&(one, other)| format!("drawn({{{}, {}}})", dot(one), dot(other))).collect();
    let text = numbers("number", rows, cols, &clues);
    let lines = lines.clone();
    Board::of(places, format!(" with r = {rows}, c = {cols}.\n"), &[0, 1], move |grid| {
        let sides = |(row, col): Square| -> i64 {
            let corner =
                |point: Square| (row..=row + 1).contains(&point.0) && (col..=col + 1).contains(&point.1);
            let mine = lines.iter().zip(grid).filter(|((one, other), _)| corner(*one) && corner(*other));
            mine.map(|(_, drawn)| *drawn).sum()
        };
        clues.iter().all(|(&cell, &number)| sides(cell) == number)
    })
    .with(text)
    .of_all(&Rc::new(all))
}

/// Whether a line turns at a point, if it passes there.
pub fn turns(at: Square, edges: &[(Square, Square)], drawn: &[i64]) -> Option<bool> {
    match next(at, edges, drawn)[..] {
        [one, other] => Some(one.0 != other.0 && one.1 != other.1),
        _ => None,
    }
}

fn keeps_pearl(at: Square, black: bool, edges: &[(Square, Square)], drawn: &[i64]) -> bool {
    let around: Vec<Option<bool>> =
        next(at, edges, drawn).into_iter().map(|point| turns(point, edges, drawn)).collect();
    match turns(at, edges, drawn) {
        None => false,
        Some(turn) if black => turn && around.iter().all(|turn| *turn == Some(false)),
        Some(turn) => !turn && around.contains(&Some(true)),
    }
}

fn masyu(random: &mut Random) -> Board {
    let (rows, cols) = *random.pick(&[(3, 3), (2, 4), (3, 3)]);
    let links = edges(rows, cols);
    let all = loops(rows, cols);
    let answer = random.pick(&all).clone();
    let mut pearls: BTreeMap<Square, bool> = BTreeMap::new();
    for cell in squares(rows, cols) {
        for black in [true, false] {
            let right = keeps_pearl(cell, black, &links, &answer);
            if (right && chance(2, random)) || chance(60, random) {
                pearls.insert(cell, black);
            }
        }
    }
    let text = drawn("pearl", rows, cols, |at| match pearls.get(&at) {
        None => ".".to_owned(),
        Some(black) => if *black { "b" } else { "w" }.to_owned(),
    });
    let places =
        links.iter().map(|&(one, other)| format!("link({{{}, {}}})", name(one), name(other))).collect();
    Board::of(places, format!(" with r = {rows}, c = {cols}.\n"), &[0, 1], move |grid| {
        pearls.iter().all(|(&cell, &black)| keeps_pearl(cell, black, &links, grid))
    })
    .with(text)
    .of_all(&Rc::new(all))
}

fn hashi(random: &mut Random) -> Board {
    let (rows, cols) = *random.pick(&[(3, 3), (3, 4), (3, 5), (1, 5)]);
    let islands: Vec<Square> = loop {
        let some: Vec<Square> = squares(rows, cols).into_iter().filter(|_| chance(3, random)).collect();
        if (2..=6).contains(&some.len()) {
            break some;
        }
    };
    // What lies between two islands that face each other.
    let way = |(row, col): Square, (lower, column): Square| -> Option<Vec<Square>> {
        let inside: Vec<Square> = if row == lower {
            (col + 1..column).map(|between| (row, between)).collect()
        } else if col == column {
            (row + 1..lower).map(|between| (between, col)).collect()
        } else {
            return None;
        };
        (!inside.iter().any(|at| islands.contains(at))).then_some(inside)
    };
    let mut spans: Vec<(Square, Square, Vec<Square>)> = Vec::new();
    for &one in &islands {
        for &other in islands.iter().filter(|&&other| one < other) {
            spans.extend(way(one, other).map(|inside| (one, other, inside)));
        }
    }
    let ends = |at: Square, grid: &[i64], spans: &[(Square, Square, Vec<Square>)]| -> i64 {
        spans
            .iter()
            .zip(grid)
            .filter(|((one, other, _), _)| *one == at || *other == at)
            .map(|(_, count)| count)
            .sum()
    };
    let rules = {
        let (spans, islands) = (spans.clone(), islands.clone());
        move |grid: &[i64]| {
            let built: Vec<&(Square, Square, Vec<Square>)> =
                spans.iter().zip(grid).filter(|(_, count)| **count > 0).map(|(span, _)| span).collect();
            let mut taken = BTreeSet::new();
            let apart = built.iter().all(|span| span.2.iter().all(|&at| taken.insert(at)));
            let mut seen = BTreeSet::from([islands[0]]);
            while let Some(span) = built.iter().find(|span| seen.contains(&span.0) != seen.contains(&span.1))
            {
                seen.extend([span.0, span.1]);
            }
            apart && seen.len() == islands.len()
        }
    };
    let mut answers = Vec::new();
    each(&vec![vec![0, 1, 2]; spans.len()], &mut |grid| {
        if rules(grid) {
            answers.push(grid.to_vec());
        }
    });
    let answer = if answers.is_empty() { vec![1; spans.len()] } else { random.pick(&answers).clone() };
    let clues: BTreeMap<Square, i64> =
        islands.iter().map(|&at| (at, near(ends(at, &answer, &spans), random))).collect();
    let places =
        spans.iter().map(|(one, other, _)| format!("bridge({{{}, {}}})", name(*one), name(*other))).collect();
    let text = numbers("number", rows, cols, &clues);
    Board::of(places, format!(" with r = {rows}, c = {cols}.\n"), &[0, 1, 2], move |grid| {
        clues.iter().all(|(&at, &number)| ends(at, grid, &spans) == number) && rules(grid)
    })
    .with(text)
}

fn shikaku(random: &mut Random) -> Board {
    let (rows, cols) = *random.pick(&[(2, 3), (3, 3), (2, 4)]);
    // Cut the board into rectangles, one after the other, each from the first square that is left.
    let mut left = squares(rows, cols);
    let mut clues: BTreeMap<Square, i64> = BTreeMap::new();
    while let Some(&(row, col)) = left.first() {
        let sizes =
            squares(rows - row, cols - col).into_iter().map(|(height, width)| (height + 1, width + 1));
        let plot = |(height, width): Square| -> Vec<Square> {
            squares(height, width).into_iter().map(|(down, right)| (row + down, col + right)).collect()
        };
        let plots: Vec<Vec<Square>> = sizes
            .map(plot)
            .filter(|plot| plot.iter().all(|at| left.contains(at)) && plot.len() < 5)
            .collect();
        let plot = random.pick(&plots);
        clues.insert(*random.pick(plot), near(plot.len() as i64, random).max(1));
        left.retain(|at| !plot.contains(at));
    }
    let mut pieces: Vec<(Square, Vec<Square>)> = Vec::new();
    for (&clue, &size) in &clues {
        for (row, col) in squares(rows, cols) {
            for (bottom, right) in squares(rows, cols) {
                let cells: Vec<Square> = squares(rows, cols)
                    .into_iter()
                    .filter(|at| (row..=bottom).contains(&at.0) && (col..=right).contains(&at.1))
                    .collect();
                if cells.len() as i64 == size && cells.contains(&clue) {
                    pieces.push((clue, cells));
                }
            }
        }
    }
    let text = numbers("number", rows, cols, &clues);
    let list = |cells: &[Square]| cells.iter().map(|&cell| name(cell)).collect::<Vec<String>>().join(", ");
    let places =
        pieces.iter().map(|(clue, cells)| format!("piece({}, [{}])", name(*clue), list(cells))).collect();
    Board::of(places, format!(" with r = {rows}, c = {cols}.\n"), &[0, 1], move |grid| {
        let drawn: Vec<&(Square, Vec<Square>)> =
            pieces.iter().zip(grid).filter(|(_, drawn)| **drawn == 1).map(|(piece, _)| piece).collect();
        let mut covered = BTreeSet::new();
        let apart = drawn.iter().all(|piece| piece.1.iter().all(|&at| covered.insert(at)));
        let owners: BTreeSet<Square> = drawn.iter().map(|piece| piece.0).collect();
        apart && covered.len() == rows * cols && owners.len() == clues.len() && drawn.len() == clues.len()
    })
    .with(text)
}

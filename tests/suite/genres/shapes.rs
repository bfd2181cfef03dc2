//! Areas of a certain shape.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::Genre;
use super::boards::{
    Board, Square, beside, chance, drawn, each, hang_together, lettered, members, regions, squares,
};
use crate::rng::Random;

pub const GENRES: &[Genre] = &[("galaxies", galaxies), ("lits", lits), ("shakashaka", shakashaka)];

/// The cells at a star, which lies at the half of these sums of rows and columns, counted from 0.
fn at_star((down, right): Square) -> BTreeSet<Square> {
    let halves = |sum: usize| [sum / 2, sum.div_ceil(2)];
    halves(down).into_iter().flat_map(|row| halves(right).map(|col| (row, col))).collect()
}

/// Whether every star has an area that hangs together and is the same after half a turn.
fn turned(size: Square, stars: &[Square], grid: &[i64]) -> bool {
    let cells = squares(size.0, size.1);
    (1..).zip(stars).all(|(number, star)| {
        let area: Vec<Square> = cells.iter().zip(grid).filter(|at| *at.1 == number).map(|at| *at.0).collect();
        let opposite = |&(row, col): &Square| {
            row <= star.0 && col <= star.1 && area.contains(&(star.0 - row, star.1 - col))
        };
        at_star(*star).iter().all(|cell| area.contains(cell))
            && area.iter().all(opposite)
            && hang_together(&area)
    })
}

fn galaxies(random: &mut Random) -> Board {
    let size = *random.pick(&[(2, 3), (2, 4), (3, 3)]);
    let places = squares(2 * size.0 - 1, 2 * size.1 - 1);
    loop {
        let mut stars: Vec<Square> = Vec::new();
        for _ in 0..2 + random.below(2) {
            let star = *random.pick(&places);
            if stars.iter().all(|&other| at_star(other).is_disjoint(&at_star(star))) {
                stars.push(star);
            }
        }
        let values: Vec<i64> = (1..=stars.len() as i64).collect();
        let mut solvable = false;
        each(&vec![values.clone(); size.0 * size.1], &mut |grid| {
            solvable |= turned(size, &stars, grid);
        });
        if !solvable && !chance(20, random) {
            continue;
        }
        // Stars are numbered as they are drawn, row by row.
        stars.sort_unstable();
        let symbol = |at| if stars.contains(&at) { "o".to_owned() } else { ".".to_owned() };
        let told = drawn("star", 2 * size.0 - 1, 2 * size.1 - 1, symbol);
        return Board::new(size.0, size.1, &values, move |grid| turned(size, &stars, grid)).with(told);
    }
}

/// The kind of four cells: 1 to 4 are L, I, T and S, nothing if they are none of these.
fn kind(cells: &[Square]) -> Option<i64> {
    let met = |at: &Square| cells.iter().filter(|other| beside(*at, **other)).count();
    let mut degrees: Vec<usize> = cells.iter().map(met).collect();
    degrees.sort_unstable();
    let spread = |part: fn(&Square) -> usize| cells.iter().map(part).collect::<BTreeSet<usize>>().len();
    match (degrees.as_slice(), spread(|at| at.0).min(spread(|at| at.1))) {
        ([1, 1, 1, 3], _) => Some(3),
        ([1, 1, 2, 2], 1) => Some(2),
        ([1, 1, 2, 2], _) => {
            // The ends of an L and its two other cells: three cells stand in one line.
            let lines = cells.iter().map(|at| {
                let row = cells.iter().filter(|other| other.0 == at.0).count();
                row.max(cells.iter().filter(|other| other.1 == at.1).count())
            });
            Some(if lines.max() == Some(3) { 1 } else { 4 })
        }
        _ => None,
    }
}

/// All ways to paint four cells of a region as one of the four kinds.
fn tetrominoes(region: &[Square]) -> Vec<(Vec<Square>, i64)> {
    let mut found = Vec::new();
    for bits in (0..1_u32 << region.len()).filter(|bits| bits.count_ones() == 4) {
        let cells: Vec<Square> =
            region.iter().enumerate().filter(|at| bits >> at.0 & 1 == 1).map(|at| *at.1).collect();
        if let Some(kind) = kind(&cells).filter(|_| hang_together(&cells)) {
            found.push((cells, kind));
        }
    }
    found
}

fn lits(random: &mut Random) -> Board {
    let size = *random.pick(&[(3, 4), (3, 5), (4, 4)]);
    let cells = squares(size.0, size.1);
    let areas = loop {
        let areas = regions(size.0, size.1, 9, random);
        if members(&areas).iter().all(|area| area.len() >= 4) {
            break areas;
        }
    };
    let mut all = vec![vec![0; cells.len()]];
    for area in members(&areas) {
        let ways = tetrominoes(&area);
        let painted = |grid: &Vec<i64>, (four, kind): &(Vec<Square>, i64)| -> Vec<i64> {
            cells.iter().zip(grid).map(|(at, &value)| if four.contains(at) { *kind } else { value }).collect()
        };
        all = all.iter().flat_map(|grid| ways.iter().map(move |way| painted(grid, way))).collect();
    }
    let text = lettered("region", size.0, size.1, &areas);
    let keeps = move |grid: &[i64]| {
        let of: BTreeMap<Square, i64> = cells.iter().copied().zip(grid.iter().copied()).collect();
        let black: Vec<Square> = cells.iter().copied().filter(|at| of[at] > 0).collect();
        let apart = black.iter().all(|&one| {
            black
                .iter()
                .all(|&other| !beside(one, other) || areas[&one] == areas[&other] || of[&one] != of[&other])
        });
        let pool = |&(row, col): &Square| {
            [(row, col), (row + 1, col), (row, col + 1), (row + 1, col + 1)]
                .iter()
                .all(|at| black.contains(at))
        };
        apart && !black.iter().any(pool) && hang_together(&black)
    };
    Board::new(size.0, size.1, &[0, 1, 2, 3, 4], keeps)
        .with(text)
        .named(&["white", "l", "i", "t", "s"])
        .of_all(&Rc::new(all))
}

/// A quarter of a cell: the cell, and its upper, right, lower or left quarter.
type Quarter = (Square, usize);

/// The quarters that triangles leave white; 1 to 4 are black in the corner nw, ne, sw and se.
fn white(values: &BTreeMap<Square, i64>) -> BTreeSet<Quarter> {
    let black = |value: i64| match value {
        1 => [0, 3],
        2 => [0, 1],
        3 => [2, 3],
        4 => [1, 2],
        _ => [4, 4],
    };
    values
        .iter()
        .flat_map(|(&cell, &value)| {
            (0..4).filter(move |part| !black(value).contains(part)).map(move |part| (cell, part))
        })
        .collect()
}

/// The corners of a quarter, in halves of a cell.
fn outline((cell, part): Quarter) -> [(i64, i64); 3] {
    let (row, col) = (2 * cell.0 as i64, 2 * cell.1 as i64);
    let around = [(row, col), (row, col + 2), (row + 2, col + 2), (row + 2, col)];
    [around[part], around[(part + 1) % 4], (row + 1, col + 1)]
}

/// Whether quarters that hang together make a rectangle, upright or slanting: they fill the box around them.
fn rectangle(area: &BTreeSet<Quarter>) -> bool {
    let corners: Vec<(i64, i64)> = area.iter().flat_map(|&quarter| outline(quarter)).collect();
    let fills = |way: fn(&(i64, i64)) -> (i64, i64), unit: i64| {
        let span = |part: fn(&(i64, i64)) -> i64| {
            let all: Vec<i64> = corners.iter().map(|corner| part(&way(corner))).collect();
            all.iter().max().unwrap_or(&0) - all.iter().min().unwrap_or(&0)
        };
        span(|at| at.0) * span(|at| at.1) == unit * area.len() as i64
    };
    // A quarter has an area of one square of half a cell, and of two when the axes are turned and not scaled.
    fills(|&at| at, 1) || fills(|&(row, col)| (row + col, row - col), 2)
}

fn all_rectangles(values: &BTreeMap<Square, i64>) -> bool {
    let mut left = white(values);
    while let Some(&first) = left.first() {
        let (mut area, mut open) = (BTreeSet::from([first]), vec![first]);
        while let Some(((row, col), part)) = open.pop() {
            let mut next = vec![((row, col), (part + 1) % 4), ((row, col), (part + 3) % 4)];
            match part {
                0 if row > 0 => next.push(((row - 1, col), 2)),
                1 => next.push(((row, col + 1), 3)),
                2 => next.push(((row + 1, col), 0)),
                3 if col > 0 => next.push(((row, col - 1), 1)),
                _ => {}
            }
            for quarter in next {
                if left.contains(&quarter) && area.insert(quarter) {
                    open.push(quarter);
                }
            }
        }
        if !rectangle(&area) {
            return false;
        }
        left.retain(|quarter| !area.contains(quarter));
    }
    true
}

fn shakashaka(random: &mut Random) -> Board {
    let size = *random.pick(&[(2, 4), (3, 3), (2, 3)]);
    let mut cells = squares(size.0, size.1);
    let mut walls: BTreeMap<Square, Option<i64>> = BTreeMap::new();
    while cells.len() > 6 || chance(3, random) {
        let wall = cells.swap_remove(random.below(cells.len()));
        walls.insert(wall, chance(2, random).then(|| random.below(2) as i64));
    }
    cells.sort_unstable();
    let text = drawn("board", size.0, size.1, |at| match walls.get(&at) {
        Some(Some(count)) => count.to_string(),
        Some(None) => "#".to_owned(),
        None => ".".to_owned(),
    });
    let clues = format!(" with r = {}, c = {}.\n{text}", size.0, size.1);
    let on = cells.clone();
    Board::on(&cells, clues, &[0, 1, 2, 3, 4], move |grid| {
        let values: BTreeMap<Square, i64> = on.iter().copied().zip(grid.iter().copied()).collect();
        let counted = walls.iter().all(|(&wall, count)| {
            let there = values.iter().filter(|(at, value)| beside(wall, **at) && **value > 0).count();
            count.is_none_or(|count| count == there as i64)
        });
        counted && all_rectangles(&values)
    })
    .named(&["blank", "nw", "ne", "sw", "se"])
}

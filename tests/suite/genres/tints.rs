//! More genres in which cells are painted: by regions, in groups of a given shape, or around numbers.

use std::collections::{BTreeMap, BTreeSet};

use super::Genre;
use super::boards::{
    Board, Square, along, beside, chance, differ, drawn, group, hang_together, lanes, letter, lettered,
    members, near, regions, squares, touches,
};
use super::paint::{as_told, numbered, pool, strips, told};
use super::shades::{SHADES, fitting, those};
use crate::rng::Random;

pub const GENRES: &[Genre] = &[
    ("aqre", aqre),
    ("canalview", canalview),
    ("chocona", chocona),
    ("gappy", gappy),
    ("juosan", juosan),
    ("kuroshuto", kuroshuto),
    ("kurotto", kurotto),
    ("mochikoro", mochikoro),
    ("nondango", nondango),
    ("nuribou", nuribou),
    ("tapa", tapa),
    ("tilepaint", tilepaint),
];

const SIZES: &[Square] = &[(3, 3), (3, 4), (2, 5)];

/// A board with regions, some of which tell a total: `tells` says one that holds for the values of a region, `holds`
/// whether one does.
fn totalled(
    (rows, cols): Square,
    random: &mut Random,
    rules: impl Fn(&[i64]) -> bool + 'static,
    tells: fn(&[i64]) -> i64,
    holds: fn(&[i64], i64) -> bool,
) -> Board {
    let names = regions(rows, cols, 5, random);
    let inside: Vec<Vec<usize>> = members(&names)
        .into_iter()
        .map(|region| region.into_iter().map(|at| at.0 * cols + at.1).collect())
        .collect();
    let answer = fitting(rows * cols, random, &rules);
    let mut text = lettered("region", rows, cols, &names);
    let mut totals: Vec<(Vec<usize>, i64)> = Vec::new();
    for (number, region) in inside.into_iter().enumerate() {
        if chance(2, random) {
            let total = near(tells(&along(&answer, &region)), random);
            text += &format!("total(\"{}\", {total}).\n", letter(number));
            totals.push((region, total));
        }
    }
    Board::new(rows, cols, &[0, 1], move |grid| {
        totals.iter().all(|(region, total)| holds(&along(grid, region), *total)) && rules(grid)
    })
    .with(text)
    .named(SHADES)
}

fn painted(values: &[i64]) -> i64 {
    values.iter().sum()
}

fn aqre(random: &mut Random) -> Board {
    let (rows, cols) = *random.pick(&[(3, 4), (2, 5), (2, 6)]);
    let cells = squares(rows, cols);
    let rules = move |grid: &[i64]| {
        let long = |lane: &Vec<usize>| {
            along(grid, lane).windows(4).any(|four| four.iter().all(|value| *value == four[0]))
        };
        !lanes(rows, cols).iter().any(long) && hang_together(&those(&cells, grid, 1))
    };
    totalled((rows, cols), random, rules, painted, |values, total| painted(values) == total)
}

/// Whether the squares are all those of a rectangle.
fn is_rectangle(group: &BTreeSet<Square>) -> bool {
    let rows: BTreeSet<usize> = group.iter().map(|at| at.0).collect();
    let cols: BTreeSet<usize> = group.iter().map(|at| at.1).collect();
    rows.len() * cols.len() == group.len()
}

fn chocona(random: &mut Random) -> Board {
    let (rows, cols) = *random.pick(SIZES);
    let cells = squares(rows, cols);
    let rules = move |grid: &[i64]| {
        let black = those(&cells, grid, 1);
        black.iter().all(|&at| is_rectangle(&group(at, &black)))
    };
    totalled((rows, cols), random, rules, painted, |values, total| painted(values) == total)
}

fn juosan(random: &mut Random) -> Board {
    let (rows, cols) = *random.pick(&[(3, 4), (3, 3), (4, 3)]);
    let rules = move |grid: &[i64]| {
        let three = |lane: &Vec<usize>, kind: i64| {
            along(grid, lane).windows(3).any(|three| three.iter().all(|value| *value == kind))
        };
        let lines = lanes(rows, cols);
        !lines[..rows].iter().any(|lane| three(lane, 0)) && !lines[rows..].iter().any(|lane| three(lane, 1))
    };
    let either = |values: &[i64], total: i64| {
        painted(values) == total || values.len() as i64 - painted(values) == total
    };
    totalled((rows, cols), random, rules, painted, either).named(&["upright", "flat"])
}

fn canalview(random: &mut Random) -> Board {
    let (rows, cols) = *random.pick(SIZES);
    let cells = squares(rows, cols);
    let rules = move |grid: &[i64]| !pool(rows, cols, grid, 1) && hang_together(&those(&cells, grid, 1));
    let tells = move |grid: &[i64], (row, col): Square| {
        let black = |cells: &mut dyn Iterator<Item = usize>| cells.take_while(|&at| grid[at] == 1).count();
        let seen = black(&mut (0..row).rev().map(|other| other * cols + col))
            + black(&mut (row + 1..rows).map(|other| other * cols + col))
            + black(&mut (0..col).rev().map(|other| row * cols + other))
            + black(&mut (col + 1..cols).map(|other| row * cols + other));
        (grid[row * cols + col] == 0).then_some(seen as i64)
    };
    numbered((rows, cols), random, rules, tells).named(SHADES)
}

/// Adds rows, as the columns of their two black cells, until there are enough; nothing if that cannot be.
fn complete(rows: &[(usize, usize)], size: usize, random: &mut Random) -> Option<Vec<(usize, usize)>> {
    if rows.len() == size {
        return Some(rows.to_vec());
    }
    let near = |one: usize, other: usize| {
        rows.last().is_some_and(|pair| {
            [pair.0, pair.1].iter().any(|at| at.abs_diff(one) < 2 || at.abs_diff(other) < 2)
        })
    };
    let full = |at: usize| rows.iter().filter(|pair| pair.0 == at || pair.1 == at).count() == 2;
    let pairs = (0..size).flat_map(|one| (one + 2..size).map(move |other| (one, other)));
    let mut free: Vec<(usize, usize)> =
        pairs.filter(|&(one, other)| !near(one, other) && !full(one) && !full(other)).collect();
    while !free.is_empty() {
        let next = free.swap_remove(random.below(free.len()));
        if let Some(found) = complete(&[rows, &[next]].concat(), size, random) {
            return Some(found);
        }
    }
    None
}

/// Two in every line that do not touch need a board of eight: one answer is told up to a few cells.
fn gappy(random: &mut Random) -> Board {
    let size = 8;
    let rows = complete(&[], size, random).expect("an answer");
    let marks = |&(one, other): &(usize, usize)| (0..size).map(move |at| i64::from(at == one || at == other));
    let answer: Vec<i64> = rows.iter().flat_map(marks).collect();
    let gap = |line: &[i64]| {
        let black: Vec<usize> = (0..line.len()).filter(|&at| line[at] == 1).collect();
        if let [one, other] = black[..] { (other - one - 1) as i64 } else { -1 }
    };
    let clues = told((size, size), &answer, random, gap);
    let free: Vec<usize> = (0..6).map(|_| random.below(size * size)).collect();
    let domains = answer
        .iter()
        .enumerate()
        .map(|(at, &value)| if free.contains(&at) { vec![0, 1] } else { vec![value] });
    let grids = super::boards::Grids::Each(domains.collect());
    let given =
        answer.iter().enumerate().map(|(at, &value)| (!free.contains(&at)).then_some(value)).collect();
    let text = format!(" with n = {size}.\n") + &strips(size, &clues);
    let cells = squares(size, size);
    let board = Board::on(&squares(size, size), text, &[0, 1], move |grid| {
        let black = those(&cells, grid, 1);
        lanes(size, size).iter().all(|lane| painted(&along(grid, lane)) == 2)
            && black.iter().all(|&one| !black.iter().any(|&other| touches(one, other)))
            && as_told((size, size), grid, &clues, gap)
    });
    Board { given, grids, ..board }.named(SHADES)
}

fn kuroshuto(random: &mut Random) -> Board {
    let (rows, cols) = *random.pick(SIZES);
    let cells = squares(rows, cols);
    let all = cells.clone();
    let rules = move |grid: &[i64]| {
        let black = those(&all, grid, 1);
        let apart = black.iter().all(|&one| !black.iter().any(|&other| beside(one, other)));
        apart && hang_together(&those(&all, grid, 0))
    };
    let far = |one: Square, other: Square| match (one.0.abs_diff(other.0), one.1.abs_diff(other.1)) {
        (0, steps) | (steps, 0) => steps,
        _ => 0,
    };
    // What a number may be where it is told: any distance at which one cell is black.
    let right = move |grid: &[i64], at: Square, steps: i64| {
        let black = those(&cells, grid, 1);
        !black.contains(&at) && black.iter().filter(|&&other| far(at, other) as i64 == steps).count() == 1
    };
    let answer = fitting(rows * cols, random, &rules);
    let mut clues: BTreeMap<Square, i64> = BTreeMap::new();
    for at in squares(rows, cols) {
        let steps = 1 + random.below(3) as i64;
        if chance(2, random) && (right(&answer, at, steps) || chance(60, random)) {
            clues.insert(at, steps);
        }
    }
    let text = super::boards::numbers("number", rows, cols, &clues);
    Board::new(rows, cols, &[0, 1], move |grid| {
        clues.iter().all(|(&at, &steps)| right(grid, at, steps)) && rules(grid)
    })
    .with(text)
    .named(SHADES)
}

fn kurotto(random: &mut Random) -> Board {
    let (rows, cols) = *random.pick(SIZES);
    let cells = squares(rows, cols);
    let tells = move |grid: &[i64], at: Square| {
        let black = those(&cells, grid, 1);
        let near = black.iter().filter(|&&other| beside(at, other)).map(|&other| group(other, &black));
        let all: BTreeSet<Square> = near.flatten().collect();
        (!black.contains(&at)).then_some(all.len() as i64)
    };
    numbered((rows, cols), random, |_| true, tells).named(SHADES)
}

fn mochikoro(random: &mut Random) -> Board {
    let (rows, cols) = *random.pick(SIZES);
    let cells = squares(rows, cols);
    let all = cells.clone();
    let rules = move |grid: &[i64]| {
        let white = those(&all, grid, 0);
        let mut seen: BTreeSet<Square> = white.first().copied().into_iter().collect();
        while let Some(&next) =
            white.iter().find(|at| !seen.contains(at) && seen.iter().any(|&other| touches(**at, other)))
        {
            seen.insert(next);
        }
        seen.len() == white.len()
            && !pool(rows, cols, grid, 1)
            && white.iter().all(|&at| is_rectangle(&group(at, &white)))
    };
    let answer = fitting(rows * cols, random, &rules);
    let white = those(&cells, &answer, 0);
    let mut clues: BTreeMap<Square, Option<i64>> = BTreeMap::new();
    for &at in &white {
        let owned = clues.keys().any(|other| group(at, &white).contains(other));
        if chance(3, random) && (!owned || chance(20, random)) {
            let size = near(group(at, &white).len() as i64, random);
            clues.insert(at, (!chance(4, random)).then_some(size));
        }
    }
    let text = drawn("number", rows, cols, |at| match clues.get(&at) {
        None => ".".to_owned(),
        Some(number) => number.map_or_else(|| "?".to_owned(), |number| number.to_string()),
    });
    Board::new(rows, cols, &[0, 1], move |grid| {
        let white = those(&cells, grid, 0);
        let right = |(at, size): (&Square, &Option<i64>)| {
            let mine = group(*at, &white);
            let others = clues.keys().filter(|other| mine.contains(other)).count();
            white.contains(at) && others == 1 && size.is_none_or(|size| mine.len() as i64 == size)
        };
        clues.iter().all(right) && rules(grid)
    })
    .with(text)
    .named(SHADES)
}

fn nondango(random: &mut Random) -> Board {
    let (rows, cols) = *random.pick(&[(3, 4), (3, 3), (4, 3)]);
    let names = regions(rows, cols, 5, random);
    let mut dots: Vec<Square> = Vec::new();
    for at in squares(rows, cols) {
        if !chance(5, random) {
            dots.push(at);
        }
    }
    let inside = members(&names);
    let layer = drawn("dot", rows, cols, |at| if dots.contains(&at) { "o" } else { "." }.to_owned());
    let text = format!(" with r = {rows}, c = {cols}.\n") + &lettered("region", rows, cols, &names) + &layer;
    let all = dots.clone();
    Board::on(&dots, text, &[0, 1], move |grid| {
        let black = those(&all, grid, 1);
        let one = inside.iter().all(|region| region.iter().filter(|at| black.contains(at)).count() == 1);
        let middle = |one: Square, other: Square| {
            let even = (one.0 + other.0).is_multiple_of(2) && (one.1 + other.1).is_multiple_of(2);
            let ends = one.0.abs_diff(other.0).max(one.1.abs_diff(other.1)) == 2;
            (even && ends).then_some((one.0.midpoint(other.0), one.1.midpoint(other.1)))
        };
        let value = |at: Square| all.iter().position(|&dot| dot == at).map(|at| grid[at]);
        let row = |one: Square, other: Square| {
            middle(one, other)
                .is_some_and(|between| value(between) == value(one) && value(one) == value(other))
        };
        one && !all.iter().any(|&one| all.iter().any(|&other| row(one, other)))
    })
    .named(SHADES)
}

fn nuribou(random: &mut Random) -> Board {
    let (rows, cols) = *random.pick(SIZES);
    let cells = squares(rows, cols);
    let all = cells.clone();
    let rules = move |grid: &[i64]| {
        let black = those(&all, grid, 1);
        let bar = |at: Square| group(at, &black);
        let straight = |bar: &BTreeSet<Square>| {
            is_rectangle(bar)
                && (differ(bar.iter().map(|at| at.0 as i64)) || differ(bar.iter().map(|at| at.1 as i64)))
        };
        let corner = |one: Square, other: Square| touches(one, other) && !bar(one).contains(&other);
        black.iter().all(|&one| {
            straight(&bar(one))
                && black.iter().all(|&other| !corner(one, other) || bar(one).len() != bar(other).len())
        })
    };
    let answer = fitting(rows * cols, random, &rules);
    let white = those(&cells, &answer, 0);
    let mut clues: BTreeMap<Square, i64> = BTreeMap::new();
    for &at in &white {
        let island: Vec<Square> = group(at, &white).into_iter().collect();
        if island[0] == at {
            clues.insert(*random.pick(&island), near(island.len() as i64, random));
        }
    }
    let text = super::boards::numbers("number", rows, cols, &clues);
    Board::new(rows, cols, &[0, 1], move |grid| {
        let white = those(&cells, grid, 0);
        let owned = |&at: &Square| {
            let island = group(at, &white);
            let numbers: Vec<i64> =
                clues.iter().filter(|(at, _)| island.contains(at)).map(|entry| *entry.1).collect();
            numbers == [island.len() as i64]
        };
        clues.keys().all(|at| white.contains(at)) && white.iter().all(owned) && rules(grid)
    })
    .with(text)
    .named(SHADES)
}

/// The lengths of the runs of black cells around one, in order of size.
fn around((rows, cols): Square, grid: &[i64], (row, col): Square) -> Vec<i64> {
    let ring = [(-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)];
    let black: Vec<bool> = ring
        .iter()
        .map(|(down, right)| {
            let (other, column) = (row as i64 + down, col as i64 + right);
            (0..rows as i64).contains(&other)
                && (0..cols as i64).contains(&column)
                && grid[other as usize * cols + column as usize] == 1
        })
        .collect();
    if black.iter().all(|&it| it) {
        return vec![8];
    }
    let start = black.iter().position(|&it| !it).unwrap_or(0);
    let turned: Vec<bool> = (0..8).map(|at| black[(start + at) % 8]).collect();
    let mut runs: Vec<i64> =
        turned.split(|&it| !it).map(|run| run.len() as i64).filter(|&length| length > 0).collect();
    runs.sort_unstable();
    if runs.is_empty() { vec![0] } else { runs }
}

fn tapa(random: &mut Random) -> Board {
    let size = *random.pick(SIZES);
    let cells = squares(size.0, size.1);
    let all = cells.clone();
    let rules = move |grid: &[i64]| !pool(size.0, size.1, grid, 1) && hang_together(&those(&all, grid, 1));
    let answer = fitting(cells.len(), random, &rules);
    let mut clues: BTreeMap<Square, Vec<i64>> = BTreeMap::new();
    for at in those(&cells, &answer, 0) {
        if chance(4, random) {
            let mut runs = around(size, &answer, at);
            runs[0] = near(runs[0], random);
            runs.sort_unstable();
            clues.insert(at, runs);
        }
    }
    let text = drawn("number", size.0, size.1, |at| match clues.get(&at) {
        None => ".".to_owned(),
        Some(runs) => runs.iter().map(ToString::to_string).collect::<Vec<String>>().join(","),
    });
    Board::new(size.0, size.1, &[0, 1], move |grid| {
        let right = |(&at, runs): (&Square, &Vec<i64>)| {
            let found = around(size, grid, at);
            // A run of no cells is no run.
            let told: Vec<i64> = runs.iter().copied().filter(|&run| run > 0).collect();
            let found: Vec<i64> = found.into_iter().filter(|&run| run > 0).collect();
            grid[at.0 * size.1 + at.1] == 0 && found == told
        };
        clues.iter().all(right) && rules(grid)
    })
    .with(text)
    .named(SHADES)
}

fn tilepaint(random: &mut Random) -> Board {
    let size = *random.pick(SIZES);
    let names = regions(size.0, size.1, 4, random);
    let inside = members(&names);
    let rules = move |grid: &[i64]| {
        inside.iter().all(|tile| {
            let values: BTreeSet<i64> = tile.iter().map(|at| grid[at.0 * size.1 + at.1]).collect();
            values.len() == 1
        })
    };
    let answer = fitting(size.0 * size.1, random, &rules);
    let clues = told(size, &answer, random, painted);
    let text = lettered("region", size.0, size.1, &names) + &strips(size.0, &clues);
    Board::new(size.0, size.1, &[0, 1], move |grid| rules(grid) && as_told(size, grid, &clues, painted))
        .with(text)
        .named(SHADES)
}

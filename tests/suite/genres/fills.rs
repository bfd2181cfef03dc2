//! Genres in which numbers or letters fill cells, besides latin squares.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::Genre;
use super::boards::{
    Board, Grids, Square, along, beside, chance, differ, drawn, each, hang_together, lanes, lettered,
    members, near, regions, squares, touches,
};
use super::paint::{as_told, strips, told};
use crate::rng::Random;

pub const GENRES: &[Genre] = &[
    ("doppelblock", doppelblock),
    ("easyas", easyas),
    ("hakyuu", hakyuu),
    ("makaro", makaro),
    ("str8ts", str8ts),
    ("suguru", suguru),
    ("sukoro", sukoro),
];

/// All grids that keep some rules.
fn fillings(domains: &[Vec<i64>], rules: &dyn Fn(&[i64]) -> bool) -> Vec<Vec<i64>> {
    let mut found = Vec::new();
    each(domains, &mut |grid| {
        if rules(grid) {
            found.push(grid.to_vec());
        }
    });
    found
}

/// One of the grids, or zeros if there is none.
fn one_of(all: &[Vec<i64>], count: usize, random: &mut Random) -> Vec<i64> {
    if all.is_empty() { vec![0; count] } else { random.pick(all).clone() }
}

fn doppelblock(random: &mut Random) -> Board {
    let size = *random.pick(&[3_usize, 4]);
    let rows = fillings(&vec![(0..size as i64 - 1).collect(); size], &|row| {
        (1..size as i64 - 1).all(|digit| row.iter().filter(|&&value| value == digit).count() == 1)
    });
    let mut all = Vec::new();
    each(&vec![(0..rows.len() as i64).collect(); size], &mut |chosen| {
        let grid: Vec<i64> = chosen.iter().flat_map(|&row| rows[row as usize].clone()).collect();
        if lanes(size, size)[size..].iter().all(|lane| rows.contains(&along(&grid, lane))) {
            all.push(grid);
        }
    });
    let inside = |line: &[i64]| -> i64 {
        let black: Vec<usize> = (0..line.len()).filter(|&at| line[at] == 0).collect();
        line[black[0]..black[1]].iter().sum()
    };
    let answer = random.pick(&all).clone();
    let clues = told((size, size), &answer, random, inside);
    let text = format!(" with n = {size}.\n") + &strips(size, &clues);
    Board::on(&squares(size, size), text, &[0], move |grid| as_told((size, size), grid, &clues, inside))
        .of_all(&Rc::new(all))
}

fn easyas(random: &mut Random) -> Board {
    let (size, letters) = *random.pick(&[(3, 1), (3, 2), (3, 2)]);
    let once = move |grid: &[i64]| {
        lanes(size, size).iter().all(|lane| {
            let line = along(grid, lane);
            (1..=letters).all(|letter| line.iter().filter(|&&value| value == letter).count() == 1)
        })
    };
    let all = fillings(&vec![(0..=letters).collect(); size * size], &once);
    let answer = random.pick(&all).clone();
    let first = |line: Vec<i64>| line.into_iter().find(|&value| value > 0).unwrap_or(0);
    let views = move |grid: &[i64]| -> Vec<i64> {
        let lines: Vec<Vec<i64>> = lanes(size, size).iter().map(|lane| along(grid, lane)).collect();
        let back = lines.iter().map(|line| line.iter().rev().copied().collect::<Vec<i64>>());
        lines.iter().cloned().chain(back).map(first).collect()
    };
    let mut clues: Vec<Option<i64>> = Vec::new();
    for letter in views(&answer) {
        let other = if chance(12, random) { 1 + letter % letters } else { letter };
        clues.push(chance(3, random).then_some(other));
    }
    let word = |clue: &Option<i64>| clue.map_or(".", |letter| ["x", "a", "b"][letter as usize]);
    let mut text = format!(" with n = {size}, letters = {letters}.\n");
    for (side, clues) in ["left", "top", "right", "bottom"].iter().zip(clues.chunks(size)) {
        text += &format!("{side} \"{}\".\n", clues.iter().map(word).collect::<Vec<&str>>().join(" "));
    }
    Board::on(&squares(size, size), text, &[0], move |grid| {
        views(grid).iter().zip(&clues).all(|(seen, clue)| clue.is_none_or(|clue| *seen == clue))
    })
    .of_all(&Rc::new(all))
    .named(&["x", "a", "b"])
}

/// Whether each region holds the numbers up to its size.
fn counted(cells: &[Square], grid: &[i64], inside: &[Vec<Square>]) -> bool {
    inside.iter().all(|region| {
        let values = cells.iter().zip(grid).filter(|(at, _)| region.contains(at)).map(|(_, value)| *value);
        let values: Vec<i64> = values.collect();
        values.iter().all(|&value| value <= values.len() as i64) && differ(values)
    })
}

fn hakyuu(random: &mut Random) -> Board {
    let (rows, cols) = *random.pick(&[(3, 3), (2, 4), (2, 3)]);
    let cells = squares(rows, cols);
    let names = regions(rows, cols, 3, random);
    let inside = members(&names);
    let rules = move |grid: &[i64]| {
        let apart = lanes(rows, cols).iter().all(|lane| {
            let line = along(grid, lane);
            (0..line.len())
                .all(|at| (0..at).all(|from| line[from] != line[at] || at - from > line[at] as usize))
        });
        apart && counted(&cells, grid, &inside)
    };
    let all = fillings(&vec![vec![1, 2, 3]; rows * cols], &rules);
    let answer = one_of(&all, rows * cols, random);
    let text = format!(" with r = {rows}, c = {cols}, most = 3.\n") + &lettered("region", rows, cols, &names);
    let board = Board::on(&squares(rows, cols), text, &[1, 2, 3], rules);
    if all.is_empty() { board } else { board.give(&answer, 4, random) }
}

/// A board that can be solved, or the last of some that cannot.
fn mostly_solvable(random: &mut Random, draw: fn(&mut Random) -> Board) -> Board {
    let mut board = draw(random);
    for _ in 0..8 {
        let Grids::Each(domains) = &board.grids else { break };
        if !fillings(domains, &board.fits).is_empty() {
            break;
        }
        board = draw(random);
    }
    board
}

fn suguru(random: &mut Random) -> Board {
    mostly_solvable(random, any_suguru)
}

fn any_suguru(random: &mut Random) -> Board {
    let (rows, cols) = *random.pick(&[(2, 4), (3, 2), (2, 3)]);
    let cells = squares(rows, cols);
    let most = 4;
    let names = regions(rows, cols, most, random);
    let inside = members(&names);
    let rules = move |grid: &[i64]| {
        let apart = cells.iter().zip(grid).all(|(&one, value)| {
            let equal = cells.iter().zip(grid).filter(|(_, other)| *other == value);
            equal.into_iter().all(|(&other, _)| !touches(one, other))
        });
        apart && counted(&cells, grid, &inside)
    };
    let values: Vec<i64> = (1..=most as i64).collect();
    let text =
        format!(" with r = {rows}, c = {cols}, most = {most}.\n") + &lettered("region", rows, cols, &names);
    Board::on(&squares(rows, cols), text, &values, rules)
}

fn makaro(random: &mut Random) -> Board {
    mostly_solvable(random, any_makaro)
}

fn any_makaro(random: &mut Random) -> Board {
    let (rows, cols) = *random.pick(&[(3, 3), (2, 4), (3, 3)]);
    let mut names = regions(rows, cols, 3, random);
    let mut blacks: BTreeMap<Square, Option<&'static str>> = BTreeMap::new();
    for at in squares(rows, cols) {
        if chance(5, random) && !blacks.keys().any(|&black| beside(black, at)) {
            let arrow = *random.pick(&["up", "down", "left", "right", ""]);
            let inner = pointed(at, arrow).is_some_and(|to| to.0 < rows && to.1 < cols);
            blacks.insert(at, inner.then_some(arrow));
            names.remove(&at);
        }
    }
    let cells: Vec<Square> = names.keys().copied().collect();
    let layer = drawn("region", rows, cols, |at| {
        names.get(&at).map_or_else(|| ".".to_owned(), |&number| super::boards::letter(number))
    });
    let black = drawn("black", rows, cols, |at| match blacks.get(&at) {
        None => ".".to_owned(),
        Some(arrow) => arrow.unwrap_or("x").to_owned(),
    });
    let inside = members(&names);
    let all = cells.clone();
    let rules = move |grid: &[i64]| {
        let value = |at: Square| all.iter().position(|&cell| cell == at).map(|at| grid[at]);
        let apart =
            all.iter().all(|&one| all.iter().all(|&other| !beside(one, other) || value(one) != value(other)));
        let greatest = |black: Square, arrow: Option<&str>| {
            let Some(to) = arrow.and_then(|arrow| pointed(black, arrow)) else { return true };
            let others = all.iter().filter(|&&other| beside(black, other) && other != to);
            others.into_iter().all(|&other| value(other) < value(to))
        };
        let pointing = blacks.iter().all(|(&black, &arrow)| greatest(black, arrow));
        apart && pointing && counted(&all, grid, &inside)
    };
    let text = format!(" with r = {rows}, c = {cols}, most = 3.\n") + &layer + &black;
    Board::on(&cells, text, &[1, 2, 3], rules)
}

/// The square that an arrow points to.
fn pointed((row, col): Square, arrow: &str) -> Option<Square> {
    match arrow {
        "up" => Some((row.checked_sub(1)?, col)),
        "down" => Some((row + 1, col)),
        "left" => Some((row, col.checked_sub(1)?)),
        "right" => Some((row, col + 1)),
        _ => None,
    }
}

fn str8ts(random: &mut Random) -> Board {
    let (rows, cols) = *random.pick(&[(3, 3), (2, 4), (3, 3)]);
    let most = rows.max(cols) as i64;
    let mut blacks: BTreeMap<Square, Option<i64>> = BTreeMap::new();
    for at in squares(rows, cols) {
        if chance(4, random) {
            let digit = 1 + random.below(most as usize) as i64;
            blacks.insert(at, chance(4, random).then_some(digit));
        }
    }
    let cells: Vec<Square> = squares(rows, cols).into_iter().filter(|at| !blacks.contains_key(at)).collect();
    let layer = drawn("black", rows, cols, |at| match blacks.get(&at) {
        None => ".".to_owned(),
        Some(digit) => digit.map_or_else(|| "x".to_owned(), |digit| digit.to_string()),
    });
    let all = cells.clone();
    let text = format!(" with r = {rows}, c = {cols}.\n") + &layer;
    Board::on(&cells, text, &(1..=most).collect::<Vec<i64>>(), move |grid| {
        let value = |at: Square| all.iter().position(|&cell| cell == at).map(|at| grid[at]);
        lanes(rows, cols).iter().all(|lane| {
            let line: Vec<Square> = lane.iter().map(|&at| (at / cols, at % cols)).collect();
            let digits: Vec<i64> = line.iter().filter_map(|&at| value(at)).collect();
            let black: Vec<i64> = line.iter().filter_map(|at| blacks.get(at).copied().flatten()).collect();
            let parts = line.split(|at| blacks.contains_key(at)).filter(|part| !part.is_empty());
            let straight = parts.into_iter().all(|part| {
                let values: Vec<i64> = part.iter().filter_map(|&at| value(at)).collect();
                values
                    .iter()
                    .max()
                    .zip(values.iter().min())
                    .is_some_and(|(high, low)| high - low < part.len() as i64)
            });
            straight && !digits.iter().any(|digit| black.contains(digit)) && differ(digits)
        })
    })
}

fn sukoro(random: &mut Random) -> Board {
    let (rows, cols) = *random.pick(&[(2, 4), (3, 3), (2, 3)]);
    let cells = squares(rows, cols);
    let around = |at: Square| cells.iter().filter(|&&other| beside(at, other)).count() as i64;
    let domains: Vec<Vec<i64>> = cells.iter().map(|&at| (0..=around(at)).collect()).collect();
    let all = cells.clone();
    let rules = move |grid: &[i64]| {
        let filled: Vec<(Square, i64)> =
            all.iter().copied().zip(grid.iter().copied()).filter(|(_, value)| *value > 0).collect();
        let right = filled.iter().all(|&(at, value)| {
            let near: Vec<i64> =
                filled.iter().filter(|(other, _)| beside(at, *other)).map(|(_, value)| *value).collect();
            near.len() as i64 == value && !near.contains(&value)
        });
        right && hang_together(&filled.iter().map(|(at, _)| *at).collect::<Vec<Square>>())
    };
    let all = fillings(&domains, &rules);
    let answer = one_of(&all, cells.len(), random);
    let mut board = Board::new(rows, cols, &[0], rules).give(&answer, 4, random).of_all(&Rc::new(all));
    if chance(8, random) {
        board.given[0] = Some(near(1, random));
    }
    board
}

//! Genres of magazines: latin squares with bricks, bars and factors, sums around squares, shapes and digits of regions, snakes,
//! pipes and futons.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::Genre;
use super::boards::{
    Board, Square, along, beside, chance, differ, drawn, each, equal_regions, hang_together, lanes, letter,
    lettered, members, name, near, numbers, orders, regions, scattered, squares, touches,
};
use super::lines::edges;
use super::roads::{Edge, link};
use crate::rng::Random;

pub const GENRES: &[Genre] = &[
    ("bricks", bricks),
    ("consecutive", consecutive),
    ("factors", factors),
    ("kakkuru", kakkuru),
    ("terrax", terrax),
    ("tripletts", tripletts),
    ("numbersnake", numbersnake),
    ("pipelink", pipelink),
    ("shugaku", shugaku),
];

fn latin(grid: &[i64]) -> bool {
    lanes(3, 3).iter().all(|lane| differ(along(grid, lane)))
}

/// Squares of three by three whose rows are in order, and a latin one.
fn threes(random: &mut Random) -> (Rc<Vec<Vec<i64>>>, Vec<i64>) {
    let rows = orders(&[1, 2, 3]);
    let mut all: Vec<Vec<i64>> = Vec::new();
    for one in &rows {
        for two in &rows {
            all.extend(rows.iter().map(|three| [one.clone(), two.clone(), three.clone()].concat()));
        }
    }
    let right: Vec<Vec<i64>> = all.iter().filter(|grid| latin(grid)).cloned().collect();
    (Rc::new(all), random.pick(&right).clone())
}

fn square(clues: &str, fits: impl Fn(&[i64]) -> bool + 'static) -> Board {
    Board::on(&squares(3, 3), format!(" with n = 3.\n{clues}"), &[1], move |grid| latin(grid) && fits(grid))
}

fn bricks(random: &mut Random) -> Board {
    let (all, answer) = threes(random);
    let bricks = [(0, 1), (4, 5), (6, 7)];
    square("", move |grid| bricks.iter().all(|&(one, other)| (grid[one] + grid[other]) % 2 == 1))
        .of_all(&all)
        .give(&answer, 6, random)
}

fn consecutive(random: &mut Random) -> Board {
    let (all, answer) = threes(random);
    let at = |(row, col): Square| row * 3 + col;
    // Whether neighbours have a bar, mostly as in the answer.
    let bars: Vec<(Square, Square, bool)> = edges(3, 3)
        .into_iter()
        .map(|(one, other)| {
            let near = (answer[at(one)] - answer[at(other)]).abs() == 1;
            (one, other, near != chance(30, random))
        })
        .collect();
    let drawn = bars.iter().filter(|bar| bar.2);
    let text = drawn
        .map(|(one, other, _)| format!("bar({}, {}, x).\n", name(*one), name(*other)))
        .collect::<Vec<_>>()
        .concat();
    let fits = move |grid: &[i64]| {
        bars.iter().all(|&(one, other, bar)| ((grid[at(one)] - grid[at(other)]).abs() == 1) == bar)
    };
    square(&text, fits).of_all(&all).give(&answer, 9, random)
}

fn factors(random: &mut Random) -> Board {
    let (all, answer) = threes(random);
    let names = regions(3, 3, 3, random);
    let at = |(row, col): Square| row * 3 + col;
    let product =
        move |grid: &[i64], part: &[Square]| part.iter().map(|&cell| grid[at(cell)]).product::<i64>();
    let mut text = lettered("region", 3, 3, &names);
    let mut told: Vec<(Vec<Square>, i64)> = Vec::new();
    for (number, part) in members(&names).into_iter().enumerate() {
        if !chance(4, random) {
            let wanted = near(product(&answer, &part), random);
            text += &format!("times({}, {wanted}).\n", letter(number));
            told.push((part, wanted));
        }
    }
    square(&text, move |grid| told.iter().all(|(part, wanted)| product(grid, part) == *wanted)).of_all(&all)
}

fn kakkuru(random: &mut Random) -> Board {
    let (rows, cols) = *random.pick(&[(3, 3), (2, 4), (2, 3)]);
    let grey: BTreeSet<Square> = loop {
        let found: BTreeSet<Square> = squares(rows, cols).into_iter().filter(|_| chance(4, random)).collect();
        if found.len() < rows * cols {
            break found;
        }
    };
    let cells: Vec<Square> = squares(rows, cols).into_iter().filter(|at| !grey.contains(at)).collect();
    let in_line = |at: &Square, number: usize| (at.0 == number, at.1 == number);
    let most = (0..rows.max(cols))
        .map(|number| {
            let row = cells.iter().filter(|at| in_line(at, number).0).count();
            row.max(cells.iter().filter(|at| in_line(at, number).1).count())
        })
        .max()
        .unwrap_or(1) as i64;
    let values: Vec<i64> = (1..=most).collect();
    let beside_it = {
        let cells = cells.clone();
        move |grid: &[i64], at: Square| -> i64 {
            cells.iter().zip(grid).filter(|(cell, _)| touches(at, **cell)).map(|(_, value)| value).sum()
        }
    };
    let lines_differ = {
        let cells = cells.clone();
        move |grid: &[i64]| {
            (0..rows.max(cols)).all(|number| {
                let row = cells.iter().zip(grid).filter(|(at, _)| at.0 == number).map(|it| *it.1);
                let col = cells.iter().zip(grid).filter(|(at, _)| at.1 == number).map(|it| *it.1);
                differ(row) && differ(col)
            })
        }
    };
    let mut right: Vec<Vec<i64>> = Vec::new();
    each(&vec![values.clone(); cells.len()], &mut |grid| {
        if lines_differ(grid) {
            right.push(grid.to_vec());
        }
    });
    let answer = random.pick(&right).clone();
    let mut sums: BTreeMap<Square, Option<i64>> = BTreeMap::new();
    for &at in &grey {
        sums.insert(at, (!chance(4, random)).then(|| near(beside_it(&answer, at), random)));
    }
    let text = drawn("board", rows, cols, |at| match sums.get(&at) {
        None => ".".to_owned(),
        Some(None) => "#".to_owned(),
        Some(Some(sum)) => sum.to_string(),
    });
    let clues = format!(" with r = {rows}, c = {cols}.\n");
    Board::on(&cells, clues, &values, move |grid| {
        lines_differ(grid) && sums.iter().all(|(&at, told)| told.is_none_or(|sum| beside_it(grid, at) == sum))
    })
    .with(text)
}

fn terrax(random: &mut Random) -> Board {
    let (rows, cols) = *random.pick(&[(2, 2), (2, 3), (3, 3)]);
    let names = loop {
        let names = regions(rows, cols, 3, random);
        if members(&names).len() <= 5 {
            break names;
        }
    };
    let count = members(&names).len();
    let mut given: BTreeMap<Square, i64> = BTreeMap::new();
    for at in squares(rows, cols) {
        if chance(6, random) {
            given.insert(at, random.below(10) as i64);
        }
    }
    let text = lettered("region", rows, cols, &names) + &numbers("number", rows, cols, &given);
    let fits = move |grid: &[i64]| {
        let told = given.iter().all(|(at, &digit)| grid[names[at]] == digit);
        let apart = edges(rows, cols)
            .iter()
            .all(|(one, other)| names[one] == names[other] || grid[names[one]] != grid[names[other]]);
        let tens = squares(rows - 1, cols - 1).into_iter().all(|(row, col)| {
            let meet: BTreeSet<usize> = [(0, 0), (0, 1), (1, 0), (1, 1)]
                .iter()
                .map(|(down, right)| names[&(row + down, col + right)])
                .collect();
            meet.len() < 4 || meet.iter().map(|&region| grid[region]).sum::<i64>() == 10
        });
        told && apart && tens
    };
    let places = (0..count).map(|number| format!("digit({})", letter(number))).collect();
    let digits: Vec<i64> = (0..10).collect();
    Board::of(places, format!(" with r = {rows}, c = {cols}.\n"), &digits, fits).with(text)
}

fn tripletts(random: &mut Random) -> Board {
    let (rows, cols) = *random.pick(&[(3, 3), (2, 3), (3, 2)]);
    let names = equal_regions(rows, cols, 3, random);
    let shapes = ["c", "s", "t"];
    let mut given: BTreeMap<usize, usize> = BTreeMap::new();
    for at in 0..rows * cols {
        if chance(9, random) {
            given.insert(at, random.below(3));
        }
    }
    let layer = drawn("given", rows, cols, |(row, col)| {
        given.get(&(row * cols + col)).map_or(".", |&shape| shapes[shape]).to_owned()
    });
    let text = lettered("region", rows, cols, &names) + &layer;
    Board::new(rows, cols, &[0, 1, 2], move |grid| {
        let at = |(row, col): Square| grid[row * cols + col];
        let alike =
            |part: &Vec<Square>| part.iter().map(|&cell| at(cell)).collect::<BTreeSet<i64>>().len() != 2;
        given.iter().all(|(&cell, &shape)| grid[cell] == shape as i64)
            && members(&names).iter().all(alike)
            && edges(rows, cols)
                .iter()
                .all(|&(one, other)| names[&one] == names[&other] || at(one) != at(other))
    })
    .named(&["c", "s", "t"])
    .with(text)
}

/// All ways from the last square to a corner, past no square twice.
fn walks(way: &[Square], (rows, cols): Square, found: &mut Vec<Vec<Square>>) {
    let here = way[way.len() - 1];
    if here == (rows - 1, cols - 1) {
        found.push(way.to_vec());
        return;
    }
    for next in squares(rows, cols) {
        if beside(here, next) && !way.contains(&next) {
            walks(&[way, &[next]].concat(), (rows, cols), found);
        }
    }
}

fn numbersnake(random: &mut Random) -> Board {
    let (rows, cols) = *random.pick(&[(2, 3), (3, 3), (3, 4)]);
    let links: Vec<Edge> = edges(rows, cols);
    let cells = squares(rows, cols);
    let mut found = Vec::new();
    walks(&[(0, 0)], (rows, cols), &mut found);
    let way = random.pick(&found).clone();
    let others: Vec<i64> = (1..=way.len() as i64).collect();
    let spread = scattered(cells.len(), &others, random);
    let order = scattered(way.len(), &others, random);
    // The way passes the numbers mostly once each, and other cells have some of them.
    let mut digits: BTreeMap<Square, i64> = cells.iter().copied().zip(spread).collect();
    for (step, &at) in way.iter().enumerate() {
        digits.insert(at, if chance(30, random) { order[step] } else { step as i64 + 1 });
    }
    let all: Vec<Vec<i64>> = found
        .iter()
        .map(|way| {
            let joined = |edge: &Edge| {
                way.windows(2).any(|two| (two[0], two[1]) == *edge || (two[1], two[0]) == *edge)
            };
            let on = cells.iter().map(|at| i64::from(way.contains(at)));
            on.chain(links.iter().map(|edge| i64::from(joined(edge)))).collect()
        })
        .collect();
    let places = cells.iter().map(|&at| name(at)).chain(links.iter().map(|&edge| link(edge))).collect();
    let text = numbers("number", rows, cols, &digits);
    let kinds: BTreeSet<i64> = digits.values().copied().collect();
    let fits = move |grid: &[i64]| {
        kinds.iter().all(|number| {
            cells.iter().zip(grid).filter(|(at, on)| **on == 1 && digits[at] == *number).count() == 1
        })
    };
    Board::of(places, format!(" with r = {rows}, c = {cols}.\n"), &[0, 1], fits)
        .of_all(&Rc::new(all))
        .with(text)
}

/// Where a line goes from a square: up, down, left, right.
fn arms(links: &[Edge], grid: &[i64], at: Square) -> Vec<Square> {
    let on = links.iter().zip(grid).filter(|(_, value)| **value == 1);
    on.filter_map(|((one, other), _)| if *one == at { Some(*other) } else { (*other == at).then_some(*one) })
        .collect()
}

/// Whether a line is one closed loop, straight on where it crosses itself, that passes all squares.
fn piped(cells: &[Square], links: &[Edge], grid: &[i64]) -> bool {
    if !cells.iter().all(|&at| [2, 4].contains(&arms(links, grid, at).len())) {
        return false;
    }
    let start = cells[0];
    let (mut from, mut at, mut steps) = (start, arms(links, grid, start)[0], 1);
    while at != start {
        let ways = arms(links, grid, at);
        let ahead = (2 * at.0).checked_sub(from.0).zip((2 * at.1).checked_sub(from.1));
        let next = match ways.len() {
            4 => ahead.expect("a square on the other side"),
            _ => *ways.iter().find(|&&way| way != from).expect("a way on"),
        };
        (from, at) = (at, next);
        steps += 1;
    }
    steps == grid.iter().sum::<i64>()
}

fn sides(links: &[Edge], grid: &[i64], at: Square) -> String {
    let arms = arms(links, grid, at);
    let told = |letter: &str, there: bool| if there { letter.to_owned() } else { String::new() };
    let (up, down) = (arms.iter().any(|it| it.0 < at.0), arms.iter().any(|it| it.0 > at.0));
    let (left, right) = (arms.iter().any(|it| it.1 < at.1), arms.iter().any(|it| it.1 > at.1));
    told("n", up) + &told("s", down) + &told("e", right) + &told("w", left)
}

fn pipelink(random: &mut Random) -> Board {
    // A corner is no crossing, so walking from one never comes back to it by another way.
    let (rows, cols) = *random.pick(&[(2, 2), (2, 3), (3, 4), (2, 4)]);
    let (links, cells) = (edges(rows, cols), squares(rows, cols));
    let mut all = Vec::new();
    each(&vec![vec![0, 1]; links.len()], &mut |grid| {
        if cells.iter().all(|&at| [2, 4].contains(&arms(&links, grid, at).len())) {
            all.push(grid.to_vec());
        }
    });
    let answer = random.pick(&all).clone();
    let mut parts: BTreeMap<Square, String> = BTreeMap::new();
    for &at in &cells {
        if chance(6, random) {
            parts.insert(at, sides(&links, &answer, at));
        }
    }
    let text = drawn("part", rows, cols, |at| parts.get(&at).map_or(".", String::as_str).to_owned());
    let places = links.iter().map(|&edge| link(edge)).collect();
    let fits = move |grid: &[i64]| {
        piped(&cells, &links, grid) && parts.iter().all(|(&at, part)| sides(&links, grid, at) == *part)
    };
    Board::of(places, format!(" with r = {rows}, c = {cols}.\n"), &[0, 1], fits)
        .of_all(&Rc::new(all))
        .with(text)
}

/// What lies on a cell, beside the futons, which are 0 or 1.
const THINGS: &[&str] = &["0", "1", "aisle", "pillow", "body"];
const AISLE: i64 = 2;
const PILLOW: i64 = 3;
const BODY: i64 = 4;

/// All ways to lay futons on some of the squares.
fn laid(cells: &[Square], links: &[Edge], from: usize, grid: &mut Vec<i64>, found: &mut Vec<Vec<i64>>) {
    let Some(&(one, other)) = links.get(from) else {
        found.push(grid.clone());
        return;
    };
    laid(cells, links, from + 1, grid, found);
    let place = |at: Square| cells.iter().position(|&cell| cell == at).expect("a cell");
    let (one, other) = (place(one), place(other));
    if grid[one] == AISLE && grid[other] == AISLE {
        for (pillow, body) in [(one, other), (other, one)] {
            (grid[pillow], grid[body], grid[cells.len() + from]) = (PILLOW, BODY, 1);
            laid(cells, links, from + 1, grid, found);
        }
        (grid[one], grid[other], grid[cells.len() + from]) = (AISLE, AISLE, 0);
    }
}

fn shugaku(random: &mut Random) -> Board {
    let (rows, cols) = *random.pick(&[(2, 3), (3, 3), (2, 4)]);
    let mut told: BTreeMap<Square, Option<i64>> = BTreeMap::new();
    for at in squares(rows, cols) {
        if told.len() < 3 && chance(5, random) {
            told.insert(at, (!chance(4, random)).then(|| random.below(3) as i64));
        }
    }
    let cells: Vec<Square> = squares(rows, cols).into_iter().filter(|at| !told.contains_key(at)).collect();
    let links: Vec<Edge> = edges(rows, cols)
        .into_iter()
        .filter(|(one, other)| cells.contains(one) && cells.contains(other))
        .collect();
    let mut all = Vec::new();
    let mut empty = [vec![AISLE; cells.len()], vec![0; links.len()]].concat();
    laid(&cells, &links, 0, &mut empty, &mut all);
    let text = drawn("number", rows, cols, |at| match told.get(&at) {
        None => ".".to_owned(),
        Some(None) => "?".to_owned(),
        Some(Some(count)) => count.to_string(),
    });
    let places = cells
        .iter()
        .map(|&at| name(at))
        .chain(links.iter().map(|(one, other)| format!("futon({{{}, {}}})", name(*one), name(*other))))
        .collect();
    let fits = move |grid: &[i64]| {
        let those = |value: i64| -> Vec<Square> {
            cells.iter().zip(grid).filter(|(_, found)| **found == value).map(|(at, _)| *at).collect()
        };
        let (aisle, pillows) = (those(AISLE), those(PILLOW));
        let futons =
            links.iter().zip(&grid[cells.len()..]).filter(|(_, on)| **on == 1).map(|(edge, _)| *edge);
        let count = |at: Square| pillows.iter().filter(|&&it| beside(at, it)).count() as i64;
        let lies = |(one, other): Edge| {
            let (upper, lower) = (one.min(other), one.max(other));
            let upright = upper.0 < lower.0;
            !(upright && pillows.contains(&upper))
                && aisle.iter().any(|&at| beside(at, one) || beside(at, other))
        };
        let full = |(row, col): Square| {
            [(0, 0), (0, 1), (1, 0), (1, 1)]
                .iter()
                .all(|(down, right)| aisle.contains(&(row + down, col + right)))
        };
        told.iter().all(|(&at, wanted)| wanted.is_none_or(|wanted| count(at) == wanted))
            && futons.into_iter().all(lies)
            && hang_together(&aisle)
            && !squares(rows - 1, cols - 1).into_iter().any(full)
    };
    Board::of(places, format!(" with r = {rows}, c = {cols}.\n"), &[0, 1], fits)
        .of_all(&Rc::new(all))
        .named(THINGS)
        .with(text)
}

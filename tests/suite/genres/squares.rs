//! Latin squares, sudokus and their variants: all squares of order four are known, and the clues pick some of them.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::Genre;
use super::boards::{
    Board, Grids, Judge, Square, along, beside, chance, differ, drawn, equal_regions, lanes, letter,
    lettered, members, name, near, orders, regions, squares, touches,
};
use crate::rng::Random;

pub const GENRES: &[Genre] = &[
    ("latin", latin),
    ("futoshiki", futoshiki),
    ("skyscrapers", skyscrapers),
    ("kropki", kropki),
    ("kenken", kenken),
    ("jigsaw", jigsaw),
    ("sudoku", sudoku),
    ("diagonal", diagonal),
    ("windoku", windoku),
    ("evenodd", evenodd),
    ("greater", greater),
    ("killer", killer),
    ("arrow", arrow),
    ("thermo", thermo),
    ("littlekiller", littlekiller),
    ("sandwich", sandwich),
    ("antiking", antiking),
    ("antiknight", antiknight),
];

pub(super) const N: usize = 4;

/// All latin squares of order four.
fn latins() -> Rc<Vec<Vec<i64>>> {
    let rows = orders(&[1, 2, 3, 4]);
    let mut all: Vec<Vec<i64>> = vec![Vec::new()];
    for _ in 0..N {
        let longer = all.iter().flat_map(|top| rows.iter().map(move |row| [&top[..], &row[..]].concat()));
        let fits = |grid: &Vec<i64>| (0..N).all(|col| differ(grid.iter().skip(col).step_by(N).copied()));
        all = longer.filter(fits).collect();
    }
    assert_eq!(all.len(), 576);
    Rc::new(all)
}

/// All sudokus of order four.
pub(super) fn sudokus() -> Rc<Vec<Vec<i64>>> {
    let boxes = |grid: &&Vec<i64>| {
        [0, 2, 8, 10].iter().all(|&corner| differ([0, 1, N, N + 1].map(|step| grid[corner + step])))
    };
    let all: Vec<Vec<i64>> = latins().iter().filter(boxes).cloned().collect();
    assert_eq!(all.len(), 288);
    Rc::new(all)
}

pub(super) fn square(
    all: &Rc<Vec<Vec<i64>>>,
    head: &str,
    random: &mut Random,
    draw: impl FnOnce(&[i64], &mut Random) -> (String, Judge),
) -> Board {
    let answer = random.pick(all).clone();
    let (clues, fits) = draw(&answer, random);
    Board::on(&squares(N, N), format!(" with {head}.\n"), &[1, 2, 3, 4], fits)
        .with(clues)
        .of_all(all)
        .give(&answer, 6, random)
}

fn of_latins(random: &mut Random, draw: impl FnOnce(&[i64], &mut Random) -> (String, Judge)) -> Board {
    square(&latins(), "n = 4", random, draw)
}

pub(super) fn of_sudokus(
    random: &mut Random,
    draw: impl FnOnce(&[i64], &mut Random) -> (String, Judge),
) -> Board {
    square(&sudokus(), "r = 2, c = 2", random, draw)
}

pub(super) fn value(grid: &[i64], (row, col): Square) -> i64 {
    grid[row * N + col]
}

/// The values at some squares.
pub(super) fn at(grid: &[i64], cells: &[Square]) -> Vec<i64> {
    cells.iter().map(|&cell| value(grid, cell)).collect()
}

pub(super) fn list(cells: &[Square]) -> String {
    cells.iter().map(|&cell| name(cell)).collect::<Vec<String>>().join(", ")
}

fn latin(random: &mut Random) -> Board {
    of_latins(random, |_, _| (String::new(), Box::new(|_| true)))
}

fn sudoku(random: &mut Random) -> Board {
    of_sudokus(random, |_, _| (String::new(), Box::new(|_| true)))
}

/// Marks between neighbours, drawn on the wide board.
pub(super) fn between(layer: &str, marks: &BTreeMap<(Square, Square), &'static str>) -> String {
    drawn(layer, 2 * N - 1, 2 * N - 1, |(row, col)| {
        let pair = ((row / 2, col / 2), (row.div_ceil(2), col.div_ceil(2)));
        let mark = if (row + col) % 2 == 1 { marks.get(&pair) } else { None };
        mark.copied().unwrap_or(".").to_owned()
    })
}

/// Neighbours, the upper or left one first.
pub(super) fn neighbours() -> Vec<(Square, Square)> {
    let all = squares(N, N);
    let pairs = all.iter().flat_map(|&one| all.iter().map(move |&other| (one, other)));
    pairs.filter(|&(one, other)| one < other && beside(one, other)).collect()
}

/// Signs that point at the smaller digit.
pub(super) fn signs(answer: &[i64], random: &mut Random) -> (String, Judge) {
    let mut marks = BTreeMap::new();
    for (one, other) in neighbours() {
        if chance(3, random) {
            let rises = (value(answer, one) < value(answer, other)) != chance(40, random);
            marks.insert(
                (one, other),
                match (rises, one.0 == other.0) {
                    (true, true) => "<",
                    (false, true) => ">",
                    (true, false) => "^",
                    (false, false) => "v",
                },
            );
        }
    }
    let text = between("sign", &marks);
    let fits = move |grid: &[i64]| {
        marks.iter().all(|(&(one, other), sign)| match *sign {
            "<" | "^" => value(grid, one) < value(grid, other),
            _ => value(grid, one) > value(grid, other),
        })
    };
    (text, Box::new(fits))
}

fn futoshiki(random: &mut Random) -> Board {
    of_latins(random, signs)
}

fn greater(random: &mut Random) -> Board {
    of_sudokus(random, signs)
}

fn skyscrapers(random: &mut Random) -> Board {
    of_latins(random, |answer, random| {
        let seen = |line: &[i64]| {
            let visible = |&at: &usize| line[..at].iter().all(|&before| before < line[at]);
            (0..line.len()).filter(visible).count() as i64
        };
        let mut sides: Vec<(&str, Vec<Vec<usize>>)> = Vec::new();
        for (name, lanes) in [("left", &lanes(N, N)[..N]), ("top", &lanes(N, N)[N..])] {
            sides.push((name, lanes.to_vec()));
            let far = if name == "left" { "right" } else { "bottom" };
            sides.push((far, lanes.iter().map(|lane| lane.iter().rev().copied().collect()).collect()));
        }
        let (mut text, mut clues) = (String::new(), Vec::new());
        for (name, lanes) in sides {
            let mut strip = Vec::new();
            for lane in lanes {
                let clue = near(seen(&along(answer, &lane)), random).max(1);
                if chance(3, random) {
                    strip.push(clue.to_string());
                    clues.push((lane, clue));
                } else {
                    strip.push(".".to_owned());
                }
            }
            text += &format!("{name} \"{}\".\n", strip.join(" "));
        }
        (
            text,
            Box::new(move |grid: &[i64]| clues.iter().all(|(lane, clue)| seen(&along(grid, lane)) == *clue)),
        )
    })
}

fn kropki(random: &mut Random) -> Board {
    of_latins(random, |answer, random| {
        let mut marks = BTreeMap::new();
        let white = |one: i64, other: i64| one.abs_diff(other) == 1;
        let black = |one: i64, other: i64| one == 2 * other || other == 2 * one;
        for (one, other) in neighbours() {
            let digits = (value(answer, one), value(answer, other));
            let mut fits: Vec<&str> = Vec::new();
            fits.extend(white(digits.0, digits.1).then_some("w"));
            fits.extend(black(digits.0, digits.1).then_some("b"));
            if !fits.is_empty() && !chance(60, random) {
                marks.insert((one, other), *random.pick(&fits));
            }
        }
        let text = between("dot", &marks);
        let fits = move |grid: &[i64]| {
            neighbours().into_iter().all(|(one, other)| {
                let digits = (value(grid, one), value(grid, other));
                match marks.get(&(one, other)) {
                    Some(&"w") => white(digits.0, digits.1),
                    Some(_) => black(digits.0, digits.1),
                    None => !white(digits.0, digits.1) && !black(digits.0, digits.1),
                }
            })
        };
        (text, Box::new(fits))
    })
}

/// What a cage of a kenken comes to.
fn comes_to(sign: &str, digits: &[i64], total: i64) -> bool {
    let most = digits.iter().copied().max().unwrap_or_default();
    let sum: i64 = digits.iter().sum();
    let product: i64 = digits.iter().product();
    match sign {
        "plus" => sum == total,
        "times" => product == total,
        "minus" => most - (sum - most) == total,
        _ => (product / most) * total == most,
    }
}

fn kenken(random: &mut Random) -> Board {
    of_latins(random, |answer, random| {
        let cages = regions(N, N, 4, random);
        let (mut text, mut clues) = (lettered("cage", N, N, &cages), Vec::new());
        for (number, cells) in members(&cages).into_iter().enumerate() {
            let digits = at(answer, &cells);
            let right = |sign: &&&str| (0..=256).any(|total| comes_to(sign, &digits, total));
            let signs: Vec<&str> = ["plus", "times", "minus", "over"].iter().filter(right).copied().collect();
            let sign = *random.pick(&signs);
            let total = (0..=256).find(|&total| comes_to(sign, &digits, total)).unwrap_or(1);
            let total = if chance(40, random) { total + 1 } else { total };
            if !chance(5, random) {
                text += &format!("{sign}(\"{}\", {total}).\n", letter(number));
                clues.push((sign, cells, total));
            }
        }
        (
            text,
            Box::new(move |grid: &[i64]| {
                clues.iter().all(|(sign, cells, total)| comes_to(sign, &at(grid, cells), *total))
            }),
        )
    })
}

fn jigsaw(random: &mut Random) -> Board {
    of_latins(random, |_, random| {
        let pieces = equal_regions(N, N, N, random);
        let inside = members(&pieces);
        let fits = move |grid: &[i64]| inside.iter().all(|cells| differ(at(grid, cells)));
        (lettered("region", N, N, &pieces), Box::new(fits))
    })
}

fn diagonal(random: &mut Random) -> Board {
    of_sudokus(random, |_, _| {
        let fits = |grid: &[i64]| {
            differ((0..N).map(|at| value(grid, (at, at))))
                && differ((0..N).map(|at| value(grid, (at, N - 1 - at))))
        };
        (String::new(), Box::new(fits))
    })
}

fn windoku(random: &mut Random) -> Board {
    of_sudokus(random, |_, _| {
        (String::new(), Box::new(|grid: &[i64]| differ(at(grid, &[(1, 1), (1, 2), (2, 1), (2, 2)]))))
    })
}

fn evenodd(random: &mut Random) -> Board {
    of_sudokus(random, |answer, random| {
        let mut marks: BTreeMap<Square, i64> = BTreeMap::new();
        for cell in squares(N, N) {
            if chance(3, random) {
                marks.insert(cell, (value(answer, cell) + i64::from(chance(40, random))) % 2);
            }
        }
        let text = drawn("parity", N, N, |cell| match marks.get(&cell) {
            None => ".".to_owned(),
            Some(rest) => ["e", "o"][*rest as usize].to_owned(),
        });
        (text, Box::new(move |grid: &[i64]| marks.iter().all(|(&cell, rest)| value(grid, cell) % 2 == *rest)))
    })
}

fn killer(random: &mut Random) -> Board {
    of_sudokus(random, |answer, random| {
        let cages = regions(N, N, 3, random);
        let (mut text, mut totals) = (lettered("cage", N, N, &cages), Vec::new());
        let inside = members(&cages);
        for (number, cells) in inside.iter().enumerate() {
            if !chance(4, random) {
                let sum: i64 = at(answer, cells).iter().sum();
                let total = if chance(40, random) { sum + 1 } else { sum };
                text += &format!("total(\"{}\", {total}).\n", letter(number));
                totals.push((cells.clone(), total));
            }
        }
        let fits = move |grid: &[i64]| {
            inside.iter().all(|cells| differ(at(grid, cells)))
                && totals.iter().all(|(cells, total)| at(grid, cells).iter().sum::<i64>() == *total)
        };
        (text, Box::new(fits))
    })
}

/// A path of squares that touch, each once.
pub(super) fn path(length: usize, random: &mut Random) -> Vec<Square> {
    let mut path = vec![*random.pick(&squares(N, N))];
    while path.len() < length {
        let next: Vec<Square> = squares(N, N)
            .into_iter()
            .filter(|&cell| touches(cell, path[path.len() - 1]) && !path.contains(&cell))
            .collect();
        path.push(*random.pick(&next));
    }
    path
}

/// A path that an answer keeps some rule on, if one is found soon.
pub(super) fn kept_path(answer: &[i64], random: &mut Random, keeps: fn(&[i64]) -> bool) -> Vec<Square> {
    let mut found = path(3, random);
    for _ in 0..200 {
        if keeps(&at(answer, &found)) {
            break;
        }
        let length = 2 + random.below(2);
        found = path(length, random);
    }
    found
}

/// Paths that are stated as clues of some name.
pub(super) fn of_paths(name: &'static str, keeps: fn(&[i64]) -> bool, random: &mut Random) -> Board {
    of_sudokus(random, |answer, random| {
        let count = 1 + random.below(2);
        let paths: Vec<Vec<Square>> = (0..count).map(|_| kept_path(answer, random, keeps)).collect();
        let text: Vec<String> = paths.iter().map(|path| format!("{name}([{}]).\n", list(path))).collect();
        (text.concat(), Box::new(move |grid: &[i64]| paths.iter().all(|path| keeps(&at(grid, path)))))
    })
}

fn arrow(random: &mut Random) -> Board {
    of_paths("arrow", |digits| digits[0] == digits[1..].iter().sum::<i64>(), random)
}

fn thermo(random: &mut Random) -> Board {
    of_paths("thermo", |digits| digits.windows(2).all(|pair| pair[0] < pair[1]), random)
}

fn littlekiller(random: &mut Random) -> Board {
    of_sudokus(random, |answer, random| {
        let (mut text, mut slants) = (String::new(), Vec::new());
        let ways = [("upleft", -1, -1), ("upright", -1, 1), ("downleft", 1, -1), ("downright", 1, 1)];
        for _ in 0..2 + random.below(3) {
            let &(way, down, right) = random.pick(&ways);
            let first = *random.pick(&squares(N, N));
            let mut cells = Vec::new();
            let (mut row, mut col) = (first.0 as i64, first.1 as i64);
            while (0..N as i64).contains(&row) && (0..N as i64).contains(&col) {
                cells.push((row as usize, col as usize));
                (row, col) = (row + down, col + right);
            }
            let sum: i64 = at(answer, &cells).iter().sum();
            let total = near(sum, random);
            text += &format!("slant({}, {way}, {total}).\n", name(first));
            slants.push((cells, total));
        }
        (
            text,
            Box::new(move |grid: &[i64]| {
                slants.iter().all(|(cells, total)| at(grid, cells).iter().sum::<i64>() == *total)
            }),
        )
    })
}

fn sandwich(random: &mut Random) -> Board {
    of_sudokus(random, |answer, random| {
        let filling = |line: &[i64]| -> i64 {
            let inside = line.iter().skip_while(|&&digit| digit != 1 && digit != 4).skip(1);
            inside.take_while(|&&digit| digit != 1 && digit != 4).sum()
        };
        let mut clues: Vec<Option<i64>> = Vec::new();
        for lane in lanes(N, N) {
            clues.push(chance(2, random).then(|| near(filling(&along(answer, &lane)), random)));
        }
        let strip = |clues: &[Option<i64>]| -> String {
            let shown = clues.iter().map(|clue| clue.map_or_else(|| ".".to_owned(), |clue| clue.to_string()));
            shown.collect::<Vec<String>>().join(" ")
        };
        let text = format!("left \"{}\".\ntop \"{}\".\n", strip(&clues[..N]), strip(&clues[N..]));
        let fits = move |grid: &[i64]| {
            lanes(N, N)
                .iter()
                .zip(&clues)
                .all(|(lane, clue)| clue.is_none_or(|clue| filling(&along(grid, lane)) == clue))
        };
        (text, Box::new(fits))
    })
}

/// A sudoku of six by six with a few open cells, and pairs of cells that must differ.
fn chess(random: &mut Random, apart: fn(Square, Square) -> bool) -> Board {
    let cells = squares(6, 6);
    let all = cells.clone();
    let sees = move |one: usize, other: usize| {
        let ((row, col), (lower, column)) = (all[one], all[other]);
        row == lower
            || col == column
            || (row / 2, col / 3) == (lower / 2, column / 3)
            || apart(all[one], all[other])
    };
    let mut answer = vec![0; 36];
    let mut budget = 20_000;
    if !fill(&mut answer, 0, &sees, &mut budget, random) {
        // Where no board was found soon, a plain sudoku is drawn, which has no solution.
        answer = (0_i64..36).map(|at| (at % 6 + 3 * (at / 6 % 2) + at / 12) % 6 + 1).collect();
    }
    let mut domains: Vec<Vec<i64>> = answer.iter().map(|&digit| vec![digit]).collect();
    for _ in 0..5 {
        domains[random.below(36)] = vec![1, 2, 3, 4, 5, 6];
    }
    let given = domains.iter().map(|domain| (domain.len() == 1).then(|| domain[0])).collect();
    let pairs = (0..36).flat_map(|one| (0..one).map(move |other| (one, other)));
    let pairs: Vec<(usize, usize)> = pairs.filter(|&(one, other)| sees(one, other)).collect();
    let fits = move |grid: &[i64]| pairs.iter().all(|&(one, other)| grid[one] != grid[other]);
    let board = Board::on(&cells, " with r = 2, c = 3.\n".to_owned(), &[1], fits);
    Board { given, grids: Grids::Each(domains), ..board }
}

/// Fills a board cell by cell, with digits in random order.
fn fill(
    grid: &mut [i64],
    at: usize,
    sees: &dyn Fn(usize, usize) -> bool,
    budget: &mut u32,
    random: &mut Random,
) -> bool {
    if at == grid.len() {
        return true;
    }
    let turn = random.below(6) as i64;
    for digit in (0..6).map(|step| (step + turn) % 6 + 1) {
        *budget = budget.saturating_sub(1);
        if *budget == 0 {
            return false;
        }
        if (0..at).all(|other| grid[other] != digit || !sees(at, other)) {
            grid[at] = digit;
            if fill(grid, at + 1, sees, budget, random) {
                return true;
            }
        }
    }
    false
}

fn antiking(random: &mut Random) -> Board {
    chess(random, touches)
}

fn antiknight(random: &mut Random) -> Board {
    chess(random, |(row, col), (lower, column)| {
        let (down, right) = (row.abs_diff(lower), col.abs_diff(column));
        (down, right) == (1, 2) || (down, right) == (2, 1)
    })
}

//! Genres in which numbers are filled in that are no latin square.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::Genre;
use super::boards::{
    Board, Square, along, beside, chance, differ, drawn, group, lanes, near, orders, scattered, squares,
    touches,
};
use crate::rng::Random;

pub const GENRES: &[Genre] = &[
    ("fillomino", fillomino),
    ("numbrix", numbrix),
    ("hidato", hidato),
    ("magic", magic),
    ("kakuro", kakuro),
    ("queens", queens),
];

fn fillomino(random: &mut Random) -> Board {
    let (rows, cols) = *random.pick(&[(2, 3), (3, 2), (1, 6), (2, 2)]);
    let cells = squares(rows, cols);
    let values: Vec<i64> = (1..=cells.len() as i64).collect();
    let rules = {
        let cells = cells.clone();
        move |grid: &[i64]| {
            cells.iter().zip(grid).all(|(&cell, &number)| {
                let equal: Vec<Square> = cells
                    .iter()
                    .zip(grid)
                    .filter(|(_, other)| **other == number)
                    .map(|(cell, _)| *cell)
                    .collect();
                group(cell, &equal).len() as i64 == number
            })
        }
    };
    // Groups of random cells, each with its size, are a right answer unless two of a size meet.
    let answer = scattered(cells.len(), &[0, 1], random);
    let answer: Vec<i64> = cells
        .iter()
        .zip(&answer)
        .map(|(&cell, &half)| {
            let alike = cells.iter().zip(&answer).filter(|(_, other)| **other == half);
            let alike: Vec<Square> = alike.map(|(cell, _)| *cell).collect();
            group(cell, &alike).len() as i64
        })
        .collect();
    Board::new(rows, cols, &values, rules).give(&answer, 3, random)
}

/// Numbers in every order, of which one stands side by side with the next, or touches it.
fn snake(cells: &[Square], clues: String, next: fn(Square, Square) -> bool, random: &mut Random) -> Board {
    let count = cells.len() as i64;
    let mut path = vec![*random.pick(cells)];
    while let Some(&step) = {
        let last = path[path.len() - 1];
        let free: Vec<&Square> =
            cells.iter().filter(|&&cell| next(last, cell) && !path.contains(&cell)).collect();
        if free.is_empty() { None } else { Some(free[random.below(free.len())]) }
    } {
        path.push(step);
    }
    // Of a path that got stuck, the beginning is given all the same.
    let answer: Vec<i64> = cells
        .iter()
        .map(|cell| path.iter().position(|step| step == cell).map_or(count, |at| at as i64 + 1))
        .collect();
    let all = cells.to_vec();
    let fits = move |grid: &[i64]| {
        let place = |number: i64| all[grid.iter().position(|&found| found == number).unwrap_or_default()];
        (1..count).all(|number| next(place(number), place(number + 1)))
    };
    let numbers: Vec<i64> = (1..=count).collect();
    Board::on(cells, clues, &numbers, fits).of_all(&Rc::new(orders(&numbers))).give(&answer, 4, random)
}

fn numbrix(random: &mut Random) -> Board {
    let (rows, cols) = *random.pick(&[(2, 3), (3, 2), (2, 4)]);
    snake(&squares(rows, cols), format!(" with r = {rows}, c = {cols}.\n"), beside, random)
}

fn hidato(random: &mut Random) -> Board {
    let (rows, cols) = *random.pick(&[(2, 3), (3, 3), (2, 4)]);
    let mut holes: BTreeSet<Square> = squares(rows, cols).into_iter().filter(|_| chance(5, random)).collect();
    if rows * cols == 9 {
        holes.insert(*random.pick(&[(0, 0), (1, 1), (2, 1)]));
    }
    let cells: Vec<Square> = squares(rows, cols).into_iter().filter(|cell| !holes.contains(cell)).collect();
    let hole = drawn("hole", rows, cols, |at| if holes.contains(&at) { "#" } else { "." }.to_owned());
    snake(&cells, format!(" with r = {rows}, c = {cols}.\n{hole}"), touches, random)
}

fn magic(random: &mut Random) -> Board {
    let all: Vec<i64> = (1..=9).collect();
    let is_magic = |grid: &[i64]| {
        let diagonals = [vec![0, 4, 8], vec![2, 4, 6]];
        lanes(3, 3).into_iter().chain(diagonals).all(|lane| along(grid, &lane).iter().sum::<i64>() == 15)
    };
    // The middle of a magic square is 5, as its four lines through it show.
    let around = orders(&[1, 2, 3, 4, 6, 7, 8, 9]);
    let grids = around.into_iter().map(|ring| [&ring[..4], &[5], &ring[4..]].concat());
    let magic: Vec<Vec<i64>> = grids.filter(|grid| is_magic(grid)).collect();
    let mut answer = random.pick(&magic).clone();
    if chance(3, random) {
        let (one, other) = (random.below(9), random.below(9));
        answer.swap(one, other);
    }
    Board::on(&squares(3, 3), " with n = 3.\n".to_owned(), &all, is_magic)
        .of_all(&Rc::new(magic))
        .give(&answer, 5, random)
}

fn kakuro(random: &mut Random) -> Board {
    let (rows, cols) = *random.pick(&[(3, 3), (3, 3), (2, 5), (3, 4)]);
    let mut walls: BTreeSet<Square> =
        squares(rows, cols).into_iter().filter(|&(row, col)| row == 0 || col == 0).collect();
    if chance(2, random) {
        walls.insert((1 + random.below(rows - 1), 1 + random.below(cols - 1)));
    }
    let cells: Vec<Square> = squares(rows, cols).into_iter().filter(|cell| !walls.contains(cell)).collect();
    let answer: Vec<i64> = (0..cells.len()).map(|at| ((at * 4 + random.below(3)) % 9) as i64 + 1).collect();
    // The run that begins behind a wall.
    let run = |(row, col): Square, down: bool| -> Vec<usize> {
        let step = |count: usize| if down { (row + count, col) } else { (row, col + count) };
        let run = (1..).map(step).map_while(|at| cells.iter().position(|&cell| cell == at));
        run.collect()
    };
    let (mut clues, mut runs) = (BTreeMap::new(), Vec::new());
    for &wall in &walls {
        let mut sums = Vec::new();
        for down in [true, false] {
            let run = run(wall, down);
            let sum: i64 = along(&answer, &run).iter().sum();
            let clue = if run.is_empty() || chance(6, random) { 0 } else { near(sum, random) };
            sums.push(clue);
            runs.push((run, clue));
        }
        clues.insert(wall, format!("{},{}", sums[0], sums[1]));
    }
    let text = drawn("sums", rows, cols, |at| clues.get(&at).cloned().unwrap_or_else(|| ".".to_owned()));
    let digits: Vec<i64> = (1..=9).collect();
    let few = cells.len() > 4;
    let board = Board::on(&cells, format!(" with r = {rows}, c = {cols}.\n"), &digits, move |grid| {
        runs.iter().all(|(run, sum)| {
            let digits = along(grid, run);
            (*sum == 0 || digits.iter().sum::<i64>() == *sum) && differ(digits)
        })
    })
    .with(text);
    // More cells than that are too many to try: some are given.
    if few { board.give(&answer, 2, random) } else { board.give(&answer, 8, random) }
}

fn queens(random: &mut Random) -> Board {
    let size = *random.pick(&[4, 5, 6, 6]);
    let places = (1..=size).map(|row| format!("queen({row})")).collect();
    let columns: Vec<i64> = (1..=size as i64).collect();
    let answer = scattered(size, &columns, random);
    let given: Vec<Option<i64>> = answer
        .iter()
        .enumerate()
        .map(|(row, &column)| (row == 0 && chance(2, random)).then_some(column))
        .collect();
    let board = Board::of(places, format!(" with n = {size}.\n"), &columns, |grid| {
        (0..grid.len()).all(|row| {
            (0..row).all(|upper| {
                let apart = (row - upper) as i64;
                grid[row] != grid[upper] && (grid[row] - grid[upper]).abs() != apart
            })
        })
    });
    Board { given, ..board }
}

//! Genres of moves: positions as lists of numbers, and the positions that one move leads to.

use super::Moves;
use super::boards::{Journey, beside, chance, drawn, lanes, orders, scattered, squares};
use crate::rng::Random;

pub const GENRES: &[Moves] = &[
    ("lightsout", lightsout),
    ("pancakes", pancakes),
    ("knights", knights),
    ("pegs", pegs),
    ("sokoban", sokoban),
    ("rushhour", rushhour),
    ("fifteen", fifteen),
    ("river", river),
    ("2048", two_thousand),
    ("threefold", threefold),
    ("fibonacci", fibonacci),
    ("threes", threes),
];

/// A drawing of the first position.
pub fn given(rows: usize, cols: usize, start: &[i64], names: &[&str]) -> String {
    drawn("given", rows, cols, |(row, col)| {
        let value = start[row * cols + col];
        names.get(value as usize).map_or_else(|| value.to_string(), |name| (*name).to_owned())
    })
}

fn lightsout(random: &mut Random) -> Journey {
    let (rows, cols) = *random.pick(&[(2, 3), (3, 3), (1, 5), (2, 2)]);
    let start = scattered(rows * cols, &[0, 1], random);
    let text = format!(" with r = {rows}, c = {cols}.\n{}", given(rows, cols, &start, &["off", "on"]));
    let cells = squares(rows, cols);
    let moves = move |lamps: &[i64]| -> Vec<Vec<i64>> {
        let press = |&pressed: &(usize, usize)| {
            let changed = |(&cell, &lamp): (&(usize, usize), &i64)| {
                if cell == pressed || beside(cell, pressed) { 1 - lamp } else { lamp }
            };
            cells.iter().zip(lamps).map(changed).collect()
        };
        cells.iter().map(press).collect()
    };
    Journey {
        text,
        start,
        moves: Box::new(moves),
        goal: Box::new(|lamps| lamps.iter().all(|&lamp| lamp == 0)),
    }
}

fn pancakes(random: &mut Random) -> Journey {
    let size = *random.pick(&[3, 4, 5, 6]);
    let start = random.pick(&orders(&(1..=size as i64).collect::<Vec<i64>>())).clone();
    let text = format!(" with n = {size}.\n{}", given(1, size, &start, &[]));
    let moves = move |stack: &[i64]| -> Vec<Vec<i64>> {
        let flip = |upper: usize| stack[..upper].iter().rev().chain(&stack[upper..]).copied().collect();
        (2..=size).map(flip).collect()
    };
    let goal = |stack: &[i64]| stack.windows(2).all(|pair| pair[0] < pair[1]);
    Journey { text, start, moves: Box::new(moves), goal: Box::new(goal) }
}

fn knights(random: &mut Random) -> Journey {
    let (rows, cols) = *random.pick(&[(3, 3), (3, 4), (2, 4)]);
    let cells = squares(rows, cols);
    let moves = move |pieces: &[i64]| -> Vec<Vec<i64>> {
        let mut found = Vec::new();
        for (from, &(row, col)) in cells.iter().enumerate().filter(|(from, _)| pieces[*from] != 0) {
            for (to, &(other, column)) in cells.iter().enumerate().filter(|(to, _)| pieces[*to] == 0) {
                if row.abs_diff(other) * col.abs_diff(column) == 2 {
                    let mut after = pieces.to_vec();
                    after.swap(from, to);
                    found.push(after);
                }
            }
        }
        found
    };
    let mut start = vec![0; rows * cols];
    for piece in [1, 2, 1].into_iter().take(1 + random.below(3)) {
        start[random.below(rows * cols)] = piece;
    }
    let mut end = start.clone();
    for _ in 0..random.below(7) {
        let next = moves(&end);
        if !next.is_empty() {
            end = random.pick(&next).clone();
        }
    }
    if chance(6, random) {
        let (one, other) = (random.below(rows * cols), random.below(rows * cols));
        end.swap(one, other);
    }
    let names = &["empty", "white", "black"];
    let target = given(rows, cols, &end, names).replacen("given", "target", 1);
    let text = format!(" with r = {rows}, c = {cols}.\n{}{target}", given(rows, cols, &start, names));
    Journey { text, start, moves: Box::new(moves), goal: Box::new(move |pieces| pieces == end) }
}

/// The number of the square some steps away, if there is one.
fn away(rows: usize, cols: usize, at: usize, (down, right): (i64, i64), steps: i64) -> Option<usize> {
    let (row, col) = ((at / cols) as i64 + steps * down, (at % cols) as i64 + steps * right);
    let inside = (0..rows as i64).contains(&row) && (0..cols as i64).contains(&col);
    inside.then(|| row as usize * cols + col as usize)
}

const WAYS: [(i64, i64); 4] = [(-1, 0), (1, 0), (0, -1), (0, 1)];

/// Off the board, a hole, a peg: 0, 1 and 2.
fn pegs(random: &mut Random) -> Journey {
    let (rows, cols) = *random.pick(&[(1, 5), (2, 4), (3, 3), (3, 4)]);
    // Pegs are put back, jump by jump, from the last one.
    let mut start = vec![1; rows * cols];
    if chance(3, random) {
        start[random.below(rows * cols)] = 0;
    }
    let last = random.below(rows * cols);
    start[last] = 2;
    for _ in 0..40 {
        let (at, way) = (random.below(rows * cols), *random.pick(&WAYS));
        let two = away(rows, cols, at, way, 1).zip(away(rows, cols, at, way, 2));
        if let Some((over, from)) =
            two.filter(|&(over, from)| start[at] == 2 && start[over] == 1 && start[from] == 1)
            && start.iter().filter(|&&square| square == 2).count() < 6
        {
            (start[at], start[over], start[from]) = (1, 2, 2);
        }
    }
    if chance(6, random) {
        start[random.below(rows * cols)] = 2;
    }
    let board =
        drawn("board", rows, cols, |(row, col)| [".", "o", "x"][start[row * cols + col] as usize].to_owned());
    let moves = move |squares: &[i64]| -> Vec<Vec<i64>> {
        let mut found = Vec::new();
        for from in (0..squares.len()).filter(|&from| squares[from] == 2) {
            for way in WAYS {
                let two = away(rows, cols, from, way, 1).zip(away(rows, cols, from, way, 2));
                if let Some((over, to)) = two.filter(|&(over, to)| squares[over] == 2 && squares[to] == 1) {
                    let mut after = squares.to_vec();
                    (after[from], after[over], after[to]) = (1, 1, 2);
                    found.push(after);
                }
            }
        }
        found
    };
    let goal = |squares: &[i64]| squares.iter().filter(|&&square| square == 2).count() == 1;
    let text = format!(" with r = {rows}, c = {cols}.\n{board}");
    Journey { text, start, moves: Box::new(moves), goal: Box::new(goal) }
}

/// An empty cell is 0, a car its number in the alphabet.
fn rushhour(random: &mut Random) -> Journey {
    const EXIT: i64 = 24;
    let (rows, cols) = *random.pick(&[(3, 4), (4, 4), (2, 5), (4, 3)]);
    let mut start = vec![0; rows * cols];
    let row = random.below(rows);
    // The cells of each car's line, and its length.
    let mut cars: Vec<(i64, Vec<usize>, usize)> = Vec::new();
    for number in [EXIT, 1, 2, 3, 4] {
        let across = number == EXIT || random.below(2) == 0;
        let line: Vec<usize> = if across {
            let row = if number == EXIT { row } else { random.below(rows) };
            (0..cols).map(|col| row * cols + col).collect()
        } else {
            let col = random.below(cols);
            (0..rows).map(|row| row * cols + col).collect()
        };
        let length = 2 + random.below(2);
        let Some(room) = (line.len() + 1).checked_sub(length).filter(|&room| room > 0) else { continue };
        let at = random.below(if number == EXIT { 1 } else { room });
        if line[at..at + length].iter().all(|&cell| start[cell] == 0) {
            line[at..at + length].iter().for_each(|&cell| start[cell] = number);
            cars.push((number, line, length));
        }
    }
    let board = drawn("board", rows, cols, |(row, col)| {
        let letter = b'a' + (start[row * cols + col] - 1).max(0) as u8;
        if start[row * cols + col] == 0 { ".".to_owned() } else { char::from(letter).to_string() }
    });
    let driven = cars.clone();
    let moves = move |cells: &[i64]| -> Vec<Vec<i64>> {
        let mut found = Vec::new();
        for (number, line, length) in &driven {
            let Some(at) = line.iter().position(|&cell| cells[cell] == *number) else { continue };
            for to in 0..=line.len() - length {
                let way = to.min(at)..to.max(at) + length;
                if to != at && line[way].iter().all(|&cell| [0, *number].contains(&cells[cell])) {
                    let mut after = cells.to_vec();
                    line[at..at + length].iter().for_each(|&cell| after[cell] = 0);
                    line[to..to + length].iter().for_each(|&cell| after[cell] = *number);
                    found.push(after);
                }
            }
        }
        found
    };
    let goal = move |cells: &[i64]| {
        cars.iter().all(|(number, ..)| *number != EXIT) || cells[row * cols + cols - 1] == EXIT
    };
    let text = format!(" with r = {rows}, c = {cols}.\n{board}");
    Journey { text, start, moves: Box::new(moves), goal: Box::new(goal) }
}

/// Floor, a crate, the player, a wall: 0 to 3.
fn sokoban(random: &mut Random) -> Journey {
    let (rows, cols) = *random.pick(&[(3, 4), (2, 5), (3, 5), (1, 6)]);
    let count = rows * cols;
    let mut start = vec![0; count];
    (0..count / 6).for_each(|_| start[random.below(count)] = 3);
    let free: Vec<usize> = (0..count).filter(|&at| start[at] == 0).collect();
    for _ in 0..=random.below(2) {
        start[*random.pick(&free)] = 1;
    }
    let free: Vec<usize> = (0..count).filter(|&at| start[at] == 0).collect();
    start[*random.pick(&free)] = 2;
    let moves = move |squares: &[i64]| -> Vec<Vec<i64>> {
        let Some(player) = squares.iter().position(|&square| square == 2) else { return Vec::new() };
        let mut found = Vec::new();
        for way in WAYS {
            let Some(to) = away(rows, cols, player, way, 1) else { continue };
            let mut after = squares.to_vec();
            (after[player], after[to]) = (0, 2);
            match (squares[to], away(rows, cols, player, way, 2)) {
                (0, _) => found.push(after),
                (1, Some(behind)) if squares[behind] == 0 => {
                    after[behind] = 1;
                    found.push(after);
                }
                _ => {}
            }
        }
        found
    };
    // The crates are wanted where some steps at random bring them, or anywhere.
    let mut end = start.clone();
    for _ in 0..random.below(40) {
        let next = moves(&end);
        if !next.is_empty() {
            end = random.pick(&next).clone();
        }
    }
    let floor: Vec<usize> = (0..count).filter(|&at| start[at] != 3).collect();
    let targets: Vec<usize> = if chance(4, random) {
        vec![*random.pick(&floor)]
    } else {
        (0..count).filter(|&at| end[at] == 1).collect()
    };
    let board = drawn("board", rows, cols, |(row, col)| {
        let at = row * cols + col;
        let target = targets.contains(&at);
        match (start[at], target) {
            (0, false) => ".",
            (0, true) => "o",
            (1, false) => "$",
            (1, true) => "*",
            (2, false) => "@",
            (2, true) => "+",
            _ => "#",
        }
        .to_owned()
    });
    let goal = move |squares: &[i64]| targets.iter().all(|&target| squares[target] == 1);
    let text = format!(" with r = {rows}, c = {cols}.\n{board}");
    Journey { text, start, moves: Box::new(moves), goal: Box::new(goal) }
}

fn fifteen(random: &mut Random) -> Journey {
    let (rows, cols) = *random.pick(&[(2, 2), (2, 3), (1, 4), (3, 2)]);
    let count = rows * cols;
    let goal: Vec<i64> = (1..count as i64).chain([0]).collect();
    let moves = move |tiles: &[i64]| -> Vec<Vec<i64>> {
        let hole = tiles.iter().position(|&tile| tile == 0).unwrap_or_default();
        let slide = |way| {
            let mut after = tiles.to_vec();
            after.swap(hole, away(rows, cols, hole, way, 1)?);
            Some(after)
        };
        WAYS.into_iter().filter_map(slide).collect()
    };
    let mut start = goal.clone();
    for _ in 0..random.below(30) {
        start = random.pick(&moves(&start)).clone();
    }
    if chance(4, random) {
        start.swap(0, 1);
    }
    let text = format!(" with r = {rows}, c = {cols}.\n{}", given(rows, cols, &start, &[]));
    Journey { text, start, moves: Box::new(moves), goal: Box::new(move |tiles| tiles == goal) }
}

/// The farmer, the wolf, the goat and the cabbage, each on the near bank (0) or the far one.
fn river(random: &mut Random) -> Journey {
    let safe = |banks: &[i64]| {
        let alone = |one: usize, other: usize| banks[one] == banks[other] && banks[0] != banks[one];
        !alone(1, 2) && !alone(2, 3)
    };
    let start = loop {
        let start = scattered(4, &[0, 0, 1], random);
        if safe(&start) {
            break start;
        }
    };
    let who = ["farmer", "wolf", "goat", "cabbage"];
    let facts: Vec<String> = (0..4)
        .map(|at| format!("given(bank({}), {}).\n", who[at], ["near", "far"][start[at] as usize]))
        .collect();
    let moves = move |banks: &[i64]| -> Vec<Vec<i64>> {
        let cross = |passenger: usize| {
            let mut after = banks.to_vec();
            after[0] = 1 - banks[0];
            after[passenger] = 1 - banks[passenger];
            after
        };
        (0..4).filter(|&other| banks[other] == banks[0]).map(cross).filter(|after| safe(after)).collect()
    };
    let goal = |banks: &[i64]| banks.iter().all(|&bank| bank == 1);
    Journey { text: format!(".\n{}", facts.concat()), start, moves: Box::new(moves), goal: Box::new(goal) }
}

/// The lines of a square board as they are read from each of its sides.
fn sides(size: usize) -> Vec<Vec<Vec<usize>>> {
    let all = lanes(size, size);
    let turned =
        |lines: &[Vec<usize>]| lines.iter().map(|line| line.iter().rev().copied().collect()).collect();
    vec![all[..size].to_vec(), all[size..].to_vec(), turned(&all[..size]), turned(&all[size..])]
}

/// Boards on which all lines change at once, towards a side.
fn swipes(
    size: usize,
    start: Vec<i64>,
    head: &str,
    swipe: impl Fn(&[i64]) -> Vec<i64> + 'static,
    goal: impl Fn(&[i64]) -> bool + 'static,
) -> Journey {
    let text = format!(" with n = {size}{head}.\n{}", given(size, size, &start, &[]));
    let moves = move |tiles: &[i64]| -> Vec<Vec<i64>> {
        let side = |lines: Vec<Vec<usize>>| {
            let mut after = tiles.to_vec();
            for line in lines {
                let before: Vec<i64> = line.iter().map(|&at| tiles[at]).collect();
                line.iter().zip(swipe(&before)).for_each(|(&at, tile)| after[at] = tile);
            }
            after
        };
        sides(size).into_iter().map(side).collect()
    };
    Journey { text, start, moves: Box::new(moves), goal: Box::new(goal) }
}

/// Tiles slide together, and two that join do so once.
fn slides(start: Vec<i64>, size: usize, joined: fn(i64, i64) -> Option<i64>) -> Journey {
    let slide = move |line: &[i64]| {
        let mut left = line.iter().copied().filter(|&tile| tile > 0).peekable();
        let mut after = Vec::new();
        while let Some(tile) = left.next() {
            match left.peek().and_then(|&next| joined(tile, next)) {
                Some(merged) => {
                    left.next();
                    after.push(merged);
                }
                None => after.push(tile),
            }
        }
        after.resize(line.len(), 0);
        after
    };
    let one = |tiles: &[i64]| tiles.iter().filter(|&&tile| tile > 0).count() == 1;
    swipes(size, start, "", slide, one)
}

fn two_thousand(random: &mut Random) -> Journey {
    let size = *random.pick(&[2, 3, 3]);
    let start = tiles(size, &[0, 0, 0, 2, 2, 4], random);
    slides(start, size, |one, other| (one == other).then_some(2 * one))
}

fn threefold(random: &mut Random) -> Journey {
    let size = *random.pick(&[2, 3, 3]);
    let start = tiles(size, &[0, 0, 0, 1, 1, 3], random);
    slides(start, size, |one, other| (one == other).then_some(3 * one))
}

fn fibonacci(random: &mut Random) -> Journey {
    let size = *random.pick(&[2, 3, 3]);
    let start = tiles(size, &[0, 0, 0, 1, 1, 2], random);
    slides(start, size, |one, other| {
        let mut pair = (1, 1);
        while pair.1 < one.max(other) {
            pair = (pair.1, pair.0 + pair.1);
        }
        (pair == (one.min(other), one.max(other))).then_some(one + other)
    })
}

/// A board with one tile or more.
fn tiles(size: usize, values: &[i64], random: &mut Random) -> Vec<i64> {
    loop {
        let start = scattered(size * size, values, random);
        if start.iter().any(|&tile| tile > 0) {
            return start;
        }
    }
}

fn threes(random: &mut Random) -> Journey {
    let size = *random.pick(&[2, 3]);
    let start = tiles(size, &[0, 0, 1, 2, 3], random);
    let target = *random.pick(&[3, 6, 6, 12]);
    let joined = |one: i64, other: i64| {
        let small = one.min(other) == 1 && one.max(other) == 2;
        (small || (one == other && one >= 3)).then_some(one + other)
    };
    // The first gap or the first pair that joins makes room, and all behind it move up by one.
    let nudge = move |line: &[i64]| {
        let mut after = line.to_vec();
        let room = (0..line.len()).find(|&at| {
            line[at] == 0 || line.get(at + 1).is_some_and(|&next| joined(line[at], next).is_some())
        });
        if let Some(room) = room {
            let merged = line.get(room + 1).and_then(|&next| joined(line[room], next));
            match merged.filter(|_| line[room] > 0) {
                Some(tile) => {
                    after[room] = tile;
                    after.remove(room + 1);
                }
                None => {
                    after.remove(room);
                }
            }
            after.push(0);
        }
        after
    };
    let highest = move |tiles: &[i64]| tiles.iter().any(|&tile| tile >= target);
    swipes(size, start, &format!(", target = {target}"), nudge, highest)
}

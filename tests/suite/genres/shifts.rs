//! More genres of moves: discs, jugs, whole lines that are pushed, colours that spread, balls, blocks and a cube.

use std::collections::{BTreeMap, BTreeSet};

use super::Moves;
use super::boards::{Journey, Square, beside, chance, drawn, group, lanes, regions, scattered, squares};
use super::moves::given;
use crate::rng::Random;

pub const GENRES: &[Moves] = &[
    ("hanoi", hanoi),
    ("jugs", jugs),
    ("sixteen", sixteen),
    ("twiddle", twiddle),
    ("flood", flood),
    ("inertia", inertia),
    ("lightscycle", lightscycle),
    ("lightschase", lightschase),
    ("klotski", klotski),
    ("pocketcube", pocketcube),
];

fn hanoi(random: &mut Random) -> Journey {
    let (discs, pegs) = *random.pick(&[(2, 2), (2, 3), (3, 3), (4, 3), (3, 4)]);
    let start: Vec<i64> = (0..discs).map(|_| 1 + random.below(pegs) as i64).collect();
    let mut text = format!(" with n = {discs}, pegs = {pegs}.\n");
    for (disc, peg) in start.iter().enumerate() {
        text += &format!("given(peg({}), {peg}).\n", disc + 1);
    }
    let moves = move |discs: &[i64]| -> Vec<Vec<i64>> {
        let mut found = Vec::new();
        for from in 1..=pegs as i64 {
            // The first disc on a peg is its uppermost one: discs are told from the smallest.
            let Some(disc) = discs.iter().position(|&peg| peg == from) else { continue };
            for to in (1..=pegs as i64).filter(|&to| to != from && !discs[..disc].contains(&to)) {
                let mut after = discs.to_vec();
                after[disc] = to;
                found.push(after);
            }
        }
        found
    };
    let goal = move |discs: &[i64]| discs.iter().all(|&peg| peg == pegs as i64);
    Journey { text, start, moves: Box::new(moves), goal: Box::new(goal) }
}

fn jugs(random: &mut Random) -> Journey {
    let sizes: Vec<i64> = (0..2 + random.below(2)).map(|_| 2 + random.below(6) as i64).collect();
    let tap = !chance(3, random);
    let mut start = vec![0; sizes.len()];
    let mut text = format!(" with tap = {}.\n", i64::from(tap));
    for (jug, size) in sizes.iter().enumerate() {
        text += &format!("jug(j{jug}, {size}).\n");
    }
    if !tap || chance(3, random) {
        start[0] = sizes[0];
        text += &format!("filled(j0, {}).\n", sizes[0]);
    }
    let (which, litres) = (random.below(sizes.len()), random.below(5) as i64);
    let any = chance(2, random);
    text += &if any { format!("wanted({litres}).\n") } else { format!("measured(j{which}, {litres}).\n") };
    let moves = move |jugs: &[i64]| -> Vec<Vec<i64>> {
        let mut found = Vec::new();
        for one in 0..jugs.len() {
            for level in [0, sizes[one]].into_iter().filter(|_| tap) {
                let mut after = jugs.to_vec();
                after[one] = level;
                found.push(after);
            }
            for other in (0..jugs.len()).filter(|&other| other != one) {
                let mut after = jugs.to_vec();
                while after[one] > 0 && after[other] < sizes[other] {
                    after[one] -= 1;
                    after[other] += 1;
                }
                found.push(after);
            }
        }
        found
    };
    let goal = move |jugs: &[i64]| if any { jugs.contains(&litres) } else { jugs[which] == litres };
    Journey { text, start, moves: Box::new(moves), goal: Box::new(goal) }
}

/// Numbers in order that have been shifted around, or two of them exchanged.
fn shuffled(count: usize, moves: &dyn Fn(&[i64]) -> Vec<Vec<i64>>, random: &mut Random) -> Vec<i64> {
    let mut start: Vec<i64> = (1..=count as i64).collect();
    for _ in 0..random.below(6) {
        start = random.pick(&moves(&start)).clone();
    }
    if chance(6, random) {
        start.swap(0, 1);
    }
    start
}

fn sixteen(random: &mut Random) -> Journey {
    let (rows, cols) = *random.pick(&[(2, 2), (2, 3), (3, 2), (1, 4)]);
    let moves = move |grid: &[i64]| -> Vec<Vec<i64>> {
        let mut found = Vec::new();
        for lane in lanes(rows, cols) {
            for by in [1, lane.len() - 1] {
                let mut after = grid.to_vec();
                for (at, &to) in lane.iter().enumerate() {
                    after[to] = grid[lane[(at + by) % lane.len()]];
                }
                found.push(after);
            }
        }
        found
    };
    let start = shuffled(rows * cols, &moves, random);
    let text = format!(" with r = {rows}, c = {cols}.\n{}", given(rows, cols, &start, &[]));
    let goal = |grid: &[i64]| grid.is_sorted();
    Journey { text, start, moves: Box::new(moves), goal: Box::new(goal) }
}

fn twiddle(random: &mut Random) -> Journey {
    let (rows, cols) = *random.pick(&[(2, 2), (2, 3), (3, 2), (2, 4)]);
    let moves = move |grid: &[i64]| -> Vec<Vec<i64>> {
        let mut found = Vec::new();
        for (row, col) in squares(rows - 1, cols - 1) {
            let at = row * cols + col;
            let around = [at, at + 1, at + cols + 1, at + cols];
            for by in [1, 3] {
                let mut after = grid.to_vec();
                for (place, &to) in around.iter().enumerate() {
                    after[to] = grid[around[(place + by) % 4]];
                }
                found.push(after);
            }
        }
        found
    };
    let start = shuffled(rows * cols, &moves, random);
    let text = format!(" with r = {rows}, c = {cols}.\n{}", given(rows, cols, &start, &[]));
    Journey { text, start, moves: Box::new(moves), goal: Box::new(|grid: &[i64]| grid.is_sorted()) }
}

fn flood(random: &mut Random) -> Journey {
    let (rows, cols) = *random.pick(&[(3, 3), (2, 4), (3, 4), (1, 5)]);
    let start = scattered(rows * cols, &[1, 2, 3], random);
    let text = format!(" with r = {rows}, c = {cols}, colours = 3.\n{}", given(rows, cols, &start, &[]));
    let cells = squares(rows, cols);
    let moves = move |grid: &[i64]| -> Vec<Vec<i64>> {
        let same: Vec<Square> =
            cells.iter().zip(grid).filter(|(_, v)| **v == grid[0]).map(|(at, _)| *at).collect();
        let wet = group((0, 0), &same);
        let fill = |colour: i64| {
            cells.iter().zip(grid).map(|(at, &value)| if wet.contains(at) { colour } else { value }).collect()
        };
        (1..=3).map(fill).collect()
    };
    let goal = |grid: &[i64]| grid.iter().all(|&value| value == grid[0]);
    Journey { text, start, moves: Box::new(moves), goal: Box::new(goal) }
}

fn inertia(random: &mut Random) -> Journey {
    let (rows, cols) = *random.pick(&[(3, 3), (3, 4), (4, 4), (2, 5)]);
    let signs = [".", ".", ".", "*", "o", "x", "#"];
    let mut board: Vec<&str> = (0..rows * cols).map(|_| *random.pick(&signs)).collect();
    board[random.below(rows * cols)] = "@";
    let text = format!(
        " with r = {rows}, c = {cols}.\n{}",
        drawn("board", rows, cols, |(row, col)| board[row * cols + col].to_owned())
    );
    // Nothing, a gem, the ball.
    let start =
        board.iter().map(|sign| ["*", "@"].iter().position(|s| s == sign).map_or(0, |at| at as i64 + 1));
    let start: Vec<i64> = start.collect();
    let moves = move |grid: &[i64]| -> Vec<Vec<i64>> {
        let from = grid.iter().position(|&value| value == 2).expect("the ball");
        let mut found = Vec::new();
        for (down, right) in squares(3, 3).into_iter().filter(|&way| way != (1, 1)) {
            let (mut at, mut after) = (from, grid.to_vec());
            let dead = loop {
                let (row, col) = (at / cols + down, at % cols + right);
                // One more than the square, so that none is below zero.
                if row == 0
                    || col == 0
                    || row > rows
                    || col > cols
                    || board[(row - 1) * cols + col - 1] == "#"
                {
                    break false;
                }
                after[at] = 0;
                at = (row - 1) * cols + col - 1;
                after[at] = 2;
                match board[at] {
                    "x" => break true,
                    "o" => break false,
                    _ => {}
                }
            };
            if !dead {
                found.push(after);
            }
        }
        found
    };
    let goal = |grid: &[i64]| !grid.contains(&1);
    Journey { text, start, moves: Box::new(moves), goal: Box::new(goal) }
}

fn lightscycle(random: &mut Random) -> Journey {
    let (rows, cols) = *random.pick(&[(2, 2), (2, 3), (1, 4)]);
    let states = 2 + random.below(3) as i64;
    let start = scattered(rows * cols, &(0..states).collect::<Vec<i64>>(), random);
    let text =
        format!(" with r = {rows}, c = {cols}, states = {states}.\n{}", given(rows, cols, &start, &[]));
    let cells = squares(rows, cols);
    let moves = move |lamps: &[i64]| -> Vec<Vec<i64>> {
        let press = |&pressed: &Square| {
            let changed = |(&cell, &lamp): (&Square, &i64)| {
                if cell == pressed || beside(cell, pressed) { (lamp + 1) % states } else { lamp }
            };
            cells.iter().zip(lamps).map(changed).collect()
        };
        cells.iter().map(press).collect()
    };
    let goal = |lamps: &[i64]| lamps.iter().all(|&lamp| lamp == 0);
    Journey { text, start, moves: Box::new(moves), goal: Box::new(goal) }
}

fn lightschase(random: &mut Random) -> Journey {
    let (rows, cols) = *random.pick(&[(2, 3), (3, 3), (1, 5), (2, 2)]);
    let start = scattered(rows * cols, &[0, 1], random);
    let text = format!(" with r = {rows}, c = {cols}.\n{}", given(rows, cols, &start, &["off", "on"]));
    let cells = squares(rows, cols);
    let moves = move |lamps: &[i64]| -> Vec<Vec<i64>> {
        let lit = cells.iter().zip(lamps).filter(|(_, lamp)| **lamp == 1);
        let press = |(&pressed, _): (&Square, &i64)| {
            let near = |cell: Square| i64::from(cell == pressed || beside(cell, pressed));
            cells.iter().zip(lamps).map(|(&cell, &lamp)| (lamp + near(cell)) % 2).collect()
        };
        lit.map(press).collect()
    };
    let goal = |lamps: &[i64]| lamps.iter().all(|&lamp| lamp == 0);
    Journey { text, start, moves: Box::new(moves), goal: Box::new(goal) }
}

/// A position tells the number of the piece in each cell, and 0 for none; piece 1 is x.
fn klotski(random: &mut Random) -> Journey {
    let (rows, cols) = *random.pick(&[(2, 3), (3, 3), (2, 4), (3, 4)]);
    let pieces: BTreeMap<Square, usize> = regions(rows, cols, 3, random);
    let hole = pieces.values().max().copied().unwrap_or(0);
    let cells = squares(rows, cols);
    let other = chance(2, random);
    let number = |at: &Square| {
        let piece = pieces[at];
        if piece == hole || other && piece + 1 == hole { 0 } else { piece as i64 + 1 }
    };
    let start: Vec<i64> = cells.iter().map(number).collect();
    let sign = |value: i64| match value {
        0 => ".".to_owned(),
        1 => "x".to_owned(),
        piece => char::from(b'd' + piece as u8).to_string(),
    };
    let exit = *random.pick(&cells);
    let text = format!(
        " with r = {rows}, c = {cols}.\n{}{}",
        drawn("board", rows, cols, |(row, col)| sign(start[row * cols + col])),
        drawn("exit", rows, cols, |at| if at == exit { "x".to_owned() } else { ".".to_owned() })
    );
    let moves = move |grid: &[i64]| -> Vec<Vec<i64>> {
        let mut found = Vec::new();
        for piece in grid.iter().copied().filter(|&piece| piece > 0).collect::<BTreeSet<i64>>() {
            for (down, right) in [(0, 1), (2, 1), (1, 0), (1, 2)] {
                let moved: Vec<Square> = cells
                    .iter()
                    .zip(grid)
                    .filter(|(_, value)| **value == piece)
                    .map(|(&(row, col), _)| (row + down, col + right))
                    .collect();
                let free = |&(row, col): &Square| {
                    let at = cells.iter().position(|&(r, c)| (r + 1, c + 1) == (row, col));
                    at.is_some_and(|at| grid[at] == 0 || grid[at] == piece)
                };
                if moved.iter().all(free) {
                    let value = |(&(row, col), &value): (&Square, &i64)| {
                        if moved.contains(&(row + 1, col + 1)) {
                            piece
                        } else if value == piece {
                            0
                        } else {
                            value
                        }
                    };
                    found.push(cells.iter().zip(grid).map(value).collect());
                }
            }
        }
        found
    };
    let goal = move |grid: &[i64]| grid[exit.0 * cols + exit.1] == 1;
    Journey { text, start, moves: Box::new(moves), goal: Box::new(goal) }
}

/// A sticker of a cube: where its corner lies, and which way it looks. Right, up and to the front are 1.
type Sticker = ([i64; 3], [i64; 3]);

/// Where the stickers lie in the drawing, row by row, as six faces of two by two.
fn stickers() -> BTreeMap<Square, Sticker> {
    // The first square of each face, the way it looks, and the ways down and right in the drawing.
    let faces = [
        ((0, 2), [0, 1, 0], [0, 0, 1], [1, 0, 0]),
        ((2, 0), [-1, 0, 0], [0, -1, 0], [0, 0, 1]),
        ((2, 2), [0, 0, 1], [0, -1, 0], [1, 0, 0]),
        ((2, 4), [1, 0, 0], [0, -1, 0], [0, 0, -1]),
        ((2, 6), [0, 0, -1], [0, -1, 0], [-1, 0, 0]),
        ((4, 2), [0, -1, 0], [0, 0, -1], [1, 0, 0]),
    ];
    let mut found = BTreeMap::new();
    for ((row, col), looks, down, right) in faces {
        for (i, j) in squares(2, 2) {
            let (y, x) = (2 * i as i64 - 1, 2 * j as i64 - 1);
            let corner: [i64; 3] = std::array::from_fn(|axis| looks[axis] + y * down[axis] + x * right[axis]);
            found.insert((row + i, col + j), (corner, looks));
        }
    }
    found
}

fn pocketcube(random: &mut Random) -> Journey {
    let net = stickers();
    let places: Vec<Sticker> = net.values().copied().collect();
    // A quarter turn around an axis, of those that lie on its positive side.
    let quarter = move |cube: &[i64], axis: usize| -> Vec<i64> {
        let (one, two) = ((axis + 1) % 3, (axis + 2) % 3);
        let turn = |mut at: [i64; 3]| {
            (at[one], at[two]) = (at[two], -at[one]);
            at
        };
        let mut after = cube.to_vec();
        for (from, &(corner, looks)) in places.iter().enumerate().filter(|(_, place)| place.0[axis] == 1) {
            let to = (turn(corner), turn(looks));
            after[places.iter().position(|&place| place == to).expect("a place")] = cube[from];
        }
        after
    };
    let moves = move |cube: &[i64]| -> Vec<Vec<i64>> {
        let mut found = Vec::new();
        for axis in 0..3 {
            let mut after = cube.to_vec();
            for _ in 0..3 {
                after = quarter(&after, axis);
                found.push(after.clone());
            }
        }
        found
    };
    let colours = ["w", "o", "g", "r", "b", "y"];
    let solved: Vec<i64> = net
        .keys()
        .map(|&(row, col)| {
            if row < 2 {
                0
            } else if row > 3 {
                5
            } else {
                1 + col as i64 / 2
            }
        })
        .collect();
    let mut start = solved.clone();
    for _ in 0..random.below(4) {
        start = random.pick(&moves(&start)).clone();
    }
    let at: Vec<Square> = net.into_keys().collect();
    let text = drawn("given", 6, 8, |square| {
        let place = at.iter().position(|&other| other == square);
        place.map_or(".", |place| colours[start[place] as usize]).to_owned()
    });
    Journey {
        text: format!(".\n{text}"),
        start,
        moves: Box::new(moves),
        goal: Box::new(move |cube| cube == solved),
    }
}

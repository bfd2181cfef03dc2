//! Genres in which cells are painted: with numbers that see along lines, with regions, or with clues beside the board.

use std::collections::{BTreeMap, BTreeSet};

use super::Genre;
use super::boards::{
    Board, Square, along, beside, chance, drawn, hang_together, lanes, letter, lettered, members, near,
    numbers, regions, squares,
};
use super::shades::{SHADES, count_beside, fitting, those};
use crate::rng::Random;

pub const GENRES: &[Genre] = &[
    ("cave", cave),
    ("kakurasu", kakurasu),
    ("kuromasu", kuromasu),
    ("nurimisaki", nurimisaki),
    ("shimaguni", shimaguni),
    ("snake", snake),
    ("yinyang", yinyang),
];

/// How many cells of value 0 are seen from one, itself among them.
fn seen(rows: usize, cols: usize, grid: &[i64], (row, col): Square) -> i64 {
    let clear = |cells: &mut dyn Iterator<Item = usize>| cells.take_while(|&at| grid[at] == 0).count() as i64;
    let up = clear(&mut (0..row).rev().map(|other| other * cols + col));
    let down = clear(&mut (row + 1..rows).map(|other| other * cols + col));
    let left = clear(&mut (0..col).rev().map(|other| row * cols + other));
    let right = clear(&mut (col + 1..cols).map(|other| row * cols + other));
    1 + up + down + left + right
}

/// Whether some square of two by two has one value throughout.
pub fn pool(rows: usize, cols: usize, grid: &[i64], value: i64) -> bool {
    squares(rows - 1, cols - 1).iter().any(|&(row, col)| {
        squares(2, 2).iter().all(|&(down, right)| grid[(row + down) * cols + col + right] == value)
    })
}

/// A board of two values with numbers in some cells; `tells` says what the number of a cell would be, if it can have one.
pub fn numbered(
    (rows, cols): Square,
    random: &mut Random,
    rules: impl Fn(&[i64]) -> bool + 'static,
    tells: impl Fn(&[i64], Square) -> Option<i64> + 'static,
) -> Board {
    let cells = squares(rows, cols);
    let answer = fitting(cells.len(), random, &rules);
    let mut clues = BTreeMap::new();
    for &at in &cells {
        if let Some(number) = tells(&answer, at)
            && chance(3, random)
        {
            clues.insert(at, near(number, random));
        }
    }
    let text = numbers("number", rows, cols, &clues);
    Board::new(rows, cols, &[0, 1], move |grid| {
        clues.iter().all(|(&at, &number)| tells(grid, at) == Some(number)) && rules(grid)
    })
    .with(text)
}

/// Clues on the left and at the top, for the rows and then the columns.
pub fn strips(rows: usize, clues: &[Option<i64>]) -> String {
    let strip = |clues: &[Option<i64>]| {
        let words = clues.iter().map(|clue| clue.map_or_else(|| ".".to_owned(), |clue| clue.to_string()));
        words.collect::<Vec<String>>().join(" ")
    };
    format!("left \"{}\".\ntop \"{}\".\n", strip(&clues[..rows]), strip(&clues[rows..]))
}

/// What is told beside the board about some lines of an answer.
pub fn told(
    (rows, cols): Square,
    answer: &[i64],
    random: &mut Random,
    tells: impl Fn(&[i64]) -> i64,
) -> Vec<Option<i64>> {
    let mut clues = Vec::new();
    for lane in lanes(rows, cols) {
        clues.push(chance(2, random).then(|| near(tells(&along(answer, &lane)), random)));
    }
    clues
}

/// Whether all lines are as told.
pub fn as_told(
    (rows, cols): Square,
    grid: &[i64],
    clues: &[Option<i64>],
    tells: impl Fn(&[i64]) -> i64,
) -> bool {
    let lines = lanes(rows, cols);
    lines.iter().zip(clues).all(|(lane, clue)| clue.is_none_or(|clue| tells(&along(grid, lane)) == clue))
}

fn cave(random: &mut Random) -> Board {
    let (rows, cols) = *random.pick(&[(3, 3), (3, 4), (2, 5)]);
    let cells = squares(rows, cols);
    let rules = move |grid: &[i64]| {
        let rock = those(&cells, grid, 1);
        let rim = |&(row, col): &Square| row == 0 || col == 0 || row + 1 == rows || col + 1 == cols;
        let reaches = |&at: &Square| super::boards::group(at, &rock).iter().any(rim);
        hang_together(&those(&cells, grid, 0)) && rock.iter().all(reaches)
    };
    let tells =
        move |grid: &[i64], at: Square| (grid[at.0 * cols + at.1] == 0).then(|| seen(rows, cols, grid, at));
    numbered((rows, cols), random, rules, tells).named(&["cave", "rock"])
}

fn kakurasu(random: &mut Random) -> Board {
    let size = *random.pick(&[(3, 3), (3, 4), (2, 5)]);
    let counts = |line: &[i64]| line.iter().zip(1..).map(|(value, place)| value * place).sum();
    let answer = fitting(size.0 * size.1, random, &|_| true);
    let clues = told(size, &answer, random, counts);
    let text = strips(size.0, &clues);
    Board::new(size.0, size.1, &[0, 1], move |grid| as_told(size, grid, &clues, counts)).with(text)
}

fn kuromasu(random: &mut Random) -> Board {
    let (rows, cols) = *random.pick(&[(3, 3), (3, 4), (2, 5)]);
    let cells = squares(rows, cols);
    let rules = move |grid: &[i64]| {
        let black = those(&cells, grid, 1);
        let apart = black.iter().all(|&one| !black.iter().any(|&other| beside(one, other)));
        apart && hang_together(&those(&cells, grid, 0))
    };
    let tells =
        move |grid: &[i64], at: Square| (grid[at.0 * cols + at.1] == 0).then(|| seen(rows, cols, grid, at));
    numbered((rows, cols), random, rules, tells).named(SHADES)
}

fn nurimisaki(random: &mut Random) -> Board {
    let (rows, cols) = *random.pick(&[(3, 3), (3, 4), (2, 5)]);
    let cells = squares(rows, cols);
    let all = cells.clone();
    let rules = move |grid: &[i64]| {
        let one_colour = pool(rows, cols, grid, 0) || pool(rows, cols, grid, 1);
        !one_colour && hang_together(&those(&all, grid, 0))
    };
    let capes = move |grid: &[i64]| -> BTreeSet<Square> {
        let white = those(&cells, grid, 0);
        white.iter().copied().filter(|&at| count_beside(&white, at) == 1).collect()
    };
    let answer = fitting(rows * cols, random, &rules);
    let mut clues: BTreeMap<Square, Option<i64>> = BTreeMap::new();
    for at in capes(&answer) {
        let number = near(seen(rows, cols, &answer, at), random);
        if !chance(12, random) {
            clues.insert(at, chance(2, random).then_some(number));
        }
    }
    let text = drawn("cape", rows, cols, |at| match clues.get(&at) {
        None => ".".to_owned(),
        Some(number) => number.map_or_else(|| "?".to_owned(), |number| number.to_string()),
    });
    Board::new(rows, cols, &[0, 1], move |grid| {
        let runs = |(&at, number): (&Square, &Option<i64>)| {
            number.is_none_or(|number| seen(rows, cols, grid, at) == number)
        };
        capes(grid).iter().eq(clues.keys()) && clues.iter().all(runs) && rules(grid)
    })
    .with(text)
    .named(SHADES)
}

fn shimaguni(random: &mut Random) -> Board {
    let (rows, cols) = *random.pick(&[(3, 3), (3, 4), (2, 5)]);
    let cells = squares(rows, cols);
    let names = regions(rows, cols, 5, random);
    let inside = members(&names);
    let blocks = {
        let inside = inside.clone();
        move |black: &[Square]| -> Vec<Vec<Square>> {
            let painted = |region: &Vec<Square>| {
                region.iter().copied().filter(|at| black.contains(at)).collect::<Vec<Square>>()
            };
            inside.iter().map(painted).collect()
        }
    };
    let rules = {
        let (cells, names, blocks) = (cells.clone(), names.clone(), blocks.clone());
        move |grid: &[i64]| {
            let black = those(&cells, grid, 1);
            let blocks = blocks(&black);
            let one = blocks.iter().all(|block| !block.is_empty() && hang_together(block));
            let border = |one: Square, other: Square| beside(one, other) && names[&one] != names[&other];
            let apart = black.iter().all(|&one| !black.iter().any(|&other| border(one, other)));
            let differ = cells.iter().all(|&one| {
                let others = cells.iter().filter(|&&other| border(one, other));
                others.into_iter().all(|other| blocks[names[&one]].len() != blocks[names[other]].len())
            });
            one && apart && differ
        }
    };
    let answer = fitting(cells.len(), random, &rules);
    let mut totals: Vec<Option<i64>> = Vec::new();
    let mut text = lettered("region", rows, cols, &names);
    for (number, block) in blocks(&those(&cells, &answer, 1)).iter().enumerate() {
        let total = chance(2, random).then(|| near(block.len() as i64, random));
        text += &total.map_or_else(String::new, |total| format!("total(\"{}\", {total}).\n", letter(number)));
        totals.push(total);
    }
    Board::new(rows, cols, &[0, 1], move |grid| {
        let blocks = blocks(&those(&cells, grid, 1));
        let counted = |(block, total): (&Vec<Square>, &Option<i64>)| {
            total.is_none_or(|total| block.len() as i64 == total)
        };
        blocks.iter().zip(&totals).all(counted) && rules(grid)
    })
    .with(text)
    .named(SHADES)
}

/// Whether the squares wind as a snake that does not touch itself, with these ends.
fn winds(snake: &[Square], tips: &[Square]) -> bool {
    let ends = |at: Square| if tips.contains(&at) { 1 } else { 2 };
    let corner = |one: Square, other: Square| one.0.abs_diff(other.0) == 1 && one.1.abs_diff(other.1) == 1;
    let shared = |one: Square, other: Square| {
        snake.iter().any(|&between| beside(one, between) && beside(other, between))
    };
    let loose = |&one: &Square| snake.iter().all(|&other| !corner(one, other) || shared(one, other));
    tips.iter().all(|tip| snake.contains(tip))
        && snake.iter().all(|&at| count_beside(snake, at) == ends(at))
        && snake.iter().all(loose)
        && hang_together(snake)
}

fn snake(random: &mut Random) -> Board {
    let size = *random.pick(&[(3, 3), (3, 4), (2, 5)]);
    let cells = squares(size.0, size.1);
    let tips_of = |snake: &[Square]| -> Vec<Square> {
        snake.iter().copied().filter(|&at| count_beside(snake, at) == 1).collect()
    };
    let answer = fitting(cells.len(), random, &|grid| {
        let snake = those(&cells, grid, 1);
        let tips = tips_of(&snake);
        tips.len() == 2 && winds(&snake, &tips)
    });
    let tips = tips_of(&those(&cells, &answer, 1));
    let count = |line: &[i64]| line.iter().sum();
    let clues = told(size, &answer, random, count);
    let text = strips(size.0, &clues);
    let layer = drawn("tip", size.0, size.1, |at| if tips.contains(&at) { "x" } else { "." }.to_owned());
    Board::new(size.0, size.1, &[0, 1], move |grid| {
        as_told(size, grid, &clues, count) && winds(&those(&cells, grid, 1), &tips)
    })
    .with(layer + &text)
}

fn yinyang(random: &mut Random) -> Board {
    let (rows, cols) = *random.pick(&[(3, 3), (3, 4), (2, 5)]);
    let cells = squares(rows, cols);
    let rules = move |grid: &[i64]| {
        let whole = |colour: i64| hang_together(&those(&cells, grid, colour));
        whole(0) && whole(1) && !pool(rows, cols, grid, 0) && !pool(rows, cols, grid, 1)
    };
    let answer = fitting(rows * cols, random, &rules);
    Board::new(rows, cols, &[0, 1], rules).named(&["b", "w"]).give(&answer, 4, random)
}

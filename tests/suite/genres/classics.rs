//! Classic logic puzzles and games that are no sudokus: pairings, statements, maps, networks and paths.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::Genre;
use super::boards::{
    Board, Grids, Square, beside, chance, differ, drawn, letter, lettered, members, name, orders, regions,
    squares,
};
use crate::rng::Random;

pub const GENRES: &[Genre] = &[
    ("langford", langford),
    ("pyramid", pyramid),
    ("knaves", knaves),
    ("zebra", zebra),
    ("cryptarithm", cryptarithm),
    ("map", map),
    ("net", net),
    ("signpost", signpost),
];

fn langford(random: &mut Random) -> Board {
    let n = 3 + random.below(2);
    let answer: &[i64] = if n == 3 { &[3, 1, 2, 1, 3, 2] } else { &[4, 1, 3, 1, 2, 4, 3, 2] };
    let mut answer = answer.to_vec();
    if chance(2, random) {
        answer.reverse();
    }
    if chance(6, random) {
        answer.swap(0, 1);
    }
    let fits = move |grid: &[i64]| {
        (1..=n).all(|number| {
            let at: Vec<usize> = (0..grid.len()).filter(|&at| grid[at] == number as i64).collect();
            at.len() == 2 && at[1] - at[0] == number + 1
        })
    };
    let values: Vec<i64> = (1..=n as i64).collect();
    Board::on(&squares(1, 2 * n), format!(" with n = {n}.\n"), &values, fits).give(&answer, 6, random)
}

fn pyramid(random: &mut Random) -> Board {
    let low: Vec<i64> = (0..3).map(|_| 1 + random.below(3) as i64).collect();
    let answer = [low[0] + 2 * low[1] + low[2], low[0] + low[1], low[1] + low[2], low[0], low[1], low[2]]
        .map(|number| if chance(20, random) { number + 1 } else { number });
    let places = [(1, 1), (2, 1), (2, 2), (3, 1), (3, 2), (3, 3)];
    let places = places.map(|(row, at)| format!("brick({row}, {at})")).to_vec();
    let most = [12, 6, 6, 3, 3, 3];
    let fits = |grid: &[i64]| {
        grid[0] == grid[1] + grid[2] && grid[1] == grid[3] + grid[4] && grid[2] == grid[4] + grid[5]
    };
    let mut board = Board::of(places, " with n = 3, most = 3.\n".to_owned(), &[1], fits);
    board.grids = Grids::Each(most.map(|most| (1..=most).collect()).to_vec());
    board.given = answer
        .iter()
        .zip(most)
        .map(|(&number, most)| (chance(4, random) && number <= most).then_some(number))
        .collect();
    board
}

/// What somebody says: of whom, or how many knaves there are.
enum Says {
    Knave(usize),
    Knight(usize),
    Alike(usize),
    Knaves(usize),
}

fn knaves(random: &mut Random) -> Board {
    let n = 3 + random.below(3);
    // A knave is 1.
    let holds = |says: &Says, who: usize, grid: &[i64]| match *says {
        Says::Knave(whom) => grid[whom] == 1,
        Says::Knight(whom) => grid[whom] == 0,
        Says::Alike(whom) => grid[who] == grid[whom],
        Says::Knaves(count) => grid.iter().sum::<i64>() == count as i64,
    };
    let answer: Vec<i64> = (0..n).map(|_| random.below(2) as i64).collect();
    let (mut text, mut all) = (String::new(), Vec::new());
    while all.len() < n {
        let (who, whom) = (random.below(n), random.below(n));
        let says = match random.below(4) {
            0 => Says::Knave(whom),
            1 => Says::Knight(whom),
            2 => Says::Alike(whom),
            _ => Says::Knaves(whom),
        };
        if who == whom || holds(&says, who, &answer) != (answer[who] == 0) && !chance(30, random) {
            continue;
        }
        let (word, of) = match says {
            Says::Knave(whom) => ("accuses", whom + 1),
            Says::Knight(whom) => ("vouches", whom + 1),
            Says::Alike(whom) => ("likens", whom + 1),
            Says::Knaves(count) => ("counts", count),
        };
        text += &format!("{word}({}, {of}).\n", who + 1);
        all.push((who, says));
    }
    let places = (1..=n).map(|person| format!("person({person})")).collect();
    let fits = move |grid: &[i64]| all.iter().all(|(who, says)| holds(says, *who, grid) == (grid[*who] == 0));
    Board::of(places, format!(" with n = {n}.\n"), &[0, 1], fits).with(text).named(&["knight", "knave"])
}

/// A word for a hint, and whether two houses keep it.
type Hint = (&'static str, fn(i64, i64) -> bool);

fn zebra(random: &mut Random) -> Board {
    let things = ["tea", "milk", "water", "dane", "swede", "greek"];
    let rows = orders(&[1, 2, 3]);
    let answer = [random.pick(&rows).clone(), random.pick(&rows).clone()].concat();
    let clue: [Hint; 3] = [
        ("together", |one, other| one == other),
        ("beside", |one, other| one.abs_diff(other) == 1),
        ("before", |one, other| other == one + 1),
    ];
    let (mut text, mut all) = (String::new(), Vec::new());
    text += "things(drink, [tea, milk, water]).\nthings(owner, [dane, swede, greek]).\n";
    while all.len() < 3 {
        let (one, other, &(word, keeps)) = (random.below(6), random.below(6), random.pick(&clue));
        if one != other && (keeps(answer[one], answer[other]) || chance(60, random)) {
            text += &format!("{word}({}, {}).\n", things[one], things[other]);
            all.push((one, other, keeps));
        }
    }
    let known = random.below(6);
    text += &format!("at({}, {}).\n", things[known], answer[known]);
    let house = answer[known];
    let places = things.iter().map(|thing| format!("house({thing})")).collect();
    let fits = move |grid: &[i64]| {
        differ(grid[..3].iter().copied())
            && differ(grid[3..].iter().copied())
            && grid[known] == house
            && all.iter().all(|&(one, other, keeps)| keeps(grid[one], grid[other]))
    };
    Board::of(places, " with n = 3.\n".to_owned(), &[1, 2, 3], fits).with(text)
}

fn cryptarithm(random: &mut Random) -> Board {
    // Sums of two numbers below 100 in which at most four digits occur.
    let (rows, digits) = loop {
        let (one, other) = (1 + random.below(99), 1 + random.below(99));
        let sum = one + other + usize::from(chance(20, random));
        let rows = [one, other, sum].map(|number| number.to_string());
        let digits: BTreeSet<char> = rows.iter().flat_map(|row| row.chars()).collect();
        if digits.len() <= 4 {
            break (rows, digits.into_iter().collect::<Vec<char>>());
        }
    };
    let letters = ["s", "e", "n", "d"];
    let index = |digit: char| digits.iter().position(|&other| other == digit).unwrap_or(0);
    let text = drawn("letter", 3, 3, |(row, col)| {
        let word = &rows[row];
        let at = (col + word.len()).checked_sub(3).and_then(|at| word.chars().nth(at));
        at.map_or(".", |digit| letters[index(digit)]).to_owned()
    });
    let places = letters.iter().take(digits.len()).map(|letter| format!("digit({letter})")).collect();
    let words: Vec<Vec<usize>> = rows.iter().map(|row| row.chars().map(index).collect()).collect();
    let fits = move |grid: &[i64]| {
        let number = |word: &Vec<usize>| word.iter().fold(0, |sum, &at| 10 * sum + grid[at]);
        differ(grid.iter().copied())
            && words.iter().all(|word| word.len() == 1 || grid[word[0]] > 0)
            && number(&words[0]) + number(&words[1]) == number(&words[2])
    };
    let values: Vec<i64> = (0..=9).collect();
    Board::of(places, " with r = 3, c = 3.\n".to_owned(), &values, fits).with(text)
}

fn map(random: &mut Random) -> Board {
    let regions = loop {
        let regions = regions(3, 4, 4, random);
        if members(&regions).len() <= 6 {
            break regions;
        }
    };
    let count = members(&regions).len();
    let places = (0..count).map(|number| format!("paint({})", letter(number))).collect();
    let clues = lettered("region", 3, 4, &regions);
    let mut borders = BTreeSet::new();
    for (&one, &first) in &regions {
        for (&other, &second) in &regions {
            if beside(one, other) && first != second {
                borders.insert((first, second));
            }
        }
    }
    let fits = move |grid: &[i64]| borders.iter().all(|&(one, other)| grid[one] != grid[other]);
    let guess: Vec<i64> = (0..count).map(|_| random.below(4) as i64).collect();
    Board::of(places, " with height = 3, width = 4.\n".to_owned(), &[0, 1, 2, 3], fits)
        .with(clues)
        .named(&["red", "yellow", "green", "blue"])
        .give(&guess, 4, random)
}

/// Neighbours of a board, the upper or left one first.
fn edges(rows: usize, cols: usize) -> Vec<(Square, Square)> {
    let all = squares(rows, cols);
    let pairs = all.iter().flat_map(|&one| all.iter().map(move |&other| (one, other)));
    pairs.filter(|&(one, other)| one < other && beside(one, other)).collect()
}

/// The squares that drawn edges join to a square.
fn joined(from: Square, grid: &[i64], edges: &[(Square, Square)]) -> BTreeSet<Square> {
    let mut found = BTreeSet::from([from]);
    let mut open = vec![from];
    while let Some(at) = open.pop() {
        for (&(one, other), _) in edges.iter().zip(grid).filter(|(_, drawn)| **drawn == 1) {
            let next = if one == at { Some(other) } else { (other == at).then_some(one) };
            open.extend(next.filter(|&next| found.insert(next)));
        }
    }
    found
}

/// The squares at the other ends of a square's drawn edges.
fn arms(from: Square, grid: &[i64], edges: &[(Square, Square)]) -> Vec<Square> {
    let drawn = edges.iter().zip(grid).filter(|(_, drawn)| **drawn == 1).map(|(edge, _)| *edge);
    drawn
        .filter_map(|(one, other)| if one == from { Some(other) } else { (other == from).then_some(one) })
        .collect()
}

fn tile(from: Square, grid: &[i64], edges: &[(Square, Square)]) -> &'static str {
    let arms = arms(from, grid, edges);
    match arms[..] {
        [_] => "e",
        [one, other] if one.0 == other.0 || one.1 == other.1 => "i",
        [_, _] => "l",
        [_, _, _] => "t",
        _ => "x",
    }
}

fn net(random: &mut Random) -> Board {
    let (rows, cols) = (2 + random.below(2), 3);
    let edges = edges(rows, cols);
    let is_tree = {
        let edges = edges.clone();
        move |grid: &[i64]| {
            grid.iter().sum::<i64>() == (rows * cols) as i64 - 1
                && joined((0, 0), grid, &edges).len() == rows * cols
        }
    };
    let answer = loop {
        let grid: Vec<i64> = edges.iter().map(|_| i64::from(!chance(3, random))).collect();
        if is_tree(&grid) {
            break grid;
        }
    };
    let mut tiles: BTreeMap<Square, &str> = BTreeMap::new();
    for cell in squares(rows, cols) {
        if !chance(5, random) {
            tiles.insert(cell, if chance(60, random) { "l" } else { tile(cell, &answer, &edges) });
        }
    }
    let text = drawn("tile", rows, cols, |cell| tiles.get(&cell).copied().unwrap_or(".").to_owned());
    let places =
        edges.iter().map(|&(one, other)| format!("wire({{{}, {}}})", name(one), name(other))).collect();
    let fits = move |grid: &[i64]| {
        is_tree(grid) && tiles.iter().all(|(&cell, shape)| tile(cell, grid, &edges) == *shape)
    };
    Board::of(places, format!(" with r = {rows}, c = {cols}.\n"), &[0, 1], fits).with(text)
}

/// In which of the eight directions a square lies from another, if in one.
fn heading((row, col): Square, (lower, column): Square) -> Option<&'static str> {
    use std::cmp::Ordering::{Equal, Greater, Less};
    let straight = row == lower || col == column || row.abs_diff(lower) == col.abs_diff(column);
    let way = match (lower.cmp(&row), column.cmp(&col)) {
        (Less, Equal) => "up",
        (Greater, Equal) => "down",
        (Equal, Less) => "left",
        (Equal, Greater) => "right",
        (Less, Less) => "upleft",
        (Less, Greater) => "upright",
        (Greater, Less) => "downleft",
        (Greater, Greater) => "downright",
        (Equal, Equal) => return None,
    };
    straight.then_some(way)
}

fn signpost(random: &mut Random) -> Board {
    let (rows, cols) = (2, 3);
    let cells = squares(rows, cols);
    let all = Rc::new(orders(&[1, 2, 3, 4, 5, 6]));
    let way = {
        let cells = cells.clone();
        move |grid: &[i64], at: usize| {
            let next = grid.iter().position(|&number| number == grid[at] + 1)?;
            heading(cells[at], cells[next])
        }
    };
    let answer = loop {
        let grid = random.pick(&all).clone();
        if (0..6).all(|at| grid[at] == 6 || way(&grid, at).is_some()) {
            break grid;
        }
    };
    let signs: Vec<Option<&str>> = (0..6).map(|at| way(&answer, at)).collect();
    let shown = signs.clone();
    let text = drawn("arrow", rows, cols, |(row, col)| shown[row * cols + col].unwrap_or(".").to_owned());
    let fits = move |grid: &[i64]| {
        (0..6).all(|at| match signs[at] {
            None => grid[at] == 6,
            Some(sign) => grid[at] == 6 || way(grid, at) == Some(sign),
        })
    };
    Board::on(&cells, format!(" with r = {rows}, c = {cols}.\n"), &[1, 2, 3, 4, 5, 6], fits)
        .with(text)
        .of_all(&all)
}

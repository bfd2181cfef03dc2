//! Boards, the grids that are tried on them, and what the rules of several genres speak about.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::rng::Random;

pub type Square = (usize, usize);

/// Rules on paper: whether a grid or a position keeps them.
pub type Judge = Box<dyn Fn(&[i64]) -> bool>;

/// The positions that one move leads to.
pub type Steps = Box<dyn Fn(&[i64]) -> Vec<Vec<i64>>>;

/// A board with clues, and its rules on paper.
pub struct Board {
    /// The rule set; the table of genres fills it in.
    pub rules: &'static str,
    /// What stands after the name of the rule set: `with r = 2`, then the clues.
    pub clues: String,
    /// The unknowns by their names.
    pub places: Vec<String>,
    /// Those that are given.
    pub given: Vec<Option<i64>>,
    /// What values are called; numbers if there are no names.
    pub names: &'static [&'static str],
    /// What is tried.
    pub grids: Grids,
    /// Whether a grid keeps the rules.
    pub fits: Judge,
}

/// The grids that are tried.
pub enum Grids {
    /// Every choice of a value for each place.
    Each(Vec<Vec<i64>>),
    /// A list of all that could be right.
    Of(Rc<Vec<Vec<i64>>>),
}

impl Board {
    /// A board of cells.
    pub fn new(rows: usize, cols: usize, values: &[i64], fits: impl Fn(&[i64]) -> bool + 'static) -> Board {
        let cells: Vec<Square> = squares(rows, cols);
        Board::on(&cells, format!(" with r = {rows}, c = {cols}.\n"), values, fits)
    }

    /// A board of some of its squares.
    pub fn on(
        cells: &[Square],
        clues: String,
        values: &[i64],
        fits: impl Fn(&[i64]) -> bool + 'static,
    ) -> Board {
        let places = cells.iter().map(|&cell| name(cell)).collect();
        Board::of(places, clues, values, fits)
    }

    /// Unknowns with names.
    pub fn of(
        places: Vec<String>,
        clues: String,
        values: &[i64],
        fits: impl Fn(&[i64]) -> bool + 'static,
    ) -> Board {
        let grids = Grids::Each(vec![values.to_vec(); places.len()]);
        let given = vec![None; places.len()];
        Board { rules: "", clues, places, given, names: &[], grids, fits: Box::new(fits) }
    }

    /// The same with more clues.
    pub fn with(mut self, clues: impl AsRef<str>) -> Board {
        self.clues += clues.as_ref();
        self
    }

    /// The same with names for the values 0, 1 and so on.
    pub fn named(self, names: &'static [&'static str]) -> Board {
        Board { names, ..self }
    }

    /// The same, trying the grids of a list.
    pub fn of_all(self, all: &Rc<Vec<Vec<i64>>>) -> Board {
        Board { grids: Grids::Of(all.clone()), ..self }
    }

    /// The same with some values of a grid given.
    pub fn give(mut self, grid: &[i64], every: usize, random: &mut Random) -> Board {
        self.given = grid.iter().map(|&value| (random.below(every) == 0).then_some(value)).collect();
        self
    }

    pub fn shown(&self, value: i64) -> String {
        match usize::try_from(value).ok().and_then(|value| self.names.get(value)) {
            Some(name) => (*name).to_owned(),
            None => value.to_string(),
        }
    }

    /// The puzzle.
    pub fn text(&self) -> String {
        let mut text = format!("use {}{}", quoted(self.rules), self.clues);
        for (place, given) in self.places.iter().zip(&self.given) {
            if let Some(value) = given {
                text += &format!("given({place}, {}).\n", self.shown(*value));
            }
        }
        text
    }
}

/// A puzzle of moves.
pub struct Journey {
    /// What stands after the name of the rule set.
    pub text: String,
    pub start: Vec<i64>,
    /// The positions that one move leads to.
    pub moves: Steps,
    pub goal: Judge,
}

impl Journey {
    /// The number of moves of a shortest plan, by breadth-first search.
    pub fn shortest(&self) -> Option<usize> {
        let mut seen = BTreeSet::from([self.start.clone()]);
        let mut layer = vec![self.start.clone()];
        for depth in 0.. {
            if layer.is_empty() {
                return None;
            }
            if layer.iter().any(|position| (self.goal)(position)) {
                return Some(depth);
            }
            let next = layer.iter().flat_map(|position| (self.moves)(position));
            layer = next.filter(|position| seen.insert(position.clone())).collect();
        }
        None
    }
}

pub fn quoted(rules: &str) -> String {
    if rules.starts_with(|first: char| first.is_ascii_digit()) {
        format!("\"{rules}\"")
    } else {
        rules.to_owned()
    }
}

pub fn name((row, col): Square) -> String {
    format!("r{}c{}", row + 1, col + 1)
}

pub fn squares(rows: usize, cols: usize) -> Vec<Square> {
    (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col))).collect()
}

/// Hands over every choice of a value for each place.
pub fn each(domains: &[Vec<i64>], judge: &mut dyn FnMut(&[i64])) {
    let mut at = vec![0; domains.len()];
    let mut grid: Vec<i64> = domains.iter().map(|domain| domain[0]).collect();
    loop {
        judge(&grid);
        let Some(next) = (0..at.len()).rev().find(|&place| at[place] + 1 < domains[place].len()) else {
            return;
        };
        at[next] += 1;
        grid[next] = domains[next][at[next]];
        for place in next + 1..at.len() {
            at[place] = 0;
            grid[place] = domains[place][0];
        }
    }
}

/// All orders of some values.
pub fn orders(values: &[i64]) -> Vec<Vec<i64>> {
    if values.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for &first in values {
        let rest: Vec<i64> = values.iter().copied().filter(|&value| value != first).collect();
        all.extend(orders(&rest).into_iter().map(|order| [vec![first], order].concat()));
    }
    all
}

/// Whether all are different.
pub fn differ(values: impl IntoIterator<Item = i64>) -> bool {
    let mut seen = BTreeSet::new();
    values.into_iter().all(|value| seen.insert(value))
}

pub fn beside((row, col): Square, (other, column): Square) -> bool {
    row.abs_diff(other) + col.abs_diff(column) == 1
}

pub fn touches((row, col): Square, (other, column): Square) -> bool {
    row.abs_diff(other).max(col.abs_diff(column)) == 1
}

/// Whether the squares hang together side by side.
pub fn hang_together(all: &[Square]) -> bool {
    all.first().is_none_or(|&first| group(first, all).len() == all.len())
}

/// The squares that one can get to from one of them, side by side.
pub fn group(first: Square, all: &[Square]) -> BTreeSet<Square> {
    let mut found = BTreeSet::from([first]);
    let mut open = vec![first];
    while let Some(at) = open.pop() {
        for &next in all {
            if beside(at, next) && found.insert(next) {
                open.push(next);
            }
        }
    }
    found
}

/// A drawing of symbols.
pub fn drawn(layer: &str, rows: usize, cols: usize, symbol: impl Fn(Square) -> String) -> String {
    let row =
        |row: usize| -> String { (0..cols).map(|col| symbol((row, col))).collect::<Vec<String>>().join(" ") };
    let rows: Vec<String> = (0..rows).map(row).collect();
    format!("{layer} \"\"\"\n{}\n\"\"\".\n", rows.join("\n"))
}

/// A drawing of numbers, a dot for none.
pub fn numbers(layer: &str, rows: usize, cols: usize, clues: &BTreeMap<Square, i64>) -> String {
    drawn(layer, rows, cols, |at| clues.get(&at).map_or_else(|| ".".to_owned(), ToString::to_string))
}

/// A grid of random values.
pub fn scattered(count: usize, values: &[i64], random: &mut Random) -> Vec<i64> {
    (0..count).map(|_| *random.pick(values)).collect()
}

/// Whether this time.
pub fn chance(one_in: usize, random: &mut Random) -> bool {
    random.below(one_in) == 0
}

/// A number that is mostly as it should be, and at times one off.
pub fn near(value: i64, random: &mut Random) -> i64 {
    if chance(12, random) { (value + 1 - 2 * random.below(2) as i64).max(0) } else { value }
}

/// A region for each square: they hang together, and have at most so many squares.
pub fn regions(rows: usize, cols: usize, most: usize, random: &mut Random) -> BTreeMap<Square, usize> {
    let all = squares(rows, cols);
    let mut found: BTreeMap<Square, usize> = BTreeMap::new();
    let mut number = 0;
    while found.len() < all.len() {
        let free: Vec<Square> = all.iter().copied().filter(|at| !found.contains_key(at)).collect();
        let mut region = vec![free[0]];
        let wanted = 1 + random.below(most);
        while region.len() < wanted {
            let next: Vec<Square> = free
                .iter()
                .copied()
                .filter(|at| !region.contains(at) && region.iter().any(|&member| beside(member, *at)))
                .collect();
            if next.is_empty() {
                break;
            }
            region.push(*random.pick(&next));
        }
        found.extend(region.into_iter().map(|at| (at, number)));
        number += 1;
    }
    found
}

/// Regions of one size.
pub fn equal_regions(rows: usize, cols: usize, size: usize, random: &mut Random) -> BTreeMap<Square, usize> {
    loop {
        let found = regions(rows, cols, size, random);
        let full = |number: usize| found.values().filter(|&&region| region == number).count() == size;
        if (0..rows * cols / size).all(full) {
            return found;
        }
    }
}

/// The letter of a region; in a fact it stands in quotes, since a rule set may have a param of that name.
pub fn letter(number: usize) -> String {
    char::from(b'a' + number as u8).to_string()
}

/// A drawing of regions, a letter each.
pub fn lettered(layer: &str, rows: usize, cols: usize, regions: &BTreeMap<Square, usize>) -> String {
    drawn(layer, rows, cols, |at| letter(regions[&at]))
}

/// The squares of each region.
pub fn members(regions: &BTreeMap<Square, usize>) -> Vec<Vec<Square>> {
    let most = regions.values().max().map_or(0, |most| most + 1);
    (0..most)
        .map(|number| regions.iter().filter(|entry| *entry.1 == number).map(|entry| *entry.0).collect())
        .collect()
}

/// The rows and then the columns of a grid.
pub fn lanes(rows: usize, cols: usize) -> Vec<Vec<usize>> {
    let across = (0..rows).map(|row| (0..cols).map(|col| row * cols + col).collect());
    let down = (0..cols).map(|col| (0..rows).map(|row| row * cols + col).collect());
    across.chain(down).collect()
}

/// The values of some places.
pub fn along(grid: &[i64], lane: &[usize]) -> Vec<i64> {
    lane.iter().map(|&at| grid[at]).collect()
}

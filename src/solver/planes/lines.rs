//! A board of cells with two values that lie in lines: Takuzu, say.
//!
//! Each line is two words, which one look tells what follows; the lines in which something has changed are looked at until
//! nothing more follows. Then, line by line, what all ways to fill it have in common.

use super::bits::ones;
use super::line::{FEW, Line, MOST_LENGTH};
use super::position::Standing;
use crate::solver::engine::Conflict;

/// The most lines: sets of them are a word.
const MOST_LINES: usize = 128;

/// What does not change.
#[derive(Debug)]
pub(super) struct Tables {
    lines: Vec<Line>,
    /// For each cell the lines it lies in and its place there.
    places: Vec<Vec<(u32, u32)>>,
}

/// What is known at some time.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// For each line the cells that have each value.
    has: Vec<[u64; 2]>,
    /// How many cells are open.
    open: u32,
    /// The lines to be looked at.
    changed: u128,
    /// The lines to be thought through.
    unsure: u128,
    /// The cell and value decided on.
    decided: (usize, usize),
}

impl Node {
    /// Settles what has been found out about a line; whether there was anything.
    #[inline]
    fn learn(&mut self, tables: &Tables, number: usize, found: [u64; 2]) -> bool {
        let has = self.has[number];
        for value in 0..2 {
            for place in ones(found[value] & !has[value]) {
                self.put(tables, tables.lines[number].cells[place] as usize, value);
            }
        }
        found != has
    }

    /// Looks for lines that a line, once it is full, is or may become the same as.
    fn compare(&mut self, tables: &Tables, number: usize) -> Result<(), Conflict> {
        let line = &tables.lines[number];
        let [zero, one] = self.has[number];
        if zero | one != line.all() {
            return Ok(());
        }
        for &other in &line.unlike {
            let [other_zero, other_one] = self.has[other as usize];
            if other_zero & one | other_one & zero == 0 {
                match (line.all() & !(other_zero | other_one)).count_ones() {
                    0 => return Err(Conflict),
                    1..=FEW => self.unsure |= 1 << other,
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// Finds out what all ways to fill a line have in common.
    fn think(&mut self, tables: &Tables, number: usize) -> Result<(), Conflict> {
        let line = &tables.lines[number];
        let has = self.has[number];
        let open = line.all() & !(has[0] | has[1]);
        let found = match open.count_ones() {
            0 => return Ok(()),
            1..=FEW => {
                let mut taken = [0; MOST_LINES];
                let mut count = 0;
                for &other in &line.unlike {
                    let [zero, one] = self.has[other as usize];
                    if zero | one == line.all() && one & has[0] | zero & has[1] == 0 {
                        taken[count] = one;
                        count += 1;
                    }
                }
                line.filled(has, &taken[..count])?
            }
            _ => line.followed(has)?,
        };
        self.learn(tables, number, found);
        Ok(())
    }
}

impl Standing for Node {
    type Tables = Tables;

    /// Learning pays earlier than on boards of groups.
    const PATIENCE: u64 = 2_000;

    fn copy(&mut self, other: &Self) {
        self.has.copy_from_slice(&other.has);
        (self.open, self.changed, self.unsure) = (other.open, other.changed, other.unsure);
    }

    fn domain(&self, tables: &Tables, cell: usize) -> u64 {
        let (line, place) = tables.places[cell][0];
        let [zero, one] = self.has[line as usize].map(|set| set >> place & 1);
        0b11 & !one & !(zero << 1)
    }

    fn keep(&mut self, tables: &Tables, cell: usize, domain: u64) -> Result<(), Conflict> {
        let before = self.domain(tables, cell);
        let after = before & domain;
        if after == 0 {
            return Err(Conflict);
        }
        if after != before {
            self.put(tables, cell, after.trailing_zeros() as usize);
        }
        Ok(())
    }

    fn settle(&mut self, tables: &Tables) -> Result<(), Conflict> {
        loop {
            while self.changed != 0 {
                let number = self.changed.trailing_zeros() as usize;
                self.changed &= self.changed - 1;
                self.unsure |= 1 << number;
                let found = tables.lines[number].sweep(self.has[number])?;
                if !self.learn(tables, number, found) {
                    self.compare(tables, number)?;
                }
            }
            if self.unsure == 0 || self.open == 0 {
                return Ok(());
            }
            let number = self.unsure.trailing_zeros() as usize;
            self.unsure &= self.unsure - 1;
            self.think(tables, number)?;
        }
    }

    fn open(&self) -> u32 {
        self.open
    }

    /// Decides on a cell of a line with few open cells, and of these one whose other lines have few, for the value of which
    /// more may still come; a random number where there is no difference.
    fn decide(&mut self, tables: &Tables, random: u64) -> (usize, usize) {
        let open = |number: usize| tables.lines[number].all() & !(self.has[number][0] | self.has[number][1]);
        let unfilled = (0..tables.lines.len()).filter(|&number| open(number) != 0);
        let line = unfilled.min_by_key(|&number| open(number).count_ones()).unwrap_or_default();
        let crossing = |cell: usize| -> u32 {
            tables.places[cell].iter().map(|&(line, _)| open(line as usize).count_ones()).sum()
        };
        let cells = ones(open(line)).map(|place| tables.lines[line].cells[place] as usize);
        let cell = cells.min_by_key(|&cell| crossing(cell)).unwrap_or_default();
        let room = |value: usize| -> u32 {
            let left = |number: usize| {
                tables.lines[number].most[value].saturating_sub(self.has[number][value].count_ones())
            };
            tables.places[cell].iter().map(|&(line, _)| left(line as usize)).sum()
        };
        let value = match room(1).cmp(&room(0)) {
            std::cmp::Ordering::Less => 0,
            std::cmp::Ordering::Equal => (random >> 32 & 1) as usize,
            std::cmp::Ordering::Greater => 1,
        };
        self.decided = (cell, value);
        self.decided
    }

    #[inline]
    fn put(&mut self, tables: &Tables, cell: usize, value: usize) {
        for &(line, place) in &tables.places[cell] {
            self.has[line as usize][value] |= 1 << place;
            self.changed |= 1 << line;
        }
        self.open -= 1;
    }

    fn refute(&mut self, tables: &Tables) {
        let (cell, value) = self.decided;
        self.put(tables, cell, 1 - value);
    }

    fn values(&self, tables: &Tables, values: &mut [i64]) {
        for (value, places) in values.iter_mut().zip(&tables.places) {
            let (line, place) = places[0];
            *value += (self.has[line as usize][1] >> place & 1) as i64;
        }
    }
}

/// A board of cells, each with its domain as bits, and what is given of it. Nothing if there are too many lines, or a cell lies
/// in none.
pub(super) fn begin(domains: &[u64], lines: Vec<Line>) -> Option<(Tables, Node)> {
    let mut places = vec![Vec::new(); domains.len()];
    for (number, line) in lines.iter().enumerate() {
        for (place, &cell) in line.cells.iter().enumerate() {
            places[cell as usize].push((number as u32, place as u32));
        }
    }
    let is_long = |line: &Line| line.cells.len() > MOST_LENGTH;
    if lines.len() > MOST_LINES || lines.iter().any(is_long) || places.iter().any(Vec::is_empty) {
        return None;
    }
    let all = u128::MAX.checked_shr((MOST_LINES - lines.len()) as u32).unwrap_or_default();
    let mut root = Node {
        has: vec![[0; 2]; lines.len()],
        open: domains.len() as u32,
        changed: all,
        unsure: 0,
        decided: (0, 0),
    };
    let tables = Tables { lines, places };
    for (cell, &domain) in domains.iter().enumerate() {
        if domain.is_power_of_two() {
            root.put(&tables, cell, domain.trailing_zeros() as usize);
        }
    }
    Some((tables, root))
}

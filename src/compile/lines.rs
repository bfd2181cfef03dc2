//! Boards of two values that lie in lines: counts of a value, three cells in a row that are not all alike, lists that differ.

use std::sync::Arc;

use crate::base::hash::Map;
use crate::base::number::Sign;
use crate::solver::constraints::distinct_lists::Element;
use crate::solver::constraints::linear::{Linear, View};
use crate::solver::engine::{Engine, Store, VarId};
use crate::solver::planes::{Line, Planes};

/// What has been posted about lines on a board whose variables all have one of two values, `base` and the next.
#[derive(Debug)]
pub(super) struct Posted {
    base: i64,
    /// Counts, each with its propagator.
    counts: Vec<(Count, u32)>,
    /// Lists that differ, each with the first of its propagators.
    lists: Vec<(Arc<[Vec<Element>]>, u32)>,
}

/// How many of some cells, in order, may have each value.
#[derive(Debug)]
struct Count {
    cells: Vec<u32>,
    most: [u32; 2],
}

impl Posted {
    /// Nothing yet; unless there are other values than two.
    pub(super) fn new(store: &Store) -> Option<Posted> {
        let vars = || (0..store.count() as u32).map(VarId);
        let base = vars().map(|var| store.min(var)).min()?;
        let is_fit = |var: VarId| store.mask(var).is_some() && store.max(var) <= base + 1;
        vars().all(is_fit).then_some(Posted { base, counts: Vec::new(), lists: Vec::new() })
    }

    /// Remembers a sum that is about to be posted if it counts a value.
    pub(super) fn sum(&mut self, linear: &Linear, number: usize) {
        self.counts.extend(self.count(linear).map(|count| (count, number as u32)));
    }

    /// Remembers lists that are about to be posted.
    pub(super) fn lists(&mut self, lists: &Arc<[Vec<Element>]>, first: usize) {
        self.lists.push((lists.clone(), first as u32));
    }

    /// A sum as a count, if each of its variables adds the same to it.
    fn count(&self, linear: &Linear) -> Option<Count> {
        // A literal of a variable that has the higher value only says nothing about the other.
        let worth = |(factor, view): (i64, View), value: i64| match view {
            View::Var(_) => Some(factor * value),
            View::Truth(literal) => (literal.base <= value).then(|| factor * i64::from(literal.holds(value))),
        };
        let both = |&term| Some((worth(term, self.base)?, worth(term, self.base + 1)?));
        let worths: Vec<(i64, i64)> = linear.terms.iter().map(both).collect::<Option<_>>()?;
        let worths = worths.iter().copied();
        let step = worths.clone().map(|(low, high)| high - low).next()?;
        let mut cells: Vec<u32> = linear.terms.iter().map(|(_, view)| view.var().0).collect();
        cells.sort_unstable();
        let is_even = worths.clone().all(|(low, high)| high - low == step);
        if step == 0 || !is_even || cells.windows(2).any(|pair| pair[0] == pair[1]) {
            return None;
        }
        let left = -linear.constant - worths.map(|(low, _)| low).sum::<i64>();
        let all = cells.len() as i64;
        // How many variables may have the higher value.
        let (least, most) = match linear.sign {
            Sign::AtMostZero if step > 0 => (0, left.div_euclid(step)),
            Sign::AtMostZero => (-left.div_euclid(-step), all),
            Sign::Zero if left % step == 0 => (left / step, left / step),
            _ => return None,
        };
        let most = [(all - least).min(all), most.min(all)];
        let most = most.map(|most| u32::try_from(most).ok());
        Some(Count { cells, most: [most[0]?, most[1]?] })
    }

    /// Planes, if lines say all that the propagators say.
    pub(super) fn planes(self, engine: &Engine) -> Option<Planes> {
        let store = &engine.store;
        let mut board =
            Board { lines: Vec::new(), by_cells: Map::default(), places: vec![Vec::new(); store.count()] };
        let mut told = vec![false; engine.count()];
        for (Count { cells, most }, number) in self.counts {
            told[number as usize] = true;
            let line = board.line(cells);
            let known = &mut board.lines[line].most;
            *known = [known[0].min(most[0]), known[1].min(most[1])];
        }
        for (lists, first) in &self.lists {
            told[*first as usize..][..lists.len()].fill(true);
            board.unlike(lists)?;
        }
        let mut speakers = Vec::new();
        for number in (0..engine.count() as u32).filter(|&number| engine.wakes(number)) {
            let scope = engine.scope(number);
            if !told[number as usize] {
                board.window(engine, number, &scope, self.base)?;
            }
            speakers.push((scope, number));
        }
        Planes::of_lines(engine, self.base, board.lines, speakers)
    }
}

/// The lines found so far.
struct Board {
    lines: Vec<Line>,
    by_cells: Map<Vec<u32>, usize>,
    /// For each cell the lines it lies in and its place there.
    places: Vec<Vec<(usize, usize)>>,
}

impl Board {
    /// The line of these cells, in order.
    fn line(&mut self, cells: Vec<u32>) -> usize {
        if let Some(&line) = self.by_cells.get(&cells) {
            return line;
        }
        let line = self.lines.len();
        for (place, &cell) in cells.iter().enumerate() {
            self.places[cell as usize].push((line, place));
        }
        self.by_cells.insert(cells.clone(), line);
        self.lines.push(Line::new(cells));
        line
    }

    /// Takes up that lists differ; nothing if their elements are not the cells of lines in order.
    fn unlike(&mut self, lists: &[Vec<Element>]) -> Option<()> {
        let mut lines = Vec::with_capacity(lists.len());
        for list in lists {
            let cells = list.iter().map(|element| match element {
                Element::Var(var) => Some(var.0),
                Element::Value(_) => None,
            });
            let cells: Vec<u32> = cells.collect::<Option<_>>()?;
            if cells.is_empty() || !cells.windows(2).all(|pair| pair[0] < pair[1]) {
                return None;
            }
            lines.push(self.line(cells));
        }
        for (at, &line) in lines.iter().enumerate() {
            for &other in lines[..at].iter().chain(&lines[at + 1..]) {
                if line == other {
                    return None;
                }
                if self.lines[line].cells.len() == self.lines[other].cells.len() {
                    self.lines[line].unlike.push(other as u32);
                }
            }
        }
        Some(())
    }

    /// Takes up what a propagator says of three cells in a row; nothing if it says more than that they are not all alike.
    fn window(&mut self, engine: &Engine, number: u32, scope: &[VarId], base: i64) -> Option<()> {
        if scope.len() > 3 {
            return None;
        }
        let propagator = engine.propagator(number);
        let mut barred = [false; 2];
        for row in 0..1_u32 << scope.len() {
            let at = |var: VarId| scope.iter().position(|&other| other == var).unwrap_or_default();
            let value = |var: VarId| base + i64::from(row >> at(var) & 1);
            if scope.iter().all(|&var| engine.store.contains(var, value(var))) && !propagator.holds(&value) {
                match row {
                    0 => barred[0] = true,
                    0b111 => barred[1] = true,
                    _ => return None,
                }
            }
        }
        if barred == [false; 2] {
            return Some(());
        }
        let &[VarId(one), VarId(two), VarId(three)] = scope else { return None };
        let follow = |&(line, place): &(usize, usize)| {
            self.lines[line].cells.get(place..place + 3).is_some_and(|cells| cells == [one, two, three])
        };
        let place = self.places[one as usize].iter().find(|&place| follow(place)).copied();
        let (line, place) = place.unwrap_or_else(|| (self.line(vec![one, two, three]), 0));
        for value in (0..2).filter(|&value| barred[value]) {
            self.lines[line].runs[value] |= 1_u64.checked_shl(place as u32)?;
        }
        Some(())
    }
}

//! A line as clauses: how far its automaton has come at least before each cell is an unknown of the learner (order encoding).
//!
//! ```text
//! runs of 2 and 1    states  0 gap, 1 2 run, 3 gap, 4 run, 5 gap
//! before a cell at least 1 and not 3, the cell is painted: after it at least 2
//! ```
//!
//! That works where letters lead later states to later ones, so that one who is farther stays farther. A state is decided once its
//! two neighbours are told apart, and a clause that is learned may speak of all states before or after one at once: of a run
//! that begins in time, wherever it begins. These clauses prune less than the sweeps do and cost next to nothing.

use std::ops::Range;

use super::{Cell, Line};
use crate::base::automaton::Automaton;
use crate::base::hash::Numbered;
use crate::solver::engine::{Relaxed, Store, VarId};

/// The most states of the automaton once it is deterministic.
const MOST_STATES: usize = 512;

/// The most unknowns of one line.
const MOST_HELPERS: usize = 4096;

/// The bits of an unknown that is 0, or 1.
const NO: u64 = 1;
const YES: u64 = 2;

/// An automaton that is in one state at a time.
struct Machine {
    /// For each state and letter the next state.
    next: Vec<Vec<Option<usize>>>,
    is_end: Vec<bool>,
}

impl Machine {
    /// By the sets of states that an automaton may be in, as they are found (subset construction).
    fn new(automaton: &Automaton, letters: u64) -> Option<Machine> {
        let mut sets: Numbered<u128> = [automaton.start()].into_iter().collect();
        let mut next: Vec<Vec<Option<usize>>> = Vec::new();
        while let Some(&set) = sets.get_index(next.len()) {
            let by = (0..64 - letters.leading_zeros()).map(|letter| {
                let after = automaton.step(set, letters & 1 << letter);
                (after != 0).then(|| sets.insert_full(after).0)
            });
            next.push(by.collect());
            if sets.len() > MOST_STATES {
                return None;
            }
        }
        Some(Machine { next, is_end: sets.iter().map(|&set| automaton.is_end(set)).collect() })
    }

    /// Before each cell and after the last: the states on a way through the line, in order. Nothing if there is no such way.
    fn ways(&self, word: &[u64]) -> Option<Vec<Vec<usize>>> {
        let mut ways = vec![vec![0]];
        for &letters in word {
            let before = ways.last()?;
            let mut after: Vec<usize> = before
                .iter()
                .flat_map(|&state| bits(letters).filter_map(move |at| self.next[state][at]))
                .collect();
            after.sort_unstable();
            after.dedup();
            ways.push(after);
        }
        ways.last_mut()?.retain(|&state| self.is_end[state]);
        for (place, &letters) in word.iter().enumerate().rev() {
            let (before, after) = ways.split_at_mut(place + 1);
            let leads = |at: usize, state: usize| {
                self.next[state][at].is_some_and(|next| after[0].binary_search(&next).is_ok())
            };
            before[place].retain(|&state| bits(letters).any(|at| leads(at, state)));
        }
        (!ways[0].is_empty()).then_some(ways)
    }
}

/// The numbers of the bits of a word.
fn bits(word: u64) -> impl Iterator<Item = usize> {
    (0..64).filter(move |bit| word >> bit & 1 == 1)
}

/// The states between two cells, and the first of the unknowns that say whether the state is at least the second, the third ..
#[derive(Clone, Copy)]
struct Place<'a> {
    states: &'a [usize],
    first: u32,
}

/// What a nogood says of an unknown; nothing where that always holds or never does.
type Part = Result<(VarId, u64), bool>;

impl Place<'_> {
    /// That the state is one from this on.
    fn from(self, at: usize) -> Part {
        self.said(at, YES)
    }

    /// That it is one before this.
    fn before(self, at: usize) -> Part {
        self.said(at, NO)
    }

    fn said(self, at: usize, value: u64) -> Part {
        match at {
            0 => Err(value == YES),
            _ if at >= self.states.len() => Err(value == NO),
            _ => Ok((VarId(self.first + at as u32 - 1), value)),
        }
    }
}

/// Where one letter of a cell leads: for each state before it the place of the next among those after it.
struct Way {
    leads: Vec<Option<usize>>,
    /// For each state after it whether the letter leads there.
    enters: Vec<bool>,
    /// What a nogood says of the letter.
    own: Part,
}

impl Way {
    /// The first state that comes of this one or later ones; one after the last if there is none.
    fn least(&self, at: usize) -> usize {
        self.leads[at..].iter().flatten().next().copied().unwrap_or(self.enters.len())
    }

    /// How many states are left after the last that comes of this one or earlier ones.
    fn end(&self, at: usize) -> usize {
        self.leads[..=at].iter().rev().flatten().next().map_or(0, |last| last + 1)
    }
}

impl Line {
    /// The same as clauses; nothing if letters do not keep the order of states, or there is too much to say.
    pub(super) fn as_clauses(&self, store: &Store) -> Option<Relaxed> {
        let word: Vec<u64> = self.cells.iter().map(|cell| cell.open(store)).collect();
        let machine = Machine::new(&self.automaton, word.iter().fold(0, |all, letters| all | letters))?;
        let ways = machine.ways(&word)?;
        let helpers: usize = ways.iter().map(|states| states.len() - 1).sum();
        if helpers > MOST_HELPERS {
            return None;
        }
        let mut relaxed = Relaxed { helpers: vec![2; helpers], ..Relaxed::default() };
        let mut first = store.count() as u32;
        for (cell, states) in self.cells.iter().zip(ways.windows(2)) {
            let before = Place { states: &states[0], first };
            first += before.states.len() as u32 - 1;
            let after = Place { states: &states[1], first };
            link(&machine, cell, store, [before, after], &mut relaxed.nogoods)?;
        }
        Some(relaxed)
    }
}

/// What a cell says of the states before and after it.
fn link(
    machine: &Machine,
    cell: &Cell,
    store: &Store,
    [before, after]: [Place<'_>; 2],
    nogoods: &mut Vec<Vec<(VarId, u64)>>,
) -> Option<()> {
    let mut forbid = |parts: [Part; 3]| {
        if !parts.contains(&Err(false)) {
            nogoods.push(parts.into_iter().flatten().collect());
        }
    };
    let always = Err(true);
    let letters = cell.open(store);
    let ways: Vec<Way> = bits(letters)
        .map(|letter| {
            let next = |&state: &usize| after.states.binary_search(&machine.next[state][letter]?).ok();
            let leads: Vec<Option<usize>> = before.states.iter().map(next).collect();
            let mut enters = vec![false; after.states.len()];
            leads.iter().flatten().for_each(|&at| enters[at] = true);
            let own = match cell {
                Cell::Var(var, own) if letters.count_ones() > 1 => {
                    Ok((*var, store.word(*var).1 & own.bits(1 << letter)))
                }
                _ => always,
            };
            Way { leads, enters, own }
        })
        .collect();
    if ways.iter().any(|way| !way.leads.iter().flatten().is_sorted()) {
        return None;
    }
    let count = before.states.len();
    // Whatever the letter.
    let least: Vec<usize> =
        (0..count).map(|at| ways.iter().map(|way| way.least(at)).min().unwrap_or_default()).collect();
    let end: Vec<usize> =
        (0..count).map(|at| ways.iter().map(|way| way.end(at)).max().unwrap_or_default()).collect();
    for at in 1..count {
        if least[at] > least[at - 1] {
            forbid([before.from(at), after.before(least[at]), always]);
        }
        if end[at] > end[at - 1] {
            forbid([before.before(at), after.from(end[at - 1]), always]);
        }
    }
    for at in 2..after.states.len() {
        forbid([after.from(at), after.before(at - 1), always]);
    }
    for way in &ways {
        let enters = |range: Range<usize>| way.enters.get(range).is_some_and(|some| some.contains(&true));
        for run in runs(&way.enters) {
            forbid([way.own, after.from(run.start), after.before(run.end)]);
        }
        let leads: Vec<bool> = way.leads.iter().map(Option::is_some).collect();
        for run in runs(&leads).into_iter().filter(|run| enters(least[run.start]..end[run.end - 1])) {
            forbid([way.own, before.from(run.start), before.before(run.end)]);
        }
        for at in (0..count).filter(|&at| leads[at]) {
            let (from, to) = (way.least(at), way.end(at));
            if enters(least[at]..from) {
                forbid([way.own, before.from(at), after.before(from)]);
            }
            if enters(to..end[at]) {
                forbid([way.own, before.before(at + 1), after.from(to)]);
            }
        }
    }
    Some(())
}

/// The places from which to which nothing is true.
fn runs(flags: &[bool]) -> Vec<Range<usize>> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for at in (0..flags.len()).filter(|&at| !flags[at]) {
        match runs.last_mut() {
            Some(run) if run.end == at => run.end += 1,
            _ => runs.push(Range { start: at, end: at + 1 }),
        }
    }
    runs
}

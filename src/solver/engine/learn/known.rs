//! What is known of atoms at the moment, in which order it came to be known, and why; and clauses that find out more.
//!
//! The store knows the same: what literals find out is *written* into it before propagators run, and what these find out is *read*
//! from its trail. Both trails have the same order.

use super::atoms::{Atoms, Lit};
use super::clauses::{Clauses, HEAD, Watch};
use super::order::Order;
use crate::solver::engine::store::{Change, Conflict, Store, VarId};

/// Why a literal holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Why {
    /// It was decided, or holds for good.
    Nothing,
    /// No other value is left to its variable.
    Last,
    /// Another literal implies it.
    Implied(Lit),
    /// All others of a clause fail.
    Clause(u32),
    /// A propagator made a change of the store.
    Propagator { number: u32, change: u32 },
    /// The same, once it has been told: where the other literals of a clause that it comes to stand.
    Told { start: u32, count: u32 },
}

/// What is known of an atom that is not open.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) level: u32,
    pub(super) why: Why,
}

/// Where a level begins.
#[derive(Clone, Copy, Debug)]
struct Level {
    trail: usize,
    written: usize,
}

/// A clause all of whose literals fail.
#[derive(Clone, Copy, Debug)]
pub(super) enum Broken {
    /// A clause of these two.
    Two(Lit, Lit),
    /// One of more.
    Clause(u32),
}

/// What is known of atoms.
#[derive(Debug)]
pub(super) struct Known {
    pub(super) atoms: Atoms,
    pub(super) clauses: Clauses,
    pub(super) order: Order,
    /// For each literal: 1 if it holds, -1 if it fails, 0 if that is open.
    pub(super) truth: Vec<i8>,
    /// The literals that hold, in the order in which they came to.
    pub(super) trail: Vec<Lit>,
    pub(super) entries: Vec<Entry>,
    /// For each variable: how many of its atoms do not fail.
    left: Vec<u32>,
    levels: Vec<Level>,
    /// So many literals of the trail have been looked at by clauses; so many have been written into the store.
    seen: usize,
    written: usize,
    /// So many changes of the store have been read.
    read: usize,
    /// The level of the store at which nothing is decided.
    base: usize,
    /// How many times a clause was looked at.
    pub(super) looks: u64,
}

impl Known {
    /// What a store knows now, which holds for good; and nothing of unknowns of so many values besides.
    pub(super) fn new(store: &Store, helpers: &[u32]) -> Known {
        let atoms = Atoms::new(store, helpers);
        let count = atoms.count();
        let left = (0..(store.count() + helpers.len()) as u32)
            .map(|var| atoms.of(VarId(var)).len() as u32)
            .collect();
        let mut truth = vec![0; 2 * count];
        (truth[0], truth[1]) = (1, -1);
        Known {
            clauses: Clauses::new(count),
            order: Order::new(count, std::iter::empty()),
            truth,
            trail: Vec::new(),
            entries: vec![Entry { level: 0, why: Why::Nothing }; count],
            left,
            levels: Vec::new(),
            seen: 0,
            written: 0,
            read: store.trail().len(),
            base: store.level(),
            looks: 0,
            atoms,
        }
    }

    /// How many decisions are in force.
    pub(super) fn level(&self) -> u32 {
        self.levels.len() as u32
    }

    #[inline]
    pub(super) fn level_of(&self, lit: Lit) -> u32 {
        self.entries[lit.atom()].level
    }

    #[inline]
    pub(super) fn is_open(&self, atom: usize) -> bool {
        self.truth[2 * atom] == 0
    }

    #[inline]
    fn set(&mut self, lit: Lit, why: Why) {
        debug_assert!(self.is_open(lit.atom()), "what is known comes once");
        self.truth[lit.index()] = 1;
        self.truth[lit.not().index()] = -1;
        let level = self.levels.len() as u32;
        let why = if level == 0 { Why::Nothing } else { why };
        self.entries[lit.atom()] = Entry { level, why };
        self.trail.push(lit);
        if !lit.is_positive() {
            self.left[self.atoms.var(lit.atom()).0 as usize] -= 1;
        }
    }

    /// A literal, which is open, comes to hold, and with it what that says of other values of its variable.
    #[inline]
    pub(super) fn hold(&mut self, lit: Lit, why: Why) {
        self.set(lit, why);
        let var = self.atoms.var(lit.atom());
        let own = self.atoms.of(var);
        if own.len() == 1 {
            return;
        }
        if lit.is_positive() {
            for other in own {
                if self.is_open(other) {
                    self.set(Lit::new(other, false), Why::Implied(lit));
                }
            }
        } else if self.left[var.0 as usize] == 1
            && let Some(last) = own.into_iter().find(|&atom| self.is_open(atom))
        {
            self.set(Lit::new(last, true), Why::Last);
        }
    }

    /// Makes a decision.
    pub(super) fn decide(&mut self, lit: Lit, store: &mut Store) {
        self.push_level(store);
        self.hold(lit, Why::Nothing);
    }

    /// Begins a level.
    pub(super) fn push_level(&mut self, store: &mut Store) {
        self.levels.push(Level { trail: self.trail.len(), written: self.written });
        store.push_level();
    }

    /// Takes back all decisions but so many.
    pub(super) fn back_to(&mut self, level: u32, store: &mut Store) {
        if let Some(&Level { trail, written }) = self.levels.get(level as usize) {
            for at in (trail..self.trail.len()).rev() {
                let lit = self.trail[at];
                self.truth[lit.index()] = 0;
                self.truth[lit.not().index()] = 0;
                if !lit.is_positive() {
                    self.left[self.atoms.var(lit.atom()).0 as usize] += 1;
                }
                self.order.reopen(lit);
            }
            self.trail.truncate(trail);
            self.levels.truncate(level as usize);
            (self.seen, self.written) = (self.seen.min(trail), written);
        }
        while store.level() > self.base + level as usize {
            store.pop_level();
        }
        self.read = self.read.min(store.trail().len());
    }

    /// Writes what has been found out into the store; a conflict only where the store has found out for good what clauses deny.
    pub(super) fn write(&mut self, store: &mut Store) -> Result<(), Conflict> {
        debug_assert_eq!(self.read, store.trail().len(), "the store has been read");
        let told = self.trail[self.written..].iter().filter(|lit| !self.atoms.is_helper(lit.atom()));
        for &lit in told {
            let (var, value) = (self.atoms.var(lit.atom()), self.atoms.value(lit.atom()));
            if lit.is_positive() { store.fix(var, value)? } else { store.remove(var, value)? }
        }
        self.written = self.trail.len();
        self.read = store.trail().len();
        Ok(())
    }

    /// Reads what propagators have found out.
    pub(super) fn read(&mut self, store: &Store) {
        let is_written = self.written == self.trail.len();
        while let Some(&Change { word, old, cause, .. }) = store.trail().get(self.read) {
            let change = self.read as u32;
            self.read += 1;
            let mut lost = old & !store.at_change(word, change + 1);
            while lost != 0 {
                let lit = self.atoms.is(word, lost.trailing_zeros());
                lost &= lost - 1;
                if self.truth[lit.index()] == 0 {
                    self.hold(lit.not(), Why::Propagator { number: cause, change });
                }
            }
        }
        // What clauses have found out for good may still have to be written.
        if is_written {
            self.written = self.trail.len();
        }
    }

    /// Lets clauses find out what they can.
    pub(super) fn propagate(&mut self) -> Result<(), Broken> {
        while let Some(&lit) = self.trail.get(self.seen) {
            self.seen += 1;
            let implied = std::mem::take(&mut self.clauses.implied[lit.index()]);
            let broken = implied.iter().find(|&&other| {
                let truth = self.truth[other.index()];
                if truth == 0 {
                    self.hold(other, Why::Implied(lit));
                }
                truth < 0
            });
            let result = broken.map_or(Ok(()), |&other| Err(Broken::Two(lit.not(), other)));
            self.clauses.implied[lit.index()] = implied;
            result?;
            self.look(lit)?;
        }
        Ok(())
    }

    /// Looks at all clauses that watch the denial of a literal.
    fn look(&mut self, lit: Lit) -> Result<(), Broken> {
        let mut watches = std::mem::take(&mut self.clauses.watches[lit.index()]);
        let failed = lit.not().0;
        let (mut kept, mut result) = (0, Ok(()));
        self.looks += watches.len() as u64;
        let mut at = 0;
        'next: while at < watches.len() {
            let Watch { clause, other } = watches[at];
            at += 1;
            if self.truth[other.index()] > 0 {
                watches[kept] = Watch { clause, other };
                kept += 1;
                continue;
            }
            let start = clause as usize + HEAD;
            let count = self.clauses.arena[clause as usize] as usize;
            let literals = &mut self.clauses.arena[start..start + count];
            let first = Lit(literals[0] ^ literals[1] ^ failed);
            if first != other && self.truth[first.index()] > 0 {
                watches[kept] = Watch { clause, other: first };
                kept += 1;
                continue;
            }
            for place in 2..count {
                let next = Lit(literals[place]);
                if self.truth[next.index()] >= 0 {
                    (literals[0], literals[1], literals[place]) = (first.0, next.0, failed);
                    self.clauses.watches[next.not().index()].push(Watch { clause, other: first });
                    continue 'next;
                }
            }
            watches[kept] = Watch { clause, other: first };
            kept += 1;
            if self.truth[first.index()] < 0 {
                result = Err(Broken::Clause(clause));
                break;
            }
            self.hold(first, Why::Clause(clause));
        }
        watches.copy_within(at.., kept);
        watches.truncate(kept + watches.len() - at);
        self.clauses.watches[lit.index()] = watches;
        result
    }

    /// Makes sure that one of some literals holds; no decision is in force. Whether that can be.
    pub(super) fn require(&mut self, literals: &mut Vec<Lit>) -> bool {
        literals.sort_unstable();
        literals.dedup();
        let holds = |lit: Lit| self.truth[lit.index()] > 0;
        if literals.iter().any(|&lit| holds(lit)) || literals.windows(2).any(|two| two[0] == two[1].not()) {
            return true;
        }
        literals.retain(|lit| self.truth[lit.index()] == 0);
        match **literals {
            [] => return false,
            [only] => self.hold(only, Why::Nothing),
            [one, other] => self.clauses.add_two(one, other),
            _ => _ = self.clauses.add(literals, 0, u32::MAX),
        }
        true
    }
}

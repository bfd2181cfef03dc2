//! The nogoods of a proof: facts that never hold all at once, each with its step, and what they prune.

use crate::solver::engine::fact::Fact;
use crate::solver::engine::store::{Store, VarId};

#[derive(Debug)]
struct Nogood {
    /// The first two are watched.
    facts: Vec<Fact>,
    step: u64,
    /// On how many levels its facts came true; 0 for what is never forgotten.
    blocks: u32,
    /// The conflict that it last had part in.
    used: u64,
}

/// All nogoods in force.
#[derive(Debug)]
pub(super) struct Nogoods {
    all: Vec<Nogood>,
    /// For each variable the nogoods that watch it, each with a bit of its domain that the fact rules out.
    watches: Vec<Vec<(u32, u32)>>,
    /// The number of the first as a cause.
    first: u32,
    /// How much of the trail has been looked at.
    seen: usize,
    /// A nogood that could prune nothing any more when it was learned.
    broken: Option<u32>,
    /// Conflicts until the next restart, and how many restarts there were.
    left: u64,
    runs: u64,
}

impl Nogoods {
    pub(super) fn new(vars: usize, first: u32) -> Nogoods {
        let watches = vec![Vec::new(); vars];
        Nogoods { all: Vec::new(), watches, first, seen: 0, broken: None, left: 50, runs: 0 }
    }

    pub(super) fn count(&self) -> usize {
        self.all.len()
    }

    fn of_cause(&self, cause: u32) -> Option<&Nogood> {
        cause.checked_sub(self.first).and_then(|number| self.all.get(number as usize))
    }

    /// The step of the nogood that is a cause; nothing for propagators.
    pub(super) fn step_of(&self, cause: u32) -> Option<u64> {
        self.of_cause(cause).map(|nogood| nogood.step)
    }

    /// The same, and it had part in a conflict.
    pub(super) fn use_of(&mut self, cause: u32, conflict: u64) -> Option<u64> {
        let number = cause.checked_sub(self.first)?;
        let nogood = self.all.get_mut(number as usize)?;
        nogood.used = conflict;
        Some(nogood.step)
    }

    /// The facts of the nogood that is a cause.
    pub(super) fn facts(&self, cause: u32) -> Option<&[Fact]> {
        self.of_cause(cause).map(|nogood| &nogood.facts[..])
    }

    /// Adds a nogood for good, and prunes by it if all of its facts but one hold.
    pub(super) fn add(&mut self, mut facts: Vec<Fact>, step: u64, store: &mut Store) {
        facts.sort_by_key(|fact| outside(store, fact).is_none());
        let is_open = facts.get(1).is_some_and(|fact| outside(store, fact).is_some());
        let number = self.all.len() as u32;
        self.all.push(Nogood { facts, step, blocks: 0, used: 0 });
        self.watch(number, store);
        if !is_open && self.refute(number, store).is_err() {
            self.broken = Some(number);
        }
    }

    /// What holds of a nogood of one fact holds for good.
    fn watch(&mut self, number: u32, store: &Store) {
        let facts = &self.all[number as usize].facts;
        for fact in facts.iter().take(if facts.len() > 1 { 2 } else { 0 }) {
            let witness = outside(store, fact).unwrap_or(u32::MAX);
            self.watches[fact.var.0 as usize].push((number, witness));
        }
    }

    /// Adds a nogood all of whose facts but the first hold, and the second came true last; and prunes by it.
    pub(super) fn learn(&mut self, facts: Vec<Fact>, step: u64, blocks: u32, now: u64, store: &mut Store) {
        self.left = self.left.saturating_sub(1);
        let number = self.all.len() as u32;
        self.all.push(Nogood { facts, step, blocks, used: now });
        self.watch(number, store);
        if self.refute(number, store).is_err() {
            self.broken = Some(number);
        }
    }

    /// Rules the first fact of a nogood out.
    fn refute(&self, number: u32, store: &mut Store) -> Result<(), u32> {
        let Some(fact) = self.all[number as usize].facts.first() else { return Err(self.first + number) };
        if store.is_apart(fact.var, &fact.domain) {
            return Ok(());
        }
        let cause = std::mem::replace(&mut store.cause, self.first + number);
        let refuted = store.refute(fact.var, &fact.domain);
        store.cause = cause;
        refuted.map_err(|_| self.first + number)
    }

    /// Rules out what would make all facts of a nogood hold; or the cause of a conflict.
    pub(super) fn prune(&mut self, store: &mut Store) -> Result<(), u32> {
        if let Some(number) = self.broken.take() {
            return Err(self.first + number);
        }
        while let Some(change) = store.trail().get(self.seen) {
            let var = change.var;
            self.seen += 1;
            self.visit(var, store)?;
        }
        Ok(())
    }

    fn visit(&mut self, var: VarId, store: &mut Store) -> Result<(), u32> {
        let mut list = std::mem::take(&mut self.watches[var.0 as usize]);
        let (mut at, mut result) = (0, Ok(()));
        while at < list.len() && result.is_ok() {
            let (number, witness) = list[at];
            if witness != u32::MAX && store.has_bit(var, witness) {
                at += 1;
                continue;
            }
            let facts = &mut self.all[number as usize].facts;
            if facts[0].var == var {
                facts.swap(0, 1);
            }
            if let Some(witness) = outside(store, &facts[1]) {
                list[at].1 = witness;
                at += 1;
                continue;
            }
            let other = (2..facts.len()).find_map(|other| Some((other, outside(store, &facts[other])?)));
            if let Some((other, witness)) = other {
                facts.swap(1, other);
                self.watches[facts[1].var.0 as usize].push((number, witness));
                list.swap_remove(at);
                continue;
            }
            result = self.refute(number, store);
            at += 1;
        }
        self.watches[var.0 as usize] = list;
        result
    }

    /// Changes have been taken back.
    pub(super) fn rewind(&mut self, store: &Store) {
        self.seen = self.seen.min(store.trail().len());
    }

    /// Whether it is time to begin anew.
    pub(super) fn is_due(&self) -> bool {
        self.left == 0
    }

    /// Begins anew.
    pub(super) fn restart(&mut self, unit: u64) {
        self.runs += 1;
        self.left = unit * luby(self.runs);
    }

    /// Forgets the worse half, whose steps are told; no decision is in force, and all that they have pruned is written down.
    pub(super) fn reduce(&mut self, store: &Store) -> Vec<u64> {
        let worth = |nogood: &Nogood| (nogood.blocks, std::cmp::Reverse(nogood.used));
        let mut worst: Vec<_> = self.all.iter().map(worth).collect();
        worst.sort_unstable();
        let limit = worst[worst.len() / 2];
        let (kept, gone): (Vec<Nogood>, Vec<Nogood>) = std::mem::take(&mut self.all)
            .into_iter()
            .partition(|nogood| nogood.blocks <= 2 || nogood.facts.len() < 2 || worth(nogood) < limit);
        self.all = kept;
        self.watches.iter_mut().for_each(Vec::clear);
        (0..self.all.len() as u32).for_each(|number| self.watch(number, store));
        self.seen = 0;
        gone.into_iter().map(|nogood| nogood.step).collect()
    }
}

/// A bit of a variable's domain that a fact rules out; nothing if the fact holds.
fn outside(store: &Store, fact: &Fact) -> Option<u32> {
    let words = store.domain(fact.var).iter().zip(&fact.domain).zip(0..);
    words
        .filter(|((own, of), _)| *own & !*of != 0)
        .map(|((own, of), at)| 64 * at + (own & !of).trailing_zeros())
        .next()
}

/// 1, 1, 2, 1, 1, 2, 4, ..
fn luby(mut at: u64) -> u64 {
    loop {
        let whole = 64 - at.leading_zeros();
        if at == (1 << whole) - 1 {
            return 1 << (whole - 1);
        }
        at -= (1 << (whole - 1)) - 1;
    }
}

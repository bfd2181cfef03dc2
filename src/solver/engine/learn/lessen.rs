//! Smaller nogoods: claims that follow from others are left out, and those of a level replaced by one that they follow from.
//!
//! What a claim of an earlier level rests on is asked on the domains as they were then, which the trail still knows.

use super::{Learner, words};
use crate::solver::engine::claim::{Claim, Found, Reason};
use crate::solver::engine::queue::Engine;
use crate::solver::engine::store::{Store, VarId};

/// What is known while a nogood is made smaller.
#[derive(Debug, Default)]
pub(super) struct Minimise {
    /// For each level the conflict at which a needed claim came true there.
    levels: Vec<u64>,
    /// For each change the claim it made true that was last asked about, whether that follows, and at which conflict.
    known: Vec<(u64, u64, bool)>,
    /// How many explanations may still be asked for.
    left: u32,
}

/// How many explanations it may take to make one nogood smaller, and how deep they may rest on one another.
const MOST_EXPLAINED: u32 = 300;
const DEEPEST: u32 = 24;

/// Propagators of more variables than this are not asked about the past.
const WIDEST: usize = 200;

impl Learner {
    /// Leaves out needed claims that follow from others; the level of the conflict has been taken back.
    pub(super) fn lessen(&mut self, engine: &mut Engine, first: VarId) {
        let levels = engine.store.level() + 1;
        if self.minimise.levels.len() < levels {
            self.minimise.levels.resize(levels, 0);
        }
        let claims = self.others(&engine.store, first);
        for &(at, _) in &claims {
            self.minimise.levels[engine.store.level_of(at as usize)] = self.conflicts;
        }
        self.minimise.left = MOST_EXPLAINED;
        for &(at, word) in claims.iter().rev() {
            if self.follows_from_others(engine, at, word, self.need[word as usize], DEEPEST) {
                self.need[word as usize] = u64::MAX;
            }
        }
    }

    /// The needed claims that are not about the first variable, each by the change that made it true, in order, and its word.
    fn others(&self, store: &Store, first: VarId) -> Vec<(u32, u32)> {
        let mut claims = Vec::new();
        for &var in self.needed.iter().filter(|&&var| var != first) {
            for word in words(&self.root, var).filter(|&word| self.need[word] != u64::MAX) {
                let made = self.made_true(store, word as u32, self.need[word]);
                claims.extend(made.map(|at| (at, word as u32)));
            }
        }
        claims.sort_unstable();
        claims
    }

    /// Whether a claim, which a change made true, follows from needed claims that came true before it.
    fn follows_from_others(&mut self, engine: &Engine, at: u32, word: u32, values: u64, deep: u32) -> bool {
        let store = &engine.store;
        let change = store.trail()[at as usize];
        if change.cause >= Store::GIVEN || self.minimise.levels[store.level_of(at as usize)] != self.conflicts
        {
            return false;
        }
        if let Some(&(conflict, asked, follows)) = self.minimise.known.get(at as usize)
            && (conflict, asked) == (self.conflicts, values)
        {
            return follows;
        }
        if deep == 0 || self.minimise.left == 0 {
            return false;
        }
        self.minimise.left -= 1;
        let Some(reason) = self.explain_past(engine, at, word, values) else {
            return self.keep_in_mind(at, values, false);
        };
        let follows = reason.claims.iter().all(|&claim| {
            let made = self.made_before(store, claim.word, claim.values, at);
            made.is_none_or(|made| {
                self.is_had(store, claim, at)
                    || self.follows_from_others(engine, made, claim.word, claim.values, deep - 1)
            })
        });
        self.keep_in_mind(at, values, follows)
    }

    fn keep_in_mind(&mut self, at: u32, values: u64, follows: bool) -> bool {
        if self.minimise.known.len() <= at as usize {
            self.minimise.known.resize(at as usize + 1, (0, 0, false));
        }
        self.minimise.known[at as usize] = (self.conflicts, values, follows);
        follows
    }

    /// What a claim rests on that a change made true; nothing if the propagator cannot tell without a search.
    fn explain_past(&mut self, engine: &Engine, at: u32, word: u32, values: u64) -> Option<Reason> {
        let store = &engine.store;
        let change = store.trail()[at as usize];
        let lost = change.old & !store.at_change(word, at + 1) & !values;
        let mut reason = Reason::default();
        if let Some(number) = self.nogoods.of_cause(change.cause) {
            recall(&mut self.past, store, self.nogoods.vars(number, store), at);
            self.nogoods.explain(number, self.conflicts, &self.past, &mut reason);
        } else {
            let found = Found { var: change.var, lost: Claim { word, values: lost } };
            let known = &mut self.scopes[change.cause as usize];
            let scope = known.get_or_insert_with(|| engine.scope(change.cause).into());
            if scope.len() > WIDEST {
                return None;
            }
            recall(&mut self.past, store, scope.iter().copied(), at);
            let told =
                engine.propagator(change.cause).explain(&self.past, &self.root, Some(&found), &mut reason);
            told.then_some(())?;
        }
        reason.claims.push(Claim { word, values: values | lost });
        Some(reason)
    }

    /// Whether a claim follows from a needed one about the same word that came true before a change.
    fn is_had(&self, store: &Store, claim: Claim, at: u32) -> bool {
        let need = self.need[claim.word as usize];
        need != u64::MAX
            && self.root.at(claim.word) & need & !claim.values == 0
            && self.made_true(store, claim.word, need).is_some_and(|made| made < at)
    }

    /// Replaces the claims of each level, the last first, by those about one variable that they follow from, where that takes
    /// no other claims of earlier levels (all-UIP shrinking).
    pub(super) fn shrink(&mut self, engine: &Engine, first: VarId) {
        self.minimise.left = MOST_EXPLAINED;
        let store = &engine.store;
        let mut claims = self.others(store, first);
        while let Some(&(at, _)) = claims.last() {
            let start = store.start_of(store.level_of(at as usize));
            let from = claims.partition_point(|&(at, _)| at < start);
            // What was claimed of a word besides may have come true later.
            let mut block = claims.split_off(from);
            block.retain(|&(at, word)| self.made_true(store, word, self.need[word as usize]) == Some(at));
            if block.len() > 1 {
                self.shrink_block(engine, &block, start);
            }
        }
    }

    fn shrink_block(&mut self, engine: &Engine, block: &[(u32, u32)], start: u32) {
        let store = &engine.store;
        let mut open: Vec<(u32, u32, u64)> =
            block.iter().map(|&(at, word)| (at, word, self.need[word as usize])).collect();
        while open.len() > 1 {
            let Some((at, word, values)) = open.pop() else { return };
            if store.trail()[at as usize].cause >= Store::GIVEN || self.minimise.left == 0 {
                return;
            }
            self.minimise.left -= 1;
            let Some(reason) = self.explain_past(engine, at, word, values) else { return };
            for claim in reason.claims {
                let Some(made) = self.made_before(store, claim.word, claim.values, at) else { continue };
                if made < start {
                    let follows = self.is_had(store, claim, start)
                        || self.follows_from_others(engine, made, claim.word, claim.values, DEEPEST);
                    if !follows {
                        return;
                    }
                    continue;
                }
                let known = open.iter().position(|&(_, word, _)| word == claim.word);
                let values = known.map_or(claim.values, |known| open.remove(known).2 & claim.values);
                let Some(made) = self.made_before(store, claim.word, values, at) else { continue };
                let place = open.partition_point(|&(other, ..)| other < made);
                open.insert(place, (made, claim.word, values));
            }
        }
        for &(_, word) in block {
            self.need[word as usize] = u64::MAX;
        }
        for (_, word, values) in open {
            self.need[word as usize] &= values;
            let var = store.var_of(word);
            if !std::mem::replace(&mut self.is_needed[var.0 as usize], true) {
                self.needed.push(var);
            }
        }
    }
}

/// Puts the domains of some variables as they were before a change.
fn recall(past: &mut Store, store: &Store, vars: impl IntoIterator<Item = VarId>, at: u32) {
    for word in vars.into_iter().flat_map(|var| words(store, var)) {
        past.put_word(word as u32, store.at_change(word as u32, at));
    }
}

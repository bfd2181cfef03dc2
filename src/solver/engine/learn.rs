//! Learning from conflicts: which claims led to one, as few and as early as can be found.
//!
//! Conflict analysis up to the first unique implication point (1-UIP), as in SAT solvers, but on claims about domains instead
//! of literals of two values. Nothing is kept for reasons until one is wanted (lazy explanation): the trail leads back to the
//! domains as they were just before each change, and the propagator says on them what it rested on, or is run again on
//! fewer facts.
//!
//! The trail is taken back change by change. A change that made a needed claim true is replaced by the claims that its cause
//! rested on, until the needed claims about one variable alone were not true before the last decision:
//!
//! ```text
//! conflict <- a b c       c made true by d e     a b d e      e made true by d      a b d
//! ```
//!
//! Then `a b d` never hold all at once. What others of them imply is left out (recursive minimisation). The search goes back to
//! where `a` and `b` held already, and `d` must not.

mod lessen;
mod relax;

use self::lessen::Minimise;
use self::relax::StandIns;
use super::claim::{Claim, Found, Reason};
use super::fact::Fact;
use super::nogoods::Nogoods;
use super::queue::Engine;
use super::shrink::minimal;
use super::store::{Change, Conflict, Store, VarId};

/// What a conflict comes from.
enum Contradiction<'f> {
    /// A propagator finds no way on.
    Propagator(u32),
    /// All literals of a nogood hold.
    Nogood(u32),
    /// These facts must not hold all at once.
    Facts(&'f [Fact]),
}

/// What came of pruning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pruned {
    /// Nobody has anything to do.
    Settled,
    /// There was a conflict; decisions have been taken back, and a nogood keeps them from being made again.
    WentBack,
    /// There was a conflict that no decision had part in: there is no solution, or none more.
    Exhausted,
}

/// Learns nogoods, and prunes by them. All domains are bits: a nogood could not rule a value out inside an interval.
#[derive(Debug)]
pub struct Learner {
    /// How many nogoods it was told.
    pub excluded: usize,
    /// On how many levels the literals of the last nogood came true.
    pub blocks: u32,
    nogoods: Nogoods,
    /// What holds for good.
    root: Store,
    /// Domains as they once were, for explanations; only those of the propagator at hand.
    past: Store,
    /// For each propagator: its variables, once they were asked for.
    scopes: Vec<Option<Box<[VarId]>>>,
    /// For each word: the values that are needed to be all; all bits if nothing is.
    need: Vec<u64>,
    /// The variables of which something is needed, and others; and for each variable whether it is among them.
    needed: Vec<VarId>,
    is_needed: Vec<bool>,
    /// How many variables have needed claims that came true at the last level.
    open: usize,
    /// So many changes of the trail were made before the first decision: they hold for good.
    ground: u32,
    /// For each value of each variable, as the nogoods number them: how much its loss had to do with conflicts, recent ones most
    /// (VSIDS).
    activity: Vec<f64>,
    step: f64,
    conflicts: u64,
    /// How often nogoods were forgotten, and the conflict at which that comes next.
    forgot: u64,
    next: u64,
    stand_ins: StandIns,
    reason: Reason,
    minimise: Minimise,
}

/// How fast old conflicts lose weight.
const DECAY: f64 = 0.95;

/// Conflicts before nogoods are first forgotten, and how many more come each time before the next.
const FORGET: u64 = 2000;
const LATER: u64 = 75;

/// So many looks of nogoods are as much work as a call of a propagator.
const LOOKS: u64 = 8;

impl Learner {
    /// Begins with what the engine's store knows now: all of that holds for good.
    pub fn new(engine: &mut Engine) -> Learner {
        let vars = engine.store.count();
        let stand_ins = StandIns::new(engine);
        debug_assert!(!engine.store.has_intervals(), "nogoods rule out single values");
        let root = engine.store.domains_at(engine.store.trail().len());
        let nogoods = Nogoods::new(&engine.store, engine.count() as u32);
        Learner {
            excluded: 0,
            blocks: 0,
            activity: vec![0.0; nogoods.values()],
            nogoods,
            past: root.clone(),
            scopes: vec![None; engine.count()],
            root,
            need: vec![u64::MAX; engine.store.words()],
            needed: Vec::new(),
            is_needed: vec![false; vars],
            open: 0,
            ground: 0,
            step: 1.0,
            conflicts: 0,
            forgot: 0,
            next: FORGET,
            stand_ins,
            reason: Reason::default(),
            minimise: Minimise::default(),
        }
    }

    /// How much the values of a variable, which is open, had to do with conflicts for their number, and the one that had most.
    /// Of two values both count, and none is preferred.
    pub fn activity(&self, store: &Store, var: VarId) -> (f64, Option<i64>) {
        let (mut sum, mut most, mut count, mut best) = (0.0, -1.0, 0_u32, None);
        let start = store.start(var).unwrap_or_default();
        for (word, place) in words(store, var).zip((0..).step_by(64)) {
            let mut bits = store.at(word as u32);
            while bits != 0 {
                let bit = bits.trailing_zeros();
                bits &= bits - 1;
                let activity = self.activity[self.nogoods.value(word as u32, bit)];
                (sum, count) = (sum + activity, count + 1);
                if activity > most {
                    (most, best) = (activity, Some(start + place + i64::from(bit)));
                }
            }
        }
        if count == 2 { (sum / 2.0, None) } else { (most / f64::from(count), best) }
    }

    /// No decision is in force: what is known now holds for good, and nogoods of no use are forgotten.
    pub fn settle(&mut self, engine: &mut Engine) -> Result<(), Conflict> {
        self.nogoods.rewind(&engine.store);
        if self.conflicts >= self.next {
            self.nogoods.forget(self.conflicts, &mut engine.store)?;
            self.forgot += 1;
            self.next = self.conflicts + LATER * self.forgot;
        }
        self.root = engine.store.domains_at(engine.store.trail().len());
        Ok(())
    }

    /// Runs propagators and nogoods until none has anything to do. A conflict is learned from: decisions are taken back
    /// as far as that allows.
    pub fn prune(&mut self, engine: &mut Engine, base: usize) -> Pruned {
        loop {
            if let Err(nogood) = self.nogoods.prune(&mut engine.store) {
                return self.learn(engine, &Contradiction::Nogood(nogood), base);
            }
            let before = engine.store.trail().len();
            match engine.advance() {
                Err(Conflict) => {
                    let found = Contradiction::Propagator(engine.failed);
                    return self.learn(engine, &found, base);
                }
                Ok(false) if engine.store.trail().len() == before => return Pruned::Settled,
                Ok(_) => {}
            }
        }
    }

    /// Makes sure that some facts never hold all at once; no decision is in force.
    pub fn exclude(&mut self, engine: &mut Engine, facts: &[Fact]) -> Result<(), Conflict> {
        self.excluded += 1;
        facts.iter().for_each(|fact| self.nogoods.push(&engine.store, fact.var, &fact.domain));
        self.nogoods.exclude(&mut engine.store)
    }

    /// Decisions have been taken back.
    pub fn rewind(&mut self, engine: &Engine) {
        self.nogoods.rewind(&engine.store);
    }

    /// Makes sure that some facts, which hold now, never again hold all at once.
    pub fn forbid(&mut self, engine: &mut Engine, facts: &[Fact], base: usize) -> Pruned {
        self.learn(engine, &Contradiction::Facts(facts), base)
    }

    fn learn(&mut self, engine: &mut Engine, found: &Contradiction<'_>, base: usize) -> Pruned {
        engine.clear();
        self.conflicts += 1;
        self.step /= DECAY;
        if self.step > 1e100 {
            self.activity.iter_mut().for_each(|activity| *activity /= 1e100);
            self.step /= 1e100;
        }
        match *found {
            Contradiction::Propagator(number) => self.explain(engine, number, None),
            Contradiction::Nogood(number) => {
                self.reason.claims.clear();
                self.nogoods.explain(number, self.conflicts, &engine.store, &mut self.reason);
            }
            Contradiction::Facts(facts) => {
                self.reason.claims.clear();
                facts.iter().for_each(|fact| self.reason.add(&engine.store, fact));
            }
        }
        self.ground = engine.store.start_of(base + 1);
        self.require(&engine.store);
        let first = self.trace(engine, base);
        let learned = first.map(|first| self.make(engine, first, base));
        for var in self.needed.drain(..) {
            self.is_needed[var.0 as usize] = false;
            self.need[words(&self.root, var)].fill(u64::MAX);
        }
        self.open = 0;
        self.nogoods.rewind(&engine.store);
        engine.calls += std::mem::take(&mut self.nogoods.looks) / LOOKS;
        match learned.map(|()| self.nogoods.add(self.blocks, self.conflicts, &mut engine.store)) {
            Some(Ok(())) => Pruned::WentBack,
            Some(Err(Conflict)) | None => Pruned::Exhausted,
        }
    }

    /// Takes changes back until the needed claims about one variable alone came true at the last level; that variable.
    /// Nothing if all held without any decision.
    fn trace(&mut self, engine: &mut Engine, base: usize) -> Option<VarId> {
        if engine.store.level() <= base {
            return None;
        }
        loop {
            while self.open == 0 {
                engine.store.pop_level();
                if engine.store.level() <= base {
                    return None;
                }
                let open = self.needed.iter().filter(|&&var| self.is_open(var, &engine.store));
                self.open = open.count();
            }
            if self.open == 1 {
                return self.needed.iter().copied().find(|&var| self.is_open(var, &engine.store));
            }
            let made = engine.store.last_made();
            let change = engine.store.undo_change()?;
            let need = self.need[change.word as usize];
            if change.old & !need == 0 {
                continue;
            }
            // What was lost by this change is no longer needed of the variable, but of others.
            let lost = change.old & !made & !need;
            let was_open = self.is_open(change.var, &engine.store);
            let weaker = need | lost;
            self.need[change.word as usize] =
                if self.root.at(change.word) & !weaker == 0 { u64::MAX } else { weaker };
            self.open -= usize::from(was_open);
            self.open += usize::from(self.is_open(change.var, &engine.store));
            // Invariant: when the decision of a level is taken back, only its own claims can be needed at that level.
            debug_assert!(change.cause < Store::GIVEN, "a decision has no reason");
            let found = Found { var: change.var, lost: Claim { word: change.word, values: lost } };
            if let Some(number) = self.nogoods.of_cause(change.cause) {
                self.reason.claims.clear();
                self.nogoods.explain(number, self.conflicts, &engine.store, &mut self.reason);
            } else if change.cause < Store::GIVEN {
                self.explain(engine, change.cause, Some(&found));
            }
            self.require(&engine.store);
        }
    }

    /// Whether a needed claim about a variable came true at the last level.
    fn is_open(&self, var: VarId, store: &Store) -> bool {
        let start = store.level_start() as u32;
        words(&self.root, var).any(|word| {
            let need = self.need[word];
            need != u64::MAX && store.at_change(word as u32, start) & !need != 0
        })
    }

    /// The claims of the reason are needed besides what is needed already.
    fn require(&mut self, store: &Store) {
        let claims = std::mem::take(&mut self.reason.claims);
        for &Claim { word, values } in &claims {
            let need = self.need[word as usize];
            if self.root.at(word) & !values == 0 || need & !values == 0 {
                continue;
            }
            debug_assert!(store.at(word) & !values == 0, "a reason holds");
            let var = store.var_of(word);
            if !std::mem::replace(&mut self.is_needed[var.0 as usize], true) {
                self.needed.push(var);
            }
            let mut lost = need & !values & self.root.at(word);
            while lost != 0 {
                self.activity[self.nogoods.value(word, lost.trailing_zeros())] += self.step;
                lost &= lost - 1;
            }
            self.open -= usize::from(self.is_open(var, store));
            self.need[word as usize] = need & values;
            self.open += usize::from(self.is_open(var, store));
        }
        self.reason.claims = claims;
    }

    /// Hands the literals of a nogood over, and goes back to the level at which all of them but the first came true.
    fn make(&mut self, engine: &mut Engine, first: VarId, base: usize) {
        engine.store.pop_level();
        self.lessen(engine, first);
        self.shrink(engine, first);
        let store = &engine.store;
        self.nogoods.push(store, first, &self.need[words(store, first)]);
        let mut others: Vec<(u32, VarId)> = Vec::new();
        for &var in self.needed.iter().filter(|&&var| var != first) {
            let made = words(store, var).filter(|&word| self.need[word] != u64::MAX);
            let made = made.filter_map(|word| self.made_true(store, word as u32, self.need[word])).max();
            others.extend(made.map(|at| (at, var)));
        }
        others.sort_unstable_by(|a, b| b.cmp(a));
        for &(_, var) in &others {
            self.nogoods.push(store, var, &self.need[words(store, var)]);
        }
        let level = |at: u32| store.level_of(at as usize);
        let mut levels: Vec<usize> = others.iter().map(|&(at, _)| level(at)).collect();
        let back = levels.first().map_or(base, |&last| last.max(base));
        levels.dedup();
        self.blocks = levels.len() as u32 + 1;
        while engine.store.level() > back {
            engine.store.pop_level();
        }
    }

    /// The change that made a claim true; nothing if it holds for good.
    fn made_true(&self, store: &Store, word: u32, values: u64) -> Option<u32> {
        self.made_before(store, word, values, Change::NONE)
    }

    /// The change before another that made a claim true; nothing if it holds for good.
    fn made_before(&self, store: &Store, word: u32, values: u64, before: u32) -> Option<u32> {
        let mut at = store.last_change(word);
        while at != Change::NONE && at >= self.ground {
            let change = &store.trail()[at as usize];
            if at < before && change.old & !values != 0 {
                return Some(at);
            }
            at = change.before;
        }
        None
    }

    /// Puts into the reason few claims that let a propagator come to what it found out, or to a conflict: those it names, or
    /// all it knows without those that it does not need.
    pub(super) fn explain(&mut self, engine: &mut Engine, propagator: u32, found: Option<&Found>) {
        self.reason.claims.clear();
        if engine.propagator(propagator).explain(&engine.store, &self.root, found, &mut self.reason) {
            return;
        }
        self.reason.claims.clear();
        let scope = engine.scope(propagator).into_iter();
        let known = scope.filter(|&var| engine.store.domain(var) != self.root.domain(var));
        let facts: Vec<Fact> = known.map(|var| engine.store.fact(var)).collect();
        // Taken out from the end on, so that what stays is about the first variables.
        let needed =
            minimal(facts.iter().rev().collect(), |fewer| self.follows(engine, propagator, fewer, found));
        needed.into_iter().rev().for_each(|fact| self.reason.add(&engine.store, fact));
    }

    /// The claims that were put into the reason last.
    #[cfg(test)]
    pub(super) fn claims(&self) -> &[Claim] {
        &self.reason.claims
    }

    /// Whether some facts alone let a propagator come to what it found out, or to a conflict.
    fn follows(
        &mut self,
        engine: &mut Engine,
        propagator: u32,
        facts: &[&Fact],
        found: Option<&Found>,
    ) -> bool {
        engine.calls += 1;
        self.root.suppose(facts.iter().copied(), |store| {
            engine.prune_on(propagator, store).is_err()
                || found.is_some_and(|found| store.at(found.lost.word) & found.lost.values == 0)
        })
    }
}

/// The words of a variable's domain.
fn words(store: &Store, var: VarId) -> std::ops::Range<usize> {
    let first = store.first_word(var) as usize;
    first..first + store.domain(var).len()
}

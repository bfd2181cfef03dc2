//! Learning from conflicts: a solver of clauses (CDCL) on atoms such as `x = 3`, beside the propagators (lazy clause generation).
//!
//! Clauses go first, then the next propagator. Nothing is kept for reasons until one is wanted (lazy explanation): the trail
//! leads back to the domains as they were just before each change, and the propagator says on them what it rested on, or is
//! run again on fewer facts. Each conflict leaves a clause that would have kept the search from it: of the last level it
//! has one literal, which fails once the search has gone back to where the others do.
//!
//! ```text
//! conflict <- a b c       c made true by d e     a b d e      e made true by d      a b d
//! ```
//!
//! Then not all of `a b d` hold. `known` is what is known of atoms, `clauses` what was learned, `order` what to decide next,
//! `restarts` when to begin anew, `analyse` looks at conflicts, `vivify` makes clauses shorter.

mod analyse;
mod atoms;
mod clauses;
mod core;
mod explain;
mod known;
mod order;
mod relax;
mod restarts;
mod share;
mod vivify;

use self::analyse::Analysis;
pub use self::atoms::Lit;
pub use self::core::Assumed;
use self::known::{Broken, Known, Why};
use self::order::Order;
use self::relax::StandIns;
use self::restarts::Restarts;
pub use self::restarts::luby;
use self::share::Outbox;
pub use self::share::Telling;
use super::claim::Reason;
use super::fact::Fact;
use super::queue::Engine;
use super::store::{Conflict, Store, VarId};

/// What came of pruning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pruned {
    /// Nobody has anything to do.
    Settled,
    /// There was a conflict; decisions have been taken back, and a clause keeps them from being made again.
    WentBack,
    /// There was a conflict that no decision had part in: there is no solution, or none more.
    Exhausted,
}

/// What to decide next.
#[derive(Clone, Copy, Debug)]
pub enum Choice {
    /// This literal.
    Literal(Lit),
    /// The value of a variable of which nothing is known yet.
    Value(VarId),
}

/// Learns clauses, and prunes by them. All domains are bits: a clause could not rule a value out inside an interval.
#[derive(Debug)]
pub struct Learner {
    /// How many solutions it was told.
    pub excluded: usize,
    known: Known,
    /// What holds for good, and how many changes of the store that was.
    root: Store,
    ground: usize,
    /// Domains as they once were, for explanations; only those of the propagator at hand.
    past: Store,
    /// For each propagator: its variables, once they were asked for.
    scopes: Vec<Option<Box<[VarId]>>>,
    conflicts: u64,
    /// How often clauses were forgotten, and the conflict at which that comes next.
    forgot: u64,
    next: u64,
    /// How many times clauses were looked at since they were last made shorter.
    looked: u64,
    restarts: Restarts,
    stand_ins: StandIns,
    reason: Reason,
    analysis: Analysis,
    /// The clause that was learned last.
    clause: Vec<Lit>,
    outbox: Outbox,
}

/// Conflicts before clauses are first made shorter and forgotten, and how many more come each time before the next. Few in tests, whose
/// problems are small.
const FORGET: u64 = if cfg!(test) { 8 } else { 2000 };
const LATER: u64 = if cfg!(test) { 1 } else { 75 };

/// So many looks at clauses are as much work as a call of a propagator.
const LOOKS: u64 = 8;

impl Learner {
    /// Begins with what the engine's store knows now: all of that holds for good. Decides these variables.
    pub fn new(engine: &mut Engine, decided: &[VarId]) -> Learner {
        let stand_ins = StandIns::new(engine);
        debug_assert!(!engine.store.has_intervals(), "clauses rule out single values");
        let ground = engine.store.trail().len();
        let root = engine.store.domains_at(ground);
        let mut known = Known::new(&engine.store, &stand_ins.helpers);
        let count = known.atoms.count();
        known.order = Order::new(count, decided.iter().flat_map(|&var| known.atoms.of(var)));
        Learner {
            excluded: 0,
            known,
            past: root.clone(),
            scopes: vec![None; engine.count()],
            root,
            ground,
            conflicts: 0,
            forgot: 0,
            next: FORGET,
            looked: 0,
            restarts: Restarts::default(),
            stand_ins,
            reason: Reason::default(),
            analysis: Analysis::new(count),
            clause: Vec::new(),
            outbox: Outbox::default(),
        }
    }

    /// What to decide next; nothing if all is known, which the store then knows, too.
    pub fn choose(&mut self, store: &mut Store) -> Option<Choice> {
        self.known.order.note(&self.known.trail);
        while let Some(atom) = self.known.order.pop() {
            if self.known.is_open(atom) {
                let phase = self.known.order.phase(atom);
                let literal = phase.map(|holds| Choice::Literal(Lit::new(atom, holds)));
                return Some(literal.unwrap_or(Choice::Value(self.known.atoms.var(atom))));
            }
        }
        let written = self.known.write(store);
        debug_assert!(written.is_ok(), "every variable has a value");
        None
    }

    /// The literal that says that a variable has a value; another about the variable, which is open, if that is known to be wrong.
    pub fn literal(&self, store: &Store, var: VarId, value: i64) -> Lit {
        let lit = self.known.atoms.has(store, var, value);
        let open = self.known.atoms.of(var).find(|&atom| self.known.is_open(atom));
        if self.known.is_open(lit.atom()) { lit } else { Lit::new(open.unwrap_or_default(), true) }
    }

    /// Decides that a literal holds, which is open.
    pub fn decide(&mut self, engine: &mut Engine, lit: Lit) {
        self.known.decide(lit, &mut engine.store);
    }

    /// Whether it is time to begin anew.
    pub fn is_stuck(&mut self) -> bool {
        self.restarts.is_due()
    }

    /// Takes all decisions back.
    pub fn rewind(&mut self, engine: &mut Engine) {
        engine.clear();
        self.known.back_to(0, &mut engine.store);
        self.analysis.told.clear();
    }

    /// The same, to begin anew.
    pub fn begin_anew(&mut self, engine: &mut Engine) {
        self.rewind(engine);
        if self.restarts.begin() {
            self.known.order.recall_best();
        }
    }

    /// No decision is in force: what is known now holds for good, and clauses of no use are forgotten.
    pub fn settle(&mut self, engine: &mut Engine) -> Result<(), Conflict> {
        self.known.read(&engine.store);
        self.known.propagate().map_err(|_| Conflict)?;
        let is_due = self.conflicts >= self.next;
        if is_due {
            self.vivify(engine)?;
        }
        self.known.write(&mut engine.store)?;
        if is_due {
            self.known.clauses.forget(self.conflicts as u32, &self.known.truth);
            self.forgot += 1;
            self.next = self.conflicts + LATER * self.forgot;
        }
        if engine.store.trail().len() > self.ground {
            self.ground = engine.store.trail().len();
            self.root = engine.store.domains_at(self.ground);
        }
        Ok(())
    }

    /// Runs clauses and propagators until none has anything to do. A conflict is learned from: decisions are taken back
    /// as far as that allows.
    pub fn prune(&mut self, engine: &mut Engine) -> Pruned {
        loop {
            if let Err(broken) = self.known.propagate() {
                self.analysis.literals.clear();
                match broken {
                    Broken::Two(one, other) => self.analysis.literals.extend([one, other]),
                    Broken::Clause(clause) => {
                        self.known.clauses.use_now(clause, self.conflicts as u32 + 1);
                        let literals = self.known.clauses.literals(clause);
                        self.analysis.literals.extend(literals.iter().map(|&lit| Lit(lit)));
                    }
                }
                return self.learn(engine);
            }
            if self.stand_ins.are_all() {
                return Pruned::Settled;
            }
            let written = self.known.write(&mut engine.store);
            debug_assert!(written.is_ok(), "every variable has a value");
            let before = engine.store.trail().len();
            match engine.advance() {
                Err(Conflict) => {
                    self.known.read(&engine.store);
                    self.explain(engine, engine.failed, None);
                    self.contradict(engine);
                    return self.learn(engine);
                }
                Ok(false) if engine.store.trail().len() == before => return Pruned::Settled,
                Ok(_) => self.known.read(&engine.store),
            }
        }
    }

    /// The claims of the reason, which hold, contradict each other.
    fn contradict(&mut self, engine: &Engine) {
        let mut literals = std::mem::take(&mut self.analysis.literals);
        literals.clear();
        self.claimed(&engine.store, &mut literals);
        self.analysis.literals = literals;
    }

    /// Makes sure that some facts never hold all at once; no decision is in force.
    pub fn exclude(&mut self, engine: &mut Engine, facts: &[Fact]) -> Result<(), Conflict> {
        self.excluded += 1;
        let mut literals = Vec::new();
        for fact in facts {
            let words = (engine.store.first_word(fact.var)..).zip(&fact.domain);
            self.denied(words.map(|(word, &values)| (word, values)), &mut literals);
        }
        if self.known.require(&mut literals) { Ok(()) } else { Err(Conflict) }
    }

    /// Adds literals, one of which holds if a variable is not within some values of its words.
    fn denied(&self, words: impl Iterator<Item = (u32, u64)> + Clone, literals: &mut Vec<Lit>) {
        let mut kept = words.clone().flat_map(|(word, values)| {
            let left = self.root.at(word) & values;
            (0..64).filter(move |bit| left >> bit & 1 == 1).map(move |bit| (word, bit))
        });
        if let (Some((word, bit)), None) = (kept.next(), kept.next()) {
            literals.push(self.known.atoms.is(word, bit).not());
            return;
        }
        for (word, values) in words {
            let lost = self.root.at(word) & !values;
            let bits = (0..64).filter(|bit| lost >> bit & 1 == 1);
            literals.extend(bits.map(|bit| self.known.atoms.is(word, bit)));
        }
    }

    /// Makes sure that some facts, which hold now, never again hold all at once.
    pub fn forbid(&mut self, engine: &mut Engine, facts: &[Fact]) -> Pruned {
        self.reason.claims.clear();
        facts.iter().for_each(|fact| self.reason.add(&engine.store, fact));
        self.contradict(engine);
        self.learn(engine)
    }

    /// Learns from literals that fail all at once.
    fn learn(&mut self, engine: &mut Engine) -> Pruned {
        engine.clear();
        self.conflicts += 1;
        self.known.order.age();
        let looks = std::mem::take(&mut self.known.looks);
        self.looked += looks;
        engine.calls += looks / LOOKS;
        if !self.analyse(engine) {
            return Pruned::Exhausted;
        }
        let level = self.known.level();
        let back = self.clause.get(1).map_or(0, |&lit| self.known.level_of(lit));
        let blocks = self.blocks();
        self.restarts.note(blocks);
        self.note_news(blocks);
        debug_assert!(back < level, "a conflict takes a decision back");
        self.known.back_to(back, &mut engine.store);
        let first = self.clause[0];
        let why = match *self.clause {
            [_] => Why::Nothing,
            [_, other] => {
                self.known.clauses.add_two(first, other);
                Why::Implied(other.not())
            }
            _ => Why::Clause(self.known.clauses.add(&self.clause, blocks, self.conflicts as u32)),
        };
        self.known.hold(first, why);
        Pruned::WentBack
    }

    /// On how many levels the literals of the clause came to fail.
    fn blocks(&mut self) -> u32 {
        let mut levels: Vec<u32> = self.clause.iter().map(|&lit| self.known.level_of(lit)).collect();
        levels.sort_unstable();
        levels.dedup();
        levels.len() as u32
    }
}

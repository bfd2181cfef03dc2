//! Conflict analysis: which decisions and their consequences led to a conflict, as few and as early as can be found (1-UIP), without
//! what follows from others (recursive minimisation).

use super::Learner;
use super::atoms::Lit;
use super::known::{Entry, Why};
use crate::solver::engine::claim::{Claim, Found};
use crate::solver::engine::queue::Engine;
use crate::solver::engine::store::{Store, VarId};

/// What is known while a conflict is looked at; kept for its room.
#[derive(Debug, Default)]
pub(super) struct Analysis {
    /// The literals that failed all at once; then the clause that is learned.
    pub(super) literals: Vec<Lit>,
    /// For each atom what is known of it.
    marks: Vec<Mark>,
    /// The atoms that are marked.
    marked: Vec<u32>,
    /// For each level the last conflict that had to do with it.
    levels: Vec<u32>,
    /// Literals of reasons that are being looked at.
    pub(super) open: Vec<Lit>,
    /// Reasons that propagators told.
    pub(super) told: Vec<Lit>,
    /// How many explanations may still be asked for.
    left: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Mark {
    #[default]
    None,
    /// It is part of the conflict.
    Part,
    /// It follows from others.
    Follows,
    /// It does not.
    Stays,
}

/// How many explanations it may take to make one clause smaller, and how deep they may rest on one another.
const MOST_EXPLAINED: u32 = 300;
const DEEPEST: u32 = 200;

/// Propagators of more variables than this are not asked about the past.
const WIDEST: usize = 200;

impl Analysis {
    pub(super) fn new(atoms: usize) -> Analysis {
        Analysis { marks: vec![Mark::None; atoms], ..Analysis::default() }
    }

    pub(super) fn mark(&mut self, atom: usize, mark: Mark) {
        if self.marks[atom] == Mark::None {
            self.marked.push(atom as u32);
        }
        self.marks[atom] = mark;
    }

    /// Whether an atom is part of the conflict.
    pub(super) fn is_part(&self, atom: usize) -> bool {
        self.marks[atom] == Mark::Part
    }

    pub(super) fn unmark(&mut self) {
        for atom in self.marked.drain(..) {
            self.marks[atom as usize] = Mark::None;
        }
    }
}

impl Learner {
    /// Makes a clause of literals that fail all at once: its first literal is the only one of the last level, its second of the level
    /// before that. Nothing if all fail for good.
    pub(super) fn analyse(&mut self, engine: &mut Engine) -> bool {
        let levels = self.analysis.literals.iter().map(|&lit| self.known.level_of(lit));
        let level = levels.max().unwrap_or_default();
        if level == 0 {
            return false;
        }
        self.known.back_to(level, &mut engine.store);
        let mut parts = std::mem::take(&mut self.analysis.literals);
        let mut clause = std::mem::take(&mut self.clause);
        clause.clear();
        clause.push(Lit::TRUE);
        let (mut count, mut at) = (0, self.known.trail.len());
        loop {
            for &lit in &parts {
                let atom = lit.atom();
                let of = self.known.entries[atom].level;
                if of == 0 || self.analysis.marks[atom] != Mark::None {
                    continue;
                }
                self.analysis.mark(atom, Mark::Part);
                self.known.order.bump(atom);
                if of == level {
                    count += 1;
                } else {
                    clause.push(lit);
                }
            }
            let last = loop {
                at -= 1;
                let lit = self.known.trail[at];
                if self.analysis.is_part(lit.atom()) {
                    break lit;
                }
            };
            if count == 1 {
                clause[0] = last.not();
                break;
            }
            count -= 1;
            parts.clear();
            self.because(engine, last, &mut parts);
        }
        self.analysis.literals = parts;
        self.lessen(engine, &mut clause);
        self.analysis.unmark();
        // The search goes back to the level at which all but the first fail.
        if clause.len() > 1 {
            let entries = &self.known.entries;
            let latest = (1..clause.len()).max_by_key(|&at| entries[clause[at].atom()].level);
            clause.swap(1, latest.unwrap_or(1));
        }
        self.clause = clause;
        true
    }

    /// Leaves out literals that fail because others do.
    fn lessen(&mut self, engine: &Engine, clause: &mut Vec<Lit>) {
        let now = self.conflicts as u32;
        let levels = self.known.level() as usize + 1;
        if self.analysis.levels.len() < levels {
            self.analysis.levels.resize(levels, 0);
        }
        for &lit in &*clause {
            self.analysis.levels[self.known.level_of(lit) as usize] = now;
        }
        self.analysis.left = MOST_EXPLAINED;
        let mut kept = 1;
        for at in 1..clause.len() {
            let lit = clause[at];
            let why = self.known.entries[lit.atom()].why;
            if why == Why::Nothing || !self.follows(engine, lit, DEEPEST, true) {
                clause[kept] = lit;
                kept += 1;
            }
        }
        clause.truncate(kept);
    }

    /// Whether a literal fails because others do that are part of the conflict.
    fn follows(&mut self, engine: &Engine, lit: Lit, deep: u32, is_first: bool) -> bool {
        let atom = lit.atom();
        let Entry { level, why } = self.known.entries[atom];
        if level == 0 {
            return true;
        }
        match self.analysis.marks[atom] {
            Mark::Part if !is_first => return true,
            Mark::Follows => return true,
            Mark::Stays => return false,
            _ => {}
        }
        if why == Why::Nothing || deep == 0 || self.analysis.levels[level as usize] != self.conflicts as u32 {
            return false;
        }
        let mut open = std::mem::take(&mut self.analysis.open);
        let start = open.len();
        let is_told = self.because_past(engine, lit.not(), &mut open);
        let mut at = start;
        let mut follows = is_told;
        while follows && at < open.len() {
            let next = open[at];
            at += 1;
            let end = open.len();
            self.analysis.open = open;
            follows = self.follows(engine, next, deep - 1, false);
            open = std::mem::take(&mut self.analysis.open);
            open.truncate(end);
        }
        open.truncate(start);
        self.analysis.open = open;
        if !is_first {
            self.analysis.mark(atom, if follows { Mark::Follows } else { Mark::Stays });
        }
        follows
    }

    /// Adds the literals that had to fail for a literal to hold; nothing of the last level has been taken back that was there before
    /// it.
    pub(super) fn because(&mut self, engine: &mut Engine, lit: Lit, parts: &mut Vec<Lit>) {
        if let Why::Propagator { number, change } = self.known.entries[lit.atom()].why {
            while engine.store.trail().len() > change as usize {
                engine.store.undo_change();
            }
            let place = self.known.atoms.lost(lit);
            let lost = Claim { word: place.word, values: 1 << place.bit };
            let found = Found { var: self.known.atoms.var(lit.atom()), lost };
            self.explain(engine, number, Some(&found));
            self.tell(&engine.store, lit);
        }
        self.told(lit, parts);
    }

    /// The same for any literal that holds; whether that can be told without a search.
    fn because_past(&mut self, engine: &Engine, lit: Lit, parts: &mut Vec<Lit>) -> bool {
        if let Why::Propagator { number, change } = self.known.entries[lit.atom()].why {
            if self.analysis.left == 0 {
                return false;
            }
            self.analysis.left -= 1;
            let scope = self.scopes[number as usize].get_or_insert_with(|| {
                engine.scope(number).into_iter().chain(engine.guard_of(number)).collect()
            });
            if scope.len() > WIDEST {
                return false;
            }
            recall(&mut self.past, &engine.store, scope, change);
            let place = self.known.atoms.lost(lit);
            let lost = Claim { word: place.word, values: 1 << place.bit };
            let found = Found { var: self.known.atoms.var(lit.atom()), lost };
            self.reason.claims.clear();
            let propagator = engine.propagator(number);
            if !propagator.explain(&self.past, &self.root, Some(&found), &mut self.reason) {
                return false;
            }
            engine.tell_guard(number, &mut self.reason);
            let past = std::mem::take(&mut self.past);
            self.tell(&past, lit);
            self.past = past;
        }
        self.told(lit, parts);
        true
    }

    /// Keeps in mind why a literal holds: the claims of the reason, on the domains as they were then.
    fn tell(&mut self, store: &Store, lit: Lit) {
        let start = self.analysis.told.len() as u32;
        let mut told = std::mem::take(&mut self.analysis.told);
        self.claimed(store, &mut told);
        let count = told.len() as u32 - start;
        self.analysis.told = told;
        self.known.entries[lit.atom()].why = Why::Told { start, count };
    }

    /// Adds the literals that fail since the claims of the reason hold on some domains.
    pub(super) fn claimed(&self, store: &Store, literals: &mut Vec<Lit>) {
        for &Claim { word, values } in &self.reason.claims {
            let mut lost = self.root.at(word) & !values;
            debug_assert!(store.at(word) & !values == 0, "a reason holds");
            if lost & lost.wrapping_sub(1) != 0
                && let var = store.var_of(word)
                && let Some(value) = store.value(var)
            {
                literals.push(self.known.atoms.has(store, var, value).not());
                continue;
            }
            while lost != 0 {
                literals.push(self.known.atoms.is(word, lost.trailing_zeros()));
                lost &= lost - 1;
            }
        }
    }

    /// Adds the literals that had to fail for a literal to hold, where no propagator need be asked.
    pub(super) fn told(&mut self, lit: Lit, parts: &mut Vec<Lit>) {
        match self.known.entries[lit.atom()].why {
            Why::Nothing | Why::Propagator { .. } => debug_assert!(false, "no reason is known"),
            Why::Last => {
                let own = self.known.atoms.of(self.known.atoms.var(lit.atom()));
                parts.extend(own.filter(|&atom| atom != lit.atom()).map(|atom| Lit::new(atom, true)));
            }
            Why::Implied(by) => parts.push(by.not()),
            Why::Clause(clause) => {
                self.known.clauses.use_now(clause, self.conflicts as u32);
                let literals = self.known.clauses.literals(clause);
                parts.extend(literals.iter().map(|&other| Lit(other)).filter(|&other| other != lit));
            }
            Why::Told { start, count } => {
                parts.extend(&self.analysis.told[start as usize..][..count as usize]);
            }
        }
    }
}

/// Puts the domains of some variables as they were before a change.
fn recall(past: &mut Store, store: &Store, vars: &[VarId], at: u32) {
    for &var in vars {
        let first = store.first_word(var);
        for word in first..first + store.domain(var).len() as u32 {
            past.put_word(word, store.at_change(word, at));
        }
    }
}

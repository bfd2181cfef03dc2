//! Vivification: the literals of a clause are denied one after the other. What then comes to fail by itself need not be in it; and if
//! one comes to hold, or clauses contradict each other, those that were denied up to there and led to that are enough.
//!
//! Only clauses take part: what propagators would find out is left to the search.

use super::Learner;
use super::analyse::Mark;
use super::atoms::Lit;
use super::known::{Broken, Why};
use crate::solver::engine::queue::Engine;
use crate::solver::engine::store::Conflict;

/// It may take one part of so many of the looks at clauses.
const SHARE: u64 = 8;

impl Learner {
    /// Shortens the clauses that have come since this was last done and that are not forgotten soon, those of the fewest levels first.
    /// No decision is in force, and clauses have nothing to find out.
    pub(super) fn vivify(&mut self, engine: &mut Engine) -> Result<(), Conflict> {
        let (until, phases) = (self.known.looks + self.looked / SHARE, self.known.order.phases());
        self.looked = 0;
        let mut shortened = Ok(());
        for clause in self.known.clauses.fresh() {
            if shortened.is_err() || self.known.looks > until {
                break;
            }
            shortened = self.shorten(engine, clause);
        }
        self.known.order.restore(phases);
        shortened
    }

    fn shorten(&mut self, engine: &mut Engine, clause: u32) -> Result<(), Conflict> {
        let literals: Vec<Lit> = self.known.clauses.literals(clause).iter().map(|&lit| Lit(lit)).collect();
        let count = literals.len();
        let (mut kept, mut parts) = (Vec::with_capacity(count), Vec::new());
        for lit in literals {
            let truth = self.known.truth[lit.index()];
            if truth > 0 && self.known.level_of(lit) == 0 {
                // It says nothing any more.
                self.known.back_to(0, &mut engine.store);
                return Ok(());
            }
            if truth > 0 {
                self.told(lit, &mut parts);
                kept = self.denied_for(&mut parts);
                kept.push(lit);
                break;
            }
            if truth < 0 {
                continue;
            }
            kept.push(lit);
            self.known.decide(lit.not(), &mut engine.store);
            if let Err(broken) = self.known.propagate() {
                match broken {
                    Broken::Two(one, other) => parts.extend([one, other]),
                    Broken::Clause(clause) => {
                        parts.extend(self.known.clauses.literals(clause).iter().map(|&lit| Lit(lit)));
                    }
                }
                kept = self.denied_for(&mut parts);
                break;
            }
        }
        self.known.back_to(0, &mut engine.store);
        if kept.len() == count {
            return Ok(());
        }
        self.known.clauses.replace(clause, &kept);
        match *kept {
            [] => Err(Conflict),
            [only] => {
                self.known.hold(only, Why::Nothing);
                self.known.propagate().map_err(|_| Conflict)
            }
            _ => Ok(()),
        }
    }

    /// The literals whose denials, which are the decisions, led some literals to fail.
    fn denied_for(&mut self, parts: &mut Vec<Lit>) -> Vec<Lit> {
        let mut denied = Vec::new();
        for at in (0..=self.known.trail.len()).rev() {
            for lit in parts.drain(..).filter(|&lit| self.known.level_of(lit) > 0) {
                self.analysis.mark(lit.atom(), Mark::Part);
            }
            let Some(&lit) = at.checked_sub(1).and_then(|at| self.known.trail.get(at)) else { break };
            if !self.analysis.is_part(lit.atom()) {
                continue;
            }
            if self.known.entries[lit.atom()].why == Why::Nothing {
                denied.push(lit.not());
            } else {
                self.told(lit, parts);
            }
        }
        self.analysis.unmark();
        denied
    }
}

//! Assumptions and cores. Decisions that somebody wants to hold, whatever else is decided, are assumptions: they are made before all
//! others. If one of them fails, others have ruled it out; which ones is found by going back through reasons to the decisions,
//! past all implication points (final conflict analysis, as in `MiniSat`).

use super::Learner;
use super::analyse::Mark;
use super::atoms::Lit;
use super::known::Why;
use crate::solver::engine::fact::Fact;
use crate::solver::engine::queue::Engine;

/// What came of an assumption.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Assumed {
    /// It holds now.
    Holds,
    /// It cannot hold together with those of these numbers. All decisions have been taken back.
    Never(Vec<usize>),
}

impl Learner {
    /// Literals that hold if and only if a fact does.
    pub fn literals(&self, engine: &Engine, fact: &Fact) -> Vec<Lit> {
        let mut literals = Vec::new();
        let words = (engine.store.first_word(fact.var)..).zip(&fact.domain);
        self.denied(words.map(|(word, &values)| (word, values)), &mut literals);
        literals.iter_mut().for_each(|lit| *lit = lit.not());
        literals
    }

    /// The number of the assumption that is to be made next: how many decisions are in force.
    pub fn next_assumption(&self) -> usize {
        self.known.level() as usize
    }

    /// Makes an assumption, on a level of its own even if it holds already; all before it hold, and nothing else is decided.
    pub fn assume(&mut self, engine: &mut Engine, lit: Lit) -> Assumed {
        let truth = self.known.truth[lit.index()];
        if truth < 0 {
            return Assumed::Never(self.core(engine, lit));
        }
        if truth > 0 {
            self.known.push_level(&mut engine.store);
        } else {
            self.known.decide(lit, &mut engine.store);
        }
        Assumed::Holds
    }

    /// The numbers of the assumptions, in order, that together rule out a literal, which fails.
    fn core(&mut self, engine: &mut Engine, refused: Lit) -> Vec<usize> {
        engine.clear();
        let mut levels = Vec::new();
        let mut parts = vec![refused];
        let mut at = self.known.trail.len();
        loop {
            for &lit in &parts {
                if self.known.level_of(lit) > 0 && !self.analysis.is_part(lit.atom()) {
                    self.analysis.mark(lit.atom(), Mark::Part);
                }
            }
            parts.clear();
            let earlier = self.known.trail[..at].iter().rposition(|lit| self.analysis.is_part(lit.atom()));
            let Some(place) = earlier else { break };
            at = place;
            let lit = self.known.trail[at];
            let level = self.known.level_of(lit);
            self.known.back_to(level, &mut engine.store);
            if self.known.entries[lit.atom()].why == Why::Nothing {
                levels.push(level as usize - 1);
            } else {
                self.because(engine, lit, &mut parts);
            }
        }
        self.analysis.unmark();
        self.rewind(engine);
        levels.reverse();
        levels
    }
}

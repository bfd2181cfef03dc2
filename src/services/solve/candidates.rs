//! The values each unknown has in some solution.
//!
//! One engine for all of them: a solution settles a value of every unknown at once, and a value without one is pruned for
//! good before the next is asked about.

use super::{Coded, Conflict, Failure, Solver, Wish, accept, terms};
use crate::base::hash::Set;
use crate::board::unknown::{Domain, UnknownId};
use crate::language::term::TermId;
use crate::solver::engine::VarId;
use crate::solver::search::{Counters, Ending, Limits, Search};

/// What is known about the values of the unknowns.
#[derive(Clone, Debug)]
pub struct Candidates {
    /// For each unknown: the values that occur in some solution, in the order of the domain; values not settled are left in.
    pub values: Vec<Vec<TermId>>,
    /// Values that were not settled before a limit was reached.
    pub unsettled: usize,
    /// How the search ended.
    pub ending: Ending,
    /// What it did.
    pub counters: Counters,
}

impl Solver {
    /// For each unknown the values it has in some solution.
    pub fn candidates(
        &mut self,
        givens: &Coded,
        wish: &Wish,
        stop: &dyn Fn() -> bool,
    ) -> Result<Candidates, Failure> {
        let bound = self.model.bind(givens).and_then(|()| self.model.engine.fixpoint());
        let found = match bound {
            Ok(()) => self.settle(wish, stop),
            Err(Conflict) => Ok(Candidates {
                values: vec![Vec::new(); self.model.vars.len()],
                unsettled: 0,
                ending: Ending::Complete,
                counters: Counters::default(),
            }),
        };
        self.model.unbind();
        found
    }

    fn settle(&mut self, wish: &Wish, stop: &dyn Fn() -> bool) -> Result<Candidates, Failure> {
        let Wish { limits, seed, .. } = *wish;
        let mut solutions = 0;
        let mut settled: Set<(VarId, i64)> = Set::default();
        let mut refuted: Set<(VarId, i64)> = Set::default();
        let mut counters = Counters::default();
        let mut ending = Ending::Complete;
        let vars = self.model.vars.clone();
        'all: for (index, &var) in vars.iter().enumerate() {
            for value in self.left(index) {
                if settled.contains(&(var, value)) || !self.model.engine.store.contains(var, value) {
                    continue;
                }
                let steps = limits.steps.map(|most| most.saturating_sub(counters.decisions));
                self.model.engine.store.push_level();
                // The value is there, so deciding for it cannot fail.
                let _possible = self.model.engine.store.fix(var, value);
                let mut solution: Option<Vec<i64>> = None;
                let mut search = Search::new(&mut self.model, Limits { steps, ..limits }, seed);
                let ended = search.run(
                    |values| {
                        solution = Some(values.to_vec());
                        false
                    },
                    stop,
                );
                counters += search.counters;
                search.reset();
                self.model.engine.clear();
                self.model.engine.store.pop_level();
                if let Some(values) = solution {
                    solutions += 1;
                    let by_rules = wish.checked.is_none_or(|most| solutions <= most);
                    let fine = !by_rules && self.broken(&values).is_none();
                    let terms = terms(&mut self.judge, &self.codes, &values);
                    let accepted = if fine { Ok(()) } else { accept(&mut self.judge, &terms) };
                    match (accepted, self.judge.deadline.cause()) {
                        // What could not be checked in time settles nothing.
                        (Err(Failure::Rules(_)), Some(cause)) => {
                            ending = cause.into();
                            break 'all;
                        }
                        (accepted, _) => accepted?,
                    }
                    settled.extend(vars.iter().copied().zip(values));
                } else if ended == Ending::Complete {
                    // Between bounds that lie far apart the store cannot leave a value out.
                    refuted.insert((var, value));
                    let pruned = self.model.engine.store.remove(var, value);
                    if pruned.and_then(|()| self.model.engine.fixpoint()).is_err() {
                        return Ok(Candidates {
                            values: vec![Vec::new(); vars.len()],
                            unsettled: 0,
                            ending: Ending::Complete,
                            counters,
                        });
                    }
                } else {
                    ending = ended;
                    break 'all;
                }
            }
        }
        Ok(self.listed(&vars, &settled, &refuted, ending, counters))
    }

    /// The values that an unknown still has, in the order of its domain. Between values that lie far apart the store knows
    /// of no gaps.
    fn left(&self, index: usize) -> Vec<i64> {
        let (store, var) = (&self.model.engine.store, self.model.vars[index]);
        match self.model.truth.world.unknowns[index].domain {
            Domain::Range(..) => store.values(var).collect(),
            _ => {
                let codes = self.model.truth.domain_codes(UnknownId(index as u32));
                codes.into_iter().filter(|&code| store.contains(var, code)).collect()
            }
        }
    }

    fn listed(
        &mut self,
        vars: &[VarId],
        settled: &Set<(VarId, i64)>,
        refuted: &Set<(VarId, i64)>,
        ending: Ending,
        counters: Counters,
    ) -> Candidates {
        let mut unsettled = 0;
        let mut values = Vec::with_capacity(vars.len());
        for (index, &var) in vars.iter().enumerate() {
            let mut left = Vec::new();
            for code in self.left(index).into_iter().filter(|&code| !refuted.contains(&(var, code))) {
                unsettled += usize::from(!settled.contains(&(var, code)));
                left.push(super::term(&mut self.judge, index, &self.codes[index], code));
            }
            values.push(left);
        }
        Candidates { values, unsettled, ending, counters }
    }
}

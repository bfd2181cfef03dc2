//! The values each unknown has in some solution.
//!
//! One engine for all of them: a solution settles a value of every unknown at once, and a value without one is pruned for
//! good before the next is asked about. Where that takes more than a few dead ends, the questions are left to a search that
//! learns from one for all that come after it.

use super::{Coded, Conflict, Failure, Solver, Wish, accept, terms};
use crate::base::hash::Set;
use crate::board::unknown::{Domain, UnknownId};
use crate::language::term::TermId;
use crate::solver::engine::VarId;
use crate::solver::search::{Answer, Asker, Counters, Ending, Limits, ask_alone};

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

/// Dead ends after which questions are left to a search that learns, unless somebody says otherwise.
const FEW: u64 = 1000;

/// Values of variables that are known to occur, or not to.
#[derive(Default)]
struct Known {
    solutions: u64,
    settled: Set<(VarId, i64)>,
    refuted: Set<(VarId, i64)>,
    counters: Counters,
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
        let mut asker = None;
        let found = match bound {
            Ok(()) => self.settle(&mut asker, wish, stop),
            Err(Conflict) => Ok(self.nothing(Counters::default())),
        };
        asker.into_iter().for_each(|asker: Asker| asker.leave(&mut self.model));
        self.model.unbind();
        found
    }

    /// No unknown has a value.
    fn nothing(&self, counters: Counters) -> Candidates {
        let values = vec![Vec::new(); self.model.vars.len()];
        Candidates { values, unsettled: 0, ending: Ending::Complete, counters }
    }

    fn settle(
        &mut self,
        asker: &mut Option<Asker>,
        wish: &Wish,
        stop: &dyn Fn() -> bool,
    ) -> Result<Candidates, Failure> {
        let mut known = Known::default();
        let mut ending = Ending::Complete;
        let vars = self.model.vars.clone();
        'all: for (index, &var) in vars.iter().enumerate() {
            for value in self.left(index) {
                if known.settled.contains(&(var, value)) || !self.model.engine.store.contains(var, value) {
                    continue;
                }
                match self.has(var, value, wish, &mut known.counters, asker, stop) {
                    Answer::Found(values) => {
                        if let Some(late) = self.note(wish, values, &mut known)? {
                            ending = late;
                            break 'all;
                        }
                    }
                    Answer::Never(_) => {
                        // Between bounds that lie far apart the store cannot leave a value out.
                        known.refuted.insert((var, value));
                        let pruned = self.model.engine.store.remove(var, value);
                        if pruned.and_then(|()| self.model.engine.fixpoint()).is_err() {
                            return Ok(self.nothing(known.counters));
                        }
                    }
                    Answer::Open(ended) => {
                        ending = ended;
                        break 'all;
                    }
                }
            }
        }
        Ok(self.listed(&vars, &known, ending))
    }

    /// Whether a variable has a value in some solution: by a search of its own, as long as that is easy.
    fn has(
        &mut self,
        var: VarId,
        value: i64,
        wish: &Wish,
        counters: &mut Counters,
        asker: &mut Option<Asker>,
        stop: &dyn Fn() -> bool,
    ) -> Answer {
        let model = &mut self.model;
        let mut limits = wish.limits;
        limits.steps = limits.steps.map(|most| most.saturating_sub(counters.decisions));
        let assumed = [model.engine.store.fact_of(var, value)];
        if asker.is_none() {
            let few = limits.plain.unwrap_or(FEW);
            let learns = Asker::fits(model) && !model.steady && limits.conflicts.is_none();
            let conflicts = if learns { Some(few) } else { limits.conflicts };
            let mut made = Counters::default();
            let limits = Limits { conflicts, ..limits };
            let answer = ask_alone(model, &assumed, limits, wish.seed, &mut made, stop);
            *counters += made;
            if !(learns && answer == Answer::Open(Ending::Limit) && made.conflicts >= few) {
                return answer;
            }
        }
        let asker = asker.get_or_insert_default();
        let answer = asker.ask(model, &assumed, limits, stop);
        *counters += std::mem::take(&mut asker.counters);
        answer
    }

    /// Checks a solution and settles its values; how all ends if there is no time for that.
    fn note(&mut self, wish: &Wish, values: Vec<i64>, known: &mut Known) -> Result<Option<Ending>, Failure> {
        known.solutions += 1;
        let by_rules = wish.checked.is_none_or(|most| known.solutions <= most);
        let fine = !by_rules && self.broken(&values).is_none();
        let terms = terms(&mut self.judge, &self.codes, &values);
        let accepted = if fine { Ok(()) } else { accept(&mut self.judge, &terms) };
        match (accepted, self.judge.deadline.cause()) {
            // What could not be checked in time settles nothing.
            (Err(Failure::Rules(_)), Some(cause)) => return Ok(Some(cause.into())),
            (accepted, _) => accepted?,
        }
        known.settled.extend(self.model.vars.iter().copied().zip(values));
        Ok(None)
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

    fn listed(&mut self, vars: &[VarId], known: &Known, ending: Ending) -> Candidates {
        let mut unsettled = 0;
        let mut values = Vec::with_capacity(vars.len());
        for (index, &var) in vars.iter().enumerate() {
            let mut left = Vec::new();
            for code in self.left(index).into_iter().filter(|&code| !known.refuted.contains(&(var, code))) {
                unsettled += usize::from(!known.settled.contains(&(var, code)));
                left.push(super::term(&mut self.judge, index, &self.codes[index], code));
            }
            values.push(left);
        }
        Candidates { values, unsettled, ending, counters: known.counters }
    }
}

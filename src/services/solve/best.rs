//! The best solutions: first the best value of the objective, from above and from below by turns, then those that have it.

use super::{Best, Failure, Found, Outcome, Solver, Wish, accept, terms};
use crate::base::clock::Stopwatch;
use crate::board::check;
use crate::compile::Aim;
use crate::solver::engine::VarId;
use crate::solver::search::{Asker, Counters, Ending, Limits, Raise, Search};

impl Solver {
    /// First the best value of the objective, then the solutions that have it.
    pub(super) fn best(
        &mut self,
        wish: &Wish,
        stop: &dyn Fn() -> bool,
        outcome: &mut Outcome,
        found: &mut dyn FnMut(Found<'_>),
    ) -> Result<(), Failure> {
        let Some(aim) = self.model.objective.clone() else { return Ok(()) };
        let wrong =
            || Failure::Refused("the solver found values that break the value of the objective".to_owned());
        let mut last: Option<(Vec<i64>, Vec<i64>)> = None;
        // Digit by digit: each as small as those before it allow.
        for (at, &goal) in aim.digits.iter().enumerate() {
            outcome.ending = self.least(&aim, goal, wish, stop, &mut outcome.counters, &mut last);
            let Some((_, digits)) = &last else { return Ok(()) };
            if outcome.ending != Ending::Complete {
                break;
            }
            self.model.engine.store.fix(goal, digits[at]).map_err(|_| wrong())?;
        }
        let Some((values, digits)) = last else { return Ok(()) };
        let proved = outcome.ending == Ending::Complete;
        let terms = terms(&mut self.judge, &self.codes, &values);
        self.judge.deadline.grant();
        accept(&mut self.judge, &terms)?;
        let value = check::objective(&mut self.judge, &terms).map_err(Failure::Rules)?;
        if value != aim.value(&digits) {
            return Err(wrong());
        }
        outcome.best = Some(Best { value, proved });
        if wish.most == Some(1) || !proved {
            outcome.count = 1;
            outcome.ending = if proved { Ending::Enough } else { outcome.ending };
            found(Found { values: &values, world: &mut self.judge, codes: &self.codes, pen: &mut self.pen });
            return Ok(());
        }
        self.all(wish, stop, outcome, found)
    }

    /// Looks for the least value of a digit in two ways by turns: from above, by ever better solutions, and from below, by cores.
    fn least(
        &mut self,
        aim: &Aim,
        goal: VarId,
        wish: &Wish,
        stop: &dyn Fn() -> bool,
        counters: &mut Counters,
        last: &mut Option<(Vec<i64>, Vec<i64>)>,
    ) -> Ending {
        let model = &mut self.model;
        let mut turns = Turns::new(wish.limits);
        // What the search for something better prunes holds only while it lasts.
        model.engine.store.push_level();
        let mut raise = aim.sum.as_ref().filter(|_| Asker::fits(model)).map(|sum| Raise::new(model, sum));
        let ending = loop {
            let limits = turns.limits(counters, raise.is_some());
            let mut search = Search::new(model, limits, wish.seed);
            let improved = search.improve(
                goal,
                |values, store| {
                    let digits = aim.digits.iter().map(|&digit| store.min(digit)).collect();
                    *last = Some((values.to_vec(), digits));
                    true
                },
                stop,
            );
            *counters += search.counters;
            search.reset();
            let Some(below) = raise.as_mut().filter(|_| improved == Ending::Limit) else { break improved };
            if turns.are_over(counters) || model.engine.deadline.is_over() {
                break improved;
            }
            let limits = turns.limits(counters, true);
            let bound =
                last.as_ref().map_or(Ok(()), |(_, digits)| model.engine.store.at_most(goal, digits[0] - 1));
            if bound.is_err() {
                break Ending::Complete;
            }
            let found = &mut |values: &[i64], digit: i64| *last = Some((values.to_vec(), vec![digit]));
            if let Some(ending) = below.turn(model, limits, counters, found, stop) {
                break ending;
            }
            if turns.are_over(counters) || model.engine.deadline.is_over() {
                break Ending::Limit;
            }
            turns.next();
        };
        model.engine.clear();
        model.engine.store.pop_level();
        raise.into_iter().for_each(|raise| raise.leave(model));
        ending
    }
}

/// The turns of two searches: each is twice as long as the one before it.
struct Turns {
    limits: Limits,
    started: Stopwatch,
    length: u64,
}

/// Dead ends of the first turn.
const TURN: u64 = 2000;

impl Turns {
    fn new(limits: Limits) -> Turns {
        Turns { limits, started: Stopwatch::start(), length: TURN }
    }

    /// What is left of the limits, for a turn if there are turns.
    fn limits(&self, done: &Counters, by_turns: bool) -> Limits {
        let Limits { time, steps, conflicts, plain } = self.limits;
        let conflicts = conflicts.map(|most| most.saturating_sub(done.conflicts));
        let length = by_turns.then_some(self.length);
        Limits {
            time: time.map(|most| most.saturating_sub(self.started.elapsed())),
            steps: steps.map(|most| most.saturating_sub(done.decisions)),
            conflicts: conflicts.into_iter().chain(length).min(),
            plain,
        }
    }

    /// Whether a limit is reached, whoever's turn it is.
    fn are_over(&self, done: &Counters) -> bool {
        let Limits { time, steps, conflicts, .. } = self.limits(done, false);
        time.is_some_and(|left| left.is_zero()) || steps == Some(0) || conflicts == Some(0)
    }

    fn next(&mut self) {
        self.length = self.length.saturating_mul(2);
    }
}

//! Cheaper propagation while one learns: what clauses can say they say, since they are looked at only when a watched literal
//! fails; others stand in for the rest.

use super::Learner;
use crate::solver::engine::propagator::Relaxed;
use crate::solver::engine::queue::Engine;
use crate::solver::engine::store::{Conflict, VarId};

/// Who takes part in a search that learns.
#[derive(Debug, Default)]
pub(super) struct StandIns {
    /// The propagators that rest meanwhile.
    spared: Vec<u32>,
    /// The first of those that stand in for them; all others after it do, too.
    first: u32,
    /// Whether they stand in now.
    in_turn: bool,
    /// Unknowns of clauses alone, numbered after all variables: how many values each has.
    pub(super) helpers: Vec<u32>,
    /// What is to become clauses.
    nogoods: Vec<Vec<(VarId, u64)>>,
    /// Whether others take part besides.
    has_others: bool,
}

/// The bits of a guard that is 1.
const IS_ON: u64 = 2;

impl StandIns {
    /// Posts those who stand in for others; they rest.
    pub(super) fn new(engine: &mut Engine) -> StandIns {
        let mut stand_ins = StandIns { first: engine.count() as u32, ..StandIns::default() };
        for number in 0..engine.count() as u32 {
            // Who rests says nothing now.
            let takes_part = !engine.rests(number);
            let relaxed = takes_part.then(|| engine.propagator(number).relaxed(&engine.store)).flatten();
            let Some(Relaxed { helpers, nogoods, rest }) = relaxed else {
                stand_ins.has_others |= takes_part && engine.wakes(number);
                continue;
            };
            stand_ins.spared.push(number);
            let guard = engine.guard_of(number);
            let (count, before) = (engine.store.count() as u32, stand_ins.helpers.len() as u32);
            stand_ins.helpers.extend(helpers);
            stand_ins.nogoods.extend(nogoods.into_iter().map(|mut nogood| {
                let helpers = nogood.iter_mut().filter(|(var, _)| var.0 >= count);
                helpers.for_each(|(var, _)| var.0 += before);
                nogood.extend(guard.map(|guard| (guard, IS_ON)));
                nogood
            }));
            if let Some(rest) = rest {
                stand_ins.has_others = true;
                let origin = engine.origin(number);
                let before = std::mem::replace(&mut engine.origin, origin);
                engine.post(rest);
                engine.origin = before;
                let own = engine.count() as u32 - 1;
                guard.into_iter().for_each(|guard| engine.guard([own], guard));
            }
        }
        engine.rest(stand_ins.first..engine.count() as u32);
        stand_ins
    }

    /// Whether clauses say all that there is to say.
    pub(super) fn are_all(&self) -> bool {
        !self.has_others
    }
}

impl Learner {
    /// The search begins to learn, or does so again; no decision is in force.
    pub fn begin(&mut self, engine: &mut Engine) -> Result<(), Conflict> {
        self.stand_ins.in_turn = true;
        engine.rest(self.stand_ins.spared.iter().copied());
        engine.rouse(self.stand_ins.first..engine.count() as u32);
        let mut literals = Vec::new();
        for mut nogood in std::mem::take(&mut self.stand_ins.nogoods) {
            // What is said of a variable is said once.
            nogood.sort_unstable_by_key(|&(var, _)| var);
            nogood.dedup_by(|next, before| {
                let same = next.0 == before.0;
                before.1 &= if same { next.1 } else { u64::MAX };
                same
            });
            literals.clear();
            for &(var, values) in &nogood {
                if var.0 < engine.store.count() as u32 {
                    self.denied([(engine.store.first_word(var), values)].into_iter(), &mut literals);
                } else {
                    self.known.atoms.denied(var, values, &mut literals);
                }
            }
            if !self.known.require(&mut literals) {
                return Err(Conflict);
            }
        }
        Ok(())
    }

    /// The search goes on without learning for a while.
    pub fn pause(&mut self, engine: &mut Engine) {
        if std::mem::take(&mut self.stand_ins.in_turn) {
            engine.rest(self.stand_ins.first..engine.count() as u32);
            engine.rouse(self.stand_ins.spared.iter().copied());
        }
    }

    /// The search is over.
    pub fn leave(mut self, engine: &mut Engine) {
        self.pause(engine);
        engine.withdraw(self.stand_ins.first);
    }
}

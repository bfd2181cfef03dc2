//! Problems drawn by lot, for tests.

use crate::base::number::Sign;
use crate::solver::constraints::clause::Clause;
use crate::solver::constraints::distinct::Distinct;
use crate::solver::constraints::linear::{Linear, View};
use crate::solver::constraints::literal::Literal;
use crate::solver::engine::judge::rng::Random;
use crate::solver::engine::{Engine, VarId};
use crate::solver::problem::Problem;

/// Some variables of two to five values, and clauses, groups of different values and sums on them.
pub(super) fn drawn(seed: u64) -> Problem {
    let mut random = Random::new(seed);
    let mut engine = Engine::default();
    let count = 5 + random.below(4);
    let vars: Vec<VarId> =
        (0..count).map(|_| engine.store.add_range(0, 1 + random.below(4) as i64)).collect();
    let any = |random: &mut Random| vars[random.below(vars.len())];
    for _ in 0..random.below(8) {
        let literals: Vec<Literal> = (0..2 + random.below(3))
            .map(|_| Literal { var: any(&mut random), base: 0, mask: 1 + random.below(30) as u64 })
            .collect();
        engine.post(Box::new(Clause::new(literals)));
    }
    for _ in 0..random.below(3) {
        let first = random.below(vars.len() - 2);
        let terms = vars[first..first + 3].iter().map(|&var| (var, 0)).collect();
        engine.post(Box::new(Distinct::new(terms, &engine.store)));
    }
    for _ in 0..random.below(3) {
        let terms: Vec<(i64, View)> = (0..3)
            .map(|_| (if random.below(2) == 0 { 1 } else { -1 }, View::Var(any(&mut random))))
            .collect();
        let sign = if random.below(2) == 0 { Sign::AtMostZero } else { Sign::Zero };
        engine.post(Box::new(Linear { sign, constant: random.below(5) as i64 - 2, terms }));
    }
    Problem::new(engine, vars.into_iter().map(|var| (var, true)).collect())
}

//! A literal that says whether a sum compares with 0 as it should, both ways.

use super::linear::Linear;
use super::literal::Literal;
use crate::solver::engine::{About, Conflict, Cost, Events, Propagator, Store, VarId};

/// `literal` holds exactly when the comparison does.
#[derive(Clone, Debug)]
pub struct Reified {
    literal: Literal,
    yes: Linear,
    no: Linear,
}

impl Reified {
    /// Ties a literal to a comparison.
    pub fn new(literal: Literal, comparison: Linear) -> Reified {
        Reified { literal, no: comparison.negated(), yes: comparison }
    }
}

/// What people are told.
pub const ABOUT: About = About {
    name: "sum or not",
    meaning: "whether a sum compares as it should",
    prunes: "the truth once the bounds decide it, the sum once the truth is known",
};

impl Propagator for Reified {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn cost(&self) -> Cost {
        self.yes.cost()
    }

    fn watches(&self) -> Vec<(VarId, Events)> {
        let own = [(self.literal.var, Events::ANY)];
        own.into_iter().chain(self.yes.watches()).chain(self.no.watches()).collect()
    }

    fn prune(&mut self, store: &mut Store) -> Result<(), Conflict> {
        match self.literal.status(store) {
            Some(true) => self.yes.prune(store),
            Some(false) => self.no.prune(store),
            None => match self.yes.status(store) {
                Some(holds) => self.literal.set(store, holds),
                None => Ok(()),
            },
        }
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        self.literal.holds(value(self.literal.var)) == self.yes.holds(value)
    }
}

#[cfg(test)]
mod tests {
    use super::Reified;
    use crate::solver::constraints::linear;
    use crate::solver::constraints::literal::Literal;
    use crate::solver::engine::judge::judge;

    #[test]
    fn it_keeps_its_promises() {
        judge(|random, store| {
            let comparison = linear::tests::draw(random, store);
            let literal = Literal { var: store.add_range(3, 5), base: 3, mask: 1 + random.below(6) as u64 };
            Box::new(Reified::new(literal, comparison))
        });
    }
}

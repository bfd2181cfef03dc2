//! A variable has one of these values: what a law that speaks of a single unknown amounts to.

use crate::solver::engine::{About, Conflict, Cost, Events, Propagator, Store, VarId};

/// One variable and its values.
#[derive(Clone, Debug)]
pub struct Among {
    var: VarId,
    /// Sorted.
    values: Vec<i64>,
}

impl Among {
    /// The variable has one of these values.
    pub fn new(var: VarId, mut values: Vec<i64>) -> Among {
        values.sort_unstable();
        Among { var, values }
    }
}

/// What people are told.
pub const ABOUT: About =
    About { name: "among", meaning: "an unknown has one of some values", prunes: "all other values, once" };

impl Propagator for Among {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn cost(&self) -> Cost {
        Cost::Constant
    }

    fn watches(&self) -> Vec<(VarId, Events)> {
        vec![(self.var, Events::NEVER)]
    }

    fn prune(&mut self, store: &mut Store) -> Result<(), Conflict> {
        let (Some(&low), Some(&high)) = (self.values.first(), self.values.last()) else {
            return Err(Conflict);
        };
        store.at_least(self.var, low)?;
        store.at_most(self.var, high)?;
        let gone: Vec<i64> =
            store.values(self.var).filter(|value| self.values.binary_search(value).is_err()).collect();
        gone.into_iter().try_for_each(|value| store.remove(self.var, value))
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        self.values.binary_search(&value(self.var)).is_ok()
    }
}

//! A value among few that lie far apart: for a domain too wide to be kept as bits.
//!
//! Moves the bounds to values that are possible; what lies between is left to those who move them.

use crate::solver::engine::{Conflict, Cost, Events, Propagator, Spec, Store, VarId};

/// The variable has one of the values.
#[derive(Clone, Debug)]
pub struct Member {
    var: VarId,
    /// Sorted.
    values: Vec<i64>,
}

impl Member {
    /// One of these values.
    pub fn new(var: VarId, mut values: Vec<i64>) -> Member {
        values.sort_unstable();
        Member { var, values }
    }
}

impl Propagator for Member {
    fn spec(&self) -> Spec {
        Spec::new("member", Cost::Constant, Events::BOUNDS, [self.var])
    }

    fn prune(&mut self, store: &mut Store) -> Result<(), Conflict> {
        let (low, high) = (store.min(self.var), store.max(self.var));
        let first = self.values.partition_point(|&value| value < low);
        let after = self.values.partition_point(|&value| value <= high);
        if first >= after {
            return Err(Conflict);
        }
        store.at_least(self.var, self.values[first])?;
        store.at_most(self.var, self.values[after - 1])
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        self.values.binary_search(&value(self.var)).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::Member;
    use crate::solver::engine::judge::judge;

    #[test]
    fn it_keeps_its_promises() {
        judge(|draw| Member::new(draw.var(-5..=5), draw.many(1..=4, |draw| draw.int(-4..=4))));
    }
}

//! A value among few that lie far apart: for a domain too wide to be kept as bits.
//!
//! Moves the bounds to values that are possible; what lies between is left to those who move them.

use super::among::Among;
use crate::solver::engine::{Conflict, Cost, Events, Found, Propagator, Reason, Spec, Store, VarId};

/// The variable has one of the values.
#[derive(Clone, Debug)]
pub struct Member(Among);

impl Member {
    /// One of these values.
    pub fn new(var: VarId, values: Vec<i64>) -> Member {
        Member(Among::new(var, values))
    }
}

impl Propagator for Member {
    fn spec(&self) -> Spec {
        Spec::new("member", Cost::Constant, Events::BOUNDS, [self.0.var])
    }

    fn prune(&mut self, store: &mut Store) -> Result<(), Conflict> {
        let Among { var, values } = &self.0;
        let first = values.partition_point(|&value| value < store.min(*var));
        let after = values.partition_point(|&value| value <= store.max(*var));
        if first >= after {
            return Err(Conflict);
        }
        store.at_least(*var, values[first])?;
        store.at_most(*var, values[after - 1])
    }

    fn explain(&self, store: &Store, root: &Store, found: Option<&Found>, reason: &mut Reason) -> bool {
        self.0.explain(store, root, found, reason)
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        self.0.holds(value)
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

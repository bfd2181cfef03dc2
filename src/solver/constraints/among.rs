//! A variable has one of these values (a unary constraint). Prunes all others, once.

use crate::solver::engine::{Conflict, Cost, Events, Found, Propagator, Reason, Spec, Store, VarId};

/// One variable and its values.
#[derive(Clone, Debug)]
pub struct Among {
    pub(super) var: VarId,
    /// Sorted.
    pub(super) values: Vec<i64>,
}

impl Among {
    /// The variable has one of these values.
    pub fn new(var: VarId, mut values: Vec<i64>) -> Among {
        values.sort_unstable();
        Among { var, values }
    }
}

impl Propagator for Among {
    fn spec(&self) -> Spec {
        Spec::new("among", Cost::Constant, Events::NEVER, [self.var])
    }

    fn prune(&mut self, store: &mut Store) -> Result<(), Conflict> {
        let (Some(&low), Some(&high)) = (self.values.first(), self.values.last()) else {
            return Err(Conflict);
        };
        store.at_least(self.var, low)?;
        store.at_most(self.var, high)?;
        store.retain(self.var, |_, value| self.values.binary_search(&value).is_ok())
    }

    fn explain(&self, store: &Store, _root: &Store, found: Option<&Found>, reason: &mut Reason) -> bool {
        match found {
            None => reason.without(store, self.var, &self.values),
            Some(found) => return !self.values.iter().any(|&value| found.has_lost(store, value)),
        }
        true
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        self.values.binary_search(&value(self.var)).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::Among;
    use crate::solver::engine::judge::judge;

    #[test]
    fn it_keeps_its_promises() {
        judge(|draw| Among::new(draw.var(-5..=5), draw.many(1..=5, |draw| draw.int(-4..=4))));
    }
}

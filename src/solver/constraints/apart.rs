//! Two variables differ, or one of some literals holds.
//!
//! Prunes fully (GAC), at the cost of a look at each: a table of the same would have a row for each two values.

use smallvec::SmallVec;

use super::literal::Literal;
use crate::solver::engine::{Conflict, Cost, Events, Found, Propagator, Reason, Spec, Store, VarId};

/// Two variables differ unless one of some literals holds.
#[derive(Clone, Debug)]
pub struct Apart {
    left: VarId,
    right: VarId,
    /// Each about another variable, and none about these two.
    unless: SmallVec<[Literal; 2]>,
}

impl Apart {
    /// Two variables differ, or a literal holds; nothing if some variable occurs twice.
    pub fn new(left: VarId, right: VarId, unless: impl IntoIterator<Item = Literal>) -> Option<Apart> {
        let apart = Apart { left, right, unless: unless.into_iter().collect() };
        let mut vars: SmallVec<[VarId; 4]> = apart.vars().collect();
        vars.sort_unstable();
        vars.windows(2).all(|two| two[0] != two[1]).then_some(apart)
    }

    fn vars(&self) -> impl Iterator<Item = VarId> {
        [self.left, self.right].into_iter().chain(self.unless.iter().map(|literal| literal.var))
    }
}

impl Propagator for Apart {
    fn spec(&self) -> Spec {
        Spec::new("apart", Cost::Constant, Events::FIXED, [self.left, self.right])
            .and(Events::ANY, self.unless.iter().map(|literal| literal.var))
    }

    fn prune(&mut self, store: &mut Store) -> Result<(), Conflict> {
        let (left, right) = (store.value(self.left), store.value(self.right));
        if left.is_none() && right.is_none() {
            return Ok(());
        }
        let mut open = None;
        for literal in &self.unless {
            match (literal.status(store), open) {
                (Some(false), _) => {}
                (None, None) => open = Some(*literal),
                (Some(true), _) | (None, Some(_)) => return Ok(()),
            }
        }
        match (left, right, open) {
            (Some(left), Some(right), _) if left != right => Ok(()),
            (Some(_), Some(_), Some(literal)) => literal.set(store, true),
            (Some(_), Some(_), None) => Err(Conflict),
            (Some(value), None, None) => store.remove(self.right, value),
            (None, Some(value), None) => store.remove(self.left, value),
            _ => Ok(()),
        }
    }

    fn explain(&self, store: &Store, _root: &Store, found: Option<&Found>, reason: &mut Reason) -> bool {
        let others = self.vars().filter(|&var| found.is_none_or(|found| found.var != var));
        reason.wholes(store, Some(others.collect()))
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        value(self.left) != value(self.right)
            || self.unless.iter().any(|literal| literal.holds(value(literal.var)))
    }
}

#[cfg(test)]
mod tests {
    use super::Apart;
    use crate::solver::constraints::literal::Literal;
    use crate::solver::engine::judge::judge;

    #[test]
    fn it_keeps_its_promises() {
        judge(|draw| {
            loop {
                let (left, right) = (draw.var(1..=4), draw.var(2..=5));
                if let Some(apart) = Apart::new(left, right, draw.many(0..=3, Literal::drawn)) {
                    return apart;
                }
            }
        });
    }
}

//! Two or none of some literals hold: the edges of a loop at one of its nodes.
//!
//! Prunes fully (GAC). What a loop says of each node alone, said cheaply, so that the loop as a whole is asked less often.

use smallvec::SmallVec;

use super::literal::Literal;
use crate::solver::engine::{Conflict, Cost, Events, Found, Propagator, Reason, Spec, Store, VarId};

/// Two of these literals hold, or none.
#[derive(Clone, Debug)]
pub struct Crossing {
    /// Each about another variable.
    literals: SmallVec<[Literal; 4]>,
}

impl Crossing {
    /// The edges at a node; nothing if two of them hang on one variable.
    pub fn new(literals: impl IntoIterator<Item = Literal>) -> Option<Crossing> {
        let mut literals: SmallVec<[Literal; 4]> = literals.into_iter().collect();
        literals.sort_unstable();
        let apart = literals.windows(2).all(|two| two[0].var != two[1].var);
        apart.then_some(Crossing { literals })
    }

    /// The literals that hold, on these domains.
    fn sure(&self, store: &Store) -> SmallVec<[VarId; 4]> {
        let sure = self.literals.iter().filter(|literal| literal.status(store) == Some(true));
        sure.map(|literal| literal.var).collect()
    }
}

impl Propagator for Crossing {
    fn spec(&self) -> Spec {
        Spec::new("crossing", Cost::Constant, Events::ANY, self.literals.iter().map(|literal| literal.var))
    }

    fn prune(&mut self, store: &mut Store) -> Result<(), Conflict> {
        let (mut sure, mut open) = (0, 0);
        for literal in &self.literals {
            match literal.status(store) {
                Some(true) => sure += 1,
                Some(false) => {}
                None => open += 1,
            }
        }
        let value = match (sure, open) {
            (3.., _) | (1, 0) => return Err(Conflict),
            (2, 1..) | (0, 1) => false,
            (1, 1) => true,
            _ => return Ok(()),
        };
        let is_open = |literal: &&Literal| literal.status(store).is_none();
        let open: SmallVec<[Literal; 4]> = self.literals.iter().filter(is_open).copied().collect();
        open.into_iter().try_for_each(|literal| literal.set(store, value))
    }

    fn explain(&self, store: &Store, _root: &Store, found: Option<&Found>, reason: &mut Reason) -> bool {
        let own = found.map(|found| found.var);
        let others = |var: &VarId| Some(*var) != own;
        let sure: Vec<VarId> = self.sure(store).into_iter().filter(others).collect();
        // Two that hold rule out each other one; a third that holds contradicts them.
        let few = if own.is_some() { 2 } else { 3 };
        if sure.len() >= few {
            return reason.wholes(store, Some(sure[..few].to_vec()));
        }
        let all = self.literals.iter().map(|literal| literal.var).filter(others);
        reason.wholes(store, Some(all.collect()))
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        let sure = self.literals.iter().filter(|literal| literal.holds(value(literal.var))).count();
        matches!(sure, 0 | 2)
    }
}

#[cfg(test)]
mod tests {
    use super::Crossing;
    use crate::solver::constraints::literal::Literal;
    use crate::solver::engine::judge::judge;

    #[test]
    fn it_keeps_its_promises() {
        judge(|draw| {
            loop {
                if let Some(crossing) = Crossing::new(draw.many(1..=5, Literal::drawn)) {
                    return crossing;
                }
            }
        });
    }
}

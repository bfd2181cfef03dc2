//! A literal that says whether a sum compares with 0 as it should, both ways (full reification).
//!
//! Prunes the literal once the bounds of the sum decide it, and the sum once the literal is decided.

use super::linear::Linear;
use super::literal::Literal;
use crate::solver::engine::{Conflict, Events, Found, Propagator, Reason, Spec, Store, VarId};

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

impl Propagator for Reified {
    fn spec(&self) -> Spec {
        let Spec { cost, watches, .. } = self.yes.spec();
        let mut spec = Spec::new("sum or not", cost, Events::ANY, [self.literal.var]);
        spec.watches.extend(watches.into_iter().chain(self.no.spec().watches));
        spec
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

    fn explain(&self, store: &Store, root: &Store, found: Option<&Found>, reason: &mut Reason) -> bool {
        let status = self.literal.status(store);
        if let Some(holds) = status {
            self.literal.because(store, holds, reason);
            let comparison = if holds { &self.yes } else { &self.no };
            return comparison.explain(store, root, found, reason);
        }
        // What decides the literal is a conflict of its opposite.
        match self.yes.status(store) {
            Some(true) => self.no.explain(store, root, None, reason),
            Some(false) => self.yes.explain(store, root, None, reason),
            None => false,
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
        judge(|draw| Reified::new(Literal::drawn(draw), linear::tests::drawn(draw)));
    }
}

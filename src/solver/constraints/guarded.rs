//! A literal tied to any constraint, both ways.
//!
//! Where the literal holds the constraint prunes; where the constraint would conflict the literal does not hold; and with
//! one variable left open its values are tried one by one.

use super::graph::watch;
use super::literal::Literal;
use crate::solver::engine::{About, Conflict, Cost, Events, Propagator, Store, VarId};

/// `literal` holds exactly when the constraint does.
#[derive(Debug)]
pub struct Guarded {
    literal: Literal,
    inner: Box<dyn Propagator>,
    scope: Vec<VarId>,
}

impl Guarded {
    /// Ties a literal to a constraint.
    pub fn new(literal: Literal, inner: Box<dyn Propagator>) -> Guarded {
        let vars = inner.watches().into_iter().map(|(var, _)| var);
        let scope = watch(vars).into_iter().map(|(var, _)| var).collect();
        Guarded { literal, inner, scope }
    }

    /// Tries the values of the only open variable, if there is one: whether the constraint can hold, and can fail.
    fn try_last(&self, store: &mut Store, wanted: Option<bool>) -> Result<(), Conflict> {
        let mut open = self.scope.iter().copied().filter(|&var| !store.is_fixed(var));
        let (last, more) = (open.next(), open.next());
        if more.is_some() || last.is_some_and(|var| store.size(var) > 64) {
            return Ok(());
        }
        let Some(last) = last else {
            let holds = self.inner.holds(&|var| store.min(var));
            return self.literal.set(store, holds);
        };
        let Some(wanted) = wanted else { return Ok(()) };
        let refused = |value: &i64| {
            self.inner.holds(&|var| if var == last { *value } else { store.min(var) }) != wanted
        };
        let gone: Vec<i64> = store.values(last).filter(refused).collect();
        gone.into_iter().try_for_each(|value| store.remove(last, value))
    }
}

/// What people are told.
pub const ABOUT: About = About {
    name: "whether",
    meaning: "whether another constraint holds",
    prunes: "the truth once the constraint fails, by the constraint once the truth is known",
};

impl Propagator for Guarded {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn cost(&self) -> Cost {
        Cost::Highest
    }

    fn watches(&self) -> Vec<(VarId, Events)> {
        watch(self.scope.iter().copied().chain([self.literal.var]))
    }

    fn prune(&mut self, store: &mut Store) -> Result<(), Conflict> {
        match self.literal.status(store) {
            Some(true) => self.inner.prune(store),
            Some(false) => self.try_last(store, Some(false)),
            None if self.inner.prune(&mut store.clone()).is_err() => self.literal.set(store, false),
            None => self.try_last(store, None),
        }
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        self.literal.holds(value(self.literal.var)) == self.inner.holds(value)
    }
}

#[cfg(test)]
mod tests {
    use super::Guarded;
    use crate::solver::constraints::closed_loop::ClosedLoop;
    use crate::solver::constraints::graph::tests::draw;
    use crate::solver::constraints::literal::Literal;
    use crate::solver::engine::judge::judge;

    #[test]
    fn it_keeps_its_promises() {
        judge(|random, store| {
            let inner = Box::new(ClosedLoop::new(draw(random, store, 2, 3)));
            let literal = Literal { var: store.add_range(3, 5), base: 3, mask: 1 + random.below(6) as u64 };
            Box::new(Guarded::new(literal, inner))
        });
    }
}

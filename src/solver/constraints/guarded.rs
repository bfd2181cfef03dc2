//! A literal tied to any constraints, both ways (full reification).
//!
//! Where the literal holds the constraints prune; where one would conflict the literal does not hold; and with one variable
//! left open its values are tried one by one. That the constraints must hold is seen only at the end.

use super::literal::Literal;
use crate::solver::engine::{
    Conflict, Cost, Events, Found, Propagator, Reason, Spec, Store, VarId, each_once,
};

/// `literal` holds exactly when all the constraints do.
#[derive(Debug)]
pub struct Guarded {
    literal: Literal,
    inner: Vec<Box<dyn Propagator>>,
    scope: Vec<VarId>,
}

impl Guarded {
    /// Ties a literal to constraints.
    pub fn new(literal: Literal, inner: Vec<Box<dyn Propagator>>) -> Guarded {
        let watches = inner.iter().flat_map(|inner| inner.spec().watches);
        let scope = each_once(watches.map(|(var, _)| var));
        Guarded { literal, inner, scope }
    }

    fn prune_all(&mut self, store: &mut Store) -> Result<(), Conflict> {
        self.inner.iter_mut().try_for_each(|inner| inner.prune(store))
    }

    fn hold(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        self.inner.iter().all(|inner| inner.holds(value))
    }

    /// Tries the values of the only open variable, if there is one: whether the constraint can hold, and can fail.
    fn try_last(&self, store: &mut Store, wanted: Option<bool>) -> Result<(), Conflict> {
        let mut open = self.scope.iter().copied().filter(|&var| !store.is_fixed(var));
        let (last, more) = (open.next(), open.next());
        if more.is_some() || last.is_some_and(|var| store.size(var) > 64) {
            return Ok(());
        }
        let Some(last) = last else {
            let holds = self.hold(&|var| store.min(var));
            return self.literal.set(store, holds);
        };
        let Some(wanted) = wanted else { return Ok(()) };
        store.retain(last, |store, value| {
            self.hold(&|var| if var == last { value } else { store.min(var) }) == wanted
        })
    }
}

impl Propagator for Guarded {
    fn spec(&self) -> Spec {
        let vars = self.scope.iter().copied().chain([self.literal.var]);
        Spec::new("whether", Cost::Highest, Events::ANY, each_once(vars))
    }

    fn prune(&mut self, store: &mut Store) -> Result<(), Conflict> {
        match self.literal.status(store) {
            Some(true) => self.prune_all(store),
            Some(false) => self.try_last(store, Some(false)),
            None if self.prune_all(&mut store.clone()).is_err() => self.literal.set(store, false),
            None => self.try_last(store, None),
        }
    }

    fn explain(&self, store: &Store, root: &Store, found: Option<&Found>, reason: &mut Reason) -> bool {
        let status = self.literal.status(store);
        let own = found.filter(|_| status.is_some());
        if let Some(holds) = status {
            self.literal.because(store, holds, reason);
        }
        let before = reason.claims.len();
        if let [only] = &self.inner[..]
            && status != Some(false)
            && only.explain(store, root, own, reason)
        {
            return true;
        }
        // What is found out otherwise rests on all values but the last; of several constraints nobody knows which one told.
        reason.claims.truncate(before);
        let others = self.scope.iter().filter(|var| found.is_none_or(|found| found.var != **var));
        reason.wholes(store, Some(others.copied().collect()))
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        self.literal.holds(value(self.literal.var)) == self.hold(value)
    }
}

#[cfg(test)]
mod tests {
    use super::Guarded;
    use crate::solver::constraints::acyclic::Acyclic;
    use crate::solver::constraints::closed_loop::ClosedLoop;
    use crate::solver::constraints::crossing::Crossing;
    use crate::solver::constraints::graph::random::grid;
    use crate::solver::constraints::literal::Literal;
    use crate::solver::engine::judge::judge;

    #[test]
    fn it_keeps_its_promises() {
        judge(|draw| Guarded::new(Literal::drawn(draw), vec![Box::new(ClosedLoop::new(grid(draw, 2, 3)))]));
        judge(|draw| {
            let graph = grid(draw, 2, 3);
            let ends =
                Crossing::at(graph.links(1).iter().map(|&(_, edge)| graph.edges[edge as usize].2), true);
            Guarded::new(Literal::drawn(draw), vec![Box::new(Acyclic::new(graph)), Box::new(ends)])
        });
    }
}

//! One or more of some literals hold.
//!
//! Prunes fully (GAC): with one literal left that can hold, it must. Two literals that could hold when they were last looked
//! at are looked at first, as the watched literals of SAT solvers are, so that most calls end after two looks.

use smallvec::SmallVec;

use super::literal::Literal;
use crate::solver::engine::{
    Conflict, Cost, Events, Found, Propagator, Reason, Relaxed, Rest, Spec, Store, VarId,
};

/// One or more of these literals hold.
#[derive(Clone, Debug)]
pub struct Clause {
    /// Each about another variable.
    literals: SmallVec<[Literal; 2]>,
    /// Two of them to be looked at first.
    first: [u32; 2],
}

impl Clause {
    /// A choice between literals. Those about one variable become one.
    pub fn new(literals: impl IntoIterator<Item = Literal>) -> Clause {
        let mut literals: SmallVec<[Literal; 2]> = literals.into_iter().collect();
        literals.sort_unstable_by_key(|literal| literal.var);
        literals.dedup_by(|next, before| {
            let same = next.var == before.var;
            if same {
                before.mask |= next.mask;
            }
            same
        });
        Clause { literals, first: [0, 1] }
    }

    /// The literals, each about another variable, in the order of the variables.
    pub fn literals(&self) -> &[Literal] {
        &self.literals
    }

    /// The same without what cannot hold on these domains; nothing if one literal always holds.
    #[must_use]
    pub fn on(mut self, store: &Store) -> Option<Clause> {
        let mut certain = false;
        self.literals.retain(|literal| {
            let status = literal.status(store);
            certain |= status == Some(true);
            status != Some(false)
        });
        (!certain).then_some(self)
    }
}

/// Whether a literal can hold.
#[inline]
fn open(store: &Store, literal: Literal) -> bool {
    store.word(literal.var).1 & literal.mask != 0
}

impl Propagator for Clause {
    fn spec(&self) -> Spec {
        let cost = if self.literals.len() <= 3 { Cost::Constant } else { Cost::Linear };
        Spec::new("clause", cost, Events::ANY, self.literals.iter().map(|literal| literal.var))
    }

    fn prune(&mut self, store: &mut Store) -> Result<(), Conflict> {
        let watched = |at: u32| self.literals.get(at as usize).is_some_and(|&literal| open(store, literal));
        if watched(self.first[0]) && watched(self.first[1]) {
            return Ok(());
        }
        let mut left = (0..self.literals.len()).filter(|&at| open(store, self.literals[at]));
        match (left.next(), left.next()) {
            (None, _) => Err(Conflict),
            (Some(only), None) => self.literals[only].set(store, true),
            (Some(one), Some(other)) => {
                self.first = [one as u32, other as u32];
                Ok(())
            }
        }
    }

    fn explain(&self, store: &Store, _root: &Store, found: Option<&Found>, reason: &mut Reason) -> bool {
        let own = found.map(|found| found.var);
        let others = self.literals.iter().filter(|literal| Some(literal.var) != own);
        others.for_each(|literal| reason.within(store, literal.var, !literal.mask));
        true
    }

    fn relaxed(&self, _store: &Store) -> Option<Relaxed> {
        let nogood = self.literals.iter().map(|literal| (literal.var, !literal.mask)).collect();
        Some(Relaxed { nogoods: vec![nogood], ..Relaxed::default() })
    }

    fn rest(&self, store: &Store, _told: &mut Vec<u64>) -> Rest {
        let holds = self.literals.iter().any(|literal| literal.status(store) == Some(true));
        if holds { Rest::Nothing } else { Rest::Told }
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        self.literals.iter().any(|literal| literal.holds(value(literal.var)))
    }

    fn room(&self, store: &Store, var: VarId, value: i64) -> Option<i64> {
        let own = self.literals.iter().find(|literal| literal.var == var)?;
        if self.literals.len() < 4 || own.holds(value) || !open(store, *own) {
            return None;
        }
        let left = self.literals.iter().filter(|&&literal| open(store, literal)).count();
        Some(left as i64 - 2)
    }
}

#[cfg(test)]
mod tests {
    use super::Clause;
    use crate::solver::constraints::literal::Literal;
    use crate::solver::engine::judge::judge;

    #[test]
    fn it_keeps_its_promises() {
        judge(|draw| {
            let mut literals = draw.many(1..=6, Literal::drawn);
            // Now and then two literals are about one variable.
            if draw.below(3) == 0 {
                let literal = draw.pick(&literals);
                literals.push(Literal { mask: draw.int(1..=6) as u64, ..literal });
            }
            Clause::new(literals)
        });
    }
}

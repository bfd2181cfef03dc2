//! Any condition at all, asked as soon as one variable is left open: its values are tried one by one (forward checking).
//!
//! The last resort: always right, and weak.

use std::fmt;
use std::sync::Arc;

use crate::solver::engine::{Conflict, Cost, Events, Found, Propagator, Reason, Spec, Store, VarId};

/// A test on the values of all its variables, in order.
pub type Test = Arc<dyn Fn(&[i64]) -> bool>;

/// A condition on some variables.
#[derive(Clone)]
pub struct Checked {
    vars: Vec<VarId>,
    test: Test,
    /// Two variables that were open when last looked for, or the same one twice: as long as they are, nothing is asked.
    open: [VarId; 2],
}

impl fmt::Debug for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Checked").field("vars", &self.vars).finish_non_exhaustive()
    }
}

impl Checked {
    /// The test holds for these variables.
    pub fn new(vars: Vec<VarId>, test: Test) -> Checked {
        let open = [vars.first().copied().unwrap_or(VarId(0)); 2];
        Checked { vars, test, open }
    }
}

impl Propagator for Checked {
    fn spec(&self) -> Spec {
        Spec::new("checked", Cost::Highest, Events::FIXED, self.vars.iter().copied())
    }

    fn prune(&mut self, store: &mut Store) -> Result<(), Conflict> {
        let [one, other] = self.open;
        if one != other && !store.is_fixed(one) && !store.is_fixed(other) {
            return Ok(());
        }
        let mut open = self.vars.iter().enumerate().filter(|(_, var)| !store.is_fixed(**var));
        let first = open.next().map(|(place, &var)| (place, var));
        if let (Some((_, one)), Some((_, &other))) = (first, open.next()) {
            self.open = [one, other];
            return Ok(());
        }
        let mut values: Vec<i64> = self.vars.iter().map(|&var| store.min(var)).collect();
        let Some((place, var)) = first else {
            return if (self.test)(&values) { Ok(()) } else { Err(Conflict) };
        };
        if store.size(var) > 256 {
            return Ok(());
        }
        let possible: Vec<i64> = store.values(var).collect();
        for value in possible {
            values[place] = value;
            if !(self.test)(&values) {
                store.remove(var, value)?;
            }
        }
        Ok(())
    }

    fn explain(&self, store: &Store, _root: &Store, found: Option<&Found>, reason: &mut Reason) -> bool {
        let others = self.vars.iter().filter(|var| found.is_none_or(|found| found.var != **var));
        reason.wholes(store, Some(others.copied().collect()))
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        let values: Vec<i64> = self.vars.iter().map(|&var| value(var)).collect();
        (self.test)(&values)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::Checked;
    use crate::solver::engine::judge::judge;

    #[test]
    fn it_keeps_its_promises() {
        judge(|draw| {
            let (factor, rest) = (draw.int(1..=7), draw.int(0..=2));
            let mixed =
                move |values: &[i64]| values.iter().fold(0, |sum, value| (5 * sum + factor * value) % 11);
            let vars = draw.many(1..=4, |draw| draw.var(0..=3));
            Checked::new(vars, Arc::new(move |values: &[i64]| mixed(values) % 3 == rest))
        });
    }
}

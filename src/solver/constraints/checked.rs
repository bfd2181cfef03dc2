//! Any condition at all, asked as soon as one variable is left open: its values are tried one by one.
//!
//! The last resort: always right, and weak.

use std::fmt;
use std::sync::Arc;

use crate::solver::engine::{About, Conflict, Cost, Events, Propagator, Store, VarId};

/// A test on the values of all its variables, in order.
pub type Test = Arc<dyn Fn(&[i64]) -> bool>;

/// A condition on some variables.
#[derive(Clone)]
pub struct Checked {
    vars: Vec<VarId>,
    test: Test,
}

impl fmt::Debug for Checked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Checked").field("vars", &self.vars).finish_non_exhaustive()
    }
}

impl Checked {
    /// The test holds for these variables.
    pub fn new(vars: Vec<VarId>, test: Test) -> Checked {
        Checked { vars, test }
    }
}

/// What people are told.
pub const ABOUT: About =
    About { name: "checked", meaning: "any condition at all", prunes: "the values of the last open unknown" };

impl Propagator for Checked {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn cost(&self) -> Cost {
        Cost::Highest
    }

    fn watches(&self) -> Vec<(VarId, Events)> {
        self.vars.iter().map(|&var| (var, Events::FIXED)).collect()
    }

    fn prune(&mut self, store: &mut Store) -> Result<(), Conflict> {
        let mut open = self.vars.iter().enumerate().filter(|(_, var)| !store.is_fixed(**var));
        let first = open.next().map(|(place, &var)| (place, var));
        if open.next().is_some() {
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
        judge(|random, store| {
            let vars = (0..=random.below(4)).map(|_| store.add_range(0, 3)).collect();
            let (factor, rest) = (1 + random.below(7) as i64, random.below(3) as i64);
            let test = move |values: &[i64]| {
                values.iter().fold(0, |sum, value| (5 * sum + factor * value) % 11) % 3 == rest
            };
            Box::new(Checked::new(vars, Arc::new(test)))
        });
    }
}

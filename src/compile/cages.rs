//! Sums whose variables all differ by another law: the two together leave far less than each alone.

use super::Model;
use crate::base::hash::{Map, Set};
use crate::base::number::Sign;
use crate::solver::constraints::linear::{Linear, View};
use crate::solver::constraints::sum_distinct::SumDistinct;
use crate::solver::engine::VarId;

/// What has been posted that may belong together.
#[derive(Debug, Default)]
pub(super) struct Cages {
    /// Variables that add up to a total.
    sums: Vec<(Vec<VarId>, i64, Option<u32>)>,
    /// For each variable the groups of different variables it is in.
    groups: Map<VarId, Vec<u32>>,
    count: u32,
}

impl Cages {
    /// Remembers an equation if it is a plain sum of variables.
    pub(super) fn sum(&mut self, linear: &Linear, origin: Option<u32>) {
        let Some(&(sign, _)) = linear.terms.first() else { return };
        let plain = linear.terms.iter().map(|&(factor, view)| match view {
            View::Var(var) if factor == sign => Some(var),
            _ => None,
        });
        let vars: Option<Vec<VarId>> = plain.collect();
        if let Some(vars) = vars
            && linear.sign == Sign::Zero
            && sign.abs() == 1
            && vars.len() > 2
        {
            self.sums.push((vars, -linear.constant * sign, origin));
        }
    }

    /// Remembers variables that differ.
    pub(super) fn group(&mut self, terms: &[(VarId, i64)]) {
        for &(var, offset) in terms {
            if offset == 0 {
                self.groups.entry(var).or_default().push(self.count);
            }
        }
        self.count += 1;
    }
}

impl Model {
    /// Posts the sums whose variables are all in one group of different ones.
    pub(super) fn post_cages(&mut self) {
        let Cages { mut sums, groups, .. } = std::mem::take(&mut self.cages);
        let mut seen = Set::default();
        for (vars, total, origin) in &mut sums {
            vars.sort_unstable();
            let none = Vec::new();
            let of = |var: &VarId| groups.get(var).unwrap_or(&none);
            let common = of(&vars[0]).iter().any(|group| vars.iter().all(|var| of(var).contains(group)));
            if common
                && seen.insert((vars.clone(), *total))
                && let Some(cage) = SumDistinct::new(std::mem::take(vars), *total, &self.engine.store)
            {
                self.engine.origin = *origin;
                self.engine.post(Box::new(cage));
            }
        }
        self.engine.origin = None;
    }
}

//! Sums whose variables differ by another law: the two together leave far less than each alone.

mod derive;

use super::Model;
use crate::base::hash::{Map, Set};
use crate::base::number::Sign;
use crate::solver::constraints::linear::{Linear, View};
use crate::solver::constraints::sum_distinct::{SumDistinct, Tables};
use crate::solver::engine::{Store, VarId, each_once};
use derive::{Difference, Sum, derive};

/// What has been posted that may belong together.
#[derive(Debug, Default)]
pub(super) struct Cages {
    /// Equations of plain variables, not posted yet.
    sums: Vec<Sum>,
    /// Variables that differ.
    groups: Vec<Vec<VarId>>,
}

/// The variables of an equation and their sum, if it is a plain one.
fn plain(linear: &Linear, origin: Option<u32>) -> Option<Sum> {
    let &(sign, _) = linear.terms.first()?;
    let plain = linear.terms.iter().map(|&(factor, view)| match view {
        View::Var(var) if factor == sign => Some(var),
        _ => None,
    });
    let vars = each_once(plain.collect::<Option<Vec<VarId>>>()?);
    let is_sum = linear.sign == Sign::Zero && sign.abs() == 1;
    (is_sum && vars.len() > 1 && vars.len() == linear.terms.len()).then_some(Sum {
        vars,
        total: -linear.constant * sign,
        origin,
    })
}

impl Cages {
    /// Keeps an equation back if it is a plain sum of variables; whether it is.
    pub(super) fn sum(&mut self, linear: &Linear, origin: Option<u32>) -> bool {
        let sum = plain(linear, origin);
        let is_sum = sum.is_some();
        self.sums.extend(sum);
        is_sum
    }

    /// The groups of variables that differ, each in order.
    pub(super) fn groups(&self) -> &[Vec<VarId>] {
        &self.groups
    }

    /// Remembers variables that differ.
    pub(super) fn group(&mut self, terms: &[(VarId, i64)]) {
        if terms.iter().all(|&(_, offset)| offset == terms[0].1) {
            self.groups.push(each_once(terms.iter().map(|&(var, _)| var)));
        }
    }
}

/// A group of different variables with its sum, if it has just as many values.
fn house(group: &[VarId], store: &Store) -> Option<Sum> {
    let mut values: Set<i64> = Set::default();
    for &var in group {
        if store.size(var) > group.len() as u64 {
            return None;
        }
        values.extend(store.values(var));
    }
    (values.len() == group.len()).then(|| Sum {
        vars: group.to_vec(),
        total: values.iter().sum(),
        origin: None,
    })
}

impl Model {
    /// Posts the sums that were kept back, with what is known of which variables differ, and the sums that follow from them.
    pub(super) fn post_cages(&mut self) {
        let sums = std::mem::take(&mut self.cages.sums);
        if sums.is_empty() {
            return;
        }
        let groups = std::mem::take(&mut self.cages.groups);
        let mut of: Map<VarId, Vec<u32>> = Map::default();
        for (number, group) in groups.iter().enumerate() {
            group.iter().for_each(|&var| of.entry(var).or_default().push(number as u32));
        }
        let none = Vec::new();
        let of = |var: VarId| of.get(&var).unwrap_or(&none);
        let differ = |one: VarId, other: VarId| of(one).iter().any(|group| of(other).contains(group));
        let houses: Vec<Sum> = groups.iter().filter_map(|group| house(group, &self.engine.store)).collect();
        let derived = derive(&houses, &sums);
        let stated = sums.into_iter().map(|Sum { vars, total, origin }| Difference {
            more: vars,
            less: Vec::new(),
            total,
            origin,
        });
        let mut tables = Tables::default();
        for Difference { more, less, total, origin } in stated.chain(derived) {
            self.engine.origin = origin;
            let mut parts: Vec<(bool, Vec<VarId>)> = Vec::new();
            for (taken, &var) in more.iter().map(|var| (false, var)).chain(less.iter().map(|var| (true, var)))
            {
                let fits = |part: &&mut (bool, Vec<VarId>)| {
                    part.0 == taken && part.1.iter().all(|&other| differ(other, var))
                };
                match parts.iter_mut().find(fits) {
                    Some((_, part)) => part.push(var),
                    None => parts.push((taken, vec![var])),
                }
            }
            let store = &self.engine.store;
            let joint = parts.iter().any(|(_, part)| part.len() > 1);
            match SumDistinct::new(&parts, total, &mut tables, store).filter(|_| joint) {
                Some(sum) => {
                    let sum = sum.within(houses.iter().map(|house| &house.vars), store);
                    self.problem.steady |= sum.is_housed();
                    self.engine.post(Box::new(sum));
                }
                None => {
                    let terms = more.iter().map(|&var| (1, View::Var(var)));
                    let terms = terms.chain(less.iter().map(|&var| (-1, View::Var(var)))).collect();
                    self.engine.post(Box::new(Linear { sign: Sign::Zero, constant: -total, terms }));
                }
            }
        }
        self.engine.origin = None;
        self.cages.groups = groups;
    }
}

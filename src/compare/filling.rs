//! Filling a board unknown by unknown, in the order they were declared, with laws looked at late or early.

use std::cell::RefCell;

use super::{Patience, Row};
use crate::compile::{Model, Truth};
use crate::eval::UnknownId;
use crate::formula::FormulaId;
use crate::hash::{Map, Set};
use crate::solve::Givens;

/// A board to be filled. The n-th step gives the n-th open unknown a value.
pub(super) struct Filling {
    truth: Truth,
    /// The unknown of each step.
    order: Vec<UnknownId>,
    /// The values of each step.
    domains: Vec<Vec<i64>>,
    /// Conditions with the steps they speak about, in order.
    conditions: Vec<(FormulaId, Vec<usize>)>,
    /// For each step: the conditions that speak about it.
    touched: Vec<Vec<usize>>,
    /// Whether no condition is broken before the first step.
    possible: bool,
    values: RefCell<Vec<i64>>,
}

/// Steps, each with the domain it had.
type Domains = Vec<(usize, Vec<i64>)>;

/// A board with more values than this to try is not for textbooks.
const MOST_VALUES: u64 = 100_000;

impl Filling {
    /// A puzzle's board; nothing if its domains are too large to be tried value by value.
    pub(super) fn new(model: &Model, conditions: &[FormulaId], givens: &Givens) -> Option<Filling> {
        let truth = model.truth.clone();
        let unknowns = truth.world.unknowns.len();
        let mut values = vec![0; unknowns];
        let mut given: Set<UnknownId> = Set::default();
        let mut possible = true;
        for &(unknown, value) in givens {
            let code = truth.code(value);
            possible &= given.insert(unknown) || values[unknown.0 as usize] == code;
            values[unknown.0 as usize] = code;
        }
        let order: Vec<UnknownId> =
            (0..unknowns as u32).map(UnknownId).filter(|unknown| !given.contains(unknown)).collect();
        let sizes = order.iter().map(|unknown| truth.world.unknowns[unknown.0 as usize].domain.len());
        if sizes.sum::<u64>() > MOST_VALUES {
            return None;
        }
        let domains = order.iter().map(|&unknown| truth.domain_codes(unknown)).collect();
        let steps: Map<UnknownId, usize> = order.iter().copied().zip(0..).collect();
        let mut touched = vec![Vec::new(); order.len()];
        let mut found = Vec::new();
        for (number, &condition) in conditions.iter().enumerate() {
            let scope = model.scope(condition);
            let mut scope: Vec<usize> =
                scope.iter().filter_map(|unknown| steps.get(unknown).copied()).collect();
            scope.sort_unstable();
            scope.iter().for_each(|&step| touched[step].push(number));
            found.push((condition, scope));
        }
        let mut filling =
            Filling { truth, order, domains, conditions: found, touched, possible, values: values.into() };
        filling.possible &=
            filling.conditions.iter().all(|(id, scope)| !scope.is_empty() || filling.holds(*id));
        Some(filling)
    }

    /// How many steps there are.
    pub(super) fn len(&self) -> usize {
        self.order.len()
    }

    /// Whether there is any use in beginning.
    pub(super) fn is_possible(&self) -> bool {
        self.possible
    }

    /// The values of a step.
    pub(super) fn domain(&self, step: usize) -> &[i64] {
        &self.domains[step]
    }

    /// Gives a step a value.
    pub(super) fn set(&self, step: usize, value: i64) {
        self.values.borrow_mut()[self.order[step].0 as usize] = value;
    }

    fn holds(&self, condition: FormulaId) -> bool {
        let values = self.values.borrow();
        self.truth.holds(condition, &|unknown| values[unknown.0 as usize])
    }

    /// Whether all conditions that are complete with a step hold.
    pub(super) fn is_lawful(&self, step: usize) -> bool {
        let complete = |&&number: &&usize| self.conditions[number].1.last() == Some(&step);
        self.touched[step].iter().filter(complete).all(|&number| self.holds(self.conditions[number].0))
    }

    /// Tries values in order, looks at a law once all its unknowns have values, and goes back where none is left.
    pub(super) fn backtracking(&mut self, patience: Patience<'_>) -> Row {
        self.in_depth("backtracking", patience, &mut |filling, step| {
            if filling.is_lawful(step) { Some(Vec::new()) } else { None }
        })
    }

    /// The same, but a law with one open unknown left takes away the values that would break it.
    pub(super) fn forward_checking(&mut self, patience: Patience<'_>) -> Row {
        let all = self.domains.clone();
        for number in 0..self.conditions.len() {
            if let [step] = self.conditions[number].1[..] {
                let kept = self.kept(number, step);
                self.possible &= !kept.is_empty();
                self.domains[step] = kept;
            }
        }
        let row = self.in_depth("forward checking", patience, &mut |filling, step| filling.look_ahead(step));
        self.domains = all;
        row
    }

    /// The values of a step with which a condition, otherwise complete, holds.
    fn kept(&self, number: usize, step: usize) -> Vec<i64> {
        let condition = self.conditions[number].0;
        let possible = |value: &i64| {
            self.set(step, *value);
            self.holds(condition)
        };
        self.domains[step].iter().copied().filter(possible).collect()
    }

    /// Takes values away from later steps; the domains they had, or nothing if one of them has none left.
    fn look_ahead(&mut self, step: usize) -> Option<Domains> {
        let mut before = Vec::new();
        for index in 0..self.touched[step].len() {
            let number = self.touched[step][index];
            let scope = &self.conditions[number].1;
            let later = scope.len() - scope.partition_point(|&other| other <= step);
            if later != 1 {
                continue;
            }
            let last = scope[scope.len() - 1];
            let kept = self.kept(number, last);
            if kept.len() < self.domains[last].len() {
                let nothing_left = kept.is_empty();
                before.push((last, std::mem::replace(&mut self.domains[last], kept)));
                if nothing_left {
                    self.restore(before);
                    return None;
                }
            }
        }
        Some(before)
    }

    fn restore(&mut self, mut before: Domains) {
        while let Some((step, domain)) = before.pop() {
            self.domains[step] = domain;
        }
    }

    /// Depth-first: `enter` is asked after each step whether to go deeper, and what to restore on the way back.
    fn in_depth(
        &mut self,
        name: &'static str,
        patience: Patience<'_>,
        enter: &mut dyn FnMut(&mut Filling, usize) -> Option<Domains>,
    ) -> Row {
        let mut row = Row { expanded: 1, ..Row::new(name) };
        // For each step in force: which value comes next, and what to restore when it is taken back.
        let mut path: Vec<(usize, Domains)> = Vec::new();
        let mut next = 0;
        if !self.possible {
            row.found = Some(false);
        }
        while row.found.is_none() && !patience.is_over(row.generated) {
            let step = path.len();
            if step == self.len() {
                row.found = Some(true);
            } else if let Some(&value) = self.domains[step].get(next) {
                next += 1;
                row.generated += 1;
                self.set(step, value);
                if let Some(before) = enter(self, step) {
                    path.push((next, before));
                    next = 0;
                    row.expanded += u64::from(path.len() < self.len());
                    row.frontier = row.frontier.max(path.len() as u64);
                }
            } else if let Some((following, before)) = path.pop() {
                next = following;
                self.restore(before);
            } else {
                row.found = Some(false);
            }
        }
        while let Some((_, before)) = path.pop() {
            self.restore(before);
        }
        row.time = patience.started.elapsed();
        row
    }
}

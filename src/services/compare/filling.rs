//! A board filled unknown by unknown, in the order they were declared, and which laws are broken by what stands on it.

use crate::base::hash::{Map, Set};
use crate::board::meaning::{Instance, Quantity, Span, Templates};
use crate::board::unknown::UnknownId;
use crate::compile::{Model, Truth};
use crate::language::term::{FormulaId, Part};
use crate::services::solve::Givens;

/// A board to be filled. The n-th step gives the n-th open unknown a value.
pub(super) struct Filling {
    truth: Truth,
    /// The unknown of each step.
    order: Vec<UnknownId>,
    /// The declared values of each step.
    declared: Vec<Vec<i64>>,
    /// Conditions with the steps they speak about, in order.
    conditions: Vec<(Instance, Vec<usize>)>,
    /// For each step: the conditions that speak about it.
    touched: Vec<Vec<usize>>,
    /// For each unknown: between which values it lies; twice the same if it has one.
    spans: Vec<(i64, i64)>,
    possible: bool,
}

/// A board with more values than this to try is not for textbooks.
pub(super) const MOST_VALUES: u64 = 100_000;

impl Filling {
    /// A puzzle's board; nothing if its domains are too large to be tried value by value.
    pub(super) fn new(model: &Model, conditions: &[FormulaId], givens: &Givens) -> Option<Filling> {
        let truth = model.truth.clone();
        let mut spans = vec![(0, 0); truth.world.unknowns.len()];
        let mut given: Set<UnknownId> = Set::default();
        let mut possible = true;
        for &(unknown, value) in givens {
            let code = truth.code(value);
            possible &= given.insert(unknown) || spans[unknown.0 as usize].0 == code;
            spans[unknown.0 as usize] = (code, code);
        }
        let order: Vec<UnknownId> =
            (0..spans.len() as u32).map(UnknownId).filter(|unknown| !given.contains(unknown)).collect();
        let sizes = order.iter().map(|unknown| truth.world.unknowns[unknown.0 as usize].domain.len());
        if sizes.sum::<u64>() > MOST_VALUES {
            return None;
        }
        let declared: Vec<Vec<i64>> = order.iter().map(|&unknown| truth.domain_codes(unknown)).collect();
        let steps: Map<UnknownId, usize> = order.iter().copied().zip(0..).collect();
        let mut touched = vec![Vec::new(); order.len()];
        let (mut found, mut templates) = (Vec::new(), Templates::default());
        for (number, &condition) in conditions.iter().enumerate() {
            let scope = model.scope(condition);
            let mut scope: Vec<usize> =
                scope.iter().filter_map(|unknown| steps.get(unknown).copied()).collect();
            scope.sort_unstable();
            scope.iter().for_each(|&step| touched[step].push(number));
            found.push((templates.instance(truth.conditions(), Part::Condition(condition)), scope));
        }
        let mut filling = Filling { truth, order, declared, conditions: found, touched, spans, possible };
        (0..filling.len()).for_each(|step| filling.clear(step));
        let all: Vec<usize> = (0..filling.conditions.len()).collect();
        filling.possible &= !filling.breaks(&all);
        Some(filling)
    }

    /// How many steps there are.
    pub(super) fn len(&self) -> usize {
        self.order.len()
    }

    /// Whether there is any use in beginning: the givens break no law.
    pub(super) fn is_possible(&self) -> bool {
        self.possible
    }

    /// The declared values of a step.
    pub(super) fn declared(&self, step: usize) -> &[i64] {
        &self.declared[step]
    }

    /// The unknown of each step.
    pub(super) fn order(&self) -> &[UnknownId] {
        &self.order
    }

    /// Gives a step a value.
    pub(super) fn set(&mut self, step: usize, value: i64) {
        self.spans[self.order[step].0 as usize] = (value, value);
    }

    /// Takes the value of a step away.
    pub(super) fn clear(&mut self, step: usize) {
        let values = || self.declared[step].iter().copied();
        let span = values().min().zip(values().max());
        self.spans[self.order[step].0 as usize] = span.unwrap_or((1, 0));
    }

    fn is_open(&self, step: usize) -> bool {
        let (low, high) = self.spans[self.order[step].0 as usize];
        low != high
    }

    /// Whether the values that stand on the board break one of some conditions, whatever the others will be.
    fn breaks(&self, conditions: &[usize]) -> bool {
        let partly = self.truth.at(|unknown| {
            let (low, high) = self.spans[unknown.0 as usize];
            Span::between(low.into(), high.into())
        });
        let exactly = self.truth.at(|unknown| i128::from(self.spans[unknown.0 as usize].0));
        let (mut spans, mut numbers) = (Vec::new(), Vec::new());
        conditions.iter().any(|&number| {
            let (condition, scope) = &self.conditions[number];
            if scope.iter().any(|&step| self.is_open(step)) {
                return condition.value(&mut spans, &partly).truth() == Some(false);
            }
            condition.value(&mut numbers, &exactly).truth() != Some(true)
        })
    }

    /// Whether a step's value breaks no condition.
    pub(super) fn is_lawful(&self, step: usize) -> bool {
        !self.breaks(&self.touched[step])
    }

    /// The conditions that bind an open step to another one; for no step all that speak of it.
    pub(super) fn bonds(&self, open: usize, step: Option<usize>) -> Vec<usize> {
        let speaks =
            |number: &&usize| step.is_none_or(|step| self.touched[step].binary_search(number).is_ok());
        let bonds = self.touched[open].iter().filter(speaks).copied();
        if self.is_open(open) { bonds.collect() } else { Vec::new() }
    }

    /// Those of some values of an open step with which no condition of some is broken.
    pub(super) fn kept(&mut self, conditions: &[usize], step: usize, values: &[i64]) -> Vec<i64> {
        let mut kept = values.to_vec();
        kept.retain(|&value| {
            self.set(step, value);
            !self.breaks(conditions)
        });
        self.clear(step);
        kept
    }
}

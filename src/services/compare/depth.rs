//! Searching in depth: a value for one unknown after the other, and back where none is left. The ways that textbooks tell
//! apart differ only in how far they look ahead.

use super::filling::Filling;
use super::{Patience, Trial};
use crate::board::unknown::UnknownId;
use crate::compile::Model;

/// How a search in depth looks at a board. Steps are entered and left like a stack.
pub(super) trait Look {
    /// The values left for a step that is entered next, in the order of its domain.
    fn values(&self, step: usize) -> Vec<i64>;

    /// Gives a step a value. Says whether anything stands against it; if so, the value is taken back.
    fn enter(&mut self, step: usize, value: i64) -> bool;

    /// Takes the value of the step that was entered last back.
    fn leave(&mut self, step: usize);
}

/// Gives values in order until so many steps have one. No look means that the givens leave nothing to try.
pub(super) fn search(
    look: Option<&mut dyn Look>,
    steps: usize,
    name: &'static str,
    patience: Patience<'_>,
) -> Trial {
    let mut row = Trial { expanded: 1, ..Trial::new(name) };
    let Some(look) = look else {
        return Trial { found: Some(false), time: patience.started.elapsed(), ..row };
    };
    let waiting = |look: &dyn Look, step: usize| {
        if step < steps { look.values(step).into_iter().rev().collect() } else { Vec::new() }
    };
    // For each step in force and the next one: the values that are still to be tried, the first one last.
    let mut path: Vec<Vec<i64>> = vec![waiting(look, 0)];
    while row.found.is_none() && !patience.is_over(&row) {
        let step = path.len() - 1;
        if step == steps {
            row.found = Some(true);
        } else if let Some(value) = path[step].pop() {
            row.generated += 1;
            if look.enter(step, value) {
                path.push(waiting(look, step + 1));
                row.expanded += u64::from(step + 1 < steps);
                row.frontier = row.frontier.max(step as u64 + 1);
            }
        } else if step > 0 {
            path.pop();
            look.leave(step - 1);
        } else {
            row.found = Some(false);
        }
    }
    (0..path.len() - 1).rev().for_each(|step| look.leave(step));
    row.time = patience.started.elapsed();
    row
}

/// Looks back only: at the laws that speak of the step.
impl Look for Filling {
    fn values(&self, step: usize) -> Vec<i64> {
        self.declared(step).to_vec()
    }

    fn enter(&mut self, step: usize, value: i64) -> bool {
        self.set(step, value);
        let lawful = self.is_lawful(step);
        if !lawful {
            self.clear(step);
        }
        lawful
    }

    fn leave(&mut self, step: usize) {
        self.clear(step);
    }
}

/// Forward checking: each open unknown loses the values with which a law would be broken at once.
pub(super) struct Forward<'f> {
    filling: &'f mut Filling,
    patience: Patience<'f>,
    domains: Vec<Vec<i64>>,
    /// For each step in force: the domains that it changed, as they were before.
    before: Vec<Vec<(usize, Vec<i64>)>>,
}

impl<'f> Forward<'f> {
    /// A board whose domains are without what the givens rule out; nothing if they leave an unknown without a value.
    pub(super) fn new(filling: &'f mut Filling, patience: Patience<'f>) -> Option<Forward<'f>> {
        let domains = (0..filling.len()).map(|step| filling.declared(step).to_vec()).collect();
        let mut forward = Forward { filling, patience, domains, before: Vec::new() };
        (forward.filling.is_possible() && forward.look_ahead(None).is_some()).then_some(forward)
    }

    /// Takes values away from open steps; the domains they had, or nothing if one of them has none left.
    fn look_ahead(&mut self, step: Option<usize>) -> Option<Vec<(usize, Vec<i64>)>> {
        let mut before = Vec::new();
        for other in 0..self.filling.len() {
            let bonds = self.filling.bonds(other, step);
            // A law about the whole board takes long to look at; who is late goes no further anyway.
            if bonds.is_empty() || self.patience.is_late() {
                continue;
            }
            let kept = self.filling.kept(&bonds, other, &self.domains[other]);
            if kept.len() < self.domains[other].len() {
                let nothing_left = kept.is_empty();
                before.push((other, std::mem::replace(&mut self.domains[other], kept)));
                if nothing_left {
                    self.restore(before);
                    return None;
                }
            }
        }
        Some(before)
    }

    fn restore(&mut self, before: Vec<(usize, Vec<i64>)>) {
        for (step, domain) in before.into_iter().rev() {
            self.domains[step] = domain;
        }
    }
}

impl Look for Forward<'_> {
    fn values(&self, step: usize) -> Vec<i64> {
        self.domains[step].clone()
    }

    fn enter(&mut self, step: usize, value: i64) -> bool {
        self.filling.set(step, value);
        let before = if self.filling.is_lawful(step) { self.look_ahead(Some(step)) } else { None };
        let possible = before.is_some();
        match before {
            Some(before) => self.before.push(before),
            None => self.filling.clear(step),
        }
        possible
    }

    fn leave(&mut self, step: usize) {
        self.filling.clear(step);
        let before = self.before.pop().unwrap_or_default();
        self.restore(before);
    }
}

/// Full fixpoint: after each value all propagators run until none of them finds out anything more.
pub(super) struct Fixpoint<'m> {
    pub(super) model: &'m mut Model,
    /// The unknowns of the steps.
    pub(super) order: &'m [UnknownId],
}

impl Look for Fixpoint<'_> {
    fn values(&self, step: usize) -> Vec<i64> {
        let var = self.model.vars[self.order[step].0 as usize];
        let declared = self.model.truth.domain_codes(self.order[step]).into_iter();
        let store = &self.model.engine.store;
        declared.filter(|&value| store.contains(var, value)).collect()
    }

    fn enter(&mut self, step: usize, value: i64) -> bool {
        let var = self.model.vars[self.order[step].0 as usize];
        let engine = &mut self.model.engine;
        engine.store.push_level();
        let possible = engine.store.fix(var, value).and_then(|()| engine.fixpoint()).is_ok();
        if !possible {
            self.leave(step);
        }
        possible
    }

    fn leave(&mut self, _step: usize) {
        self.model.engine.clear();
        self.model.engine.store.pop_level();
    }
}

#[cfg(test)]
mod tests {
    use super::{Look, Patience, search};
    use crate::base::clock::Stopwatch;

    /// Three steps with the values 1 to 3, each greater than the one before.
    #[derive(Default)]
    struct Rising(Vec<i64>);

    impl Look for Rising {
        fn values(&self, _step: usize) -> Vec<i64> {
            vec![1, 2, 3]
        }

        fn enter(&mut self, _step: usize, value: i64) -> bool {
            let rises = self.0.last().is_none_or(|&last| last < value);
            if rises {
                self.0.push(value);
            }
            rises
        }

        fn leave(&mut self, _step: usize) {
            self.0.pop();
        }
    }

    #[test]
    fn values_are_tried_in_order_and_taken_back() {
        let patience = Patience { time: None, nodes: None, started: Stopwatch::start(), stop: &|_| false };
        let mut look = Rising::default();
        // 1; 1 2; 1 2 3: six values are tried, three of them hold.
        let row = search(Some(&mut look), 3, "toy", patience);
        assert_eq!((row.found, row.generated, row.expanded, row.frontier), (Some(true), 6, 3, 3));
        assert!(look.0.is_empty(), "every step is left again");
        assert_eq!(search(Some(&mut look), 4, "toy", patience).found, Some(false));
        assert_eq!(search(None, 4, "toy", patience).found, Some(false));
        let few = Patience { nodes: Some(5), ..patience };
        assert_eq!(search(Some(&mut look), 3, "toy", few).found, None);
    }
}

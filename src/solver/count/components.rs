//! Counts by search, part by part: what is left after a decision falls into *components*, sets of variables that no constraint
//! with something left to say ties together. Their numbers are multiplied, and each is kept for when the same component
//! comes again (component caching, as in the model counters Cachet and sharpSAT).
//!
//! A component is the same if its variables have the same domains and the constraints on them have the same left to say: by what
//! [`Propagator::rest`](crate::solver::engine::Propagator::rest) tells of the values that are fixed, or by these values themselves.

use super::frontier::Halt;
use crate::base::hash::Map;
use crate::base::total::Total;
use crate::solver::engine::{Conflict, Rest, VarId};
use crate::solver::problem::Problem;

/// The most words that are kept of components.
const MOST_WORDS: usize = 1 << 25;

/// The numbers of solutions of components.
#[derive(Default)]
pub(super) struct Known {
    numbers: Map<Box<[u64]>, Total>,
    words: usize,
}

/// A count under way.
pub(super) struct Components<'p> {
    problem: &'p mut Problem,
    known: &'p mut Known,
    stop: &'p dyn Fn() -> bool,
    /// For each propagator all its variables.
    scopes: Vec<Vec<VarId>>,
    /// For each variable the propagators on it.
    of: Vec<Vec<u32>>,
    /// For each variable its place in the order of deciding; none for those that only help.
    rank: Vec<Option<u32>>,
    /// For each propagator what it had left to say when it was last asked.
    rests: Vec<Vec<u64>>,
    /// For each propagator and each variable: in which round it was last looked at.
    asked: Vec<u64>,
    reached: Vec<u64>,
    round: u64,
    /// How many decisions were made, and how many may be.
    pub(super) decisions: u64,
    most: u64,
    /// How many components were known already.
    pub(super) hits: u64,
}

/// Variables that are tied together, in order, and the propagators that do it.
struct Component {
    vars: Vec<VarId>,
    ties: Vec<u32>,
}

impl<'p> Components<'p> {
    /// Gets ready to count with at most so many decisions. Asks at each whether to stop.
    pub(super) fn new(
        problem: &'p mut Problem,
        known: &'p mut Known,
        stop: &'p dyn Fn() -> bool,
        most: u64,
    ) -> Components<'p> {
        let engine = &problem.engine;
        let count = engine.store.count();
        let scopes: Vec<Vec<VarId>> = (0..engine.count() as u32).map(|number| engine.scope(number)).collect();
        let mut of = vec![Vec::new(); count];
        for (scope, number) in
            scopes.iter().zip(0..).filter(|&(_, number)| engine.wakes(number) && !engine.rests(number))
        {
            scope.iter().for_each(|var| of[var.0 as usize].push(number));
        }
        let mut rank = vec![None; count];
        problem.order.iter().zip(0..).for_each(|(var, place)| rank[var.0 as usize] = Some(place));
        Components {
            rests: vec![Vec::new(); scopes.len()],
            asked: vec![0; scopes.len()],
            reached: vec![0; count],
            round: 0,
            decisions: 0,
            most,
            hits: 0,
            problem,
            known,
            stop,
            scopes,
            of,
            rank,
        }
    }

    /// How many solutions there are from the domains as they are, which must be at a fixpoint.
    pub(super) fn count(&mut self) -> Result<Total, Halt> {
        let all: Vec<VarId> = (0..self.problem.engine.store.count() as u32).map(VarId).collect();
        self.product(&all)
    }

    /// The number for some variables, those of each component multiplied. No constraint ties them to others.
    fn product(&mut self, vars: &[VarId]) -> Result<Total, Halt> {
        let mut product = Total::ONE;
        for component in self.split(vars) {
            product *= &self.component(&component)?;
            if product.is_zero() {
                break;
            }
        }
        Ok(product)
    }

    /// The components of variables, the smallest first: one without solution ends all.
    fn split(&mut self, vars: &[VarId]) -> Vec<Component> {
        self.round += 1;
        let mut found = Vec::new();
        for &first in vars {
            if self.reached[first.0 as usize] == self.round || self.problem.engine.store.is_fixed(first) {
                continue;
            }
            let (mut component, mut next) = (Component { vars: Vec::new(), ties: Vec::new() }, vec![first]);
            self.reached[first.0 as usize] = self.round;
            while let Some(var) = next.pop() {
                component.vars.push(var);
                for index in 0..self.of[var.0 as usize].len() {
                    let number = self.of[var.0 as usize][index];
                    if std::mem::replace(&mut self.asked[number as usize], self.round) == self.round
                        || !self.ask(number)
                    {
                        continue;
                    }
                    component.ties.push(number);
                    for &other in &self.scopes[number as usize] {
                        let place = other.0 as usize;
                        if self.reached[place] != self.round && !self.problem.engine.store.is_fixed(other) {
                            self.reached[place] = self.round;
                            next.push(other);
                        }
                    }
                }
            }
            component.vars.sort_unstable();
            component.ties.sort_unstable();
            found.push(component);
        }
        found.sort_by_key(|component| component.vars.len());
        found
    }

    /// Asks a propagator what it has left to say; whether it has anything.
    fn ask(&mut self, number: u32) -> bool {
        let store = &self.problem.engine.store;
        let rest = &mut self.rests[number as usize];
        rest.clear();
        match self.problem.engine.propagator(number).rest(store, rest) {
            Rest::Nothing => return false,
            Rest::Told => {}
            Rest::Values => {
                let scope = self.scopes[number as usize].iter();
                let fixed = scope.filter(|&&var| store.is_fixed(var));
                rest.clear();
                rest.extend(fixed.flat_map(|&var| [u64::from(var.0), store.min(var) as u64]));
            }
        }
        true
    }

    fn key(&self, component: &Component) -> Box<[u64]> {
        let store = &self.problem.engine.store;
        let mut key = vec![component.vars.len() as u64];
        for &var in &component.vars {
            key.push(u64::from(var.0));
            key.extend(store.domain(var));
        }
        for &number in &component.ties {
            let rest = &self.rests[number as usize];
            key.extend([u64::from(number), rest.len() as u64]);
            key.extend(rest);
        }
        key.into()
    }

    fn component(&mut self, component: &Component) -> Result<Total, Halt> {
        let is_seen = |var: VarId| !self.problem.is_unseen(var);
        let store = &self.problem.engine.store;
        let best = |wanted: &dyn Fn(VarId) -> bool| {
            let open = component.vars.iter().copied().filter(|&var| wanted(var));
            open.min_by_key(|&var| (store.size(var), self.rank[var.0 as usize]))
        };
        let Some(var) = best(&is_seen) else {
            // Nobody tells solutions apart by what is left: one way to fill it in is as good as many.
            let hidden = best(&|var| self.rank[var.0 as usize].is_some());
            let exists = hidden.map_or(Ok(true), |var| self.exists(component, var))?;
            return Ok(if exists { Total::ONE } else { Total::ZERO });
        };
        if component.ties.is_empty() {
            return Ok(Total::from(store.size(var)));
        }
        let key = self.key(component);
        if let Some(known) = self.known.numbers.get(&key) {
            self.hits += 1;
            return Ok(known.clone());
        }
        let mut total = Total::ZERO;
        self.branch(var, &mut |search| {
            total += &search.product(&component.vars)?;
            Ok(true)
        })?;
        if self.known.words < MOST_WORDS {
            self.known.words += key.len() + 8;
            self.known.numbers.insert(key, total.clone());
        }
        Ok(total)
    }

    /// Whether what is not seen of a component can be filled in, beginning with a variable.
    fn exists(&mut self, component: &Component, var: VarId) -> Result<bool, Halt> {
        let mut exists = false;
        self.branch(var, &mut |search| {
            exists = !search.product(&component.vars)?.is_zero();
            Ok(!exists)
        })?;
        Ok(exists)
    }

    /// Tries the values of a variable one by one, as long as `found` wants more.
    fn branch(
        &mut self,
        var: VarId,
        found: &mut dyn FnMut(&mut Self) -> Result<bool, Halt>,
    ) -> Result<(), Halt> {
        let values: Vec<i64> = self.problem.engine.store.values(var).collect();
        for value in values {
            if self.decisions >= self.most {
                return Err(Halt::Work);
            }
            self.decisions += 1;
            let engine = &mut self.problem.engine;
            engine.store.push_level();
            let fits = engine.store.fix(var, value).and_then(|()| engine.fixpoint());
            let tried = match fits {
                _ if engine.deadline.is_over() || (self.stop)() => Err(Halt::Deadline),
                Ok(()) => found(self),
                Err(Conflict) => Ok(true),
            };
            self.problem.engine.clear();
            self.problem.engine.store.pop_level();
            if !tried? {
                break;
            }
        }
        Ok(())
    }
}

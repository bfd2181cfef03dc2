//! Law instances as groups of propagators that can be run alone, or some of them together, on any store.
//!
//! Instances are kept apart: a group has its own helping variables, so what it finds out about unknowns follows from
//! its instance and from the domains it was given, and from nothing else.

use super::rate::is_small;
use crate::compile::Model;
use crate::solver::engine::{Conflict, Engine, Store, VarId, each_once};

/// One run of an instance that found something out.
#[derive(Clone, Debug)]
pub(super) struct Run {
    /// The instance.
    pub(super) instance: u32,
    /// The unknowns it pruned.
    pub(super) pruned: Vec<VarId>,
}

/// What became of running instances.
#[derive(Clone, Debug)]
pub(super) struct Followed {
    /// The runs that found something out; the last one of a conflict is the one that found it.
    pub(super) runs: Vec<Run>,
    /// All instances that were run, some more than once.
    pub(super) touched: Vec<u32>,
    /// How many rounds it took.
    pub(super) rounds: u64,
    /// Whether they contradict each other.
    pub(super) conflict: bool,
}

/// All instances of a puzzle.
#[derive(Debug)]
pub(super) struct Groups {
    engine: Engine,
    /// For each instance: its propagators, cheap ones first.
    members: Vec<Vec<u32>>,
    /// For each instance: its unknowns, in order.
    pub(super) scopes: Vec<Vec<VarId>>,
    /// For each unknown: the instances that speak of it, in order.
    pub(super) at: Vec<Vec<u32>>,
    impossible: Vec<bool>,
    /// For each instance: whether it is not in force, because what it hangs on is not told.
    pub(super) off: Vec<bool>,
    /// For each instance: whether it is seen at a glance.
    pub(super) small: Vec<bool>,
    /// Scratch: whether an instance waits for its turn. Invariant: all false between two calls.
    queued: Vec<bool>,
}

impl Groups {
    /// Takes the propagators of a model whose instances are kept apart, and its domains as declared.
    pub(super) fn new(model: Model, instances: usize) -> (Groups, Store) {
        let unknowns = model.vars.len();
        let mut engine = model.problem.engine;
        engine.clear();
        let mut members = vec![Vec::new(); instances];
        let mut scopes = vec![Vec::new(); instances];
        let mut common = Vec::new();
        for number in 0..engine.count() as u32 {
            match engine.origin(number) {
                Some(instance) => {
                    members[instance as usize].push(number);
                    let scope = engine.scope(number);
                    scopes[instance as usize]
                        .extend(scope.into_iter().filter(|var| (var.0 as usize) < unknowns));
                }
                // What holds without any law: a domain with holes that is too wide for bits.
                None => common.push(number),
            }
        }
        let mut at = vec![Vec::new(); unknowns];
        for (instance, scope) in scopes.iter_mut().enumerate() {
            scope.sort_unstable();
            scope.dedup();
            scope.iter().for_each(|var| at[var.0 as usize].push(instance as u32));
            let touches = |&number: &u32| {
                let scope_of = engine.scope(number);
                scope_of.iter().all(|var| scope.binary_search(var).is_ok())
            };
            members[instance].extend(common.iter().copied().filter(touches));
            members[instance].sort_by_key(|&number| engine.cost(number));
        }
        let mut impossible = vec![false; instances];
        model.impossible.iter().for_each(|&instance| impossible[instance as usize] = true);
        let store = engine.store.clone();
        let queued = vec![false; instances];
        let small = scopes.iter().map(|scope| is_small(scope, &store)).collect();
        let off = vec![false; instances];
        (Groups { engine, members, scopes, at, impossible, off, small, queued }, store)
    }

    /// How many instances there are.
    pub(super) fn len(&self) -> usize {
        self.members.len()
    }

    /// Runs one instance until it finds out nothing more.
    pub(super) fn run(&mut self, instance: u32, store: &mut Store) -> Result<(), Conflict> {
        if self.off[instance as usize] {
            return Ok(());
        }
        if self.impossible[instance as usize] {
            return Err(Conflict);
        }
        loop {
            let before = store.prunings;
            for &number in &self.members[instance as usize] {
                self.engine.prune_on(number, store)?;
            }
            if store.prunings == before {
                return Ok(());
            }
        }
    }

    /// The unknowns that have changed since the trail had this many changes, each once, in order.
    pub(super) fn changed(&self, store: &Store, since: usize) -> Vec<VarId> {
        let vars = store.trail()[since..].iter().map(|change| change.var);
        each_once(vars.filter(|var| (var.0 as usize) < self.at.len()))
    }

    /// The unknowns that some instances speak of, each once, in order.
    pub(super) fn places(&self, instances: &[u32]) -> Vec<VarId> {
        each_once(instances.iter().flat_map(|&one| self.scopes[one as usize].iter().copied()))
    }

    /// Runs instances in rounds until none of them finds out anything more, or until so many rounds are over: first these,
    /// in the next round those that the news concerns, if they are `wanted`.
    pub(super) fn follow(
        &mut self,
        first: &[u32],
        wanted: &dyn Fn(u32) -> bool,
        most: u64,
        store: &mut Store,
    ) -> Followed {
        let mut queued = std::mem::take(&mut self.queued);
        let mut followed = Followed { runs: Vec::new(), touched: Vec::new(), rounds: 0, conflict: false };
        let mut now: Vec<u32> = first.iter().copied().filter(|&instance| wanted(instance)).collect();
        now.iter().for_each(|&instance| queued[instance as usize] = true);
        let mut next = Vec::new();
        while !now.is_empty() && followed.rounds < most && !followed.conflict {
            followed.rounds += 1;
            for &instance in &now {
                queued[instance as usize] = false;
                if followed.conflict {
                    continue;
                }
                let since = store.trail().len();
                followed.conflict = self.run(instance, store).is_err();
                followed.touched.push(instance);
                let pruned = self.changed(store, since);
                for var in pruned.iter().filter(|_| !followed.conflict) {
                    for &other in &self.at[var.0 as usize] {
                        if other != instance && !queued[other as usize] && wanted(other) {
                            queued[other as usize] = true;
                            next.push(other);
                        }
                    }
                }
                if followed.conflict || !pruned.is_empty() {
                    followed.runs.push(Run { instance, pruned });
                }
            }
            now.clear();
            std::mem::swap(&mut now, &mut next);
            now.sort_unstable();
        }
        now.iter().for_each(|&instance| queued[instance as usize] = false);
        self.queued = queued;
        followed
    }

    /// The runs that the last one may rest on, in order.
    pub(super) fn used<'r>(&self, runs: &'r [Run]) -> Vec<&'r Run> {
        let mut needed = vec![false; self.at.len()];
        let mut used: Vec<&Run> = Vec::new();
        for (at, run) in runs.iter().enumerate().rev() {
            if at + 1 == runs.len() || run.pruned.iter().any(|var| needed[var.0 as usize]) {
                used.push(run);
                for var in &self.scopes[run.instance as usize] {
                    needed[var.0 as usize] = true;
                }
            }
        }
        used.reverse();
        used
    }
}

//! What the engine asks of a constraint.

use smallvec::SmallVec;

use super::claim::{Found, Reason};
use super::reading::{Reading, Rest};
use super::store::{Conflict, Events, Store, VarId};

/// How costly a propagator is; cheaper ones run first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Cost {
    /// A few operations.
    Constant,
    /// In proportion to its variables.
    Linear,
    /// More than that.
    High,
    /// Graphs and the like.
    Highest,
}

/// What is known of a propagator before it runs.
#[derive(Debug)]
pub struct Spec {
    /// One or two words, as `gridlog check --plan` prints them.
    pub name: &'static str,
    /// How costly a call is.
    pub cost: Cost,
    /// The variables that wake it, each with the events that do.
    pub watches: SmallVec<[(VarId, Events); 4]>,
}

impl Spec {
    /// A propagator that these events of some variables wake.
    pub fn new(
        name: &'static str,
        cost: Cost,
        events: Events,
        vars: impl IntoIterator<Item = VarId>,
    ) -> Spec {
        Spec { name, cost, watches: SmallVec::new() }.and(events, vars)
    }

    /// The same, woken by more.
    #[must_use]
    pub fn and(mut self, events: Events, vars: impl IntoIterator<Item = VarId>) -> Spec {
        self.watches.extend(vars.into_iter().map(|var| (var, events)));
        self
    }
}

/// These variables, each once, in order.
pub fn each_once(vars: impl IntoIterator<Item = VarId>) -> Vec<VarId> {
    let mut vars: Vec<VarId> = vars.into_iter().collect();
    vars.sort_unstable();
    vars.dedup();
    vars
}

/// What a constraint says, in parts: all of them together say as much.
#[derive(Debug, Default)]
pub struct Relaxed {
    /// Unknowns that only the nogoods speak of, by how many values each has, two at least and 64 at most. They are numbered
    /// after the variables of the store, and one or more values fit wherever the constraint holds.
    pub helpers: Vec<u32>,
    /// Values of variables, as bits of domains of one word, that must not be all there is of them at once.
    pub nogoods: Vec<Vec<(VarId, u64)>>,
    /// What prunes for the rest.
    pub rest: Option<Box<dyn Propagator>>,
}

/// What prunes for a constraint.
///
/// It may be called at any time and must be *correct* (never remove a value that some solution of its constraint uses)
/// and *checking* (conflict if all its variables are fixed and the constraint does not hold).
pub trait Propagator: std::fmt::Debug {
    /// Its name, its cost and what wakes it.
    fn spec(&self) -> Spec;

    /// All variables of the constraint; others than those that wake it only where one propagator of several sees enough.
    fn scope(&self) -> Vec<VarId> {
        self.spec().watches.into_iter().map(|(var, _)| var).collect()
    }

    /// Prunes. What it does depends on the domains of its variables and on nothing else: it is asked again, on other
    /// domains, why it pruned. Only where the store says that it comes again may it stop after it has pruned.
    fn prune(&mut self, store: &mut Store) -> Result<(), Conflict>;

    /// Adds claims that by themselves force what it found out on these domains, or a conflict, and that hold on them. They
    /// need say no more of a variable than the `root` does not: that holds for good. Whether it can tell without a search;
    /// if not, what it has added does not count.
    fn explain(&self, _store: &Store, _root: &Store, _found: Option<&Found>, _reason: &mut Reason) -> bool {
        false
    }

    /// What stands in for it where clauses are learned, if that is as good and cheaper there.
    fn relaxed(&self, _store: &Store) -> Option<Relaxed> {
        None
    }

    /// Whether the constraint holds for these values; by its meaning, not by its pruning.
    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool;

    /// How it is read variable by variable, by those who count solutions without searching for each: all of these together
    /// say what it says, but for what other propagators say as well.
    fn readings(&self) -> Vec<Reading<'_>> {
        vec![Reading::Whole]
    }

    /// Tells, at a fixpoint, what it has left to say of the variables that are open.
    fn rest(&self, _store: &Store, _told: &mut Vec<u64>) -> Rest {
        Rest::Values
    }

    /// For constraints that count: how much room is left once a variable has this value, if the value takes any.
    fn room(&self, _store: &Store, _var: VarId, _value: i64) -> Option<i64> {
        None
    }
}

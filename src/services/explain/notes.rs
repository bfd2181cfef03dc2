//! What is known so far, and where each part of it comes from.

use super::{Known, Mark};
use crate::base::hash::Map;
use crate::solver::engine::store::WIDEST;
use crate::solver::engine::{Fact, Store, VarId};

/// Where something known comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// The puzzle.
    Given,
    /// A mark, by its number.
    Mark(usize),
    /// A step, by its number.
    Step(usize),
    /// A deduction about hidden unknowns that is told with the same step.
    Here,
    /// A deduction about hidden unknowns, by its number; never among what a step is told by.
    Hidden(usize),
}

/// Where each value of an unknown was ruled out, and where it was placed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sources {
    /// For each value that is ruled out: what did it.
    pub(crate) out: Map<(VarId, i64), Source>,
    /// For each unknown that is placed: what did it.
    pub(crate) placed: Map<VarId, Source>,
    /// For unknowns with domains too wide to list: the steps about them.
    pub(crate) wide: Map<VarId, Vec<usize>>,
}

impl Sources {
    /// What a fact rests on: where its unknown was placed, or where each value that it rules out was.
    pub(crate) fn of(&self, known: &Known) -> Vec<Source> {
        if known.is.is_some()
            && let Some(&source) = self.placed.get(&known.unknown)
        {
            return vec![source];
        }
        let mut sources: Vec<Source> =
            known.not.iter().filter_map(|&value| self.out.get(&(known.unknown, value)).copied()).collect();
        let wide = self.wide.get(&known.unknown).into_iter().flatten();
        sources.extend(wide.map(|&step| Source::Step(step)));
        sources.dedup();
        sources
    }
}

/// All that is known at one time.
#[derive(Debug)]
pub(super) struct Notes {
    /// The domains now.
    pub(super) known: Store,
    /// The domains as declared.
    pub(super) declared: Store,
    /// Whether an unknown's value has been told to the reader.
    pub(super) placed: Vec<bool>,
    pub(super) marks: Vec<Mark>,
    pub(super) sources: Sources,
    /// For each unknown: when it last changed.
    changed: Vec<u64>,
    clock: u64,
}

/// Whether the values of an unknown can be listed.
pub(super) fn is_listed(store: &Store, var: VarId) -> bool {
    store.max(var).saturating_sub(store.min(var)) < WIDEST
}

impl Notes {
    pub(super) fn new(declared: Store, unknowns: usize) -> Notes {
        Notes {
            known: declared.clone(),
            declared,
            placed: vec![false; unknowns],
            marks: Vec::new(),
            sources: Sources::default(),
            changed: vec![0; unknowns],
            clock: 0,
        }
    }

    /// A fact as a premise: everything that it rules out.
    pub(super) fn premise(&self, fact: Fact) -> Known {
        self.told(fact, &self.declared)
    }

    /// A fact as a conclusion: what it rules out that was not known before.
    pub(super) fn conclusion(&self, fact: Fact) -> Known {
        self.told(fact, &self.known)
    }

    fn told(&self, fact: Fact, before: &Store) -> Known {
        let var = fact.var;
        if is_listed(&self.declared, var) {
            let (left, not): (Vec<i64>, Vec<i64>) =
                before.values(var).partition(|&value| fact.allows(before, value));
            let is = if let [value] = left[..] { Some(value) } else { None };
            return Known { unknown: var, is, not, within: None, fact };
        }
        let (within, is) = (fact.ends(before), fact.value(before));
        Known { unknown: var, is, not: Vec::new(), within: Some(within), fact }
    }

    /// What is known of these unknowns beyond the domains as declared, as premises to be shrunk: first what may go first,
    /// which is what has not been placed, and what was found last.
    pub(super) fn facts(&self, vars: &[VarId]) -> Vec<Fact> {
        let mut vars: Vec<VarId> =
            vars.iter().copied().filter(|&var| self.known.domain(var) != self.declared.domain(var)).collect();
        vars.sort_by_key(|var| {
            let index = var.0 as usize;
            (self.placed[index], std::cmp::Reverse(self.changed[index]), index)
        });
        vars.into_iter().map(|var| self.known.fact(var)).collect()
    }

    /// Whether an unknown has one value left that the reader has not been told.
    pub(super) fn is_untold(&self, var: VarId) -> bool {
        self.known.is_fixed(var) && !self.placed[var.0 as usize]
    }

    /// Notes that the values of an unknown are fewer now.
    pub(super) fn accept(&mut self, known: &Known, source: Source) {
        let var = known.unknown;
        self.clock += 1;
        self.changed[var.0 as usize] = self.clock;
        for &value in &known.not {
            self.sources.out.entry((var, value)).or_insert(source);
        }
        if let (Some(_), Source::Step(step)) = (known.within, source) {
            self.sources.wide.entry(var).or_default().push(step);
        }
        self.known.assume(&known.fact);
        if known.is.is_some() && !matches!(source, Source::Mark(_)) {
            self.placed[var.0 as usize] = true;
            self.sources.placed.insert(var, source);
        }
    }
}

//! Deductions of several instances: a value is tried, and the instances that refute it are shrunk to as few as possible.

use super::find::{Finder, fixed};
use super::groups::{Groups, Run};
use super::notes::is_listed;
use super::shrink::minimal;
use super::{Kind, Known, Step};
use crate::engine::{Fact, Store, VarId};
use crate::eval::UnknownId;
use crate::solve::{Failure, Verdict};
use crate::term::{Node, TermId};

/// The most instances that a person is asked to see together; beyond it a step is a look-ahead.
pub const LARGEST: usize = 6;

/// Only domains of up to this many values are tried.
const MOST_VALUES: u64 = 64;

/// How many refuted values are looked at more closely; those that were refuted by the fewest instances.
const MOST_SHRUNK: usize = 12;

/// A value that leads to a contradiction.
#[derive(Clone, Debug)]
struct Refuted {
    var: VarId,
    value: i64,
    /// The instances that led there, each once, in order of first use.
    instances: Vec<u32>,
    /// How many deductions it took.
    runs: u64,
}

impl Finder<'_, '_> {
    /// The values that may be tried, smallest domains first.
    fn open_values(&self) -> Vec<(VarId, i64)> {
        let known = &self.notes.known;
        let mut open: Vec<VarId> = (0..self.notes.placed.len() as u32)
            .map(VarId)
            .filter(|&var| is_listed(known, var) && (2..=MOST_VALUES).contains(&known.size(var)))
            .collect();
        open.sort_by_key(|&var| (known.size(var), var));
        open.into_iter().flat_map(|var| known.values(var).map(move |value| (var, value))).collect()
    }

    /// Tries every value, and takes the one that the fewest instances refute.
    pub(super) fn together(&mut self, stop: &dyn Fn() -> bool) -> Option<Step> {
        let mut refuted: Vec<Refuted> = Vec::new();
        for (var, value) in self.open_values() {
            if stop() {
                break;
            }
            refuted.extend(self.refute(var, value));
        }
        refuted.sort_by_key(|found| (found.instances.len(), found.runs));
        refuted.truncate(MOST_SHRUNK);
        let mut best: Option<((usize, usize), Refuted, Vec<Fact>)> = None;
        for mut found in refuted {
            let (instances, facts) = self.shrunk(&found);
            let key = (instances.len(), facts.len());
            if best.as_ref().is_none_or(|(least, ..)| key < *least) {
                found.instances = instances;
                best = Some((key, found, facts));
            }
        }
        let (_, found, facts) = best?;
        let kind = if found.instances.len() <= LARGEST { Kind::Together } else { Kind::LookAhead };
        if kind == Kind::LookAhead && !self.effort.ahead {
            return None;
        }
        Some(self.refutation(&found, facts, kind))
    }

    /// A step that rules a tried value out.
    fn refutation(&self, found: &Refuted, mut facts: Vec<Fact>, kind: Kind) -> Step {
        facts.sort_by_key(|fact| fact.var);
        let premises: Vec<Known> = facts.into_iter().map(|fact| self.notes.premise(fact)).collect();
        let known = &self.notes.known;
        let left = known.fact(found.var).without(known, found.value);
        Step {
            kind,
            conclusions: left.map(|fact| self.notes.conclusion(fact)).into_iter().collect(),
            instances: found.instances.clone(),
            marks: self.marks_of(&premises),
            premises,
            tried: Some((found.var, found.value, found.runs)),
            only_place: false,
        }
    }

    /// Tries a value on what is known; if that leads to a contradiction, says which instances led there.
    fn refute(&mut self, var: VarId, value: i64) -> Option<Refuted> {
        let Finder { explainer, notes, .. } = self;
        notes.known.push_level();
        // The value is there, so deciding for it cannot fail.
        let _possible = notes.known.fix(var, value);
        let first = explainer.groups.at[var.0 as usize].clone();
        let (runs, result) = explainer.groups.follow(&first, &|_| true, &mut notes.known);
        notes.known.pop_level();
        result.err()?;
        let used = self.used(&runs);
        let mut instances: Vec<u32> = Vec::new();
        for run in &used {
            if !instances.contains(&run.instance) {
                instances.push(run.instance);
            }
        }
        Some(Refuted { var, value, instances, runs: used.len() as u64 })
    }

    /// The runs that the last one may rest on, in order.
    fn used<'r>(&self, runs: &'r [Run]) -> Vec<&'r Run> {
        let mut needed = vec![false; self.notes.placed.len()];
        let mut used: Vec<&Run> = Vec::new();
        for (at, run) in runs.iter().enumerate().rev() {
            if at + 1 == runs.len() || run.pruned.iter().any(|var| needed[var.0 as usize]) {
                used.push(run);
                for var in &self.explainer.groups.scopes[run.instance as usize] {
                    needed[var.0 as usize] = true;
                }
            }
        }
        used.reverse();
        used
    }

    /// As few instances as possible, and then as few facts, that refute a value.
    fn shrunk(&mut self, found: &Refuted) -> (Vec<u32>, Vec<Fact>) {
        let Finder { explainer, notes, desk, .. } = self;
        let groups = &mut explainer.groups;
        let tried = fixed(desk, found.var, found.value);
        // What was used last is nearest to the contradiction, and stays if there is a choice.
        let known = &mut notes.known;
        let instances = minimal(found.instances.clone(), |fewer| clash(groups, fewer, &[], &tried, known));
        let mut scope: Vec<VarId> =
            instances.iter().flat_map(|&instance| groups.scopes[instance as usize].iter().copied()).collect();
        scope.sort_unstable();
        scope.dedup();
        scope.retain(|&var| var != found.var);
        let facts = minimal(notes.facts(&scope), |fewer| clash(groups, &instances, fewer, &tried, desk));
        (instances, facts)
    }

    // ---- search

    /// Where no value is refuted by propagation alone: the value that a search refutes soonest, of the unknown with the
    /// fewest values.
    pub(super) fn searched(&mut self, stop: &dyn Fn() -> bool) -> Result<Option<Step>, Failure> {
        let known = &self.notes.known;
        let open = (0..self.notes.placed.len() as u32).map(VarId);
        let open = open.filter(|&var| is_listed(known, var) && known.size(var) > 1);
        let Some(var) = open.min_by_key(|&var| (known.size(var), var)) else { return Ok(None) };
        let values: Vec<i64> = known.values(var).collect();
        let mut best: Option<Refuted> = None;
        for value in values {
            let Some(term) = self.term(var, value) else { continue };
            let mut givens = self.givens.to_vec();
            givens.push((UnknownId(var.0), term));
            let (verdict, decisions) = self.explainer.verdict(&givens, 1, self.effort.decisions, stop)?;
            if verdict == Verdict::None && best.as_ref().is_none_or(|found| decisions < found.runs) {
                best = Some(Refuted { var, value, instances: Vec::new(), runs: decisions });
            }
        }
        Ok(best.map(|found| self.refutation(&found, Vec::new(), Kind::Search)))
    }

    /// A value of an unknown as the language knows it.
    fn term(&mut self, var: VarId, code: i64) -> Option<TermId> {
        let world = &mut self.explainer.ground.world;
        let values = world.values(UnknownId(var.0), u64::MAX)?;
        values.into_iter().find(|&value| match world.terms.node(value) {
            Node::Int(number) => *number == code,
            _ => self.explainer.codes.code(value) == code,
        })
    }
}

/// Whether some instances and facts contradict a value that is tried.
fn clash(groups: &mut Groups, instances: &[u32], facts: &[Fact], tried: &Fact, store: &mut Store) -> bool {
    store.push_level();
    facts.iter().for_each(|fact| store.assume(fact));
    store.assume(tried);
    let (_, result) = groups.follow(instances, &|other| instances.contains(&other), store);
    store.pop_level();
    result.is_err()
}

//! Tries told as chains: which deductions, one after the other, lead from a value that is tried to a contradiction.
//!
//! The deductions are run once forwards. Then, from the contradiction backwards, each is given only what it needs: facts
//! known before, and values that earlier deductions have ruled out.

use std::collections::BTreeMap;

use super::find::Finder;
use super::groups::Groups;
use super::notes::is_listed;
use super::tries::Refuted;
use super::{Known, Link};
use crate::base::hash::Map;
use crate::solver::engine::shrink::minimal;
use crate::solver::engine::{Fact, Store, VarId};

/// A deduction as it was run.
struct Ran {
    instance: u32,
    /// What it started from: all that was known of its unknowns, beyond what is declared.
    before: Vec<Fact>,
    /// What was known afterwards of the unknowns that it found something out about.
    after: Vec<Fact>,
}

/// What is needed of one unknown: values that are ruled out, or for a domain too wide to list, all that is known.
type Needs = BTreeMap<VarId, Vec<i64>>;

impl Finder<'_> {
    /// The deductions that refute a value; its instances and facts become those that the deductions rest on. Nothing, and
    /// nothing changes, if they cannot be told one by one.
    pub(super) fn chain(&mut self, found: &mut Refuted) -> Option<Vec<Link>> {
        let Finder { explainer, notes, desk, .. } = self;
        let groups = &mut explainer.groups;
        let tried = desk.fact_of(found.var, found.value);
        let ran = forwards(groups, desk, &notes.declared, found, &tried)?;
        // Which deduction ruled a value out; for domains too wide to list, which ones have found something out.
        let mut maker: Map<(VarId, i64), usize> = Map::default();
        let mut wide: Map<VarId, Vec<usize>> = Map::default();
        for (number, one) in ran.iter().enumerate() {
            for fact in &one.after {
                if !is_listed(desk, fact.var) {
                    wide.entry(fact.var).or_default().push(number);
                    continue;
                }
                let before = one.before.iter().find(|before| before.var == fact.var);
                for value in desk.values(fact.var).filter(|&value| !fact.allows(desk, value)) {
                    if before.is_none_or(|before| before.allows(desk, value)) {
                        maker.insert((fact.var, value), number);
                    }
                }
            }
        }
        let mut needs: Vec<Needs> = vec![Needs::new(); ran.len()];
        let mut links: Vec<Link> = Vec::new();
        let mut premises = Needs::new();
        for (number, one) in ran.iter().enumerate().rev() {
            let last = number + 1 == ran.len();
            if !last && needs[number].is_empty() {
                continue;
            }
            // What is told is what is shown: a value where several others are ruled out at once, else that they are.
            let shown = |(&var, values): (&VarId, &Vec<i64>)| {
                let fixed = after(one, var).filter(|fact| values.len() > 1 && fact.value(desk).is_some());
                fixed.or_else(|| without(desk, var, values)).or_else(|| after(one, var))
            };
            let targets: Vec<Fact> = needs[number].iter().filter_map(shown).collect();
            let facts = needed(groups, desk, one, &targets, &tried)?;
            let mut own = Needs::new();
            for fact in facts.iter().filter(|fact| fact.var != found.var) {
                let var = fact.var;
                if !is_listed(desk, var) {
                    let earlier = wide.get(&var).into_iter().flatten().rev().find(|&&other| other < number);
                    match earlier {
                        Some(&earlier) => drop(needs[earlier].entry(var).or_default()),
                        None => drop(own.entry(var).or_default()),
                    }
                    continue;
                }
                for value in desk.values(var).filter(|&value| !fact.allows(desk, value)) {
                    match maker.get(&(var, value)).filter(|&&maker| maker < number) {
                        Some(&maker) => needs[maker].entry(var).or_default().push(value),
                        None => own.entry(var).or_default().push(value),
                    }
                }
            }
            let told = |facts: Vec<Fact>| facts.into_iter().map(|fact| notes.premise(fact)).collect();
            let found: Vec<Known> = told(targets);
            let used: Vec<Fact> =
                own.iter().map(|(&var, values)| known_fact(notes, desk, var, values)).collect();
            links.push(Link { instance: one.instance, found, premises: told(used) });
            for (var, mut values) in own {
                premises.entry(var).or_default().append(&mut values);
            }
        }
        links.reverse();
        found.facts = premises.iter().map(|(&var, values)| known_fact(notes, desk, var, values)).collect();
        found.instances.retain(|instance| links.iter().any(|link| link.instance == *instance));
        Some(links)
    }
}

/// A fact that is known: that a place has its value, if it has been placed, or else that some values are ruled out.
fn known_fact(notes: &super::notes::Notes, desk: &Store, var: VarId, values: &[i64]) -> Fact {
    let whole = notes.known.fact(var);
    if notes.placed[var.0 as usize] {
        return whole;
    }
    without(desk, var, values).unwrap_or(whole)
}

/// The fact that some values are ruled out; nothing if there are none.
fn without(desk: &Store, var: VarId, values: &[i64]) -> Option<Fact> {
    desk.fact(var).without_all(desk, values.iter().copied()).filter(|_| !values.is_empty())
}

fn after(one: &Ran, var: VarId) -> Option<Fact> {
    one.after.iter().find(|fact| fact.var == var).cloned()
}

/// Runs the instances of a refutation one after the other until the contradiction.
fn forwards(
    groups: &mut Groups,
    desk: &mut Store,
    declared: &Store,
    found: &Refuted,
    tried: &Fact,
) -> Option<Vec<Ran>> {
    let mut ran = Vec::new();
    let mut conflict = false;
    desk.push_level();
    found.facts.iter().for_each(|fact| desk.assume(fact));
    desk.assume(tried);
    loop {
        let prunings = desk.prunings;
        for &instance in &found.instances {
            let scope = groups.scopes[instance as usize].iter().copied();
            let news = scope.filter(|&var| desk.domain(var) != declared.domain(var));
            let before: Vec<Fact> = news.map(|var| desk.fact(var)).collect();
            let since = desk.trail().len();
            conflict = groups.run(instance, desk).is_err();
            let after: Vec<Fact> = if conflict {
                Vec::new()
            } else {
                groups.changed(desk, since).into_iter().map(|var| desk.fact(var)).collect()
            };
            if conflict || !after.is_empty() {
                ran.push(Ran { instance, before, after });
            }
            if conflict {
                break;
            }
        }
        if conflict || desk.prunings == prunings {
            break;
        }
    }
    desk.pop_level();
    conflict.then_some(ran)
}

/// As little as possible of what a deduction started from. What earlier deductions found out is left out first.
fn needed(
    groups: &mut Groups,
    desk: &mut Store,
    one: &Ran,
    targets: &[Fact],
    tried: &Fact,
) -> Option<Vec<Fact>> {
    let mut implies = |facts: &[Fact], desk: &mut Store| {
        desk.suppose(facts, |desk| {
            groups.run(one.instance, desk).is_err()
                || !targets.is_empty() && targets.iter().all(|fact| fact.is_known(desk))
        })
    };
    if !implies(&one.before, desk) {
        return None;
    }
    let mut facts = minimal(one.before.clone(), |facts| implies(facts, desk));
    for at in 0..facts.len() {
        let var = facts[at].var;
        if var == tried.var || !is_listed(desk, var) {
            continue;
        }
        let out: Vec<i64> = desk.values(var).filter(|&value| !facts[at].allows(desk, value)).collect();
        for value in out {
            let weaker = facts[at].clone().with(desk, value);
            let fact = std::mem::replace(&mut facts[at], weaker);
            if !implies(&facts, desk) {
                facts[at] = fact;
            }
        }
    }
    Some(facts)
}

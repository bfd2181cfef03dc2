//! Deductions of one instance: what it places, and what it rules out, each from as few facts as possible.

use super::find::Finder;
use super::groups::Groups;
use super::notes::is_listed;
use super::rate::is_short;
use super::tries::{Candidate, MOST_VALUES};
use super::{Kind, Level, Step};
use crate::solver::engine::shrink::minimal;
use crate::solver::engine::{Conflict, Fact, Store, VarId};

/// How simple a step is: its level, its kind, how much it takes, and where it stands. The least is told first.
type Rank = (Level, Kind, usize, usize, u32, u32);

/// How a value is placed.
enum Choice {
    Instance(u32, VarId),
    Left(VarId),
}

impl Finder<'_> {
    /// The facts an instance needs for a conclusion. What is known of `but` is not used.
    pub(super) fn candidate(&mut self, instance: u32, target: Option<Fact>, but: Option<VarId>) -> Candidate {
        let by_trial = self.by_trial[instance as usize];
        let Finder { explainer, notes, desk, .. } = self;
        let scope = explainer.groups.scopes[instance as usize].iter().copied();
        let scope: Vec<VarId> = scope.filter(|&var| Some(var) != but).collect();
        let is_placed = |fact: &Fact| notes.placed[fact.var.0 as usize];
        let all = notes.facts(&scope);
        let placed: Vec<Fact> = all.iter().filter(|fact| is_placed(fact)).cloned().collect();
        let mut implies = |facts: &[Fact], desk: &mut Store| {
            follows(&mut explainer.groups, desk, instance, facts, target.as_ref(), by_trial)
        };
        let value = target.as_ref().and_then(|fact| Some((fact.var, fact.value(desk)?)));
        if implies(&placed, desk) {
            let facts = minimal(placed, |facts| implies(facts, desk));
            return Candidate { by_trial, ..Candidate::new(instance, facts, target) };
        }
        if let Some((var, value)) = value
            && let Some(facts) = self.fits_only(instance, var, value)
        {
            let open = facts.iter().filter(|fact| !self.is_placed(fact)).count();
            return Candidate { open, by_trial, only: true, ..Candidate::new(instance, facts, target) };
        }
        if value.is_some() && self.explainer.house(instance).is_some() {
            // This is told as what it rules out.
            let open = all.len();
            return Candidate { open, untold: true, by_trial, ..Candidate::new(instance, all, target) };
        }
        if let Some(shared) = target.as_ref().and_then(|target| self.shared(instance, target)) {
            return shared;
        }
        let Finder { explainer, notes, desk, .. } = self;
        let facts = minimal(all, |facts| {
            follows(&mut explainer.groups, desk, instance, facts, target.as_ref(), by_trial)
        });
        let open = facts.iter().filter(|fact| !notes.placed[fact.var.0 as usize]).count();
        let untold = facts.iter().any(|fact| notes.is_untold(fact.var));
        Candidate { open, untold, by_trial, ..Candidate::new(instance, facts, target) }
    }

    fn is_placed(&self, fact: &Fact) -> bool {
        self.notes.placed[fact.var.0 as usize]
    }

    /// The smallest set of places of a house that rules a value out elsewhere, as people look for it.
    fn shared(&mut self, instance: u32, target: &Fact) -> Option<Candidate> {
        let Finder { explainer, notes, desk, .. } = self;
        let house = explainer.houses[instance as usize].as_ref()?;
        let gone = notes.known.values(target.var).filter(|&value| !target.allows(desk, value));
        let [value] = gone.collect::<Vec<i64>>()[..] else { return None };
        let shared = house.shared(&notes.known, target.var, value)?;
        let facts: Option<Vec<Fact>> = if shared.hidden {
            let others = house.cells.iter().copied().filter(|cell| !shared.cells.contains(cell));
            others
                .map(|cell| {
                    if notes.placed[cell.0 as usize] {
                        Some(notes.known.fact(cell))
                    } else {
                        without(desk, cell, shared.values.iter().copied())
                    }
                })
                .collect()
        } else {
            let kept = |&value: &i64| !shared.values.contains(&value);
            shared.cells.iter().map(|&cell| without(desk, cell, desk.values(cell).filter(kept))).collect()
        };
        let (facts, size, target) = (facts?, shared.cells.len(), Some(target.clone()));
        if !follows(&mut explainer.groups, desk, instance, &facts, target.as_ref(), false) {
            return None;
        }
        let open = facts.iter().filter(|fact| !self.is_placed(fact)).count();
        Some(Candidate { open, size, ..Candidate::new(instance, facts, target) })
    }

    /// How the step that places a value is found.
    pub(super) fn kind(&self, candidate: &Candidate) -> Kind {
        match (candidate.open, candidate.only) {
            (0, _) if self.finishing[candidate.instance as usize] => Kind::Finished,
            (0, _) => Kind::Direct,
            (_, true) => Kind::Placed,
            (_, false) => Kind::Forced,
        }
    }

    pub(super) fn is_small(&self, instance: u32) -> bool {
        self.explainer.groups.small[instance as usize]
    }

    /// The simplest way to place a value, if it is no harder than this.
    pub(super) fn placement(&mut self, hardest: Level) -> Option<Step> {
        let mut wanted: Vec<(u32, Fact)> = Vec::new();
        let mut untold: Vec<VarId> = Vec::new();
        for var in (0..self.notes.placed.len() as u32).map(VarId) {
            if self.notes.is_untold(var) {
                untold.push(var);
                let fact = self.notes.known.fact(var);
                let at = &self.explainer.groups.at[var.0 as usize];
                wanted.extend(at.iter().map(|&instance| (instance, fact.clone())));
            }
        }
        for (instance, facts) in self.pending.iter().enumerate() {
            let known = &self.notes.known;
            for fact in facts.iter().filter(|fact| !known.is_fixed(fact.var)) {
                if fact.value(known).is_some() {
                    wanted.push((instance as u32, fact.clone()));
                }
            }
        }
        let mut best: Option<(Rank, Choice)> = None;
        for (instance, fact) in wanted {
            if self.is_late() {
                return None;
            }
            let var = fact.var;
            let but = self.notes.is_untold(var).then_some(var);
            if !self.cache.contains_key(&(instance, var)) {
                if but.is_some() && !self.places(instance, &fact) {
                    continue;
                }
                let candidate = self.candidate(instance, Some(fact), but);
                self.cache.insert((instance, var), candidate);
            }
            let candidate = &self.cache[&(instance, var)];
            let kind = self.kind(candidate);
            let level = Level::of_kind(kind, 1, self.is_small(instance));
            let key = (level, kind, candidate.open, candidate.facts.len(), instance, var.0);
            if !candidate.untold && best.as_ref().is_none_or(|(least, _)| key < *least) {
                best = Some((key, Choice::Instance(instance, var)));
            }
        }
        for var in untold {
            let level = Level::of_kind(Kind::Left, 1, is_short(self.notes.declared.size(var)));
            let key = (level, Kind::Left, self.reasons(var).len(), 0, 0, var.0);
            if best.as_ref().is_none_or(|(least, _)| key < *least) {
                best = Some((key, Choice::Left(var)));
            }
        }
        let ((level, kind, ..), choice) = best?;
        if level > hardest {
            return None;
        }
        match choice {
            Choice::Left(var) => Some(self.left(var)),
            Choice::Instance(instance, var) => {
                let candidate = self.cache.get(&(instance, var))?.clone();
                let alone = candidate.says_alone();
                let mut step = self.step(candidate, kind);
                if alone {
                    self.alike(&mut step);
                }
                Some(step)
            }
        }
    }

    /// Whether an instance places a value without what is known of its unknown.
    fn places(&mut self, instance: u32, fact: &Fact) -> bool {
        let Finder { explainer, notes, desk, .. } = self;
        let scope = explainer.groups.scopes[instance as usize].iter().copied();
        let others: Vec<VarId> = scope.filter(|&var| var != fact.var).collect();
        follows(&mut explainer.groups, desk, instance, &notes.facts(&others), Some(fact), false)
    }

    /// The simplest way to rule values out by one instance; by a small one, or by any.
    pub(super) fn elimination(&mut self, small: bool) -> Option<Step> {
        let mut best: Option<((usize, usize, u32, u32), Candidate)> = None;
        for instance in 0..self.pending.len() as u32 {
            if small && !self.is_small(instance) {
                continue;
            }
            for fact in self.pending[instance as usize].clone() {
                if self.is_late() {
                    return None;
                }
                let var = fact.var;
                for (value, target) in self.targets(&fact) {
                    let key = (instance, var, value);
                    if !self.outs.contains_key(&key) {
                        let candidate = self.candidate(instance, Some(target), None);
                        self.outs.insert(key, candidate);
                    }
                    let candidate = &self.outs[&key];
                    let rank = (candidate.size, candidate.open, instance, var.0);
                    if best.as_ref().is_none_or(|(least, _)| rank < *least) {
                        best = Some((rank, candidate.clone()));
                    }
                }
            }
        }
        let (_, candidate) = best?;
        let candidate = self.widened(candidate);
        Some(self.step(candidate, Kind::RuledOut))
    }

    /// What a fact that is not known yet rules out, value by value; a domain too wide to list as one.
    pub(super) fn targets(&self, fact: &Fact) -> Vec<(i64, Fact)> {
        let (known, desk, var) = (&self.notes.known, &self.desk, fact.var);
        if is_listed(&self.notes.declared, var) {
            let gone = known.values(var).filter(|&value| !fact.allows(known, value));
            return gone.filter_map(|value| Some((value, desk.fact(var).without(desk, value)?))).collect();
        }
        if fact.is_known(known) { Vec::new() } else { vec![(0, fact.clone())] }
    }

    /// The same with the other values that the instance rules out of the same unknown by nearly the same facts.
    fn widened(&mut self, candidate: Candidate) -> Candidate {
        let (instance, most) = (candidate.instance, candidate.facts.len() + 1);
        let Some(target) = candidate.target.clone() else { return candidate };
        if self.explainer.house(instance).is_some() {
            return candidate;
        }
        let pending = self.pending[instance as usize].iter().find(|fact| fact.var == target.var).cloned();
        let Some(fact) = pending else { return candidate };
        let (mut all, mut count) = (target.clone(), 0);
        for (value, other) in self.targets(&fact) {
            let near = self.outs.get(&(instance, target.var, value));
            if near.is_some_and(|near| near.facts.len() <= most)
                && let Some(both) = all.clone().and(&self.desk, &other)
            {
                (all, count) = (both, count + 1);
            }
        }
        if count < 2 {
            return candidate;
        }
        let joint = self.candidate(instance, Some(all), None);
        if joint.facts.len() <= most { joint } else { candidate }
    }

    /// Tries every value of instances that have changed, each instance for itself, until one of them finds something new:
    /// some meanings are stronger than what their propagators find out. Says whether anything was found.
    pub(super) fn try_values(&mut self, small: bool, stop: &dyn Fn() -> bool) -> bool {
        for instance in 0..self.pending.len() as u32 {
            let index = instance as usize;
            if !self.untried[index] || (small && !self.is_small(instance)) {
                continue;
            }
            if stop() {
                return false;
            }
            self.untried[index] = false;
            let Finder { explainer, notes, pending, .. } = self;
            let scope = explainer.groups.scopes[index].clone();
            let known = &mut notes.known;
            let mut new = Vec::new();
            for var in scope {
                if known.is_fixed(var) || !is_listed(known, var) || known.size(var) > MOST_VALUES {
                    continue;
                }
                let values: Vec<i64> = known.values(var).collect();
                let old = pending[index].iter().find(|fact| fact.var == var).cloned();
                let mut fact = old.unwrap_or_else(|| known.fact(var));
                let mut refuted = false;
                for value in values {
                    if fact.allows(known, value)
                        && conflicts(&mut explainer.groups, known, instance, var, value)
                        && let Some(less) = fact.clone().without(known, value)
                    {
                        (fact, refuted) = (less, true);
                    }
                }
                if refuted {
                    new.push(fact);
                }
            }
            if !new.is_empty() {
                self.by_trial[index] = true;
                self.pending[index].retain(|fact| new.iter().all(|other| other.var != fact.var));
                self.pending[index].extend(new);
                self.cache.retain(|&(of, _), candidate| of != instance || candidate.open == 0);
                self.outs.retain(|&(of, ..), _| of != instance);
                return true;
            }
        }
        false
    }
}

/// Whether an instance comes to a conclusion, or to a conflict, from some facts alone; if it may, by trying each value that
/// the conclusion rules out.
pub(super) fn follows(
    groups: &mut Groups,
    desk: &mut Store,
    instance: u32,
    facts: &[Fact],
    target: Option<&Fact>,
    by_trial: bool,
) -> bool {
    desk.suppose(facts, |desk| match (groups.run(instance, desk), target) {
        (Err(Conflict), _) => true,
        (Ok(()), None) => false,
        (Ok(()), Some(fact)) if fact.is_known(desk) => true,
        (Ok(()), Some(fact)) if by_trial && is_listed(desk, fact.var) => {
            let out: Vec<i64> = desk.values(fact.var).filter(|&value| !fact.allows(desk, value)).collect();
            out.into_iter().all(|value| conflicts(groups, desk, instance, fact.var, value))
        }
        _ => false,
    })
}

/// Whether an instance contradicts a value.
pub(super) fn conflicts(
    groups: &mut Groups,
    store: &mut Store,
    instance: u32,
    var: VarId,
    value: i64,
) -> bool {
    store.push_level();
    let result = store.fix(var, value).and_then(|()| groups.run(instance, store));
    store.pop_level();
    result.is_err()
}

/// The fact that some values of an unknown are ruled out; nothing if none is left.
fn without(desk: &Store, var: VarId, values: impl Iterator<Item = i64>) -> Option<Fact> {
    desk.fact(var).without_all(desk, values.filter(|&value| desk.contains(var, value)))
}

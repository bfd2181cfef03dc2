//! Finding the next step: marks at once, then the simplest deduction of one instance, then of several.

use super::groups::Groups;
use super::notes::{Notes, Source, is_listed};
use super::shrink::minimal;
use super::{Effort, Ending, Explainer, Explanation, Kind, Known, Mark, Step};
use crate::engine::{Conflict, Fact, Store, VarId};
use crate::hash::Map;
use crate::solve::{Failure, Givens, Verdict};

/// A deduction of one instance: what it finds out about one unknown, and from which facts.
#[derive(Clone, Debug)]
struct Candidate {
    instance: u32,
    /// The facts it needs, none of which can be left out.
    facts: Vec<Fact>,
    /// What follows; nothing for a contradiction.
    target: Option<Fact>,
    /// How many of the facts are about unknowns that have no value yet.
    open: usize,
    /// Whether one of the facts is a value that the reader has not been told yet.
    untold: bool,
}

/// One explanation in the making.
pub(super) struct Finder<'e, 'p> {
    pub(super) explainer: &'e mut Explainer<'p>,
    pub(super) givens: &'e Givens,
    pub(super) effort: Effort,
    pub(super) notes: Notes,
    /// All domains as declared, to try things on.
    pub(super) desk: Store,
    /// Instances some unknown of which has changed since they were last run.
    dirty: Vec<bool>,
    /// What each instance would find out, as the domains of unknowns afterwards.
    pending: Vec<Vec<Fact>>,
    /// Placements that have been looked into.
    cache: Map<(u32, VarId), Candidate>,
    /// Unknowns whose marks are still to be made.
    fresh: Vec<VarId>,
    /// An unknown that has no value left.
    dead: Option<VarId>,
    pub(super) steps: Vec<Step>,
}

impl<'e, 'p> Finder<'e, 'p> {
    pub(super) fn new(explainer: &'e mut Explainer<'p>, givens: &'e Givens, effort: Effort) -> Self {
        let instances = explainer.groups.len();
        let unknowns = explainer.world().unknowns.len();
        let (notes, desk) = (Notes::new(explainer.declared.clone(), unknowns), explainer.declared.clone());
        Finder {
            explainer,
            givens,
            effort,
            notes,
            desk,
            dirty: vec![true; instances],
            pending: vec![Vec::new(); instances],
            cache: Map::default(),
            fresh: Vec::new(),
            dead: None,
            steps: Vec::new(),
        }
    }

    /// Finds step after step.
    pub(super) fn run(mut self, stop: &dyn Fn() -> bool) -> Result<Explanation, Failure> {
        let mut given = Vec::new();
        for &(unknown, value) in self.givens {
            let (var, code) = (VarId(unknown.0), self.explainer.code(value));
            given.push((var, code));
            if self.notes.known.contains(var, code) {
                self.place(var, code);
            } else {
                self.dead = Some(var);
            }
        }
        for instance in 0..self.dirty.len() as u32 {
            self.mark(instance, None);
        }
        let ending = loop {
            self.make_marks();
            if stop() {
                break Ending::Limit;
            }
            let found = match self.next(stop)? {
                Next::Step(step) => step,
                Next::End(ending) => break ending,
            };
            let contradiction = found.conclusions.is_empty();
            self.take(found);
            if contradiction {
                break Ending::Contradiction;
            }
            if self.steps.len() >= self.effort.steps {
                break Ending::Enough;
            }
        };
        let Notes { known, marks, sources, .. } = self.notes;
        Ok(Explanation { givens: given, steps: self.steps, marks, ending, known, notes: sources })
    }

    fn place(&mut self, var: VarId, code: i64) {
        let known = self.notes.conclusion(fixed(&mut self.desk, var, code));
        self.accept(&known, Source::Given);
    }

    /// Writes a step down, and what follows from it.
    fn take(&mut self, step: Step) {
        let number = self.steps.len();
        for known in &step.conclusions {
            self.accept(known, Source::Step(number));
        }
        self.steps.push(step);
    }

    fn accept(&mut self, known: &Known, source: Source) {
        self.notes.accept(known, source);
        let var = known.unknown;
        for &instance in &self.explainer.groups.at[var.0 as usize] {
            self.dirty[instance as usize] = true;
        }
        if self.notes.placed[var.0 as usize] {
            self.fresh.push(var);
        }
    }

    // ---- marks

    fn make_marks(&mut self) {
        while let Some(var) = self.fresh.pop() {
            for at in 0..self.explainer.groups.at[var.0 as usize].len() {
                let instance = self.explainer.groups.at[var.0 as usize][at];
                self.mark(instance, Some(var));
            }
        }
    }

    /// What an instance rules out by itself, or because of one placed value.
    fn mark(&mut self, instance: u32, from: Option<VarId>) {
        self.desk.push_level();
        if let Some(var) = from {
            self.desk.assume(&self.notes.known.fact(var));
        }
        let since = self.desk.trail().len();
        let result = self.explainer.groups.run(instance, &mut self.desk);
        let mut found = Vec::new();
        if result.is_ok() {
            for other in self.explainer.groups.changed(&self.desk, since) {
                if is_listed(&self.notes.declared, other) {
                    let gone = |value: &i64| !self.desk.contains(other, *value);
                    let not: Vec<i64> = self.notes.known.values(other).filter(gone).collect();
                    found.push((other, not));
                }
            }
        }
        self.desk.pop_level();
        let from = from.and_then(|var| Some((var, self.notes.known.value(var)?)));
        for (unknown, not) in found.into_iter().filter(|(_, not)| !not.is_empty()) {
            let source = Source::Mark(self.notes.marks.len());
            self.notes.marks.push(Mark { instance, from, unknown, not: not.clone() });
            let store = &self.notes.known;
            let left = not.iter().try_fold(store.fact(unknown), |fact, &value| fact.without(store, value));
            let Some(fact) = left else {
                for value in not {
                    self.notes.sources.out.entry((unknown, value)).or_insert(source);
                }
                self.dead = Some(unknown);
                continue;
            };
            let known = self.notes.conclusion(fact);
            self.accept(&known, source);
        }
    }

    // ---- one instance

    fn next(&mut self, stop: &dyn Fn() -> bool) -> Result<Next, Failure> {
        if let Some(var) = self.dead {
            return Ok(Next::Step(self.left(var)));
        }
        if let Some(clash) = self.refresh() {
            return Ok(Next::Step(clash));
        }
        if self.is_done() {
            return Ok(Next::End(Ending::Solved));
        }
        if let Some(step) = self.placement() {
            return Ok(Next::Step(step));
        }
        if let Some(step) = self.elimination() {
            return Ok(Next::Step(step));
        }
        if let Some(step) = self.together(stop) {
            return Ok(Next::Step(step));
        }
        if !self.effort.ahead || stop() {
            return Ok(Next::End(Ending::Limit));
        }
        let (verdict, _) = self.explainer.verdict(self.givens, 2, self.effort.decisions, stop)?;
        if verdict == Verdict::Several {
            return Ok(Next::End(Ending::Several));
        }
        Ok(self.searched(stop)?.map_or(Next::End(Ending::Limit), Next::Step))
    }

    /// Whether all unknowns by which solutions are told apart have been placed.
    fn is_done(&self) -> bool {
        let unknowns = self.explainer.world().unknowns.iter();
        unknowns.zip(&self.notes.placed).all(|(unknown, placed)| unknown.hidden || *placed)
    }

    /// Runs all instances that may find out something new. Returns the simplest contradiction, if there is any.
    fn refresh(&mut self) -> Option<Step> {
        let mut clashes = Vec::new();
        for instance in 0..self.dirty.len() as u32 {
            if !std::mem::take(&mut self.dirty[instance as usize]) {
                continue;
            }
            self.cache.retain(|&(of, _), candidate| of != instance || candidate.open == 0);
            let known = &mut self.notes.known;
            known.push_level();
            let since = known.trail().len();
            let result = self.explainer.groups.run(instance, known);
            let changed = self.explainer.groups.changed(known, since);
            self.pending[instance as usize] = changed.into_iter().map(|var| known.fact(var)).collect();
            known.pop_level();
            if result.is_err() {
                clashes.push(self.candidate(instance, None, None));
            }
        }
        let best = clashes.into_iter().min_by_key(|clash| (clash.facts.len(), clash.open))?;
        Some(self.step(best, Kind::RuledOut))
    }

    /// The facts an instance needs for a conclusion. What is known of `but` is not used.
    fn candidate(&mut self, instance: u32, target: Option<Fact>, but: Option<VarId>) -> Candidate {
        let Finder { explainer, notes, desk, .. } = self;
        let scope: Vec<VarId> = explainer.groups.scopes[instance as usize]
            .iter()
            .copied()
            .filter(|&var| Some(var) != but)
            .collect();
        let facts = minimal(notes.facts(&scope), |facts| {
            follows(&mut explainer.groups, desk, instance, facts, target.as_ref())
        });
        let open = facts.iter().filter(|fact| !notes.placed[fact.var.0 as usize]).count();
        let untold = facts.iter().any(|fact| notes.is_untold(fact.var));
        Candidate { instance, facts, target, open, untold }
    }

    /// The simplest way to place a value.
    fn placement(&mut self) -> Option<Step> {
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
        let mut best: Option<((usize, usize, u32, u32), Choice)> = None;
        for (instance, fact) in wanted {
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
            let key = (candidate.open, candidate.facts.len(), instance, var.0);
            if !candidate.untold && best.as_ref().is_none_or(|(least, _)| key < *least) {
                best = Some((key, Choice::Instance(instance, var)));
            }
        }
        for var in untold {
            let key = (self.reasons(var).len(), usize::MAX, 0, var.0);
            if best.as_ref().is_none_or(|(least, _)| key < *least) {
                best = Some((key, Choice::Left(var)));
            }
        }
        let (_, choice) = best?;
        match choice {
            Choice::Left(var) => Some(self.left(var)),
            Choice::Instance(instance, var) => {
                let candidate = self.cache.get(&(instance, var))?.clone();
                let kind = if candidate.open == 0 { Kind::Direct } else { Kind::Placed };
                Some(self.step(candidate, kind))
            }
        }
    }

    /// Whether an instance places a value without what is known of its unknown.
    fn places(&mut self, instance: u32, fact: &Fact) -> bool {
        let Finder { explainer, notes, desk, .. } = self;
        let scope = explainer.groups.scopes[instance as usize].iter().copied();
        let others: Vec<VarId> = scope.filter(|&var| var != fact.var).collect();
        follows(&mut explainer.groups, desk, instance, &notes.facts(&others), Some(fact))
    }

    /// The simplest way to rule a value out by one instance.
    fn elimination(&mut self) -> Option<Step> {
        let mut best: Option<((usize, usize, u32, u32), Candidate)> = None;
        for instance in 0..self.pending.len() as u32 {
            for fact in self.pending[instance as usize].clone() {
                let var = fact.var;
                let targets: Vec<Fact> = if is_listed(&self.notes.declared, var) {
                    let gone =
                        self.notes.known.values(var).filter(|&value| !fact.allows(&self.notes.known, value));
                    gone.filter_map(|value| self.desk.fact(var).without(&self.desk, value)).collect()
                } else if fact.is_known(&self.notes.known) {
                    Vec::new()
                } else {
                    vec![fact]
                };
                for target in targets {
                    let candidate = self.candidate(instance, Some(target), None);
                    let key = (candidate.facts.len(), candidate.open, instance, var.0);
                    if best.as_ref().is_none_or(|(least, _)| key < *least) {
                        best = Some((key, candidate));
                    }
                }
            }
        }
        let (_, candidate) = best?;
        Some(self.step(candidate, Kind::RuledOut))
    }

    // ---- steps

    /// A step out of a deduction: facts as weak as they may be, and all that follows from them.
    fn step(&mut self, candidate: Candidate, kind: Kind) -> Step {
        let Candidate { instance, mut facts, target, .. } = candidate;
        facts.sort_by_key(|fact| fact.var);
        let Finder { explainer, notes, desk, .. } = self;
        for at in 0..facts.len() {
            let var = facts[at].var;
            if notes.placed[var.0 as usize] || !is_listed(&notes.declared, var) {
                continue;
            }
            let out: Vec<i64> = desk.values(var).filter(|&value| !facts[at].allows(desk, value)).collect();
            for value in out {
                let weaker = facts[at].clone().with(desk, value);
                let fact = std::mem::replace(&mut facts[at], weaker);
                if !follows(&mut explainer.groups, desk, instance, &facts, target.as_ref()) {
                    facts[at] = fact;
                }
            }
        }
        let placing = matches!(kind, Kind::Direct | Kind::Placed);
        let conclusions =
            if target.is_some() { self.consequences(instance, &facts, placing) } else { Vec::new() };
        let only_place = placing && self.fits_only(instance, &conclusions);
        let premises: Vec<Known> = facts.into_iter().map(|fact| self.notes.premise(fact)).collect();
        let marks = self.marks_of(&premises);
        Step { kind, conclusions, instances: vec![instance], premises, marks, tried: None, only_place }
    }

    /// All that an instance finds out from some facts: the values it places, or else all it rules out.
    fn consequences(&mut self, instance: u32, facts: &[Fact], placing: bool) -> Vec<Known> {
        let Finder { explainer, notes, desk, .. } = self;
        desk.push_level();
        let since = desk.trail().len();
        facts.iter().for_each(|fact| desk.assume(fact));
        // A contradiction among these facts would have been found first.
        let _ran = explainer.groups.run(instance, desk);
        let mut found = Vec::new();
        for var in explainer.groups.changed(desk, since) {
            let is_new = if placing {
                desk.is_fixed(var) && !notes.placed[var.0 as usize]
            } else {
                !desk.fact(var).is_known(&notes.known)
            };
            if is_new && let Some(fact) = notes.known.fact(var).and(desk, &desk.fact(var)) {
                found.push(fact);
            }
        }
        desk.pop_level();
        found.into_iter().map(|fact| self.notes.conclusion(fact)).collect()
    }

    /// Whether the one value placed is ruled out at all other places of the instance, and follows from that alone.
    fn fits_only(&mut self, instance: u32, conclusions: &[Known]) -> bool {
        let [Known { unknown, is: Some(value), .. }] = conclusions else { return false };
        let Finder { explainer, notes, desk, .. } = self;
        let scope = &explainer.groups.scopes[instance as usize];
        let others: Vec<VarId> = scope.iter().copied().filter(|var| var != unknown).collect();
        if others.is_empty() || others.iter().any(|&var| notes.known.contains(var, *value)) {
            return false;
        }
        let facts = others.iter().map(|&var| {
            let fact = desk.fact(var);
            if desk.contains(var, *value) { fact.without(desk, *value) } else { Some(fact) }
        });
        let Some(facts) = facts.collect::<Option<Vec<Fact>>>() else { return false };
        let target = fixed(desk, *unknown, *value);
        follows(&mut explainer.groups, desk, instance, &facts, Some(&target))
    }

    /// One value is left, or none.
    fn left(&mut self, var: VarId) -> Step {
        let fact = self.notes.known.fact(var);
        let dead = self.dead == Some(var);
        let mut whole = self.notes.premise(fact);
        let conclusions = if dead { Vec::new() } else { vec![Known { not: Vec::new(), ..whole.clone() }] };
        if dead {
            whole.not = self.notes.declared.values(var).collect();
            whole.is = None;
        }
        let marks = self.marks_of(std::slice::from_ref(&whole));
        let mut instances: Vec<u32> = marks.iter().map(|&mark| self.notes.marks[mark].instance).collect();
        instances.sort_unstable();
        instances.dedup();
        let mut placed: Vec<VarId> =
            marks.iter().filter_map(|&mark| self.notes.marks[mark].from.map(|(var, _)| var)).collect();
        placed.sort_unstable();
        placed.dedup();
        let mut premises: Vec<Known> =
            placed.into_iter().map(|var| self.notes.premise(self.notes.known.fact(var))).collect();
        // What steps have ruled out is known of the unknown itself.
        let by_steps: Vec<i64> = whole
            .not
            .iter()
            .copied()
            .filter(|&value| {
                matches!(self.notes.sources.out.get(&(var, value)), Some(Source::Step(_) | Source::Given))
            })
            .collect();
        if !by_steps.is_empty() {
            let desk = &self.desk;
            let fact = by_steps.iter().try_fold(desk.fact(var), |fact, &value| fact.without(desk, value));
            premises.extend(fact.map(|fact| self.notes.premise(fact)));
        }
        Step { kind: Kind::Left, conclusions, instances, premises, marks, tried: None, only_place: false }
    }

    /// The marks and steps that have ruled out the other values of an unknown, each once.
    fn reasons(&self, var: VarId) -> Vec<Source> {
        let whole = self.notes.premise(self.notes.known.fact(var));
        let mut found: Vec<Source> = Vec::new();
        for value in whole.not {
            if let Some(&source) = self.notes.sources.out.get(&(var, value))
                && !found.contains(&source)
            {
                found.push(source);
            }
        }
        found
    }

    /// The marks that premises rest on, each once, in order.
    pub(super) fn marks_of(&self, premises: &[Known]) -> Vec<usize> {
        let mut found: Vec<usize> = Vec::new();
        for premise in premises {
            for source in self.notes.sources.of(premise) {
                if let Source::Mark(mark) = source {
                    found.push(mark);
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// What became of looking for a step.
enum Next {
    Step(Step),
    End(Ending),
}

/// How a value is placed.
enum Choice {
    Instance(u32, VarId),
    Left(VarId),
}

/// Whether an instance comes to a conclusion, or to a conflict, from some facts alone.
pub(super) fn follows(
    groups: &mut Groups,
    desk: &mut Store,
    instance: u32,
    facts: &[Fact],
    target: Option<&Fact>,
) -> bool {
    desk.push_level();
    facts.iter().for_each(|fact| desk.assume(fact));
    let found = match groups.run(instance, desk) {
        Err(Conflict) => true,
        Ok(()) => target.is_some_and(|fact| fact.is_known(desk)),
    };
    desk.pop_level();
    found
}

/// The fact that an unknown has a value of its domain.
pub(super) fn fixed(desk: &mut Store, var: VarId, value: i64) -> Fact {
    desk.push_level();
    // The value is there, so nothing can go wrong.
    let _fixed = desk.fix(var, value);
    let fact = desk.fact(var);
    desk.pop_level();
    fact
}

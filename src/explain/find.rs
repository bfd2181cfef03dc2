//! Finding the next step: marks at once, then the simplest deduction of one instance, then of several.

use super::groups::Groups;
use super::notes::{Notes, Source, is_listed};
use super::shrink::minimal;
use super::{Effort, Ending, Explainer, Explanation, Kind, Known, Step};
use crate::engine::{Conflict, Fact, Store, VarId};
use crate::hash::Map;
use crate::solve::{Failure, Givens, Verdict};

/// A deduction of one instance: what it finds out about one unknown, and from which facts.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) instance: u32,
    /// The facts it needs, none of which can be left out.
    pub(super) facts: Vec<Fact>,
    /// What follows; nothing for a contradiction.
    pub(super) target: Option<Fact>,
    /// How many of the facts are about unknowns that have no value yet.
    open: usize,
    /// Whether one of the facts is a value that the reader has not been told yet.
    untold: bool,
    /// Whether it places a value that is ruled out at all other places of the instance, and follows from that alone.
    pub(super) only: bool,
}

impl Candidate {
    /// How the step that places a value is found.
    fn kind(&self) -> Kind {
        match (self.open, self.only) {
            (0, _) => Kind::Direct,
            (_, true) => Kind::Placed,
            (_, false) => Kind::Forced,
        }
    }
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
    pub(super) fresh: Vec<VarId>,
    /// An unknown that has no value left.
    pub(super) dead: Option<VarId>,
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

    pub(super) fn accept(&mut self, known: &Known, source: Source) {
        self.notes.accept(known, source);
        let var = known.unknown;
        for &instance in &self.explainer.groups.at[var.0 as usize] {
            self.dirty[instance as usize] = true;
        }
        if self.notes.placed[var.0 as usize] {
            self.fresh.push(var);
        }
    }

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
        let placed = target.as_ref().and_then(|fact| Some((fact.var, fact.value(desk)?)));
        let only = placed.is_some_and(|(var, value)| self.fits_only(instance, var, value));
        Candidate { instance, facts, target, open, untold, only }
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
        let mut best: Option<(Rank, Choice)> = None;
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
            let key = (candidate.kind(), candidate.open, candidate.facts.len(), instance, var.0);
            if !candidate.untold && best.as_ref().is_none_or(|(least, _)| key < *least) {
                best = Some((key, Choice::Instance(instance, var)));
            }
        }
        for var in untold {
            let key = (Kind::Left, self.reasons(var).len(), 0, 0, var.0);
            if best.as_ref().is_none_or(|(least, _)| key < *least) {
                best = Some((key, Choice::Left(var)));
            }
        }
        let (_, choice) = best?;
        match choice {
            Choice::Left(var) => Some(self.left(var)),
            Choice::Instance(instance, var) => {
                let candidate = self.cache.get(&(instance, var))?.clone();
                let kind = candidate.kind();
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

/// How simple a step is: its kind, how much it takes, and where it stands. The least is told first.
type Rank = (Kind, usize, usize, u32, u32);

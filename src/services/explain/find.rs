//! Finding the next step: marks at once, then the simplest deduction of one instance, then of several.

use super::cores::Cores;
use super::notes::{Notes, Source};
use super::tries::{Candidate, Pair, Phase, Phases};
use super::{Effort, Ending, Explainer, Explanation, Kind, Known, Level, Step};
use crate::base::hash::Map;
use crate::services::solve::{Failure, Givens, Verdict};
use crate::solver::engine::{Fact, Store, VarId};

/// One explanation in the making.
pub(super) struct Finder<'e> {
    pub(super) explainer: &'e mut Explainer,
    pub(super) givens: &'e Givens,
    pub(super) effort: Effort,
    pub(super) notes: Notes,
    /// All domains as declared, to try things on.
    pub(super) desk: Store,
    /// Instances some unknown of which has changed since they were last run.
    dirty: Vec<bool>,
    /// What each instance would find out, as the domains of unknowns afterwards.
    pub(super) pending: Vec<Vec<Fact>>,
    /// Whether an instance would place all its unknowns that have no value yet.
    pub(super) finishing: Vec<bool>,
    /// Instances whose values have not been tried since they changed.
    pub(super) untried: Vec<bool>,
    /// Instances that find something out only if values are tried.
    pub(super) by_trial: Vec<bool>,
    /// Placements that have been looked into.
    pub(super) cache: Map<(u32, VarId), Candidate>,
    /// Values ruled out by one instance that have been looked into.
    pub(super) outs: Map<(u32, VarId, i64), Candidate>,
    /// Tries of values, and what came of them.
    pub(super) phases: Phases,
    /// Pairs of instances to be seen together; made when they are needed.
    pub(super) pairs: Option<Vec<Pair>>,
    /// What tells which laws and facts a search took; made when it is needed.
    pub(super) cores: Option<Cores>,
    /// Unknowns whose marks are still to be made.
    pub(super) fresh: Vec<VarId>,
    /// An unknown that has no value left.
    pub(super) dead: Option<VarId>,
    pub(super) steps: Vec<Step>,
    /// Steps about hidden unknowns, and the step that each is told with, once there is one.
    pub(super) hidden: Vec<(Step, Option<usize>)>,
}

impl<'e> Finder<'e> {
    pub(super) fn new(explainer: &'e mut Explainer, givens: &'e Givens, effort: Effort) -> Self {
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
            finishing: vec![false; instances],
            untried: vec![true; instances],
            by_trial: vec![false; instances],
            cache: Map::default(),
            outs: Map::default(),
            phases: Phases::new(instances),
            pairs: None,
            cores: None,
            fresh: Vec::new(),
            dead: None,
            steps: Vec::new(),
            hidden: Vec::new(),
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
            if self.steps.len() >= self.effort.steps {
                break Ending::Enough;
            }
            if stop() {
                break Ending::Limit;
            }
            let found = match self.next(stop)? {
                Next::Step(step) => *step,
                Next::End(ending) => break ending,
            };
            self.check(&found)?;
            let contradiction = found.conclusions.is_empty();
            self.take(found);
            if contradiction {
                break Ending::Contradiction;
            }
        };
        let solution = self.finished(ending)?;
        let Notes { known, marks, sources: notes, .. } = self.notes;
        let told = self.hidden.into_iter().map(|(_, told)| told).collect();
        Ok(Explanation { givens: given, steps: self.steps, marks, ending, solution, known, notes, told })
    }

    fn place(&mut self, var: VarId, code: i64) {
        let known = self.notes.conclusion(self.desk.fact_of(var, code));
        self.accept(&known, Source::Given);
    }

    /// Writes a step down, and what follows from it. What is only about hidden unknowns waits until something rests on it.
    fn take(&mut self, mut step: Step) {
        let unseen = self.is_unseen(&step);
        let source = if unseen { Source::Hidden(self.hidden.len()) } else { Source::Step(self.steps.len()) };
        for known in &step.conclusions {
            self.accept(known, source);
        }
        if unseen {
            self.hidden.push((step, None));
            return;
        }
        self.recall(&mut step);
        self.steps.push(step);
    }

    pub(super) fn accept(&mut self, known: &Known, source: Source) {
        self.notes.accept(known, source);
        let var = known.unknown;
        for &instance in &self.explainer.groups.at[var.0 as usize] {
            self.dirty[instance as usize] = true;
            self.untried[instance as usize] = true;
            self.phases.touch(instance);
        }
        if self.notes.placed[var.0 as usize] {
            self.fresh.push(var);
        }
    }

    fn next(&mut self, stop: &dyn Fn() -> bool) -> Result<Next, Failure> {
        if let Some(var) = self.dead {
            return Ok(Next::Step(Box::new(self.left(var))));
        }
        if let Some(clash) = self.refresh() {
            return Ok(Next::Step(Box::new(clash)));
        }
        if self.is_done() {
            return Ok(Next::End(Ending::Solved));
        }
        if let Some(step) = self.deduction(stop) {
            return Ok(Next::Step(Box::new(step)));
        }
        if self.effort.hardest < Level::Beyond || stop() {
            return Ok(Next::End(Ending::Limit));
        }
        let (verdict, _) = self.explainer.verdict(self.givens, 2, self.effort.decisions, stop)?;
        if verdict == Verdict::Several {
            return Ok(Next::End(Ending::Several));
        }
        let searched = self.searched(stop)?;
        Ok(searched.map_or(Next::End(Ending::Limit), |step| Next::Step(Box::new(step))))
    }

    /// The next step without a search: everything of one level comes before all that is harder.
    fn deduction(&mut self, stop: &dyn Fn() -> bool) -> Option<Step> {
        let small = |this: &mut Self| this.placement(Level::Easy).or_else(|| this.elimination(true));
        let any = |this: &mut Self| {
            let placed = this.placement(Level::Beyond);
            placed.or_else(|| this.locked(false)).or_else(|| this.elimination(false))
        };
        let easy = small(self)
            .or_else(|| if self.try_values(true, stop) { small(self) } else { None })
            .or_else(|| self.locked(true))
            .or_else(|| self.refuted(Phase::Glance, stop));
        let hardest = self.effort.hardest;
        if easy.is_some() || hardest < Level::Medium {
            return easy;
        }
        let medium = any(self)
            .or_else(|| if self.try_values(false, stop) { any(self) } else { None })
            .or_else(|| self.wing())
            .or_else(|| self.refuted(Phase::AtOnce, stop));
        if medium.is_some() || hardest < Level::Hard {
            return medium;
        }
        self.fish(None, stop)
            .or_else(|| self.refuted(Phase::Soon, stop))
            .or_else(|| self.cases(stop))
            .or_else(|| if hardest >= Level::Expert { self.refuted(Phase::Late, stop) } else { None })
    }

    /// Whether the time is over. Asked before each piece of work that runs propagators many times.
    pub(super) fn is_late(&self) -> bool {
        self.explainer.world().deadline.is_over_now()
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
            if self.is_late() {
                return None;
            }
            self.cache.retain(|&(of, _), candidate| of != instance || candidate.open == 0);
            self.outs.retain(|&(of, ..), _| of != instance);
            self.by_trial[instance as usize] = false;
            let known = &mut self.notes.known;
            known.push_level();
            let since = known.trail().len();
            let result = self.explainer.groups.run(instance, known);
            let changed = self.explainer.groups.changed(known, since);
            self.pending[instance as usize] = changed.into_iter().map(|var| known.fact(var)).collect();
            let scope = &self.explainer.groups.scopes[instance as usize];
            self.finishing[instance as usize] = scope.iter().all(|&var| known.is_fixed(var));
            known.pop_level();
            if result.is_err() {
                clashes.push(self.candidate(instance, None, None));
            }
        }
        let best = clashes.into_iter().min_by_key(|clash| (clash.facts.len(), clash.open))?;
        Some(self.step(best, Kind::RuledOut))
    }
}

/// What became of looking for a step.
enum Next {
    Step(Box<Step>),
    End(Ending),
}

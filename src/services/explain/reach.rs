//! All that follows by deductions up to a level, without a word about why.
//!
//! What follows still does when more is known, so neither the order of deductions nor their reasons change where they end: a
//! puzzle is no harder than a level if all its values follow. No reason is made small, which is most of the work of an explanation, and
//! what is told later is added to what is known already:
//!
//! ```text
//! push   tell, tell   settle   close: solved?      pop: as before
//! ```

use super::cases::{all_pairs, case_out};
use super::notes::is_listed;
use super::tries::{MOST_VALUES, Pair, Phase, Phases};
use super::{Effort, Ending, Explainer, Level, Rating};
use crate::services::solve::{Failure, Givens};
use crate::solver::engine::{Conflict, Store, VarId};

/// What is known of a puzzle by deductions up to a level.
pub(crate) struct Reach<'e> {
    explainer: &'e mut Explainer,
    level: Level,
    known: Store,
    /// Instances an unknown of which has changed since they were last run.
    queue: Vec<u32>,
    queued: Vec<bool>,
    /// Tries that led nowhere.
    phases: Phases,
    /// Pairs of instances to be seen together; made when they are needed.
    pairs: Option<Vec<Pair>>,
    /// The unknowns that have to be found.
    wanted: Vec<VarId>,
    /// What each push has to bring back.
    saved: Vec<Saved>,
}

/// What was so before a push, apart from the domains.
struct Saved {
    phases: Phases,
    pairs: Option<Vec<Pair>>,
    /// The instances that came into force since.
    instances: Vec<u32>,
}

impl<'e> Reach<'e> {
    /// Nothing is known but what is declared, and of the instances only those are in force that are not `optional`.
    pub(crate) fn new(explainer: &'e mut Explainer, optional: &[u32], level: Level) -> Reach<'e> {
        let count = explainer.groups.len();
        let unknowns = explainer.world().unknowns.iter().enumerate();
        let wanted = unknowns.filter(|(_, one)| !one.hidden).map(|(at, _)| VarId(at as u32)).collect();
        explainer.groups.off.fill(false);
        optional.iter().for_each(|&instance| explainer.groups.off[instance as usize] = true);
        let queue = (0..count as u32).filter(|&one| !explainer.groups.off[one as usize]).collect();
        let queued = explainer.groups.off.iter().map(|off| !off).collect();
        let (known, phases) = (explainer.declared.clone(), Phases::new(count));
        Reach { explainer, level, known, queue, queued, phases, pairs: None, wanted, saved: Vec::new() }
    }

    /// Begins what [`Reach::pop`] takes back. What was told before has to be settled.
    pub(crate) fn push(&mut self) {
        self.known.push_level();
        self.saved.push(Saved {
            phases: self.phases.clone(),
            pairs: self.pairs.clone(),
            instances: Vec::new(),
        });
    }

    /// Takes back what was told since the last push, and all that followed.
    pub(crate) fn pop(&mut self) {
        let Some(Saved { phases, pairs, instances }) = self.saved.pop() else { return };
        self.known.pop_level();
        (self.phases, self.pairs) = (phases, pairs);
        instances.iter().for_each(|&instance| self.explainer.groups.off[instance as usize] = true);
        self.queue.drain(..).for_each(|instance| self.queued[instance as usize] = false);
    }

    /// An instance comes into force.
    pub(crate) fn put_in_force(&mut self, instance: u32) {
        self.explainer.groups.off[instance as usize] = false;
        self.saved.last_mut().into_iter().for_each(|saved| saved.instances.push(instance));
        self.phases.touch(instance);
        // Tries so far have passed over it.
        for at in 0..self.explainer.groups.scopes[instance as usize].len() {
            let var = self.explainer.groups.scopes[instance as usize][at];
            self.touch(var);
        }
        self.enqueue(instance);
    }

    /// A value is given.
    pub(crate) fn give(&mut self, var: VarId, value: i64) -> Result<(), Conflict> {
        let was_fixed = self.known.is_fixed(var);
        self.known.fix(var, value)?;
        if !was_fixed {
            self.news(var, None);
        }
        Ok(())
    }

    /// Makes all deductions; whether every value is found.
    pub(crate) fn close(&mut self, stop: &dyn Fn() -> bool) -> bool {
        loop {
            if self.settle().is_err() || self.explainer.world().deadline.is_over_now() || stop() {
                return false;
            }
            if self.is_solved() {
                return true;
            }
            let hard = self.level >= Level::Hard;
            let more = self.tries(Phase::AtOnce, stop)
                || hard && (self.tries(Phase::Soon, stop) || self.cases(stop))
                || self.level >= Level::Expert && self.tries(Phase::Late, stop);
            if !more {
                return self.is_solved();
            }
        }
    }

    /// The unknowns that are not found yet.
    pub(crate) fn open(&self) -> impl Iterator<Item = VarId> + '_ {
        self.wanted.iter().copied().filter(|&var| !self.known.is_fixed(var))
    }

    /// Whether every value is known.
    pub(crate) fn is_solved(&self) -> bool {
        self.open().next().is_none()
    }

    /// Runs single instances until nothing more follows from any.
    ///
    /// # Errors
    /// What is told has no solution.
    pub(crate) fn settle(&mut self) -> Result<(), Conflict> {
        while let Some(instance) = self.queue.pop() {
            self.queued[instance as usize] = false;
            let since = self.known.trail().len();
            self.explainer.groups.run(instance, &mut self.known)?;
            for var in self.explainer.groups.changed(&self.known, since) {
                self.news(var, Some(instance));
            }
        }
        Ok(())
    }

    /// Something is known about an unknown that was not, by this instance.
    fn news(&mut self, var: VarId, by: Option<u32>) {
        self.touch(var);
        for at in 0..self.explainer.groups.at[var.0 as usize].len() {
            let instance = self.explainer.groups.at[var.0 as usize][at];
            if by != Some(instance) {
                self.enqueue(instance);
            }
        }
    }

    fn touch(&mut self, var: VarId) {
        self.explainer.groups.at[var.0 as usize].iter().for_each(|&instance| self.phases.touch(instance));
    }

    fn enqueue(&mut self, instance: u32) {
        if !self.explainer.groups.off[instance as usize] && !self.queued[instance as usize] {
            self.queued[instance as usize] = true;
            self.queue.push(instance);
        }
    }

    /// Tries values one after the other, and rules out those that fail, until none does; whether any did.
    fn tries(&mut self, phase: Phase, stop: &dyn Fn() -> bool) -> bool {
        let known = &self.known;
        let listed = |&var: &VarId| is_listed(known, var) && (2..=MOST_VALUES).contains(&known.size(var));
        let mut open: Vec<VarId> =
            (0..self.explainer.groups.at.len() as u32).map(VarId).filter(listed).collect();
        open.sort_by_key(|&var| (known.size(var), var));
        let tried: Vec<(VarId, i64)> =
            open.into_iter().flat_map(|var| known.values(var).map(move |value| (var, value))).collect();
        let (mut at, mut since, mut found) = (0, 0, false);
        while since < tried.len() && !stop() {
            let (var, value) = tried[at];
            (at, since) = ((at + 1) % tried.len(), since + 1);
            if self.known.is_fixed(var) || !self.known.contains(var, value) {
                continue;
            }
            if !self.phases.is_vain(phase, var, value) && self.fails(phase, var, value) {
                (found, since) = (true, 0);
                if self.known.remove(var, value).is_err() {
                    return true;
                }
                self.news(var, None);
                if self.settle().is_err() || self.is_solved() {
                    return true;
                }
                if phase > Phase::AtOnce {
                    // What is easier comes first: there is much more of it to find.
                    return true;
                }
            }
        }
        found
    }

    /// Whether a value leads to a contradiction in as many rounds as the phase has.
    fn fails(&mut self, phase: Phase, var: VarId, value: i64) -> bool {
        let Reach { explainer, known, phases, .. } = self;
        let groups = &mut explainer.groups;
        known.push_level();
        // The value is there, so deciding for it cannot fail.
        let _possible = known.fix(var, value);
        let first = groups.at[var.0 as usize].clone();
        let followed = groups.follow(&first, &|_| true, phase.rounds(), known);
        known.pop_level();
        if !followed.conflict {
            phases.note_vain(phase, var, value, followed.touched);
        }
        followed.conflict
    }

    /// Rules out a value that two instances together leave no room for; whether there was one.
    fn cases(&mut self, stop: &dyn Fn() -> bool) -> bool {
        let mut pairs = self.pairs.take().unwrap_or_else(|| all_pairs(&self.explainer.groups));
        let mut out = None;
        for pair in &mut pairs {
            if stop() || out.is_some() {
                break;
            }
            let [one, other] = pair.instances.map(|instance| self.explainer.groups.off[instance as usize]);
            let again = pair.vain.is_none_or(|when| self.phases.changed_since(&pair.instances, when));
            if !one && !other && again {
                out = case_out(&mut self.explainer.groups, pair.instances, &mut self.known);
                if out.is_none() {
                    pair.vain = Some(self.phases.now());
                }
            }
        }
        self.pairs = Some(pairs);
        let Some((var, value, _)) = out else { return false };
        if self.known.remove(var, value).is_ok() {
            self.news(var, None);
        }
        true
    }
}

impl Explainer {
    /// How hard a puzzle is, if it is no harder than this and all its values follow. Only instances in force count.
    pub(crate) fn level_within(
        &mut self,
        givens: &Givens,
        optional: &[u32],
        in_force: &[u32],
        hardest: Level,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Level>, Failure> {
        self.groups.off.fill(false);
        optional.iter().for_each(|&instance| self.groups.off[instance as usize] = true);
        in_force.iter().for_each(|&instance| self.groups.off[instance as usize] = false);
        let effort = Effort { hardest: hardest.min(Level::Easy), ..Effort::default() };
        let easy = self.explain(givens, effort, stop)?;
        if easy.ending == Ending::Solved {
            return Ok(Some(Rating::new(&easy).level));
        }
        let codes: Vec<(VarId, i64)> =
            givens.iter().map(|&(unknown, value)| (VarId(unknown.0), self.code(value))).collect();
        for level in [Level::Medium, Level::Hard, Level::Expert].into_iter().filter(|&one| one <= hardest) {
            let mut reach = Reach::new(self, optional, level);
            in_force.iter().for_each(|&instance| reach.put_in_force(instance));
            let possible = codes.iter().try_for_each(|&(var, value)| reach.give(var, value));
            if possible.is_ok() && reach.close(stop) {
                return Ok(Some(level));
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::{Effort, Explainer, Level, Rating, Reach};
    use crate::board::ground::{Options, ground};
    use crate::language::diagnostic::Diagnostic;
    use crate::language::resolve::{BuiltIn, Request, resolve};
    use crate::language::source::Sources;
    use crate::solver::engine::VarId;

    fn explainer(text: &str) -> Explainer {
        let mut sources = Sources::default();
        let rules = Some(sources.add("test.puzzle", text));
        let (program, wrong) = resolve(&Request { rules, ..Request::default() }, &mut sources, &BuiltIn);
        assert!(!wrong.iter().any(Diagnostic::is_error), "{wrong:?}");
        Explainer::new(ground(&program, &Options::default()).0).expect("rules")
    }

    #[test]
    fn levels_are_those_of_explanations() {
        let samples = [
            include_str!("../../../rules/sudoku/six.puzzle"),
            include_str!("../../../rules/takuzu/four.puzzle"),
            include_str!("../../../rules/takuzu/hard.puzzle"),
            include_str!("../../../rules/futoshiki/hard.puzzle"),
            include_str!("../../../rules/slitherlink/easy.puzzle"),
            include_str!("../../../rules/masyu/hard.puzzle"),
            include_str!("../../../rules/mosaic/hard.puzzle"),
        ];
        for text in samples {
            let mut explainer = explainer(text);
            let givens = explainer.givens();
            let told = explainer.explain(&givens, Effort::default(), &|| false).expect("an explanation");
            let found = explainer.level_within(&givens, &[], &[], Level::Expert, &|| false).expect("a level");
            assert_eq!(found.unwrap_or(Level::Beyond), Rating::new(&told).level, "{text}");
        }
    }

    /// What is told after a push is gone after a pop, and follows again if it is told again.
    #[test]
    fn what_was_told_is_taken_back() {
        let mut explainer = explainer(include_str!("../../../rules/takuzu/four.puzzle"));
        let givens: Vec<(VarId, i64)> = explainer
            .givens()
            .into_iter()
            .map(|(unknown, value)| (VarId(unknown.0), explainer.code(value)))
            .collect();
        let mut reach = Reach::new(&mut explainer, &[], Level::Medium);
        for _ in 0..2 {
            assert!(!reach.close(&|| false));
            reach.push();
            givens.iter().for_each(|&(var, value)| reach.give(var, value).expect("a value"));
            assert!(reach.close(&|| false));
            reach.pop();
        }
        assert!(!reach.is_solved());
    }
}

//! Clues that a rule set offers: the facts that are true of a finished grid, and which of them are needed.
//!
//! A fact changes what the laws say, so each trial expands and compiles the rules anew; many facts are tried at once as
//! long as that goes well.

use std::sync::Arc;

use super::{Clue, Job, Made, Setter, Trouble, numbers, size};
use crate::base::hash::Set;
use crate::board::check;
use crate::board::eval::{Machine, Policy, Query, World};
use crate::board::ground::{Ground, Options, ground};
use crate::board::meaning::Shapes;
use crate::board::unknown::UnknownId;
use crate::language::diagnostic::Diagnostic;
use crate::language::program::{Clause, PredicateId, Program};
use crate::language::term::TermId;
use crate::services::explain::Explainer;
use crate::services::generate::dig::{Dig, Dug};
use crate::services::solve::{Failure, Solver, Verdict, Wish};
use crate::solver::search::Limits;

/// All facts that the rule set offers for a finished grid, apart from those that must not be told or are told anyway.
pub(super) fn offered(
    world: &mut World,
    values: &[TermId],
    without: &[String],
) -> Result<Vec<Clue>, Box<Diagnostic>> {
    let program = world.program.clone();
    let mut seen: Set<Clue> = Set::default();
    let mut found = Vec::new();
    for offer in &program.offers {
        let name = program.name_of_predicate(offer.predicate);
        if without.iter().any(|other| other == name) {
            continue;
        }
        world.enter_rule(format!("the offer `{name}`"));
        let query = Query { goal: &offer.goal, scope: offer.scope.len(), bound: &[], template: &offer.args };
        let answers = Machine::new(world, Policy::Known(values)).answers(query)?;
        let told: Set<Box<[TermId]>> =
            world.clauses(offer.predicate).facts().map(|(row, _)| row.into()).collect();
        for answer in answers.into_iter().filter(|answer| !told.contains(&answer.terms)) {
            let clue = Clue::Fact(offer.predicate, answer.terms);
            if seen.insert(clue.clone()) {
                found.push(clue);
            }
        }
    }
    Ok(found)
}

/// The rules with facts that change from trial to trial.
pub(super) struct Stage {
    pub program: Arc<Program>,
    pub options: Options,
    /// What is given in every trial.
    pub base: Vec<(UnknownId, TermId)>,
    /// For each predicate whose facts change: how many clauses stay.
    lengths: Vec<(PredicateId, usize)>,
    /// How many unknowns there are; without a fact that changes this the board is another.
    unknowns: usize,
}

impl Stage {
    /// The rules of a setter, for facts that may be told besides.
    pub(super) fn new(setter: &Setter, told: &[Vec<Clue>]) -> Stage {
        let mut program = Program::clone(setter.solver.program());
        // The facts are written in the terms of the grid they are true of.
        program.terms = setter.solver.judge.terms.clone();
        let unknowns = setter.solver.judge.unknowns.len();
        Stage::with(program, setter.options.clone(), (setter.base.clone(), unknowns), told)
    }

    /// The same for a program that knows all terms.
    pub(super) fn with(
        program: Program,
        options: Options,
        (base, unknowns): (Vec<(UnknownId, TermId)>, usize),
        told: &[Vec<Clue>],
    ) -> Stage {
        let mut changing: Vec<PredicateId> = told
            .iter()
            .flatten()
            .filter_map(|clue| if let Clue::Fact(predicate, _) = clue { Some(*predicate) } else { None })
            .collect();
        changing.sort_unstable();
        changing.dedup();
        let lengths: Vec<(PredicateId, usize)> = changing
            .into_iter()
            .map(|predicate| (predicate, program.predicates[predicate.0 as usize].clauses.len()))
            .collect();
        // Facts of inputs are all that changes: what definitions say by values alone stays what it is.
        let is_input =
            |&(predicate, _): &(PredicateId, usize)| program.predicates[predicate.0 as usize].input;
        let shapes = lengths.iter().all(is_input).then(Shapes::default);
        let options = Options { shapes, ..options };
        Stage { program: Arc::new(program), options, base, lengths, unknowns }
    }

    /// The rules with these facts, expanded; nothing if they are wrong with them.
    fn expanded(&mut self, told: &[Vec<Clue>]) -> Option<Ground> {
        let program = Arc::make_mut(&mut self.program);
        for &(predicate, length) in &self.lengths {
            program.predicates[predicate.0 as usize].clauses.truncate(length);
        }
        for clue in told.iter().flatten() {
            if let Clue::Fact(predicate, row) = clue {
                let predicate = &mut program.predicates[predicate.0 as usize];
                predicate.clauses.push(Clause::Fact(row.clone(), predicate.span));
            }
        }
        let (ground, wrong) = ground(&self.program, &self.options);
        (!wrong.iter().any(Diagnostic::is_error)).then_some(ground)
    }

    /// The rules with these facts, compiled for the solver.
    pub(super) fn compiled(&mut self, told: &[Vec<Clue>]) -> Option<Solver> {
        let ground = self.expanded(told)?;
        Solver::new(ground).ok()
    }

    /// The rules with these facts, compiled for explanations; nothing if they make another board.
    pub(super) fn explainer(&mut self, told: &[Vec<Clue>]) -> Option<Explainer> {
        let unknowns = self.unknowns;
        let ground = self.expanded(told).filter(|ground| ground.world.unknowns.len() == unknowns)?;
        Explainer::new(ground).ok()
    }

    /// How many solutions there are with these clues.
    pub(super) fn verdict(
        &mut self,
        told: &[Vec<Clue>],
        givens: &[(UnknownId, TermId)],
        conflicts: u64,
        stop: &dyn Fn() -> bool,
    ) -> Result<Verdict, Failure> {
        let limits = Limits { conflicts: Some(conflicts), plain: Some(conflicts / 4), ..Limits::default() };
        let wish = Wish { most: Some(2), limits, seed: 0, checked: Some(0), judged: false };
        let unknowns = self.unknowns;
        match self.compiled(told) {
            Some(solver) if solver.judge.unknowns.len() != unknowns => Ok(Verdict::Several),
            Some(mut solver) => Ok(solver.solve(givens, &wish, stop, |_, _| {})?.verdict()),
            None => Ok(Verdict::Unknown),
        }
    }

    /// A puzzle for a finished grid from all that may be told of it, or why there is none.
    pub(super) fn puzzle(
        mut self,
        values: Vec<TermId>,
        units: Vec<Vec<Clue>>,
        told: Vec<Vec<Clue>>,
        mut job: Job<'_>,
    ) -> Result<Result<Made, String>, Trouble> {
        let mut made = Made { values, kept: Vec::new(), dropped: Vec::new(), undecided: 0, level: None };
        let base = self.base.clone();
        let Some(mut solver) = self.compiled(&told) else {
            return Ok(Err("the rules do not bear all the clues that they offer".to_owned()));
        };
        if let Some(law) = refused(&mut solver, &made.values)? {
            return Ok(Err(format!("all true clues together break {law}")));
        }
        let limits = Limits { conflicts: Some(job.proof), ..Limits::default() };
        let wish = Wish { most: Some(2), limits, seed: 0, checked: Some(0), judged: false };
        let alone = solver.solve(&base, &wish, job.stop, |_, _| {})?.verdict();
        if alone == Verdict::Unique {
            job.left -= size(&units);
            made.dropped = units;
        } else if units.is_empty() {
            return Ok(Err("all clues together leave more than one solution".to_owned()));
        } else {
            let rows: Vec<_> = units.iter().map(|unit| numbers(unit, &solver)).collect();
            let mut dug = Dug::default();
            if solver.model.bind(&solver.coded(&base)).is_ok() {
                let Job { enough, left, cap, stop, .. } = job;
                let model = &mut solver.model;
                dug = Dig { model, units: &rows, cap, left, enough, alone: false, stop }.run();
            }
            made.undecided += dug.undecided.len();
            made.kept = dug.kept.iter().map(|&unit| units[unit].clone()).collect();
            made.dropped = dug.dropped.iter().map(|&unit| units[unit].clone()).collect();
            job.left -= size(&made.dropped);
        }
        drop(solver);
        self.thin(told, &mut made, &job)?;
        Ok(Ok(made))
    }

    /// Takes out the facts that are not needed: as many at a time as went well before.
    pub(super) fn thin(
        &mut self,
        told: Vec<Vec<Clue>>,
        made: &mut Made,
        job: &Job<'_>,
    ) -> Result<(), Failure> {
        let mut givens = self.base.clone();
        givens.extend(made.clues().filter_map(|clue| match clue {
            Clue::Given(unknown, value) => Some((*unknown, *value)),
            Clue::Fact(..) => None,
        }));
        let mut left = job.left;
        let (mut kept, mut open): (Vec<Vec<Clue>>, Vec<Vec<Clue>>) = (Vec::new(), told);
        let mut at_once = 1;
        while !open.is_empty() && left > job.enough && !(job.stop)() {
            let mut count = at_once.min(open.len());
            // No more than there are to go.
            while count > 1 && left - size(&open[open.len() - count..]) < job.enough {
                count -= 1;
            }
            let tried = open.split_off(open.len() - count);
            let rest: Vec<Vec<Clue>> = kept.iter().chain(&open).cloned().collect();
            let verdict = self.verdict(&rest, &givens, job.cap, job.stop)?;
            if verdict == Verdict::Unique {
                left -= size(&tried);
                made.dropped.extend(tried);
                at_once = count * 2;
            } else if count > 1 {
                open.extend(tried);
                at_once = count / 2;
            } else {
                made.undecided += usize::from(verdict != Verdict::Several);
                kept.extend(tried);
            }
        }
        made.kept.extend(kept.into_iter().chain(open));
        Ok(())
    }
}

/// The law that a finished grid breaks once its clues are told, if any.
fn refused(solver: &mut Solver, values: &[TermId]) -> Result<Option<String>, Failure> {
    let program = solver.program().clone();
    if solver.judge.unknowns.len() != values.len() {
        return Ok(Some("the board: they change which cells there are".to_owned()));
    }
    let broken = check::all_broken(&mut solver.judge, values).map_err(Failure::Rules)?;
    Ok(broken.first().map(|instance| format!("the law `{}`", program.laws[instance.law].name)))
}

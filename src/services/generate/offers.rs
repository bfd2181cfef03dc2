//! Clues that a rule set offers: the facts that are true of a finished grid, and which of them are needed.
//!
//! A fact changes what the laws say. Where each instance of a law hangs on the facts that its condition reads, and on
//! nothing else that a fact may change ([`super::lift`]), the rules are expanded once with all facts, and instances are switched on and
//! off. Else each trial expands and compiles the rules anew; many facts are tried at once as long as that goes well.

use std::sync::Arc;

use super::dig::{Piece, Told, Unit, dug};
use super::lift::{self, Facts, lift};
use super::{Clue, Job, MORE_THAN_ONE, Made, Need, Setter, Trouble, size};
use crate::base::hash::Set;
use crate::board::check;
use crate::board::eval::{Machine, Policy, Query, World};
use crate::board::ground::{Ground, Instance, Options, ground};
use crate::board::meaning::Shapes;
use crate::board::unknown::UnknownId;
use crate::compile::Settings;
use crate::language::diagnostic::Diagnostic;
use crate::language::program::{Clause, PredicateId, Program};
use crate::language::term::TermId;
use crate::services::explain::Explainer;
use crate::services::solve::{Failure, Solver, Verdict, Wish};
use crate::solver::search::Limits;

/// What a rule set offers for a finished grid.
pub(super) struct Offered {
    /// Facts that every puzzle tells.
    pub complete: Vec<Clue>,
    /// Facts that a puzzle tells if it needs them.
    pub facts: Vec<Clue>,
}

impl Offered {
    /// All of them.
    pub(super) fn all(self) -> Vec<Clue> {
        self.complete.into_iter().chain(self.facts).collect()
    }
}

/// All facts that the rule set offers for a finished grid, apart from those that must not be told or are told anyway.
pub(super) fn offered(
    world: &mut World,
    values: &[TermId],
    without: &[String],
) -> Result<Offered, Box<Diagnostic>> {
    let program = world.program.clone();
    // Each grid is asked by itself: what was asked of those before does not count towards the limit.
    world.steps = 0;
    let mut seen: Set<Clue> = Set::default();
    let mut found = Offered { complete: Vec::new(), facts: Vec::new() };
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
                if offer.complete { &mut found.complete } else { &mut found.facts }.push(clue);
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
    /// What the board tells of the inputs whose facts change.
    board: Facts,
}

impl Stage {
    /// The rules of a setter, for facts that may be told besides.
    pub(super) fn new(setter: &Setter, told: &[Vec<Clue>]) -> Stage {
        let mut program = Program::clone(setter.solver.program());
        // The facts are written in the terms of the grid they are true of.
        program.terms = setter.solver.judge.terms.clone();
        let world = &setter.solver.judge;
        let mut stage =
            Stage::with(program, setter.options.clone(), (setter.base.clone(), world.unknowns.len()), told);
        for &(predicate, _) in &stage.lengths {
            let rows = world.clauses(predicate).facts().map(|(row, _)| row.into());
            stage.board.insert(predicate, rows.collect());
        }
        stage
    }

    /// The same with facts that are told in every trial.
    pub(super) fn and(mut self, complete: &[Clue]) -> Stage {
        let program = Arc::make_mut(&mut self.program);
        for clue in complete {
            if let Clue::Fact(predicate, row) = clue {
                let told = &mut program.predicates[predicate.0 as usize];
                told.clauses.push(Clause::Fact(row.clone(), told.span));
                self.lengths
                    .iter_mut()
                    .filter(|(changing, _)| changing == predicate)
                    .for_each(|(_, length)| *length += 1);
            }
        }
        self
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
        Stage { program: Arc::new(program), options, base, lengths, unknowns, board: Facts::default() }
    }

    /// The rules with all these facts, each to be told or not: a solver, and its pieces for this solution. Nothing if the facts
    /// change more than which instances there are.
    pub(super) fn switched(&mut self, told: &[Vec<Clue>], values: &[TermId]) -> Option<(Solver, Vec<Piece>)> {
        let (ground, units) = self.marked(told)?;
        let optional: Vec<u32> =
            (0..units.len() as u32).filter(|&number| !units[number as usize].is_empty()).collect();
        let solver = Solver::switched(ground, Settings::default(), &optional).ok()?;
        let model = &solver.model;
        if model.has_impossible_switch() {
            return None;
        }
        let mut switches: Vec<Vec<u32>> = vec![Vec::new(); told.len()];
        for (number, switch) in model.switches.iter().enumerate() {
            units[switch.instance as usize].iter().for_each(|&unit| switches[unit].push(number as u32));
        }
        let known =
            |unknown: UnknownId| (model.vars[unknown.0 as usize], solver.code(values[unknown.0 as usize]));
        let piece = |switches: Vec<u32>| {
            let scopes = switches.iter().map(|&number| model.scope(model.switches[number as usize].formula));
            let mut about: Unit = scopes.flatten().map(known).collect();
            about.sort_unstable();
            about.dedup();
            if about.iter().any(|&(var, _)| model.is_unseen(var)) {
                // Values that solutions are not told apart by need not follow: all others have to.
                let all = (0..values.len() as u32).map(|unknown| known(UnknownId(unknown)));
                about = all.filter(|&(var, _)| !model.is_unseen(var)).collect();
            }
            Piece { about, told: Told::Switched(switches) }
        };
        let pieces = switches.into_iter().map(piece).collect();
        Some((solver, pieces))
    }

    /// The rules expanded with all these facts, and for each instance the units of facts, by number, that it hangs on.
    pub(super) fn marked(&mut self, told: &[Vec<Clue>]) -> Option<(Ground, Vec<Vec<usize>>)> {
        self.clear();
        let program = Arc::new(lift(&self.program, &self.board, told)?);
        let (ground, wrong) = ground(&program, &self.options);
        if wrong.iter().any(Diagnostic::is_error) || ground.world.unknowns.len() != self.unknowns {
            return None;
        }
        let hang = |instance: &Instance| {
            lift::units(&program.laws[instance.law], &instance.tuple, &ground.world.terms)
        };
        let units = ground.instances.iter().map(hang).collect();
        Some((ground, units))
    }

    /// Takes all facts back.
    fn clear(&mut self) {
        let program = Arc::make_mut(&mut self.program);
        for &(predicate, length) in &self.lengths {
            program.predicates[predicate.0 as usize].clauses.truncate(length);
        }
    }

    /// The rules with these facts, expanded; nothing if they are wrong with them.
    fn expanded(&mut self, told: &[Vec<Clue>]) -> Option<Ground> {
        self.clear();
        let program = Arc::make_mut(&mut self.program);
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
        let mut made =
            Made { values, kept: Vec::new(), dropped: Vec::new(), complete: 0, undecided: 0, level: None };
        let base = self.base.clone();
        let (mut solver, pieces) = match self.switched(&told, &made.values) {
            Some((solver, pieces)) => (solver, Some(pieces)),
            None => match self.compiled(&told) {
                Some(solver) => (solver, None),
                None => return Ok(Err("the rules do not bear all the clues that they offer".to_owned())),
            },
        };
        if let Some(law) = refused(&mut solver, &made.values)? {
            return Ok(Err(format!("all true clues together break {law}")));
        }
        let limits = Limits { conflicts: Some(job.proof), ..Limits::default() };
        let wish = Wish { most: Some(2), limits, seed: 0, checked: Some(0), judged: false };
        let switches = 0..solver.model.switches.len() as u32;
        // All levels are undone after the search.
        solver.model.engine.store.push_level();
        let possible = switches.clone().try_for_each(|switch| solver.model.switch_on(switch));
        debug_assert!(possible.is_ok(), "nobody refutes a switch");
        let alone = solver.solve(&base, &wish, job.stop, |_, _| {})?.verdict();
        let mut tried = Vec::new();
        if alone == Verdict::Unique {
            job.left -= size(&units);
            made.dropped = units;
        } else if units.is_empty() {
            return Ok(Err("all clues together leave more than one solution".to_owned()));
        } else if job.need == Need::Nothing {
            return Ok(Err(MORE_THAN_ONE.to_owned()));
        } else {
            tried = units;
        }
        switches.for_each(|switch| solver.model.switch_off(switch));
        let mut all: Vec<Piece> = tried.iter().map(|unit| Piece::given(unit, &solver)).collect();
        let is_switched = pieces.is_some();
        if let Some(pieces) = pieces {
            // Givens are tried first.
            all.extend(pieces);
            tried.extend(told.iter().cloned());
        }
        let dug = dug(&mut solver, &base, (&all, &tried), &job, false);
        drop(solver);
        let pick = |numbers: &[usize]| numbers.iter().map(|&unit| tried[unit].clone()).collect::<Vec<_>>();
        let gone = pick(&dug.dropped);
        job.left -= size(&gone);
        made.undecided += dug.undecided.len();
        made.kept = pick(&dug.kept);
        made.dropped.extend(gone);
        if !is_switched {
            self.thin(told, &mut made, &job)?;
        }
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
        givens.extend(made.clues().filter_map(Clue::given));
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::random::Random;
    use super::super::{Effort, Setter, fill};
    use super::{Clue, Stage, offered};
    use crate::board::eval::World;
    use crate::board::ground::{Instance, Options, ground};
    use crate::language::resolve::{BuiltIn, Request, resolve};
    use crate::language::source::Sources;

    /// The facts of a finished grid of these rules, each to be told or not, and the stage for them.
    fn staged(text: &str) -> (Stage, Vec<Vec<Clue>>) {
        let mut sources = Sources::default();
        let rules = Some(sources.add("test.puzzle", text));
        let (program, wrong) = resolve(&Request { rules, ..Request::default() }, &mut sources, &BuiltIn);
        assert!(!wrong.iter().any(crate::language::diagnostic::Diagnostic::is_error), "{wrong:?}");
        let (ground, _) = ground(&program, &Options::default());
        let mut setter = Setter::new(ground, Options::default()).expect("rules");
        let base = setter.base.clone();
        let (effort, mut random) = (Effort::default(), Random::new(7, 0));
        let values =
            fill::fill(&mut setter.solver, &base, 4, &effort, &mut random, &|| false).expect("a grid");
        let facts = offered(&mut setter.solver.judge, &values, &[]).expect("offers").all();
        let told: Vec<Vec<Clue>> = facts.into_iter().map(|fact| vec![fact]).collect();
        (Stage::new(&setter, &told), told)
    }

    /// What instances say, each once, by its words in order: that of parts depends on what was expanded before.
    fn said<'i>(
        world: &World,
        instances: impl Iterator<Item = &'i Instance>,
    ) -> BTreeSet<(usize, Vec<String>)> {
        let said = |instance: &Instance| {
            let text = world.shower().formula(instance.formula);
            let mut words: Vec<String> = text.split([' ', ',', '(', ')']).map(str::to_owned).collect();
            words.sort_unstable();
            (instance.law, words)
        };
        instances.map(said).collect()
    }

    #[test]
    fn switching_instances_off_is_the_same_as_expanding_with_fewer_clues() {
        let akari = "use akari with r = 3, c = 4.\nboard \"\"\"\n. # . .\n. . . #\n# . . .\n\"\"\".\n";
        let kakuro = "use kakuro with r = 3, c = 3.\nsums \"\"\"\n# # #\n# . .\n# . .\n\"\"\".\n";
        let tents = "use tents with r = 3, c = 3.\ntree \"\"\"\nt . .\n. . .\n. . t\n\"\"\".\n";
        let texts = [
            "use slitherlink with r = 3, c = 4.\n",
            "use nonogram with r = 3, c = 4.\n",
            "use skyscrapers with n = 4.\n",
            "use futoshiki with n = 4.\n",
            "use masyu with r = 4, c = 4.\n",
            "use minesweeper with r = 3, c = 4.\n",
            "use mosaic with r = 3, c = 4.\n",
            akari,
            kakuro,
            tents,
        ];
        let mut random = Random::new(3, 0);
        for text in texts {
            let (mut stage, told) = staged(text);
            let (ground, units) = stage.marked(&told).expect(text);
            for _ in 0..6 {
                let kept: Vec<bool> = told.iter().map(|_| random.below(2) == 0).collect();
                let on = ground
                    .instances
                    .iter()
                    .zip(&units)
                    .filter(|(_, units)| units.iter().all(|&unit| kept[unit]));
                let switched = said(&ground.world, on.map(|(instance, _)| instance));
                let fewer = told.iter().zip(&kept).filter(|(_, kept)| **kept).map(|(unit, _)| unit.clone());
                let again = stage.expanded(&fewer.collect::<Vec<_>>()).expect("clues");
                assert_eq!(switched, said(&again.world, again.instances.iter()), "{text}");
            }
        }
    }

    #[test]
    fn clues_that_count_by_their_absence_are_not_switched() {
        let head = "input number(Cell, Count).\ngrid(2, 2) :: 0..1.\noffer number(A, K) :- cell(A), K in 0..1, A = K.\n";
        let laws = [
            "quiet: cell(A), not number(A, _) => A = 0.\n",
            "many: len([A : number(A, _)]) > 2 => cell(1, 1) = 1.\n",
            "some: cell(A) => A = 0 ; number(A, 1).\n",
        ];
        for law in laws {
            let (mut stage, told) = staged(&format!("{head}{law}"));
            assert!(stage.marked(&told).is_none(), "{law}");
        }
    }
}

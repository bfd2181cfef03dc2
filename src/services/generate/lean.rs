//! What a puzzle could do without: clues that the others imply, and laws that it does not need.

use std::sync::Arc;

use super::dig::{Piece, dug};
use super::offers::Stage;
use super::random::Random;
use super::{Clue, Effort, Job, Made, Need, Trouble, write};
use crate::board::ground::{Ground, Options, ground};
use crate::board::unknown::UnknownId;
use crate::language::diagnostic::Diagnostic;
use crate::language::program::{Clause, PredicateId, Program};
use crate::language::puzzle::written::{GIVEN, Puzzle};
use crate::language::term::{TermId, Terms};
use crate::services::solve::{Failure, Solver, Verdict, Wish, solve};
use crate::solver::engine::store::WIDEST;
use crate::solver::search::Limits;

/// A puzzle without what it does not need.
#[derive(Debug)]
pub struct Lean {
    /// What is left of it.
    pub made: Made,
    /// The clues that alone could be left out, if all the others stay.
    pub spare: Vec<Clue>,
    /// The names under which clues are told.
    names: Vec<String>,
}

impl Lean {
    /// The puzzle with the clues that are left.
    pub fn written(&self, puzzle: Puzzle, world: &crate::board::eval::World) -> Puzzle {
        let names: Vec<&str> = self.names.iter().map(String::as_str).collect();
        write::written(write::blank(puzzle, &names), world, self.made.clues())
    }
}

/// A law, and how many solutions the puzzle has without it.
#[derive(Debug)]
pub struct Needless {
    /// Its name.
    pub law: String,
    /// Unique if the law is not needed.
    pub verdict: Verdict,
}

/// Takes out what a puzzle does not need: givens, and facts of the inputs that its rule set offers. What other inputs
/// tell is its board. Says how many solutions there are if that is not exactly one.
pub fn minimise(
    program: &Program,
    mut ground: Ground,
    options: &Options,
    effort: &Effort,
    seed: u64,
    stop: &dyn Fn() -> bool,
) -> Result<Result<Lean, Verdict>, Trouble> {
    if program.objective.is_some() {
        return Err(Trouble::Objective);
    }
    let mut inputs: Vec<PredicateId> = program.offers.iter().map(|offer| offer.predicate).collect();
    inputs.sort_unstable();
    inputs.dedup();
    let mut told: Vec<Vec<Clue>> = Vec::new();
    for &input in &inputs {
        let rows = ground.world.clauses(input).facts();
        told.extend(rows.map(|(row, _)| vec![Clue::Fact(input, row.into())]));
    }
    told.dedup();
    let givens = ground.world.given.values.clone();
    let mut units: Vec<Vec<Clue>> =
        givens.iter().map(|&(unknown, value)| vec![Clue::Given(unknown, value)]).collect();
    units.dedup();
    ground.world.name_values(WIDEST as u64);
    let terms = ground.world.terms.clone();
    let mut solver = Solver::new(ground)?;
    let limits = Limits { conflicts: Some(effort.proof), ..Limits::default() };
    let wish = Wish { most: Some(2), limits, seed, checked: None, judged: false };
    let mut values: Vec<TermId> = Vec::new();
    let outcome = solver.solve(&givens, &wish, stop, |found, _| values = found.to_vec())?;
    if outcome.verdict() != Verdict::Unique {
        return Ok(Err(outcome.verdict()));
    }
    let mut random = Random::new(seed, 0);
    random.shuffle(&mut units);
    random.shuffle(&mut told);
    let left = units.len() + told.len();
    let job = Job { enough: 0, left, need: Need::Values, cap: effort.clue, proof: effort.proof, stop };
    let pieces: Vec<Piece> = units.iter().map(|unit| Piece::given(unit, &solver)).collect();
    let lone = dug(&mut solver, &[], (&pieces, &units), &job, true);
    let left = dug(&mut solver, &[], (&pieces, &units), &job, false);
    let pick = |numbers: &[usize]| numbers.iter().map(|&unit| units[unit].clone()).collect::<Vec<_>>();
    let mut spare: Vec<Clue> = pick(&lone.dropped).into_iter().flatten().collect();
    let (kept, dropped) = (pick(&left.kept), pick(&left.dropped));
    let mut made = Made { values, kept, dropped, complete: 0, undecided: left.undecided.len(), level: None };
    if !told.is_empty() {
        let mut stage = {
            let board = (Vec::new(), made.values.len());
            Stage::with(without(program, &inputs, terms), options.clone(), board, &told)
        };
        if let Some((mut solver, pieces)) = stage.switched(&told, &made.values) {
            let lone = dug(&mut solver, &givens, (&pieces, &told), &job, true);
            spare.extend(lone.dropped.iter().flat_map(|&unit| told[unit].clone()));
            let given: Vec<(UnknownId, TermId)> = made.clues().filter_map(Clue::given).collect();
            let left = dug(&mut solver, &given, (&pieces, &told), &job, false);
            made.kept.extend(left.kept.iter().map(|&unit| told[unit].clone()));
            made.dropped.extend(left.dropped.iter().map(|&unit| told[unit].clone()));
            made.undecided += left.undecided.len();
        } else {
            for number in 0..told.len() {
                let mut rest = told.clone();
                let alone = rest.remove(number);
                if stage.verdict(&rest, &givens, effort.clue, stop)? == Verdict::Unique {
                    spare.extend(alone);
                }
            }
            stage.thin(told, &mut made, &job)?;
        }
    }
    if stop() {
        return Err(Trouble::Interrupted(None));
    }
    let mut names: Vec<String> =
        inputs.iter().map(|&input| program.name_of_predicate(input).to_owned()).collect();
    names.push(GIVEN.to_owned());
    Ok(Ok(Lean { made, spare, names }))
}

/// The program without the facts of these inputs. Drawings of them stay, empty: they also tell the size of the board.
fn without(program: &Program, inputs: &[PredicateId], terms: Terms) -> Program {
    let mut program = program.clone();
    program.terms = terms;
    for &input in inputs {
        program.predicates[input.0 as usize].clauses.retain(|clause| !matches!(clause, Clause::Fact(..)));
    }
    let told = |id: Option<PredicateId>| id.is_some_and(|id| inputs.contains(&id));
    for layer in program.pictures.iter_mut().filter(|layer| told(layer.cells) || told(layer.marks)) {
        layer.picture.rows.iter_mut().flatten().for_each(|token| ".".clone_into(&mut token.text));
    }
    program
}

/// For each law: how many solutions the puzzle has without it.
pub fn needless_laws(
    program: &Program,
    options: &Options,
    effort: &Effort,
    stop: &dyn Fn() -> bool,
) -> Result<Vec<Needless>, Failure> {
    let limits = Limits { conflicts: Some(effort.proof), ..Limits::default() };
    let wish = Wish { most: Some(2), limits, seed: 0, checked: Some(0), judged: false };
    let mut all = Vec::new();
    for number in 0..program.laws.len() {
        let mut weaker = Program::clone(program);
        let law = weaker.laws.remove(number).name;
        let (ground, wrong) = ground(&Arc::new(weaker), options);
        let verdict = if wrong.iter().any(Diagnostic::is_error) {
            Verdict::Unknown
        } else {
            solve(ground, &wish, stop, |_, _| {})?.verdict()
        };
        all.push(Needless { law, verdict });
    }
    Ok(all)
}

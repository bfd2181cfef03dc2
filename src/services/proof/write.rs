//! Writes proofs: what a search for nothing finds out goes through the judge before it is written down.

use std::io;

use super::judge::{Basis, Bound, Claim, Judge, MOST_TRIED};
use super::text::{self, Line};
use crate::base::hash::Map;
use crate::board::ground::Ground;
use crate::board::unknown::UnknownId;
use crate::compile::{Model, Settings};
use crate::language::diagnostic::Diagnostic;
use crate::solver::engine::prove::{BOUND, Log, Proof, Prover};
use crate::solver::engine::{Fact, Store, VarId};

/// What was written.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Written {
    /// Inferences from laws.
    pub inferences: u64,
    /// Nogoods that follow from steps before them.
    pub nogoods: u64,
}

/// Why there is no proof.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The rules could not be made into constraints.
    #[error("the rules cannot be solved")]
    Rules(Box<Diagnostic>),
    /// The values of an unknown are too many to list, or lie too far apart.
    #[error("no proof: the values of an unknown span more than 4096, or an objective has more than 64 bits")]
    Wide,
    /// What a constraint found out cannot be seen by the judge.
    #[error("no proof: what `{name}` finds out for {laws} takes too many cases to check")]
    Unseen {
        /// The name of the constraint.
        name: &'static str,
        /// The instances of laws that it was posted for.
        laws: String,
    },
    /// The search for a proof found another solution: a bug, never shown as an answer.
    #[error("the search for a proof found values that no answer has; please report this")]
    Found,
    /// The bound of the rules does not hold.
    #[error(
        "no proof: the bound of the rules is wrong: a move lowers it by more than one, or it is not 0 at the goal"
    )]
    Bound,
    /// A limit was reached, or somebody asked to stop.
    #[error("no proof: a limit was reached")]
    Stopped,
    /// It could not be written.
    #[error("{0}")]
    Io(#[from] io::Error),
}

impl From<Box<Diagnostic>> for Failure {
    fn from(diagnostic: Box<Diagnostic>) -> Self {
        Failure::Rules(diagnostic)
    }
}

/// Inferences that are kept to be used again.
const KEPT: usize = 100_000;

/// Writes steps.
struct Scribe<'w> {
    judge: Judge,
    out: &'w mut dyn io::Write,
    /// Room for a line.
    text: String,
    /// The number of the next step.
    next: u64,
    known: Map<(Vec<Basis>, Vec<Claim>), u64>,
    written: Written,
    /// What went wrong first.
    error: Option<io::Error>,
}

impl Scribe<'_> {
    fn put(&mut self, line: &Line) {
        self.text.clear();
        text::write(line, &self.judge, &mut self.text);
        if let (Err(error), None) = (self.out.write_all(self.text.as_bytes()), &self.error) {
            self.error = Some(error);
        }
    }

    fn claims(&self, facts: &[Fact], store: &Store) -> Vec<Claim> {
        let claim = |fact: &Fact| self.judge.claim(UnknownId(fact.var.0), |code| fact.allows(store, code));
        let mut claims: Vec<Claim> = facts.iter().map(claim).collect();
        claims.sort_by_key(|claim| claim.unknown);
        claims
    }

    fn step(&mut self) -> u64 {
        self.next += 1;
        self.next - 1
    }

    /// What a single claim says holds for good.
    fn settle(&mut self, claims: &[Claim]) {
        if let [claim] = claims {
            self.judge.learn(claim, false);
        }
    }
}

fn bases(from: &[u32]) -> Vec<Basis> {
    from.iter().map(|&from| if from == BOUND { Basis::Bound } else { Basis::Instance(from) }).collect()
}

impl Log for Scribe<'_> {
    fn sees(&mut self, from: &[u32], facts: &[Fact], store: &Store) -> bool {
        let claims = self.claims(facts, store);
        self.judge.refutes(&bases(from), &claims, MOST_TRIED / 10)
    }

    fn infer(&mut self, from: &[u32], facts: &[Fact], store: &Store, patient: bool) -> Option<u64> {
        let key = (bases(from), self.claims(facts, store));
        if let Some(&step) = self.known.get(&key) {
            return Some(step);
        }
        if !self.judge.refutes(&key.0, &key.1, if patient { MOST_TRIED } else { MOST_TRIED / 10 }) {
            return None;
        }
        let step = self.step();
        self.written.inferences += 1;
        let (from, claims) = key.clone();
        self.put(&Line::Inference { step, from, claims });
        self.settle(&key.1);
        if key.1.len() > 1 {
            self.known.insert(key, step);
        }
        Some(step)
    }

    fn learn(&mut self, facts: &[Fact], by: &[u64], store: &Store) -> u64 {
        let (step, claims) = (self.step(), self.claims(facts, store));
        self.written.nogoods += 1;
        self.settle(&claims);
        self.put(&Line::Nogood { step, claims, by: by.to_vec() });
        if self.known.len() > KEPT {
            let mut steps: Vec<u64> = std::mem::take(&mut self.known).into_values().collect();
            steps.sort_unstable();
            self.put(&Line::Forget(steps));
        }
        step
    }

    fn forget(&mut self, step: u64) {
        self.put(&Line::Forget(vec![step]));
    }
}

/// Writes a proof of what has been found out about a puzzle, with all solutions that it speaks of: a value for each unknown,
/// as the model knows it.
pub fn prove(
    ground: &Ground,
    claim: &super::Claim,
    solutions: &[Vec<i64>],
    out: &mut dyn io::Write,
) -> Result<Written, Failure> {
    let Some(mut judge) = Judge::new(ground)? else { return Err(Failure::Wide) };
    let word = match claim {
        super::Claim::Best(value) => format!("best {value}"),
        super::Claim::AllBest(value) => format!("all best {value}"),
        super::Claim::Several => "several".to_owned(),
        super::Claim::All => "all".to_owned(),
        _ => "none".to_owned(),
    };
    writeln!(out, "{}\nboard {:016x}\nclaim {word}", text::FIRST, text::fingerprint(ground))?;
    for solution in solutions {
        let values: Vec<String> = solution.iter().map(i64::to_string).collect();
        writeln!(out, "solution {}", values.join(" "))?;
    }
    let bound = match *claim {
        super::Claim::Several => return Ok(Written::default()),
        super::Claim::Best(value) => Some((value, true)),
        super::Claim::AllBest(value) => Some((value, false)),
        _ => None,
    };
    judge.bound = bound.zip(ground.objective).map(|((value, strict), objective)| Bound {
        term: objective.term,
        maximise: objective.maximise,
        value,
        strict,
    });
    let is_all = matches!(claim, super::Claim::All | super::Claim::AllBest(_));
    let excluded = if is_all { solutions } else { &[] };
    let givens: Vec<(UnknownId, i64)> = ground
        .world
        .given
        .values
        .iter()
        .map(|&(unknown, value)| (unknown, judge.truth.code_in(&ground.world.terms, value)))
        .collect();
    let next = excluded.len() as u64 + 1;
    let mut scribe = Scribe {
        judge,
        out,
        text: String::new(),
        next,
        known: Map::default(),
        written: Written::default(),
        error: None,
    };
    let proof = refute(ground, &givens, bound, excluded, &mut scribe)?;
    let Scribe { written, error, .. } = scribe;
    if let Some(error) = error {
        return Err(Failure::Io(error));
    }
    match proof {
        Proof::Done => Ok(written),
        Proof::Found => Err(Failure::Found),
        Proof::Stopped => Err(Failure::Stopped),
        Proof::Unseen(..) if ground.world.deadline.is_over_now() => Err(Failure::Stopped),
        Proof::Unseen(name, from) => Err(Failure::Unseen { name, laws: laws(ground, &from) }),
    }
}

/// The titles of some instances.
fn laws(ground: &Ground, from: &[u32]) -> String {
    let title = |&number: &u32| match ground.instances.get(number as usize) {
        Some(instance) => instance.title(&ground.world.program.laws[instance.law], &ground.world),
        None => "the objective".to_owned(),
    };
    from.iter().map(title).collect::<Vec<_>>().join(", ")
}

fn refute(
    ground: &Ground,
    givens: &[(UnknownId, i64)],
    bound: Option<(i128, bool)>,
    excluded: &[Vec<i64>],
    scribe: &mut Scribe<'_>,
) -> Result<Proof, Failure> {
    // Instances are kept apart, so that each of their propagators says what its instance says and nothing else.
    let settings = Settings { joint: false, ..Settings::default() };
    let mut model = Model::new(ground.clone(), settings)?;
    let store = |model: &Model| model.problem.engine.store.clone();
    if scribe.judge.is_empty {
        scribe.learn(&[], &[], &store(&model));
        return Ok(Proof::Done);
    }
    if model.bind(givens).is_err() {
        let step =
            model.impossible.iter().find_map(|&number| scribe.infer(&[number], &[], &store(&model), true));
        let told = || Proof::Unseen("impossible", model.impossible.clone());
        return Ok(step.map_or_else(told, |_| Proof::Done));
    }
    let digit = match (bound, &model.objective) {
        (Some((value, strict)), Some(aim)) => {
            let (digit, most) = aim.single(value).ok_or(Failure::Wide)?;
            Some((digit, most - i64::from(strict)))
        }
        _ => None,
    };
    let unknowns = ground.world.unknowns.len();
    if (0..unknowns as u32).any(|var| model.engine.store.is_interval(VarId(var))) {
        return Err(Failure::Wide);
    }
    let shown: Vec<bool> = ground.world.unknowns.iter().map(|unknown| !unknown.hidden).collect();
    let facts: Vec<Vec<Fact>> = excluded
        .iter()
        .map(|values| {
            let each = values.iter().zip(&shown).enumerate().filter(|(_, (_, shown))| **shown);
            each.map(|(var, (&value, _))| model.engine.store.fact_of(VarId(var as u32), value)).collect()
        })
        .collect();
    let start = store(&model);
    for facts in &facts {
        let claims = scribe.claims(facts, &start);
        scribe.settle(&claims);
    }
    if facts.iter().any(Vec::is_empty) {
        // Where nothing is shown there is one solution, and nothing else to rule out.
        return Ok(Proof::Done);
    }
    let mut prover = Prover::new(&mut model.problem.engine, unknowns, scribe);
    for (step, facts) in (1..).zip(facts) {
        prover.exclude(facts, step);
    }
    let bounded = digit.map_or(Ok(()), |(digit, most)| prover.bound(digit, most));
    let proof = if bounded.is_ok() { prover.run() } else { Proof::Unseen("sum", Vec::new()) };
    if bounded.is_err() {
        // No value at all is that good.
        let step = scribe.infer(&[BOUND], &[], &start, true);
        return Ok(step.map_or(Proof::Unseen("sum", vec![BOUND]), |_| Proof::Done));
    }
    Ok(proof)
}

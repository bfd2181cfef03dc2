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

    /// Writes down that claims never hold all at once where these grounds do, if that is seen by looking at so many sets.
    fn seen(&mut self, from: &[Basis], claims: &[Claim], most: u32) -> Option<u64> {
        if !self.judge.refutes(from, claims, most) {
            return None;
        }
        let step = self.step();
        self.written.inferences += 1;
        self.put(&Line::Inference { step, from: from.to_vec(), claims: claims.to_vec() });
        self.settle(claims);
        Some(step)
    }

    /// The same for what takes more sets than the checker looks at: each value of an unknown is a case of its own, an
    /// inference or cases again, and all of them together are a nogood. Nothing if a case can be, or time is over.
    fn by_cases(&mut self, from: &[Basis], claims: &[Claim]) -> Option<u64> {
        if self.judge.truth.world.deadline.is_over() {
            return None;
        }
        let cases = self.judge.cases(from, claims)?;
        let mut by = Vec::with_capacity(cases.len());
        for case in cases {
            let at = claims.iter().position(|claim| claim.unknown >= case.unknown).unwrap_or(claims.len());
            let mut narrower = claims.to_vec();
            match narrower.get_mut(at).filter(|claim| claim.unknown == case.unknown) {
                Some(claim) => *claim = case,
                None => narrower.insert(at, case),
            }
            let seen = self.seen(from, &narrower, MOST_TRIED / 10);
            by.push(seen.or_else(|| self.by_cases(from, &narrower))?);
        }
        let step = self.step();
        self.written.nogoods += 1;
        self.put(&Line::Nogood { step, claims: claims.to_vec(), by: by.clone() });
        self.settle(claims);
        // Nothing comes after the end.
        if !claims.is_empty() {
            self.put(&Line::Forget(by));
        }
        Some(step)
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
        let most = if patient { MOST_TRIED } else { MOST_TRIED / 10 };
        let step = match self.seen(&key.0, &key.1, most) {
            Some(step) => step,
            None if patient => self.by_cases(&key.0, &key.1)?,
            None => return None,
        };
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

#[cfg(test)]
mod tests {
    use super::{Basis, Judge, Map, Scribe, Written, text};
    use crate::board::ground::{Options, ground};
    use crate::language::resolve::{BuiltIn, Request, resolve};
    use crate::language::source::Sources;
    use crate::services::proof::{Work, check};

    #[test]
    fn cases_are_a_proof() {
        let mut sources = Sources::default();
        let rules = "grid(1, 4) :: {0, 2, 6}.  a: r1c1 + r1c2 + r1c3 + r1c4 = 11.  b: r1c1 + r1c2 = 2.";
        let puzzle = Some(sources.add("it.puzzle", rules));
        let (program, _) = resolve(&Request { puzzle, ..Request::default() }, &mut sources, &BuiltIn);
        let (mut ground, _) = ground(&program, &Options { puzzle: true, ..Options::default() });
        let head = format!("{}\nboard {:016x}\nclaim none\n", text::FIRST, text::fingerprint(&ground));
        let cases = |instance: u32| {
            let judge = Judge::new(&ground).expect("meaning").expect("few values");
            let mut bytes = head.clone().into_bytes();
            let mut scribe = Scribe {
                judge,
                out: &mut bytes,
                text: String::new(),
                next: 1,
                known: Map::default(),
                written: Written::default(),
                error: None,
            };
            let step = scribe.by_cases(&[Basis::Instance(instance)], &[]);
            let Written { inferences, nogoods } = scribe.written;
            (step, inferences, nogoods, bytes)
        };
        // What can be is no case of anything.
        assert_eq!(cases(1).0, None);
        let (step, inferences, nogoods, bytes) = cases(0);
        assert_eq!(step, Some(inferences + nogoods));
        let checked = check(&mut ground, &mut &bytes[..], None).expect("a proof");
        assert_eq!(checked.work, Work::Steps { inferences, nogoods });
        assert!(nogoods > 0);
    }
}

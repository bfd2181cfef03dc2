//! Reasons are reasons: what a step names, and nothing else, implies what it says. Judged by a fresh solver on exactly the
//! named law instances and facts, which knows nothing of how the step was found.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use gridlog::stages::engine::VarId;
use gridlog::stages::explain::{Effort, Explainer, Explanation, Kind, Known, Origin, Source, Step};
use gridlog::stages::ground::Ground;
use gridlog::stages::samples::{Loaded, Sample};
use gridlog::stages::search::Limits;
use gridlog::stages::solve::{Solver, Verdict, Wish};
use gridlog::stages::term::Node;
use gridlog::stages::unknown::{Domain, UnknownId};

use crate::checked::{Texts, name, project};

/// What one sample came to.
#[derive(Default)]
struct Tally {
    steps: usize,
    undecided: usize,
    onlys: usize,
    named: BTreeMap<&'static str, usize>,
}

/// Judges the steps of one puzzle.
struct Judge<'e> {
    explainer: &'e Explainer,
    explanation: &'e Explanation,
    /// The board without any law.
    bare: Ground,
    name: String,
}

impl<'e> Judge<'e> {
    fn new(explainer: &'e Explainer, explanation: &'e Explanation, name: &str) -> Judge<'e> {
        let mut bare = explainer.ground().clone();
        bare.instances.clear();
        bare.world.given.values.clear();
        bare.objective = None;
        Judge { explainer, explanation, bare, name: name.to_owned() }
    }

    /// Whether some instances and facts leave an unknown none of some values; nothing if that is not decided soon.
    fn refutes(&self, instances: &[u32], facts: &[Known], var: VarId, values: &[i64]) -> Option<bool> {
        let declared = self.explainer.declared();
        let mut ground = self.bare.clone();
        ground.instances =
            instances.iter().map(|&one| self.explainer.instances()[one as usize].clone()).collect();
        let mut left: BTreeMap<VarId, Vec<i64>> = BTreeMap::new();
        for fact in facts.iter().filter(|fact| fact.within.is_none()) {
            let kept = left.entry(fact.unknown).or_insert_with(|| declared.values(fact.unknown).collect());
            kept.retain(|value| fact.is.map_or(!fact.not.contains(value), |is| *value == is));
        }
        let own = left.entry(var).or_insert_with(|| declared.values(var).collect());
        own.retain(|value| values.contains(value));
        if left.values().any(Vec::is_empty) {
            return Some(true);
        }
        for (var, kept) in left {
            restrict(&mut ground, self.explainer, var, &kept);
        }
        let limits = Limits { steps: Some(20_000), ..Limits::default() };
        let wish = Wish { most: Some(1), limits, seed: 0, checked: Some(0), judged: false };
        let mut solver = Solver::new(ground).expect("rules that can be solved");
        match solver.solve(&[], &wish, &|| false, |_, _| {}).expect("an answer").verdict() {
            Verdict::None => Some(true),
            Verdict::Unknown => None,
            _ => Some(false),
        }
    }

    /// Whether a step follows from what it names.
    fn follows(&self, step: &Step) -> Option<bool> {
        let declared = self.explainer.declared();
        if step.is_blind() || step.premises.iter().any(|known| known.within.is_some()) {
            return None;
        }
        if step.conclusions.is_empty() {
            let var = step.dead.or(step.premises.first().map(|known| known.unknown));
            let var =
                var.or(step.instances.first().and_then(|&one| self.explainer.scope(one).first().copied()));
            let var = var?;
            return self.refutes(
                &step.instances,
                &step.premises,
                var,
                &declared.values(var).collect::<Vec<_>>(),
            );
        }
        let mut all = Some(true);
        for known in step.conclusions.iter().filter(|known| known.within.is_none()) {
            let out: Vec<i64> = match known.is {
                Some(is) => declared.values(known.unknown).filter(|&value| value != is).collect(),
                None => known.not.clone(),
            };
            assert!(!out.is_empty(), "{}: nothing follows", self.name);
            match self.refutes(&step.instances, &step.premises, known.unknown, &out) {
                Some(true) => {}
                other => all = other,
            }
        }
        all
    }

    /// Each line of a try follows from its law, the facts it names, the value tried and the lines before.
    fn links(&self, number: usize, step: &Step) {
        let Some((unknown, is, _)) = step.tried.filter(|_| !step.chain.is_empty()) else { return };
        let declared = self.explainer.declared();
        let fact = declared.fact_of(unknown, is);
        let mut known = vec![Known { unknown, is: Some(is), not: Vec::new(), within: None, fact }];
        for link in &step.chain {
            let facts: Vec<Known> = known.iter().chain(&link.premises).cloned().collect();
            if facts.iter().chain(&link.found).any(|known| known.within.is_some()) {
                return;
            }
            let place = |var: VarId| self.explainer.teller().place(var);
            let out = |found: &Known| -> Vec<i64> {
                let values = declared.values(found.unknown);
                values.filter(|value| found.is.map_or(found.not.contains(value), |is| is != *value)).collect()
            };
            for found in &link.found {
                let verdict = self.refutes(&[link.instance], &facts, found.unknown, &out(found));
                let told = self.explainer.teller().paragraph(self.explanation, step);
                assert_ne!(
                    verdict,
                    Some(false),
                    "{}, step {}: {}\n{told}",
                    self.name,
                    number + 1,
                    place(found.unknown)
                );
            }
            known.extend(link.found.iter().cloned());
        }
    }

    /// Each other place of a law of which values are said to fit only in some is accounted for.
    fn accounts(&self, number: usize, step: &Step) {
        for only in &step.only {
            let others = self.explainer.scope(only.instance).iter().filter(|var| !only.places.contains(var));
            for &var in others {
                let possible = |value: &&i64| self.explainer.declared().contains(var, **value);
                for value in only.values.iter().filter(possible) {
                    let rules = |known: &Known| {
                        known.unknown == var && known.is.map_or(known.not.contains(value), |is| is != *value)
                    };
                    let told = step.premises.iter().any(rules)
                        && step.grounds.iter().any(|ground| {
                            ground.unknown == var
                                && ground.is.map_or(ground.not.contains(value), |is| is != *value)
                        });
                    let place = self.explainer.teller().place(var);
                    assert!(told, "{}, step {}: why not {value} in {place}?", self.name, number + 1);
                }
            }
        }
    }

    /// What a step rests on comes from where it is said to come from.
    fn comes_from(&self, (number, at): (usize, usize), step: &Step, ground: &Origin) {
        let steps = &self.explanation.steps;
        let right = match ground.source {
            Source::Given => self.explanation.givens.iter().any(|&(unknown, value)| {
                unknown == ground.unknown && ground.is.map_or(!ground.not.contains(&value), |is| is == value)
            }),
            Source::Step(earlier) => {
                earlier < number && steps[earlier].parts().any(|part| concludes(part, ground))
            }
            Source::Here => step.before[..at].iter().any(|part| concludes(part, ground)),
            Source::Hidden(_) => false,
            Source::Mark(mark) => {
                let mark = &self.explanation.marks[mark];
                mark.unknown == ground.unknown && ground.not.iter().all(|value| mark.not.contains(value))
            }
        };
        let place = self.explainer.teller().place(ground.unknown);
        assert!(right, "{}, step {}: {place} does not come from {:?}", self.name, number + 1, ground.source);
    }

    fn parts(&self) -> impl Iterator<Item = &Step> {
        self.explanation.steps.iter().flat_map(Step::parts)
    }

    /// Each mark that is told follows from its law and its one value.
    fn marks(&self) {
        let mut told: Vec<usize> =
            self.parts().flat_map(|part| &part.grounds).filter_map(Origin::mark).collect();
        told.sort_unstable();
        told.dedup();
        for mark in told.into_iter().map(|mark| &self.explanation.marks[mark]) {
            let from: Vec<Known> = mark
                .from
                .map(|(unknown, is)| Known {
                    unknown,
                    is: Some(is),
                    not: Vec::new(),
                    within: None,
                    fact: self.explainer.declared().fact_of(unknown, is),
                })
                .into_iter()
                .collect();
            let verdict = self.refutes(&[mark.instance], &from, mark.unknown, &mark.not);
            assert_ne!(verdict, Some(false), "{}: {}", self.name, self.explainer.teller().because(mark));
        }
    }

    fn all(&self) -> Tally {
        let mut tally = Tally::default();
        for (number, step) in self.explanation.steps.iter().enumerate() {
            let told = || self.explainer.teller().paragraph(self.explanation, step);
            for (at, part) in step.parts().enumerate() {
                self.accounts(number, part);
                self.links(number, part);
                part.grounds.iter().for_each(|ground| self.comes_from((number, at), step, ground));
                let verdict = self.follows(part);
                assert_ne!(verdict, Some(false), "{}, step {}: {}", self.name, number + 1, told());
                tally.steps += 1;
                tally.undecided += usize::from(verdict.is_none());
                tally.onlys += part.only.len();
            }
            if let Some(technique) = step.technique {
                *tally.named.entry(technique.word()).or_default() += 1;
            }
        }
        self.marks();
        tally
    }
}

/// Whether a step says what a later one rests on.
fn concludes(step: &Step, ground: &Origin) -> bool {
    step.conclusions.iter().filter(|known| known.unknown == ground.unknown).any(|known| match ground.is {
        Some(is) => known.is == Some(is),
        None => known.within.is_some() || ground.not.iter().all(|value| known.not.contains(value)),
    })
}

/// Leaves an unknown only some of its values.
fn restrict(ground: &mut Ground, explainer: &Explainer, var: VarId, kept: &[i64]) {
    let all = ground.world.values(UnknownId(var.0), u64::MAX).expect("values that can be listed");
    let terms: Vec<_> = all.into_iter().filter(|&term| kept.contains(&explainer.code(term))).collect();
    let symbols = terms.iter().filter_map(|&term| match ground.world.terms.node(term) {
        Node::Sym(symbol) => Some(*symbol),
        _ => None,
    });
    let symbols: Vec<_> = symbols.collect();
    let domain = &mut Arc::make_mut(&mut ground.world.board).unknowns[var.0 as usize].domain;
    *domain = match domain {
        Domain::Symbols(_) => Domain::Symbols(symbols.into()),
        _ => Domain::Integers(Arc::from(kept)),
    };
}

fn load(path: &Path) -> Loaded {
    let text = std::fs::read_to_string(path).expect("a puzzle");
    Sample { name: &name(path), text: &text, before: (0, 0), library: &Texts::default() }
        .load(&gridlog::stages::clock::Deadline::default())
}

/// Judges all samples of the rule sets that have at most so many unknowns; the explanation of each is given up when it has
/// asked so often whether it should be.
fn judge_samples(most: usize, patience: u64) -> Tally {
    let mut sum = Tally::default();
    let mut paths: Vec<_> = std::fs::read_dir(project("rules"))
        .expect("the rule sets")
        .flatten()
        .filter(|entry| entry.path().is_dir())
        .flat_map(|folder| std::fs::read_dir(folder.path()).expect("samples").flatten())
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "puzzle"))
        .collect();
    paths.sort();
    for path in paths {
        let mut loaded = load(&path);
        let Some(ground) = loaded.ground.take().filter(|_| loaded.program.moves.is_empty()) else { continue };
        if ground.world.unknowns.len() > most {
            continue;
        }
        let mut explainer = Explainer::new(ground).expect("rules that can be solved");
        let asked = Cell::new(0);
        let givens = explainer.givens();
        let late = || asked.replace(asked.get() + 1) > patience;
        let explanation = explainer.explain(&givens, Effort::default(), &late).expect("an explanation");
        let tally = Judge::new(&explainer, &explanation, &path.display().to_string()).all();
        sum.steps += tally.steps;
        sum.undecided += tally.undecided;
        sum.onlys += tally.onlys;
        tally.named.into_iter().for_each(|(word, count)| *sum.named.entry(word).or_default() += count);
    }
    sum
}

#[test]
fn what_steps_name_implies_what_they_say() {
    let tally = judge_samples(20, 1_000_000);
    assert!(
        tally.steps > 200 && tally.onlys > 10,
        "{} steps, {} of them with only",
        tally.steps,
        tally.onlys
    );
    assert!(tally.undecided * 20 < tally.steps, "{} of {} undecided", tally.undecided, tally.steps);
}

/// Rules that say so little at a time that a value is refuted by a search alone.
const SEARCHED: &[&str] = &[
    "grid(1, 6) :: 1..5.  d: row(_, [.., A, .., B, ..]) => A \\= B.  e: r1c1 + r1c2 < 9.",
    "grid(1, 7) :: 1..6.  d: row(_, [.., A, .., B, ..]) => A \\= B ; A = 6.  e: cells(L) => count(6, L) =< 1.  f: r1c1 >= 5.",
    "grid(1, 7) :: 1..6.  d: row(_, [.., A, .., B, ..]) => A \\= B ; A = 6.  e: cells(L) => count(6, L) =< 1.  g: r1c7 < 3.",
];

#[test]
fn searches_name_what_they_took_and_nothing_else() {
    let (mut searches, mut least, mut left_out) = (0, 0, 0);
    for text in SEARCHED {
        let (_, ground) = crate::meaning::expanded(text);
        let mut explainer = Explainer::new(ground).expect("rules that can be solved");
        let explanation = explainer.explain(&[], Effort::default(), &|| false).expect("an explanation");
        let judge = Judge::new(&explainer, &explanation, text);
        judge.all();
        for step in explanation.steps.iter().filter(|step| step.kind == Kind::Search) {
            searches += 1;
            assert!(!step.is_blind(), "{text}: a search that names nothing");
            assert_eq!(judge.follows(step), Some(true), "{text}");
            left_out += explainer.instances().len() - step.instances.len();
            if !step.least {
                continue;
            }
            least += 1;
            let Some((var, value, _)) = step.tried else { panic!("{text}: a search that tries nothing") };
            let others: Vec<Known> =
                step.premises.iter().filter(|known| known.unknown != var).cloned().collect();
            for at in 0..step.instances.len() {
                let mut fewer = step.instances.clone();
                fewer.remove(at);
                assert_eq!(judge.refutes(&fewer, &others, var, &[value]), Some(false), "{text}: {step:?}");
            }
            for at in 0..others.len() {
                let mut fewer = others.clone();
                fewer.remove(at);
                let verdict = judge.refutes(&step.instances, &fewer, var, &[value]);
                assert_eq!(verdict, Some(false), "{text}: {step:?}");
            }
        }
    }
    assert!(
        searches > 10 && least > 5 && left_out > 5,
        "{searches} searches, {least} minimal, {left_out} left out"
    );
}

/// All samples of all rule sets: `cargo test --release --test suite reasons:: -- --ignored --nocapture`.
#[test]
#[ignore = "takes minutes"]
fn what_all_steps_name_implies_what_they_say() {
    let tally = judge_samples(usize::MAX, 10_000_000);
    println!(
        "{} steps, {} undecided, {} with only, {:?}",
        tally.steps, tally.undecided, tally.onlys, tally.named
    );
    assert!(tally.undecided * 20 < tally.steps, "{} of {} undecided", tally.undecided, tally.steps);
}

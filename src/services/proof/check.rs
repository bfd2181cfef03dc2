//! Checks proofs, line by line: what is written is taken for true only where it follows.

use std::io::BufRead;

use super::export::{self, Export};
use super::judge::{Basis, Bound, Claim, Judge, MOST_TRIED};
use super::moves;
use super::read::{Checked, Lines, Refusal, Work};
use super::text::{self, Line};
use crate::base::hash::Map;
use crate::board::check;
use crate::board::ground::Ground;
use crate::board::unknown::{Domain, UnknownId};
use crate::language::diagnostic::Diagnostic;
use crate::language::term::Node;

/// Checks a proof about a puzzle; and writes it for another checker on the way.
pub fn check(
    ground: &mut Ground,
    from: &mut dyn BufRead,
    export: Option<Export<'_>>,
) -> Result<Checked, Refusal> {
    let mut lines = Lines::new(from);
    let claim = lines.begin(ground)?;
    if !ground.world.program.moves.is_empty() {
        if export.is_some() {
            return Err(Refusal::Export("it is about moves".to_owned()));
        }
        return moves::check(ground, claim, &mut lines);
    }
    if matches!(claim, super::Claim::Moves(_) | super::Claim::NoPlan) {
        return Err(Refusal::OtherKind("moves".to_owned()));
    }
    let judge = Judge::new(ground)?.ok_or(Refusal::Wide)?;
    let mut checker = Checker { judge, ground, nogoods: Map::default(), is_done: false, export };
    checker.run(claim, &mut lines)
}

struct Checker<'g, 'w> {
    judge: Judge,
    ground: &'g mut Ground,
    nogoods: Map<u64, Box<[Claim]>>,
    is_done: bool,
    export: Option<Export<'w>>,
}

impl Checker<'_, '_> {
    fn run(&mut self, claim: super::Claim, lines: &mut Lines<'_>) -> Result<Checked, Refusal> {
        let (best, strict) = match claim {
            super::Claim::Best(value) => (Some(value), true),
            super::Claim::AllBest(value) => (Some(value), false),
            _ => (None, false),
        };
        if let Some(value) = best {
            let objective =
                self.ground.objective.ok_or_else(|| Refusal::OtherKind("an objective".to_owned()))?;
            let (term, maximise) = (objective.term, objective.maximise);
            self.judge.bound = Some(Bound { term, maximise, value, strict });
        } else if claim != super::Claim::None && self.ground.objective.is_some() {
            // The solutions are the best ones alone.
            return Err(Refusal::NotBest);
        }
        let mut solutions: Vec<Vec<i64>> = Vec::new();
        let mut more = lines.next()?;
        while more && lines.line.starts_with("solution") {
            let values = self.solution(&lines.line, best).map_err(|why| match why {
                Wrong::Rules(diagnostic) => Refusal::Rules(diagnostic),
                Wrong::Said(why) => Refusal::Solution(lines.number, why),
            })?;
            if solutions.iter().any(|other| self.shown(other).eq(self.shown(&values))) {
                return Err(Refusal::Solution(lines.number, "the same solution again".to_owned()));
            }
            solutions.push(values);
            more = lines.next()?;
        }
        let fits = match claim {
            super::Claim::None => solutions.is_empty(),
            super::Claim::Several => solutions.len() > 1,
            super::Claim::Best(_) => solutions.len() == 1,
            _ => !solutions.is_empty(),
        };
        if !fits {
            return Err(Refusal::Count(claim.sentence(solutions.len()), solutions.len()));
        }
        let is_all = matches!(claim, super::Claim::All | super::Claim::AllBest(_));
        let excluded = if is_all { &solutions[..] } else { &[] };
        let excluded: Vec<Vec<Claim>> = excluded.iter().map(|values| self.excluded(values)).collect();
        if self.export.is_some() && claim == super::Claim::Several {
            return Err(Refusal::Export("two solutions rule nothing out".to_owned()));
        }
        if let Some(export) = &mut self.export {
            export::begin(self.ground, &self.judge, &excluded, export)?.map_err(Refusal::Export)?;
        }
        for (step, claims) in (1..).zip(excluded) {
            self.add(step, claims);
        }
        let (mut inferences, mut nogoods) = (0, 0);
        // Two solutions say all there is to say.
        self.is_done |= claim == super::Claim::Several;
        while more {
            if self.judge.truth.world.deadline.is_over() {
                return Err(Refusal::Stopped);
            }
            if self.is_done {
                return Err(Refusal::Longer(lines.number));
            }
            let line = text::read(&lines.line, &self.judge).ok_or(Refusal::Line(lines.number))?;
            inferences += u64::from(matches!(line, Line::Inference { .. }));
            nogoods += u64::from(matches!(line, Line::Nogood { .. }));
            if let Some(export) = &mut self.export {
                export::step(&line, &self.judge, export)?;
            }
            self.line(line, lines.number)?;
            more = lines.next()?;
        }
        if !self.is_done {
            return Err(Refusal::Unfinished);
        }
        if let Some(export) = &mut self.export {
            export::end(export)?;
        }
        Ok(Checked { claim, solutions: solutions.len(), work: Work::Steps { inferences, nogoods } })
    }

    /// The values of what is shown.
    fn shown<'v>(&'v self, values: &'v [i64]) -> impl Iterator<Item = i64> + 'v {
        let unknowns = self.ground.world.unknowns.iter();
        values.iter().zip(unknowns).filter(|(_, unknown)| !unknown.hidden).map(|(&value, _)| value)
    }

    /// Reads a solution and checks it on the rules as written.
    fn solution(&mut self, line: &str, best: Option<i128>) -> Result<Vec<i64>, Wrong> {
        let said = |told: &str| Wrong::Said(told.to_owned());
        let values = line.split_ascii_whitespace().skip(1).map(|word| word.parse::<i64>().ok());
        let values: Vec<i64> = values.collect::<Option<_>>().ok_or_else(|| said("no solution"))?;
        if values.len() != self.judge.sets.count() {
            return Err(said("no value for each unknown"));
        }
        let mut terms = Vec::with_capacity(values.len());
        for (at, &value) in values.iter().enumerate() {
            let unknown = UnknownId(at as u32);
            // What is left to an unknown is what is given.
            if !self.judge.sets.values(unknown).any(|left| left == value) {
                return Err(said("a value that cannot be where it is"));
            }
            let world = &mut self.ground.world;
            let place = self.judge.sets.codes(unknown).iter().position(|&code| code == value);
            let symbol = match (&world.board.unknowns[at].domain, place) {
                (Domain::Symbols(symbols), Some(place)) => Some(symbols[place]),
                _ => None,
            };
            terms.push(match symbol {
                Some(symbol) => world.terms.add(Node::Sym(symbol)),
                None => world.terms.int(value),
            });
        }
        let broken = check::all_broken(&mut self.ground.world, &terms).map_err(Wrong::Rules)?;
        if let Some(instance) = broken.first() {
            let law = &self.ground.world.program.laws[instance.law];
            return Err(Wrong::Said(format!("it breaks {}", instance.title(law, &self.ground.world))));
        }
        if let Some(best) = best {
            let value = check::objective(&mut self.ground.world, &terms).map_err(Wrong::Rules)?;
            if value != best {
                return Err(Wrong::Said(format!("its value is {value}, not {best}")));
            }
        }
        Ok(values)
    }

    /// The claims that make up a solution, of what is shown.
    fn excluded(&self, values: &[i64]) -> Vec<Claim> {
        let unknowns = self.ground.world.unknowns.iter().enumerate().filter(|(_, unknown)| !unknown.hidden);
        unknowns.map(|(at, _)| self.judge.claim(UnknownId(at as u32), |code| code == values[at])).collect()
    }

    fn line(&mut self, line: Line, number: u64) -> Result<(), Refusal> {
        match line {
            Line::Inference { step, from, claims } => {
                self.is_new(step, number)?;
                if !from.iter().all(|&from| self.judge.has(from)) {
                    return Err(Refusal::Line(number));
                }
                if !self.judge.refutes(&from, &claims, MOST_TRIED) {
                    if self.judge.truth.world.deadline.is_over_now() {
                        return Err(Refusal::Stopped);
                    }
                    return Err(Refusal::Unseen(number, self.name(&from)));
                }
                self.add(step, claims);
            }
            Line::Nogood { step, claims, by } => {
                self.is_new(step, number)?;
                let mark = self.judge.sets.mark();
                let follows = self.follows(&claims, &by, number);
                self.judge.sets.back(mark);
                follows?;
                self.add(step, claims);
            }
            Line::Forget(steps) => {
                for step in steps {
                    self.nogoods.remove(&step).ok_or(Refusal::NoStep(number, step))?;
                }
            }
        }
        Ok(())
    }

    fn is_new(&self, step: u64, number: u64) -> Result<(), Refusal> {
        if self.nogoods.contains_key(&step) { Err(Refusal::Twice(number, step)) } else { Ok(()) }
    }

    fn name(&self, from: &[Basis]) -> String {
        let world = &self.ground.world;
        let name = |from: &Basis| match from {
            Basis::Instance(number) => {
                let instance = &self.ground.instances[*number as usize];
                instance.title(&world.program.laws[instance.law], world)
            }
            Basis::Bound => "the bound".to_owned(),
        };
        from.iter().map(name).collect::<Vec<_>>().join(", ")
    }

    /// Whether claims never hold all at once because of steps, each of which prunes after those before it.
    fn follows(&mut self, claims: &[Claim], by: &[u64], number: u64) -> Result<(), Refusal> {
        let sets = &mut self.judge.sets;
        if self.judge.is_empty || !claims.iter().all(|claim| sets.keep(claim.unknown, &claim.values, true)) {
            return Ok(());
        }
        for &step in by {
            let nogood = self.nogoods.get(&step).ok_or(Refusal::NoStep(number, step))?;
            let mut open = nogood.iter().filter(|claim| !sets.is_within(claim.unknown, &claim.values));
            match (open.next(), open.next()) {
                (None, _) => return Ok(()),
                (Some(claim), None) => {
                    if !sets.keep(claim.unknown, &claim.values, false) {
                        return Ok(());
                    }
                }
                _ => return Err(Refusal::NotUnit(number, step)),
            }
        }
        Err(Refusal::Open(number))
    }

    /// Takes up that claims never hold all at once.
    fn add(&mut self, step: u64, claims: Vec<Claim>) {
        if let [claim] = &claims[..] {
            self.judge.learn(claim, false);
        }
        self.is_done |= claims.is_empty();
        self.nogoods.insert(step, claims.into());
    }
}

/// What is wrong with a solution.
enum Wrong {
    Rules(Box<Diagnostic>),
    Said(String),
}

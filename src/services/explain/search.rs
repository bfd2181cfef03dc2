//! Where no value is refuted by deductions alone: a search with tries within tries.

use super::cores::{Cores, Effort, Part};
use super::find::Finder;
use super::notes::is_listed;
use super::tries::Refuted;
use super::{Kind, Step};
use crate::board::unknown::UnknownId;
use crate::language::term::{Node, TermId};
use crate::services::solve::{Failure, Verdict};
use crate::solver::engine::VarId;

/// Decisions for each question whether a search could do without a law or a fact, and for all of them.
const EACH: u64 = 500;
const TOGETHER: u64 = 20_000;

impl Finder<'_> {
    /// Where no value is refuted by propagation alone: the value that a search refutes soonest, of the unknown with the
    /// fewest values.
    pub(super) fn searched(&mut self, stop: &dyn Fn() -> bool) -> Result<Option<Step>, Failure> {
        let known = &self.notes.known;
        let open = (0..self.notes.placed.len() as u32).map(VarId);
        let open = open.filter(|&var| is_listed(known, var) && known.size(var) > 1);
        let Some(var) = open.min_by_key(|&var| (known.size(var), var)) else { return Ok(None) };
        let values: Vec<i64> = known.values(var).collect();
        let mut best: Option<Refuted> = None;
        for value in values {
            let Some(term) = self.term(var, value) else { continue };
            let mut givens = self.givens.to_vec();
            givens.push((UnknownId(var.0), term));
            let (verdict, decisions) = self.explainer.verdict(&givens, 1, self.effort.decisions, stop)?;
            if verdict == Verdict::None && best.as_ref().is_none_or(|found| decisions < found.runs) {
                best = Some(Refuted {
                    var,
                    value,
                    instances: Vec::new(),
                    facts: Vec::new(),
                    runs: decisions,
                    rounds: 0,
                });
            }
        }
        let Some(mut found) = best else { return Ok(None) };
        let least = self.blame(&mut found, stop)?;
        let step = self.refutation(found, Kind::Search);
        Ok(Some(Step { least, ..step }))
    }

    /// Finds out which laws and which of the facts known so far it takes to refute a value; whether it is sure that none of them
    /// can be left out. They stay unknown where that takes too long.
    fn blame(&mut self, found: &mut Refuted, stop: &dyn Fn() -> bool) -> Result<bool, Failure> {
        let all = 0..self.explainer.instances().len() as u32;
        if self.cores.is_none() {
            self.cores = Some(Cores::new(self.explainer, all.clone().collect())?);
        }
        let Some(cores) = &mut self.cores else { return Ok(false) };
        let unknowns: Vec<VarId> = (0..self.notes.placed.len() as u32).map(VarId).collect();
        // Fewer laws are better than fewer facts, which are there to be seen.
        let facts = self.notes.facts(&unknowns).into_iter().filter(|fact| fact.var != found.var);
        let parts = all.map(Part::Instance).chain(facts.map(Part::Known));
        let parts: Vec<Part> = parts.chain([Part::Is(found.var, found.value)]).collect();
        let effort = Effort { first: self.effort.decisions, each: EACH, all: TOGETHER };
        let Some(core) = cores.least(&parts, effort, stop) else { return Ok(false) };
        for part in core.parts {
            match part {
                Part::Instance(instance) => found.instances.push(instance),
                Part::Known(fact) => found.facts.push(fact),
                Part::Is(..) => {}
            }
        }
        found.instances.sort_unstable();
        Ok(core.minimal)
    }

    /// A value of an unknown as the language knows it.
    pub(super) fn term(&mut self, var: VarId, code: i64) -> Option<TermId> {
        let world = &mut self.explainer.ground.world;
        let values = world.values(UnknownId(var.0), u64::MAX)?;
        values.into_iter().find(|&value| match world.terms.node(value) {
            Node::Int(number) => *number == code.into(),
            _ => self.explainer.codes.code(value) == code,
        })
    }
}

//! Where no value is refuted by deductions alone: a search with tries within tries.

use super::find::Finder;
use super::notes::is_listed;
use super::tries::Refuted;
use super::{Kind, Step};
use crate::board::unknown::UnknownId;
use crate::language::term::{Node, TermId};
use crate::services::solve::{Failure, Verdict};
use crate::solver::engine::VarId;

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
        Ok(best.map(|found| self.refutation(found, Kind::Search)))
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

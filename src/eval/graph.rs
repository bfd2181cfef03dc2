//! Graphs over places: what hangs together, what can be reached, what is one loop.

use std::sync::Arc;

use super::machine::Machine;
use super::{Policy, Relation, Stop, World};
use crate::diagnostic::catalogue::meaning;
use crate::formula::{Formula, FormulaId, Formulas};
use crate::hash::{Map, Set};
use crate::program::PredicateId;
use crate::source::Span;
use crate::term::{Node, Open, RelationId, TermId};

/// Neighbours of each place, both ways, in the order they were found.
type Neighbours = Map<TermId, Vec<TermId>>;

/// Related places.
type Pairs = Arc<[(TermId, TermId)]>;

impl World {
    /// The condition that two places are joined by steps of a relation.
    pub fn joined(&mut self, from: TermId, to: TermId, relation: RelationId) -> FormulaId {
        if from == to {
            return Formulas::TRUE;
        }
        if !self.reachable(from, relation).contains(&to) {
            return Formulas::FALSE;
        }
        self.formulas.add(Formula::Joined(from.min(to), from.max(to), relation))
    }

    /// The places that could be joined to a place, whatever the values, itself first.
    pub fn reachable(&self, from: TermId, relation: RelationId) -> Vec<TermId> {
        let pairs = &self.relations[relation.0 as usize].pairs;
        reached(from, &neighbours(pairs.iter().map(|&(left, right, _)| (left, right))))
    }
}

fn neighbours(pairs: impl Iterator<Item = (TermId, TermId)>) -> Neighbours {
    let mut all = Neighbours::default();
    let mut seen = Set::default();
    for (left, right) in pairs {
        if left != right && seen.insert((left.min(right), left.max(right))) {
            all.entry(left).or_default().push(right);
            all.entry(right).or_default().push(left);
        }
    }
    all
}

/// The places that can be reached, the first included, nearest first.
fn reached(from: TermId, neighbours: &Neighbours) -> Vec<TermId> {
    let mut seen: Set<TermId> = [from].into_iter().collect();
    let mut order = vec![from];
    let mut at = 0;
    while at < order.len() {
        for &next in neighbours.get(&order[at]).into_iter().flatten() {
            if seen.insert(next) {
                order.push(next);
            }
        }
        at += 1;
    }
    order
}

impl Machine<'_> {
    /// The relation of a predicate: all its pairs, each with its condition. Asked once.
    fn relation(&mut self, predicate: PredicateId, span: Span) -> Result<RelationId, Stop> {
        if let Some(&id) = self.world.relation_ids.get(&predicate) {
            return Ok(id);
        }
        let policy = std::mem::replace(&mut self.policy, Policy::Residual);
        let answers = self.all_answers(predicate, span);
        self.policy = policy;
        let mut pairs = Vec::new();
        for answer in answers? {
            let pair = (answer.terms[0], answer.terms[1]);
            if !self.world.terms.is_ground(pair.0) || !self.world.terms.is_ground(pair.1) {
                let name = &self.program.predicates[predicate.0 as usize].name;
                return Err(meaning::not_a_relation(name, span).into());
            }
            pairs.push((pair.0, pair.1, answer.condition));
        }
        let id = RelationId(self.world.relations.len() as u32);
        self.world.relations.push(Relation { predicate, pairs: pairs.into() });
        self.world.relation_ids.insert(predicate, id);
        Ok(id)
    }

    /// The pairs of a relation at the values at hand; nothing if they depend on values that are not known.
    fn pairs(&mut self, predicate: PredicateId, span: Span) -> Result<Option<Pairs>, Stop> {
        match self.policy {
            Policy::Residual => {
                let id = self.relation(predicate, span)?;
                let pairs = self.world.relations[id.0 as usize].pairs.clone();
                let fixed = pairs.iter().all(|&(.., condition)| condition == Formulas::TRUE);
                Ok(fixed.then(|| pairs.iter().map(|&(left, right, _)| (left, right)).collect()))
            }
            Policy::Known(_) => {
                self.reads += 1;
                if let Some(pairs) = self.position_pairs.get(&predicate) {
                    return Ok(Some(pairs.clone()));
                }
                let answers = self.all_answers(predicate, span)?;
                let pairs: Arc<[_]> =
                    answers.iter().map(|answer| (answer.terms[0], answer.terms[1])).collect();
                self.position_pairs.insert(predicate, pairs.clone());
                Ok(Some(pairs))
            }
        }
    }

    /// `connected(L, Rel)`: the members hang together, through members only.
    pub(super) fn connected(&mut self, list: TermId, predicate: PredicateId, span: Span) -> Result<(), Stop> {
        let list = self.bound(list)?;
        let mut members = self.guarded(list, span)?;
        members.retain(|&(guard, _)| guard != Formulas::FALSE);
        let pairs = self.pairs(predicate, span)?;
        let fixed = members.iter().all(|&(guard, _)| guard == Formulas::TRUE);
        if let (true, Some(pairs)) = (fixed, pairs) {
            let inside: Set<TermId> = members.iter().map(|&(_, member)| member).collect();
            let Some(&(_, first)) = members.first() else { return Ok(()) };
            let inner =
                pairs.iter().copied().filter(|(left, right)| inside.contains(left) && inside.contains(right));
            let whole = reached(first, &neighbours(inner)).len() == inside.len();
            return if whole { Ok(()) } else { Err(Stop::Fails) };
        }
        let relation = self.relation(predicate, span)?;
        members.sort_unstable();
        members.dedup();
        if members.len() < 2 {
            return Ok(());
        }
        let formula = self.world.formulas.add(Formula::Connected(members.into(), relation));
        self.require(formula)
    }

    /// `reach(A, Rel)`: a list where values are known, else an open one.
    pub(super) fn reach(&mut self, from: TermId, predicate: PredicateId, span: Span) -> Result<TermId, Stop> {
        if let Some(pairs) = self.pairs(predicate, span)? {
            let places = reached(from, &neighbours(pairs.iter().copied()));
            return Ok(self.world.terms.list(&places));
        }
        let relation = self.relation(predicate, span)?;
        Ok(self.world.terms.add(Node::Open(Open::Reach(from, relation))))
    }

    /// `loop(Rel)`: exactly one closed loop.
    pub(super) fn closed_loop(&mut self, predicate: PredicateId, span: Span) -> Result<(), Stop> {
        let Some(pairs) = self.pairs(predicate, span)? else {
            let relation = self.relation(predicate, span)?;
            let formula = self.world.formulas.add(Formula::Loop(relation));
            return self.require(formula);
        };
        let neighbours = neighbours(pairs.iter().copied());
        let Some(&(first, _)) = pairs.iter().find(|(left, right)| left != right) else {
            return Err(Stop::Fails);
        };
        let twice = neighbours.values().all(|next| next.len() == 2);
        let whole = reached(first, &neighbours).len() == neighbours.len();
        if twice && whole && neighbours.len() > 2 { Ok(()) } else { Err(Stop::Fails) }
    }
}

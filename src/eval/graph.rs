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

/// Related places, as a graph: a relation holds both ways.
#[derive(Clone, Default, Debug)]
pub(crate) struct Graph {
    /// Neighbours of each place, in the order they were found.
    neighbours: Map<TermId, Vec<TermId>>,
    /// A place to start from.
    first: Option<TermId>,
    /// The first place of the component that a place belongs to.
    component: Map<TermId, TermId>,
}

impl Graph {
    pub(super) fn new(pairs: impl Iterator<Item = (TermId, TermId)>) -> Graph {
        let mut graph = Graph::default();
        let mut seen = Set::default();
        let mut places = Vec::new();
        for (left, right) in pairs {
            if left != right && seen.insert((left.min(right), left.max(right))) {
                graph.first.get_or_insert(left);
                graph.neighbours.entry(left).or_default().push(right);
                graph.neighbours.entry(right).or_default().push(left);
                places.push(left);
            }
        }
        for place in places {
            if !graph.component.contains_key(&place) {
                for member in graph.reached(place) {
                    graph.component.insert(member, place);
                }
            }
        }
        graph
    }

    /// The places that can be reached, the first included, nearest first.
    fn reached(&self, from: TermId) -> Vec<TermId> {
        let mut seen: Set<TermId> = [from].into_iter().collect();
        let mut order = vec![from];
        let mut at = 0;
        while at < order.len() {
            for &next in self.neighbours.get(&order[at]).into_iter().flatten() {
                if seen.insert(next) {
                    order.push(next);
                }
            }
            at += 1;
        }
        order
    }

    /// How many of these places can be reached through them alone.
    fn within(&self, from: TermId, inside: &Set<TermId>) -> usize {
        let mut seen: Set<TermId> = [from].into_iter().collect();
        let mut open = vec![from];
        while let Some(place) = open.pop() {
            for &next in self.neighbours.get(&place).into_iter().flatten() {
                if inside.contains(&next) && seen.insert(next) {
                    open.push(next);
                }
            }
        }
        seen.len()
    }

    fn joins(&self, from: TermId, to: TermId) -> bool {
        let component = self.component.get(&from);
        from == to || (component.is_some() && component == self.component.get(&to))
    }
}

impl World {
    /// The condition that two places are joined by steps of a relation.
    pub fn joined(&mut self, from: TermId, to: TermId, relation: RelationId) -> FormulaId {
        if from == to {
            return Formulas::TRUE;
        }
        if !self.relations[relation.0 as usize].graph.joins(from, to) {
            return Formulas::FALSE;
        }
        self.formulas.add(Formula::Joined(from.min(to), from.max(to), relation))
    }

    /// The places that could be joined to a place, whatever the values, itself first.
    pub fn reachable(&self, from: TermId, relation: RelationId) -> Vec<TermId> {
        self.relations[relation.0 as usize].graph.reached(from)
    }
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
            // Dots and other compound terms are places too; numbers and lists are none.
            let place = |term: TermId| {
                let named = matches!(
                    self.node(term),
                    Node::Place(..) | Node::Compound(..) | Node::Sym(_) | Node::Set(_)
                );
                named && self.world.terms.is_ground(term)
            };
            if !place(pair.0) || !place(pair.1) {
                let name = &self.program.predicates[predicate.0 as usize].name;
                return Err(meaning::not_a_relation(name, span).into());
            }
            pairs.push((pair.0, pair.1, answer.condition));
        }
        let id = RelationId(self.world.relations.len() as u32);
        let graph = Graph::new(pairs.iter().map(|&(left, right, _)| (left, right)));
        self.world.relations.push(Relation { predicate, pairs: pairs.into(), graph: Arc::new(graph) });
        self.world.relation_ids.insert(predicate, id);
        Ok(id)
    }

    /// The graph of a relation at the values at hand; nothing if it depends on values that are not known.
    fn graph(&mut self, predicate: PredicateId, span: Span) -> Result<Option<Arc<Graph>>, Stop> {
        match self.policy {
            Policy::Residual | Policy::Guided(_) => {
                let id = self.relation(predicate, span)?;
                let relation = &self.world.relations[id.0 as usize];
                let fixed = relation.pairs.iter().all(|&(.., condition)| condition == Formulas::TRUE);
                Ok(fixed.then(|| relation.graph.clone()))
            }
            Policy::Branch(_) => {
                let id = self.relation(predicate, span)?;
                let relation = &self.world.relations[id.0 as usize];
                if relation.pairs.iter().any(|&(.., condition)| condition != Formulas::TRUE) {
                    let name = &self.program.predicates[predicate.0 as usize].name;
                    return Err(meaning::not_a_relation(name, span).into());
                }
                Ok(Some(relation.graph.clone()))
            }
            Policy::Known(_) | Policy::Partly(_) => {
                self.reads += 1;
                if let Some(graph) = self.position_graphs.get(&predicate) {
                    return Ok(Some(graph.clone()));
                }
                let answers = self.all_answers(predicate, span)?;
                let pairs = answers.iter().map(|answer| (answer.terms[0], answer.terms[1]));
                let graph = Arc::new(Graph::new(pairs));
                self.position_graphs.insert(predicate, graph.clone());
                Ok(Some(graph))
            }
        }
    }

    /// `connected(L, Rel)`: the members hang together, through members only.
    pub(super) fn connected(&mut self, list: TermId, predicate: PredicateId, span: Span) -> Result<(), Stop> {
        let list = self.bound(list)?;
        let mut members = self.guarded(list, span)?;
        members.retain(|&(guard, _)| guard != Formulas::FALSE);
        let graph = self.graph(predicate, span)?;
        let fixed = members.iter().all(|&(guard, _)| guard == Formulas::TRUE);
        if let (true, Some(graph)) = (fixed, graph) {
            let inside: Set<TermId> = members.iter().map(|&(_, member)| member).collect();
            let Some(&(_, first)) = members.first() else { return Ok(()) };
            let whole = graph.within(first, &inside) == inside.len();
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
        if let Some(graph) = self.graph(predicate, span)? {
            let places = graph.reached(from);
            self.spend_on_list(places.len())?;
            return Ok(self.world.terms.list(&places));
        }
        let relation = self.relation(predicate, span)?;
        Ok(self.world.terms.add(Node::Open(Open::Reach(from, relation))))
    }

    /// `loop(Rel)`: exactly one closed loop.
    pub(super) fn closed_loop(&mut self, predicate: PredicateId, span: Span) -> Result<(), Stop> {
        let Some(graph) = self.graph(predicate, span)? else {
            let relation = self.relation(predicate, span)?;
            let formula = self.world.formulas.add(Formula::Loop(relation));
            return self.require(formula);
        };
        let Some(first) = graph.first else { return Err(Stop::Fails) };
        let count = graph.neighbours.len();
        let twice = graph.neighbours.values().all(|next| next.len() == 2);
        let whole = graph.reached(first).len() == count;
        if twice && whole && count > 2 { Ok(()) } else { Err(Stop::Fails) }
    }
}

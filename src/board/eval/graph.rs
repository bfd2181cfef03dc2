//! Graphs over places: what hangs together, what can be reached, what is one loop.

use std::sync::Arc;

use super::machine::Machine;
use super::{Policy, Stop, World};
use crate::base::hash::{Numbered, Set};
use crate::board::formula::{Formula, Formulas};
use crate::board::relation::{Graph, Relation};
use crate::language::diagnostic::catalogue::meaning;
use crate::language::program::{Expr, Form, PredicateId};
use crate::language::source::Span;
use crate::language::term::{FormulaId, Node, Open, RelationId, TermId};

/// How many values of a place are tried to see whether a relation holds both ways.
const MOST_TRIED: u64 = 64;

impl World {
    /// The condition that steps of a relation, along its direction, lead from one place to another.
    pub fn joined(&mut self, from: TermId, to: TermId, relation: RelationId) -> FormulaId {
        if from == to {
            return FormulaId::TRUE;
        }
        let known = &self.relations[relation.0 as usize];
        let (graph, reached) = (&known.graph, &mut self.reached);
        let mut may_reach = || {
            let all = reached.entry((relation, from));
            all.or_insert_with(|| graph.reached(from).into_iter().collect()).contains(&to)
        };
        if !graph.joins(from, to) || graph.one_way && !may_reach() {
            return FormulaId::FALSE;
        }
        let (from, to) = if known.one_way.is_none() { (from.min(to), from.max(to)) } else { (from, to) };
        self.formulas.add(Formula::Joined(from, to, relation))
    }

    /// The first pair of a relation that may hold one way and not the other, as far as that can be seen: by its
    /// conditions, or by trying all values of its two places.
    fn one_way(&mut self, pairs: &[(TermId, TermId, FormulaId)]) -> Option<(TermId, TermId)> {
        let mut ends: Numbered<(TermId, TermId)> = Numbered::default();
        let mut conditions: Vec<Vec<FormulaId>> = Vec::new();
        for &(left, right, condition) in pairs.iter().filter(|(left, right, _)| left != right) {
            let (number, new) = ends.insert_full((left, right));
            if new {
                conditions.push(Vec::new());
            }
            conditions[number].push(condition);
        }
        for list in &mut conditions {
            list.sort_unstable();
            list.dedup();
            if list.contains(&FormulaId::TRUE) {
                *list = vec![FormulaId::TRUE];
            }
        }
        let differs = |(number, &(left, right)): (usize, &(TermId, TermId))| {
            let Some(back) = ends.get_index_of(&(right, left)) else { return true };
            let (there, back) = (&conditions[number], &conditions[back]);
            left < right && there != back && !self.mean_the_same(there, back, [left, right])
        };
        let at = ends.iter().enumerate().position(differs)?;
        ends.get_index(at).copied()
    }

    /// Whether one of these conditions holds exactly when one of those does, whatever the values of two places; not so
    /// if they depend on more than that.
    fn mean_the_same(&mut self, these: &[FormulaId], those: &[FormulaId], places: [TermId; 2]) -> bool {
        let [Some(one), Some(other)] = places.map(|place| self.unknown(place)) else { return false };
        let (Some(ones), Some(others)) = (self.values(one, MOST_TRIED), self.values(other, MOST_TRIED))
        else {
            return false;
        };
        ones.iter().all(|&first| {
            others.iter().all(|&second| {
                let values = |unknown| {
                    let known = [(one, first), (other, second)];
                    known.into_iter().find(|&(known, _)| known == unknown).map(|(_, value)| value)
                };
                let any = |list: &[FormulaId]| -> Option<bool> {
                    let truths: Option<Vec<bool>> =
                        list.iter().map(|&condition| self.truth(condition, &values)).collect();
                    Some(truths?.contains(&true))
                };
                any(these).is_some_and(|truth| any(those) == Some(truth))
            })
        })
    }

    /// The places that could be reached from a place, whatever the values, itself first.
    pub fn reachable(&self, from: TermId, relation: RelationId) -> Vec<TermId> {
        self.relations[relation.0 as usize].graph.reached(from)
    }
}

impl Machine<'_> {
    /// The relation of a predicate: all its pairs, each with its condition. Asked once.
    pub(super) fn relation(&mut self, predicate: PredicateId, span: Span) -> Result<RelationId, Stop> {
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
                let name = &self.world.program.predicates[predicate.0 as usize].name;
                return Err(meaning::not_a_relation(name, span).into());
            }
            pairs.push((pair.0, pair.1, answer.condition));
        }
        let id = RelationId(self.world.relations.len() as u32);
        let graph = self.new_graph(pairs.iter().map(|&(left, right, _)| (left, right)));
        let one_way = self.world.one_way(&pairs);
        let (pairs, graph) = (pairs.into(), Arc::new(graph));
        self.world.relations.push(Relation { predicate, pairs, one_way, graph });
        self.world.relation_ids.insert(predicate, id);
        Ok(id)
    }

    /// The graph of a relation at the values at hand; nothing if it depends on values that are not known.
    pub(super) fn graph(&mut self, predicate: PredicateId, span: Span) -> Result<Option<Arc<Graph>>, Stop> {
        self.touched += 1;
        match self.policy {
            Policy::Residual | Policy::Guided(_) => {
                let id = self.relation(predicate, span)?;
                let relation = &self.world.relations[id.0 as usize];
                let fixed = relation.pairs.iter().all(|&(.., condition)| condition == FormulaId::TRUE);
                Ok(fixed.then(|| relation.graph.clone()))
            }
            Policy::Branch(_) => {
                let id = self.relation(predicate, span)?;
                let relation = &self.world.relations[id.0 as usize];
                if relation.pairs.iter().any(|&(.., condition)| condition != FormulaId::TRUE) {
                    let name = &self.world.program.predicates[predicate.0 as usize].name;
                    return Err(meaning::not_a_relation(name, span).into());
                }
                Ok(Some(relation.graph.clone()))
            }
            Policy::Known(_) | Policy::Partly(_) => {
                self.reads += 1;
                if let Some(graph) = self.position.graphs.get(&predicate) {
                    return Ok(Some(graph.clone()));
                }
                let answers = self.all_answers(predicate, span)?;
                let pairs = answers.iter().map(|answer| (answer.terms[0], answer.terms[1]));
                let graph = Arc::new(self.new_graph(pairs));
                self.position.graphs.insert(predicate, graph.clone());
                Ok(Some(graph))
            }
        }
    }

    fn new_graph(&self, pairs: impl Iterator<Item = (TermId, TermId)>) -> Graph {
        let mut graph = Graph::new(pairs);
        graph.plain = graph.neighbours.keys().all(|&place| self.is_plain(place));
        graph
    }

    /// Whether a term is a place, or a name made of numbers and symbols: equal to no other such term, whatever the values.
    fn is_plain(&self, term: TermId) -> bool {
        match self.node(term) {
            Node::Place(..) => true,
            Node::Compound(_, args) => {
                args.iter().all(|&arg| matches!(self.node(arg), Node::Int(_) | Node::Sym(_)))
            }
            _ => false,
        }
    }

    /// `B in reach(A, Rel)` for a place B that is known: the condition, without the list; nothing if that cannot be told.
    pub(super) fn in_reach(
        &mut self,
        item: &Expr,
        list: &Expr,
        base: u32,
        span: Span,
    ) -> Result<Option<FormulaId>, Stop> {
        let Expr::Reach(from, predicate) = list else { return Ok(None) };
        let from = self.value(from, base, span)?;
        let from = self.bound(from)?;
        let item = self.value(item, base, span)?;
        let item = self.resolve(item);
        if !self.is_plain(from) || !self.is_plain(item) {
            return Ok(None);
        }
        let Some(graph) = self.graph(*predicate, span)? else {
            let relation = self.relation(*predicate, span)?;
            let plain = self.world.relations[relation.0 as usize].graph.plain;
            return Ok(plain.then(|| self.world.joined(from, item, relation)));
        };
        Ok((graph.plain && !graph.one_way).then(|| Formulas::truth(graph.joins(from, item))))
    }

    /// `connected(L, Rel)`: the members hang together, through members only, each pair taken both ways.
    pub(super) fn connected(&mut self, list: TermId, predicate: PredicateId, span: Span) -> Result<(), Stop> {
        let list = self.bound(list)?;
        let mut members = self.guarded(list, span)?;
        members.retain(|&(guard, _)| guard != FormulaId::FALSE);
        let graph = self.graph(predicate, span)?;
        let fixed = members.iter().all(|&(guard, _)| guard == FormulaId::TRUE);
        if let (true, Some(graph)) = (fixed, graph) {
            let inside: Set<TermId> = members.iter().map(|&(_, member)| member).collect();
            let Some(&(_, first)) = members.first() else { return Ok(()) };
            let whole = graph.within(first, &inside) == inside.len();
            return if whole { Ok(()) } else { Err(Stop::Fails) };
        }
        let relation = self.relation(predicate, span)?;
        // By place: in which order conditions were met is nobody's business.
        members.sort_unstable_by_key(|&(guard, member)| (member, guard));
        members.dedup();
        if members.len() < 2 {
            return Ok(());
        }
        let formula = self.world.formulas.add(Formula::Connected(members.into(), relation));
        self.require(formula)
    }

    /// `reach(A, Rel)`: what steps along the relation lead to; a list where values are known, else an open one.
    pub(super) fn reach(&mut self, from: TermId, predicate: PredicateId, span: Span) -> Result<TermId, Stop> {
        if let Some(graph) = self.graph(predicate, span)? {
            let places = graph.reached(from);
            self.spend_on_list(places.len())?;
            return Ok(self.world.terms.list(&places));
        }
        let relation = self.relation(predicate, span)?;
        Ok(self.world.terms.add(Node::Open(Open::Reach(from, relation))))
    }

    /// A pair of a relation that may hold one way and not the other; nothing if there is none that can be seen, or if the
    /// relation cannot be asked for.
    pub(crate) fn one_way(&mut self, predicate: PredicateId, span: Span) -> Option<(TermId, TermId)> {
        let relation = self.relation(predicate, span).ok()?;
        self.world.relations[relation.0 as usize].one_way
    }

    /// `loop(Rel)`, `tree(Rel)` and the like, each pair taken both ways.
    pub(super) fn forms(&mut self, form: Form, predicate: PredicateId, span: Span) -> Result<(), Stop> {
        let Some(graph) = self.graph(predicate, span)? else {
            let relation = self.relation(predicate, span)?;
            let formula = self.world.formulas.add(Formula::Forms(form, relation));
            return self.require(formula);
        };
        if form.fits(graph.census()) { Ok(()) } else { Err(Stop::Fails) }
    }
}

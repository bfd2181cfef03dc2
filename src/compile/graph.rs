//! Graph conditions to graph constraints: places become nodes, and the pairs of a relation edges with their conditions.

use std::collections::BTreeMap;

use super::Model;
use crate::base::hash::{Numbered, Set};
use crate::base::number::Sign;
use crate::board::formula::Formula;
use crate::language::program::Form;
use crate::language::term::{FormulaId, Guarded, Node, Open, RelationId, TermId};
use crate::solver::constraints::acyclic::Acyclic;
use crate::solver::constraints::clause::Clause;
use crate::solver::constraints::closed_loop::ClosedLoop;
use crate::solver::constraints::connected::Connected;
use crate::solver::constraints::crossing::Crossing;
use crate::solver::constraints::division::{Division, Marks};
use crate::solver::constraints::graph::{Graph, ReachQuestions};
use crate::solver::constraints::guarded;
use crate::solver::constraints::linear::{Linear, View};
use crate::solver::constraints::literal::{Literal, Presence};
use crate::solver::constraints::reach_along::ReachAlong;
use crate::solver::engine::store::WIDEST;
use crate::solver::engine::{Propagator, VarId};

/// What is asked about the reach of places, for each relation; posted together when all is known.
#[derive(Debug, Default)]
pub(super) struct Reaches(BTreeMap<RelationId, Questions>);

#[derive(Debug, Default)]
struct Questions {
    /// The law instance that asked first: the constraint is posted for it.
    origin: Option<u32>,
    joined: Vec<(TermId, TermId, Literal)>,
    sizes: Vec<(TermId, VarId)>,
    /// Places that never reach each other.
    apart: Vec<(TermId, TermId)>,
    /// The places that are counted, and the bounds on how many of them others share a region with, each under a condition.
    marks: Option<(Set<TermId>, Vec<Bound>)>,
}

/// A place, when it is asked about, and the least and the greatest number of marks in its region.
type Bound = (TermId, Presence, u32, u32);

impl Reaches {
    /// The questions about a relation, to which a law instance adds one.
    fn ask(&mut self, relation: RelationId, origin: Option<u32>) -> &mut Questions {
        let questions = self.0.entry(relation).or_default();
        questions.origin = questions.origin.or(origin);
        questions
    }

    /// Remembers that a law instance asks about a relation.
    pub(super) fn note(&mut self, relation: RelationId, origin: Option<u32>) {
        self.ask(relation, origin);
    }

    /// Two places never reach each other.
    pub(super) fn keep_apart(&mut self, relation: RelationId, ends: (TermId, TermId), origin: Option<u32>) {
        self.ask(relation, origin).apart.push(ends);
    }

    /// Two places reach each other exactly if a literal holds.
    pub(super) fn tie(
        &mut self,
        relation: RelationId,
        (left, right): (TermId, TermId),
        literal: Literal,
        origin: Option<u32>,
    ) {
        self.ask(relation, origin).joined.push((left, right, literal));
    }

    /// So many of some places lie in the regions of others.
    pub(super) fn mark(&mut self, relation: RelationId, marked: Set<TermId>, bounds: Vec<Bound>) {
        self.ask(relation, None).marks = Some((marked, bounds));
    }

    /// Whether it is asked how many places a place reaches.
    pub(super) fn asks_sizes(&self, relation: RelationId) -> bool {
        self.0.get(&relation).is_some_and(|questions| !questions.sizes.is_empty())
    }
}

impl Model {
    /// The constraints of `connected`, or of what a relation forms; nothing for other conditions.
    pub(super) fn graph(&mut self, id: FormulaId) -> Option<Vec<Box<dyn Propagator>>> {
        match self.truth.world.clone().formulas.get(id) {
            Formula::Connected(list, relation) => Some(vec![Box::new(self.connected(list, *relation).0)]),
            Formula::Forms(form, relation) => Some(self.form(*form, *relation)),
            _ => None,
        }
    }

    /// The constraints that together say what a relation forms.
    fn form(&mut self, form: Form, relation: RelationId) -> Vec<Box<dyn Propagator>> {
        let graph = self.net(relation);
        let mut posted: Vec<Box<dyn Propagator>> = Vec::new();
        if let Form::Loops | Form::Path = form {
            for node in 0..graph.count() as u32 {
                let edges = graph.links(node).iter().map(|&(_, edge)| graph.edges[edge as usize].2);
                posted.push(Box::new(Crossing::at(edges, form == Form::Path)));
            }
        }
        if let Form::Path | Form::Tree = form {
            let used = self.used(&graph);
            posted.push(Box::new(Clause::new(used.iter().filter_map(|node| node.literal()))));
            posted.push(Box::new(Connected::new(graph.clone(), used)));
        }
        match form {
            Form::Loop => posted.push(Box::new(ClosedLoop::new(graph))),
            Form::Loops => {}
            Form::Path | Form::Tree | Form::Acyclic => posted.push(Box::new(Acyclic::new(graph))),
        }
        posted
    }

    /// For each node of a graph that it has an edge.
    fn used(&mut self, graph: &Graph) -> Vec<Presence> {
        let mut used = Vec::with_capacity(graph.count());
        for node in 0..graph.count() as u32 {
            let edges = graph.links(node).iter().map(|&(_, edge)| graph.edges[edge as usize].2);
            let literals: Vec<Literal> = edges.map(|edge| self.there(edge)).collect();
            let whole = Literal::fresh(&mut self.engine.store);
            self.tie(whole, &literals, false);
            used.push(Presence::If(whole));
        }
        used
    }

    /// A literal that holds exactly when an edge is there.
    fn there(&mut self, edge: Presence) -> Literal {
        match edge {
            Presence::If(literal) => literal,
            Presence::Always => {
                let literal = Literal::fresh(&mut self.engine.store);
                self.broken |= self.hold(literal).is_err();
                literal
            }
            Presence::Equal(left, right) => {
                let terms = vec![(1, View::Var(left)), (-1, View::Var(right))];
                self.comparison(Linear { sign: Sign::Zero, constant: 0, terms })
            }
        }
    }

    /// The places of a relation, joined both ways.
    fn net(&mut self, relation: RelationId) -> Graph {
        let places = self.places(relation);
        let edges = self.edges(relation, &places, true);
        Graph::new(places.len(), edges)
    }

    /// Makes a relation form something.
    pub(super) fn post_form(&mut self, form: Form, relation: RelationId) {
        if form == Form::Loop {
            return self.post_loop(relation);
        }
        for constraint in self.form(form, relation) {
            self.engine.post(constraint);
        }
    }

    /// Makes a relation a loop; what that says of each place alone, which is found out at less cost, is posted besides.
    fn post_loop(&mut self, relation: RelationId) {
        let graph = self.net(relation);
        if !self.settings.joint {
            self.engine.post(Box::new(ClosedLoop::new(graph)));
            return;
        }
        for node in 0..graph.count() as u32 {
            let links = graph.links(node).iter();
            let literals: Option<Vec<Literal>> =
                links.map(|&(_, edge)| graph.edges[edge as usize].2.literal()).collect();
            if let Some(crossing) = literals.and_then(Crossing::new) {
                self.engine.post(Box::new(crossing));
            }
        }
        self.engine.post(Box::new(ClosedLoop::new(graph).seldom()));
    }

    /// Makes places hang together.
    pub(super) fn post_connected(&mut self, list: &[Guarded], relation: RelationId) {
        let (whole, places) = self.connected(list, relation);
        if self.settings.joint {
            self.nets.note(&places, &whole);
        }
        self.engine.post(Box::new(whole));
    }

    fn connected(&mut self, list: &[Guarded], relation: RelationId) -> (Connected, Vec<TermId>) {
        let mut places = Numbered::default();
        let mut guards: Vec<Vec<FormulaId>> = Vec::new();
        for &(guard, place) in list {
            let (number, new) = places.insert_full(place);
            if new {
                guards.push(Vec::new());
            }
            guards[number].push(guard);
        }
        let nodes = guards.iter().map(|guards| self.any(guards)).collect();
        let edges = self.edges(relation, &places, true);
        let whole = Connected::new(Graph::new(places.len(), edges), nodes);
        (whole, places.iter().copied().collect())
    }

    /// A new literal tied to a graph condition; nothing for other conditions.
    pub(super) fn graph_literal(&mut self, id: FormulaId) -> Option<Literal> {
        let joined = match *self.truth.world.formulas.get(id) {
            Formula::Joined(left, right, relation) => Some((left, right, relation)),
            Formula::Connected(..) | Formula::Forms(..) => None,
            _ => return None,
        };
        let literal = Literal::fresh(&mut self.engine.store);
        match joined {
            Some((left, right, relation)) => {
                self.reaches.ask(relation, self.engine.origin).joined.push((left, right, literal));
            }
            None => {
                let inner = self.graph(id)?;
                self.engine.post(Box::new(guarded::Guarded::new(literal, inner)));
            }
        }
        Some(literal)
    }

    /// A variable with the number of places that a place reaches.
    pub(super) fn reach_size(&mut self, from: TermId, relation: RelationId) -> VarId {
        let most = self.truth.world.reachable(from, relation).len() as i64;
        let sizes = &mut self.reaches.ask(relation, self.problem.engine.origin).sizes;
        if let Some(&(_, var)) = sizes.iter().find(|&&(place, _)| place == from) {
            return var;
        }
        let var = self.problem.engine.store.add_range(1, most);
        sizes.push((from, var));
        var
    }

    /// Whether a comparison says that a place reaches as many places as an unknown says; then that is asked directly.
    pub(super) fn post_reach_size(&mut self, sign: Sign, term: TermId) -> bool {
        let world = self.truth.world.clone();
        let Node::Open(Open::Linear(0, terms)) = world.terms.node(term) else { return false };
        let ([(factor, left), (other, right)], Sign::Zero) = (&terms[..], sign) else { return false };
        if factor.checked_add(*other) != Some(0) || factor.abs() != 1 {
            return false;
        }
        for (size, unknown) in [(left, right), (right, left)] {
            if let (Node::Open(Open::ReachSize(from, relation)), Some(unknown)) =
                (world.terms.node(*size), world.unknown(*unknown))
            {
                let var = self.var(unknown);
                self.reaches.ask(*relation, self.engine.origin).sizes.push((*from, var));
                return true;
            }
        }
        false
    }

    /// Posts what was asked about reach.
    pub(super) fn post_reaches(&mut self) {
        for (relation, questions) in std::mem::take(&mut self.reaches.0) {
            let Questions { origin, mut joined, sizes, apart, marks } = questions;
            self.engine.origin = origin;
            if !apart.is_empty() {
                let never = Literal::fresh(&mut self.engine.store);
                self.broken |= self.hold(never.negated()).is_err();
                joined.extend(apart.iter().map(|&(left, right)| (left, right, never)));
            }
            let mut places = self.places(relation);
            places.extend(marks.iter().flat_map(|(_, bounds)| bounds.iter().map(|&(place, ..)| place)));
            places.extend(joined.iter().flat_map(|&(left, right, _)| [left, right]));
            places.extend(sizes.iter().map(|&(place, _)| place));
            let both_ways = self.truth.world.relations[relation.0 as usize].one_way.is_none();
            let edges = self.edges(relation, &places, both_ways);
            let number = |place: &TermId| places.get_index_of(place).map(|number| number as u32);
            let joined = joined.iter().filter_map(|&(left, right, answer)| {
                Some((number(&left)?, number(&right)?, Presence::If(answer)))
            });
            let joined = joined.collect();
            let sizes = sizes.iter().filter_map(|(place, size)| Some((number(place)?, *size))).collect();
            if !both_ways {
                let graph = Graph::new(places.len(), edges);
                self.engine.post(Box::new(ReachAlong::new(ReachQuestions { graph, joined, sizes })));
                continue;
            }
            let values: Option<Vec<VarId>> = places.iter().map(|&place| self.small(place)).collect();
            let values =
                values.filter(|_| edges.iter().all(|(.., presence)| matches!(presence, Presence::Equal(..))));
            let graph = Graph::new(places.len(), edges);
            let mut questions = ReachQuestions { graph, joined, sizes };
            let marks = marks.map(|(marked, bounds)| {
                let weights = places.iter().map(|place| u32::from(marked.contains(place))).collect();
                let asked = bounds.iter().filter_map(|&(place, guard, low, high)| {
                    places.get_index_of(&place).map(|number| (number as u32, guard, low, high))
                });
                Marks { weights, asked: asked.collect() }
            });
            if let Some(marks) = marks.as_ref().filter(|_| self.settings.joint) {
                self.post_shares(&mut questions, marks);
            }
            self.engine.post(Box::new(Division::new(questions, marks.into_iter().collect(), values)));
        }
        self.engine.origin = None;
    }

    /// Where each place counts the marks of its region: a mark is counted as often as its region has places, so that the
    /// sizes at the marks add up to what all places ask for.
    fn post_shares(&mut self, questions: &mut ReachQuestions, marks: &Marks) {
        let Marks { weights, asked } = marks;
        let total = weights.iter().map(|&weight| i64::from(weight)).sum::<i64>();
        let mut bounds: Vec<Option<(i64, i64)>> = vec![None; weights.len()];
        for &(node, _, low, high) in asked.iter().filter(|(_, guard, ..)| *guard == Presence::Always) {
            let (least, most) = bounds[node as usize].get_or_insert((0, total));
            (*least, *most) = ((*least).max(low.into()), (*most).min(high.into()));
        }
        let Some(bounds) = bounds.into_iter().collect::<Option<Vec<(i64, i64)>>>() else { return };
        let places = weights.len() as i64;
        if questions.sizes.is_empty() || places >= WIDEST {
            return;
        }
        let mut terms = Vec::new();
        for (node, &weight) in (0..).zip(weights).filter(|(_, weight)| **weight > 0) {
            let known = questions.sizes.iter().find(|(other, _)| *other == node).map(|&(_, size)| size);
            let size = known.unwrap_or_else(|| {
                let size = self.engine.store.add_range(1, places);
                questions.sizes.push((node, size));
                size
            });
            terms.push((i64::from(weight), View::Var(size)));
        }
        let least = bounds.iter().map(|&(least, _)| least).sum::<i64>();
        let most = bounds.iter().map(|&(_, most)| most).sum::<i64>();
        if least == most {
            self.engine.post(Box::new(Linear { sign: Sign::Zero, constant: -least, terms }));
            return;
        }
        let negative = terms.iter().map(|&(weight, view)| (-weight, view)).collect();
        self.engine.post(Box::new(Linear { sign: Sign::AtMostZero, constant: -most, terms }));
        self.engine.post(Box::new(Linear { sign: Sign::AtMostZero, constant: least, terms: negative }));
    }

    fn places(&self, relation: RelationId) -> Numbered<TermId> {
        let pairs = &self.truth.world.relations[relation.0 as usize].pairs;
        pairs
            .iter()
            .filter(|(left, right, _)| left != right)
            .flat_map(|&(left, right, _)| [left, right])
            .collect()
    }

    /// The edges between these places: steps with their direction, or, both ways, one edge for a step and the step back.
    fn edges(
        &mut self,
        relation: RelationId,
        places: &Numbered<TermId>,
        both_ways: bool,
    ) -> Vec<(u32, u32, Presence)> {
        let number = |place: &TermId| places.get_index_of(place).map_or(0, |number| number as u32);
        let steps = self.steps(relation, places, both_ways).into_iter();
        let edges = steps.map(|(left, right, conditions)| {
            let presence = match self.equal(left, right, &conditions) {
                Some(equal) => equal,
                None if conditions.contains(&FormulaId::TRUE) => Presence::Always,
                None => self.any(&conditions),
            };
            (number(&left), number(&right), presence)
        });
        edges.collect()
    }

    /// The steps between these places, each with the conditions one of which must hold.
    pub(super) fn steps(
        &self,
        relation: RelationId,
        places: &Numbered<TermId>,
        both_ways: bool,
    ) -> Vec<(TermId, TermId, Vec<FormulaId>)> {
        let pairs = &self.truth.world.relations[relation.0 as usize].pairs;
        let mut ends = Numbered::default();
        let mut steps: Vec<(TermId, TermId, Vec<FormulaId>)> = Vec::new();
        for &(left, right, condition) in pairs.iter().filter(|(left, right, _)| left != right) {
            if places.contains(&left) && places.contains(&right) {
                let key = if both_ways { (left.min(right), left.max(right)) } else { (left, right) };
                let (number, new) = ends.insert_full(key);
                if new {
                    steps.push((key.0, key.1, Vec::new()));
                }
                steps[number].2.push(condition);
            }
        }
        for (.., conditions) in &mut steps {
            conditions.sort_unstable();
            conditions.dedup();
        }
        steps
    }

    /// The variable of a place whose domain is kept as bits.
    pub(super) fn small(&self, place: TermId) -> Option<VarId> {
        let var = self.var(self.truth.world.unknown(place)?);
        let store = &self.engine.store;
        (store.max(var).saturating_sub(store.min(var)) < WIDEST).then_some(var)
    }

    /// Whether the condition of a pair is that the two places have equal values.
    pub(super) fn equal(&self, left: TermId, right: TermId, conditions: &[FormulaId]) -> Option<Presence> {
        let &[condition] = conditions else { return None };
        let world = &self.truth.world;
        let (first, second) = match world.formulas.get(condition) {
            Formula::Same(first, second) => (*first, *second),
            Formula::Compare(Sign::Zero, term) => match world.terms.node(*term) {
                Node::Open(Open::Linear(0, terms)) => match terms[..] {
                    [(1, first), (-1, second)] | [(-1, first), (1, second)] => (first, second),
                    _ => return None,
                },
                _ => return None,
            },
            _ => return None,
        };
        ((first, second) == (left, right) || (first, second) == (right, left))
            .then(|| Some(Presence::Equal(self.small(left)?, self.small(right)?)))?
    }

    /// One or more of these conditions hold.
    pub(super) fn any(&mut self, conditions: &[FormulaId]) -> Presence {
        let literals: Vec<Literal> =
            conditions.iter().filter_map(|&condition| self.literal(condition)).collect();
        let literal = match literals[..] {
            [literal] => literal,
            _ => {
                let whole = Literal::fresh(&mut self.engine.store);
                self.tie(whole, &literals, false);
                whole
            }
        };
        Presence::If(literal)
    }
}

//! The net in which places hang together: nodes of a kind, thoroughfares, and the steps between them.

use super::Kind;
use crate::base::hash::{Map, Numbered, Set};
use crate::compile::Model;
use crate::language::term::{FormulaId, RelationId, TermId};
use crate::solver::constraints::connected::Connected;
use crate::solver::constraints::graph::Graph;
use crate::solver::constraints::literal::{Literal, Presence};
use crate::solver::engine::VarId;

/// The most values of two places that are tried to see what a step between them says.
const MOST_TRIED: u32 = 256;

/// A step of a relation, both ways, with the conditions one of which must hold.
type Step = (TermId, TermId, Vec<FormulaId>);

/// What a step says of its two places: for each value of the first, by its bit, the values of the second.
struct Table {
    ends: [(VarId, u64); 2],
    rows: Vec<u64>,
}

/// Nodes, thoroughfares without a presence, and edges.
type Net = (Vec<Option<Presence>>, Vec<(u32, u32, Presence)>);

impl Model {
    /// That places hang together, those that are of their kinds, and with a frame beside some goals if there are any;
    /// nothing if questions about reach see more.
    pub(super) fn whole(
        &mut self,
        relation: RelationId,
        kinds: &[Kind],
        goals: &[TermId],
    ) -> Option<Connected> {
        let mut places: Numbered<TermId> = Numbered::default();
        for &from in kinds.iter().map(|(place, _)| place).chain(goals) {
            if !places.contains(&from) {
                places.extend(self.truth.world.reachable(from, relation));
            }
        }
        let mut needs: Map<TermId, Option<Literal>> = Map::default();
        for &(place, when) in kinds {
            if *needs.entry(place).or_insert(when) != when {
                return None;
            }
        }
        let goals: Set<TermId> = goals.iter().copied().collect();
        let steps: Vec<Step> = self
            .steps(relation, &places, true)
            .into_iter()
            .filter(|(left, right, _)| !goals.contains(left) || !goals.contains(right))
            .collect();
        let mut net = self.net_of_kind(&places, &needs, &goals, &steps);
        if net.is_none() && !steps.iter().any(|(left, right, list)| self.equal(*left, *right, list).is_some())
        {
            net = Some(self.net_of_all(&places, &needs, steps));
        }
        let (mut nodes, mut edges) = net?;
        if !goals.is_empty() {
            let frame = nodes.len() as u32;
            nodes.push(Some(Presence::Always));
            let number = |place: TermId| places.get_index_of(&place).map(|number| number as u32);
            let beside = places.iter().filter(|place| goals.contains(place));
            edges.extend(beside.filter_map(|&place| Some((number(place)?, frame, Presence::Always))));
        }
        let whole = Connected::through(Graph::new(nodes.len(), edges), &nodes);
        if self.settings.joint {
            let places: Vec<TermId> = places.iter().copied().collect();
            self.nets.note(&places, &whole);
        }
        Some(whole)
    }

    /// Nodes and edges where only places of the kind let others through.
    fn net_of_kind(
        &mut self,
        places: &Numbered<TermId>,
        needs: &Map<TermId, Option<Literal>>,
        goals: &Set<TermId>,
        steps: &[Step],
    ) -> Option<Net> {
        let mut nodes: Vec<Option<Presence>> = vec![None; places.len()];
        let mut masks: Vec<u64> = vec![0; places.len()];
        for (number, place) in places.iter().enumerate().filter(|(_, place)| !goals.contains(*place)) {
            let (var, literal) = (self.small(*place)?, (*needs.get(place)?)?);
            let (_, bits) = self.engine.store.mask(var).filter(|_| literal.var == var)?;
            masks[number] = bits & literal.mask;
            nodes[number] = Some(Presence::If(literal));
        }
        let number = |place: &TermId| places.get_index_of(place).unwrap_or(0);
        // For each goal: the values with which a place of the kind beside it is joined to it.
        let mut open: Vec<Option<u64>> = vec![None; places.len()];
        let mut edges = Vec::new();
        for (left, right, conditions) in steps {
            let (from, to) = if goals.contains(left) { (right, left) } else { (left, right) };
            let table = self.step_table(*from, *to, conditions)?;
            let (first, second) = (number(from), number(to));
            let inside = |value: &usize| masks[first] >> value & 1 == 1;
            if goals.contains(to) {
                let mut values = (0..64).filter(inside).map(|value| table.rows[value]);
                let all = values.next().unwrap_or(0);
                if values.any(|other| other != all) || open[second].is_some_and(|other| other != all) {
                    return None;
                }
                let (var, base) = (table.ends[1].0, self.engine.store.word(table.ends[1].0).0);
                open[second] = Some(all);
                nodes[second] = Some(Presence::If(Literal { var, base, mask: all }));
            } else {
                let stays = (0..64).all(|value| {
                    let other = table.rows[value];
                    if inside(&value) { other & !masks[second] == 0 } else { other & masks[second] == 0 }
                });
                if !stays || (0..64).filter(inside).any(|value| masks[second] & !table.rows[value] != 0) {
                    return None;
                }
            }
            edges.push((first as u32, second as u32, Presence::Always));
        }
        Some((nodes, edges))
    }

    /// Nodes and edges where all places let others through. What is of a kind only sometimes hangs on its place as a node
    /// of its own.
    fn net_of_all(
        &mut self,
        places: &Numbered<TermId>,
        needs: &Map<TermId, Option<Literal>>,
        steps: Vec<Step>,
    ) -> Net {
        let number = |place: &TermId| places.get_index_of(place).map_or(0, |number| number as u32);
        let mut nodes: Vec<Option<Presence>> = vec![None; places.len()];
        let mut edges: Vec<(u32, u32, Presence)> = steps
            .into_iter()
            .map(|(left, right, list)| (number(&left), number(&right), self.any(&list)))
            .collect();
        for (at, place) in places.iter().enumerate() {
            match needs.get(place) {
                None => {}
                Some(None) => nodes[at] = Some(Presence::Always),
                Some(Some(literal)) => {
                    edges.push((at as u32, nodes.len() as u32, Presence::Always));
                    nodes.push(Some(Presence::If(*literal)));
                }
            }
        }
        (nodes, edges)
    }

    /// What a step says of its places, if it speaks of their values alone.
    fn step_table(&self, left: TermId, right: TermId, conditions: &[FormulaId]) -> Option<Table> {
        let unknowns = [self.truth.world.unknown(left)?, self.truth.world.unknown(right)?];
        let vars = unknowns.map(|unknown| self.var(unknown));
        let store = &self.engine.store;
        let [(base, bits), (other_base, others)] = [store.mask(vars[0])?, store.mask(vars[1])?];
        let mut rows = vec![0; 64];
        let equal = self.equal(left, right, conditions).is_some();
        let mentions = |id: &FormulaId| self.scope(*id).iter().all(|unknown| unknowns.contains(unknown));
        if !equal
            && (bits.count_ones() * others.count_ones() > MOST_TRIED || !conditions.iter().all(mentions))
        {
            return None;
        }
        for value in (0..64).filter(|value| bits >> value & 1 == 1) {
            for other in (0..64).filter(|other| others >> other & 1 == 1) {
                let values = [base + value, other_base + other];
                let at = |unknown| if unknown == unknowns[0] { values[0] } else { values[1] };
                let is_there = if equal {
                    values[0] == values[1]
                } else {
                    conditions.iter().any(|&condition| self.truth.holds(condition, &at))
                };
                rows[value as usize] |= u64::from(is_there) << other;
            }
        }
        Some(Table { ends: [(vars[0], bits), (vars[1], others)], rows })
    }
}

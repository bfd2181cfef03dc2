//! Where edges join equal values: a value that would join what must stay apart, or that too few nodes can have, goes.

use super::Plan;
use super::reasons::Why;
use super::sight::Sight;
use crate::solver::constraints::graph::{ReachQuestions, UnionFind};
use crate::solver::constraints::sink::Sink;
use crate::solver::engine::{Conflict, Store, VarId};

impl Plan {
    /// Prunes the values of nodes, if edges join equal ones.
    pub(super) fn prune_values<S: Sink<Why>>(&self, sight: &mut Sight, sink: &mut S) -> Result<(), Conflict> {
        let Some(vars) = &self.values else { return Ok(()) };
        self.crowded(sight, sink, vars)?;
        self.roomy(sink, vars)
    }

    /// A value joins a node with all neighbours that have it: they must be able to be one group.
    fn crowded<S: Sink<Why>>(&self, sight: &mut Sight, sink: &mut S, vars: &[VarId]) -> Result<(), Conflict> {
        let ReachQuestions { graph, sizes, .. } = &self.questions;
        let mut own = vec![None; graph.count()];
        sizes.iter().for_each(|&(node, size)| own[node as usize] = Some(size));
        for node in 0..graph.count() as u32 {
            let var = vars[node as usize];
            if sink.store().is_fixed(var) {
                continue;
            }
            let mut near: Vec<(i64, u32)> = graph
                .links(node)
                .iter()
                .filter_map(|&(next, _)| sink.store().value(vars[next as usize]).map(|value| (value, next)))
                .map(|(value, next)| (value, sight.groups.find(next)))
                .collect();
            near.sort_unstable();
            near.dedup();
            let here = sight.groups.find(node);
            for same in near.chunk_by(|left, right| left.0 == right.0) {
                let value = same[0].0;
                if !sink.store().contains(var, value) {
                    continue;
                }
                let mut groups: Vec<u32> = same.iter().map(|&(_, group)| group).collect();
                groups.push(here);
                groups.sort_unstable();
                groups.dedup();
                let total: u32 = groups.iter().map(|&group| sight.groups.size(group)).sum();
                let mut most =
                    groups.iter().map(|&group| sight.bounds[group as usize].1).min().unwrap_or(total);
                if own[node as usize] == Some(var) {
                    most = most.min(u32::try_from(value).unwrap_or(0));
                }
                let pairs = |sight: &mut Sight| {
                    groups.iter().enumerate().all(|(at, &left)| {
                        groups[at + 1..].iter().all(|&right| sight.may_join(left, right, 0))
                    })
                };
                if total > most || !pairs(sight) {
                    sink.remove(var, value, Why::Crowded(node, value))?;
                }
            }
        }
        Ok(())
    }

    /// As many nodes that hang together can have a value as the size of the group asks for.
    fn roomy<S: Sink<Why>>(&self, sink: &mut S, vars: &[VarId]) -> Result<(), Conflict> {
        let sizes = &self.questions.sizes;
        let open: Vec<(u32, VarId)> =
            sizes.iter().copied().filter(|&(node, _)| !sink.store().is_fixed(vars[node as usize])).collect();
        let mut values: Vec<i64> =
            open.iter().flat_map(|&(node, _)| sink.store().values(vars[node as usize])).collect();
        values.sort_unstable();
        values.dedup();
        let mut most = vec![0_u32; open.len()];
        for value in values {
            let mut room = self.room(sink.store(), vars, value);
            for (&(node, size), most) in open.iter().zip(&mut most) {
                let var = vars[node as usize];
                if !sink.store().contains(var, value) {
                    continue;
                }
                let here = room.size(node);
                let least = if size == var { value } else { sink.store().min(size) };
                if i64::from(here) < least {
                    sink.remove(var, value, Why::Roomy(node, value))?;
                } else {
                    *most = (*most).max(here);
                }
            }
        }
        for (&(_, size), most) in open.iter().zip(most) {
            sink.at_most(size, i64::from(most), Why::Unknown)?;
        }
        Ok(())
    }

    /// What hangs together among the nodes that can have a value.
    pub(super) fn room(&self, store: &Store, vars: &[VarId], value: i64) -> UnionFind {
        let graph = &self.questions.graph;
        let fits = |node: u32| store.contains(vars[node as usize], value);
        let mut room = UnionFind::default();
        room.reset(graph.count());
        for &(left, right, _) in &graph.edges {
            if fits(left) && fits(right) {
                room.join(left, right);
            }
        }
        room
    }
}

//! Where edges join equal values: a value that would join what must stay apart, or that too few nodes can have, goes.

use super::Reach;
use crate::solver::constraints::graph::{ReachQuestions, UnionFind};
use crate::solver::engine::{Conflict, Store, VarId};

impl Reach {
    /// Prunes the values of nodes, if edges join equal ones.
    pub(super) fn prune_values(&mut self, store: &mut Store) -> Result<(), Conflict> {
        let Some(vars) = self.values.take() else { return Ok(()) };
        let result = self.crowded(store, &vars).and_then(|()| self.roomy(store, &vars));
        self.values = Some(vars);
        result
    }

    /// A value joins a node with all neighbours that have it: they must be able to be one group.
    fn crowded(&mut self, store: &mut Store, vars: &[VarId]) -> Result<(), Conflict> {
        let Reach { questions: ReachQuestions { graph, sizes, .. }, sight, .. } = self;
        let mut own = vec![None; graph.count()];
        sizes.iter().for_each(|&(node, size)| own[node as usize] = Some(size));
        for node in 0..graph.count() as u32 {
            let var = vars[node as usize];
            if store.is_fixed(var) {
                continue;
            }
            let mut near: Vec<(i64, u32)> = graph
                .links(node)
                .iter()
                .filter_map(|&(next, _)| store.value(vars[next as usize]).map(|value| (value, next)))
                .map(|(value, next)| (value, sight.groups.find(next)))
                .collect();
            near.sort_unstable();
            near.dedup();
            let here = sight.groups.find(node);
            for same in near.chunk_by(|left, right| left.0 == right.0) {
                let value = same[0].0;
                if !store.contains(var, value) {
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
                let pairs = |sight: &mut super::Sight| {
                    groups.iter().enumerate().all(|(at, &left)| {
                        groups[at + 1..].iter().all(|&right| sight.may_join(left, right, 0))
                    })
                };
                if total > most || !pairs(sight) {
                    store.remove(var, value)?;
                }
            }
        }
        Ok(())
    }

    /// As many nodes that hang together can have a value as the size of the group asks for.
    fn roomy(&mut self, store: &mut Store, vars: &[VarId]) -> Result<(), Conflict> {
        let ReachQuestions { graph, sizes, .. } = &self.questions;
        let open: Vec<(u32, VarId)> =
            sizes.iter().copied().filter(|&(node, _)| !store.is_fixed(vars[node as usize])).collect();
        let mut values: Vec<i64> =
            open.iter().flat_map(|&(node, _)| store.values(vars[node as usize])).collect();
        values.sort_unstable();
        values.dedup();
        let mut room = UnionFind::default();
        let mut most = vec![0_u32; open.len()];
        for value in values {
            let fits = |store: &Store, node: u32| store.contains(vars[node as usize], value);
            room.reset(graph.count());
            for &(left, right, _) in &graph.edges {
                if fits(store, left) && fits(store, right) {
                    room.join(left, right);
                }
            }
            for (&(node, size), most) in open.iter().zip(&mut most) {
                let var = vars[node as usize];
                if !store.contains(var, value) {
                    continue;
                }
                let here = room.size(node);
                let least = if size == var { value } else { store.min(size) };
                if i64::from(here) < least {
                    store.remove(var, value)?;
                } else {
                    *most = (*most).max(here);
                }
            }
        }
        open.iter().zip(most).try_for_each(|(&(_, size), most)| store.at_most(size, i64::from(most)))
    }
}

//! The edges that are there close no loop.
//!
//! Prunes fully where each edge has a condition of its own (GAC): an edge between two nodes that sure edges join already is not
//! there. Groups of joined nodes are kept by union and find.
//!
//! Reasons are paths: the sure edges between the two ends.

use super::graph::{Graph, UnionFind};
use crate::solver::engine::{
    Conflict, Cost, Events, Found, Propagator, Reason, Spec, Store, VarId, each_once,
};

/// A graph without a closed loop.
#[derive(Clone, Debug)]
pub struct Acyclic {
    graph: Graph,
    edges: Vec<Option<bool>>,
    groups: UnionFind,
}

impl Acyclic {
    /// The edges of the graph that are there close no loop.
    pub fn new(graph: Graph) -> Acyclic {
        Acyclic { graph, edges: Vec::new(), groups: UnionFind::default() }
    }

    /// The sure edges of a path between two nodes, without one edge.
    fn path(&self, edges: &[Option<bool>], from: u32, to: u32, apart: Option<u32>) -> Option<Vec<u32>> {
        // For each node seen: the edge by which it was reached.
        let mut entry: Vec<Option<(u32, u32)>> = vec![None; self.graph.count()];
        let mut waiting = vec![from];
        while let Some(node) = waiting.pop() {
            if node == to {
                let (mut path, mut at) = (Vec::new(), to);
                while at != from {
                    let (before, edge) = entry[at as usize]?;
                    path.push(edge);
                    at = before;
                }
                return Some(path);
            }
            for &(next, edge) in self.graph.links(node) {
                let passes = edges[edge as usize] == Some(true) && Some(edge) != apart;
                if passes && next != from && entry[next as usize].is_none() {
                    entry[next as usize] = Some((node, edge));
                    waiting.push(next);
                }
            }
        }
        None
    }

    /// The edges of a loop that is closed.
    fn closed(&self, edges: &[Option<bool>]) -> Option<Vec<u32>> {
        let mut sure = (0..edges.len() as u32).filter(|&edge| edges[edge as usize] == Some(true));
        sure.find_map(|edge| {
            let (left, right, _) = self.graph.edges[edge as usize];
            let path = self.path(edges, left, right, Some(edge))?;
            Some([path, vec![edge]].concat())
        })
    }
}

impl Propagator for Acyclic {
    fn spec(&self) -> Spec {
        let vars = self.graph.edges.iter().flat_map(|(.., presence)| presence.vars());
        Spec::new("acyclic", Cost::Linear, Events::ANY, each_once(vars))
    }

    fn prune(&mut self, store: &mut Store) -> Result<(), Conflict> {
        let Acyclic { graph, edges, groups } = self;
        graph.look(store, edges);
        groups.reset(graph.count());
        for (&(left, right, _), state) in graph.edges.iter().zip(edges.iter()) {
            if *state == Some(true) && !groups.join(left, right) {
                return Err(Conflict);
            }
        }
        for (&(left, right, presence), state) in graph.edges.iter().zip(edges.iter()) {
            if state.is_none() && groups.find(left) == groups.find(right) {
                presence.set(store, false)?;
            }
        }
        Ok(())
    }

    fn explain(&self, store: &Store, _root: &Store, found: Option<&Found>, reason: &mut Reason) -> bool {
        let mut edges = Vec::new();
        self.graph.look(store, &mut edges);
        let told = match found {
            None => self.closed(&edges),
            // The path that keeps an edge away whose absence takes what was lost.
            Some(found) => (0..edges.len()).filter(|&edge| edges[edge].is_none()).find_map(|edge| {
                let (left, right, presence) = self.graph.edges[edge];
                let path = self.path(&edges, left, right, None)?;
                let before = reason.claims.len();
                let takes = presence.takes(store, false, found, reason);
                if !takes {
                    reason.claims.truncate(before);
                }
                takes.then_some(path)
            }),
        };
        for &edge in told.iter().flatten() {
            self.graph.edges[edge as usize].2.because(store, true, reason);
        }
        told.is_some()
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        let mut groups = UnionFind::default();
        groups.reset(self.graph.count());
        let there = self.graph.present(value);
        let mut there = self.graph.edges.iter().zip(there).filter(|(_, there)| *there);
        there.all(|(&(left, right, _), _)| groups.join(left, right))
    }
}

#[cfg(test)]
mod tests {
    use super::Acyclic;
    use crate::solver::constraints::graph::random::{edges, equals, grid};
    use crate::solver::engine::judge::judge;

    #[test]
    fn it_keeps_its_promises() {
        judge(|draw| Acyclic::new(grid(draw, 2, 4)));
        judge(|draw| Acyclic::new(grid(draw, 3, 3)));
        judge(|draw| {
            let edges = edges(draw, 2, 3);
            let vars: Vec<_> = (0..6).map(|_| draw.var(1..=2)).collect();
            Acyclic::new(equals(&vars, edges))
        });
    }
}

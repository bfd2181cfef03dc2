//! The nodes that are there hang together, through nodes that are there.
//!
//! Prunes by one depth-first walk from a node that is surely there: what it cannot reach is not there, and a node or edge
//! that alone links two sure nodes (an articulation point, a bridge) is. Without a sure node there is nothing to say.

use super::graph::{Forest, Graph, NONE};
use super::literal::Presence;
use crate::solver::engine::{Conflict, Cost, Events, Propagator, Spec, Store, VarId, each_once};

/// A graph that is connected.
#[derive(Clone, Debug)]
pub struct Connected {
    graph: Graph,
    /// For each node: when it is there.
    nodes: Vec<Presence>,
    states: Vec<Option<bool>>,
    edges: Vec<Option<bool>>,
    forest: Forest,
    sure: Vec<u32>,
}

impl Connected {
    /// The nodes of the graph that are there are connected.
    pub fn new(graph: Graph, nodes: Vec<Presence>) -> Connected {
        let (states, edges, sure) = (Vec::new(), Vec::new(), Vec::new());
        Connected { graph, nodes, states, edges, forest: Forest::default(), sure }
    }
}

impl Propagator for Connected {
    fn spec(&self) -> Spec {
        let edges = self.graph.edges.iter().map(|&(.., presence)| presence);
        let vars = self.nodes.iter().copied().chain(edges).flat_map(Presence::vars);
        Spec::new("connected", Cost::Highest, Events::ANY, each_once(vars))
    }

    fn prune(&mut self, store: &mut Store) -> Result<(), Conflict> {
        let Connected { graph, nodes, states, edges, forest, sure } = self;
        states.clear();
        states.extend(nodes.iter().map(|node| node.status(store)));
        graph.look(store, edges);
        let Some(root) = states.iter().position(|&state| state == Some(true)) else { return Ok(()) };
        forest.reset(graph.count());
        forest.grow(graph, root as u32, |node, edge| {
            states[node as usize] != Some(false) && edges[edge as usize] != Some(false)
        });
        for node in 0..graph.count() as u32 {
            if !forest.saw(node) && states[node as usize] != Some(false) {
                nodes[node as usize].set(store, false)?;
            }
        }
        sure.clear();
        sure.extend(states.iter().map(|&state| u32::from(state == Some(true))));
        forest.add_up(sure);
        for &node in &forest.order {
            let parent = forest.parent[node as usize];
            if parent == NONE || sure[node as usize] == 0 {
                continue;
            }
            if forest.hangs_on_parent(node) {
                nodes[parent as usize].set(store, true)?;
            }
            if forest.hangs_on_edge(node) {
                graph.edges[forest.entry[node as usize] as usize].2.set(store, true)?;
            }
        }
        Ok(())
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        let there: Vec<bool> = self.nodes.iter().map(|node| node.holds(value)).collect();
        let edges = self.graph.present(value);
        let Some(first) = there.iter().position(|&there| there) else { return true };
        let passes = |edge: u32| {
            let (left, right, _) = self.graph.edges[edge as usize];
            edges[edge as usize] && there[left as usize] && there[right as usize]
        };
        self.graph.reached(first as u32, passes).len() == there.iter().filter(|&&there| there).count()
    }
}

#[cfg(test)]
mod tests {
    use super::Connected;
    use crate::solver::constraints::graph::random::{grid, presence};
    use crate::solver::engine::judge::judge;

    #[test]
    fn it_keeps_its_promises() {
        judge(|draw| {
            let (graph, shared) = (grid(draw, 2, 3), [draw.var(1..=3)]);
            Connected::new(graph, draw.many(6..=6, |draw| presence(draw, &shared)))
        });
    }
}

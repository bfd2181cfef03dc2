//! Graphs whose nodes and edges may or may not be there: what the constraints on connection, reach and loops share.

use super::literal::Presence;
use crate::solver::engine::{Store, VarId, each_once};

/// No node.
pub const NONE: u32 = u32::MAX;

/// Nodes numbered from 0, and edges between them, at most one between two nodes; where edges have a direction, at most one
/// each way, from its first end to its second.
#[derive(Clone, Debug)]
pub struct Graph {
    /// The two ends of each edge, and when it is there.
    pub edges: Vec<(u32, u32, Presence)>,
    /// For each node: where its links start; and where the last one's end.
    starts: Vec<u32>,
    /// The other end and the edge, node by node.
    links: Vec<(u32, u32)>,
}

impl Graph {
    /// A graph with this many nodes.
    pub fn new(nodes: usize, edges: Vec<(u32, u32, Presence)>) -> Graph {
        let mut starts = vec![0_u32; nodes + 1];
        for &(left, right, _) in &edges {
            starts[left as usize + 1] += 1;
            starts[right as usize + 1] += 1;
        }
        for node in 0..nodes {
            starts[node + 1] += starts[node];
        }
        let mut free = starts.clone();
        let mut links = vec![(0, 0); 2 * edges.len()];
        for (number, &(left, right, _)) in edges.iter().enumerate() {
            for (end, other) in [(left, right), (right, left)] {
                links[free[end as usize] as usize] = (other, number as u32);
                free[end as usize] += 1;
            }
        }
        Graph { edges, starts, links }
    }

    /// How many nodes there are.
    pub fn count(&self) -> usize {
        self.starts.len() - 1
    }

    /// The other end and the number of each edge at a node.
    #[inline]
    pub fn links(&self, node: u32) -> &[(u32, u32)] {
        let node = node as usize;
        &self.links[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    /// Whether each edge is there, as far as that is decided.
    pub fn look(&self, store: &Store, states: &mut Vec<Option<bool>>) {
        states.clear();
        states.extend(self.edges.iter().map(|(.., presence)| presence.status(store)));
    }

    /// Which edges there are for these values.
    pub fn present(&self, value: &dyn Fn(VarId) -> i64) -> Vec<bool> {
        self.edges.iter().map(|(.., presence)| presence.holds(value)).collect()
    }

    /// The nodes that are reached from a node along some of the edges, itself first; both ways along each of them.
    pub fn reached(&self, from: u32, edge: impl Fn(u32) -> bool) -> Vec<u32> {
        self.spread(from, |node| self.links(node).iter().copied().filter(|&(_, number)| edge(number)))
    }

    /// The same only in the direction of the edges.
    pub fn reached_along(&self, from: u32, edge: impl Fn(u32) -> bool) -> Vec<u32> {
        self.spread(from, |node| self.ahead(node).filter(|&(_, number)| edge(number)))
    }

    fn spread<S: Iterator<Item = (u32, u32)>>(&self, from: u32, steps: impl Fn(u32) -> S) -> Vec<u32> {
        let mut seen = vec![false; self.count()];
        seen[from as usize] = true;
        let mut order = vec![from];
        let mut at = 0;
        while at < order.len() {
            for (next, _) in steps(order[at]) {
                if !std::mem::replace(&mut seen[next as usize], true) {
                    order.push(next);
                }
            }
            at += 1;
        }
        order
    }
}

impl Graph {
    /// The nodes that edges lead to from a node, each with its edge, if edges have a direction.
    pub fn ahead(&self, node: u32) -> impl Iterator<Item = (u32, u32)> {
        self.links(node).iter().copied().filter(move |&(_, edge)| self.edges[edge as usize].0 == node)
    }

    /// The nodes from which edges lead to a node, each with its edge, if edges have a direction.
    pub fn back(&self, node: u32) -> impl Iterator<Item = (u32, u32)> {
        self.links(node).iter().copied().filter(move |&(_, edge)| self.edges[edge as usize].1 == node)
    }
}

/// What is asked about the reach of nodes in one graph.
#[derive(Clone, Debug)]
pub struct ReachQuestions {
    /// The graph.
    pub graph: Graph,
    /// Two nodes, and what holds exactly when the first reaches the second.
    pub joined: Vec<(u32, u32, Presence)>,
    /// A node, and how many nodes it reaches, itself counted.
    pub sizes: Vec<(u32, VarId)>,
}

impl ReachQuestions {
    /// The variables of the graph and of the answers, each once.
    pub fn vars(&self) -> Vec<VarId> {
        let conditions =
            self.graph.edges.iter().chain(&self.joined).flat_map(|(.., presence)| presence.vars());
        each_once(conditions.chain(self.sizes.iter().map(|&(_, size)| size)))
    }

    /// Whether the answers are right for these values, if `reached` are the nodes that a node reaches by some edges.
    pub fn hold(
        &self,
        value: &dyn Fn(VarId) -> i64,
        reached: impl Fn(&Graph, u32, &dyn Fn(u32) -> bool) -> Vec<u32>,
    ) -> bool {
        let there = self.graph.present(value);
        let reached = |from: u32| reached(&self.graph, from, &|edge| there[edge as usize]);
        self.joined.iter().all(|&(from, to, answer)| reached(from).contains(&to) == answer.holds(value))
            && self.sizes.iter().all(|&(node, size)| reached(node).len() as i64 == value(size))
    }
}

/// Which nodes belong together.
#[derive(Clone, Default, Debug)]
pub struct UnionFind {
    above: Vec<u32>,
    size: Vec<u32>,
}

impl UnionFind {
    /// Each of this many nodes by itself.
    pub fn reset(&mut self, count: usize) {
        self.above.clear();
        self.above.extend(0..count as u32);
        self.size.clear();
        self.size.resize(count, 1);
    }

    /// The node that stands for a node's group.
    #[inline]
    pub fn find(&mut self, mut node: u32) -> u32 {
        while self.above[node as usize] != node {
            let above = self.above[self.above[node as usize] as usize];
            self.above[node as usize] = above;
            node = above;
        }
        node
    }

    /// Puts two groups together; whether they were different.
    pub fn join(&mut self, left: u32, right: u32) -> bool {
        let (mut small, mut large) = (self.find(left), self.find(right));
        if small == large {
            return false;
        }
        if self.size[small as usize] > self.size[large as usize] {
            std::mem::swap(&mut small, &mut large);
        }
        self.above[small as usize] = large;
        self.size[large as usize] += self.size[small as usize];
        true
    }

    /// How many nodes a node's group has.
    pub fn size(&mut self, node: u32) -> u32 {
        let top = self.find(node);
        self.size[top as usize]
    }
}

/// Trees of a depth-first walk, with what Tarjan's algorithm finds on the way: how far up each subtree is linked.
#[derive(Clone, Default, Debug)]
pub struct Forest {
    /// The nodes in the order in which they were first seen.
    pub order: Vec<u32>,
    /// For each node: its place in that order, or [`NONE`].
    pub number: Vec<u32>,
    /// For each node: the least number that an edge from its subtree leads to.
    pub low: Vec<u32>,
    /// For each node: the node it was seen from, or [`NONE`].
    pub parent: Vec<u32>,
    /// For each node: the edge it was seen along.
    pub entry: Vec<u32>,
    /// For each node on the way: how many of its links are left.
    way: Vec<u32>,
}

impl Forest {
    /// Forgets all trees.
    pub fn reset(&mut self, count: usize) {
        self.order.clear();
        for list in [&mut self.number, &mut self.low, &mut self.parent, &mut self.entry] {
            list.clear();
            list.resize(count, NONE);
        }
    }

    #[inline]
    fn see(&mut self, node: u32, parent: u32, entry: u32) {
        let number = self.order.len() as u32;
        self.order.push(node);
        let at = node as usize;
        (self.number[at], self.low[at], self.parent[at], self.entry[at]) = (number, number, parent, entry);
    }

    /// Adds the tree of all nodes reached from a root that was not seen before. `passes` says whether a link, to this node by
    /// this edge, may be walked; it must say the same both ways.
    pub fn grow(&mut self, graph: &Graph, root: u32, passes: impl Fn(u32, u32) -> bool) {
        self.see(root, NONE, NONE);
        let (mut node, mut links) = (root, graph.links(root).iter());
        loop {
            let (entry, mut low) = (self.entry[node as usize], self.low[node as usize]);
            let mut down = None;
            for &(next, edge) in links.by_ref() {
                if edge == entry || !passes(next, edge) {
                    continue;
                }
                let number = self.number[next as usize];
                if number == NONE {
                    down = Some((next, edge));
                    break;
                }
                low = low.min(number);
            }
            self.low[node as usize] = low;
            if let Some((next, edge)) = down {
                self.way.push(links.len() as u32);
                self.see(next, node, edge);
                (node, links) = (next, graph.links(next).iter());
                continue;
            }
            let parent = self.parent[node as usize];
            let Some(left) = self.way.pop().filter(|_| parent != NONE) else { return };
            let above = &mut self.low[parent as usize];
            *above = (*above).min(low);
            let all = graph.links(parent);
            (node, links) = (parent, all[all.len() - left as usize..].iter());
        }
    }

    /// Whether a node was seen.
    #[inline]
    pub fn saw(&self, node: u32) -> bool {
        self.number[node as usize] != NONE
    }

    /// Whether all links between a node's subtree and the rest go through its parent, an articulation point.
    #[inline]
    pub fn hangs_on_parent(&self, node: u32) -> bool {
        let parent = self.parent[node as usize];
        parent != NONE && self.low[node as usize] >= self.number[parent as usize]
    }

    /// Whether the edge to its parent is the only link between a node's subtree and the rest: a bridge.
    #[inline]
    pub fn hangs_on_edge(&self, node: u32) -> bool {
        let parent = self.parent[node as usize];
        parent != NONE && self.low[node as usize] > self.number[parent as usize]
    }

    /// Adds up a number for each subtree.
    pub fn add_up(&self, sums: &mut [u32]) {
        for &node in self.order.iter().rev() {
            let parent = self.parent[node as usize];
            if parent != NONE {
                sums[parent as usize] += sums[node as usize];
            }
        }
    }
}

/// Random graphs for the judge.
#[cfg(test)]
pub(super) mod random {
    use super::{Graph, Presence, ReachQuestions};
    use crate::solver::constraints::literal::Literal;
    use crate::solver::engine::VarId;
    use crate::solver::engine::judge::Draw;

    /// A condition on a variable of its own, on one that others share, or one that always holds.
    pub fn presence(draw: &mut Draw, shared: &[VarId]) -> Presence {
        let (var, width) = match draw.below(8) {
            0 => (draw.pick(shared), 3),
            1 => (draw.var(1..=1), 1),
            _ => (draw.var(1..=2), 2),
        };
        let mask = if width == 1 { 1 } else { draw.int(1..=(1 << width) - 2) as u64 };
        Presence::If(Literal { var, base: 1, mask })
    }

    /// The edges of a little grid, now and then one more or one less; each end with its node.
    pub fn edges(draw: &mut Draw, rows: u32, cols: u32) -> Vec<(u32, u32)> {
        let mut edges = Vec::new();
        for node in 0..rows * cols {
            if node % cols + 1 < cols {
                edges.push((node, node + 1));
            }
            if node / cols + 1 < rows {
                edges.push((node, node + cols));
            }
            if node % cols + 1 < cols && node / cols + 1 < rows && draw.below(4) == 0 {
                edges.push((node, node + cols + 1));
            }
        }
        edges.retain(|_| draw.below(8) > 0);
        edges
    }

    /// Some nodes joined by edges that have conditions.
    pub fn graph(draw: &mut Draw, nodes: u32, edges: Vec<(u32, u32)>) -> Graph {
        let shared = [draw.var(1..=3)];
        let edges = edges.into_iter().map(|(left, right)| (left, right, presence(draw, &shared)));
        Graph::new(nodes as usize, edges.collect())
    }

    /// A little grid whose edges have conditions.
    pub fn grid(draw: &mut Draw, rows: u32, cols: u32) -> Graph {
        let edges = edges(draw, rows, cols);
        graph(draw, rows * cols, edges)
    }

    /// Some nodes with variables, joined by edges that are there where their values are equal.
    pub fn equals(vars: &[VarId], edges: Vec<(u32, u32)>) -> Graph {
        let equal = |(left, right)| (left, right, Presence::Equal(vars[left as usize], vars[right as usize]));
        Graph::new(vars.len(), edges.into_iter().map(equal).collect())
    }

    /// Some questions about a graph; a size is a variable of its own or that of a node.
    pub fn questions(draw: &mut Draw, graph: Graph, values: &[VarId]) -> ReachQuestions {
        let (count, shared) = (graph.count(), [draw.var(1..=3)]);
        let mut joined = draw.many(0..=3, |draw| {
            (draw.below(count) as u32, draw.below(count) as u32, presence(draw, &shared))
        });
        joined.retain(|(left, right, _)| left != right);
        let sizes = draw.many(0..=3, |draw| {
            let node = draw.below(count);
            let own = values.get(node).copied().filter(|_| draw.below(3) > 0);
            (node as u32, own.unwrap_or_else(|| draw.var(0..=5)))
        });
        ReachQuestions { graph, joined, sizes }
    }
}

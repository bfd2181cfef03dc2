//! The edges that are there form exactly one closed loop.
//!
//! Prunes in two stages. First what is near: two edges or none at a node, and no loop closed while edges outside it are
//! sure. Then what is far: from one end of a path the loop goes on to the other, so it uses what alone leads there and
//! nothing off the way; and where one open edge alone leads into a part, the loose ends there tell whether it is used,
//! since paths have two ends.

use super::graph::{Forest, Graph, Groups, NONE, watch};
use crate::engine::{About, Conflict, Cost, Events, Propagator, Store, VarId};

/// A graph that is one closed loop.
#[derive(Clone, Debug)]
pub struct ClosedLoop {
    graph: Graph,
    edges: Vec<Option<bool>>,
    paths: Groups,
    forest: Forest,
    /// For each node: the sure edges there.
    sure: Vec<u32>,
    block: Vec<u32>,
}

impl ClosedLoop {
    /// The edges of the graph that are there form one closed loop.
    pub fn new(graph: Graph) -> ClosedLoop {
        ClosedLoop {
            graph,
            edges: Vec::new(),
            paths: Groups::default(),
            forest: Forest::default(),
            sure: Vec::new(),
            block: Vec::new(),
        }
    }

    fn set(&mut self, store: &mut Store, edge: u32, value: bool) -> Result<(), Conflict> {
        let state = &mut self.edges[edge as usize];
        match *state {
            Some(known) if known == value => Ok(()),
            Some(_) => Err(Conflict),
            None => {
                *state = Some(value);
                let (left, right, presence) = self.graph.edges[edge as usize];
                if value {
                    self.sure[left as usize] += 1;
                    self.sure[right as usize] += 1;
                }
                presence.set(store, value)
            }
        }
    }

    /// Two edges at each node, or none.
    fn degrees(&mut self, store: &mut Store) -> Result<(), Conflict> {
        self.sure.clear();
        self.sure.resize(self.graph.len(), 0);
        for (&(left, right, _), _) in
            self.graph.edges.iter().zip(&self.edges).filter(|(_, state)| **state == Some(true))
        {
            self.sure[left as usize] += 1;
            self.sure[right as usize] += 1;
        }
        let mut waiting: Vec<u32> = (0..self.graph.len() as u32).collect();
        while let Some(node) = waiting.pop() {
            let mut open = self.graph.links(node).iter().filter(|link| self.edges[link.1 as usize].is_none());
            let (first, second) = (open.next().copied(), open.next().copied());
            let sure = self.sure[node as usize];
            let value = match (sure, first, second) {
                (3.., ..) | (1, None, _) => return Err(Conflict),
                (2, Some(_), _) | (0, Some(_), None) => false,
                (1, Some(_), None) => true,
                _ => continue,
            };
            let Some((next, edge)) = first else { continue };
            self.set(store, edge, value)?;
            waiting.extend([node, next]);
        }
        Ok(())
    }

    /// No loop is closed while there are sure edges outside it, or a second one.
    fn closing(&mut self, store: &mut Store) -> Result<(), Conflict> {
        self.paths.reset(self.graph.len());
        let mut closed = None;
        let mut sure = 0;
        for number in 0..self.edges.len() {
            let (left, right, _) = self.graph.edges[number];
            if self.edges[number] == Some(true) {
                sure += 1;
                if !self.paths.join(left, right) && closed.replace(left).is_some() {
                    return Err(Conflict);
                }
            }
        }
        if let Some(node) = closed {
            // No node has three edges, so a loop has as many edges as nodes.
            if self.paths.size(node) != sure {
                return Err(Conflict);
            }
            return (0..self.edges.len() as u32).try_for_each(|edge| match self.edges[edge as usize] {
                None => self.set(store, edge, false),
                Some(_) => Ok(()),
            });
        }
        for edge in 0..self.edges.len() as u32 {
            let (left, right, _) = self.graph.edges[edge as usize];
            let state = self.edges[edge as usize];
            if state.is_none()
                && self.paths.find(left) == self.paths.find(right)
                && self.paths.size(left) != sure + 1
            {
                self.set(store, edge, false)?;
            }
        }
        Ok(())
    }

    /// Without any sure edge: an edge that alone links two parts is on no loop.
    fn bridges(&mut self, store: &mut Store) -> Result<(), Conflict> {
        let ClosedLoop { graph, edges, forest, .. } = self;
        forest.reset(graph.len());
        for root in 0..graph.len() as u32 {
            if !forest.saw(root) {
                forest.grow(graph, root, |_, edge| edges[edge as usize] != Some(false));
            }
        }
        let single: Vec<u32> = forest
            .order
            .iter()
            .filter(|&&node| forest.hangs_on_edge(node))
            .map(|&node| forest.entry[node as usize])
            .collect();
        single.into_iter().try_for_each(|edge| self.set(store, edge, false))?;
        let any = self.edges.iter().any(|&state| state != Some(false));
        if any { Ok(()) } else { Err(Conflict) }
    }

    /// From one loose end of each path the loop goes on to the other.
    fn detours(&mut self, store: &mut Store) -> Result<(), Conflict> {
        let path: Vec<u32> = (0..self.graph.len() as u32).map(|node| self.paths.find(node)).collect();
        let mut ends: Vec<(u32, u32)> = (0..self.graph.len() as u32)
            .filter(|&node| self.sure[node as usize] == 1)
            .map(|node| (path[node as usize], node))
            .collect();
        ends.sort_unstable();
        for pair in ends.chunks_exact(2) {
            // An end may have been linked meanwhile; the next call will look again.
            if pair.iter().all(|&(_, end)| self.sure[end as usize] == 1) {
                self.detour(store, &path, pair[0].1, pair[1].1)?;
            }
        }
        Ok(())
    }

    /// The loop goes from one end of a path to the other by other edges, and through each node once: it stays in the
    /// blocks, parts that no single node separates, that lie on the way.
    fn detour(&mut self, store: &mut Store, path: &[u32], from: u32, to: u32) -> Result<(), Conflict> {
        let ClosedLoop { graph, edges, forest, block, .. } = self;
        let own = |edge: u32| {
            edges[edge as usize] == Some(true)
                && path[graph.edges[edge as usize].0 as usize] == path[from as usize]
        };
        let passes = |edge: u32| edges[edge as usize] != Some(false) && !own(edge);
        forest.reset(graph.len());
        forest.grow(graph, from, |_, edge| passes(edge));
        if !forest.saw(to) {
            return Err(Conflict);
        }
        // The block of the edge to each node's parent. An edge back up is in the block of its lower end.
        block.clear();
        block.resize(graph.len(), NONE);
        for &node in &forest.order[1..] {
            let parent = forest.parent[node as usize];
            block[node as usize] = if forest.hangs_on_parent(node) { node } else { block[parent as usize] };
        }
        let mut known: Vec<(u32, bool)> = Vec::new();
        let mut on_way = vec![false; graph.len()];
        let mut node = to;
        while node != from {
            on_way[block[node as usize] as usize] = true;
            if forest.hangs_on_edge(node) {
                known.push((forest.entry[node as usize], true));
            }
            node = forest.parent[node as usize];
        }
        for edge in (0..edges.len() as u32).filter(|&edge| passes(edge)) {
            let (left, right, _) = graph.edges[edge as usize];
            let lower =
                if forest.number[left as usize] > forest.number[right as usize] { left } else { right };
            if !forest.saw(lower) || !on_way[block[lower as usize] as usize] {
                known.push((edge, false));
            }
        }
        known.into_iter().try_for_each(|(edge, used)| self.set(store, edge, used))
    }

    /// Where one open edge alone leads into a part, it is used if the number of loose ends there is odd, else not.
    fn parity(&mut self, store: &mut Store) -> Result<(), Conflict> {
        let ClosedLoop { graph, edges, forest, sure, .. } = self;
        forest.reset(graph.len());
        let mut ends: Vec<u32> = sure.iter().map(|&sure| sure % 2).collect();
        let mut roots = Vec::new();
        for root in 0..graph.len() as u32 {
            if !forest.saw(root) {
                roots.push(root);
                forest.grow(graph, root, |_, edge| edges[edge as usize].is_none());
            }
        }
        forest.add_up(&mut ends);
        if roots.iter().any(|&root| ends[root as usize] % 2 == 1) {
            return Err(Conflict);
        }
        let known: Vec<(u32, bool)> = forest
            .order
            .iter()
            .filter(|&&node| forest.hangs_on_edge(node))
            .map(|&node| (forest.entry[node as usize], ends[node as usize] % 2 == 1))
            .collect();
        known.into_iter().try_for_each(|(edge, used)| self.set(store, edge, used))
    }
}

/// What people are told.
pub const ABOUT: About = About {
    name: "loop",
    meaning: "the edges that are there form one closed loop",
    prunes: "edges that close a loop too early, lead nowhere, or break the count of loose ends",
};

impl Propagator for ClosedLoop {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn cost(&self) -> Cost {
        Cost::Highest
    }

    fn watches(&self) -> Vec<(VarId, Events)> {
        watch(self.graph.edges.iter().flat_map(|(.., presence)| presence.vars()))
    }

    fn prune(&mut self, store: &mut Store) -> Result<(), Conflict> {
        let mut edges = std::mem::take(&mut self.edges);
        self.graph.look(store, &mut edges);
        self.edges = edges;
        let open = |edges: &[Option<bool>]| edges.iter().filter(|state| state.is_none()).count();
        loop {
            let before = open(&self.edges);
            self.degrees(store)?;
            self.closing(store)?;
            if open(&self.edges) == before {
                break;
            }
        }
        if self.edges.contains(&Some(true)) {
            self.detours(store)?;
        } else {
            self.bridges(store)?;
        }
        self.parity(store)
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        let edges = self.graph.present(value);
        let Some(first) = edges.iter().position(|&there| there) else { return false };
        let degree = |node: u32| self.graph.links(node).iter().filter(|link| edges[link.1 as usize]).count();
        let nodes = 0..self.graph.len() as u32;
        let used = nodes.clone().filter(|&node| degree(node) > 0).count();
        let reached = self.graph.reached(self.graph.edges[first].0, |edge| edges[edge as usize]).len();
        nodes.clone().all(|node| matches!(degree(node), 0 | 2)) && reached == used
    }
}

#[cfg(test)]
mod tests {
    use super::ClosedLoop;
    use crate::constraints::graph::tests::draw;
    use crate::engine::judge::judge;

    #[test]
    fn it_keeps_its_promises() {
        judge(|random, store| Box::new(ClosedLoop::new(draw(random, store, 2, 4))));
        judge(|random, store| Box::new(ClosedLoop::new(draw(random, store, 3, 3))));
    }
}

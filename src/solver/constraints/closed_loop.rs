//! The edges that are there form exactly one closed loop (`subcircuit` of an undirected graph).
//!
//! Prunes in two stages. First what is near: two edges or none at a node, and no loop closed while edges outside it are
//! sure. Then what is far: all of the loop lies in one block of the graph (between Tarjan's articulation points); and where
//! one open edge alone leads into a part, the loose ends there tell whether it is used, since paths have two ends.

mod reasons;

use super::graph::{Forest, Graph, NONE};
use crate::solver::engine::{
    Conflict, Cost, Events, Found, Propagator, Reason, Spec, Store, VarId, each_once,
};

/// A graph that is one closed loop.
#[derive(Clone, Debug)]
pub struct ClosedLoop {
    graph: Graph,
    edges: Vec<Option<bool>>,
    forest: Forest,
    /// For each node: the sure edges there, and those that may be.
    sure: Vec<u32>,
    open: Vec<u32>,
    /// Nodes at which edges have changed.
    waiting: Vec<u32>,
    /// For each node at which a path ends: its other end, and the edges between them.
    far: Vec<(u32, u32)>,
    block: Vec<u32>,
    /// For each node: the loose ends in its subtree.
    ends: Vec<u32>,
    /// Whether what is far is looked at only now and then.
    seldom: bool,
    /// The edges that hang on each variable, in the order of the variables.
    of_var: Vec<(VarId, u32)>,
}

/// What is far is dear to look at and seldom tells anything: where speed counts, it is looked at for one in so many numbers of
/// open edges, so that it depends on the domains alone.
const SELDOM: usize = 8;

impl ClosedLoop {
    /// The edges of the graph that are there form one closed loop.
    pub fn new(graph: Graph) -> ClosedLoop {
        let vars = (0..)
            .zip(&graph.edges)
            .flat_map(|(edge, (.., presence))| presence.vars().map(move |var| (var, edge)));
        let mut of_var: Vec<(VarId, u32)> = vars.collect();
        of_var.sort_unstable();
        ClosedLoop {
            graph,
            of_var,
            edges: Vec::new(),
            forest: Forest::default(),
            sure: Vec::new(),
            open: Vec::new(),
            waiting: Vec::new(),
            far: Vec::new(),
            block: Vec::new(),
            ends: Vec::new(),
            seldom: false,
        }
    }

    /// The same, for a search that would rather go on than look far.
    #[must_use]
    pub fn seldom(self) -> ClosedLoop {
        ClosedLoop { seldom: true, ..self }
    }

    fn set(&mut self, store: &mut Store, edge: u32, value: bool) -> Result<(), Conflict> {
        let state = &mut self.edges[edge as usize];
        match *state {
            Some(known) if known == value => Ok(()),
            Some(_) => Err(Conflict),
            None => {
                *state = Some(value);
                let (left, right, presence) = self.graph.edges[edge as usize];
                for node in [left, right] {
                    self.sure[node as usize] += u32::from(value);
                    self.open[node as usize] -= 1;
                    self.waiting.push(node);
                }
                presence.set(store, value)
            }
        }
    }

    /// Counts the edges at each node, and finds the nodes at which they tell something.
    fn count(&mut self) {
        for counts in [&mut self.sure, &mut self.open] {
            counts.clear();
            counts.resize(self.graph.count(), 0);
        }
        for (&(left, right, _), state) in self.graph.edges.iter().zip(&self.edges) {
            let counts = match state {
                Some(true) => &mut self.sure,
                Some(false) => continue,
                None => &mut self.open,
            };
            counts[left as usize] += 1;
            counts[right as usize] += 1;
        }
        self.waiting.clear();
        let tells = |&node: &u32| {
            let (sure, open) = (self.sure[node as usize], self.open[node as usize]);
            sure > 2 || sure == 2 && open > 0 || sure == 1 && open < 2 || sure == 0 && open == 1
        };
        self.waiting.extend((0..self.graph.count() as u32).filter(tells));
    }

    /// Two edges at each node, or none.
    fn degrees(&mut self, store: &mut Store) -> Result<(), Conflict> {
        while let Some(node) = self.waiting.pop() {
            let value = match (self.sure[node as usize], self.open[node as usize]) {
                (3.., _) | (1, 0) => return Err(Conflict),
                (2, 1..) | (0, 1) => false,
                (1, 1) => true,
                _ => continue,
            };
            let is_open = |link: &&(u32, u32)| self.edges[link.1 as usize].is_none();
            if let Some(&(_, edge)) = self.graph.links(node).iter().find(is_open) {
                self.set(store, edge, value)?;
            }
        }
        Ok(())
    }

    /// No loop is closed while there are sure edges outside it, or a second one. No node has three edges, or one edge alone.
    fn closing(&mut self, store: &mut Store) -> Result<(), Conflict> {
        let ClosedLoop { graph, edges, sure, far, .. } = self;
        far.clear();
        far.resize(graph.count(), (NONE, 0));
        let total = edges.iter().filter(|&&state| state == Some(true)).count() as u32;
        // Paths from end to end; what is left of the sure edges are loops.
        let mut walked = 0;
        for start in 0..graph.count() as u32 {
            if sure[start as usize] == 1 && far[start as usize].0 == NONE {
                let (end, length) = walk(graph, edges, start, NONE);
                walked += length;
                far[start as usize] = (end, length);
                far[end as usize] = (start, length);
            }
        }
        if walked < total {
            let looped = (0..edges.len()).find(|&edge| {
                edges[edge] == Some(true) && {
                    let (left, right, _) = graph.edges[edge];
                    sure[left as usize] == 2 && sure[right as usize] == 2 && {
                        let (end, _) = walk(graph, edges, left, edge as u32);
                        end == right
                    }
                }
            });
            let (left, length) = looped.map_or((NONE, 0), |edge| {
                let (left, ..) = graph.edges[edge];
                (left, walk(graph, edges, left, edge as u32).1 + 1)
            });
            if left == NONE || length != total {
                return Err(Conflict);
            }
            return (0..self.edges.len() as u32).try_for_each(|edge| match self.edges[edge as usize] {
                None => self.set(store, edge, false),
                Some(_) => Ok(()),
            });
        }
        for edge in 0..self.edges.len() as u32 {
            let (left, right, _) = self.graph.edges[edge as usize];
            let (end, length) = self.far[left as usize];
            if end == right && self.edges[edge as usize].is_none() && length != total {
                self.set(store, edge, false)?;
            }
        }
        Ok(())
    }

    /// Without any sure edge: an edge that alone links two parts is on no loop.
    fn bridges(&mut self, store: &mut Store) -> Result<(), Conflict> {
        let ClosedLoop { graph, edges, forest, .. } = self;
        forest.reset(graph.count());
        for root in 0..graph.count() as u32 {
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

    /// The loop passes each node once, so it lies in one block: a part that no single node separates.
    fn one_block(&mut self, store: &mut Store) -> Result<(), Conflict> {
        let Some(first) = self.edges.iter().position(|&state| state == Some(true)) else { return Ok(()) };
        self.forest.divide(&self.graph, &self.edges, first as u32, &mut self.block);
        let own = block_of(&self.graph, &self.forest, &self.block, first as u32);
        for edge in 0..self.edges.len() as u32 {
            if self.edges[edge as usize] != Some(false)
                && block_of(&self.graph, &self.forest, &self.block, edge) != own
            {
                self.set(store, edge, false)?;
            }
        }
        Ok(())
    }

    /// Where one open edge alone leads into a part, it is used if the number of loose ends there is odd, else not.
    fn parity(&mut self, store: &mut Store) -> Result<(), Conflict> {
        let ClosedLoop { graph, edges, forest, sure, open, ends, .. } = self;
        forest.reset(graph.count());
        ends.clear();
        ends.extend(sure.iter().map(|&sure| sure % 2));
        for root in 0..graph.count() as u32 {
            // What is near has been found out: no path ends at a node without an open edge.
            if open[root as usize] > 0 && !forest.saw(root) {
                forest.grow(graph, root, |_, edge| edges[edge as usize].is_none());
            }
        }
        forest.add_up(ends);
        let roots = forest.order.iter().filter(|&&node| forest.parent[node as usize] == NONE);
        if roots.into_iter().any(|&root| ends[root as usize] % 2 == 1) {
            return Err(Conflict);
        }
        for at in 0..self.forest.order.len() {
            let node = self.forest.order[at];
            if self.forest.hangs_on_edge(node) {
                self.set(store, self.forest.entry[node as usize], self.ends[node as usize] % 2 == 1)?;
            }
        }
        Ok(())
    }
}

impl Forest {
    /// Divides the part of a graph that a sure edge lies in into blocks: for each node, that of the edge to its parent.
    fn divide(&mut self, graph: &Graph, edges: &[Option<bool>], first: u32, block: &mut Vec<u32>) {
        self.reset(graph.count());
        self.grow(graph, graph.edges[first as usize].0, |_, edge| edges[edge as usize] != Some(false));
        block.clear();
        block.resize(graph.count(), NONE);
        for &node in &self.order[1..] {
            let parent = self.parent[node as usize];
            block[node as usize] = if self.hangs_on_parent(node) { node } else { block[parent as usize] };
        }
    }
}

/// The block of an edge, by the first node in it. An edge back up is in the block of its lower end.
#[inline]
fn block_of(graph: &Graph, forest: &Forest, block: &[u32], edge: u32) -> u32 {
    let (left, right, _) = graph.edges[edge as usize];
    let lower = if forest.number[left as usize] > forest.number[right as usize] { left } else { right };
    if forest.saw(lower) { block[lower as usize] } else { NONE }
}

/// Walks along sure edges, of which no node has three, from a node and away from an edge: where that ends, or comes back, and
/// how many edges it takes.
fn walk(graph: &Graph, edges: &[Option<bool>], start: u32, away: u32) -> (u32, u32) {
    let (mut node, mut last, mut length) = (start, away, 0);
    loop {
        let sure = |link: &&(u32, u32)| link.1 != last && edges[link.1 as usize] == Some(true);
        match graph.links(node).iter().find(sure) {
            // Back on the edge that was to be left out.
            Some(&(_, edge)) if edge == away => return (node, length),
            Some(&(next, edge)) => (node, last, length) = (next, edge, length + 1),
            None => return (node, length),
        }
    }
}

impl Propagator for ClosedLoop {
    fn spec(&self) -> Spec {
        let edges = self.graph.edges.iter().flat_map(|(.., presence)| presence.vars());
        Spec::new("loop", Cost::Highest, Events::ANY, each_once(edges))
    }

    fn prune(&mut self, store: &mut Store) -> Result<(), Conflict> {
        let mut edges = std::mem::take(&mut self.edges);
        self.graph.look(store, &mut edges);
        self.edges = edges;
        let before = store.prunings;
        self.count();
        loop {
            self.degrees(store)?;
            self.closing(store)?;
            if self.waiting.is_empty() {
                break;
            }
        }
        // There is a loop.
        if self.edges.iter().all(|&state| state == Some(false)) {
            return Err(Conflict);
        }
        // What is near may lead others on: what is far can wait until they have run.
        if store.prunings > before && store.comes_again {
            return Ok(());
        }
        let open = || self.edges.iter().filter(|state| state.is_none()).count();
        if self.seldom && store.comes_again && !open().is_multiple_of(SELDOM) {
            return Ok(());
        }
        if self.edges.contains(&Some(true)) {
            self.one_block(store)?;
        } else {
            self.bridges(store)?;
        }
        self.parity(store)
    }

    fn explain(&self, store: &Store, _root: &Store, found: Option<&Found>, reason: &mut Reason) -> bool {
        let named = match found {
            Some(found) => self.because_of(store, found),
            None => self.clash(store),
        };
        let vars = |named: Vec<u32>| {
            named.iter().flat_map(|&edge| self.graph.edges[edge as usize].2.vars()).collect()
        };
        reason.wholes(store, named.map(vars))
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        let edges = self.graph.present(value);
        let Some(first) = edges.iter().position(|&there| there) else { return false };
        let degree = |node: u32| self.graph.links(node).iter().filter(|link| edges[link.1 as usize]).count();
        let nodes = 0..self.graph.count() as u32;
        let used = nodes.clone().filter(|&node| degree(node) > 0).count();
        let reached = self.graph.reached(self.graph.edges[first].0, |edge| edges[edge as usize]).len();
        nodes.clone().all(|node| matches!(degree(node), 0 | 2)) && reached == used
    }
}

#[cfg(test)]
mod tests {
    use super::ClosedLoop;
    use crate::solver::constraints::graph::random::grid;
    use crate::solver::engine::judge::judge;

    #[test]
    fn it_keeps_its_promises() {
        judge(|draw| ClosedLoop::new(grid(draw, 2, 4)));
        judge(|draw| ClosedLoop::new(grid(draw, 3, 3)));
        judge(|draw| ClosedLoop::new(grid(draw, 3, 3)).seldom());
    }
}

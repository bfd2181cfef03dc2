//! The edges that are there form exactly one closed loop (`subcircuit` of an undirected graph).
//!
//! Prunes in two stages. First what is near: two edges or none at a node, and no loop closed while edges outside it are
//! sure. Then what is far: all of the loop lies in one block of the graph (between Tarjan's articulation points); and where
//! one open edge alone leads into a part, the loose ends there tell whether it is used, since paths have two ends.

use super::graph::{Forest, Graph, NONE, UnionFind};
use super::literal::Presence;
use crate::solver::engine::{Conflict, Cost, Events, Fact, Propagator, Spec, Store, VarId, each_once};

/// A graph that is one closed loop.
#[derive(Clone, Debug)]
pub struct ClosedLoop {
    graph: Graph,
    edges: Vec<Option<bool>>,
    paths: UnionFind,
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
            paths: UnionFind::default(),
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
        self.sure.resize(self.graph.count(), 0);
        for (&(left, right, _), _) in
            self.graph.edges.iter().zip(&self.edges).filter(|(_, state)| **state == Some(true))
        {
            self.sure[left as usize] += 1;
            self.sure[right as usize] += 1;
        }
        let mut waiting: Vec<u32> = (0..self.graph.count() as u32).collect();
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
        self.paths.reset(self.graph.count());
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
        let ClosedLoop { graph, edges, forest, block, .. } = self;
        let Some(first) = edges.iter().position(|&state| state == Some(true)) else { return Ok(()) };
        let there = |edge: u32| edges[edge as usize] != Some(false);
        forest.reset(graph.count());
        forest.grow(graph, graph.edges[first].0, |_, edge| there(edge));
        // The block of the edge to each node's parent. An edge back up is in the block of its lower end.
        block.clear();
        block.resize(graph.count(), NONE);
        for &node in &forest.order[1..] {
            let parent = forest.parent[node as usize];
            block[node as usize] = if forest.hangs_on_parent(node) { node } else { block[parent as usize] };
        }
        let block_of = |edge: u32| {
            let (left, right, _) = graph.edges[edge as usize];
            let lower =
                if forest.number[left as usize] > forest.number[right as usize] { left } else { right };
            if forest.saw(lower) { block[lower as usize] } else { NONE }
        };
        let own = block_of(first as u32);
        let out: Vec<u32> =
            (0..edges.len() as u32).filter(|&edge| there(edge) && block_of(edge) != own).collect();
        out.into_iter().try_for_each(|edge| self.set(store, edge, false))
    }

    /// Where one open edge alone leads into a part, it is used if the number of loose ends there is odd, else not.
    fn parity(&mut self, store: &mut Store) -> Result<(), Conflict> {
        let ClosedLoop { graph, edges, forest, sure, .. } = self;
        forest.reset(graph.count());
        let mut ends: Vec<u32> = sure.iter().map(|&sure| sure % 2).collect();
        let mut roots = Vec::new();
        for root in 0..graph.count() as u32 {
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

/// Reasons: the edges that alone tell what was found out.
impl ClosedLoop {
    /// Why an edge is there or not; nothing if it takes more than a look at its ends, the path between them, and the parts
    /// it links.
    fn because_of(&self, store: &Store, edges: &[Option<bool>], fact: &Fact) -> Option<Vec<u32>> {
        let of_var = |edge: &u32| match self.graph.edges[*edge as usize].2 {
            Presence::If(literal) => literal.var == fact.var && edges[*edge as usize].is_none(),
            Presence::Always | Presence::Equal(..) => false,
        };
        (0..edges.len() as u32).filter(of_var).find_map(|edge| self.because_of_edge(store, edges, fact, edge))
    }

    fn because_of_edge(
        &self,
        store: &Store,
        edges: &[Option<bool>],
        fact: &Fact,
        edge: u32,
    ) -> Option<Vec<u32>> {
        let (left, right, Presence::If(literal)) = self.graph.edges[edge as usize] else { return None };
        let (_, bits) = store.word(literal.var);
        let brings = |value: bool| fact.allows_all(bits & if value { literal.mask } else { !literal.mask });
        for node in [left, right] {
            let others = self.graph.links(node).iter().map(|link| link.1).filter(|&other| other != edge);
            let others: Vec<u32> = others.collect();
            let sure: Vec<u32> =
                others.iter().copied().filter(|&other| edges[other as usize] == Some(true)).collect();
            if sure.len() >= 2 && brings(false) {
                return Some(sure[..2].to_vec());
            }
            let none_open = others.iter().all(|&other| edges[other as usize].is_some());
            if none_open && sure.len() < 2 && brings(sure.len() == 1) {
                return Some(others);
            }
        }
        let path = self.path(edges, left, right).filter(|_| brings(false));
        if let Some(path) = path {
            let outside = |other: &u32| edges[*other as usize] == Some(true) && !path.contains(other);
            let outside = (0..edges.len() as u32).find(outside)?;
            return Some([path, vec![outside]].concat());
        }
        let cuts = [(left, right), (right, left)].into_iter().flat_map(|(from, to)| {
            [true, false].map(|open| {
                let side = self.graph.reached(from, |other| {
                    other != edge
                        && if open {
                            edges[other as usize].is_none()
                        } else {
                            edges[other as usize] != Some(false)
                        }
                });
                (!side.contains(&to)).then(|| self.cut(&side, edge))
            })
        });
        let odd = |cut: &Vec<u32>| {
            cut.iter().filter(|&&other| edges[other as usize] == Some(true)).count() % 2 == 1
        };
        cuts.flatten().filter(|cut| brings(odd(cut))).min_by_key(Vec::len)
    }

    /// The edges that lead out of a part, apart from one.
    fn cut(&self, part: &[u32], apart: u32) -> Vec<u32> {
        let mut inside = vec![false; self.graph.count()];
        part.iter().for_each(|&node| inside[node as usize] = true);
        let links = part.iter().flat_map(|&node| self.graph.links(node));
        links.filter(|(next, edge)| !inside[*next as usize] && *edge != apart).map(|link| link.1).collect()
    }

    /// Edges that cannot be all as they are, near each other.
    fn clash(&self, edges: &[Option<bool>]) -> Option<Vec<u32>> {
        for node in 0..self.graph.count() as u32 {
            let around = self.graph.links(node).iter().map(|link| link.1);
            let sure: Vec<u32> = around.clone().filter(|&edge| edges[edge as usize] == Some(true)).collect();
            if sure.len() > 2 {
                return Some(sure[..3].to_vec());
            }
            if sure.len() == 1 && around.clone().all(|edge| edges[edge as usize].is_some()) {
                return Some(around.collect());
            }
        }
        // A loop leaves a part as often as it enters it.
        let mut seen = vec![false; self.graph.count()];
        let mut odd: Option<Vec<u32>> = None;
        for node in 0..self.graph.count() as u32 {
            if !seen[node as usize] {
                let part = self.graph.reached(node, |edge| edges[edge as usize].is_none());
                part.iter().for_each(|&node| seen[node as usize] = true);
                let cut = self.cut(&part, NONE);
                let sure = cut.iter().filter(|&&edge| edges[edge as usize] == Some(true)).count();
                if sure % 2 == 1 && odd.as_ref().is_none_or(|odd| cut.len() < odd.len()) {
                    odd = Some(cut);
                }
            }
        }
        odd
    }

    /// The sure edges that lead from one node to another.
    fn path(&self, edges: &[Option<bool>], from: u32, to: u32) -> Option<Vec<u32>> {
        let (mut node, mut path) = (from, Vec::new());
        while node != to {
            let sure =
                |link: &&(u32, u32)| edges[link.1 as usize] == Some(true) && path.last() != Some(&link.1);
            let &(next, edge) = self.graph.links(node).iter().find(sure)?;
            path.push(edge);
            node = next;
            if path.len() > edges.len() {
                return None;
            }
        }
        Some(path)
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
        let open = |edges: &[Option<bool>]| edges.iter().filter(|state| state.is_none()).count();
        let first = open(&self.edges);
        loop {
            let before = open(&self.edges);
            self.degrees(store)?;
            self.closing(store)?;
            if open(&self.edges) == before {
                break;
            }
        }
        // What is near may lead others on: what is far can wait until they have run.
        if open(&self.edges) < first && store.comes_again {
            return Ok(());
        }
        if self.edges.contains(&Some(true)) {
            self.one_block(store)?;
        } else {
            self.bridges(store)?;
        }
        self.parity(store)
    }

    fn because(&self, store: &Store, found: Option<&Fact>) -> Option<Vec<VarId>> {
        let mut edges = Vec::new();
        self.graph.look(store, &mut edges);
        let named = match found {
            Some(fact) => self.because_of(store, &edges, fact)?,
            None => self.clash(&edges)?,
        };
        Some(named.iter().flat_map(|&edge| self.graph.edges[edge as usize].2.vars()).collect())
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
    }
}

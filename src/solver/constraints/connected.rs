//! The nodes that are there hang together, through nodes that are there; a thoroughfare lets others through and need not
//! be reached itself.
//!
//! Prunes by one depth-first walk from a node that is surely there: what it cannot reach is not there, and a node or edge
//! that alone links two sure nodes (an articulation point, a bridge) is. Without a sure node there is nothing to say.
//!
//! Reasons are cuts: what is not there between two nodes, as little of it as keeps them apart.

use super::graph::{Forest, Graph, NONE};
use super::literal::{Literal, Presence};
use crate::solver::engine::{
    Conflict, Cost, Events, Found, Propagator, Reason, Spec, Store, VarId, each_once,
};

/// A graph that is connected.
#[derive(Clone, Debug)]
pub struct Connected {
    graph: Graph,
    /// For each node: when it is there; a thoroughfare always is.
    nodes: Vec<Presence>,
    /// For each node: whether it is a thoroughfare. Its state is never known, so that nothing need reach it.
    thoroughfares: Vec<bool>,
    /// The edges that are not always there.
    open: Vec<u32>,
    /// For each node and each edge: whether it was there when last looked at, or has come to be by what was pruned then.
    states: Vec<Option<bool>>,
    edges: Vec<Option<bool>>,
    forest: Forest,
    sure: Vec<u32>,
    /// Whether there is nothing to prune on these states.
    quiet: bool,
    /// Whether the forest is that of these states.
    grown: bool,
}

impl Connected {
    /// The nodes of the graph that are there are connected.
    pub fn new(graph: Graph, nodes: Vec<Presence>) -> Connected {
        let thoroughfares = vec![false; nodes.len()];
        let may_lack = |edge: &u32| graph.edges[*edge as usize].2 != Presence::Always;
        let open = (0..graph.edges.len() as u32).filter(may_lack).collect();
        let (states, edges) = (vec![None; nodes.len()], vec![Some(true); graph.edges.len()]);
        let (forest, sure) = (Forest::default(), Vec::new());
        Connected {
            graph,
            nodes,
            thoroughfares,
            open,
            states,
            edges,
            forest,
            sure,
            quiet: false,
            grown: false,
        }
    }

    /// The same where nodes without a presence are thoroughfares.
    pub fn through(graph: Graph, nodes: &[Option<Presence>]) -> Connected {
        let thoroughfares = nodes.iter().map(Option::is_none).collect();
        let nodes = nodes.iter().map(|node| node.unwrap_or(Presence::Always)).collect();
        Connected { thoroughfares, ..Connected::new(graph, nodes) }
    }

    /// The literal that decides whether a node is there; nothing for a thoroughfare.
    pub fn literal(&self, node: usize) -> Option<Literal> {
        self.nodes[node].literal().filter(|_| !self.thoroughfares[node])
    }

    /// Looks at what is there, as far as that is decided and matters.
    fn look(&mut self, store: &Store) -> News {
        let mut news = News::default();
        for ((state, node), &open) in self.states.iter_mut().zip(&self.nodes).zip(&self.thoroughfares) {
            news.note(state, if open { None } else { node.status(store) });
        }
        for &edge in &self.open {
            let presence = self.graph.edges[edge as usize].2;
            let state = if self.leads_nowhere(edge) { Some(false) } else { presence.status(store) };
            news.note(&mut self.edges[edge as usize], state);
        }
        news
    }

    /// Whether an edge leads to where no node is, so that it makes no difference.
    fn leads_nowhere(&self, edge: u32) -> bool {
        let (left, right, _) = self.graph.edges[edge as usize];
        [left, right].iter().any(|&end| self.states[end as usize] == Some(false))
    }

    /// Leaves out the edges that have come to lead nowhere.
    fn leave_out(&mut self) {
        for &edge in &self.open {
            if self.leads_nowhere(edge) {
                self.edges[edge as usize] = Some(false);
            }
        }
    }

    /// The ends of each edge that may be there.
    pub fn links(&self) -> impl Iterator<Item = (u32, u32)> {
        self.graph.edges.iter().map(|&(left, right, _)| (left, right))
    }
}

/// What has become of some states since they were last looked at.
#[derive(Clone, Copy, Default, Debug)]
struct News {
    /// One has changed.
    any: bool,
    /// Something is missing that was not, or the other way round.
    missing: bool,
}

impl News {
    /// Keeps the new state of a part.
    fn note(&mut self, old: &mut Option<bool>, new: Option<bool>) {
        self.any |= *old != new;
        self.missing |= (*old == Some(false)) != (new == Some(false));
        *old = new;
    }
}

/// A node or an edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    Node(u32),
    Edge(u32),
}

/// What is known of all parts, to find reasons.
struct Known<'c> {
    graph: &'c Graph,
    nodes: &'c [Presence],
    states: Vec<Option<bool>>,
    edges: Vec<Option<bool>>,
}

impl Known<'_> {
    fn presence(&self, part: Part) -> Presence {
        match part {
            Part::Node(node) => self.nodes[node as usize],
            Part::Edge(edge) => self.graph.edges[edge as usize].2,
        }
    }

    /// Claims what is known of a part, which is decided, and nothing else of its variable.
    fn claim(&self, part: Part, store: &Store, reason: &mut Reason) {
        let state = match part {
            Part::Node(node) => self.states[node as usize],
            Part::Edge(edge) => self.edges[edge as usize],
        };
        debug_assert!(state.is_some(), "a cut consists of what is decided");
        self.presence(part).because(store, state == Some(true), reason);
    }

    /// What keeps the nodes that a node reaches from some sure node: that node, and the parts between that are not there.
    /// Nothing if it reaches all sure nodes. One part may be left out as if it were not there.
    fn cut(&self, from: u32, without: Option<Part>) -> Option<Vec<Part>> {
        let is_out = |node: u32, edge: u32| {
            without.is_some_and(|part| part == Part::Node(node) || part == Part::Edge(edge))
        };
        let gone = |node: u32| self.states[node as usize] == Some(false);
        let missing = |edge: u32| self.edges[edge as usize] == Some(false);
        let near = self.spread(from, |_, next, edge| !is_out(next, edge) && !gone(next) && !missing(edge));
        let is_far = |&node: &u32| {
            self.states[node as usize] == Some(true)
                && !near[node as usize]
                && without != Some(Part::Node(node))
        };
        let far = (0..self.graph.count() as u32).find(is_far)?;
        // Only what is next to the near side is in the way; of that only what is next to the far side is needed.
        let mut is_wall = vec![false; self.graph.count()];
        let links = |node: u32| self.graph.links(node).iter().copied();
        for node in (0..self.graph.count() as u32).filter(|&node| near[node as usize]) {
            links(node)
                .filter(|&(next, edge)| gone(next) && !is_out(next, edge))
                .for_each(|(next, _)| is_wall[next as usize] = true);
        }
        let beyond = self.spread(far, |_, next, edge| {
            !is_out(next, edge) && !is_wall[next as usize] && !near[next as usize]
        });
        let mut parts = vec![Part::Node(far)];
        for node in 0..self.graph.count() as u32 {
            let mut over = links(node).filter(|&(next, edge)| beyond[next as usize] && !is_out(node, edge));
            if is_wall[node as usize] && over.next().is_some() {
                parts.push(Part::Node(node));
            } else if near[node as usize] {
                parts.extend(over.map(|(_, edge)| Part::Edge(edge)));
            }
        }
        Some(parts)
    }

    /// The nodes that are reached by steps that a test lets pass: from a node, to a node, along an edge.
    fn spread(&self, from: u32, passes: impl Fn(u32, u32, u32) -> bool) -> Vec<bool> {
        let mut seen = vec![false; self.graph.count()];
        seen[from as usize] = true;
        let mut waiting = vec![from];
        while let Some(node) = waiting.pop() {
            for &(next, edge) in self.graph.links(node) {
                if !seen[next as usize] && passes(node, next, edge) {
                    seen[next as usize] = true;
                    waiting.push(next);
                }
            }
        }
        seen
    }

    /// Two sure nodes that are kept apart if a part is left out, and what keeps them apart.
    fn apart(&self, without: Option<Part>) -> Option<Vec<Part>> {
        let sure =
            |node: &u32| self.states[*node as usize] == Some(true) && without != Some(Part::Node(*node));
        let first = (0..self.graph.count() as u32).find(sure)?;
        let mut parts = self.cut(first, without)?;
        let Part::Node(far) = parts[0] else { return None };
        // The same seen from the other side may need less.
        if let Some(others) = self.cut(far, without).filter(|others| others.len() < parts.len()) {
            parts = [others, vec![Part::Node(far)]].concat();
        } else {
            parts.push(Part::Node(first));
        }
        Some(parts)
    }

    /// Why a part is there or not.
    fn because_of(&self, store: &Store, found: &Found, part: Part) -> Option<Vec<Part>> {
        let literal = self.presence(part).literal().filter(|literal| literal.var == found.var)?;
        let (_, bits) = store.word(literal.var);
        match part {
            Part::Node(node) if found.spares(bits & !literal.mask) => self.cut(node, None),
            _ if found.spares(bits & literal.mask) => self.apart(Some(part)),
            _ => None,
        }
    }
}

impl Propagator for Connected {
    fn spec(&self) -> Spec {
        let edges = self.graph.edges.iter().map(|&(.., presence)| presence);
        let vars = self.nodes.iter().copied().chain(edges).flat_map(Presence::vars);
        Spec::new("connected", Cost::Highest, Events::ANY, each_once(vars))
    }

    fn prune(&mut self, store: &mut Store) -> Result<(), Conflict> {
        let news = self.look(store);
        // Variables of many values change often in ways that say nothing about this graph.
        if self.quiet && !news.any {
            return Ok(());
        }
        let Connected { graph, nodes, thoroughfares, states, edges, forest, sure, quiet, grown, .. } = self;
        *grown &= !news.missing;
        let root = states.iter().position(|&state| state == Some(true));
        *quiet = root.is_none();
        let Some(root) = root else { return Ok(()) };
        // That more is surely there changes nothing about the ways between.
        let first = forest.order.first().is_some_and(|&first| states[first as usize] == Some(true));
        if !(*grown && first) {
            forest.reset(graph.count());
            forest.grow(graph, root as u32, |node, edge| {
                states[node as usize] != Some(false) && edges[edge as usize] != Some(false)
            });
            *grown = true;
        }
        sure.clear();
        sure.extend(states.iter().map(|&state| u32::from(state == Some(true))));
        forest.add_up(sure);
        // What is found out here leaves nothing to find out by itself: only what others make of it does.
        for node in 0..graph.count() as u32 {
            let state = &mut states[node as usize];
            if !forest.saw(node) && *state != Some(false) && !thoroughfares[node as usize] {
                nodes[node as usize].set(store, false)?;
                *state = Some(false);
            }
        }
        for &node in &forest.order {
            let parent = forest.parent[node as usize];
            if parent == NONE || sure[node as usize] == 0 {
                continue;
            }
            if forest.hangs_on_parent(node) && states[parent as usize] != Some(true) {
                nodes[parent as usize].set(store, true)?;
                if !thoroughfares[parent as usize] {
                    states[parent as usize] = Some(true);
                }
            }
            let entry = forest.entry[node as usize] as usize;
            if forest.hangs_on_edge(node) && edges[entry] != Some(true) {
                graph.edges[entry].2.set(store, true)?;
                edges[entry] = Some(true);
            }
        }
        self.leave_out();
        self.quiet = true;
        Ok(())
    }

    fn explain(&self, store: &Store, _root: &Store, found: Option<&Found>, reason: &mut Reason) -> bool {
        let state = |(node, &open): (&Presence, &bool)| if open { None } else { node.status(store) };
        let states = self.nodes.iter().zip(&self.thoroughfares).map(state).collect();
        let mut edges = vec![Some(true); self.graph.edges.len()];
        for &edge in &self.open {
            edges[edge as usize] = self.graph.edges[edge as usize].2.status(store);
        }
        let known = Known { graph: &self.graph, nodes: &self.nodes, states, edges };
        let nodes = (0..known.states.len() as u32).map(Part::Node);
        let mut open = nodes.chain(self.open.iter().copied().map(Part::Edge));
        let named = match found {
            Some(found) => open.find_map(|part| known.because_of(store, found, part)),
            None => known.apart(None),
        };
        let is_named = named.is_some();
        named.into_iter().flatten().for_each(|part| known.claim(part, store, reason));
        is_named
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        let there: Vec<bool> = self.nodes.iter().map(|node| node.holds(value)).collect();
        let edges = self.graph.present(value);
        let needed: Vec<usize> =
            (0..there.len()).filter(|&node| there[node] && !self.thoroughfares[node]).collect();
        let Some(&first) = needed.first() else { return true };
        let passes = |edge: u32| {
            let (left, right, _) = self.graph.edges[edge as usize];
            edges[edge as usize] && there[left as usize] && there[right as usize]
        };
        let reached = self.graph.reached(first as u32, passes);
        needed.iter().all(|&node| reached.contains(&(node as u32)))
    }
}

#[cfg(test)]
mod tests {
    use super::Connected;
    use crate::solver::constraints::graph::random::{grid, presence};
    use crate::solver::engine::judge::{Draw, judge};

    #[test]
    fn it_keeps_its_promises() {
        judge(|draw| {
            let (graph, shared) = (grid(draw, 2, 3), [draw.var(1..=3)]);
            Connected::new(graph, draw.many(6..=6, |draw| presence(draw, &shared)))
        });
    }

    #[test]
    fn it_keeps_its_promises_with_thoroughfares() {
        judge(|draw| {
            let (graph, shared) = (grid(draw, 2, 3), [draw.var(1..=3)]);
            let node = |draw: &mut Draw| (draw.below(3) > 0).then(|| presence(draw, &shared));
            Connected::through(graph, &draw.many(6..=6, node))
        });
    }
}

//! Reach where edges have a direction: which nodes edges that are there lead to, and how many a node reaches.
//!
//! All questions about one graph are one constraint; each node that is asked about is looked at by itself. What it surely
//! reaches and what it can reach at most answer the questions and bound its size; an edge that would lead it to too much
//! is not there, and one that is on every way to what it must reach (a dominator, `needed`) is.

mod needed;

use super::graph::{NONE, ReachQuestions};
use crate::solver::engine::{Conflict, Cost, Events, Propagator, Spec, Store, VarId};
use needed::Needed;

/// Questions about the reach of nodes in one graph whose edges have a direction.
#[derive(Clone, Debug)]
pub struct ReachAlong {
    questions: ReachQuestions,
    /// The nodes that are asked about, each with its questions in `joined` and its sizes.
    sources: Vec<AskedNode>,
    sight: Sight,
    needed: Needed,
}

#[derive(Clone, Debug)]
struct AskedNode {
    node: u32,
    joined: Vec<u32>,
    sizes: Vec<VarId>,
}

/// What is seen in one call.
#[derive(Clone, Default, Debug)]
struct Sight {
    edges: Vec<Option<bool>>,
    /// For each node: those that it is said to reach.
    ahead: Vec<Vec<u32>>,
    /// For each node: those that are said to reach it.
    back: Vec<Vec<u32>>,
    /// For each node: whether the source surely reaches it.
    sure: Vec<bool>,
    /// For each node: whether it surely leads to what the source must not reach.
    barred: Vec<bool>,
    /// For each node: how many nodes must be added at least to what is sure for the source to reach it, or [`NONE`].
    far: Vec<u32>,
    open: Vec<u32>,
}

impl ReachAlong {
    /// These questions about a graph.
    pub fn new(questions: ReachQuestions) -> ReachAlong {
        let ReachQuestions { joined, sizes, .. } = &questions;
        let mut nodes: Vec<u32> = joined.iter().map(|&(from, ..)| from).collect();
        nodes.extend(sizes.iter().map(|&(node, _)| node));
        nodes.sort_unstable();
        nodes.dedup();
        let source = |node: u32| AskedNode {
            node,
            joined: (0..joined.len() as u32).filter(|&number| joined[number as usize].0 == node).collect(),
            sizes: sizes.iter().filter(|(of, _)| *of == node).map(|&(_, size)| size).collect(),
        };
        let sources = nodes.into_iter().map(source).collect();
        ReachAlong { questions, sources, sight: Sight::default(), needed: Needed::default() }
    }

    /// Finds what a source surely reaches, and what surely leads to what it must not reach.
    fn look(&mut self, store: &Store, source: &AskedNode) {
        let ReachAlong { questions: ReachQuestions { graph, joined, .. }, sight, .. } = self;
        let Sight { edges, ahead, back, sure, barred, open, .. } = sight;
        for list in [&mut *sure, &mut *barred] {
            list.clear();
            list.resize(graph.count(), false);
        }
        sure[source.node as usize] = true;
        open.clear();
        open.push(source.node);
        while let Some(node) = open.pop() {
            let steps = graph.ahead(node).filter(|&(_, edge)| edges[edge as usize] == Some(true));
            for next in steps.map(|(next, _)| next).chain(ahead[node as usize].iter().copied()) {
                if !std::mem::replace(&mut sure[next as usize], true) {
                    open.push(next);
                }
            }
        }
        for &question in &source.joined {
            let (_, to, answer) = joined[question as usize];
            if answer.status(store) == Some(false) && !std::mem::replace(&mut barred[to as usize], true) {
                open.push(to);
            }
        }
        while let Some(node) = open.pop() {
            let steps = graph.back(node).filter(|&(_, edge)| edges[edge as usize] == Some(true));
            for before in steps.map(|(before, _)| before).chain(back[node as usize].iter().copied()) {
                if !std::mem::replace(&mut barred[before as usize], true) {
                    open.push(before);
                }
            }
        }
    }

    /// Finds what a source can reach if that adds at most so many nodes to what is sure, nearest first.
    fn spread(&mut self, from: u32, room: u32) {
        let ReachAlong { questions: ReachQuestions { graph, .. }, sight, .. } = self;
        let Sight { edges, sure, barred, far, .. } = sight;
        far.clear();
        far.resize(graph.count(), NONE);
        far[from as usize] = 0;
        let (mut now, mut then) = (vec![from], Vec::new());
        for added in 0..=room {
            while let Some(node) = now.pop() {
                if far[node as usize] != added {
                    continue;
                }
                for (next, edge) in graph.ahead(node) {
                    let total = added + u32::from(!sure[next as usize]);
                    let passes = edges[edge as usize] != Some(false) && !barred[next as usize];
                    if passes && total <= room && total < far[next as usize] {
                        far[next as usize] = total;
                        if total == added { now.push(next) } else { then.push(next) }
                    }
                }
            }
            if then.is_empty() {
                break;
            }
            std::mem::swap(&mut now, &mut then);
        }
    }

    /// Prunes for one source.
    fn ask(&mut self, store: &mut Store, source: &AskedNode) -> Result<(), Conflict> {
        self.look(store, source);
        let sure = self.sight.sure.iter().filter(|&&sure| sure).count() as u32;
        let (mut least, mut most) = (1, self.questions.graph.count() as u32);
        for &size in &source.sizes {
            store.at_least(size, i64::from(sure))?;
            least = least.max(store.min(size).min(i64::from(u32::MAX)) as u32);
            most = most.min(store.max(size) as u32);
        }
        if sure > most || self.sight.barred[source.node as usize] {
            return Err(Conflict);
        }
        self.spread(source.node, most - sure);
        let Sight { edges, sure: surely, barred, far, .. } = &self.sight;
        let can = far.iter().filter(|&&far| far != NONE).count() as u32;
        if can < least || surely.iter().zip(far).any(|(&sure, &far)| sure && far == NONE) {
            return Err(Conflict);
        }
        for &size in &source.sizes {
            store.at_most(size, i64::from(can))?;
        }
        for &question in &source.joined {
            let (_, to, answer) = self.questions.joined[question as usize];
            if surely[to as usize] {
                answer.set(store, true)?;
            } else if far[to as usize] == NONE {
                answer.set(store, false)?;
            }
        }
        for (number, &(from, to, edge)) in self.questions.graph.edges.iter().enumerate() {
            let leads_out = surely[from as usize] && !surely[to as usize] && edges[number].is_none();
            if leads_out && (barred[to as usize] || sure == most) {
                edge.set(store, false)?;
            }
        }
        self.take(store, source, (can, least))
    }

    /// What is on every way to what must be reached is there.
    fn take(
        &mut self,
        store: &mut Store,
        source: &AskedNode,
        (can, least): (u32, u32),
    ) -> Result<(), Conflict> {
        let ReachAlong { questions: ReachQuestions { graph, joined, .. }, sight, needed, .. } = self;
        let Sight { edges, sure, far, .. } = sight;
        needed.find(graph, source.node, |edge| {
            let (from, to, _) = graph.edges[edge as usize];
            edges[edge as usize] != Some(false) && far[from as usize] != NONE && far[to as usize] != NONE
        });
        let must = |weight: needed::Weight| weight.sure > 0 || can - weight.nodes < least;
        needed.weigh(graph.count(), |node| sure[node as usize]);
        for (number, &(.., edge)) in graph.edges.iter().enumerate() {
            if edges[number].is_none() && must(needed.behind_edge(graph, number as u32)) {
                edge.set(store, true)?;
            }
        }
        for &question in &source.joined {
            let (_, to, answer) = joined[question as usize];
            if far[to as usize] != NONE && must(needed.behind(to)) {
                answer.set(store, true)?;
            }
        }
        let taken = (0..graph.count() as u32)
            .filter(|&node| far[node as usize] != NONE && must(needed.behind(node)))
            .count();
        source.sizes.iter().try_for_each(|&size| store.at_least(size, taken as i64))
    }
}

impl Propagator for ReachAlong {
    fn spec(&self) -> Spec {
        Spec::new("reach along", Cost::Highest, Events::ANY, self.questions.vars())
    }

    fn prune(&mut self, store: &mut Store) -> Result<(), Conflict> {
        self.questions.graph.look(store, &mut self.sight.edges);
        let Sight { ahead, back, .. } = &mut self.sight;
        for list in [&mut *ahead, &mut *back] {
            list.iter_mut().for_each(Vec::clear);
            list.resize(self.questions.graph.count(), Vec::new());
        }
        for &(from, to, answer) in &self.questions.joined {
            if answer.status(store) == Some(true) {
                ahead[from as usize].push(to);
                back[to as usize].push(from);
            }
        }
        let sources = std::mem::take(&mut self.sources);
        let done = sources.iter().try_for_each(|source| self.ask(store, source));
        self.sources = sources;
        done
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        self.questions.hold(value, |graph, from, edge| graph.reached_along(from, edge))
    }
}

#[cfg(test)]
mod tests {
    use super::ReachAlong;
    use crate::solver::constraints::graph::random::{edges, equals, graph, questions};
    use crate::solver::engine::judge::{Draw, judge};

    /// Each edge of a little grid one way, the other way, or both ways.
    fn turned(draw: &mut Draw) -> Vec<(u32, u32)> {
        let edges = edges(draw, 2, 3);
        let turn = |(left, right)| match draw.below(3) {
            0 => vec![(left, right)],
            1 => vec![(right, left)],
            _ => vec![(left, right), (right, left)],
        };
        edges.into_iter().flat_map(turn).collect()
    }

    #[test]
    fn it_keeps_its_promises_on_steps_with_conditions() {
        judge(|draw| {
            let edges = turned(draw);
            let graph = graph(draw, 6, edges);
            ReachAlong::new(questions(draw, graph, &[]))
        });
    }

    #[test]
    fn it_keeps_its_promises_on_steps_between_equal_values() {
        judge(|draw| {
            let vars = draw.many(6..=6, |draw| draw.var(1..=3));
            let graph = equals(&vars, turned(draw));
            ReachAlong::new(questions(draw, graph, &[]))
        });
    }
}

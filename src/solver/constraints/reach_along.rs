//! Reach where edges have a direction: which nodes edges that are there lead to, and how many a node reaches.
//!
//! All questions about one graph are one constraint; each node that is asked about is looked at by itself. What it surely
//! reaches and what it can reach at most answer the questions and bound its size; an edge that would lead it to too much
//! is not there, and one that is on every way to what it must reach (a dominator, `needed`) is.

mod needed;
mod reasons;

use super::graph::{NONE, ReachQuestions};
use super::sink::{Explains, Sink};
use crate::solver::engine::{Conflict, Cost, Events, Found, Propagator, Reason, Spec, Store, VarId};
use needed::Needed;
use reasons::Why;

/// Questions about the reach of nodes in one graph whose edges have a direction.
#[derive(Clone, Debug)]
pub struct ReachAlong {
    questions: ReachQuestions,
    /// The nodes that are asked about, each with its questions in `joined` and its sizes.
    sources: Vec<AskedNode>,
    sight: Sight,
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
    needed: Needed,
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
        ReachAlong { questions, sources, sight: Sight::default() }
    }

    /// Finds what a source surely reaches, and what surely leads to what it must not reach.
    fn look(&self, sight: &mut Sight, store: &Store, source: &AskedNode) {
        let ReachQuestions { graph, joined, .. } = &self.questions;
        let Sight { edges, ahead, back, sure, barred, far, open, .. } = sight;
        far.clear();
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
    fn spread(&self, sight: &mut Sight, from: u32, room: u32) {
        let graph = &self.questions.graph;
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
    fn ask<S: Sink<Why>>(&self, sight: &mut Sight, sink: &mut S, number: usize) -> Result<(), Conflict> {
        let (source, region) = (&self.sources[number], Why::Region(number));
        self.look(sight, sink.store(), source);
        let sure = sight.sure.iter().filter(|&&sure| sure).count() as u32;
        let (mut least, mut most) = (1, self.questions.graph.count() as u32);
        for &size in &source.sizes {
            sink.at_least(size, i64::from(sure), Why::Sure(number))?;
            least = least.max(sink.store().min(size).min(i64::from(u32::MAX)) as u32);
            most = most.min(sink.store().max(size).clamp(0, u32::MAX.into()) as u32);
        }
        if sure > most || sight.barred[source.node as usize] {
            return Err(sink.fail(region));
        }
        self.spread(sight, source.node, most - sure);
        let Sight { edges, sure: surely, barred, far, .. } = &*sight;
        let can = far.iter().filter(|&&far| far != NONE).count() as u32;
        if can < least || surely.iter().zip(far).any(|(&sure, &far)| sure && far == NONE) {
            return Err(sink.fail(region));
        }
        for &size in &source.sizes {
            sink.at_most(size, i64::from(can), region)?;
        }
        for &question in &source.joined {
            let (_, to, answer) = self.questions.joined[question as usize];
            if surely[to as usize] {
                sink.set(answer, true, Why::Way(number, to))?;
            } else if far[to as usize] == NONE {
                sink.set(answer, false, region)?;
            }
        }
        for (edge, &(from, to, there)) in self.questions.graph.edges.iter().enumerate() {
            let leads_out = surely[from as usize] && !surely[to as usize] && edges[edge].is_none();
            if leads_out && barred[to as usize] {
                sink.set(there, false, Why::Barred(number, from, to))?;
            } else if leads_out && sure == most {
                sink.set(there, false, region)?;
            }
        }
        self.take(sight, sink, number, (can, least))
    }

    /// What is on every way to what must be reached is there.
    fn take<S: Sink<Why>>(
        &self,
        sight: &mut Sight,
        sink: &mut S,
        number: usize,
        (can, least): (u32, u32),
    ) -> Result<(), Conflict> {
        let ReachQuestions { graph, joined, .. } = &self.questions;
        let (source, region) = (&self.sources[number], Why::Region(number));
        let Sight { edges, sure, far, needed, .. } = sight;
        needed.find(graph, source.node, |edge| {
            let (from, to, _) = graph.edges[edge as usize];
            edges[edge as usize] != Some(false) && far[from as usize] != NONE && far[to as usize] != NONE
        });
        let must = |weight: needed::Weight| weight.sure > 0 || can - weight.nodes < least;
        needed.weigh(graph.count(), |node| sure[node as usize]);
        for (number, &(.., edge)) in graph.edges.iter().enumerate() {
            if edges[number].is_none() && must(needed.behind_edge(graph, number as u32)) {
                sink.set(edge, true, region)?;
            }
        }
        for &question in &source.joined {
            let (_, to, answer) = joined[question as usize];
            if far[to as usize] != NONE && must(needed.behind(to)) {
                sink.set(answer, true, region)?;
            }
        }
        let taken = (0..graph.count() as u32)
            .filter(|&node| far[node as usize] != NONE && must(needed.behind(node)))
            .count();
        source.sizes.iter().try_for_each(|&size| sink.at_least(size, taken as i64, region))
    }

    /// Goes through all that follows.
    fn run<S: Sink<Why>>(&self, sight: &mut Sight, sink: &mut S) -> Result<(), Conflict> {
        self.questions.graph.look(sink.store(), &mut sight.edges);
        for list in [&mut sight.ahead, &mut sight.back] {
            list.iter_mut().for_each(Vec::clear);
            list.resize(self.questions.graph.count(), Vec::new());
        }
        for &(from, to, answer) in &self.questions.joined {
            if answer.status(sink.store()) == Some(true) {
                sight.ahead[from as usize].push(to);
                sight.back[to as usize].push(from);
            }
        }
        (0..self.sources.len()).try_for_each(|number| self.ask(sight, sink, number))
    }
}

impl Propagator for ReachAlong {
    fn spec(&self) -> Spec {
        Spec::new("reach along", Cost::Highest, Events::ANY, self.questions.vars())
    }

    fn prune(&mut self, store: &mut Store) -> Result<(), Conflict> {
        let mut sight = std::mem::take(&mut self.sight);
        let done = self.run(&mut sight, store);
        self.sight = sight;
        done
    }

    fn explain(&self, store: &Store, _root: &Store, found: Option<&Found>, reason: &mut Reason) -> bool {
        let Some(mut sink) = Explains::new(store, found) else { return false };
        let mut sight = Sight::default();
        let ended = self.run(&mut sight, &mut sink).is_err();
        sink.also.iter().for_each(|&var| reason.whole(store, var));
        if let Some(why) = sink.why.filter(|_| ended) {
            self.because(&sight, store, why, reason);
        }
        ended
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

//! Why reach along edges prunes what it prunes: ways that are sure, and what hems in the region that a node can reach.

use super::{AskedNode, ReachAlong, Sight};
use crate::solver::constraints::graph::NONE;
use crate::solver::constraints::literal::Presence;
use crate::solver::engine::{Reason, Store};

/// What a pruning rests on; each about one of the nodes that are asked about.
#[derive(Clone, Copy, Debug)]
pub(super) enum Why {
    /// A sure way to a node.
    Way(usize, u32),
    /// What is surely reached.
    Sure(usize),
    /// A sure way to the first node, and one from the second to what must not be reached.
    Barred(usize, u32, u32),
    /// The region that can be reached.
    Region(usize),
}

/// For each node: the node before it on the way that was found, and when that step can be taken.
type Steps = Vec<Option<(u32, Presence)>>;

impl ReachAlong {
    /// Adds the claims that something rests on.
    pub(super) fn because(&self, sight: &Sight, store: &Store, why: Why, reason: &mut Reason) {
        let number = match why {
            Why::Way(number, _) | Why::Sure(number) | Why::Barred(number, ..) | Why::Region(number) => number,
        };
        let source = &self.sources[number];
        let ways = self.steps(store, sight, vec![source.node], true);
        match why {
            Why::Way(_, to) => {
                follow(&ways, to, store, reason);
            }
            Why::Sure(_) => all(&ways, store, reason),
            Why::Barred(_, from, to) => {
                follow(&ways, from, store, reason);
                self.barred(sight, store, source, &[to], reason);
            }
            Why::Region(_) => {
                all(&ways, store, reason);
                self.region(sight, store, source, reason);
            }
        }
    }

    /// The steps of a walk along what is sure, or back along it.
    fn steps(&self, store: &Store, sight: &Sight, mut order: Vec<u32>, ahead: bool) -> Steps {
        let graph = &self.questions.graph;
        let mut steps: Steps = vec![None; graph.count()];
        let mut seen = vec![false; graph.count()];
        order.iter().for_each(|&node| seen[node as usize] = true);
        let mut at = 0;
        while at < order.len() {
            let node = order[at];
            at += 1;
            let links =
                graph.links(node).iter().filter(|(_, edge)| sight.edges[*edge as usize] == Some(true));
            let links = links.map(|&(_, edge)| graph.edges[edge as usize]);
            let said = self.questions.joined.iter().filter(|(.., answer)| answer.status(store) == Some(true));
            for (from, to, part) in links.chain(said.copied()) {
                let (here, next) = if ahead { (from, to) } else { (to, from) };
                if here == node && !std::mem::replace(&mut seen[next as usize], true) {
                    steps[next as usize] = Some((node, part));
                    order.push(next);
                }
            }
        }
        steps
    }

    /// Claims that some nodes surely lead to what must not be reached.
    fn barred(&self, sight: &Sight, store: &Store, source: &AskedNode, nodes: &[u32], reason: &mut Reason) {
        let questions = source.joined.iter().map(|&question| self.questions.joined[question as usize]);
        let barred: Vec<(u32, Presence)> = questions
            .filter(|(.., answer)| answer.status(store) == Some(false))
            .map(|(_, to, answer)| (to, answer))
            .collect();
        let steps = self.steps(store, sight, barred.iter().map(|&(to, _)| to).collect(), false);
        for &node in nodes {
            let end = follow(&steps, node, store, reason);
            let answer = barred.iter().find(|&&(to, _)| to == end);
            answer.iter().for_each(|(_, answer)| answer.because(store, false, reason));
        }
    }

    /// Claims what hems in the region that a source can reach, and how large it may be.
    fn region(&self, sight: &Sight, store: &Store, source: &AskedNode, reason: &mut Reason) {
        let graph = &self.questions.graph;
        let reached = |node: u32| sight.far.get(node as usize).is_some_and(|&far| far != NONE);
        let mut barred: Vec<u32> = Vec::new();
        if sight.barred[source.node as usize] {
            barred.push(source.node);
        }
        for (edge, &(_, to, there)) in graph.edges.iter().enumerate().filter(|(_, edge)| reached(edge.0)) {
            if sight.edges[edge] == Some(false) {
                there.because(store, false, reason);
            } else if sight.barred[to as usize] && !barred.contains(&to) {
                barred.push(to);
            }
        }
        self.barred(sight, store, source, &barred, reason);
        source.sizes.iter().for_each(|&size| reason.bounds(store, size));
    }
}

/// Claims the steps of the way to a node; where it begins.
fn follow(steps: &Steps, to: u32, store: &Store, reason: &mut Reason) -> u32 {
    let mut node = to;
    while let Some((before, part)) = steps[node as usize] {
        part.because(store, true, reason);
        node = before;
    }
    node
}

/// Claims all steps.
fn all(steps: &Steps, store: &Store, reason: &mut Reason) {
    steps.iter().flatten().for_each(|(_, part)| part.because(store, true, reason));
}

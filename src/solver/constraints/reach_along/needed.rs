//! What lies on every way from a node to others: the dominators of a graph whose edges count as nodes too.
//!
//! Found by walking the elements in reverse postorder until nothing changes (Cooper, Harvey and Kennedy). An element is a
//! node, or an edge with its number after those of the nodes.

use crate::solver::constraints::graph::{Graph, NONE};

/// The elements that a walk from one node comes to, each with the last one that is on every way to it.
#[derive(Clone, Default, Debug)]
pub(super) struct Needed {
    /// The elements that were found, those farther on first.
    order: Vec<u32>,
    /// For each element: its place in that order, or [`NONE`].
    number: Vec<u32>,
    /// For each element: the last other one that is on every way to it, or [`NONE`].
    gate: Vec<u32>,
    weights: Vec<Weight>,
    way: Vec<(u32, usize)>,
}

/// What cannot be reached without an element.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Weight {
    /// How many nodes.
    pub nodes: u32,
    /// How many of those that are reached in any case.
    pub sure: u32,
}

impl Needed {
    /// Finds the elements that are on every way from a node along edges that may be walked.
    pub fn find(&mut self, graph: &Graph, from: u32, passes: impl Fn(u32) -> bool) {
        let nodes = graph.count() as u32;
        self.walk(graph, from, &passes);
        self.gate.clear();
        self.gate.resize(graph.count() + graph.edges.len(), NONE);
        self.gate[from as usize] = from;
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for at in (0..self.order.len()).rev() {
                let element = self.order[at];
                let gate = if element == from {
                    from
                } else if element >= nodes {
                    graph.edges[(element - nodes) as usize].0
                } else {
                    let before = graph.back(element).filter(|&(_, edge)| passes(edge));
                    let known = before.map(|(_, edge)| nodes + edge).filter(|&edge| {
                        self.number[edge as usize] != NONE && self.gate[edge as usize] != NONE
                    });
                    known.reduce(|left, right| self.common(left, right)).unwrap_or(NONE)
                };
                changed |= std::mem::replace(&mut self.gate[element as usize], gate) != gate;
            }
        }
    }

    /// Lists the elements in postorder.
    fn walk(&mut self, graph: &Graph, from: u32, passes: &impl Fn(u32) -> bool) {
        let nodes = graph.count() as u32;
        self.order.clear();
        self.number.clear();
        self.number.resize(graph.count() + graph.edges.len(), NONE);
        let mut seen = vec![false; self.number.len()];
        seen[from as usize] = true;
        self.way.push((from, 0));
        while let Some((element, done)) = self.way.last_mut() {
            let element = *element;
            let next = if element >= nodes {
                (*done == 0).then(|| graph.edges[(element - nodes) as usize].1)
            } else {
                graph.links(element).get(*done).map(|&(_, edge)| nodes + edge)
            };
            *done += 1;
            let Some(next) = next else {
                self.number[element as usize] = self.order.len() as u32;
                self.order.push(element);
                self.way.pop();
                continue;
            };
            let leads = next < nodes || {
                let edge = next - nodes;
                graph.edges[edge as usize].0 == element && passes(edge)
            };
            if leads && !std::mem::replace(&mut seen[next as usize], true) {
                self.way.push((next, 0));
            }
        }
    }

    /// The last element that is on every way to both.
    fn common(&self, mut left: u32, mut right: u32) -> u32 {
        while left != right {
            if self.number[left as usize] < self.number[right as usize] {
                left = self.gate[left as usize];
            } else {
                right = self.gate[right as usize];
            }
        }
        left
    }

    /// Adds up what lies behind each element.
    pub fn weigh(&mut self, nodes: usize, sure: impl Fn(u32) -> bool) {
        self.weights.clear();
        self.weights.resize(self.number.len(), Weight::default());
        for &element in &self.order {
            if (element as usize) < nodes {
                let own = &mut self.weights[element as usize];
                own.nodes += 1;
                own.sure += u32::from(sure(element));
            }
            let (weight, gate) = (self.weights[element as usize], self.gate[element as usize]);
            if gate != element {
                let behind = &mut self.weights[gate as usize];
                behind.nodes += weight.nodes;
                behind.sure += weight.sure;
            }
        }
    }

    /// What cannot be reached without a node, itself counted.
    pub fn behind(&self, node: u32) -> Weight {
        self.weights[node as usize]
    }

    /// What cannot be reached without an edge.
    pub fn behind_edge(&self, graph: &Graph, edge: u32) -> Weight {
        self.weights[graph.count() + edge as usize]
    }
}

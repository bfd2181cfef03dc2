//! Which values lie on a way from the root to TRUE.

use super::{Edge, Layers};
use crate::base::diagram::{Diagram, NodeId};

/// Follows ways through a diagram; its memory is used again.
#[derive(Clone, Debug)]
pub(super) struct Sweep {
    /// For each node, the two ends first: `now` if it does not lead to TRUE, `now` and 1 if it does; less if it was not visited.
    found: Vec<u32>,
    now: u32,
    /// The nodes on the way that is followed.
    way: Vec<Visit>,
}

/// A node on the way.
#[derive(Clone, Copy, Debug)]
struct Visit {
    node: NodeId,
    /// The number of the edge that is followed next.
    next: u32,
    /// Whether one has led to TRUE.
    leads: bool,
}

impl Sweep {
    pub(super) fn new(layers: &Layers) -> Sweep {
        Sweep { found: vec![0; layers.nodes.len() + 2], now: 0, way: Vec::new() }
    }

    /// Whether the root leads to TRUE by these values. If so, all that lie on a way are among those that are `supported`.
    pub(super) fn leads(&mut self, layers: &Layers, possible: &[u64], supported: &mut [u64]) -> bool {
        if self.now > u32::MAX - 4 {
            self.found.fill(0);
            self.now = 0;
        }
        self.now += 2;
        self.found[Diagram::FALSE as usize] = self.now;
        self.found[Diagram::TRUE as usize] = self.now + 1;
        supported.fill(0);
        let mut values = Values { layers, possible, supported, done: layers.values.len() };
        values.pass(0, layers.depth(layers.root));
        values.settle();
        self.way.clear();
        if layers.root >= 2 {
            self.way.push(Visit { node: layers.root, next: layers.first(layers.root), leads: false });
        }
        while let Some(mut visit) = self.way.pop() {
            let layer = layers.depth(visit.node);
            let end = layers.nodes[visit.node as usize - 2].1;
            let mut open = None;
            while visit.next < end && (values.done > layer || !visit.leads) {
                let edge = &layers.edges[visit.next as usize];
                let by = possible[edge.word as usize] & edge.by;
                let news = by & !values.supported[edge.word as usize] != 0;
                if by == 0 || visit.leads && !news && values.done <= layer + 1 {
                    visit.next += 1;
                    continue;
                }
                match self.found[edge.child as usize] {
                    found if found < self.now => {
                        open = Some(edge.child);
                        break;
                    }
                    found if found > self.now => {
                        visit.leads = true;
                        values.take(edge, by, layer);
                    }
                    _ => {}
                }
                visit.next += 1;
            }
            match open {
                // The edge is looked at again when its child is known.
                Some(node) => {
                    self.way.extend([visit, Visit { node, next: layers.first(node), leads: false }])
                }
                None => self.found[visit.node as usize] = self.now + u32::from(visit.leads),
            }
        }
        self.found[layers.root as usize] > self.now
    }
}

/// What is known of values.
struct Values<'v> {
    layers: &'v Layers,
    possible: &'v [u64],
    supported: &'v mut [u64],
    /// All values of this layer and of deeper ones lie on a way.
    done: usize,
}

impl Values<'_> {
    /// An edge leads to TRUE by some values.
    fn take(&mut self, edge: &Edge, by: u64, layer: usize) {
        self.supported[edge.word as usize] |= by;
        if edge.past > 0 && self.done > layer + 1 {
            self.pass(layer + 1, edge.past.into());
        }
        self.settle();
    }

    /// A way to TRUE passes over these layers: all their values stay.
    fn pass(&mut self, from: usize, to: usize) {
        let first = |layer: usize| {
            self.layers.values.get(layer).map_or(self.layers.words, |(_, first)| *first as usize)
        };
        self.supported[first(from)..first(to)].fill(u64::MAX);
    }

    fn settle(&mut self) {
        while self.done > 0 {
            let (values, first) = &self.layers.values[self.done - 1];
            let mut words = *first as usize..*first as usize + values.len().div_ceil(64);
            if words.any(|word| self.possible[word] & !self.supported[word] != 0) {
                return;
            }
            self.done -= 1;
        }
    }
}

//! A decision diagram (MDD) as a constraint: the values read from its root lead to TRUE.
//!
//! Prunes fully (GAC): one way after the other is followed from the root, each node once, and where all values of deeper layers
//! are known to lie on a way to TRUE, nothing is followed for them any more (the early cut-off of MDDC). Of earlier calls only the
//! last answer is kept.

mod nodes;
mod sweep;

use std::sync::Arc;

use self::sweep::Sweep;
use crate::base::diagram::{Diagram, NodeId};
use crate::solver::engine::{
    Conflict, Cost, Events, Found, Propagator, Reading, Reason, Relaxed, Spec, Steps, Store, VarId,
};

/// Some values of a layer that lead from a node to one child, which is never FALSE.
#[derive(Clone, Copy, Debug)]
struct Edge {
    /// The values as bits of a word.
    by: u64,
    child: NodeId,
    /// Which of the words of all layers that is.
    word: u16,
    /// The layer of the child if the edge passes over others, else 0.
    past: u16,
}

/// A diagram laid out for pruning: layer by layer, variables replaced by the numbers of their layers.
#[derive(Clone, Debug)]
pub struct Layers {
    /// For each node, children before parents: its layer, and where its edges end among all edges.
    nodes: Vec<(u32, u32)>,
    edges: Vec<Edge>,
    /// For each layer: its values in the order of the domain, and where their words begin among those of all layers.
    values: Vec<(Box<[i64]>, u32)>,
    /// For each layer: the first of its values, if the others follow it one by one and are no more than a word has bits.
    runs: Vec<Option<i64>>,
    /// How many words the values of all layers take.
    words: usize,
    root: NodeId,
}

impl Layers {
    /// How many nodes and edges it has.
    pub fn size(&self) -> usize {
        self.nodes.len() + self.edges.len()
    }

    /// Lays a diagram out; nothing if its variables are not read in one order on all ways, or are far too many. `layer` numbers
    /// the variables in that order, `values` lists the values of a layer in the order of the domain.
    pub fn new(
        diagram: &Diagram,
        count: usize,
        layer: impl Fn(u32) -> Option<u32>,
        values: impl Fn(u32) -> Vec<i64>,
    ) -> Option<Layers> {
        let mut words = 0;
        let values = (0..count as u32).map(|layer| {
            let (values, first) = (values(layer), words as u32);
            words += values.len().div_ceil(64);
            (values.into(), first)
        });
        let values: Vec<(Box<[i64]>, u32)> = values.collect();
        let mut nodes: Vec<(u32, u32)> = Vec::with_capacity(diagram.len());
        let mut edges: Vec<Edge> = Vec::new();
        for id in 2..diagram.len() as NodeId + 2 {
            let node = diagram.node(id);
            let own = layer(node.var)?;
            let depth = |child: NodeId| {
                if child < 2 { count as u32 } else { nodes[child as usize - 2].0 }
            };
            if node.children.iter().any(|&child| depth(child) <= own) {
                return None;
            }
            let first = edges.len();
            for (at, &child) in
                node.children.iter().enumerate().filter(|(_, child)| **child != Diagram::FALSE)
            {
                let (word, bit) = (values[own as usize].1 + at as u32 / 64, 1 << (at % 64));
                let word = u16::try_from(word).ok()?;
                let known = edges[first..].iter_mut().find(|edge| edge.child == child && edge.word == word);
                match known {
                    Some(edge) => edge.by |= bit,
                    None => {
                        let past = if depth(child) > own + 1 { depth(child) } else { 0 };
                        edges.push(Edge { by: bit, word, child, past: u16::try_from(past).ok()? });
                    }
                }
            }
            nodes.push((own, edges.len() as u32));
        }
        let run = |(values, _): &(Box<[i64]>, u32)| {
            let is_run =
                (1..=64).contains(&values.len()) && values.is_sorted_by(|one, next| *next == one + 1);
            is_run.then(|| values[0])
        };
        let runs = values.iter().map(run).collect();
        Some(Layers { nodes, edges, values, runs, words, root: diagram.root })
    }

    /// The layer of a node; that of an end is after all others.
    fn depth(&self, id: NodeId) -> usize {
        if id < 2 { self.values.len() } else { self.nodes[id as usize - 2].0 as usize }
    }

    /// The number of the first edge of a node that is no end.
    fn first(&self, id: NodeId) -> u32 {
        let index = id as usize - 2;
        if index == 0 { 0 } else { self.nodes[index - 1].1 }
    }

    /// The edges of a node that is no end.
    fn edges(&self, id: NodeId) -> &[Edge] {
        &self.edges[self.first(id) as usize..self.nodes[id as usize - 2].1 as usize]
    }

    /// Where a value, by its number in the layer of a node, leads from there.
    fn child(&self, id: NodeId, number: usize) -> NodeId {
        let (word, bit) = self.place(self.depth(id), number);
        let edge = self.edges(id).iter().find(|edge| usize::from(edge.word) == word && edge.by & bit != 0);
        edge.map_or(Diagram::FALSE, |edge| edge.child)
    }

    /// The word and the bit of a value, by its number in a layer.
    fn place(&self, layer: usize, number: usize) -> (usize, u64) {
        (self.values[layer].1 as usize + number / 64, 1 << (number % 64))
    }

    /// The values of a layer that are wanted, as bits.
    fn gather(&self, layer: usize, wanted: impl Fn(i64) -> bool, words: &mut [u64]) {
        let (values, first) = &self.values[layer];
        for (values, word) in values.chunks(64).zip(&mut words[*first as usize..]) {
            *word = (0..).zip(values).fold(0, |bits, (at, &value)| bits | u64::from(wanted(value)) << at);
        }
    }

    /// The values that are left, as bits.
    fn read(&self, vars: &[VarId], store: &Store, words: &mut [u64]) {
        for (layer, &var) in vars.iter().enumerate() {
            let (values, first) = &self.values[layer];
            match (self.runs[layer], store.mask(var)) {
                (Some(low), Some((base, bits))) => {
                    let all = u64::MAX >> (64 - values.len());
                    let by = u32::try_from(low.abs_diff(base)).unwrap_or(u32::MAX);
                    let shifted = if low >= base { bits.checked_shr(by) } else { bits.checked_shl(by) };
                    words[*first as usize] = shifted.unwrap_or(0) & all;
                }
                _ => self.gather(layer, |value| store.contains(var, value), words),
            }
        }
    }

    /// The nodes that can lead to TRUE by some values; the two ends first.
    fn alive(&self, possible: &[u64]) -> Vec<bool> {
        let mut alive = vec![false; self.nodes.len() + 2];
        alive[Diagram::TRUE as usize] = true;
        for id in 2..alive.len() {
            let leads =
                |edge: &Edge| possible[edge.word as usize] & edge.by != 0 && alive[edge.child as usize];
            alive[id] = self.edges(id as NodeId).iter().any(leads);
        }
        alive
    }
}

/// The variables of the layers lead from the root to TRUE.
#[derive(Clone, Debug)]
pub struct Follows {
    vars: Vec<VarId>,
    layers: Arc<Layers>,
    sweep: Sweep,
    /// For each value of each layer: whether it is possible.
    possible: Vec<u64>,
    /// The same: whether it lies on a way to TRUE.
    supported: Vec<u64>,
    /// The values that were left by the last pruning: of these, there is nothing to find.
    last: Vec<u64>,
}

impl Follows {
    /// A diagram on these variables, one for each layer.
    pub fn new(vars: Vec<VarId>, layers: Arc<Layers>) -> Follows {
        let (sweep, values) = (Sweep::new(&layers), vec![0; layers.words]);
        let (possible, supported, last) = (values.clone(), values.clone(), values);
        Follows { vars, layers, sweep, possible, supported, last }
    }
}

impl Propagator for Follows {
    fn spec(&self) -> Spec {
        Spec::new("diagram", Cost::High, Events::ANY, self.vars.iter().copied())
    }

    fn prune(&mut self, store: &mut Store) -> Result<(), Conflict> {
        self.layers.read(&self.vars, store, &mut self.possible);
        if self.possible == self.last {
            return Ok(());
        }
        if !self.sweep.leads(&self.layers, &self.possible, &mut self.supported) {
            return Err(Conflict);
        }
        for (&var, (values, first)) in self.vars.iter().zip(&self.layers.values) {
            for (values, word) in values.chunks(64).zip(*first as usize..) {
                let mut lost = self.possible[word] & !self.supported[word];
                while lost != 0 {
                    store.remove(var, values[lost.trailing_zeros() as usize])?;
                    lost &= lost - 1;
                }
            }
        }
        let left =
            self.possible.iter().zip(&self.supported).map(|(possible, supported)| possible & supported);
        self.last.iter_mut().zip(left).for_each(|(last, left)| *last = left);
        Ok(())
    }

    fn relaxed(&self, store: &Store) -> Option<Relaxed> {
        self.as_clauses(store)
    }

    fn readings(&self) -> Vec<Reading<'_>> {
        let next = |node: i128, layer: usize, value: i64| {
            let id = node as NodeId;
            if self.layers.depth(id) > layer {
                return node;
            }
            let number = self.layers.values[layer].0.iter().position(|&own| own == value);
            number.map_or(Diagram::FALSE, |number| self.layers.child(id, number)).into()
        };
        let ends = |node: i128| node == i128::from(Diagram::TRUE);
        let (vars, start) = (self.vars.clone(), self.layers.root.into());
        vec![Reading::Steps(Steps { vars, ordered: true, start, next: Box::new(next), ends: Box::new(ends) })]
    }

    /// What was lost is supposed; then values are let back in from the root on as long as no way leads to TRUE.
    fn explain(&self, store: &Store, root: &Store, found: Option<&Found>, reason: &mut Reason) -> bool {
        let layers = &*self.layers;
        let own = found.and_then(|found| self.vars.iter().position(|&var| var == found.var));
        let mut possible = vec![0; layers.words];
        for (layer, &var) in self.vars.iter().enumerate() {
            let wanted = |value: i64| match found.filter(|_| own == Some(layer)) {
                Some(found) => found.has_lost(store, value),
                None => store.contains(var, value),
            };
            layers.gather(layer, wanted, &mut possible);
        }
        let alive = layers.alive(&possible);
        if alive[layers.root as usize] {
            return false;
        }
        let mut reached: Vec<Vec<NodeId>> = vec![Vec::new(); self.vars.len() + 1];
        reached[layers.depth(layers.root)].push(layers.root);
        for layer in 0..self.vars.len() {
            let mut nodes = std::mem::take(&mut reached[layer]);
            nodes.sort_unstable();
            nodes.dedup();
            let var = self.vars[layer];
            let mut missed: Vec<i64> = Vec::new();
            for (at, &value) in layers.values[layer].0.iter().enumerate() {
                let (word, bit) = layers.place(layer, at);
                let may_be = possible[word] & bit != 0 || own != Some(layer) && root.contains(var, value);
                let child = |&node: &NodeId| layers.child(node, at);
                if may_be && nodes.iter().any(|node| alive[child(node) as usize]) {
                    missed.push(value);
                } else if may_be {
                    nodes.iter().map(child).for_each(|child| reached[layers.depth(child)].push(child));
                }
            }
            reason.without(store, var, &missed);
        }
        true
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        let mut at = self.layers.root;
        while at >= 2 {
            let layer = self.layers.depth(at);
            let wanted = value(self.vars[layer]);
            let values = &self.layers.values[layer].0;
            let Some(number) = values.iter().position(|&value| value == wanted) else { return false };
            at = self.layers.child(at, number);
        }
        at == Diagram::TRUE
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{Follows, Layers};
    use crate::base::diagram::{Builder, Diagram};
    use crate::solver::engine::judge::judge;

    #[test]
    fn it_keeps_its_promises() {
        judge(|draw| {
            let (count, width) = (draw.int(2..=5), draw.int(2..=3));
            let mut builder = Builder::default();
            // Nodes of deeper layers first; a child may pass over layers.
            let mut deeper = vec![Diagram::FALSE, Diagram::TRUE];
            for layer in (0..count as u32).rev() {
                let nodes = draw.many(1..=3, |draw| {
                    builder.node(layer, (0..width).map(|_| draw.pick(&deeper)).collect())
                });
                deeper.extend(nodes);
            }
            let diagram = builder.finish(deeper.pop().expect("a node"));
            let values = |_| (1..=width).collect();
            let layers = Layers::new(&diagram, count as usize, Some, values).expect("layers");
            Follows::new(draw.many(count..=count, |draw| draw.var(1..=width)), Arc::new(layers))
        });
    }

    /// The values of a layer take several words, and are not in the order of their bits.
    #[test]
    fn it_keeps_its_promises_for_many_values() {
        judge(|draw| {
            let mut builder = Builder::default();
            let mut deeper = vec![Diagram::FALSE, Diagram::TRUE];
            for layer in [1, 0] {
                let children = [draw.pick(&deeper), draw.pick(&deeper), draw.pick(&deeper)];
                let rows = (0..70).map(|_| draw.pick(&children)).collect();
                deeper.push(builder.node(layer, rows));
            }
            let diagram = builder.finish(deeper.pop().expect("a node"));
            let layers = Layers::new(&diagram, 2, Some, |_| (0..70).rev().collect()).expect("layers");
            Follows::new(draw.many(2..=2, |draw| draw.var(0..=69)), Arc::new(layers))
        });
    }
}

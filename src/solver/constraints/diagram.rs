//! A decision diagram (MDD) as a constraint: the values read from its root lead to TRUE.
//!
//! Prunes fully (GAC), by one sweep from the ends to the root and one back. Nothing is kept from call to call as MDD4R does:
//! the diagrams of rules are small.

mod nodes;

use std::sync::Arc;

use crate::base::diagram::{Diagram, NodeId};
use crate::solver::engine::{
    Conflict, Cost, Events, Found, Propagator, Reading, Reason, Relaxed, Spec, Steps, Store, VarId,
};

/// A diagram laid out for pruning: layer by layer, variables replaced by the numbers of their layers.
#[derive(Clone, Debug)]
pub struct Layers {
    /// For each node, children before parents: its layer, and where its children begin among all children.
    nodes: Vec<(u32, u32)>,
    /// The child of each node for each value of its layer.
    children: Vec<NodeId>,
    /// For each layer: its values in the order of the domain, and where they begin among all values.
    values: Vec<(Box<[i64]>, u32)>,
    /// How many values all layers have together.
    total: usize,
    root: NodeId,
}

impl Layers {
    /// Lays a diagram out; nothing if its variables are not read in one order on all ways. `layer` numbers the variables in
    /// that order, `values` lists the values of a layer in the order of the domain.
    pub fn new(
        diagram: &Diagram,
        count: usize,
        layer: impl Fn(u32) -> Option<u32>,
        values: impl Fn(u32) -> Vec<i64>,
    ) -> Option<Layers> {
        let (mut nodes, mut children) = (Vec::with_capacity(diagram.len()), Vec::new());
        for id in 2..diagram.len() as NodeId + 2 {
            let node = diagram.node(id);
            let own = layer(node.var)?;
            let deeper = |&child: &NodeId| child < 2 || nodes[child as usize - 2] > (own, u32::MAX);
            if !node.children.iter().all(deeper) {
                return None;
            }
            nodes.push((own, children.len() as u32));
            children.extend(node.children.iter());
        }
        let mut total = 0;
        let values = (0..count as u32).map(|layer| {
            let (values, first) = (values(layer), total as u32);
            total += values.len();
            (values.into(), first)
        });
        let values = values.collect();
        Some(Layers { nodes, children, values, total, root: diagram.root })
    }

    /// The layer of a node; that of an end is after all others.
    fn depth(&self, id: NodeId) -> usize {
        if id < 2 { self.values.len() } else { self.nodes[id as usize - 2].0 as usize }
    }

    /// A node's layer, and its child for each value with the number of that value among all.
    fn node(&self, index: usize) -> (usize, impl Iterator<Item = (usize, NodeId)> + '_) {
        let (layer, first) = self.nodes[index];
        let (values, start) = &self.values[layer as usize];
        let children = &self.children[first as usize..first as usize + values.len()];
        (layer as usize, children.iter().enumerate().map(|(at, &child)| (*start as usize + at, child)))
    }
}

/// The variables of the layers lead from the root to TRUE.
#[derive(Clone, Debug)]
pub struct Follows {
    vars: Vec<VarId>,
    layers: Arc<Layers>,
    /// For each node, the two ends first: whether it can still lead to TRUE.
    alive: Vec<bool>,
    /// For each node: whether it can be reached from the root.
    reached: Vec<bool>,
    /// For each value of each layer: whether it is possible.
    possible: Vec<bool>,
    /// The same: whether it lies on a way to TRUE.
    supported: Vec<bool>,
    /// For each layer: whether a way to TRUE passes over it, so that all its values stay.
    free: Vec<bool>,
}

impl Follows {
    /// A diagram on these variables, one for each layer.
    pub fn new(vars: Vec<VarId>, layers: Arc<Layers>) -> Follows {
        let (nodes, values) = (vec![false; layers.nodes.len() + 2], vec![false; layers.total]);
        let (alive, reached) = (nodes.clone(), nodes);
        let (possible, supported, free) = (values.clone(), values, vec![false; vars.len()]);
        Follows { vars, layers, alive, reached, possible, supported, free }
    }
}

impl Propagator for Follows {
    fn spec(&self) -> Spec {
        Spec::new("diagram", Cost::High, Events::ANY, self.vars.iter().copied())
    }

    fn prune(&mut self, store: &mut Store) -> Result<(), Conflict> {
        let Follows { vars, layers, alive, reached, possible, supported, free } = self;
        for (&var, (values, first)) in vars.iter().zip(&layers.values) {
            for (at, &value) in values.iter().enumerate() {
                possible[*first as usize + at] = store.contains(var, value);
            }
        }
        alive[1] = true;
        for index in 0..layers.nodes.len() {
            let (_, mut ways) = layers.node(index);
            alive[index + 2] = ways.any(|(value, child)| alive[child as usize] & possible[value]);
        }
        if !alive[layers.root as usize] {
            return Err(Conflict);
        }
        reached.fill(false);
        supported.fill(false);
        free.fill(false);
        reached[layers.root as usize] = true;
        free[..layers.depth(layers.root)].fill(true);
        for index in (0..layers.nodes.len()).rev() {
            if !reached[index + 2] || !alive[index + 2] {
                continue;
            }
            let (layer, ways) = layers.node(index);
            for (value, child) in ways {
                if alive[child as usize] & possible[value] {
                    reached[child as usize] = true;
                    supported[value] = true;
                    free[layer + 1..layers.depth(child)].fill(true);
                }
            }
        }
        for ((&var, &free), (values, first)) in vars.iter().zip(free.iter()).zip(&layers.values) {
            for (at, &value) in values.iter().enumerate().filter(|_| !free) {
                let at = *first as usize + at;
                if possible[at] && !supported[at] {
                    store.remove(var, value)?;
                }
            }
        }
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
            let values = &self.layers.values[layer].0;
            let (_, first) = self.layers.nodes[id as usize - 2];
            let number = values.iter().position(|&own| own == value);
            number.map_or(Diagram::FALSE, |number| self.layers.children[first as usize + number]).into()
        };
        let ends = |node: i128| node == i128::from(Diagram::TRUE);
        let (vars, start) = (self.vars.clone(), self.layers.root.into());
        vec![Reading::Steps(Steps { vars, ordered: true, start, next: Box::new(next), ends: Box::new(ends) })]
    }

    /// What was lost is supposed; then values are let back in from the root on as long as no way leads to TRUE.
    fn explain(&self, store: &Store, root: &Store, found: Option<&Found>, reason: &mut Reason) -> bool {
        let layers = &*self.layers;
        let own = found.and_then(|found| self.vars.iter().position(|&var| var == found.var));
        let mut possible = vec![false; layers.total];
        for (layer, (values, first)) in layers.values.iter().enumerate() {
            let var = self.vars[layer];
            for (at, &value) in values.iter().enumerate() {
                possible[*first as usize + at] = match found.filter(|_| own == Some(layer)) {
                    Some(found) => found.has_lost(store, value),
                    None => store.contains(var, value),
                };
            }
        }
        let mut alive = vec![false; layers.nodes.len() + 2];
        alive[1] = true;
        for index in 0..layers.nodes.len() {
            let (_, mut ways) = layers.node(index);
            alive[index + 2] = ways.any(|(value, child)| alive[child as usize] & possible[value]);
        }
        if alive[layers.root as usize] {
            return false;
        }
        let mut reached: Vec<Vec<NodeId>> = vec![Vec::new(); self.vars.len() + 1];
        reached[layers.depth(layers.root)].push(layers.root);
        for layer in 0..self.vars.len() {
            let mut nodes = std::mem::take(&mut reached[layer]);
            nodes.sort_unstable();
            nodes.dedup();
            let (values, first) = &layers.values[layer];
            let var = self.vars[layer];
            let mut missed: Vec<i64> = Vec::new();
            for (at, &value) in values.iter().enumerate() {
                let may_be =
                    possible[*first as usize + at] || own != Some(layer) && root.contains(var, value);
                let child = |&node: &NodeId| layers.children[layers.nodes[node as usize - 2].1 as usize + at];
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
            let (layer, first) = self.layers.nodes[at as usize - 2];
            let wanted = value(self.vars[layer as usize]);
            let values = &self.layers.values[layer as usize].0;
            let Some(number) = values.iter().position(|&value| value == wanted) else { return false };
            at = self.layers.children[first as usize + number];
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
}

//! A decision diagram (MDD) as a constraint: the values read from its root lead to TRUE.
//!
//! Prunes fully (GAC), by one sweep from the ends to the root and one back. Nothing is kept from call to call as MDD4R does:
//! the diagrams of rules are small.

use std::sync::Arc;

use crate::base::diagram::{Diagram, NodeId};
use crate::solver::engine::{Conflict, Cost, Events, Propagator, Spec, Store, VarId};

/// A node's layer, and its child for each value.
type LayerNode = (u32, Box<[(i64, NodeId)]>);

/// A diagram laid out for pruning: layer by layer, variables replaced by the numbers of their layers.
#[derive(Clone, Debug)]
pub struct Layers {
    /// For each node, children before parents: its layer, and its child for each value.
    nodes: Vec<LayerNode>,
    root: NodeId,
    count: usize,
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
        let mut nodes: Vec<LayerNode> = Vec::with_capacity(diagram.len());
        for id in 2..diagram.len() as NodeId + 2 {
            let node = diagram.node(id);
            let own = layer(node.var)?;
            let deeper = |&child: &NodeId| child < 2 || nodes[child as usize - 2].0 > own;
            if !node.children.iter().all(deeper) {
                return None;
            }
            let children = values(own).into_iter().zip(node.children.iter().copied()).collect();
            nodes.push((own, children));
        }
        Some(Layers { nodes, root: diagram.root, count })
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
}

impl Follows {
    /// A diagram on these variables, one for each layer.
    pub fn new(vars: Vec<VarId>, layers: Arc<Layers>) -> Follows {
        let size = layers.nodes.len() + 2;
        Follows { vars, layers, alive: vec![false; size], reached: vec![false; size] }
    }
}

impl Propagator for Follows {
    fn spec(&self) -> Spec {
        Spec::new("diagram", Cost::High, Events::ANY, self.vars.iter().copied())
    }

    fn prune(&mut self, store: &mut Store) -> Result<(), Conflict> {
        let Follows { vars, layers, alive, reached } = self;
        alive[1] = true;
        for (index, (layer, children)) in layers.nodes.iter().enumerate() {
            let var = vars[*layer as usize];
            alive[index + 2] =
                children.iter().any(|&(value, child)| alive[child as usize] && store.contains(var, value));
        }
        if !alive[layers.root as usize] {
            return Err(Conflict);
        }
        reached.fill(false);
        reached[layers.root as usize] = true;
        let depth = |id: NodeId| if id < 2 { layers.count } else { layers.nodes[id as usize - 2].0 as usize };
        // A layer that some way to TRUE passes over keeps all its values.
        let mut free = vec![false; layers.count];
        free[..depth(layers.root)].fill(true);
        let mut supported: Vec<Vec<i64>> = vec![Vec::new(); layers.count];
        for (index, (layer, children)) in layers.nodes.iter().enumerate().rev() {
            if !reached[index + 2] || !alive[index + 2] {
                continue;
            }
            let var = vars[*layer as usize];
            for &(value, child) in children {
                if alive[child as usize] && store.contains(var, value) {
                    reached[child as usize] = true;
                    supported[*layer as usize].push(value);
                    free[*layer as usize + 1..depth(child)].fill(true);
                }
            }
        }
        for ((&var, free), mut kept) in vars.iter().zip(free).zip(supported) {
            if !free {
                kept.sort_unstable();
                store.retain(var, |_, value| kept.binary_search(&value).is_ok())?;
            }
        }
        Ok(())
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        let mut at = self.layers.root;
        while at >= 2 {
            let (layer, children) = &self.layers.nodes[at as usize - 2];
            let wanted = value(self.vars[*layer as usize]);
            let Some(&(_, child)) = children.iter().find(|&&(value, _)| value == wanted) else {
                return false;
            };
            at = child;
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

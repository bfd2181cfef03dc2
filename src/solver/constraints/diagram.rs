//! A decision diagram as a constraint: the values read from its root lead to TRUE. Prunes fully.

use std::sync::Arc;

use crate::solver::diagram::{Diagram, NodeId};
use crate::solver::engine::{About, Conflict, Cost, Events, Propagator, Store, VarId};

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

/// What people are told.
pub const ABOUT: About = About {
    name: "diagram",
    meaning: "a definition or a line grammar, followed value by value",
    prunes: "every value that no way to the end uses",
};

impl Propagator for Follows {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn cost(&self) -> Cost {
        Cost::High
    }

    fn watches(&self) -> Vec<(VarId, Events)> {
        self.vars.iter().map(|&var| (var, Events::ANY)).collect()
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
                store.filter(var, |value| kept.binary_search(&value).is_ok())?;
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
    use crate::solver::diagram::{Builder, Diagram};
    use crate::solver::engine::judge::judge;

    #[test]
    fn it_keeps_its_promises() {
        judge(|random, store| {
            let count = 2 + random.below(4);
            let width = 2 + random.below(2);
            let mut builder = Builder::default();
            // Nodes of deeper layers first; a child may pass over layers.
            let mut deeper = vec![Diagram::FALSE, Diagram::TRUE];
            for layer in (0..count).rev() {
                let nodes: Vec<_> = (0..=random.below(3))
                    .map(|_| {
                        let children = (0..width).map(|_| *random.pick(&deeper)).collect();
                        builder.node(layer as u32, children)
                    })
                    .collect();
                deeper.extend(nodes);
            }
            let root = deeper.pop().expect("a node");
            let diagram = builder.finish(root);
            let values = |_| (1..=width as i64).collect();
            let layers = Layers::new(&diagram, count, Some, values).expect("layers");
            let vars = (0..count).map(|_| store.add_range(1, width as i64)).collect();
            Box::new(Follows::new(vars, Arc::new(layers)))
        });
    }
}

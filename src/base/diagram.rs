//! Decision diagrams (reduced MDDs): which rows of values satisfy a condition, with equal rests of rows shared.
//!
//! ```text
//!        x         one node for each variable read and each distinct rest,
//!      1/ \2       a child for each value of its domain, in the domain's order
//!      y   y       ending in FALSE or TRUE
//! ```

use crate::base::hash::{Map, Set};

/// Number of a node in its [`Diagram`].
pub type NodeId = u32;

/// A node: the variable it reads and where each of its values leads.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DiagramNode {
    /// What is read: a number that means something to whoever made the diagram.
    pub var: u32,
    /// One child for each value of the variable's domain, in order.
    pub children: Box<[NodeId]>,
}

/// A reduced decision diagram. Children come before their parents; equal nodes are one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    nodes: Vec<DiagramNode>,
    /// Where reading starts.
    pub root: NodeId,
}

impl Diagram {
    /// The end that means no.
    pub const FALSE: NodeId = 0;
    /// The end that means yes.
    pub const TRUE: NodeId = 1;

    /// The diagram of what is decided without reading.
    pub fn decided(value: bool) -> Diagram {
        Diagram { nodes: Vec::new(), root: if value { Diagram::TRUE } else { Diagram::FALSE } }
    }

    /// The same diagram about other variables, each of its own.
    #[must_use]
    pub fn renamed(&self, mut name: impl FnMut(u32) -> u32) -> Diagram {
        let node = |node: &DiagramNode| DiagramNode { var: name(node.var), children: node.children.clone() };
        Diagram { nodes: self.nodes.iter().map(node).collect(), root: self.root }
    }

    /// A node that is no end.
    pub fn node(&self, id: NodeId) -> &DiagramNode {
        &self.nodes[id as usize - 2]
    }

    /// How many nodes there are, ends not counted.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the condition is decided without reading.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// An order of the variables in which every way reads them; nothing if there is none.
    pub fn order(&self) -> Option<Vec<u32>> {
        let mut before: Map<u32, Set<u32>> = Map::default();
        for node in self.nodes.iter().rev() {
            before.entry(node.var).or_default();
            for &child in node.children.iter().filter(|&&child| child >= 2) {
                before.entry(self.node(child).var).or_default().insert(node.var);
            }
        }
        let mut all: Vec<u32> = before.keys().copied().collect();
        all.sort_unstable();
        let mut order: Vec<u32> = Vec::with_capacity(all.len());
        let mut placed: Set<u32> = Set::default();
        while order.len() < all.len() {
            let ready = |var: &&u32| {
                !placed.contains(*var) && before[*var].iter().all(|earlier| placed.contains(earlier))
            };
            let next = *all.iter().find(ready)?;
            placed.insert(next);
            order.push(next);
        }
        Some(order)
    }
}

/// Builds a diagram from nodes that may still be equal to each other.
#[derive(Default, Debug)]
pub struct Builder {
    nodes: Vec<DiagramNode>,
    known: Map<DiagramNode, NodeId>,
}

impl Builder {
    /// The reduced node for a variable whose values lead to these nodes.
    pub fn node(&mut self, var: u32, children: Box<[NodeId]>) -> NodeId {
        if let Some(&first) = children.first()
            && children.iter().all(|&child| child == first)
        {
            return first;
        }
        let node = DiagramNode { var, children };
        let nodes = &mut self.nodes;
        *self.known.entry(node).or_insert_with_key(|node| {
            nodes.push(node.clone());
            nodes.len() as NodeId + 1
        })
    }

    /// The diagram that starts at a node; what is not reached from it is left out.
    pub fn finish(self, root: NodeId) -> Diagram {
        let mut used = vec![false; self.nodes.len() + 2];
        let mut open = vec![root];
        while let Some(id) = open.pop() {
            if id >= 2 && !std::mem::replace(&mut used[id as usize], true) {
                open.extend(self.nodes[id as usize - 2].children.iter());
            }
        }
        let mut renamed: Vec<NodeId> = vec![Diagram::FALSE, Diagram::TRUE];
        let mut nodes = Vec::new();
        for (index, node) in self.nodes.into_iter().enumerate() {
            let id = nodes.len() as NodeId + 2;
            renamed.push(id);
            if used[index + 2] {
                let children = node.children.iter().map(|&child| renamed[child as usize]).collect();
                nodes.push(DiagramNode { var: node.var, children });
            }
        }
        let root = renamed[root as usize];
        Diagram { nodes, root }
    }
}

//! What a move does at one place, remembered: a tree that asks for one value after the other, in the order in which the
//! evaluator read them.
//!
//! Rules read values one by one, and which one they read next depends only on those they have read. So the reads of all
//! runs form a tree, and its leaves are outcomes. Places are numbered within the table, so that one table serves every
//! line on which a move does the same.

use super::codes::Code;

/// What a move does at one place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It does not act there.
    Idle,
    /// It acts there, but is not possible.
    Impossible,
    /// It gives these places, by their numbers in the table, new values.
    Writes(Box<[(u16, Code)]>),
}

/// A place to read, and what follows from each of its values.
#[derive(Clone, Copy, Debug)]
struct Node {
    place: u16,
    width: u16,
    start: u32,
}

/// The tree. A child is 0 while nothing is known, `2n` for node n, `2n + 1` for outcome n.
#[derive(Clone, Debug)]
pub struct Table {
    root: u32,
    nodes: Vec<Node>,
    children: Vec<u32>,
    outcomes: Vec<Outcome>,
}

impl Default for Table {
    fn default() -> Self {
        // Node 0 is never used, so that no child is 0.
        let nothing = Node { place: 0, width: 0, start: 0 };
        Table { root: 0, nodes: vec![nothing], children: Vec::new(), outcomes: Vec::new() }
    }
}

impl Table {
    /// The number of the outcome in a position; nothing if it is not known yet.
    pub fn find(&self, places: &[u32], position: &[Code]) -> Option<u32> {
        let mut at = self.root;
        loop {
            if at & 1 == 1 {
                return Some(at >> 1);
            }
            if at == 0 {
                return None;
            }
            let node = self.nodes[(at >> 1) as usize];
            let code = position[places[usize::from(node.place)] as usize];
            if code >= node.width {
                return None;
            }
            at = self.children[node.start as usize + usize::from(code)];
        }
    }

    /// The places that are read in a position until its outcome is known, as far as they are remembered.
    pub fn reads(&self, places: &[u32], position: &[Code]) -> Vec<u32> {
        let mut reads = Vec::new();
        let mut at = self.root;
        while at != 0 && at & 1 == 0 {
            let node = self.nodes[(at >> 1) as usize];
            let place = places[usize::from(node.place)];
            reads.push(place);
            let code = position[place as usize];
            at = if code < node.width { self.children[node.start as usize + usize::from(code)] } else { 0 };
        }
        reads
    }

    /// The outcome with this number.
    pub fn outcome(&self, number: u32) -> &Outcome {
        &self.outcomes[number as usize]
    }

    /// Remembers an outcome: the places that were read, each once and in order, with their values. Returns its
    /// number.
    pub fn learn(&mut self, reads: &[(u16, Code)], outcome: Outcome) -> u32 {
        let number = self.outcomes.len() as u32;
        let leaf = number << 1 | 1;
        self.outcomes.push(outcome);
        let mut slot = None;
        for &(place, code) in reads {
            let mut at = self.child(slot);
            if at == 0 {
                at = (self.nodes.len() as u32) << 1;
                self.nodes.push(Node { place, width: 0, start: 0 });
                self.set_child(slot, at);
            }
            let number = (at >> 1) as usize;
            debug_assert!(at & 1 == 0 && self.nodes[number].place == place, "reads depend on values alone");
            self.make_room(number, code);
            slot = Some(self.nodes[number].start as usize + usize::from(code));
        }
        debug_assert_eq!(self.child(slot), 0, "an outcome is learned once");
        self.set_child(slot, leaf);
        number
    }

    fn child(&self, slot: Option<usize>) -> u32 {
        slot.map_or(self.root, |slot| self.children[slot])
    }

    fn set_child(&mut self, slot: Option<usize>, child: u32) {
        match slot {
            Some(slot) => self.children[slot] = child,
            None => self.root = child,
        }
    }

    /// Makes a node wide enough for a value.
    fn make_room(&mut self, number: usize, code: Code) {
        let node = self.nodes[number];
        if code < node.width {
            return;
        }
        let width = (code + 1).next_power_of_two().max(4);
        let (start, old) = (self.children.len(), node.start as usize);
        self.children.extend_from_within(old..old + usize::from(node.width));
        self.children.resize(start + usize::from(width), 0);
        self.nodes[number] = Node { place: node.place, width, start: start as u32 };
    }

    /// About how many bytes it takes.
    pub fn bytes(&self) -> usize {
        self.nodes.len() * size_of::<Node>() + self.children.len() * 4 + self.outcomes.len() * 48
    }
}

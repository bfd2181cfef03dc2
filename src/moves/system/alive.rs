//! Which acts do not rest in a position.
//!
//! Most acts rest in most positions: a push does nothing where the player does not stand. So the guards of all acts are laid out
//! as a tree, in which acts that demand the same of a place share a node, and a position goes through its nodes once.
//!
//! ```text
//! r1c1 = a ── r1c2 = a ─┬─ r1c3 = empty: drive(a, right, 1) ── r1c4 = empty: drive(a, right, 2)
//!                       └─ ..
//! r1c2 = a ── ..                                   where a guard does not let, all behind it is skipped
//! ```

use super::guards::Guard;
use super::{Act, Group, When};
use crate::base::hash::Map;
use crate::moves::codes::Code;

/// A node of the tree; nodes stand in the order in which they are asked.
#[derive(Clone, Debug)]
struct Node {
    guard: Guard,
    /// The next node that is not behind this one.
    skip: u32,
    /// The acts that demand nothing more, as a run of `acts`.
    acts: std::ops::Range<u32>,
}

/// Acts by their guards.
#[derive(Clone, Debug, Default)]
pub(super) struct Alive {
    /// Acts without guards, and the first act of each move on lines.
    always: Vec<u32>,
    nodes: Vec<Node>,
    acts: Vec<u32>,
    /// For each act its group.
    group_of: Vec<u32>,
}

impl Alive {
    /// Lays out all acts.
    pub(super) fn new(groups: &[Group], acts: &[Act]) -> Alive {
        let mut alive = Alive { group_of: vec![0; acts.len()], ..Alive::default() };
        let mut often: Map<Guard, usize> = Map::default();
        let mut guarded: Vec<(Vec<Guard>, u32)> = Vec::new();
        for (number, group) in (0..).zip(groups) {
            for act in group.acts.clone() {
                alive.group_of[act] = number;
                match &acts[act].when {
                    _ if group.lines && act > group.acts.start => {}
                    When::Guards(guards) if !group.lines && !guards.is_empty() => {
                        guards.iter().for_each(|&guard| *often.entry(guard).or_default() += 1);
                        guarded.push((guards.to_vec(), act as u32));
                    }
                    _ => alive.always.push(act as u32),
                }
            }
        }
        // The first is the one that most likely rules the act out; what many demand comes next, so that they share it.
        for (guards, _) in &mut guarded {
            let behind = 1.min(guards.len());
            guards[behind..]
                .sort_by_cached_key(|guard| (std::cmp::Reverse(often.get(guard).copied()), *guard));
        }
        guarded.sort_unstable();
        alive.branch(&guarded, 0);
        alive
    }

    /// Whether it is of any use.
    pub(super) fn is_useful(&self) -> bool {
        !self.nodes.is_empty()
    }

    /// Adds the nodes of acts that agree in their first guards.
    fn branch(&mut self, guarded: &[(Vec<Guard>, u32)], depth: usize) {
        let same =
            |one: &(Vec<Guard>, u32), other: &(Vec<Guard>, u32)| one.0.get(depth) == other.0.get(depth);
        for run in guarded.chunk_by(same) {
            let Some(&guard) = run[0].0.get(depth) else { continue };
            let start = self.acts.len() as u32;
            self.acts.extend(run.iter().filter(|(guards, _)| guards.len() == depth + 1).map(|&(_, act)| act));
            let at = self.nodes.len();
            self.nodes.push(Node { guard, skip: 0, acts: start..self.acts.len() as u32 });
            self.branch(run, depth + 1);
            self.nodes[at].skip = self.nodes.len() as u32;
        }
    }

    /// The acts that do not rest in a position, as far as guards tell, in their order.
    pub(super) fn find(&self, position: &[Code], found: &mut Vec<u32>) {
        found.clear();
        found.extend_from_slice(&self.always);
        let mut at = 0;
        while let Some(node) = self.nodes.get(at) {
            if node.guard.lets(position) {
                found.extend_from_slice(&self.acts[node.acts.start as usize..node.acts.end as usize]);
                at += 1;
            } else {
                at = node.skip as usize;
            }
        }
        found.sort_unstable();
    }

    /// The group of an act.
    pub(super) fn group_of(&self, act: u32) -> usize {
        self.group_of[act as usize] as usize
    }
}

//! A diagram as clauses: which of its nodes a row passes between two variables is an unknown of the learner.
//!
//! ```text
//! x in {1,2}   S {a b}   y        S = a if x = 1, S = b if x = 2; where only c follows a, T = c if S = a
//! ```
//!
//! A node that is entered by some values from some nodes and by others from others is cut in parts, so that how a node is entered
//! and from where have nothing to do with each other. Then clauses prune as much as the sweeps do, and what is learned may speak
//! of nodes: of all ways to come there at once.

use super::Follows;
use crate::base::diagram::NodeId;
use crate::solver::engine::{Relaxed, Store, VarId};

/// The most nodes between two variables, since they are the values of an unknown.
const WIDEST: usize = 64;

/// A part of a node: how it may be entered.
struct Part {
    node: NodeId,
    /// The values, by their numbers in the layer before.
    by: Vec<usize>,
    /// The parts of the layer before.
    from: u64,
}

/// The unknown before a layer, and the parts that are its values. One part is no unknown.
struct Place {
    var: Option<VarId>,
    parts: Vec<Part>,
}

impl Place {
    /// Says of a nogood that only these parts are left.
    fn within(&self, parts: u64, nogood: &mut Vec<(VarId, u64)>) {
        nogood.extend(self.var.map(|var| (var, parts)));
    }

    fn all(&self) -> u64 {
        u64::MAX >> (WIDEST - self.parts.len())
    }
}

impl Follows {
    /// The same as clauses; nothing if too much is open or values do not fit.
    pub(super) fn as_clauses(&self, store: &Store) -> Option<Relaxed> {
        if self.vars.iter().any(|&var| store.domain(var).len() != 1) {
            return None;
        }
        let layers = &*self.layers;
        let open = |layer: usize| {
            let values = layers.values[layer].0.iter().enumerate();
            values.filter(move |(_, value)| store.contains(self.vars[layer], **value)).map(|(at, _)| at)
        };
        let mut possible = vec![0; layers.words];
        layers.read(&self.vars, store, &mut possible);
        let alive = layers.alive(&possible);
        if !alive[layers.root as usize] {
            return None;
        }
        let mut relaxed = Relaxed::default();
        let mut next = store.count() as u32;
        let mut place = Place { var: None, parts: vec![Part { node: layers.root, by: Vec::new(), from: 0 }] };
        for (layer, &var) in self.vars.iter().enumerate() {
            let mut parts: Vec<Part> = Vec::new();
            for value in open(layer) {
                // For each node that the value leads to, where from; parts of one node come together.
                let mut entered: Vec<(NodeId, u64)> = Vec::new();
                for (at, part) in place.parts.iter().enumerate() {
                    let deeper = layers.depth(part.node) > layer;
                    let child = if deeper { part.node } else { layers.child(part.node, value) };
                    if alive[child as usize] {
                        match entered.iter_mut().find(|(node, _)| *node == child) {
                            Some((_, from)) => *from |= 1 << at,
                            None => entered.push((child, 1 << at)),
                        }
                    }
                }
                for (node, from) in entered {
                    match parts.iter_mut().find(|part| part.node == node && part.from == from) {
                        Some(part) => part.by.push(value),
                        None => parts.push(Part { node, by: vec![value], from }),
                    }
                }
            }
            if parts.len() > WIDEST {
                return None;
            }
            let own = (parts.len() > 1).then_some(VarId(next));
            if own.is_some() {
                relaxed.helpers.push(parts.len() as u32);
                next += 1;
            }
            let after = Place { var: own, parts };
            self.link(store, (layer, var), &place, &after, &mut relaxed.nogoods);
            place = after;
        }
        Some(relaxed)
    }

    /// What a layer says of the parts before and after it.
    fn link(
        &self,
        store: &Store,
        (layer, var): (usize, VarId),
        before: &Place,
        after: &Place,
        nogoods: &mut Vec<Vec<(VarId, u64)>>,
    ) {
        let (base, open) = store.word(var);
        let values = &self.layers.values[layer].0;
        let bits = |by: &[usize]| by.iter().fold(0_u64, |bits, &value| bits | 1 << (values[value] - base));
        let numbered = |place: &'_ Place| (0..place.parts.len()).map(|at| 1_u64 << at).collect::<Vec<u64>>();
        for at in numbered(before) {
            let follow = (0..).zip(&after.parts).filter(|(_, part)| part.from & at != 0);
            let follow = follow.fold(0_u64, |all, (number, _)| all | 1 << number);
            if follow != after.all() {
                let mut nogood = Vec::new();
                before.within(at, &mut nogood);
                after.within(after.all() & !follow, &mut nogood);
                nogoods.push(nogood);
            }
        }
        for (at, part) in numbered(after).into_iter().zip(&after.parts) {
            if part.from != before.all() {
                let mut nogood = Vec::new();
                after.within(at, &mut nogood);
                before.within(before.all() & !part.from, &mut nogood);
                nogoods.push(nogood);
            }
            let by = bits(&part.by);
            if open & !by != 0 {
                let mut nogood = vec![(var, open & !by)];
                after.within(at, &mut nogood);
                nogoods.push(nogood);
            }
        }
        for bit in (0..64).map(|bit| 1_u64 << bit).filter(|bit| open & bit != 0) {
            let entered = (0..).zip(&after.parts).filter(|(_, part)| bits(&part.by) & bit != 0);
            let entered = entered.fold(0_u64, |all, (number, _)| all | 1 << number);
            if entered != after.all() {
                let mut nogood = vec![(var, bit)];
                after.within(after.all() & !entered, &mut nogood);
                nogoods.push(nogood);
            }
        }
    }
}

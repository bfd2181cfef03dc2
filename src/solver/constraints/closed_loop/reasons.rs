//! Reasons: the edges that alone tell what was found out, those that are near first. What is near is seen without a look at the
//! whole graph, and the whole graph is walked once.

use super::{ClosedLoop, block_of};
use crate::solver::constraints::graph::{Forest, NONE, UnionFind};
use crate::solver::constraints::literal::{Literal, Presence};
use crate::solver::engine::{Found, Store};

/// An edge that was found to be there or not.
#[derive(Clone, Copy)]
struct Told<'f> {
    edge: u32,
    literal: Literal,
    /// The values that its variable had before.
    bits: u64,
    found: &'f Found,
}

impl Told<'_> {
    /// Whether what was lost is what the edge takes away if it is there, or if it is not.
    fn brings(&self, value: bool) -> bool {
        self.found.spares(self.bits & if value { self.literal.mask } else { !self.literal.mask })
    }
}

impl ClosedLoop {
    /// Why an edge is there or not; nothing if it takes more than a look at its ends, the path between them, and the parts
    /// it links.
    pub(super) fn because_of(&self, store: &Store, found: &Found) -> Option<Vec<u32>> {
        let first = self.of_var.partition_point(|&(var, _)| var < found.var);
        let own = self.of_var[first..].iter().take_while(|&&(var, _)| var == found.var);
        let told: Vec<Told> = own.filter_map(|&(_, edge)| self.told(store, found, edge)).collect();
        if let Some(near) = told.iter().find_map(|told| self.near(store, told)) {
            return Some(near);
        }
        let mut edges = Vec::new();
        self.graph.look(store, &mut edges);
        told.iter().find_map(|told| self.far_off(&edges, told))
    }

    /// An edge of the variable of which something was found out, if it was open.
    fn told<'f>(&self, store: &Store, found: &'f Found, edge: u32) -> Option<Told<'f>> {
        let (.., Presence::If(literal)) = self.graph.edges[edge as usize] else { return None };
        let (_, bits) = store.word(literal.var);
        literal.status(store).is_none().then_some(Told { edge, literal, bits, found })
    }

    /// What tells of an edge at its ends, or on the path between them.
    fn near(&self, store: &Store, told: &Told) -> Option<Vec<u32>> {
        let state = |edge: u32| self.graph.edges[edge as usize].2.status(store);
        let (left, right, _) = self.graph.edges[told.edge as usize];
        for node in [left, right] {
            let others = self.graph.links(node).iter().map(|link| link.1).filter(|&other| other != told.edge);
            let others: Vec<u32> = others.collect();
            let sure: Vec<u32> = others.iter().copied().filter(|&other| state(other) == Some(true)).collect();
            if sure.len() >= 2 && told.brings(false) {
                return Some(sure[..2].to_vec());
            }
            let none_open = others.iter().all(|&other| state(other).is_some());
            if none_open && sure.len() < 2 && told.brings(sure.len() == 1) {
                return Some(others);
            }
        }
        if !told.brings(false) {
            return None;
        }
        let mut path = self.path(|edge| state(edge) == Some(true), left, right)?;
        let is_outside = |edge: &u32| state(*edge) == Some(true) && !path.contains(edge);
        path.push((0..self.graph.edges.len() as u32).find(is_outside)?);
        Some(path)
    }

    /// What tells of an edge elsewhere: a loop that is closed, the block that the loop is in, or a part with loose ends.
    fn far_off(&self, edges: &[Option<bool>], told: &Told) -> Option<Vec<u32>> {
        if told.brings(false) {
            let apart = || Some(self.apart(edges, |edge| edge == told.edge)?.0);
            if let Some(elsewhere) = self.closed(edges).or_else(apart) {
                return Some(elsewhere);
            }
        }
        let (left, right, _) = self.graph.edges[told.edge as usize];
        let cuts = [(left, right), (right, left)].into_iter().flat_map(|(from, to)| {
            [true, false].map(|open| {
                let side = self.graph.reached(from, |other| {
                    other != told.edge
                        && if open {
                            edges[other as usize].is_none()
                        } else {
                            edges[other as usize] != Some(false)
                        }
                });
                (!side.contains(&to)).then(|| self.cut(&side, told.edge))
            })
        });
        let odd = |cut: &Vec<u32>| {
            cut.iter().filter(|&&other| edges[other as usize] == Some(true)).count() % 2 == 1
        };
        cuts.flatten().filter(|cut| told.brings(odd(cut))).min_by_key(Vec::len)
    }

    /// Edges that cannot be all as they are, near each other.
    pub(super) fn clash(&self, store: &Store) -> Option<Vec<u32>> {
        let mut edges = Vec::new();
        self.graph.look(store, &mut edges);
        let sure = |edge: &u32| edges[*edge as usize] == Some(true);
        for node in 0..self.graph.count() as u32 {
            let around = || self.graph.links(node).iter().map(|link| link.1);
            let there = around().filter(sure).count();
            if there > 2 {
                return Some(around().filter(sure).take(3).collect());
            }
            if there == 1 && around().all(|edge| edges[edge as usize].is_some()) {
                return Some(around().collect());
            }
        }
        if let Some(odd) = self.odd(&edges) {
            return Some(odd);
        }
        if let Some(mut closed) = self.closed(&edges) {
            let is_outside = |edge: &u32| sure(edge) && !closed.contains(edge);
            closed.push((0..edges.len() as u32).find(is_outside)?);
            return Some(closed);
        }
        let (mut apart, other) = self.apart(&edges, |edge| sure(&edge))?;
        apart.push(other);
        Some(apart)
    }

    /// The edges around a part that open edges join, of which an odd number is there: a loop leaves a part as often as it enters
    /// it. The fewest such.
    fn odd(&self, edges: &[Option<bool>]) -> Option<Vec<u32>> {
        let mut parts = UnionFind::default();
        parts.reset(self.graph.count());
        for (&(left, right, _), state) in self.graph.edges.iter().zip(edges) {
            if state.is_none() {
                parts.join(left, right);
            }
        }
        // For each part how many edges lead out of it, and how many of these are there.
        let mut around = vec![(0_u32, 0_u32); self.graph.count()];
        for (&(left, right, _), state) in self.graph.edges.iter().zip(edges) {
            let (one, other) = (parts.find(left), parts.find(right));
            for part in [one, other].into_iter().filter(|_| one != other) {
                let (all, sure) = &mut around[part as usize];
                *all += 1;
                *sure += u32::from(*state == Some(true));
            }
        }
        let odd = (0..).zip(&around).filter(|(_, (_, sure))| sure % 2 == 1);
        let (part, _) = odd.min_by_key(|(_, (all, _))| *all)?;
        let leads_out = |edge: &u32| {
            let (left, right, _) = self.graph.edges[*edge as usize];
            (parts.find(left) == part) != (parts.find(right) == part)
        };
        Some((0..edges.len() as u32).filter(leads_out).collect())
    }

    /// The edges that lead out of a part, apart from one.
    fn cut(&self, part: &[u32], apart: u32) -> Vec<u32> {
        let mut inside = vec![false; self.graph.count()];
        part.iter().for_each(|&node| inside[node as usize] = true);
        let links = part.iter().flat_map(|&node| self.graph.links(node));
        links.filter(|(next, edge)| !inside[*next as usize] && *edge != apart).map(|link| link.1).collect()
    }

    /// The edges of a loop that is closed. Each edge is walked along once.
    fn closed(&self, edges: &[Option<bool>]) -> Option<Vec<u32>> {
        let mut walked = vec![false; edges.len()];
        for edge in 0..edges.len() as u32 {
            if edges[edge as usize] != Some(true) || walked[edge as usize] {
                continue;
            }
            let (mut node, end, _) = self.graph.edges[edge as usize];
            let mut path = vec![edge];
            walked[edge as usize] = true;
            while node != end {
                let is_new =
                    |link: &&(u32, u32)| edges[link.1 as usize] == Some(true) && !walked[link.1 as usize];
                let Some(&(next, onward)) = self.graph.links(node).iter().find(is_new) else { break };
                path.push(onward);
                walked[onward as usize] = true;
                node = next;
            }
            if node == end {
                return Some(path);
            }
        }
        None
    }

    /// The first edge that a test accepts and that is in no block of the first sure edge, after why: that one, and the edges that
    /// are missing between them.
    fn apart(&self, edges: &[Option<bool>], accepts: impl Fn(u32) -> bool) -> Option<(Vec<u32>, u32)> {
        let first = edges.iter().position(|&state| state == Some(true))? as u32;
        let (mut forest, mut block) = (Forest::default(), Vec::new());
        forest.divide(&self.graph, edges, first, &mut block);
        let block_of = |edge: u32| block_of(&self.graph, &forest, &block, edge);
        let same = block_of(first);
        let edge = (0..edges.len() as u32).find(|&edge| block_of(edge) != same && accepts(edge))?;
        let own = block_of(edge);
        // All that hangs on the node above the block, or all that is not linked to the first edge.
        let mut inside = vec![own == NONE; self.graph.count()];
        if own == NONE {
            forest.order.iter().for_each(|&node| inside[node as usize] = false);
        } else {
            inside[own as usize] = true;
            for &node in &forest.order[forest.number[own as usize] as usize + 1..] {
                inside[node as usize] = inside[forest.parent[node as usize] as usize];
            }
        }
        let above = if own == NONE { NONE } else { forest.parent[own as usize] };
        let missing = (0..edges.len() as u32).filter(|&other| {
            let (left, right, _) = self.graph.edges[other as usize];
            inside[left as usize] != inside[right as usize] && left != above && right != above
        });
        Some((missing.chain([first]).collect(), edge))
    }

    /// The sure edges that lead from one node to another.
    fn path(&self, sure: impl Fn(u32) -> bool, from: u32, to: u32) -> Option<Vec<u32>> {
        let (mut node, mut path) = (from, Vec::new());
        while node != to {
            let onward = |link: &&(u32, u32)| sure(link.1) && path.last() != Some(&link.1);
            let &(next, edge) = self.graph.links(node).iter().find(onward)?;
            path.push(edge);
            node = next;
            if path.len() > self.graph.edges.len() {
                return None;
            }
        }
        Some(path)
    }
}

//! What is seen in one call: groups of what is surely joined, what can be, and how large they may become.

use super::reasons::Why;
use super::{Marks, Plan};
use crate::base::hash::Set;
use crate::solver::constraints::graph::{Forest, ReachQuestions, UnionFind};
use crate::solver::constraints::literal::Presence;
use crate::solver::constraints::sink::Sink;
use crate::solver::engine::{Conflict, Store};

/// What is seen in one call: a group is what is surely joined.
#[derive(Clone, Default, Debug)]
pub(super) struct Sight {
    pub(super) edges: Vec<Option<bool>>,
    /// What sure edges join.
    pub(super) solid: UnionFind,
    /// What sure edges and true answers join.
    pub(super) groups: UnionFind,
    /// What edges that are not ruled out join.
    pub(super) possible: UnionFind,
    /// For the node that stands for a group: the least and the greatest size it may have in the end.
    pub(super) bounds: Vec<(u32, u32)>,
    /// For the node that stands for a group: the questions about sizes that bound it from below and from above.
    pub(super) givers: Vec<Option<(u32, u32)>>,
    /// For each kind of marks, the same of their sum; and what they add up to now.
    pub(super) sums: Vec<Vec<(u32, u32)>>,
    pub(super) weights: Vec<Vec<u32>>,
    /// Groups that must not be joined, lesser number first.
    pub(super) apart: Set<(u32, u32)>,
    /// For the node that stands for a group: its members.
    pub(super) members: Vec<Vec<u32>>,
    pub(super) forest: Forest,
    /// For the node that stands for a group: how many nodes must be added to have it in the group that grows.
    pub(super) far: Vec<u32>,
    pub(super) waiting: Vec<Vec<u32>>,
    pub(super) inside: Vec<bool>,
    /// For each kind of marks and each node: whether a group that has some can grow to it. Empty if nobody asks.
    pub(super) covered: Vec<Vec<bool>>,
    pub(super) lost: Vec<u32>,
    pub(super) below: Vec<u32>,
    pub(super) sure_below: Vec<u32>,
}

impl Sight {
    /// Whether two different groups may become one, with some more nodes between them.
    pub(super) fn may_join(&mut self, left: u32, right: u32, more: u32) -> bool {
        let (left, right) = (self.groups.find(left), self.groups.find(right));
        let ((least, most), (other_least, other_most)) =
            (self.bounds[left as usize], self.bounds[right as usize]);
        let total = self.groups.size(left) + self.groups.size(right) + more;
        total.max(least).max(other_least) <= most.min(other_most)
            && self.sums.iter().zip(&self.weights).all(|(sums, weights)| {
                let ((low, high), (other_low, other_high)) = (sums[left as usize], sums[right as usize]);
                let total = weights[left as usize] + weights[right as usize];
                total.max(low).max(other_low) <= high.min(other_high)
            })
            && !self.apart.contains(&(left.min(right), left.max(right)))
    }

    /// Finds what is surely joined and what can be, and answers what follows at once.
    pub(super) fn join<S: Sink<Why>>(&mut self, plan: &Plan, sink: &mut S) -> Result<(), Conflict> {
        let ReachQuestions { graph, joined, .. } = &plan.questions;
        graph.look(sink.store(), &mut self.edges);
        self.solid.reset(graph.count());
        self.possible.reset(graph.count());
        for (&(left, right, _), state) in graph.edges.iter().zip(&self.edges) {
            if *state == Some(true) {
                self.solid.join(left, right);
            }
            if *state != Some(false) {
                self.possible.join(left, right);
            }
        }
        self.groups.clone_from(&self.solid);
        for (number, &(left, right, answer)) in joined.iter().enumerate() {
            if self.possible.find(left) != self.possible.find(right) {
                sink.set(answer, false, Why::Parted(left, right))?;
            } else if answer.status(sink.store()) == Some(true) {
                self.groups.join(left, right);
                if let Some(vars) = &plan.values {
                    sink.equate(vars[left as usize], vars[right as usize], Why::Answer(number as u32))?;
                }
            }
        }
        Ok(())
    }

    /// Bounds what each group may become.
    fn bound<S: Sink<Why>>(&mut self, plan: &Plan, sink: &mut S) -> Result<(), Conflict> {
        let ReachQuestions { graph, sizes, .. } = &plan.questions;
        self.bounds.clear();
        self.bounds.resize(graph.count(), (1, graph.count() as u32));
        for &(node, size) in sizes {
            sink.at_least(size, i64::from(self.groups.size(node)), Why::Together(node))?;
            sink.at_most(size, i64::from(self.possible.size(node)), Why::Enclosed(node))?;
            let (min, max) = (sink.store().min(size), sink.store().max(size));
            let (least, most) = &mut self.bounds[self.groups.find(node) as usize];
            *least = (*least).max(u32::try_from(min).unwrap_or(0));
            *most = (*most).min(u32::try_from(max).unwrap_or(0));
            if least > most {
                return Err(sink.fail(Why::Bounds(node)));
            }
        }
        self.share(plan, sink)?;
        self.sums.resize(plan.marks.len(), Vec::new());
        self.weights.resize(plan.marks.len(), Vec::new());
        for (at, Marks { weights, asked }) in plan.marks.iter().enumerate() {
            let (sums, sure) = (&mut self.sums[at], &mut self.weights[at]);
            sums.clear();
            sums.resize(graph.count(), (0, u32::MAX));
            sure.clear();
            sure.resize(graph.count(), 0);
            for (node, &weight) in weights.iter().enumerate().filter(|(_, weight)| **weight > 0) {
                sure[self.groups.find(node as u32) as usize] += weight;
            }
            for &(node, guard, low, high) in asked {
                let group = self.groups.find(node) as usize;
                if sure[group] > high {
                    sink.set(guard, false, Why::Together(node))?;
                } else if guard.status(sink.store()) == Some(true) {
                    let (least, most) = &mut sums[group];
                    (*least, *most) = ((*least).max(low), (*most).min(high));
                    if least > most {
                        return Err(sink.fail(Why::Bounds(node)));
                    }
                }
            }
        }
        Ok(())
    }

    /// Sizes asked of one group are the same.
    fn share<S: Sink<Why>>(&mut self, plan: &Plan, sink: &mut S) -> Result<(), Conflict> {
        let ReachQuestions { graph, sizes, .. } = &plan.questions;
        self.givers.clear();
        self.givers.resize(graph.count(), None);
        let mut several = false;
        for (at, &(node, size)) in sizes.iter().enumerate() {
            let at = at as u32;
            let (low, high) = self.givers[self.groups.find(node) as usize].get_or_insert((at, at));
            several |= *low != at;
            let (lowest, highest) = (sizes[*low as usize].1, sizes[*high as usize].1);
            if sink.store().min(size) > sink.store().min(lowest) {
                *low = at;
            }
            if sink.store().max(size) < sink.store().max(highest) {
                *high = at;
            }
        }
        if !several {
            return Ok(());
        }
        for &(node, size) in sizes {
            let Some((low, high)) = self.givers[self.groups.find(node) as usize] else { continue };
            let (lowest, highest) = (sizes[low as usize].1, sizes[high as usize].1);
            sink.at_least(size, sink.store().min(lowest), Why::Shared(node, low))?;
            sink.at_most(size, sink.store().max(highest), Why::Shared(node, high))?;
        }
        Ok(())
    }

    /// Keeps apart what must not be joined, by answer or by what it would be too much for.
    pub(super) fn part<S: Sink<Why>>(&mut self, plan: &Plan, sink: &mut S) -> Result<(), Conflict> {
        self.bound(plan, sink)?;
        let ReachQuestions { graph, joined, .. } = &plan.questions;
        self.apart.clear();
        for &(left, right, answer) in joined {
            let (one, other) = (self.groups.find(left), self.groups.find(right));
            if one == other {
                sink.set(answer, true, Why::Path(left, right))?;
            } else if answer.status(sink.store()) == Some(false) {
                self.apart.insert((one.min(other), one.max(other)));
            }
        }
        for &(left, right, answer) in joined {
            if self.groups.find(left) != self.groups.find(right) && !self.may_join(left, right, 0) {
                sink.set(answer, false, Why::Clash(left, right))?;
            }
        }
        for (number, &(left, right, edge)) in graph.edges.iter().enumerate() {
            if self.edges[number].is_some() {
                continue;
            }
            if self.groups.find(left) != self.groups.find(right) && !self.may_join(left, right, 0) {
                sink.set(edge, false, Why::Clash(left, right))?;
                // Values that are both open cannot be kept from being equal, but they will not be.
                self.edges[number] = Some(false);
            }
        }
        Ok(())
    }

    /// Lists the members of each group, and makes ready to see what can be covered.
    pub(super) fn gather(&mut self, plan: &Plan, store: &Store) {
        let count = plan.questions.graph.count();
        self.members.iter_mut().for_each(Vec::clear);
        self.members.resize(count, Vec::new());
        for node in 0..count as u32 {
            self.members[self.groups.find(node) as usize].push(node);
        }
        self.far.clear();
        self.far.resize(count, super::region::NOT);
        self.inside.clear();
        self.inside.resize(count, false);
        self.covered.resize(plan.marks.len(), Vec::new());
        for (covered, marks) in self.covered.iter_mut().zip(&plan.marks) {
            covered.clear();
            let is_open = |&(_, guard, low, _): &(u32, Presence, u32, u32)| {
                low > 0 && guard.status(store) != Some(false)
            };
            if marks.asked.iter().any(is_open) {
                covered.resize(count, false);
            }
        }
    }
}

//! Why a division prunes what it prunes: claims about a group and the region it can grow into.

use super::Plan;
use super::sight::Sight;
use crate::solver::constraints::graph::NONE;
use crate::solver::constraints::literal::Presence;
use crate::solver::engine::{Reason, Store, VarId};

/// What a pruning rests on.
#[derive(Clone, Copy, Debug)]
pub(super) enum Why {
    /// No way can be there between two nodes.
    Parted(u32, u32),
    /// A true answer.
    Answer(u32),
    /// What a node is surely joined with.
    Together(u32),
    /// What a node can be joined with.
    Enclosed(u32),
    /// What a node's group may become.
    Bounds(u32),
    /// A way from a node to that of another question about sizes, and what is known of that.
    Shared(u32, u32),
    /// A way between two nodes.
    Path(u32, u32),
    /// The groups of two nodes may not become one.
    Clash(u32, u32),
    /// The region that the group at hand can grow into.
    Grown(u32),
    /// No group that has marks of a kind can grow to a node.
    Uncovered(u32, u32),
    /// The neighbours of a node that have a value.
    Crowded(u32, i64),
    /// Too few nodes around a node can have a value.
    Roomy(u32, i64),
    /// More than can be told.
    Unknown,
}

/// Claims as they are gathered.
struct Claims<'c> {
    plan: &'c Plan,
    store: &'c Store,
    reason: &'c mut Reason,
}

impl Plan {
    /// Adds the claims that something rests on, and the domains of some variables besides; whether that can be told.
    pub(super) fn because(
        &self,
        sight: &mut Sight,
        store: &Store,
        why: Why,
        also: &[VarId],
        reason: &mut Reason,
    ) -> bool {
        also.iter().for_each(|&var| reason.whole(store, var));
        let mut claims = Claims { plan: self, store, reason };
        match why {
            Why::Parted(left, right) => {
                let sides = [left, right].map(|node| claims.border(sight, node));
                let [here, there] = &sides;
                claims.missing(if here.len() <= there.len() { here } else { there });
            }
            Why::Answer(number) => claims.part(self.questions.joined[number as usize].2, true),
            Why::Together(node) => claims.ways(sight, node, None),
            Why::Enclosed(node) => {
                let border = claims.border(sight, node);
                claims.missing(&border);
            }
            Why::Bounds(node) => claims.group(sight, node),
            Why::Shared(node, question) => {
                let (other, size) = self.questions.sizes[question as usize];
                claims.ways(sight, node, Some(other));
                claims.reason.bounds(store, size);
            }
            Why::Path(left, right) => claims.ways(sight, left, Some(right)),
            Why::Clash(left, right) => claims.clash(sight, left, right),
            Why::Grown(group) => claims.local(sight, group),
            Why::Uncovered(kind, node) => claims.uncovered(sight, kind as usize, node),
            Why::Crowded(node, value) => claims.crowded(sight, node, value),
            Why::Roomy(node, value) => claims.roomy(node, value),
            Why::Unknown => return false,
        }
        true
    }
}

impl Claims<'_> {
    /// A part is there, or not.
    fn part(&mut self, part: Presence, value: bool) {
        part.because(self.store, value, self.reason);
    }

    /// These edges are not there.
    fn missing(&mut self, edges: &[u32]) {
        for &edge in edges {
            self.part(self.plan.questions.graph.edges[edge as usize].2, false);
        }
    }

    /// The edges that leave what a node can be joined with: none of them is there.
    fn border(&self, sight: &mut Sight, node: u32) -> Vec<u32> {
        let side = sight.possible.find(node);
        let edges = self.plan.questions.graph.edges.iter().enumerate();
        let leaves = edges.filter(|(_, (left, right, _))| {
            (sight.possible.find(*left) == side) != (sight.possible.find(*right) == side)
        });
        leaves.map(|(number, _)| number as u32).collect()
    }

    /// What surely joins a node with another, or with its whole group.
    fn ways(&mut self, sight: &mut Sight, from: u32, to: Option<u32>) {
        if to.is_none() && sight.groups.size(from) == 1 {
            return;
        }
        let questions = &self.plan.questions;
        let mut before: Vec<(u32, Option<Presence>)> = vec![(NONE, None); questions.graph.count()];
        before[from as usize].0 = from;
        let mut order = vec![from];
        let mut at = 0;
        while at < order.len() && to.is_none_or(|to| before[to as usize].0 == NONE) {
            let node = order[at];
            at += 1;
            let steps = questions.graph.links(node).iter();
            let steps = steps.filter(|(_, edge)| sight.edges[*edge as usize] == Some(true));
            let steps = steps.map(|&(next, edge)| (next, questions.graph.edges[edge as usize].2));
            let answers = self.plan.asked[node as usize].iter().filter_map(|&question| {
                let (left, right, answer) = questions.joined[question as usize];
                (answer.status(self.store) == Some(true)).then_some((left + right - node, answer))
            });
            for (next, part) in steps.chain(answers) {
                if before[next as usize].0 == NONE {
                    before[next as usize] = (node, Some(part));
                    order.push(next);
                }
            }
        }
        match to {
            None => {
                let parts = order.iter().filter_map(|&node| before[node as usize].1);
                parts.for_each(|part| self.part(part, true));
            }
            Some(mut node) => {
                while let (next, Some(part)) = before[node as usize] {
                    self.part(part, true);
                    node = next;
                }
            }
        }
    }

    /// A node's group, and what it may become.
    fn group(&mut self, sight: &mut Sight, node: u32) {
        self.ways(sight, node, None);
        let group = sight.groups.find(node);
        let store = self.store;
        for &(_, size) in
            self.plan.questions.sizes.iter().filter(|(node, _)| sight.groups.find(*node) == group)
        {
            self.reason.bounds(store, size);
        }
        for marks in &self.plan.marks {
            for &(_, guard, ..) in marks.asked.iter().filter(|(node, ..)| sight.groups.find(*node) == group) {
                if guard.status(store) == Some(true) {
                    self.part(guard, true);
                }
            }
        }
    }

    /// Two nodes whose groups may not become one.
    fn clash(&mut self, sight: &mut Sight, left: u32, right: u32) {
        let (here, there) = (sight.groups.find(left), sight.groups.find(right));
        if sight.apart.contains(&(here.min(there), here.max(there))) {
            for &(one, other, answer) in &self.plan.questions.joined {
                let ends = [sight.groups.find(one), sight.groups.find(other)];
                if answer.status(self.store) == Some(false)
                    && (ends == [here, there] || ends == [there, here])
                {
                    let (one, other) = if ends[0] == here { (one, other) } else { (other, one) };
                    self.part(answer, false);
                    self.ways(sight, left, Some(one));
                    self.ways(sight, right, Some(other));
                    return;
                }
            }
        }
        self.group(sight, left);
        self.group(sight, right);
    }

    /// The region that a group can grow into, which has just been found.
    fn local(&mut self, sight: &mut Sight, group: u32) {
        let store = self.store;
        let graph = &self.plan.questions.graph;
        self.group(sight, group);
        let value = self.plan.value(store, group);
        if let (Some(vars), Some(_)) = (&self.plan.values, value) {
            self.reason.whole(store, vars[group as usize]);
        }
        let mut known = vec![false; graph.count()];
        known[group as usize] = true;
        for node in (0..graph.count() as u32).filter(|&node| sight.inside[node as usize]).collect::<Vec<_>>()
        {
            let own = sight.groups.find(node);
            if !std::mem::replace(&mut known[own as usize], true) {
                self.ways(sight, own, None);
            }
            for &(next, edge) in graph.links(node) {
                let (left, right, part) = graph.edges[edge as usize];
                if part.status(store) == Some(false) {
                    self.part(part, false);
                } else if sight.edges[edge as usize] == Some(false) {
                    self.clash(sight, left, right);
                } else if !sight.inside[next as usize] && !self.plan.fits(store, next, value) {
                    self.plan.values.iter().zip(value).for_each(|(vars, value)| {
                        self.reason.lacks(store, vars[next as usize], value);
                    });
                } else if !sight.inside[next as usize] {
                    let to = sight.groups.find(next);
                    if !std::mem::replace(&mut known[to as usize], true) {
                        self.clash(sight, group, next);
                        self.group(sight, next);
                    }
                }
            }
        }
    }

    /// The regions of all groups with marks of a kind that could come near a node.
    fn uncovered(&mut self, sight: &mut Sight, kind: usize, node: u32) {
        let (plan, store) = (self.plan, self.store);
        let graph = &plan.questions.graph;
        let mut distance = vec![NONE; graph.count()];
        distance[node as usize] = 1;
        let mut order = vec![node];
        let mut at = 0;
        while at < order.len() {
            for &(next, _) in graph.links(order[at]) {
                if distance[next as usize] == NONE {
                    distance[next as usize] = distance[order[at] as usize] + 1;
                    order.push(next);
                }
            }
            at += 1;
        }
        let mut known = vec![false; graph.count()];
        for marked in order.into_iter().filter(|&node| plan.marks[kind].weights[node as usize] > 0) {
            let own = plan.questions.sizes.iter().filter(|(node, _)| *node == marked);
            let far =
                own.map(|&(_, size)| size).find(|&size| store.max(size) < distance[marked as usize].into());
            if let Some(size) = far {
                self.reason.bounds(store, size);
                continue;
            }
            let group = sight.groups.find(marked);
            if !std::mem::replace(&mut known[group as usize], true) {
                plan.spread(sight, store, group);
                self.local(sight, group);
            }
        }
    }

    fn crowded(&mut self, sight: &mut Sight, node: u32, value: i64) {
        let (plan, store) = (self.plan, self.store);
        let Some(vars) = &plan.values else { return };
        let mut around = vec![node];
        for &(next, _) in plan.questions.graph.links(node) {
            if store.value(vars[next as usize]) == Some(value) {
                self.reason.whole(store, vars[next as usize]);
                around.push(next);
            }
        }
        for (at, &left) in around.iter().enumerate() {
            self.group(sight, left);
            for &right in &around[at + 1..] {
                let (one, other) = (sight.groups.find(left), sight.groups.find(right));
                if sight.apart.contains(&(one.min(other), one.max(other))) {
                    self.clash(sight, left, right);
                }
            }
        }
    }

    fn roomy(&mut self, node: u32, value: i64) {
        let (plan, store) = (self.plan, self.store);
        let Some(vars) = &plan.values else { return };
        let mut room = plan.room(store, vars, value);
        let here = room.find(node);
        for &(left, right, _) in &plan.questions.graph.edges {
            for (one, other) in [(left, right), (right, left)] {
                if room.find(one) == here && room.find(other) != here {
                    self.reason.lacks(store, vars[other as usize], value);
                }
            }
        }
        for &(_, size) in plan.questions.sizes.iter().filter(|(other, _)| *other == node) {
            if size != vars[node as usize] {
                self.reason.bounds(store, size);
            }
        }
    }
}

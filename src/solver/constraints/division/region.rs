//! How far a group can grow, and what it must take in to become large enough or whole.

use super::Plan;
use super::reasons::Why;
use super::sight::Sight;
use crate::solver::constraints::graph::NONE;
use crate::solver::constraints::sink::Sink;
use crate::solver::engine::{Conflict, Store};

/// Not to be had.
pub(super) const NOT: u32 = NONE;

impl Plan {
    /// Prunes around the group that a node stands for.
    pub(super) fn grow<S: Sink<Why>>(
        &self,
        sight: &mut Sight,
        sink: &mut S,
        group: u32,
    ) -> Result<(), Conflict> {
        let size = sight.groups.size(group);
        let (least, most) = sight.bounds[group as usize];
        let whole = sight.solid.size(group) == size;
        let bounded = (most as usize) < self.questions.graph.count();
        let is_hungry =
            |kind: usize| sight.weights[kind][group as usize] < sight.sums[kind][group as usize].0;
        let hungry = (0..self.marks.len()).any(is_hungry);
        let done = whole && !hungry && (size == most || least <= size && !bounded);
        let covers = |sight: &Sight, kind: usize| {
            !sight.covered[kind].is_empty() && sight.weights[kind][group as usize] > 0
        };
        let asked = (0..self.marks.len()).any(|kind| covers(sight, kind));
        if done && !asked
            || hungry && whole && !asked && least <= size && !bounded && self.is_free(sight, group)
        {
            return Ok(());
        }
        self.spread(sight, sink.store(), group);
        for kind in (0..self.marks.len()).filter(|&kind| covers(sight, kind)).collect::<Vec<_>>() {
            let Sight { covered, inside, .. } = sight;
            covered[kind].iter_mut().zip(inside.iter()).for_each(|(covered, inside)| *covered |= inside);
        }
        if done {
            return Ok(());
        }
        self.answer(sight, sink, group)?;
        self.cut(sight, sink, group, least, None)?;
        for kind in 0..self.marks.len() {
            let low = sight.sums[kind][group as usize].0;
            if sight.weights[kind][group as usize] < low {
                self.cut(sight, sink, group, low, Some(kind))?;
            }
        }
        Ok(())
    }

    /// Whether a group can still grow over several edges: then what it lacks seldom tells over which.
    fn is_free(&self, sight: &Sight, group: u32) -> bool {
        let nodes = sight.members[group as usize].iter();
        let links = nodes.flat_map(|&node| self.questions.graph.links(node));
        links.filter(|(_, edge)| sight.edges[*edge as usize].is_none()).nth(1).is_some()
    }

    /// The value of a group's nodes, if edges join equal values and it is known.
    pub(super) fn value(&self, store: &Store, group: u32) -> Option<i64> {
        self.values.as_ref().and_then(|vars| store.value(vars[group as usize]))
    }

    /// Whether a node can have the value of a group that grows.
    pub(super) fn fits(&self, store: &Store, node: u32, value: Option<i64>) -> bool {
        match (&self.values, value) {
            (Some(vars), Some(value)) => store.contains(vars[node as usize], value),
            _ => true,
        }
    }

    /// Finds the groups that this one can take in, by how many nodes that adds at least.
    pub(super) fn spread(&self, sight: &mut Sight, store: &Store, group: u32) {
        let graph = &self.questions.graph;
        let value = self.value(store, group);
        let size = sight.groups.size(group);
        let room = (sight.bounds[group as usize].1.max(size) - size) as usize;
        sight.far.fill(NOT);
        sight.inside.fill(false);
        sight.far[group as usize] = 0;
        sight.waiting.resize_with(sight.waiting.len().max(room + 1), Vec::new);
        sight.waiting[0].push(group);
        for added in 0..=room {
            while let Some(from) = sight.waiting[added].pop() {
                if sight.far[from as usize] != added as u32 {
                    continue;
                }
                for at in 0..sight.members[from as usize].len() {
                    let node = sight.members[from as usize][at];
                    sight.inside[node as usize] = true;
                    for &(next, edge) in graph.links(node) {
                        if sight.edges[edge as usize] == Some(false) {
                            continue;
                        }
                        let to = sight.groups.find(next);
                        let total = added + sight.groups.size(to) as usize;
                        if total <= room
                            && (total as u32) < sight.far[to as usize]
                            && self.fits(store, next, value)
                            && sight.may_join(group, to, added as u32)
                        {
                            sight.far[to as usize] = total as u32;
                            sight.waiting[total].push(to);
                        }
                    }
                }
            }
        }
    }

    /// What is too far away is not joined.
    fn answer<S: Sink<Why>>(&self, sight: &mut Sight, sink: &mut S, group: u32) -> Result<(), Conflict> {
        for at in 0..sight.members[group as usize].len() {
            let member = sight.members[group as usize][at];
            for &question in &self.asked[member as usize] {
                let (left, right, answer) = self.questions.joined[question as usize];
                let other = sight.groups.find(if left == member { right } else { left });
                if sight.far[other as usize] == NOT {
                    sink.set(answer, false, Why::Grown(group))?;
                }
            }
        }
        Ok(())
    }

    /// What alone leads to a member, or to as many nodes or marks as are needed, is taken in.
    fn cut<S: Sink<Why>>(
        &self,
        sight: &mut Sight,
        sink: &mut S,
        group: u32,
        least: u32,
        kind: Option<usize>,
    ) -> Result<(), Conflict> {
        let graph = &self.questions.graph;
        let why = Why::Grown(group);
        let weight = |node: u32| kind.map_or(1, |kind| self.marks[kind].weights[node as usize]);
        let Sight { forest, edges, inside, members, groups, below, sure_below, lost, .. } = sight;
        if kind.is_none() {
            forest.reset(graph.count());
            forest.grow(graph, group, |node, edge| {
                inside[node as usize] && edges[edge as usize] != Some(false)
            });
        }
        let count: u32 = forest.order.iter().map(|&node| weight(node)).sum();
        if count < least || members[group as usize].iter().any(|&member| !forest.saw(member)) {
            return Err(sink.fail(why));
        }
        if kind.is_none() {
            for &(_, size) in self.questions.sizes.iter().filter(|(node, _)| groups.find(*node) == group) {
                sink.at_most(size, i64::from(count), why)?;
            }
        }
        for list in [&mut *below, &mut *sure_below, &mut *lost] {
            list.clear();
            list.resize(graph.count(), 0);
        }
        for &node in &forest.order {
            below[node as usize] = weight(node);
            sure_below[node as usize] = u32::from(groups.find(node) == group);
        }
        forest.add_up(below);
        forest.add_up(sure_below);
        for &node in &forest.order {
            let parent = forest.parent[node as usize];
            if forest.hangs_on_parent(node) {
                // A node that leads to a member is as good as lost without it.
                let gone = if sure_below[node as usize] > 0 { count } else { below[node as usize] };
                lost[parent as usize] = lost[parent as usize].saturating_add(gone);
            }
            if forest.hangs_on_edge(node)
                && (sure_below[node as usize] > 0 || count - below[node as usize] < least)
            {
                sink.set(graph.edges[forest.entry[node as usize] as usize].2, true, why)?;
            }
        }
        let Some(vars) = &self.values else { return Ok(()) };
        for &node in &forest.order {
            let without = lost[node as usize].saturating_add(weight(node));
            if groups.find(node) == group || without.saturating_add(least) <= count {
                continue;
            }
            match self.value(sink.store(), group) {
                Some(value) => sink.fix(vars[node as usize], value, why)?,
                None => sink.equate(vars[node as usize], vars[group as usize], why)?,
            }
        }
        Ok(())
    }

    /// A node whose region must have marks can be reached by a group that has some.
    pub(super) fn uncovered<S: Sink<Why>>(&self, sight: &mut Sight, sink: &mut S) -> Result<(), Conflict> {
        for (kind, marks) in self.marks.iter().enumerate() {
            if sight.covered[kind].is_empty() {
                continue;
            }
            for &(node, guard, ..) in marks.asked.iter().filter(|(.., low, _)| *low > 0) {
                if !sight.covered[kind][node as usize] {
                    sink.set(guard, false, Why::Uncovered(kind as u32, node))?;
                }
            }
        }
        Ok(())
    }
}

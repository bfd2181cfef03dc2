//! How far a group can grow, and what it must take in to become large enough or whole.

use super::Reach;
use crate::solver::constraints::graph::{NONE, ReachQuestions};
use crate::solver::constraints::literal::equate;
use crate::solver::engine::{Conflict, Store};

impl Reach {
    /// Prunes around the group that a node stands for.
    pub(super) fn grow(&mut self, store: &mut Store, group: u32) -> Result<(), Conflict> {
        let sight = &mut self.sight;
        let size = sight.groups.size(group);
        let (least, most) = sight.bounds[group as usize];
        let whole = sight.solid.size(group) == size;
        let bounded = (most as usize) < self.questions.graph.count();
        if whole && (size == most || least <= size && !bounded) {
            return Ok(());
        }
        let value = self.values.as_ref().and_then(|vars| store.value(vars[group as usize]));
        self.spread(store, group, value);
        self.answer(store, group)?;
        self.cut(store, group, value)
    }

    /// Finds the groups that this one can take in, by how many nodes that adds at least.
    fn spread(&mut self, store: &Store, group: u32, value: Option<i64>) {
        let Reach { questions: ReachQuestions { graph, .. }, values, sight, .. } = self;
        let size = sight.groups.size(group);
        let room = (sight.bounds[group as usize].1 - size) as usize;
        sight.far.clear();
        sight.far.resize(graph.count(), NONE);
        sight.far[group as usize] = 0;
        let mut waiting: Vec<Vec<u32>> = vec![Vec::new(); room + 1];
        waiting[0].push(group);
        for added in 0..=room {
            while let Some(from) = waiting[added].pop() {
                if sight.far[from as usize] != added as u32 {
                    continue;
                }
                for at in 0..sight.members[from as usize].len() {
                    let node = sight.members[from as usize][at];
                    for &(next, edge) in graph.links(node) {
                        let to = sight.groups.find(next);
                        let total = added + sight.groups.size(to) as usize;
                        let fits = match (values.as_ref(), value) {
                            (Some(vars), Some(value)) => store.contains(vars[next as usize], value),
                            _ => true,
                        };
                        if fits
                            && total <= room
                            && (total as u32) < sight.far[to as usize]
                            && sight.edges[edge as usize] != Some(false)
                            && sight.may_join(group, to, added as u32)
                        {
                            sight.far[to as usize] = total as u32;
                            waiting[total].push(to);
                        }
                    }
                }
            }
        }
    }

    /// What is too far away is not joined.
    fn answer(&mut self, store: &mut Store, group: u32) -> Result<(), Conflict> {
        let Reach { questions: ReachQuestions { joined, .. }, asked, sight, .. } = self;
        for &member in &sight.members[group as usize] {
            for &question in &asked[member as usize] {
                let (left, right, answer) = joined[question as usize];
                let other = sight.groups.find(if left == member { right } else { left });
                if sight.far[other as usize] == NONE {
                    answer.set(store, false)?;
                }
            }
        }
        Ok(())
    }

    /// What alone leads to a member, or to as many nodes as are needed, is taken in.
    fn cut(&mut self, store: &mut Store, group: u32, value: Option<i64>) -> Result<(), Conflict> {
        let Reach { questions: ReachQuestions { graph, sizes, .. }, values, sight, .. } = self;
        let inside: Vec<bool> = (0..graph.count() as u32)
            .map(|node| sight.far[sight.groups.find(node) as usize] != NONE)
            .collect();
        let edges = &sight.edges;
        sight.forest.reset(graph.count());
        sight
            .forest
            .grow(graph, group, |node, edge| inside[node as usize] && edges[edge as usize] != Some(false));
        let count = sight.forest.order.len() as u32;
        let (least, _) = sight.bounds[group as usize];
        if count < least || sight.members[group as usize].iter().any(|&member| !sight.forest.saw(member)) {
            return Err(Conflict);
        }
        for &(node, size) in sizes.iter().filter(|(node, _)| sight.groups.find(*node) == group) {
            debug_assert!(sight.forest.saw(node), "a member is there");
            store.at_most(size, i64::from(count))?;
        }
        for list in [&mut sight.below, &mut sight.sure_below, &mut sight.lost] {
            list.clear();
            list.resize(graph.count(), 0);
        }
        for &node in &sight.forest.order {
            sight.below[node as usize] = 1;
            sight.sure_below[node as usize] = u32::from(sight.groups.find(node) == group);
        }
        sight.forest.add_up(&mut sight.below);
        sight.forest.add_up(&mut sight.sure_below);
        for &node in &sight.forest.order {
            let parent = sight.forest.parent[node as usize];
            if sight.forest.hangs_on_parent(node) {
                // A node that leads to a member is as good as lost without it.
                let lost =
                    if sight.sure_below[node as usize] > 0 { count } else { sight.below[node as usize] };
                sight.lost[parent as usize] = sight.lost[parent as usize].saturating_add(lost);
            }
            if sight.forest.hangs_on_edge(node)
                && (sight.sure_below[node as usize] > 0 || count - sight.below[node as usize] < least)
            {
                graph.edges[sight.forest.entry[node as usize] as usize].2.set(store, true)?;
            }
        }
        let Some(vars) = values else { return Ok(()) };
        for &node in &sight.forest.order {
            if sight.groups.find(node) == group || sight.lost[node as usize] + 1 + least <= count {
                continue;
            }
            match value {
                Some(value) => store.fix(vars[node as usize], value)?,
                None => equate(store, vars[node as usize], vars[group as usize])?,
            }
        }
        Ok(())
    }
}

//! Reach where every edge goes both ways: which nodes are joined by edges that are there, and how many nodes a node is
//! joined with. Where edges have a direction, see [`super::reach_along`].
//!
//! All questions about one graph are one constraint, so that the graph is looked at once. Prunes in three stages: what is
//! surely joined and what cannot be ([`Reach::prune`], by union-find), how far each group can and must grow (`region`, by
//! articulation points and bridges), and, where edges join equal values, which values leave room for a group (`values`).

mod region;
mod values;

use super::graph::{Forest, ReachQuestions, UnionFind};
use super::literal::equate;
use crate::base::hash::Set;
use crate::solver::engine::{Conflict, Cost, Events, Propagator, Spec, Store, VarId};

/// Questions about the reach of nodes in one graph.
#[derive(Clone, Debug)]
pub struct Reach {
    questions: ReachQuestions,
    /// For each node its variable, if every edge is there exactly when the values of its ends are equal.
    values: Option<Vec<VarId>>,
    /// For each node: the questions about it and another.
    asked: Vec<Vec<u32>>,
    sight: Sight,
}

/// What is seen in one call: a group is what is surely joined.
#[derive(Clone, Default, Debug)]
struct Sight {
    edges: Vec<Option<bool>>,
    /// What sure edges join.
    solid: UnionFind,
    /// What sure edges and true answers join.
    groups: UnionFind,
    /// What edges that are not ruled out join.
    possible: UnionFind,
    /// For the node that stands for a group: the least and the greatest size it may have in the end.
    bounds: Vec<(u32, u32)>,
    /// Groups that must not be joined, lesser number first.
    apart: Set<(u32, u32)>,
    /// For the node that stands for a group: its members.
    members: Vec<Vec<u32>>,
    forest: Forest,
    /// For the node that stands for a group: how many nodes must be added to have it in the group that grows.
    far: Vec<u32>,
    lost: Vec<u32>,
    below: Vec<u32>,
    sure_below: Vec<u32>,
}

impl Sight {
    /// Whether two different groups may become one.
    fn may_join(&mut self, left: u32, right: u32, more: u32) -> bool {
        let (left, right) = (self.groups.find(left), self.groups.find(right));
        let ((least, most), (other_least, other_most)) =
            (self.bounds[left as usize], self.bounds[right as usize]);
        let total = self.groups.size(left) + self.groups.size(right) + more;
        total.max(least).max(other_least) <= most.min(other_most)
            && !self.apart.contains(&(left.min(right), left.max(right)))
    }
}

impl Reach {
    /// These questions about a graph. `values` has a variable for each node if every edge of the graph says that the
    /// variables of its ends are equal.
    pub fn new(questions: ReachQuestions, values: Option<Vec<VarId>>) -> Reach {
        let mut asked = vec![Vec::new(); questions.graph.count()];
        for (number, &(left, right, _)) in questions.joined.iter().enumerate() {
            asked[left as usize].push(number as u32);
            asked[right as usize].push(number as u32);
        }
        Reach { questions, values, asked, sight: Sight::default() }
    }

    /// Finds what is surely joined and what can be, and answers what follows at once.
    fn join(&mut self, store: &mut Store) -> Result<(), Conflict> {
        let Reach { questions: ReachQuestions { graph, joined, .. }, values, sight, .. } = self;
        graph.look(store, &mut sight.edges);
        sight.solid.reset(graph.count());
        sight.possible.reset(graph.count());
        for (&(left, right, _), state) in graph.edges.iter().zip(&sight.edges) {
            if *state == Some(true) {
                sight.solid.join(left, right);
            }
            if *state != Some(false) {
                sight.possible.join(left, right);
            }
        }
        sight.groups.clone_from(&sight.solid);
        for &(left, right, answer) in joined.iter() {
            if sight.possible.find(left) != sight.possible.find(right) {
                answer.set(store, false)?;
            } else if answer.status(store) == Some(true) {
                sight.groups.join(left, right);
                if let Some(vars) = values {
                    equate(store, vars[left as usize], vars[right as usize])?;
                }
            }
        }
        Ok(())
    }

    /// Keeps apart what must not be joined, by answer or by size.
    fn part(&mut self, store: &mut Store) -> Result<(), Conflict> {
        let Reach { questions: ReachQuestions { graph, joined, sizes }, sight, .. } = self;
        sight.bounds.clear();
        sight.bounds.resize(graph.count(), (1, graph.count() as u32));
        for &(node, size) in sizes.iter() {
            store.at_least(size, i64::from(sight.groups.size(node)))?;
            store.at_most(size, i64::from(sight.possible.size(node)))?;
            let (least, most) = &mut sight.bounds[sight.groups.find(node) as usize];
            *least = (*least).max(store.min(size) as u32);
            *most = (*most).min(store.max(size) as u32);
            if least > most {
                return Err(Conflict);
            }
        }
        sight.apart.clear();
        for &(left, right, answer) in joined.iter() {
            let (left, right) = (sight.groups.find(left), sight.groups.find(right));
            if left == right {
                answer.set(store, true)?;
            } else if answer.status(store) == Some(false) {
                sight.apart.insert((left.min(right), left.max(right)));
            }
        }
        for &(left, right, answer) in joined.iter() {
            if sight.groups.find(left) != sight.groups.find(right) && !sight.may_join(left, right, 0) {
                answer.set(store, false)?;
            }
        }
        for (number, &(left, right, edge)) in graph.edges.iter().enumerate() {
            if sight.edges[number].is_some() {
                continue;
            }
            if sight.groups.find(left) != sight.groups.find(right) && !sight.may_join(left, right, 0) {
                edge.set(store, false)?;
                // Values that are both open cannot be kept from being equal, but they will not be.
                sight.edges[number] = Some(false);
            }
        }
        Ok(())
    }

    fn gather(&mut self) {
        let Reach { questions: ReachQuestions { graph, .. }, sight, .. } = self;
        sight.members.iter_mut().for_each(Vec::clear);
        sight.members.resize(graph.count(), Vec::new());
        for node in 0..graph.count() as u32 {
            sight.members[sight.groups.find(node) as usize].push(node);
        }
    }
}

impl Propagator for Reach {
    fn spec(&self) -> Spec {
        Spec::new("reach", Cost::Highest, Events::ANY, self.questions.vars())
    }

    fn prune(&mut self, store: &mut Store) -> Result<(), Conflict> {
        let before = store.prunings;
        self.join(store)?;
        self.part(store)?;
        // Regions can wait until what follows at once has led others on.
        if store.prunings > before && store.comes_again {
            return Ok(());
        }
        self.gather();
        for group in 0..self.questions.graph.count() as u32 {
            if self.sight.groups.find(group) == group {
                self.grow(store, group)?;
            }
        }
        self.prune_values(store)
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        self.questions.hold(value, |graph, from, edge| graph.reached(from, edge))
    }
}

#[cfg(test)]
mod tests {
    use super::Reach;
    use crate::solver::constraints::graph::random::{edges, equals, grid, questions};
    use crate::solver::engine::judge::judge;

    #[test]
    fn it_keeps_its_promises_on_edges_with_conditions() {
        judge(|draw| {
            let graph = grid(draw, 2, 3);
            Reach::new(questions(draw, graph, &[]), None)
        });
    }

    #[test]
    fn it_keeps_its_promises_on_edges_that_join_equal_values() {
        judge(|draw| {
            let most = draw.int(2..=4);
            let vars = draw.many(6..=6, |draw| draw.var(1..=most));
            let graph = equals(&vars, edges(draw, 2, 3));
            Reach::new(questions(draw, graph, &vars), Some(vars))
        });
    }
}

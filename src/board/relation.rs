//! Relations between places, and the graphs they make: what hangs together, what can be reached.

use std::sync::Arc;

use crate::base::hash::{Map, Set};
use crate::language::program::{Census, PredicateId};
use crate::language::term::{FormulaId, TermId};

/// A relation between places, with the condition for each pair.
#[derive(Clone, Debug)]
pub struct Relation {
    /// The definition it is asked from.
    pub predicate: PredicateId,
    /// All pairs that may be related, in order.
    pub pairs: Arc<[(TermId, TermId, FormulaId)]>,
    /// A pair that may hold one way and not the other, if there is one, as far as that can be seen.
    pub one_way: Option<(TermId, TermId)>,
    /// The same pairs as a graph, whatever their conditions.
    pub(super) graph: Arc<Graph>,
}

/// For each place, where one step leads, in the order in which the steps were found.
type Steps = Map<TermId, Vec<TermId>>;

/// Related places, as a graph. `reach` follows the direction of the relation; what hangs together and what is a loop do
/// not depend on it.
#[derive(Clone, Default, Debug)]
pub(super) struct Graph {
    /// Where one step along the relation leads.
    ahead: Steps,
    /// The same with each step taken both ways.
    pub(super) neighbours: Steps,
    /// Whether some step has no step back.
    pub(super) one_way: bool,
    /// Whether its places are cells and the like, or names made of numbers and symbols: told apart by being the same.
    pub(super) plain: bool,
    /// The first place of the component that a place belongs to.
    component: Map<TermId, TermId>,
}

impl Graph {
    pub(super) fn new(pairs: impl Iterator<Item = (TermId, TermId)>) -> Graph {
        let mut graph = Graph::default();
        let mut seen = Set::default();
        let mut places = Vec::new();
        for (left, right) in pairs {
            if left == right || !seen.insert((left, right)) {
                continue;
            }
            graph.ahead.entry(left).or_default().push(right);
            if !seen.contains(&(right, left)) {
                graph.neighbours.entry(left).or_default().push(right);
                graph.neighbours.entry(right).or_default().push(left);
                places.push(left);
            }
        }
        graph.one_way = seen.iter().any(|&(left, right)| !seen.contains(&(right, left)));
        for place in places {
            if !graph.component.contains_key(&place) {
                for member in walk(&graph.neighbours, place) {
                    graph.component.insert(member, place);
                }
            }
        }
        graph
    }

    /// The places that can be reached along the relation, the first included, nearest first.
    pub(super) fn reached(&self, from: TermId) -> Vec<TermId> {
        walk(&self.ahead, from)
    }

    /// How many of these places can be reached through them alone.
    pub(super) fn within(&self, from: TermId, inside: &Set<TermId>) -> usize {
        let mut seen: Set<TermId> = [from].into_iter().collect();
        let mut open = vec![from];
        while let Some(place) = open.pop() {
            for &next in self.neighbours.get(&place).into_iter().flatten() {
                if inside.contains(&next) && seen.insert(next) {
                    open.push(next);
                }
            }
        }
        seen.len()
    }

    /// The two ends of each step, once whichever way it goes.
    pub(super) fn ties(&self) -> impl Iterator<Item = (TermId, TermId)> + '_ {
        let all =
            self.neighbours.iter().flat_map(|(&left, next)| next.iter().map(move |&right| (left, right)));
        all.filter(|(left, right)| left < right)
    }

    /// How the places hang together, each step taken both ways.
    pub(super) fn census(&self) -> Census {
        let ends = || self.neighbours.values().map(Vec::len);
        let groups: Set<TermId> = self.component.values().copied().collect();
        let (least, most) = (ends().min().unwrap_or(0), ends().max().unwrap_or(0));
        let (places, pairs) = (self.neighbours.len(), ends().sum::<usize>() / 2);
        Census { places, pairs, groups: groups.len(), least, most }
    }

    /// Whether two places hang together, each step taken both ways.
    pub(super) fn joins(&self, from: TermId, to: TermId) -> bool {
        let component = self.component.get(&from);
        from == to || (component.is_some() && component == self.component.get(&to))
    }
}

/// The places that steps lead to, the first included, nearest first.
fn walk(steps: &Steps, from: TermId) -> Vec<TermId> {
    let mut seen: Set<TermId> = [from].into_iter().collect();
    let mut order = vec![from];
    let mut at = 0;
    while at < order.len() {
        for &next in steps.get(&order[at]).into_iter().flatten() {
            if seen.insert(next) {
                order.push(next);
            }
        }
        at += 1;
    }
    order
}

//! A graph divided into regions by the edges that are there: which nodes share a region, how many nodes it has, and what
//! the marks in it add up to. Where edges have a direction, see [`super::reach_along`].
//!
//! All questions about one graph are one constraint, so that the graph is looked at once. Prunes in stages: what is surely
//! joined and what cannot be, by union-find (`sight`); how far each group can and must grow, by articulation points and
//! bridges, without merging beyond what any of them may hold (`region`); and, where edges join equal values, which values
//! leave room for a group (`values`).
//!
//! Reasons are local (`reasons`): the ways that join a group, the missing edges around the region it can grow into, and
//! the bounds of the groups it meets there. To find one the pruning is gone through again, until it comes to what is asked.

mod reasons;
mod region;
mod sight;
mod sink;
mod values;

use super::graph::ReachQuestions;
use super::literal::Presence;
use super::sink::{Explains, Sink};
use crate::solver::engine::{
    Conflict, Cost, Events, Found, Propagator, Reason, Spec, Store, VarId, each_once,
};
use reasons::Why;
use sight::Sight;
use sink::{Prunes, Traces};

/// What the marks of a region add up to.
#[derive(Clone, Debug)]
pub struct Marks {
    /// For each node: its mark.
    pub weights: Vec<u32>,
    /// A node, when it is asked about, and the least and the greatest sum of the marks in its region.
    pub asked: Vec<(u32, Presence, u32, u32)>,
}

/// Questions about the regions of one graph.
#[derive(Clone, Debug)]
pub struct Division {
    plan: Plan,
    sight: Sight,
    traces: Traces,
}

/// What does not change.
#[derive(Clone, Debug)]
struct Plan {
    questions: ReachQuestions,
    marks: Vec<Marks>,
    /// For each node its variable, if every edge is there exactly when the values of its ends are equal.
    values: Option<Vec<VarId>>,
    /// For each node: the questions about it and another.
    asked: Vec<Vec<u32>>,
}

impl Division {
    /// These questions about a graph. `values` has a variable for each node if every edge of the graph says that the
    /// variables of its ends are equal.
    pub fn new(questions: ReachQuestions, marks: Vec<Marks>, values: Option<Vec<VarId>>) -> Division {
        let mut asked = vec![Vec::new(); questions.graph.count()];
        for (number, &(left, right, _)) in questions.joined.iter().enumerate() {
            asked[left as usize].push(number as u32);
            asked[right as usize].push(number as u32);
        }
        let plan = Plan { questions, marks, values, asked };
        Division { plan, sight: Sight::default(), traces: Traces::default() }
    }
}

impl Plan {
    /// Goes through all that follows; what follows from the region of one group first, if one is named.
    fn run<S: Sink<Why>>(&self, sight: &mut Sight, sink: &mut S, first: Option<u32>) -> Result<(), Conflict> {
        let before = sink.prunings();
        sight.join(self, sink)?;
        sight.part(self, sink)?;
        // Regions can wait until what follows at once has led others on.
        if sink.prunings() > before && sink.store().comes_again {
            return Ok(());
        }
        sight.gather(self, sink.store());
        if let Some(first) = first {
            let group = sight.groups.find(first);
            self.grow(sight, sink, group)?;
        }
        for group in 0..self.questions.graph.count() as u32 {
            if sight.groups.find(group) == group {
                self.grow(sight, sink, group)?;
            }
        }
        self.uncovered(sight, sink)?;
        self.prune_values(sight, sink)
    }
}

impl Propagator for Division {
    fn spec(&self) -> Spec {
        let guards = self.plan.marks.iter().flat_map(|marks| &marks.asked);
        let guards = guards.flat_map(|(_, guard, ..)| guard.vars());
        let vars = each_once(self.plan.questions.vars().into_iter().chain(guards));
        Spec::new("division", Cost::Highest, Events::ANY, vars)
    }

    fn prune(&mut self, store: &mut Store) -> Result<(), Conflict> {
        let Division { plan, sight, traces } = self;
        plan.run(sight, &mut Prunes { store, traces }, None)
    }

    fn explain(&self, store: &Store, _root: &Store, found: Option<&Found>, reason: &mut Reason) -> bool {
        let Some(mut sink) = Explains::new(store, found) else { return false };
        let mut sight = Sight::default();
        let trace = match found {
            Some(found) => self.traces.of.get(&found.var).copied(),
            None => self.traces.conflict,
        };
        if self.plan.run(&mut sight, &mut sink, trace).is_ok() {
            return false;
        }
        sink.why.is_some_and(|why| self.plan.because(&mut sight, store, why, &sink.also, reason))
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        let Plan { questions, marks, .. } = &self.plan;
        let there = questions.graph.present(value);
        let asked = marks.iter().flat_map(|marks| marks.asked.iter().map(|asked| (&marks.weights, asked)));
        questions.hold(value, |graph, from, edge| graph.reached(from, edge))
            && asked.filter(|(_, (_, guard, ..))| guard.holds(value)).all(
                |(weights, &(node, _, low, high))| {
                    let region = questions.graph.reached(node, |edge| there[edge as usize]);
                    let sum: u32 = region.iter().map(|&node| weights[node as usize]).sum();
                    (low..=high).contains(&sum)
                },
            )
    }
}

#[cfg(test)]
mod tests {
    use super::{Division, Marks};
    use crate::solver::constraints::graph::random::{edges, equals, grid, presence, questions};
    use crate::solver::constraints::literal::{Literal, Presence};
    use crate::solver::engine::VarId;
    use crate::solver::engine::judge::{Draw, judge};

    fn marks(draw: &mut Draw, count: usize, values: &[VarId]) -> Vec<Marks> {
        let shared = [draw.var(1..=3)];
        draw.many(0..=2, |draw| {
            let weights = (0..count).map(|_| draw.below(3).saturating_sub(1) as u32).collect();
            let asked = draw.many(1..=4, |draw| {
                let node = draw.below(count);
                let guard = match (draw.below(4), values.get(node)) {
                    (0, _) => Presence::Always,
                    (1, _) | (_, None) => presence(draw, &shared),
                    (_, Some(&var)) => Presence::If(Literal { var, base: 1, mask: 1 << draw.below(2) }),
                };
                let low = draw.below(3) as u32;
                (node as u32, guard, low, low + draw.below(2) as u32)
            });
            Marks { weights, asked }
        })
    }

    #[test]
    fn it_keeps_its_promises_on_edges_with_conditions() {
        judge(|draw| {
            let graph = grid(draw, 2, 3);
            let questions = questions(draw, graph, &[]);
            let marks = marks(draw, 6, &[]);
            Division::new(questions, marks, None)
        });
    }

    #[test]
    fn it_keeps_its_promises_on_edges_that_join_equal_values() {
        judge(|draw| {
            let most = draw.int(2..=4);
            let vars = draw.many(6..=6, |draw| draw.var(1..=most));
            let graph = equals(&vars, edges(draw, 2, 3));
            let questions = questions(draw, graph, &vars);
            let marks = marks(draw, 6, &vars);
            Division::new(questions, marks, Some(vars))
        });
    }
}

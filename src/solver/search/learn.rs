//! The search that learns: each dead end leaves a nogood, and the search goes back as far as that allows.

use super::{Decision, Ending, MOST_KNOWN, Search};
use crate::solver::engine::{Choice, Conflict, Fact, Learner, Pruned};

impl Search<'_> {
    /// Whether the solution has not been found before, in this turn or another. Keeps it in mind.
    pub(super) fn is_new(&mut self) -> bool {
        if self.improving || self.assumed.is_some() {
            return true;
        }
        let seen = &self.problem.order[..self.problem.seen];
        let values: Vec<i64> = seen.iter().map(|&var| self.problem.engine.store.min(var)).collect();
        if self.is_last_turn {
            return !self.known.contains(&values);
        }
        let is_new = self.known.insert(values.clone());
        if is_new && self.partner.is_some() {
            self.tell_solution(values, self.values());
        }
        is_new
    }

    /// The facts that a solution consists of.
    fn facts(&self, values: &[i64]) -> Vec<Fact> {
        let store = &self.problem.engine.store;
        self.problem.order.iter().zip(values).map(|(&var, &value)| store.fact_of(var, value)).collect()
    }

    /// Decides, and learns from each dead end. Nothing if the turn is over before the search: after so many calls of
    /// propagators, unless there are more solutions than can be kept in mind.
    pub(super) fn learning(
        &mut self,
        learner: &mut Option<Learner>,
        found: &mut dyn FnMut(&mut Self) -> bool,
        stop: &dyn Fn() -> bool,
        until: u64,
    ) -> Option<Ending> {
        if self.prune().is_err() {
            return Some(Ending::Complete);
        }
        let learner =
            learner.get_or_insert_with(|| Learner::new(&mut self.problem.engine, &self.problem.order));
        learner.keep_news(self.partner.is_some());
        let engine = &mut self.problem.engine;
        let begun = learner.settle(engine).and_then(|()| learner.begin(engine));
        let begun = begun.and_then(|()| self.exclude_known(learner));
        let begun = begun.and_then(|()| learner.settle(&mut self.problem.engine));
        if begun.and_then(|()| self.trade(learner)).is_err() {
            return Some(Ending::Complete);
        }
        loop {
            if let Some(ending) = self.ends(stop) {
                return Some(ending);
            }
            match learner.prune(&mut self.problem.engine) {
                Pruned::Settled => {}
                Pruned::WentBack => {
                    self.counters.conflicts += 1;
                    self.tell_clauses(learner);
                    continue;
                }
                Pruned::Exhausted => {
                    self.counters.conflicts += 1;
                    return Some(Ending::Complete);
                }
            }
            if let Some(ending) = self.cut_short() {
                return Some(ending);
            }
            let over = self.known.len() <= MOST_KNOWN && self.problem.engine.calls >= until;
            if over || learner.is_stuck() {
                if !self.begin_anew(learner) {
                    return Some(Ending::Complete);
                }
                if over {
                    learner.pause(&mut self.problem.engine);
                    return None;
                }
                continue;
            }
            match self.assume(learner) {
                Some(true) => continue,
                Some(false) => return Some(Ending::Complete),
                None => {}
            }
            match learner.choose(&mut self.problem.engine.store) {
                Some(choice) => self.decide_learned(learner, choice),
                None => {
                    let seen = &self.problem.order[..self.problem.seen];
                    let solution: Vec<Fact> =
                        seen.iter().map(|&var| self.problem.engine.store.fact(var)).collect();
                    if self.is_new() && !found(self) {
                        return Some(Ending::Enough);
                    }
                    let goes_on = if self.improving {
                        self.begin_anew(learner)
                    } else {
                        learner.forbid(&mut self.problem.engine, &solution) != Pruned::Exhausted
                    };
                    if !goes_on {
                        return Some(Ending::Complete);
                    }
                }
            }
        }
    }

    /// Rules out the solutions that are known and not ruled out yet; no decision is in force.
    pub(super) fn exclude_known(&mut self, learner: &mut Learner) -> Result<(), Conflict> {
        let known: Vec<Vec<Fact>> =
            self.known.iter().skip(learner.excluded).map(|values| self.facts(values)).collect();
        let engine = &mut self.problem.engine;
        known.iter().try_for_each(|facts| learner.exclude(engine, facts))
    }

    /// Takes all decisions back; whether there may be more to find.
    fn begin_anew(&mut self, learner: &mut Learner) -> bool {
        self.counters.restarts += 1;
        learner.begin_anew(&mut self.problem.engine);
        self.reset();
        self.prune().is_ok()
            && learner.settle(&mut self.problem.engine).is_ok()
            && self.trade(learner).is_ok()
    }

    fn decide_learned(&mut self, learner: &mut Learner, choice: Choice) {
        let lit = match choice {
            Choice::Literal(lit) => lit,
            Choice::Value(var) => {
                let value = match self.branch(var) {
                    Decision::Is(_, value) => value,
                    Decision::AtMost(var, _) => self.problem.engine.store.min(var),
                };
                learner.literal(&self.problem.engine.store, var, value)
            }
        };
        learner.decide(&mut self.problem.engine, lit);
        self.counters.decisions += 1;
        let depth = self.problem.engine.store.level() - self.base;
        self.counters.deepest = self.counters.deepest.max(depth as u64);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::Search;
    use crate::base::automaton::Automaton;
    use crate::base::diagram::{Builder, Diagram};
    use crate::solver::constraints::diagram::{Follows, Layers};
    use crate::solver::constraints::line::{Cell, Letters, Line};
    use crate::solver::engine::judge::rng::Random;
    use crate::solver::engine::{Engine, Propagator, VarId};
    use crate::solver::problem::Problem;
    use crate::solver::search::drawn::drawn;
    use crate::solver::search::{Counters, Ending, Limits};

    fn solutions(seed: u64, plain: u64) -> (Vec<Vec<i64>>, Counters) {
        solutions_of(drawn(seed), seed, plain)
    }

    fn solutions_of(mut problem: Problem, seed: u64, plain: u64) -> (Vec<Vec<i64>>, Counters) {
        let mut found = Vec::new();
        let mut search = Search::new(&mut problem, Limits { plain: Some(plain), ..Limits::default() }, seed);
        let ending = search.run(
            |values| {
                found.push(values.to_vec());
                true
            },
            &|| false,
        );
        assert_eq!(ending, Ending::Complete);
        let counters = search.counters;
        found.sort_unstable();
        (found, counters)
    }

    #[test]
    fn learning_finds_the_same_solutions() {
        let mut learned = 0;
        for seed in 0..3000 {
            let (plain, _) = solutions(seed, u64::MAX);
            let (found, counters) = solutions(seed, 0);
            assert_eq!(found, plain, "seed {seed}");
            learned += u64::from(counters.conflicts > 5 && !plain.is_empty());
        }
        assert!(learned > 80, "there is something to learn in {learned}");
    }

    /// Diagrams drawn by lot that share variables.
    fn diagrams(seed: u64) -> Problem {
        let mut random = Random::new(seed);
        let mut engine = Engine::default();
        let width = 2 + random.below(2);
        let vars: Vec<VarId> = (0..9).map(|_| engine.store.add_range(0, width as i64 - 1)).collect();
        for _ in 0..3 + random.below(4) {
            let count = 4 + random.below(3);
            let mut own = vars.clone();
            (0..count).for_each(|at| own.swap(at, at + random.below(vars.len() - at)));
            own.truncate(count);
            let mut builder = Builder::default();
            let mut deeper = vec![Diagram::FALSE, Diagram::TRUE];
            for layer in (0..count as u32).rev() {
                let nodes: Vec<u32> = (0..2 + random.below(2))
                    .map(|_| {
                        let mut child = |_| deeper[random.below(deeper.len())];
                        builder.node(layer, (0..width).map(&mut child).collect())
                    })
                    .collect();
                deeper.extend(nodes);
            }
            let diagram = builder.finish(deeper[deeper.len() - 1]);
            let values = |_| (0..width as i64).collect();
            let layers = Layers::new(&diagram, count, Some, values).expect("layers");
            engine.post(Box::new(Follows::new(own, Arc::new(layers))));
        }
        Problem::new(engine, vars.into_iter().map(|var| (var, true)).collect())
    }

    #[test]
    fn nodes_of_diagrams_are_unknowns_like_others() {
        let mut learned = 0;
        for seed in 0..1000 {
            let (plain, _) = solutions_of(diagrams(seed), seed, u64::MAX);
            let (found, counters) = solutions_of(diagrams(seed), seed, 0);
            assert_eq!(found, plain, "seed {seed}");
            learned += u64::from(counters.conflicts > 5 && !plain.is_empty());
        }
        assert!(learned > 20, "there is something to learn in {learned}");
    }

    /// A board whose rows and columns are words of automata drawn by lot, and how many of these are clauses. Letters keep the order
    /// of states in most.
    fn lines(seed: u64) -> (Problem, usize) {
        let mut random = Random::new(seed);
        let mut engine = Engine::default();
        let (rows, columns, letters) = *random.pick(&[(4, 5, 2), (3, 4, 3)]);
        let of = Arc::new(Letters::new(0, (0..letters as u8).collect()));
        let vars: Vec<VarId> =
            (0..rows * columns).map(|_| engine.store.add_range(0, letters as i64 - 1)).collect();
        let of_row = |row: usize| (columns * row..columns * (row + 1)).collect::<Vec<usize>>();
        let of_column = |column: usize| (column..rows * columns).step_by(columns).collect::<Vec<usize>>();
        let mut relaxed = 0;
        for line in (0..rows).map(of_row).chain((0..columns).map(of_column)) {
            let states = 3 + random.below(4);
            let mut transitions = Vec::new();
            for letter in 0..letters as u32 {
                let mut to = 0;
                for from in 0..states {
                    to = to.max(from + random.below(3)).min(states - 1);
                    let odd = if random.below(60) == 0 { random.below(states) } else { to };
                    transitions.extend((random.below(6) > 0).then_some((from as u32, letter, odd as u32)));
                }
            }
            let ends: Vec<u32> = (0..states as u32).filter(|_| random.below(2) > 0).collect();
            let automaton = Automaton::new(states, letters, &[0], &ends, &transitions).expect("few states");
            let cells = line.iter().map(|&cell| Cell::Var(vars[cell], of.clone())).collect();
            let line = Line::new(cells, Arc::new(automaton));
            relaxed += usize::from(line.relaxed(&engine.store).is_some());
            engine.post(Box::new(line));
        }
        (Problem::new(engine, vars.into_iter().map(|var| (var, true)).collect()), relaxed)
    }

    #[test]
    fn states_of_lines_are_unknowns_like_others() {
        let (mut relaxed, mut all) = (0, 0);
        for seed in 0..1000 {
            let (problem, clauses) = lines(seed);
            (relaxed, all) = (relaxed + clauses, all + problem.engine.count());
            let (plain, _) = solutions_of(problem, seed, u64::MAX);
            let (found, _) = solutions_of(lines(seed).0, seed, 0);
            assert_eq!(found, plain, "seed {seed}");
        }
        assert!(relaxed > all / 4 && relaxed < all, "{relaxed} of {all} lines are clauses");
    }

    #[test]
    fn all_but_a_solution_that_is_ruled_out_are_found() {
        let mut several = 0;
        for seed in 0..600 {
            let (all, _) = solutions(seed, u64::MAX);
            let Some(known) = all.get(seed as usize % all.len().max(1)) else { continue };
            for plain in [0, 3, u64::MAX] {
                let mut problem = drawn(seed);
                let limits = Limits { plain: Some(plain), ..Limits::default() };
                let mut search = Search::new(&mut problem, limits, seed);
                search.rule_out(known);
                let mut others = vec![known.clone()];
                let ending = search.run(
                    |values| {
                        others.push(values.to_vec());
                        true
                    },
                    &|| false,
                );
                others.sort_unstable();
                assert_eq!((ending, &others), (Ending::Complete, &all), "seed {seed}");
            }
            several += u64::from(all.len() > 1);
        }
        assert!(several > 50, "{several} have several");
    }
}

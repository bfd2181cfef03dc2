//! How many solutions there are, without looking at each.
//!
//! There are two ways. `frontier` reads the variables in one order and keeps apart only what those to come can tell apart: layered
//! boards, lines, groups of different values. `components` searches, and counts parts that have nothing to do with each other
//! apart and once. Which is better depends on the problem, so whoever asks tries them in turn with more and more work.
//!
//! Each module uses only those above it.

mod diagram;

mod groups;

mod lists;

mod order;

mod plan;

mod frontier;

mod components;

use crate::base::total::Total;
use crate::solver::problem::Problem;
use components::{Components, Known};
use frontier::{Frontier, Halt};
use plan::{Obstacle, Plan};

/// How a number was found.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Method {
    /// Each solution was looked at.
    Search,
    /// Variables were read in one order, see `frontier`.
    Frontier,
    /// Parts that have nothing to do with each other were counted apart, see `components`.
    Components,
}

impl Method {
    /// The word shown to people and programs.
    pub fn word(self) -> &'static str {
        match self {
            Method::Search => "search",
            Method::Frontier => "frontier",
            Method::Components => "components",
        }
    }
}

/// What came of an attempt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Attempt {
    /// This is the number.
    Counted(Total),
    /// The problem cannot be counted this way, whatever the work.
    Unfit,
    /// Not with so much work.
    Dear,
    /// The deadline has passed, or somebody asked to stop.
    Stopped,
}

/// What is kept from one attempt to the next, and what they did.
#[derive(Default)]
pub struct Counter {
    known: Known,
    /// The most cases that had to be kept apart at one time.
    pub widest: u64,
    /// The components that came again.
    pub repeated: u64,
    /// The decisions that were made.
    pub decisions: u64,
}

impl Counter {
    /// Counts by frontier, with at most so many steps, from the domains as they are; they must be at a fixpoint.
    pub fn by_frontier(&mut self, problem: &Problem, most: u64, stop: &dyn Fn() -> bool) -> Attempt {
        let plan = match Plan::new(problem) {
            Ok(plan) => plan,
            Err(Obstacle::Conflict) => return Attempt::Counted(Total::ZERO),
            Err(Obstacle::Unreadable) => return Attempt::Unfit,
        };
        let mut frontier = Frontier::new(&plan, &problem.engine.deadline, stop, most);
        let found = frontier.count();
        self.widest = self.widest.max(frontier.widest as u64);
        attempt(found)
    }

    /// Counts by components, with at most so many decisions, from the domains as they are; they must be at a fixpoint, and
    /// are so afterwards.
    pub fn by_components(&mut self, problem: &mut Problem, most: u64, stop: &dyn Fn() -> bool) -> Attempt {
        if problem.engine.store.has_intervals() {
            return Attempt::Unfit;
        }
        let mut components = Components::new(problem, &mut self.known, stop, most);
        let found = components.count();
        self.repeated += components.hits;
        self.decisions += components.decisions;
        attempt(found)
    }
}

fn attempt(found: Result<Total, Halt>) -> Attempt {
    match found {
        Ok(total) => Attempt::Counted(total),
        Err(Halt::Loose) => Attempt::Unfit,
        Err(Halt::Work) => Attempt::Dear,
        Err(Halt::Deadline) => Attempt::Stopped,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{Attempt, Counter};
    use crate::base::number::Sign;
    use crate::base::total::Total;
    use crate::solver::constraints::clause::Clause;
    use crate::solver::constraints::distinct::Distinct;
    use crate::solver::constraints::distinct_lists::{DistinctLists, Element};
    use crate::solver::constraints::linear::{Linear, View};
    use crate::solver::constraints::literal::Literal;
    use crate::solver::engine::{Engine, VarId};
    use crate::solver::problem::Problem;
    use crate::solver::search::{Limits, Search};

    struct Random(u64);

    impl Random {
        fn below(&mut self, most: usize) -> usize {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) as usize % most
        }

        fn some(&mut self, vars: &[VarId], share: usize) -> Vec<VarId> {
            vars.iter().copied().filter(|_| self.below(share) == 0).collect()
        }
    }

    /// A few variables, some of which nobody asks for, and constraints of every kind that is read in its own way.
    fn draw(seed: u64) -> Problem {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let mut engine = Engine::default();
        let (count, alike, high) = (3 + random.below(6), random.below(2) == 0, 1 + random.below(4) as i64);
        let mut vars: Vec<VarId> = Vec::new();
        for _ in 0..count {
            let (low, high) =
                if alike { (1, high) } else { (random.below(3) as i64, 2 + random.below(3) as i64) };
            vars.push(engine.store.add_range(low, high));
        }
        for _ in 0..random.below(3) {
            let terms = random.some(&vars, 2);
            let offsets = random.below(4) == 0;
            let terms = terms.into_iter().map(|var| (var, if offsets { random.below(3) as i64 } else { 0 }));
            let distinct = Distinct::new(terms.collect(), &engine.store);
            engine.post(Box::new(distinct));
        }
        for _ in 0..random.below(3) {
            let terms: Vec<(i64, View)> = random
                .some(&vars, 2)
                .into_iter()
                .map(|var| ([1, -1, 2][random.below(3)], View::Var(var)))
                .collect();
            let sign = [Sign::Zero, Sign::NotZero, Sign::AtMostZero][random.below(3)];
            engine.post(Box::new(Linear { sign, constant: -(random.below(8) as i64), terms }));
        }
        for _ in 0..random.below(4) {
            let literals = random.some(&vars, 3).into_iter().map(|var| {
                let (base, bits) = engine.store.word(var);
                Literal { var, base, mask: bits & (1 + random.below(30) as u64) }
            });
            let clause = Clause::new(literals.collect::<Vec<_>>());
            engine.post(Box::new(clause));
        }
        if random.below(2) == 0 {
            let length = 1 + random.below(3);
            let element = |random: &mut Random| match random.below(6) {
                0 => Element::Value(random.below(4) as i64),
                _ => Element::Var(vars[random.below(vars.len())]),
            };
            let lists = 2 + random.below(3);
            let lists: Arc<[Vec<Element>]> =
                (0..lists).map(|_| (0..length).map(|_| element(&mut random)).collect()).collect();
            for own in 0..lists.len() {
                engine.post(Box::new(DistinctLists::new(lists.clone(), own)));
            }
        }
        let hides = random.below(4) == 0;
        let seen = vars.into_iter().map(|var| (var, !hides || random.below(3) > 0)).collect();
        Problem::new(engine, seen)
    }

    #[test]
    fn every_way_counts_what_a_search_finds() {
        let (mut read, mut searched, mut many) = (0, 0, 0);
        for seed in 0..2500 {
            let mut problem = draw(seed);
            let mut found = 0_u64;
            Search::new(&mut problem, Limits::default(), 0).run(
                |_| {
                    found += 1;
                    true
                },
                &|| false,
            );
            let mut problem = draw(seed);
            if problem.engine.fixpoint().is_err() {
                assert_eq!(found, 0, "seed {seed}");
                continue;
            }
            many += usize::from(found > 20);
            let mut counter = Counter::default();
            match counter.by_frontier(&problem, u64::MAX, &|| false) {
                Attempt::Counted(total) => {
                    assert_eq!(total, Total::from(found), "seed {seed} by frontier");
                    read += 1;
                }
                other => assert_eq!(other, Attempt::Unfit, "seed {seed}"),
            }
            let total = counter.by_components(&mut problem, u64::MAX, &|| false);
            assert_eq!(total, Attempt::Counted(Total::from(found)), "seed {seed} by components");
            searched += 1;
        }
        assert!(read > 800 && searched > 1000 && many > 500, "{read} read, {searched} searched, {many} many");
    }

    fn groups(cells: u32, values: i64, groups: &[Vec<u32>]) -> Problem {
        let mut engine = Engine::default();
        let vars: Vec<(VarId, bool)> =
            (0..cells).map(|_| (engine.store.add_range(1, values), true)).collect();
        for group in groups {
            let terms = group.iter().map(|&cell| (VarId(cell), 0)).collect();
            let distinct = Distinct::new(terms, &engine.store);
            engine.post(Box::new(distinct));
        }
        assert!(engine.fixpoint().is_ok());
        Problem::new(engine, vars)
    }

    /// The lines of a square.
    fn lines(n: u32) -> Vec<Vec<u32>> {
        let across = (0..n).map(|row| (0..n).map(|col| row * n + col).collect());
        let down = (0..n).map(|col| (0..n).map(|row| row * n + col).collect());
        across.chain(down).collect()
    }

    #[test]
    fn latin_squares_are_counted_beyond_what_can_be_listed() {
        // OEIS A002860.
        for (n, known) in (1..).zip([1_u64, 2, 12, 576, 161_280, 812_851_200]) {
            let problem = groups(n * n, n.into(), &lines(n));
            let found = Counter::default().by_frontier(&problem, u64::MAX, &|| false);
            assert_eq!(found, Attempt::Counted(Total::from(known)), "{n}");
        }
    }

    #[test]
    fn numbers_have_no_bounds() {
        // Rows that do not know of each other, each one of 20 permutations of three digits out of six: 120 to the 40th.
        let rows: Vec<Vec<u32>> = (0..40).map(|row| (3 * row..3 * row + 3).collect()).collect();
        let mut problem = groups(120, 6, &rows);
        let mut expected = Total::ONE;
        (0..40).for_each(|_| expected *= &Total::from(120_u64));
        let mut counter = Counter::default();
        assert_eq!(counter.by_frontier(&problem, u64::MAX, &|| false), Attempt::Counted(expected.clone()));
        assert_eq!(counter.by_components(&mut problem, 10_000, &|| false), Attempt::Counted(expected));
    }

    #[test]
    fn work_has_bounds() {
        let mut problem = groups(36, 6, &lines(6));
        assert_eq!(Counter::default().by_frontier(&problem, 100, &|| false), Attempt::Dear);
        let mut counter = Counter::default();
        assert_eq!(counter.by_components(&mut problem, 100, &|| false), Attempt::Dear);
        assert_eq!(problem.engine.store.level(), 0);
    }

    #[test]
    fn whoever_waits_is_asked_whether_to_go_on() {
        let mut problem = groups(36, 6, &lines(6));
        for by_frontier in [true, false] {
            let asked = std::cell::Cell::new(0);
            let stop = || asked.replace(asked.get() + 1) == 20;
            let mut counter = Counter::default();
            let attempt = if by_frontier {
                counter.by_frontier(&problem, u64::MAX, &stop)
            } else {
                counter.by_components(&mut problem, u64::MAX, &stop)
            };
            assert_eq!((attempt, asked.get()), (Attempt::Stopped, 21));
        }
        assert_eq!(problem.engine.store.level(), 0);
    }
}

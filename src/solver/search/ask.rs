//! Questions one after the other about one problem: what is learned for one is of use for all that come after it.
//!
//! What must hold for one question alone is *assumed*: decided before anything else, a level for each fact. So nogoods
//! hold whatever is assumed, and a question without answer ends when the others rule an assumption out.

use super::{Counters, Ending, Limits, Search};
use crate::solver::engine::{self, Conflict, Engine, Fact, Learner, Lit, Store};
use crate::solver::problem::Problem;

/// The answer to whether there is a solution.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// There is one: the values of its variables.
    Found(Vec<i64>),
    /// There is none as long as these hold of what is assumed, by number (a core).
    Never(Vec<usize>),
    /// A limit was reached, or somebody asked to stop.
    Open(Ending),
}

/// Asks about one problem, always from the same level of its store. What is pruned there between two questions must hold for
/// all that come, and no propagator may be added.
#[derive(Debug, Default)]
pub struct Asker {
    learner: Option<Learner>,
    /// What must not hold all at once, and the learner does not know yet.
    excluded: Vec<Vec<Fact>>,
    /// Whether there is no solution whatever is assumed.
    exhausted: bool,
    /// What was done.
    pub counters: Counters,
}

/// What is assumed in a search.
#[derive(Debug)]
pub(super) struct Assumed {
    /// The assumptions, each with the number of the fact it is part of.
    literals: Vec<(Lit, usize)>,
    /// Which facts contradict each other, once they do.
    core: Option<Vec<usize>>,
}

impl Asker {
    /// Whether anything can be learned from questions about a problem, and solutions excluded.
    pub fn fits(problem: &Problem) -> bool {
        !problem.engine.store.has_intervals()
    }

    /// From now on some facts must not hold all at once.
    pub fn exclude(&mut self, facts: Vec<Fact>) {
        self.excluded.push(facts);
    }

    /// Whether there is a solution for which some facts hold.
    pub fn ask(
        &mut self,
        problem: &mut Problem,
        assumed: &[Fact],
        limits: Limits,
        stop: &dyn Fn() -> bool,
    ) -> Answer {
        self.ask_and_read(problem, assumed, limits, stop, &mut |_| {})
    }

    /// The same; a solution can be read before it is taken back.
    pub(super) fn ask_and_read(
        &mut self,
        problem: &mut Problem,
        assumed: &[Fact],
        limits: Limits,
        stop: &dyn Fn() -> bool,
        read: &mut dyn FnMut(&Store),
    ) -> Answer {
        if !Asker::fits(problem) {
            debug_assert!(self.excluded.is_empty(), "nothing can be excluded");
            problem.engine.wake_all();
            return ask_alone(problem, assumed, limits, 0, &mut self.counters, stop);
        }
        self.exhausted = self.exhausted || self.begin(problem).is_err();
        if self.exhausted {
            return Answer::Never(Vec::new());
        }
        let literals = self.literals(&problem.engine, assumed);
        let mut search = Search::new(problem, limits, 0);
        search.assumed = Some(Assumed { literals, core: None });
        let mut solution = None;
        let found = &mut |search: &mut Search<'_>| {
            solution = Some(search.values());
            read(&search.problem.engine.store);
            false
        };
        // Without an end of its turn a search is over when it ends.
        let ending = search.learning(&mut self.learner, found, stop, u64::MAX).unwrap_or(Ending::Limit);
        self.counters += search.counters;
        let core = search.assumed.take().and_then(|assumed| assumed.core);
        if let Some(learner) = &mut self.learner {
            learner.rewind(&mut search.problem.engine);
            learner.pause(&mut search.problem.engine);
        }
        search.reset();
        match (ending, solution) {
            (_, Some(values)) => Answer::Found(values),
            (Ending::Complete, None) => {
                self.exhausted = core.is_none();
                Answer::Never(core.unwrap_or_default())
            }
            (ending, None) => Answer::Open(ending),
        }
    }

    /// Tells the learner what it does not know yet.
    fn begin(&mut self, problem: &mut Problem) -> Result<(), Conflict> {
        let engine = &mut problem.engine;
        if self.learner.is_none() {
            // A search on planes leaves the engine as it was.
            engine.wake_all();
        }
        engine.fixpoint()?;
        let learner = self.learner.get_or_insert_with(|| Learner::new(engine, &problem.order));
        learner.settle(engine)?;
        learner.begin(engine)?;
        self.excluded.drain(..).try_for_each(|facts| learner.exclude(engine, &facts))?;
        learner.settle(engine)
    }

    fn literals(&self, engine: &Engine, facts: &[Fact]) -> Vec<(Lit, usize)> {
        let Some(learner) = &self.learner else { return Vec::new() };
        let of = |(number, fact)| learner.literals(engine, fact).into_iter().map(move |lit| (lit, number));
        facts.iter().enumerate().flat_map(of).collect()
    }

    /// There are no more questions.
    pub fn leave(self, problem: &mut Problem) {
        if let Some(learner) = self.learner {
            learner.leave(&mut problem.engine);
        }
    }
}

/// Whether there is a solution for which some facts hold, by a search of its own, from which nothing stays: all of them are the core.
pub fn ask_alone(
    problem: &mut Problem,
    assumed: &[Fact],
    limits: Limits,
    seed: u64,
    counters: &mut Counters,
    stop: &dyn Fn() -> bool,
) -> Answer {
    problem.engine.store.push_level();
    let mut solution = None;
    let mut ending = Ending::Complete;
    if assumed.iter().all(|fact| problem.engine.store.hold(fact).is_ok()) {
        let mut search = Search::new(problem, limits, seed);
        let found = |values: &[i64]| {
            solution = Some(values.to_vec());
            false
        };
        ending = search.run(found, stop);
        *counters += search.counters;
        search.reset();
    }
    problem.engine.clear();
    problem.engine.store.pop_level();
    match (ending, solution) {
        (_, Some(values)) => Answer::Found(values),
        (Ending::Complete, None) => Answer::Never((0..assumed.len()).collect()),
        (ending, None) => Answer::Open(ending),
    }
}

impl Search<'_> {
    /// Makes the next of the assumptions: nothing if all of them hold, false if others rule it out.
    pub(super) fn assume(&mut self, learner: &mut Learner) -> Option<bool> {
        let assumed = self.assumed.as_mut()?;
        let next = learner.next_assumption();
        let &(lit, number) = assumed.literals.get(next)?;
        match learner.assume(&mut self.problem.engine, lit) {
            engine::Assumed::Holds => Some(true),
            engine::Assumed::Never(others) => {
                let others = others.into_iter().map(|other| assumed.literals[other].1);
                let mut core: Vec<usize> = others.chain([number]).collect();
                core.dedup();
                assumed.core = Some(core);
                Some(false)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Answer, Asker};
    use crate::base::number::Sign;
    use crate::solver::constraints::clause::Clause;
    use crate::solver::constraints::distinct::Distinct;
    use crate::solver::constraints::linear::{Linear, View};
    use crate::solver::constraints::literal::Literal;
    use crate::solver::engine::judge::rng::Random;
    use crate::solver::engine::{Engine, Fact, VarId};
    use crate::solver::problem::Problem;
    use crate::solver::search::{Limits, Search};

    /// Variables of a few values, some constraints that always hold, and some that do only where a variable of theirs is 1.
    fn draw(seed: u64) -> (Problem, Vec<VarId>) {
        let mut random = Random::new(seed);
        let mut engine = Engine::default();
        let vars: Vec<VarId> = (0..4 + random.below(4)).map(|_| engine.store.add_range(0, 3)).collect();
        let some = |random: &mut Random| -> Vec<VarId> {
            vars.iter().copied().filter(|_| random.below(2) == 0).collect()
        };
        let mut guards = Vec::new();
        for _ in 0..5 + random.below(6) {
            let (kind, scope) = (random.below(3), some(&mut random));
            let first = engine.count() as u32;
            match kind {
                0 => {
                    let terms = scope.iter().map(|&var| (var, 0)).collect();
                    let distinct = Distinct::new(terms, &engine.store);
                    engine.post(Box::new(distinct));
                }
                1 => {
                    let terms = scope.iter().map(|&var| (1, View::Var(var))).collect();
                    let constant = -(random.below(9) as i64);
                    engine.post(Box::new(Linear { sign: Sign::Zero, constant, terms }));
                }
                _ => {
                    let literal = |&var: &VarId| Literal { var, base: 0, mask: 1 + random.below(14) as u64 };
                    let literals: Vec<Literal> = scope.iter().map(literal).collect();
                    engine.post(Box::new(Clause::new(literals)));
                }
            }
            if random.below(2) == 0 {
                let guard = engine.store.add_range(0, 1);
                engine.guard(first..engine.count() as u32, guard);
                guards.push(guard);
            }
        }
        let vars = vars.into_iter().map(|var| (var, true)).collect();
        (Problem::new(engine, vars), guards)
    }

    /// Whether there is a solution for which these hold, and no other question was asked before.
    fn afresh(seed: u64, assumed: &[&Fact], excluded: &[Vec<i64>]) -> bool {
        let (mut problem, _) = draw(seed);
        let engine = &mut problem.engine;
        if assumed.iter().any(|fact| engine.store.hold(fact).is_err()) {
            return false;
        }
        let mut exists = false;
        Search::new(&mut problem, Limits::default(), 0).run(
            |values| {
                exists |= !excluded.iter().any(|known| known == values);
                !exists
            },
            &|| false,
        );
        exists
    }

    #[test]
    fn every_question_is_answered_as_if_it_were_the_first() {
        let (mut found, mut never, mut cores) = (0, 0, 0);
        for seed in 1..400 {
            let (mut problem, guards) = draw(seed);
            let mut random = Random::new(seed + 1000);
            let (mut asker, mut excluded) = (Asker::default(), Vec::new());
            for _ in 0..12 {
                let mut assumed = Vec::new();
                for &guard in guards.iter().filter(|_| random.below(3) > 0) {
                    assumed.push(problem.engine.store.fact_of(guard, 1));
                }
                let store = &problem.engine.store;
                for &var in &problem.vars {
                    if random.below(4) > 0 {
                        continue;
                    }
                    let fact = store.fact_of(var, random.below(4) as i64);
                    assumed.push(fact.with(store, random.below(4) as i64));
                }
                let all: Vec<&Fact> = assumed.iter().collect();
                let exists = afresh(seed, &all, &excluded);
                match asker.ask(&mut problem, &assumed, Limits::default(), &|| false) {
                    Answer::Found(values) => {
                        assert!(exists, "seed {seed}: {assumed:?}");
                        let facts = problem.vars.iter().zip(&values);
                        let facts = facts.map(|(&var, &value)| problem.engine.store.fact_of(var, value));
                        found += 1;
                        if random.below(2) == 0 {
                            asker.exclude(facts.collect());
                            excluded.push(values);
                        }
                    }
                    Answer::Never(core) => {
                        let few: Vec<&Fact> = core.iter().map(|&number| &assumed[number]).collect();
                        assert!(!exists, "seed {seed}: {assumed:?}");
                        assert!(!afresh(seed, &few, &excluded), "seed {seed}: {core:?} of {assumed:?}");
                        never += 1;
                        cores += usize::from(few.len() < assumed.len());
                    }
                    Answer::Open(ending) => panic!("seed {seed}: {ending:?}"),
                }
                assert_eq!(problem.engine.store.level(), 0);
            }
            asker.leave(&mut problem);
        }
        assert!(found > 800 && never > 800 && cores > 400, "{found} found, {never} never, {cores} cores");
    }
}

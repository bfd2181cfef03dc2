//! A search split into cubes, values of some unknowns: each solution lies in exactly one of them, so that others can look for
//! the solutions of each, and numbers can be added up.
//!
//! The cube that seems to be the largest is split next, by the unknown with the fewest values left. How large one is, is what a
//! few random ways down its tree suggest (Knuth 1975): the number of nodes if the whole tree branches as they do.

use super::{Coded, Solver};
use crate::board::unknown::UnknownId;
use crate::solver::engine::VarId;

/// Values of some unknowns.
#[derive(Clone, PartialEq, Debug)]
pub struct Cube {
    /// The values, in the order in which they were chosen.
    pub values: Vec<(UnknownId, i64)>,
    /// About how many nodes its search has.
    pub size: f64,
}

/// When a cube is small enough.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fineness {
    /// There are so many of them.
    Cubes(usize),
    /// So many unknowns have values in each, where there are so many.
    Depth(usize),
}

/// Random ways down the tree of a cube.
const WAYS: u32 = 8;

/// An unknown with more values is not split: each would be a cube.
const WIDEST: u64 = 64;

/// The most cubes, whatever is asked for.
const MOST: usize = 1_000_000;

impl Solver {
    /// Splits what is left besides the givens; nothing if somebody wants no more. Without a choice there is one cube, without a
    /// solution there may be none.
    pub fn split(
        &mut self,
        givens: &Coded,
        fineness: Fineness,
        stop: &dyn Fn() -> bool,
    ) -> Option<Vec<Cube>> {
        let mut done: Vec<Cube> = Vec::new();
        let mut open: Vec<Cube> = self.measured(givens, Vec::new()).into_iter().collect();
        loop {
            if stop() {
                return None;
            }
            let enough = match fineness {
                Fineness::Cubes(wanted) => done.len() + open.len() >= wanted.min(MOST),
                Fineness::Depth(_) => done.len() + open.len() >= MOST,
            };
            let is_larger =
                |one: &(usize, &Cube), other: &(usize, &Cube)| one.1.size.total_cmp(&other.1.size);
            // The first of those that are alike.
            let largest = open.iter().enumerate().rev().max_by(is_larger).map(|(at, _)| at);
            let Some(at) = largest.filter(|_| !enough) else { break };
            let cube = open.swap_remove(at);
            let is_deep = matches!(fineness, Fineness::Depth(depth) if cube.values.len() >= depth);
            match self.choice(givens, &cube.values).filter(|_| !is_deep) {
                None => done.push(cube),
                Some((unknown, values)) => {
                    for value in values {
                        let values = cube.values.iter().copied().chain([(unknown, value)]).collect();
                        open.extend(self.measured(givens, values));
                    }
                }
            }
        }
        done.append(&mut open);
        done.sort_by(|one, other| one.values.cmp(&other.values));
        Some(done)
    }

    /// What a cube is to be split by, and into which values; nothing if all its unknowns have theirs.
    fn choice(&mut self, givens: &Coded, values: &Coded) -> Option<(UnknownId, Vec<i64>)> {
        let choice = if self.enter(givens, values) { self.narrowest(WIDEST) } else { None };
        let left = choice.map(|(index, var)| {
            (UnknownId(index as u32), self.model.engine.store.values(var).collect::<Vec<i64>>())
        });
        self.model.unbind();
        left
    }

    /// Makes values hold, and what follows from them; whether that is possible.
    fn enter(&mut self, givens: &Coded, values: &Coded) -> bool {
        let all: Vec<(UnknownId, i64)> = givens.iter().chain(values).copied().collect();
        self.model.bind(&all).and_then(|()| self.model.engine.fixpoint()).is_ok()
    }

    /// The unknown with the fewest values left, but more than one and no more than so many. Solutions are told apart by it.
    fn narrowest(&self, widest: u64) -> Option<(usize, VarId)> {
        let (model, store) = (&self.model, &self.model.engine.store);
        let open =
            model.vars.iter().copied().enumerate().filter(|&(_, var)| {
                !model.is_unseen(var) && !store.is_fixed(var) && store.size(var) <= widest
            });
        open.min_by_key(|&(_, var)| store.size(var))
    }

    /// A cube with its size; nothing if it is seen to have no solution.
    fn measured(&mut self, givens: &Coded, values: Vec<(UnknownId, i64)>) -> Option<Cube> {
        let mut sum = 0.0;
        let mut chance = Chance(values.iter().fold(7, |seed, &(unknown, value)| {
            (seed ^ u64::from(unknown.0)).wrapping_mul(31) ^ value as u64
        }));
        for _ in 0..WAYS {
            let is_possible = self.enter(givens, &values);
            let (mut nodes, mut width, mut is_choice) = (1.0, 1.0, false);
            while let Some((_, var)) = self.narrowest(u64::MAX).filter(|_| is_possible) {
                let store = &self.model.engine.store;
                let size = store.size(var);
                let low = store.min(var);
                width *= f64::from(u32::try_from(size).unwrap_or(u32::MAX));
                is_choice = true;
                nodes += width;
                // Of very many values one of the ends is as good as any.
                let value = if size > WIDEST {
                    low
                } else {
                    store.values(var).nth(chance.below(size) as usize).unwrap_or(low)
                };
                let engine = &mut self.model.engine;
                if !width.is_finite() || engine.give(var, value).and_then(|()| engine.fixpoint()).is_err() {
                    break;
                }
            }
            self.model.unbind();
            if !is_possible {
                return None;
            }
            sum += nodes;
            if !is_choice {
                return Some(Cube { values, size: 1.0 });
            }
        }
        Some(Cube { values, size: sum / f64::from(WAYS) })
    }
}

/// Numbers that look random and are the same in every run.
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

#[cfg(test)]
mod tests {
    use super::Fineness;
    use crate::board::ground::{Options, ground};
    use crate::language::resolve::{BuiltIn, Request, resolve};
    use crate::language::source::Sources;
    use crate::services::solve::{Solver, Ways, Wish};
    use crate::solver::search::Limits;

    fn solver(text: &str) -> Solver {
        let mut sources = Sources::default();
        let puzzle = Some(sources.add("it.puzzle", text));
        let (program, _) = resolve(&Request { puzzle, ..Request::default() }, &mut sources, &BuiltIn);
        let (ground, _) = ground(&program, &Options { puzzle: true, ..Options::default() });
        Solver::new(ground).expect("a model")
    }

    #[test]
    fn cubes_add_up_and_are_balanced() {
        for (text, count) in [
            ("use takuzu with n = 6.", 4140),
            ("use queens with n = 8.", 92),
            ("use latin with n = 4.", 576),
            ("use magic with n = 3.  a: r1c1 = 5.", 0),
            ("use slitherlink with r = 3, c = 3.", 0),
        ] {
            let mut solver = solver(text);
            let wish =
                Wish { most: None, limits: Limits::default(), seed: 0, checked: Some(1), judged: true };
            let whole = solver.count(&[], &wish, Ways::default(), &|| false).expect("a number").total;
            if count > 0 {
                assert_eq!(whole.word(), Some(count), "{text}");
            }
            for fineness in [Fineness::Cubes(1), Fineness::Cubes(20), Fineness::Depth(3)] {
                let cubes = solver.split(&[], fineness, &|| false).expect("cubes");
                let parts: Vec<u64> = cubes
                    .iter()
                    .map(|cube| solver.count(&cube.values, &wish, Ways::default(), &|| false))
                    .map(|counted| counted.expect("a number").total.word().expect("a small one"))
                    .collect();
                assert_eq!(Some(parts.iter().sum()), whole.word(), "{text} {fineness:?}");
                if fineness == Fineness::Cubes(20) && count > 100 {
                    let largest = parts.iter().max().copied().unwrap_or_default();
                    assert!(cubes.len() >= 20 && largest * 4 < count, "{text}: {parts:?}");
                }
            }
        }
    }
}

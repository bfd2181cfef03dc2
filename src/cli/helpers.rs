//! Several threads on one puzzle: those that `-j` allows and no other puzzle needs.
//!
//! Each has a solver of its own. What they find is the same whatever their number: a count is split into *cubes*, the values of
//! some unknowns, whose numbers are added, and so are all solutions, which are told cube by cube; of a puzzle that is asked for one solution or two others prove, from other seeds, that
//! there is none or one, and whoever is first ends the search. They tell each other what they learn; the first thread does not
//! listen. Solutions are only told by the first thread, in its order, so that no answer depends on who was faster.

mod cubes;

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use crate::base::total::Total;
use crate::board::ground::Ground;
use crate::board::unknown::UnknownId;
use crate::services::solve::{Coded, Counted, Failure, Found, Outcome, Solver, Ways, Wish};
use crate::solver::exchange::Partner;
use crate::solver::search::Ending;

/// How many threads are at work on puzzles, helpers among them.
static BUSY: AtomicUsize = AtomicUsize::new(0);

/// How long a search usually goes on alone.
const ALONE: Duration = Duration::from_millis(100);

/// Of many solutions so many usually come from one search.
const FIRST: u64 = 2000;

/// For each thread so many cubes at least: some take longer than others.
const CUBES: usize = 8;

/// A thread at work.
struct Seat;

impl Seat {
    /// Takes a place, whatever the others do.
    fn take() -> Seat {
        BUSY.fetch_add(1, Ordering::Relaxed);
        Seat
    }

    /// Takes a place if fewer than so many are taken.
    fn free(most: usize) -> Option<Seat> {
        let more = |taken: usize| (taken < most).then_some(taken + 1);
        BUSY.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more).is_ok().then(|| Seat)
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        BUSY.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Who may help with a puzzle.
#[derive(Debug)]
pub struct Helpers {
    /// What it expands to; nothing if it has to be solved alone.
    ground: Option<Ground>,
    jobs: usize,
    /// How long a search goes on alone.
    alone: Duration,
    /// How a count begins.
    ways: Ways,
    /// So many solutions of many come from one search: for fewer, cubes are not worth making.
    first: u64,
}

impl Helpers {
    /// Helpers for a puzzle, of so many threads.
    pub fn new(ground: Option<&Ground>, jobs: usize) -> Helpers {
        // In a browser there are no threads.
        let several = jobs > 1 && !cfg!(target_family = "wasm");
        let ground = ground.filter(|_| several).cloned();
        Helpers { ground, jobs, alone: ALONE, ways: Ways { rounds: 1, ..Ways::default() }, first: FIRST }
    }

    /// The same with helpers who never wait, for tests.
    pub fn eager(ground: &Ground, jobs: usize) -> Helpers {
        let ways = Ways { search: 1, rounds: 1, ..Ways::default() };
        Helpers { alone: Duration::ZERO, ways, first: 3, ..Helpers::new(Some(ground), jobs) }
    }

    /// Looks for solutions as [`Solver::solve_coded`] does, of many in the order of [`cubes`]. If one or two are asked for, others
    /// may prove that there is none, or only one.
    pub fn solve(
        &self,
        solver: &mut Solver,
        wish: &Wish,
        stop: &dyn Fn() -> bool,
        found: &mut dyn FnMut(Found<'_>),
    ) -> Result<Outcome, Failure> {
        let _seat = Seat::take();
        let givens = solver.given();
        if solver.model.objective.is_some() || wish.limits.steps.is_some() {
            return solver.solve_coded(&givens, wish, stop, found);
        }
        if !matches!(wish.most, Some(1 | 2)) {
            return self.list(solver, wish, stop, found);
        }
        let Some(ground) = &self.ground else { return solver.solve_coded(&givens, wish, stop, found) };
        let (over, proved) = (AtomicBool::new(false), AtomicBool::new(false));
        let proof: Mutex<Option<(Outcome, Option<Vec<i64>>)>> = Mutex::default();
        let mut told = 0;
        let first = Partner::first(&solver.model.engine.store);
        let others: Vec<Partner> = (1..self.jobs).map(|_| first.another()).collect();
        solver.model.partner = Some(first);
        let own = thread::scope(|scope| {
            let mut threads = Vec::new();
            for (number, partner) in (1_u64..).zip(others) {
                let (ground, givens, over, proved, proof) = (ground.clone(), &givens, &over, &proved, &proof);
                let wish = Wish { most: Some(2), seed: wish.seed.wrapping_add(number), ..*wish };
                let helper = scope.spawn(move || {
                    let Some(_seat) = self.seat(over) else { return };
                    let Some(found) = prove(ground, givens, &wish, partner, over) else { return };
                    if let Ok(mut first) = proof.lock() {
                        first.get_or_insert(found);
                        proved.store(true, Ordering::Relaxed);
                    }
                });
                threads.push(helper.thread().clone());
            }
            let stops = || stop() || proved.load(Ordering::Relaxed);
            let own = solver.solve_coded(&givens, wish, &stops, &mut |solution| {
                told += 1;
                found(solution);
            });
            over.store(true, Ordering::Relaxed);
            threads.iter().for_each(thread::Thread::unpark);
            own
        });
        solver.model.partner = None;
        let mut own = own?;
        let proof = proof.into_inner().ok().flatten();
        let Some((theirs, only)) = proof.filter(|_| own.ending == Ending::Interrupted && told < 2 && !stop())
        else {
            return Ok(own);
        };
        if let (0, Some(values)) = (told, only) {
            // The first thread tells it, after it has checked it itself.
            let values: Vec<(UnknownId, i64)> = (0..).map(UnknownId).zip(values).collect();
            solver.solve_coded(&values, &Wish { most: Some(1), ..*wish }, &|| false, found)?;
        }
        own.counters += theirs.counters;
        own.prunings += theirs.prunings;
        // Who asks for one solution is not told whether there are more.
        let is_enough = theirs.count > 0 && wish.most == Some(1);
        let ending = if is_enough { Ending::Enough } else { Ending::Complete };
        Ok(Outcome { count: theirs.count, ending, ..own })
    }

    /// A place for a helper once a search has gone on for a while, if there is one and the search still goes on.
    fn seat(&self, over: &AtomicBool) -> Option<Seat> {
        // Whoever ends the search before wakes all who wait for their turn.
        thread::park_timeout(self.alone);
        if over.load(Ordering::Relaxed) {
            return None;
        }
        Seat::free(self.jobs)
    }

    /// Counts solutions as [`Solver::count`] does. What one thread cannot count at once is split into cubes.
    pub fn count(
        &self,
        solver: &mut Solver,
        wish: &Wish,
        stop: &dyn Fn() -> bool,
    ) -> Result<Counted, Failure> {
        let _seat = Seat::take();
        let givens = solver.given();
        let alone = wish.limits.steps.is_some() || solver.model.objective.is_some();
        let Some(ground) = self.ground.as_ref().filter(|_| !alone) else {
            return solver.count(&givens, wish, Ways::default(), stop);
        };
        let first = solver.count(&givens, wish, self.ways, stop)?;
        if !first.is_left {
            return Ok(first);
        }
        let cubes = cubes(solver, &givens, self.jobs * CUBES);
        if cubes.len() < 2 {
            return solver.count(&givens, wish, Ways::default(), stop);
        }
        let (next, over) = (AtomicUsize::new(0), AtomicBool::new(false));
        let take =
            || cubes.get(next.fetch_add(1, Ordering::Relaxed)).filter(|_| !over.load(Ordering::Relaxed));
        let sum: Mutex<Vec<Counted>> = Mutex::default();
        let work = |solver: &mut Solver, stop: &dyn Fn() -> bool| -> Result<(), Failure> {
            while let Some(cube) = take() {
                let givens: Vec<(UnknownId, i64)> = givens.iter().chain(cube).copied().collect();
                let counted = solver.count(&givens, wish, Ways::default(), stop)?;
                if counted.outcome.ending != Ending::Complete {
                    over.store(true, Ordering::Relaxed);
                }
                sum.lock().map(|mut sum| sum.push(counted)).unwrap_or_default();
            }
            Ok(())
        };
        let failed: Mutex<Option<Failure>> = Mutex::default();
        let own = thread::scope(|scope| {
            for _ in 1..self.jobs {
                let (ground, work, over, failed) = (ground.clone(), &work, &over, &failed);
                scope.spawn(move || {
                    let Some(_seat) = Seat::free(self.jobs) else { return };
                    let stops = || over.load(Ordering::Relaxed);
                    let worked = Solver::new(ground).and_then(|mut solver| work(&mut solver, &stops));
                    if let Err(failure) = worked {
                        over.store(true, Ordering::Relaxed);
                        failed.lock().map(|mut failed| *failed = Some(failure)).unwrap_or_default();
                    }
                });
            }
            let own = work(solver, stop);
            if own.is_err() {
                over.store(true, Ordering::Relaxed);
            }
            own
        });
        own?;
        if let Some(failure) = failed.into_inner().ok().flatten() {
            return Err(failure);
        }
        Ok(added(first, &sum.into_inner().unwrap_or_default(), cubes.len()))
    }
}

/// A proof that there is no solution, or that this is the only one.
fn prove(
    ground: Ground,
    givens: &Coded,
    wish: &Wish,
    partner: Partner,
    over: &AtomicBool,
) -> Option<(Outcome, Option<Vec<i64>>)> {
    let mut solver = Solver::new(ground).ok()?;
    solver.model.partner = Some(partner);
    let mut only = None;
    let stops = || over.load(Ordering::Relaxed);
    // Whatever is wrong the first thread will find, and tell.
    let mut outcome = solver
        .solve_coded(givens, wish, &stops, &mut |solution| only = Some(solution.values.to_vec()))
        .ok()
        .filter(|outcome| outcome.ending == Ending::Complete)?;
    // What others have found is ruled out here.
    let heard = std::mem::take(&mut outcome.heard);
    outcome.count += heard.len() as u64;
    (outcome.count < 2).then(|| (outcome, only.or(heard.into_iter().next())))
}

/// Values for the first open unknowns that solutions are told apart by: each solution is in one cube.
fn cubes(solver: &Solver, givens: &Coded, wanted: usize) -> Vec<Vec<(UnknownId, i64)>> {
    let mut cubes = vec![Vec::new()];
    for (index, &var) in solver.model.vars.iter().enumerate() {
        let unknown = UnknownId(index as u32);
        if cubes.len() >= wanted {
            break;
        }
        let store = &solver.model.engine.store;
        let is_given = givens.iter().any(|&(given, _)| given == unknown);
        if is_given || solver.model.is_unseen(var) || store.is_fixed(var) || store.size(var) > 64 {
            continue;
        }
        let values: Vec<i64> = store.values(var).collect();
        let longer = |cube: Vec<(UnknownId, i64)>| {
            values
                .iter()
                .map(move |&value| cube.iter().copied().chain([(unknown, value)]).collect())
                .collect::<Vec<_>>()
        };
        cubes = cubes.into_iter().flat_map(longer).collect();
    }
    cubes
}

/// What the cubes have come to, of so many.
fn added(mut first: Counted, parts: &[Counted], cubes: usize) -> Counted {
    let mut total = Total::ZERO;
    let mut complete = parts.len() == cubes;
    for part in parts {
        total += &part.total;
        complete &= part.outcome.ending == Ending::Complete;
        first.outcome.counters += part.outcome.counters;
        first.outcome.prunings += part.outcome.prunings;
        first.method = first.method.max(part.method);
        first.widest = first.widest.max(part.widest);
        first.repeated += part.repeated;
    }
    let ending = parts.iter().map(|part| part.outcome.ending).find(|&ending| ending != Ending::Complete);
    first.outcome.ending = if complete { Ending::Complete } else { ending.unwrap_or(Ending::Interrupted) };
    // A lower bound is what the search before has found, or what the cubes have.
    let is_more = complete || total.word().is_none_or(|total| total > first.outcome.count);
    first.total = if is_more { total } else { first.total };
    first.outcome.count = first.total.word().unwrap_or(u64::MAX);
    first
}

#[cfg(test)]
mod tests {
    use super::Helpers;
    use crate::board::ground::{Ground, Options, ground};
    use crate::language::resolve::{BuiltIn, Request, resolve};
    use crate::language::source::Sources;
    use crate::services::solve::{Solver, Wish};
    use crate::solver::search::{Ending, Limits};

    fn expanded(text: &str) -> Ground {
        let mut sources = Sources::default();
        let puzzle = Some(sources.add("it.puzzle", text));
        let (program, _) = resolve(&Request { puzzle, ..Request::default() }, &mut sources, &BuiltIn);
        ground(&program, &Options { puzzle: true, ..Options::default() }).0
    }

    fn wish(most: Option<u64>) -> Wish {
        Wish { most, limits: Limits::default(), seed: 0, checked: Some(10), judged: true }
    }

    #[test]
    fn cubes_add_up_to_the_same_number() {
        for (text, count) in
            [("use takuzu with n = 6.", 4140), ("use queens with n = 9.", 352), ("use magic with n = 3.", 8)]
        {
            let ground = expanded(text);
            for jobs in [1, 2, 5] {
                let mut solver = Solver::new(ground.clone()).expect("a model");
                let found = Helpers::eager(&ground, jobs)
                    .count(&mut solver, &wish(None), &|| false)
                    .expect("a number");
                assert_eq!(
                    (found.total.word(), found.outcome.ending),
                    (Some(count), Ending::Complete),
                    "{text} {jobs}"
                );
            }
        }
    }

    #[test]
    fn the_only_solution_is_told_once_whoever_proves_it() {
        let unique = "use magic with n = 4.  a: r1c1 = 16.  b: r1c2 = 3.  c: r2c1 = 5.  d: r2c2 = 10.  e: r3c3 = 7.  f: r1c3 = 2.";
        let none = "use magic with n = 4.  a: r1c1 = 16.  b: r1c2 = 15.  c: r2c1 = 14.";
        for (text, most) in [(unique, 1), (none, 0), ("use magic with n = 3.", 2)] {
            let ground = expanded(text);
            for wished in [1, 2] {
                let mut first: Option<(Ending, Vec<Vec<i64>>)> = None;
                for jobs in [1, 2, 4, 2, 4] {
                    let mut solver = Solver::new(ground.clone()).expect("a model");
                    let mut told = Vec::new();
                    let outcome = Helpers::eager(&ground, jobs)
                        .solve(&mut solver, &wish(Some(wished)), &|| false, &mut |found| {
                            told.push(found.values.to_vec())
                        })
                        .expect("an outcome");
                    let count = wished.min(most);
                    assert_eq!((outcome.count, told.len()), (count, count as usize), "{text} {jobs}");
                    let answer = (outcome.ending, told);
                    assert_eq!(*first.get_or_insert_with(|| answer.clone()), answer, "{text} {jobs}");
                }
            }
        }
    }

    #[test]
    fn many_solutions_come_in_the_same_order_whoever_finds_them() {
        for (text, most, count) in [
            ("use takuzu with n = 6.", None, 4140),
            ("use takuzu with n = 6.", Some(1033), 1033),
            ("use latin with n = 4.", None, 576),
            ("use queens with n = 8.", None, 92),
        ] {
            let ground = expanded(text);
            let mut first: Option<Vec<Vec<i64>>> = None;
            for jobs in [1, 2, 4, 2, 4] {
                let mut solver = Solver::new(ground.clone()).expect("a model");
                let mut told = Vec::new();
                let outcome = Helpers::new(Some(&ground), jobs)
                    .solve(&mut solver, &wish(most), &|| false, &mut |found| told.push(found.values.to_vec()))
                    .expect("an outcome");
                assert_eq!((outcome.count, told.len()), (count, count as usize), "{text} {jobs}");
                assert_eq!(*first.get_or_insert_with(|| told.clone()), told, "{text} {jobs}");
            }
        }
    }

    #[test]
    fn a_request_to_stop_reaches_all() {
        let ground = expanded("use magic with n = 5.");
        let mut solver = Solver::new(ground.clone()).expect("a model");
        let asked = std::cell::Cell::new(0);
        let stop = || asked.replace(asked.get() + 1) > 2000;
        let found = Helpers::eager(&ground, 3).count(&mut solver, &wish(None), &stop).expect("a number");
        assert_ne!(found.outcome.ending, Ending::Complete);
    }
}

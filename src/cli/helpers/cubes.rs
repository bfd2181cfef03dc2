//! Many solutions of one puzzle, cube by cube: the first ones come as one search finds them, and all others in the order of
//! cubes, which are the same whatever the number of threads, and in each as a search of its own finds them. So the list is the same
//! too: several threads work on cubes, and one tells what they find, cube after cube.

use std::cell::Cell;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use super::{Helpers, Seat};
use crate::base::hash::Set;
use crate::board::ground::Ground;
use crate::board::unknown::UnknownId;
use crate::services::solve::{Coded, Cube, Failure, Fineness, Found, Outcome, Solver, Wish};
use crate::solver::search::Ending;

/// How many cubes there are. Their number must not depend on that of the threads.
const CUBES: usize = 64;

/// So many solutions are handed from thread to thread at a time.
const BATCH: usize = 64;

/// Bytes of solutions that may wait for those of earlier cubes to be told, and of those that are told next.
const MOST_WAITING: usize = 32 << 20;
const MOST_NEXT: usize = 1 << 20;

/// How often somebody who waits looks whether it is to stop.
const LOOK: Duration = Duration::from_millis(20);

/// What was found first, and how often it came again.
struct First {
    /// For each unknown whether solutions are told apart by it.
    shown: Vec<bool>,
    solutions: Set<Vec<u8>>,
    again: AtomicU64,
}

impl First {
    fn key(&self, values: &[i64]) -> Vec<u8> {
        let shown = values.iter().zip(&self.shown).filter(|(_, shown)| **shown);
        pack(shown.map(|(&value, _)| value))
    }

    fn is_new(&self, values: &[i64]) -> bool {
        let is_new = !self.solutions.contains(&self.key(values));
        self.again.fetch_add(u64::from(!is_new), Ordering::Relaxed);
        is_new
    }
}

/// Values as bytes: most of them are small.
fn pack(values: impl Iterator<Item = i64>) -> Vec<u8> {
    let mut bytes = Vec::new();
    for value in values {
        match u8::try_from(value) {
            Ok(small) if small < u8::MAX => bytes.push(small),
            _ => {
                bytes.push(u8::MAX);
                bytes.extend(value.to_le_bytes());
            }
        }
    }
    bytes
}

/// The values again.
fn unpack(mut bytes: &[u8], values: &mut Vec<i64>) {
    values.clear();
    while let Some((&first, rest)) = bytes.split_first() {
        let large = rest.first_chunk().filter(|_| first == u8::MAX);
        values.push(large.map_or(i64::from(first), |&large| i64::from_le_bytes(large)));
        bytes = &rest[if large.is_some() { 8 } else { 0 }..];
    }
}

impl Helpers {
    /// Looks for many solutions.
    pub(super) fn list(
        &self,
        solver: &mut Solver,
        wish: &Wish,
        stop: &dyn Fn() -> bool,
        found: &mut dyn FnMut(Found<'_>),
    ) -> Result<Outcome, Failure> {
        let givens = solver.given();
        let shown = solver.model.vars.iter().map(|&var| !solver.model.is_unseen(var)).collect();
        let mut first = First { shown, solutions: Set::default(), again: AtomicU64::new(0) };
        let begin = Wish { most: Some(wish.most.map_or(self.first, |most| most.min(self.first))), ..*wish };
        let mut outcome = solver.solve_coded(&givens, &begin, stop, &mut |solution| {
            first.solutions.insert(first.key(solution.values));
            found(solution);
        })?;
        let is_over = outcome.ending != Ending::Enough || wish.most == begin.most;
        // What was not handed over could not be told from what comes again.
        if is_over || first.solutions.len() as u64 != outcome.count {
            return Ok(outcome);
        }
        let Some(cubes) = solver.split(&givens, Fineness::Cubes(CUBES), stop) else {
            return Ok(Outcome { ending: stopped(solver), ..outcome });
        };
        let rest = Wish {
            most: None,
            checked: wish.checked.map(|most| most.saturating_sub(outcome.count)),
            ..*wish
        };
        let left = Cell::new(wish.most.map(|most| most - outcome.count));
        let ended = match &self.ground {
            Some(ground) if cubes.len() > 1 => {
                let shelf = Shelf::new(cubes.len());
                let job = Job { givens: &givens, cubes: &cubes, first: &first, wish: &rest, shelf: &shelf };
                self.share(&job, ground, solver, &left, stop, &mut outcome, found)
            }
            _ => alone(solver, &givens, &cubes, &first, &rest, &left, stop, &mut outcome, found),
        };
        outcome.ending = ended?;
        let again = first.again.into_inner();
        if outcome.ending == Ending::Complete && again != self.first {
            return Err(Failure::Refused(format!("of {} solutions {again} lie in a cube", self.first)));
        }
        Ok(outcome)
    }

    /// Goes through cubes in several threads, and tells what they find in order.
    #[expect(clippy::too_many_arguments, reason = "what is asked, who tells it, and when to stop")]
    fn share(
        &self,
        job: &Job<'_>,
        ground: &Ground,
        solver: &mut Solver,
        left: &Cell<Option<u64>>,
        stop: &dyn Fn() -> bool,
        outcome: &mut Outcome,
        found: &mut dyn FnMut(Found<'_>),
    ) -> Result<Ending, Failure> {
        thread::scope(|scope| {
            for number in 0..self.jobs {
                let ground = ground.clone();
                scope.spawn(move || {
                    // The first has the place of who waits for it and tells what it finds.
                    let seat = if number == 0 { None } else { Seat::free(self.jobs) };
                    if number == 0 || seat.is_some() {
                        job.work(ground);
                    }
                });
            }
            let ended = job.tell(solver, left, stop, outcome, found);
            job.shelf.end();
            ended
        })
    }
}

/// One after the other.
#[expect(clippy::too_many_arguments, reason = "what is asked, who tells it, and when to stop")]
fn alone(
    solver: &mut Solver,
    givens: &Coded,
    cubes: &[Cube],
    first: &First,
    wish: &Wish,
    left: &Cell<Option<u64>>,
    stop: &dyn Fn() -> bool,
    outcome: &mut Outcome,
    found: &mut dyn FnMut(Found<'_>),
) -> Result<Ending, Failure> {
    for cube in cubes {
        let is_enough = || left.get() == Some(0);
        let mut count = 0;
        let part =
            solver.solve_coded(&within(givens, cube), wish, &|| stop() || is_enough(), &mut |solution| {
                if !is_enough() && first.is_new(solution.values) {
                    count += 1;
                    left.set(left.get().map(|left| left - 1));
                    found(solution);
                }
            })?;
        add(outcome, &part);
        outcome.count += count;
        if is_enough() {
            return Ok(Ending::Enough);
        }
        if part.ending != Ending::Complete {
            return Ok(part.ending);
        }
    }
    Ok(Ending::Complete)
}

/// How a search ends that is told to stop: whoever tells may have looked at the clock.
fn stopped(solver: &Solver) -> Ending {
    solver.model.engine.deadline.cause().map_or(Ending::Interrupted, Ending::from)
}

fn within(givens: &Coded, cube: &Cube) -> Vec<(UnknownId, i64)> {
    givens.iter().chain(&cube.values).copied().collect()
}

fn add(outcome: &mut Outcome, part: &Outcome) {
    outcome.counters += part.counters;
    outcome.prunings += part.prunings;
}

/// What all threads know.
struct Job<'j> {
    givens: &'j Coded,
    cubes: &'j [Cube],
    first: &'j First,
    wish: &'j Wish,
    shelf: &'j Shelf,
}

impl Job<'_> {
    /// Goes through cubes as long as there are any.
    fn work(&self, ground: Ground) {
        let mut made = Solver::new(ground);
        while let Some(at) = self.shelf.take() {
            // Whatever happens, nobody waits for this cube for ever.
            let mut turn = Turn { shelf: self.shelf, at, ended: None };
            let solver = match made {
                Ok(ref mut solver) => solver,
                Err(failure) => {
                    turn.ended = Some(Err(failure));
                    return;
                }
            };
            let batch = &mut Vec::with_capacity(BATCH);
            let solved = solver.solve_coded(
                &within(self.givens, &self.cubes[at]),
                self.wish,
                &|| self.shelf.is_over(),
                &mut |solution| {
                    if self.first.is_new(solution.values) {
                        batch.push(pack(solution.values.iter().copied()));
                        if batch.len() == BATCH {
                            self.shelf.put(at, batch.drain(..));
                        }
                    }
                },
            );
            self.shelf.put(at, batch.drain(..));
            turn.ended = Some(solved);
        }
    }

    /// Tells what others have found, cube after cube.
    fn tell(
        &self,
        solver: &mut Solver,
        left: &Cell<Option<u64>>,
        stop: &dyn Fn() -> bool,
        outcome: &mut Outcome,
        found: &mut dyn FnMut(Found<'_>),
    ) -> Result<Ending, Failure> {
        let mut values = Vec::new();
        for at in 0..self.cubes.len() {
            loop {
                if stop() {
                    return Ok(stopped(solver));
                }
                let (ready, ended) = self.shelf.next(at);
                for bytes in ready {
                    unpack(&bytes, &mut values);
                    outcome.count += 1;
                    solver.tell(&values, found);
                    left.set(left.get().map(|left| left - 1));
                    if left.get() == Some(0) {
                        return Ok(Ending::Enough);
                    }
                }
                if let Some(ended) = ended {
                    let part = ended?;
                    add(outcome, &part);
                    if part.ending != Ending::Complete {
                        return Ok(part.ending);
                    }
                    break;
                }
            }
        }
        Ok(Ending::Complete)
    }
}

/// A cube in the hands of a thread.
struct Turn<'s> {
    shelf: &'s Shelf,
    at: usize,
    ended: Option<Result<Outcome, Failure>>,
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        let lost = || Err(Failure::Refused("a thread ended before its cube".to_owned()));
        self.shelf.state().ended[self.at] = Some(self.ended.take().unwrap_or_else(lost));
        self.shelf.changed.notify_all();
    }
}

/// Where solutions wait to be told.
struct Shelf {
    state: Mutex<State>,
    changed: Condvar,
    over: AtomicBool,
}

struct State {
    /// The next cube that nobody has begun with.
    next: usize,
    /// The cube whose solutions are told now.
    told: usize,
    /// For each cube: the solutions that wait, and how many bytes they have.
    ready: Vec<VecDeque<Vec<u8>>>,
    bytes: Vec<usize>,
    /// How each cube ended, once it did; taken by who tells.
    ended: Vec<Option<Result<Outcome, Failure>>>,
}

impl Shelf {
    fn new(cubes: usize) -> Shelf {
        let ready = (0..cubes).map(|_| VecDeque::new()).collect();
        let ended = (0..cubes).map(|_| None).collect();
        let state = State { next: 0, told: 0, ready, bytes: vec![0; cubes], ended };
        Shelf { state: Mutex::new(state), changed: Condvar::new(), over: AtomicBool::new(false) }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    fn end(&self) {
        self.over.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// The next cube.
    fn take(&self) -> Option<usize> {
        let mut state = self.state();
        let next = state.next;
        state.next += 1;
        (next < state.ended.len() && !self.is_over()).then_some(next)
    }

    /// Solutions of a cube wait; and who has found them too, if there are too many. The cube that is told never waits for others.
    fn put(&self, at: usize, solutions: impl Iterator<Item = Vec<u8>>) {
        let mut state = self.state();
        for solution in solutions {
            state.bytes[at] += solution.len() + size_of::<Vec<u8>>();
            state.ready[at].push_back(solution);
        }
        self.changed.notify_all();
        let is_full = |state: &State| {
            let all: usize = state.bytes.iter().sum();
            if state.told == at { state.bytes[at] > MOST_NEXT } else { all > MOST_WAITING }
        };
        while is_full(&state) && !self.is_over() {
            state = self.changed.wait_timeout(state, LOOK).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// What can be told of a cube, after a while at the latest, and how it ended once that is all.
    fn next(&self, at: usize) -> (VecDeque<Vec<u8>>, Option<Result<Outcome, Failure>>) {
        let mut state = self.state();
        state.told = at;
        if state.ready[at].is_empty() && state.ended[at].is_none() {
            self.changed.notify_all();
            state = self.changed.wait_timeout(state, LOOK).unwrap_or_else(PoisonError::into_inner).0;
        }
        let ready = std::mem::take(&mut state.ready[at]);
        state.bytes[at] = 0;
        let ended = state.ended[at].take();
        self.changed.notify_all();
        (ready, ended)
    }
}

//! How many requests are worked on at once, and who comes next.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A lane: first come, first served, so many at once.
#[derive(Debug)]
pub struct Lane {
    most: usize,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default, Debug)]
struct State {
    /// The number of the next who comes.
    next: u64,
    /// The numbers of those who wait, in order.
    waiting: VecDeque<u64>,
    /// The numbers of those who are in, each with the memory that was last seen.
    inside: Vec<(u64, usize)>,
}

/// A place in a lane, which is free again when this value goes.
#[derive(Debug)]
pub struct Slot<'l> {
    lane: &'l Lane,
    number: u64,
}

impl Lane {
    /// One that takes so many at once.
    pub fn new(most: usize) -> Lane {
        Lane { most, state: Mutex::default(), changed: Condvar::new() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a slot. While it waits, `patient` is told again and again how many come before; nothing once that says no.
    pub fn enter(&self, tick: Duration, mut patient: impl FnMut(usize) -> bool) -> Option<Slot<'_>> {
        let mut state = self.state();
        let number = state.next;
        state.next += 1;
        state.waiting.push_back(number);
        loop {
            if state.inside.len() < self.most && state.waiting.front() == Some(&number) {
                state.waiting.pop_front();
                state.inside.push((number, 0));
                self.changed.notify_all();
                return Some(Slot { lane: self, number });
            }
            let before = state.waiting.iter().take_while(|other| **other != number).count();
            // The lane is not locked while a client is spoken to: it may take its time.
            drop(state);
            let stays = patient(before);
            state = self.state();
            if !stays {
                state.waiting.retain(|other| *other != number);
                self.changed.notify_all();
                return None;
            }
            let can_enter = state.inside.len() < self.most && state.waiting.front() == Some(&number);
            if !can_enter {
                state = self
                    .changed
                    .wait_timeout(state, tick)
                    .map_or_else(|lost| lost.into_inner().0, |(state, _)| state);
            }
        }
    }
}

impl Slot<'_> {
    /// Notes how much memory the work in this slot takes; whether it has to end, because all together take more than `most`
    /// and none takes more than this.
    pub fn is_too_large(&self, memory: usize, most: usize) -> bool {
        let mut state = self.lane.state();
        for (number, noted) in &mut state.inside {
            if *number == self.number {
                *noted = memory;
            }
        }
        let all = state.inside.iter().map(|(_, memory)| memory);
        all.clone().sum::<usize>() > most && all.max() == Some(&memory)
    }
}

impl Drop for Slot<'_> {
    fn drop(&mut self) {
        self.lane.state().inside.retain(|(number, _)| *number != self.number);
        self.lane.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::thread;
    use std::time::Duration;

    use super::Lane;

    const TICK: Duration = Duration::from_millis(5);

    #[test]
    fn who_waits_comes_in_turn() {
        let lane = Lane::new(1);
        let (tell, heard) = mpsc::channel();
        thread::scope(|scope| {
            let first = lane.enter(TICK, |_| false).expect("a free lane");
            for number in 0..3 {
                let (lane, tell) = (&lane, tell.clone());
                let (waits, waiting) = mpsc::channel();
                scope.spawn(move || {
                    let slot = lane.enter(TICK, |before| {
                        assert_eq!(before.min(number), before, "nobody overtakes");
                        let _told_once = waits.send(());
                        true
                    });
                    tell.send(number).expect("somebody listens");
                    drop(slot);
                });
                waiting.recv().expect("it waits");
            }
            assert!(heard.try_recv().is_err(), "the lane was taken");
            drop(first);
        });
        assert_eq!(heard.try_iter().collect::<Vec<_>>(), [0, 1, 2]);
    }

    #[test]
    fn who_leaves_holds_up_nobody() {
        let lane = Lane::new(1);
        let first = lane.enter(TICK, |_| false).expect("a free lane");
        assert!(lane.enter(TICK, |before| before > 0).is_none());
        drop(first);
        assert!(lane.enter(TICK, |_| false).is_some());
    }

    #[test]
    fn the_largest_goes_first() {
        let lane = Lane::new(2);
        let (one, two) =
            (lane.enter(TICK, |_| false).expect("a slot"), lane.enter(TICK, |_| false).expect("a slot"));
        assert!(!one.is_too_large(60, 100) && !two.is_too_large(40, 100));
        assert!(!two.is_too_large(50, 100) && one.is_too_large(60, 100));
        drop(one);
        assert!(!two.is_too_large(90, 100));
    }
}

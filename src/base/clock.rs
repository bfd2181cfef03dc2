//! When to stop. Everything that may take long asks a [`Deadline`] again and again; only this file reads the clock.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, AtomicU64, Ordering};
use std::time::Duration;

use super::machine;

/// Why work ends before it is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// Somebody asked to stop.
    Asked,
    /// Time is over.
    Time,
    /// The memory is used up.
    Memory,
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Cause::Asked => "somebody asked to stop",
            Cause::Time => "the time limit was reached",
            Cause::Memory => "the memory limit was reached",
        })
    }
}

/// Says whether the memory is used up. Asked every few milliseconds, however often a deadline is.
pub type Full = Box<dyn Fn() -> bool + Send + Sync>;

/// The moment at which work has to end: time is over, the memory is used up, or somebody asks. Copies share it; the
/// default never comes.
#[derive(Default)]
pub struct Deadline {
    shared: Arc<Shared>,
    /// How often this copy was asked: the clock is read only now and then.
    asked: AtomicU32,
}

struct Shared {
    stop: Arc<AtomicBool>,
    time: Option<Duration>,
    full: Option<Full>,
    /// When time is over, in the nanoseconds of [`now`].
    due: AtomicU64,
    /// When the memory is looked at again.
    look: AtomicU64,
    /// 0, or 1 and the [`Cause`].
    reached: AtomicU8,
    /// How long work may go on after the end, see [`Deadline::grant`].
    grace: AtomicU64,
    /// Whether it may since the end came.
    granted: AtomicBool,
}

/// So many questions are answered without a look at the clock.
const LOOKS: u32 = 32;

/// Between two looks at the memory, in nanoseconds.
const MEMORY_LOOKS: u64 = 4_000_000;

/// How long what was found may be checked after the end.
const GRACE: Duration = Duration::from_millis(500);

impl Deadline {
    /// A deadline that somebody brings about, that comes after a time, or when the memory is used up. Time counts from now.
    pub fn new(stop: Arc<AtomicBool>, time: Option<Duration>, full: Option<Full>) -> Deadline {
        let deadline = Deadline {
            shared: Arc::new(Shared { stop, time, full, ..Shared::default() }),
            asked: AtomicU32::new(0),
        };
        deadline.begin();
        deadline
    }

    /// Time counts from now: another piece of work begins, with the same limits.
    pub fn begin(&self) {
        let shared = &*self.shared;
        let due = shared.time.map_or(u64::MAX, |time| now().saturating_add(nanoseconds(time)));
        shared.due.store(due, Ordering::Relaxed);
        shared.reached.store(0, Ordering::Relaxed);
        shared.grace.store(0, Ordering::Relaxed);
        shared.granted.store(false, Ordering::Relaxed);
    }

    /// Whether work has to end. Cheap enough for the innermost loops, and therefore some questions late.
    pub fn is_over(&self) -> bool {
        let asked = self.asked.load(Ordering::Relaxed).wrapping_add(1);
        self.asked.store(asked, Ordering::Relaxed);
        let shared = &*self.shared;
        let quick = shared.reached.load(Ordering::Relaxed) == 0 && !shared.stop.load(Ordering::Relaxed);
        if quick && !asked.is_multiple_of(LOOKS) { false } else { self.is_over_now() }
    }

    /// The same by the clock, for pieces of work that take long by themselves.
    pub fn is_over_now(&self) -> bool {
        let shared = &*self.shared;
        let now = now();
        if shared.reached.load(Ordering::Relaxed) == 0 {
            let Some(cause) = shared.cause(now) else { return false };
            shared.reached.store(1 + cause as u8, Ordering::Relaxed);
        }
        now >= shared.grace.load(Ordering::Relaxed)
    }

    /// Why work has to end, once somebody was told so.
    pub fn cause(&self) -> Option<Cause> {
        [Cause::Asked, Cause::Time, Cause::Memory]
            .into_iter()
            .find(|&cause| self.shared.reached.load(Ordering::Relaxed) == 1 + cause as u8)
    }

    /// Lets work go on for a moment after the end, so that what was found can be checked. The cause stays what it was. After
    /// the end this happens once.
    pub fn grant(&self) {
        let shared = &*self.shared;
        if self.cause().is_some() && shared.granted.swap(true, Ordering::Relaxed) {
            return;
        }
        let grace = shared.time.map_or(GRACE, |time| time.min(GRACE));
        shared.grace.store(now().saturating_add(nanoseconds(grace)), Ordering::Relaxed);
    }

    /// Memory was given back and may be used again.
    pub fn relieve(&self) {
        if self.cause() == Some(Cause::Memory) {
            self.shared.reached.store(0, Ordering::Relaxed);
        }
    }

    /// How much time is left; nothing if there is no limit.
    pub fn left(&self) -> Option<Duration> {
        let due = self.shared.due.load(Ordering::Relaxed);
        (due < u64::MAX).then(|| Duration::from_nanos(due.saturating_sub(now())))
    }
}

impl Shared {
    fn cause(&self, now: u64) -> Option<Cause> {
        if self.stop.load(Ordering::Relaxed) {
            return Some(Cause::Asked);
        }
        if now >= self.due.load(Ordering::Relaxed) {
            return Some(Cause::Time);
        }
        let full = self.full.as_ref()?;
        if now < self.look.load(Ordering::Relaxed) {
            return None;
        }
        self.look.store(now + MEMORY_LOOKS, Ordering::Relaxed);
        full().then_some(Cause::Memory)
    }
}

impl Default for Shared {
    fn default() -> Self {
        Shared {
            stop: Arc::default(),
            time: None,
            full: None,
            due: AtomicU64::new(u64::MAX),
            look: AtomicU64::new(0),
            reached: AtomicU8::new(0),
            grace: AtomicU64::new(0),
            granted: AtomicBool::new(false),
        }
    }
}

impl Clone for Deadline {
    fn clone(&self) -> Self {
        Deadline { shared: self.shared.clone(), asked: AtomicU32::new(0) }
    }
}

impl fmt::Debug for Deadline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Deadline").field(&self.cause()).finish()
    }
}

/// The time in nanoseconds.
fn now() -> u64 {
    nanoseconds(machine::now())
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

/// Measures how long something takes.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(Duration);

impl Stopwatch {
    /// Starts it.
    pub fn start() -> Stopwatch {
        Stopwatch(machine::now())
    }

    /// The time since then.
    pub fn elapsed(self) -> Duration {
        machine::now().saturating_sub(self.0)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;

    use super::{Cause, Deadline, LOOKS};

    #[test]
    fn the_default_never_comes() {
        let deadline = Deadline::default();
        assert!((0..1000).all(|_| !deadline.is_over()));
        assert_eq!((deadline.cause(), deadline.left()), (None, None));
    }

    #[test]
    fn a_request_is_seen_at_once_by_all_copies() {
        let stop = Arc::new(AtomicBool::new(false));
        let deadline = Deadline::new(stop.clone(), None, None);
        let copy = deadline.clone();
        assert!(!copy.is_over());
        stop.store(true, Ordering::Relaxed);
        assert!(copy.is_over());
        assert_eq!(deadline.cause(), Some(Cause::Asked));
    }

    #[test]
    fn time_is_seen_after_a_few_questions_and_can_begin_again() {
        let deadline = Deadline::new(Arc::default(), Some(Duration::ZERO), None);
        let asked = (0..LOOKS).take_while(|_| !deadline.is_over()).count();
        assert!(asked < LOOKS as usize);
        assert_eq!(deadline.cause(), Some(Cause::Time));
        deadline.begin();
        assert_eq!(deadline.cause(), None);
    }

    #[test]
    fn what_was_found_may_still_be_checked() {
        let stop = Arc::new(AtomicBool::new(true));
        let deadline = Deadline::new(stop, Some(Duration::from_secs(9)), Some(Box::new(|| true)));
        assert!(deadline.is_over());
        deadline.grant();
        assert!(!deadline.is_over());
        assert_eq!(deadline.cause(), Some(Cause::Asked));
    }
}

//! Time that this thread computes, so that a busy machine measures the same as an idle one.

use std::fs;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use criterion::measurement::{Measurement, ValueFormatter, WallTime};

/// Where a kernel does not tell what a thread has computed, the time on the wall since the first question.
static FIRST: LazyLock<Instant> = LazyLock::new(Instant::now);

/// Measures computing instead of waiting.
#[derive(Clone, Copy)]
pub struct Computing;

/// What this thread has computed. The kernel brings it up to date a few hundred times a second.
fn spent() -> Duration {
    let told = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.and_then(|text| text.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| FIRST.elapsed(), Duration::from_nanos)
}

impl Measurement for Computing {
    type Intermediate = Duration;
    type Value = Duration;

    fn start(&self) -> Duration {
        spent()
    }

    fn end(&self, begun: Duration) -> Duration {
        // Criterion takes no sample of nothing.
        spent().saturating_sub(begun).max(Duration::from_nanos(1))
    }

    fn add(&self, one: &Duration, two: &Duration) -> Duration {
        *one + *two
    }

    fn zero(&self) -> Duration {
        Duration::ZERO
    }

    fn to_f64(&self, value: &Duration) -> f64 {
        WallTime.to_f64(value)
    }

    fn formatter(&self) -> &dyn ValueFormatter {
        WallTime.formatter()
    }
}

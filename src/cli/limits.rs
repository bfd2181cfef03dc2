//! The limits on time and memory: arguments that every command has that may take long, and how much memory there is.

use std::fs;
use std::sync::OnceLock;
use std::time::Duration;

use super::desk::desk;
use super::signals::interruption;
use crate::base::clock::{Deadline, Full};
use crate::base::machine;

/// When to stop before the work is done.
#[derive(Clone, clap::Args, Debug)]
pub(super) struct Limits {
    /// Stop after this time, such as 10s, 500ms or 2m; in a file of several puzzles it is for each of them
    #[arg(long, value_name = "TIME", value_parser = duration, allow_hyphen_values = true)]
    pub(super) time_limit: Option<Duration>,
    /// Stop when the program takes this much memory, such as 500MB or 2GB
    #[arg(long, value_name = "SIZE", value_parser = size, default_value = "2GB", allow_hyphen_values = true)]
    pub(super) memory_limit: usize,
}

impl Limits {
    /// A deadline by these limits and those of whoever asks, which comes also if somebody asks to stop.
    pub(super) fn deadline(&self) -> Deadline {
        let host = desk().map_or((None, None), |desk| (desk.host.time, desk.host.memory));
        let time = [self.time_limit, host.0].into_iter().flatten().min();
        let memory = host.1.map_or(self.memory_limit, |most| most.min(self.memory_limit));
        Deadline::new(interruption(), time, Some(full(memory)))
    }
}

/// How many threads may work: as many as somebody wants, but for a request no more than there are cores, since others ask as well.
pub(super) fn jobs(wanted: usize) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    desk().map_or(wanted, |_| wanted.min(cores()))
}

/// Reads a time.
pub(super) fn duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = split(text, "10s")?;
    let number: f64 = number.trim().parse().map_err(|_| format!("`{text}` is no time, such as 10s or 2m"))?;
    let seconds = match unit {
        "ms" => number / 1000.0,
        "s" => number,
        "m" | "min" => number * 60.0,
        "h" => number * 3600.0,
        _ => return Err(format!("`{unit}` is no unit of time; use ms, s, m or h")),
    };
    Duration::try_from_secs_f64(seconds).map_err(|_| format!("`{text}` is no time"))
}

/// A number and the unit behind it.
fn split<'t>(text: &'t str, example: &str) -> Result<(&'t str, &'t str), String> {
    let unit = text.find(|letter: char| letter.is_ascii_alphabetic());
    let unit = unit.ok_or_else(|| format!("a unit is needed, such as {example}"))?;
    Ok(text.split_at(unit))
}

/// Reads a size in bytes.
pub(super) fn size(text: &str) -> Result<usize, String> {
    let (number, unit) = split(text, "2GB")?;
    let number: f64 = number.trim().parse().map_err(|_| format!("`{number}` is no number"))?;
    let factor = match unit.to_ascii_uppercase().as_str() {
        "KB" | "K" => 1e3,
        "MB" | "M" => 1e6,
        "GB" | "G" => 1e9,
        _ => return Err(format!("`{unit}` is no unit of memory; use KB, MB or GB")),
    };
    if number >= 0.0 && number.is_finite() {
        Ok((number * factor) as usize)
    } else {
        Err(format!("`{text}` is no size"))
    }
}

/// Says whether the program takes more than this many bytes, or comes near to what the system lets it have.
fn full(most: usize) -> Full {
    // Most runs are over before anybody asks.
    let told = OnceLock::new();
    Box::new(move || {
        let &(allowed, page) = told.get_or_init(|| (address_space(), page_size()));
        let Some((mapped, resident)) = taken(page) else { return false };
        // A table may grow between two looks: an eighth is left for that. Where the system counts what is mapped, the largest
        // table is no larger than what is resident, and takes twice that again when it grows.
        resident > most - most / 8
            || allowed.is_some_and(|allowed| mapped.saturating_add(resident.saturating_mul(2)) > allowed)
    })
}

/// How many bytes this program has mapped, and how many are in memory; nothing where the system does not tell.
fn taken(page: usize) -> Option<(usize, usize)> {
    if let Some(machine) = machine::embedded() {
        let taken = (machine.memory)();
        return Some((taken, taken));
    }
    let text = fs::read_to_string("/proc/self/statm").ok()?;
    let mut pages = text.split_whitespace().map_while(|word| word.parse::<usize>().ok());
    Some((pages.next()? * page, pages.next()? * page))
}

/// The most bytes that this program may map; nothing if there is no limit, or the system does not tell.
fn address_space() -> Option<usize> {
    if let Some(machine) = machine::embedded() {
        return Some(machine.most);
    }
    let text = fs::read_to_string("/proc/self/limits").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// The size of a page, as the system tells every program at its start: pairs of a kind and a number, 6 for this one.
fn page_size() -> usize {
    const WORD: usize = size_of::<usize>();
    let told = fs::read("/proc/self/auxv").unwrap_or_default();
    let mut words = told.chunks_exact(WORD).map(|bytes| {
        let mut word = [0; WORD];
        word.copy_from_slice(bytes);
        usize::from_ne_bytes(word)
    });
    while let (Some(kind), Some(number)) = (words.next(), words.next()) {
        if kind == 6 {
            return number;
        }
    }
    4096
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{duration, size};

    #[test]
    fn times_need_a_unit() {
        assert_eq!(duration("1.5 s"), Ok(Duration::from_millis(1500)));
        assert_eq!(duration("2m"), Ok(Duration::from_secs(120)));
        assert!(["", "10", "s", "-1s", "1y"].iter().all(|wrong| duration(wrong).is_err()));
    }

    #[test]
    fn sizes_need_a_unit() {
        assert_eq!(size("1.5GB"), Ok(1_500_000_000));
        assert_eq!(size("10 kb"), Ok(10_000));
        for wrong in ["", "10", "GB", "-1GB", "1XB"] {
            assert!(size(wrong).is_err(), "{wrong:?}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_system_tells_how_much_is_taken() {
        let (mapped, resident) = super::taken(super::page_size()).expect("Linux tells");
        assert!(resident > 1 << 20 && mapped >= resident, "{mapped} {resident}");
    }
}

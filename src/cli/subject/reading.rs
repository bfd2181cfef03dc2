//! A text whose lines are puzzles, while it is read: they are handed on in portions, and there need be no end.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use super::super::console::tick;
use super::super::feed::{Came, Feed};
use super::super::trouble::Trouble;
use super::super::{Exit, files};
use super::spread::{Next, Push};
use crate::base::clock::Stopwatch;
use crate::board::ground::grids;
use crate::language::diagnostic::catalogue::files as say;
use crate::language::program::Program;
use crate::language::puzzle::lines::{Lines, Stretch, Taken};
use crate::language::puzzle::scan::Wrong;

/// How long a text that may be over is given to go on: the only puzzle of a text is called otherwise than the first of many.
const PAUSE: Duration = Duration::from_millis(100);

/// The fewest and the most puzzles that are handed to a thread at once, if so many are there, and how long they should take it.
const FEWEST: usize = 32;
const MOST: usize = 512;
const WORTHWHILE: Duration = Duration::from_millis(5);

/// The most bytes of a line: a puzzle of a batch, not a file.
pub(in crate::cli) const LONGEST: usize = 8 << 20;

/// Between two looks of whoever watches.
const GLANCE: Duration = Duration::from_millis(250);

/// Some puzzles that came together.
pub(in crate::cli) struct Portion<P> {
    /// Each with its number in the text; of several in one stretch, that of the first.
    pub(in crate::cli) puzzles: Vec<(u64, Result<P, Bad>)>,
    /// Whether there is no other in the text.
    pub(in crate::cli) single: bool,
}

/// A line that cannot be read at all.
pub(in crate::cli) struct Bad {
    /// Its number in the text, from 1.
    pub(in crate::cli) line: usize,
    pub(in crate::cli) wrong: Wrong,
}

/// Takes a puzzle, with how many there are in it.
pub(in crate::cli) type Tell<'t, P> = dyn FnMut(P, u64) + 't;

/// What takes the lines of a text for puzzles.
pub(in crate::cli) trait Taker {
    type Puzzle;

    /// Whether the only puzzle of a text is called otherwise than the first of many.
    const NAMES_SINGLE: bool;

    /// Takes a line with its end, which so many lines and bytes come before.
    fn line(&mut self, line: &str, before: (usize, usize), tell: &mut Tell<'_, Self::Puzzle>);

    /// Passes over a line of so many bytes that cannot be read.
    fn pass(&mut self, bytes: usize, tell: &mut Tell<'_, Self::Puzzle>);

    /// Ends the text.
    fn end(&mut self, before: (usize, usize), tell: &mut Tell<'_, Self::Puzzle>);

    /// How many bytes it keeps.
    fn kept(&self) -> usize;
}

/// Lines that are grids.
pub(in crate::cli) struct Grids {
    pub(in crate::cli) lines: Lines,
    pub(in crate::cli) program: Arc<Program>,
}

fn count(program: &Arc<Program>, taken: &Taken) -> u64 {
    match taken {
        Taken::Grid(_) => 1,
        Taken::Other(stretch) => grids(program, 0, &stretch.text).0.count() as u64,
    }
}

impl Taker for Grids {
    type Puzzle = Taken;

    const NAMES_SINGLE: bool = true;

    fn line(&mut self, line: &str, _: (usize, usize), tell: &mut Tell<'_, Taken>) {
        let Grids { lines, program } = self;
        lines.take(line, &mut |taken| {
            let count = count(program, &taken);
            tell(taken, count);
        });
    }

    fn pass(&mut self, bytes: usize, tell: &mut Tell<'_, Taken>) {
        self.end((0, 0), tell);
        self.lines.pass(bytes);
    }

    fn end(&mut self, _: (usize, usize), tell: &mut Tell<'_, Taken>) {
        let Grids { lines, program } = self;
        lines.end(&mut |taken| {
            let count = count(program, &taken);
            tell(taken, count);
        });
    }

    fn kept(&self) -> usize {
        self.lines.kept()
    }
}

/// Lines in the format of another program.
pub(in crate::cli) struct Foreign {
    /// Whether there was a puzzle.
    pub(in crate::cli) any: bool,
}

impl Taker for Foreign {
    type Puzzle = Stretch;

    const NAMES_SINGLE: bool = true;

    fn line(&mut self, line: &str, before: (usize, usize), tell: &mut Tell<'_, Stretch>) {
        for text in line.split('\r') {
            let text = text.trim_end_matches('\n');
            let bare = text.strip_prefix('\u{feff}').unwrap_or(text).trim();
            if !bare.is_empty() && !bare.starts_with('#') {
                self.any = true;
                tell(Stretch { text: text.to_owned(), before }, 1);
            }
        }
    }

    fn pass(&mut self, _: usize, _: &mut Tell<'_, Stretch>) {
        self.any = true;
    }

    fn end(&mut self, before: (usize, usize), tell: &mut Tell<'_, Stretch>) {
        if !self.any {
            tell(Stretch { text: String::new(), before }, 1);
        }
    }

    fn kept(&self) -> usize {
        0
    }
}

/// Lines that each stand for themselves, but for blank ones.
pub(in crate::cli) struct Entries;

impl Taker for Entries {
    type Puzzle = Stretch;

    const NAMES_SINGLE: bool = false;

    fn line(&mut self, line: &str, before: (usize, usize), tell: &mut Tell<'_, Stretch>) {
        let text = line.strip_prefix('\u{feff}').unwrap_or(line).trim();
        if !text.is_empty() {
            tell(Stretch { text: text.to_owned(), before }, 1);
        }
    }

    fn pass(&mut self, _: usize, _: &mut Tell<'_, Stretch>) {}

    fn end(&mut self, _: (usize, usize), _: &mut Tell<'_, Stretch>) {}

    fn kept(&self) -> usize {
        0
    }
}

/// A text whose lines are puzzles, while it is read.
pub(in crate::cli) struct Reading {
    feed: Feed,
    /// What was read and is not taken yet.
    bytes: Vec<u8>,
    ended: bool,
    /// How many bytes of the line under way were thrown away because it is too long.
    dropped: usize,
    /// How many lines and bytes were taken.
    taken: (usize, usize),
    /// How many puzzles there were.
    pub(in crate::cli) number: u64,
    /// Since when it is read.
    started: Stopwatch,
    /// Whether somebody watches how far it has come.
    pub(in crate::cli) watched: bool,
}

impl Reading {
    pub(in crate::cli) fn new(feed: Feed, bytes: Vec<u8>, ended: bool) -> Reading {
        let started = Stopwatch::start();
        Reading { feed, bytes, ended, dropped: 0, taken: (0, 0), number: 0, started, watched: false }
    }

    /// Hands on all puzzles.
    pub(in crate::cli) fn all<T: Taker>(
        &mut self,
        name: &str,
        taker: &mut T,
        push: &mut Push<'_, Portion<T::Puzzle>>,
    ) -> Result<(), Trouble> {
        let mut bar = self.watched.then(|| Bar::new(self.feed.size()));
        let mut portion = Portion { puzzles: Vec::new(), single: false };
        loop {
            let taken = self.take(name, taker, &mut portion, &mut bar, push);
            if !matches!(taken, Ok(true)) || self.ended {
                portion.single = T::NAMES_SINGLE && matches!(taken, Ok(true)) && self.number == 1;
                push(Next::Item(portion));
                return taken.map(drop);
            }
            // The first puzzle waits for the second, but not for long.
            let waits = T::NAMES_SINGLE && self.number == 1 && !portion.puzzles.is_empty();
            if !waits && !portion.puzzles.is_empty() && !send(&mut portion, push) {
                return Ok(());
            }
            let mut wanted = true;
            let mut idle = || {
                wanted = push(Next::Idle);
                wanted
            };
            match self.feed.next(waits.then_some(PAUSE), &mut idle)? {
                Came::Bytes(more) => self.bytes.extend(more),
                Came::Late => wanted &= send(&mut portion, push),
                Came::End => self.ended = true,
                Came::Interrupted => return Err(Exit::Interrupted.into()),
            }
            if !wanted {
                return Ok(());
            }
        }
    }

    /// How many puzzles to hand on at once: as many as have been answered in a few milliseconds so far. Where each takes long,
    /// no thread is to wait for another; where they are easy, handing on must not cost more than they do.
    fn portion(&self) -> usize {
        let elapsed = self.started.elapsed().as_millis().max(1);
        let usual = u128::from(self.number) * WORTHWHILE.as_millis() / elapsed;
        usize::try_from(usual).unwrap_or(MOST).clamp(FEWEST, MOST)
    }

    /// Takes the lines that are whole; whether there is use in more.
    fn take<T: Taker>(
        &mut self,
        name: &str,
        taker: &mut T,
        portion: &mut Portion<T::Puzzle>,
        bar: &mut Option<Bar>,
        push: &mut Push<'_, Portion<T::Puzzle>>,
    ) -> Result<bool, Trouble> {
        let mut at = 0;
        let most = self.portion();
        let Reading { bytes, number, ended, taken, dropped, .. } = self;
        loop {
            let rest = &bytes[at..];
            let end = rest.iter().position(|&byte| byte == b'\n').map(|end| end + 1);
            let is_rest = *ended && (!rest.is_empty() || *dropped > 0);
            let Some(end) = end.or(is_rest.then_some(rest.len())) else { break };
            let before = *taken;
            let len = std::mem::take(dropped) + end;
            (at, *taken) = (at + end, (before.0 + 1, before.1 + len));
            match text(name, &rest[..end], len, before) {
                Ok(line) => taker.line(line, before, &mut |puzzle, count| {
                    *number += portion.add(*number, Ok(puzzle), count);
                }),
                Err(wrong) => {
                    taker.pass(len, &mut |puzzle, count| *number += portion.add(*number, Ok(puzzle), count));
                    *number += portion.add(*number, Err(Bad { line: before.0 + 1, wrong }), 1);
                }
            }
            if portion.puzzles.len() >= most {
                if let Some(bar) = bar {
                    bar.show(*number, taken.1);
                }
                if !send(portion, push) {
                    return Ok(false);
                }
            }
        }
        bytes.drain(..at);
        if bytes.len() > LONGEST {
            *dropped += bytes.len();
            *bytes = Vec::new();
        }
        files::small_enough(Path::new(name), taker.kept())?;
        if *ended {
            taker.end(*taken, &mut |puzzle, count| *number += portion.add(*number, Ok(puzzle), count));
        }
        Ok(true)
    }
}

/// A line as text; with what was thrown away of it, it has so many bytes.
fn text<'l>(name: &str, line: &'l [u8], len: usize, before: (usize, usize)) -> Result<&'l str, Wrong> {
    if len > LONGEST {
        return Err(Box::new(say::line_too_long(name, before.0 + 1, LONGEST as u64)));
    }
    std::str::from_utf8(line).map_err(|error| {
        let byte = line.get(error.valid_up_to()).copied().unwrap_or_default();
        Box::new(say::not_utf8_at(name, before.0 + 1, before.1 + error.valid_up_to(), byte))
    })
}

impl<P> Portion<P> {
    /// Takes what comes after so many puzzles and is so many; how many that is.
    fn add(&mut self, before: u64, puzzle: Result<P, Bad>, count: u64) -> u64 {
        if count > 0 {
            self.puzzles.push((before + 1, puzzle));
        }
        count
    }
}

fn send<P>(portion: &mut Portion<P>, push: &mut Push<'_, Portion<P>>) -> bool {
    let puzzles = std::mem::take(&mut portion.puzzles);
    push(Next::Item(Portion { puzzles, single: false }))
}

/// Shows on a terminal how far a batch has come, how fast it is, and where the end is known, when it will come.
struct Bar {
    started: Stopwatch,
    due: Duration,
    /// How many bytes there are.
    size: Option<u64>,
}

impl Bar {
    fn new(size: Option<u64>) -> Bar {
        Bar { started: Stopwatch::start(), due: Duration::from_secs(1), size }
    }

    fn show(&mut self, puzzles: u64, bytes: usize) {
        let elapsed = self.started.elapsed();
        if elapsed >= self.due {
            self.due = elapsed + GLANCE;
            tick(&bar(puzzles, bytes as u64, self.size, elapsed));
        }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        if self.due > Duration::from_secs(1) {
            tick("");
        }
    }
}

fn bar(puzzles: u64, bytes: u64, size: Option<u64>, elapsed: Duration) -> String {
    let elapsed = u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX).max(1);
    let mut text = format!("{puzzles} puzzles, {}/s", puzzles.saturating_mul(1000) / elapsed);
    if let Some(size) = size.filter(|&size| size > 0) {
        let bytes = bytes.clamp(1, size);
        let left = elapsed.saturating_mul(size - bytes) / bytes / 1000;
        let bar: String = (0..20).map(|at| if at * size < bytes * 20 { '█' } else { '░' }).collect();
        let (hours, minutes) = (left / 3600, left / 60 % 60);
        let hours = if hours > 0 { format!("{hours}:") } else { String::new() };
        let _always = write!(text, ", {hours}{minutes:02}:{:02} left", left % 60);
        text.insert_str(0, &format!("{bar} "));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{Duration, bar};

    #[test]
    fn the_end_is_told_where_it_can_be_known() {
        assert_eq!(bar(300, 1000, None, Duration::from_secs(3)), "300 puzzles, 100/s");
        assert_eq!(
            bar(300, 1000, Some(4000), Duration::from_secs(30)),
            "█████░░░░░░░░░░░░░░░ 300 puzzles, 10/s, 01:30 left"
        );
        assert!(bar(1, 1, Some(40_000), Duration::from_secs(1)).ends_with("11:06:39 left"));
    }
}

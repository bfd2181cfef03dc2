//! Puzzles of a file or a pipe as they come: one on each line, and no end need be in sight. Any other text is read to its
//! end first.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use super::super::feed::{Came, Feed};
use super::super::trouble::Trouble;
use super::super::{Exit, files};
use super::kind::takes_a_drawing;
use super::run::{Resolved, Run};
use super::spread::{Next, Push};
use super::{Origin, Subject, called};
use crate::board::ground::{expected_shape, grids};
use crate::language::diagnostic::Diagnostic;
use crate::language::diagnostic::catalogue::files as say;
use crate::language::program::Program;
use crate::language::puzzle::Shape;
use crate::language::puzzle::formats::Format;
use crate::language::puzzle::lines::{Begun, Form, Lines, Stretch, Taken, begin};
use crate::language::puzzle::written::{Puzzle, Use};
use crate::language::source::SourceId;

/// How long somebody who forgot the puzzle is left in doubt.
const PATIENCE: Duration = Duration::from_secs(1);

/// How long a text that may be over is given to go on: the only puzzle of a text is called otherwise than the first of many.
const PAUSE: Duration = Duration::from_millis(100);

/// How many puzzles are handed to a thread at once.
const PORTION: usize = 32;

/// What the beginning of a text has told.
struct Started {
    bytes: Vec<u8>,
    ended: bool,
    /// Nothing if it is to be read to its end.
    lines: Option<Lines>,
}

/// Some puzzles that came together.
pub(super) struct Portion<P> {
    /// Each with its number in the text; of several in one stretch, that of the first.
    puzzles: Vec<(u64, P)>,
    /// Whether there is no other in the text.
    single: bool,
}

/// What all puzzles of a text share.
pub(super) struct Common {
    pub(super) name: String,
    pub(super) resolved: Resolved,
    pub(super) used: Use,
    /// How many puzzles there were in the run before.
    pub(super) before: u64,
}

impl Run<'_> {
    /// The puzzles of a file or a pipe for rules.
    pub(super) fn fed(&mut self, path: &Path, rules: SourceId, feed: Feed) -> Result<Exit, Trouble> {
        Ok(self.fed_some(path, rules, feed, false)?.unwrap_or(Exit::Yes))
    }

    /// The same for a pipe that may be there by chance: nothing if it is empty.
    pub(super) fn piped_in(
        &mut self,
        path: &Path,
        rules: SourceId,
        feed: Feed,
    ) -> Result<Option<Exit>, Trouble> {
        self.fed_some(path, rules, feed, true)
    }

    fn fed_some(
        &mut self,
        path: &Path,
        rules: SourceId,
        mut feed: Feed,
        by_chance: bool,
    ) -> Result<Option<Exit>, Trouble> {
        let Started { mut bytes, ended, lines } = self.started(rules, &mut feed, by_chance)?;
        let name = files::name(path);
        if let Some(lines) = lines {
            return Ok(Some(self.lines(name, rules, lines, Reading::new(feed, bytes, ended))));
        }
        while let Came::Bytes(more) = came(&mut feed, None)? {
            bytes.extend(more);
            files::small_enough(path, bytes.len())?;
        }
        let text = files::text(path, bytes)?;
        if by_chance && text.trim().is_empty() {
            return Ok(None);
        }
        let source = self.sources.add(name, text);
        Ok(Some(self.puzzle(path, rules, source)))
    }

    /// Reads until it is known whether each line is a puzzle.
    fn started(&mut self, rules: SourceId, feed: &mut Feed, by_chance: bool) -> Result<Started, Trouble> {
        let mut bytes = Vec::new();
        let mut patience = by_chance.then_some(PATIENCE);
        let mut shape: Option<Option<Shape>> = None;
        // A text that comes at once is not looked at again for each piece of it.
        let mut looked_at = 0;
        loop {
            let (ended, short) = match came(feed, patience)? {
                Came::Bytes(more) => {
                    let short = Feed::is_short(&more);
                    bytes.extend(more);
                    (false, short)
                }
                Came::Late => {
                    self.console.remark(
                        &"waiting for a puzzle on stdin; name a file after the rules, or press Ctrl-D for none",
                    );
                    patience = None;
                    continue;
                }
                _ => (true, true),
            };
            patience = None;
            if !short && bytes.len() < 2 * looked_at {
                continue;
            }
            looked_at = bytes.len();
            let (text, sound) = match std::str::from_utf8(&bytes) {
                Ok(text) => (text, true),
                Err(error) => {
                    let text = std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default();
                    (text, error.error_len().is_none() && !ended)
                }
            };
            let shape = *shape.get_or_insert_with(|| line_shape(&self.bare(rules)));
            let begun = shape.map_or(Begun::Other, |shape| begin(text, ended && sound, shape));
            let lines = match begun {
                Begun::More if sound && bytes.len() < files::LARGEST => continue,
                Begun::Lines(lines) => Some(lines),
                _ => None,
            };
            return Ok(Started { bytes, ended, lines });
        }
    }

    /// Puzzles each on a line.
    fn lines(&mut self, name: String, rules: SourceId, lines: Lines, mut reading: Reading) -> Exit {
        let (resolved, used, before) = (self.bare(rules), self.used(rules), self.count);
        let common = Common { name, resolved, used, before };
        let form = lines.form;
        let (read, mut grids) = (&mut reading, Grids { lines, program: common.resolved.0.clone() });
        let exit = self.spread(
            |push| read.all(&common.name, &mut grids, push),
            |run, portion| {
                run.portion(portion, |run, number, taken, single| match taken {
                    Taken::Grid(line) => run.line(number, &line, single, form, &common),
                    Taken::Other(stretch) => run.stretch(number, &stretch, single, &common),
                })
            },
        );
        self.standing = None;
        self.count += reading.number;
        exit
    }

    /// The same in the format of another program.
    pub(super) fn foreign_lines(
        &mut self,
        format: &Format,
        rules: Option<SourceId>,
        file: &str,
        feed: Feed,
    ) -> Exit {
        let base = self.count;
        let mut reading = Reading::new(feed, Vec::new(), false);
        let read = &mut reading;
        let exit = self.spread(
            |push| read.all(file, &mut Foreign { format, any: false }, push),
            |run, portion| {
                run.portion(portion, |run, number, puzzle: Result<Puzzle, Stretch>, single| {
                    let mut name = String::new();
                    called(&mut name, file, number, single);
                    let puzzle = puzzle.or_else(|Stretch { text, before }| {
                        // What is wrong with it is told of a text that is known.
                        let source = run.sources.add_part(file, text.clone(), before);
                        format.puzzles(source, &text).next().unwrap_or_else(|| Ok(Puzzle::default()))
                    });
                    run.translated(name, base + number, puzzle, rules, single)
                })
            },
        );
        self.count += reading.number;
        exit
    }

    fn portion<P>(&mut self, portion: Portion<P>, act: impl Fn(&mut Run<'_>, u64, P, bool) -> Exit) -> Exit {
        let mut exit = Exit::Yes;
        for (number, puzzle) in portion.puzzles {
            exit = exit.and(act(self, number, puzzle, portion.single));
            if self.is_over() {
                break;
            }
        }
        exit
    }

    fn line(&mut self, number: u64, line: &Stretch, single: bool, form: Form, common: &Common) -> Exit {
        let mut subject = self.standing.take().unwrap_or_else(|| common.subject());
        common.name(&mut subject, number, single);
        let texts = self.sources.len();
        if !subject.shared.borrow_mut().give_line(line.bare()) {
            let source = self.sources.add_part(&common.name, &line.text, line.before);
            let (picture, wrong) = form.picture(source, line);
            subject.diagnostics.extend(wrong);
            self.drawn(&mut subject, picture);
        }
        let exit = self.hand_over(&mut subject);
        subject.diagnostics.clear();
        subject.diagnostics.extend(common.resolved.1.iter().cloned());
        subject.ground = None;
        self.sources.truncate(texts);
        self.standing = Some(subject);
        exit
    }

    /// Lines among others that are no puzzles by themselves.
    fn stretch(&mut self, number: u64, stretch: &Stretch, single: bool, common: &Common) -> Exit {
        let texts = self.sources.len();
        let source = self.sources.add_part(&common.name, stretch.text.clone(), stretch.before);
        let (pictures, wrong) = grids(&common.resolved.0, source, &stretch.text);
        let mut exit = Exit::Yes;
        let mut subject = common.subject();
        for (number, picture) in (number..).zip(pictures) {
            common.name(&mut subject, number, single);
            subject.diagnostics.clone_from(&common.resolved.1);
            subject.diagnostics.extend(wrong.iter().cloned());
            self.drawn(&mut subject, picture);
            exit = exit.and(self.hand_over(&mut subject));
            if self.is_over() {
                break;
            }
        }
        self.sources.truncate(texts);
        exit
    }
}

impl Common {
    /// A puzzle before anything is known of it.
    pub(super) fn subject(&self) -> Subject {
        Subject::new(String::new(), self.resolved.clone(), Origin::Grid(self.used.clone()))
    }

    /// Turns to the puzzle with this number in the text.
    pub(super) fn name(&self, subject: &mut Subject, number: u64, single: bool) {
        called(&mut subject.name, &self.name, number, single);
        subject.number = self.before + number;
    }
}

/// What comes next; fails if somebody asks to stop meanwhile.
fn came(feed: &mut Feed, most: Option<Duration>) -> Result<Came, Trouble> {
    match feed.next(most, &mut || {})? {
        Came::Interrupted => Err(Exit::Interrupted.into()),
        came => Ok(came),
    }
}

/// What the rules say about the size of a grid, if a line can be one.
fn line_shape((program, diagnostics): &Resolved) -> Option<Shape> {
    let plain = takes_a_drawing(program) && program.families.is_empty();
    (plain && !diagnostics.iter().any(Diagnostic::is_error)).then(|| expected_shape(program))
}

/// What takes the lines of a text for puzzles.
trait Taker {
    type Puzzle;

    /// Takes a line with its end, which so many lines and bytes come before; whether there is use in more. Tells puzzles, each
    /// with how many there are in it.
    fn line(&mut self, line: &str, before: (usize, usize), tell: &mut dyn FnMut(Self::Puzzle, u64)) -> bool;

    /// Ends the text.
    fn end(&mut self, before: (usize, usize), tell: &mut dyn FnMut(Self::Puzzle, u64));

    /// How many bytes it keeps.
    fn kept(&self) -> usize;
}

/// Lines that are grids.
struct Grids {
    lines: Lines,
    program: Arc<Program>,
}

impl Grids {
    fn count(program: &Arc<Program>, taken: &Taken) -> u64 {
        match taken {
            Taken::Grid(_) => 1,
            Taken::Other(stretch) => grids(program, 0, &stretch.text).0.count() as u64,
        }
    }
}

impl Taker for Grids {
    type Puzzle = Taken;

    fn line(&mut self, line: &str, _: (usize, usize), tell: &mut dyn FnMut(Taken, u64)) -> bool {
        let Grids { lines, program } = self;
        lines.take(line, &mut |taken| {
            let count = Grids::count(program, &taken);
            tell(taken, count);
        });
        true
    }

    fn end(&mut self, _: (usize, usize), tell: &mut dyn FnMut(Taken, u64)) {
        let Grids { lines, program } = self;
        lines.end(&mut |taken| {
            let count = Grids::count(program, &taken);
            tell(taken, count);
        });
    }

    fn kept(&self) -> usize {
        self.lines.kept()
    }
}

/// Lines in the format of another program. One that is wrong is the last.
struct Foreign<'f> {
    format: &'f Format,
    /// Whether there was a puzzle.
    any: bool,
}

impl Taker for Foreign<'_> {
    type Puzzle = Result<Puzzle, Stretch>;

    fn line(
        &mut self,
        line: &str,
        before: (usize, usize),
        tell: &mut dyn FnMut(Result<Puzzle, Stretch>, u64),
    ) -> bool {
        for text in line.split('\r') {
            let text = text.trim_end_matches('\n');
            let bare = text.strip_prefix('\u{feff}').unwrap_or(text).trim();
            if bare.is_empty() || bare.starts_with('#') {
                continue;
            }
            self.any = true;
            let puzzle = self.format.puzzles(0, text).next();
            let puzzle = puzzle.and_then(Result::ok).ok_or_else(|| Stretch { text: text.to_owned(), before });
            let is_good = puzzle.is_ok();
            tell(puzzle, 1);
            if !is_good {
                return false;
            }
        }
        true
    }

    fn end(&mut self, before: (usize, usize), tell: &mut dyn FnMut(Result<Puzzle, Stretch>, u64)) {
        if !self.any {
            tell(Err(Stretch { text: String::new(), before }), 1);
        }
    }

    fn kept(&self) -> usize {
        0
    }
}

/// A text whose lines are puzzles, while it is read.
struct Reading {
    feed: Feed,
    /// What was read and is not taken yet.
    bytes: Vec<u8>,
    ended: bool,
    /// How many lines and bytes were taken.
    taken: (usize, usize),
    /// How many puzzles there were.
    number: u64,
}

impl Reading {
    fn new(feed: Feed, bytes: Vec<u8>, ended: bool) -> Reading {
        Reading { feed, bytes, ended, taken: (0, 0), number: 0 }
    }

    /// Hands on all puzzles.
    fn all<T: Taker>(
        &mut self,
        name: &str,
        taker: &mut T,
        push: &mut Push<'_, Portion<T::Puzzle>>,
    ) -> Result<(), Trouble> {
        let mut portion = Portion { puzzles: Vec::new(), single: false };
        loop {
            let taken = self.take(name, taker, &mut portion, push);
            if !matches!(taken, Ok(true)) || self.ended {
                portion.single = matches!(taken, Ok(true)) && self.number == 1;
                push(Next::Item(portion));
                return taken.map(drop);
            }
            // The first puzzle waits for the second, but not for long.
            let pause = (self.number == 1 && !portion.puzzles.is_empty()).then_some(PAUSE);
            if pause.is_none() && !portion.puzzles.is_empty() && !send(&mut portion, push) {
                return Ok(());
            }
            let mut wanted = true;
            match self.feed.next(pause, &mut || wanted &= push(Next::Idle))? {
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

    /// Takes the lines that are whole; whether there is use in more.
    fn take<T: Taker>(
        &mut self,
        name: &str,
        taker: &mut T,
        portion: &mut Portion<T::Puzzle>,
        push: &mut Push<'_, Portion<T::Puzzle>>,
    ) -> Result<bool, Trouble> {
        let mut at = 0;
        let Reading { bytes, number, ended, taken, .. } = self;
        loop {
            let rest = &bytes[at..];
            let end = rest.iter().position(|&byte| byte == b'\n').map(|end| end + 1);
            let Some(end) = end.or((*ended && !rest.is_empty()).then_some(rest.len())) else { break };
            let line = std::str::from_utf8(&rest[..end]).map_err(|error| {
                let byte = rest.get(error.valid_up_to()).copied().unwrap_or_default();
                let before = taken.1 + error.valid_up_to();
                Trouble::Text(Box::new(say::not_utf8_at(name, taken.0 + 1, before, byte)))
            })?;
            let goes_on =
                taker.line(line, *taken, &mut |puzzle, count| *number += portion.add(*number, puzzle, count));
            (at, *taken) = (at + end, (taken.0 + 1, taken.1 + end));
            if !goes_on || (portion.puzzles.len() >= PORTION && !send(portion, push)) {
                return Ok(false);
            }
        }
        bytes.drain(..at);
        files::small_enough(Path::new(name), bytes.len().max(taker.kept()))?;
        if *ended {
            taker.end(*taken, &mut |puzzle, count| *number += portion.add(*number, puzzle, count));
        }
        Ok(true)
    }
}

impl<P> Portion<P> {
    /// Takes what comes after so many puzzles and is so many; how many that is.
    fn add(&mut self, before: u64, puzzle: P, count: u64) -> u64 {
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

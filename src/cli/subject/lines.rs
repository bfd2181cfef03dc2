//! Puzzles of a file or a pipe as they come: one on each line, and no end need be in sight. Any other text is read to its
//! end first.

use std::path::Path;
use std::time::Duration;

use super::super::feed::{Came, Feed};
use super::super::trouble::Trouble;
use super::super::{Exit, files};
use super::kind::takes_a_drawing;
use super::reading::{Bad, Foreign, Grids, LONGEST, Portion, Reading, Taker};
use super::records;
use super::run::{Resolved, Run};
use super::{Origin, Subject, called};
use crate::board::ground::{expected_shape, grids};
use crate::language::diagnostic::Diagnostic;
use crate::language::puzzle::Shape;
use crate::language::puzzle::formats::Format;
use crate::language::puzzle::lines::{Begun, Form, Lines, Stretch, Taken, begin};
use crate::language::puzzle::written::{Puzzle, Use};
use crate::language::source::SourceId;

/// How long somebody who forgot the puzzle is left in doubt.
const PATIENCE: Duration = Duration::from_secs(1);

/// What the beginning of a text has told.
struct Started {
    bytes: Vec<u8>,
    ended: bool,
    form: TextForm,
}

/// How puzzles stand in a text.
enum TextForm {
    /// Each on a line.
    Lines(Lines),
    /// Each as a record on a line.
    Records,
    /// In some other way: it is to be read to its end.
    Other,
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
        let Started { mut bytes, ended, form } = self.started(rules, &mut feed, by_chance)?;
        let name = files::name(path);
        match form {
            TextForm::Lines(lines) => {
                return Ok(Some(self.lines(name, rules, lines, Reading::new(feed, bytes, ended))));
            }
            TextForm::Records => {
                return Ok(Some(self.records(name, Some(rules), Reading::new(feed, bytes, ended))));
            }
            TextForm::Other => {}
        }
        while let Came::Bytes(more) = came(&mut feed, None)? {
            bytes.extend(more);
            files::small_enough(path, bytes.len())?;
        }
        let text = files::text(path, bytes)?;
        if text.trim().is_empty() && (by_chance || self.console.wants_records()) {
            // Of no puzzles there are no records.
            return Ok(if by_chance { None } else { Some(Exit::Yes) });
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
            match records::begin(text, ended) {
                Some(true) => return Ok(Started { bytes, ended, form: TextForm::Records }),
                None if bytes.len() < LONGEST => continue,
                _ => {}
            }
            let shape = *shape.get_or_insert_with(|| line_shape(&self.bare(rules)));
            let begun = shape.map_or(Begun::Other, |shape| begin(text, ended && sound, shape));
            let form = match begun {
                Begun::More if sound && bytes.len() < files::LARGEST => continue,
                Begun::Lines(lines) => TextForm::Lines(lines),
                _ => TextForm::Other,
            };
            return Ok(Started { bytes, ended, form });
        }
    }

    /// Puzzles each on a line.
    fn lines(&mut self, name: String, rules: SourceId, lines: Lines, reading: Reading) -> Exit {
        let (resolved, used, before) = (self.bare(rules), self.used(rules), self.count);
        let common = Common { name, resolved, used, before };
        let form = lines.form;
        let grids = Grids { lines, program: common.resolved.0.clone() };
        let exit = self.portions(&common.name, reading, grids, |run, number, taken, single| match taken {
            Ok(Taken::Grid(line)) => run.line(number, &line, single, form, &common),
            Ok(Taken::Other(stretch)) => run.stretch(number, &stretch, single, &common),
            Err(bad) => {
                let mut name = String::new();
                called(&mut name, &common.name, number, single);
                run.refuse(&name, Trouble::Text(bad.wrong))
            }
        });
        self.standing = None;
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
        let reading = Reading::new(feed, Vec::new(), false);
        self.portions(file, reading, Foreign { any: false }, |run, number, line, single| {
            let mut name = String::new();
            called(&mut name, file, number, single);
            let Stretch { text, before } = match line {
                Ok(line) => line,
                Err(bad) => return run.refuse(&name, Trouble::Text(bad.wrong)),
            };
            let read = |source| format.puzzles(source, &text).next().unwrap_or_else(|| Ok(Puzzle::default()));
            let texts = run.sources.len();
            // What is wrong with it is told of a text that is known.
            let puzzle = read(0).or_else(|_| read(run.sources.add_part(file, text.clone(), before)));
            let (is_wrong, exit) =
                (puzzle.is_err(), run.translated(name, base + number, puzzle, rules, single));
            if is_wrong {
                run.sources.truncate(texts);
            }
            exit
        })
    }

    /// Answers the puzzles of a text as they come.
    pub(super) fn portions<T: Taker + Send>(
        &mut self,
        file: &str,
        mut reading: Reading,
        mut taker: T,
        act: impl Fn(&mut Run<'_>, u64, Result<T::Puzzle, Bad>, bool) -> Exit + Sync,
    ) -> Exit
    where
        T::Puzzle: Send,
    {
        let (read, base) = (&mut reading, self.count);
        read.watched = self.console.may_show_bar();
        let exit = self.spread(
            |push| read.all(file, &mut taker, push),
            |run, portion: Portion<T::Puzzle>| {
                let mut exit = Exit::Yes;
                for (number, puzzle) in portion.puzzles {
                    if !run.choice.takes(base + number) {
                        continue;
                    }
                    exit = exit.and(act(run, number, puzzle, portion.single));
                    if run.is_over() || run.choice.ends_with(exit) {
                        break;
                    }
                }
                exit
            },
        );
        self.count += reading.number;
        self.choice.settled(exit, self.console.wants_records())
    }

    /// Tells what is wrong with a puzzle before it is one.
    pub(super) fn refuse(&mut self, name: &str, trouble: Trouble) -> Exit {
        if self.choice.holds(name) {
            return Exit::Yes;
        }
        self.console.turn_to(name);
        let exit = trouble.tell_of(name, self.sources, self.console);
        self.console.flush_in_time();
        exit
    }

    fn line(&mut self, number: u64, line: &Stretch, single: bool, form: Form, common: &Common) -> Exit {
        let mut subject = self.standing.take().unwrap_or_else(|| common.subject());
        common.name(&mut subject, number, single);
        if self.choice.holds(&subject.name) {
            self.standing = Some(subject);
            return Exit::Yes;
        }
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
pub(super) fn came(feed: &mut Feed, most: Option<Duration>) -> Result<Came, Trouble> {
    match feed.next(most, &mut || true)? {
        Came::Interrupted => Err(Exit::Interrupted.into()),
        came => Ok(came),
    }
}

/// What the rules say about the size of a grid, if a line can be one.
fn line_shape((program, diagnostics): &Resolved) -> Option<Shape> {
    let plain = takes_a_drawing(program) && program.families.is_empty();
    (plain && !diagnostics.iter().any(Diagnostic::is_error)).then(|| expected_shape(program))
}

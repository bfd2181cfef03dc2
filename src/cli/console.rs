//! The two streams to the user: results on stdout, everything else on stderr. Where records are wanted, everything that is
//! about a puzzle becomes part of its record.

use std::cell::RefCell;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;

use clap::ValueEnum;

use super::Exit;
use super::answers::{Answers, Records, Tally};
use super::desk::{Out, desk};
use super::output::Output;
use crate::base::clock::Stopwatch;
use crate::base::hash::Set;
use crate::language::diagnostic::render::clean::visible;
use crate::language::diagnostic::{Diagnostic, render};
use crate::language::puzzle::BETWEEN;
use crate::language::source::Sources;
use crate::services::record::{Record, Status, Told};

/// When to use colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(super) enum Colour {
    /// On a terminal, unless the environment says otherwise
    Auto,
    /// Always, in pipes too
    Always,
    /// Never
    Never,
}

/// Prints for one run, and remembers whether that went well.
#[derive(Debug)]
pub(super) struct Console {
    /// Whether results are coloured.
    pub(super) colour: bool,
    colour_err: bool,
    quiet: bool,
    out: Rc<RefCell<io::BufWriter<Out>>>,
    /// Set when stdout takes no more: the exit that this means.
    ended: Option<Exit>,
    /// The results so far, if they go to a file.
    kept: Option<String>,
    /// What was said so far, if somebody else is to say it in its turn.
    log: Option<RefCell<Vec<Event>>>,
    /// Whether a part of the results was told, so that others need a line between.
    parted: bool,
    /// When results were last handed on.
    handed_on: Stopwatch,
    answers: RefCell<Answers>,
    /// What was mentioned already.
    mentioned: RefCell<Set<String>>,
}

/// How things are said.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    colour: bool,
    colour_err: bool,
    quiet: bool,
    records: Option<Records>,
}

/// Something that is said about puzzles out of turn.
#[derive(Debug)]
enum Event {
    /// On stdout, as it is.
    Put(String),
    /// A part of the results.
    Part(String),
    /// A record.
    Record(String),
    /// On stderr.
    Say(String),
    /// Once for all puzzles.
    Mention(String),
}

/// What a console was told about puzzles that are not yet due.
#[derive(Debug)]
pub(super) struct Aside {
    events: Vec<Event>,
    tally: Tally,
}

/// What was printed and may not have been handed on.
pub(super) struct Printed(Rc<RefCell<io::BufWriter<Out>>>);

impl Printed {
    /// Hands it on. What cannot be written now is noted when more is printed, or at the end.
    pub(super) fn hand_on(&self) {
        self.0.borrow_mut().flush().ok();
    }
}

/// How long somebody who reads results may wait for one that is there.
const PATIENCE: Duration = Duration::from_millis(1);

/// How many bytes of results are handed on at once.
const BUFFER: usize = 1 << 16;

impl Console {
    pub(super) fn new(colour: Colour, quiet: bool) -> Self {
        let (colour, colour_err) = match colour {
            Colour::Always => (true, true),
            Colour::Never => (false, false),
            Colour::Auto => automatic(),
        };
        Console {
            colour,
            colour_err,
            quiet,
            out: Rc::new(RefCell::new(io::BufWriter::with_capacity(BUFFER, Out::new()))),
            ended: None,
            kept: None,
            log: None,
            parted: false,
            handed_on: Stopwatch::start(),
            answers: RefCell::default(),
            mentioned: RefCell::default(),
        }
    }

    /// How it says things.
    pub(super) fn style(&self) -> Style {
        let Console { colour, colour_err, quiet, .. } = *self;
        Style { colour, colour_err, quiet, records: self.answers.borrow().records }
    }

    /// One that says things so about puzzles that are worked on while others are due.
    pub(super) fn aside(style: Style) -> Console {
        let mut aside = Console::new(Colour::Never, style.quiet);
        (aside.colour, aside.colour_err) = (style.colour, style.colour_err);
        aside.answers.get_mut().records = style.records;
        aside.listen();
        aside
    }

    /// What it was told since it was last asked. Only one that stands [aside](Self::aside) knows.
    pub(super) fn take(&mut self) -> Aside {
        let record = self.answers.get_mut().turn(None);
        self.put_record(record);
        let tally = std::mem::take(&mut self.answers.get_mut().tally);
        Aside { events: self.log.take().map(RefCell::into_inner).unwrap_or_default(), tally }
    }

    /// Goes on to keep what is said.
    pub(super) fn listen(&mut self) {
        self.log = Some(RefCell::default());
    }

    /// Says what another was told: those puzzles are due.
    pub(super) fn relay(&mut self, aside: Aside) {
        let record = self.answers.get_mut().turn(None);
        self.put_record(record);
        for event in aside.events {
            match event {
                Event::Put(text) => self.put(&text),
                Event::Part(text) => self.put_part(&text),
                Event::Record(record) => self.put_record(Some(record)),
                Event::Say(text) => self.say_next(&text),
                Event::Mention(message) => self.mention(&message),
            }
        }
        self.answers.get_mut().tally.add(aside.tally);
    }

    /// From now on answers in this form.
    pub(super) fn answer_as(&mut self, output: Option<Output>) {
        self.answers.get_mut().records = match output {
            Some(Output::Json) => Some(Records::Document),
            Some(Output::Jsonl) => Some(Records::Lines),
            _ => None,
        };
    }

    /// Whether records are wanted: then nothing is printed for people.
    pub(super) fn wants_records(&self) -> bool {
        self.answers.borrow().records.is_some()
    }

    /// Turns to a puzzle: what is said from now on is about it.
    pub(super) fn turn_to(&mut self, id: &str) {
        let record = self.answers.get_mut().turn(Some(id));
        self.put_record(record);
    }

    fn put_record(&mut self, record: Option<String>) {
        let Some(record) = record else { return };
        if let Some(log) = &mut self.log {
            log.get_mut().push(Event::Record(record));
        } else {
            let record = self.answers.get_mut().placed(&record);
            self.put(&visible(&record));
        }
    }

    /// Whether it was asked about one puzzle so far, or none.
    pub(super) fn is_about_one(&self) -> bool {
        self.answers.borrow().tally.puzzles() < 2
    }

    /// Answers about the puzzle that was turned to. Of one puzzle people are told the message, of several how many there
    /// are of each status.
    pub(super) fn answer(&mut self, record: Record) {
        self.answers.get_mut().answer(record);
    }

    /// The same where the rest of the answer takes its time to make, and few read it.
    pub(super) fn answer_with(&mut self, status: Status, rest: impl FnOnce() -> Record) {
        let record =
            if self.answers.get_mut().wants_more() { rest() } else { Record { status, ..Record::default() } };
        debug_assert_eq!(record.status, status);
        self.answer(record);
    }

    /// The same where the message is the result itself, which people find on stdout.
    pub(super) fn state(&mut self, record: Record) {
        if self.wants_records() {
            return self.answer(record);
        }
        let id = self.answers.get_mut().id();
        let text = format!("{id}: {}\n", record.message.as_deref().unwrap_or_default());
        self.print(&text);
        self.answer(Record { message: None, ..record });
    }

    /// Ends the answers: the last record and what closes the document; the summary.
    pub(super) fn sum_up(&mut self) {
        let had_records = self.wants_records();
        let record = self.answers.get_mut().turn(None);
        self.put_record(record);
        let answers = self.answers.get_mut();
        let (end, lines) = (answers.end(), answers.tally.sum_up());
        if !had_records {
            lines.iter().for_each(|line| self.remark(line));
        }
        self.put(end);
    }

    /// From now on adds records to a file, one on each line.
    pub(super) fn append_to(&mut self, file: File) {
        self.answers.get_mut().records = Some(Records::Lines);
        self.kept = None;
        self.out = Rc::new(RefCell::new(io::BufWriter::with_capacity(BUFFER, Out::File(file))));
    }

    /// From now on keeps results for a file instead of printing them, if one is given.
    pub(super) fn keep_for(&mut self, file: Option<&Path>) {
        self.kept = file.map(|_| String::new());
    }

    /// What was kept; results are printed again from now on.
    pub(super) fn take_kept(&mut self) -> String {
        self.kept.take().unwrap_or_default()
    }

    /// Whether results are read on a terminal.
    pub(super) fn is_terminal(&self) -> bool {
        let is_printed = self.kept.is_none() && !matches!(self.out.borrow().get_ref(), Out::File(_));
        is_printed && desk().is_none() && io::stdout().is_terminal()
    }

    /// Prints a result for people. Nothing in it commands a terminal, wherever it comes from and wherever it goes.
    pub(super) fn print(&mut self, text: &str) {
        self.print_styled(&visible(text));
    }

    /// Prints a result with codes for colours in it. Whoever put them there has made all the rest visible.
    pub(super) fn print_styled(&mut self, text: &str) {
        if !self.wants_records() {
            self.put(text);
        }
    }

    /// Prints a part of the results for people, with a line between it and the one before.
    pub(super) fn print_part(&mut self, text: &str) {
        if self.wants_records() {
            return;
        }
        let text = visible(text);
        match &mut self.log {
            Some(log) => log.get_mut().push(Event::Part(text.into_owned())),
            None => self.put_part(&text),
        }
    }

    fn put_part(&mut self, text: &str) {
        if std::mem::replace(&mut self.parted, true) {
            self.put(&format!("{BETWEEN}\n"));
        }
        self.put(text);
    }

    fn put(&mut self, text: &str) {
        if let Some(log) = &mut self.log {
            match log.get_mut().last_mut() {
                Some(Event::Put(before)) => before.push_str(text),
                _ => log.get_mut().push(Event::Put(text.to_owned())),
            }
        } else if let Some(kept) = &mut self.kept {
            kept.push_str(text);
        } else if self.ended.is_none() {
            let written = self.out.borrow_mut().write_all(text.as_bytes());
            self.note(written);
        }
    }

    /// Whether nobody reads any more, so that there is no use in going on.
    pub(super) fn has_ended(&self) -> bool {
        self.ended.is_some()
    }

    /// Whether only errors and results are wanted.
    pub(super) fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// What was printed so far.
    pub(super) fn printed(&self) -> Option<Printed> {
        self.log.is_none().then(|| Printed(self.out.clone()))
    }

    /// Whether what goes on may be shown while it goes on.
    pub(super) fn may_tick(&self) -> bool {
        !self.quiet && self.log.is_none()
    }

    /// Whether a bar may tell how far a batch has come: not among its results.
    pub(super) fn may_show_bar(&self) -> bool {
        self.may_tick() && desk().is_none() && io::stderr().is_terminal() && !self.is_terminal()
    }

    /// Prints the text of a file, which may hold anything. A terminal gets no control character of it, a pipe every byte.
    pub(super) fn print_foreign(&mut self, text: &str) {
        if self.is_terminal() {
            self.print(text);
        } else {
            self.print_styled(text);
        }
    }

    /// Shows diagnostics about texts; in quiet mode only the errors among them.
    pub(super) fn report(&self, diagnostics: &[Diagnostic], sources: &Sources) {
        if diagnostics.iter().any(Diagnostic::is_error) {
            self.answers.borrow_mut().refuse();
        }
        if self.answers.borrow().is_recording() {
            self.answers.borrow_mut().tell(render::json(diagnostics, sources));
            return;
        }
        let shown: Vec<Diagnostic> =
            diagnostics.iter().filter(|diagnostic| !self.quiet || diagnostic.is_error()).cloned().collect();
        let summary = if self.quiet { String::new() } else { render::summary(&shown) };
        let mut text = render::text(&shown, sources, self.colour_err);
        if !summary.is_empty() {
            text.push_str(&summary);
            text.push('\n');
        }
        self.say_next(&text);
    }

    /// Says what is wrong apart from texts, in one line.
    pub(super) fn complain(&self, message: &dyn Display) {
        self.answers.borrow_mut().refuse();
        if self.answers.borrow().is_recording() {
            self.answers.borrow_mut().tell([Told::plain("error", message.to_string())]);
        } else {
            self.complain_aloud(message);
        }
    }

    fn complain_aloud(&self, message: &dyn Display) {
        let (on, off) = if self.colour_err { ("\x1b[1;31m", "\x1b[0m") } else { ("", "") };
        self.say_next(&format!("{on}error{off}: {}\n", visible(&message.to_string())));
    }

    /// Writes to stderr, after what was printed before: both may go to one place.
    fn say_next(&self, text: &str) {
        if let Some(log) = &self.log {
            log.borrow_mut().push(Event::Say(text.to_owned()));
            return;
        }
        // What cannot be written now is noted when more is printed, or at the end.
        self.out.borrow_mut().flush().ok();
        say(text);
    }

    /// Says something worth knowing that holds for many puzzles alike: once, but in every record.
    pub(super) fn mention(&self, message: &str) {
        if self.answers.borrow().is_recording() {
            self.remark(&message);
        } else if let Some(log) = &self.log {
            log.borrow_mut().push(Event::Mention(message.to_owned()));
        } else if self.mentioned.borrow_mut().insert(message.to_owned()) {
            self.remark(&format!("note: {message}"));
        }
    }

    /// Says something worth knowing, in one line; not in quiet mode.
    pub(super) fn remark(&self, message: &dyn Display) {
        if self.answers.borrow().is_recording() {
            self.answers.borrow_mut().tell([Told::plain("note", message.to_string())]);
        } else if !self.quiet {
            self.say_next(&format!("{}\n", visible(&message.to_string())));
        }
    }

    /// Shows on a terminal what is going on; not in quiet mode.
    pub(super) fn tick(&self, message: &str) {
        if self.may_tick() {
            tick(message);
        }
    }

    /// Nothing more is to be said about the puzzle at hand, and the next is not there yet: hands on all that is known.
    pub(super) fn rest(&mut self) {
        let record = self.answers.get_mut().turn(None);
        self.put_record(record);
        self.flush();
    }

    /// Hands on what was printed if that was last done long ago: a puzzle has been answered, and the next may take its time.
    pub(super) fn flush_in_time(&mut self) {
        if self.handed_on.elapsed() >= PATIENCE {
            self.flush();
        }
    }

    /// Hands on what was printed so far, for somebody who waits for it.
    pub(super) fn flush(&mut self) {
        self.handed_on = Stopwatch::start();
        if self.ended.is_none() {
            let flushed = self.out.borrow_mut().flush();
            self.note(flushed);
        }
    }

    /// Ends the output; says whether all of it arrived.
    pub(super) fn end(&mut self) -> Exit {
        self.sum_up();
        self.flush();
        self.ended.unwrap_or(Exit::Yes)
    }

    /// Prints what the parser of the arguments has to say: help, or what is wrong with them.
    #[cfg(feature = "cli")]
    pub(super) fn finish_with(mut self, told: &clap::Error) -> Exit {
        let text = told.render();
        // A word of the command line is shown as it is, in the midst of colours.
        let clean = desk().is_none()
            && std::env::args_os().all(|word| !word.to_string_lossy().contains(char::is_control));
        if told.use_stderr() {
            say(&if self.colour_err && clean {
                text.ansi().to_string()
            } else {
                visible(&text.to_string()).into_owned()
            });
            return Exit::BadInput;
        }
        self.print_styled(&if self.colour { text.ansi().to_string() } else { text.to_string() });
        self.end()
    }

    /// A reader that has gone away wants no more: no reason to complain.
    fn note(&mut self, written: io::Result<()>) {
        let Err(error) = written else { return };
        if error.kind() == io::ErrorKind::BrokenPipe {
            self.ended = Some(Exit::Yes);
            return;
        }
        let place =
            if matches!(self.out.borrow().get_ref(), Out::File(_)) { "the records" } else { "to stdout" };
        self.complain_aloud(&format!("cannot write {place}: {}", plain(&error)));
        self.ended = Some(Exit::IoFailed);
    }
}

/// Whether stdout and stderr want colours.
#[cfg(feature = "cli")]
fn automatic() -> (bool, bool) {
    use anstream::{AutoStream, ColorChoice};
    let wanted = |choice| choice != ColorChoice::Never;
    (wanted(AutoStream::choice(&io::stdout())), wanted(AutoStream::choice(&io::stderr())))
}

#[cfg(not(feature = "cli"))]
fn automatic() -> (bool, bool) {
    (false, false)
}

/// Shows on a terminal what is going on, in a line that the next one replaces.
pub(super) fn tick(message: &str) {
    if let Some(desk) = desk() {
        desk.tick(message);
    } else if io::stderr().is_terminal() {
        say(&format!("\r\x1b[K{}", visible(message)));
    }
}

/// Writes to stderr. If that fails there is no one left to tell.
fn say(text: &str) {
    if let Some(desk) = desk() {
        return desk.say(text);
    }
    let _nobody_listens = io::stderr().lock().write_all(text.as_bytes());
}

/// An error of the system in words, without its number.
pub(super) fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    let words = text.split(" (os error").next().unwrap_or(&text);
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn system_errors_read_as_words() {
        assert_eq!(plain(&std::io::Error::from_raw_os_error(2)), "no such file or directory");
    }
}

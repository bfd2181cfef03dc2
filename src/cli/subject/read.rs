//! The puzzles of one text, whatever it is written in: each is resolved, expanded and handed over.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::super::feed::Feed;
use super::super::signals::is_interrupted;
use super::super::trouble::Trouble;
use super::super::{Exit, files};
use super::beside::Beside;
use super::kind::{is_puzzle_file, is_rules_file, use_of};
use super::lines::Common;
use super::run::{Manner, Run};
use super::spread::{Next, Push};
use super::{AS_FACTS, Origin, Subject, called};
use crate::base::clock::Cause;
use crate::board::draw;
use crate::board::eval::Budget;
use crate::board::ground::{Kept, Options, expected_shape, grids, ground};
use crate::language::diagnostic::Diagnostic;
use crate::language::diagnostic::catalogue::files as say;
use crate::language::program::Program;
use crate::language::puzzle::formats::Format;
use crate::language::puzzle::scan::Wrong;
use crate::language::puzzle::written::{Puzzle, Use};
use crate::language::puzzle::{Part, Picture, answers, cases, parts};
use crate::language::source::{Source, SourceId};
use crate::services::record::{Record, Status};

impl Run<'_> {
    /// A rule set, or the puzzles of a text in the language, perhaps for rules that count besides their own.
    pub(super) fn language(&mut self, rules: Option<SourceId>, source: SourceId) -> Exit {
        let Source { name, text, .. } = self.sources.get(source).clone();
        let is_puzzle = rules.is_some() || is_puzzle_file(Path::new(&name));
        let name = name.trim_end_matches(AS_FACTS);
        let is_rule_set = rules.is_none() && is_rules_file(Path::new(name));
        let parts = parts(&text);
        let (single, base) = (parts.len() == 1, self.count);
        self.count += parts.len() as u64;
        let work = |run: &mut Run<'_>, (number, part): (u64, Part<'_>)| {
            let akin = if is_puzzle && run.may_be_akin(single) {
                run.akin(rules, name, source, part.text)
            } else {
                None
            };
            let before = run.sources.len();
            let source = if part.text.len() == text.len() {
                source
            } else {
                run.sources.add_part(name, part.text, part.before)
            };
            let origin =
                if is_rule_set { Origin::Grid(run.used(source)) } else { run.told_in(source, rules) };
            let mut subject = match akin {
                Some(akin) => Subject { origin, ..akin },
                None => {
                    let resolved = match rules {
                        Some(rules) => run.resolved(rules, Some(source)),
                        None => run.known(source).unwrap_or_else(|| run.resolved(source, None)),
                    };
                    let mut subject = Subject::new(String::new(), resolved, origin);
                    run.expand(&mut subject, None, is_puzzle);
                    subject
                }
            };
            called(&mut subject.name, name, number, single);
            subject.number = base + number;
            run.hand_over_and_forget(subject, before)
        };
        let produce = |push: &mut Push<'_, _>| {
            let _all = (1..).zip(parts).all(|item| push(Next::Item(item)));
            Ok(())
        };
        self.spread(produce, work)
    }

    /// How a puzzle of a rule set names it.
    pub(super) fn used(&self, rules: SourceId) -> Use {
        // Rules that came through stdin have no name that a puzzle could use.
        let name = use_of(&self.sources.get(rules).name).unwrap_or_default();
        Use { name, with: self.settings.clone() }
    }

    /// A text in the language, perhaps for rules that count besides its own.
    pub(super) fn told_in(&self, source: SourceId, rules: Option<SourceId>) -> Origin {
        let rules = rules.map(|rules| self.used(rules));
        Origin::Language(source, Beside { rules, settings: self.settings.clone() })
    }

    /// Files in a format, or stdin, perhaps for rules that count besides those of the format.
    pub(super) fn foreign_files<'a>(
        &mut self,
        format: &Format,
        paths: impl Iterator<Item = &'a PathBuf>,
        rules: Option<SourceId>,
    ) -> Exit {
        let stdin = PathBuf::from("-");
        let mut paths: Vec<&PathBuf> = paths.collect();
        if paths.is_empty() {
            paths.push(&stdin);
        }
        let mut exit = Exit::Yes;
        for path in paths {
            self.console.turn_to(&files::name(path));
            let done = if format.is_by_lines() && files::sample(path).is_none() {
                Feed::open(path).map(|feed| self.foreign_lines(format, rules, &files::name(path), feed))
            } else {
                files::read_puzzle(path, self.sources).map(|source| self.foreign(format, rules, source))
            };
            exit = exit.and(done.unwrap_or_else(|trouble| trouble.tell(self.console)));
            if is_interrupted() {
                return exit.and(Exit::Interrupted);
            }
        }
        exit
    }

    /// The puzzles of a text in the format of another program. Each becomes a text in the language, and is then treated
    /// as any other.
    pub(super) fn foreign(&mut self, format: &Format, rules: Option<SourceId>, source: SourceId) -> Exit {
        let Source { name: file, text, .. } = self.sources.get(source).clone();
        let (mut count, base) = (0, self.count);
        let total = &mut count;
        let produce = |push: &mut Push<'_, _>| {
            let mut puzzles = (1..).zip(format.puzzles(source, &text)).peekable();
            while let Some((number, puzzle)) = puzzles.next() {
                let single = number == 1 && puzzles.peek().is_none();
                *total = number;
                let wrong = puzzle.is_err();
                if !push(Next::Item((number, single, puzzle))) || wrong {
                    break;
                }
            }
            Ok(())
        };
        let exit =
            self.spread(produce, |run, (number, single, puzzle): (u64, bool, Result<Puzzle, Wrong>)| {
                let mut name = String::new();
                called(&mut name, &file, number, single);
                run.translated(name, base + number, puzzle, rules, single)
            });
        self.count += count;
        exit
    }

    /// A puzzle in the format of another program, which becomes a text in the language unless others like it have been one.
    pub(super) fn translated(
        &mut self,
        name: String,
        number: u64,
        puzzle: Result<Puzzle, Wrong>,
        rules: Option<SourceId>,
        single: bool,
    ) -> Exit {
        if !self.is_wanted(&name, number) {
            return Exit::Yes;
        }
        let puzzle = match puzzle {
            Ok(puzzle) => puzzle,
            Err(wrong) => {
                self.console.turn_to(&name);
                return Trouble::Text(wrong).tell_of(&name, self.sources, self.console);
            }
        };
        let akin = if self.may_be_akin(single) { self.akin_puzzle(rules, &name, &puzzle) } else { None };
        let before = self.sources.len();
        let mut subject = match akin {
            Some(akin) => Subject { origin: Origin::Foreign(puzzle), ..akin },
            None => {
                let written = self.sources.add(format!("{name} (as a .puzzle)"), puzzle.to_string());
                let resolved = self.resolved(rules.unwrap_or(written), rules.map(|_| written));
                let mut subject = Subject::new(String::new(), resolved, Origin::Foreign(puzzle));
                self.expand(&mut subject, None, true);
                subject
            }
        };
        (subject.name, subject.number) = (name, number);
        self.hand_over_and_forget(subject, before)
    }

    /// Hands one thing over, and starts the clock for the next. What was cut short is not the fault of the input.
    pub(super) fn hand_over(&mut self, subject: &mut Subject) -> Exit {
        if !self.is_wanted(&subject.name, subject.number) {
            return Exit::Yes;
        }
        if is_interrupted() {
            self.console.remark(&format!("{}: interrupted", subject.name));
            return Exit::Interrupted;
        }
        let done = self.act_on(subject);
        let exit = done.unwrap_or_else(|trouble| trouble.tell_of(&subject.name, self.sources, self.console));
        let exit = match (self.what.deadline().cause(), exit) {
            (Some(cause), Exit::BadInput) => {
                self.console.answer(Record { status: Status::Unknown, ..Record::default() });
                if cause == Cause::Asked { Exit::Interrupted } else { Exit::Undecided }
            }
            _ if is_interrupted() => exit.and(Exit::Interrupted),
            _ => exit,
        };
        self.what.deadline().begin();
        self.console.flush_in_time();
        exit
    }

    /// Whether a puzzle is to be answered in this run.
    pub(super) fn is_wanted(&self, name: &str, number: u64) -> bool {
        (number == 0 || self.choice.takes(number)) && !self.choice.holds(name)
    }

    fn act_on(&mut self, subject: &mut Subject) -> Result<Exit, Trouble> {
        if self.manner != Manner::Case {
            self.console.turn_to(&subject.name);
        }
        if self.manner != Manner::Named {
            subject.usable(self.sources, self.console)?;
        }
        subject.deadline = self.what.deadline().clone();
        subject.in_batch = self.has_records || self.choice.is_asked();
        (self.act)(subject, self.sources, self.console)
    }

    /// The same, and forgets the texts of this puzzle, those from a number on, unless they are spoken of.
    fn hand_over_and_forget(&mut self, mut subject: Subject, texts: usize) -> Exit {
        let spoken_of = !subject.diagnostics.is_empty();
        let exit = self.hand_over(&mut subject);
        if !spoken_of {
            self.sources.truncate(texts);
        }
        exit
    }

    /// The plain grids of a file.
    pub(super) fn grids(&mut self, rules: SourceId, source: SourceId) -> Exit {
        let Source { name, text, .. } = self.sources.get(source).clone();
        let (program, mut diagnostics) = self.bare(rules);
        let used = self.used(rules);
        if diagnostics.iter().any(Diagnostic::is_error) {
            return self.hand_over(&mut Subject::new(name, (program, diagnostics), Origin::Grid(used)));
        }
        match self.printed(&program, &text) {
            Some(solutions) if !solutions.is_empty() => return self.facts(&name, rules, solutions),
            Some(_) => {
                diagnostics.push(say::no_grid(&name));
                return self.hand_over(&mut Subject::new(name, (program, diagnostics), Origin::Grid(used)));
            }
            None => {}
        }
        let (pictures, wrong) = grids(&program, source, &text);
        diagnostics.extend(wrong);
        if pictures.take(1).count() == 0 {
            if !diagnostics.iter().any(Diagnostic::is_error) {
                diagnostics.push(say::no_grid(&name));
            }
            return self.hand_over(&mut Subject::new(name, (program, diagnostics), Origin::Grid(used)));
        }
        let common = Common { name, resolved: (program.clone(), diagnostics), used, before: self.count };
        let mut count = 0;
        let total = &mut count;
        let produce = |push: &mut Push<'_, _>| {
            let mut pictures = (1..).zip(grids(&program, source, &text).0).peekable();
            while let Some((number, picture)) = pictures.next() {
                *total = number;
                if !push(Next::Item((number, number == 1 && pictures.peek().is_none(), picture))) {
                    break;
                }
            }
            Ok(())
        };
        let exit = self.spread(produce, |run, (number, single, picture)| {
            let mut subject = run.standing.take().unwrap_or_else(|| common.subject());
            common.name(&mut subject, number, single);
            subject.diagnostics.clone_from(&common.resolved.1);
            run.drawn(&mut subject, picture);
            let exit = run.hand_over(&mut subject);
            subject.ground = None;
            run.standing = Some(subject);
            exit
        });
        self.standing = None;
        self.count += count;
        exit
    }

    /// Lays another grid on the board of a puzzle, or expands the rules for it.
    pub(super) fn drawn(&self, subject: &mut Subject, picture: Picture) {
        // What cannot be read is not laid on a board, be that known or not.
        if subject.diagnostics.iter().any(Diagnostic::is_error) {
            return;
        }
        let again = subject.shared.borrow_mut().give_again(&picture);
        match again {
            Some(found) => subject.diagnostics.extend(found),
            None => self.expand(subject, Some(picture), true),
        }
    }

    /// Answers to a puzzle, each as facts.
    pub(super) fn facts(&mut self, name: &str, rules: SourceId, answers: Vec<String>) -> Exit {
        let exits = answers.into_iter().map(|facts| {
            let answer = self.sources.add(format!("{name}{AS_FACTS}"), facts);
            self.language(Some(rules), answer)
        });
        exits.fold(Exit::Yes, Exit::and)
    }

    /// The solutions that `solve` has printed in this text, as facts; nothing if it holds none, or is a plain grid.
    fn printed(&self, program: &Arc<Program>, text: &str) -> Option<Vec<String>> {
        // A line of cells alone is a grid like others where its size is known without it; and `0` may be an empty cell.
        let shape = expected_shape(program);
        let is_known = shape.cols.is_some() && (shape.rows.is_some() || shape.square);
        let has_gaps = text.contains('.');
        // Most texts are grids of rules with cells alone, and those can be told without expanding the rules.
        if program.families.is_empty() && (is_known || has_gaps) && !text.contains([',', '=', '[', '{']) {
            return None;
        }
        let places = || {
            let options = Options { puzzle: true, budget: self.budget(), ..Options::default() };
            let (ground, _) = ground(program, &options);
            let all = draw::places(&ground.world);
            let has_zero = ground.world.unknowns.first().is_some_and(|unknown| unknown.domain.has_int(0));
            let is_grid = all.len() as i64 == ground.world.size.map_or(0, |(rows, cols)| rows * cols);
            let is_open = has_gaps || (text.contains('0') && !has_zero);
            if !text.contains(',') && is_grid && (is_known || is_open) { Vec::new() } else { all }
        };
        answers(text, places)
    }

    /// The cases of a judge, each with the most moves its plan may have.
    pub(super) fn cases(&mut self) -> Result<Exit, Trouble> {
        let what = self.what;
        let path = what.rules.as_ref();
        let path =
            path.ok_or_else(|| Trouble::call("name the rules first: gridlog solve -f judge RULES CASES"))?;
        let rules = files::read_rules(path, self.sources)?;
        let mut exit = Exit::Yes;
        for puzzle in &what.puzzles {
            let source = match files::read_puzzle(puzzle, self.sources) {
                Ok(source) => source,
                Err(trouble) => return Ok(exit.and(trouble.tell(self.console))),
            };
            let Source { name, text, .. } = self.sources.get(source).clone();
            let cases = cases(source, &text).map_err(|told| Trouble::call(format!("{name}: {told}")))?;
            for (number, case) in (1..).zip(cases) {
                let origin = self.told_in(rules, None);
                let mut subject = Subject::new(format!("{name}, case {number}"), self.bare(rules), origin);
                subject.most_moves = Some(case.most);
                self.expand(&mut subject, Some(case.picture), true);
                exit = exit.and(self.hand_over(&mut subject));
                if self.is_over() {
                    return Ok(exit);
                }
            }
        }
        Ok(exit)
    }

    /// What the rules of a subject amount to, with a picture of the puzzle if it is one; as it is if they are wrong.
    pub(super) fn expand(&self, subject: &mut Subject, grid: Option<Picture>, puzzle: bool) {
        self.expand_with(subject, grid, puzzle, None);
    }

    /// The same with what puzzles before it had in common with it. Nowhere else does a run expand rules.
    pub(super) fn expand_with(
        &self,
        subject: &mut Subject,
        grid: Option<Picture>,
        puzzle: bool,
        kept: Option<&Kept>,
    ) {
        if subject.diagnostics.iter().any(Diagnostic::is_error) {
            return;
        }
        let deadline = self.what.deadline().clone();
        subject.options = Options {
            grid,
            puzzle,
            answer: self.what.answer,
            budget: self.budget(),
            deadline,
            by_resolution: false,
            shapes: None,
            kept: kept.cloned(),
        };
        let (ground, found) = ground(&subject.program, &subject.options);
        subject.options.kept = None;
        subject.ground = Some(ground);
        if self.what.deadline().cause().is_some() {
            // What else is said comes of being cut short, too.
            subject.diagnostics.extend(found.into_iter().find(Diagnostic::is_error));
        } else {
            subject.diagnostics.extend(found);
        }
    }

    fn budget(&self) -> Budget {
        Budget { steps: self.what.ground_limit, ..Budget::default() }
    }

    /// Whether there is no use in going on: nobody reads any more, or somebody asks to stop.
    pub(super) fn is_over(&self) -> bool {
        self.console.has_ended() || is_interrupted()
    }
}

//! The puzzles of one text, whatever it is written in: each is resolved, expanded and handed over.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::super::signals::is_interrupted;
use super::super::trouble::Trouble;
use super::super::{Exit, files};
use super::kind::{is_puzzle_file, is_rules_file};
use super::run::Run;
use super::{AS_FACTS, Origin, Shared, Subject};
use crate::base::clock::Cause;
use crate::board::draw;
use crate::board::eval::Budget;
use crate::board::ground::{Options, expected_shape, grids, ground};
use crate::language::diagnostic::Diagnostic;
use crate::language::diagnostic::catalogue::files as say;
use crate::language::program::Program;
use crate::language::puzzle::formats::Format;
use crate::language::puzzle::written::Use;
use crate::language::puzzle::{Picture, answers, cases, parts};
use crate::language::resolve::built_in::BUILT_IN;
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
        let single = parts.len() == 1;
        let mut exit = Exit::Yes;
        for (number, part) in (1..).zip(parts) {
            let before = self.sources.len();
            let source = if part.text.len() == text.len() {
                source
            } else {
                self.sources.add_part(name, part.text, part.before)
            };
            let resolved = match rules {
                Some(rules) => self.resolved(rules, Some(source)),
                None => self.known(source).unwrap_or_else(|| self.resolved(source, None)),
            };
            let origin = if is_rule_set { Origin::Grid(self.used(source)) } else { Origin::Language(source) };
            let subject = Subject::new(called(name, number, single), resolved, origin);
            let subject = self.expanded(subject, None, is_puzzle);
            exit = exit.and(self.hand_over_and_forget(subject, before));
            if self.is_over() {
                break;
            }
        }
        exit
    }

    /// How a puzzle of a rule set names it.
    fn used(&self, rules: SourceId) -> Use {
        // Rules that came through stdin have no name that a puzzle could use.
        let file = Path::new(self.sources.get(rules).name.trim_start_matches(BUILT_IN));
        let stem = file.file_stem().filter(|_| is_rules_file(file));
        let stem = stem.map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        Use { name: stem, with: self.what.settings.clone() }
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
            exit = exit.and(match files::read_puzzle(path, self.sources) {
                Ok(source) => self.foreign(format, rules, source),
                Err(trouble) => trouble.tell(self.console),
            });
            if is_interrupted() {
                return exit.and(Exit::Interrupted);
            }
        }
        exit
    }

    /// The puzzles of a text in the format of another program. Each becomes a text in the language, and is then treated
    /// as any other.
    pub(super) fn foreign(&mut self, format: &Format, rules: Option<SourceId>, source: SourceId) -> Exit {
        let Source { name, text, .. } = self.sources.get(source).clone();
        let mut exit = Exit::Yes;
        let mut puzzles = (1..).zip(format.puzzles(source, &text)).peekable();
        while let Some((number, puzzle)) = puzzles.next() {
            let name = called(&name, number, number == 1 && puzzles.peek().is_none());
            let puzzle = match puzzle {
                Ok(puzzle) => puzzle,
                Err(wrong) => {
                    self.console.turn_to(&name);
                    return exit.and(Trouble::Text(wrong).tell_of(&name, self.sources, self.console));
                }
            };
            let before = self.sources.len();
            let written = self.sources.add(format!("{name} (as a .puzzle)"), puzzle.to_string());
            let resolved = self.resolved(rules.unwrap_or(written), rules.map(|_| written));
            let subject = Subject::new(name, resolved, Origin::Foreign(puzzle));
            let subject = self.expanded(subject, None, true);
            exit = exit.and(self.hand_over_and_forget(subject, before));
            if self.is_over() {
                break;
            }
        }
        exit
    }

    /// Hands one thing over, and starts the clock for the next. What was cut short is not the fault of the input.
    fn hand_over(&mut self, mut subject: Subject) -> Exit {
        if is_interrupted() {
            self.console.remark(&format!("{}: interrupted", subject.name));
            return Exit::Interrupted;
        }
        let done = (self.act)(&mut subject, self.sources, self.console);
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
        exit
    }

    /// The same, and forgets the texts of this puzzle, those from a number on, unless they are spoken of.
    fn hand_over_and_forget(&mut self, subject: Subject, texts: usize) -> Exit {
        let spoken_of = !subject.diagnostics.is_empty();
        let exit = self.hand_over(subject);
        if !spoken_of {
            self.sources.truncate(texts);
        }
        exit
    }

    /// The plain grids of a file.
    pub(super) fn grids(&mut self, rules: SourceId, source: SourceId) -> Exit {
        let Source { name, text, .. } = self.sources.get(source).clone();
        let (program, mut diagnostics) = self.bare(rules);
        let origin = Origin::Grid(self.used(rules));
        let about = |name: String, diagnostics: &[Diagnostic]| {
            Subject::new(name, (program.clone(), diagnostics.to_vec()), origin.clone())
        };
        if diagnostics.iter().any(Diagnostic::is_error) {
            return self.hand_over(about(name, &diagnostics));
        }
        match self.printed(&program, &text) {
            Some(solutions) if !solutions.is_empty() => return self.facts(&name, rules, solutions),
            Some(_) => {
                diagnostics.push(say::no_grid(&name));
                return self.hand_over(about(name, &diagnostics));
            }
            None => {}
        }
        let (pictures, wrong) = grids(&program, source, &text);
        diagnostics.extend(wrong);
        let mut pictures = (1..).zip(pictures).peekable();
        if pictures.peek().is_none() {
            if !diagnostics.iter().any(Diagnostic::is_error) {
                diagnostics.push(say::no_grid(&name));
            }
            return self.hand_over(about(name, &diagnostics));
        }
        let mut exit = Exit::Yes;
        let shared = Shared::default();
        while let Some((number, picture)) = pictures.next() {
            let single = number == 1 && pictures.peek().is_none();
            let mut subject = about(called(&name, number, single), &diagnostics);
            let again = shared.borrow_mut().as_mut().and_then(|solver| solver.give_again(&picture));
            match again {
                Some(found) => subject.diagnostics.extend(found),
                None => subject = self.expanded(subject, Some(picture), true),
            }
            subject.shared = shared.clone();
            exit = exit.and(self.hand_over(subject));
            if self.is_over() {
                break;
            }
        }
        exit
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
                let origin = Origin::Language(rules);
                let subject = Subject::new(format!("{name}, case {number}"), self.bare(rules), origin);
                let subject = self.expanded(subject, Some(case.picture), true);
                exit = exit.and(self.hand_over(Subject { most_moves: Some(case.most), ..subject }));
                if self.is_over() {
                    return Ok(exit);
                }
            }
        }
        Ok(exit)
    }

    /// What the rules of a subject amount to, with a picture of the puzzle if it is one; as it is if they are wrong.
    fn expanded(&self, mut subject: Subject, grid: Option<Picture>, puzzle: bool) -> Subject {
        if subject.diagnostics.iter().any(Diagnostic::is_error) {
            return subject;
        }
        let deadline = self.what.deadline().clone();
        subject.options = Options {
            grid,
            puzzle,
            answer: self.what.answer,
            budget: self.budget(),
            deadline,
            by_resolution: false,
        };
        let (ground, found) = ground(&subject.program, &subject.options);
        subject.ground = Some(ground);
        if self.what.deadline().cause().is_some() {
            // What else is said comes of being cut short, too.
            subject.diagnostics.extend(found.into_iter().find(Diagnostic::is_error));
        } else {
            subject.diagnostics.extend(found);
        }
        subject
    }

    fn budget(&self) -> Budget {
        Budget { steps: self.what.ground_limit, ..Budget::default() }
    }

    /// Whether there is no use in going on: nobody reads any more, or somebody asks to stop.
    fn is_over(&self) -> bool {
        self.console.has_ended() || is_interrupted()
    }
}

/// What messages call a puzzle of a file: with its number, unless it is the only one.
fn called(file: &str, number: u64, single: bool) -> String {
    if single { file.to_owned() } else { format!("{file}, puzzle {number}") }
}

//! The puzzles of one text, whatever it is written in: each is resolved, expanded and handed over.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::super::console::Console;
use super::super::signals::is_interrupted;
use super::super::{Exit, files};
use super::kind::{is_puzzle_file, is_rules_file};
use super::{AS_FACTS, Origin, Shared, Subject, What};
use crate::base::clock::Cause;
use crate::board::draw;
use crate::board::eval::Budget;
use crate::board::ground::{Options, expected_shape, ground};
use crate::language::diagnostic::Diagnostic;
use crate::language::diagnostic::catalogue::files as say;
use crate::language::program::Program;
use crate::language::puzzle::formats::Format;
use crate::language::puzzle::written::Use;
use crate::language::puzzle::{Asked, Picture, answers, cases, parts, stream};
use crate::language::resolve::built_in::BUILT_IN;
use crate::language::resolve::{Request, resolve};
use crate::language::source::{SourceId, Sources};
use crate::services::record::{Record, Status};

impl What {
    /// A rule set, or the puzzles of a text in the language, perhaps for rules that count besides their own.
    pub(super) fn language(
        &self,
        rules: Option<SourceId>,
        source: SourceId,
        sources: &mut Sources,
        console: &mut Console,
        act: &mut dyn FnMut(Subject, &Sources, &mut Console) -> Exit,
    ) -> Exit {
        let name = sources.get(source).name.clone();
        let is_puzzle = rules.is_some() || is_puzzle_file(Path::new(&name));
        let text = sources.get(source).text.clone();
        let parts = parts(&text);
        let single = parts.len() == 1;
        let mut exit = Exit::Yes;
        for (number, part) in (1..).zip(parts) {
            let before = sources.len();
            let name = name.trim_end_matches(AS_FACTS);
            let called = if single { name.to_owned() } else { format!("{name}, puzzle {number}") };
            let source = if part.text.len() == text.len() {
                source
            } else {
                sources.add_part(name, part.text, part.before)
            };
            let (program, diagnostics) =
                self.resolved(rules.unwrap_or(source), rules.map(|_| source), sources);
            let origin = if rules.is_none() && is_rules_file(Path::new(&name)) {
                Origin::Grid(self.used(source, sources))
            } else {
                Origin::Language(source)
            };
            let subject = self.expanded(called, Arc::new(program), diagnostics, None, is_puzzle, origin);
            exit = exit.and(self.hand_over_and_forget(subject, before, sources, console, act));
            if is_over(console) {
                break;
            }
        }
        exit
    }

    /// How a puzzle of a rule set names it.
    pub(super) fn used(&self, rules: SourceId, sources: &Sources) -> Use {
        // Rules that came through stdin have no name that a puzzle could use.
        let file = Path::new(sources.get(rules).name.trim_start_matches(BUILT_IN));
        let stem = file.file_stem().filter(|_| is_rules_file(file));
        let stem = stem.map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        Use { name: stem, with: self.settings.clone() }
    }

    /// Files in the format that was given, perhaps for rules that count besides those of the format.
    pub(super) fn foreign_files<'a>(
        &self,
        paths: impl Iterator<Item = &'a PathBuf>,
        rules: Option<SourceId>,
        sources: &mut Sources,
        console: &mut Console,
        act: &mut dyn FnMut(Subject, &Sources, &mut Console) -> Exit,
    ) -> Exit {
        let stdin = [PathBuf::from("-")];
        let mut paths: Vec<&PathBuf> = paths.collect();
        if paths.is_empty() {
            paths.extend(&stdin);
        }
        let mut exit = Exit::Yes;
        for path in paths {
            console.turn_to(&files::name(path));
            exit = exit.and(match (files::read_puzzle(path, sources), self.from) {
                (Ok(source), Some(format)) => self.foreign(format, rules, source, sources, console, act),
                (Ok(_), None) => Exit::BadInput,
                (Err(trouble), _) => trouble.report(console),
            });
            if is_interrupted() {
                return exit.and(Exit::Interrupted);
            }
        }
        exit
    }

    /// The puzzles of a text in the format of another program. Each becomes a text in the language, and is then treated
    /// as any other.
    pub(super) fn foreign(
        &self,
        format: &Format,
        rules: Option<SourceId>,
        source: SourceId,
        sources: &mut Sources,
        console: &mut Console,
        act: &mut dyn FnMut(Subject, &Sources, &mut Console) -> Exit,
    ) -> Exit {
        let name = sources.get(source).name.clone();
        let text = sources.get(source).text.clone();
        let mut exit = Exit::Yes;
        let mut puzzles = format.puzzles(source, &text).enumerate().peekable();
        while let Some((number, puzzle)) = puzzles.next() {
            let single = number == 0 && puzzles.peek().is_none();
            let name = if single { name.clone() } else { format!("{name}, puzzle {}", number + 1) };
            let puzzle = match puzzle {
                Ok(puzzle) => puzzle,
                Err(wrong) => {
                    console.turn_to(&name);
                    console.report(std::slice::from_ref(&*wrong), sources);
                    return exit.and(Exit::BadInput);
                }
            };
            let before = sources.len();
            let written = sources.add(format!("{name} (as a .puzzle)"), puzzle.to_string());
            let (program, diagnostics) =
                self.resolved(rules.unwrap_or(written), rules.map(|_| written), sources);
            let origin = Origin::Foreign(puzzle);
            let subject = self.expanded(name, Arc::new(program), diagnostics, None, true, origin);
            exit = exit.and(self.hand_over_and_forget(subject, before, sources, console, act));
            if is_over(console) {
                break;
            }
        }
        exit
    }

    /// Hands one thing over, and starts the clock for the next. What was cut short is not the fault of the input.
    pub(super) fn hand_over(
        &self,
        subject: Subject,
        sources: &Sources,
        console: &mut Console,
        act: &mut dyn FnMut(Subject, &Sources, &mut Console) -> Exit,
    ) -> Exit {
        if is_interrupted() {
            console.remark(&format!("{}: interrupted", subject.name));
            return Exit::Interrupted;
        }
        let exit = act(subject, sources, console);
        let exit = match (self.deadline().cause(), exit) {
            (Some(cause), Exit::BadInput) => {
                console.answer(Record { status: Status::Unknown, ..Record::default() });
                if cause == Cause::Asked { Exit::Interrupted } else { Exit::Undecided }
            }
            _ if is_interrupted() => exit.and(Exit::Interrupted),
            _ => exit,
        };
        self.deadline().begin();
        exit
    }

    /// The same, and forgets the texts of this puzzle, those from a number on, unless they are spoken of.
    fn hand_over_and_forget(
        &self,
        subject: Subject,
        texts: usize,
        sources: &mut Sources,
        console: &mut Console,
        act: &mut dyn FnMut(Subject, &Sources, &mut Console) -> Exit,
    ) -> Exit {
        let spoken_of = !subject.diagnostics.is_empty();
        let exit = self.hand_over(subject, sources, console, act);
        if !spoken_of {
            sources.truncate(texts);
        }
        exit
    }

    pub(super) fn resolved(
        &self,
        rules: SourceId,
        puzzle: Option<SourceId>,
        sources: &mut Sources,
    ) -> (Program, Vec<Diagnostic>) {
        let settings = self.settings.iter().map(|(name, value)| (name.clone(), value.to_string())).collect();
        let request = Request { rules: Some(rules), puzzle, settings };
        resolve(&request, sources, &files::Shelf)
    }

    /// The plain grids of a file.
    pub(super) fn grids(
        &self,
        rules: SourceId,
        source: SourceId,
        sources: &mut Sources,
        console: &mut Console,
        act: &mut dyn FnMut(Subject, &Sources, &mut Console) -> Exit,
    ) -> Exit {
        let name = sources.get(source).name.clone();
        let (program, mut diagnostics) = self.resolved(rules, None, sources);
        let program = Arc::new(program);
        let origin = Origin::Grid(self.used(rules, sources));
        if diagnostics.iter().any(Diagnostic::is_error) {
            let wrong = Subject::wrong(name, program, diagnostics, origin);
            return self.hand_over(wrong, sources, console, act);
        }
        if let Some(solutions) = self.printed(&program, &sources.get(source).text) {
            if solutions.is_empty() {
                diagnostics.push(say::no_grid(&name));
                let wrong = Subject::wrong(name, program, diagnostics, origin);
                return self.hand_over(wrong, sources, console, act);
            }
            return self.facts(&name, rules, solutions, sources, console, act);
        }
        let is_value = |word: &str| word.parse::<i64>().is_ok() || program.terms.known_symbol(word).is_some();
        let asked = Asked { shape: expected_shape(&program), is_value: &is_value };
        let text = sources.get(source).text.clone();
        let (pictures, wrong) = stream(source, &text, asked);
        diagnostics.extend(wrong);
        let mut pictures = pictures.enumerate().peekable();
        if pictures.peek().is_none() {
            if !diagnostics.iter().any(Diagnostic::is_error) {
                diagnostics.push(say::no_grid(&name));
            }
            let wrong = Subject::wrong(name, program, diagnostics, origin);
            return self.hand_over(wrong, sources, console, act);
        }
        let mut exit = Exit::Yes;
        let shared = Shared::default();
        while let Some((number, picture)) = pictures.next() {
            let single = number == 0 && pictures.peek().is_none();
            let name = if single { name.clone() } else { format!("{name}, puzzle {}", number + 1) };
            let (program, mut diagnostics, origin) = (program.clone(), diagnostics.clone(), origin.clone());
            let again = shared.borrow_mut().as_mut().and_then(|solver| solver.give_again(&picture));
            let mut subject = match again {
                Some(found) => {
                    diagnostics.extend(found);
                    Subject::wrong(name, program, diagnostics, origin)
                }
                None => self.expanded(name, program, diagnostics, Some(picture), true, origin),
            };
            subject.shared = shared.clone();
            exit = exit.and(self.hand_over(subject, sources, console, act));
            if is_over(console) {
                break;
            }
        }
        exit
    }

    /// Answers to a puzzle, each as facts.
    pub(super) fn facts(
        &self,
        name: &str,
        rules: SourceId,
        answers: Vec<String>,
        sources: &mut Sources,
        console: &mut Console,
        act: &mut dyn FnMut(Subject, &Sources, &mut Console) -> Exit,
    ) -> Exit {
        let exits = answers.into_iter().map(|facts| {
            let answer = sources.add(format!("{name}{AS_FACTS}"), facts);
            self.language(Some(rules), answer, sources, console, act)
        });
        exits.fold(Exit::Yes, Exit::and)
    }

    /// The solutions that `solve` has printed in this text, as facts; nothing if it holds none, or is a plain grid.
    pub(super) fn printed(&self, program: &Program, text: &str) -> Option<Vec<String>> {
        // A line of cells alone is a grid like others where its size is known without it; and `0` may be an empty cell.
        let shape = expected_shape(program);
        let is_known = shape.cols.is_some() && (shape.rows.is_some() || shape.square);
        let has_gaps = text.contains('.');
        // Most texts are grids of rules with cells alone, and those can be told without expanding the rules.
        if program.families.is_empty() && (is_known || has_gaps) && !text.contains([',', '=', '[', '{']) {
            return None;
        }
        let places = || {
            let budget = Budget { steps: self.ground_limit, ..Budget::default() };
            let (ground, _) = ground(program, &Options { puzzle: true, budget, ..Options::default() });
            let all = draw::places(&ground.world);
            let has_zero = ground.world.unknowns.first().is_some_and(|unknown| unknown.domain.has_int(0));
            let is_grid = all.len() as i64 == ground.world.size.map_or(0, |(rows, cols)| rows * cols);
            let is_open = has_gaps || (text.contains('0') && !has_zero);
            if !text.contains(',') && is_grid && (is_known || is_open) { Vec::new() } else { all }
        };
        answers(text, places)
    }

    /// The cases of a judge, each with the most moves its plan may have.
    pub(in crate::cli) fn cases(
        &self,
        sources: &mut Sources,
        console: &mut Console,
        act: &mut dyn FnMut(Subject, u32, &Sources, &mut Console) -> Exit,
    ) -> Exit {
        let Some(path) = &self.rules else {
            console.complain(&"name the rules first: gridlog solve -f judge RULES CASES");
            return Exit::BadInput;
        };
        let rules = match files::read_rules(path, sources) {
            Ok(rules) => rules,
            Err(trouble) => return trouble.report(console),
        };
        let (program, diagnostics) = self.resolved(rules, None, sources);
        let program = Arc::new(program);
        let origin = Origin::Language(rules);
        let mut exit = Exit::Yes;
        for puzzle in &self.puzzles {
            let source = match files::read_puzzle(puzzle, sources) {
                Ok(source) => source,
                Err(trouble) => return exit.and(trouble.report(console)),
            };
            let name = sources.get(source).name.clone();
            let cases = match cases(source, &sources.get(source).text) {
                Ok(cases) => cases,
                Err(told) => {
                    console.complain(&format!("{name}: {told}"));
                    return Exit::BadInput;
                }
            };
            for (number, case) in (1..).zip(cases) {
                let name = format!("{name}, case {number}");
                let picture = Some(case.picture);
                let (program, diagnostics) = (program.clone(), diagnostics.clone());
                let subject = self.expanded(name, program, diagnostics, picture, true, origin.clone());
                let mut act = |subject: Subject, sources: &Sources, console: &mut Console| {
                    act(subject, case.most, sources, console)
                };
                exit = exit.and(self.hand_over(subject, sources, console, &mut act));
                if is_over(console) {
                    return exit;
                }
            }
        }
        exit
    }

    pub(super) fn expanded(
        &self,
        name: String,
        program: Arc<Program>,
        mut diagnostics: Vec<Diagnostic>,
        grid: Option<Picture>,
        puzzle: bool,
        origin: Origin,
    ) -> Subject {
        if diagnostics.iter().any(Diagnostic::is_error) {
            return Subject::wrong(name, program, diagnostics, origin);
        }
        let budget = Budget { steps: self.ground_limit, ..Budget::default() };
        let options =
            Options { grid, puzzle, answer: self.answer, budget, deadline: self.deadline().clone() };
        let (ground, found) = ground(&program, &options);
        if self.deadline().cause().is_some() {
            // What else is said comes of being cut short, too.
            diagnostics.extend(found.into_iter().find(Diagnostic::is_error));
        } else {
            diagnostics.extend(found);
        }
        Subject { ground: Some(ground), options, ..Subject::wrong(name, program, diagnostics, origin) }
    }
}

/// Whether there is no use in going on: nobody reads any more, or somebody asks to stop.
fn is_over(console: &Console) -> bool {
    console.has_ended() || is_interrupted()
}

//! One run over everything that the arguments name: texts are told apart, and each is read as what it is.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::super::batch::Choice;
use super::super::console::Console;
use super::super::feed::Feed;
use super::super::signals::is_interrupted;
use super::super::trouble::Trouble;
use super::super::{Exit, files};
use super::kin::Kin;
use super::kind::{
    cells_typed, could_be_typed, is_language, is_puzzle_file, is_rules, looks_like_a_grid, takes_a_drawing,
    uses,
};
use super::records::{Begun, Boards};
use super::{Act, Make, QUESTION, Subject, What};
use crate::board::ground::expected_shape;
use crate::language::diagnostic::Diagnostic;
use crate::language::program::Program;
use crate::language::puzzle::formats::{self, Format};
use crate::language::puzzle::{self, parts};
use crate::language::resolve::{Request, resolve};
use crate::language::source::{SourceId, Sources};

/// What a run has at hand while it hands over one subject after the other.
pub(super) struct Run<'r> {
    pub(super) what: &'r What,
    pub(super) sources: &'r mut Sources,
    pub(super) console: &'r mut Console,
    /// What is done with each subject.
    pub(super) act: &'r mut Act<'r>,
    /// Where several things are done at once: how many, and what makes another like `act`.
    pub(super) apart: Option<(usize, &'r dyn Make)>,
    /// How subjects are handed over.
    pub(super) manner: Manner,
    /// Which puzzles are answered.
    pub(super) choice: Choice,
    /// Whether puzzles come as records.
    pub(super) has_records: bool,
    /// The params that are set: on the command line, or in a record.
    pub(super) settings: Vec<(String, i64)>,
    /// How many puzzles there were.
    pub(super) count: u64,
    /// Whether puzzles are asked for their values, so that those that are akin may share a board.
    pub(super) shares: bool,
    /// The kinds of puzzles there were.
    pub(super) kin: Vec<Kin>,
    /// What records have named so far.
    pub(super) known_boards: Boards,
    /// The puzzle of a line, which the next line uses again.
    pub(super) standing: Option<Subject>,
    /// The rules that many puzzles share, without any of them: resolved when that is first asked for.
    bare: Option<(SourceId, Resolved)>,
}

/// How subjects are handed over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Manner {
    /// If they can be used; answers are about one after the other.
    Puzzle,
    /// Whether they can be used or not.
    Named,
    /// If they can be used, and answers are about all of them.
    Case,
}

/// Rules that were resolved, and what is to be said about them.
pub(super) type Resolved = (Arc<Program>, Vec<Diagnostic>);

impl<'r> Run<'r> {
    pub(super) fn new(
        what: &'r What,
        sources: &'r mut Sources,
        console: &'r mut Console,
        act: &'r mut Act<'r>,
        apart: Option<(usize, &'r dyn Make)>,
    ) -> Run<'r> {
        what.deadline().begin();
        sources.deadline = what.deadline().clone();
        Run {
            what,
            sources,
            console,
            act,
            apart,
            manner: Manner::Puzzle,
            choice: Choice::default(),
            has_records: false,
            settings: what.settings.clone(),
            count: 0,
            shares: false,
            kin: Vec::new(),
            known_boards: Boards::default(),
            standing: None,
            bare: None,
        }
    }

    /// Hands over all that is named, and what comes through stdin if it is awaited.
    pub(super) fn all(&mut self, awaits: bool) -> Result<Exit, Trouble> {
        let (what, stdin) = (self.what, PathBuf::from("-"));
        if what.rules.is_none() && what.from.is_none() {
            return Err(Trouble::call("name a rule set or a puzzle; `--help` tells more"));
        }
        let first = what.rules.as_ref().unwrap_or(&stdin);
        self.console.turn_to(&files::name(first));
        if let Some(format) = what.from.filter(|_| !is_rules(first)) {
            return Ok(self.foreign_files(format, std::iter::once(first).chain(&what.puzzles), None));
        }
        let mut paths = std::iter::once(first).chain(&what.puzzles);
        if paths.all(|path| files::address(path).is_some()) {
            return Ok(self.addresses(std::iter::once(first).chain(&what.puzzles), None));
        }
        let rules = match self.records_alone(first)? {
            Begun::Answered(exit) => return Ok(exit),
            Begun::Text(rules) => rules,
            Begun::Nothing => self.rules(first)?,
        };
        if let Some(format) = what.from {
            return Ok(self.foreign_files(format, what.puzzles.iter(), Some(rules)));
        }
        let (name, text) = (files::name(first), &self.sources.get(rules).text);
        if !is_rules(first) && !is_puzzle_file(first) && what.puzzles.is_empty() {
            match formats::detect(&name, text).as_slice() {
                [format] if format.name != formats::LANGUAGE.name => {
                    return Ok(self.foreign(format, None, rules));
                }
                several @ [_, _, ..] => return Err(Trouble::call(ambiguous(&name, several))),
                _ => {}
            }
        }
        if looks_like_a_grid(text) {
            let told = format!("{name} looks like a grid; name its rule set first: gridlog .. RULES {name}");
            return Err(Trouble::call(told));
        }
        if what.puzzles.is_empty() {
            let piped = if awaits { self.piped(first, rules)? } else { None };
            return Ok(piped.unwrap_or_else(|| self.language(None, rules)));
        }
        Ok(self.puzzles(first, rules))
    }

    /// The rules that are named first: those of a puzzle if that is an address.
    fn rules(&mut self, first: &Path) -> Result<SourceId, Trouble> {
        let Some((text, format)) = files::address(first) else {
            return files::read_rules(first, self.sources);
        };
        let address = self.sources.add(files::name(first), text);
        match format.puzzles(address, text).next() {
            Some(Ok(puzzle)) => Ok(self.sources.add("address.puzzle", puzzle.to_string())),
            Some(Err(wrong)) => Err(Trouble::Text(wrong)),
            None => Err(Trouble::call("the address holds no puzzle")),
        }
    }

    /// Puzzles that are addresses, perhaps for rules that count besides their own.
    fn addresses<'a>(&mut self, paths: impl Iterator<Item = &'a PathBuf>, rules: Option<SourceId>) -> Exit {
        let mut exit = Exit::Yes;
        for path in paths {
            let Some((_, format)) = files::address(path) else { continue };
            exit = exit.and(self.foreign_files(format, std::iter::once(path), rules));
        }
        exit
    }

    /// All puzzles that are named after the rules.
    fn puzzles(&mut self, first: &Path, rules: SourceId) -> Exit {
        let mut exit = Exit::Yes;
        // `solve a.puzzle b.puzzle`: several puzzles that stand alone.
        let alone = is_puzzle_file(first) && self.what.puzzles.iter().any(|puzzle| is_puzzle_file(puzzle));
        if alone {
            exit = self.language(None, rules);
        }
        for puzzle in &self.what.puzzles {
            self.console.turn_to(&files::name(puzzle));
            let done = if files::address(puzzle).is_some() {
                Ok(self.addresses(std::iter::once(puzzle), Some(rules)))
            } else if let Some(text) = self.typed(puzzle, rules) {
                let source = self.sources.add("<argument>", text);
                Ok(self.puzzle(puzzle, rules, source))
            } else if is_puzzle_file(puzzle) {
                files::read_puzzle(puzzle, self.sources).map(|source| {
                    if alone { self.language(None, source) } else { self.puzzle(puzzle, rules, source) }
                })
            } else {
                Feed::open(puzzle).and_then(|feed| self.fed(puzzle, rules, feed))
            };
            exit = exit.and(match done {
                Ok(exit) => exit,
                Err(trouble) => {
                    let shown = files::name(puzzle);
                    let typed = cells_typed(puzzle).map(|count| {
                        let told = format!("{shown}: no such file, and {count} cells are no whole board");
                        Trouble::call(told)
                    });
                    typed.unwrap_or(trouble).tell(self.console)
                }
            });
            if is_interrupted() {
                return exit.and(Exit::Interrupted);
            }
        }
        exit
    }

    /// The puzzles of a text for rules, in whatever form it is.
    pub(super) fn puzzle(&mut self, path: &Path, rules: SourceId, source: SourceId) -> Exit {
        let text = &self.sources.get(source).text;
        if !is_language(path, text) {
            return self.grids(rules, source);
        }
        if is_puzzle_file(Path::new(&self.sources.get(rules).name)) && uses(text) {
            // A puzzle for a puzzle is an answer to it: what it gives is all that counts.
            let read = parts(text).into_iter().map(|part| {
                let puzzle = formats::LANGUAGE.puzzles(source, part.text).next();
                puzzle.and_then(Result::ok).map(|puzzle| puzzle.givens())
            });
            if let Some(read) = read.collect::<Option<Vec<String>>>() {
                let name = self.sources.get(source).name.clone();
                return self.facts(&name, rules, read);
            }
        }
        self.language(Some(rules), source)
    }

    /// The puzzles that come through stdin, if rules that take a drawing are all that is named. An empty text is none.
    fn piped(&mut self, path: &Path, rules: SourceId) -> Result<Option<Exit>, Trouble> {
        let asks = self.what.settings.is_empty() && !files::is_stdin(path) && !is_puzzle_file(path);
        if !asks || files::is_typed() || !takes_a_drawing(&self.bare(rules).0) {
            return Ok(None);
        }
        let stdin = Path::new("-");
        self.piped_in(stdin, rules, Feed::open(stdin)?)
    }

    /// The puzzle that an argument is instead of naming one: as many characters as the grid has cells, each a value or a
    /// sign of an empty cell, or rows on several lines.
    fn typed(&mut self, argument: &Path, rules: SourceId) -> Option<String> {
        let text = could_be_typed(argument)?;
        let (program, _) = self.bare(rules);
        let is_cell = |letter: char| {
            let word = letter.to_string();
            letter.is_ascii_digit()
                || letter.is_ascii_uppercase()
                || letter == '-'
                || puzzle::is_empty_mark(&word)
                || program.terms.known_symbol(&word).is_some()
        };
        let whole = expected_shape(&program).is_whole(text.chars().count()) && text.chars().all(is_cell);
        (takes_a_drawing(&program) && (whole || text.contains('\n'))).then(|| text.to_owned())
    }

    /// The rules that many puzzles share, without any of them.
    pub(super) fn bare(&mut self, rules: SourceId) -> Resolved {
        if let Some(known) = self.known(rules) {
            return known;
        }
        let resolved = self.resolved(rules, None);
        self.bare = Some((rules, resolved.clone()));
        resolved
    }

    /// Resolves them again when they are next asked for.
    pub(super) fn forget_bare(&mut self) {
        self.bare = None;
    }

    /// The same if somebody has asked before.
    pub(super) fn known(&self, rules: SourceId) -> Option<Resolved> {
        self.bare.as_ref().filter(|(source, _)| *source == rules).map(|(_, resolved)| resolved.clone())
    }

    /// Rules with a puzzle for them.
    pub(super) fn resolved(&mut self, rules: SourceId, puzzle: Option<SourceId>) -> Resolved {
        let settings = self.settings.iter().map(|(name, value)| (name.clone(), value.to_string())).collect();
        // Commands that share what is compiled answer puzzles; they make no boards.
        let asked = self.what.asked.as_ref();
        let question = asked.map(|asked| self.sources.add(QUESTION, asked.text.clone()));
        let request = Request { rules: Some(rules), puzzle, settings, unsketched: self.shares, question };
        let (mut program, diagnostics) = resolve(&request, self.sources, &files::SHELF);
        if asked.is_some_and(|asked| !asked.laws) {
            Arc::make_mut(&mut program).drop_laws();
        }
        (program, diagnostics)
    }
}

/// What to say of a text that several formats claim.
pub(in crate::cli) fn ambiguous(name: &str, formats: &[&Format]) -> String {
    let names: Vec<&str> = formats.iter().map(|format| format.name).collect();
    format!("{name} may be in several formats; give --from with one of {}", names.join(", "))
}

//! All that can be said about one text without solving it: what `gridlog check` does, and where every name stands.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::base::clock::{Cause, Deadline};
use crate::base::hash::Set;
use crate::board::ground::{Ground, Options, ground};
use crate::editor::place::{Place, known_as};
use crate::language::diagnostic::Diagnostic;
use crate::language::program::Program;
use crate::language::puzzle::parts;
use crate::language::resolve::{Index, Library, Mention, Request, resolve_indexed};
use crate::language::source::{SourceId, Sources, Span};
use crate::services::render::{View, scene};

/// A text, understood.
#[derive(Debug)]
pub struct Analysis {
    /// The name of the text.
    pub name: String,
    /// The text itself.
    pub text: String,
    /// Whether it is a puzzle; else it is a rule set.
    pub is_puzzle: bool,
    /// A rule set, or the puzzles of the text one by one.
    pub units: Vec<Unit>,
    /// Why it was cut short, if it was.
    pub cut: Option<Cause>,
    /// Every file that was looked for, by its name.
    pub tried: BTreeMap<String, Look>,
}

/// What was found where a file was looked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Look {
    /// The path, as it was asked for.
    pub path: String,
    /// The text there, if there was one.
    pub text: Option<String>,
}

/// A rule set, or one puzzle of a file that may hold several.
#[derive(Debug)]
pub struct Unit {
    /// Where in the file it starts.
    pub start: usize,
    /// Where in the file it ends.
    pub end: usize,
    /// Its text and all that were read for it.
    pub sources: Sources,
    /// Its text.
    pub main: SourceId,
    /// What it says.
    pub program: Arc<Program>,
    /// Where names stand in all its texts.
    pub index: Index,
    /// What it amounts to on its board; nothing if it is too wrong for that, or one of very many.
    pub ground: Option<Ground>,
    /// What is to be said about it.
    pub diagnostics: Vec<Diagnostic>,
}

/// Of so many puzzles in one file all is kept; of the others, what is to be said about them.
const MOST_KEPT: usize = 100;

impl Analysis {
    /// Analyses a text; a name that ends in `.puzzle` is a puzzle's.
    pub fn new(name: &str, text: String, library: &dyn Library, deadline: &Deadline) -> Analysis {
        Analysis::with(true, name, text, library, deadline)
    }

    /// The same without looking at the board: only names count.
    pub fn of_names(name: &str, text: String, library: &dyn Library, deadline: &Deadline) -> Analysis {
        Analysis::with(false, name, text, library, deadline)
    }

    fn with(expands: bool, name: &str, text: String, library: &dyn Library, deadline: &Deadline) -> Analysis {
        let is_puzzle = name.strip_suffix(".puzzle").is_some();
        let mut units = Vec::new();
        for (number, mut unit) in self::units(name, &text, library, deadline).enumerate() {
            if expands {
                unit.expand(is_puzzle, deadline);
            }
            if number >= MOST_KEPT {
                (unit.ground, unit.index, unit.program) = (None, Index::default(), Arc::default());
            }
            units.push(unit);
            if deadline.cause().is_some() {
                break;
            }
        }
        let cut = deadline.cause();
        Analysis { name: name.to_owned(), text, is_puzzle, units, cut, tried: BTreeMap::new() }
    }

    /// The rule set or puzzle at a byte of the file; the last one before it, if it stands between two.
    pub fn unit_at(&self, offset: usize) -> Option<&Unit> {
        let after = self.units.partition_point(|unit| unit.start <= offset);
        self.units.get(after.saturating_sub(1))
    }

    /// What stands at a byte of the file, and in which unit.
    pub fn mention_at(&self, offset: usize) -> Option<(&Unit, &Mention)> {
        let unit = self.unit_at(offset)?;
        Some((unit, unit.mention_at(offset)?))
    }

    /// Whether every statement of the text could be made out.
    pub fn is_legible(&self) -> bool {
        let illegible = |found: &Diagnostic| found.code.starts_with("E1");
        !self.units.iter().any(|unit| unit.diagnostics.iter().any(illegible))
    }

    /// A place in this file.
    pub fn place(&self, start: usize, end: usize) -> Place {
        Place { file: self.name.clone(), start, end }
    }

    /// Whether it looked at a path.
    pub fn depends_on(&self, name: &str) -> bool {
        self.tried.contains_key(known_as(name))
    }
}

/// A rule set, or the puzzles of a text one by one, none of them expanded: each is made when it is its turn.
pub fn units<'t>(
    name: &'t str,
    text: &'t str,
    library: &'t dyn Library,
    deadline: &'t Deadline,
) -> impl Iterator<Item = Unit> + 't {
    parts(text).into_iter().map(move |part| Unit::new((name, part.text, part.before), library, deadline))
}

impl Unit {
    /// A text, or a part of one with the lines and bytes before it, not expanded.
    pub fn new(
        (name, text, before): (&str, &str, (usize, usize)),
        library: &dyn Library,
        deadline: &Deadline,
    ) -> Unit {
        let mut sources = Sources::default();
        sources.deadline = deadline.clone();
        let main = sources.add_part(name, text, before);
        let request = Request { rules: Some(main), ..Request::default() };
        let (program, index, diagnostics) = resolve_indexed(&request, &mut sources, library);
        let (start, end) = (before.1, before.1 + text.len());
        Unit { start, end, sources, main, program, index, ground: None, diagnostics }
    }

    /// Lays the rules out on the board, if they are right so far.
    fn expand(&mut self, puzzle: bool, deadline: &Deadline) {
        if self.has_errors() {
            return;
        }
        let options = Options { puzzle, deadline: deadline.clone(), ..Options::default() };
        let (mut ground, found) = ground(&self.program, &options);
        if deadline.cause().is_some() {
            // What else is said comes of being cut short, too.
            self.diagnostics.extend(found.into_iter().find(Diagnostic::is_error));
        } else {
            self.diagnostics.extend(found);
        }
        if !self.has_errors() {
            self.diagnostics.extend(scene(&mut ground.world, &View::default()).err().map(|wrong| *wrong));
            self.ground = Some(ground);
        }
    }

    /// Whether errors keep it from being used.
    pub fn has_errors(&self) -> bool {
        self.diagnostics.iter().any(Diagnostic::is_error)
    }

    /// What stands at a byte of the file.
    pub fn mention_at(&self, offset: usize) -> Option<&Mention> {
        self.index.at(self.main, offset.checked_sub(self.start)?).next()
    }

    /// What a puzzle may supply: names, and their numbers of arguments.
    pub fn inputs(&self) -> Set<(&str, usize)> {
        let inputs = self.program.predicates.iter().filter(|known| known.input);
        inputs.map(|known| (known.name.as_str(), known.arity)).collect()
    }

    /// Its text.
    pub fn text(&self) -> &str {
        &self.sources.get(self.main).text
    }

    /// Where a span lies in its file.
    pub fn place(&self, span: Span) -> Place {
        Place::of(span, &self.sources)
    }

    /// Whether a span lies in the text itself, and not in one that it uses.
    pub fn is_own(&self, span: Span) -> bool {
        span.source == self.main
    }
}

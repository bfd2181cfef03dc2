//! Rule sets.

use std::sync::Arc;

use super::error::{Error, Problem};
use super::library::Shelf;
use super::puzzle::Puzzle;
use crate::board::ground::{Ground, Options, grids, ground};
use crate::language::diagnostic::Diagnostic;
use crate::language::diagnostic::catalogue::files as say;
use crate::language::program::Program;
use crate::language::puzzle::Picture;
use crate::language::puzzle::written::{Puzzle as Written, Use};
use crate::language::resolve::{BuiltIn, Library as _, Request, resolve};
use crate::language::source::{SourceId, Sources};
use crate::services::generate::{
    Amount, Board, Effort, Recipe, Setter, Symmetry, Trouble, filled, position, seed_of, written,
};
use crate::services::solve::Failure;

/// A rule set: what a puzzle of this kind must satisfy.
///
/// ```
/// use gridlog::Rules;
///
/// let latin = Rules::read(
///     "squares",
///     r#"
///     param n = 3.
///     grid(n, n) :: 1..n.
///     rows: row(_, L) => distinct(L).
///     columns: col(_, L) => distinct(L).
///     "#,
/// )?;
/// assert_eq!(latin.board()?.count(None)?.count, 12);
/// assert_eq!(latin.set("n", 4).board()?.count(None)?.count, 576);
/// # Ok::<(), gridlog::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Rules {
    shelf: Shelf,
    settings: Vec<(String, i64)>,
}

impl Rules {
    /// A built-in rule set: `sudoku`, `takuzu`, and what `gridlog list` shows.
    pub fn named(name: &str) -> Result<Rules, Error> {
        let Some((_, text)) = BuiltIn.find(name, "") else {
            return Err(Error::plain(&format!("there is no built-in rule set `{name}`")));
        };
        Ok(Rules { shelf: Shelf { name: name.to_owned(), text }, settings: Vec::new() })
    }

    /// A rule set from its text. The name is what puzzles `use` it by.
    pub fn read(name: &str, text: &str) -> Result<Rules, Error> {
        let rules =
            Rules { shelf: Shelf { name: name.to_owned(), text: text.to_owned() }, settings: Vec::new() };
        let (mut sources, main) = rules.sources();
        let (_, wrong) = rules.resolved(&mut sources, main, None);
        refuse(&wrong, &sources)?;
        Ok(rules)
    }

    /// The same rules with a param set; a wrong name or value shows when a board is asked for.
    #[must_use]
    pub fn set(mut self, param: &str, value: i64) -> Rules {
        self.settings.retain(|(known, _)| known != param);
        self.settings.push((param.to_owned(), value));
        self
    }

    /// The board of the rules, with nothing given.
    pub fn board(&self) -> Result<Puzzle, Error> {
        let (mut sources, main) = self.sources();
        let resolved = self.resolved(&mut sources, main, None);
        expanded(resolved, sources, &Options::default())
    }

    /// A puzzle from a plain text grid: values, and `.` where a cell is open.
    pub fn grid(&self, text: &str) -> Result<Puzzle, Error> {
        let (mut sources, main) = self.sources();
        let (program, mut wrong) = self.resolved(&mut sources, main, None);
        refuse(&wrong, &sources)?;
        let source = sources.add("the grid", text);
        let (mut pictures, more) = grids(&program, source, text);
        wrong.extend(more);
        refuse(&wrong, &sources)?;
        let picture: Option<Picture> = pictures.next();
        if picture.is_none() {
            wrong.push(say::no_grid("the grid"));
        }
        if pictures.next().is_some() {
            return Err(Error::plain(&"the text holds several grids: hand them over one by one"));
        }
        expanded((program, wrong), sources, &Options { grid: picture, puzzle: true, ..Options::default() })
    }

    /// A puzzle in the language. It stands under these rules, and may say so by `use` with their name.
    pub fn puzzle(&self, text: &str) -> Result<Puzzle, Error> {
        let (mut sources, main) = self.sources();
        let puzzle = sources.add("the puzzle", text);
        let resolved = self.resolved(&mut sources, main, Some(puzzle));
        expanded(resolved, sources, &Options { puzzle: true, ..Options::default() })
    }

    /// The text of a new puzzle with exactly one solution, of which no clue can be spared; for rules with moves, a position
    /// with a plan. The same seed gives the same puzzle, here and by `gridlog generate`. [`Rules::puzzle`] reads it.
    ///
    /// # Errors
    /// Also for rules that `sketch` their boards: those are drawn by `gridlog generate` alone.
    pub fn generate(&self, seed: u64) -> Result<String, Error> {
        let (mut sources, main) = self.sources();
        let (program, wrong) = self.resolved(&mut sources, main, None);
        refuse(&wrong, &sources)?;
        if !program.sketches.is_empty() {
            return Err(Error::plain(&"the rules sketch their boards, which only `gridlog generate` draws"));
        }
        let (options, seed) = (Options::default(), seed_of(seed, 0));
        let uses = vec![Use { name: self.shelf.name.clone(), with: self.settings.clone() }];
        let base = Written { uses, ..Written::default() };
        let effort = Effort::default();
        if !program.moves.is_empty() {
            let made = position(&program, &options, None, &effort, seed, &|_| {}, &|| false);
            let (placed, _) = made.map_err(|trouble| unmade(trouble, &sources))?;
            return Ok(filled(base, &placed.world, &placed.values).to_string());
        }
        let (ground, wrong) = ground(&program, &options);
        refuse(&wrong, &sources)?;
        let mut setter = Setter::new(ground, options).map_err(|trouble| unmade(trouble, &sources))?;
        let (amount, symmetry, without) = (Amount::Minimal, Symmetry::None, Vec::new());
        let recipe =
            Recipe { amount, symmetry, without, difficulty: None, board: Board::Told, settles: true, effort };
        let made =
            setter.make(&recipe, seed, &|_| {}, &|| false).map_err(|trouble| unmade(trouble, &sources))?;
        Ok(written(base, setter.world(), made.clues()).to_string())
    }

    fn sources(&self) -> (Sources, SourceId) {
        let mut sources = Sources::default();
        let main = sources.add(format!("{}.rules", self.shelf.name), self.shelf.text.as_str());
        (sources, main)
    }

    fn resolved(
        &self,
        sources: &mut Sources,
        main: SourceId,
        puzzle: Option<SourceId>,
    ) -> (Arc<Program>, Vec<Diagnostic>) {
        let settings = self.settings.iter().map(|(name, value)| (name.clone(), value.to_string())).collect();
        let request = Request { rules: Some(main), puzzle, settings, ..Request::default() };
        resolve(&request, sources, &self.shelf)
    }
}

impl Puzzle {
    /// A puzzle in the language, which uses built-in rules; [`Rules::puzzle`] is for others.
    pub fn read(text: &str) -> Result<Puzzle, Error> {
        let mut sources = Sources::default();
        let puzzle = Some(sources.add("the puzzle", text));
        let resolved = resolve(&Request { puzzle, ..Request::default() }, &mut sources, &BuiltIn);
        expanded(resolved, sources, &Options { puzzle: true, ..Options::default() })
    }
}

/// The rules on their board; an error if anything is wrong.
fn expanded(
    (program, mut wrong): (Arc<Program>, Vec<Diagnostic>),
    sources: Sources,
    options: &Options,
) -> Result<Puzzle, Error> {
    refuse(&wrong, &sources)?;
    let (ground, more): (Ground, _) = ground(&program, options);
    wrong.extend(more);
    refuse(&wrong, &sources)?;
    let warnings = Problem::all(&wrong, &sources);
    Ok(Puzzle { ground, sources: Arc::new(sources), warnings, decisions: None })
}

fn refuse(diagnostics: &[Diagnostic], sources: &Sources) -> Result<(), Error> {
    if diagnostics.iter().any(Diagnostic::is_error) {
        return Err(Error::of_text(diagnostics, sources));
    }
    Ok(())
}

/// Why there is no puzzle; with the diagnostic, if the rules are to blame.
fn unmade(trouble: Trouble, sources: &Sources) -> Error {
    match trouble {
        Trouble::Failed(Failure::Rules(wrong)) => Error::of_text(&[*wrong], sources),
        trouble => Error::plain(&trouble),
    }
}

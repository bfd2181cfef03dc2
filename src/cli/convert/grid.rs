//! A plain grid of a record, as the puzzle that gives its values.

use std::cell::RefCell;
use std::sync::Arc;

use super::super::files;
use super::super::subject::kind::use_of;
use super::super::trouble::Trouble;
use crate::board::ground::{Options, grids, ground};
use crate::language::diagnostic::Diagnostic;
use crate::language::diagnostic::catalogue::files as say;
use crate::language::program::Program;
use crate::language::puzzle::scan::Wrong;
use crate::language::puzzle::written::{Puzzle, Use};
use crate::language::resolve::{Request, resolve};
use crate::language::source::{SourceId, Sources};
use crate::services::generate::{Clue, written};

/// The rules of the record before, which the next one mostly has too.
#[derive(Default)]
pub(super) struct Rules(RefCell<Option<Known>>);

/// Rules that were read.
struct Known {
    /// What the record calls them.
    used: Use,
    /// What a puzzle calls them.
    name: String,
    program: Result<Arc<Program>, Wrong>,
    /// Their texts: what is wrong with a grid may point there.
    sources: Sources,
}

impl Rules {
    /// The puzzle of a grid, for the rules that a record names; and the texts that speak of what is wrong with it.
    pub(super) fn puzzle(
        &self,
        used: Use,
        file: &str,
        text: &str,
    ) -> Result<(Result<Puzzle, Wrong>, Sources), Trouble> {
        let mut last = self.0.borrow_mut();
        if last.as_ref().is_none_or(|known| known.used != used) {
            *last = Some(read(used)?);
        }
        let Some(Known { used, name, program, sources }) = last.as_ref() else {
            return Err(Trouble::refused("the record names no `rules`"));
        };
        let mut sources = sources.clone();
        let puzzle = match program {
            Ok(program) => given(
                Use { name: name.clone(), ..used.clone() },
                program,
                sources.add(file, text),
                file,
                text,
            )?,
            Err(wrong) => Err(wrong.clone()),
        };
        Ok((puzzle, sources))
    }
}

/// The puzzle of the grid in a text.
fn given(
    used: Use,
    program: &Arc<Program>,
    source: SourceId,
    file: &str,
    text: &str,
) -> Result<Result<Puzzle, Wrong>, Trouble> {
    let (mut pictures, wrong) = grids(program, source, text);
    if let Some(wrong) = wrong.into_iter().find(Diagnostic::is_error) {
        return Ok(Err(Box::new(wrong)));
    }
    let picture = match (pictures.next(), pictures.next()) {
        (Some(picture), None) => picture,
        (Some(_), Some(_)) => return Err(Trouble::refused("several grids in one record")),
        (None, _) => return Ok(Err(Box::new(say::no_grid(file)))),
    };
    let options = Options { grid: Some(picture), puzzle: true, ..Options::default() };
    let (ground, wrong) = ground(program, &options);
    if let Some(wrong) = wrong.into_iter().find(Diagnostic::is_error) {
        return Ok(Err(Box::new(wrong)));
    }
    let values = ground.world.given.values.iter();
    let clues: Vec<Clue> = values.map(|&(unknown, value)| Clue::Given(unknown, value)).collect();
    let base = Puzzle { uses: vec![used], ..Puzzle::default() };
    Ok(Ok(written(base, &ground.world, clues.iter())))
}

/// The rules of this name, without their laws: these do not matter to what is given.
fn read(used: Use) -> Result<Known, Trouble> {
    let mut sources = Sources::default();
    let rules = files::read_named_rules(&used.name, &mut sources)?;
    let name = use_of(&sources.get(rules).name).unwrap_or_else(|| used.name.clone());
    let settings = used.with.iter().map(|(name, value)| (name.clone(), value.to_string())).collect();
    let request = Request { rules: Some(rules), settings, unsketched: true, ..Request::default() };
    let (mut program, wrong) = resolve(&request, &mut sources, &files::SHELF);
    let program = match wrong.into_iter().find(Diagnostic::is_error) {
        Some(wrong) => Err(Box::new(wrong)),
        None => {
            Arc::make_mut(&mut program).drop_laws();
            Ok(program)
        }
    };
    Ok(Known { used, name, program, sources })
}

//! What an editor shows between the words: how often a law speaks, what a param comes to, how large the board is.

use std::ops::Range;

use crate::base::hash::Map;
use crate::board::ground::Tally;
use crate::editor::analysis::{Analysis, Unit};
use crate::language::source::Span;
use crate::language::syntax::ast::{StatementKind, TermKind};
use crate::language::syntax::parse::parse;

/// A few words at a place.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Hint {
    /// The byte of the file that it stands at.
    pub offset: usize,
    /// The words.
    pub text: String,
}

/// The hints in a stretch of a file, in order.
pub fn hints(analysis: &Analysis, range: &Range<usize>) -> Vec<Hint> {
    let mut found: Vec<Hint> = analysis.units.iter().flat_map(of_unit).collect();
    found.retain(|hint| range.start <= hint.offset && hint.offset <= range.end);
    found.sort();
    found
}

fn of_unit(unit: &Unit) -> Vec<Hint> {
    let Some(ground) = &unit.ground else { return Vec::new() };
    let (program, world) = (&unit.program, &ground.world);
    let mut found = Vec::new();
    let mut add = |end: u32, text: String| found.push(Hint { offset: unit.start + end as usize, text });
    let size = world.size.map(|(rows, cols)| format!("{rows} x {cols}"));
    let has_drawing = program.pictures.iter().any(|layer| unit.is_own(layer.span) && !layer.strip);
    let mut sized = false;
    let tallies: Map<Span, &Tally> = program.laws.iter().map(|law| law.span).zip(&ground.laws).collect();
    for statement in parse(unit.main, unit.text()).0.statements {
        match &statement.kind {
            StatementKind::Law { name, .. } => {
                tallies.get(&name.span).into_iter().for_each(|tally| {
                    add(name.span.end, Tally { always: 0, equal: 0, ..**tally }.to_string())
                });
            }
            StatementKind::Move { head, .. } => {
                let Some((_, span, _)) = head.as_head() else { continue };
                let rule = program.moves.iter().zip(&ground.moves).find(|(rule, _)| rule.law.span == span);
                rule.into_iter().for_each(|(_, heads)| add(head.span.end, format!("{} moves", heads.heads)));
            }
            StatementKind::Param { name, values } => {
                let at = program.params.iter().position(|param| param.name == name.text);
                let value = at.and_then(|at| world.params.get(at).copied()?);
                let is_plain = matches!(values.as_slice(), [value] if matches!(value.kind, TermKind::Int(_)));
                value.filter(|_| !is_plain).into_iter().for_each(|value| {
                    add(name.span.end, format!("= {}", world.show(value)));
                });
            }
            StatementKind::Grid { rows, cols, .. } => {
                let is_plain = [rows, cols].iter().all(|term| matches!(term.kind, TermKind::Int(_)));
                let told = size.clone().filter(|_| !is_plain);
                told.into_iter().for_each(|size| add(cols.span.end + 1, size));
            }
            StatementKind::Use { name, .. } if !sized => {
                // The size of a board that is not drawn here; where it is, everybody sees it.
                let is_puzzle = !program.laws.iter().any(|law| unit.is_own(law.span));
                let told = size.clone().filter(|_| {
                    !has_drawing
                        && is_puzzle
                        && program.grid.as_ref().is_some_and(|grid| !unit.is_own(grid.span))
                });
                sized = told.is_some();
                let quote = u32::from(name.quoted);
                told.into_iter().for_each(|size| add(name.span.end + quote, size));
            }
            StatementKind::Layer { name, .. } => {
                let layer = program.pictures.iter().find(|layer| layer.span == name.span);
                let inferred =
                    layer.filter(|layer| layer.cells.is_some() && layer.picture.ragged().is_none());
                inferred.into_iter().for_each(|layer| {
                    add(name.span.end, format!("{} x {}", layer.picture.height(), layer.picture.width()));
                });
            }
            _ => {}
        }
    }
    found
}

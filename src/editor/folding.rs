//! What can be folded away: drawings, long statements, comments, and puzzles of a file that holds several.

use crate::editor::analysis::{Analysis, Unit};
use crate::editor::place::Place;
use crate::language::source::Span;
use crate::language::syntax::parse::parse;
use crate::language::syntax::token::{Token, lex};

/// What a fold hides.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// A puzzle of several.
    Puzzle,
    /// A statement of several lines.
    Statement,
    /// A drawing.
    Drawing,
    /// Comments, one below the other.
    Comment,
}

/// A stretch that can be folded; it goes on for at least two lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fold {
    /// From the first byte to the last.
    pub place: Place,
    /// What it hides.
    pub kind: Kind,
}

/// The folds of a file, in the order of their starts.
pub fn folding(analysis: &Analysis) -> Vec<Fold> {
    let mut found = Vec::new();
    for unit in &analysis.units {
        if analysis.units.len() > 1 {
            let blank = unit.text().len() - unit.text().trim_start().len();
            let end = unit.start + unit.text().trim_end().len();
            found
                .push(Fold { place: analysis.place((unit.start + blank).min(end), end), kind: Kind::Puzzle });
        }
        of_unit(unit, &mut found);
    }
    let is_long = |fold: &Fold| {
        analysis.text.get(fold.place.start..fold.place.end).is_some_and(|text| text.trim_end().contains('\n'))
    };
    found.retain(is_long);
    found.sort_by(|a, b| (&a.place, a.kind).cmp(&(&b.place, b.kind)));
    found
}

fn of_unit(unit: &Unit, found: &mut Vec<Fold>) {
    let text = unit.text();
    let lexed = lex(unit.main, text);
    let drawings: Vec<Span> = lexed
        .tokens
        .iter()
        .filter(|(token, _)| matches!(token, Token::Block(_)))
        .map(|(_, span)| *span)
        .collect();
    found.extend(drawings.iter().map(|span| Fold { place: unit.place(*span), kind: Kind::Drawing }));
    let (file, _) = parse(unit.main, text);
    for statement in &file.statements {
        let next = drawings.partition_point(|span| span.start < statement.span.start);
        let drawn = drawings.get(next).is_some_and(|span| span.end <= statement.span.end);
        if !drawn {
            found.push(Fold { place: unit.place(statement.span), kind: Kind::Statement });
        }
    }
    let mut run: Option<Place> = None;
    for comment in &lexed.comments {
        let start = comment.span.start as usize;
        let alone = text[..start].rsplit('\n').next().is_some_and(|before| before.trim().is_empty());
        let place = unit.place(comment.span);
        let follows = |before: &Place| {
            let gap = text.get(before.end - unit.start..start).unwrap_or_default();
            alone && gap.trim().is_empty() && gap.matches('\n').count() == 1
        };
        match &mut run {
            Some(before) if follows(before) => before.end = place.end,
            _ => {
                found.extend(run.take().map(|place| Fold { place, kind: Kind::Comment }));
                run = Some(place).filter(|_| alone);
            }
        }
    }
    found.extend(run.map(|place| Fold { place, kind: Kind::Comment }));
}

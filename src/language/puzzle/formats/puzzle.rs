//! `puzzle`: gridlog's own puzzle files, as far as they hold clues and no rules of their own.

use super::Format;
use crate::language::diagnostic::catalogue::files as say;
use crate::language::puzzle::scan::{Input, Wrong};
use crate::language::puzzle::written::{Fact, GIVEN, Layer, Puzzle, Strip, Use};
use crate::language::puzzle::{Drawn, Picture, layer, strip, unreadable};
use crate::language::source::SourceId;
use crate::language::syntax::ast::{Name, Statement, StatementKind, Term, TermKind};
use crate::language::syntax::{parse, print};

pub(super) const FORMAT: Format = Format {
    name: "puzzle",
    summary: "a gridlog puzzle file: rule set, drawings, clues",
    example: "use sudoku with r = 2, c = 2.\ngiven \"\"\"\n1 . . .\n. . 3 .\n. 4 . .\n. . . 2\n\"\"\".\n",
    extension: Some("puzzle"),
    detect: Some(detect),
    several: true,
    ..Format::whole(puzzle, write)
};

fn detect(input: Input<'_>) -> bool {
    input.text.contains("\"\"\"") || input.lines('%').any(|line| line.text.starts_with("use "))
}

fn puzzle(input: Input<'_>) -> Result<Puzzle, Wrong> {
    let (file, wrong) = parse::parse(input.source, input.text);
    if let Some(first) = wrong.into_iter().next() {
        return Err(Box::new(first));
    }
    let mut puzzle = Puzzle::default();
    file.statements.iter().try_for_each(|statement| add(statement, input, &mut puzzle))?;
    Ok(puzzle)
}

/// A puzzle text apart from the values it draws: everything else it states, comments left out, and the drawing. Nothing if
/// it is wrong, or has no such drawing or several.
pub fn apart(source: SourceId, text: &str) -> Option<(String, Picture)> {
    let (file, wrong) = parse::parse(source, text);
    let is_given = |statement: &&Statement| matches!(&statement.kind, StatementKind::Layer { name, .. } if name.text == GIVEN);
    let mut given = file.statements.iter().filter(is_given);
    let (Some(drawn), None, true) = (given.next(), given.next(), wrong.is_empty()) else { return None };
    let StatementKind::Layer { drawing, .. } = &drawn.kind else { return None };
    let picture = layer(source, drawing.span.start as usize, &drawing.text);
    let mut rest = String::new();
    for statement in file.statements.iter().filter(|statement| !is_given(statement)) {
        for doc in &statement.docs {
            rest.push_str(text.get(doc.span.start as usize..doc.span.end as usize)?);
            rest.push('\n');
        }
        rest.push_str(text.get(statement.span.start as usize..statement.span.end as usize)?);
        rest.push('\n');
    }
    picture.ragged().is_none().then_some((rest, picture))
}

/// A puzzle text apart from all that it draws, in the same way: everything else, with the names of the drawings, and these in
/// order. Nothing if it is wrong or draws nothing.
pub fn undrawn(source: SourceId, text: &str) -> Option<(String, Vec<Picture>)> {
    let (file, wrong) = parse::parse(source, text);
    if !wrong.is_empty() {
        return None;
    }
    let (mut rest, mut pictures) = (String::new(), Vec::new());
    for statement in &file.statements {
        let (name, drawing, is_strip) = match &statement.kind {
            StatementKind::Layer { name, drawing } => (name, drawing, false),
            StatementKind::Strip { name, clues } => (name, clues, true),
            _ => {
                rest.push_str(text.get(statement.span.start as usize..statement.span.end as usize)?);
                rest.push('\n');
                continue;
            }
        };
        let start = drawing.span.start as usize;
        if !statement.docs.is_empty() || !unreadable(source, start, &drawing.text).is_empty() {
            return None;
        }
        let picture = if is_strip {
            Picture { rows: vec![strip(source, start, &drawing.text)], span: drawing.span, read_as: None }
        } else {
            layer(source, start, &drawing.text)
        };
        if picture.ragged().is_some() {
            return None;
        }
        let kind = if is_strip { "strip" } else { "layer" };
        rest.push_str(&format!("{kind} {} of {}\n", name.text, picture.width()));
        pictures.push(picture);
    }
    (!pictures.is_empty()).then_some((rest, pictures))
}

fn add(statement: &Statement, input: Input<'_>, puzzle: &mut Puzzle) -> Result<(), Wrong> {
    let refused = |what: &str| -> Wrong {
        let shown = print::statement(statement);
        Box::new(say::not_in_format(input.format, what, shown.trim(), statement.span))
    };
    match &statement.kind {
        StatementKind::Use { name, with } => {
            let setting = |(param, value): &(Name, Term)| match value.kind {
                TermKind::Int(number) => Ok((param.text.clone(), number)),
                _ => Err(refused("a number for each param")),
            };
            let with = with.iter().map(setting).collect::<Result<_, _>>()?;
            puzzle.uses.push(Use { name: name.text.clone(), with });
        }
        StatementKind::Drop { name, arity: None } => puzzle.drops.push(name.text.clone()),
        StatementKind::Layer { name, drawing } => {
            let picture = layer(input.source, drawing.span.start as usize, &drawing.text);
            if picture.ragged().is_some() {
                return Err(refused("rows of the same length"));
            }
            let row = |row: Vec<Drawn>| row.into_iter().map(|token| token.text).collect();
            let rows = picture.rows.into_iter().map(row).collect();
            puzzle.layers.push(Layer { name: name.text.clone(), rows });
        }
        StatementKind::Caption { name, text } => puzzle.captions.push((name.text.clone(), text.text.clone())),
        StatementKind::Strip { name, clues } => {
            let clues = strip(input.source, clues.span.start as usize, &clues.text);
            let clues = clues.into_iter().map(|token| token.text).collect();
            puzzle.strips.push(Strip { name: name.text.clone(), clues });
        }
        StatementKind::Clause { head, body: None } => {
            let (name, _, args) = head.as_head().ok_or_else(|| refused("a fact"))?;
            let args = args.iter().map(argument).collect::<Option<_>>();
            let args = args.ok_or_else(|| refused("a fact without placeholders"))?;
            puzzle.facts.push(Fact { name: name.to_owned(), args });
        }
        // What the author expects of a puzzle, how it is drawn, and what it was written for are no part of it.
        StatementKind::Expect { .. } | StatementKind::Draw { .. } | StatementKind::Language { .. } => {}
        _ => return Err(refused("clues and no rules: other formats hold nothing else")),
    }
    Ok(())
}

/// An argument as the language writes it, a cell always as `r1c2`.
fn argument(term: &Term) -> Option<String> {
    match &term.kind {
        TermKind::Int(_) | TermKind::Name(_) | TermKind::Text(_) | TermKind::Negative(_) => {
            Some(print::term(term))
        }
        TermKind::Call { name, args } if name.text == "cell" => match args.as_slice() {
            [row, col] => match (&row.kind, &col.kind) {
                (TermKind::Int(row), TermKind::Int(col)) => Some(format!("r{row}c{col}")),
                _ => None,
            },
            _ => None,
        },
        TermKind::List { items, tail: None } => items
            .iter()
            .all(|item| item.term().is_some_and(|term| argument(term).is_some()))
            .then(|| print::term(term)),
        // A place beside the grid, such as `link({r1c1, r1c2})`.
        TermKind::Call { args: parts, .. } | TermKind::Set(parts) => {
            parts.iter().all(|part| argument(part).is_some()).then(|| print::term(term))
        }
        _ => None,
    }
}

#[expect(clippy::unnecessary_wraps, reason = "a writer of another format may refuse")]
fn write(puzzle: &Puzzle) -> Result<String, String> {
    Ok(puzzle.to_string())
}

//! The formatter behind `gridlog fmt`, and the spelling of single nodes.
//!
//! The formatter changes blanks and line ends only, never a token, so it cannot change a meaning. Its rules:
//!
//! - One blank around signs and after commas; none inside brackets, before a comma, around `..` and `^`. A product of
//!   plain names and numbers is tight: `r*c + 1`, but `(n + 1) / 2`. A dot after `0*` keeps its distance: `0* .`.
//! - Statements that share a line stay together, two blanks apart; blank lines are kept, never two in a row.
//! - A line break after `,` `;` `=>` `:-` `-->` or the colon of a law is kept. Rows longer than 110 are broken there
//!   too: between statements if possible, else outside brackets rather than inside, after `=>` rather than `;` or `,`.
//! - What is broken off stands below the start of the body or of the bracket it belongs to.
//! - The bodies of laws that follow each other start in one column, and so do trailing comments in a paragraph.
//! - Two or more blanks before a sign or after a comma ask for lining up: the rows of a run that belong together, or were in line, follow.
//! - Comments stay where they are, a drawing keeps its characters; blanks at the end of a line go.

mod align;
mod gap;
mod piece;
mod rows;
#[cfg(test)]
mod tests;
mod write;

use self::align::Kin;
use self::write::Writer;
use super::ast::{Statement, StatementKind, Term};
use super::parse::parse;
use crate::language::diagnostic::Diagnostic;
use crate::language::source::SourceId;

/// The text in its one right form. Formatting the result again changes nothing.
///
/// # Errors
/// What is wrong with a text that does not parse; such a text has no form.
pub fn format(source: SourceId, text: &str) -> Result<String, Vec<Diagnostic>> {
    let (file, diagnostics) = parse(source, text);
    if diagnostics.iter().any(Diagnostic::is_error) {
        return Err(diagnostics);
    }
    let kin: Vec<Kin> = file.statements.iter().map(|statement| kin(&statement.kind)).collect();
    Ok(rows::lay_out(&piece::pieces(text), &kin))
}

/// A term or goal on one line, with parentheses where the tree needs them.
pub fn term(term: &Term) -> String {
    let mut writer = Writer::default();
    writer.term(term);
    joined(&writer)
}

/// A statement with its dot and without its doc lines; on one line unless it holds a drawing.
pub fn statement(statement: &Statement) -> String {
    let mut writer = Writer::default();
    writer.statement(&statement.kind);
    joined(&writer)
}

fn joined(writer: &Writer<'_>) -> String {
    let tokens: Vec<_> = writer.words.iter().map(|(token, _)| *token).collect();
    let mut text = String::new();
    for ((_, word), gap) in writer.words.iter().zip(gap::gaps(&tokens)) {
        text.extend(std::iter::repeat_n(' ', gap));
        text.push_str(word);
    }
    text
}

/// Which statements are lined up with which.
fn kin(kind: &StatementKind) -> Kin {
    let of_head = |kind: &'static str, head: &Term| Kin {
        kind,
        head: head.as_head().map(|(name, _, args)| (name.to_owned(), args.len())),
    };
    match kind {
        StatementKind::Law { .. } => Kin { kind: "law", head: Some((String::new(), 0)) },
        StatementKind::Clause { head, .. } => of_head("clause", head),
        StatementKind::Grammar { head, .. } => of_head("grammar", head),
        StatementKind::Unknown { head, .. } => of_head("unknown", head),
        StatementKind::Language { .. } => Kin { kind: "language", head: None },
        StatementKind::Caption { .. } => Kin { kind: "caption", head: None },
        StatementKind::Param { .. } => Kin { kind: "param", head: None },
        StatementKind::Grid { .. } => Kin { kind: "grid", head: None },
        StatementKind::Input { .. } => Kin { kind: "input", head: None },
        StatementKind::Offer { .. } => Kin { kind: "offer", head: Some((String::new(), 0)) },
        StatementKind::Layer { .. } | StatementKind::Strip { .. } => Kin { kind: "picture", head: None },
        StatementKind::Move { .. } => Kin { kind: "move", head: None },
        StatementKind::Goal { .. } => Kin { kind: "goal", head: None },
        StatementKind::Bound { .. } => Kin { kind: "bound", head: None },
        StatementKind::Use { .. } | StatementKind::Drop { .. } => Kin { kind: "use", head: None },
        StatementKind::Sketch { .. } => Kin { kind: "sketch", head: None },
        StatementKind::Objective { .. } => Kin { kind: "objective", head: None },
        StatementKind::Expect { .. } => Kin { kind: "expect", head: None },
        StatementKind::Draw { .. } => Kin { kind: "draw", head: Some((String::new(), 0)) },
    }
}

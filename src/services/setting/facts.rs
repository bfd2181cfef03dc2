//! Facts of a text: found by what they say, however they are written.

use super::statements::Text;
use crate::language::cell;
use crate::language::source::Span;
use crate::language::syntax::ast::{ListItem, StatementKind, Term, TermKind};
use crate::language::syntax::parse::parse;
use crate::language::syntax::quote;

/// A fact of a text.
#[derive(Clone, Debug)]
pub struct Fact {
    /// The whole statement.
    pub span: Span,
    /// Its arguments as the board names them, and where each stands.
    pub args: Vec<(String, Span)>,
}

impl Fact {
    /// The fact as the board names it.
    pub fn shown(&self, name: &str) -> String {
        let args: Vec<&str> = self.args.iter().map(|(arg, _)| arg.as_str()).collect();
        if args.is_empty() { name.to_owned() } else { format!("{name}({})", args.join(", ")) }
    }
}

/// The facts of one predicate in a text.
pub fn facts(text: &Text, name: &str, arity: usize, params: &[String]) -> Vec<Fact> {
    let mut found = Vec::new();
    for statement in &text.statements {
        if let StatementKind::Clause { head, body: None } = &statement.kind
            && let Some((known, _, args)) = head.as_head()
            && (known, args.len()) == (name, arity)
        {
            let args = args.iter().map(|arg| (shown(arg, params), arg.span)).collect();
            found.push(Fact { span: statement.span, args });
        }
    }
    found
}

/// Reads a fact that somebody wrote, without its dot; nothing if it is none, or one of another predicate.
pub fn read(text: &str, name: &str, arity: usize, params: &[String]) -> Option<String> {
    let (file, diagnostics) = parse(0, &format!("{text}."));
    let [statement] = &file.statements[..] else { return None };
    let StatementKind::Clause { head, body: None } = &statement.kind else { return None };
    let (known, _, args) = head.as_head()?;
    let plain = diagnostics.is_empty() && file.comments.is_empty() && (known, args.len()) == (name, arity);
    let args: Vec<String> = args.iter().map(|arg| shown(arg, params)).collect();
    (plain && !args.iter().any(|arg| arg.contains(UNKNOWN))).then(|| text.trim().to_owned())
}

/// What is no plain term.
const UNKNOWN: char = '\u{fffd}';

/// A term as the board names it.
fn shown(term: &Term, params: &[String]) -> String {
    let all = |parts: &[Term]| parts.iter().map(|part| shown(part, params)).collect::<Vec<_>>().join(", ");
    match &term.kind {
        TermKind::Int(number) => number.to_string(),
        // A param stands for its number, whatever that is.
        TermKind::Name(name) if params.contains(name) => format!("{UNKNOWN}{name}"),
        TermKind::Name(name) => name.clone(),
        TermKind::Text(text) => quote::symbol(text),
        TermKind::Negative(inner) => format!("-{}", shown(inner, params)),
        TermKind::Paren(inner) => shown(inner, params),
        TermKind::Call { name, args } => match &args[..] {
            [Term { kind: TermKind::Int(row), .. }, Term { kind: TermKind::Int(column), .. }]
                if name.text == "cell" =>
            {
                format!("r{row}c{column}")
            }
            args => format!("{}({})", name.text, all(args)),
        },
        TermKind::Set(parts) => format!("{{{}}}", all(parts)),
        TermKind::List { items, tail: None } => {
            let items = items.iter().map(|item| match item {
                ListItem::One(item) => shown(item, params),
                _ => UNKNOWN.to_string(),
            });
            format!("[{}]", items.collect::<Vec<_>>().join(", "))
        }
        _ => UNKNOWN.to_string(),
    }
}

/// A symbol as a fact states it: one with the name of a param, or of a cell, stands in quotes.
pub fn stated(word: &str, params: &[String]) -> String {
    let is_number = word.parse::<i64>().is_ok();
    if is_number {
        return word.to_owned();
    }
    if params.iter().any(|param| param == word) || cell::named(word).is_some() {
        return quote::in_quotes(word);
    }
    quote::symbol(word)
}

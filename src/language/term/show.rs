//! Terms as they are written in rules.

use std::fmt::Write as _;

use super::{Node, Symbol, TermId, Terms};
use crate::language::syntax::quote;

/// About how many bytes of a term are shown.
const LONGEST: usize = 20_000;

impl Terms {
    /// A term as it is written: `r1c2`, `[r1c1, r1c2]`, `{a, b}`.
    pub fn show(&self, term: TermId) -> String {
        let mut text = String::new();
        self.write_term(term, false, &mut text);
        text
    }

    /// The same, but a symbol whose bare name would mean a param or an unknown stands in quotes: so a fact can be read
    /// again.
    pub fn state(&self, term: TermId) -> String {
        let mut text = String::new();
        self.write_term(term, true, &mut text);
        text
    }

    /// Row and column, if this is `cell(row, column)`.
    fn cell(&self, name: Symbol, parts: &[TermId]) -> Option<(i128, i128)> {
        let &[row, column] = parts else { return None };
        match (self.name(name), self.node(row), self.node(column)) {
            ("cell", Node::Int(row), Node::Int(column)) => Some((*row, *column)),
            _ => None,
        }
    }

    fn write_term(&self, term: TermId, strict: bool, text: &mut String) {
        if text.len() > LONGEST {
            // A term with many equal parts is small in memory, and endless on paper.
            if !text.ends_with("..") {
                text.push_str("..");
            }
            return;
        }
        match self.node(term) {
            Node::Int(value) => write!(text, "{value}").unwrap_or_default(),
            Node::Sym(symbol) if strict && self.taken.contains(symbol) => {
                text.push_str(&quote::in_quotes(self.name(*symbol)));
            }
            Node::Sym(symbol) => text.push_str(&quote::symbol(self.name(*symbol))),
            Node::Var(number) => write!(text, "_{number}").unwrap_or_default(),
            Node::Nil => text.push_str("[]"),
            Node::Cons(..) => {
                text.push('[');
                let mut rest = term;
                let mut first = true;
                while let &Node::Cons(head, tail) = self.node(rest) {
                    if !first {
                        text.push_str(", ");
                    }
                    first = false;
                    self.write_term(head, strict, text);
                    if text.len() > LONGEST {
                        break;
                    }
                    rest = tail;
                }
                if !matches!(self.node(rest), Node::Nil) && text.len() <= LONGEST {
                    text.push_str(" | ");
                    self.write_term(rest, strict, text);
                }
                text.push(']');
            }
            Node::Set(parts) => {
                text.push('{');
                self.write_all(parts, strict, text);
                text.push('}');
            }
            Node::Range(low, high) => write!(text, "{low}..{high}").unwrap_or_default(),
            Node::Place(name, parts) | Node::Compound(name, parts) => {
                if let Some((row, column)) = self.cell(*name, parts) {
                    write!(text, "r{row}c{column}").unwrap_or_default();
                    return;
                }
                text.push_str(self.name(*name));
                if !parts.is_empty() {
                    text.push('(');
                    self.write_all(parts, strict, text);
                    text.push(')');
                }
            }
            Node::Open(_) => text.push_str("(depends on values)"),
        }
    }

    fn write_all(&self, parts: &[TermId], strict: bool, text: &mut String) {
        for (index, &part) in parts.iter().enumerate() {
            if text.len() > LONGEST {
                return;
            }
            if index > 0 {
                text.push_str(", ");
            }
            self.write_term(part, strict, text);
        }
    }
}

//! A puzzle's text as statements, and where a new one belongs.

use std::ops::Range;

use crate::language::source::Span;
use crate::language::syntax::ast::{Statement, StatementKind};
use crate::language::syntax::parse::parse;

/// A line is not made longer than this by a fact that joins others.
const WIDEST: usize = 100;

/// Statements in the order in which puzzles have them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Rank {
    /// `use` and `drop`.
    Rules,
    /// Drawings.
    Layer,
    /// Strips.
    Strip,
    /// Facts.
    Fact,
    /// What is expected, and rules of the puzzle's own.
    Rest,
}

/// A text that is being changed.
#[derive(Clone, Debug)]
pub struct Text {
    /// As it is now.
    pub text: String,
    /// What it states.
    pub statements: Vec<Statement>,
}

impl Text {
    /// Reads a text; what cannot be read in it is passed over.
    pub fn new(text: &str) -> Text {
        Text { text: text.to_owned(), statements: parse(0, text).0.statements }
    }

    /// Writes something in the place of a stretch.
    pub fn replace(&mut self, range: Range<usize>, new: &str) {
        self.text.replace_range(range, new);
        self.statements = parse(0, &self.text).0.statements;
    }

    /// Adds a statement, which ends with its line, behind those of its rank.
    pub fn add(&mut self, rank: Rank, statement: &str) {
        let before = self.statements.iter().rfind(|known| self::rank(known) <= rank);
        let at = match before {
            Some(known) => self.line_end(known.span.end as usize),
            // Comments at the head stay there.
            None => self.statements.first().map_or(self.text.len(), |first| self.line_start(first)),
        };
        let mut new = statement.to_owned();
        if at > 0 && !self.text[..at].ends_with('\n') {
            new.insert(0, '\n');
        }
        let new = if self.text.contains("\r\n") { new.replace('\n', "\r\n") } else { new };
        self.replace(at..at, &new);
    }

    /// Adds a fact beside the last one of its predicate, or else on a line of its own.
    pub fn add_fact(&mut self, name: &str, fact: &str) {
        let last = self.statements.iter().rfind(|known| head(known) == Some(name)).map(|known| known.span);
        let Some(last) = last else { return self.add(Rank::Fact, &format!("{fact}\n")) };
        let end = last.end as usize;
        let start = self.text[..end].rfind('\n').map_or(0, |at| at + 1);
        let stop = self.text[end..].find('\n').map_or(self.text.len(), |at| end + at);
        let beside = self.statements.iter().filter(|known| within(known.span, start, stop)).count();
        let rest = self.text[end..stop].trim();
        if rest.is_empty() && beside > 1 && stop - start + fact.len() + 2 <= WIDEST {
            self.replace(end..end, &format!("  {fact}"));
        } else {
            let at = self.line_end(end);
            let new =
                if self.text[..at].ends_with('\n') { format!("{fact}\n") } else { format!("\n{fact}\n") };
            self.replace(at..at, &new);
        }
    }

    /// Takes a statement out, with its line if nothing else stands there.
    pub fn remove(&mut self, span: Span) {
        let (start, end) = (span.start as usize, span.end as usize);
        let line = self.text[..start].rfind('\n').map_or(0, |at| at + 1);
        let stop = self.text[end..].find('\n').map_or(self.text.len(), |at| end + at + 1);
        let (before, after) = (&self.text[line..start], &self.text[end..stop]);
        let range = match (before.trim().is_empty(), after.trim().is_empty()) {
            (true, true) => line..stop,
            (false, true) => line + before.trim_end().len()..end,
            _ => start..end + (after.len() - after.trim_start_matches([' ', '\t']).len()),
        };
        self.replace(range, "");
    }

    /// The end of the line that a byte is on, or of a later one, where no other statement is cut.
    fn line_end(&self, from: usize) -> usize {
        let mut at = from;
        loop {
            let end = self.text[at..].find('\n').map_or(self.text.len(), |line| at + line + 1);
            let cut = self.statements.iter().map(|known| known.span).find(|span| {
                (span.start as usize) < end && (span.end as usize) > end && span.start as usize >= from
            });
            match cut {
                Some(span) => at = span.end as usize,
                None => return end,
            }
        }
    }

    fn line_start(&self, statement: &Statement) -> usize {
        let first = statement.docs.first().map_or(statement.span, |doc| doc.span);
        self.text[..first.start as usize].rfind('\n').map_or(0, |at| at + 1)
    }
}

fn within(span: Span, start: usize, end: usize) -> bool {
    start <= span.start as usize && span.end as usize <= end
}

fn rank(statement: &Statement) -> Rank {
    match &statement.kind {
        StatementKind::Language { .. }
        | StatementKind::Caption { .. }
        | StatementKind::Use { .. }
        | StatementKind::Drop { .. } => Rank::Rules,
        StatementKind::Layer { .. } => Rank::Layer,
        StatementKind::Strip { .. } => Rank::Strip,
        StatementKind::Clause { body: None, .. } => Rank::Fact,
        _ => Rank::Rest,
    }
}

/// The predicate that a fact states.
pub fn head(statement: &Statement) -> Option<&str> {
    match &statement.kind {
        StatementKind::Clause { head, body: None } => head.as_head().map(|(name, ..)| name),
        _ => None,
    }
}

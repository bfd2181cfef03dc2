//! The tokens around a cursor, also where a statement is only half written.

use crate::editor::analysis::Unit;
use crate::language::source::Span;
use crate::language::syntax::token::{Lexed, Spanned, Token, lex};

/// A cursor among the tokens of a unit's text.
pub struct Cursor<'u> {
    text: &'u str,
    lexed: Lexed<'u>,
    /// The cursor, in bytes of that text.
    offset: u32,
}

impl<'u> Cursor<'u> {
    /// At a byte of the file.
    pub fn new(unit: &'u Unit, offset: usize) -> Cursor<'u> {
        let text = unit.text();
        let offset = offset.saturating_sub(unit.start).min(text.len());
        Cursor { text, lexed: lex(unit.main, text), offset: u32::try_from(offset).unwrap_or(u32::MAX) }
    }

    /// The token that the cursor stands in or at the end of; one that begins there rather than one that ends.
    pub fn token(&self) -> Option<Spanned<'u>> {
        let near = |(_, span): &&Spanned<'u>| span.start <= self.offset && self.offset <= span.end;
        let mut found = self.lexed.tokens.iter().filter(near);
        let first = *found.next()?;
        Some(found.next().copied().unwrap_or(first))
    }

    /// Whether the cursor stands in a comment, a doc line, a text or a drawing.
    pub fn in_prose(&self) -> bool {
        let inside = |span: Span| span.start < self.offset && self.offset < span.end;
        let comments = self.lexed.comments.iter().any(|comment| {
            // A comment goes on to the end of its line.
            inside(comment.span) || comment.text.starts_with('%') && self.offset == comment.span.end
        });
        comments
            || self.lexed.tokens.iter().any(|(token, span)| match token {
                Token::Text(_) | Token::Block(_) => inside(*span),
                Token::Doc(_) => inside(*span) || self.offset == span.end,
                _ => false,
            })
            || self.is_unclosed()
    }

    /// Whether the cursor stands behind an opening quote without its end.
    fn is_unclosed(&self) -> bool {
        let line = self.text[..self.offset as usize].rsplit('\n').next().unwrap_or_default();
        let code = line.split('%').next().unwrap_or_default();
        !self.lexed.diagnostics.is_empty() && code.matches('"').count() % 2 == 1
    }

    /// The tokens of the statement up to the word that is being written, that one left out.
    pub fn before(&self) -> &[Spanned<'u>] {
        let word = self.word();
        let end = self.lexed.tokens.partition_point(|(_, span)| span.end <= word.start);
        let start = self.lexed.tokens[..end]
            .iter()
            .rposition(|(token, _)| *token == Token::Dot)
            .map_or(0, |dot| dot + 1);
        &self.lexed.tokens[start..end]
    }

    /// The tokens of the statement from the cursor on: up to its dot, or to what starts the next line at the margin.
    pub fn after(&self) -> &[Spanned<'u>] {
        let start = self.lexed.tokens.partition_point(|(_, span)| span.start < self.offset);
        let rest = &self.lexed.tokens[start..];
        let ends = |(token, span): &Spanned<'u>| {
            *token == Token::Dot || self.text[..span.start as usize].ends_with('\n')
        };
        &rest[..rest.iter().position(ends).unwrap_or(rest.len())]
    }

    /// The part of a word that stands before the cursor; empty, at the cursor, if none is being written.
    pub fn word(&self) -> Span {
        let source = self.lexed.tokens.first().map_or(0, |(_, span)| span.source);
        let before = &self.text[..self.offset as usize];
        let length: usize = before
            .chars()
            .rev()
            .take_while(|letter| letter.is_alphanumeric() || *letter == '_')
            .map(char::len_utf8)
            .sum();
        Span { source, start: self.offset - u32::try_from(length).unwrap_or(0), end: self.offset }
    }

    /// The whole word at the cursor, on both its sides.
    pub fn whole_word(&self) -> Span {
        let after = &self.text[self.offset as usize..];
        let rest =
            after.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(after.len());
        Span { end: self.offset + u32::try_from(rest).unwrap_or(0), ..self.word() }
    }

    /// Whether arguments follow the word at the cursor.
    pub fn has_arguments(&self) -> bool {
        self.text[self.whole_word().end as usize..].starts_with('(')
    }

    /// The letters of [`Cursor::word`].
    pub fn prefix(&self) -> &'u str {
        let word = self.word();
        &self.text[word.start as usize..word.end as usize]
    }
}

//! Diagnostics for programs; `docs/json.md` tells what each field means.

use serde::Serialize;

use super::Texts;
use crate::language::diagnostic::{Diagnostic, Label};
use crate::language::source::{Sources, Span};

/// A diagnostic as programs get it. Texts are given as they are, since JSON escapes control characters.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Told {
    /// Its stable code; nothing where no text is at fault, as when a file is not there.
    pub code: Option<&'static str>,
    /// `error`, `warning` or `note`.
    pub severity: &'static str,
    /// What is to be said, in one line.
    pub message: String,
    /// The name of the text that it is about.
    pub file: Option<String>,
    /// The main place in that text.
    pub span: Option<Range>,
    /// What is to be said about the main place; may be empty.
    pub label: String,
    /// Further places.
    pub also: Vec<Place>,
    /// Further facts.
    pub notes: Vec<String>,
    /// What to do about it.
    pub help: Option<String>,
    /// What to replace by what to do it.
    pub edits: Vec<Place>,
}

/// A stretch of a text. Lines and columns count from 1 and in characters, `start` and `end` are bytes; all lie inside it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Range {
    /// Line of the first character.
    pub line: usize,
    /// Its column.
    pub column: usize,
    /// Line of the first character behind it.
    pub end_line: usize,
    /// Its column.
    pub end_column: usize,
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

/// A stretch of a text and what is to be said about it, or put in its place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Place {
    /// The name of the text.
    pub file: String,
    /// Where in it.
    pub span: Range,
    /// What.
    pub text: String,
}

impl Told {
    /// Something to say that is not about a text.
    pub fn plain(severity: &'static str, message: impl Into<String>) -> Told {
        Told {
            code: None,
            severity,
            message: message.into(),
            file: None,
            span: None,
            label: String::new(),
            also: Vec::new(),
            notes: Vec::new(),
            help: None,
            edits: Vec::new(),
        }
    }
}

/// The diagnostics for programs.
pub fn json(diagnostics: &[Diagnostic], sources: &Sources) -> Vec<Told> {
    let mut texts = Texts { sources, seen: Vec::new() };
    diagnostics.iter().map(|diagnostic| texts.told(diagnostic)).collect()
}

impl Texts<'_> {
    fn told(&mut self, diagnostic: &Diagnostic) -> Told {
        let mut places = diagnostic.labels.iter().map(|Label { span, text }| self.place(*span, text));
        let (file, span, label) = places
            .next()
            .map_or((None, None, String::new()), |main| (Some(main.file), Some(main.span), main.text));
        let also = places.collect();
        Told {
            code: Some(diagnostic.code),
            severity: diagnostic.severity.word(),
            message: diagnostic.title.clone(),
            file,
            span,
            label,
            also,
            notes: diagnostic.notes.clone(),
            help: diagnostic.help.clone(),
            edits: diagnostic.edits.iter().map(|edit| self.place(edit.span, &edit.text)).collect(),
        }
    }

    fn place(&mut self, span: Span, text: &str) -> Place {
        let source = self.sources.get(span.source);
        let (file, (before, bytes)) = (source.name.clone(), source.before);
        let lines = self.lines(span.source);
        let range = lines.clamp(span.start as usize..span.end as usize);
        let (line, column) = lines.position(range.start);
        let (end_line, end_column) = lines.position(range.end);
        let span = Range {
            line: line + before,
            column,
            end_line: end_line + before,
            end_column,
            start: range.start + bytes,
            end: range.end + bytes,
        };
        Place { file, span, text: text.to_owned() }
    }
}

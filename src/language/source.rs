//! Source texts and places in them: what a diagnostic points at.

use crate::base::clock::Deadline;

/// Number of a source text within its [`Sources`].
pub type SourceId = u32;

/// A stretch of bytes of one source text; `start <= end`, both on character boundaries.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Span {
    /// The text it lies in.
    pub source: SourceId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The stretch `start..end` of a source.
    pub fn new(source: SourceId, start: usize, end: usize) -> Self {
        let clamp = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        Span { source, start: clamp(start), end: clamp(end) }
    }

    /// The smallest span that holds both; they lie in one source.
    pub fn to(self, other: Span) -> Span {
        Span { source: self.source, start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The empty span right after this one.
    pub fn after(self) -> Span {
        Span { start: self.end, ..self }
    }

    /// The empty span right before this one.
    pub fn before(self) -> Span {
        Span { end: self.start, ..self }
    }
}

/// One text with the name that people know it by.
#[derive(Clone, Debug)]
pub struct Source {
    /// A path, `<stdin>`, or `rules/NAME.rules` for a rule set inside the binary.
    pub name: String,
    /// The whole text.
    pub text: String,
    /// How many lines and bytes of the file come before it: a file may hold several texts.
    pub before: (usize, usize),
}

/// All texts of one run; a [`Span`] refers into it.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    list: Vec<Source>,
    /// When reading them has to end.
    pub deadline: Deadline,
}

impl Sources {
    /// Adds a text and returns its number.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> SourceId {
        self.add_part(name, text, (0, 0))
    }

    /// The same for a text that begins after so many lines and bytes of its file.
    pub fn add_part(
        &mut self,
        name: impl Into<String>,
        text: impl Into<String>,
        before: (usize, usize),
    ) -> SourceId {
        self.list.push(Source { name: name.into(), text: text.into(), before });
        u32::try_from(self.list.len() - 1).unwrap_or(u32::MAX)
    }

    /// How many texts there are.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Forgets all texts but the first so many: nobody speaks of the others any more.
    pub fn truncate(&mut self, len: usize) {
        self.list.truncate(len);
    }

    /// The text with this number.
    pub fn get(&self, id: SourceId) -> &Source {
        &self.list[id as usize]
    }

    /// The characters a span covers; empty where the span does not fit its text.
    pub fn slice(&self, span: Span) -> &str {
        self.get(span.source).text.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// Line in the file and column, both from 1, of a span's start; columns count characters.
    pub fn position(&self, span: Span) -> (usize, usize) {
        let Source { text, before: (lines, _), .. } = self.get(span.source);
        let before = text.get(..span.start as usize).unwrap_or(text);
        let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1 + lines;
        let column = before.rsplit('\n').next().map_or(0, |last| last.chars().count()) + 1;
        (line, column)
    }
}

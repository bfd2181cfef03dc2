//! What gridlog says about user text: one type for every error, warning and note.
//!
//! A diagnostic has a stable code with a page in `docs/codes/`, points at the text, and, where one is known, carries the
//! edit that would mend it. The constructors, one per code, are in [`catalogue`]; [`render`] turns them into text.

pub mod catalogue;
pub mod render;

use crate::language::source::Span;

include!(concat!(env!("OUT_DIR"), "/pages.rs"));

/// How bad it is: an error keeps the rule set from being used.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// Nothing wrong; worth knowing.
    Note,
    /// Likely a mistake; the rules still have a meaning.
    Warning,
    /// The rules have no meaning here.
    Error,
}

impl Severity {
    /// The word shown to people.
    pub fn word(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

/// A place in the text and what is to be said about it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Label {
    /// Where.
    pub span: Span,
    /// What; may be empty.
    pub text: String,
}

/// An edit that would mend the text.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Edit {
    /// What is replaced; empty for an insertion.
    pub span: Span,
    /// The new text.
    pub text: String,
}

/// One thing to say about user text.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Diagnostic {
    /// Stable code, such as `E201`; `gridlog explain E201` shows its page.
    pub code: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// One line in the author's words.
    pub title: String,
    /// Places, the main one first. Empty only for diagnostics about a whole file.
    pub labels: Vec<Label>,
    /// Further facts, one line each.
    pub notes: Vec<String>,
    /// What to do about it.
    pub help: Option<String>,
    /// The edits of `help`, shown as a diff.
    pub edits: Vec<Edit>,
}

impl Diagnostic {
    fn new(code: &'static str, severity: Severity, title: impl Into<String>) -> Self {
        Diagnostic {
            code,
            severity,
            title: title.into(),
            labels: Vec::new(),
            notes: Vec::new(),
            help: None,
            edits: Vec::new(),
        }
    }

    /// An error with this code and title.
    pub fn error(code: &'static str, title: impl Into<String>) -> Self {
        Self::new(code, Severity::Error, title)
    }

    /// A warning with this code and title.
    pub fn warning(code: &'static str, title: impl Into<String>) -> Self {
        Self::new(code, Severity::Warning, title)
    }

    /// A note with this code and title.
    pub fn note(code: &'static str, title: impl Into<String>) -> Self {
        Self::new(code, Severity::Note, title)
    }

    /// Points at a place; the first call gives the main one.
    pub fn at(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { span, text: text.into() });
        self
    }

    /// Adds a further fact.
    pub fn say(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// Adds a label before all others: it becomes the main one.
    pub fn first_at(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.insert(0, Label { span, text: text.into() });
        self
    }

    /// Says what to do.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Says what to do, with the edit that does it.
    pub fn mend(mut self, help: impl Into<String>, span: Span, text: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self.edits.push(Edit { span, text: text.into() });
        self
    }

    /// Whether this keeps the rule set from being used.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    /// The main place.
    pub fn span(&self) -> Option<Span> {
        self.labels.first().map(|label| label.span)
    }
}

/// The page that `gridlog explain` shows for a code, in Markdown.
pub fn page(code: &str) -> Option<&'static str> {
    PAGES.iter().find(|(name, _)| name.eq_ignore_ascii_case(code)).map(|(_, text)| *text)
}

/// The name among `known` that is nearest to `wrong`, if it is near enough to be a slip of the fingers.
pub fn nearest<'a>(wrong: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let allowed = if wrong.chars().count() <= 4 { 1 } else { 2 };
    known
        .into_iter()
        .map(|name| (strsim::damerau_levenshtein(wrong, name), name.len().abs_diff(wrong.len()), name))
        .filter(|&(distance, _, name)| {
            distance <= allowed && distance < name.chars().count().max(2) && name != wrong
        })
        .min()
        .map(|(_, _, name)| name)
}

//! What goes wrong, as one type.

use std::fmt;

use crate::language::diagnostic::{Diagnostic, Severity, render};
use crate::language::source::Sources;

/// Why a text could not be read, or a question not be answered. It prints as the command line prints it, with the lines of
/// the text that it is about.
#[derive(Clone, thiserror::Error)]
#[error("{text}")]
pub struct Error {
    text: String,
    problems: Vec<Problem>,
}

/// One thing to say about a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// A code that stays, such as `E201`; `gridlog explain E201` shows its page.
    pub code: &'static str,
    /// Whether nothing can be done before it is mended; else it is a warning or a note.
    pub is_error: bool,
    /// One line in the author's words.
    pub message: String,
    /// Line and column where it is, both from 1, in characters.
    pub place: Option<(usize, usize)>,
    /// What to do about it.
    pub help: Option<String>,
}

impl Problem {
    pub(super) fn all(diagnostics: &[Diagnostic], sources: &Sources) -> Vec<Problem> {
        let told = |diagnostic: &Diagnostic| Problem {
            code: diagnostic.code,
            is_error: diagnostic.severity == Severity::Error,
            message: diagnostic.title.clone(),
            place: diagnostic.span().map(|span| sources.position(span)),
            help: diagnostic.help.clone(),
        };
        diagnostics.iter().map(told).collect()
    }
}

impl Error {
    /// What is wrong, one by one, warnings among them; empty where no text is at fault.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// The error of a text with these diagnostics.
    pub(super) fn of_text(diagnostics: &[Diagnostic], sources: &Sources) -> Error {
        Error {
            text: render::text(diagnostics, sources, false).trim_end().to_owned(),
            problems: Problem::all(diagnostics, sources),
        }
    }

    /// An error that no text is to blame for.
    pub(super) fn plain(text: &dyn ToString) -> Error {
        Error { text: text.to_string(), problems: Vec::new() }
    }
}

/// The same as for people: a program that ends with an error shows it so.
impl fmt::Debug for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.text)
    }
}

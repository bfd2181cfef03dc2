//! Why a command cannot go on. Whoever finds out hands it up; it is told in one place, and the exit follows from it.

use std::io;
use std::path::Path;

use super::Exit;
use super::console::{Console, plain};
use crate::language::diagnostic::Diagnostic;
use crate::language::source::Sources;
use crate::moves::plan;
use crate::services::solve;

/// Why a command cannot go on.
#[derive(Debug)]
pub(super) enum Trouble {
    /// Something is wrong with a text.
    Text(Box<Diagnostic>),
    /// A sentence, and the exit that it means.
    Said(Exit, String),
    /// The same about the puzzle at hand, whose name is told before it.
    Puzzle(Exit, String),
    /// It has been told already.
    Told(Exit),
}

impl Trouble {
    /// A file cannot be read or written; a sentence that names it.
    pub(super) fn file(message: String) -> Self {
        Trouble::Said(Exit::IoFailed, message)
    }

    /// The same, by what the system says.
    pub(super) fn io(path: &Path, error: &io::Error) -> Self {
        Trouble::file(format!("{}: {}", path.display(), plain(error)))
    }

    /// The program was called in a way that makes no sense.
    pub(super) fn call(message: impl Into<String>) -> Self {
        Trouble::Said(Exit::BadInput, message.into())
    }

    /// This cannot be done with the puzzle at hand.
    pub(super) fn refused(message: impl Into<String>) -> Self {
        Trouble::Puzzle(Exit::BadInput, message.into())
    }

    /// What is wrong, for whoever tells it elsewhere.
    #[cfg(feature = "serve")]
    pub(super) fn into_sentence(self) -> String {
        match self {
            Trouble::Text(diagnostic) => diagnostic.title,
            Trouble::Said(_, message) | Trouble::Puzzle(_, message) => message,
            Trouble::Told(exit) => format!("exit status {}", exit.status()),
        }
    }

    /// Tells the user; the exit that it means.
    pub(super) fn tell(self, console: &Console) -> Exit {
        self.tell_of("", &Sources::default(), console)
    }

    /// The same about a puzzle that was read from these texts.
    pub(super) fn tell_of(self, puzzle: &str, sources: &Sources, console: &Console) -> Exit {
        match self {
            Trouble::Text(diagnostic) => {
                console.report(&[*diagnostic], sources);
                Exit::BadInput
            }
            Trouble::Said(exit, message) => {
                console.complain(&message);
                exit
            }
            Trouble::Puzzle(exit, message) => {
                console.complain(&format!("{puzzle}: {message}"));
                exit
            }
            Trouble::Told(exit) => exit,
        }
    }
}

impl From<Box<Diagnostic>> for Trouble {
    fn from(diagnostic: Box<Diagnostic>) -> Self {
        Trouble::Text(diagnostic)
    }
}

impl From<Exit> for Trouble {
    fn from(exit: Exit) -> Self {
        Trouble::Told(exit)
    }
}

impl From<solve::Failure> for Trouble {
    fn from(failure: solve::Failure) -> Self {
        match failure {
            solve::Failure::Rules(diagnostic) => Trouble::Text(diagnostic),
            refused @ solve::Failure::Refused(_) => Trouble::Puzzle(Exit::Internal, refused.to_string()),
        }
    }
}

impl From<plan::Failure> for Trouble {
    fn from(failure: plan::Failure) -> Self {
        match failure {
            plan::Failure::Rules(diagnostic) => Trouble::Text(diagnostic),
            refused @ plan::Failure::Refused(_) => Trouble::Puzzle(Exit::Internal, refused.to_string()),
            other => Trouble::refused(other.to_string()),
        }
    }
}

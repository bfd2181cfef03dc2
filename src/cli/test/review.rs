//! Asking about differences, one by one.

use std::io::{self, BufRead, IsTerminal as _, Write as _};

use crate::cli::desk::desk;

/// What to do about one difference.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Choice {
    /// What came out is right.
    Accept,
    /// The snapshot is right.
    Reject,
    /// Keep both.
    Later,
}

/// Whether somebody is there to answer.
pub(super) fn can_ask() -> bool {
    desk().is_none() && io::stdin().is_terminal()
}

/// Asks until the answer can be understood. Somebody who says no more decides later.
pub(super) fn ask(name: &str, input: &mut dyn BufRead) -> Choice {
    loop {
        let question = format!("{name}: (a)ccept what comes out, (r)eject it, or (s)kip? ");
        let question = crate::language::diagnostic::render::clean::visible(&question);
        // If nobody can read the question, the answer will tell.
        let _unheard = io::stderr().lock().write_all(question.as_bytes());
        let mut line = String::new();
        match input.read_line(&mut line) {
            Ok(0) | Err(_) => return Choice::Later,
            Ok(_) => {}
        }
        match line.trim().to_lowercase().as_str() {
            "a" | "accept" | "y" | "yes" => return Choice::Accept,
            "r" | "reject" | "n" | "no" => return Choice::Reject,
            "s" | "skip" => return Choice::Later,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Choice, ask};

    #[test]
    fn answers_are_understood_or_asked_for_again() {
        let mut input = "a\nwhat?\n\n R \nskip\n".as_bytes();
        let answers: Vec<Choice> = (0..4).map(|_| ask("x", &mut input)).collect();
        assert_eq!(answers, [Choice::Accept, Choice::Reject, Choice::Later, Choice::Later]);
    }
}

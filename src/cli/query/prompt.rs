//! The line at which questions are typed: its history, and completion of names.

use std::io::{self, IsTerminal as _};
use std::path::PathBuf;

use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{Context, Editor, Helper};

use super::{COMMANDS, Session};
use crate::cli::console::Console;
use crate::cli::desk::desk;
use crate::cli::subject::Subject;
use crate::cli::trouble::Trouble;
use crate::cli::{Exit, signals};
use crate::language::facts::{self, Kind};

/// Reads lines from a terminal.
pub(super) struct Prompt {
    editor: Editor<Words, FileHistory>,
    history: Option<PathBuf>,
}

/// So many answers are listed at a terminal before somebody asks for all.
const FIRST: usize = 20;

impl Session<'_> {
    /// Questions from somebody who sees the answers. What is wrong with one does not count for the exit.
    pub(super) fn at_terminal(&mut self, console: &mut Console) -> Result<Exit, Trouble> {
        self.most = FIRST;
        let mut words = Words::default();
        self.each(None, console, &mut |subject, sources, console| {
            let loud = subject.diagnostics.iter().filter(|found| found.is_error());
            console.report(&loud.cloned().collect::<Vec<_>>(), sources);
            let laws = subject.program.laws.iter().map(|law| law.name.clone()).collect();
            words = Words { names: names(subject), laws };
            Ok(Exit::Yes)
        })?;
        let mut prompt = Prompt::new(words).map_err(|error| Trouble::file(format!("terminal: {error}")))?;
        console.remark(&"ask a condition such as line(L); :help tells more, :quit ends");
        loop {
            console.flush();
            let Some(line) = prompt.read() else { return Ok(Exit::Yes) };
            if self.line(&line, console).is_none() {
                return Ok(Exit::Yes);
            }
            // A signal that came while a question was answered has ended that question.
            signals::forgive();
        }
    }
}

/// The words that a question may want: what the language has and what the rules define.
fn names(subject: &Subject) -> Vec<String> {
    let program = &subject.program;
    let own = program.predicates.iter().map(|known| known.name.as_str());
    let own = own.chain(program.params.iter().map(|param| param.name.as_str()));
    let own = own.chain(program.families.iter().map(|family| program.terms.name(family.name)));
    let kinds = [Kind::Prelude, Kind::Function, Kind::Constraint, Kind::Goal];
    let built_in = kinds.into_iter().flat_map(facts::all).flat_map(|fact| fact.words).copied();
    let built_in = built_in.filter(|word| word.starts_with(char::is_alphabetic));
    let mut words: Vec<String> = own.chain(built_in).map(str::to_owned).collect();
    words.sort_unstable();
    words.dedup();
    words
}

/// Whether somebody is there to ask and to read.
pub(super) fn is_there() -> bool {
    desk().is_none() && io::stdin().is_terminal()
}

impl Prompt {
    pub(super) fn new(words: Words) -> rustyline::Result<Prompt> {
        let mut editor = Editor::new()?;
        editor.set_helper(Some(words));
        let history = history();
        if let Some(path) = &history {
            // There is none the first time.
            let _none = editor.load_history(path);
        }
        Ok(Prompt { editor, history })
    }

    /// The next line; nothing at the end of the input. A line that was given up is empty.
    pub(super) fn read(&mut self) -> Option<String> {
        match self.editor.readline("?- ") {
            Ok(line) => {
                let _full = self.editor.add_history_entry(&line);
                // A command gives up the question that it was typed into.
                let command = line.lines().find(|line| line.starts_with(':')).map(str::to_owned);
                Some(command.unwrap_or(line))
            }
            Err(ReadlineError::Interrupted) => Some(String::new()),
            Err(_) => None,
        }
    }
}

impl Drop for Prompt {
    fn drop(&mut self) {
        // Questions of today are a help tomorrow; no harm is done where they cannot be kept.
        if let Some(path) = &self.history
            && path.parent().is_some_and(|folder| std::fs::create_dir_all(folder).is_ok())
        {
            let _kept = self.editor.save_history(path);
        }
    }
}

/// Where questions are remembered.
fn history() -> Option<PathBuf> {
    let state = std::env::var_os("XDG_STATE_HOME").filter(|path| !path.is_empty()).map(PathBuf::from);
    let home = || {
        Some(PathBuf::from(std::env::var_os("HOME").filter(|path| !path.is_empty())?).join(".local/state"))
    };
    Some(state.or_else(home)?.join("gridlog").join("questions"))
}

/// The words that are completed.
#[derive(Default)]
pub(super) struct Words {
    /// What a question may speak of.
    pub(super) names: Vec<String>,
    /// What `:law` may be asked about.
    pub(super) laws: Vec<String>,
}

impl Helper for Words {}
impl Highlighter for Words {}
impl Hinter for Words {
    type Hint = String;
}

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = line.get(..at).unwrap_or(line);
        let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
        let start = typed
            .rfind(|letter| !is_part(letter))
            .map_or(0, |before| before + typed[before..].chars().next().map_or(1, char::len_utf8));
        let word = &typed[start..];
        let fits = |known: &&String| known.starts_with(word);
        let fitting: Vec<String> = if typed.starts_with(":law ") {
            self.laws.iter().filter(fits).cloned().collect()
        } else if typed.starts_with(':') && start == 1 {
            COMMANDS.iter().filter(|known| known.starts_with(word)).map(|known| (*known).to_owned()).collect()
        } else {
            self.names.iter().filter(fits).cloned().collect()
        };
        Ok((start, fitting))
    }
}

impl Validator for Words {
    /// An open bracket goes on in the next line, unless that is a command.
    fn validate(&self, context: &mut ValidationContext<'_>) -> rustyline::Result<ValidationResult> {
        let count = |signs: [char; 3]| context.input().matches(signs).count();
        let commands = context.input().lines().any(|line| line.starts_with(':'));
        let open = !commands && count(['(', '[', '{']) > count([')', ']', '}']);
        Ok(if open { ValidationResult::Incomplete } else { ValidationResult::Valid(None) })
    }
}

#[cfg(test)]
mod tests {
    use rustyline::Context;
    use rustyline::completion::Completer as _;
    use rustyline::history::MemHistory;

    use super::Words;

    #[test]
    fn words_and_commands_are_completed() {
        let list = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
        let words = Words { names: list(&["cell", "cells", "größe", "line"]), laws: list(&["lines"]) };
        let (history, complete) = (MemHistory::new(), |line: &str, context| {
            let (start, found) = words.complete(line, line.len(), context).unwrap_or_default();
            (start, found.join(" "))
        });
        let context = Context::new(&history);
        assert_eq!(complete("not ce", &context), (4, "cell cells".to_owned()));
        assert_eq!(complete("line(L), grö", &context), (9, "größe".to_owned()));
        assert_eq!(complete(":pl", &context), (1, "plan".to_owned()));
        assert_eq!(complete(":law li", &context), (5, "lines".to_owned()));
        assert_eq!(complete("→ce", &context), (3, "cell cells".to_owned()));
    }
}

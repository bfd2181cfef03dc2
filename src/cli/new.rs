//! `gridlog new`: starts a rule set with a sample that passes `gridlog test`.

use std::fs;
use std::path::PathBuf;

use super::console::Console;
use super::signals::is_interrupted;
use super::trouble::Trouble;
use super::{Exit, files, test};
use crate::base::clock::Deadline;
use crate::language::resolve::{BuiltIn, Library as _};
use crate::language::syntax::token::{Token, lex};
use crate::services::samples::{BOUND, Came, Sample, snapshot};

/// Arguments of `gridlog new`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// What the rule set is to be called, as in `use NAME.`
    name: String,
}

pub(super) fn run(args: &Args, console: &mut Console) -> Result<Exit, Trouble> {
    let name = args.name.as_str();
    match wrong_name(name) {
        Some(wrong) => Err(Trouble::call(format!("`{name}` cannot be the name of a rule set: {wrong}"))),
        None => start(name, console),
    }
}

/// Why `use NAME.` would not work.
fn wrong_name(name: &str) -> Option<&'static str> {
    if name.contains(['/', '\\']) {
        return Some("go to the folder where it is to stand, and give the name alone");
    }
    let lexed = lex(0, name);
    match lexed.tokens.as_slice() {
        _ if name.strip_suffix(".rules").is_some() => Some("leave .rules out"),
        [(Token::Name(found), _), (Token::End, _)] | [(Token::Name(found), _)] if *found == name => None,
        [(Token::Placeholder(_), _), ..] => {
            Some("it starts with a capital; names start with a lower-case letter")
        }
        [(Token::Number(_), _), ..] => Some("it starts with a digit; names start with a lower-case letter"),
        [(first, _), (Token::End, _)] | [(first, _)] if !matches!(first, Token::Name(_) | Token::End) => {
            Some("it is a word of the language or no word at all")
        }
        _ => Some("names hold letters, digits and _ only"),
    }
}

fn start(name: &str, console: &mut Console) -> Result<Exit, Trouble> {
    let rules_at = PathBuf::from(format!("{name}.rules"));
    let folder = PathBuf::from(name);
    let sample_at = folder.join("first.puzzle");
    let snapshot_at = test::snapshot_of(&sample_at);
    let all = [&rules_at, &sample_at, &snapshot_at];
    for path in all {
        if path.symlink_metadata().is_ok() {
            return Err(Trouble::file(format!(
                "{} is there already, and is not overwritten",
                path.display()
            )));
        }
    }
    if folder.symlink_metadata().is_ok() && !folder.is_dir() {
        return Err(Trouble::file(format!("{name} is there already, and is no folder for samples")));
    }
    if BuiltIn.find(name, "").is_some() {
        console.remark(&format!(
            "a built-in rule set is called {name} too; here, `use {name}.` will mean yours"
        ));
    }
    files::create(&rules_at, &rules(name))?;
    fs::create_dir_all(&folder).map_err(|error| Trouble::io(&folder, &error))?;
    let text = sample(name);
    files::create(&sample_at, &text)?;
    let shown = files::name(&sample_at);
    let made = Sample { name: &shown, text: &text, before: (0, 0), library: &files::SHELF };
    let Came::Answer(answer) = made.load(&Deadline::default()).run(BOUND, &is_interrupted) else {
        return Ok(Exit::Interrupted);
    };
    files::create(&snapshot_at, &snapshot::file("first.puzzle", &answer.text))?;
    for path in all {
        console.print(&format!("{}\n", path.display()));
    }
    console.remark(&format!("edit them, then run: gridlog test {}", rules_at.display()));
    Ok(Exit::Yes)
}

fn rules(name: &str) -> String {
    format!(
        "% {name}. Say here in prose what the rules are, and what else the puzzle is called.\n\
         language 2.\n\
         \n\
         param n = 4.\n\
         grid(n, n) :: 1..n.\n\
         \n\
         %! {{L}} holds every number once.\n\
         lines: line(L) => distinct(L).\n"
    )
}

fn sample(name: &str) -> String {
    format!("use {name} with n = 3.\ngiven \"\"\"\n. . 3\n. . .\n1 . .\n\"\"\".\nexpect unique.\n")
}

//! `gridlog new`: starts a rule set of a family, with samples that pass `gridlog test`.

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

    /// What kind of puzzle it is about; the rules to start from are a small one of that kind
    #[arg(long, value_enum, default_value_t = Family::Fill)]
    family: Family,
}

/// What is found out in a puzzle. Each has rules and two samples in the folder of its name, which call themselves `mine`.
#[derive(clap::ValueEnum, Clone, Copy, Debug)]
enum Family {
    /// Numbers in all cells: latin squares, sudokus
    Fill,
    /// Cells that are black or white, with numbers that count them
    Shade,
    /// A loop from cell to cell
    Loop,
    /// Regions that the board is divided into
    Regions,
    /// Things that stand in some cells
    Placement,
    /// Positions and moves, and the shortest way to a goal
    Moves,
}

/// Rules and samples to start from.
struct Template {
    rules: &'static str,
    first: &'static str,
    second: &'static str,
}

/// The files of a family's folder.
macro_rules! template {
    ($family:literal) => {
        Template {
            rules: include_str!(concat!("new/", $family, "/mine.rules")),
            first: include_str!(concat!("new/", $family, "/mine/first.puzzle")),
            second: include_str!(concat!("new/", $family, "/mine/second.puzzle")),
        }
    };
}

impl Family {
    fn template(self) -> Template {
        match self {
            Self::Fill => template!("fill"),
            Self::Shade => template!("shade"),
            Self::Loop => template!("loop"),
            Self::Regions => template!("regions"),
            Self::Placement => template!("placement"),
            Self::Moves => template!("moves"),
        }
    }
}

pub(super) fn run(args: &Args, console: &mut Console) -> Result<Exit, Trouble> {
    let name = args.name.as_str();
    match wrong_name(name) {
        Some(wrong) => Err(Trouble::call(format!("`{name}` cannot be the name of a rule set: {wrong}"))),
        None => start(name, &args.family.template(), console),
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

fn start(name: &str, template: &Template, console: &mut Console) -> Result<Exit, Trouble> {
    let rules_at = PathBuf::from(format!("{name}.rules"));
    let folder = PathBuf::from(name);
    let samples = [("first.puzzle", template.first), ("second.puzzle", template.second)];
    let mut all = vec![rules_at.clone()];
    for (file, _) in samples {
        all.extend([folder.join(file), test::snapshot_of(&folder.join(file))]);
    }
    for path in &all {
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
    files::create(&rules_at, &template.rules.replacen("% mine.", &format!("% {name}."), 1))?;
    fs::create_dir_all(&folder).map_err(|error| Trouble::io(&folder, &error))?;
    for (file, text) in samples {
        let text = text.replacen("use mine", &format!("use {name}"), 1);
        let sample_at = folder.join(file);
        files::create(&sample_at, &text)?;
        let shown = files::name(&sample_at);
        let made = Sample { name: &shown, text: &text, before: (0, 0), library: &files::SHELF };
        let Came::Answer(answer) = made.load(&Deadline::default()).run(BOUND, &is_interrupted) else {
            return Ok(Exit::Interrupted);
        };
        files::create(&test::snapshot_of(&sample_at), &snapshot::file(file, &answer.text))?;
    }
    for path in &all {
        console.print(&format!("{}\n", path.display()));
    }
    console.remark(&format!("edit them, then run: gridlog test {}", rules_at.display()));
    Ok(Exit::Yes)
}

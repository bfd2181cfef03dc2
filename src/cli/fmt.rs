//! `gridlog fmt`: files in the common style, or the difference to it.

use std::path::{Path, PathBuf};

use super::console::Console;
use super::diff::difference;
use super::signals::is_interrupted;
use super::trouble::Trouble;
use super::{Exit, files};
use crate::language::puzzle::{BETWEEN, parts};
use crate::language::source::Sources;
use crate::language::syntax::print;

/// Arguments of `gridlog fmt`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Rule and puzzle files, rewritten in place; without any, or for `-`, stdin is written to stdout
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write nothing; show what would change, with exit status 1 if anything would
    #[arg(long)]
    check: bool,
}

pub(super) fn run(args: &Args, console: &mut Console) -> Exit {
    let stdin = [PathBuf::from("-")];
    let paths = if args.files.is_empty() { &stdin[..] } else { &args.files };
    let mut exit = Exit::Yes;
    for path in paths {
        let done = format_file(path, args.check, console);
        exit = exit.and(done.unwrap_or_else(|trouble| trouble.tell(console)));
        if is_interrupted() || console.has_ended() {
            break;
        }
    }
    exit
}

fn format_file(path: &Path, check: bool, console: &mut Console) -> Result<Exit, Trouble> {
    let text = files::read(path)?;
    let mut all = Vec::new();
    for part in parts(&text) {
        if is_interrupted() {
            return Ok(Exit::Interrupted);
        }
        let mut sources = Sources::default();
        let source = sources.add_part(files::name(path), part.text, part.before);
        match print::format(source, &sources.get(source).text) {
            Ok(formatted) => all.push(formatted),
            Err(diagnostics) => {
                console.report(&diagnostics, &sources);
                return Ok(Exit::BadInput);
            }
        }
    }
    let formatted = all.join(&format!("{BETWEEN}\n"));
    if check {
        if formatted == text {
            return Ok(Exit::Yes);
        }
        let name = files::name(path);
        let difference =
            difference((&name, &text), (&format!("{name} (formatted)"), &formatted), console.colour);
        console.print_styled(&difference);
        return Ok(Exit::No);
    }
    if files::is_stdin(path) {
        console.print_foreign(&formatted);
    } else if formatted != text {
        files::replace(path, &formatted)?;
    }
    Ok(Exit::Yes)
}

//! `gridlog booklet`: pages to print, of puzzles that are named and of puzzles that are made.

mod entry;
mod link;
mod pdf;

use std::path::PathBuf;

use clap::ValueEnum;

use super::batch::Batch;
use super::console::Console;
use super::generate::{self, Wanted};
use super::output::{self, Output};
use super::subject::What;
use super::trouble::Trouble;
use super::{Exit, files};
use crate::language::source::Sources;
use crate::services::render::booklet::{self, Entry, Look};

/// Arguments of `gridlog booklet`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    what: What,
    /// Make puzzles of this rule set, as many as --count says; may be given several times
    #[arg(long, value_name = "RULES")]
    generate: Vec<PathBuf>,
    #[command(flatten)]
    wanted: Wanted,
    /// What stands at the head of the first page
    #[arg(long, value_name = "TEXT", default_value = "")]
    title: String,
    /// Who made the booklet
    #[arg(long, value_name = "NAME", default_value = "")]
    author: String,
    /// What it is printed on
    #[arg(long, value_name = "SIZE", default_value = "a4")]
    paper: Paper,
    /// How many puzzles stand on a page
    #[arg(long, value_name = "NUMBER", default_value_t = 4, value_parser = clap::value_parser!(u8).range(1..=30))]
    per_page: u8,
    /// In how many columns they stand; else as many as fit their number
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u8).range(1..=6))]
    columns: Option<u8>,
    /// Leave out the rules
    #[arg(long)]
    no_rules: bool,
    /// Leave out the answers
    #[arg(long)]
    no_answers: bool,
    /// Do not find out how hard the puzzles are
    #[arg(long)]
    no_levels: bool,
    /// The address of a playground: each puzzle gets a code for cameras that opens it there
    #[arg(long, value_name = "ADDRESS")]
    link: Option<String>,
    /// The browser that makes a PDF, a kind of Chromium; else one that is installed is looked for
    #[arg(long, value_name = "PROGRAM")]
    browser: Option<PathBuf>,
    /// What to make: else by the ending of the file, or HTML
    #[arg(short, long, value_name = "FORMAT", value_parser = output::one_of(OUTPUTS))]
    format: Option<Output>,
    /// Write the booklet to this file, whole or not at all
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// What booklets are printed on.
#[derive(Clone, Copy, ValueEnum, Debug)]
enum Paper {
    /// 210 by 297 mm
    A4,
    /// 8.5 by 11 inches
    Letter,
}

const OUTPUTS: &[&str] = &["html", "pdf"];

pub(super) fn run(args: &Args, console: &mut Console) -> Result<Exit, Trouble> {
    let format = output::chosen(args.format, args.output.as_deref(), OUTPUTS).map_err(Trouble::call)?;
    let is_pdf = matches!(format, Some(Output::Pdf));
    if is_pdf && args.output.is_none() {
        return Err(Trouble::call("a PDF is written to a file: name it with -o"));
    }
    // What cannot be printed in the end need not be made.
    let browser = if is_pdf { Some(pdf::browser(args.browser.as_deref())?) } else { None };
    let mut entries: Vec<Entry> = Vec::new();
    let exit = gathered(args, &mut entries, console);
    let exit = exit.unwrap_or_else(|trouble| trouble.tell(console));
    if entries.is_empty() {
        return Ok(exit);
    }
    let book = booklet::write(&look(args), &entries);
    let written = match (browser, args.output.as_deref()) {
        (Some(browser), Some(file)) => pdf::write(&browser, &book, file),
        (_, Some(file)) => files::write(file, &book),
        (_, None) => {
            console.print(&book);
            Ok(())
        }
    };
    Ok(exit.and(written.map_or_else(|trouble| trouble.tell(console), |()| Exit::Yes)))
}

/// All puzzles: those that are named, then those that are made.
fn gathered(args: &Args, entries: &mut Vec<Entry>, console: &mut Console) -> Result<Exit, Trouble> {
    let mut exit = Exit::Yes;
    if args.generate.is_empty() || !args.what.paths().is_empty() {
        exit = exit.and(args.what.each(console, &mut |subject, sources, console| {
            let about = entry::About::of(subject, sources);
            let text = subject.file(sources).1;
            let ground = subject.take_ground()?;
            entries.push(entry::entry(args, about, &text, ground, console)?);
            Ok(Exit::Yes)
        })?);
    }
    for rules in &args.generate {
        let what = args.what.of(rules);
        let made = what.each_named(
            &Batch::default(),
            &mut Sources::default(),
            console,
            &mut |subject, sources, console| {
                let about = entry::About::of(subject, sources);
                generate::each_made(&args.wanted, subject, sources, console, &mut |text, ground, console| {
                    entries.push(entry::entry(args, about.clone(), text, ground, console)?);
                    Ok(Exit::Yes)
                })
            },
        );
        exit = exit.and(made.unwrap_or_else(|trouble| trouble.tell(console)));
    }
    Ok(exit)
}

fn look(args: &Args) -> Look {
    let each = usize::from(args.per_page);
    Look {
        title: args.title.clone(),
        author: args.author.clone(),
        paper: match args.paper {
            Paper::A4 => booklet::Paper::A4,
            Paper::Letter => booklet::Paper::Letter,
        },
        each,
        columns: args.columns.map_or_else(|| Look::usual_columns(each), usize::from),
        rules: !args.no_rules,
        answers: !args.no_answers,
    }
}

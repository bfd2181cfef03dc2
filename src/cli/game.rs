//! What pages to play on ask for: a puzzle as a game, and the moves of a position. The page itself is made of the same.

use std::path::Path;

use serde::Serialize;

use super::Exit;
use super::console::Console;
use super::files;
use super::solve::How;
use super::subject::{Subject, What};
use super::trouble::Trouble;
use crate::language::source::Sources;
use crate::services::play::{self, About, Failure, Game, Journey, Wish, page};

/// Arguments of `gridlog game`.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    what: What,
    #[command(flatten)]
    how: How,
}

/// Arguments of `gridlog moves`.
#[derive(clap::Args, Debug)]
pub(super) struct MoveArgs {
    #[command(flatten)]
    what: What,
    /// The value of an unknown in the position, for each of them in order; without any the first position
    #[arg(long, value_name = "VALUE")]
    position: Vec<String>,
}

/// Prints a puzzle as a game.
pub(super) fn run(args: &Args, console: &mut Console) -> Result<Exit, Trouble> {
    args.what.each(console, &mut |subject, sources, console| {
        if subject.has_moves() {
            Ok(print(&journey(&args.what, subject, sources)?, console))
        } else {
            Ok(print(&game((&args.what, &args.how), subject, sources, console)?, console))
        }
    })
}

/// Prints a position with its moves.
pub(super) fn moves(args: &MoveArgs, console: &mut Console) -> Result<Exit, Trouble> {
    args.what.each(console, &mut |subject, _, console| {
        if !subject.has_moves() {
            return Err(Trouble::refused("these rules have no moves"));
        }
        let mut ground = subject.take_ground()?;
        Ok(print(&play::position(&mut ground.world, &args.position).map_err(told)?, console))
    })
}

fn print(value: &impl Serialize, console: &mut Console) -> Exit {
    let text = serde_json::to_string(value).unwrap_or_default();
    console.print(&format!("{text}\n"));
    Exit::Yes
}

/// The page of one puzzle.
pub(super) fn page(
    (what, how): (&What, &How),
    engine: Option<&Path>,
    subject: &mut Subject,
    sources: &Sources,
    console: &Console,
) -> Result<String, Trouble> {
    if !subject.has_moves() {
        let game = game((what, how), subject, sources, console)?;
        return Ok(page::write(&game));
    }
    let engine = match engine {
        Some(path) => files::read_bytes(path)?,
        None => page::ENGINE.map(<[u8]>::to_vec).ok_or_else(|| {
            Trouble::refused(
                "a page for a puzzle of moves needs the engine for browsers, which this build does not have: \
                 build with the feature `bundle`, or name the file that web/build makes with --engine",
            )
        })?,
    };
    let (name, text) = subject.file(sources);
    let request = page::Request {
        files: rule_files(sources).chain([(name.clone(), text)]).collect(),
        arguments: vec![name],
        settings: what.settings(),
    };
    let journey = journey(what, subject, sources)?;
    Ok(page::write_moves(&journey, &request, &engine))
}

/// The texts of rules that are not built in, by the names of their files.
fn rule_files(sources: &Sources) -> impl Iterator<Item = (String, String)> + '_ {
    let all = (0..sources.len() as u32).map(|id| sources.get(id));
    let own = all.filter(|source| {
        Path::new(&source.name).extension().is_some_and(|ending| ending == "rules")
            && !source.name.starts_with(crate::language::resolve::built_in::BUILT_IN)
    });
    own.map(|source| (files::stem(&source.name), source.text.clone()))
}

/// What a page says about a puzzle: its own name counts before that of its rules.
fn about(subject: &Subject, sources: &Sources) -> About {
    let about = About::read(&subject.name, sources);
    let title = subject.program.caption("title").map(str::to_owned);
    About { title: title.unwrap_or(about.title), ..about }
}

fn journey(what: &What, subject: &mut Subject, sources: &Sources) -> Result<Journey, Trouble> {
    let about = about(subject, sources);
    let deadline = what.deadline().clone();
    play::journey(subject.take_ground()?, about, &|| deadline.is_over()).map_err(told)
}

/// What a page needs of one puzzle.
fn game(
    (what, how): (&What, &How),
    subject: &mut Subject,
    sources: &Sources,
    console: &Console,
) -> Result<Game, Trouble> {
    let about = about(subject, sources);
    let wish = Wish { limits: how.limits(), unhinted: false };
    let deadline = what.deadline().clone();
    let game = play::game(subject.take_ground()?, about, &wish, &|| deadline.is_over()).map_err(told)?;
    if game.lost > 0 {
        let figures = if game.lost == 1 {
            "1 figure depends on too many places at once, and does not follow them".to_owned()
        } else {
            format!("{} figures depend on too many places at once, and do not follow them", game.lost)
        };
        console.remark(&format!("{}: {figures}", subject.name));
    }
    Ok(game)
}

fn told(failure: Failure) -> Trouble {
    match failure {
        Failure::Rules(wrong) => Trouble::Text(wrong),
        Failure::Solver(failure) => failure.into(),
        failure @ (Failure::None | Failure::Plan(_)) => Trouble::Puzzle(Exit::No, failure.to_string()),
        failure @ (Failure::Several | Failure::Position(_)) => Trouble::refused(failure.to_string()),
        failure @ Failure::Unknown => Trouble::Puzzle(Exit::Undecided, failure.to_string()),
    }
}

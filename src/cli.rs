//! The command line: what can be asked, and how the answer becomes an exit status.
//!
//! Only this part of the crate reads files or prints. Results go to stdout, everything else to stderr; for a request of another
//! program (`answer`) there is a desk in the place of disk and streams. A file uses only what stands before it:
//!
//! ```text
//! desk -> answers, output, signals -> console -> trouble -> batch, files, feed, watch -> subject -> a file for each command -> answer
//! ```
//!
//! With the feature `answer` alone there is no terminal: no colours, no signals, no prompt.

pub mod answer;
mod answers;
mod batch;
#[cfg(feature = "cli")]
mod booklet;
mod candidates;
mod check;
mod checks;
mod codes;
mod compare;
mod console;
mod convert;
mod desk;
mod diff;
mod explain;
mod feed;
mod files;
mod fmt;
mod foreign;
mod game;
mod generate;
#[doc(hidden)]
pub mod helpers;
mod hint;
mod known;
mod limits;
mod list;
#[cfg(feature = "lsp")]
mod lsp;
mod minimise;
mod new;
mod output;
mod plan;
#[cfg(feature = "proof")]
mod proof;
#[cfg(not(feature = "proof"))]
#[path = "cli/proofless.rs"]
mod proof;
mod pulse;
mod query;
mod rate;
mod reason;
mod render;
#[cfg(feature = "serve")]
mod serve;
#[cfg(feature = "cli")]
mod shell;
mod signals;
mod solve;
mod split;
mod subject;
mod test;
mod trouble;
mod verify;
mod watch;
mod why;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use self::console::{Colour, Console};

/// What a run ends with; each has its own exit status.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Exit {
    /// 0: the answer is yes, or the work is done.
    Yes,
    /// 1: the answer is no.
    No,
    /// 2: something is wrong with the input or with the way the program was called.
    BadInput,
    /// 3: a limit was reached before the answer was known.
    Undecided,
    /// 4: a file could not be read or written.
    IoFailed,
    /// 70: a bug in gridlog.
    Internal,
    /// 130: somebody asked to stop.
    Interrupted,
}

impl Exit {
    /// The exit status.
    pub fn status(self) -> u8 {
        match self {
            Exit::Yes => 0,
            Exit::No => 1,
            Exit::BadInput => 2,
            Exit::Undecided => 3,
            Exit::IoFailed => 4,
            Exit::Internal => 70,
            Exit::Interrupted => 130,
        }
    }

    /// The exit of a run that did two things: the one that says more about what went wrong.
    #[must_use]
    pub fn and(self, other: Exit) -> Exit {
        let rank = |exit| match exit {
            Exit::Yes => 0,
            Exit::No => 1,
            Exit::Undecided => 2,
            Exit::BadInput => 3,
            Exit::IoFailed => 4,
            Exit::Interrupted => 5,
            Exit::Internal => 6,
        };
        if rank(other) > rank(self) { other } else { self }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.status())
    }
}

// The text that `--help` opens with is the description of the crate.
#[derive(Parser, Debug)]
#[command(name = "gridlog", version, about, max_term_width = 100, after_help = STATUSES)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    told: Told,
}

/// How things are told.
#[derive(clap::Args, Debug)]
struct Told {
    /// When to use colours; `auto` also asks the variable `NO_COLOR`
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto")]
    color: Colour,
    /// Say nothing but errors and results
    #[arg(short, long, global = true)]
    quiet: bool,
}

/// The arguments of the command that is run most, often for a single small puzzle: to describe those of all commands takes
/// longer than to solve it.
#[cfg(feature = "cli")]
#[derive(Parser, Debug)]
struct Frequent {
    #[command(subcommand)]
    command: FrequentCommand,
    #[command(flatten)]
    told: Told,
}

#[cfg(feature = "cli")]
#[derive(Subcommand, Debug)]
enum FrequentCommand {
    Solve(solve::Args),
}

/// Reads the arguments of this process. Whatever is not right is told by who knows all commands.
#[cfg(feature = "cli")]
fn arguments() -> Result<Arguments, clap::Error> {
    let is_frequent = std::env::args_os().nth(1).is_some_and(|word| word == "solve");
    match is_frequent.then(Frequent::try_parse) {
        Some(Ok(Frequent { command: FrequentCommand::Solve(args), told })) => {
            Ok(Arguments { command: Command::Solve(args), told })
        }
        _ => Arguments::try_parse(),
    }
}

const STATUSES: &str = "Exit status: 0 yes or done, 1 no, 2 bad input, 3 undecided because a limit was reached, \
                        4 a file could not be read or written, 70 a bug in gridlog, 130 interrupted.";

#[derive(Subcommand, Debug)]
enum Command {
    /// Check a rule set, alone or with puzzles
    Check(check::Args),
    /// Solve puzzles: one solution, several, or all
    Solve(solve::Args),
    /// Count solutions
    ///
    /// Where there are very many they are not looked at one by one: boards are counted line by line, or part by part. The
    /// number is exact all the same, and `-s` and `-f json` tell how it was found.
    Count(solve::CountArgs),
    /// List for each cell the values it has in some solution
    Candidates(candidates::Args),
    /// Solve a puzzle in the ways of textbooks, side by side; each may take 10 s if --time-limit does not say otherwise
    Compare(compare::Args),
    /// Judge a filled grid, and name the laws it breaks
    Verify(verify::Args),
    /// Make puzzles with exactly one solution
    Generate(generate::Args),
    /// Find what a puzzle could do without: clues and laws
    Minimise(minimise::Args),
    /// Run the samples of rule sets, and compare what comes out with what they expect and with their snapshots
    Test(test::Args),
    /// Start a rule set, with a sample
    New(new::Args),
    /// Split a search into cubes, records that `count` and `solve` take (docs/scaling.md)
    Split(split::Args),
    /// Put the answers to cubes together, and check that each is there once
    Merge(split::MergeArgs),
    /// Write puzzles in another format
    Convert(convert::Args),
    /// Draw a puzzle, its candidates or its solution
    Render(render::Args),
    /// Make pages to print: puzzles with their rules, and the answers at the back
    #[cfg(feature = "cli")]
    Booklet(booklet::Args),
    /// Write rule and puzzle files in the common style
    Fmt(fmt::Args),
    /// Explain the way to a solution step by step; or tell more about a diagnostic
    Explain(explain::Args),
    /// Give the next step only: where to look, or what follows
    Hint(hint::Args),
    /// Tell why a place has a value or cannot have it, or why there is no solution or more than one
    Why(why::Args),
    /// Ask conditions about a board: what a definition yields, what a law says
    Query(query::Args),
    /// Rate how hard puzzles are
    Rate(rate::Args),
    /// Print a puzzle as pages to play on take it
    #[command(hide = true)]
    Game(game::Args),
    /// Print a position of a move puzzle with its moves
    #[command(hide = true)]
    Moves(game::MoveArgs),
    /// List the built-in rule sets with their other names
    List(list::ListArgs),
    /// Print a built-in rule set or sample
    Show(list::ShowArgs),
    /// Serve an editor: the language server, on stdin and stdout (docs/editors.md)
    #[cfg(feature = "lsp")]
    Lsp(lsp::Args),
    /// Open the playground in a browser: write rules, solve, draw and play (docs/web.md)
    #[cfg(feature = "serve")]
    Serve(serve::Args),
    /// Answer requests in JSON, one on each line of stdin, with a line of JSON each (docs/json.md)
    #[cfg(feature = "cli")]
    Answer(answer::Args),
    /// Print what a shell needs to complete the arguments of gridlog
    #[cfg(feature = "cli")]
    Completions(shell::CompletionArgs),
    /// Print or write the manual pages
    #[cfg(feature = "cli")]
    Man(shell::ManArgs),
}

/// Runs the program with the arguments of this process.
#[cfg(feature = "cli")]
pub fn run() -> Exit {
    signals::listen();
    let words: Vec<std::ffi::OsString> = std::env::args_os().skip(1).collect();
    if words.len() == 2
        && words.iter().any(|word| word == "--json")
        && words.iter().any(|word| word == "--version")
    {
        let mut console = Console::new(Colour::Never, false);
        console.print(&shell::version());
        return console.end();
    }
    let arguments = match arguments() {
        Ok(arguments) => arguments,
        Err(told) => return Console::new(Colour::Auto, false).finish_with(&told),
    };
    let console = Console::new(arguments.told.color, arguments.told.quiet);
    if files::piped().is_some() {
        signals::end_with_stdin();
    }
    if let Err(trouble) = files::check_unsaved() {
        return trouble.tell(&console);
    }
    perform(arguments.command, console)
}

/// Runs one command to its end.
fn perform(command: Command, mut console: Console) -> Exit {
    let console = &mut console;
    let done = match command {
        Command::Check(args) => check::run(&args, console),
        Command::Solve(args) => solve::run(&args, console),
        Command::Count(args) => solve::count(&args, console),
        Command::Candidates(args) => candidates::run(&args, console),
        Command::Compare(args) => compare::run(&args, console),
        Command::Verify(args) => verify::run(&args, console),
        Command::Generate(args) => Ok(generate::run(&args, console)),
        Command::Minimise(args) => Ok(minimise::run(&args, console)),
        Command::Test(args) => test::run(&args, console),
        Command::New(args) => new::run(&args, console),
        Command::Split(args) => split::split(&args, console),
        Command::Merge(args) => split::merge(&args, console),
        Command::Convert(args) => convert::run(&args, console),
        Command::Render(args) => render::run(&args, console),
        #[cfg(feature = "cli")]
        Command::Booklet(args) => booklet::run(&args, console),
        Command::Fmt(args) => Ok(fmt::run(&args, console)),
        Command::Explain(args) => explain::run(&args, console),
        Command::Hint(args) => hint::run(&args, console),
        Command::Why(args) => why::run(&args, console),
        Command::Query(args) => query::run(&args, console),
        Command::Rate(args) => rate::run(&args, console),
        Command::Game(args) => game::run(&args, console),
        Command::Moves(args) => game::moves(&args, console),
        Command::List(args) => list::list(&args, console),
        Command::Show(args) => Ok(list::show(&args, console)),
        #[cfg(feature = "cli")]
        Command::Answer(args) => Ok(answer::run(&args)),
        #[cfg(feature = "serve")]
        Command::Serve(args) => serve::run(&args, console),
        #[cfg(feature = "lsp")]
        Command::Lsp(_) => lsp::run(),
        #[cfg(feature = "cli")]
        Command::Completions(args) => Ok(shell::completions(&args, console)),
        #[cfg(feature = "cli")]
        Command::Man(args) => shell::man(&args, console),
    };
    let exit = done.unwrap_or_else(|trouble| trouble.tell(console));
    exit.and(console.end())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::{Arguments, Exit};

    #[test]
    fn the_arguments_do_not_contradict_each_other() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn the_worse_exit_wins() {
        let rising = [Exit::Yes, Exit::No, Exit::Undecided, Exit::BadInput, Exit::IoFailed, Exit::Internal];
        for (at, better) in rising.iter().enumerate() {
            for worse in &rising[at..] {
                assert_eq!((better.and(*worse), worse.and(*better)), (*worse, *worse));
            }
        }
    }
}

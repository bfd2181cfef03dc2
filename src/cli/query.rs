//! `gridlog query`: conditions asked about a board, one after the other. Each is answered on the files as they are now, so
//! that a definition can be changed and asked again.

#[cfg(feature = "cli")]
mod prompt;

use std::io::BufRead as _;

use super::batch::Batch;
use super::console::Console;
use super::explain::How;
use super::output::{self, Output};
use super::subject::{Asked, QUESTION, Subject, What};
use super::trouble::Trouble;
use super::{Exit, files, signals, why};
use crate::language::diagnostic::{Diagnostic, nearest};
use crate::language::source::Sources;
use crate::language::term::TermId;
use crate::services::query::{self, Answers};
use crate::services::record::{Details, Record, Status};
use crate::services::solve::Wish;
use crate::solver::search::Limits;

/// Arguments of `gridlog query`.
#[derive(clap::Args, Debug)]
#[command(after_help = HELP)]
pub(super) struct Args {
    #[command(flatten)]
    what: What,
    /// Ask this, and nothing else; may be given several times. Without it questions are read from stdin, one on a line
    #[arg(short, long, value_name = "GOAL")]
    goal: Vec<String>,
    /// Ask it of the solution that is found first, and not of whatever values there may be
    #[arg(long)]
    solved: bool,
    /// How to print the answers
    #[arg(short, long, value_name = "FORMAT", value_parser = output::one_of(output::ANSWER))]
    format: Option<Output>,
    #[command(flatten)]
    how: How,
}

const HELP: &str = "\
A question is a condition as it would stand left of the `=>` of a law:
  line(L)                     every answer, and its cells on the board
  ray(r1c1, right, L)
  touching(r2c2, B), B > 3    what depends on values is told: B = r1c1  if r1c1 > 3
Besides:
  :law NAME        the law at each place where it says something
  :check           what the rules amount to on this board
  :plan            which constraints each law becomes
  :explain PLACE   why a place has its value, such as :explain r3c4
  :solved          from now on asks about the solution; again to go back
  :all             all answers to the last question
  :help  :quit";

/// What can be asked besides questions.
const COMMANDS: [&str; 8] = ["law", "check", "plan", "explain", "solved", "all", "help", "quit"];

pub(super) fn run(args: &Args, console: &mut Console) -> Result<Exit, Trouble> {
    if args.what.paths().iter().any(|path| files::is_stdin(path)) && args.goal.is_empty() {
        return Err(Trouble::call("questions come through stdin; name a file for the rules and the puzzle"));
    }
    console.answer_as(args.format);
    let mut session = Session { args, solved: args.solved, most: usize::MAX, last: String::new() };
    if !args.goal.is_empty() {
        let all = args.goal.iter().map_while(|goal| session.line(goal, console));
        return Ok(all.fold(Exit::Yes, Exit::and));
    }
    #[cfg(feature = "cli")]
    if prompt::is_there() {
        return session.at_terminal(console);
    }
    session.piped(console)
}

/// What is remembered from question to question.
struct Session<'a> {
    args: &'a Args,
    /// Whether questions are about the solution.
    solved: bool,
    /// How many answers are listed.
    most: usize,
    /// The last question.
    last: String,
}

impl Session<'_> {
    /// Questions from a pipe, one on a line.
    fn piped(&mut self, console: &mut Console) -> Result<Exit, Trouble> {
        let mut exit = Exit::Yes;
        for line in files::stdin().lines() {
            let line = line.map_err(|error| Trouble::file(format!("stdin: {error}")))?;
            match self.line(&line, console) {
                Some(done) => exit = exit.and(done),
                None => break,
            }
            if signals::is_interrupted() {
                return Ok(exit.and(Exit::Interrupted));
            }
        }
        Ok(exit)
    }

    /// One line; nothing if there is to be no other.
    fn line(&mut self, line: &str, console: &mut Console) -> Option<Exit> {
        let line = line.trim();
        let line = line.strip_prefix("?-").map_or(line, str::trim);
        let done = match line.strip_prefix(':').map(|word| word.split_once(' ').unwrap_or((word, ""))) {
            None if line.is_empty() || line.starts_with('%') => return Some(Exit::Yes),
            None => self.ask(line, console),
            Some(("quit" | "q" | "exit", _)) => return None,
            Some((word, rest)) => self.command(word, rest.trim(), console),
        };
        let exit = done.unwrap_or_else(|trouble| trouble.tell(console));
        if !console.wants_records() {
            // What is to be said about this question is said before the next.
            console.sum_up();
        }
        Some(exit)
    }

    fn command(&mut self, word: &str, rest: &str, console: &mut Console) -> Result<Exit, Trouble> {
        match word {
            "law" => self.each(None, console, &mut |subject, sources, console| {
                subject.usable(sources, console)?;
                law(subject, rest, console)
            }),
            "check" | "plan" => self.each(None, console, &mut |subject, sources, console| {
                subject.usable(sources, console)?;
                let text = if word == "plan" { subject.plan() } else { subject.text(false) };
                console.print(&text);
                Ok(Exit::Yes)
            }),
            "explain" if rest.is_empty() => Err(Trouble::call("name a place, such as :explain r1c1")),
            "explain" => self.each(None, console, &mut |subject, sources, console| {
                subject.usable(sources, console)?;
                why::place(subject, &self.args.how, rest, console)
            }),
            "solved" => {
                self.solved = !self.solved;
                let about = if self.solved { "the solution" } else { "whatever values there may be" };
                console.remark(&format!("questions are about {about}"));
                Ok(Exit::Yes)
            }
            "all" if self.last.is_empty() => Err(Trouble::call("nothing has been asked yet")),
            "all" => {
                let most = std::mem::replace(&mut self.most, usize::MAX);
                let done = self.ask(&self.last.clone(), console);
                self.most = most;
                done
            }
            "help" | "h" => {
                console.print(&format!("{HELP}\n"));
                Ok(Exit::Yes)
            }
            _ => {
                let near = nearest(word, COMMANDS).unwrap_or("help");
                Err(Trouble::call(format!("no command :{word}; did you mean :{near}?")))
            }
        }
    }

    /// Answers one question.
    fn ask(&mut self, question: &str, console: &mut Console) -> Result<Exit, Trouble> {
        question.clone_into(&mut self.last);
        let (solved, most) = (self.solved, self.most);
        self.each(Some(question), console, &mut |subject, sources, console| {
            let is_about = |found: &&Diagnostic| {
                let asked = found.span().is_some_and(|span| sources.get(span.source).name == QUESTION);
                found.is_error() || asked
            };
            let told: Vec<Diagnostic> = subject.diagnostics.iter().filter(is_about).cloned().collect();
            console.report(&told, sources);
            if told.iter().any(Diagnostic::is_error) {
                return Err(Exit::BadInput.into());
            }
            answer(subject, solved, most, console)
        })
    }

    /// Does something with each puzzle, and with the question if there is one.
    fn each(
        &self,
        question: Option<&str>,
        console: &mut Console,
        act: &mut super::subject::Act<'_>,
    ) -> Result<Exit, Trouble> {
        let asked = question.map(|text| Asked { text: text.to_owned(), laws: self.solved });
        self.args.what.asking(asked).each_named(&Batch::default(), &mut Sources::default(), console, act)
    }
}

/// Prints the answers to the question on a board.
fn answer(subject: &mut Subject, solved: bool, most: usize, console: &mut Console) -> Result<Exit, Trouble> {
    if !solved {
        let mut world = subject.take_ground()?.world;
        let answers = query::ask(&mut world, None)?;
        return Ok(tell(&answers, &world, most, console));
    }
    if subject.has_moves() {
        return Err(Trouble::refused("a puzzle of moves has a plan and no solution to ask about"));
    }
    let deadline = subject.deadline.clone();
    let mut solver = subject.solver()?;
    let givens = solver.judge.given.values.clone();
    let wish = Wish { most: Some(1), limits: Limits::default(), seed: 0, checked: None, judged: false };
    let mut found: Option<Vec<TermId>> = None;
    let outcome = solver.solve(&givens, &wish, &|| deadline.is_over(), |values, _| {
        found.get_or_insert_with(|| values.to_vec());
    })?;
    let Some(values) = found else {
        console.answer(Record::new(outcome.verdict(), outcome.sentence()));
        return Ok(Exit::No);
    };
    let answers = query::ask(&mut solver.judge, Some(&values))?;
    Ok(tell(&answers, &solver.judge, most, console))
}

fn tell(answers: &Answers, world: &crate::board::eval::World, most: usize, console: &mut Console) -> Exit {
    let exit = if answers.rows.is_empty() { Exit::No } else { Exit::Yes };
    let sentence = answers.sentence(world);
    if console.wants_records() {
        let details = Details::Query { answers: answers.json(world) };
        console.answer(Record::new(Status::Unknown, sentence).with(details));
        return exit;
    }
    for line in answers.lines(world, most) {
        console.print(&format!("  {line}\n"));
    }
    let more = answers.rows.len().saturating_sub(most);
    let more = if more > 0 && !answers.names.is_empty() {
        format!(", {more} more with :all")
    } else {
        String::new()
    };
    console.print(&format!("{sentence}{more}\n"));
    if let Some((legend, picture)) = answers.picture(world) {
        console.print(&format!("\n{picture}({legend})\n"));
    }
    exit
}

/// Prints a law at each place where it says something.
fn law(subject: &mut Subject, name: &str, console: &mut Console) -> Result<Exit, Trouble> {
    let program = subject.program.clone();
    let Some(number) = program.laws.iter().position(|law| law.name == name) else {
        let known = program.laws.iter().map(|law| law.name.as_str());
        let is_move = program.moves.iter().any(|rule| rule.law.name == name);
        let told = match nearest(name, known.clone()) {
            _ if name.is_empty() => format!("name a law: {}", known.collect::<Vec<_>>().join(", ")),
            _ if is_move => format!("`{name}` is a move; laws are {}", known.collect::<Vec<_>>().join(", ")),
            Some(near) => format!("no law `{name}`; did you mean `{near}`?"),
            None => format!("no law `{name}`; there are {}", known.collect::<Vec<_>>().join(", ")),
        };
        return Err(Trouble::refused(told));
    };
    let ground = subject.take_ground()?;
    let (law, show) = (&program.laws[number], ground.world.shower());
    let own = ground.instances.iter().filter(|instance| instance.law == number);
    let mut count = 0;
    for instance in own {
        count += 1;
        console.print(&format!(
            "  {}: {}\n",
            instance.title(law, &ground.world),
            show.formula(instance.formula)
        ));
    }
    let always = ground.laws[number].always;
    let always = if always > 0 {
        format!(", and holds in {always} places whatever the values")
    } else {
        String::new()
    };
    let places = if count == 1 { "1 place".to_owned() } else { format!("{count} places") };
    console.print(&format!("{name} says something in {places}{always}\n"));
    Ok(Exit::Yes)
}

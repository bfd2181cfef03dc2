//! Plans of move puzzles: `solve`, `count` and `verify` for rules with moves.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::Exit;
use super::console::Console;
use super::form::Form;
use super::subject::{Subject, What};
use crate::eval::World;
use crate::moves::plan::{Failure, Illegal, Report, Verdict, Wish, replay, solve};
use crate::moves::search::{Ending, Limits, Progress};
use crate::puzzle::draw;
use crate::source::Sources;
use crate::term::quoted;

/// The limits that only plans have.
#[derive(clap::Args, Debug)]
pub(super) struct PlanLimits {
    /// Look for plans of at most this many moves
    #[arg(long, value_name = "NUMBER")]
    max_moves: Option<u32>,
    /// Stop when the search takes this much memory, such as 500MB or 2GB
    #[arg(long, value_name = "SIZE", value_parser = size, default_value = "2GB")]
    pub(super) memory_limit: usize,
}

fn size(text: &str) -> Result<usize, String> {
    let split =
        text.find(|letter: char| letter.is_ascii_alphabetic()).ok_or("a unit is needed, such as 2GB")?;
    let (number, unit) = text.split_at(split);
    let number: f64 = number.trim().parse().map_err(|_| format!("`{number}` is no number"))?;
    let factor = match unit.to_ascii_uppercase().as_str() {
        "KB" | "K" => 1e3,
        "MB" | "M" => 1e6,
        "GB" | "G" => 1e9,
        _ => return Err(format!("`{unit}` is no unit of memory; use KB, MB or GB")),
    };
    if number >= 0.0 && number.is_finite() {
        Ok((number * factor) as usize)
    } else {
        Err(format!("`{text}` is no size"))
    }
}

impl PlanLimits {
    /// What to look for.
    pub(super) fn wish(&self, time: Option<Duration>, steps: Option<u64>, count: bool) -> Wish {
        let limits = Limits { moves: self.max_moves, time, memory: Some(self.memory_limit), steps };
        Wish { limits, count }
    }
}

/// How a plan is shown.
pub(super) struct Show {
    pub(super) form: Form,
    pub(super) positions: bool,
    pub(super) statistics: bool,
}

/// Solves one puzzle; nothing if something went wrong, which has been told.
pub(super) fn answer(
    subject: &mut Subject,
    wish: &Wish,
    console: &mut Console,
    stop: &dyn Fn() -> bool,
) -> Result<(Report, World), Exit> {
    let Some(ground) = subject.ground.take() else { return Err(Exit::BadInput) };
    let mut ticker = Ticker { console, started: Instant::now(), shown: None };
    let report = solve(&subject.program, ground, wish, stop, &mut |progress| ticker.tell(progress));
    ticker.clear();
    report.map_err(|failure| {
        let refused = matches!(failure, Failure::Refused(_));
        let told = match failure {
            Failure::Rules(diagnostic) => diagnostic.title.clone(),
            other => other.to_string(),
        };
        console.complain(&format!("{}: {told}", subject.name));
        if refused { Exit::Internal } else { Exit::BadInput }
    })
}

/// Finds and prints a shortest plan.
pub(super) fn run(
    subject: &mut Subject,
    wish: &Wish,
    show: &Show,
    document: &mut Vec<Value>,
    console: &mut Console,
    stop: &dyn Fn() -> bool,
) -> Exit {
    let started = Instant::now();
    let (report, world) = match answer(subject, wish, console, stop) {
        Ok(answer) => answer,
        Err(exit) => return exit,
    };
    let time = started.elapsed();
    match show.form {
        Form::Json => document.push(object(&report, &world, &subject.name, show, time)),
        Form::Jsonl => {
            console.print(&format!("{}\n", object(&report, &world, &subject.name, show, time)));
        }
        _ => print(&report, &world, &subject.name, show, time, console),
    }
    match report.verdict {
        Verdict::Solved if wish.count && report.count != Some(1) => {
            console.remark(&format!("{}: it is not the only shortest plan", subject.name));
            Exit::No
        }
        Verdict::Solved => Exit::Yes,
        Verdict::NoPlan | Verdict::NotWithin(_) => Exit::No,
        Verdict::Unknown if report.ending == Ending::Interrupted => Exit::Interrupted,
        Verdict::Found | Verdict::Unknown => Exit::Undecided,
    }
}

/// A plan for programs.
fn object(report: &Report, world: &World, name: &str, show: &Show, time: Duration) -> Value {
    let has_plan = matches!(report.verdict, Verdict::Solved | Verdict::Found);
    let titles: Vec<&str> = report.steps.iter().map(|step| step.title.as_str()).collect();
    let mut object = json!({
        "puzzle": name,
        "status": report.verdict.word(),
        "moves": has_plan.then_some(&titles),
        "at_least": report.at_least,
        "stats": statistics(report, time),
    });
    if show.positions {
        let positions = std::iter::once(&report.start).chain(report.steps.iter().map(|step| &step.values));
        object["positions"] = positions.map(|values| draw::json(world, values)).collect::<Value>();
    }
    object
}

fn print(report: &Report, world: &World, name: &str, show: &Show, time: Duration, console: &mut Console) {
    let titles: Vec<&str> = report.steps.iter().map(|step| step.title.as_str()).collect();
    let has_plan = matches!(report.verdict, Verdict::Solved | Verdict::Found);
    match show.form {
        Form::Line if has_plan => console.print(&format!("{}\n", titles.join(", "))),
        Form::Line | Form::Json | Form::Jsonl | Form::Judge | Form::Foreign(_) => {}
        Form::Facts => {
            for (number, title) in (1..).zip(&titles) {
                console.print(&format!("step({number}, {}).\n", quoted(title)));
            }
        }
        Form::Grid => {
            if show.positions {
                console.print(&format!("{}\n", draw::grid(world, &report.start, false)));
            }
            for (number, step) in (1..).zip(&report.steps) {
                if show.positions {
                    let told =
                        if step.sentence.is_empty() { String::new() } else { format!(": {}", step.sentence) };
                    let picture = draw::grid(world, &step.values, false);
                    console.print(&format!("{number}. {}{told}\n{picture}\n", step.title));
                } else {
                    console.print(&format!("{}\n", step.title));
                }
            }
        }
    }
    console.remark(&format!("{name}: {}", report.sentence()));
    if report.broken.is_some() && world.givens.is_empty() {
        console.remark(&"no first position is given; name one after the rules, such as a grid in a file");
    }
    if show.statistics {
        console.remark(&statistics(report, time));
    }
}

fn statistics(report: &Report, time: Duration) -> Value {
    json!({
        "generated": report.counters.generated,
        "expanded": report.counters.expanded,
        "positions": report.counters.positions,
        "frontier": report.counters.frontier,
        "milliseconds": time.as_secs_f64() * 1000.0,
    })
}

/// Counts the shortest plans.
pub(super) fn count(
    subject: &mut Subject,
    wish: &Wish,
    with_statistics: bool,
    console: &mut Console,
    stop: &dyn Fn() -> bool,
) -> Exit {
    let started = Instant::now();
    let report = match answer(subject, wish, console, stop) {
        Ok((report, _)) => report,
        Err(exit) => return exit,
    };
    if with_statistics {
        console.remark(&statistics(&report, started.elapsed()));
    }
    let settled = matches!(report.verdict, Verdict::Solved | Verdict::NoPlan | Verdict::NotWithin(_));
    match report.count.filter(|_| settled) {
        Some(count) => {
            console.print(&format!("{count}\n"));
            console.remark(&format!("{}: {}", subject.name, report.sentence()));
            Exit::Yes
        }
        None if settled => {
            console.complain(&format!("{}: there are more shortest plans than can be counted", subject.name));
            Exit::Undecided
        }
        None => {
            console.remark(&format!("{}: {}", subject.name, report.sentence()));
            if report.ending == Ending::Interrupted { Exit::Interrupted } else { Exit::Undecided }
        }
    }
}

/// Answers the test cases of a judge in its own form.
pub(super) fn judge(what: &What, wish: &Wish, console: &mut Console, stop: &dyn Fn() -> bool) -> Exit {
    let mut sources = Sources::default();
    what.cases(&mut sources, console, &mut |mut subject, most, sources, console| {
        if subject.is_wrong(sources, console) {
            return Exit::BadInput;
        }
        if subject.program.moves.is_empty() {
            console.complain(&format!("{}: the rules have no moves to count", subject.name));
            return Exit::BadInput;
        }
        let most = wish.limits.moves.map_or(most, |moves| moves.min(most));
        let wish = Wish { limits: Limits { moves: Some(most), ..wish.limits }, ..*wish };
        let report = match answer(&mut subject, &wish, console, stop) {
            Ok((report, _)) => report,
            Err(exit) => return exit,
        };
        match report.verdict {
            Verdict::Solved => console.print(&format!("{}\n", report.steps.len())),
            Verdict::NoPlan | Verdict::NotWithin(_) => console.print("no solution\n"),
            Verdict::Found | Verdict::Unknown => {
                console.complain(&format!("{}: {}", subject.name, report.sentence()));
                let interrupted = report.ending == Ending::Interrupted;
                return if interrupted { Exit::Interrupted } else { Exit::Undecided };
            }
        }
        Exit::Yes
    })
}

/// The moves of a plan as text: one on a line, or several with commas between; `%` starts a comment.
pub(super) fn read(text: &str) -> Vec<String> {
    let mut moves = Vec::new();
    for line in text.lines() {
        let line = line.split('%').next().unwrap_or_default();
        let (mut depth, mut start) = (0_usize, 0);
        for (at, letter) in line.char_indices() {
            match letter {
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => depth = depth.saturating_sub(1),
                ',' if depth == 0 => {
                    moves.push(line[start..at].trim().to_owned());
                    start = at + 1;
                }
                _ => {}
            }
        }
        moves.push(line[start..].trim().to_owned());
    }
    moves.retain(|name| !name.is_empty());
    moves
}

/// Replays a plan, and names the first move that is not legal.
pub(super) fn verify(subject: &mut Subject, plan: &[String], console: &mut Console) -> Exit {
    let Some(ground) = &mut subject.ground else { return Exit::BadInput };
    let (program, world) = (&subject.program, &mut ground.world);
    let start = crate::ground::moves::start(world);
    match replay(program, world, &start, plan) {
        Ok(replayed) => match replayed.trouble {
            None => {
                let count = plan.len();
                let moves =
                    if count == 1 { "1 move is".to_owned() } else { format!("all {count} moves are") };
                console.print(&format!("{}: {moves} legal and the goal is reached\n", subject.name));
                Exit::Yes
            }
            Some(trouble) => {
                let told = match &trouble {
                    Illegal::NoGoal(_) | Illegal::Start(_) => trouble.to_string(),
                    Illegal::Move(..) | Illegal::Law(..) => format!("not legal: {trouble}"),
                };
                console.print_foreign(&format!("{}: {told}\n", subject.name));
                Exit::No
            }
        },
        Err(diagnostic) => {
            console.complain(&format!("{}: {}", subject.name, diagnostic.title));
            Exit::BadInput
        }
    }
}

/// Shows on a terminal how far a long search has come.
struct Ticker<'c> {
    console: &'c Console,
    started: Instant,
    shown: Option<Instant>,
}

impl Ticker<'_> {
    fn tell(&mut self, progress: Progress) {
        let pause = self.shown.map_or(Duration::from_secs(1), |_| Duration::from_millis(200));
        if self.shown.unwrap_or(self.started).elapsed() < pause {
            return;
        }
        self.shown = Some(Instant::now());
        let Progress { depth, frontier, positions } = progress;
        self.console.tick(&format!("{depth} moves, {frontier} positions waiting, {positions} seen"));
    }

    fn clear(self) {
        if self.shown.is_some() {
            self.console.tick("");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{read, size};

    #[test]
    fn plans_are_lines_or_lists() {
        let plan = ["hop(r1c1, r2c3)", "done", "swipe(left)"];
        assert_eq!(read("hop(r1c1, r2c3)\n\n% a comment\ndone % another\nswipe(left)\n"), plan);
        assert_eq!(read("hop(r1c1, r2c3), done,swipe(left)"), plan);
    }

    #[test]
    fn sizes_need_a_unit() {
        assert_eq!(size("1.5GB"), Ok(1_500_000_000));
        assert_eq!(size("10 kb"), Ok(10_000));
        for wrong in ["", "10", "GB", "-1GB", "1XB"] {
            assert!(size(wrong).is_err(), "{wrong:?}");
        }
    }
}

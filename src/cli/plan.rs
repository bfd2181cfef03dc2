//! Plans of move puzzles: `solve`, `count` and `verify` for rules with moves.

use std::time::Duration;

use serde_json::{Value, json};

use super::Exit;
use super::console::Console;
use super::output::Output;
use super::subject::{Subject, What};
use super::trouble::Trouble;
use crate::base::clock::Stopwatch;
use crate::base::total::Total;
use crate::board::draw;
use crate::board::eval::World;
use crate::language::diagnostic::catalogue::files as say;
use crate::language::syntax::quote;
use crate::moves::plan::{Illegal, Report, Verdict, Wish, replay, solve};
use crate::moves::search::{Ending, Limits, Progress};
use crate::services::record::{Details, Record, Status};

/// The limits that only plans have.
#[derive(clap::Args, Debug)]
pub(super) struct PlanLimits {
    /// Look for plans of at most this many moves
    #[arg(long, value_name = "NUMBER")]
    max_moves: Option<u32>,
}

impl PlanLimits {
    /// What to look for.
    pub(super) fn wish(&self, steps: Option<u64>, count: bool) -> Wish {
        Wish { limits: Limits { moves: self.max_moves, steps, ..Limits::default() }, count }
    }
}

/// How a plan is shown.
pub(super) struct Show {
    pub(super) output: Output,
    pub(super) positions: bool,
    pub(super) stats: bool,
}

/// Solves one puzzle.
pub(super) fn answer(
    subject: &mut Subject,
    wish: &Wish,
    console: &Console,
) -> Result<(Report, World), Trouble> {
    let ground = subject.take_ground()?;
    let mut ticker = Ticker { console, started: Stopwatch::start(), shown: None };
    let report = solve(ground, wish, &|| false, &mut |progress| ticker.tell(progress));
    ticker.clear();
    Ok(report?)
}

/// Finds and prints a shortest plan; what was found.
pub(super) fn run(
    subject: &mut Subject,
    wish: &Wish,
    show: &Show,
    console: &mut Console,
) -> Result<(Exit, Report), Trouble> {
    if let Output::Foreign(format) = show.output {
        let wrong = say::cannot_hold(&subject.name, format.name, "the moves of a plan");
        let wrong = wrong.help("`-f text`, `-f line`, `-f facts` and `-f json` print plans");
        return Err(Trouble::Text(Box::new(wrong)));
    }
    let started = Stopwatch::start();
    let (report, world) = answer(subject, wish, console)?;
    console.print(&text(&report, &world, show));
    let mut message = report.sentence();
    if report.broken.is_some() && world.given.values.is_empty() {
        message.push_str("; no first position is given: name one after the rules, such as a grid in a file");
    } else if report.verdict == Verdict::Solved && wish.count && report.count != Some(1) {
        message.push_str("; it is not the only shortest plan");
    }
    let has_plan = matches!(report.verdict, Verdict::Solved | Verdict::Found);
    let positions = (show.positions && console.wants_records()).then(|| {
        let positions = std::iter::once(&report.start).chain(report.steps.iter().map(|step| &step.values));
        positions.map(|values| draw::json(&world, values)).collect()
    });
    let details = Details::Plan {
        moves: has_plan.then(|| titles(&report)),
        shortest: report.verdict == Verdict::Solved,
        at_least: report.at_least,
        positions,
    };
    let stats = show.stats.then(|| statistics(&report, started.elapsed()));
    console.answer(Record { stats, ..Record::new(&report, message).with(details) });
    let exit = match report.verdict {
        Verdict::Solved if wish.count && report.count != Some(1) => Exit::No,
        _ => ended(&report),
    };
    Ok((exit, report))
}

/// The exit that the end of a search for a plan means.
pub(super) fn ended(report: &Report) -> Exit {
    match report.verdict {
        Verdict::Solved => Exit::Yes,
        Verdict::NoPlan | Verdict::NotWithin(_) => Exit::No,
        Verdict::Unknown if report.ending == Ending::Interrupted => Exit::Interrupted,
        Verdict::Found | Verdict::Unknown => Exit::Undecided,
    }
}

/// The moves of a plan by their names.
pub(super) fn titles(report: &Report) -> Vec<String> {
    report.steps.iter().map(|step| step.title.clone()).collect()
}

fn text(report: &Report, world: &World, show: &Show) -> String {
    let titles = titles(report);
    let mut text = String::new();
    match show.output {
        Output::Line if matches!(report.verdict, Verdict::Solved | Verdict::Found) => {
            text.push_str(&format!("{}\n", titles.join(", ")));
        }
        Output::Facts => {
            for (number, title) in (1..).zip(&titles) {
                text.push_str(&format!("step({number}, {}).\n", quote::symbol(title)));
            }
        }
        Output::Text if show.positions => {
            text.push_str(&format!("{}\n", draw::grid(world, &report.start, false)));
            for (number, step) in (1..).zip(&report.steps) {
                let told =
                    if step.sentence.is_empty() { String::new() } else { format!(": {}", step.sentence) };
                let picture = draw::grid(world, &step.values, false);
                text.push_str(&format!("{number}. {}{told}\n{picture}\n", step.title));
            }
        }
        Output::Text => titles.iter().for_each(|title| text.push_str(&format!("{title}\n"))),
        _ => {}
    }
    text
}

fn statistics(report: &Report, time: Duration) -> Value {
    json!({
        "bound": report.bound,
        "generated": report.counters.generated,
        "expanded": report.counters.expanded,
        "positions": report.counters.positions,
        "frontier": report.counters.frontier,
        "symmetry": report.symmetry,
        "milliseconds": time.as_secs_f64() * 1000.0,
    })
}

/// Counts the shortest plans.
pub(super) fn count(
    subject: &mut Subject,
    wish: &Wish,
    with_statistics: bool,
    console: &mut Console,
) -> Result<Exit, Trouble> {
    let started = Stopwatch::start();
    let (report, _) = answer(subject, wish, console)?;
    let settled = matches!(report.verdict, Verdict::Solved | Verdict::NoPlan | Verdict::NotWithin(_));
    let count = report.count.filter(|_| settled);
    if let Some(count) = count {
        console.print(&format!("{count}\n"));
    }
    let message = match count {
        None if settled => "there are more shortest plans than can be counted".to_owned(),
        _ => report.sentence(),
    };
    let stats = with_statistics.then(|| statistics(&report, started.elapsed()));
    let details = Details::Count {
        count: count.map(|count| (&Total::from(count)).into()),
        complete: count.is_some(),
        method: None,
    };
    console.answer(Record { stats, ..Record::new(&report, message).with(details) });
    Ok(match count {
        Some(_) => Exit::Yes,
        None if !settled && report.ending == Ending::Interrupted => Exit::Interrupted,
        None => Exit::Undecided,
    })
}

/// Answers the test cases of a judge in its own form.
pub(super) fn judge(what: &What, wish: &Wish, console: &mut Console) -> Result<Exit, Trouble> {
    what.cases(console, &mut |subject, _, console| {
        if !subject.has_moves() {
            return Err(Trouble::refused("the rules have no moves to count"));
        }
        let moves = wish.limits.moves.into_iter().chain(subject.most_moves).min();
        let wish = Wish { limits: Limits { moves, ..wish.limits }, ..*wish };
        let (report, _) = answer(subject, &wish, console)?;
        match report.verdict {
            Verdict::Solved => console.print(&format!("{}\n", report.steps.len())),
            Verdict::NoPlan | Verdict::NotWithin(_) => console.print("no solution\n"),
            Verdict::Found | Verdict::Unknown => {
                let interrupted = report.ending == Ending::Interrupted;
                let exit = if interrupted { Exit::Interrupted } else { Exit::Undecided };
                return Err(Trouble::Puzzle(exit, report.sentence()));
            }
        }
        Ok(Exit::Yes)
    })
}

/// The moves of a plan as text: one on a line, or several with commas between; facts `step(1, "..").` or JSON as `solve`
/// prints them; `%` starts a comment.
pub(super) fn read(text: &str) -> Vec<String> {
    let mut moves = Vec::new();
    let document = serde_json::Deserializer::from_str(text).into_iter::<Value>().next().and_then(Result::ok);
    let record = document.and_then(|value| value.get(0).cloned().or(Some(value)));
    if let Some(Value::Array(told)) = record.as_ref().and_then(|record| record.get("moves")) {
        return told.iter().filter_map(|name| name.as_str().map(str::to_owned)).collect();
    }
    for line in text.lines() {
        let line = line.split('%').next().unwrap_or_default();
        let step =
            line.trim().strip_prefix("step(").and_then(|step| step.strip_suffix(").")?.split_once(", "));
        if let Some((_, name)) = step {
            moves.push(name.trim_matches('"').to_owned());
            continue;
        }
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
pub(super) fn verify(subject: &mut Subject, plan: &[String], console: &mut Console) -> Result<Exit, Trouble> {
    let world = &mut subject.take_ground()?.world;
    let start = crate::board::ground::moves::start(world);
    let (status, told) = match replay(&subject.program, world, &start, plan)?.trouble {
        None => {
            let count = plan.len();
            let moves = if count == 1 { "1 move is".to_owned() } else { format!("all {count} moves are") };
            (Status::Solved, format!("{moves} legal and the goal is reached"))
        }
        Some(trouble @ (Illegal::NoGoal(_) | Illegal::Start(_))) => (Status::None, trouble.to_string()),
        Some(trouble) => (Status::None, format!("not legal: {trouble}")),
    };
    console
        .state(Record::new(status, told).with(Details::Verify { outside: Vec::new(), broken: Vec::new() }));
    Ok(if status == Status::Solved { Exit::Yes } else { Exit::No })
}

/// Shows on a terminal how far a long search has come.
struct Ticker<'c> {
    console: &'c Console,
    started: Stopwatch,
    shown: Option<Stopwatch>,
}

impl Ticker<'_> {
    fn tell(&mut self, progress: Progress) {
        let pause = self.shown.map_or(Duration::from_secs(1), |_| Duration::from_millis(200));
        if self.shown.unwrap_or(self.started).elapsed() < pause {
            return;
        }
        self.shown = Some(Stopwatch::start());
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
    use super::read;

    #[test]
    fn plans_are_lines_or_lists() {
        let plan = ["hop(r1c1, r2c3)", "done", "swipe(left)"];
        assert_eq!(read("hop(r1c1, r2c3)\n\n% a comment\ndone % another\nswipe(left)\n"), plan);
        assert_eq!(read("hop(r1c1, r2c3), done,swipe(left)"), plan);
        let facts = "step(1, \"hop(r1c1, r2c3)\").\nstep(2, done).\nstep(3, \"swipe(left)\").\n";
        assert_eq!(read(facts), plan);
        let json = r#"{"status": "solved", "moves": ["hop(r1c1, r2c3)", "done", "swipe(left)"]}"#;
        assert_eq!(
            (read(json), read(&format!("[{json}]"))),
            (plan.map(str::to_owned).to_vec(), plan.map(str::to_owned).to_vec())
        );
    }
}

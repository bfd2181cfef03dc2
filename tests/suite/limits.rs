//! Limits: whatever is asked for ends when it was told to, and says so.

use std::process::Stdio;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use gridlog::stages::clock::Deadline;
use gridlog::stages::eval::Budget;
use gridlog::stages::ground::{Options, ground};
use gridlog::stages::resolve::{BuiltIn, Request, resolve};
use gridlog::stages::source::Sources;

use crate::cli::{Folder, SOON, limited, ran};

/// One clue with which expanding the rules takes as many steps as are allowed.
const ENDLESS: &str =
    "use shikaku.\nnumber \"\"\"\n. 6 . 4 2\n. . . . .\n2 . 2 . 2\n. 2147483647 . . .\n\"\"\".\n";

/// More solutions than can be counted, and nothing to explain.
pub const MANY: &str = "use latin with n = 9.\n";

/// Far from solved.
const FAR: &str = "use fifteen.\ngiven \"\"\"\n14 15 8 12\n10 11 9 13\n2 6 5 1\n3 7 4 .\n\"\"\".\n";

#[test]
fn every_command_keeps_the_time_limit() {
    let folder = Folder::new();
    folder.file("endless.puzzle", ENDLESS);
    folder.file("many.puzzle", MANY);
    folder.file("counted.puzzle", format!("{MANY}expect count = 999999999.\n"));
    folder.file("far.puzzle", FAR);
    let commands = [
        "check endless.puzzle",
        "solve endless.puzzle",
        "count endless.puzzle",
        "candidates endless.puzzle",
        "explain endless.puzzle",
        "rate endless.puzzle",
        "hint endless.puzzle",
        "why endless.puzzle none",
        "verify endless.puzzle",
        "render endless.puzzle",
        "minimise endless.puzzle",
        "compare endless.puzzle",
        "generate endless.puzzle",
        "test endless.puzzle",
        "count many.puzzle",
        "solve -n 0 many.puzzle",
        "test counted.puzzle",
        "solve far.puzzle",
        "count far.puzzle",
        "hint far.puzzle",
        "render --solution far.puzzle",
        "explain fillomino/hard",
        "generate sudoku --set r=5 --set c=5",
    ];
    for command in commands {
        let mut args: Vec<&str> = command.split(' ').collect();
        args.extend(["--time-limit", "200ms"]);
        let mut run = limited(SOON, &folder.0);
        let ran = ran(&run.args(&args).stdin(Stdio::null()).output().expect("the program runs"));
        assert_eq!(ran.status, 3, "{command}: {}{}", ran.out, ran.err);
        assert!(!(ran.out + &ran.err).is_empty(), "{command}");
    }
}

/// What is done after somebody asked to stop, in steps instead of time.
#[test]
fn expansion_stops_at_once() {
    let mut sources = Sources::default();
    let rules = Some(sources.add("endless.puzzle", ENDLESS));
    let (program, _) = resolve(&Request { rules, ..Request::default() }, &mut sources, &BuiltIn);
    let deadline = Deadline::new(Arc::new(AtomicBool::new(true)), None, None);
    let budget = Budget { steps: 100_000, ..Budget::default() };
    let (made, found) = ground(&program, &Options { puzzle: true, budget, deadline, ..Options::default() });
    assert!(made.world.steps < 10, "{} steps", made.world.steps);
    assert!(found.iter().any(|found| found.title.contains("somebody asked to stop")), "{found:?}");
}

#[test]
fn reading_stops_at_once() {
    let mut sources = Sources::default();
    sources.deadline = Deadline::new(Arc::new(AtomicBool::new(true)), None, None);
    let rules = Some(sources.add("long.rules", "grid(2, 2) :: 0..1.\n".repeat(1000)));
    let (program, found) = resolve(&Request { rules, ..Request::default() }, &mut sources, &BuiltIn);
    let titles: Vec<&str> = found.iter().map(|found| found.title.as_str()).collect();
    assert_eq!(titles, ["reading the rules was cut short: somebody asked to stop"]);
    assert!(program.laws.is_empty());
}

#[cfg(target_os = "linux")]
#[test]
fn the_system_s_limit_on_memory_is_a_limit_like_any_other() {
    let folder = Folder::new();
    folder.file("far.puzzle", FAR);
    let mut run = limited("ulimit -v 200000", &folder.0);
    let ran =
        ran(&run.args(["solve", "far.puzzle"]).stdin(Stdio::null()).output().expect("the program runs"));
    assert_eq!(ran.status, 3, "{}", ran.err);
    assert!(ran.err.contains("the memory limit was reached"), "{}", ran.err);
}

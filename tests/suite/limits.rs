//! Limits and signals: whatever is asked for ends in time, says so, and leaves nothing behind.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use gridlog::stages::clock::Deadline;
use gridlog::stages::eval::Budget;
use gridlog::stages::ground::{Options, ground};
use gridlog::stages::resolve::{BuiltIn, Request, resolve};
use gridlog::stages::source::Sources;

use crate::cli::{Folder, gridlog, ran, run};

/// One clue with which expanding the rules takes as many steps as are allowed.
const ENDLESS: &str =
    "use shikaku.\nnumber \"\"\"\n. 6 . 4 2\n. . . . .\n2 . 2 . 2\n. 2147483647 . . .\n\"\"\".\n";

/// More solutions than can be counted, and nothing to explain.
const MANY: &str = "use latin with n = 9.\n";

/// Far from solved.
const FAR: &str = "use fifteen.\ngiven \"\"\"\n14 15 8 12\n10 11 9 13\n2 6 5 1\n3 7 4 .\n\"\"\".\n";

/// A sudoku in one line.
const LINE: &str = "....3....14..7..6........753...81.......2...6.1.5..4.342............9.879..7..5..\n";

/// How long a run may take that was told to stop after 200 ms, or by a signal: generous, since machines are busy.
const PATIENCE: Duration = Duration::from_secs(20);

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
        "generate sudoku --set r=4 --set c=4",
    ];
    for command in commands {
        let mut args: Vec<&str> = command.split(' ').collect();
        args.extend(["--time-limit", "200ms"]);
        let begin = Instant::now();
        let ran = run(&folder, &args);
        assert!(begin.elapsed() < PATIENCE, "{command}: {:?}", begin.elapsed());
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
    let program = env!("CARGO_BIN_EXE_gridlog");
    let script = "ulimit -v 200000; exec \"$0\" \"$@\"";
    let mut command = Command::new("sh");
    command.args(["-c", script, program, "solve", "far.puzzle"]).current_dir(&folder.0).stdin(Stdio::null());
    let ran = ran(&command.output().expect("the program runs"));
    assert_eq!(ran.status, 3, "{}", ran.err);
    assert!(ran.err.contains("the memory limit was reached"), "{}", ran.err);
}

fn start(folder: &Folder, args: &[&str]) -> Child {
    let mut command = gridlog(folder);
    command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the program starts")
}

fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").args([name, &child.id().to_string()]).status().expect("a signal");
    assert!(sent.success());
}

/// The status of a run that a signal has reached.
fn ended(child: &mut Child, what: &str) -> Option<i32> {
    let begin = Instant::now();
    while begin.elapsed() < PATIENCE {
        if let Some(status) = child.try_wait().expect("a child of ours") {
            return status.code();
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let _dead = child.kill();
    panic!("{what}: still running {PATIENCE:?} after a signal");
}

/// Files of thousands of puzzles, each of which is solved at once, are given up at the first signal; so is a single one
/// that takes long.
#[test]
fn the_first_signal_ends_files_of_many_puzzles() {
    let folder = Folder::new();
    folder.file("lines.sdm", LINE.repeat(20_000));
    folder.file("grids.txt", "4 . . .\n. . 3 .\n. 1 . .\n. . . 2\n\n".repeat(20_000));
    folder.file("parts.puzzle", vec!["use latin with n = 4.\n"; 20_000].join("---\n"));
    folder.file("many.puzzle", MANY);
    let commands = [
        "solve --from sdm lines.sdm",
        "candidates --from sdm lines.sdm",
        "rate --from sdm lines.sdm",
        "solve latin grids.txt",
        "check parts.puzzle",
        "count parts.puzzle",
        "render -f text parts.puzzle",
        "test parts.puzzle",
        "solve -n 0 many.puzzle",
        "generate latin --set n=4 --count 100000 -j 2",
    ];
    for (number, command) in commands.into_iter().enumerate() {
        let args: Vec<&str> = command.split(' ').collect();
        let mut child = start(&folder, &args);
        // The first line, or some time if none comes: the work has begun.
        let mut told = BufReader::new(child.stdout.take().expect("a pipe"));
        let reader = std::thread::spawn(move || {
            let mut rest = Vec::new();
            told.read_until(b'\n', &mut rest).and_then(|_| told.read_to_end(&mut rest)).map(|_| rest)
        });
        std::thread::sleep(Duration::from_millis(500));
        signal(&child, if number % 2 == 0 { "-TERM" } else { "-INT" });
        assert_eq!(ended(&mut child, command), Some(130), "{command}");
        assert!(reader.join().is_ok(), "{command}");
    }
    assert_eq!(folder.names().iter().filter(|name| name.contains(".tmp")).count(), 0);
}

/// Nobody looks at a flag in the midst of a read or a write that does not end.
#[test]
fn a_signal_ends_what_waits_for_others() {
    let folder = Folder::new();
    folder.file("many.puzzle", MANY);
    let mut blocked = start(&folder, &["solve", "-n", "0", "many.puzzle"]);
    let mut first = [0; 1];
    blocked.stdout.as_mut().expect("a pipe").read_exact(&mut first).expect("the first solution");
    std::thread::sleep(Duration::from_millis(500));
    signal(&blocked, "-TERM");
    assert_eq!(ended(&mut blocked, "a full pipe"), Some(130));
    let mut waiting =
        gridlog(&folder).args(["fmt", "-"]).stdin(Stdio::piped()).spawn().expect("the program starts");
    std::thread::sleep(Duration::from_millis(300));
    signal(&waiting, "-INT");
    assert_eq!(ended(&mut waiting, "stdin"), Some(130));
}

/// A file is rewritten again and again while signals come in.
#[test]
fn signals_leave_no_temporary_file_behind() {
    let folder = Folder::new();
    let ugly = "grid(2, 2) :: 0..1. \n".repeat(2000);
    let names: Vec<String> = (0..40).map(|number| format!("{number}.rules")).collect();
    for delay in [3, 10, 17, 31, 50] {
        for name in &names {
            folder.file(name, &ugly);
        }
        let args: Vec<&str> = std::iter::once("fmt").chain(names.iter().map(String::as_str)).collect();
        let mut child = start(&folder, &args);
        std::thread::sleep(Duration::from_millis(delay));
        signal(&child, "-TERM");
        signal(&child, "-TERM");
        ended(&mut child, "fmt");
        for name in folder.names() {
            assert!(!name.contains(".tmp"), "{name} stays behind");
            let text = fs::read_to_string(folder.0.join(&name)).expect("the file");
            assert_eq!(text.lines().count(), 2000, "{name} is cut short");
        }
    }
}

/// A file of a million puzzles takes no more memory than one of a hundred.
#[cfg(target_os = "linux")]
#[test]
fn a_long_file_takes_no_more_memory_than_a_short_one() {
    let folder = Folder::new();
    folder.file("lines.sdm", LINE.repeat(20_000));
    let mut child = start(&folder, &["solve", "-q", "-f", "line", "--from", "sdm", "lines.sdm"]);
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let mut taken_after = |puzzles: usize| {
        lines.by_ref().take(puzzles).for_each(|line| assert_eq!(line.expect("a solution").len(), 81));
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).expect("a child of ours");
        let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("its memory");
        resident.trim().trim_end_matches(" kB").parse::<usize>().expect("a number")
    };
    let (few, many) = (taken_after(50), taken_after(300));
    signal(&child, "-TERM");
    drop(lines);
    ended(&mut child, "solve");
    assert!(many < few + 700, "{few} kB after 50 puzzles, {many} kB after 350");
}

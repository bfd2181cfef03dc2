//! Signals: whatever is under way ends at the first one, says so, and leaves nothing behind.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::cli::{Folder, gridlog};
use crate::limits::MANY;

/// A sudoku in one line.
const LINE: &str = "....3....14..7..6........753...81.......2...6.1.5..4.342............9.879..7..5..\n";

/// When a run that a signal has reached is given up: far beyond what the busiest machine takes, since what is judged is
/// that it ends, and with which status.
const PATIENCE: Duration = Duration::from_secs(300);

fn start(folder: &Folder, args: &[&str]) -> Child {
    let mut command = gridlog(folder);
    command.args(args).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the program starts")
}

fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").args([name, &child.id().to_string()]).status().expect("a signal");
    assert!(sent.success());
}

/// Waits until a run has said what to do on a signal; before that a signal would simply kill it.
fn awaits_signals(child: &mut Child) {
    let caught = |status: &str| {
        let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:"))?;
        u64::from_str_radix(mask.trim(), 16).ok()
    };
    // Bit n - 1 stands for signal n: SIGINT is 2, SIGTERM is 15.
    let both = 1 << 1 | 1 << 14;
    while child.try_wait().expect("a child of ours").is_none() {
        match fs::read_to_string(format!("/proc/{}/status", child.id())) {
            Ok(status) if caught(&status).is_some_and(|mask| mask & both != both) => {
                std::thread::sleep(Duration::from_millis(5));
            }
            Ok(_) => return,
            // A system that does not tell: its runners are quick enough for this.
            Err(_) => return std::thread::sleep(Duration::from_secs(2)),
        }
    }
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
        // Whatever it says is read on, so that it does not wait for us.
        let mut told = child.stdout.take().expect("a pipe");
        let reader = std::thread::spawn(move || {
            let mut rest = Vec::new();
            told.read_to_end(&mut rest).map(|_| rest)
        });
        awaits_signals(&mut child);
        // Some of the work has been done by now, or on a busy machine none: both must end.
        std::thread::sleep(Duration::from_millis(100));
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
    // By now the pipe is full, or on a busy machine soon will be: both must end.
    std::thread::sleep(Duration::from_millis(500));
    signal(&blocked, "-TERM");
    assert_eq!(ended(&mut blocked, "a full pipe"), Some(130));
    let mut waiting =
        gridlog(&folder).args(["fmt", "-"]).stdin(Stdio::piped()).spawn().expect("the program starts");
    awaits_signals(&mut waiting);
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

//! Puzzles as they come: answers before the input ends, in the order of the puzzles, whatever works on them.

use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Output, Stdio};

use crate::cli::{Folder, gridlog};

/// Sudokus in one line, the last without solution.
const LINES: [&str; 4] = [
    "....3....14..7..6........753...81.......2...6.1.5..4.342............9.879..7..5..",
    "000000010400000000020000000000050407008000300001090000300400200050100000000806000",
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
    "11.......2.......................................................................",
];

/// So many puzzles that they are handed on in several portions, with remarks, a bad line and a drawing among them.
fn text() -> String {
    let mut text = "# puzzles\n\n".to_owned();
    for number in 0..150 {
        let _always = writeln!(text, "{}", LINES[number % 4]);
        if number == 60 {
            text += "1..2\n";
        }
        if number == 100 {
            text += "\n1 2 3 4 5 6 7 8 9\n";
            text += &". . . . . . . . .\n".repeat(8);
            text += "\n% the rest\n";
        }
    }
    text
}

fn run(folder: &Folder, args: &[&str]) -> Output {
    gridlog(folder).args(args).stdin(Stdio::null()).output().expect("the program runs")
}

fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

/// The number of threads changes no byte and no status, and neither does what is checked.
#[test]
fn threads_change_nothing() {
    let folder = Folder::new();
    folder.file("many.txt", text());
    folder.file("many.sdm", format!("{}\n", LINES[..3].join("\n")).repeat(12));
    let puzzle = |line: &str| format!("use sudoku.\ngiven \"\"\"\n{}\n\"\"\".\n", rows(line).join("\n"));
    folder.file("few.txt", LINES[..3].join("\n") + "\n");
    let parts: Vec<String> = (0..12).map(|number| puzzle(LINES[number % 4])).collect();
    folder.file("parts.puzzle", parts.join("---\n"));
    let commands = [
        "solve sudoku many.txt",
        "solve --unique -f line sudoku many.txt",
        "solve -f jsonl sudoku many.txt",
        "solve -f json sudoku few.txt",
        "solve -f facts sudoku few.txt",
        "count sudoku few.txt",
        "candidates sudoku few.txt",
        "rate --step-limit 1 sudoku few.txt",
        "verify sudoku few.txt",
        "solve -f line --from sdm many.sdm",
        "solve -f line parts.puzzle",
        "count parts.puzzle",
    ];
    for command in commands {
        let args = words(command);
        let alone = run(&folder, &args);
        assert!(alone.status.code().is_some_and(|code| code < 4), "{command}: {alone:?}");
        for further in ["-j 3", "-j 2 --check all", "--check sample"] {
            if further.contains("check") && command.starts_with("rate") {
                continue;
            }
            let other = run(&folder, &[args.clone(), words(further)].concat());
            let same = (alone.status.code(), &alone.stdout, &alone.stderr)
                == (other.status.code(), &other.stdout, &other.stderr);
            assert!(same, "{command} {further}:\n{alone:?}\n{other:?}");
        }
    }
}

fn rows(line: &str) -> Vec<String> {
    let cells = line.replace('0', ".");
    (0..9).map(|row| cells[9 * row..9 * row + 9].to_owned()).collect()
}

/// Lines are answered as they are when each of them is alone, and what is no puzzle is told at its place.
#[test]
fn each_line_is_answered_for_itself() {
    let folder = Folder::new();
    folder.file("many.txt", text());
    let all = run(&folder, &["solve", "-f", "line", "-n", "1", "sudoku", "many.txt"]);
    let told = String::from_utf8_lossy(&all.stderr);
    assert!(told.contains("152 puzzles: 114 solved, 37 none, 1 error"), "{told}");
    assert!(told.contains("many.txt:64:"), "the bad line is told at its place: {told}");
    let printed = String::from_utf8_lossy(&all.stdout);
    let lines: Vec<&str> = printed.lines().collect();
    for (number, line) in LINES[..3].iter().enumerate() {
        folder.file("one.txt", format!("{line}\n"));
        let one = run(&folder, &["solve", "-f", "line", "sudoku", "one.txt"]);
        assert_eq!(String::from_utf8_lossy(&one.stdout).trim(), lines[number], "{line}");
    }
}

/// Whoever writes a puzzle and waits for its answer gets it, though the input has not ended.
#[test]
fn answers_come_before_the_input_ends() {
    for (args, answers) in
        [("solve -f line sudoku", 1), ("count sudoku -j 2", 1), ("solve -f jsonl sudoku", 1)]
    {
        let folder = Folder::new();
        let mut command = gridlog(&folder);
        command.args(words(args)).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let (mut input, output) = (child.stdin.take().expect("a pipe"), child.stdout.take().expect("a pipe"));
        let mut output = BufReader::new(output).lines();
        for line in &LINES[..3] {
            writeln!(input, "{line}").and_then(|()| input.flush()).expect("it is read");
            for _ in 0..answers {
                let answer = output.next().expect("an answer").expect("it is text");
                assert!(!answer.is_empty(), "{args}");
            }
        }
        drop(input);
        assert!(output.next().is_none(), "{args}");
        let ended = child.wait_with_output().expect("it ends");
        let told = String::from_utf8_lossy(&ended.stderr);
        assert!(ended.status.success() && !told.contains("error"), "{args}: {told}");
    }
}

/// What comes before and after them is answered.
#[test]
fn bad_bytes_are_told_at_their_line() {
    let folder = Folder::new();
    let mut bytes = format!("{}\n{}\n", LINES[0], LINES[1]).into_bytes();
    bytes.extend(b"\xff\n");
    bytes.extend(format!("{}\n", LINES[2]).into_bytes());
    folder.file("bad.txt", bytes);
    let output = run(&folder, &["solve", "-f", "line", "sudoku", "bad.txt"]);
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 3 * 82), "{told}");
    assert!(told.contains("0xFF in line 3, 164 bytes from the start"), "{told}");
}

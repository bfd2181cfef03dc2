//! What commands write and print is read again by every command; and puzzles are read as people have them.

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use super::checked::project;
use super::cli::{Folder, Ran, gridlog, run, run_with};

/// A rule set of four cells with exactly one solution for each way of giving two of them.
const SMALL: &str = "grid(2, 2) :: 0..1.\na: r1c1 + r2c2 = 1.\nb: r1c2 + r2c1 = 1.\n";

fn good(ran: &Ran, what: &str) {
    assert_eq!(ran.status, 0, "{what}: {}{}", ran.out, ran.err);
}

#[test]
fn rule_sets_of_any_name_are_written_and_read() {
    for name in ["a-b", "my rules", "in", "mod", "grid", "2048x", "Latin", "r1c1", "größe", "a.b", "100%"] {
        let folder = Folder::new();
        let rules = format!("{name}.rules");
        folder.file(&rules, SMALL);
        folder.file("grid.txt", "1 1\n. .\n");
        let made = run(&folder, &["generate", &rules, "--seed", "1"]);
        good(&made, name);
        folder.file("made.puzzle", &made.out);
        for command in [&["solve", "-f", "puzzle"][..], &["minimise"], &["convert"]] {
            let wrote = run(&folder, &[command, &["made.puzzle"]].concat());
            good(&wrote, &format!("{name}: {command:?}"));
            folder.file("again.puzzle", &wrote.out);
            good(&run(&folder, &["solve", "--unique", "again.puzzle"]), &format!("{name}: {}", wrote.out));
        }
        let wrote = run(&folder, &["solve", &rules, "grid.txt", "-f", "puzzle"]);
        good(&wrote, name);
        folder.file("solved.puzzle", &wrote.out);
        good(&run(&folder, &["verify", "solved.puzzle"]), &wrote.out);
    }
}

#[cfg(unix)]
#[test]
fn a_name_that_no_puzzle_can_say_is_refused_first() {
    let folder = Folder::new();
    folder.file("q\"q.rules", SMALL);
    folder.file("grid.txt", "1 1\n. .\n");
    for args in [&["generate", "q\"q.rules"][..], &["solve", "q\"q.rules", "grid.txt", "-f", "puzzle"]] {
        let ran = run(&folder, args);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{args:?}: {}", ran.err);
        assert!(ran.err.contains("E005") && ran.err.contains("no puzzle can name"), "{}", ran.err);
    }
    good(&run(&folder, &["solve", "q\"q.rules", "grid.txt"]), "solving needs no name");
}

/// Symbols that are words of the language, params, cells, numbers or no words at all; and clues of such symbols.
const ODD: &str = "param r = 2.\n\
    input mark(A, S).\n\
    grid(r, 3) :: {\"in\", \"r\", \"r1c1\", \"<\", \"12\", \"#\", \"a,b\", \"rows\", \"é\"}.\n\
    single :: {\"single\", double}.\n\
    same: mark(A, S) => A = S.\n\
    one: single = \"double\".\n";

#[test]
fn odd_symbols_are_written_and_read() {
    let folder = Folder::new();
    folder.file("odd.rules", ODD);
    let clues = ["in", "r", "r1c1", "<", "12", "#"].iter().enumerate();
    let clues = clues.map(|(at, symbol)| format!("mark(r{}c{}, \"{symbol}\").\n", at / 3 + 1, at % 3 + 1));
    folder.file("odd.puzzle", format!("use odd.\n{}", clues.collect::<Vec<_>>().concat()));
    assert_eq!(
        reads_back(&folder, "odd.puzzle", &["grid", "line", "facts", "json", "puzzle"]),
        4,
        "`#` in a line"
    );
    for symbol in ["a,b", "rows", "é"] {
        let marks =
            (1..=6).map(|at| format!("mark(r{}c{}, \"{symbol}\").\n", (at + 2) / 3, (at + 2) % 3 + 1));
        folder.file("odd.puzzle", format!("use odd.\n{}", marks.collect::<Vec<_>>().concat()));
        assert!(reads_back(&folder, "odd.puzzle", &["grid", "line", "facts", "json", "puzzle"]) >= 4);
    }
}

/// Solves in each form, and has the answer judged. A form that cannot hold the answer must say so.
fn reads_back(folder: &Folder, puzzle: &str, forms: &[&str]) -> usize {
    let mut read = 0;
    for form in forms {
        let solved = run(folder, &["solve", puzzle, "-f", form]);
        // What a form cannot hold, and a file with rules of its own, which is no puzzle to write down.
        let refused = ["E005", "clues and no rules"].iter().any(|told| solved.err.contains(told));
        if solved.status == 2 && refused {
            assert_eq!(solved.out, "", "{puzzle}, {form}");
            continue;
        }
        good(&solved, &format!("{puzzle}, {form}"));
        folder.file("answer", &solved.out);
        let judged = run(folder, &["verify", puzzle, "answer"]);
        good(&judged, &format!("{puzzle}, {form}: {}", solved.out));
        assert!(judged.out.contains("every law holds"), "{puzzle}, {form}: {}", judged.out);
        read += 1;
    }
    read
}

/// The smallest sample of each rule set that has a solution, with its rule set, in a folder of their own.
fn samples() -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders: Vec<PathBuf> =
        fs::read_dir(project("rules")).expect("rules").map(|entry| entry.expect("an entry").path()).collect();
    folders.sort();
    for folder in folders.into_iter().filter(|path| path.is_dir()) {
        let files = fs::read_dir(&folder).expect("samples").map(|entry| entry.expect("an entry").path());
        let solvable = |path: &PathBuf| {
            let text = fs::read_to_string(path).expect("a sample");
            path.extension().is_some_and(|kind| kind == "puzzle") && text.contains("expect unique")
        };
        let mut files: Vec<PathBuf> = files.filter(solvable).collect();
        files.sort_by_key(|path| (fs::metadata(path).map_or(0, |data| data.len()), path.clone()));
        found.extend(files.into_iter().next());
    }
    found
}

#[test]
fn verify_reads_whatever_solve_prints() {
    let all = samples();
    assert!(all.len() > 30, "{all:?}");
    for sample in all {
        let folder = Folder::new();
        let name = sample.file_name().expect("a name").to_string_lossy().into_owned();
        folder.file(&name, fs::read(&sample).expect("a sample"));
        let forms = ["grid", "line", "facts", "json", "jsonl", "puzzle"];
        let read = reads_back(&folder, &name, &forms);
        assert!(read >= forms.len() - 1, "{}: {read} forms", sample.display());
    }
}

#[test]
fn verify_reads_answers_without_a_grid() {
    let folder = Folder::new();
    for form in ["grid", "line", "facts", "json", "jsonl", "puzzle"] {
        let solved = run(&folder, &["solve", "queens", "-f", form]);
        good(&solved, form);
        folder.file("answer", &solved.out);
        good(&run(&folder, &["verify", "queens", "answer"]), &format!("{form}: {}", solved.out));
        let wrong = solved.out.replacen('8', "7", 1);
        folder.file("answer", &wrong);
        assert_eq!(run(&folder, &["verify", "queens", "answer"]).status, 1, "{form}: {wrong}");
    }
    folder.file("answer", "[{\"solutions\": []}]");
    let ran = run(&folder, &["verify", "queens", "answer"]);
    assert!(ran.status == 2 && ran.err.contains("E003"), "{}", ran.err);
}

#[test]
fn verify_reads_the_formats_of_other_programs() {
    let folder = Folder::new();
    for (sample, rules, formats) in [
        ("rules/takuzu/four.puzzle", "takuzu", &["ist", "bordeaux", "pt2", "sgt-unruly"][..]),
        ("rules/sudoku/four.puzzle", "sudoku", &["sdm", "sdk", "sgt-solo"]),
    ] {
        folder.file("sample.puzzle", fs::read(project(sample)).expect("a sample"));
        for format in formats {
            let solved = run(&folder, &["solve", "sample.puzzle", "-f", format]);
            if solved.status == 2 && solved.err.contains("E005") {
                continue;
            }
            good(&solved, format);
            folder.file("answer", &solved.out);
            let mut judged = run(&folder, &["verify", "--from", format, "answer"]);
            if judged.status == 2 {
                judged = run(&folder, &["verify", rules, "answer"]);
            }
            good(&judged, &format!("{format}: {}", solved.out));
        }
    }
}

#[test]
fn walls_at_the_start_of_a_row_are_cells() {
    let folder = Folder::new();
    folder.file(
        "akari.puzzle",
        "use akari with r = 3, c = 5.\nboard \"\"\"\n. 1 2 . 1\n1 . . . .\n. . . . 0\n\"\"\".\n",
    );
    folder.file(
        "hidato.puzzle",
        "use hidato with r = 1, c = 4.\nhole \"\"\"\n# . . .\n\"\"\".\ngiven \"\"\"\n. 3 2 .\n\"\"\".\n",
    );
    for puzzle in ["akari.puzzle", "hidato.puzzle"] {
        assert_eq!(reads_back(&folder, puzzle, &["grid", "line", "facts", "json"]), 4);
        let rules = puzzle.trim_end_matches(".puzzle");
        good(&run(&folder, &["verify", rules, puzzle, "answer"]), puzzle);
    }
}

const CELLS: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// The solution of that sudoku, as it is printed.
fn solution(folder: &Folder) -> String {
    let solved = run(folder, &["solve", "sudoku", CELLS]);
    good(&solved, "an argument");
    assert!(solved.out.starts_with("5 3 4 6 7 8 9 1 2\n"), "{}", solved.out);
    solved.out
}

#[test]
fn puzzles_are_read_as_people_have_them() {
    let folder = Folder::new();
    let expected = solution(&folder);
    let rows: Vec<Vec<char>> = CELLS.chars().collect::<Vec<_>>().chunks(9).map(<[char]>::to_vec).collect();
    let lines = |between: &str, blank: &str| -> String {
        let cell = |cell: &char| if *cell == '.' { blank.to_owned() } else { cell.to_string() };
        rows.iter().map(|row| row.iter().map(cell).collect::<Vec<_>>().join(between) + "\n").collect()
    };
    let list = |blank: &str| format!("[[{}]]", lines(", ", blank).trim_end().replace('\n', "],\n["));
    let framed: String = lines("", " ")
        .lines()
        .enumerate()
        .map(|(at, row)| {
            let bars = format!("|{}|{}|{}|\n", &row[..3], &row[3..6], &row[6..]);
            if at % 3 == 0 { format!("+---+---+---+\n{bars}") } else { bars }
        })
        .collect();
    let markdown = format!(
        "|{}\n|{}\n|{}|\n",
        " |".repeat(9),
        "---|".repeat(9),
        lines("|", " ").trim_end().replace('\n', "|\n|")
    );
    let texts = [
        lines(",", ""),
        lines(",", "0"),
        lines(";", ""),
        lines("\t", ""),
        lines(", ", "\"\""),
        lines("", "-"),
        lines(" ", "-"),
        lines(" ", "x"),
        lines("", "X"),
        lines("", "·"),
        lines(" ", "•"),
        lines(" ", "□"),
        lines("\u{a0}", "."),
        lines(" ", "0").replace('\n', "\r\n"),
        format!("\u{feff}{}", lines("", ".")),
        lines("", ".").replace('7', "７"),
        list("0"),
        format!("board = {}", list("None")),
        list("null"),
        format!("Can you solve this?\n\n```\n{}```\n", lines(" ", ".")),
        format!("{framed}+---+---+---+\n"),
        markdown,
    ];
    for text in texts {
        folder.file("grid.txt", &text);
        let solved = run(&folder, &["solve", "sudoku", "grid.txt"]);
        assert_eq!((solved.status, &solved.out), (0, &expected), "{text}{}", solved.err);
        let solved = run_with(&folder, &["solve", "sudoku"], &text);
        assert_eq!((solved.status, &solved.out), (0, &expected), "{text}{}", solved.err);
    }
}

#[test]
fn what_cannot_be_read_is_told_once() {
    let folder = Folder::new();
    let row = "1,2,3,4,5,6,7,8,9\n";
    for (text, part) in [
        (
            format!("{}1,2,3,4,5,6,7,8\n{}", row.repeat(2), row.repeat(6)),
            "read as CSV: row 3 has 8 cells, the others 9",
        ),
        ("[[1, 2], [3".to_owned(), "read as a list of lists: expected "),
        (row.repeat(5), "the text was read as CSV"),
        ("the quick brown fox jumps over the lazy dog\n".repeat(9), "other cells hold no value"),
    ] {
        folder.file("grid.txt", &text);
        let ran = run(&folder, &["solve", "sudoku", "grid.txt"]);
        assert_eq!(ran.status, 2, "{text}{}", ran.err);
        assert!(ran.err.contains(part) && ran.err.contains("1 error\n"), "{text}{}", ran.err);
    }
}

#[test]
fn an_argument_is_a_puzzle_only_if_it_can_be_one() {
    let folder = Folder::new();
    let expected = solution(&folder);
    folder.file(CELLS, "not this one");
    assert_eq!(run(&folder, &["solve", "sudoku", CELLS]).status, 2, "a file of that name comes first");
    fs::remove_file(folder.0.join(CELLS)).expect("a file");
    let lines: String = CELLS.as_bytes().chunks(9).map(|row| String::from_utf8_lossy(row) + "\n").collect();
    assert_eq!(run(&folder, &["solve", "sudoku", &lines]).out, expected);
    for missing in ["a_file_of_16.txt", "1234567890.txt", "53..7", "no/such/file/..1"] {
        let ran = run(&folder, &["solve", "sudoku", missing]);
        assert_eq!(ran.status, 4, "{missing}: {}", ran.err);
    }
}

#[test]
fn stdin_is_read_where_a_puzzle_is_missing() {
    let folder = Folder::new();
    // No puzzle in it, a rule set without a grid, a setting: stdin does not count.
    for (args, text) in [
        (&["solve", "sudoku"][..], ""),
        (&["solve", "sudoku"], " \n"),
        (&["solve", "queens"], "1 2\n"),
        (&["solve", "takuzu", "--set", "n=4"], "nonsense"),
        (&["check", "sudoku"], "nonsense"),
    ] {
        good(&run_with(&folder, args, text), &format!("{args:?} {text:?}"));
    }
    let mut closed = gridlog(&folder);
    closed.args(["solve", "sudoku"]).stdin(Stdio::null());
    assert!(closed.output().expect("output").status.success());
}

#[test]
fn somebody_who_forgot_the_puzzle_is_told_what_is_awaited() {
    let folder = Folder::new();
    for quiet in [false, true] {
        let mut command = gridlog(&folder);
        command.args(["solve", "sudoku"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if quiet {
            command.arg("--quiet");
        }
        let started = Instant::now();
        let mut child = command.spawn().expect("the program starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        let mut told = BufReader::new(child.stderr.take().expect("a pipe"));
        let mut line = String::new();
        if quiet {
            std::thread::sleep(Duration::from_millis(1500));
        } else {
            told.read_line(&mut line).expect("a line");
            assert!(line.contains("waiting for a puzzle on stdin"), "{line}");
            assert!(started.elapsed() >= Duration::from_secs(1));
        }
        stdin.write_all(CELLS.as_bytes()).expect("it is read");
        drop(stdin);
        let output = child.wait_with_output().expect("the program ends");
        let mut rest = String::new();
        while told.read_line(&mut rest).expect("a line") > 0 {}
        assert!(output.status.success() && !rest.contains("waiting"), "{rest}");
    }
}

#[test]
fn why_is_asked_as_the_manual_says() {
    let folder = Folder::new();
    folder.file("grid.txt", CELLS);
    folder.file(
        "x.puzzle",
        format!("use sudoku.\ngiven \"\"\"\n{}\"\"\".\n", {
            let rows = CELLS.as_bytes().chunks(9);
            rows.map(|row| String::from_utf8_lossy(row) + "\n").collect::<String>()
        }),
    );
    let is: &[&[&str]] = &[&["r1c3=4"], &["r1c3", "=", "4"], &["R1C3=4"], &["r1c3 = 4"], &["r1c3=", "4"]];
    let is_not: &[&[&str]] = &[
        &["r1c3!=2"],
        &["not", "r1c3", "=", "2"],
        &["not", "R1C3=2"],
        &["r1c3", "not", "2"],
        &["r1c3", "!=", "2"],
    ];
    for question in is.iter().chain(is_not) {
        for puzzle in [&["sudoku", "grid.txt"][..], &["x.puzzle"]] {
            let ran = run(&folder, &[&["why"], puzzle, question].concat());
            good(&ran, &format!("{puzzle:?} {question:?}"));
            assert!(ran.out.contains("r1c3"), "{question:?}: {}", ran.out);
        }
    }
    let ran = run(&folder, &["why", "sudoku", "grid.txt"]);
    assert!(ran.status == 2 && ran.err.contains("the question is missing"), "{}", ran.err);
}

#[test]
fn plans_are_read_as_they_are_printed() {
    let folder = Folder::new();
    let sample: &Path = &project("rules/knights/guarini.puzzle");
    folder.file("plan.puzzle", fs::read(sample).expect("a sample"));
    for form in ["grid", "line", "facts", "json", "jsonl"] {
        let solved = run(&folder, &["solve", "plan.puzzle", "-f", form]);
        good(&solved, form);
        folder.file("plan", &solved.out);
        good(&run(&folder, &["verify", "plan.puzzle", "--plan", "plan"]), &format!("{form}: {}", solved.out));
    }
}

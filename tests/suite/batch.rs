//! The batch contract: records in, as many records out, in order, whatever happens; and what goes on, is shared or is cut short.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Output, Stdio};

use serde_json::{Value, json};

use crate::cli::{Folder, gridlog};

/// Records good and bad, of several rule sets and forms.
fn records() -> Vec<String> {
    let latin = "use latin with n = 2.\ngiven \"\"\"\n1 .\n. .\n\"\"\".\n";
    let several: Vec<Value> = vec![
        json!({ "id": "latin", "rules": "latin", "set": { "n": 4 }, "grid": [[1, null, null, null], [null, null, 3, null], [null, 4, null, null], [null, null, null, 2]] }),
        json!({ "id": 7, "rules": "takuzu", "set": { "n": 4 } }),
        json!({ "id": "p", "puzzle": latin }),
        json!({ "puzzle": latin.replace("1 .", "2 ."), "mine": "kept out of it" }),
        json!({ "id": "none", "puzzle": latin.replace(". .", ". 2") }),
        json!({ "id": "sdm", "from": "sdm", "puzzle": "1.....3..4.....2" }),
        json!({ "id": "address", "puzzle": "https://puzz.link/p?nurikabe/2/2/3i\n" }),
        json!({ "id": "no rules", "grid": "1.....3..4.....2" }),
        json!({ "id": "typo", "puzzle": "grid(2, 2) :: 1..2. a: cell(A) => A <= 2." }),
        json!({ "id": "small", "rules": "sudoku", "grid": "1..2" }),
        json!({ "id": "format", "from": "nonsense", "puzzle": "1" }),
        json!({ "id": ["no id"], "rules": "takuzu" }),
        json!({ "id": "wrong", "puzzle": 7 }),
        json!({ "id": "none again", "rules": "sudoku", "grid": format!("11{}", ".".repeat(79)) }),
        json!({ "id": "sign", "rules": "latin", "set": { "n": 4 }, "grid": format!("1\0{}", ".".repeat(14)) }),
    ];
    let mut lines: Vec<String> = several.iter().map(Value::to_string).collect();
    lines.insert(5, "{\"id\": \"half".to_owned());
    lines
}

/// The statuses that `solve` tells of them.
const STATUSES: &[(&str, &str)] = &[
    ("latin", "solved"),
    ("7", "solved"),
    ("p", "solved"),
    ("4", "solved"),
    ("none", "none"),
    ("6", "error"),
    ("sdm", "solved"),
    ("address", "solved"),
    ("no rules", "error"),
    ("typo", "error"),
    ("small", "error"),
    ("format", "error"),
    ("13", "error"),
    ("wrong", "error"),
    ("none again", "none"),
    ("sign", "error"),
];

fn run(folder: &Folder, args: &str) -> Output {
    gridlog(folder).args(args.split_whitespace()).stdin(Stdio::null()).output().expect("the program runs")
}

fn told(output: &Output) -> Vec<(String, String)> {
    let text = String::from_utf8_lossy(&output.stdout);
    let record = |line: &str| {
        let record: Value = serde_json::from_str(line).expect("a record");
        let word = |name: &str| record[name].as_str().expect("a word").to_owned();
        assert!(word("status") != "error" || record["diagnostics"][0]["message"].is_string(), "{record}");
        (word("id"), word("status"))
    };
    text.lines().map(record).collect()
}

fn folder() -> Folder {
    let folder = Folder::new();
    folder.file("all.jsonl", records().join("\n") + "\n");
    folder
}

#[test]
fn each_record_is_answered_at_its_place() {
    let folder = folder();
    let expected: Vec<(String, String)> =
        STATUSES.iter().map(|(id, status)| ((*id).to_owned(), (*status).to_owned())).collect();
    let solved = run(&folder, "solve -f jsonl all.jsonl");
    assert_eq!((told(&solved), solved.status.code()), (expected.clone(), Some(2)));
    for command in ["solve", "count", "candidates", "rate", "verify", "explain", "generate", "convert"] {
        let alone = run(&folder, &format!("{command} -f jsonl all.jsonl"));
        let ids: Vec<String> = told(&alone).into_iter().map(|(id, _)| id).collect();
        assert_eq!(ids, expected.iter().map(|(id, _)| id.clone()).collect::<Vec<_>>(), "{command}");
        if command != "convert" {
            let together = run(&folder, &format!("{command} -j 3 -f jsonl all.jsonl"));
            assert_eq!(alone.stdout, together.stdout, "{command}");
            assert_eq!(alone.status.code(), together.status.code(), "{command}");
        }
    }
}

/// An answer of no is an answer; what could not be answered makes the exit status.
#[test]
fn the_exit_tells_whether_all_were_answered() {
    let folder = Folder::new();
    let all = records();
    folder.file("good.jsonl", all[..5].join("\n"));
    folder.file("none.txt", format!("11{}\n", ".".repeat(79)));
    assert_eq!(run(&folder, "solve -f jsonl good.jsonl").status.code(), Some(0));
    assert_eq!(run(&folder, "solve good.jsonl").status.code(), Some(0));
    assert_eq!(run(&folder, "solve -f jsonl sudoku none.txt").status.code(), Some(0));
    assert_eq!(run(&folder, "solve sudoku none.txt").status.code(), Some(1), "people ask for yes or no");
    assert_eq!(run(&folder, "solve --shard 1/1 sudoku none.txt").status.code(), Some(0));
    folder.file("late.jsonl", "{\"rules\": \"magic\", \"set\": {\"n\": 6}}\n");
    assert_eq!(run(&folder, "count -f jsonl --step-limit 1 late.jsonl").status.code(), Some(3));
    folder.file("empty.jsonl", "");
    let empty = run(&folder, "solve -f jsonl empty.jsonl");
    assert_eq!((empty.status.code(), empty.stdout.len()), (Some(0), 0));
}

#[test]
fn a_batch_may_end_at_the_first_failure() {
    let folder = folder();
    for jobs in ["-j 1", "-j 3"] {
        let output = run(&folder, &format!("solve --fail-fast {jobs} -f jsonl all.jsonl"));
        assert_eq!((told(&output).len(), output.status.code()), (6, Some(2)), "{jobs}");
    }
}

#[test]
fn shards_are_the_whole() {
    let folder = folder();
    folder.file("many.txt", "1.....3..4.....2\n.1....3..4.....2\n1..2\n..1...3..4.....2\n...1..3..4.....2\n");
    for (input, of) in
        [("all.jsonl", 3), ("sudoku --set r=2 --set c=2 many.txt", 2), ("--from sdm many.txt", 4)]
    {
        let whole = told(&run(&folder, &format!("solve -f jsonl {input}")));
        let mut parts: Vec<(String, String)> = Vec::new();
        let shards: Vec<Vec<(String, String)>> = (1..=of)
            .map(|k| told(&run(&folder, &format!("solve -f jsonl --shard {k}/{of} {input}"))))
            .collect();
        for at in 0..whole.len() {
            parts.push(shards[at % of][at / of].clone());
        }
        assert_eq!(parts, whole, "{input}");
        assert_eq!(shards.iter().map(Vec::len).sum::<usize>(), whole.len(), "{input}");
    }
}

/// What a board, a thread or a process has seen before does not show.
#[test]
fn a_record_is_answered_as_if_it_were_alone() {
    let folder = folder();
    let whole = run(&folder, "solve -f jsonl all.jsonl").stdout;
    let alone = (1..=STATUSES.len())
        .map(|k| run(&folder, &format!("solve -f jsonl --shard {k}/{} all.jsonl", STATUSES.len())).stdout);
    assert_eq!(String::from_utf8_lossy(&alone.collect::<Vec<_>>().concat()), String::from_utf8_lossy(&whole));
}

/// A run that was ended by force goes on where it was, and its records are the same as if nothing had happened.
#[test]
fn a_run_goes_on_where_it_was() {
    let folder = folder();
    for command in ["solve", "count -j 2", "convert"] {
        let whole = run(&folder, &format!("{command} -f jsonl all.jsonl"));
        for cut in [0, 1, 100, whole.stdout.len() / 2, whole.stdout.len() - 1, whole.stdout.len()] {
            let path = folder.file("out.jsonl", &whole.stdout[..cut]);
            let rest = run(&folder, &format!("{command} --resume out.jsonl all.jsonl"));
            assert!(rest.stdout.is_empty(), "{command}");
            let out = std::fs::read(path).expect("the records");
            assert!(out == whole.stdout, "{command} cut at {cut}: {}", String::from_utf8_lossy(&out));
        }
    }
    // Half a line may end within a number or a word.
    for torn in ["{\"i", "{\"id\":\"latin\",\"milliseconds\":0.", "{\"id\":\"latin\",\"complete\":tr"] {
        let path = folder.file("out.jsonl", torn);
        let told = run(&folder, "count --resume out.jsonl --shard 1/8 all.jsonl").stderr;
        assert!(told.is_empty(), "{torn}: {}", String::from_utf8_lossy(&told));
        assert_eq!(std::fs::read_to_string(path).expect("the records").lines().count(), 2, "{torn}");
    }
    // The questions, or anything else, in the place of the answers stay as they are.
    let torn = "{\"id\": \"a\", \"rules\": \"latin\"}";
    for other in [records().join("\n"), torn.to_owned(), "1...".to_owned(), "\n".to_owned()] {
        let path = folder.file("other.jsonl", &other);
        let refused = run(&folder, "solve --resume other.jsonl all.jsonl");
        let told = String::from_utf8_lossy(&refused.stderr);
        assert!(told.contains("line 1 is no record of an earlier run"), "{told}");
        assert_eq!((refused.status.code(), std::fs::read_to_string(path).ok()), (Some(4), Some(other)));
    }
    if cfg!(target_os = "linux") {
        let endless = run(&folder, "solve --resume /dev/full all.jsonl");
        assert_eq!(endless.status.code(), Some(4), "{}", String::from_utf8_lossy(&endless.stderr));
    }
}

/// What cannot be read at all is a record, too: other bytes than text, and a line without end.
#[test]
fn nothing_in_a_line_ends_a_batch() {
    let folder = Folder::new();
    let good = records().swap_remove(2);
    let mut bytes = format!("{good}\n").into_bytes();
    bytes.extend(b"\xff\xfe\n");
    bytes.extend(b"{\"puzzle\": \"");
    bytes.extend(vec![b'x'; 9 << 20]);
    bytes.extend(b"\"}\n");
    bytes.extend(good.as_bytes());
    folder.file("bad.jsonl", bytes);
    let output = run(&folder, "solve -f jsonl bad.jsonl");
    let statuses: Vec<(String, String)> = told(&output);
    let expected = [("p", "solved"), ("2", "error"), ("3", "error"), ("p", "solved")];
    assert_eq!(statuses, expected.map(|(id, status)| (id.to_owned(), status.to_owned())));
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("is not UTF-8 text") && text.contains("line 3 of bad.jsonl is longer than 8 MiB"));
}

/// What comes through stdin are the records: a torn line at its head ends nothing, and no record takes the others for its rules.
#[test]
fn nothing_swallows_the_records_that_come_after() {
    let folder = Folder::new();
    let named = |rules: &str| json!({ "rules": rules, "set": { "n": 2 }, "grid": "1..." }).to_string();
    let lines = [r#":"half","rules":"latin"}"#, &named("-"), &named("/dev/stdin"), &named("latin")];
    for head in ["", "\n", "\u{feff}"] {
        let text = format!("{head}{}\n", lines.join("\n"));
        for command in ["solve", "count -j 2", "explain", "convert"] {
            let mut child = gridlog(&folder)
                .args(command.split(' '))
                .args(["-f", "jsonl", "-"])
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .spawn()
                .expect("the program runs");
            child.stdin.take().expect("a pipe").write_all(text.as_bytes()).expect("it reads");
            let told = told(&child.wait_with_output().expect("it ends"));
            let wrong: Vec<bool> = told.iter().map(|(_, status)| status == "error").collect();
            assert_eq!(wrong, [true, true, true, false], "{command}: {told:?}");
        }
    }
}

/// The formats of other programs go on after a bad line as well.
#[test]
fn a_bad_puzzle_of_another_program_is_a_record() {
    let folder = Folder::new();
    folder.file("some.sdm", "1.....3..4.....2\n1.....3..4.....x\n.1....3..4.....2\n");
    for command in ["solve -f jsonl", "convert --to puzzle -f jsonl"] {
        let output = run(&folder, &format!("{command} --from sdm some.sdm"));
        let statuses: Vec<String> = told(&output).into_iter().map(|(_, status)| status).collect();
        assert_eq!(
            (statuses.len(), statuses[1].as_str(), output.status.code()),
            (3, "error", Some(2)),
            "{command}"
        );
        assert!(String::from_utf8_lossy(&output.stdout).contains("\"file\":\"some.sdm\""), "{command}");
    }
}

/// A program that asks and waits gets each answer before it asks the next; what is compiled for records does not pile up.
#[test]
fn a_co_process_answers_line_by_line() {
    let folder = Folder::new();
    let mut command = gridlog(&folder);
    command.args(["solve", "-f", "jsonl", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let (mut input, output) = (child.stdin.take().expect("a pipe"), child.stdout.take().expect("a pipe"));
    let mut output = BufReader::new(output).lines();
    for number in 0..1000 {
        // A rule set that nobody has seen before.
        let text = format!(
            "grid(2, 2) :: 1..2. law_{number}: line(L) => distinct(L). one: r1c1 = {}.",
            number % 2 + 1
        );
        let request = json!({ "id": number, "puzzle": text }).to_string();
        let (first, rest) = request.split_at(request.len() / 2);
        input.write_all(first.as_bytes()).and_then(|()| input.flush()).expect("half a line");
        writeln!(input, "{rest}").and_then(|()| input.flush()).expect("the other half");
        let answer: Value =
            serde_json::from_str(&output.next().expect("an answer").expect("text")).expect("a record");
        assert_eq!(answer["id"], number.to_string());
        assert_eq!(answer["solutions"][0][0][0], number % 2 + 1, "{answer}");
    }
    #[cfg(target_os = "linux")]
    {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).expect("its memory");
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a peak");
        let peak: u64 = peak.trim().trim_end_matches(" kB").parse().expect("a number");
        assert!(peak < 100_000, "{peak} kB after a thousand rule sets");
    }
    drop(input);
    assert!(output.next().is_none() && child.wait().expect("it ends").success());
}

/// Whoever goes away in the midst of the answers ends the program, without complaints.
#[test]
fn a_reader_may_go_away() {
    let folder = Folder::new();
    folder.file("many.txt", "1.....3..4.....2\n".repeat(20_000));
    let mut command = gridlog(&folder);
    command.args("solve -f jsonl -j 2 --set r=2 --set c=2 sudoku many.txt".split(' '));
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    output.read_line(&mut String::new()).expect("an answer");
    drop(output);
    let ended = child.wait_with_output().expect("it ends");
    assert!(ended.status.success() && ended.stderr.is_empty(), "{ended:?}");
}

/// The next answer finds out, even if the one who asks keeps his end open and asks no more.
#[test]
fn a_reader_may_leave_one_who_asks() {
    let folder = Folder::new();
    for jobs in ["1", "2"] {
        let mut command = gridlog(&folder);
        command.args(["solve", "-f", "jsonl", "-j", jobs, "-"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let mut input = child.stdin.take().expect("a pipe");
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        let record = json!({ "rules": "latin", "set": { "n": 2 } });
        writeln!(input, "{record}").expect("it listens");
        output.read_line(&mut String::new()).expect("an answer");
        drop(output);
        writeln!(input, "{record}").expect("it listens");
        let ended = child.wait_with_output().expect("it ends");
        assert!(ended.status.success() && ended.stderr.is_empty(), "{jobs}: {ended:?}");
        drop(input);
    }
}

/// A grid is as good as a puzzle for every command that can do with clues, and what cannot be read keeps its number.
#[test]
fn convert_takes_grids() {
    let folder = Folder::new();
    let sudoku =
        json!({ "id": 123_456, "rules": "sudoku", "set": { "r": 2, "c": 2 }, "grid": "1.....3..4.....0" });
    let small = json!({ "rules": "sudoku", "set": { "r": 2, "c": 2 }, "grid": "12" });
    let mut bytes = format!("{sudoku}\n\n").into_bytes();
    bytes.extend(b"\xff\n");
    let unset = json!({ "rules": "sudoku", "set": { "n": 1 }, "grid": "1" });
    bytes.extend(format!("[\"a\"]\n{small}\n{}\n{unset}\n", json!({ "rules": "latin" })).into_bytes());
    folder.file("some.jsonl", bytes);
    let output = run(&folder, "convert -f jsonl some.jsonl");
    let expected = [
        ("123456", "unknown"),
        ("3", "error"),
        ("4", "error"),
        ("5", "error"),
        ("6", "error"),
        ("7", "error"),
    ];
    assert_eq!(told(&output), expected.map(|(id, status)| (id.to_owned(), status.to_owned())));
    let text = String::from_utf8_lossy(&output.stdout);
    let first: Value = serde_json::from_str(text.lines().next().expect("a record")).expect("a record");
    let puzzle = "use sudoku with c = 2, r = 2.\ngiven \"\"\"\n1 . . .\n. . 3 .\n. 4 . .\n. . . .\n\"\"\".\n";
    assert_eq!(first["text"], puzzle);
    assert!(text.contains("no JSON object") && text.contains("neither a `puzzle` nor a `grid`"), "{text}");
}

/// A file of rules is called in a puzzle as people do it, so that the puzzle can be read again.
#[test]
fn what_is_converted_can_be_read_again() {
    let folder = Folder::new();
    folder.file("mine.rules", "grid(2, 2) :: 1..2.\nlines: line(L) => distinct(L).\n");
    folder.file("one.jsonl", json!({ "rules": "mine.rules", "grid": "1..." }).to_string());
    let puzzle = run(&folder, "convert one.jsonl").stdout;
    assert!(puzzle.starts_with(b"use mine."), "{}", String::from_utf8_lossy(&puzzle));
    folder.file("one.puzzle", puzzle);
    assert_eq!(run(&folder, "solve --unique one.puzzle").status.code(), Some(0));
}

/// Clues without a word about rules, for rules that the record names: what is made of them names these.
#[test]
fn what_is_made_stands_alone() {
    let folder = Folder::new();
    let clue = json!({ "rules": "latin", "set": { "n": 3 }, "puzzle": "given(r1c1, 2).\n" });
    folder.file("clue.jsonl", format!("{clue}\n"));
    let beside = folder.file("clue.puzzle", "given(r1c1, 2).\n");
    let text = String::from_utf8(run(&folder, "generate -f jsonl clue.jsonl").stdout).expect("a text");
    let record: Value = serde_json::from_str(&text).expect("a record");
    let made = record["puzzle"].as_str().expect("a puzzle");
    assert!(made.contains("use latin with n = 3.\n"), "{text}");
    let alone =
        String::from_utf8(run(&folder, "generate latin clue.puzzle --set n=3").stdout).expect("a text");
    assert_eq!(alone, made);
    folder.file("alone.puzzle", &alone);
    assert_eq!(run(&folder, "solve --unique alone.puzzle").status.code(), Some(0));
    // Rules may lie anywhere.
    std::fs::create_dir(beside.with_file_name("far")).expect("a folder");
    folder.file("far/pair.rules", "grid(1, 2) :: 0..1.\napart: adjacent(A, B) => A \\= B.\n");
    let far = json!({ "rules": "far/pair.rules" });
    let clue = json!({ "rules": "far/pair.rules", "puzzle": "given(r1c2, 1).\n" });
    folder.file("far.jsonl", format!("{far}\n{clue}\n"));
    let output = run(&folder, "generate -f jsonl far.jsonl");
    let statuses: Vec<String> = told(&output).into_iter().map(|(_, status)| status).collect();
    assert_eq!((statuses, output.status.code()), (vec!["unique".to_owned(); 2], Some(0)));
}

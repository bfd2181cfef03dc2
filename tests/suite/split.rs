//! Searches split into cubes: what comes of them together is what the whole comes to, and nothing less passes for it.

use std::collections::BTreeSet;
use std::process::{Output, Stdio};

use serde_json::Value;

use crate::cli::{Folder, gridlog};

fn run(folder: &Folder, args: &str) -> Output {
    gridlog(folder).args(args.split_whitespace()).stdin(Stdio::null()).output().expect("the program runs")
}

fn out(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn record(text: &str) -> Value {
    serde_json::from_str(text).expect("a record")
}

fn solutions(record: &Value) -> BTreeSet<String> {
    let list = record["solutions"].as_array().expect("solutions");
    let set: BTreeSet<String> = list.iter().map(Value::to_string).collect();
    assert_eq!(set.len(), list.len(), "no solution comes twice");
    set
}

fn folder() -> Folder {
    let folder = Folder::new();
    folder.file("mine.rules", "param n = 3.\ngrid(n, n) :: {a, b, c}.\nlines: line(L) => distinct(L).\n");
    folder.file("mine.puzzle", "use mine.\ngiven(r1c1, b).\n");
    folder.file("grid.txt", "1 . . .\n. . 3 .\n. . . .\n. . . .\n");
    folder.file("edges.puzzle", "use slitherlink with r = 2, c = 3.\n");
    folder.file("none.puzzle", "use latin with n = 3.\ngiven(r1c1, 1).\ngiven(r1c2, 1).\n");
    folder
}

/// What is split, and how.
const JOBS: &[&str] = &[
    "takuzu --set n=4 --jobs 10",
    "takuzu --set n=4 --depth 3",
    "queens --set n=6 --jobs 7",
    "mine --jobs 5",
    "mine.puzzle --jobs 5",
    "mine mine.puzzle --depth 1",
    "latin grid.txt --jobs 6",
    "edges.puzzle --jobs 9",
    "none.puzzle --jobs 4",
    "sudoku/six --jobs 4",
    "latin --set n=3 --jobs 1",
    "sudoku/six --depth 0",
];

#[test]
fn the_sum_of_the_cubes_is_the_whole() {
    for job in JOBS {
        let folder = folder();
        let what: Vec<&str> = job.split(" --jobs").collect();
        let what = what[0].split(" --depth").next().expect("what is asked about");
        folder.file("cubes.jsonl", out(&run(&folder, &format!("split {job}"))));
        let whole = record(&out(&gridlog(&folder)
            .args(format!("count -f jsonl {what}").split(' '))
            .stdin(Stdio::null())
            .output()
            .expect("a count")));
        folder.file("counts.jsonl", out(&run(&folder, "count -f jsonl -j 2 cubes.jsonl")));
        let merged = record(&out(&run(&folder, "merge -f jsonl counts.jsonl")));
        for field in ["count", "status", "complete"] {
            assert_eq!(merged[field], whole[field], "{job}: {merged} {whole}");
        }
        let whole = run(&folder, &format!("solve -n 0 -f jsonl {what}"));
        let whole = record(&String::from_utf8_lossy(&whole.stdout));
        let shards: String = (1..=3)
            .map(|k| out(&run(&folder, &format!("solve -n 0 -f jsonl --shard {k}/3 cubes.jsonl"))))
            .collect();
        folder.file("solved.jsonl", shards);
        let merged = record(&out(&run(&folder, "merge -f jsonl solved.jsonl")));
        assert_eq!((solutions(&merged), &merged["status"]), (solutions(&whole), &whole["status"]), "{job}");
    }
}

/// Whatever is missing, there twice, of another job or not answered is told, and the result does not pass for a whole one.
#[test]
fn what_is_not_whole_is_told() {
    let folder = folder();
    folder.file("cubes.jsonl", out(&run(&folder, "split takuzu --set n=4 --jobs 10")));
    let counts = out(&run(&folder, "count -f jsonl cubes.jsonl"));
    let lines: Vec<&str> = counts.lines().collect();
    assert!(lines.len() >= 10);
    let cut = lines[1..].join("\n");
    let twice = format!("{counts}{}", lines[3]);
    let unanswered = counts.replacen("\"complete\":true", "\"complete\":false", 1);
    let wrong = counts.replacen(
        lines[0],
        &format!(
            "{{\"id\":{},\"status\":\"error\",\"solutions\":[],\"diagnostics\":[]}}",
            record(lines[0])["id"]
        ),
        1,
    );
    let strange = format!("{counts}{}", "{\"id\":\"7\",\"status\":\"unique\",\"count\":1,\"complete\":true}");
    let half = &counts[..counts.len() - 20];
    let asked = counts.replace("\"status\":", "\"puzzle\":");
    for (text, told, status) in [
        (asked.as_str(), "is a cube, and no answer to it", 2),
        ("hello", "it is no JSON object", 2),
        (cut.as_str(), "is missing", 2),
        (&twice, "cube 4 is there more than once", 2),
        (&unanswered, "at least", 3),
        (&wrong, "was not answered: error", 2),
        (&strange, "`7` is no cube", 2),
        (half, "no record", 2),
        ("", "there is no record of a cube", 2),
    ] {
        folder.file("counts.jsonl", text);
        let merged = run(&folder, "merge counts.jsonl");
        let message = String::from_utf8_lossy(&merged.stderr);
        assert_eq!(merged.status.code(), Some(status), "{told}: {message}");
        assert!(message.contains(told) || status == 3, "{told}: {message}");
        assert!(!message.contains("or the other way round"), "{told}: {message}");
        let records = run(&folder, "merge -f jsonl counts.jsonl");
        let text = String::from_utf8_lossy(&records.stdout);
        assert!(status == 2 && told.contains("`7`") || !text.contains("\"complete\":true"), "{told}: {text}");
    }
    let moves = run(&folder, "split pancakes");
    assert!(String::from_utf8_lossy(&moves.stderr).contains("there is a `move`"), "{moves:?}");
}

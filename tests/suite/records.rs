//! Records for programs: whatever is asked and whatever goes wrong, they keep to the schema in `docs/json.schema.json`.

use serde_json::Value;

use crate::checked::read;
use crate::cli::{Folder, Ran, run, run_with};

fn schema() -> Value {
    serde_json::from_str(&read("docs/json.schema.json")).expect("a schema")
}

/// What in a value breaks a schema; the few words of JSON Schema that ours is written in.
fn faults(value: &Value, schema: &Value, root: &Value, at: &str, found: &mut Vec<String>) {
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.strip_prefix("#/$defs/")) {
        return faults(value, &root["$defs"][name], root, at, found);
    }
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "integer",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let allowed = match &schema["type"] {
        Value::String(word) => vec![word.as_str()],
        Value::Array(words) => words.iter().filter_map(Value::as_str).collect(),
        _ => vec![kind],
    };
    if !allowed.contains(&kind) {
        found.push(format!("{at} is {kind}, not {allowed:?}"));
    }
    if schema["enum"].as_array().is_some_and(|words| !words.contains(value)) {
        found.push(format!("{at} is {value}"));
    }
    for (number, item) in value.as_array().into_iter().flatten().enumerate() {
        faults(item, &schema["items"], root, &format!("{at}[{number}]"), found);
    }
    let Some(fields) = value.as_object() else { return };
    for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        if !fields.contains_key(name) {
            found.push(format!("{at} has no {name}"));
        }
    }
    for (name, field) in fields {
        match &schema["properties"][name] {
            Value::Null if schema["additionalProperties"] == false => found.push(format!("{at} has {name}")),
            of => faults(field, of, root, &format!("{at}.{name}"), found),
        }
    }
}

/// The records of a run with `-f jsonl`, all of them after the schema.
fn records(ran: &Ran) -> Vec<Value> {
    let (schema, mut found) = (schema(), Vec::new());
    let all: Vec<Value> =
        ran.out.lines().map(|line| serde_json::from_str(line).expect("a record on each line")).collect();
    faults(&Value::Array(all.clone()), &schema, &schema, "it", &mut found);
    assert!(found.is_empty(), "{found:#?}");
    all
}

/// Each command: its arguments, its exit status, and the status and a field of its records.
const RUNS: &[(&str, i32, &[&str], &str)] = &[
    ("solve latin --set n=2", 0, &["solved"], "complete"),
    ("solve latin --set n=2 -n 0", 0, &["several"], "complete"),
    ("solve queens --set n=3", 1, &["none"], "complete"),
    ("solve one.puzzle two.puzzle three.puzzle", 4, &["solved", "error", "error"], "complete"),
    ("solve --unique one.puzzle", 0, &["unique"], "complete"),
    ("solve best.rules", 0, &["solved"], "best"),
    ("solve 2048 board.txt", 0, &["solved"], "moves"),
    ("solve -v 2048 board.txt", 0, &["solved"], "positions"),
    ("solve --max-moves 1 2048 board.txt", 1, &["none"], "at_least"),
    ("count latin --set n=3", 0, &["several"], "count"),
    ("count 2048 board.txt", 0, &["several"], "count"),
    ("candidates latin --set n=2", 0, &["several"], "candidates"),
    ("candidates one.puzzle", 0, &["unique"], "unsettled"),
    ("candidates 2048 board.txt", 2, &["error"], "id"),
    ("compare one.puzzle", 0, &["solved"], "searches"),
    ("verify latin right.txt --set n=2", 0, &["solved"], "broken"),
    ("verify latin wrong.txt --set n=2", 1, &["none"], "broken"),
    ("verify 2048 board.txt --plan plan.txt", 1, &["none"], "message"),
    ("generate latin --set n=2 --count 2", 0, &["unique", "unique"], "puzzle"),
    ("minimise one.puzzle", 0, &["unique"], "needless"),
    ("minimise --laws one.puzzle", 0, &["unique"], "laws"),
    ("test --check one.puzzle", 1, &["unique"], "passed"),
    ("explain one.puzzle", 0, &["unique"], "steps"),
    ("explain -n 1 one.puzzle", 0, &["unknown"], "steps"),
    ("rate one.puzzle", 0, &["unique"], "level"),
    ("hint one.puzzle", 0, &["unknown"], "message"),
    ("hint --more one.puzzle", 0, &["unknown"], "steps"),
    ("hint --more 2048 board.txt", 0, &["solved"], "moves"),
    ("why one.puzzle r1c1=1", 0, &["unique"], "steps"),
    ("why one.puzzle r1c1=2", 1, &["unique"], "message"),
    ("why none.puzzle none", 0, &["none"], "minimal"),
    ("why latin --set n=2 several", 0, &["several"], "differ"),
    ("query latin --set n=2 -g line(L)", 0, &["unknown"], "answers"),
    ("query latin --set n=2 -g line(L -g row(3,_)", 2, &["error", "unknown"], "id"),
    ("check latin one.puzzle", 0, &["unknown"], "laws"),
    ("check --plan --instances latin", 0, &["unknown"], "plan"),
    ("check two.puzzle", 2, &["error"], "diagnostics"),
    ("convert one.puzzle --to puzzle", 0, &["unknown"], "text"),
];

fn folder() -> Folder {
    let folder = Folder::new();
    folder.file("one.puzzle", "use latin with n = 2.\ngiven \"\"\"\n. .\n. 1\n\"\"\".\nexpect unique.\n");
    folder.file("two.puzzle", "use latin with n = 2\n");
    folder.file("none.puzzle", "use latin with n = 2.\ngiven \"\"\"\n1 1\n. .\n\"\"\".\n");
    folder.file("best.rules", "grid(1, 2) :: 1..3.\nmaximise cell(1, 1) + cell(1, 2).\n");
    folder.file("board.txt", "2 2\n4 0\n");
    folder.file("plan.txt", "swipe(left), swipe(up)\n");
    folder.file("right.txt", "1 2\n2 1\n");
    folder.file("wrong.txt", "1 2\n1 2\n");
    folder
}

#[test]
fn every_command_keeps_to_the_schema() {
    let folder = folder();
    for (command, status, statuses, field) in RUNS {
        let args: Vec<&str> = command.split(' ').chain(["-f", "jsonl"]).collect();
        let ran = run(&folder, &args);
        let records = records(&ran);
        assert_eq!(ran.status, *status, "{command}: {}{}", ran.out, ran.err);
        let came: Vec<&str> = records.iter().filter_map(|record| record["status"].as_str()).collect();
        assert_eq!(came, *statuses, "{command}: {}", ran.out);
        assert!(records[0].get(*field).is_some(), "{command} gives no {field}: {}", ran.out);
        assert_eq!(ran.err, "", "{command}");
        assert_eq!(run(&folder, &args).out, ran.out, "{command} twice");
    }
}

#[test]
fn a_document_holds_the_same_records() {
    let folder = folder();
    let one = ["solve", "one.puzzle", "two.puzzle", "missing.puzzle", "-f"];
    let lines = run(&folder, &[&one[..], &["jsonl"]].concat());
    let whole = run(&folder, &[&one[..], &["json"]].concat());
    assert_eq!(serde_json::from_str::<Vec<Value>>(&whole.out).ok(), Some(records(&lines)));
    assert_eq!((whole.status, whole.err.as_str()), (4, ""));
    let wrong = &records(&lines)[1]["diagnostics"][0];
    assert_eq!((&wrong["code"], &wrong["span"]["line"]), (&"E104".into(), &1.into()), "{wrong}");
    let kept = run(&folder, &[&one[..], &["json", "-o", "kept.json"]].concat());
    assert_eq!((kept.out.as_str(), crate::cli::read(&folder.0.join("kept.json"))), ("", whole.out));
}

#[test]
fn times_are_told_only_when_asked_for() {
    let folder = folder();
    for command in ["solve one.puzzle", "count one.puzzle", "solve 2048 board.txt"] {
        let args: Vec<&str> = command.split(' ').chain(["-f", "jsonl", "-s"]).collect();
        let told = &records(&run(&folder, &args))[0];
        assert!(told["stats"]["milliseconds"].is_number(), "{command}: {told}");
        assert!(records(&run(&folder, &args[..args.len() - 1]))[0].get("stats").is_none());
    }
}

/// The page tells about each field of a record, and about each status.
#[test]
fn the_page_names_every_field() {
    let (page, schema) = (read("docs/json.md"), schema());
    let record = &schema["$defs"]["record"]["properties"];
    let statuses = record["status"]["enum"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let fields =
        record.as_object().into_iter().chain(schema["$defs"]["diagnostic"]["properties"].as_object());
    for name in fields.flat_map(|fields| fields.keys()).map(String::as_str).chain(statuses) {
        assert!(page.contains(&format!("`{name}`")), "docs/json.md does not tell about {name}");
    }
}

/// Several puzzles are summed up in one line, with the names of those that ask for a look; one is told as it is.
#[test]
fn a_batch_is_summed_up() {
    let folder = folder();
    let grids = ". .\n. .\n\n1 .\n. .\n\n1 1\n. .\n\n. 2\n. .\n";
    let ran = run_with(&folder, &["solve", "--unique", "latin", "--set", "n=2", "-"], grids);
    let told = "4 puzzles: 2 unique, 1 several, 1 none\n  none: <stdin>, puzzle 3\n";
    assert_eq!((ran.status, ran.err.as_str()), (1, told));
    let ran = run(&folder, &["count", "one.puzzle", "two.puzzle", "none.puzzle"]);
    assert_eq!((ran.status, ran.out.as_str()), (2, "1\n0\n"));
    let told = "3 puzzles: 1 unique, 1 none, 1 error\n  none: none.puzzle\n  error: two.puzzle\n";
    assert!(ran.err.ends_with(told), "{}", ran.err);
    let one = run(&folder, &["solve", "one.puzzle"]);
    assert_eq!(one.err, "one.puzzle: one solution, maybe more\n");
    assert_eq!(run(&folder, &["-q", "solve", "one.puzzle", "one.puzzle"]).err, "");
}

//! Requests in JSON: they are answered as the command line answers, to the byte, and reach nothing of the disk.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use gridlog::{Answerer, Host, answer};
use serde_json::{Map, Value, json};

use crate::cli::{Folder, gridlog, run, run_with};

/// A rule set that is no built-in one, and puzzles for it.
const RULES: &str = "param n = 2.\ngrid(n, n) :: 1..n.\n\nlines: line(L) => distinct(L).\n";
const PUZZLE: &str = "use small with n = 3.\ngiven \"\"\"\n1 . .\n. . 2\n. . .\n\"\"\".\nexpect unique.\n";
const BROKEN: &str = "use small.\ngiven \"\"\"\n1 x\n. .\n\"\"\".\n";

fn files() -> BTreeMap<&'static str, &'static str> {
    BTreeMap::from([("small.rules", RULES), ("small/one.puzzle", PUZZLE), ("broken.puzzle", BROKEN)])
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).expect("a response is JSON")
}

/// The options among the words of a command line as a request has them, and the other words.
fn parts(words: &[&str]) -> (Vec<String>, Map<String, Value>) {
    let (mut plain, mut options) = (Vec::new(), Map::new());
    for word in words {
        match word.strip_prefix("--").map(|option| option.split_once('=').unwrap_or((option, ""))) {
            None => plain.push((*word).to_owned()),
            Some((name, "")) => drop(options.insert(name.to_owned(), json!(true))),
            Some((name, value)) => {
                let list = options.entry(name).or_insert_with(|| json!([]));
                list.as_array_mut().expect("a list").push(json!(value));
            }
        }
    }
    (plain, options)
}

#[test]
fn records_are_those_of_the_command_line() {
    let folder = Folder::new();
    fs::create_dir(folder.0.join("small")).expect("a folder");
    for (name, text) in files() {
        folder.file(name, text);
    }
    let grid = "1 2 3\n2 3 1\n3 1 1\n";
    let lines: &[&[&str]] = &[
        &["check", "small.rules"],
        &["check", "small/one.puzzle", "--plan", "--instances"],
        &["check", "broken.puzzle"],
        &["check", "nothing.rules"],
        &["solve", "small/one.puzzle", "--unique"],
        &["solve", "small/one.puzzle", "broken.puzzle", "takuzu/four"],
        &["solve", "small.rules", "--set=n=3", "--number=0"],
        &["solve", "pancakes/five", "--verbose"],
        &["solve", "sudoku", "--set=r=2", "--set=c=2", "--seed=7"],
        &["count", "small.rules", "--set=n=4"],
        &["count", "latin", "--set=n=7", "--step-limit=2000"],
        &["candidates", "small/one.puzzle"],
        &["candidates", "small/one.puzzle", "--marks=givens"],
        &["verify", "small.rules", "-", "--set=n=3"],
        &["generate", "takuzu", "--set=n=6", "--seed=3", "--count=3"],
        &["generate", "small.rules", "--set=n=4"],
        &["minimise", "small/one.puzzle"],
        &["explain", "small/one.puzzle"],
        &["hint", "takuzu/four"],
        &["hint", "takuzu/four", "--more"],
        &["why", "small/one.puzzle", "r1c2=3"],
        &["why", "small/one.puzzle", "r1c2!=1"],
        &["query", "small/one.puzzle", "--goal=line(L)"],
        &["rate", "takuzu/four"],
        &["convert", "small/one.puzzle", "--to=puzzle"],
        &["list", "sud"],
        &["compare", "small/one.puzzle"],
    ];
    let mut answerer = Answerer::default();
    for words in lines {
        let told = run_with(&folder, &[*words, &["-f", "jsonl"]].concat(), grid);
        let (arguments, options) = parts(&words[1..]);
        let mut texts: BTreeMap<&str, &str> = files();
        texts.insert("-", grid);
        let request =
            json!({ "command": words[0], "arguments": arguments, "options": options, "files": texts });
        let response = answerer.answer(&request.to_string(), Host::default());
        let records = format!("\"records\":[{}],", told.out.trim_end().replace('\n', ","));
        assert!(response.contains(&records), "{words:?}\n{}\n{response}", told.out);
        assert_eq!(parsed(&response)["exit"], told.status, "{words:?}: {response}");
        assert!(!told.out.is_empty(), "{words:?} has records");
    }
}

#[test]
fn what_is_printed_for_people_is_the_output() {
    let folder = Folder::new();
    let lines: &[&[&str]] = &[
        &["render", "takuzu/four", "--solution", "--format=svg"],
        &["explain", "takuzu/four", "--format=html"],
        &["solve", "takuzu/four", "--format=grid"],
        &["show", "takuzu/four"],
        &["explain", "E201"],
        &["fmt", "-"],
    ];
    for words in lines {
        let told = run_with(&folder, words, RULES);
        let (arguments, options) = parts(&words[1..]);
        let request = json!({ "command": words[0], "arguments": arguments, "options": options, "files": { "-": RULES } });
        let response = parsed(&answer(&request.to_string()));
        assert_eq!(
            (&response["output"], &response["exit"]),
            (&json!(told.out), &json!(told.status)),
            "{words:?}"
        );
        assert_eq!(response["messages"], json!(told.err), "{words:?}");
    }
}

#[test]
fn nothing_of_the_disk_is_read_or_written() {
    let whole = std::env::current_dir().expect("a folder").join("rules/sudoku.rules");
    let whole = whole.to_str().expect("a path");
    for path in ["rules/sudoku.rules", whole, "../../../../../../etc/passwd", "/etc/passwd"] {
        assert!(Path::new(whole).is_file(), "the disk has it");
        let response = parsed(&answer(&json!({ "command": "check", "arguments": [path] }).to_string()));
        assert_eq!(response["exit"], 4, "{path}: {response}");
    }
    let using = json!({ "r.rules": "use \"../../rules/sudoku\".\n" });
    let response =
        parsed(&answer(&json!({ "command": "check", "arguments": ["r.rules"], "files": using }).to_string()));
    assert_eq!(response["exit"], 2, "{response}");
    let folder = Folder::new();
    let target = folder.0.join("out.json");
    let request =
        json!({ "command": "solve", "arguments": ["takuzu/four"], "options": { "output": target } });
    let response = parsed(&answer(&request.to_string()));
    assert!(response["exit"] == 2 && !target.exists(), "{response}");
    let options =
        json!({ "set": ["n=3"], "count": 2, "format": "text", "output": folder.0.join("new/folder") });
    let request = json!({ "command": "generate", "arguments": ["latin"], "options": options });
    assert!(parsed(&answer(&request.to_string()))["exit"] == 2 && folder.names().is_empty());
    let request =
        json!({ "command": "fmt", "arguments": ["a.rules"], "files": { "a.rules": "grid(2,2)::0..1." } });
    assert_eq!(parsed(&answer(&request.to_string()))["exit"], 4);
}

#[test]
fn a_folder_is_read_if_the_host_says_so() {
    let folder = Folder::new();
    folder.file("small.rules", RULES);
    let host = || Host { folder: Some(folder.0.clone()), ..Host::default() };
    let ask = |files: Value| {
        let request = json!({ "command": "count", "arguments": ["p.puzzle"], "files": files });
        parsed(&Answerer::default().answer(&request.to_string(), host()))
    };
    assert_eq!(ask(json!({ "p.puzzle": PUZZLE }))["records"][0]["count"], 1);
    // What is hidden is not there.
    folder.file(".secret", "hidden words");
    let request = json!({ "command": "fmt", "arguments": [".secret"] });
    let response = Answerer::default().answer(&request.to_string(), host());
    assert!(response.contains("no such file") && !response.contains("hidden"), "{response}");
    // What the request brings counts before what is saved.
    let wider = RULES.replace("lines: line(L) => distinct(L).", "lines: row(_, L) => distinct(L).");
    let response = ask(json!({ "p.puzzle": PUZZLE, "small.rules": wider }));
    assert_eq!(response["records"][0]["count"], 24, "{response}");
}

#[test]
fn requests_that_make_no_sense_are_refused() {
    let cases = [
        ("", "cannot be read"),
        ("[]", "cannot be read"),
        ("{}", "command"),
        (r#"{"command":"frobnicate"}"#, "no command"),
        (r#"{"command":"lsp"}"#, "no command"),
        (r#"{"command":"answer"}"#, "no command"),
        (r#"{"command":"solve","options":{"wrong":1}}"#, "--wrong"),
        (r#"{"command":"solve","options":{"x y":1}}"#, "no option"),
        (r#"{"command":"solve","arguments":["takuzu/four"],"options":{"watch":true}}"#, "once"),
        (r#"{"command":"hover","file":"a"}"#, "no text"),
        (r#"{"command":"tokens"}"#, "file"),
        (r#"{"command":"solve","arguments":["--help"]}"#, "no such file"),
    ];
    for (request, told) in cases {
        let response = parsed(&answer(request));
        let all = response.to_string();
        assert!(response["exit"] != 0 && all.contains(told), "{request}: {all}");
    }
    let deep = "[".repeat(100_000);
    assert_eq!(parsed(&answer(&deep))["exit"], 2);
}

#[test]
fn a_request_ends_when_nobody_waits_or_the_host_has_no_more_time() {
    let endless = json!({ "command": "count", "arguments": ["latin"], "options": { "set": { "n": 9 } } });
    let host = Host { time: Some(Duration::from_secs(2)), ..Host::default() };
    let response = parsed(&Answerer::default().answer(&endless.to_string(), host));
    assert_eq!((&response["exit"], &response["records"][0]["complete"]), (&json!(3), &json!(false)));

    // A sign of life comes, and whoever hears it wants no more.
    let stop = Arc::new(AtomicBool::new(false));
    let (told, heard) = (Arc::new(AtomicUsize::new(0)), Arc::new(Mutex::new(String::new())));
    let (stops, tells, hears) = (stop.clone(), told.clone(), heard.clone());
    let host = Host {
        stop,
        progress: Some(Box::new(move |progress| {
            progress.clone_into(&mut hears.lock().expect("nobody panicked"));
            tells.fetch_add(1, Ordering::Relaxed);
            stops.store(true, Ordering::Relaxed);
        })),
        ..Host::default()
    };
    let response = parsed(&Answerer::default().answer(&endless.to_string(), host));
    assert_eq!(response["exit"], 130, "{response}");
    assert!(told.load(Ordering::Relaxed) >= 1);
    let progress = parsed(&heard.lock().expect("nobody panicked"));
    assert!(
        progress["progress"]["text"].as_str().is_some_and(|text| text.contains("searching")),
        "{progress}"
    );
}

/// Over pipes `stop` calls off what came before it, and nothing that comes later.
#[test]
fn a_line_calls_a_request_off() {
    let mut process = gridlog(&Folder::new())
        .arg("answer")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = process.stdin.take().expect("a pipe");
    let mut lines = BufReader::new(process.stdout.take().expect("a pipe")).lines();
    let mut next = || parsed(&lines.next().expect("a line").expect("UTF-8"));
    writeln!(stdin, "stop").expect("a word before any request");
    writeln!(stdin, r#"{{"command": "count", "arguments": ["latin"], "options": {{"set": {{"n": 9}}}}}}"#)
        .expect("a request");
    let progress = next();
    assert!(progress["progress"].is_object(), "it works: {progress}");
    writeln!(stdin, "stop").expect("a word");
    let mut response = next();
    while response["progress"].is_object() {
        response = next();
    }
    assert_eq!((&response["exit"], &response["records"][0]["complete"]), (&json!(130), &json!(false)));
    writeln!(stdin, r#"{{"command": "count", "arguments": ["latin"], "options": {{"set": {{"n": 3}}}}}}"#)
        .expect("a request");
    assert_eq!(next()["records"][0]["count"], 12);
    drop(stdin);
    assert_eq!(process.wait().expect("its end").code(), Some(0));
}

#[test]
fn questions_about_a_text_count_as_scripts_do() {
    let text = "% 🂡 ♥\ngrid(2, 2) :: 0..1.\na: line(L), X in L => X <= 1.\n";
    let at = |needle: &str| text[..text.find(needle).expect("it is there")].encode_utf16().count();
    let mut answerer = Answerer::default();
    let mut ask = |command: &str, text: &str, at: usize| {
        let request =
            json!({ "command": command, "file": "a.rules", "at": at, "files": { "a.rules": text } });
        parsed(&answerer.answer(&request.to_string(), Host::default()))["result"].clone()
    };
    let found = ask("diagnostics", text, 0);
    let wrong = &found[0];
    assert_eq!((&wrong["code"], &wrong["from"]), (&json!("E102"), &json!(at("<="))), "{found}");
    let edit = &wrong["fixes"][0]["edits"][0];
    assert_eq!(
        (&edit["from"], &edit["to"], &edit["text"]),
        (&json!(at("<=")), &json!(at("<=") + 2), &json!("=<"))
    );
    let mended = text.replace("<=", "=<");
    let left = ask("diagnostics", &mended, 0);
    assert!(left.as_array().is_some_and(|all| all.iter().all(|told| told["severity"] != "error")), "{left}");
    let tokens = ask("tokens", &mended, 0);
    let units: Vec<u16> = mended.encode_utf16().collect();
    let word = |token: &Value| {
        let end = |at: usize| usize::try_from(token[at].as_u64().expect("a number")).expect("small");
        String::from_utf16(&units[end(0)..end(1)]).expect("whole characters")
    };
    let words: Vec<(String, String)> = tokens
        .as_array()
        .expect("a list")
        .iter()
        .map(|token| (word(token), token[2].as_str().expect("a kind").to_owned()))
        .collect();
    assert!(words.contains(&("line".to_owned(), "predicate".to_owned())), "{words:?}");
    assert!(words.iter().any(|(word, kind)| word.contains("🂡 ♥") && kind == "comment"), "{words:?}");
    let line = mended[..mended.find("line(").expect("it is there")].encode_utf16().count();
    assert!(
        ask("hover", &mended, line + 1)["markdown"]
            .as_str()
            .is_some_and(|text| text.contains("row or a column"))
    );
    let half = "grid(2, 2) :: 0..1.\na: lin";
    let items = ask("complete", half, half.len());
    assert_eq!(
        (&items["from"], &items["items"][0]["insert"]),
        (&json!(half.len() - 3), &json!("line(L)")),
        "{items}"
    );
}

#[test]
fn the_program_answers_requests_line_by_line() {
    let folder = Folder::new();
    let requests =
        "{\"command\":\"count\",\"arguments\":[\"latin\"],\"options\":{\"set\":[\"n=3\"]}}\n\nnonsense\n";
    let ran = run_with(&folder, &["answer"], requests);
    let lines: Vec<Value> = ran.out.lines().map(parsed).collect();
    assert_eq!((ran.status, lines.len()), (0, 2), "{}", ran.out);
    assert_eq!((&lines[0]["records"][0]["count"], &lines[1]["exit"]), (&json!(12), &json!(2)));
    assert_eq!(run(&folder, &["answer"]).out, "");
}

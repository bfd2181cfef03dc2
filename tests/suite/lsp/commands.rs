//! What is done at the press of a button.

use std::io::Read as _;
use std::process::Stdio;
use std::time::Duration;

use serde_json::{Value, json};

use super::client::Client;

const FOUR: &str = "use sudoku with r = 2, c = 2.\ngiven \"\"\"\n    1 . . .\n    . . 3 .\n    . 4 . .\n    . . . 2\n\"\"\".\nexpect unique.\n";

fn run(client: &mut Client, command: &str, argument: Value) -> Value {
    client.request("workspace/executeCommand", json!({ "command": command, "arguments": [argument] }))
}

#[test]
fn answers_are_those_of_the_command_line() {
    let mut client = Client::open("commands", json!({ "results": "virtual" }));
    client.write("four.puzzle", FOUR);
    let uri = client.uri("four.puzzle");
    let mut shown = String::new();
    for command in ["solve", "count", "rate", "test", "accept", "test"] {
        let found = run(&mut client, &format!("gridlog.{command}"), json!(uri));
        shown.push_str(&without_hash(&client.shown(&found)));
        shown.push('\n');
        assert_eq!(client.told("gridlog/result"), found);
        let kept = client.request("gridlog/text", json!({ "uri": found["uri"] }));
        assert_eq!(kept, found["text"]);
    }
    assert!(client.folder.join("four.puzzle.snap").is_file());
    insta::assert_snapshot!(shown);
    let printed = |arguments: &[&str]| {
        let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_gridlog"));
        let output =
            program.args(arguments).arg("four.puzzle").current_dir(&client.folder).output().expect("it runs");
        String::from_utf8(output.stdout).expect("text")
    };
    let (steps, picture, filled) = (
        printed(&["explain"]),
        printed(&["render", "--format", "svg"]),
        printed(&["render", "--solution", "--format", "svg"]),
    );
    let found = run(&mut client, "gridlog.explain", json!({ "uri": uri, "show": false }));
    assert!(found["text"].as_str().expect("a text").starts_with(&steps));
    for (command, picture) in [("gridlog.render", picture), ("gridlog.renderSolution", filled)] {
        let found = run(&mut client, command, json!({ "uri": uri, "show": false }));
        assert_eq!((&found["kind"], &found["text"]), (&json!("picture"), &json!(picture)));
    }
    assert!(client.rest().is_empty(), "nothing is shown that should not be");
    assert_eq!(client.end(), 0);
}

/// The folder of a result is named by where the puzzle is, which is not the same everywhere.
fn without_hash(text: &str) -> String {
    let (before, after) = text.split_once("results/").expect("a result");
    format!("{before}results/HASH{}", &after[8..])
}

/// How many solutions there are.
fn count(client: &mut Client, argument: Value) -> Option<u32> {
    let found = run(client, "gridlog.count", argument);
    let text = found["text"].as_str()?;
    text.split_whitespace().find_map(|word| word.parse::<u32>().ok())
}

#[test]
fn what_is_not_saved_counts() {
    let mut client = Client::open("unsaved", json!({ "results": "virtual" }));
    client.write("mine.rules", "grid(1, 2) :: 1..2.\n");
    client.write("it.puzzle", "use mine.\n");
    let uri = client.uri("it.puzzle");
    assert_eq!(count(&mut client, json!(uri)), Some(4));
    client.show("mine.rules", "grid(1, 2) :: 1..3.\n");
    assert_eq!(count(&mut client, json!(uri)), Some(9));
    client.show(
        "it.puzzle",
        "use mine.\ngiven \"\"\" 1 . \"\"\".\n---\nuse mine.\n---\nuse mine.\ngiven \"\"\" 1 2 \"\"\".\n",
    );
    assert_eq!(count(&mut client, json!({ "uri": uri, "puzzle": 1 })), Some(3));
    assert_eq!(count(&mut client, json!({ "uri": uri, "puzzle": 2 })), Some(9));
    let none = run(&mut client, "gridlog.count", json!({ "uri": uri, "puzzle": 4 }));
    assert_eq!(none["error"]["code"], -32803);
    // What was never saved at all, and what is inside the binary.
    client.show("untitled:Untitled-1", "grid(1, 1) :: 1..5.\n");
    assert_eq!(count(&mut client, json!("untitled:Untitled-1")), Some(5));
    assert_eq!(count(&mut client, json!("gridlog:/built-in/sudoku/six.puzzle")), Some(1));
    let test = run(&mut client, "gridlog.test", json!("untitled:Untitled-1"));
    assert_eq!(test["error"]["code"], -32803);
    client.show("never.rules", "grid(1, 1) :: 1..5.\n");
    let never = json!(client.uri("never.rules"));
    for command in ["gridlog.test", "gridlog.accept"] {
        let told = run(&mut client, command, never.clone());
        let told = told["error"]["message"].as_str().expect("a message");
        assert!(told.contains("save it first"), "{told}");
    }
    assert_eq!(client.end(), 0);
}

const THREE: &str =
    "use mine.\ngiven \"\"\" 1 . \"\"\".\n---\nuse mine.\n---\nuse mine.\ngiven \"\"\" 1 2 \"\"\".\n";

#[test]
fn one_puzzle_of_a_file_that_is_not_open() {
    let mut client = Client::open("not-open", json!({ "results": "virtual" }));
    client.write("mine.rules", "grid(1, 2) :: 1..3.\n");
    client.write("it.puzzle", THREE);
    let uri = client.uri("it.puzzle");
    for (number, solutions) in [(1, 3), (2, 9), (3, 1)] {
        assert_eq!(count(&mut client, json!({ "uri": uri, "puzzle": number })), Some(solutions));
    }
    let none = run(&mut client, "gridlog.count", json!({ "uri": uri, "puzzle": 4 }));
    assert_eq!(none["error"]["code"], -32803);
    assert_eq!(client.end(), 0);
}

#[test]
fn results_of_others_stay() {
    let mut client = Client::open("others", json!({ "results": "virtual" }));
    client.write("mine.rules", "grid(1, 2) :: 1..3.\n");
    client.write("it.puzzle", THREE);
    client.write("sub/it.puzzle", THREE);
    let mut kept = Vec::new();
    for file in ["it.puzzle", "sub/it.puzzle"] {
        for puzzle in [json!(null), json!(1), json!(2)] {
            let asked = json!({ "uri": client.uri(file), "puzzle": puzzle });
            let found = run(&mut client, "gridlog.count", asked);
            kept.push((found["uri"].clone(), found["text"].clone()));
        }
    }
    for (uri, text) in kept {
        assert_eq!(client.request("gridlog/text", json!({ "uri": uri })), text, "{uri}");
    }
    assert_eq!(client.end(), 0);
}

#[test]
fn a_text_may_be_in_a_folder_that_is_not_there_or_have_a_name_with_detours() {
    let mut client = Client::open("nowhere", json!({ "results": "virtual" }));
    let outside = format!("file://{}/gone/it.puzzle", client.folder.with_file_name("elsewhere").display());
    client.show(&outside, "use takuzu with n = 2.\n");
    let found = run(&mut client, "gridlog.count", json!(outside));
    assert_eq!(found["status"], 0, "{found}");
    client.write("mine.rules", "grid(1, 2) :: 1..2.\n");
    client.write("it.puzzle", "use mine.\n");
    let detour = client.uri("/sub/../mine.rules");
    client.show(&detour, "grid(1, 2) :: 1..3.\n");
    let uri = client.uri("it.puzzle");
    assert_eq!(count(&mut client, json!(uri)), Some(9));
    let at = client.show("it.puzzle", "use mi<|>ne.\n");
    assert_eq!(client.request("textDocument/definition", at)[0]["uri"], json!(detour));
    assert_eq!(client.end(), 0);
}

#[cfg(unix)]
#[test]
fn what_is_not_saved_counts_over_links() {
    let mut client = Client::open("links", json!({ "results": "virtual" }));
    client.write("real/mine.rules", "grid(1, 2) :: 1..2.\n");
    client.write("real/it.puzzle", "use mine.\n");
    std::os::unix::fs::symlink("real", client.folder.join("link")).expect("a link");
    let link = client.folder.with_file_name("link");
    std::os::unix::fs::symlink(client.folder.join("real"), &link).expect("a link");
    client.show("link/mine.rules", "grid(1, 2) :: 1..3.\n");
    let (inside, outside) = (client.uri("real/it.puzzle"), format!("file://{}/it.puzzle", link.display()));
    assert_eq!(count(&mut client, json!(inside)), Some(9));
    assert_eq!(count(&mut client, json!(outside)), Some(9));
    client.show(&outside, "use mine.\ngiven \"\"\" 1 . \"\"\".\n");
    assert_eq!(count(&mut client, json!(outside)), Some(3));
    assert_eq!(client.end(), 0);
}

#[test]
fn texts_that_cannot_be_read_are_an_error() {
    let folder = Client::start("broken-unsaved").folder.clone();
    let broken = folder.join("broken.json");
    std::fs::write(&broken, "[").expect("a file");
    for file in [folder.join("none.json"), broken] {
        let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_gridlog"));
        let output =
            program.args(["show", "sudoku"]).env("GRIDLOG_UNSAVED", &file).output().expect("it runs");
        assert_eq!(output.status.code(), Some(4));
        let told = String::from_utf8(output.stderr).expect("text");
        assert!(told.contains(&file.display().to_string()), "{told}");
    }
}

#[test]
fn a_command_ends_with_whoever_started_it() {
    let folder = Client::start("leash").folder.clone();
    let file = folder.join("unsaved.json");
    let program = |text: &str| {
        std::fs::write(&file, json!({ "-": text }).to_string()).expect("a file");
        let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_gridlog"));
        program.args(["count", "-"]).env("GRIDLOG_UNSAVED", &file).stdin(Stdio::piped());
        program.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it runs")
    };
    let mut long = program(LONG);
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(long.try_wait().expect("a process"), None);
    drop(long.stdin.take());
    assert_eq!(long.wait().expect("an end").code(), Some(130));
    // A text instead of stdin is read while stdin stays open.
    let mut short = program("grid(1, 1) :: 1..5.\n");
    let (stdin, mut told) = (short.stdin.take(), String::new());
    short.stdout.take().expect("a pipe").read_to_string(&mut told).expect("text");
    assert!(told.contains('5'), "{told}");
    drop(stdin);
    assert_eq!(short.wait().expect("an end").code(), Some(0));
}

#[cfg(unix)]
#[test]
fn nobody_else_reads_what_the_server_writes() {
    use std::os::unix::fs::PermissionsExt as _;

    let mut client = Client::open("private", json!({}));
    client.show("four.puzzle", FOUR);
    let uri = client.uri("four.puzzle");
    let found = run(&mut client, "gridlog.render", json!(uri));
    let path = found["uri"].as_str().and_then(|uri| uri.strip_prefix("file://")).expect("a file");
    assert_eq!(std::fs::metadata(path).expect("the file").permissions().mode() & 0o777, 0o600);
    assert_eq!(client.end(), 0);
}

#[test]
fn results_are_files_for_clients_that_know_no_other_way() {
    let mut client = Client::open("results", json!({}));
    client.write("four.puzzle", FOUR);
    let uri = client.uri("four.puzzle");
    let found = run(&mut client, "gridlog.render", json!(uri));
    let shown = client.told("window/showDocument");
    assert_eq!((&shown["uri"], &shown["external"]), (&found["uri"], &json!(true)));
    let path = found["uri"].as_str().and_then(|uri| uri.strip_prefix("file://")).expect("a file");
    assert_eq!(std::fs::read_to_string(path).expect("the file"), found["text"].as_str().expect("a text"));
    // A puzzle that cannot be drawn is answered in words.
    client.write("wrong.puzzle", "use nothing.\n");
    let uri = client.uri("wrong.puzzle");
    let found = run(&mut client, "gridlog.render", json!(uri));
    assert_eq!((&found["kind"], &found["status"]), (&json!("text"), &json!(2)));
    assert!(found["text"].as_str().expect("a text").contains("E210"), "{found}");
    assert_eq!(client.end(), 0);
}

/// A board with very many solutions.
const LONG: &str = "use takuzu with n = 12.\n";

#[test]
fn long_commands_tell_how_far_they_are_and_can_be_called_off() {
    let mut client = Client::open("long", json!({}));
    client.show("long.puzzle", LONG);
    let uri = client.uri("long.puzzle");
    let params = json!({ "command": "gridlog.count", "arguments": [uri] });
    // By the window that shows it.
    let id = client.ask("workspace/executeCommand", params.clone());
    let token = client.told("window/workDoneProgress/create")["token"].take();
    let begin = client.told("$/progress");
    assert_eq!((&begin["token"], &begin["value"]["kind"]), (&token, &json!("begin")));
    assert_eq!(client.told("$/progress")["value"]["kind"], "report");
    client.notify("window/workDoneProgress/cancel", json!({ "token": token }));
    assert_eq!(client.answer(&json!(id))["error"]["code"], -32800);
    while client.told("$/progress")["value"]["kind"] != "end" {}
    // By the request, while others are answered.
    let id = client.ask("workspace/executeCommand", params.clone());
    assert_eq!(client.request("gridlog/text", json!({ "uri": "x" }))["error"]["code"], -32602);
    client.notify("$/cancelRequest", json!({ "id": id }));
    assert_eq!(client.answer(&json!(id))["error"]["code"], -32800);
    // By the end of the conversation.
    client.ask("workspace/executeCommand", params);
    std::thread::sleep(Duration::from_millis(50));
    assert_eq!(client.end(), 0);
}

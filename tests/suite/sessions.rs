//! Sessions shown in the README and the manual: each command is run by a shell, and must print what stands below it.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::checked::{project, read};

/// One thing that a page has its reader do.
enum Act {
    /// Write a file: a block that starts with `% file: NAME`.
    Write(String, String),
    /// Run a command, with what it prints. Where nothing is shown it need only succeed.
    Run(String, String),
}

/// What a page has its reader do, from top to bottom.
fn acts(page: &str) -> Vec<Act> {
    let mut acts = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if !line.starts_with("```") {
            continue;
        }
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        if line != "```console" {
            let name = block.first().and_then(|first| first.strip_prefix("% file: "));
            acts.extend(name.map(|name| Act::Write(name.to_owned(), block.join("\n") + "\n")));
            continue;
        }
        for line in block {
            match (line.strip_prefix("$ "), acts.last_mut()) {
                (Some(command), _) => acts.push(Act::Run(command.to_owned(), String::new())),
                (None, Some(Act::Run(_, shown))) => *shown += &format!("{line}\n"),
                (None, _) => panic!("output without a command: {line}"),
            }
        }
    }
    acts
}

/// Follows a page in a folder; how many commands were run.
fn follow(page: &str, folder: &Path) -> usize {
    let program = Path::new(env!("CARGO_BIN_EXE_gridlog")).parent().expect("a folder");
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap_or_default());
    let mut run = 0;
    for act in acts(&read(page)) {
        match act {
            Act::Write(name, text) => std::fs::write(folder.join(name), text).expect("a file is written"),
            // These build the program, or run the tests, which are running.
            Act::Run(command, _) if command == "cargo test" || command.starts_with("cargo install") => {}
            Act::Run(command, shown) => {
                let command = command.replace("cargo run --release --", "gridlog");
                let mut shell = Command::new("sh");
                shell.args(["-c", &command]).current_dir(folder).env("PATH", &path);
                let output = shell.stdin(std::process::Stdio::null()).output().expect("a shell runs");
                let [out, told] =
                    [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
                let printed = format!("{out}{told}");
                if shown.is_empty() {
                    assert!(output.status.success(), "{page}: {command}: {printed}");
                } else {
                    assert_eq!(printed.trim_end(), shown.trim_end(), "{page}: {command}");
                }
                run += 1;
            }
        }
    }
    run
}

/// An empty folder for the files of one page.
fn empty_folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::remove_dir_all(&folder).ok();
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// Whoever starts has no clone: the page works in a folder that is empty.
#[test]
fn the_first_ten_minutes_go_as_told() {
    assert!(follow("docs/start.md", &empty_folder("start")) >= 15, "the page has lost its sessions");
}

#[test]
fn the_readme_shows_what_comes() {
    assert!(follow("README.md", &project(".")) >= 4, "the README has lost its sessions");
}

#[test]
fn the_page_of_records_shows_what_comes() {
    assert!(follow("docs/json.md", &project(".")) > 10, "the page has lost its sessions");
    assert!(follow("docs/explaining.md", &project(".")) >= 1, "the page has lost its session");
}

#[test]
fn the_page_on_comparing_shows_what_comes() {
    assert!(follow("docs/comparing.md", &project(".")) > 3, "the page has lost its sessions");
}

#[test]
fn the_page_on_asking_shows_what_comes() {
    assert!(follow("docs/asking.md", &project(".")) > 6, "the page has lost its sessions");
}

#[test]
fn the_page_on_proofs_shows_what_comes() {
    assert!(follow("docs/proof.md", &empty_folder("proof")) > 4, "the page has lost its sessions");
}

#[test]
fn the_page_on_scaling_shows_what_comes() {
    assert!(follow("docs/scaling.md", &empty_folder("scaling")) > 3, "the page has lost its sessions");
}

/// The rule set that opens the README is the one in the rules.
#[test]
fn the_rule_set_is_the_real_one() {
    let rules = read("rules/takuzu.rules");
    let start = rules.find("param").expect("a param");
    assert!(read("README.md").contains(rules[start..].trim()), "the README shows another takuzu");
}

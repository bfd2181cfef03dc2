//! The README's sessions: each command is run, and must print what stands below it.

use std::path::Path;
use std::process::Command;

const README: &str = include_str!("../../README.md");

/// The commands of all sessions, each with what it prints. A command without output shown is only run.
fn sessions() -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    let mut inside = false;
    for line in README.lines() {
        match (inside, line) {
            (false, "```console") => inside = true,
            (true, "```") => inside = false,
            (true, line) => match line.strip_prefix("$ ") {
                Some(command) => found.push((command.to_owned(), String::new())),
                None => {
                    let (_, output) = found.last_mut().expect("a command before its output");
                    output.push_str(line);
                    output.push('\n');
                }
            },
            (false, _) => {}
        }
    }
    found
}

#[test]
fn sessions_print_what_they_show() {
    let mut run = 0;
    for (command, shown) in sessions() {
        let words: Vec<&str> = command.split_whitespace().collect();
        let args = match words.as_slice() {
            ["gridlog", args @ ..] | ["cargo", "run", "--release", "--", args @ ..] => args,
            // The tests do not run themselves.
            ["cargo", "test"] => continue,
            other => panic!("what is {other:?}?"),
        };
        let output = Command::new(env!("CARGO_BIN_EXE_gridlog"))
            .args(args)
            .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")))
            .output()
            .expect("the program runs");
        let printed =
            format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        if shown.is_empty() {
            assert!(output.status.success(), "{command}: {printed}");
        } else {
            assert_eq!(printed.trim_end(), shown.trim_end(), "{command}");
        }
        run += 1;
    }
    assert!(run >= 4, "the README has lost its sessions");
}

/// The rule set that opens the README is the one in the rules.
#[test]
fn the_rule_set_is_the_real_one() {
    let rules = include_str!("../../rules/takuzu.rules");
    let start = rules.find("param").expect("a param");
    assert!(README.contains(rules[start..].trim()), "the README shows another takuzu");
}

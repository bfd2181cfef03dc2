//! A request as a command line.

use clap::{CommandFactory as _, Parser as _};
use serde_json::Value;

use super::request::Request;
use crate::cli::{Arguments, Command};

/// Commands of the program that are about its process, its disk or its terminal.
const ELSEWHERE: &[&str] = &["answer", "completions", "lsp", "man", "new", "serve"];

/// Options that are about files or the terminal of whoever starts the program.
const REFUSED: &[&str] = &["accept", "output", "resume", "review", "watch"];

/// The command that a request means, and whether it answers with records; what is wrong in a sentence.
pub(super) fn command(request: &Request) -> Result<(Command, bool), String> {
    let all = Arguments::command();
    let known =
        all.find_subcommand(&request.command).filter(|_| !ELSEWHERE.contains(&request.command.as_str()));
    let known = known.ok_or_else(|| format!("there is no command `{}`", request.command))?;
    let format = known.get_arguments().find(|option| option.get_id() == "format");
    let choices = format.map(clap::Arg::get_possible_values).unwrap_or_default();
    let asked = request.options.get("format");
    let asked = asked.and_then(|asked| asked.as_array().map_or(Some(asked), |list| list.last()));
    let asked = asked.and_then(Value::as_str);
    let has_records = choices.iter().any(|choice| choice.get_name() == "jsonl");
    let records = asked.map_or(has_records, |asked| matches!(asked, "json" | "jsonl"));
    let mut words = vec!["gridlog".to_owned(), request.command.clone()];
    for (name, value) in request.options.iter().filter(|(name, _)| !records || *name != "format") {
        option(name, value, &mut words)?;
    }
    if records {
        words.push("--format=jsonl".to_owned());
    }
    words.push("--".to_owned());
    words.extend(request.arguments.iter().cloned());
    let told = |error: clap::Error| {
        let text = error.render().to_string();
        text.trim_start_matches("error: ").lines().next().unwrap_or_default().to_owned()
    };
    let arguments = Arguments::try_parse_from(words).map_err(told)?;
    Ok((arguments.command, records))
}

/// An option as words: `true` for one without a value, a list for one that is given several times, an object for one with names.
fn option(name: &str, value: &Value, words: &mut Vec<String>) -> Result<(), String> {
    if name.is_empty() || !name.chars().all(|letter| letter.is_ascii_alphanumeric() || "-_".contains(letter))
    {
        return Err(format!("`{name}` is no option"));
    }
    let long = name.replace('_', "-");
    if REFUSED.contains(&long.as_str()) && !matches!(value, Value::Null | Value::Bool(false)) {
        return Err(format!("a request is answered once, and writes no files: there is no --{long}"));
    }
    match value {
        Value::Null | Value::Bool(false) => {}
        Value::Bool(true) => words.push(format!("--{long}")),
        Value::Number(number) => words.push(format!("--{long}={number}")),
        Value::String(text) => words.push(format!("--{long}={text}")),
        Value::Array(list) => list.iter().try_for_each(|value| option(name, value, words))?,
        Value::Object(named) => {
            for (key, value) in named {
                let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                words.push(format!("--{long}={key}={value}"));
            }
        }
    }
    Ok(())
}

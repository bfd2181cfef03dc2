//! `gridlog list` and `gridlog show`: the rule sets inside the binary.

use super::Exit;
use super::console::Console;
use super::output::{self, Output};
use super::trouble::Trouble;
use crate::language::diagnostic::nearest;
use crate::language::resolve::built_in::{BUILT_IN, Head, rule_sets, sample, samples, samples_of};
use crate::language::resolve::{BuiltIn, Library as _};
use crate::services::record::{Details, Record};

/// Arguments of `gridlog list`.
#[derive(clap::Args, Debug)]
pub(super) struct ListArgs {
    /// Only rule sets with this word in their names or their rules
    word: Option<String>,
    /// How to print them
    #[arg(short, long, value_name = "FORMAT", value_parser = output::one_of(output::ANSWER))]
    format: Option<Output>,
    /// The same as --format json
    #[arg(long, conflicts_with = "format")]
    json: bool,
}

/// Arguments of `gridlog show`.
#[derive(clap::Args, Debug)]
pub(super) struct ShowArgs {
    /// A rule set by any of its names, or a sample such as sudoku/six
    name: String,
}

/// The most characters of a summary in a list.
const WIDEST: usize = 72;

pub(super) fn list(args: &ListArgs, console: &mut Console) -> Result<Exit, Trouble> {
    console.answer_as(args.format.or(args.json.then_some(Output::Json)));
    let word = args.word.as_deref().unwrap_or_default().to_lowercase();
    let mut found = false;
    for (name, text) in rule_sets() {
        let Head { title, aliases, summary, .. } = Head::of(text);
        let all = format!("{name}\n{title}\n{}\n{summary}", aliases.join("\n")).to_lowercase();
        if !all.contains(&word) {
            continue;
        }
        found = true;
        let short: String = match summary.char_indices().nth(WIDEST) {
            Some((end, _)) => format!("{}…", summary[..end].trim_end()),
            None => summary.clone(),
        };
        let also = if aliases.is_empty() { String::new() } else { format!(" ({})", aliases.join(", ")) };
        console.print(&format!("{name:<13} {short}{also}\n"));
        if console.wants_records() {
            console.turn_to(name);
            let samples = samples_of(name).map(str::to_owned).collect();
            let aliases = std::iter::once(title).chain(aliases).collect();
            console.answer(Record {
                details: Details::RuleSet { aliases, summary, samples },
                ..Record::default()
            });
        }
    }
    if found {
        return Ok(Exit::Yes);
    }
    let told = format!("no rule set has the word {word}; `gridlog list` shows all of them");
    Err(Trouble::Said(Exit::No, told))
}

pub(super) fn show(args: &ShowArgs, console: &mut Console) -> Exit {
    let name = args.name.as_str();
    if let Some((_, text)) = sample(name) {
        console.print(text);
        return Exit::Yes;
    }
    if let Some((shown, text)) = BuiltIn.find(name.strip_suffix(".rules").unwrap_or(name), "") {
        console.print(&text);
        let rules = shown.trim_start_matches(BUILT_IN).trim_end_matches(".rules");
        let samples: Vec<&str> = samples_of(rules).collect();
        console.remark(&format!("samples: {}", samples.join(", ")));
        return Exit::Yes;
    }
    console.complain(&format!("there is no built-in rule set or sample {name}{}", suggestion(name)));
    console.remark(&"`gridlog list` shows all rule sets");
    Exit::BadInput
}

/// A built-in rule set or sample that may have been meant.
pub(super) fn suggestion(name: &str) -> String {
    let mut known = BuiltIn.names("");
    known.extend(samples().map(str::to_owned));
    let near = nearest(&name.to_lowercase(), known.iter().map(String::as_str));
    near.map_or_else(String::new, |near| format!("; did you mean {near}?"))
}

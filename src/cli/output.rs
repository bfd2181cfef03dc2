//! The forms in which commands print what they found: one list for all of them, of which each command takes some.

use std::path::Path;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::puzzle::formats::{self, FORMATS, Format};

/// How to print.
#[derive(Clone, Copy, Debug)]
pub(super) enum Output {
    /// For people.
    Text,
    /// One line for each solution, row by row.
    Line,
    /// As facts of the rule language.
    Facts,
    /// For test cases of a judge.
    Judge,
    /// A picture for pages and printers.
    Svg,
    /// A page with pictures.
    Html,
    /// All records in one document.
    Json,
    /// A record on each line.
    Jsonl,
    /// As another program prints it.
    Foreign(&'static Format),
}

/// Every form that is no format of puzzles: its name, the ending of files in it, and what people are told.
const OUTPUTS: &[(&str, &str, Output, &str)] = &[
    ("text", "txt", Output::Text, "for people"),
    ("grid", "txt", Output::Text, "as a grid"),
    ("line", "", Output::Line, "one line for each solution, row by row"),
    ("facts", "", Output::Facts, "as facts of the rule language"),
    ("judge", "", Output::Judge, "for test cases of a judge: the number of moves, or `no solution`"),
    ("svg", "svg", Output::Svg, "a picture for pages and printers"),
    ("html", "html", Output::Html, "a page with pictures"),
    ("json", "json", Output::Json, "records for programs, in one document (docs/json.md)"),
    ("jsonl", "jsonl", Output::Jsonl, "records for programs, one on each line"),
];

/// What commands take that have nothing but an answer.
pub(super) const ANSWER: &[&str] = &["text", "json", "jsonl"];

/// What stands for all formats of puzzles in a list of names.
pub(super) const FOREIGN: &str = "FORMAT";

/// Reads the name of a form, one of these.
pub(super) fn one_of(names: &'static [&'static str]) -> impl TypedValueParser<Value = Output> {
    let own = OUTPUTS.iter().filter(|(name, ..)| names.contains(name)).map(|(name, _, _, help)| {
        // People say one for the other.
        let alias = if *name == "grid" { "text" } else { "grid" };
        let value = PossibleValue::new(*name).help(*help);
        if matches!(*name, "text" | "grid") { value.alias(alias) } else { value }
    });
    let foreign = FORMATS.iter().filter(|_| names.contains(&FOREIGN));
    let foreign = foreign.map(|format| PossibleValue::new(format.name).help(format.summary));
    let all: Vec<PossibleValue> = own.chain(foreign).collect();
    PossibleValuesParser::new(all).try_map(|name| {
        let own = OUTPUTS.iter().find(|(known, ..)| *known == name).map(|(_, _, output, _)| *output);
        own.or_else(|| formats::named(&name).map(Output::Foreign)).ok_or("no such format")
    })
}

/// The form that was asked for, else the one that the file's ending means, of those with these names; nothing if there is
/// no file.
///
/// # Errors
/// A sentence about an ending that means no form.
pub(super) fn chosen(
    asked: Option<Output>,
    file: Option<&Path>,
    names: &[&str],
) -> Result<Option<Output>, String> {
    let (None, Some(file)) = (asked, file) else { return Ok(asked) };
    let ending = file.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_lowercase();
    let known = || OUTPUTS.iter().filter(|(name, ending, ..)| names.contains(name) && !ending.is_empty());
    let found = known().find(|(_, known, ..)| *known == ending);
    found.map(|(_, _, output, _)| Some(*output)).ok_or_else(|| {
        let names: Vec<String> = known().map(|(_, known, ..)| format!(".{known}")).collect();
        format!(
            "{}: the name of the file should end in {}, or say the format with -f",
            file.display(),
            names.join(", ")
        )
    })
}

#[cfg(test)]
mod tests {
    use super::{Output, chosen};
    use std::path::Path;

    #[test]
    fn endings_choose_unless_a_format_is_asked_for() {
        let chosen = |asked, file: Option<&str>| chosen(asked, file.map(Path::new), &["svg", "text"]);
        assert!(matches!(chosen(None, None), Ok(None)));
        assert!(matches!(chosen(None, Some("a.b.TXT")), Ok(Some(Output::Text))));
        assert!(matches!(chosen(Some(Output::Svg), Some("a.png")), Ok(Some(Output::Svg))));
        assert!(chosen(None, Some("a.png")).is_err_and(|told| told.contains(".txt, .svg")));
        assert!(chosen(None, Some("a.html")).is_err() && chosen(None, Some("svg")).is_err());
    }
}

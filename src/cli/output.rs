//! The forms in which commands print what they found: one list for all of them, of which each command takes some.

use std::ffi::OsStr;
use std::path::Path;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Command};

use crate::language::diagnostic::nearest;
use crate::language::puzzle::formats::{FORMATS, Format};
use crate::language::resolve::built_in::BUILT_IN;
use crate::language::resolve::{BuiltIn, Library as _};

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
    /// A picture in pixels.
    Png,
    /// A page with pictures.
    Html,
    /// Pages for printers.
    Pdf,
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
    (
        "png",
        "png",
        Output::Png,
        "a picture in pixels, twice as many as the SVG has; the program must be built with PNG",
    ),
    ("html", "html", Output::Html, "a page with pictures"),
    ("pdf", "pdf", Output::Pdf, "pages for printers"),
    ("json", "json", Output::Json, "records for programs, in one document (docs/json.md)"),
    ("jsonl", "jsonl", Output::Jsonl, "records for programs, one on each line"),
];

/// What commands take that have nothing but an answer.
pub(super) const ANSWER: &[&str] = &["text", "json", "jsonl"];

/// What stands for all formats of puzzles in a list of names.
pub(super) const FOREIGN: &str = "FORMAT";

/// Reads the name of a form, one of these.
pub(super) fn one_of(names: &'static [&'static str]) -> impl TypedValueParser<Value = Output> {
    let own = OUTPUTS.iter().filter(|(name, ..)| names.contains(name));
    let own = own.map(|(name, _, output, help)| Choice { name, alias: alias(name), help, value: *output });
    let foreign = FORMATS.iter().filter(|_| names.contains(&FOREIGN));
    Choices(own.chain(foreign.map(|format| Choice::format(format, Output::Foreign(format)))).collect())
}

/// Reads the name of a format of puzzles.
pub(super) fn format_names() -> impl TypedValueParser<Value = &'static Format> {
    Choices(FORMATS.iter().map(|format| Choice::format(format, format)).collect())
}

/// What else a form is called: people say one for the other.
fn alias(name: &str) -> &'static str {
    match name {
        "text" => "grid",
        "grid" => "text",
        _ => "",
    }
}

/// Something that an option can be.
#[derive(Clone)]
struct Choice<T> {
    name: &'static str,
    /// Another name or the ending of files in it; may be empty.
    alias: &'static str,
    help: &'static str,
    value: T,
}

impl<T> Choice<T> {
    fn format(format: &Format, value: T) -> Choice<T> {
        Choice { name: format.name, alias: format.extension.unwrap_or_default(), help: format.summary, value }
    }
}

/// All that an option can be. Where a name is none of them, what may be meant is said.
#[derive(Clone)]
struct Choices<T>(Vec<Choice<T>>);

impl<T: Clone> Choices<T> {
    /// What may be meant by a name: the same in other letters or with a dot, a part of a name, a word of the help, the
    /// genre by another of its names; or a slip of the fingers.
    fn meant(&self, wrong: &str) -> Vec<&'static str> {
        let wrong = wrong.to_lowercase();
        let bare = wrong.trim_start_matches('.');
        let rules = BuiltIn.find(bare, "").map(|(shown, _)| shown);
        let rules = rules.as_deref().and_then(|shown| shown.strip_prefix(BUILT_IN)?.strip_suffix(".rules"));
        let words = |text: &str, word: &str| {
            let mut words = text.split(|sign: char| !sign.is_alphanumeric()).map(str::to_lowercase);
            words.any(|found| found == word || found.strip_suffix('s') == Some(word))
        };
        let all = |fits: &dyn Fn(&Choice<T>) -> bool| -> Vec<&'static str> {
            self.0.iter().filter(|choice| fits(choice)).map(|choice| choice.name).collect()
        };
        let same = all(&|choice| choice.name == bare || choice.alias == bare);
        let part = all(&|choice| words(choice.name, bare));
        let told =
            all(&|choice| words(choice.help, bare) || rules.is_some_and(|rules| words(choice.help, rules)));
        let near = nearest(bare, self.0.iter().map(|choice| choice.name)).into_iter().collect();
        [same, part, told, near].into_iter().find(|found| !found.is_empty()).unwrap_or_default()
    }
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Choices<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<T, clap::Error> {
        let value = value.to_string_lossy();
        let known = self.0.iter().find(|choice| choice.name == value || choice.alias == value);
        known.map(|choice| choice.value.clone()).ok_or_else(|| {
            let option = arg.map(|arg| format!(" for {arg}")).unwrap_or_default();
            let meant = self.meant(&value);
            let hint = if meant.is_empty() {
                String::new()
            } else {
                format!("; did you mean {}?", meant.join(", "))
            };
            let names: Vec<&str> = self.0.iter().map(|choice| choice.name).collect();
            let told = format!("`{value}` is no format{option}{hint}\n  there are {}\n", names.join(", "));
            clap::Error::raw(ErrorKind::InvalidValue, told).with_cmd(command)
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().map(|choice| PossibleValue::new(choice.name).help(choice.help))))
    }
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
    use super::{Choice, Choices, Output, chosen};
    use crate::language::puzzle::formats::FORMATS;
    use std::path::Path;

    #[test]
    fn what_is_meant_is_said() {
        let choices = Choices(FORMATS.iter().map(|format| Choice::format(format, ())).collect());
        let cases: &[(&str, &[&str])] = &[
            ("SDM", &["sdm"]),
            (".sdk", &["sdk"]),
            ("solo", &["sgt-solo"]),
            ("sgt-slo", &["sgt-solo"]),
            ("sudoku", &["ufmg", "sdm", "sdk", "sdx", "ipuz", "fpuzzles", "sgt-solo"]),
            ("binairo", &["ist", "bordeaux", "pt2", "sgt-unruly"]),
            ("lightup", &["sgt-lightup"]),
            ("whatever", &[]),
        ];
        for (wrong, meant) in cases {
            assert!(choices.meant(wrong).starts_with(meant), "{wrong}: {:?}", choices.meant(wrong));
        }
    }

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

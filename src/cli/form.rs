//! The forms in which solutions and plans are printed.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::puzzle::formats::{self, FORMATS, Format};

/// How solutions are printed.
#[derive(Clone, Copy, Debug)]
pub(super) enum Form {
    /// As a grid.
    Grid,
    /// One line for each solution, row by row.
    Line,
    /// One document for all puzzles.
    Json,
    /// One object for each puzzle, on a line.
    Jsonl,
    /// As facts of the rule language.
    Facts,
    /// For test cases of a judge: the number of moves, or `no solution`.
    Judge,
    /// As another program prints them.
    Foreign(&'static Format),
}

/// The forms that are no formats of puzzles.
const FORMS: &[(&str, Form, &str)] = &[
    ("grid", Form::Grid, "as a grid"),
    ("line", Form::Line, "one line for each solution, row by row"),
    ("json", Form::Json, "one document for all puzzles"),
    ("jsonl", Form::Jsonl, "one object for each puzzle, on a line"),
    ("facts", Form::Facts, "as facts of the rule language"),
    ("judge", Form::Judge, "for test cases of a judge: the number of moves, or `no solution`"),
];

impl Form {
    /// Reads the name of a form.
    pub(super) fn parser() -> impl TypedValueParser<Value = Form> {
        let own = FORMS.iter().map(|(name, _, help)| PossibleValue::new(*name).help(*help));
        let foreign = FORMATS.iter().map(|format| PossibleValue::new(format.name).help(format.summary));
        let names: Vec<PossibleValue> = own.chain(foreign).collect();
        PossibleValuesParser::new(names).try_map(|name| {
            let own = FORMS.iter().find(|(known, ..)| *known == name).map(|(_, form, _)| *form);
            own.or_else(|| formats::named(&name).map(Form::Foreign)).ok_or("no such format")
        })
    }
}

//! Answers for programs: one schema for every command and every front end. `docs/json.md` tells what each field means.

use serde::Serialize;
use serde_json::Value;

use crate::base::total::Total;
pub use crate::language::diagnostic::render::Told;
use crate::moves;
use crate::services::explain::Ending;
use crate::services::solve;
use crate::services::verify::{Broken, Outside};

/// What is known about the solutions of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// There is exactly one.
    Unique,
    /// There are several.
    Several,
    /// There is none.
    None,
    /// There is one; whether there are more is not known.
    Solved,
    /// Nothing: a limit was reached, or nobody asked.
    #[default]
    Unknown,
    /// There is no puzzle: something is wrong with the input.
    Error,
}

impl Status {
    /// All of them, in the order in which summaries name them.
    pub const ALL: [Status; 6] =
        [Status::Unique, Status::Several, Status::Solved, Status::None, Status::Unknown, Status::Error];

    /// The word shown to people and programs.
    pub fn word(self) -> &'static str {
        match self {
            Status::Unique => "unique",
            Status::Several => "several",
            Status::None => "none",
            Status::Solved => "solved",
            Status::Unknown => "unknown",
            Status::Error => "error",
        }
    }
}

impl From<solve::Verdict> for Status {
    fn from(verdict: solve::Verdict) -> Self {
        match verdict {
            solve::Verdict::Unique => Status::Unique,
            solve::Verdict::Several => Status::Several,
            solve::Verdict::None => Status::None,
            solve::Verdict::Solved => Status::Solved,
            solve::Verdict::Unknown => Status::Unknown,
        }
    }
}

impl From<&moves::plan::Report> for Status {
    /// A plan is a solution; several shortest ones are several.
    fn from(report: &moves::plan::Report) -> Self {
        use moves::plan::Verdict;
        match (report.verdict, report.count) {
            (Verdict::Solved, Some(1)) => Status::Unique,
            (Verdict::Solved, Some(_)) => Status::Several,
            (Verdict::Solved | Verdict::Found, _) => Status::Solved,
            (Verdict::NoPlan | Verdict::NotWithin(_), _) => Status::None,
            (Verdict::Unknown, _) => Status::Unknown,
        }
    }
}

impl From<Ending> for Status {
    /// Steps that lead to the end leave no other solution.
    fn from(ending: Ending) -> Self {
        match ending {
            Ending::Solved => Status::Unique,
            Ending::Several => Status::Several,
            Ending::Contradiction => Status::None,
            Ending::Enough | Ending::Limit => Status::Unknown,
        }
    }
}

/// What a command answers about one puzzle.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Record {
    /// What messages call the puzzle.
    pub id: String,
    /// What is known about its solutions.
    pub status: Status,
    /// The answer in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// The solutions that were asked for: rows of values, other unknowns by their names.
    pub solutions: Vec<Value>,
    /// What is to be said about the input.
    pub diagnostics: Vec<Told>,
    /// What else the command was asked for.
    #[serde(flatten)]
    pub details: Details,
    /// What it cost, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stats: Option<Value>,
}

impl Record {
    /// An answer in words.
    pub fn new(status: impl Into<Status>, message: impl Into<String>) -> Record {
        Record { status: status.into(), message: Some(message.into()), ..Record::default() }
    }

    /// The same with what else was asked for.
    #[must_use]
    pub fn with(self, details: Details) -> Record {
        Record { details, ..self }
    }
}

/// A number that may have any size: a string of its digits where it does not fit into 64 bits.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Number {
    /// One that fits.
    Word(u64),
    /// One that does not.
    Digits(String),
}

impl From<&Total> for Number {
    fn from(total: &Total) -> Self {
        total.word().map_or_else(|| Number::Digits(total.to_string()), Number::Word)
    }
}

/// The fields that only some commands give.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(untagged)]
#[expect(missing_docs, reason = "docs/json.md tells about each field, and a test holds it to that")]
pub enum Details {
    #[default]
    Nothing,
    /// `solve`.
    Solve {
        complete: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        best: Option<Best>,
    },
    /// `solve` and `hint` for puzzles of moves.
    Plan {
        moves: Option<Vec<String>>,
        shortest: bool,
        at_least: u32,
        #[serde(skip_serializing_if = "Option::is_none")]
        positions: Option<Vec<Value>>,
    },
    /// `count`; nothing where there are more than can be counted.
    Count {
        count: Option<Number>,
        complete: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        method: Option<&'static str>,
    },
    /// `candidates`.
    Candidates {
        candidates: Value,
        unsettled: usize,
        #[serde(skip_serializing_if = "Option::is_none")]
        marks: Option<String>,
    },
    /// `compare`.
    Compare { searches: Vec<Searched> },
    /// `verify`.
    Verify { outside: Vec<Outside>, broken: Vec<Broken> },
    /// `check`.
    Check(Value),
    /// `generate`.
    Made { puzzle: String, seed: u64 },
    /// `minimise`.
    Lean { puzzle: String, needless: Vec<String>, spare: Vec<String>, undecided: usize },
    /// `minimise --laws`.
    Laws { laws: Vec<Need> },
    /// `test`.
    Test { passed: bool, difference: String },
    /// `explain`, `rate`, `hint` and `why`.
    Explained {
        #[serde(skip_serializing_if = "Option::is_none")]
        steps: Option<Vec<Value>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        level: Option<&'static str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        rating: Option<Value>,
    },
    /// `why none`.
    Contradiction { laws: Vec<String>, givens: Vec<String>, minimal: bool },
    /// `why several`.
    Differ { differ: Vec<Different> },
    /// `list`.
    RuleSet { aliases: Vec<String>, summary: String, samples: Vec<String> },
    /// `query`.
    Query { answers: Vec<Value> },
    /// `convert`.
    Converted { format: &'static str, text: String },
}

/// What became of an objective.
#[derive(Clone, Debug, Serialize)]
#[expect(missing_docs, reason = "docs/json.md tells about each field, and a test holds it to that")]
pub struct Best {
    pub value: Value,
    pub proved: bool,
}

/// What one way of searching did.
#[derive(Clone, Debug, Serialize)]
#[expect(missing_docs, reason = "docs/json.md tells about each field, and a test holds it to that")]
pub struct Searched {
    pub search: &'static str,
    pub result: String,
    pub generated: u64,
    pub expanded: u64,
    pub frontier: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub milliseconds: Option<f64>,
}

/// Whether a puzzle needs a law.
#[derive(Clone, Debug, Serialize)]
#[expect(missing_docs, reason = "docs/json.md tells about each field, and a test holds it to that")]
pub struct Need {
    pub law: String,
    pub needed: Option<bool>,
}

/// A place where two solutions differ.
#[derive(Clone, Debug, Serialize)]
#[expect(missing_docs, reason = "docs/json.md tells about each field, and a test holds it to that")]
pub struct Different {
    pub place: String,
    pub values: [String; 2],
}

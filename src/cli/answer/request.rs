//! Reading a request.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value};

/// The questions about a text that a page asks while it is written.
pub(in crate::cli) const QUESTIONS: &[&str] =
    &["diagnostics", "tokens", "symbols", "hover", "complete", "signature", "definition"];

/// A request.
#[derive(Deserialize, Debug)]
pub(super) struct Request {
    /// What to do.
    pub(super) command: String,
    /// The words of its command line that are no options.
    #[serde(default)]
    pub(super) arguments: Vec<String>,
    /// The options by their long names.
    #[serde(default)]
    pub(super) options: Map<String, Value>,
    /// The texts that count as files, by their paths.
    #[serde(default)]
    pub(super) files: BTreeMap<String, String>,
    /// What else some requests need.
    #[serde(flatten)]
    rest: Map<String, Value>,
}

impl Request {
    /// Reads one; what is wrong with it in a sentence.
    pub(super) fn read(text: &str) -> Result<Request, String> {
        serde_json::from_str(text).map_err(|error| format!("the request cannot be read: {error}"))
    }

    /// Whether it is a question about a text.
    pub(super) fn is_question(&self) -> bool {
        QUESTIONS.contains(&self.command.as_str())
    }

    /// A text that it brings.
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        self.rest.get(name)?.as_str()
    }

    /// A list that it brings.
    pub(super) fn list(&self, name: &str) -> Option<&[Value]> {
        self.rest.get(name)?.as_array().map(Vec::as_slice)
    }

    /// A number that it brings.
    pub(super) fn number(&self, name: &str) -> Option<usize> {
        self.rest.get(name)?.as_u64().map(|number| usize::try_from(number).unwrap_or(usize::MAX))
    }
}

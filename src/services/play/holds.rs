//! What a place may hold, and how a value gets there: both follow from the unknown's domain and from what its values draw.

use serde::Serialize;

use super::places::Kind;

/// How a value gets to its place.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Input {
    /// By keys.
    Type,
    /// Each tap takes the next value.
    Cycle,
    /// By dragging from end to end; taps cycle.
    Line,
    /// By dragging over its cells.
    Area,
}

/// A value that a place may hold.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Value {
    /// Its word.
    pub value: String,
    /// How it is written, if otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// A sign for a value that draws nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<String>,
}

/// What a place may hold.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Hold {
    /// How a value gets there.
    pub input: Input,
    /// The values in the order of the domain; none for a wide domain.
    pub values: Vec<Value>,
    /// The first value of a cycle, by its number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<usize>,
    /// The value that a place without any counts as when all else is done, by its number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blank: Option<usize>,
    /// Whether several values can be noted.
    pub pencil: bool,
    /// Whether any number may be typed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub free: Option<&'static str>,
}

/// Values that are cycled through at most.
const MOST_CYCLED: usize = 4;
/// Values that can be noted at most.
const MOST_PENCILLED: usize = 25;

/// What an unknown may hold: `words` are its values, `texts` how they are written, `drawn` which of them draw something.
pub(super) fn hold(kind: Kind, words: &[String], texts: &[String], drawn: &[bool], full: bool) -> Hold {
    let is_cell = kind == Kind::Cell && !full;
    let values = words.iter().zip(texts).zip(drawn).map(|((word, text), &drawn)| {
        let unseen = !drawn && (text.is_empty() || !is_cell);
        let sign = match (text.is_empty(), kind) {
            (false, _) => text.clone(),
            (true, Kind::Line) => "×".to_owned(),
            (true, _) => "·".to_owned(),
        };
        Value {
            value: word.clone(),
            text: (text != word).then(|| text.clone()),
            mark: unseen.then_some(sign),
        }
    });
    let values: Vec<Value> = values.collect();
    let count = values.len();
    let any_drawn = drawn.iter().any(|&drawn| drawn);
    let input = match kind {
        Kind::Line => Input::Line,
        Kind::Area => Input::Area,
        _ if count == 2 || any_drawn && (1..=MOST_CYCLED).contains(&count) => Input::Cycle,
        _ => Input::Type,
    };
    // What is drawn is what people look for; they are not asked to mark each place where it is not.
    let plain: Vec<usize> = (0..count).filter(|&value| !drawn[value]).collect();
    let blank = match plain[..] {
        [only] if any_drawn => Some(only),
        _ => None,
    };
    Hold {
        input,
        first: drawn.iter().position(|&drawn| drawn).filter(|&first| first > 0),
        blank,
        pencil: input == Input::Type && (3..=MOST_PENCILLED).contains(&count),
        free: (count == 0).then_some("number"),
        values,
    }
}

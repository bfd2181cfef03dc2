//! Values of all unknowns, apart from the board they were found on.

use std::fmt;

use crate::board::draw;
use crate::board::eval::World;
use crate::language::term::{Node, TermId};

/// The value of an unknown.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Value {
    /// A number.
    Number(i128),
    /// A symbol, such as `black`.
    Symbol(String),
}

impl Value {
    pub(super) fn new(world: &World, term: TermId) -> Value {
        match world.terms.node(term) {
            Node::Int(number) => Value::Number(*number),
            Node::Sym(symbol) => Value::Symbol(world.terms.name(*symbol).to_owned()),
            _ => Value::Symbol(world.show(term)),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Number(number) => number.fmt(formatter),
            Value::Symbol(name) => name.fmt(formatter),
        }
    }
}

/// A solution: a value for each unknown. It prints as a grid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    drawn: String,
    record: serde_json::Value,
    values: Vec<(String, Value)>,
}

impl Solution {
    pub(super) fn new(world: &World, terms: &[TermId]) -> Solution {
        let pairs = world.unknowns.iter().zip(terms);
        let values =
            pairs.map(|(unknown, &term)| (world.show(unknown.place), Value::new(world, term))).collect();
        Solution { drawn: draw::grid(world, terms, false), record: draw::json(world, terms), values }
    }

    /// The solution in JSON, as records have it (docs/json.md): rows of values, or the values of other unknowns by their names.
    pub fn json(&self) -> String {
        self.record.to_string()
    }

    /// The value at a place, named as in rules: `r1c2` is the cell in row 1, column 2.
    pub fn get(&self, place: &str) -> Option<&Value> {
        self.values.iter().find(|(name, _)| name == place).map(|(_, value)| value)
    }

    /// All places with their values, in the order of the board.
    pub fn values(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.values.iter().map(|(name, value)| (name.as_str(), value))
    }
}

impl fmt::Display for Solution {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.drawn.trim_end().fmt(formatter)
    }
}

//! How a constraint is read variable by variable: what has to be remembered of the values so far.

use super::store::VarId;

/// What a constraint says, for one who reads the values of its variables one after the other.
pub enum Reading<'p> {
    /// Whatever its meaning says of all values together.
    Whole,
    /// Variables with offsets, pairwise different.
    Distinct(Vec<(VarId, i64)>),
    /// Lists of which no two are the same.
    Lists(Vec<Vec<Item>>),
    /// A number to be kept in mind.
    Steps(Steps<'p>),
}

/// What a constraint has left to say once some of its variables are fixed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rest {
    /// Nothing: it holds whatever the open variables become.
    Nothing,
    /// What it says of the open variables follows from their domains and from what it has told.
    Told,
    /// It may depend on all values that are fixed.
    Values,
}

/// An element of a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Item {
    /// A variable.
    Var(VarId),
    /// A known value.
    Value(i64),
}

/// The number after the number before and a value of the variable at a place.
pub type Next<'p> = Box<dyn Fn(i128, usize, i64) -> i128 + 'p>;

/// A constraint that is read with one number in mind.
pub struct Steps<'p> {
    /// Its variables, each once.
    pub vars: Vec<VarId>,
    /// Whether they can be read in this order alone.
    pub ordered: bool,
    /// The number before anything is read.
    pub start: i128,
    /// How it changes.
    pub next: Next<'p>,
    /// Whether the constraint holds if it is this number in the end.
    pub ends: Box<dyn Fn(i128) -> bool + 'p>,
}

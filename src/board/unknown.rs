//! Unknowns: the places whose values a puzzle asks for.

use std::sync::Arc;

use crate::language::source::Span;
use crate::language::term::{Symbol, TermId};

/// Number of an unknown of a board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct UnknownId(pub u32);

/// The values an unknown may have.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Domain {
    /// All integers from the first to the second.
    Range(i64, i64),
    /// These integers, in the order they were written.
    Integers(Arc<[i64]>),
    /// These symbols, in the order they were written.
    Symbols(Arc<[Symbol]>),
}

impl Domain {
    /// Whether an integer is among the values.
    pub fn has_int(&self, value: impl Into<i128>) -> bool {
        let Ok(value) = i64::try_from(value.into()) else { return false };
        match self {
            Domain::Range(low, high) => (*low..=*high).contains(&value),
            Domain::Integers(values) => values.contains(&value),
            Domain::Symbols(_) => false,
        }
    }

    /// Whether a symbol is among the values.
    pub fn has_symbol(&self, symbol: Symbol) -> bool {
        matches!(self, Domain::Symbols(values) if values.contains(&symbol))
    }

    /// The least and the greatest integer; nothing for symbols.
    pub fn bounds(&self) -> Option<(i64, i64)> {
        match self {
            Domain::Range(low, high) => Some((*low, *high)),
            Domain::Integers(values) => Some((*values.iter().min()?, *values.iter().max()?)),
            Domain::Symbols(_) => None,
        }
    }

    /// How many values there are.
    pub fn len(&self) -> u64 {
        match self {
            Domain::Range(low, high) => high.abs_diff(*low) + 1,
            Domain::Integers(values) => values.len() as u64,
            Domain::Symbols(values) => values.len() as u64,
        }
    }

    /// Whether there is no value at all.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A declared unknown.
#[derive(Clone, Debug)]
pub struct Unknown {
    /// Its place.
    pub place: TermId,
    /// Its values.
    pub domain: Domain,
    /// Whether it is not shown, and solutions are not told apart by it.
    pub hidden: bool,
}

/// A value of the right kind that is given where it cannot be: in an answer that is wrong, in a puzzle a mistake.
#[derive(Clone, Copy, Debug)]
pub struct Misfit {
    /// The place. One that holds no unknown is of a declared family.
    pub place: TermId,
    /// The value.
    pub value: TermId,
    /// Where it is written.
    pub span: Span,
}

//! Goals and expressions: what a resolved rule asks.

use std::sync::Arc;

use super::{Builtin, Form, Function, GrammarId, Lie, PredicateId, Slot};
use crate::language::source::Span;
use crate::language::syntax::ast::{Comparison, Operator};
use crate::language::term::{Symbol, TermId};

/// An expression: what stands in arguments and comparisons.
#[derive(Clone, PartialEq, Debug)]
pub enum Expr {
    /// A term without placeholders.
    Ground(TermId),
    /// A placeholder.
    Slot(Slot),
    /// `_`
    Any,
    /// A named constant, by its number.
    Param(usize),
    /// The number of rows of the grid.
    Rows,
    /// The number of columns of the grid.
    Cols,
    /// A list, perhaps with a tail.
    List(Vec<Expr>, Option<Box<Expr>>),
    /// A set.
    Set(Vec<Expr>),
    /// A range.
    Range(Box<Expr>, Box<Expr>),
    /// A name with arguments.
    Compound(Symbol, Vec<Expr>),
    /// A place.
    Place(Symbol, Vec<Expr>),
    /// `-A`
    Negative(Box<Expr>),
    /// `A + B`
    Arithmetic(Operator, Box<Expr>, Box<Expr>),
    /// A built-in function.
    Apply(Function, Vec<Expr>),
    /// `X'`
    Prime(Box<Expr>),
    /// The places joined to a place.
    Reach(Box<Expr>, PredicateId),
}

/// An element of a list pattern with segments.
#[derive(Clone, PartialEq, Debug)]
pub enum PatternItem {
    /// One element.
    One(Expr),
    /// Any elements.
    Any,
    /// Any elements, named; or the elements of a list that is known.
    Segment(Expr),
    /// Any number of elements equal to this.
    Fill(Expr),
}

/// A goal and where it stands.
#[derive(Clone, Debug)]
pub struct Goal {
    /// What it asks.
    pub kind: GoalKind,
    /// Where it stands.
    pub span: Span,
    /// Whether it stands directly right of a law's `=>`, where a place without a value is a mistake.
    pub strict: bool,
}

/// The kinds of goal.
#[derive(Clone, Debug)]
pub enum GoalKind {
    /// Holds or fails.
    Truth(bool),
    /// All of these, in order; what cannot run yet waits.
    All(Vec<Arc<Goal>>),
    /// One of these.
    Any(Vec<Arc<Goal>>),
    /// No answer; `needs` must be bound first.
    Not {
        /// What must have no answer.
        goal: Arc<Goal>,
        /// Placeholders from outside.
        needs: Vec<Slot>,
    },
    /// A defined predicate.
    Call {
        /// Which.
        predicate: PredicateId,
        /// Its arguments: no arithmetic, no segments.
        args: Vec<Expr>,
        /// Whether it stood as a function; then two results at once are a mistake.
        function: bool,
    },
    /// A built-in goal.
    Builtin(Builtin, Vec<Expr>),
    /// A declared unknown exists at this index: enumerates.
    Exists(Expr),
    /// The places that a comparison mentions: enumerated as a last resort, if nothing else binds their index.
    Pick(Expr),
    /// A comparison.
    Compare(Comparison, Expr, Expr),
    /// Membership.
    In(Expr, Expr),
    /// A list against a pattern with segments.
    Pattern(Expr, Vec<PatternItem>),
    /// A list against a line grammar.
    Matches(Expr, GrammarId, Vec<Expr>),
    /// The cells of a layer that show a symbol.
    Area {
        /// The layer.
        layer: PredicateId,
        /// The symbol.
        symbol: Expr,
        /// The list of cells.
        cells: Expr,
    },
    /// The members of a list hang together.
    Connected(Expr, PredicateId),
    /// The pairs of a relation form something.
    Forms(Form, PredicateId),
    /// A place lies so to the pairs of a relation.
    Lies(Lie, Expr, PredicateId),
    /// A comprehension; `needs` must be bound first.
    Collect {
        /// What is collected.
        element: Expr,
        /// For each answer of this.
        goal: Arc<Goal>,
        /// The list.
        result: Slot,
        /// Placeholders from outside.
        needs: Vec<Slot>,
    },
}

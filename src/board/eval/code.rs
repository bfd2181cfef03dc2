//! Code: goals whose order has been decided before they run.
//!
//! Which goal of a conjunction comes next depends on which names have a value, and that can mostly be told from the rules
//! alone: a call binds what it is asked for, `X in L` binds X. [`order`] decides it once for each body and each set of names
//! that are known at its start (its *mode*, as in Mercury), and what is left is a list of steps over the bindings of one frame:
//! nested loops, joined on what is bound. [`perform`] runs it on the thread's stack, without choice points and without a trail;
//! [`rows`] keeps the answers of each call, those of facts by the columns that are asked with.
//!
//! Code says what the evaluator says, with its leaves: what a comparison or a function means is written there. What has no order
//! beforehand, or reads values inside a recursive definition, stops with [`Stop::Beyond`](super::Stop), and the question is asked
//! again by resolution.

mod choose;
mod fit;
mod order;
mod perform;
mod rows;
mod split;
mod tables;

use std::sync::Arc;

use crate::language::program::{Expr, Goal, PredicateId, Slot};
use crate::language::source::Span;
use crate::language::term::Symbol;

pub(super) use rows::{Lore, Question, Seen};
pub(super) use tables::Tables;

/// A conjunction in the order in which it runs.
#[derive(Debug)]
pub(super) struct Code {
    steps: Box<[Step]>,
    /// How many names its frame has, those of the definitions that run in place among them; 0 if it is part of other code,
    /// whose frame it runs in.
    names: usize,
}

/// One step, with where its goal stands and whether that is directly right of `=>`.
#[derive(Debug)]
struct Step {
    act: Act,
    /// Whether it binds nothing: all its ways are one.
    once: bool,
    span: Span,
    strict: bool,
}

/// What a step does. All names are bound but those that its patterns bind.
#[derive(Debug)]
enum Act {
    /// Asks a goal that binds nothing and chooses nothing.
    Test(Arc<Goal>),
    /// Binds a name to the value of an expression.
    Let(Slot, Expr),
    /// Takes a value apart; its parts are compared by their values, or by what they are.
    Take(Pattern, Expr, Compared),
    /// `X + c = k`: binds X.
    Solve(Slot, Arc<Goal>),
    /// Binds a name to a list made from elements and segments.
    Join(Slot, Box<[Item]>),
    /// Runs through the elements of a list.
    Each(Pattern, Expr),
    /// Runs through the answers of a call.
    Call(Call),
    /// Remembers in a name how many conditions there are: a definition that runs in place begins here.
    Mark(Slot),
    /// Notes that a definition depends on values, if there are more conditions now.
    Note(Slot, PredicateId),
    /// Runs through the symbols of a layer, each with its cells.
    Area(PredicateId, [Pattern; 2]),
    /// Runs through the ways to part a list.
    Split(Expr, Box<[Item]>),
    /// Runs through the places of a family that have this shape.
    Places(Symbol, Pattern),
    /// Runs through the squares of this shape.
    Squares(Pattern),
    /// One of these, then the rest.
    Any(Box<[Code]>),
    /// Has no answer.
    Not(Code),
    /// The list of all answers.
    Collect(Expr, Code, Pattern),
}

/// How what is known meets what is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Compared {
    ByValue,
    Matched,
}

/// The arguments of a call that are known before it.
#[derive(Debug)]
enum Known {
    Nothing,
    Only(Expr),
    Several,
}

/// A call of a definition.
#[derive(Debug)]
struct Call {
    predicate: PredicateId,
    args: Box<[Arg]>,
    /// The arguments that are known, as bits.
    mode: u32,
    function: bool,
    known: Known,
    /// The names of what it finds, if it only binds names or nothing.
    names: Option<Box<[Option<Slot>]>>,
    /// Only the answers whose list, the one with this number among what is found, has this element.
    member: Option<(usize, Expr)>,
}

impl Call {
    /// The patterns of the arguments that it finds.
    fn outs(&self) -> impl Iterator<Item = &Pattern> + Clone {
        self.args.iter().filter_map(|arg| match arg {
            Arg::Out(pattern) => Some(pattern),
            Arg::In(_) => None,
        })
    }
}

/// An argument.
#[derive(Debug)]
enum Arg {
    /// Known before.
    In(Expr),
    /// Found by the call.
    Out(Pattern),
}

/// The shape of a term, with names to be bound.
#[derive(Debug)]
enum Pattern {
    /// Anything.
    Skip,
    /// Binds a name.
    Bind(Slot),
    /// What this expression comes to: its names are bound before, or earlier in the same pattern.
    Known(Expr),
    /// A list that begins with these, and the rest of it.
    List(Box<[Pattern]>, Option<Box<Pattern>>),
    /// A place or a compound term.
    Parts(Kind, Symbol, Box<[Pattern]>),
    /// A set, in any order.
    Set(Box<[Pattern]>),
}

/// Which of two kinds of term with parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Place,
    Compound,
}

/// An element of a list pattern.
#[derive(Debug)]
enum Item {
    /// One element.
    One(Pattern),
    /// The elements of a known list.
    Known(Expr),
    /// Any elements, perhaps bound to a name as a list.
    Open(Option<Slot>),
    /// Any number of elements equal to this.
    Fill(Expr),
}

/// A definition in one mode.
#[derive(Debug)]
pub(super) struct Definition {
    /// For each clause that is a rule, in order.
    rules: Box<[Body]>,
    /// The arguments that are found, in order.
    found: Box<[usize]>,
    recursive: bool,
}

/// A rule in one mode.
#[derive(Debug)]
struct Body {
    /// What the known arguments must look like.
    head: Box<[(usize, Pattern)]>,
    code: Code,
    /// What the others come to.
    found: Box<[Expr]>,
    span: Span,
}

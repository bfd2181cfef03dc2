//! The two stacks of a run: what is still to be done, and what is left to try.

use std::sync::Arc;

use super::branch::Attempt;
use super::machine::{Answer, Key};
use crate::language::program::{Expr, Goal, PredicateId, Slot};
use crate::language::source::Span;
use crate::language::term::{FormulaId, Guarded, TermId};

/// The number of no continuation.
pub(super) const NOTHING: u32 = u32::MAX;

/// What is still to be done.
#[derive(Clone, Debug)]
pub(super) enum Todo {
    /// The goals of a conjunction that are still pending, as bits.
    Goals { goal: Arc<Goal>, pending: u64, base: u32, next: u32 },
    /// One clause of a call.
    Clause { predicate: PredicateId, clause: u32, args: Arc<[TermId]>, next: u32 },
    /// Terms that must match.
    Pairs { pairs: Arc<[(TermId, TermId)]>, span: Span, next: u32 },
    /// A set with placeholders against a ground one.
    Sets { left: TermId, right: TermId, span: Span, next: u32 },
    /// Hand the answer to the barrier with this number.
    End { barrier: u32 },
}

/// A point to come back to.
pub(super) struct Choice {
    pub(super) trail: u32,
    pub(super) vars: u32,
    pub(super) todos: u32,
    pub(super) conditions: u32,
    pub(super) next: u32,
    /// For a barrier under the branch policy: the goal that asked.
    pub(super) origin: Option<Box<Attempt>>,
    pub(super) kind: ChoiceKind,
}

/// What to try next at a choice.
pub(super) enum ChoiceKind {
    /// Clauses of a predicate.
    Clauses { predicate: PredicateId, args: Arc<[TermId]>, candidates: Arc<[u32]>, at: usize },
    /// Elements of a list, each there under a condition.
    Elements { item: TermId, list: Arc<[Guarded]>, at: usize, span: Span },
    /// Integers of a range.
    Integers { item: TermId, value: i128, high: i128, span: Span },
    /// Alternatives of a disjunction.
    Branches { goal: Arc<Goal>, at: usize, base: u32 },
    /// Answers of a call: terms for its unbound placeholders.
    Answers { answers: Arc<Vec<Answer>>, vars: Arc<[TermId]>, at: usize, span: Span },
    /// Ways to match: pairs of terms that must agree.
    Ways { ways: Arc<[Vec<(TermId, TermId)>]>, at: usize, span: Span },
    /// A question inside a question.
    Barrier(Barrier),
}

/// Who is waiting for answers.
pub(super) enum Barrier {
    /// The caller of the machine.
    Top { base: u32, template: Arc<[Expr]>, answers: Vec<Answer>, span: Span },
    /// A call of a definition.
    Call(CallBarrier),
    /// A closed disjunction: holds or not.
    Test { conditions: Vec<FormulaId> },
    /// `not`.
    Not { conditions: Vec<FormulaId> },
    /// A comprehension.
    Collect { element: Expr, base: u32, result: Slot, found: Vec<Guarded>, span: Span },
}

/// A call being answered.
pub(super) struct CallBarrier {
    pub(super) key: Key,
    /// The caller's unbound placeholders, in the key's order.
    pub(super) outer: Arc<[TermId]>,
    /// The same placeholders inside the call.
    pub(super) inner: Arc<[TermId]>,
    pub(super) answers: Vec<Answer>,
    pub(super) function: bool,
    pub(super) span: Span,
    /// How many reads had happened when it began.
    pub(super) reads: u64,
}

/// The stacks, and where the run is in them.
pub(super) struct Agenda {
    pub(super) todos: Vec<Todo>,
    pub(super) choices: Vec<Choice>,
    /// What is to be done now.
    pub(super) now: u32,
    /// How many calls are being answered.
    pub(super) depth: u32,
}

impl Default for Agenda {
    fn default() -> Self {
        Agenda { todos: Vec::with_capacity(64), choices: Vec::with_capacity(16), now: NOTHING, depth: 0 }
    }
}

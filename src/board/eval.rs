//! The evaluator: clauses run by resolution, and one decision, what happens when a value is read.
//!
//! Under [`Policy::Residual`] a test on values is not decided but added to the answer's condition; under
//! [`Policy::Known`] it is decided by a position or a finished grid, under [`Policy::Partly`] by what is known of one so far;
//! under [`Policy::Branch`] the run forks, one way for each value. Everything else is the same: laws, functions, comprehensions, moves and the checker all run here.
//!
//! ```text
//! World    what is known of the puzzle: terms, formulas, unknowns, facts, answers already found
//! Machine  one run: bindings, conditions, choices, continuations; never recurses on the stack
//! ```

mod bounds;
pub mod branch;
mod budget;
mod builtins;
mod calls;
mod compare;
mod expr;
mod functions;
mod graph;
mod heads;
mod index;
mod linear;
mod lines;
mod lists;
mod machine;
mod read;
mod run;
mod schedule;
mod show;
mod truth;
mod unify;
mod walk;

use std::sync::Arc;

use crate::base::clock::Deadline;
use crate::base::hash::{Map, Set};
use crate::base::number::Interval;
use crate::board::formula::{Formulas, GoalRef};
use crate::language::diagnostic::Diagnostic;
use crate::language::program::{Goal, PredicateId, Program};
use crate::language::source::Span;
use crate::language::term::FormulaId;
use crate::language::term::{RelationId, Symbol, TermId, Terms};

pub(crate) use linear::Linear;
pub use machine::{Answer, Machine, Query};
pub use show::{SPOKEN, Show};

/// Number of an unknown in its [`World`].
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
    /// Whether solutions are told apart by it.
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

/// A relation between places, with the condition for each pair.
#[derive(Clone, Debug)]
pub struct Relation {
    /// The definition it is asked from.
    pub predicate: PredicateId,
    /// All pairs that may be related, in order.
    pub pairs: Arc<[(TermId, TermId, FormulaId)]>,
    /// A pair that may hold one way and not the other, if there is one, as far as that can be seen.
    pub one_way: Option<(TermId, TermId)>,
    /// The same pairs as a graph, whatever their conditions.
    pub(crate) graph: Arc<graph::Graph>,
    /// What can be reached at most from the places that were asked about.
    reached: Map<TermId, Set<TermId>>,
}

/// What evaluation may cost. Running out is a diagnostic that names the rule and the call.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Steps of resolution in all.
    pub steps: u64,
    /// Calls inside calls.
    pub depth: u32,
    /// Instances of laws in all.
    pub instances: u64,
    /// Answers to one question.
    pub answers: usize,
    /// Distinct terms in all; a bound on memory.
    pub terms: u64,
}

impl Default for Budget {
    fn default() -> Self {
        Budget {
            steps: 10_000_000,
            depth: 10_000,
            instances: 1_000_000,
            answers: 1_000_000,
            terms: 8_000_000,
        }
    }
}

/// What is known of a puzzle while its rules are evaluated.
#[derive(Clone, Debug)]
pub struct World {
    /// All terms.
    pub terms: Terms,
    /// All conditions.
    pub formulas: Formulas,
    /// Rows and columns of the grid, once they are known.
    pub size: Option<(i64, i64)>,
    /// Values of params, once they are known.
    pub params: Vec<Option<TermId>>,
    /// All unknowns, in the order they were declared.
    pub unknowns: Vec<Unknown>,
    /// The values that are given, in the order they were found.
    pub givens: Vec<(UnknownId, TermId)>,
    /// Values that are given where they cannot be.
    pub misfits: Vec<Misfit>,
    /// Relations that graph constraints walk on.
    pub relations: Vec<Relation>,
    /// What evaluation may cost.
    pub budget: Budget,
    /// When it has to end.
    pub deadline: Deadline,
    /// Steps taken so far.
    pub steps: u64,
    /// The rule being evaluated, for messages.
    pub rule: String,
    /// Where it is being evaluated: the terms of a law's named placeholders.
    pub tuple: Box<[TermId]>,
    /// Comparisons of two places inside definitions, for the lint W707.
    pub compared: Set<Span>,
    /// Predicates some answer of which depended on values.
    pub value_predicates: Set<PredicateId>,
    /// While somebody watches: the unknowns whose values were read, in order, repeats among them. Calls that only count
    /// values are then made with values, so that their answers serve every position.
    pub watched: Option<Vec<u32>>,
    /// Families of unknowns, by whether the rule at hand read one that exists, or one that does not.
    pub family_reads: Map<Symbol, (bool, Option<Span>)>,
    pub(crate) cell: Symbol,
    /// The term of each placeholder, by its number: every run begins by asking for them.
    placeholders: Vec<TermId>,
    pub(crate) by_place: Map<TermId, UnknownId>,
    pub(crate) places: Map<Symbol, Arc<[TermId]>>,
    /// Families whose unknowns have been declared.
    pub(crate) declared: Set<Symbol>,
    pub(crate) clauses: Vec<index::Clauses>,
    /// The clauses of `given` as they were before a grid was laid.
    pub(crate) before_givens: Option<index::Clauses>,
    pub(crate) relation_ids: Map<PredicateId, RelationId>,
    pub(crate) memo: machine::Memo,
    /// The bounds of numbers that are computed otherwise than by sums.
    computed: Map<TermId, Interval>,
    /// Goals that walk together, by the conjunction they are of.
    pub(crate) conjunctions: Map<(GoalRef, u64), Arc<Goal>>,
}

impl World {
    /// The world of a program before its shape is known.
    pub fn new(program: &Program, budget: Budget) -> World {
        let mut terms = program.terms.clone();
        let cell = terms.symbol("cell");
        let single =
            program.families.iter().filter(|family| family.args.is_empty()).map(|family| family.name);
        single.for_each(|name| terms.take(name));
        for param in &program.params {
            let name = terms.symbol(&param.name);
            terms.take(name);
        }
        World {
            terms,
            formulas: Formulas::default(),
            size: None,
            params: vec![None; program.params.len()],
            unknowns: Vec::new(),
            givens: Vec::new(),
            misfits: Vec::new(),
            relations: Vec::new(),
            budget,
            deadline: Deadline::default(),
            steps: 0,
            rule: String::new(),
            tuple: Box::new([]),
            compared: Set::default(),
            value_predicates: Set::default(),
            watched: None,
            family_reads: Map::default(),
            cell,
            placeholders: Vec::new(),
            by_place: Map::default(),
            places: Map::default(),
            declared: Set::default(),
            clauses: program
                .predicates
                .iter()
                .map(|known| index::Clauses::new(known.clauses.clone()))
                .collect(),
            before_givens: None,
            relation_ids: Map::default(),
            memo: machine::Memo::default(),
            computed: Map::default(),
            conjunctions: Map::default(),
        }
    }

    /// The unknown at a place.
    pub fn unknown(&self, place: TermId) -> Option<UnknownId> {
        self.by_place.get(&place).copied()
    }

    /// The values of a place, if it holds an unknown.
    pub fn domain(&self, place: TermId) -> Option<&Domain> {
        self.unknown(place).map(|id| &self.unknowns[id.0 as usize].domain)
    }

    /// The values of an unknown as terms, in the order of its domain; nothing if there are more than `most`.
    pub fn values(&mut self, unknown: UnknownId, most: u64) -> Option<Vec<TermId>> {
        let domain = self.unknowns[unknown.0 as usize].domain.clone();
        if domain.len() > most {
            return None;
        }
        Some(match domain {
            Domain::Range(low, high) => (low..=high).map(|value| self.terms.int(value)).collect(),
            Domain::Integers(values) => values.iter().map(|&value| self.terms.int(value)).collect(),
            Domain::Symbols(values) => values
                .iter()
                .map(|&symbol| self.terms.add(crate::language::term::Node::Sym(symbol)))
                .collect(),
        })
    }

    /// Makes a term of each value of the unknowns with at most this many, so that copies of the world agree on them.
    pub fn name_values(&mut self, most: u64) {
        for unknown in 0..self.unknowns.len() as u32 {
            self.values(UnknownId(unknown), most);
        }
    }

    /// The term of the placeholder with this number; those before it come into being with it.
    pub(crate) fn placeholder(&mut self, number: usize) -> TermId {
        while self.placeholders.len() <= number {
            let term = self.terms.add(crate::language::term::Node::Var(self.placeholders.len() as u32));
            self.placeholders.push(term);
        }
        self.placeholders[number]
    }

    /// Says which rule is evaluated next.
    pub fn enter_rule(&mut self, rule: impl Into<String>) {
        self.rule = rule.into();
        self.tuple = Box::new([]);
    }

    /// The rule being evaluated and where: `law houses at row 3`.
    pub fn whereabouts(&self) -> String {
        if self.tuple.is_empty() {
            return self.rule.clone();
        }
        let terms: Vec<String> = self.tuple.iter().map(|&term| self.name(term)).collect();
        format!("{} at ({})", self.rule, terms.join(", "))
    }

    /// Sets the size of the grid, and with it the squares.
    pub fn set_size(&mut self, rows: i64, cols: i64) {
        self.size = Some((rows, cols));
        let mut squares = Vec::new();
        for row in 1..=rows {
            for column in 1..=cols {
                squares.push(self.cell_at(row, column));
            }
        }
        self.places.insert(self.cell, squares.into());
        self.forget();
    }

    /// The place `cell(row, column)`; it need not be on the grid.
    pub fn cell_at(&mut self, row: i64, column: i64) -> TermId {
        let args = [self.terms.int(row), self.terms.int(column)];
        self.terms.add(crate::language::term::Node::Place(self.cell, args.into()))
    }

    /// Row and column of a cell; nothing far beyond any board.
    pub fn coordinates(&self, place: TermId) -> Option<(i64, i64)> {
        use crate::language::term::Node;
        match self.terms.node(place) {
            Node::Place(name, args) if *name == self.cell => {
                match (self.terms.node(args[0]), self.terms.node(args[1])) {
                    (Node::Int(row), Node::Int(column)) => {
                        Some((i32::try_from(*row).ok()?.into(), i32::try_from(*column).ok()?.into()))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Declares an unknown; one that is declared already stays as it is.
    pub fn declare(&mut self, unknown: Unknown) {
        if self.by_place.contains_key(&unknown.place) {
            return;
        }
        if let crate::language::term::Node::Place(name, _) = self.terms.node(unknown.place) {
            self.declared.insert(*name);
        }
        let id = UnknownId(self.unknowns.len() as u32);
        self.by_place.insert(unknown.place, id);
        self.unknowns.push(unknown);
    }

    /// Sets the places of a family of unknowns, in order.
    pub fn set_family(&mut self, name: Symbol, places: Vec<TermId>) {
        self.places.insert(name, places.into());
        self.forget();
    }

    /// Adds a fact of the puzzle.
    pub fn add_fact(&mut self, predicate: PredicateId, row: Box<[TermId]>, span: Span) {
        self.clauses[predicate.0 as usize].add(row, span);
    }

    /// Whether a budget that all rules share has run out, or time: whatever is asked next would only run out of it again.
    pub fn is_exhausted(&self) -> bool {
        self.steps > self.budget.steps
            || self.terms.len() as u64 > self.budget.terms
            || self.terms.deepest() > crate::language::term::MOST_NESTING
            || self.formulas.deepest() > crate::language::term::MOST_NESTING
            || self.deadline.is_over()
    }

    /// Forgets all answers: something they rest on has changed.
    pub fn forget(&mut self) {
        self.memo = machine::Memo::default();
        self.relations.clear();
        self.relation_ids.clear();
    }
}

/// How a read of a value is decided.
#[derive(Clone, Copy, Debug)]
pub enum Policy<'v> {
    /// Not at all: the test becomes part of the answer's condition.
    Residual,
    /// By a finished grid or a position: a value for each unknown, in order.
    Known(&'v [TermId]),
    /// By the values known so far, in order; a test on any other fails, for pictures of a puzzle half done.
    Partly(&'v [Option<TermId>]),
    /// As under [`Policy::Known`], but values stay places and open terms: each test on them is decided by the position
    /// and written down, so that what comes out holds for every position in which these tests come out alike.
    Guided(&'v [TermId]),
    /// By the values read so far; any other read forks the run, see [`branch`].
    Branch(&'v Map<UnknownId, TermId>),
}

/// Why a goal did not simply go on.
#[derive(Debug)]
pub(crate) enum Stop {
    /// A name it needs is not bound yet.
    NotReady,
    /// It fails.
    Fails,
    /// A value was read inside a recursive definition: the call becomes one for a diagram.
    Walks,
    /// A value is needed that is not known yet: the run forks.
    Reads(UnknownId),
    /// Something is wrong with the rules.
    Wrong(Box<Diagnostic>),
}

impl From<Diagnostic> for Stop {
    fn from(diagnostic: Diagnostic) -> Self {
        Stop::Wrong(Box::new(diagnostic))
    }
}

/// A goal that always holds, for questions without one.
pub fn always(span: Span) -> Arc<Goal> {
    Arc::new(Goal { kind: crate::language::program::GoalKind::Truth(true), span, strict: false })
}

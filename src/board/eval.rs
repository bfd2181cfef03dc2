//! The evaluator: clauses run by resolution, and one decision, what happens when a value is read.
//!
//! Under [`Policy::Residual`] a test on values is not decided but added to the answer's condition; under
//! [`Policy::Known`] it is decided by a position or a finished grid, under [`Policy::Partly`] by what is known of one so far;
//! under [`Policy::Guided`] it is decided by a position and written down as well; under [`Policy::Branch`] the run forks, one
//! way for each value. Everything else is the same: laws, functions, comprehensions, moves and the checker all run here.
//!
//! ```text
//! Board    the frozen part of a puzzle: shape, unknowns, facts; shared by all who work on it
//! World    a run on it: terms, formulas, what is given, answers already found
//! Machine  one question: bindings, conditions, choices, continuations; never recurses on the stack
//! ```

mod bindings;
mod bounds;
pub mod branch;
mod budget;
mod builtins;
mod calls;
mod code;
mod compare;
mod expr;
mod functions;
mod graph;
mod heads;
mod lies;
mod linear;
mod lines;
mod lists;
mod machine;
mod met;
mod read;
mod run;
mod schedule;
mod show;
mod stacks;
mod sums;
mod truth;
mod unify;
mod walk;

use std::ops::Deref;
use std::sync::Arc;

use crate::base::clock::Deadline;
use crate::base::hash::{Map, Overlay, Set};
use crate::base::number::Interval;
use crate::board::clauses::Clauses;
use crate::board::formula::{Formulas, GoalRef};
use crate::board::frozen::Board;
use crate::board::meaning::Shapes;
use crate::board::relation::Relation;
use crate::board::unknown::{Domain, Misfit, Unknown, UnknownId};
use crate::language::diagnostic::Diagnostic;
use crate::language::program::{Goal, Grain, PredicateId, Program};
use crate::language::source::Span;
use crate::language::term::{Node, RelationId, Symbol, TermId, Terms};

pub(crate) use linear::Linear;
pub use machine::{Answer, Machine, Query};
pub use show::{SPOKEN, Show};

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

/// A run on a board: terms and conditions made on the way, answers found so far, what it may cost. What there was when
/// the board was [frozen](World::freeze) is shared by all clones, so that a clone is cheap.
#[derive(Clone, Debug)]
pub struct World {
    /// Shape, unknowns and facts.
    pub board: Arc<Board>,
    /// All terms.
    pub terms: Terms,
    /// All conditions.
    pub formulas: Formulas,
    /// Relations that graph constraints walk on.
    pub relations: Vec<Relation>,
    /// What the puzzle gives.
    pub given: Given,
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
    /// For each predicate: whether somebody has asked for a clause of it.
    pub(crate) asked: Vec<bool>,
    /// What lints ask afterwards.
    pub notes: Notes,
    /// While somebody watches: the unknowns whose values were read, in order, repeats among them. Calls that only count
    /// values are then made with values, so that their answers serve every position.
    pub watched: Option<Vec<u32>>,
    /// The term of each placeholder, by its number: every run begins by asking for them.
    placeholders: Vec<TermId>,
    pub(crate) relation_ids: Map<PredicateId, RelationId>,
    /// What can be reached at most along a relation from the places that were asked about.
    reached: Map<(RelationId, TermId), Set<TermId>>,
    pub(crate) memo: machine::Memo,
    /// The code that rules have become.
    lore: code::Lore,
    /// Whether questions are answered by code where they have any; else by resolution alone.
    pub(crate) coded: bool,
    /// What recursive definitions and line grammars say.
    pub shapes: Shapes,
    /// For each predicate whether puzzles differ in what it says, once all that they have in common has been found out.
    pub(crate) varying: Option<Arc<[bool]>>,
    /// What cells that have met values are to be for them.
    met: met::Met,
    /// The bounds of numbers that are computed otherwise than by sums.
    computed: Overlay<TermId, Interval>,
    /// Goals that walk together, by the conjunction they are of.
    pub(crate) conjunctions: Map<(GoalRef, u64), Arc<Goal>>,
    /// The goal that equations become which are put into one.
    equation: GoalRef,
}

/// What a puzzle gives: another puzzle on the same board gives something else.
#[derive(Clone, Default, Debug)]
pub struct Given {
    /// The values that are given, in the order they were found.
    pub values: Vec<(UnknownId, TermId)>,
    /// Values that are given where they cannot be.
    pub misfits: Vec<Misfit>,
    /// The clauses of `given` with the grid laid on them; the board has them without.
    pub(crate) clauses: Option<Clauses>,
}

/// What was seen while rules were evaluated, for lints.
#[derive(Clone, Default, Debug)]
pub struct Notes {
    /// Comparisons of two places inside definitions (W707).
    pub compared: Set<Span>,
    /// Predicates some answer of which depended on values.
    pub value_predicates: Set<PredicateId>,
    /// Families of unknowns, by whether the rule at hand read one that exists, or one that does not (W711).
    pub family_reads: Map<Symbol, (bool, Option<Span>)>,
}

impl Deref for World {
    type Target = Board;

    fn deref(&self) -> &Board {
        &self.board
    }
}

impl World {
    /// The world of a program before its shape is known.
    pub fn new(program: &Arc<Program>, budget: Budget) -> World {
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
            board: Arc::new(Board::new(program, cell)),
            formulas: Formulas::default(),
            relations: Vec::new(),
            given: Given::default(),
            budget,
            deadline: Deadline::default(),
            steps: 0,
            rule: String::new(),
            tuple: Box::new([]),
            asked: vec![false; program.predicates.len()],
            notes: Notes::default(),
            watched: None,
            placeholders: Vec::new(),
            relation_ids: Map::default(),
            reached: Map::default(),
            memo: machine::Memo::default(),
            lore: code::Lore::default(),
            coded: true,
            shapes: Shapes::default(),
            varying: None,
            met: met::Met::default(),
            computed: Overlay::default(),
            conjunctions: Map::default(),
            equation: sums::goal(),
        }
    }

    /// The same run under rules that differ in laws, moves and goals only.
    pub fn under(&self, program: &Arc<Program>) -> World {
        let mut board = Board::clone(&self.board);
        board.program = program.clone();
        World { board: Arc::new(board), ..self.clone() }
    }

    /// The board, while it is being built.
    pub(crate) fn build(&mut self) -> &mut Board {
        unshared(&mut self.board)
    }

    /// Shares all that has been found out with every clone to come.
    pub fn freeze(&mut self) {
        self.terms.freeze();
        self.formulas.freeze();
        self.memo.freeze();
        self.lore.freeze();
        self.computed.freeze();
    }

    /// The clauses of a predicate.
    pub(crate) fn clauses(&self, predicate: PredicateId) -> &Clauses {
        match &self.given.clauses {
            Some(clauses) if self.board.program.given == Some(predicate) => clauses,
            _ => &self.board.clauses[predicate.0 as usize],
        }
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
            Domain::Symbols(values) => {
                values.iter().map(|&symbol| self.terms.add(Node::Sym(symbol))).collect()
            }
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
            let term = self.terms.add(Node::Var(self.placeholders.len() as u32));
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
        self.build().size = Some((rows, cols));
        let mut squares = Vec::new();
        for row in 1..=rows {
            for column in 1..=cols {
                squares.push(self.cell_at(row, column));
            }
        }
        let cell = self.cell;
        let squares: Arc<[TermId]> = squares.into();
        self.build().set_squares(squares.clone());
        self.build().places.insert(cell, squares);
        self.forget();
    }

    /// The place `cell(row, column)`; it need not be on the grid.
    pub fn cell_at(&mut self, row: i64, column: i64) -> TermId {
        let args = [self.terms.int(row), self.terms.int(column)];
        self.terms.place(self.cell, &args)
    }

    /// The two numbers of a dot or a point, whichever is asked for; nothing far beyond any board.
    pub fn numbered(&self, place: TermId, grain: Grain) -> Option<(i64, i64)> {
        let Node::Compound(name, args) = self.terms.node(place) else { return None };
        let number = |at: usize| match self.terms.node(args[at]) {
            Node::Int(value) => i32::try_from(*value).ok().map(i64::from),
            _ => None,
        };
        (Some(self.terms.name(*name)) == grain.place() && args.len() == 2)
            .then(|| Some((number(0)?, number(1)?)))?
    }

    /// Row and column of a cell; nothing far beyond any board.
    pub fn coordinates(&self, place: TermId) -> Option<(i64, i64)> {
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
        unshared(&mut self.board).declare(unknown, &self.terms);
    }

    /// Sets the places of a family of unknowns, in order. What rests on which there are is to be forgotten then.
    pub fn set_family(&mut self, name: Symbol, places: Vec<TermId>) {
        self.build().places.insert(name, places.into());
    }

    /// The numbers of the clauses of a predicate that may match these arguments, in order.
    pub(crate) fn candidates(&mut self, predicate: PredicateId, args: &[TermId]) -> Arc<[u32]> {
        self.asked[predicate.0 as usize] = true;
        self.clauses(predicate).candidates(args, &self.terms)
    }

    /// Adds a fact of the puzzle.
    pub fn add_fact(&mut self, predicate: PredicateId, row: Box<[TermId]>, span: Span) {
        match &mut self.given.clauses {
            Some(clauses) if self.board.program.given == Some(predicate) => clauses.add(row, span),
            _ => self.build().add_fact(predicate, row, span),
        }
    }

    /// Whether a budget that all rules share has run out, or time: whatever is asked next would only run out of it again.
    pub fn is_exhausted(&self) -> bool {
        self.steps > self.budget.steps
            || self.terms.len() as u64 > self.budget.terms
            || self.terms.deepest() > crate::language::term::MOST_NESTING
            || self.formulas.deepest() > crate::language::term::MOST_NESTING
            || self.deadline.is_over()
    }

    /// Forgets all answers: something they rest on has changed. Of a board whose puzzles differ in some inputs only, those
    /// that rest on these.
    pub fn forget(&mut self) {
        if let Some(varying) = &self.varying {
            self.memo.forget(varying);
            self.relation_ids.retain(|predicate, _| !varying[predicate.0 as usize]);
            return;
        }
        self.memo = machine::Memo::default();
        self.met = met::Met::default();
        self.relations.clear();
        self.relation_ids.clear();
        self.reached.clear();
    }

    /// The same where unknowns have come: answers that rest on no value stay, but for those of the predicates of which
    /// `resting` says that they ask which unknowns there are.
    pub(crate) fn forget_unknowns(&mut self, resting: &[bool]) {
        let fixed = self.memo.seen.take_fixed(resting);
        self.forget();
        self.memo.seen.put_fixed(fixed);
    }

    /// The same run for another puzzle, with a board of its own.
    pub(crate) fn apart(&self) -> World {
        let board = Arc::new(Board::clone(&self.board));
        World { board, shapes: self.shapes.apart(), ..self.clone() }
    }
}

/// A board that nobody else has yet.
fn unshared(board: &mut Arc<Board>) -> &mut Board {
    debug_assert!(Arc::get_mut(board).is_some(), "a board that is shared is not changed");
    Arc::make_mut(board)
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
    /// It has no order that could be told beforehand: resolution has to ask.
    Beyond,
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

//! A resolved rule set: names are numbers, sugar is gone, and every goal knows which placeholders it waits for.
//!
//! Holds after [`crate::language::resolve`]: no unknown name; no function call inside an expression except built-in ones; no
//! comprehension, segment pattern or arithmetic inside an argument of a call; heads are linear.

mod construct;
pub mod doc;
mod drawing;
mod goal;
mod grain;
pub mod print;
mod visit;

use std::sync::Arc;

use crate::language::source::{SourceId, Span};
use crate::language::term::{Symbol, TermId, Terms};

pub use construct::{Builtin, Census, Construct, Form, Function, Lie, Named};
pub use drawing::{Drawing, FIGURES, Figure};
pub use goal::{Expr, Goal, GoalKind, PatternItem};
pub use grain::Grain;

/// Number of a predicate in its [`Program`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PredicateId(pub u32);

/// Number of a line grammar's head in its [`Program`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GrammarId(pub u32);

/// Number of a placeholder within its clause or law.
pub type Slot = u16;

/// A whole rule set with its puzzle, ready to be evaluated.
#[derive(Clone, Default, Debug)]
pub struct Program {
    /// The terms that occur in it.
    pub terms: Terms,
    /// Named constants.
    pub params: Vec<Param>,
    /// The grid, if there is one.
    pub grid: Option<Grid>,
    /// Unknowns other than the grid's.
    pub families: Vec<Family>,
    /// All predicates, the prelude's among them.
    pub predicates: Vec<Predicate>,
    /// The heads of line grammars.
    pub grammars: Vec<Grammar>,
    /// The laws, in the order of the files.
    pub laws: Vec<Law>,
    /// The moves.
    pub moves: Vec<Move>,
    /// What the last position must satisfy.
    pub goals: Vec<Law>,
    /// Numbers of moves that are still needed at least, read from a position.
    pub bounds: Vec<Body>,
    /// What is to be made small or large.
    pub objective: Option<Objective>,
    /// The clues that may be given when puzzles are made.
    pub offers: Vec<Offer>,
    /// Rule sets that describe its boards, for making puzzles.
    pub sketches: Vec<Sketch>,
    /// What must come out.
    pub expectations: Vec<Expectation>,
    /// Laws whose change need not be noticed by any sample.
    pub pardons: Vec<Pardon>,
    /// How a picture of the puzzle is drawn, the prelude's hints first.
    pub drawings: Vec<Drawing>,
    /// Drawn layers and strips, read but not yet laid on the grid.
    pub pictures: Vec<LayerPicture>,
    /// Relations in `reach`, each with where it stands, in files that do not say which language they were written for.
    pub reaches: Vec<(PredicateId, Span)>,
    /// The predicate `given/2`.
    pub given: Option<PredicateId>,
    /// The symbol `cell`.
    pub cell: Option<Symbol>,
    /// The text of the prelude.
    pub prelude: Option<SourceId>,
    /// What the files say of themselves, `title` or `author`, each once.
    pub captions: Vec<(String, String)>,
    /// What somebody asks about the board.
    pub question: Option<Question>,
}

impl Program {
    /// Leaves the board and the definitions, and no law or anything else that would be worked out for it.
    pub fn drop_laws(&mut self) {
        self.laws.clear();
        self.goals.clear();
        self.moves.clear();
        self.bounds.clear();
        self.objective = None;
    }

    /// What the files say of themselves by this name.
    pub fn caption(&self, name: &str) -> Option<&str> {
        let found = self.captions.iter().find(|(known, _)| known == name);
        found.map(|(_, text)| text.as_str()).filter(|text| !text.is_empty())
    }

    /// The written name of a placeholder of a goal, if it has one.
    pub fn name_of(&self, slot: Slot, goal: &Goal) -> Option<String> {
        let rules =
            self.predicates.iter().flat_map(|predicate| &predicate.clauses).filter_map(
                |clause| match clause {
                    Clause::Rule(rule) => Some((&rule.goal, &rule.scope)),
                    Clause::Fact(..) => None,
                },
            );
        let laws = self.laws.iter().chain(&self.goals).chain(self.moves.iter().map(|rule| &rule.law));
        let laws = laws.flat_map(|law| [(&law.condition, &law.scope), (&law.must, &law.scope)]);
        let families = self.families.iter().map(|family| (&family.goal, &family.scope));
        let families = families.chain(self.offers.iter().map(|offer| (&offer.goal, &offer.scope)));
        let bodies = self
            .params
            .iter()
            .flat_map(|param| param.values.iter().chain(&param.derived))
            .chain(&self.bounds)
            .chain(self.sketches.iter().flat_map(|sketch| sketch.with.iter().map(|(_, _, value)| value)))
            .chain(self.objective.iter().map(|found| &found.value));
        let bodies = bodies.map(|body| (&body.goal, &body.scope));
        let drawings = self.drawings.iter().map(|drawing| (&drawing.goal, &drawing.scope));
        let drawings = drawings.chain(self.question.iter().map(|asked| (&asked.goal, &asked.scope)));
        let (_, scope) = rules
            .chain(laws)
            .chain(families)
            .chain(bodies)
            .chain(drawings)
            .find(|(root, _)| root.contains(goal))?;
        scope.names.get(usize::from(slot)).filter(|name| !name.is_empty()).cloned()
    }
}

/// A condition that somebody asks about a board: for which places does it hold?
#[derive(Clone, Debug)]
pub struct Question {
    /// The condition.
    pub goal: Arc<Goal>,
    /// The placeholders.
    pub scope: Scope,
    /// Those that are to be told, in order.
    pub named: Vec<Slot>,
}

/// A named constant.
#[derive(Clone, Debug)]
pub struct Param {
    /// Its name.
    pub name: String,
    /// Its value; of several defaults the first counts whose params are known and that has a value. Never empty.
    pub values: Vec<Body>,
    /// Whether somebody set it: `--set` or `with`, not just the default.
    pub set: bool,
    /// What a rule set makes of it from other params, with `use latin with n = r*c`: whatever else gives it a value must
    /// come to the same.
    pub derived: Option<Body>,
    /// Where its value stands.
    pub span: Span,
}

/// An expression with the goals that compute its parts, in a scope of its own.
#[derive(Clone, Debug)]
pub struct Body {
    /// The placeholders.
    pub scope: Scope,
    /// What must be solved first.
    pub goal: Arc<Goal>,
    /// The value.
    pub value: Expr,
    /// Where the expression stands.
    pub span: Span,
}

/// The placeholders of one statement.
#[derive(Clone, Default, Debug)]
pub struct Scope {
    /// Their names; those made by the compiler are empty.
    pub names: Vec<String>,
    /// Where each stands first.
    pub spans: Vec<Span>,
}

impl Scope {
    /// How many placeholders there are.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }
}

/// `grid(rows, cols) :: domain`.
#[derive(Clone, Debug)]
pub struct Grid {
    /// Number of rows.
    pub rows: Body,
    /// Number of columns.
    pub cols: Body,
    /// The params that are these dimensions by themselves.
    pub bare: (Option<usize>, Option<usize>),
    /// The values of a cell; none where the grid has squares only.
    pub domain: Option<Body>,
    /// The statement.
    pub span: Span,
}

/// `name(Args) :: domain :- goal`.
#[derive(Clone, Debug)]
pub struct Family {
    /// Its name.
    pub name: Symbol,
    /// Whether it is not shown, and solutions are not told apart by it.
    pub hidden: bool,
    /// The index.
    pub args: Vec<Expr>,
    /// The values, as an expression over the index.
    pub domain: Expr,
    /// One unknown for each answer.
    pub goal: Arc<Goal>,
    /// The placeholders.
    pub scope: Scope,
    /// The statement's head.
    pub span: Span,
}

/// A predicate: definition, input, or both.
#[derive(Clone, Debug)]
pub struct Predicate {
    /// Its name.
    pub name: String,
    /// How many arguments it has.
    pub arity: usize,
    /// Clauses in order.
    pub clauses: Vec<Clause>,
    /// Whether it is declared `input`.
    pub input: bool,
    /// Whether a lone clue of this input is a list of one.
    pub lists: bool,
    /// Where the symbols of its drawing stand.
    pub grain: Grain,
    /// Whether the prelude defines it.
    pub prelude: bool,
    /// Whether it can call itself, directly or through others.
    pub recursive: bool,
    /// For each argument: whether only its value counts, never which place it is.
    pub value_only: Vec<bool>,
    /// Whether only values count in it, never which place has them.
    pub by_value: bool,
    /// Whether some law's right side, or a graph constraint, may ask for it.
    pub constrains: bool,
    /// Whether a picture shows its facts, through a drawing hint or as givens.
    pub drawn: bool,
    /// Where it was first declared or defined.
    pub span: Span,
}

/// A clause.
#[derive(Clone, Debug)]
pub enum Clause {
    /// A fact without placeholders, and where it stands.
    Fact(Box<[TermId]>, Span),
    /// Any other.
    Rule(Arc<Rule>),
}

impl Clause {
    /// Where its head stands.
    pub fn span(&self) -> Span {
        match self {
            Clause::Fact(_, span) => *span,
            Clause::Rule(rule) => rule.span,
        }
    }
}

/// A clause with placeholders or a body.
#[derive(Clone, Debug)]
pub struct Rule {
    /// Patterns of the arguments: each placeholder at most once, no arithmetic.
    pub head: Vec<Expr>,
    /// The body.
    pub goal: Arc<Goal>,
    /// The placeholders.
    pub scope: Scope,
    /// The head.
    pub span: Span,
}

/// A law, or one of the goals of a move puzzle.
#[derive(Clone, Debug)]
pub struct Law {
    /// Its name.
    pub name: String,
    /// The doc line.
    pub doc: String,
    /// Left of `=>`.
    pub condition: Arc<Goal>,
    /// Right of `=>`.
    pub must: Arc<Goal>,
    /// The placeholders of both sides.
    pub scope: Scope,
    /// Those named left of `=>`, in order: the tuple by which instances are told apart.
    pub tuple: Vec<Slot>,
    /// How many of these, from the last, tell instances apart that say the same: none, unless somebody has to know which facts
    /// each comes from.
    pub marks: usize,
    /// The inputs that the condition reads, directly or through definitions.
    pub inputs: Vec<PredicateId>,
    /// All inputs that either side reads, also under `not`.
    pub reads: Vec<PredicateId>,
    /// The goals of the condition as written, with where they stand.
    pub steps: Vec<(Arc<Goal>, Span)>,
    /// Where the name stands.
    pub span: Span,
}

/// A move.
#[derive(Clone, Debug)]
pub struct Move {
    /// What it does when it acts, in the shape of a law.
    pub law: Law,
    /// The head's arguments.
    pub head: Vec<Expr>,
    /// Whether what it does depends only on the values of the places it acts on, never on which places they are.
    pub by_value: bool,
}

/// `offer name(Args) :- goal`: each answer on a finished grid is a fact that its puzzle may state.
#[derive(Clone, Debug)]
pub struct Offer {
    /// The input.
    pub predicate: PredicateId,
    /// The arguments of the fact.
    pub args: Vec<Expr>,
    /// One fact for each answer.
    pub goal: Arc<Goal>,
    /// The placeholders.
    pub scope: Scope,
    /// Whether a puzzle tells all its facts, as `offer all(p(A, B))` says; else as many as it needs.
    pub complete: bool,
    /// The statement's head.
    pub span: Span,
}

/// `sketch name with n = 4`: a rule set whose offers are boards of this one.
#[derive(Clone, Debug)]
pub struct Sketch {
    /// The name of the rule set.
    pub name: String,
    /// Its params and their values, which may name params of the rule set that is sketched for.
    pub with: Vec<(String, Span, Body)>,
    /// The rule set itself; nothing before it is found.
    pub program: Option<Arc<Program>>,
    /// Where the name stands.
    pub span: Span,
}

/// What is to be made small or large.
#[derive(Clone, Debug)]
pub struct Objective {
    /// Large rather than small.
    pub maximise: bool,
    /// The number.
    pub value: Body,
}

/// What must come out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expectation {
    /// The kind.
    pub what: Expected,
    /// The statement.
    pub span: Span,
}

/// The kinds of expectation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expected {
    /// Exactly one solution.
    Unique,
    /// No solution, or no plan.
    None,
    /// Two or more solutions.
    Several,
    /// This many solutions.
    Count(i64),
    /// A shortest plan of this length.
    Moves(i64),
    /// This value of the objective.
    Best(i64),
}

/// `expect implied = law.` or `expect slack = law.`: the author knows that the law, or a part of it, follows from the others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pardon {
    /// The law's name.
    pub law: String,
    /// Whether all of it follows; else only a weaker law says as much.
    pub whole: bool,
    /// The statement.
    pub span: Span,
}

/// A drawn layer or a strip.
#[derive(Clone, Debug)]
pub struct LayerPicture {
    /// The predicate with two arguments: a symbol in a cell, or a clue at a place of a strip.
    pub cells: Option<PredicateId>,
    /// The predicate with three arguments: a mark between two cells.
    pub marks: Option<PredicateId>,
    /// The drawing; a strip has one row.
    pub picture: crate::language::puzzle::Picture,
    /// Whether it is a strip beside the grid.
    pub strip: bool,
    /// The name in the text.
    pub span: Span,
}

impl LayerPicture {
    /// Where its symbols stand; nothing if they may be cells, or cells and marks between them.
    pub fn grain(&self, program: &Program) -> Option<Grain> {
        let cells = self.cells.map(|id| program.predicates[id.0 as usize].grain);
        match (cells, self.marks) {
            (Some(Grain::Cells), Some(_)) => None,
            (None, _) => Some(Grain::Marks),
            (cells, _) => cells,
        }
    }
}

/// A line grammar's head.
#[derive(Clone, Debug)]
pub struct Grammar {
    /// Its name.
    pub name: String,
    /// How many arguments it has.
    pub arity: usize,
    /// Alternatives, in order.
    pub clauses: Vec<GrammarClause>,
}

/// One alternative of a line grammar.
#[derive(Clone, Debug)]
pub struct GrammarClause {
    /// Patterns of the arguments.
    pub head: Vec<Expr>,
    /// The equations of a head that is not linear.
    pub goal: Arc<Goal>,
    /// What is read, in order.
    pub items: Vec<GrammarItem>,
    /// The placeholders.
    pub scope: Scope,
    /// The head.
    pub span: Span,
}

/// What a line grammar reads.
#[derive(Clone, Debug)]
pub enum GrammarItem {
    /// One cell with this value; an unbound placeholder takes any value and keeps it.
    Value(Expr),
    /// One cell with a value among these.
    OneOf(Expr),
    /// One cell with any value.
    Any,
    /// What another head reads.
    Head(GrammarId, Vec<Expr>),
    /// One of several sequences.
    Choice(Vec<Vec<GrammarItem>>),
    /// Any number of times.
    Star(Box<GrammarItem>),
    /// This many times.
    Power(Box<GrammarItem>, Expr),
}

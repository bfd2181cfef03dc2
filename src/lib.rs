//! gridlog: a declarative rule engine for puzzles.
//!
//! People describe a puzzle in a small language; gridlog expands the rules on a board, compiles them into propagators and
//! answers with solutions that have been checked on the rules as written.
//!
//! Each folder of `src/` is a tower, and each may use those named beside it:
//!
//! ```towers
//! base      ·
//! language  base
//! board     base language
//! solver    base
//! compile   base language board solver
//! moves     base language board
//! services  base language board solver compile moves
//! cli       base language board solver compile moves services
//! ```
//!
//! The language tower knows text and pictures and no solver, the solver tower knows variables and values and no text; `compile`
//! is the bridge between a board and the solver. Only `cli` reads files or prints.
//!
//! ```text
//!  text ──parse──> File ──resolve──> Program ──ground──> instances ──compile──> Model ──search──> values
//!      language::syntax    ::resolve        board::ground, eval           compile    solver::search  │
//!                                                │                                                   │
//!                                                └──── the source rules ────── board::check <────────┘
//! ```
//!
//! Rules with moves become a [`moves`] system instead of a model: positions are searched for a shortest plan, and the plan
//! is replayed by the evaluator.
//!
//! Each stage up to the instances is one function from its input to its output and a list of [`diagnostic`]s; what can no
//! longer occur after a stage is written where the stage is. The [`eval`]uator runs clauses by resolution under four
//! policies for reading a value: leave it as a condition (instances), know it (checker, moves), know it partly (pictures),
//! or fork on it (diagrams).
//!
//! Words: a *law* is a named rule and an *instance* that law at one place; a *placeholder* is an upper-case name in a rule; a
//! *place* is where an *unknown* lives, a cell or anything else declared; a *clue* is what a puzzle supplies, a *given* a clue
//! that fixes a cell; a *variable* is an unknown of the model and its *domain* the values still possible; a *constraint* is what
//! must hold, a *propagator* what prunes for it; a *diagnostic* is about user text.
//!
//! On the model and the instances stand the services: [`solve`] answers, [`verify`] judges, [`explain`] says why and how hard, [`generate`] makes
//! puzzles, [`render`] draws them, [`samples`] tests rule sets, [`compare`] is for teachers. [`moves`] is a second engine, for
//! positions that change: a *move* leads from one *position* to another, a *plan* is a list of moves to the goal.
//!
//! Invariants: the same text and seed give the same bytes; nothing iterates a hash map into visible order; every
//! solution shown has passed [`check`], which shares no code with the propagators; panics are bugs.

pub mod base;
pub mod board;
pub mod compile;
pub mod language;
pub mod moves;
pub mod services;
pub mod solver;

pub mod cli;

/// The stages one by one, for the tests and benches of this crate. Nothing here is promised to stay.
#[doc(hidden)]
pub mod stages {
    pub use crate::base::{clock, hash, number};
    pub use crate::board::{check, draw, eval, formula, ground, unknown};
    pub use crate::language::{diagnostic, program, puzzle, resolve, source, syntax, term};
    pub use crate::services::{compare, explain, generate, record, render, samples, solve, verify};
    pub use crate::solver::{constraints, diagram, engine, search};
    pub use crate::{compile, moves};
}

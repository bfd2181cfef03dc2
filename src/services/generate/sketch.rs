//! Boards drawn at random: a sketch is filled as any rule set is, and what it offers are the facts of a board.
//!
//! A sketch with moves starts from a random position that satisfies its goal and walks at random: where the moves undo
//! those of a puzzle, that gives boards from which there is a way.

use std::sync::Arc;

use super::fill::{self, WILD};
use super::positions;
use super::random::Random;
use super::{Effort, Trouble, offers, write};
use crate::board::eval::{World, always};
use crate::board::ground::{self, Options, ground};
use crate::language::diagnostic::Diagnostic;
use crate::language::program::{Body, Expr, Program, Scope, Sketch};
use crate::language::puzzle::written::Puzzle;
use crate::language::term::{Node, TermId};
use crate::services::solve::{Failure, Solver};

/// A sketch on a board of some size.
#[derive(Debug)]
pub struct Sketcher {
    program: Arc<Program>,
    solver: Solver,
    /// The params of the puzzle, whose names mean something in a fact.
    params: Vec<String>,
}

impl Sketcher {
    /// Compiles a sketch for a puzzle. What both declare as a param has the puzzle's value, unless the statement says
    /// otherwise.
    pub fn new(
        sketch: &Sketch,
        puzzle: &Program,
        world: &mut World,
        options: &Options,
    ) -> Result<Option<Sketcher>, Trouble> {
        let Some(rules) = &sketch.program else { return Ok(None) };
        let mut program = Program::clone(rules);
        for (number, param) in puzzle.params.iter().enumerate() {
            if let Some(value) = world.params[number] {
                set(&mut program, &param.name, value, world);
            }
        }
        for (name, _, value) in &sketch.with {
            let value = ground::value(value, world).map_err(Failure::Rules)?;
            set(&mut program, name, value, world);
        }
        let options = Options { puzzle: false, ..options.without_grid() };
        let program = Arc::new(program);
        let still = positions::still(&program, true);
        let (ground, wrong) = ground(&Arc::new(still), &options);
        if let Some(wrong) = wrong.into_iter().find(Diagnostic::is_error) {
            return Err(Trouble::Failed(Failure::Rules(Box::new(wrong))));
        }
        let solver = Solver::new(ground)?;
        let params = puzzle.params.iter().map(|param| param.name.clone()).collect();
        Ok(Some(Sketcher { program, solver, params }))
    }

    /// Draws a board: the facts of `base` and those of the sketch. A walk has this many moves.
    pub fn draw(
        &mut self,
        base: Puzzle,
        walk: usize,
        effort: &Effort,
        random: &mut Random,
        stop: &dyn Fn() -> bool,
    ) -> Result<Puzzle, Trouble> {
        let mut values = fill::fill(&mut self.solver, &[], WILD, effort, random, stop).map_err(
            |trouble| match trouble {
                Trouble::NoSolution => Trouble::NoBoard,
                Trouble::Unfilled(conflicts) => Trouble::Undrawn(conflicts),
                trouble => trouble,
            },
        )?;
        // The solver knows the rules without moves.
        let mut world = self.solver.judge.under(&self.program);
        if !self.program.moves.is_empty() {
            values = positions::walk(&mut world, values, walk, random)?;
        }
        world.steps = 0;
        let facts = offers::offered(&mut world, &values, &[]).map_err(Failure::Rules)?.all();
        Ok(write::drawn(base, &world, facts.iter(), &self.params))
    }

    /// Whether a puzzle tells already what the sketch would.
    pub fn is_told(&self, puzzle: &Program, world: &World) -> bool {
        self.program.offers.iter().any(|offer| {
            let offered = &self.program.predicates[offer.predicate.0 as usize];
            let same = |input: &&crate::language::program::Predicate| {
                input.name == offered.name && input.arity == offered.arity
            };
            let number = puzzle.predicates.iter().position(|input| same(&input));
            number.is_some_and(|number| {
                world.clauses(crate::language::program::PredicateId(number as u32)).facts().next().is_some()
            })
        })
    }
}

/// Sets a param of a sketch to a value of the puzzle, if it has one of that name.
fn set(program: &mut Program, name: &str, value: TermId, world: &World) {
    let value = match world.terms.node(value) {
        Node::Sym(symbol) => program.terms.sym(world.terms.name(*symbol)),
        node @ Node::Int(_) => program.terms.add(node.clone()),
        _ => return,
    };
    if let Some(param) = program.params.iter_mut().find(|param| param.name == name) {
        let span = param.span;
        param.set = true;
        let scope = Scope::default();
        param.values = vec![Body { scope, goal: always(span), value: Expr::Ground(value), span }];
    }
}

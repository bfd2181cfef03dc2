//! What all puzzles of one board have in common, found out once: the size, params and unknowns, and what the laws say that
//! read nothing a puzzle draws.
//!
//! ```text
//! rules, size of the drawings ──> board, unknowns, laws that read no drawing      common to all, frozen
//!                                        │
//! drawings ──────────────────────────────┴──> facts, all other laws               a puzzle's own
//! ```
//!
//! A puzzle alone takes the same two steps, so that what comes out does not depend on who was expanded before.

use std::sync::{Arc, Mutex, PoisonError};

use super::instances::{Expanded, expand_law};
use super::pictures::{self, Size};
use super::{Options, params, unknowns};
use crate::board::eval::World;
use crate::language::diagnostic::Diagnostic;
use crate::language::program::{Body, Law, PredicateId, Program};
use crate::language::resolve::calls::{asks_any, resting_on};

/// What the puzzles of a run have in common, kept from one to the next by whoever expands several whose rules are the same
/// but for their drawings. The one board that was expanded last is kept.
#[derive(Clone, Default, Debug)]
pub struct Kept(Arc<Mutex<Option<Arc<Common>>>>);

/// What all puzzles of a board have in common.
#[derive(Debug)]
pub(super) struct Common {
    /// The sizes of the drawings.
    sizes: Vec<[Option<usize>; 2]>,
    pub(super) world: World,
    /// What each law says that reads no drawing.
    pub(super) laws: Vec<Option<Expanded>>,
}

impl Kept {
    /// Whether nothing has been found out.
    pub fn is_empty(&self) -> bool {
        self.get().is_none()
    }

    fn get(&self) -> Option<Arc<Common>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set(&self, common: Arc<Common>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(common);
    }
}

/// The world of a puzzle before anything drawn is laid on it, and what is known of its laws.
pub(super) type Begun = (World, Vec<Option<Expanded>>);

/// What the puzzles before this one had in common with it, if their drawings had the same sizes.
pub(super) fn of_others(program: &Arc<Program>, drawn: &[Size], options: &Options) -> Option<Begun> {
    let known = options.kept.as_ref()?.get().filter(|known| known.is_for(program, drawn))?;
    let mut world = known.world.apart();
    world.build().program = program.clone();
    world.deadline = options.deadline.clone();
    Some((world, known.laws.clone()))
}

/// What a puzzle has in common with others that draw something else; nothing if something is wrong with it.
pub(super) fn begin(
    program: &Program,
    drawn: &[Size],
    options: &Options,
    world: World,
    varying: Vec<bool>,
) -> Option<Begun> {
    let (mut world, laws) = found_out(program, drawn, world, varying)?;
    let Some(kept) = &options.kept else { return Some((world, laws)) };
    world.freeze();
    let begun = (world.apart(), laws.clone());
    kept.set(Arc::new(Common { sizes: sizes(drawn), world, laws }));
    Some(begun)
}

fn sizes(drawn: &[Size]) -> Vec<[Option<usize>; 2]> {
    drawn.iter().map(|size| [size.rows, size.cols]).collect()
}

impl Common {
    /// Whether it was found out from the same rules and from drawings of the same sizes.
    fn is_for(&self, program: &Program, drawn: &[Size]) -> bool {
        let (laws, others) = (&self.world.program.laws, &program.laws);
        let same = |(law, other): (&Law, &Law)| Arc::ptr_eq(&law.must, &other.must);
        laws.len() == others.len() && laws.iter().zip(others).all(same) && self.sizes == sizes(drawn)
    }
}

/// For each predicate whether it rests on what is drawn; nothing if the board itself does, or nothing is drawn but values.
pub(super) fn varying(program: &Program) -> Option<Vec<bool>> {
    let layers = || program.pictures.iter().flat_map(|layer| [layer.cells, layer.marks]).flatten();
    let own = |id: &PredicateId| Some(*id) != program.given;
    if !layers().any(|id| own(&id)) || !program.moves.is_empty() || !program.goals.is_empty() {
        return None;
    }
    let drawn: Vec<PredicateId> = layers().chain(program.given).collect();
    let rests = resting_on(&drawn, program);
    let asked = |body: &Body| asks_any(&body.goal, &rests);
    let params = program.params.iter().flat_map(|param| param.values.iter().chain(&param.derived));
    let grid = program.grid.iter().filter_map(|grid| grid.domain.as_ref());
    let cell = program.predicates.iter().position(|known| known.name == "cell" && known.arity == 1);
    let fixed = !params.chain(grid).any(asked)
        && !cell.is_some_and(|cell| rests[cell])
        && !program.families.iter().any(|family| asks_any(&family.goal, &rests));
    fixed.then_some(rests)
}

/// Finds out what a board has in common with others.
fn found_out(program: &Program, drawn: &[Size], mut world: World, varying: Vec<bool>) -> Option<Begun> {
    let mut wrong: Vec<Diagnostic> = Vec::new();
    params::evaluate_rest(program, drawn, &mut world, &mut wrong);
    unknowns::declare(program, unknowns::resting(program).as_deref(), &mut world, &mut wrong);
    if !wrong.is_empty() {
        return None;
    }
    let mut laws = Vec::with_capacity(program.laws.len());
    let mut count = 0;
    for (number, law) in program.laws.iter().enumerate() {
        let varies = [&law.condition, &law.must].into_iter().any(|goal| asks_any(goal, &varying));
        let expanded = if varies { None } else { Some(expand_law(law, number, &mut world, count)) };
        if world.is_exhausted() {
            return None;
        }
        count += expanded.as_ref().map_or(0, |expanded| expanded.instances.len());
        laws.push(expanded);
    }
    world.varying = Some(varying.into());
    Some((world, laws))
}

/// Lays what is drawn on what is common.
pub(super) fn lay(
    program: &Program,
    options: &Options,
    world: &mut World,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let asked = world.asked.clone();
    pictures::lay_clues(program, world, diagnostics);
    pictures::lay_givens(program, options.grid.as_ref(), None, world, diagnostics);
    if !options.answer {
        diagnostics.extend(pictures::misfits(world));
    }
    world.asked.iter_mut().zip(asked).for_each(|(now, before)| *now |= before);
}

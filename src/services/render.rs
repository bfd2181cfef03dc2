//! Pictures of a puzzle: the board, its clues, values and candidates, with some places highlighted.
//!
//! ```text
//! scene(&mut World, &View) -> Result<Scene, Box<Diagnostic>>               what is drawn where, no pixels yet
//! svg::write(&Scene) -> String                                              a whole SVG document
//! terminal::write(&Scene, colour: bool) -> String                           rows of characters
//! svg::sheet(&[Leaf]), svg::Series, page::Page                              many pictures with their texts
//! booklet::write(&Look, &[Entry]) -> String                                 pages to print
//! live::live(&mut World) -> Result<Live, ..>                               a picture that follows the values
//! steps(&Explainer, &Explanation), plan(.., &Report) -> Vec<Leaf>           the pictures of a solution
//! ```
//!
//! What a rule set wants drawn it says itself, with `draw` statements; nothing here knows a puzzle. A step of an
//! explanation is a [`View`] with the values known so far, the candidates left, and the places of its conclusion and its
//! reason.

mod between;
pub mod booklet;
mod contents;
mod figures;
mod highlights;
mod junction;
mod leaf;
pub mod live;
pub mod page;
pub(super) mod places;
mod plan;
mod scene;
mod steps;
mod summary;
pub mod svg;
pub mod terminal;
mod usual;

use self::contents::Contents;
use crate::board::eval::World;
use crate::board::unknown::UnknownId;
use crate::language::diagnostic::Diagnostic;
use crate::language::term::TermId;

pub(super) use places::word;
pub(super) use svg::{UNIT as PIXELS, escaped};

pub use leaf::Leaf;
pub use plan::plan;
pub use scene::{
    Band, Cell, Clue, Colour, Content, Drawn, Form, Highlight, Lattice, Note, Pencil, Point, Scene, Shape,
    Side,
};
pub use steps::{opening, steps};
pub use summary::Summary;

/// What is to be seen of a puzzle, besides its board and clues.
#[derive(Clone, Copy, Default, Debug)]
pub struct View<'a> {
    /// The value of each unknown, as far as it is known; empty for what is given and no more.
    pub values: &'a [Option<TermId>],
    /// The values that each unknown may still have, drawn as pencil marks where no value is known; empty for none.
    pub candidates: &'a [Vec<TermId>],
    /// Candidates to strike out: those that a step rules out. They need not be listed in `candidates`.
    pub struck: &'a [(UnknownId, TermId)],
    /// What a step is about: places, or lists and sets of places.
    pub conclusion: &'a [TermId],
    /// Where its reasons lie.
    pub reason: &'a [TermId],
    /// What the laws that it uses speak of.
    pub scope: &'a [TermId],
}

/// Draws a puzzle.
///
/// # Errors
/// What is wrong with a `draw` statement.
pub fn scene(world: &mut World, view: &View<'_>) -> Result<Scene, Box<Diagnostic>> {
    let values = values(world, view);
    let (rows, cols) = world.size.unwrap_or((0, 0));
    let mut scene = Scene::new(rows as i32, cols as i32);
    let spelling = figures::draw(world, &values, &mut scene)?;
    let contents = Contents { world, view, values: &values, spelling: &spelling };
    // In a position all values stand on the board, and none of them was found.
    contents.fill(!world.program.moves.is_empty(), &mut scene);
    between::missing(&contents, &scene).add(&mut scene);
    usual::draw(world, &mut scene);
    scene.part_sides();
    for (terms, highlight) in [
        (view.scope, Highlight::Scope),
        (view.reason, Highlight::Reason),
        (view.conclusion, Highlight::Conclusion),
    ] {
        highlights::add(&contents, terms, highlight, &mut scene);
    }
    if !view.conclusion.is_empty() {
        highlights::note_known(&contents, &mut scene);
    }
    Ok(scene)
}

/// The values to be seen: those of the view, else the first position, else what is given.
fn values(world: &mut World, view: &View<'_>) -> Vec<Option<TermId>> {
    if !view.values.is_empty() {
        return view.values.to_vec();
    }
    if !world.program.moves.is_empty() {
        return crate::board::ground::moves::start(world).into_iter().map(Some).collect();
    }
    let mut given = vec![None; world.unknowns.len()];
    for &(unknown, value) in &world.given.values {
        given[unknown.0 as usize] = Some(value);
    }
    given
}

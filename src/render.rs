//! Pictures of a puzzle: the board, its clues, values and candidates, with some places highlighted.
//!
//! ```text
//! scene(&Program, &mut World, &View) -> Result<Scene, Box<Diagnostic>>     what is drawn where, no pixels yet
//! svg::write(&Scene) -> String                                              a whole SVG document
//! terminal::write(&Scene, colour: bool) -> String                           rows of characters
//! svg::sheet(&[Leaf]), page::Page                                           many pictures with their texts
//! steps(&Explainer, &Explanation), plan(.., &Report) -> Vec<Leaf>           the pictures of a solution
//! ```
//!
//! What a rule set wants drawn it says itself, with `draw` statements; nothing here knows a puzzle. A step of an
//! explanation is a [`View`] with the values known so far, the candidates left, and the places of its conclusion and its
//! reason.

mod figures;
mod highlights;
mod junction;
mod leaf;
pub mod page;
mod places;
mod plan;
mod scene;
mod steps;
pub mod svg;
pub mod terminal;
mod usual;

use crate::diagnostic::Diagnostic;
use crate::eval::{Domain, UnknownId, World};
use crate::hash::Map;
use crate::program::Program;
use crate::term::TermId;

pub use leaf::Leaf;
pub use plan::plan;
pub use scene::{
    Band, Cell, Clue, Colour, Content, Drawn, Form, Highlight, Lattice, Note, Pencil, Point, Scene, Shape,
    Side,
};
pub use steps::steps;

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
pub fn scene(program: &Program, world: &mut World, view: &View<'_>) -> Result<Scene, Box<Diagnostic>> {
    let mut given: Vec<Option<TermId>> = vec![None; world.unknowns.len()];
    for &(unknown, value) in &world.givens {
        given[unknown.0 as usize] = Some(value);
    }
    let mut values = view.values.to_vec();
    if values.is_empty() && program.moves.is_empty() {
        values.clone_from(&given);
    } else if values.is_empty() {
        values = crate::ground::moves::start(world).into_iter().map(Some).collect();
    }
    let (rows, cols) = world.size.unwrap_or((0, 0));
    let mut scene = Scene::new(rows as i32, cols as i32);
    let spelling = figures::draw(program, world, &values, &mut scene)?;
    let spelled = |value: TermId| spelling.get(&value).cloned().unwrap_or_else(|| places::word(world, value));
    for (index, unknown) in world.unknowns.iter().enumerate() {
        let Some((row, column)) = world.coordinates(unknown.place) else {
            if let (true, Some(value)) = (scene.rows == 0 && !unknown.hidden, values[index]) {
                scene.others.push((world.show(unknown.place), spelled(value)));
            }
            continue;
        };
        let content = match values[index] {
            // In a position all values stand on the board, and none of them was found.
            Some(value) if given[index] == Some(value) || !program.moves.is_empty() => {
                Content::Given(spelled(value))
            }
            Some(value) => Content::Found(spelled(value)),
            None => {
                let id = UnknownId(index as u32);
                let struck: Vec<TermId> =
                    view.struck.iter().filter(|(of, _)| *of == id).map(|&(_, value)| value).collect();
                let left = view.candidates.get(index).map_or(&[][..], Vec::as_slice);
                Content::Open(pencil(world, &unknown.domain, left, &struck, &spelling))
            }
        };
        let (row, column) = (row as i32, column as i32);
        if matches!(&content, Content::Open(pencil) if !pencil.is_empty()) {
            scene.make_room(row, column);
        }
        if let Some(cell) = scene.cell_mut(row, column) {
            cell.content = content;
        }
    }
    usual::draw(program, world, &mut scene);
    let label = |place: TermId| {
        let value = world.unknown(place).and_then(|id| values[id.0 as usize]);
        value.map(spelled).unwrap_or_default()
    };
    for (terms, highlight) in [
        (view.scope, Highlight::Scope),
        (view.reason, Highlight::Reason),
        (view.conclusion, Highlight::Conclusion),
    ] {
        highlights::add(world, terms, highlight, &label, &mut scene);
    }
    if !view.conclusion.is_empty() {
        highlights::note_known(world, &label, &mut scene);
    }
    Ok(scene)
}

/// Pencil marks hold no more values than this; a cell that may have more is left empty.
const MOST_PENCILLED: u64 = 25;

/// The pencil marks of a cell, each at its own place among the values of the domain.
fn pencil(
    world: &World,
    domain: &Domain,
    left: &[TermId],
    struck: &[TermId],
    spelling: &Map<TermId, String>,
) -> Vec<Pencil> {
    let mut all: Vec<TermId> = left.to_vec();
    all.extend(struck.iter().filter(|value| !left.contains(value)));
    all.sort_by(|&one, &other| world.terms.order(one, other));
    if all.len() as u64 > MOST_PENCILLED {
        return Vec::new();
    }
    let small = domain.len() <= MOST_PENCILLED;
    let marks = all.iter().enumerate().map(|(nth, &value)| {
        let place = places::rank(world, domain, value).filter(|_| small).unwrap_or(nth);
        let text = spelling.get(&value).filter(|text| !text.is_empty()).cloned();
        let text = text.unwrap_or_else(|| places::word(world, value));
        let of = if small { domain.len() as usize } else { all.len() };
        Pencil { text, place, of, struck: struck.contains(&value) }
    });
    marks.collect()
}

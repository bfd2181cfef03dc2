//! A picture that follows the values while somebody plays: SVG with empty groups, *slots*, and what each of them shows.
//!
//! ```text
//! draw shade(A, black) :- cell(A), A = 1.     r1c1: slot 0 shows a black square where r1c1 has its value number 1
//! draw border(A, B) :- pair(A, B), A \= B.    slot 7 shows a line where (r1c1, r1c2) is a row of the table of \=
//! ```
//!
//! Each `draw` statement is evaluated with its tests left open. What is left of them is written out as tables of values, a
//! table for all places of which the same is asked, so that a page can follow the values without knowing any rules.

mod when;

use super::contents::Contents;
use super::figures::{self, Conditional};
use super::scene::{Colour, Drawn, Point, Scene};
use super::{View, between, svg, usual, values};
use crate::board::eval::World;
use crate::board::unknown::UnknownId;
use crate::language::diagnostic::Diagnostic;
use crate::language::term::FormulaId;

pub use when::{Choice, Whens};

/// Values of a cell that are written out one by one; of more the page is told how a text of each length looks.
const MOST_WRITTEN: u64 = 128;
/// The longest text of those.
const LONGEST: usize = 12;
/// What stands for the text in such a look.
pub const TEXT: &str = "{text}";

/// A condition of an alternative.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum When {
    /// This one of [`Whens`].
    Holds(u32),
    /// This slot shows something.
    Shows(usize),
}

/// What a slot may show, by number, if all conditions hold; nothing without a look.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Alternative {
    /// The look.
    pub look: Option<usize>,
    /// All of these must hold.
    pub when: Vec<When>,
}

/// A part of the picture that changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Slot {
    /// The last alternative whose conditions hold.
    Last(Vec<Alternative>),
    /// The value of an unknown, by its number in the domain.
    Value {
        /// The unknown.
        unknown: UnknownId,
        /// The look of each value.
        looks: Vec<usize>,
        /// While this slot shows something, these looks.
        dark: Option<(usize, Vec<usize>)>,
    },
    /// The value of an unknown with many values, by the length of its text.
    Text {
        /// The unknown.
        unknown: UnknownId,
        /// The look of a text of one character, of two, and so on, with [`TEXT`] in its place.
        looks: Vec<usize>,
    },
}

/// A picture that follows the values.
#[derive(Debug)]
pub struct Live {
    /// The picture with a group for each visible slot.
    pub svg: String,
    /// Pieces of SVG; the first one is empty.
    pub looks: Vec<String>,
    /// What the slots show.
    pub slots: Vec<Slot>,
    /// The conditions they speak of.
    pub whens: Whens,
    /// Which values draw something by themselves, and where: unknown, number of the value, point.
    pub spots: Vec<(UnknownId, u16, Point)>,
    /// How values are written: a text for each value of each unknown, in the order of its domain; none for a wide one.
    pub texts: Vec<Vec<String>>,
    /// Cells with a small text in an upper corner.
    pub noted: Vec<(i32, i32)>,
    /// Cells whose middle is taken by a text that is always there.
    pub covered: Vec<(i32, i32)>,
    /// Figures that depend on too many unknowns at once to be followed; they are left out.
    pub lost: usize,
}

/// A figure, or several, and the choices of conditions under each of which it is there.
pub(super) struct Piece {
    pub(super) scene: Scene,
    pub(super) shades: Vec<(i32, i32, Colour)>,
    pub(super) when: Vec<Choice>,
}

impl Piece {
    /// Whether it is there whatever the values are.
    pub(super) fn is_always(&self) -> bool {
        self.when.iter().any(Vec::is_empty)
    }

    /// Where the first part of it is.
    fn at(&self) -> Option<Point> {
        let scene = &self.scene;
        let shades = self.shades.iter().map(|&(row, column, _)| Point::centre(row, column));
        let drawn = scene.drawn.iter().filter_map(|drawn| match drawn {
            Drawn::Line { points, .. } => points.first().copied(),
            Drawn::Mark { at, .. } => Some(*at),
        });
        let regions = scene.regions.iter().chain(&scene.cages).filter_map(|cells| cells.first());
        let notes = scene.notes.iter().map(|note| note.at);
        let borders = scene.borders.iter().map(|border| border.0);
        let regions = regions.map(|&(row, column)| Point::centre(row, column));
        shades.chain(drawn).chain(notes).chain(regions).chain(borders).next()
    }
}

/// Draws a puzzle to be played.
///
/// # Errors
/// What is wrong with a `draw` statement.
pub fn live(world: &mut World) -> Result<Live, Box<Diagnostic>> {
    let view = View::default();
    let values = values(world, &view);
    let (rows, cols) = world.size.unwrap_or((0, 0));
    let mut base = Scene::new(rows as i32, cols as i32);
    let (spelling, found) = figures::conditional(world, &values, &mut base)?;
    let mut whens = Whens::default();
    let mut lost = 0;
    let mut pieces = Vec::new();
    for Conditional { scene, shades, when } in found {
        match choices(&when, world, &mut whens) {
            Some(when) if when.is_empty() => {}
            Some(when) => pieces.push(Piece { scene, shades, when }),
            None => lost += 1,
        }
    }
    let texts: Vec<Vec<String>> = (0..world.unknowns.len() as u32)
        .map(|unknown| {
            let all = world.values(UnknownId(unknown), MOST_WRITTEN).unwrap_or_default();
            let contents = Contents { world, view: &view, values: &values, spelling: &spelling };
            all.into_iter().map(|value| contents.spelled(value)).collect()
        })
        .collect();
    // What is given stays, so that what figures of hints leave out of it is there always.
    let mut given = Scene::new(rows as i32, cols as i32);
    figures::draw(world, &values, &mut given)?;
    let contents = Contents { world, view: &view, values: &values, spelling: &spelling };
    contents.fill(false, &mut base);
    let mut rest = base.clone();
    between::missing(&contents, &given).add(&mut rest);
    usual::draw(world, &mut rest);
    base.captions = std::mem::take(&mut rest.captions);
    pieces.push(Piece { scene: rest, shades: Vec::new(), when: vec![Choice::new()] });
    let spots = spots(&pieces, &whens);
    let drawn = svg::live(world, &base, &pieces, &texts, LONGEST);
    let noted = drawn.full.squares().filter(|&(row, column, _)| drawn.full.is_noted_above(row, column));
    let noted = noted.map(|(row, column, _)| (row, column)).collect();
    let always = pieces.iter().filter(|piece| piece.is_always()).flat_map(|piece| &piece.scene.notes);
    let covered = always.filter(|note| note.corner.is_none()).filter_map(|note| note.at.cell()).collect();
    let (svg, looks, slots) = (drawn.svg, drawn.looks.into_iter().collect(), drawn.slots);
    Ok(Live { svg, looks, slots, whens, spots, texts, noted, covered, lost })
}

/// All ways in which one of some conditions holds; nothing if that cannot be written out.
fn choices(when: &[FormulaId], world: &World, whens: &mut Whens) -> Option<Vec<Choice>> {
    if when.contains(&FormulaId::TRUE) {
        return Some(vec![Choice::new()]);
    }
    let mut all = Vec::new();
    for &formula in when {
        all.extend(whens.choices(world, formula)?);
    }
    Some(all)
}

/// The values that draw something whatever the others are, with the point where they do.
fn spots(pieces: &[Piece], whens: &Whens) -> Vec<(UnknownId, u16, Point)> {
    let mut spots = Vec::new();
    for piece in pieces {
        let Some(at) = piece.at() else { continue };
        for choice in &piece.when {
            let Some((unknown, values)) = whens.alone(choice) else { continue };
            spots.extend(values.into_iter().map(|value| (unknown, value, at)));
        }
    }
    spots
}

//! Values of unknowns between two places, `link({A, B})`, that no hint draws. A puzzle on paper must tell what is given, and a
//! solution must be seen.
//!
//! ```text
//! 0        a cross, or how the rule set writes it; only where it is given
//! 1, 2     a line, a double line; where some hint draws lines, borders or regions only if it is given
//! else     the value; only where it is given
//! ```

use super::contents::Contents;
use super::places;
use super::scene::{Colour, Drawn, Form, Note, Point, Scene};
use crate::base::hash::Set;
use crate::board::unknown::UnknownId;
use crate::language::program::Figure;
use crate::language::term::Node;

/// How a 0 is written where the rule set does not tell.
const NONE: &str = "×";

/// Lines and texts.
#[derive(Default)]
pub struct Missing {
    drawn: Vec<Drawn>,
    notes: Vec<Note>,
}

impl Missing {
    /// Adds them to a picture.
    pub fn add(self, scene: &mut Scene) {
        scene.drawn.extend(self.drawn);
        scene.notes.extend(self.notes);
    }
}

/// What the figures of hints, which a picture has, leave out.
pub fn missing(contents: &Contents<'_>, scene: &Scene) -> Missing {
    let mut missing = Missing::default();
    let world = contents.world;
    // Each of these may be how a rule set shows that two places belong together, or that they do not.
    let shows = [Figure::Line, Figure::Border, Figure::Region];
    let hinted = world.program.drawings.iter().any(|drawing| shows.contains(&drawing.figure));
    let given: Set<UnknownId> = world.given.values.iter().map(|&(unknown, _)| unknown).collect();
    let mut told = told(scene);
    for (index, unknown) in world.unknowns.iter().enumerate().filter(|(_, unknown)| !unknown.hidden) {
        let Node::Place(_, args) = world.terms.node(unknown.place) else { continue };
        let ([place], Some(value)) = (&args[..], contents.values[index]) else { continue };
        let Some(points) = places::points(world, *place).filter(|points| points.len() == 2) else { continue };
        let is_given = given.contains(&UnknownId(index as u32));
        let at = middle(points[0], points[1]);
        if hinted && !is_given || !told.insert(at) {
            continue;
        }
        let colour = if is_given { Colour::Black } else { Colour::Blue };
        let number = places::number(world, value);
        match number {
            Some(1) => missing.drawn.push(Drawn::Line { points, form: Form::Plain, colour }),
            Some(2) => missing.drawn.push(Drawn::Line { points, form: Form::Double, colour }),
            _ if is_given => {
                let text = contents.spelled(value);
                let is_plain = text.is_empty() || text == "0";
                let text = if number == Some(0) && is_plain { NONE.to_owned() } else { text };
                missing.notes.push(Note { at, text, corner: None });
            }
            _ => {}
        }
    }
    missing
}

/// The points in the middle of a line, a border, a figure or a text between two places.
fn told(scene: &Scene) -> Set<Point> {
    let lines = scene.drawn.iter().flat_map(|drawn| match drawn {
        Drawn::Line { points, .. } => points.windows(2).map(|pair| middle(pair[0], pair[1])).collect(),
        Drawn::Mark { at, .. } => vec![*at],
    });
    let borders = scene.borders.iter().map(|&(one, other)| middle(one, other));
    lines.chain(borders).chain(scene.notes.iter().map(|note| note.at)).collect()
}

fn middle(one: Point, other: Point) -> Point {
    Point { y: i32::midpoint(one.y, other.y), x: i32::midpoint(one.x, other.x) }
}

//! Where the unknowns of a board are.

use serde::Serialize;

use crate::board::eval::World;
use crate::board::unknown::Unknown;
use crate::language::term::{Node, TermId};
use crate::services::render::{PIXELS, Point, places};

/// What a place is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A square of the board.
    Cell,
    /// A corner, a spot between cells, a square beside the board.
    Point,
    /// From point to point.
    Line,
    /// Several cells.
    Area,
    /// A spot that stands for one value of another place.
    Choice,
    /// It has no spot of its own, but choices.
    Spread,
    /// Nowhere on the picture.
    Listed,
}

/// A place, as `web/board/README.md` describes it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Place {
    /// Its name in the language.
    pub id: String,
    /// What it is.
    pub kind: Kind,
    /// How it is called.
    pub label: String,
    /// Its middle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<(i32, i32)>,
    /// Width and height.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<(i32, i32)>,
    /// The points of a line.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<(i32, i32)>,
    /// The middles of the cells of an area.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cells: Vec<(i32, i32)>,
    /// Of a choice: the place it chooses for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<String>,
    /// Of a choice: the value it stands for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pick: Option<String>,
    /// What it may hold, by number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hold: Option<usize>,
    /// What it holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// Whether that cannot be changed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub fixed: bool,
    /// Pixels to be left free above pencil marks.
    #[serde(skip_serializing_if = "is_zero")]
    pub top: i32,
    /// Whether its middle is taken by a clue, so that marks go into a corner.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub full: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn is_zero(number: &i32) -> bool {
    *number == 0
}

fn pixels(point: Point) -> (i32, i32) {
    (point.x * PIXELS, point.y * PIXELS)
}

/// Pixels along a cell.
const CELL: i32 = 4 * PIXELS;

/// The place of an unknown, without what it holds.
pub(super) fn place(world: &World, unknown: &Unknown) -> Place {
    let term = unknown.place;
    let mut place = Place {
        id: world.show(term),
        kind: Kind::Listed,
        label: world.place_name(term),
        at: None,
        size: None,
        path: Vec::new(),
        cells: Vec::new(),
        of: None,
        pick: None,
        hold: None,
        value: None,
        fixed: false,
        top: 0,
        full: false,
    };
    if let Some((row, column)) = world.coordinates(term) {
        place.kind = Kind::Cell;
        place.label = format!("row {row}, column {column}");
        place.at = Some(pixels(Point::centre(row as i32, column as i32)));
        place.size = Some((CELL, CELL));
        return place;
    }
    let Node::Place(_, args) = world.terms.node(term) else { return place };
    let is_list = |term: &&TermId| matches!(world.terms.node(**term), Node::Cons(..));
    let points = |term: &TermId| places::points(world, *term).unwrap_or_default();
    let cells: Vec<Point> = args.iter().filter(is_list).flat_map(points).collect();
    let others: Vec<Point> = args.iter().filter(|term| !is_list(term)).flat_map(points).collect();
    if !cells.is_empty() {
        place.kind = Kind::Area;
        place.at = Some(pixels(cells[0]));
        place.cells = cells.into_iter().map(pixels).collect();
        return place;
    }
    match &others[..] {
        [] => {}
        [only] => {
            place.kind = Kind::Point;
            place.at = Some(pixels(*only));
            place.size = only.cell().map(|_| (CELL, CELL));
        }
        [first, .., last] => {
            place.kind = Kind::Line;
            let middle = Point { y: i32::midpoint(first.y, last.y), x: i32::midpoint(first.x, last.x) };
            // A point may lie between two quarters.
            let half = |one: i32, other: i32| (one + other) * PIXELS / 2;
            place.at = Some((half(first.x, last.x), half(first.y, last.y)));
            debug_assert!((pixels(middle).0 - half(first.x, last.x)).abs() <= PIXELS);
            place.path = others.into_iter().map(pixels).collect();
        }
    }
    place
}

/// A spot for one value of a place that has none of its own.
pub(super) fn choice(of: &Place, value: &str, at: Point) -> Place {
    Place {
        id: format!("{} = {value}", of.id),
        kind: Kind::Choice,
        label: format!("{} = {value}", of.label),
        at: Some(pixels(at)),
        size: at.cell().map(|_| (CELL, CELL)),
        of: Some(of.id.clone()),
        pick: Some(value.to_owned()),
        hold: None,
        ..of.clone()
    }
}

//! What is drawn where, in quarters of a cell: the writers turn it into pixels or characters.

/// A point, in quarters of a cell from the top left corner of the board: `cell(1, 1)` has its centre at (2, 2).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Point {
    /// How far down.
    pub y: i32,
    /// How far right.
    pub x: i32,
}

impl Point {
    /// The centre of a cell, counted from 1.
    pub fn centre(row: i32, column: i32) -> Point {
        Point { y: 4 * row - 2, x: 4 * column - 2 }
    }

    /// The way along the side between two cells that the point is the middle of: down and right.
    pub fn across(self) -> Option<(i32, i32)> {
        match (self.y.rem_euclid(4), self.x.rem_euclid(4)) {
            (0, 2) => Some((0, 1)),
            (2, 0) => Some((1, 0)),
            _ => None,
        }
    }

    /// The cell that the point is the centre of.
    pub fn cell(self) -> Option<(i32, i32)> {
        let side = |at: i32| (at.rem_euclid(4) == 2).then_some((at + 2) / 4);
        Some((side(self.y)?, side(self.x)?))
    }
}

/// A colour, as a rule set names it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "colours")]
pub enum Colour {
    White,
    Grey,
    Black,
    Red,
    Blue,
    Green,
    Yellow,
}

impl Colour {
    /// The names of all colours.
    pub const ALL: [(&str, Colour); 7] = [
        ("white", Colour::White),
        ("grey", Colour::Grey),
        ("black", Colour::Black),
        ("red", Colour::Red),
        ("blue", Colour::Blue),
        ("green", Colour::Green),
        ("yellow", Colour::Yellow),
    ];
}

/// How a line is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Wide enough to be seen over the grid.
    Plain,
    /// As the lines of the grid.
    Thin,
    /// As wide as a thermometer.
    Thick,
    /// Two lines side by side.
    Double,
    /// With a tip at its end.
    Arrow,
    /// Interrupted.
    Dashed,
    /// Only what lies between two places, so that what they hold can be read.
    Short,
}

impl Form {
    /// The names of all forms but the plain one.
    pub const ALL: [(&str, Form); 6] = [
        ("thin", Form::Thin),
        ("thick", Form::Thick),
        ("double", Form::Double),
        ("arrow", Form::Arrow),
        ("dashed", Form::Dashed),
        ("short", Form::Short),
    ];
}

/// A figure with a centre.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "shapes")]
pub enum Shape {
    Circle,
    Square,
    Triangle,
    Star,
    Cross,
    Tree,
    Tent,
}

/// A line or a figure; later ones lie over earlier ones, and grey ones under the lines of the grid.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "its parts are named by their types")]
pub enum Drawn {
    Line { points: Vec<Point>, form: Form, colour: Colour },
    Mark { shape: Shape, at: Point, colour: Colour },
}

impl Drawn {
    /// Its colour.
    pub fn colour(&self) -> Colour {
        match self {
            Drawn::Line { colour, .. } | Drawn::Mark { colour, .. } => *colour,
        }
    }
}

/// A text at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// Where; for a small one the centre of its cell.
    pub at: Point,
    /// What it says.
    pub text: String,
    /// Towards which corner or side of the cell it stands, down and right, if it is small.
    pub corner: Option<(i32, i32)>,
}

/// A side of the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "sides")]
pub enum Side {
    Left,
    Right,
    Top,
    Bottom,
}

/// What stands beside the board at one line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clue {
    /// On which side.
    pub side: Side,
    /// Of which row or column, counted from 1.
    pub line: i32,
    /// Its numbers, from left to right or from top to bottom.
    pub words: Vec<String>,
}

/// A candidate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pencil {
    /// How it is written.
    pub text: String,
    /// Its number among the places for pencil marks in its cell, from 0.
    pub place: usize,
    /// How many such places there are.
    pub of: usize,
    /// Whether it is ruled out.
    pub struck: bool,
}

/// What a cell holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Content {
    /// Nothing: the square holds no unknown.
    Nothing,
    /// A value that the puzzle gives.
    Given(String),
    /// A value that was found.
    Found(String),
    /// No value yet; its candidates, if they are shown.
    Open(Vec<Pencil>),
}

/// What a place has to do with a step.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Highlight {
    /// A law that the step uses speaks of it.
    Scope,
    /// It is a reason.
    Reason,
    /// Something follows for it.
    Conclusion,
}

/// A highlighted place that is no cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Band {
    /// From where to where it lies.
    pub points: Vec<Point>,
    /// What it has to do with a step.
    pub highlight: Highlight,
    /// Its value, if that is known and written.
    pub label: String,
}

impl Band {
    /// Whether its value is written on it. That of a lone point would hide what stands there.
    pub fn is_labelled(&self) -> bool {
        self.highlight != Highlight::Scope && self.points.len() > 1
    }

    /// The point in the middle between its ends.
    pub fn middle(&self) -> Option<Point> {
        let (one, other) = (self.points.first()?, self.points.last()?);
        Some(Point { y: i32::midpoint(one.y, other.y), x: i32::midpoint(one.x, other.x) })
    }
}

/// A square of the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cell {
    /// The colour behind it.
    pub shade: Option<Colour>,
    /// What it holds.
    pub content: Content,
    /// What it has to do with a step.
    pub highlight: Option<Highlight>,
}

/// How the squares are told apart.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Lattice {
    /// By lines.
    #[default]
    Lines,
    /// By dots where their corners meet.
    Dots,
    /// Not at all.
    Nothing,
}

/// A whole picture.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Scene {
    /// Rows of the board.
    pub rows: i32,
    /// Columns of the board.
    pub cols: i32,
    /// How its squares are told apart.
    pub lattice: Lattice,
    /// All squares, row by row.
    pub cells: Vec<Cell>,
    /// Groups of cells with a thick border around each.
    pub regions: Vec<Vec<(i32, i32)>>,
    /// Groups of cells with a dashed line inside their border.
    pub cages: Vec<Vec<(i32, i32)>>,
    /// Sides of squares with a thick border, from point to point.
    pub borders: Vec<(Point, Point)>,
    /// Lines and figures.
    pub drawn: Vec<Drawn>,
    /// Texts.
    pub notes: Vec<Note>,
    /// What stands beside the board.
    pub outside: Vec<Clue>,
    /// Highlighted places that are no cells.
    pub bands: Vec<Band>,
    /// What is written under the board, a line each.
    pub captions: Vec<String>,
    /// Unknowns that have no place on a board, and their values.
    pub others: Vec<(String, String)>,
}

impl Scene {
    /// An empty board.
    pub fn new(rows: i32, cols: i32) -> Scene {
        let mut scene = Scene::default();
        scene.resize(rows, cols);
        scene
    }

    /// Gives the board a size, and empties it.
    pub fn resize(&mut self, rows: i32, cols: i32) {
        (self.rows, self.cols) = (rows, cols);
        let empty = Cell { shade: None, content: Content::Nothing, highlight: None };
        self.cells = vec![empty; (rows * cols) as usize];
    }

    fn index(&self, row: i32, column: i32) -> Option<usize> {
        let inside = (1..=self.rows).contains(&row) && (1..=self.cols).contains(&column);
        inside.then(|| ((row - 1) * self.cols + column - 1) as usize)
    }

    /// A square, counted from 1.
    pub fn cell(&self, row: i32, column: i32) -> Option<&Cell> {
        self.index(row, column).map(|index| &self.cells[index])
    }

    /// A square, to change it.
    pub fn cell_mut(&mut self, row: i32, column: i32) -> Option<&mut Cell> {
        self.index(row, column).map(|index| &mut self.cells[index])
    }

    /// All squares with their rows and columns.
    pub fn squares(&self) -> impl Iterator<Item = (i32, i32, &Cell)> {
        let cols = self.cols.max(1);
        self.cells.iter().enumerate().map(move |(index, cell)| {
            let index = index as i32;
            (index / cols + 1, index % cols + 1, cell)
        })
    }

    /// The thick sides of squares, each once, in order: those around regions, and single ones.
    pub fn thick(&self) -> Vec<(Point, Point)> {
        let mut all: Vec<(Point, Point)> =
            self.borders.iter().map(|&(one, other)| (one.min(other), one.max(other))).collect();
        for region in &self.regions {
            let inside: crate::base::hash::Set<(i32, i32)> = region.iter().copied().collect();
            for &(row, column) in region {
                let (top, left) = (4 * row - 4, 4 * column - 4);
                let corner = |down: i32, right: i32| Point { y: top + 4 * down, x: left + 4 * right };
                let sides = [
                    ((row - 1, column), corner(0, 0), corner(0, 1)),
                    ((row + 1, column), corner(1, 0), corner(1, 1)),
                    ((row, column - 1), corner(0, 0), corner(1, 0)),
                    ((row, column + 1), corner(0, 1), corner(1, 1)),
                ];
                all.extend(
                    sides
                        .iter()
                        .filter(|(beside, ..)| !inside.contains(beside))
                        .map(|&(_, one, other)| (one, other)),
                );
            }
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Whether the two squares beside a side are both black.
    pub fn is_dark(&self, from: Point, to: Point) -> bool {
        let (y, x) = (i32::midpoint(from.y, to.y), i32::midpoint(from.x, to.x));
        // Half a cell across the side to each hand.
        let across = if from.y == to.y { (2, 0) } else { (0, 2) };
        [1, -1].iter().all(|sign| {
            let beside = Point { y: y + sign * across.0, x: x + sign * across.1 };
            let cell = beside.cell().and_then(|(row, column)| self.cell(row, column));
            cell.is_some_and(|cell| cell.shade == Some(Colour::Black))
        })
    }

    /// Moves a text in the place of a cell's value to its corner, so that candidates can be written.
    pub fn make_room(&mut self, row: i32, column: i32) {
        let centre = Point::centre(row, column);
        for note in self.notes.iter_mut().filter(|note| note.at == centre && note.corner.is_none()) {
            note.corner = Some((-1, -1));
        }
    }

    /// Parts what stands on one side between two cells, so that a dot and a sign can both be seen: they move along the side.
    pub fn part_sides(&mut self) {
        let marks = self.drawn.iter().filter_map(|drawn| match drawn {
            Drawn::Mark { at, .. } => Some(*at),
            Drawn::Line { .. } => None,
        });
        let texts = self.notes.iter().filter(|note| note.corner.is_none()).map(|note| note.at);
        let mut sides: Vec<Point> = marks.chain(texts).filter(|at| at.across().is_some()).collect();
        sides.sort_unstable();
        for same in sides.chunk_by(|one, other| one == other).filter(|same| same.len() == 2) {
            let Some((down, right)) = same[0].across() else { continue };
            let mut sign = -1;
            let drawn = self.drawn.iter_mut().filter_map(|drawn| match drawn {
                Drawn::Mark { at, .. } => Some(at),
                Drawn::Line { .. } => None,
            });
            let notes = self.notes.iter_mut().filter(|note| note.corner.is_none()).map(|note| &mut note.at);
            for at in drawn.chain(notes).filter(|at| **at == same[0]) {
                *at = Point { y: at.y + sign * down, x: at.x + sign * right };
                sign += 2;
            }
        }
    }

    /// The circle that stands behind a text where cells meet.
    pub fn ring(&self, at: Point) -> Option<Colour> {
        self.drawn.iter().rev().find_map(|drawn| match drawn {
            Drawn::Mark { shape: Shape::Circle, at: centre, colour } if *centre == at => Some(*colour),
            _ => None,
        })
    }

    /// Whether a small text stands at the bottom of a cell.
    pub fn is_noted_below(&self, row: i32, column: i32) -> bool {
        let centre = Point::centre(row, column);
        self.notes.iter().any(|note| note.at == centre && note.corner == Some((1, 0)))
    }

    /// Whether a small text stands in an upper corner of a cell.
    pub fn is_noted_above(&self, row: i32, column: i32) -> bool {
        let centre = Point::centre(row, column);
        self.notes.iter().any(|note| note.at == centre && note.corner.is_some_and(|(down, _)| down < 0))
    }

    /// Whether a text stands in the centre of a cell, in the place of its value.
    pub fn is_noted(&self, row: i32, column: i32) -> bool {
        let centre = Point::centre(row, column);
        self.notes.iter().any(|note| note.at == centre && note.corner.is_none())
    }
}

#[cfg(test)]
mod tests {
    use super::{Colour, Drawn, Note, Point, Scene, Shape};

    #[test]
    fn points_are_quarters_of_a_cell() {
        assert_eq!(Point::centre(1, 2), Point { y: 2, x: 6 });
        assert_eq!((Point { y: 2, x: 6 }.cell(), Point { y: 2, x: 4 }.cell()), (Some((1, 2)), None));
    }

    /// A dot and a sign on one side move apart along it; what stands alone, or where cells meet, stays.
    #[test]
    fn what_stands_on_one_side_is_parted() {
        let (side, corner) = (Point { y: 2, x: 4 }, Point { y: 4, x: 4 });
        let dot = |at| Drawn::Mark { shape: Shape::Circle, at, colour: Colour::White };
        let sign = |at| Note { at, text: "<".to_owned(), corner: None };
        let mut scene = Scene { drawn: vec![dot(side), dot(corner)], ..Scene::new(2, 2) };
        scene.notes = vec![sign(side), sign(corner)];
        scene.part_sides();
        assert_eq!(scene.drawn, [dot(Point { y: 1, x: 4 }), dot(corner)]);
        assert_eq!(scene.notes, [sign(Point { y: 3, x: 4 }), sign(corner)]);
    }

    /// Around two cells side by side lie six sides; the one between them is not thick, and none is told twice.
    #[test]
    fn regions_have_thick_sides_around_them() {
        let region = vec![(1, 1), (1, 2)];
        let scene = Scene { regions: vec![region.clone(), region], ..Scene::new(1, 2) };
        let (top, bottom) = (Point { y: 0, x: 4 }, Point { y: 4, x: 4 });
        assert_eq!(scene.thick().len(), 6);
        assert!(!scene.thick().contains(&(top, bottom)));
    }
}

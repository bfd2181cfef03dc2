//! Lines and figures.

use super::element::Body;
use super::{Document, ink, path, pixels};
use crate::services::render::scene::{Colour, Drawn, Form, Point, Scene, Shape};

/// A star of five points within 100, its centre at 0.
const STAR: [(i32, i32); 10] = [
    (0, -100),
    (24, -32),
    (95, -31),
    (38, 12),
    (59, 81),
    (0, 40),
    (-59, 81),
    (-38, 12),
    (-95, -31),
    (-24, -32),
];
const TRIANGLE: [(i32, i32); 3] = [(0, -90), (100, 80), (-100, 80)];
const TREE: [(i32, i32); 11] = [
    (0, -105),
    (62, -30),
    (34, -30),
    (88, 52),
    (17, 52),
    (17, 95),
    (-17, 95),
    (-17, 52),
    (-88, 52),
    (-34, -30),
    (-62, -30),
];
/// With an entrance in the middle.
const TENT: [(i32, i32); 6] = [(0, -85), (105, 80), (34, 80), (0, 5), (-34, 80), (-105, 80)];
const SQUARE: [(i32, i32); 4] = [(-85, -85), (85, -85), (85, 85), (-85, 85)];

impl Document {
    /// What lies under the lines of the grid.
    pub fn grey_figures(&mut self, scene: &Scene) {
        for drawn in scene.drawn.iter().filter(|drawn| drawn.colour() == Colour::Grey) {
            self.drawn(drawn);
        }
    }

    /// What lies over them.
    pub fn figures(&mut self, scene: &Scene) {
        for drawn in scene.drawn.iter().filter(|drawn| drawn.colour() != Colour::Grey) {
            self.drawn(drawn);
        }
    }

    pub(super) fn drawn(&mut self, drawn: &Drawn) {
        match drawn {
            Drawn::Line { points, form, colour } => self.polyline(points, *form, *colour),
            Drawn::Mark { shape, at, colour } => self.mark(*shape, *at, *colour),
        }
    }

    fn polyline(&mut self, points: &[Point], form: Form, colour: Colour) {
        // A thin line of the pale grey of thermometers could hardly be seen.
        let thin = matches!(form, Form::Thin | Form::Arrow | Form::Dashed | Form::Short);
        let ink = if thin && colour == Colour::Grey { "#8a8a8a" } else { ink(colour) };
        let (width, dashes) = match form {
            Form::Thin => (1, ""),
            Form::Plain => (6, ""),
            Form::Thick => (22, ""),
            Form::Arrow => (3, ""),
            Form::Dashed => (2, " stroke-dasharray=\"5 3\""),
            Form::Short => {
                return self.stroke(&between(points), 5, ink, "");
            }
            Form::Double => {
                for side in [-4, 4] {
                    let moved = beside(points, side);
                    self.stroke(&moved, 4, ink, "");
                }
                return;
            }
        };
        self.stroke(&path(points), width, ink, dashes);
        if let (Form::Arrow, [.., before, last]) = (form, points) {
            self.tip(pixels(*before), pixels(*last), ink);
        }
    }

    fn stroke(&mut self, path: &str, width: i32, ink: &str, more: &str) {
        let attributes = format!(
            " fill=\"none\" stroke=\"{ink}\" stroke-width=\"{width}\" \
             stroke-linecap=\"round\" stroke-linejoin=\"round\"{more}"
        );
        self.add(Body::Path(path.to_owned()), &attributes);
    }

    /// Two short lines back from the end of an arrow, at 45 degrees to its way.
    fn tip(&mut self, from: (i32, i32), to: (i32, i32), ink: &str) {
        let (x, y) = ((to.0 - from.0).signum() * 9, (to.1 - from.1).signum() * 9);
        // Along a diagonal the two lines lie along the grid, and are as long as the slanting ones elsewhere.
        let (x, y) = if x != 0 && y != 0 { (x * 2 / 3, y * 2 / 3) } else { (x, y) };
        let one = (to.0 - x - y, to.1 - y + x);
        let other = (to.0 - x + y, to.1 - y - x);
        let path = format!("M{} {}L{} {}L{} {}", one.0, one.1, to.0, to.1, other.0, other.1);
        self.stroke(&path, 3, ink, "");
    }

    /// Large in a cell, small between cells.
    fn mark(&mut self, shape: Shape, at: Point, colour: Colour) {
        let (x, y) = pixels(at);
        let size = if at.cell().is_some() { 23 } else { 8 };
        let outline = match colour {
            Colour::White => " stroke=\"#222222\" stroke-width=\"2\"",
            _ => "",
        };
        let ink = ink(colour);
        let corners: &[(i32, i32)] = match shape {
            Shape::Circle => {
                return self.circle((x, y), size, &format!(" fill=\"{ink}\"{outline}"));
            }
            Shape::Cross => {
                let arm = size * 2 / 3;
                let (left, right, top, bottom) = (x - arm, x + arm, y - arm, y + arm);
                let path = format!("M{left} {top}L{right} {bottom}M{left} {bottom}L{right} {top}");
                return self.stroke(&path, 3, ink, "");
            }
            Shape::Square => &SQUARE,
            Shape::Triangle => &TRIANGLE,
            Shape::Star => &STAR,
            Shape::Tree => &TREE,
            Shape::Tent => &TENT,
        };
        let corners: Vec<String> = corners
            .iter()
            .map(|(right, down)| format!("{},{}", x + right * size / 100, y + down * size / 100))
            .collect();
        self.add(Body::Polygon(corners.join(" ")), &format!(" fill=\"{ink}\"{outline}"));
    }
}

/// The middle part of the way from each point to the next.
fn between(points: &[Point]) -> String {
    let pieces = points.windows(2).map(|pair| {
        let ((x1, y1), (x2, y2)) = (pixels(pair[0]), pixels(pair[1]));
        let (x, y) = ((x2 - x1) * 36 / 100, (y2 - y1) * 36 / 100);
        format!("M{} {}L{} {}", x1 + x, y1 + y, x2 - x, y2 - y)
    });
    pieces.collect()
}

/// A path beside another, so many pixels to the right of the way it goes.
fn beside(points: &[Point], by: i32) -> String {
    let moved = points.windows(2).map(|pair| {
        let ((x1, y1), (x2, y2)) = (pixels(pair[0]), pixels(pair[1]));
        let (right, down) = (-(y2 - y1).signum() * by, (x2 - x1).signum() * by);
        format!("M{} {}L{} {}", x1 + right, y1 + down, x2 + right, y2 + down)
    });
    moved.collect()
}

//! A scene as an SVG document: layers from the background to the texts, each a group.

mod element;
mod figures;
mod frame;
#[cfg(feature = "cli")]
mod glyphs;
mod live;
#[cfg(feature = "cli")]
mod outlines;
mod series;
mod sheet;
#[cfg(feature = "answer")]
mod style;
mod text;

use self::element::{Body, Element, Stage};
use self::frame::Frame;
use super::scene::{Band, Cell, Colour, Highlight, Lattice, Point, Scene};

pub(super) use live::live;
#[cfg(feature = "cli")]
pub use outlines::outlined;
pub use series::Series;
pub use sheet::sheet;
#[cfg(feature = "answer")]
pub use style::styled;
pub(in crate::services) use text::escaped;

/// What highlights mean, in words.
pub(super) const LEGEND: [(Highlight, &str); 3] = [
    (Highlight::Conclusion, "what follows"),
    (Highlight::Reason, "what it follows from"),
    (Highlight::Scope, "the other places of its laws"),
];

/// The frame around the board is heavier than the lines that it holds.
const FRAME: &str = " stroke=\"#000000\" stroke-width=\"5\" fill=\"none\"";

/// Pixels in a quarter of a cell.
pub(in crate::services) const UNIT: i32 = 15;
/// Pixels along the side of a cell.
const CELL: i32 = 4 * UNIT;

/// Draws the scene. The same scene gives the same bytes.
pub fn write(scene: &Scene) -> String {
    let mut out = Document::default();
    out.picture(scene, None);
    out.text
}

/// The size of the picture of a scene, in pixels.
pub fn size(scene: &Scene) -> (i32, i32) {
    let frame = Frame::of(scene);
    (frame.width, frame.height)
}

/// What is painted of a scene, within a frame that holds it.
fn elements(scene: &Scene) -> (Vec<Element>, Frame) {
    let frame = Frame::of(scene);
    let mut out = Document::default();
    out.paint(scene, frame);
    (out.elements, frame)
}

/// What was painted so far.
#[derive(Default)]
struct Document {
    text: String,
    /// The same piece by piece.
    elements: Vec<Element>,
    stage: Stage,
    group: String,
}

impl Document {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// The whole scene; within a frame of a document that is open, or as one of its own.
    fn picture(&mut self, scene: &Scene, within: Option<Frame>) {
        let frame = Frame::of(scene);
        self.open(within, frame);
        self.paint(scene, frame);
        self.line("</svg>");
    }

    /// All that a scene shows, from the background to the texts.
    fn paint(&mut self, scene: &Scene, frame: Frame) {
        if scene.rows == 0 {
            self.list(scene, frame.width);
            return;
        }
        let (free, ordered) = (true, false);
        self.stage(free).shades(scene);
        self.stage(ordered).grey_figures(scene);
        self.stage(free).lattice(scene);
        self.stage(free).highlighted_places(scene);
        self.stage(ordered).figures(scene);
        self.stage(ordered).borders(scene);
        self.stage(free).values(scene);
        self.stage(free).notes(scene);
        self.stage(ordered).labels(scene);
        self.stage(free).outside(scene);
        self.stage(free).captions(scene, frame);
    }

    /// Begins the next stage.
    fn stage(&mut self, free: bool) -> &mut Document {
        self.stage = Stage { number: self.stage.number.wrapping_add(1), part: 0, free };
        self
    }

    /// What follows lies over what earlier parts of the stage hold.
    fn part(&mut self, part: u8) {
        self.stage.part = part;
    }

    /// Opens a document that shows this part of the plane, or a part of one that is scaled to fit.
    fn open(&mut self, within: Option<Frame>, shown: Frame) {
        let head = match within {
            Some(Frame { x, y, width, height }) => {
                format!("x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"")
            }
            None => format!(
                "xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\"",
                shown.width, shown.height
            ),
        };
        let Frame { x, y, width, height } = shown;
        self.line(&format!(
            "<svg {head} viewBox=\"{x} {y} {width} {height}\" \
             font-family=\"Helvetica, Arial, sans-serif\" text-anchor=\"middle\">"
        ));
        self.rect(shown, " fill=\"#ffffff\"");
    }

    /// One thing, with attributes of its own, each after a space.
    fn add(&mut self, body: Body, attributes: &str) {
        self.line(&body.with(attributes));
        let between = if self.group.is_empty() { "" } else { " " };
        let style = format!("{between}{}{attributes}", self.group);
        self.elements.push(Element { stage: self.stage, style, body });
    }

    fn rect(&mut self, frame: Frame, attributes: &str) {
        self.add(Body::Rect(frame), attributes);
    }

    fn circle(&mut self, centre: (i32, i32), radius: i32, attributes: &str) {
        self.add(Body::Circle(centre, radius), attributes);
    }

    /// A group of elements that share attributes; left out if it is empty.
    fn group(&mut self, attributes: &str, fill: impl FnOnce(&mut Document)) {
        let before = self.text.len();
        self.line(&format!("<g {attributes}>"));
        attributes.clone_into(&mut self.group);
        let inside = self.text.len();
        fill(self);
        self.group.clear();
        if self.text.len() == inside {
            self.text.truncate(before);
        } else {
            self.line("</g>");
        }
    }

    fn segment(&mut self, from: (i32, i32), to: (i32, i32)) {
        let ((x1, y1), (x2, y2)) = (from, to);
        self.add(Body::Path(format!("M{x1} {y1}L{x2} {y2}")), "");
    }

    fn shades(&mut self, scene: &Scene) {
        for (row, column, cell) in scene.squares() {
            if let Some(colour) = background(cell) {
                let (x, y) = ((column - 1) * CELL, (row - 1) * CELL);
                self.rect(Frame { x, y, width: CELL, height: CELL }, &format!(" fill=\"{colour}\""));
            }
        }
    }

    /// The thin lines between squares, or the dots at their corners.
    fn lattice(&mut self, scene: &Scene) {
        let (width, height) = (scene.cols * CELL, scene.rows * CELL);
        match scene.lattice {
            Lattice::Lines => {
                self.group("stroke=\"#777777\" stroke-width=\"1\"", |out| {
                    (1..scene.rows).for_each(|row| out.segment((0, row * CELL), (width, row * CELL)));
                    (1..scene.cols)
                        .for_each(|column| out.segment((column * CELL, 0), (column * CELL, height)));
                });
            }
            Lattice::Dots => self.group("fill=\"#222222\"", |out| {
                for row in 0..=scene.rows {
                    for column in 0..=scene.cols {
                        out.circle((column * CELL, row * CELL), 3, "");
                    }
                }
            }),
            Lattice::Nothing => {}
        }
    }

    /// Highlighted places that are no cells, as broad bands.
    fn highlighted_places(&mut self, scene: &Scene) {
        let attributes = "fill=\"none\" stroke-width=\"16\" stroke-linecap=\"round\" stroke-linejoin=\"round\" \
             stroke-opacity=\"0.8\"";
        self.group(attributes, |out| {
            for Band { points, highlight, .. } in &scene.bands {
                // A lone point becomes a dot: a line to itself with round ends.
                let path = path(points);
                let path = if points.len() == 1 { format!("{path}h0") } else { path };
                out.part(*highlight as u8);
                out.add(Body::Path(path), &format!(" stroke=\"{}\"", light(*highlight)));
            }
        });
    }

    /// The border of the board, those of regions, and the dashed lines of cages.
    fn borders(&mut self, scene: &Scene) {
        self.group("stroke=\"#444444\" stroke-width=\"1\" stroke-dasharray=\"5 3\"", |out| {
            for cage in &scene.cages {
                for (from, to) in frame::cage(cage) {
                    out.segment(from, to);
                }
            }
        });
        let thick = scene.thick();
        // Between two black cells a black border could not be seen.
        self.group("stroke=\"#cccccc\" stroke-width=\"3\"", |out| {
            for &(from, to) in thick.iter().filter(|&&(from, to)| scene.is_dark(from, to)) {
                out.segment(pixels(from), pixels(to));
            }
        });
        self.group("stroke=\"#000000\" stroke-width=\"3\" stroke-linecap=\"square\"", |out| {
            for &(from, to) in thick.iter().filter(|&&(from, to)| !scene.is_dark(from, to)) {
                out.segment(pixels(from), pixels(to));
            }
        });
        if scene.lattice == Lattice::Lines {
            let (width, height) = (scene.cols * CELL, scene.rows * CELL);
            self.rect(Frame { x: 0, y: 0, width, height }, FRAME);
        }
    }

    /// Unknowns without a board, a line each.
    fn list(&mut self, scene: &Scene, width: i32) {
        self.group("font-size=\"18\" fill=\"#000000\"", |out| {
            for (index, line) in (0..).zip(frame::list(scene)) {
                out.words(width / 2, index * frame::LINE + 30, "", &line);
            }
        });
    }
}

/// The colour behind a cell; a step's highlight counts more than the rule set's shade, unless that is dark.
fn background(cell: &Cell) -> Option<&'static str> {
    match (cell.shade, cell.highlight) {
        (Some(Colour::White) | None, highlight) => highlight.map(light),
        (Some(Colour::Black), Some(Highlight::Conclusion)) => Some("#806000"),
        (Some(Colour::Black), Some(Highlight::Reason)) => Some("#24487a"),
        (Some(Colour::Black), Some(Highlight::Scope)) => Some("#46525f"),
        (Some(Colour::Black), None) => Some("#333333"),
        (Some(_), Some(highlight @ (Highlight::Conclusion | Highlight::Reason))) => Some(light(highlight)),
        (Some(Colour::Grey), _) => Some("#d4d4d4"),
        (Some(Colour::Red), _) => Some("#f8cfcb"),
        (Some(Colour::Blue), _) => Some("#cfe0f8"),
        (Some(Colour::Green), _) => Some("#d0ebcf"),
        (Some(Colour::Yellow), _) => Some("#fcefb8"),
    }
}

/// The colour behind a highlighted place.
pub(super) fn light(highlight: Highlight) -> &'static str {
    match highlight {
        Highlight::Conclusion => "#ffd966",
        Highlight::Reason => "#bcd6ff",
        Highlight::Scope => "#edf3fb",
    }
}

/// The colour of a line or figure.
fn ink(colour: Colour) -> &'static str {
    match colour {
        Colour::White => "#ffffff",
        Colour::Grey => "#c8c8c8",
        Colour::Black => "#222222",
        Colour::Red => "#cc2222",
        Colour::Blue => "#2457a6",
        Colour::Green => "#3a8a3a",
        Colour::Yellow => "#f2c230",
    }
}

/// Column and row of pixels.
fn pixels(point: Point) -> (i32, i32) {
    (point.x * UNIT, point.y * UNIT)
}

fn path(points: &[Point]) -> String {
    let points: Vec<String> =
        points.iter().map(|&point| pixels(point)).map(|(x, y)| format!("{x} {y}")).collect();
    if points.is_empty() { String::new() } else { format!("M{}", points.join("L")) }
}

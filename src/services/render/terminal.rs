//! A scene as rows of characters: borders from box-drawing characters, one row of text for each row of cells.
//!
//! ```text
//! ┏━━━┯━━━┓    Corner (0, 0) of the canvas is the board's; what stands beside the board has negative places,
//! ┃ 1 │ 2 ┃    or places beyond it. A cell is as wide as the longest text needs.
//! ┠───┼───┨
//! ```

mod canvas;
mod lattice;
mod lines;

use self::canvas::{Canvas, Ink};
use super::scene::{Cell, Colour, Content, Drawn, Highlight, Note, Pencil, Point, Scene, Shape, Side};

/// Draws the scene; with colours if the terminal has them.
pub fn write(scene: &Scene, colour: bool) -> String {
    if scene.rows == 0 {
        let values = scene.others.iter().map(|(place, value)| format!("{place} = {value}\n"));
        return values.chain(scene.captions.iter().map(|line| format!("{line}\n"))).collect();
    }
    let texts: Vec<String> =
        scene.squares().map(|(row, column, cell)| text(scene, row, column, cell)).collect();
    let longest = texts.iter().map(|text| text.chars().count()).max().unwrap_or(1) as i32;
    // An odd width has a middle, and a blank on each side leaves room for highlights.
    let width = (longest + 2) | 1;
    let mut page = Page { scene, width, canvas: Canvas::default() };
    page.lattice();
    page.lines();
    page.cells(&texts);
    page.marks();
    page.bands();
    page.notes();
    page.outside();
    page.captions();
    page.canvas.write(colour)
}

/// What a cell says.
fn text(scene: &Scene, row: i32, column: i32, cell: &Cell) -> String {
    let centre = Point::centre(row, column);
    let notes = scene.notes.iter().filter(|note| note.at == centre && !is_above(note));
    let notes: Vec<&str> = notes.map(|note| note.text.as_str()).collect();
    if !notes.is_empty() {
        return notes.join("\\");
    }
    let value = match &cell.content {
        Content::Given(text) | Content::Found(text) => text.clone(),
        Content::Open(pencil) => pencilled(pencil),
        Content::Nothing => String::new(),
    };
    if !value.is_empty() {
        return value;
    }
    let mark = scene.drawn.iter().rev().find_map(|drawn| match drawn {
        Drawn::Mark { shape, at, colour } if *at == centre => Some(sign(*shape, *colour)),
        _ => None,
    });
    mark.map(String::from).unwrap_or_default()
}

/// Candidates one after the other, then those ruled out: `25≠7`.
fn pencilled(pencil: &[Pencil]) -> String {
    let between = if pencil.iter().all(|mark| mark.text.chars().count() == 1) { "" } else { "," };
    let those = |struck: bool| -> String {
        let texts = pencil.iter().filter(|mark| mark.struck == struck).map(|mark| mark.text.as_str());
        texts.collect::<Vec<&str>>().join(between)
    };
    let (left, struck) = (those(false), those(true));
    if struck.is_empty() { left } else { format!("{left}≠{struck}") }
}

/// Whether a small text stands on the border above its cell.
fn is_above(note: &Note) -> bool {
    note.corner == Some((-1, -1))
}

fn sign(shape: Shape, colour: Colour) -> char {
    match (shape, colour) {
        (Shape::Circle, Colour::White) => '○',
        (Shape::Circle, _) => '●',
        (Shape::Square, Colour::White) => '□',
        (Shape::Square, _) => '■',
        (Shape::Triangle, _) => '▲',
        (Shape::Star, _) => '★',
        (Shape::Cross, _) => '×',
        (Shape::Tree, _) => '♣',
        (Shape::Tent, _) => '▲',
    }
}

struct Page<'a> {
    scene: &'a Scene,
    width: i32,
    canvas: Canvas,
}

impl Page<'_> {
    /// Row and column of a point on the canvas.
    fn at(&self, point: Point) -> (i32, i32) {
        let pitch = self.width + 1;
        (point.y.div_euclid(2), (point.x * pitch).div_euclid(4))
    }

    fn cells(&mut self, texts: &[String]) {
        for ((row, column, cell), text) in self.scene.squares().zip(texts) {
            let (y, middle) = self.at(Point::centre(row, column));
            let left = middle - self.width / 2;
            let ink = match &cell.content {
                Content::Given(_) => Ink::Given,
                Content::Found(_) => Ink::Found,
                Content::Open(_) => Ink::Faint,
                Content::Nothing => Ink::Plain,
            };
            let fill = match cell.shade {
                Some(Colour::Black) => Some('█'),
                Some(Colour::White) | None => None,
                Some(_) => Some('░'),
            };
            if let Some(fill) = fill {
                (0..self.width).for_each(|by| self.canvas.put(y, left + by, fill, Ink::Plain));
            }
            let brackets = match cell.highlight {
                Some(Highlight::Conclusion) => Some(('[', ']', Ink::Conclusion)),
                Some(Highlight::Reason) => Some(('(', ')', Ink::Reason)),
                Some(Highlight::Scope) | None => None,
            };
            if let Some((open, close, ink)) = brackets {
                self.canvas.put(y, left, open, ink);
                self.canvas.put(y, left + self.width - 1, close, ink);
            }
            let ink = brackets.map_or(ink, |(.., ink)| ink);
            self.canvas.centred(y, middle, text, ink);
        }
    }

    /// Figures between cells.
    fn marks(&mut self) {
        for drawn in &self.scene.drawn {
            if let Drawn::Mark { shape, at, colour } = drawn
                && at.cell().is_none()
            {
                let (row, column) = self.at(*at);
                self.canvas.put(row, column, sign(*shape, *colour), Ink::Plain);
            }
        }
    }

    /// Highlighted places that are no cells, by a sign in their middle.
    fn bands(&mut self) {
        for band in &self.scene.bands {
            let (sign, ink) = match band.highlight {
                Highlight::Conclusion => ("◆", Ink::Conclusion),
                Highlight::Reason => ("◇", Ink::Reason),
                Highlight::Scope => continue,
            };
            let Some(middle) = band.middle() else { continue };
            let (row, column) = self.at(middle);
            let text = if band.is_labelled() && !band.label.is_empty() { &band.label } else { sign };
            self.canvas.centred(row, column, text, ink);
        }
    }

    /// Texts between and beside cells, and those in the upper left corner, which stand on the border.
    fn notes(&mut self) {
        for note in &self.scene.notes {
            let (row, column) = self.at(note.at);
            let cell = note.at.cell();
            let inside = cell.is_some_and(|(row, column)| self.scene.cell(row, column).is_some());
            if is_above(note) {
                let shown: String = note.text.chars().take(self.width as usize).collect();
                self.canvas.text(row - 1, column - self.width / 2, &shown, Ink::Plain);
            } else if !inside {
                self.canvas.centred(row, column, &note.text, Ink::Plain);
            }
        }
    }

    /// What is written under everything else.
    fn captions(&mut self) {
        for line in &self.scene.captions {
            self.canvas.text(self.canvas.bottom() + 1, 0, line, Ink::Plain);
        }
    }

    fn outside(&mut self) {
        let (rows, cols) = (self.scene.rows, self.scene.cols);
        for clue in &self.scene.outside {
            let (row, column) = self.at(Point::centre(clue.line, clue.line));
            let count = clue.words.len() as i32;
            let line = clue.words.join(" ");
            match clue.side {
                Side::Left | Side::Right => {
                    let start = match clue.side {
                        Side::Left => -1 - line.chars().count() as i32,
                        _ => self.at(Point { y: 0, x: 4 * cols }).1 + 2,
                    };
                    self.canvas.text(row, start, &line, Ink::Plain);
                }
                Side::Top | Side::Bottom => {
                    let start = if clue.side == Side::Top { -count } else { 2 * rows + 1 };
                    for (by, word) in (0..).zip(&clue.words) {
                        self.canvas.centred(start + by, column, word, Ink::Plain);
                    }
                }
            }
        }
    }
}

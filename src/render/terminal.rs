//! A scene as rows of characters: borders from box-drawing characters, one row of text for each row of cells.
//!
//! ```text
//! ┏━━━┯━━━┓    Corner (0, 0) of the canvas is the board's; what stands beside the board has negative places,
//! ┃ 1 │ 2 ┃    or places beyond it. A cell is as wide as the longest text needs.
//! ┠───┼───┨
//! ```

mod canvas;

use self::canvas::{Canvas, Ink};
use super::junction::{Weight, junction};
use super::scene::{Cell, Colour, Content, Drawn, Form, Highlight, Lattice, Point, Scene, Shape, Side};
use crate::hash::Map;

/// Draws the scene; with colours if the terminal has them.
pub fn write(scene: &Scene, colour: bool) -> String {
    if scene.rows == 0 {
        return scene.others.iter().flat_map(|(place, value)| [place, " = ", value, "\n"]).collect();
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
    page.notes();
    page.outside();
    page.canvas.write(colour)
}

/// What a cell says.
fn text(scene: &Scene, row: i32, column: i32, cell: &Cell) -> String {
    let centre = Point::centre(row, column);
    let mut notes: Vec<&str> = Vec::new();
    for note in scene.notes.iter().filter(|note| note.at == centre && note.corner != Some((-1, -1))) {
        notes.push(&note.text);
    }
    if !notes.is_empty() {
        return notes.join("\\");
    }
    let value = match &cell.content {
        Content::Given(text) | Content::Found(text) => text.clone(),
        Content::Open(pencil) => {
            let left = pencil.iter().filter(|mark| !mark.struck);
            let texts: Vec<&str> = left.map(|mark| mark.text.as_str()).collect();
            let single = texts.iter().all(|text| text.chars().count() == 1);
            texts.join(if single { "" } else { "," })
        }
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

fn sign(shape: Shape, colour: Colour) -> char {
    match (shape, colour) {
        (Shape::Circle, Colour::White) => '○',
        (Shape::Circle, _) => '●',
        (Shape::Square, Colour::White) => '□',
        (Shape::Square, _) => '■',
        (Shape::Triangle, _) => '▲',
        (Shape::Star, _) => '★',
        (Shape::Cross, _) => '×',
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

    /// The lines around squares: light between them, heavy around regions and the board, none inside a cage.
    fn lattice(&mut self) {
        let (rows, cols) = (self.scene.rows, self.scene.cols);
        let mut sides: Map<(Point, Point), Weight> = Map::default();
        let thick = self.scene.thick();
        let drawn = self.scene.drawn.iter().filter_map(|drawn| match drawn {
            Drawn::Line { points, .. } => Some(points.windows(2).map(|pair| (pair[0], pair[1]))),
            Drawn::Mark { .. } => None,
        });
        for (one, other) in thick.into_iter().chain(drawn.flatten()) {
            sides.insert((one.min(other), one.max(other)), Weight::Heavy);
        }
        let mut cages: Map<(i32, i32), usize> = Map::default();
        for (number, cage) in self.scene.cages.iter().enumerate() {
            cages.extend(cage.iter().map(|&cell| (cell, number)));
        }
        let weight = |one: Point, other: Point, first: (i32, i32), second: (i32, i32)| {
            if let Some(&weight) = sides.get(&(one, other)) {
                return weight;
            }
            let edge =
                self.scene.cell(first.0, first.1).is_none() || self.scene.cell(second.0, second.1).is_none();
            let caged = cages.get(&first).is_some_and(|cage| cages.get(&second) == Some(cage));
            match self.scene.lattice {
                Lattice::Lines if edge => Weight::Heavy,
                Lattice::Lines if caged => Weight::None,
                Lattice::Lines => Weight::Light,
                Lattice::Dots | Lattice::Nothing => Weight::None,
            }
        };
        // The side to the right of a corner and the one below it.
        let right = |y: i32, x: i32| {
            if !(0..=rows).contains(&y) || !(0..cols).contains(&x) {
                return Weight::None;
            }
            let (one, other) = (Point { y: 4 * y, x: 4 * x }, Point { y: 4 * y, x: 4 * x + 4 });
            weight(one, other, (y, x + 1), (y + 1, x + 1))
        };
        let below = |y: i32, x: i32| {
            if !(0..rows).contains(&y) || !(0..=cols).contains(&x) {
                return Weight::None;
            }
            let (one, other) = (Point { y: 4 * y, x: 4 * x }, Point { y: 4 * y + 4, x: 4 * x });
            weight(one, other, (y + 1, x), (y + 1, x + 1))
        };
        let mut glyphs = Vec::new();
        for y in 0..=rows {
            for x in 0..=cols {
                let (row, column) = self.at(Point { y: 4 * y, x: 4 * x });
                let arms = [below(y - 1, x), right(y, x), below(y, x), right(y, x - 1)];
                let alone = arms == [Weight::None; 4] && self.scene.lattice == Lattice::Dots;
                glyphs.push((row, column, if alone { '·' } else { junction(arms) }));
                let across = junction([Weight::None, right(y, x), Weight::None, right(y, x)]);
                glyphs.extend((1..=self.width).filter(|_| x < cols).map(|by| (row, column + by, across)));
                if y < rows {
                    let along = below(y, x);
                    glyphs.push((row + 1, column, junction([along, Weight::None, along, Weight::None])));
                }
            }
        }
        for (row, column, glyph) in glyphs.into_iter().filter(|&(.., glyph)| glyph != ' ') {
            self.canvas.put(row, column, glyph, Ink::Faint);
        }
    }

    /// Lines from centre to centre along rows and columns.
    fn lines(&mut self) {
        let mut arms: Map<(i32, i32), [Weight; 4]> = Map::default();
        let mut centres = Vec::new();
        for drawn in &self.scene.drawn {
            let Drawn::Line { points, form, colour } = drawn else { continue };
            // Thermometers and the like lie behind the values: between the cells they can be seen.
            let plain = *colour != Colour::Grey;
            for pair in points.windows(2) {
                let straight = (pair[0].y == pair[1].y) != (pair[0].x == pair[1].x);
                if !straight || pair[0].cell().is_none() || pair[1].cell().is_none() {
                    continue;
                }
                let (from, to) = (self.at(pair[0]), self.at(pair[1]));
                let (down, right) = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
                let glyph = match (down == 0, form) {
                    (true, Form::Double) => '═',
                    (true, _) => '━',
                    (false, Form::Double) => '║',
                    (false, _) => '┃',
                };
                let length = (to.0 - from.0).abs() + (to.1 - from.1).abs();
                for step in 1..length {
                    self.canvas.put(from.0 + down * step, from.1 + right * step, glyph, Ink::Found);
                }
                let toward = match (down, right) {
                    (-1, _) => 0,
                    (_, 1) => 1,
                    (1, _) => 2,
                    _ => 3,
                };
                if plain {
                    arms.entry(from).or_default()[toward] = Weight::Heavy;
                    arms.entry(to).or_default()[(toward + 2) % 4] = Weight::Heavy;
                    centres.extend([from, to]);
                }
            }
        }
        for centre in centres {
            self.canvas.put(centre.0, centre.1, junction(arms[&centre]), Ink::Found);
        }
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
                None => None,
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

    /// Texts between and beside cells, and those in the upper left corner, which stand on the border.
    fn notes(&mut self) {
        for note in &self.scene.notes {
            let (row, column) = self.at(note.at);
            let cell = note.at.cell();
            let inside = cell.is_some_and(|(row, column)| self.scene.cell(row, column).is_some());
            if note.corner == Some((-1, -1)) {
                for (by, letter) in (0..self.width).zip(note.text.chars()) {
                    self.canvas.put(row - 1, column - self.width / 2 + by, letter, Ink::Plain);
                }
            } else if !inside {
                self.canvas.centred(row, column, &note.text, Ink::Plain);
            }
        }
    }

    fn outside(&mut self) {
        let (rows, cols) = (self.scene.rows, self.scene.cols);
        for clue in &self.scene.outside {
            let (row, column) = self.at(Point::centre(clue.line, clue.line));
            let count = clue.words.len() as i32;
            let line: Vec<char> = clue.words.join(" ").chars().collect();
            match clue.side {
                Side::Left | Side::Right => {
                    let start = match clue.side {
                        Side::Left => -1 - line.len() as i32,
                        _ => self.at(Point { y: 0, x: 4 * cols }).1 + 2,
                    };
                    for (by, &letter) in (0..).zip(&line) {
                        self.canvas.put(row, start + by, letter, Ink::Plain);
                    }
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

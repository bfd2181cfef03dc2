//! Texts: values, candidates, notes and the clues beside the board.

use super::element::Body;
use super::frame::{self, Frame};
use super::{CELL, Document, background, pixels};
use crate::services::render::scene::{Cell, Clue, Colour, Content, Drawn, Note, Pencil, Point, Scene, Side};

/// The colours of values: given ones are also bold, found ones are blue.
pub(super) const BLACK: &str = "#000000";
pub(super) const BLUE: &str = "#2457a6";
pub(super) const BOLD: &str = " font-weight=\"bold\"";

/// What stands in an upper corner leaves less room.
fn below(is_noted: bool) -> i32 {
    if is_noted { 14 } else { 0 }
}

/// The room to be left above values: those of all cells stay of one size.
pub(super) fn room_above(scene: &Scene) -> i32 {
    below(
        scene
            .squares()
            .any(|(row, column, cell)| cell.content != Content::Nothing && scene.is_noted_above(row, column)),
    )
}

/// Pixels from the line that a text stands on to its middle, for a size.
fn half(size: i32) -> i32 {
    size * 36 / 100
}

/// The size at which a text fits into a width.
fn fitting(text: &str, largest: i32, width: i32) -> i32 {
    let letters = text.chars().count().max(1) as i32;
    largest.min(width * 10 / (letters * 6)).max(6)
}

/// The text as it may stand in a document; characters that no document may hold become `\u{fffd}`.
pub fn escaped(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => shown.push_str("&amp;"),
            '<' => shown.push_str("&lt;"),
            '>' => shown.push_str("&gt;"),
            '"' => shown.push_str("&quot;"),
            '\'' => shown.push_str("&#39;"),
            '\u{fffe}' | '\u{ffff}' => shown.push('\u{fffd}'),
            letter if letter.is_control() => shown.push('\u{fffd}'),
            letter => shown.push(letter),
        }
    }
    shown
}

impl Document {
    /// A text that stands on (x, y), its middle at x.
    pub fn words(&mut self, x: i32, y: i32, attributes: &str, text: &str) {
        if !text.is_empty() {
            self.add(Body::Text((x, y), text.to_owned()), attributes);
        }
    }

    /// The values of cells, and their candidates.
    pub fn values(&mut self, scene: &Scene) {
        let all = room_above(scene);
        for (row, column, cell) in scene.squares() {
            let centre = Point::centre(row, column);
            let covered = scene.is_noted(row, column);
            let top = below(scene.is_noted_above(row, column));
            let room = if scene.is_noted_below(row, column) { -below(true) } else { all };
            match &cell.content {
                Content::Given(text) if !covered => {
                    let ink = ink(cell, scene, centre, BLACK);
                    self.value(centre, room, text, BOLD, ink);
                }
                Content::Found(text) if !covered => {
                    self.value(centre, room, text, "", ink(cell, scene, centre, BLUE));
                }
                Content::Open(pencil) => self.pencil(centre, top, pencil),
                _ => {}
            }
        }
    }

    pub(super) fn value(&mut self, at: Point, top: i32, text: &str, weight: &str, ink: &str) {
        let (x, y) = pixels(at);
        let (size, y) = (fitting(text, 34 - top.abs() / 3, CELL - 8), y + top * 2 / 5);
        self.words(x, y + half(size), &format!(" font-size=\"{size}\"{weight} fill=\"{ink}\""), text);
    }

    /// Candidates in rows and columns, each at its place; those ruled out are red and struck through.
    fn pencil(&mut self, at: Point, top: i32, pencil: &[Pencil]) {
        let Some(of) = pencil.first().map(|mark| mark.of) else { return };
        let columns = (1..=of).find(|columns| columns * columns >= of).unwrap_or(1) as i32;
        let rows = (of as i32 + columns - 1) / columns;
        let longest = pencil.iter().map(|mark| mark.text.as_str()).max_by_key(|text| text.chars().count());
        let (wide, high) = ((CELL - 10) / columns, (CELL - 10 - top) / rows);
        let size = fitting(longest.unwrap_or_default(), 15.min(high), wide);
        let (x, y) = pixels(at);
        for mark in pencil {
            let (row, column) = (mark.place as i32 / columns, mark.place as i32 % columns);
            let x = x - (CELL - 10) / 2 + column * wide + wide / 2;
            let y = y - (CELL - 10) / 2 + top + row * high + high / 2;
            let ink = if mark.struck { "#cc2222" } else { "#555555" };
            self.words(x, y + half(size), &format!(" font-size=\"{size}\" fill=\"{ink}\""), &mark.text);
            if mark.struck {
                let reach = size / 2;
                let (left, right, top, bottom) = (x - reach, x + reach, y - reach, y + reach);
                let path = format!("M{left} {bottom}L{right} {top}");
                self.add(Body::Path(path), " stroke=\"#cc2222\" stroke-width=\"2\"");
            }
        }
    }

    /// What the rule set writes.
    pub fn notes(&mut self, scene: &Scene) {
        for note in &scene.notes {
            let cell = note.at.cell().and_then(|(row, column)| scene.cell(row, column));
            let ink = cell.map_or(BLACK, |cell| ink(cell, scene, note.at, BLACK));
            match scene.ring(note.at).filter(|_| cell.is_none() && note.corner.is_none()) {
                Some(colour) => self.ringed(note, colour),
                None => self.note(note, cell.and_then(background), ink),
            }
        }
    }

    /// One text, on what lies behind its cell.
    pub(super) fn note(&mut self, note: &Note, behind: Option<&str>, ink: &str) {
        let (x, y) = pixels(note.at);
        match note.corner {
            Some(corner) => self.small(note, corner, behind, ink),
            None if note.at.cell().is_some() => {
                self.part(1);
                self.value(note.at, 0, &note.text, "", ink);
            }
            None => {
                // Between two cells: on a patch of white, which interrupts the line of the grid.
                let size = fitting(&note.text, 22, 26);
                self.part(0);
                self.circle((x, y), 9, " fill=\"#ffffff\"");
                self.part(1);
                let attributes = format!(" font-size=\"{size}\" font-weight=\"bold\" fill=\"#000000\"");
                self.words(x, y + half(size), &attributes, &note.text);
            }
        }
    }

    /// A text in a circle where cells meet.
    pub(super) fn ringed(&mut self, note: &Note, colour: Colour) {
        let (x, y) = pixels(note.at);
        let radius = match note.text.chars().count() {
            0 | 1 => 14,
            2 => 16,
            _ => 18,
        };
        let size = fitting(&note.text, 20, 2 * radius - 8);
        let (behind, text) =
            if colour == Colour::Black { ("#222222", "#ffffff") } else { ("#ffffff", BLACK) };
        self.part(0);
        self.circle((x, y), radius, &format!(" fill=\"{behind}\" stroke=\"#222222\" stroke-width=\"2\""));
        self.part(1);
        self.words(x, y + half(size), &format!(" font-size=\"{size}\" fill=\"{text}\""), &note.text);
    }

    /// The values of highlighted places that are no cells.
    pub fn labels(&mut self, scene: &Scene) {
        self.group("font-size=\"18\" font-weight=\"bold\" fill=\"#000000\"", |out| {
            for band in scene.bands.iter().filter(|band| band.is_labelled()) {
                if let Some(middle) = band.middle() {
                    let (x, y) = pixels(middle);
                    out.words(x, y + half(18), "", &band.label);
                }
            }
        });
    }

    /// A small text towards a corner or a side of its cell, which interrupts the dashed line of a cage.
    fn small(&mut self, note: &Note, corner: (i32, i32), behind: Option<&str>, ink: &str) {
        let size = fitting(&note.text, 16, CELL / 2);
        let width = note.text.chars().count() as i32 * size * 6 / 10;
        let (x, y) = pixels(note.at);
        let x = x + corner.1 * (CELL / 2 - 6 - width / 2);
        let y = y + corner.0 * (CELL / 2 - 6 - size / 2);
        let patch = Frame { x: x - width / 2 - 1, y: y - size / 2, width: width + 3, height: size };
        self.part(0);
        self.rect(patch, &format!(" fill=\"{}\"", behind.unwrap_or("#ffffff")));
        self.part(1);
        self.words(x, y + half(size), &format!(" font-size=\"{size}\" fill=\"{ink}\""), &note.text);
    }

    /// What is written under everything else.
    pub fn captions(&mut self, scene: &Scene, frame: Frame) {
        let middle = frame.x + frame.width / 2;
        let top = frame.y + frame.height - scene.captions.len() as i32 * frame::LINE;
        self.group("font-size=\"18\" fill=\"#000000\"", |out| {
            for (index, line) in (0..).zip(&scene.captions) {
                out.words(middle, top + index * frame::LINE + 12, "", line);
            }
        });
    }

    /// The clues beside the board, the nearest number last on the left and at the top.
    pub fn outside(&mut self, scene: &Scene) {
        self.group("font-size=\"34\" fill=\"#000000\"", |out| {
            for clue in &scene.outside {
                out.clue(scene, clue);
            }
        });
    }

    pub(super) fn clue(&mut self, scene: &Scene, clue: &Clue) {
        let middle = (clue.line - 1) * CELL + CELL / 2;
        let mut at = match clue.side {
            Side::Left | Side::Top => -frame::depth(clue) - 6,
            Side::Right => scene.cols * CELL + 6,
            Side::Bottom => scene.rows * CELL + 6,
        };
        for word in &clue.words {
            let step = frame::step(clue.side, word);
            let (x, y) = match clue.side {
                Side::Left | Side::Right => (at + step / 2, middle),
                Side::Top | Side::Bottom => (middle, at + step / 2),
            };
            self.words(x, y + half(34), "", word);
            at += step;
        }
    }
}

/// The colour of a text, so that it can be read on what lies behind it.
fn ink(cell: &Cell, scene: &Scene, at: Point, usual: &'static str) -> &'static str {
    let figure = scene.drawn.iter().rev().find_map(|drawn| match drawn {
        Drawn::Mark { at: centre, colour, .. } if *centre == at => Some(*colour),
        _ => None,
    });
    match figure.or(cell.shade) {
        Some(Colour::Black) => "#ffffff",
        _ => usual,
    }
}

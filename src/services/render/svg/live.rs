//! The picture that follows the values: the layers of any picture, with a group in the place of what changes.

use std::collections::BTreeMap;

use super::frame::{self, Frame};
use super::text::{BLACK, BLUE, BOLD, room_above};
use super::{CELL, Document, FRAME, background, pixels};
use crate::base::hash::{Map, Numbered};
use crate::board::eval::World;
use crate::board::unknown::UnknownId;
use crate::services::render::live::{Alternative, Choice, Piece, Slot, TEXT, When};
use crate::services::render::scene::{Cell, Colour, Content, Drawn, Lattice, Note, Point, Scene};

const WHITE: &str = "#ffffff";

/// The picture, and what is needed to fill it.
pub struct Moving {
    pub svg: String,
    pub looks: Numbered<String>,
    pub slots: Vec<Slot>,
    /// All that may ever be drawn, at once.
    pub full: Scene,
}

/// Draws the board with all pieces in order. A wide domain has no texts: its looks are for texts up to `longest`.
pub fn live(world: &World, base: &Scene, pieces: &[Piece], texts: &[Vec<String>], longest: usize) -> Moving {
    let mut full = base.clone();
    for Piece { scene, .. } in pieces {
        full.drawn.extend(scene.drawn.iter().cloned());
        full.notes.extend(scene.notes.iter().cloned());
        full.outside.extend(scene.outside.iter().cloned());
    }
    let mut shades: Shades<'_> = Map::default();
    for piece in pieces {
        for &(row, column, colour) in &piece.shades {
            shades.entry((row, column)).or_default().push((colour, &piece.when));
        }
    }
    let mut writer = Writer {
        out: Document::default(),
        base,
        pieces,
        shades,
        looks: Numbered::default(),
        slots: Vec::new(),
        dark: Map::default(),
    };
    writer.looks.insert(String::new());
    let shown = Frame::of(&full);
    writer.out.open(None, shown);
    if base.rows > 0 {
        writer.squares();
        writer.figures(true);
        writer.out.lattice(base);
        writer.out.line("<g data-layer=\"highlights\"></g>");
        writer.figures(false);
        writer.borders();
        writer.values(world, &full, texts, longest);
        writer.notes();
        writer.outside();
        writer.out.captions(base, shown);
    }
    writer.out.line("</svg>");
    Moving { svg: writer.out.text, looks: writer.looks, slots: writer.slots, full }
}

/// The colours of a square in the order in which they cover each other.
type Shades<'p> = Map<(i32, i32), Vec<(Colour, &'p [Choice])>>;

/// Whether something is dark.
#[derive(Clone, Copy, PartialEq)]
enum Dark {
    Never,
    Always,
    /// While this slot shows something.
    While(usize),
}

struct Writer<'p> {
    out: Document,
    base: &'p Scene,
    pieces: &'p [Piece],
    shades: Shades<'p>,
    looks: Numbered<String>,
    slots: Vec<Slot>,
    /// For squares that were asked about: by their shades alone, or also by figures in them.
    dark: Map<(i32, i32, bool), Dark>,
}

fn holds(choice: &Choice) -> Vec<When> {
    choice.iter().map(|&condition| When::Holds(condition)).collect()
}

impl Writer<'_> {
    fn look(&mut self, draw: impl FnOnce(&mut Document)) -> usize {
        let mut out = Document::default();
        draw(&mut out);
        self.looks.insert_full(out.text.replace('\n', "")).0
    }

    /// A group for what a slot shows, moved by so many pixels.
    fn group(&mut self, (x, y): (i32, i32), slot: Slot) {
        let number = self.slots.len();
        self.slots.push(slot);
        let place =
            if (x, y) == (0, 0) { String::new() } else { format!(" transform=\"translate({x} {y})\"") };
        self.out.line(&format!("<g data-slot=\"{number}\"{place}></g>"));
    }

    /// One look wherever one of the choices is taken.
    fn shown(&mut self, at: (i32, i32), look: usize, when: &[Choice]) {
        let all = when.iter().map(|choice| Alternative { look: Some(look), when: holds(choice) }).collect();
        self.group(at, Slot::Last(all));
    }

    fn squares(&mut self) {
        for row in 1..=self.base.rows {
            for column in 1..=self.base.cols {
                let Some(shades) = self.shades.get(&(row, column)).cloned() else { continue };
                let (x, y) = ((column - 1) * CELL, (row - 1) * CELL);
                // What lies under a colour that is always there is never seen.
                let first = shades.iter().rposition(|(_, when)| is_always(when)).unwrap_or(0);
                let shades = &shades[first..];
                let fill = |colour: Colour| background(&shaded(colour));
                if let [(colour, when)] = shades
                    && is_always(when)
                {
                    if let Some(fill) = fill(*colour) {
                        self.out
                            .rect(Frame { x, y, width: CELL, height: CELL }, &format!(" fill=\"{fill}\""));
                    }
                    continue;
                }
                let mut all = Vec::new();
                for (colour, when) in shades {
                    let square = Frame { x: 0, y: 0, width: CELL, height: CELL };
                    let look = fill(*colour)
                        .map(|fill| self.look(|out| out.rect(square, &format!(" fill=\"{fill}\""))));
                    all.extend(when.iter().map(|choice| Alternative { look, when: holds(choice) }));
                }
                self.group((x, y), Slot::Last(all));
            }
        }
    }

    /// Lines and figures: the grey ones, or the others.
    fn figures(&mut self, grey: bool) {
        for piece in self.pieces {
            for drawn in piece.scene.drawn.iter().filter(|drawn| (drawn.colour() == Colour::Grey) == grey) {
                if piece.is_always() {
                    self.out.drawn(drawn);
                    continue;
                }
                // The same look serves all places, moved by whole cells, so that what is large in a cell stays so.
                let at = match drawn {
                    Drawn::Line { points, .. } => points.first().copied().unwrap_or(Point { y: 0, x: 0 }),
                    Drawn::Mark { at, .. } => *at,
                };
                let corner = Point { y: at.y - at.y.rem_euclid(4), x: at.x - at.x.rem_euclid(4) };
                let moved = |point: &Point| Point { y: point.y - corner.y, x: point.x - corner.x };
                let moved = match drawn {
                    Drawn::Line { points, form, colour } => Drawn::Line {
                        points: points.iter().map(moved).collect(),
                        form: *form,
                        colour: *colour,
                    },
                    Drawn::Mark { shape, at, colour } => {
                        Drawn::Mark { shape: *shape, at: moved(at), colour: *colour }
                    }
                };
                let look = self.look(|out| out.drawn(&moved));
                self.shown(pixels(corner), look, &piece.when);
            }
        }
    }

    /// When a square is black: by its shades, and if told so by figures in its middle, which cover them.
    fn darkness(&mut self, (row, column): (i32, i32), figures: bool) -> Dark {
        if let Some(&known) = self.dark.get(&(row, column, figures)) {
            return known;
        }
        let mut all: Vec<(Colour, &[Choice])> = self.shades.get(&(row, column)).cloned().unwrap_or_default();
        if figures {
            for piece in self.pieces {
                all.extend(piece.scene.drawn.iter().filter_map(|drawn| match drawn {
                    Drawn::Mark { at, colour, .. } if *at == Point::centre(row, column) => {
                        Some((*colour, &piece.when[..]))
                    }
                    _ => None,
                }));
            }
        }
        let first = all.iter().rposition(|(_, when)| is_always(when)).unwrap_or(0);
        let all = &all[first.min(all.len())..];
        let dark = match all {
            all if all.iter().all(|(colour, _)| *colour != Colour::Black) => Dark::Never,
            [(_, when)] if is_always(when) => Dark::Always,
            all => {
                let alternatives = all.iter().flat_map(|(colour, when)| {
                    let look = (*colour == Colour::Black).then_some(0);
                    when.iter().map(move |choice| Alternative { look, when: holds(choice) })
                });
                self.slots.push(Slot::Last(alternatives.collect()));
                Dark::While(self.slots.len() - 1)
            }
        };
        self.dark.insert((row, column, figures), dark);
        dark
    }

    fn borders(&mut self) {
        for piece in self.pieces {
            for cage in &piece.scene.cages {
                let draw = |out: &mut Document| {
                    out.group("stroke=\"#444444\" stroke-width=\"1\" stroke-dasharray=\"5 3\"", |out| {
                        frame::cage(cage).into_iter().for_each(|(from, to)| out.segment(from, to));
                    });
                };
                if piece.is_always() {
                    draw(&mut self.out);
                } else {
                    let look = self.look(draw);
                    self.shown((0, 0), look, &piece.when);
                }
            }
        }
        let mut thick: BTreeMap<(Point, Point), Vec<Choice>> = BTreeMap::default();
        for piece in self.pieces {
            for side in piece.scene.thick() {
                thick.entry(side).or_default().extend(piece.when.iter().cloned());
            }
        }
        for ((from, to), mut when) in thick {
            if is_always(&when) {
                when = vec![Choice::new()];
            }
            self.side(from, to, &when);
        }
        if self.base.lattice == Lattice::Lines {
            let (width, height) = (self.base.cols * CELL, self.base.rows * CELL);
            let frame = Frame { x: 0, y: 0, width, height };
            self.out.rect(frame, FRAME);
        }
    }

    /// A thick side of a square; pale between two that are black.
    fn side(&mut self, from: Point, to: Point, when: &[Choice]) {
        let (x, y) = pixels(from);
        let (right, down) = (pixels(to).0 - x, pixels(to).1 - y);
        let path = |ink: &str| {
            format!(
                "<path d=\"M0 0l{right} {down}\" stroke=\"{ink}\" stroke-width=\"3\" stroke-linecap=\"square\"/>"
            )
        };
        let middle = Point { y: i32::midpoint(from.y, to.y), x: i32::midpoint(from.x, to.x) };
        let across = if from.y == to.y { (2, 0) } else { (0, 2) };
        let beside = [1, -1].map(|sign| {
            let beside = Point { y: middle.y + sign * across.0, x: middle.x + sign * across.1 };
            beside.cell().map_or(Dark::Never, |cell| self.darkness(cell, false))
        });
        let black = self.look(|out| out.line(&path(BLACK)));
        let pale = self.look(|out| out.line(&path("#cccccc")));
        let mut all: Vec<Alternative> =
            when.iter().map(|choice| Alternative { look: Some(black), when: holds(choice) }).collect();
        if !beside.contains(&Dark::Never) {
            let dark: Vec<When> = beside
                .iter()
                .filter_map(|dark| match dark {
                    Dark::While(slot) => Some(When::Shows(*slot)),
                    _ => None,
                })
                .collect();
            all.extend(when.iter().map(|choice| Alternative {
                look: Some(pale),
                when: holds(choice).into_iter().chain(dark.iter().copied()).collect(),
            }));
        }
        match &all[..] {
            [Alternative { when, .. }] if when.is_empty() => {
                let path = format!(
                    "<path d=\"M{x} {y}l{right} {down}\" stroke=\"{BLACK}\" stroke-width=\"3\" stroke-linecap=\"square\"/>"
                );
                self.out.line(&path);
            }
            _ => self.group((x, y), Slot::Last(all)),
        }
    }

    fn values(&mut self, world: &World, full: &Scene, texts: &[Vec<String>], longest: usize) {
        let all = room_above(full);
        let covered = |row: i32, column: i32| {
            let centre = Point::centre(row, column);
            self.pieces
                .iter()
                .filter(|piece| piece.is_always())
                .any(|piece| piece.scene.notes.iter().any(|note| note.at == centre && note.corner.is_none()))
        };
        let free: Vec<(i32, i32, &Cell)> =
            self.base.squares().filter(|&(row, column, _)| !covered(row, column)).collect();
        let unknowns: Map<(i32, i32), usize> = (0..)
            .zip(&world.unknowns)
            .filter_map(|(index, unknown)| {
                let (row, column) = world.coordinates(unknown.place)?;
                Some(((row as i32, column as i32), index))
            })
            .collect();
        for (row, column, cell) in free {
            let at = ((column - 1) * CELL, (row - 1) * CELL);
            match (&cell.content, unknowns.get(&(row, column))) {
                (Content::Given(text), _) => {
                    let dark = self.darkness((row, column), true);
                    self.written(at, dark, |out, ink| out.value(MIDDLE, all, text, BOLD, ink));
                }
                (Content::Open(_), Some(&unknown)) if texts[unknown].is_empty() => {
                    let text = |length: usize| "0".repeat(length);
                    let looks = (1..=longest).map(|length| {
                        let look = self.drawn_value(all, &text(length), BLUE);
                        // The text is the only one between two tags.
                        let look =
                            self.looks[look].replace(&format!(">{}<", text(length)), &format!(">{TEXT}<"));
                        self.looks.insert_full(look).0
                    });
                    let (looks, unknown) = (looks.collect(), UnknownId(unknown as u32));
                    self.group(at, Slot::Text { unknown, looks });
                }
                (Content::Open(_), Some(&unknown)) => {
                    let texts = &texts[unknown];
                    if texts.iter().all(String::is_empty) {
                        continue;
                    }
                    let in_ink = |writer: &mut Self, ink: &str| {
                        texts.iter().map(|text| writer.drawn_value(all, text, ink)).collect::<Vec<usize>>()
                    };
                    let (looks, dark) = match self.darkness((row, column), true) {
                        Dark::Never => (in_ink(self, BLUE), None),
                        Dark::Always => (in_ink(self, WHITE), None),
                        Dark::While(slot) => (in_ink(self, BLUE), Some((slot, in_ink(self, WHITE)))),
                    };
                    self.group(at, Slot::Value { unknown: UnknownId(unknown as u32), looks, dark });
                }
                _ => {}
            }
        }
    }

    fn drawn_value(&mut self, top: i32, text: &str, ink: &str) -> usize {
        self.look(|out| out.value(MIDDLE, top, text, "", ink))
    }

    /// A text in the first square of the board, moved; black or white as what lies behind it demands.
    fn written(&mut self, at: (i32, i32), dark: Dark, draw: impl Fn(&mut Document, &str)) {
        let ink = if dark == Dark::Always { WHITE } else { BLACK };
        let look = self.look(|out| draw(out, ink));
        let mut all = vec![Alternative { look: Some(look), when: Vec::new() }];
        if let Dark::While(slot) = dark {
            let look = self.look(|out| draw(out, WHITE));
            all.push(Alternative { look: Some(look), when: vec![When::Shows(slot)] });
            self.group(at, Slot::Last(all));
        } else {
            let look = self.looks[look].clone();
            self.out.line(&format!("<g transform=\"translate({} {})\">{look}</g>", at.0, at.1));
        }
    }

    fn notes(&mut self) {
        for piece in self.pieces {
            for note in &piece.scene.notes {
                let cell = note.at.cell();
                let dark = cell.map_or(Dark::Never, |cell| self.darkness(cell, true));
                let shades = cell.and_then(|cell| self.shades.get(&cell).cloned()).unwrap_or_default();
                let behind = |colour: Colour| background(&shaded(colour));
                let is_plain = shades.iter().all(|(_, when)| is_always(when)) || note.corner.is_none();
                if piece.is_always() && is_plain && !matches!(dark, Dark::While(_)) {
                    let ink = if dark == Dark::Always { WHITE } else { BLACK };
                    match self.ring(note) {
                        Some(colour) => self.out.ringed(note, colour),
                        None => {
                            self.out.note(note, shades.last().and_then(|&(colour, _)| behind(colour)), ink)
                        }
                    }
                    continue;
                }
                // A patch behind a small text has the colour of its square.
                let corner =
                    Point { y: note.at.y - note.at.y.rem_euclid(4), x: note.at.x - note.at.x.rem_euclid(4) };
                let at = Point { y: note.at.y - corner.y, x: note.at.x - corner.x };
                let moved = Note { at, text: note.text.clone(), corner: note.corner };
                let mut all = Vec::new();
                let ink = if dark == Dark::Always { WHITE } else { BLACK };
                let ring = self.ring(note);
                let plain = self.look(|out| match ring {
                    Some(colour) => out.ringed(&moved, colour),
                    None => out.note(&moved, None, ink),
                });
                all.extend(anyhow(plain, &piece.when, &[Choice::new()], None));
                if note.corner.is_some() {
                    for (colour, when) in &shades {
                        let ink = if *colour == Colour::Black { WHITE } else { BLACK };
                        let look = self.look(|out| out.note(&moved, behind(*colour), ink));
                        all.extend(anyhow(look, &piece.when, when, None));
                    }
                } else if let Dark::While(slot) = dark {
                    let look = self.look(|out| out.note(&moved, None, WHITE));
                    all.extend(anyhow(look, &piece.when, &[Choice::new()], Some(slot)));
                }
                self.group(pixels(corner), Slot::Last(all));
            }
        }
    }

    /// The circle that always stands behind a text where cells meet.
    fn ring(&self, note: &Note) -> Option<Colour> {
        if note.corner.is_some() || note.at.cell().is_some() {
            return None;
        }
        let mut pieces = self.pieces.iter().rev().filter(|piece| piece.is_always());
        pieces.find_map(|piece| piece.scene.ring(note.at)).or_else(|| self.base.ring(note.at))
    }

    fn outside(&mut self) {
        for piece in self.pieces {
            for clue in &piece.scene.outside {
                let base = self.base;
                let draw = |out: &mut Document| {
                    out.group("font-size=\"34\" fill=\"#000000\"", |out| out.clue(base, clue));
                };
                if piece.is_always() {
                    draw(&mut self.out);
                } else {
                    let look = self.look(draw);
                    self.shown((0, 0), look, &piece.when);
                }
            }
        }
    }
}

/// The middle of the first square.
const MIDDLE: Point = Point { y: 2, x: 2 };

fn shaded(colour: Colour) -> Cell {
    Cell { shade: Some(colour), content: Content::Nothing, highlight: None }
}

fn is_always(when: &[Choice]) -> bool {
    when.iter().any(Vec::is_empty)
}

/// A look under all choices of two kinds together, and while a slot shows something.
fn anyhow(look: usize, one: &[Choice], other: &[Choice], slot: Option<usize>) -> Vec<Alternative> {
    let both = one.iter().flat_map(|one| other.iter().map(move |other| (one, other)));
    both.map(|(one, other)| {
        let when = holds(one).into_iter().chain(holds(other)).chain(slot.map(When::Shows)).collect();
        Alternative { look: Some(look), when }
    })
    .collect()
}

//! Several pictures in one document: in rows, each with its caption above it, large ones made smaller.

use super::Document;
use super::frame::Frame;
use crate::services::render::leaf::Leaf;

/// Pixels that a picture takes with what is left free beside it.
const TILE: i32 = 300;
/// How many stand in a row.
const COLUMNS: usize = 4;
/// The size of captions, and from one line to the next.
const SIZE: i32 = 16;
const LINE: i32 = 22;
/// Pixels around a picture.
const GAP: i32 = 10;

/// Draws all pictures in order.
pub fn sheet(leaves: &[Leaf]) -> String {
    let tiles: Vec<Tile<'_>> = leaves.iter().map(Tile::new).collect();
    let rows: Vec<&[Tile<'_>]> = tiles.chunks(COLUMNS).collect();
    let columns = rows.iter().map(|row| row.len()).max().unwrap_or(0) as i32;
    let mut out = Document::default();
    let height = rows.iter().map(|row| high(row, Tile::above) + high(row, Tile::height)).sum();
    out.open(None, Frame { x: 0, y: 0, width: TILE * columns, height });
    let mut top = 0;
    for row in rows {
        let above = high(row, Tile::above);
        for (column, tile) in (0..).zip(row) {
            tile.draw(column * TILE, top, top + above, &mut out);
        }
        top += above + high(row, Tile::height);
    }
    out.line("</svg>");
    out.text
}

/// The most room that one of a row needs.
fn high<'l>(row: &[Tile<'l>], of: impl Fn(&Tile<'l>) -> i32) -> i32 {
    row.iter().map(of).max().unwrap_or(0)
}

/// A picture, its size on the sheet and the lines of its caption.
struct Tile<'l> {
    leaf: &'l Leaf,
    size: (i32, i32),
    caption: Vec<String>,
}

impl Tile<'_> {
    fn new(leaf: &Leaf) -> Tile<'_> {
        let frame = Frame::of(&leaf.scene);
        let wide = frame.width.min(TILE - 2 * GAP);
        let size = (wide, frame.height * wide / frame.width.max(1));
        Tile { leaf, size, caption: lines(&leaf.caption(), ((TILE - 2 * GAP) * 10 / (SIZE * 6)) as usize) }
    }

    fn above(&self) -> i32 {
        self.caption.len() as i32 * LINE + GAP
    }

    fn height(&self) -> i32 {
        self.size.1 + GAP
    }

    fn draw(&self, left: i32, top: i32, below: i32, out: &mut Document) {
        let attributes = format!(" font-size=\"{SIZE}\" fill=\"#000000\"");
        for (number, line) in (1..).zip(&self.caption) {
            out.words(left + TILE / 2, top + number * LINE, &attributes, line);
        }
        let (width, height) = self.size;
        let within = Frame { x: left + (TILE - width) / 2, y: below, width, height };
        out.picture(&self.leaf.scene, Some(within));
    }
}

/// A text in lines of at most so many characters, unless a word is longer.
fn lines(text: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

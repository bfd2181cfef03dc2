//! Several pictures in one document: in rows, each with its caption above it.

use super::{Document, frame};
use crate::render::leaf::Leaf;

/// Pixels that a row takes at most, unless one picture is wider.
const WIDEST: i32 = 1_200;
/// A picture narrower than this is given more room for its caption.
const NARROWEST: i32 = 240;
/// The size of captions, and from one line to the next.
const SIZE: i32 = 18;
const LINE: i32 = 24;

/// Draws all pictures in order.
pub fn sheet(leaves: &[Leaf]) -> String {
    let sizes: Vec<(i32, i32)> = leaves.iter().map(|leaf| frame::size(&leaf.scene)).collect();
    let wide = sizes.iter().map(|size| size.0).max().unwrap_or(0).max(NARROWEST);
    let columns = (WIDEST / wide).clamp(1, leaves.len().max(1) as i32);
    let captions: Vec<Vec<String>> =
        leaves.iter().map(|leaf| lines(&leaf.caption(), (wide * 10 / (SIZE * 6)) as usize)).collect();
    let rows: Vec<(i32, i32)> = sizes
        .chunks(columns as usize)
        .zip(captions.chunks(columns as usize))
        .map(|(sizes, captions)| {
            let high = sizes.iter().map(|size| size.1).max().unwrap_or(0);
            (captions.iter().map(Vec::len).max().unwrap_or(0) as i32 * LINE, high)
        })
        .collect();
    let mut out = Document::default();
    out.open(None, 0, 0, wide * columns, rows.iter().map(|(above, high)| above + high + LINE).sum());
    let mut top = 0;
    let tiles: Vec<(&Leaf, &Vec<String>)> = leaves.iter().zip(&captions).collect();
    for (tiles, (above, high)) in tiles.chunks(columns as usize).zip(rows) {
        for (column, (leaf, caption)) in (0..).zip(tiles) {
            let attributes = format!(" font-size=\"{SIZE}\" fill=\"#000000\"");
            for (number, line) in (1..).zip(*caption) {
                out.words(column * wide + wide / 2, top + number * LINE, &attributes, line);
            }
            let (width, _) = frame::size(&leaf.scene);
            out.picture(&leaf.scene, Some((column * wide + (wide - width) / 2, top + above)));
        }
        top += above + high + LINE;
    }
    out.line("</svg>");
    out.text
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

//! Where things lie in pixels: the frame around everything, and the dashed lines inside cages.

use super::{CELL, UNIT};
use crate::base::hash::Set;
use crate::services::render::scene::{Clue, Drawn, Scene, Side};

/// Pixels between what is drawn and the edge of the picture.
const MARGIN: i32 = 10;
/// Pixels that a ring needs besides the margin.
const RING: i32 = 8;
/// Pixels from line to line where there is no board.
pub const LINE: i32 = 26;
/// Pixels between a cage's dashed line and the border of its cells.
const INSET: i32 = 5;

/// The part of the plane that is shown; the board's top left corner is at (0, 0).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Frame {
    /// Its left edge.
    pub x: i32,
    /// Its top edge.
    pub y: i32,
    /// Its width.
    pub width: i32,
    /// Its height.
    pub height: i32,
}

impl Frame {
    /// The frame that holds the board, what stands beside it, and whatever is drawn elsewhere.
    pub fn of(scene: &Scene) -> Frame {
        if scene.rows == 0 {
            let lines = list(scene);
            return Frame { x: 0, y: 0, width: widest(&lines) + 40, height: lines.len() as i32 * LINE + 30 };
        }
        let (mut left, mut top) = (0, 0);
        let (mut right, mut bottom) = (scene.cols * CELL, scene.rows * CELL);
        for clue in &scene.outside {
            let depth = depth(clue) + 6;
            match clue.side {
                Side::Left => left = left.min(-depth),
                Side::Right => right = right.max(scene.cols * CELL + depth),
                Side::Top => top = top.min(-depth),
                Side::Bottom => bottom = bottom.max(scene.rows * CELL + depth),
            }
        }
        let notes = scene.notes.iter().map(|note| note.at);
        let drawn = scene.drawn.iter().flat_map(|drawn| match drawn {
            Drawn::Line { points, .. } => points.as_slice(),
            Drawn::Mark { at, .. } => std::slice::from_ref(at),
        });
        for point in notes.chain(drawn.copied()) {
            // Half a cell on each side, so that a text beside the board has room.
            let inside = |at: i32, cells: i32| (0..=4 * cells).contains(&at);
            if !inside(point.x, scene.cols) || !inside(point.y, scene.rows) {
                (left, right) = (left.min((point.x - 2) * UNIT), right.max((point.x + 2) * UNIT));
                (top, bottom) = (top.min((point.y - 2) * UNIT), bottom.max((point.y + 2) * UNIT));
            }
        }
        // A ring around a number at the edge of the board reaches beyond it.
        for note in scene.notes.iter().filter(|note| note.corner.is_none() && note.at.cell().is_none()) {
            if scene.ring(note.at).is_some() {
                let (x, y) = (note.at.x * UNIT, note.at.y * UNIT);
                (left, right) = (left.min(x - RING), right.max(x + RING));
                (top, bottom) = (top.min(y - RING), bottom.max(y + RING));
            }
        }
        // Captions stand in the middle under everything else.
        let beyond = (widest(&scene.captions) - (right - left)).max(0) / 2;
        (left, right) = (left - beyond, right + beyond);
        bottom += scene.captions.len() as i32 * LINE;
        Frame {
            x: left - MARGIN,
            y: top - MARGIN,
            width: right - left + 2 * MARGIN,
            height: bottom - top + 2 * MARGIN,
        }
    }
}

/// What is said of a puzzle without a board, line by line.
pub fn list(scene: &Scene) -> Vec<String> {
    let values = scene.others.iter().map(|(place, value)| format!("{place} = {value}"));
    values.chain(scene.captions.iter().cloned()).collect()
}

/// The room that the longest of some lines needs.
fn widest(lines: &[String]) -> i32 {
    lines.iter().map(|line| line.chars().count()).max().unwrap_or(0) as i32 * 11
}

/// How far a clue reaches out from the board.
pub fn depth(clue: &Clue) -> i32 {
    clue.words.iter().map(|word| step(clue.side, word)).sum()
}

/// The room for one number of a clue.
pub fn step(side: Side, word: &str) -> i32 {
    match side {
        Side::Left | Side::Right => 12 + 19 * word.chars().count() as i32,
        Side::Top | Side::Bottom => 38,
    }
}

/// The pieces of the dashed line inside the border of a cage.
///
/// ```text
/// +-----+-----+      A piece ends INSET before a corner that sticks out, as at the top left,
/// | ┌╌╌╌╌╌╌╌┐ |      and INSET behind one that goes in, as in the middle.
/// | ╎  +╌╌╌╌┘ |
/// | ╎  ╎ +----+
/// +-----+
/// ```
pub fn cage(cells: &[(i32, i32)]) -> Vec<((i32, i32), (i32, i32))> {
    let inside: Set<(i32, i32)> = cells.iter().copied().collect();
    let mut pieces = Vec::new();
    for &(row, column) in cells {
        // Towards one side, with the two directions across it: how many rows down and columns right.
        for (down, right) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
            if inside.contains(&(row + down, column + right)) {
                continue;
            }
            let across = (right.abs(), down.abs());
            let end = |sign: i32| {
                let beside = (row + sign * across.0, column + sign * across.1);
                let beyond = (beside.0 + down, beside.1 + right);
                // From the centre: half a cell, less or more.
                let reach = match (inside.contains(&beside), inside.contains(&beyond)) {
                    (false, _) => CELL / 2 - INSET,
                    (true, true) => CELL / 2 + INSET,
                    (true, false) => CELL / 2,
                };
                let (y, x) = ((row - 1) * CELL + CELL / 2, (column - 1) * CELL + CELL / 2);
                let out = CELL / 2 - INSET;
                (x + right * out + sign * across.1 * reach, y + down * out + sign * across.0 * reach)
            };
            pieces.push((end(-1), end(1)));
        }
    }
    joined(pieces)
}

/// Pieces that follow each other in one line as one, so that their dashes run on.
fn joined(mut pieces: Vec<((i32, i32), (i32, i32))>) -> Vec<((i32, i32), (i32, i32))> {
    let across = |piece: &((i32, i32), (i32, i32))| piece.0.1 == piece.1.1;
    pieces.sort_unstable_by_key(|piece| {
        let (x, y) = piece.0;
        if across(piece) { (0, y, x) } else { (1, x, y) }
    });
    let mut all: Vec<((i32, i32), (i32, i32))> = Vec::new();
    for piece in pieces {
        match all.last_mut() {
            Some(last) if last.1 == piece.0 && across(last) == across(&piece) => last.1 = piece.1,
            _ => all.push(piece),
        }
    }
    all
}

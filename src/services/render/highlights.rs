//! Highlighted places: cells by their squares, other unknowns by the places in their index.

use super::contents::Contents;
use super::places;
use super::scene::{Band, Highlight, Note, Point, Scene};
use crate::language::term::{Node, TermId};

/// Highlights all places in some terms.
pub fn add(contents: &Contents<'_>, terms: &[TermId], highlight: Highlight, scene: &mut Scene) {
    let world = contents.world;
    let mut open: Vec<TermId> = terms.iter().rev().copied().collect();
    while let Some(term) = open.pop() {
        if let Some((row, column)) = world.coordinates(term) {
            if let Some(cell) = scene.cell_mut(row as i32, column as i32) {
                cell.highlight = cell.highlight.max(Some(highlight));
            }
            continue;
        }
        match world.terms.node(term) {
            // An unknown beside the grid lies where its index says: `link({r1c1, r1c2})`.
            Node::Place(_, args) => {
                let (lists, others): (Vec<TermId>, Vec<TermId>) =
                    args.iter().partition(|&&arg| matches!(world.terms.node(arg), Node::Cons(..)));
                // A list in an index is a part of the board, such as `piece(A, Cells)`.
                open.extend(lists.iter().rev());
                let points: Vec<Point> =
                    others.iter().filter_map(|&arg| places::points(world, arg)).flatten().collect();
                if !points.is_empty() {
                    replace(scene, Band { points, highlight, label: contents.label(term) });
                }
            }
            Node::Set(parts) => match places::points(world, term) {
                Some(points) if points.iter().any(|point| point.cell().is_none()) => {
                    replace(scene, Band { points, highlight, label: String::new() });
                }
                _ => open.extend(parts.iter().rev()),
            },
            &Node::Cons(head, tail) => open.extend([tail, head]),
            _ => {}
        }
    }
}

/// Writes the values of unknowns between two places, as far as they are known and not highlighted: a step is easier to
/// follow where it can be seen which links were ruled out before.
pub fn note_known(contents: &Contents<'_>, scene: &mut Scene) {
    let world = contents.world;
    for place in world.unknowns.iter().filter(|unknown| !unknown.hidden).map(|unknown| unknown.place) {
        let Node::Place(_, args) = world.terms.node(place) else { continue };
        let points = args.iter().filter_map(|&arg| places::points(world, arg)).flatten().collect();
        let band = Band { points, highlight: Highlight::Scope, label: contents.label(place) };
        let is_told = scene.bands.iter().any(|known| known.points == band.points && known.is_labelled());
        let Some(at) = band.middle().filter(|_| band.points.len() == 2) else { continue };
        let is_told = is_told || scene.notes.iter().any(|note| note.at == at && note.corner.is_none());
        if !is_told && !band.label.is_empty() {
            scene.notes.push(Note { at, text: band.label, corner: None });
        }
    }
}

/// What is highlighted twice is what counts most, which is added last.
fn replace(scene: &mut Scene, band: Band) {
    scene.bands.retain(|known| known.points != band.points);
    scene.bands.push(band);
}

//! Highlighted places: cells by their squares, other unknowns by the places in their index.

use super::places;
use super::scene::{Highlight, Point, Scene};
use crate::eval::World;
use crate::term::{Node, TermId};

/// Highlights all places in some terms.
pub fn add(world: &World, terms: &[TermId], highlight: Highlight, scene: &mut Scene) {
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
                let points: Vec<Point> =
                    args.iter().filter_map(|&arg| places::points(world, arg)).flatten().collect();
                scene.highlights.push((points, highlight));
            }
            Node::Set(parts) => match places::points(world, term) {
                Some(points) if points.iter().any(|point| point.cell().is_none()) => {
                    scene.highlights.push((points, highlight));
                }
                _ => open.extend(parts.iter().rev()),
            },
            &Node::Cons(head, tail) => open.extend([tail, head]),
            _ => {}
        }
    }
}

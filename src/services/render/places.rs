//! Terms as places of a picture and as texts in it.

use super::scene::Point;
use crate::board::eval::World;
use crate::board::unknown::Domain;
use crate::language::term::{Node, TermId, Terms};

/// The point that a term stands for: a cell, `dot(R, C)`, `point(Y, X)`, or what lies in the middle of a set of these.
pub fn point(world: &World, term: TermId) -> Option<Point> {
    if let Some((row, column)) = world.coordinates(term) {
        return Some(Point::centre(small(row.into())?, small(column.into())?));
    }
    match world.terms.node(term) {
        Node::Compound(name, args) if args.len() == 2 => {
            let step = match world.terms.name(*name) {
                "dot" => 4,
                "point" => 2,
                _ => return None,
            };
            let (row, column) = (number(world, args[0])?, number(world, args[1])?);
            Some(Point { y: step * row, x: step * column })
        }
        Node::Set(parts) if !parts.is_empty() => {
            let points: Vec<Point> = parts.iter().map(|&part| point(world, part)).collect::<Option<_>>()?;
            let count = points.len() as i32;
            let (y, x) = points.iter().fold((0, 0), |(y, x), point| (y + point.y, x + point.x));
            Some(Point { y: y / count, x: x / count })
        }
        _ => None,
    }
}

/// The points of a list or set of places, in order; a lone place is a list of one.
pub fn points(world: &World, term: TermId) -> Option<Vec<Point>> {
    match world.terms.node(term) {
        Node::Set(parts) => parts.iter().map(|&part| point(world, part)).collect(),
        Node::Nil | Node::Cons(..) => {
            elements(world, term)?.into_iter().map(|part| point(world, part)).collect()
        }
        _ => Some(vec![point(world, term)?]),
    }
}

/// The cells of a list or set, or a lone one.
pub fn cells(world: &World, term: TermId) -> Option<Vec<(i32, i32)>> {
    points(world, term)?.into_iter().map(Point::cell).collect()
}

/// The elements of a list.
pub fn elements(world: &World, term: TermId) -> Option<Vec<TermId>> {
    let mut elements = Vec::new();
    let mut rest = term;
    while let &Node::Cons(head, tail) = world.terms.node(rest) {
        elements.push(head);
        rest = tail;
    }
    (rest == Terms::NIL).then_some(elements)
}

/// A number of the size that pictures have.
pub fn number(world: &World, term: TermId) -> Option<i32> {
    match world.terms.node(term) {
        Node::Int(value) => small(*value),
        _ => None,
    }
}

/// Far more than any board has, and far from any overflow.
fn small(value: i128) -> Option<i32> {
    i32::try_from(value).ok().filter(|value| value.abs() <= 100_000)
}

/// A term as a text: a symbol without quotes.
pub fn word(world: &World, term: TermId) -> String {
    match world.terms.node(term) {
        Node::Int(number) => number.to_string(),
        Node::Sym(symbol) => world.terms.name(*symbol).to_owned(),
        _ => world.show(term),
    }
}

/// A list as its words, anything else as one.
pub fn words(world: &World, term: TermId) -> Vec<String> {
    match elements(world, term) {
        Some(parts) => parts.into_iter().map(|part| word(world, part)).collect(),
        None => vec![word(world, term)],
    }
}

/// The number of a value in its domain, from 0.
pub fn rank(world: &World, domain: &Domain, value: TermId) -> Option<usize> {
    match (domain, world.terms.node(value)) {
        (Domain::Range(low, _), Node::Int(value)) if domain.has_int(*value) => {
            usize::try_from(value - i128::from(*low)).ok()
        }
        (Domain::Integers(all), Node::Int(value)) => {
            all.iter().position(|&known| i128::from(known) == *value)
        }
        (Domain::Symbols(all), Node::Sym(value)) => all.iter().position(|known| known == value),
        _ => None,
    }
}

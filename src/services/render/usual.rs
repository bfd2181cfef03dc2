//! How the facts of an input are drawn that no hint of the rule set speaks of.
//!
//! ```text
//! zone """ .. """.   letters in cells         borders around the regions of equal letters, if these hang together
//! mark(r1c1, x).     a cell and words         the words, small if the cell has a value
//! sum(k, 12).        the name of a region     the words in its first cell
//! sign(A, B, <).     two cells                the words between them, or a dot
//! path([A, B, C]).   a list of cells          a grey line
//! mines(10).         anything else            words under the board
//! ```

use super::places;
use super::scene::{Colour, Content, Drawn, Form, Note, Point, Scene, Shape};
use crate::base::hash::{Map, Set};
use crate::board::eval::World;
use crate::language::program::{Grain, PredicateId};
use crate::language::term::{Node, TermId};

/// The corner of small texts.
const CORNER: (i32, i32) = (-1, -1);
/// Words under the board are cut after so many characters.
const LONGEST: usize = 60;

/// Adds the facts of all inputs that no hint reads.
pub fn draw(world: &World, scene: &mut Scene) {
    let predicates = &world.program.predicates;
    let layers: Vec<Vec<Fact>> = (0..predicates.len()).map(|index| facts(world, index)).collect();
    let mut names: Map<String, Point> = Map::default();
    for fact in layers.iter().flatten() {
        if let ([at], [name]) = (&fact.cells[..], &fact.words[..])
            && !is_number(name)
        {
            let first = names.entry(name.clone()).or_insert(*at);
            *first = (*first).min(*at);
        }
    }
    for (predicate, facts) in predicates.iter().zip(&layers) {
        if predicate.drawn || predicate.prelude || facts.is_empty() {
            continue;
        }
        if let Some(regions) = regions(facts, scene) {
            scene.regions.extend(regions);
            continue;
        }
        let mut beside = Vec::new();
        for fact in facts {
            if !fact.draw(&names, scene) {
                beside.push(fact.words.join(" "));
            }
        }
        if !beside.is_empty() {
            let text = format!("{}: {}", predicate.name, beside.join(", "));
            let short: String = text.chars().take(LONGEST).collect();
            scene.captions.push(if short == text { text } else { format!("{short}…") });
        }
    }
}

/// A fact by its parts.
struct Fact {
    /// Single cells.
    cells: Vec<Point>,
    /// Lists of cells.
    lines: Vec<Vec<Point>>,
    /// All else.
    words: Vec<String>,
}

fn facts(world: &World, index: usize) -> Vec<Fact> {
    // Shapes are no clues: what a picture shows of them lies on the board.
    let predicate = &world.program.predicates[index];
    if !predicate.input || predicate.grain == Grain::Units {
        return Vec::new();
    }
    let rows = world.clauses(PredicateId(index as u32)).facts();
    rows.map(|(row, _)| {
        let mut fact = Fact { cells: Vec::new(), lines: Vec::new(), words: Vec::new() };
        row.iter().for_each(|&term| fact.take(world, term));
        fact
    })
    .collect()
}

impl Fact {
    fn take(&mut self, world: &World, term: TermId) {
        let is_list = matches!(world.terms.node(term), Node::Cons(..) | Node::Set(_));
        match places::points(world, term) {
            Some(points) if is_list => self.lines.push(points),
            Some(points) => self.cells.extend(points),
            None => self.words.push(places::words(world, term).join(" ")),
        }
    }

    /// Draws it; says whether there is a place for it on the board.
    fn draw(&self, names: &Map<String, Point>, scene: &mut Scene) -> bool {
        let text = self.words.join(" ");
        match (&self.cells[..], &self.lines[..]) {
            ([], []) => {
                let Some((at, rest)) = self
                    .words
                    .split_first()
                    .and_then(|(name, rest)| Some((*names.get(name)?, rest.join(" "))))
                    .filter(|(_, rest)| !rest.is_empty())
                else {
                    return false;
                };
                scene.notes.push(Note { at, text: rest, corner: Some(CORNER) });
            }
            ([], lines) => {
                for points in lines {
                    let points = points.clone();
                    scene.drawn.push(Drawn::Line { points, form: Form::Plain, colour: Colour::Grey });
                }
                if let (Some(&at), false) = (lines[0].first(), text.is_empty()) {
                    scene.notes.push(Note { at, text, corner: Some(CORNER) });
                }
            }
            ([at], _) if text.is_empty() => {
                scene.drawn.push(Drawn::Mark { shape: Shape::Square, at: *at, colour: Colour::Grey });
            }
            ([at], _) => {
                let cell = at.cell().and_then(|(row, column)| scene.cell(row, column));
                let is_free = cell.is_none_or(|cell| cell.content == Content::Nothing);
                scene.notes.push(Note { at: *at, text, corner: (!is_free).then_some(CORNER) });
            }
            ([one, .., other], _) => {
                let at = Point { y: i32::midpoint(one.y, other.y), x: i32::midpoint(one.x, other.x) };
                if (one.y - other.y).abs() + (one.x - other.x).abs() > 4 {
                    let points = self.cells.clone();
                    scene.drawn.push(Drawn::Line { points, form: Form::Thin, colour: Colour::Grey });
                }
                if text.is_empty() {
                    scene.drawn.push(Drawn::Mark { shape: Shape::Circle, at, colour: Colour::White });
                } else {
                    scene.notes.push(Note { at, text, corner: None });
                }
            }
        }
        true
    }
}

/// Whether a word counts something; else it may be the name of a region.
fn is_number(word: &str) -> bool {
    word.parse::<i64>().is_ok()
}

/// The cells of each name, if those of each hang together. Numbers are names only where every square has one, letters
/// also where most of them stand in several cells.
fn regions(facts: &[Fact], scene: &Scene) -> Option<Vec<Vec<(i32, i32)>>> {
    let mut names: Vec<&str> = Vec::new();
    let mut regions: Vec<Vec<(i32, i32)>> = Vec::new();
    for fact in facts {
        let ([at], [name]) = (&fact.cells[..], &fact.words[..]) else { return None };
        let number = names.iter().position(|known| known == name).unwrap_or_else(|| {
            names.push(name);
            regions.push(Vec::new());
            names.len() - 1
        });
        regions[number].push(at.cell()?);
    }
    let covered = facts.len() == scene.cells.len() && regions.len() < facts.len();
    let large = regions.iter().filter(|cells| cells.len() > 1).count();
    let lettered = 2 * large > regions.len() && !names.iter().any(|name| is_number(name));
    ((covered || lettered) && regions.iter().all(|cells| hangs_together(cells))).then_some(regions)
}

fn hangs_together(cells: &[(i32, i32)]) -> bool {
    let mut left: Set<(i32, i32)> = cells.iter().copied().collect();
    let mut open: Vec<(i32, i32)> = cells.iter().take(1).copied().collect();
    while let Some((row, column)) = open.pop() {
        if left.remove(&(row, column)) {
            open.extend([(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]);
        }
    }
    left.is_empty()
}

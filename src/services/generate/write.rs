//! Clues as people write them: in drawings and strips where they have a place there, else as facts.

use super::Clue;
use crate::board::eval::World;
use crate::board::unknown::UnknownId;
use crate::language::program::{Grain, Predicate};
use crate::language::puzzle::written::{Fact, GIVEN, Layer, Puzzle, Strip};
use crate::language::puzzle::{Mark, is_empty_mark, mark};
use crate::language::syntax::quote;
use crate::language::term::{Node, TermId};

/// A puzzle with these clues besides what it tells already.
pub fn written<'c>(base: Puzzle, world: &World, clues: impl Iterator<Item = &'c Clue>) -> Puzzle {
    let params: Vec<String> = world.program.params.iter().map(|param| param.name.clone()).collect();
    drawn(base, world, clues, &params)
}

/// The same for clues in the terms of other rules: the params whose names mean something are told besides.
pub(super) fn drawn<'c>(
    base: Puzzle,
    world: &World,
    clues: impl Iterator<Item = &'c Clue>,
    params: &[String],
) -> Puzzle {
    let board = base.layers.clone();
    let mut page = Page { puzzle: base, world, size: world.size.unwrap_or((0, 0)), board };
    let mut rest: Vec<Fact> = Vec::new();
    for clue in clues {
        let (name, row, predicate) = match clue {
            Clue::Given(unknown, value) => {
                (GIVEN, vec![world.unknowns[unknown.0 as usize].place, *value], None)
            }
            Clue::Fact(predicate, row) => {
                let predicate = &world.program.predicates[predicate.0 as usize];
                (predicate.name.as_str(), row.to_vec(), Some(predicate))
            }
        };
        if !page.draws(name, &row, predicate) {
            let args = row.iter().map(|&term| argument(params, world, term)).collect();
            rest.push(Fact { name: name.to_owned(), args });
        }
    }
    // `"c"` comes between `b` and `d`.
    let bare = |fact: &Fact| fact.args.iter().map(|arg| arg.replace('"', "")).collect::<Vec<_>>();
    rest.sort_by_cached_key(|fact| (fact.name.clone(), bare(fact)));
    page.puzzle.facts.extend(rest);
    page.puzzle
}

/// A term as a fact states it: a symbol with the name of a param stands in quotes, or it would be the param's number.
fn argument(params: &[String], world: &World, term: TermId) -> String {
    let shown = world.state(term);
    let is_param = params.contains(&shown);
    if is_param && matches!(world.terms.node(term), Node::Sym(_)) { quote::in_quotes(&shown) } else { shown }
}

/// The puzzle with these values given and no others: a solution, or the first position of a move puzzle. What solutions
/// do not tell is left out.
pub fn filled(mut base: Puzzle, world: &World, values: &[TermId]) -> Puzzle {
    base.layers.retain(|layer| layer.name != GIVEN);
    base.facts.retain(|fact| fact.name != GIVEN);
    let all = world.unknowns.iter().zip(values).enumerate();
    let told = all.filter(|(_, (unknown, _))| !unknown.hidden || !world.program.moves.is_empty());
    let clues: Vec<Clue> =
        told.map(|(index, (_, &value))| Clue::Given(UnknownId(index as u32), value)).collect();
    written(base, world, clues.iter())
}

/// The puzzle without what it tells under these names; drawings stay, since they also tell the size of the board.
pub(super) fn blank(mut puzzle: Puzzle, names: &[&str]) -> Puzzle {
    let told = |name: &str| names.contains(&name);
    let nothing = |token: &mut String| ".".clone_into(token);
    for layer in puzzle.layers.iter_mut().filter(|layer| told(&layer.name)) {
        layer.rows.iter_mut().flatten().for_each(nothing);
    }
    for strip in puzzle.strips.iter_mut().filter(|strip| told(&strip.name)) {
        strip.clues.iter_mut().for_each(nothing);
    }
    puzzle.facts.retain(|fact| !told(&fact.name));
    puzzle
}

/// A puzzle being drawn.
struct Page<'w> {
    puzzle: Puzzle,
    world: &'w World,
    size: (i64, i64),
    /// What was drawn before. A clue may stand in its place, since it says more: `3` is a wall as much as `#`.
    board: Vec<Layer>,
}

impl Page<'_> {
    /// Whether the clue has found a place in a drawing or a strip.
    fn draws(&mut self, name: &str, row: &[TermId], predicate: Option<&Predicate>) -> bool {
        let lists = predicate.is_some_and(|predicate| predicate.lists);
        let grain = predicate.map_or(Grain::Cells, |predicate| predicate.grain);
        let Some(token) = row.last().and_then(|&value| self.token(value, lists)) else { return false };
        let (rows, cols) = self.size;
        if name == GIVEN && is_empty_mark(&token) {
            return false;
        }
        // In a drawing a quote is a sign like any other; a strip ends with it.
        let quotes = token.contains('"');
        match *row {
            [place, _] if grain.place().is_some() => {
                let at = self.world.numbered(place, grain).zip(grain.drawn((rows, cols)));
                let Some(((row, col), size)) = at else { return false };
                let at = (row + 1 - grain.first(), col + 1 - grain.first());
                self.layer(name, size, at, token)
            }
            [place, _] => match (self.world.coordinates(place), self.world.terms.node(place)) {
                (Some((row, col)), _) => self.layer(name, (rows, cols), (row, col), token),
                (None, Node::Int(line)) if !quotes => self.strip(name, *line, token),
                _ => false,
            },
            [first, second, _] => {
                match (self.world.coordinates(first), self.world.coordinates(second)) {
                    // The token stands between the two.
                    (Some((r, c)), Some((s, d))) if (s - r, d - c) == (0, 1) || (s - r, d - c) == (1, 0) => {
                        self.layer(name, (2 * rows - 1, 2 * cols - 1), (r + s - 1, c + d - 1), token)
                    }
                    _ => false,
                }
            }
            _ => false,
        }
    }

    /// The token that is read as this term; nothing if none is.
    fn token(&self, value: TermId, lists: bool) -> Option<String> {
        let mut parts = Vec::new();
        let mut rest = value;
        while let &Node::Cons(head, tail) = self.world.terms.node(rest) {
            parts.push(self.word(head)?);
            rest = tail;
        }
        match (self.world.terms.node(rest), parts.len()) {
            (_, 0) if lists => None,
            (_, 0) => self.word(value),
            (Node::Nil, 1) if !lists => None,
            (Node::Nil, _) => Some(parts.join(",")),
            _ => None,
        }
    }

    fn word(&self, value: TermId) -> Option<String> {
        match self.world.terms.node(value) {
            Node::Int(number) => Some(number.to_string()),
            Node::Sym(symbol) => {
                let name = self.world.terms.name(*symbol);
                let odd = |letter: char| letter.is_whitespace() || letter == ',';
                let plain = !name.is_empty() && !name.contains(odd);
                (plain && mark(name) == Mark::Text(name.to_owned())).then(|| name.to_owned())
            }
            _ => None,
        }
    }

    fn layer(&mut self, name: &str, (rows, cols): (i64, i64), (row, col): (i64, i64), token: String) -> bool {
        let (rows, cols) = (rows.max(0) as usize, cols.max(0) as usize);
        if !self.puzzle.layers.iter().any(|layer| layer.name == name) {
            let empty = vec![vec![".".to_owned(); cols]; rows];
            self.puzzle.layers.push(Layer { name: name.to_owned(), rows: empty });
        }
        let layer = self.puzzle.layers.iter_mut().find(|layer| layer.name == name);
        let fits =
            |layer: &&mut Layer| layer.rows.len() == rows && layer.rows.iter().all(|row| row.len() == cols);
        let (Ok(row), Ok(col)) = (usize::try_from(row - 1), usize::try_from(col - 1)) else { return false };
        let place = layer.filter(fits).and_then(|layer| layer.rows.get_mut(row)?.get_mut(col));
        let board = self.board.iter().find(|layer| layer.name == name);
        let before = board.and_then(|layer| layer.rows.get(row)?.get(col));
        put(place, before, token)
    }

    fn strip(&mut self, name: &str, line: i128, token: String) -> bool {
        let lines = match name {
            "left" | "right" => self.size.0,
            "top" | "bottom" => self.size.1,
            _ => return false,
        };
        if !self.puzzle.strips.iter().any(|strip| strip.name == name) {
            let empty = vec![".".to_owned(); lines.max(0) as usize];
            self.puzzle.strips.push(Strip { name: name.to_owned(), clues: empty });
        }
        let strip = self.puzzle.strips.iter_mut().find(|strip| strip.name == name);
        put(strip.and_then(|strip| strip.clues.get_mut(usize::try_from(line - 1).ok()?)), None, token)
    }
}

/// Writes where nothing is written yet, or only what was there before.
fn put(place: Option<&mut String>, before: Option<&String>, token: String) -> bool {
    match place {
        Some(place) if place == "." || Some(&*place) == before => {
            *place = token;
            true
        }
        _ => false,
    }
}

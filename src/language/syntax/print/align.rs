//! Lines up what stands below each other: bodies of laws and trailing comments always, all else where the author did.
//!
//! Rows that follow each other without a blank line and hold statements of one kind make a run. A place in a row is
//! known by its [`Key`]; two or more blanks there *ask* that the rows of the run be lined up at that place:
//!
//! ```text
//! wall(A)       :- square(A), not board(A, _).
//! given(A, peg) :- board(A, x).
//! ```
//!
//! Rows that belong together anyway, clauses of one predicate or laws, follow if one of them asks. Other rows join
//! where they were in line before, or ask too. A row that would need more than [`MOST_PAD`] blanks starts anew.

use std::collections::BTreeMap;

use super::piece::{Kind, Piece};
use super::rows::Layout;
use crate::language::syntax::token::Token;

/// How far the ends of statements that are lined up may lie apart.
const MOST_PAD: usize = 20;
/// The same for the trailing comments.
const MOST_COMMENT_PAD: usize = 40;
/// The author's column for comments is kept up to here.
const MOST_COMMENT_COLUMN: usize = 100;
/// Brackets deeper than this are not lined up.
const MOST_DEPTH: usize = 4;

/// What a statement belongs together with: its kind, and the predicate where there is one. A run has one kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kin {
    /// The kind of statement.
    pub kind: &'static str,
    /// Name and number of arguments of the head; none if statements of this kind have nothing to do with each other.
    pub head: Option<(String, usize)>,
}

/// One level of a [`Key`]: how far in the text between two brackets a place is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
struct Step<'s> {
    /// Which of the signs `::`, `:-`, `=>` and so on was last.
    phase: u8,
    /// Commas since that sign.
    commas: usize,
    /// Brackets and comparisons since that comma.
    marks: usize,
    /// The word before the bracket, so that arguments of different predicates are different places.
    functor: &'s str,
}

/// A place in a row: the number of the statement, then a step per bracket. Keys are ordered as places in a row are.
type Key<'s> = (usize, Vec<Step<'s>>);

/// Lines up the statements of every run.
pub fn statements(layout: &mut Layout<'_, '_>, kin: &[Kin]) {
    let mut run: Vec<(usize, &Kin)> = Vec::new();
    for number in 0..layout.rows.len() {
        let row = &layout.rows[number];
        let start = layout.pieces[row.first].starts.and_then(|statement| kin.get(statement));
        let ends = row.blank
            || start.is_some_and(|start| run.last().is_some_and(|(_, last)| last.kind != start.kind));
        if ends {
            line_up(layout, &run);
            run.clear();
        }
        run.extend(start.map(|start| (number, start)));
    }
    line_up(layout, &run);
}

/// Some rows at one key that are lined up or left alone together.
struct Unit {
    /// The pieces, each with its place in the run.
    entries: Vec<(usize, usize)>,
    /// Whether a row asks for it.
    asked: bool,
    /// Whether all rows were in line in the source.
    flush: bool,
    /// Columns of the first and the last piece in the source.
    source: (usize, usize),
    /// Least and greatest column before lining up.
    range: (usize, usize),
}

impl Unit {
    fn fits(&self, other: &Unit) -> bool {
        self.range.1.max(other.range.1) - self.range.0.min(other.range.0) <= MOST_PAD
    }

    fn joins(&self, next: &Unit) -> bool {
        let in_line =
            self.source.1 == next.source.0 && (self.asked || self.flush) && (next.asked || next.flush);
        self.fits(next) && (self.asked && next.asked || in_line)
    }

    fn absorb(&mut self, other: Unit) {
        self.flush = self.flush && other.flush && self.source.1 == other.source.0;
        self.entries.extend(other.entries);
        self.asked |= other.asked;
        self.source.1 = other.source.1;
        self.range = (self.range.0.min(other.range.0), self.range.1.max(other.range.1));
    }
}

fn line_up(layout: &mut Layout<'_, '_>, run: &[(usize, &Kin)]) {
    let laws = run.first().is_some_and(|(_, kin)| kin.kind == "law");
    let pieces = layout.pieces;
    let asks = |row: usize| (layout.rows[row].first..layout.rows[row].end).any(|at| pieces[at].wide);
    if run.len() < 2 || !(laws || run.iter().any(|&(row, _)| asks(row))) {
        return;
    }
    // Places by key, from left to right in every row; and columns before anything is lined up.
    let mut places: BTreeMap<Key<'_>, Vec<(usize, usize)>> = BTreeMap::new();
    let mut columns = Vec::new();
    for (member, &(row, _)) in run.iter().enumerate() {
        let range = layout.rows[row].first..layout.rows[row].end;
        columns.push(natural_columns(&pieces[range.clone()]));
        for (key, at) in keys(&pieces[range.clone()]) {
            places.entry(key).or_default().push((member, range.start + at));
        }
    }
    let mut moved = vec![0; run.len()];
    for (key, entries) in &places {
        let belongs = key.0 == 0 && key.1.len() == 1;
        let mut units: Vec<Unit> = Vec::new();
        for &(member, at) in entries {
            let column = columns[member][at - layout.rows[run[member].0].first] + moved[member];
            let piece = &pieces[at];
            let after_label =
                piece.anchor.is_none() && piece.inside && at > 0 && pieces[at - 1].is(Token::Colon);
            let unit = Unit {
                entries: vec![(member, at)],
                asked: piece.wide || laws && belongs && after_label,
                flush: true,
                source: (piece.column, piece.column),
                range: (column, column),
            };
            let related = belongs && (is_sign(piece) || after_label);
            match units.last_mut() {
                Some(last) if related && last.fits(&unit) && akin(run, last, member) => last.absorb(unit),
                _ => units.push(unit),
            }
        }
        for group in join(units).into_iter().filter(|group| group.asked) {
            for (member, at) in group.entries {
                let column = columns[member][at - layout.rows[run[member].0].first] + moved[member];
                layout.pads[at] = group.range.1 - column;
                moved[member] += layout.pads[at];
            }
        }
    }
}

fn akin(run: &[(usize, &Kin)], unit: &Unit, member: usize) -> bool {
    let last = unit.entries.last().map(|&(last, _)| run[last].1);
    last.is_some_and(|last| last.head.is_some() && last == run[member].1)
}

fn join(units: Vec<Unit>) -> Vec<Unit> {
    let mut groups: Vec<Unit> = Vec::new();
    for unit in units {
        match groups.last_mut() {
            Some(group) if group.joins(&unit) => group.absorb(unit),
            _ => groups.push(unit),
        }
    }
    groups
}

fn natural_columns(row: &[Piece<'_>]) -> Vec<usize> {
    let mut column = 0;
    row.iter()
        .enumerate()
        .map(|(at, piece)| {
            column += if at > 0 { piece.gap } else { 0 };
            let start = column;
            column = piece.end(column);
            start
        })
        .collect()
}

fn is_sign(piece: &Piece<'_>) -> bool {
    matches!(
        piece.kind,
        Kind::Token(Token::Implies | Token::Exactly | Token::If | Token::Derives | Token::In2)
    )
}

/// The pieces of a row that may be lined up, with their keys, from left to right.
fn keys<'s>(row: &[Piece<'s>]) -> Vec<(Key<'s>, usize)> {
    let mut found = Vec::new();
    let mut statement = 0;
    let mut path: Vec<Step<'s>> = vec![Step::default()];
    let mut before = None;
    for (at, piece) in row.iter().enumerate() {
        if piece.is_tall() {
            break;
        }
        let Kind::Token(token) = piece.kind else {
            before = None;
            continue;
        };
        if piece.starts.is_some() && at > 0 {
            statement += 1;
            path = vec![Step::default()];
            found.push(((statement, path.clone()), at));
        }
        let depth = path.len();
        let mut place = matches!(before, Some(Token::Comma | Token::Semicolon))
            || before == Some(Token::Colon) && depth == 1;
        let top = path.len() - 1;
        match token {
            Token::Equal | Token::Unequal | Token::Less | Token::AtMost | Token::Greater | Token::AtLeast => {
                path[top].marks += 1;
                place = true;
            }
            Token::In | Token::Matches | Token::Text(_)
                if before.is_some_and(|before| before.ends_word()) =>
            {
                path[top].marks += 1;
                place = true;
            }
            Token::Implies | Token::Exactly | Token::If | Token::Derives | Token::In2 | Token::Colon => {
                path[top].commas = usize::MAX;
                path[top].marks = 0;
                place = !(token == Token::Colon && depth == 1);
            }
            _ => {}
        }
        if place && at > 0 && depth <= MOST_DEPTH && piece.gap > 0 {
            found.push(((statement, path.clone()), at));
        }
        step(&mut path, token, before);
        before = Some(token);
    }
    found
}

/// Moves the path past a token.
fn step<'s>(path: &mut Vec<Step<'s>>, token: Token<'s>, before: Option<Token<'s>>) {
    let Some(top) = path.last_mut() else { return };
    let phase = |phase: u8, functor: &'s str| Step { phase, functor, ..Step::default() };
    match token {
        Token::Comma | Token::Semicolon | Token::Bar => {
            top.commas += 1;
            top.marks = 0;
        }
        Token::In2 => *top = phase(1, top.functor),
        Token::Colon | Token::If | Token::Derives => *top = phase(2, top.functor),
        Token::Implies | Token::Exactly => *top = phase(top.phase.max(2) + 1, top.functor),
        Token::Open | Token::OpenList | Token::OpenSet => {
            let functor = if let Some(Token::Name(name)) = before { name } else { "" };
            path.push(phase(0, functor));
        }
        Token::Close | Token::CloseList | Token::CloseSet if path.len() > 1 => {
            path.pop();
            if let Some(top) = path.last_mut() {
                top.marks += 1;
            }
        }
        _ => {}
    }
}

/// Gives every trailing comment its column. Those of a paragraph stand in one column: the author's, if they did
/// already and the rows leave room, else the first that does.
pub fn comments(layout: &mut Layout<'_, '_>) {
    let mut unit: Vec<(usize, usize)> = Vec::new();
    let mut range = (0, 0);
    for number in 0..layout.rows.len() {
        let row = &layout.rows[number];
        let blank = row.blank;
        let last = row.end - 1;
        let end = layout.pieces[last].end(layout.columns[last]);
        let found = row.comment.map(|comment| (comment, end + 2));
        let wider = found.map(|(_, end)| (range.0.min(end), range.1.max(end)));
        if blank || wider.is_some_and(|(least, most)| most - least > MOST_COMMENT_PAD) {
            place_comments(layout, &unit);
            unit.clear();
        }
        if let Some((comment, end)) = found {
            range = if unit.is_empty() { (end, end) } else { wider.unwrap_or(range) };
            unit.push((comment, end));
        }
    }
    place_comments(layout, &unit);
}

fn place_comments(layout: &mut Layout<'_, '_>, unit: &[(usize, usize)]) {
    let first = unit.iter().map(|&(_, end)| end).max().unwrap_or(0);
    let written = unit.first().map_or(0, |&(comment, _)| layout.pieces[comment].column);
    let flush = unit.iter().all(|&(comment, _)| layout.pieces[comment].column == written);
    let target = if flush && (first..=MOST_COMMENT_COLUMN).contains(&written) { written } else { first };
    for &(comment, end) in unit {
        layout.pads[comment] = target - end + 2;
    }
}

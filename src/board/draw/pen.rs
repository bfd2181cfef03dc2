//! Solutions of one board drawn one after the other: where each value stands, and what it looks like, is found out once.

use std::sync::Arc;

use unicode_width::UnicodeWidthStr as _;

use super::{cells, others, word};
use crate::board::eval::World;
use crate::board::unknown::{Domain, UnknownId};
use crate::language::diagnostic::render::clean::visible;
use crate::language::term::Node;

/// Draws the solutions of a board.
#[derive(Debug)]
pub struct Pen {
    /// The unknowns of the cells, row by row; nothing where there is none.
    rows: Vec<Vec<Option<u32>>>,
    /// The unknowns that are no cells and not hidden, each with what stands before its value.
    others: Vec<(u32, String)>,
    /// For each unknown, what its values look like.
    words: Vec<Arc<Words>>,
    /// Whether all words of cells are equally wide, so that no place has to be filled up.
    even: bool,
}

/// What values look like.
#[derive(Debug)]
struct Words {
    /// The least value.
    low: i64,
    /// The words from there on.
    list: Vec<Word>,
}

#[derive(Clone, Default, Debug)]
struct Word {
    /// As it is shown in a grid, and how wide that is.
    shown: String,
    width: usize,
    /// The same after a blank.
    spaced: String,
    /// As a word of a line.
    plain: String,
    /// As one character of a line.
    digit: Option<char>,
}

/// The farthest that two values may lie apart.
const WIDEST: i64 = 1 << 10;

impl Pen {
    /// A pen for a board, the values of whose unknowns are coded as `codes` says; nothing if they are too many.
    pub fn new(world: &mut World, codes: impl Fn(UnknownId) -> Vec<i64>) -> Option<Pen> {
        let all: Vec<u32> = (0..world.unknowns.len() as u32).collect();
        let rows = cells(world, &all);
        let others = others(world, &all)
            .map(|(unknown, _)| {
                let place = world.unknowns[unknown.0 as usize].place;
                (unknown.0, format!("{} = ", visible(&world.state(place))))
            })
            .collect();
        let mut known: Vec<(Domain, Arc<Words>)> = Vec::new();
        let mut words = Vec::with_capacity(all.len());
        for unknown in all {
            let domain = world.unknowns[unknown as usize].domain.clone();
            let found = match known.iter().find(|(other, _)| *other == domain) {
                Some((_, found)) => found.clone(),
                None => {
                    let made = Arc::new(Words::new(world, &domain, || codes(UnknownId(unknown)))?);
                    known.push((domain, made.clone()));
                    made
                }
            };
            words.push(found);
        }
        let all = rows.iter().flatten();
        let shown = all.clone().flatten().flat_map(|&unknown: &u32| &words[unknown as usize].list);
        let mut shown = shown.filter(|word| !word.shown.is_empty());
        let width = shown.next().map(|word| word.width);
        let even = shown.all(|word| Some(word.width) == width) && all.clone().all(Option::is_some);
        Some(Pen { rows, others, words, even })
    }

    fn word(&self, unknown: u32, values: &[i64]) -> &Word {
        let Words { low, list } = &*self.words[unknown as usize];
        &list[(values[unknown as usize] - low) as usize]
    }

    /// Adds what [`super::grid`] draws without colours.
    pub fn grid(&self, values: &[i64], text: &mut String) {
        if self.even {
            self.even_rows(values, text);
        } else {
            self.aligned_rows(values, text);
        }
        for (unknown, before) in &self.others {
            text.push_str(before);
            text.push_str(&self.word(*unknown, values).shown);
            text.push('\n');
        }
    }

    fn even_rows(&self, values: &[i64], text: &mut String) {
        for row in &self.rows {
            let mut cells = row.iter().flatten().map(|&unknown| self.word(unknown, values));
            text.push_str(cells.next().map_or("", |word| &word.shown));
            cells.for_each(|word| text.push_str(&word.spaced));
            text.push('\n');
        }
    }

    fn aligned_rows(&self, values: &[i64], text: &mut String) {
        let cells = self.rows.iter().flatten().flatten();
        let width = cells.map(|&unknown| self.word(unknown, values).width).max().unwrap_or(1);
        for row in &self.rows {
            for (at, &unknown) in row.iter().enumerate() {
                let (shown, own) = match unknown {
                    Some(unknown) => {
                        let word = self.word(unknown, values);
                        (word.shown.as_str(), word.width)
                    }
                    None => ("#", 1),
                };
                let gap = usize::from(at > 0) + width - own;
                text.extend(std::iter::repeat_n(' ', gap));
                text.push_str(shown);
            }
            text.truncate(text.trim_end().len());
            text.push('\n');
        }
    }

    /// Adds what [`super::line`] says.
    ///
    /// # Errors
    /// What a line cannot say.
    pub fn line(&self, values: &[i64], text: &mut String) -> Result<(), String> {
        let start = text.len();
        let each = || {
            let others = self.others.iter().map(|(unknown, _)| Some(*unknown));
            self.rows.iter().flatten().copied().chain(others)
        };
        for unknown in each() {
            match unknown.map_or(Some('#'), |unknown| self.word(unknown, values).digit) {
                Some(digit) => text.push(digit),
                None => {
                    text.truncate(start);
                    break;
                }
            }
        }
        if text.len() > start {
            return Ok(());
        }
        for unknown in each() {
            let said = unknown.map_or("#", |unknown| self.word(unknown, values).plain.as_str());
            if unknown.is_some() && (said == "#" || said.contains(',')) {
                text.truncate(start);
                return Err(format!("the value `{said}`"));
            }
            if text.len() > start {
                text.push(',');
            }
            text.push_str(said);
        }
        Ok(())
    }
}

impl Words {
    fn new(world: &mut World, domain: &Domain, codes: impl Fn() -> Vec<i64>) -> Option<Words> {
        if domain.len() > WIDEST as u64 {
            return None;
        }
        let codes = codes();
        let (low, high) = (*codes.iter().min()?, *codes.iter().max()?);
        let width = high.checked_sub(low).filter(|&width| width < WIDEST)?;
        let mut list = vec![Word::default(); width as usize + 1];
        for (at, &code) in codes.iter().enumerate() {
            let value = match domain {
                Domain::Symbols(symbols) => world.terms.add(Node::Sym(symbols[at])),
                _ => world.terms.int(code),
            };
            let plain = word(world, value);
            let shown = visible(&plain).into_owned();
            let digit = match domain {
                Domain::Symbols(_) => None,
                _ => u32::try_from(code).ok().and_then(|code| char::from_digit(code, 36)),
            };
            let digit = digit.map(|digit| digit.to_ascii_uppercase());
            list[(code - low) as usize] =
                Word { width: shown.width(), spaced: format!(" {shown}"), shown, plain, digit };
        }
        Some(Words { low, list })
    }
}

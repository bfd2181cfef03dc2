//! Solutions as pictures: grids for people, lines and objects for programs.

mod pen;

use serde_json::{Value, json};
use unicode_width::UnicodeWidthStr as _;

use crate::board::eval::World;
use crate::board::unknown::UnknownId;
use crate::language::diagnostic::render::clean::visible;
use crate::language::puzzle::{Mark, mark};
use crate::language::syntax::quote;
use crate::language::term::{Node, TermId};

pub use pen::Pen;

/// The cells of the grid, row by row; nothing where there is no unknown.
fn cells<T: Clone>(world: &World, values: &[T]) -> Vec<Vec<Option<T>>> {
    let Some((rows, cols)) = world.size else { return Vec::new() };
    let mut grid = vec![vec![None; cols as usize]; rows as usize];
    let mut any = false;
    for (unknown, value) in world.unknowns.iter().zip(values) {
        if let Some((row, column)) = world.coordinates(unknown.place) {
            grid[row as usize - 1][column as usize - 1] = Some(value.clone());
            any = true;
        }
    }
    if any { grid } else { Vec::new() }
}

/// The unknowns that are no cells and not hidden, with their values.
fn others<'w, T: Clone>(world: &'w World, values: &'w [T]) -> impl Iterator<Item = (UnknownId, T)> + 'w {
    let all = world.unknowns.iter().zip(values).enumerate();
    all.filter(|(_, (unknown, _))| world.coordinates(unknown.place).is_none() && !unknown.hidden)
        .map(|(index, (_, value))| (UnknownId(index as u32), value.clone()))
}

/// A grid with aligned columns, and a line for each unknown beside it. In colour, what is given is bold and what was
/// found is not.
pub fn grid(world: &World, values: &[TermId], colour: bool) -> String {
    let mut words: Vec<Word> = values
        .iter()
        .map(|&value| Word { text: visible(&word(world, value)).into_owned(), style: "" })
        .collect();
    if colour {
        words.iter_mut().for_each(|word| word.style = "\x1b[36m");
        world.given.values.iter().for_each(|(given, _)| words[given.0 as usize].style = "\x1b[1m");
    }
    aligned(world, &words)
}

/// A word with the code that a terminal shows it by; empty for none.
#[derive(Clone)]
struct Word {
    text: String,
    style: &'static str,
}

impl Word {
    fn styled(&self) -> String {
        match self.style {
            "" => self.text.clone(),
            style => format!("{style}{}\x1b[0m", self.text),
        }
    }
}

/// The same with all values an unknown may have: written together where each is one character.
pub fn candidates(world: &World, values: &[Vec<TermId>]) -> String {
    let words: Vec<Vec<String>> = values
        .iter()
        .map(|list| list.iter().map(|&value| visible(&word(world, value)).into_owned()).collect())
        .collect();
    let between = if words.iter().flatten().all(|word| word.chars().count() == 1) { "" } else { "," };
    let joined: Vec<Word> = words.iter().map(|list| Word { text: list.join(between), style: "" }).collect();
    aligned(world, &joined)
}

fn aligned(world: &World, words: &[Word]) -> String {
    let mut text = String::new();
    let cells = cells(world, words);
    let width = cells.iter().flatten().flatten().map(|word| word.text.width()).max().unwrap_or(1);
    for row in cells {
        let row = row.into_iter().map(|word| word.unwrap_or(Word { text: "#".to_owned(), style: "" }));
        let row: Vec<String> =
            row.map(|word| format!("{}{}", " ".repeat(width - word.text.width()), word.styled())).collect();
        text.push_str(row.join(" ").trim_end());
        text.push('\n');
    }
    for (unknown, word) in others(world, words) {
        let place = world.unknowns[unknown.0 as usize].place;
        text.push_str(&format!("{} = {}\n", visible(&world.state(place)), word.styled()));
    }
    text
}

/// The words of all cells, row by row; nothing if the solution is more than a grid full of values.
pub fn rows(world: &World, values: &[TermId]) -> Option<Vec<Vec<String>>> {
    let cells = cells(world, values);
    let beside = others(world, values).next().is_some();
    let shown = |cell: Option<TermId>| cell.map_or_else(|| ".".to_owned(), |value| word(world, value));
    (!beside && !cells.is_empty())
        .then(|| cells.into_iter().map(|row| row.into_iter().map(shown).collect()).collect())
}

fn word(world: &World, value: TermId) -> String {
    match world.terms.node(value) {
        Node::Int(number) => number.to_string(),
        Node::Sym(symbol) => match world.terms.name(*symbol) {
            // Bare, it would be an empty cell, a number, a list or several cells.
            name if name.contains(char::is_whitespace) || mark(name) != Mark::Text(name.to_owned()) => {
                quote::in_quotes(name)
            }
            name => name.to_owned(),
        },
        _ => world.show(value),
    }
}

/// All values in one line: a character each where they are below 36, else separated by commas.
///
/// # Errors
/// What a line cannot say: a value with a comma in it, or one that looks like a cell without a value.
pub fn line(world: &World, values: &[TermId]) -> Result<String, String> {
    let cells: Vec<Option<TermId>> = cells(world, values).into_iter().flatten().collect();
    let all: Vec<Option<TermId>> =
        cells.into_iter().chain(others(world, values).map(|(_, value)| Some(value))).collect();
    let digit = |value: Option<TermId>| match value.map(|value| world.terms.node(value)) {
        None => Some('#'),
        Some(Node::Int(number)) => u32::try_from(*number)
            .ok()
            .and_then(|number| char::from_digit(number, 36))
            .map(|digit| digit.to_ascii_uppercase()),
        Some(_) => None,
    };
    let digits: Option<String> = all.iter().map(|&value| digit(value)).collect();
    if let Some(digits) = digits {
        return Ok(digits);
    }
    let mut words = Vec::with_capacity(all.len());
    for value in all {
        let said = value.map_or_else(|| "#".to_owned(), |value| word(world, value));
        if value.is_some() && (said == "#" || said.contains(',')) {
            return Err(format!("the value `{said}`"));
        }
        words.push(said);
    }
    Ok(words.join(","))
}

/// Where the values of a [`line`] belong, in their order; nothing for a cell without a value.
pub fn places(world: &World) -> Vec<Option<String>> {
    let all: Vec<TermId> = world.unknowns.iter().map(|unknown| unknown.place).collect();
    let cells = cells(world, &all).into_iter().flatten();
    let others = others(world, &all).map(|(_, place)| Some(place));
    cells.chain(others).map(|place| place.map(|place| world.state(place))).collect()
}

/// Facts that a puzzle could give: `given(r1c1, 4).`
pub fn facts(world: &World, values: &[TermId]) -> String {
    let mut text = String::new();
    for (unknown, &value) in world.unknowns.iter().zip(values).filter(|(unknown, _)| !unknown.hidden) {
        text.push_str(&fact(world, unknown.place, value));
    }
    text
}

/// The fact that gives a place its value.
pub fn fact(world: &World, place: TermId, value: TermId) -> String {
    format!("given({}, {}).\n", world.state(place), world.state(value))
}

/// Rows of values, and the other unknowns by their places.
pub fn json(world: &World, values: &[TermId]) -> Value {
    let values: Vec<Value> = values.iter().map(|&value| value_json(world, value)).collect();
    rows_json(world, &values)
}

/// The same with a list of values for each unknown.
pub fn candidates_json(world: &World, values: &[Vec<TermId>]) -> Value {
    let list = |list: &Vec<TermId>| list.iter().map(|&value| value_json(world, value)).collect();
    let values: Vec<Value> = values.iter().map(list).collect();
    rows_json(world, &values)
}

fn value_json(world: &World, value: TermId) -> Value {
    match world.terms.node(value) {
        Node::Int(number) => number_json(*number),
        Node::Sym(symbol) => json!(world.terms.name(*symbol)),
        _ => json!(word(world, value)),
    }
}

/// A number, or its digits as a text where programs could not read it as one.
pub fn number_json(number: i128) -> Value {
    i64::try_from(number).map_or_else(|_| json!(number.to_string()), |number| json!(number))
}

fn rows_json(world: &World, values: &[Value]) -> Value {
    let rows: Vec<Vec<Value>> = cells(world, values)
        .into_iter()
        .map(|row| row.into_iter().map(|cell| cell.unwrap_or(Value::Null)).collect())
        .collect();
    let others: serde_json::Map<String, Value> = others(world, values)
        .map(|(unknown, found)| (world.state(world.unknowns[unknown.0 as usize].place), found))
        .collect();
    match (rows.is_empty(), others.is_empty()) {
        (false, true) => json!(rows),
        (true, _) => Value::Object(others),
        (false, false) => json!({ "rows": rows, "others": others }),
    }
}

//! What a `.puzzle` file says, as data: the form that every format is read into and written from.

use std::fmt::{self, Display, Formatter};

use unicode_width::UnicodeWidthStr as _;

use super::{Drawn, Mark, Picture, mark};
use crate::language::cell;
use crate::language::source::Span;
use crate::language::syntax::quote;

/// A puzzle as people write it down: rule sets by name, drawings, strips and facts; no board and no meaning yet.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Puzzle {
    /// What it says of itself, `title` or `author`.
    pub captions: Vec<(String, String)>,
    /// `use sudoku with r = 2, c = 3.`
    pub uses: Vec<Use>,
    /// `drop rows.`
    pub drops: Vec<String>,
    /// Drawings.
    pub layers: Vec<Layer>,
    /// Clues beside the grid.
    pub strips: Vec<Strip>,
    /// Everything else that is stated.
    pub facts: Vec<Fact>,
}

/// A rule set with its settings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Use {
    /// The rule set.
    pub name: String,
    /// Params and their values.
    pub with: Vec<(String, i64)>,
}

/// A drawing: a token for each cell, `.` for nothing. All rows have the same length.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layer {
    /// What it draws, such as `given`.
    pub name: String,
    /// The tokens, none of them with a blank in it.
    pub rows: Vec<Vec<String>>,
}

/// Clues beside the grid, `.` for none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strip {
    /// The side.
    pub name: String,
    /// The clues, `1,2` for a list.
    pub clues: Vec<String>,
}

/// A fact, its arguments as the language writes them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fact {
    /// The predicate.
    pub name: String,
    /// The arguments; a cell is `r1c2`.
    pub args: Vec<String>,
}

impl Fact {
    /// Whether the first argument is this symbol, in quotes or not.
    pub fn is_about(&self, symbol: &str) -> bool {
        self.args.first().is_some_and(|first| first.trim_matches('"') == symbol)
    }
}

/// What is drawn in each cell, row by row; nothing where no token stands.
pub type Cells = Vec<Vec<Option<String>>>;

impl Puzzle {
    /// A puzzle of one rule set, without clues.
    pub fn of(rules: &str, with: &[(&str, usize)]) -> Puzzle {
        Puzzle::default().and(rules, with)
    }

    /// Uses a further rule set.
    pub fn and(mut self, rules: &str, with: &[(&str, usize)]) -> Puzzle {
        let with = with.iter().map(|&(name, value)| (name.to_owned(), value as i64)).collect();
        self.uses.push(Use { name: rules.to_owned(), with });
        self
    }

    /// Adds a drawing; one without any token says nothing and is left out.
    pub fn draw(mut self, name: &str, cells: &[Vec<Option<String>>]) -> Puzzle {
        if cells.iter().flatten().any(Option::is_some) {
            let row = |row: &Vec<Option<String>>| row.iter().map(|cell| token(cell.as_ref())).collect();
            self.layers.push(Layer { name: name.to_owned(), rows: cells.iter().map(row).collect() });
        }
        self
    }

    /// Adds clues beside the grid; a strip without any clue is left out.
    pub fn beside(mut self, name: &str, clues: &[Option<String>]) -> Puzzle {
        if clues.iter().any(Option::is_some) {
            self.strips.push(Strip {
                name: name.to_owned(),
                clues: clues.iter().map(|clue| token(clue.as_ref())).collect(),
            });
        }
        self
    }

    /// Leaves a law out.
    pub fn without(mut self, law: &str) -> Puzzle {
        self.drops.push(law.to_owned());
        self
    }

    /// States a fact.
    pub fn state(mut self, name: &str, args: &[String]) -> Puzzle {
        self.facts.push(Fact { name: name.to_owned(), args: args.to_vec() });
        self
    }

    /// The puzzle with these values given, and no others.
    pub fn solved(mut self, rows: Vec<Vec<String>>) -> Puzzle {
        self.layers.retain(|layer| layer.name != GIVEN);
        self.facts.retain(|fact| fact.name != GIVEN);
        self.layers.push(Layer { name: GIVEN.to_owned(), rows });
        self
    }

    /// The values that are given, as facts alone.
    pub fn givens(&self) -> String {
        let mut text = String::new();
        for layer in self.layers.iter().filter(|layer| layer.name == GIVEN) {
            for (row, tokens) in (1..).zip(&layer.rows) {
                for (col, token) in (1..).zip(tokens).filter(|(_, token)| *token != ".") {
                    text.push_str(&format!("{GIVEN}(r{row}c{col}, {}).\n", stated(&mark(token))));
                }
            }
        }
        let facts = self.facts.iter().filter(|fact| fact.name == GIVEN);
        facts.for_each(|fact| text.push_str(&format!("{fact}\n")));
        text
    }

    /// The only drawing of values, if nothing else is given.
    pub fn drawn(&self) -> Option<&Layer> {
        let mut given = self.layers.iter().filter(|layer| layer.name == GIVEN);
        let is_stated = self.facts.iter().any(|fact| fact.name == GIVEN);
        given.next().filter(|_| given.next().is_none() && !is_stated)
    }

    /// Whether another puzzle says the same but for the values it draws.
    pub fn is_akin(&self, other: &Puzzle) -> bool {
        let mine = self.layers.iter().filter(|layer| layer.name != GIVEN);
        let same = mine.eq(other.layers.iter().filter(|layer| layer.name != GIVEN));
        same && (&self.uses, &self.drops, &self.strips, &self.facts)
            == (&other.uses, &other.drops, &other.strips, &other.facts)
    }

    /// The puzzle without the values it draws.
    #[must_use]
    pub fn without_drawn(mut self) -> Puzzle {
        self.layers.retain(|layer| layer.name != GIVEN);
        self
    }

    /// Whether a rule set is used.
    pub fn has(&self, rules: &str) -> bool {
        self.uses.iter().any(|used| used.name == rules)
    }

    /// The value that a param is set to.
    pub fn setting(&self, name: &str) -> Option<usize> {
        let mut all = self.uses.iter().flat_map(|used| &used.with);
        all.find(|(param, _)| param == name).and_then(|&(_, value)| usize::try_from(value).ok())
    }

    /// Refuses, in words, what a format cannot say: rule sets, dropped laws and clues that are not among these.
    pub fn only(&self, rules: &[&str], drops: &[&str], clues: &[&str]) -> Result<(), String> {
        if let Some(other) = self.uses.iter().find(|used| !rules.contains(&used.name.as_str())) {
            return Err(format!("a puzzle of the rule set `{}`", other.name));
        }
        if self.uses.is_empty() {
            return Err("a puzzle that names no rule set".to_owned());
        }
        if let Some(law) = self.drops.iter().find(|law| !drops.contains(&law.as_str())) {
            return Err(format!("that the law `{law}` is dropped"));
        }
        let layers = self.layers.iter().map(|layer| &layer.name);
        let strips = self.strips.iter().map(|strip| &strip.name);
        let mut all = layers.chain(strips).chain(self.facts.iter().map(|fact| &fact.name));
        match all.find(|name| !clues.contains(&name.as_str())) {
            Some(name) => Err(format!("`{name}`")),
            None => Ok(()),
        }
    }

    /// The number of rows and columns of the drawing of this name.
    pub fn drawn_size(&self, name: &str) -> Option<(usize, usize)> {
        let layer = self.layers.iter().find(|layer| layer.name == name)?;
        Some((layer.rows.len(), layer.rows.first().map_or(0, Vec::len)))
    }

    /// What is drawn or stated under this name on a board of this size.
    pub fn cells(&self, name: &str, rows: usize, cols: usize) -> Result<Cells, String> {
        let mut cells = vec![vec![None; cols]; rows];
        for layer in self.layers.iter().filter(|layer| layer.name == name) {
            if layer.rows.len() != rows || layer.rows.iter().any(|row| row.len() != cols) {
                return Err(format!("`{name}` on another board than {rows} by {cols}"));
            }
            for (row, drawn) in cells.iter_mut().zip(&layer.rows) {
                for (cell, token) in row.iter_mut().zip(drawn) {
                    *cell = (token != ".").then(|| token.clone()).or_else(|| cell.take());
                }
            }
        }
        for fact in self.facts.iter().filter(|fact| fact.name == name) {
            let [place, value] = fact.args.as_slice() else { return Err(format!("`{fact}`")) };
            let cell = place_of(place).and_then(|(row, col)| cells.get_mut(row)?.get_mut(col));
            *cell.ok_or_else(|| format!("`{fact}`"))? = Some(value.clone());
        }
        Ok(cells)
    }

    /// The clues on one side of a board whose side has this many lines.
    pub fn clues(&self, name: &str, lines: usize) -> Result<Vec<Option<String>>, String> {
        let mut clues = vec![None; lines];
        for strip in self.strips.iter().filter(|strip| strip.name == name) {
            if strip.clues.len() != lines {
                return Err(format!("{} clues `{name}` for {lines} lines", strip.clues.len()));
            }
            for (clue, said) in clues.iter_mut().zip(&strip.clues) {
                *clue = (said != "." && said != "?").then(|| said.clone());
            }
        }
        for fact in self.facts.iter().filter(|fact| fact.name == name) {
            let line = fact.args.first().and_then(|line| line.parse::<usize>().ok());
            let clue = line.and_then(|line| clues.get_mut(line.checked_sub(1)?));
            let said = fact.args.get(1).map(|said| said.trim_matches(['[', ']']).replace(' ', ""));
            *clue.ok_or_else(|| format!("`{fact}`"))? = said;
        }
        Ok(clues)
    }
}

/// The predicate of values known from the start.
pub const GIVEN: &str = "given";

/// Numbers as the tokens of cells, 0 for an empty one.
pub fn numbers(cells: &[usize], cols: usize) -> Cells {
    let cell = |&value: &usize| (value > 0).then(|| value.to_string());
    cells.chunks(cols.max(1)).map(|row| row.iter().map(cell).collect()).collect()
}

/// Rows and columns of a box as the rule set has them: what is set, else what fits the board, else three of each.
pub(super) fn boxes(puzzle: &Puzzle) -> (usize, usize) {
    let drawn = || puzzle.drawn_size(GIVEN).map(|(rows, _)| rows);
    let size = match (puzzle.setting("r"), puzzle.setting("c")) {
        (Some(rows), Some(cols)) => return (rows, cols),
        _ => puzzle.setting("n").or_else(drawn),
    };
    let usual = |size: usize| (2..=size.isqrt()).rev().find(|rows| size.is_multiple_of(*rows));
    let rows = puzzle.setting("r").or_else(|| usual(size?)).unwrap_or(3);
    let cols = puzzle.setting("c").or_else(|| Some(size? / rows.max(1))).unwrap_or(3);
    (rows, cols)
}

/// The cell `r1c2` as row and column from 0.
fn place_of(name: &str) -> Option<(usize, usize)> {
    let (row, col) = cell::named(name)?;
    let from_zero = |number: i64| usize::try_from(number).ok()?.checked_sub(1);
    Some((from_zero(row)?, from_zero(col)?))
}

fn token(cell: Option<&String>) -> String {
    cell.cloned().unwrap_or_else(|| ".".to_owned())
}

/// Cells in rows of this many.
pub fn rows(cells: &[Option<String>], cols: usize) -> Cells {
    cells.chunks(cols.max(1)).map(<[_]>::to_vec).collect()
}

/// Cells with this sign in those that are empty.
pub fn filled(cells: Cells, empty: &str) -> Vec<Vec<String>> {
    let row = |row: Vec<Option<String>>| row.into_iter().map(|cell| cell.unwrap_or_else(|| empty.to_owned()));
    cells.into_iter().map(|cells| row(cells).collect()).collect()
}

/// Rows as lines, with this between two words.
pub fn lines(rows: &[Vec<String>], between: &str) -> String {
    rows.iter().map(|row| row.join(between) + "\n").collect()
}

/// What a token of a drawing means, as a fact states it.
fn stated(mark: &Mark) -> String {
    match mark {
        Mark::Nothing => quote::in_quotes("."),
        Mark::Int(number) => number.to_string(),
        // Bare, it might be a param.
        Mark::Text(text) => quote::in_quotes(text),
        Mark::List(parts) => format!("[{}]", parts.iter().map(stated).collect::<Vec<_>>().join(", ")),
    }
}

impl Display for Use {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        write!(out, "use {}", quote::rule_set(&self.name))?;
        for (index, (name, value)) in self.with.iter().enumerate() {
            write!(out, "{} {name} = {value}", if index == 0 { " with" } else { "," })?;
        }
        writeln!(out, ".")
    }
}

impl Layer {
    /// The drawing as one that was read.
    pub fn picture(&self) -> Picture {
        let span = Span::default();
        let token = |text: &String| Drawn { text: text.clone(), span };
        Picture::new(self.rows.iter().map(|row| row.iter().map(token).collect()).collect(), span)
    }
}

impl Display for Layer {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let long = |row: &Vec<String>| row.iter().any(|token| token.chars().count() > 1);
        if self.rows.iter().all(|row| row.len() == 1) && self.rows.iter().any(long) {
            // In a drawing of one column nothing tells `12` from two cells.
            for (row, tokens) in self.rows.iter().enumerate().filter(|(_, tokens)| tokens[0] != ".") {
                writeln!(out, "{}(r{}c1, {}).", self.name, row + 1, stated(&mark(&tokens[0])))?;
            }
            return Ok(());
        }
        writeln!(out, "{} \"\"\"", self.name)?;
        let width = self.rows.iter().flatten().map(|token| token.width()).max().unwrap_or(1);
        for row in &self.rows {
            let padded: Vec<String> =
                row.iter().map(|token| format!("{token}{}", " ".repeat(width - token.width()))).collect();
            writeln!(out, "{}", padded.join(" ").trim_end())?;
        }
        writeln!(out, "\"\"\".")
    }
}

impl Display for Fact {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match &self.args[..] {
            [] => write!(out, "{}.", self.name),
            args => write!(out, "{}({}).", self.name, args.join(", ")),
        }
    }
}

/// The text of a `.puzzle` file.
impl Display for Puzzle {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        for (name, text) in &self.captions {
            writeln!(out, "{name} \"{text}\".")?;
        }
        self.uses.iter().try_for_each(|used| write!(out, "{used}"))?;
        self.drops.iter().try_for_each(|law| writeln!(out, "drop {law}."))?;
        self.layers.iter().try_for_each(|layer| write!(out, "{layer}"))?;
        let width = self.strips.iter().map(|strip| strip.name.len()).max().unwrap_or(0);
        for Strip { name, clues } in &self.strips {
            writeln!(out, "{name:width$} \"{}\".", clues.join(" "))?;
        }
        self.facts.iter().try_for_each(|fact| writeln!(out, "{fact}"))
    }
}

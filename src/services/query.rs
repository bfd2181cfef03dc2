//! Answers to a condition on a board: for which places it holds, and under which conditions on values.

use serde_json::{Map, Value, json};
use unicode_width::UnicodeWidthStr as _;

use crate::base::hash::{Map as Hashed, Numbered, Set};
use crate::board::eval::{Machine, Policy, Query, World};
use crate::language::diagnostic::Diagnostic;
use crate::language::program::Expr;
use crate::language::term::{FormulaId, Node, TermId};

/// What holds where.
#[derive(Clone, Debug)]
pub struct Answers {
    /// The placeholders of the question.
    pub names: Vec<String>,
    /// Each answer once, in the order they were found.
    pub rows: Vec<Row>,
    /// The values that the question was asked about, if they were known.
    values: Option<Vec<TermId>>,
}

/// One answer.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Row {
    /// What the placeholders stand for, in order.
    pub terms: Box<[TermId]>,
    /// What must hold of values besides.
    pub condition: FormulaId,
}

/// Asks the question of the world's program: with these values, or else for whatever values there may be. No answers where
/// nobody has asked.
pub fn ask(world: &mut World, values: Option<&[TermId]>) -> Result<Answers, Box<Diagnostic>> {
    let program = world.program.clone();
    let Some(question) = &program.question else {
        return Ok(Answers { names: Vec::new(), rows: Vec::new(), values: None });
    };
    world.enter_rule("the question");
    let template: Vec<Expr> = question.named.iter().map(|&slot| Expr::Slot(slot)).collect();
    let query = Query { goal: &question.goal, scope: question.scope.len(), bound: &[], template: &template };
    let policy = values.map_or(Policy::Residual, Policy::Known);
    let answers = Machine::new(world, policy).answers(query)?;
    let rows = answers.into_iter().filter(|answer| answer.condition != FormulaId::FALSE);
    let rows: Numbered<Row> =
        rows.map(|answer| Row { terms: answer.terms, condition: answer.condition }).collect();
    let names = question.named.iter().map(|&slot| question.scope.names[usize::from(slot)].clone()).collect();
    Ok(Answers { names, rows: rows.into_iter().collect(), values: values.map(<[TermId]>::to_vec) })
}

impl Answers {
    /// `4 answers`, or what it comes to where the question has no placeholders.
    pub fn sentence(&self, world: &World) -> String {
        match (&self.names[..], &self.rows[..]) {
            ([], []) => "no".to_owned(),
            ([], rows) if rows.iter().any(|row| row.condition == FormulaId::TRUE) => "yes".to_owned(),
            ([], rows) => {
                let show = world.shower();
                let ways: Vec<String> = rows.iter().map(|row| show.formula(row.condition)).collect();
                format!("if {}", ways.join("; or if "))
            }
            (_, []) => "no answer".to_owned(),
            (_, [_]) => "1 answer".to_owned(),
            (_, rows) => format!("{} answers", rows.len()),
        }
    }

    /// `L = row 3`, one line for each of the first so many answers.
    pub fn lines(&self, world: &World, most: usize) -> Vec<String> {
        if self.names.is_empty() {
            return Vec::new();
        }
        let show = world.shower();
        let line = |row: &Row| {
            let parts = self.names.iter().zip(&row.terms);
            let parts: Vec<String> = parts
                .map(|(name, &term)| format!("{name} = {}{}", world.name(term), self.told(world, term)))
                .collect();
            match row.condition {
                FormulaId::TRUE => parts.join(", "),
                condition => format!("{}  if {}", parts.join(", "), show.formula(condition)),
            }
        };
        self.rows.iter().take(most).map(line).collect()
    }

    /// The value of a place, if values are known.
    fn value(&self, world: &World, place: TermId) -> Option<TermId> {
        self.values.as_ref()?.get(world.unknown(place)?.0 as usize).copied()
    }

    /// The same in brackets.
    fn told(&self, world: &World, place: TermId) -> String {
        self.value(world, place).map_or_else(String::new, |value| format!(" ({})", world.show(value)))
    }

    /// The cells of the answers on the board, and what is shown of each; nothing where no cell is spoken of.
    pub fn picture(&self, world: &World) -> Option<(&'static str, String)> {
        let (rows, cols) = world.size?;
        let spots: Vec<Vec<(i64, i64)>> = self
            .rows
            .iter()
            .map(|row| {
                let mut cells = Vec::new();
                row.terms.iter().for_each(|&term| cells_of(world, term, &mut cells));
                let inside =
                    |&(row, column): &(i64, i64)| (1..=rows).contains(&row) && (1..=cols).contains(&column);
                cells.retain(inside);
                cells
            })
            .collect();
        if spots.iter().all(Vec::is_empty) {
            return None;
        }
        let (legend, labels) = match &spots[..] {
            _ if self.values.is_some() => {
                ("the values of the cells in the answers", self.valued(world, &spots))
            }
            [cells] if cells.len() == 1 => ("# is the cell", Labels::from_iter([(cells[0], "#".to_owned())])),
            [cells] if cells.len() <= LABELS => {
                ("in the order of the answer", numbered(cells.iter().map(|&cell| [cell])))
            }
            several if several.len() <= LABELS && !overlap(several) => {
                ("by the number of the answer", numbered(several.iter().map(|cells| cells.iter().copied())))
            }
            several => ("how many answers speak of each cell", counted(several)),
        };
        let width = labels.values().map(|label| label.width()).max().unwrap_or(1);
        let mut text = String::new();
        for row in 1..=rows {
            let signs = (1..=cols).map(|column| labels.get(&(row, column)).map_or(".", String::as_str));
            let signs: Vec<String> =
                signs.map(|sign| format!("{}{sign}", " ".repeat(width - sign.width()))).collect();
            text.push_str(&signs.join(" "));
            text.push('\n');
        }
        Some((legend, text))
    }

    /// The values of cells.
    fn valued(&self, world: &World, answers: &[Vec<Cell>]) -> Labels {
        let spoken: Set<Cell> = answers.iter().flatten().copied().collect();
        let cells = world.unknowns.iter().filter_map(|unknown| {
            let cell = world.coordinates(unknown.place).filter(|cell| spoken.contains(cell))?;
            Some((cell, world.show(self.value(world, unknown.place)?)))
        });
        cells.collect()
    }

    /// The answers for programs.
    pub fn json(&self, world: &World) -> Vec<Value> {
        let show = world.shower();
        let row = |row: &Row| {
            let parts = self.names.iter().zip(&row.terms);
            let terms: Map<String, Value> =
                parts.map(|(name, &term)| (name.clone(), world.state(term).into())).collect();
            let known = self.names.iter().zip(&row.terms).filter_map(|(name, &term)| {
                Some((name.clone(), Value::from(world.state(self.value(world, term)?))))
            });
            let known: Map<String, Value> = known.collect();
            let mut answer = json!({ "terms": terms });
            if row.condition != FormulaId::TRUE {
                answer["if"] = show.formula(row.condition).into();
            }
            if !known.is_empty() {
                answer["values"] = known.into();
            }
            answer
        };
        self.rows.iter().map(row).collect()
    }
}

type Cell = (i64, i64);
type Labels = Hashed<Cell, String>;

/// How many things can be told apart by one character.
const LABELS: usize = 35;

/// A digit or a letter, from 1.
fn label(number: usize) -> String {
    let letter = u32::try_from(number).ok().and_then(|number| char::from_digit(number, 36));
    letter.unwrap_or('+').to_string()
}

fn numbered<C: IntoIterator<Item = Cell>>(groups: impl Iterator<Item = C>) -> Labels {
    (1..)
        .zip(groups)
        .flat_map(|(number, cells)| cells.into_iter().map(move |cell| (cell, label(number))))
        .collect()
}

fn counted(answers: &[Vec<Cell>]) -> Labels {
    let mut counts: Hashed<Cell, usize> = Hashed::default();
    for cells in answers {
        let mut cells = cells.clone();
        cells.sort_unstable();
        cells.dedup();
        cells.into_iter().for_each(|cell| *counts.entry(cell).or_default() += 1);
    }
    counts
        .into_iter()
        .map(|(cell, count)| (cell, if count > 9 { "+".to_owned() } else { label(count) }))
        .collect()
}

/// Whether two answers share a cell.
fn overlap(answers: &[Vec<Cell>]) -> bool {
    let mut owner: Hashed<Cell, usize> = Hashed::default();
    let mut all =
        answers.iter().enumerate().flat_map(|(number, cells)| cells.iter().map(move |&cell| (cell, number)));
    all.any(|(cell, number)| *owner.entry(cell).or_insert(number) != number)
}

/// The cells that a term speaks of, in order.
fn cells_of(world: &World, term: TermId, found: &mut Vec<Cell>) {
    if let Some(cell) = world.coordinates(term) {
        found.push(cell);
        return;
    }
    let mut rest = term;
    while let &Node::Cons(head, tail) = world.terms.node(rest) {
        cells_of(world, head, found);
        rest = tail;
    }
    if let Node::Place(_, parts) | Node::Compound(_, parts) | Node::Set(parts) = world.terms.node(rest) {
        parts.iter().for_each(|&part| cells_of(world, part, found));
    }
}

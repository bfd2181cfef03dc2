//! Conditions on values written out as tables, as far as they speak of few unknowns at once.

use crate::base::hash::Numbered;
use crate::board::eval::World;
use crate::board::formula::Formula;
use crate::board::meaning::Operands as _;
use crate::board::unknown::UnknownId;
use crate::language::term::{FormulaId, Part};

/// Combinations of values that are tried for one table.
const MOST_ROWS: u64 = 40_000;
/// Ways in which one condition may hold.
const MOST_CHOICES: usize = 256;

/// Conditions, by number, that hold together.
pub type Choice = Vec<u32>;

/// All conditions of a picture.
#[derive(Default, Debug)]
pub struct Whens {
    /// Sets of rows: numbers of values in their domains.
    pub tables: Numbered<Vec<Box<[u16]>>>,
    /// These unknowns have values that are a row of the table with this number.
    pub conditions: Numbered<(u32, Box<[UnknownId]>)>,
}

impl Whens {
    /// The ways in which a formula holds; nothing if it speaks of too much at once, or of what is not shown.
    pub fn choices(&mut self, world: &World, formula: FormulaId) -> Option<Vec<Choice>> {
        self.split(world, formula, true)
    }

    /// A formula, or its opposite.
    fn split(&mut self, world: &World, formula: FormulaId, wanted: bool) -> Option<Vec<Choice>> {
        let scope = world.conditions().scope(Part::Condition(formula));
        match (world.formulas.get(formula), wanted) {
            (Formula::True, true) | (Formula::False, false) => Some(vec![Choice::new()]),
            (Formula::True, false) | (Formula::False, true) => Some(Vec::new()),
            (Formula::Not(inner), _) => self.split(world, *inner, !wanted),
            (Formula::Or(parts), true) | (Formula::And(parts), false) if scope.len() > 1 => {
                let mut all = Vec::new();
                for &part in parts {
                    all.extend(self.split(world, part, wanted)?);
                }
                (all.len() <= MOST_CHOICES).then_some(all)
            }
            (Formula::And(parts), true) | (Formula::Or(parts), false) if scope.len() > 1 => {
                let mut all = vec![Choice::new()];
                for &part in parts {
                    let more = self.split(world, part, wanted)?;
                    let both = all.iter().flat_map(|one| {
                        more.iter().map(|other| one.iter().chain(other).copied().collect::<Choice>())
                    });
                    all = both.collect();
                    if all.len() > MOST_CHOICES {
                        return None;
                    }
                }
                Some(all)
            }
            _ => self.table(world, formula, scope, wanted),
        }
    }

    fn table(
        &mut self,
        world: &World,
        formula: FormulaId,
        scope: Vec<UnknownId>,
        wanted: bool,
    ) -> Option<Vec<Choice>> {
        let unknown = |id: UnknownId| &world.unknowns[id.0 as usize];
        if scope.is_empty() || scope.iter().any(|&id| unknown(id).hidden) {
            return None;
        }
        let mut size = 1_u64;
        for &id in &scope {
            size = size.checked_mul(unknown(id).domain.len()).filter(|&size| size <= MOST_ROWS)?;
        }
        let conditions = world.conditions();
        let domains: Vec<Vec<i64>> = scope.iter().map(|&id| conditions.codes_of(id)).collect();
        let mut row = vec![0_u16; scope.len()];
        let mut rows = Vec::new();
        for _ in 0..size {
            let values = |id: UnknownId| {
                let at = scope.binary_search(&id).unwrap_or_default();
                i128::from(domains[at][usize::from(row[at])])
            };
            if conditions.at(values).truth(formula)? == wanted {
                rows.push(row.clone().into_boxed_slice());
            }
            // The next row, as a number counts up.
            for at in (0..row.len()).rev() {
                row[at] += 1;
                if usize::from(row[at]) < domains[at].len() {
                    break;
                }
                row[at] = 0;
            }
        }
        if rows.is_empty() {
            return Some(Vec::new());
        }
        let table = self.tables.insert_full(rows).0 as u32;
        let condition = self.conditions.insert_full((table, scope.into())).0 as u32;
        Some(vec![vec![condition]])
    }

    /// The unknown that a choice depends on, if it is only one, with the values of it for which the choice holds.
    pub fn alone(&self, choice: &Choice) -> Option<(UnknownId, Vec<u16>)> {
        let of = |&number: &u32| &self.conditions[number as usize];
        let (_, scope) = of(choice.first()?);
        let &[unknown] = &scope[..] else { return None };
        if choice.iter().any(|number| of(number).1 != *scope) {
            return None;
        }
        let mut tables = choice
            .iter()
            .map(|number| self.tables[of(number).0 as usize].iter().map(|row| row[0]).collect::<Vec<u16>>());
        let first = tables.next()?;
        Some((
            unknown,
            tables
                .fold(first, |left, table| left.into_iter().filter(|value| table.contains(value)).collect()),
        ))
    }
}

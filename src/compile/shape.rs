//! The shape of a condition: what it says, written down with numbers in place of its places, so that conditions that differ
//! in nothing but the names of their places are found to be one.

use super::Model;
use crate::board::formula::Formula;
use crate::board::unknown::UnknownId;
use crate::language::term::{FormulaId, Guarded, Node, Open, TermId};

/// Why a condition has no table by its shape.
pub(super) enum Unfit {
    /// It has too many rows.
    Large,
    /// More than the values of places decides it.
    Named,
}

/// What a condition says, written down with numbers in place of places.
#[derive(Debug, Default)]
pub(super) struct Shape {
    /// Its unknowns; in order once all is written.
    pub(super) scope: Vec<UnknownId>,
    /// The condition with its unknowns by the order in which they occur, then for each of them its rank in the scope, and
    /// its domain.
    pub(super) code: Vec<u64>,
    /// How many rows of values the unknowns have so far, and how many they may have.
    rows: u64,
    most: u64,
}

impl Shape {
    /// Writes a condition down.
    pub(super) fn take(&mut self, model: &Model, id: FormulaId, most: u64) -> Result<(), Unfit> {
        self.scope.clear();
        self.code.clear();
        (self.rows, self.most) = (1, most);
        self.condition(model, id)?;
        let sorted = self.scope.is_sorted();
        for at in 0..self.scope.len() {
            let unknown = self.scope[at];
            let rank = if sorted { at } else { self.scope.iter().filter(|&&other| other < unknown).count() };
            let (base, bits) = model.engine.store.word(model.var(unknown));
            self.code.extend([rank as u64, base as u64, bits]);
        }
        if !sorted {
            self.scope.sort_unstable();
        }
        Ok(())
    }

    fn condition(&mut self, model: &Model, id: FormulaId) -> Result<(), Unfit> {
        match model.truth.world.formulas.get(id) {
            Formula::True => self.begin(0, 0),
            Formula::False => self.begin(1, 0),
            Formula::Compare(sign, term) => {
                self.begin(2, *sign as usize);
                self.number(model, *term)?;
            }
            Formula::Same(left, right) => {
                self.begin(3, 0);
                self.number(model, *left)?;
                self.number(model, *right)?;
            }
            Formula::And(parts) => {
                self.begin(4, parts.len());
                parts.iter().try_for_each(|&part| self.condition(model, part))?;
            }
            Formula::Or(parts) => {
                self.begin(5, parts.len());
                parts.iter().try_for_each(|&part| self.condition(model, part))?;
            }
            Formula::Not(inner) => {
                self.begin(6, 0);
                self.condition(model, *inner)?;
            }
            Formula::Distinct(list) => self.list(model, 7, list)?,
            Formula::DistinctLists(_) | Formula::Matches(..) | Formula::Walk(_) => return Err(Unfit::Named),
            Formula::Connected(_, relation) | Formula::Joined(.., relation) | Formula::Forms(_, relation) => {
                let large = model.is_large(*relation);
                return Err(if large { Unfit::Large } else { Unfit::Named });
            }
        }
        Ok(())
    }

    fn number(&mut self, model: &Model, term: TermId) -> Result<(), Unfit> {
        let world = &model.truth.world;
        match world.terms.node(term) {
            Node::Place(..) => {
                let Some(unknown) = world.unknown(term) else { return Err(Unfit::Named) };
                let at = match self.scope.iter().position(|&known| known == unknown) {
                    Some(at) => at,
                    None => {
                        let values = model.values_of(unknown);
                        self.rows = self.rows.saturating_mul(values);
                        if self.rows > self.most || values == u64::MAX {
                            return Err(Unfit::Large);
                        }
                        self.scope.push(unknown);
                        self.scope.len() - 1
                    }
                };
                self.begin(8, at);
            }
            Node::Int(value) => {
                self.begin(9, 0);
                self.integer(*value);
            }
            Node::Sym(symbol) => {
                self.begin(10, 0);
                self.code.push(model.truth.conditions().symbol(*symbol) as u64);
            }
            Node::Open(open) => self.open(model, open)?,
            _ => return Err(Unfit::Named),
        }
        Ok(())
    }

    fn open(&mut self, model: &Model, open: &Open) -> Result<(), Unfit> {
        match open {
            Open::Linear(constant, terms) => {
                self.begin(11, terms.len());
                self.integer(*constant);
                for &(factor, term) in terms {
                    self.integer(factor);
                    self.number(model, term)?;
                }
                Ok(())
            }
            Open::Truth(condition) => {
                self.begin(12, 0);
                self.condition(model, *condition)
            }
            Open::Mul(left, right) => self.several(model, 13, &[*left, *right]),
            Open::Div(left, right) => self.several(model, 14, &[*left, *right]),
            Open::Mod(left, right) => self.several(model, 15, &[*left, *right]),
            Open::Abs(inner) => self.several(model, 16, &[*inner]),
            Open::Min(list) => self.list(model, 17, list),
            Open::Max(list) => self.list(model, 18, list),
            Open::Product(list) => self.list(model, 19, list),
            Open::Nth(index, list) => {
                self.several(model, 20, &[*index])?;
                self.several(model, 21, list)
            }
            Open::List(_) | Open::Reach(..) | Open::ReachSize(..) => Err(Unfit::Named),
        }
    }

    /// Begins a part of a kind, with a number that says more about it.
    fn begin(&mut self, kind: u64, more: usize) {
        self.code.push(kind << 32 | more as u64);
    }

    fn integer(&mut self, value: i128) {
        self.code.extend([value as u64, (value >> 64) as u64]);
    }

    fn several(&mut self, model: &Model, kind: u64, terms: &[TermId]) -> Result<(), Unfit> {
        self.begin(kind, terms.len());
        terms.iter().try_for_each(|&term| self.number(model, term))
    }

    fn list(&mut self, model: &Model, kind: u64, list: &[Guarded]) -> Result<(), Unfit> {
        self.begin(kind, list.len());
        list.iter().try_for_each(|&(guard, term)| {
            self.condition(model, guard)?;
            self.number(model, term)
        })
    }
}

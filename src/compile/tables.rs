//! Tables of all rows that satisfy a condition, made once for all conditions of one shape: those that differ in nothing but
//! the names of their places.

use std::sync::Arc;

use super::Model;
use super::shape::{Shape, Unfit};
use crate::base::hash::Map;
use crate::board::unknown::UnknownId;
use crate::language::term::{FormulaId, Part, RelationId};
use crate::solver::constraints::literal::Literal;
use crate::solver::constraints::small_table::{Small, SmallTable};
use crate::solver::constraints::table::{Rows, Table};
use crate::solver::engine::{Conflict, Propagator, VarId};

/// The most steps of a relation that a table may depend on.
const MOST_STEPS: usize = 64;

/// The tables that have been made.
#[derive(Debug, Default)]
pub(super) struct Tables {
    /// By what their conditions say of the places of a scope, and the domains of these.
    known: Map<Box<[u64]>, Relation>,
    /// Room for the next such.
    shape: Shape,
}

/// What the rows of a condition have become.
#[derive(Clone, Debug)]
enum Relation {
    /// There are none.
    Never,
    Small(Arc<Small>),
    Rows(Arc<Rows>),
}

impl Model {
    /// Makes a condition hold, or a literal tell whether it does, by a table; nothing if that would have too many rows.
    pub(super) fn post_rows(
        &mut self,
        id: FormulaId,
        literal: Option<Literal>,
    ) -> Option<Result<(), Conflict>> {
        let mut shape = std::mem::take(&mut self.tables.shape);
        let relation = self.relation(id, literal.is_some(), &mut shape);
        let posted = relation.map(|relation| self.post_relation(id, &relation, &shape.scope, literal));
        self.tables.shape = shape;
        posted
    }

    fn post_relation(
        &mut self,
        id: FormulaId,
        relation: &Relation,
        scope: &[UnknownId],
        literal: Option<Literal>,
    ) -> Result<(), Conflict> {
        if let ([unknown], None) = (scope, literal)
            && let Some(literal) = self.literal_of_one(id, *unknown)
        {
            return self.hold(literal);
        }
        let vars = scope.iter().map(|&unknown| self.var(unknown)).chain(literal.map(|literal| literal.var));
        let table: Box<dyn Propagator> = match relation {
            Relation::Never => return Err(Conflict),
            Relation::Small(small) => Box::new(SmallTable::new(vars, small.clone())),
            Relation::Rows(rows) => Box::new(Table::new(vars.collect(), rows.clone())),
        };
        self.engine.post(table);
        Ok(())
    }

    /// The rows of a condition, made once for each shape; nothing if there are too many. The scope will be in order.
    fn relation(&mut self, id: FormulaId, all: bool, shape: &mut Shape) -> Option<Relation> {
        let most = if all { self.settings.rows / 2 } else { self.settings.rows };
        match shape.take(self, id, most) {
            Ok(()) => {}
            Err(Unfit::Large) => return None,
            Err(Unfit::Named) => {
                shape.scope = self.few(id, most)?;
                return Some(self.new_relation(id, &shape.scope, all));
            }
        }
        shape.code.push(all.into());
        if let Some(known) = self.tables.known.get(&shape.code[..]) {
            return Some(known.clone());
        }
        let relation = self.new_relation(id, &shape.scope, all);
        self.tables.known.insert(shape.code[..].into(), relation.clone());
        Some(relation)
    }

    /// The unknowns of a condition, in order, if there are few enough rows of their values.
    pub(super) fn few(&self, id: FormulaId, most: u64) -> Option<Vec<UnknownId>> {
        let (mut found, mut rows) = (Vec::new(), 1_u64);
        let truth = &self.truth;
        truth.conditions().walk(Part::Condition(id), &mut |part| {
            let mut add = |unknown| {
                if rows <= most && !found.contains(&unknown) {
                    found.push(unknown);
                    rows = rows.saturating_mul(self.values_of(unknown));
                }
            };
            match part {
                Part::Number(term) => {
                    if let Some(unknown) = truth.world.unknown(term) {
                        add(unknown);
                        return false;
                    }
                }
                Part::Condition(id) => {
                    truth.conditions().placed(id).into_iter().for_each(|placed| placed.each(&mut add));
                }
                Part::Relation(relation) => {
                    if self.is_large(relation) {
                        rows = u64::MAX;
                    }
                }
                Part::List(_) => {}
            }
            rows <= most
        });
        found.sort_unstable();
        (rows <= most).then_some(found)
    }

    /// Whether a relation has so many steps that what depends on them depends on too much.
    pub(super) fn is_large(&self, relation: RelationId) -> bool {
        self.truth.world.relations[relation.0 as usize].pairs.len() > MOST_STEPS
    }

    /// How many values an unknown has. A wide domain has no place in a table.
    pub(super) fn values_of(&self, unknown: UnknownId) -> u64 {
        let var = self.var(unknown);
        if self.engine.store.mask(var).is_some() { self.engine.store.size(var) } else { u64::MAX }
    }

    fn new_relation(&mut self, id: FormulaId, scope: &[UnknownId], all: bool) -> Relation {
        let rows = self.rows(id, scope, all);
        if rows.is_empty() {
            return Relation::Never;
        }
        let store = &self.engine.store;
        let column = |var: VarId| {
            let (base, _) = store.word(var);
            (base, (store.max(var) - base + 1) as u32)
        };
        let columns = scope.iter().map(|&unknown| column(self.var(unknown)));
        let shape: Vec<(i64, u32)> = columns.chain(all.then_some((0, 2))).collect();
        match Small::new(&shape, &rows) {
            Some(small) => Relation::Small(Arc::new(small)),
            None => Relation::Rows(Arc::new(Rows::new(&shape, &rows))),
        }
    }

    /// The rows of a scope that satisfy a condition; or all rows, each with whether it does.
    fn rows(&mut self, id: FormulaId, scope: &[UnknownId], all: bool) -> Vec<Vec<i64>> {
        let instance = self.instance(Part::Condition(id));
        let domains: Vec<Vec<i64>> =
            scope.iter().map(|&unknown| self.engine.store.values(self.var(unknown)).collect()).collect();
        let mut row: Vec<i64> = domains.iter().map(|domain| domain[0]).collect();
        let mut at = vec![0; scope.len()];
        let (mut room, mut rows) = (Vec::new(), Vec::new());
        loop {
            let holds = self.truth.holds_on(&instance, scope, &row, &mut room);
            if all || holds {
                rows.push(row.iter().copied().chain(all.then_some(holds.into())).collect());
            }
            let Some(place) = (0..at.len()).rev().find(|&place| at[place] + 1 < domains[place].len()) else {
                return rows;
            };
            at[place] += 1;
            at[place + 1..].fill(0);
            for place in place..at.len() {
                row[place] = domains[place][at[place]];
            }
        }
    }
}

//! Literals for conditions: a mask of values where one unknown decides, else a new 0/1 variable tied to the condition.

use super::Model;
use crate::board::eval::UnknownId;
use crate::board::formula::{Formula, Sign};
use crate::language::term::FormulaId;
use crate::solver::constraints::Literal;
use crate::solver::constraints::among::Among;
use crate::solver::constraints::linear::{Linear, View};
use crate::solver::constraints::reified::Reified;
use crate::solver::engine::Conflict;

impl Model {
    /// A literal that holds exactly when a condition does; nothing if only the whole condition can be asked.
    pub(super) fn literal(&mut self, id: FormulaId) -> Option<Literal> {
        if let Some(&literal) = self.literals.get(&id) {
            return Some(literal);
        }
        if let Some(literal) = self.graph_literal(id) {
            self.literals.insert(id, literal);
            return Some(literal);
        }
        let scope = self.scope(id);
        let literal = if let [unknown] = scope[..]
            && let Some((base, _)) = self.engine.store.mask(self.var(unknown))
        {
            let var = self.var(unknown);
            let values: Vec<i64> = self.engine.store.values(var).collect();
            let holds = values.into_iter().filter(|&value| self.truth.holds(id, &|_| value));
            Literal { var, mask: holds.fold(0, |mask, value| mask | 1 << (value - base)) }
        } else if let Formula::Not(inner) = *self.truth.world.formulas.get(id) {
            self.literal(inner)?.negated()
        } else {
            self.new_literal(id, &scope)
        };
        self.literals.insert(id, literal);
        Some(literal)
    }

    /// A new 0/1 variable tied to a condition.
    pub(super) fn new_literal(&mut self, id: FormulaId, scope: &[UnknownId]) -> Literal {
        let var = self.engine.store.add_range(0, 1);
        let literal = Literal { var, mask: 0b10 };
        if self.rows_of(scope) <= self.settings.rows / 2 {
            let rows = self.rows(scope, |truth, values| Some(vec![i64::from(truth.holds(id, values))]));
            let vars = scope.iter().map(|&unknown| self.var(unknown)).chain([var]).collect();
            // A table with a row for each way to fill the scope cannot be empty.
            let posted = self.post_table(vars, &rows);
            debug_assert!(posted.is_ok());
            return literal;
        }
        match self.truth.world.clone().formulas.get(id) {
            Formula::Compare(sign, term) => {
                if let Some(linear) = self.linear(*sign, *term) {
                    self.engine.post(Box::new(Reified::new(literal, 0, linear)));
                    return literal;
                }
            }
            Formula::And(parts) | Formula::Or(parts) => {
                let all = matches!(self.truth.world.formulas.get(id), Formula::And(_));
                let literals: Option<Vec<Literal>> = parts.iter().map(|&part| self.literal(part)).collect();
                if let Some(literals) = literals {
                    self.tie(literal, &literals, all);
                    return literal;
                }
            }
            _ => {}
        }
        if self.tie_numbers(literal, id).is_none() {
            self.post_checked(id, scope, Some((var, true)));
        }
        literal
    }

    /// `whole` holds exactly when all, or any, of the parts do.
    pub(super) fn tie(&mut self, whole: Literal, parts: &[Literal], all: bool) {
        let turn = |literal: Literal| if all { literal } else { literal.negated() };
        let whole = turn(whole);
        for &part in parts {
            self.clause(&[whole.negated(), turn(part)]);
        }
        let mut some: Vec<Literal> = parts.iter().map(|&part| turn(part).negated()).collect();
        some.push(whole);
        self.clause(&some);
    }

    pub(super) fn clause(&mut self, literals: &[Literal]) {
        let terms = literals.iter().map(|&literal| (-1, self.truth_view(literal))).collect();
        self.engine.post(Box::new(Linear { sign: Sign::AtMostZero, constant: 1, terms }));
    }

    /// Makes a literal hold.
    pub(super) fn hold(&mut self, literal: Literal) -> Result<(), Conflict> {
        let base = self.engine.store.mask(literal.var).map_or(0, |(base, _)| base);
        let values = self.engine.store.values(literal.var).filter(|&value| literal.holds(base, value));
        let among = Among::new(literal.var, values.collect());
        self.post_now(Box::new(among))
    }

    pub(super) fn truth_view(&self, literal: Literal) -> View {
        let base = self.engine.store.mask(literal.var).map_or(0, |(base, _)| base);
        View::Truth(literal, base)
    }
}

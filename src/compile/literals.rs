//! Literals for conditions: a mask of values where one unknown decides, else a new 0/1 variable tied to the condition.

use super::Model;
use crate::board::formula::Formula;
use crate::board::unknown::UnknownId;
use crate::language::term::FormulaId;
use crate::solver::constraints::among::Among;
use crate::solver::constraints::clause::Clause;
use crate::solver::constraints::literal::Literal;
use crate::solver::constraints::reified::Reified;
use crate::solver::engine::Conflict;

impl Model {
    /// A literal that holds exactly when a condition does; nothing if only the whole condition can be asked.
    pub(super) fn literal(&mut self, id: FormulaId) -> Option<Literal> {
        if let Some(literal) = self.known_simple(id) {
            return Some(literal);
        }
        if let Some(&literal) = self.literals.get(&id) {
            return Some(literal);
        }
        let literal = if let Some(literal) = self.graph_literal(id) {
            literal
        } else if let Some([unknown]) = self.few(id, self.settings.rows).as_deref()
            && let Some(literal) = self.literal_of_one(id, *unknown)
        {
            literal
        } else if let Formula::Not(inner) = *self.truth.world.formulas.get(id) {
            self.literal(inner)?.negated()
        } else {
            self.new_literal(id)
        };
        self.literals.insert(id, literal);
        Some(literal)
    }

    /// The values of one unknown that satisfy a condition on it alone; nothing if its domain is no single word.
    pub(super) fn literal_of_one(&self, id: FormulaId, unknown: UnknownId) -> Option<Literal> {
        let holds = |value| self.truth.holds(id, &|_| value);
        Literal::among(&self.engine.store, self.var(unknown), holds)
    }

    /// A new 0/1 variable tied to a condition.
    pub(super) fn new_literal(&mut self, id: FormulaId) -> Literal {
        let literal = Literal::fresh(&mut self.engine.store);
        if let Some(posted) = self.post_rows(id, Some(literal)) {
            // A table with a row for each way to fill the scope cannot be empty.
            debug_assert!(posted.is_ok());
            return literal;
        }
        match self.truth.world.clone().formulas.get(id) {
            Formula::Compare(sign, term) => {
                if let Some(linear) = self.linear(*sign, *term) {
                    self.engine.post(Box::new(Reified::new(literal, linear)));
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
            let scope = self.scope(id);
            self.post_checked(id, &scope, Some((literal.var, true)));
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
        self.engine.post(Box::new(Clause::new(literals.iter().copied())));
    }

    /// Makes a literal hold.
    pub(super) fn hold(&mut self, literal: Literal) -> Result<(), Conflict> {
        let values = self.engine.store.values(literal.var).filter(|&value| literal.holds(value));
        let among = Among::new(literal.var, values.collect());
        self.post_now(Box::new(among))
    }
}

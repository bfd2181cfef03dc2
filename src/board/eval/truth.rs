//! The truth of a condition, and the value of an open term, where all values are known.

use super::World;
use crate::board::meaning::{Conditions, Quantity, symbol_number};
use crate::board::unknown::UnknownId;
use crate::language::term::{FormulaId, Node, Part, TermId};

impl World {
    /// What conditions are made of.
    pub fn conditions(&self) -> Conditions<'_> {
        Conditions {
            terms: &self.terms,
            formulas: &self.formulas,
            board: &self.board,
            relations: &self.relations,
            codes: None,
            defined: None,
        }
    }

    /// Whether a condition holds at these values; nothing if it is of a kind that only rules can decide.
    pub fn truth(&self, formula: FormulaId, values: &impl Fn(UnknownId) -> Option<TermId>) -> Option<bool> {
        self.amount(Part::Condition(formula), values)?.truth()
    }

    /// What a condition or a number comes to at these values; nothing if it is no number, or only rules can tell.
    pub fn amount(&self, part: Part, values: &impl Fn(UnknownId) -> Option<TermId>) -> Option<i128> {
        let mut known = true;
        self.conditions().places(part, &mut |unknown| known &= values(unknown).is_some())?;
        let at = self.conditions().at(|unknown| match values(unknown).map(|value| self.terms.node(value)) {
            Some(Node::Int(number)) => *number,
            Some(Node::Sym(symbol)) => symbol_number(*symbol).into(),
            _ => i128::NONE,
        });
        known.then(|| at.part(part)).filter(|number| number.is_sure())
    }
}

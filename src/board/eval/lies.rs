//! How a place lies to the pairs of a relation: a path ends there, a loop goes around it.

use super::machine::Machine;
use super::{Stop, World};
use crate::base::hash::Numbered;
use crate::base::number::Sign;
use crate::language::diagnostic::catalogue::meaning;
use crate::language::program::{Grain, Lie, PredicateId};
use crate::language::source::Span;
use crate::language::syntax::ast::Operator;
use crate::language::term::{FormulaId, RelationId, TermId};

/// A point of the board: twice as many rows and columns, so that the dots lie on even ones and the cells on odd ones.
type Point = (i64, i64);

/// How the line between two points lies to a third.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pass {
    /// It runs through it.
    Through,
    /// It crosses the way from there to the left edge, just below a point that lies on that way.
    Left,
    /// Neither.
    Aside,
}

/// How the line from one point to another passes a third.
fn pass(from: Point, to: Point, at: Point) -> Pass {
    let (upper, lower) = if from <= to { (from, to) } else { (to, from) };
    let turn = (lower.1 - upper.1) * (at.0 - upper.0) - (at.1 - upper.1) * (lower.0 - upper.0);
    let (left, right) = (from.1.min(to.1), from.1.max(to.1));
    if turn == 0 && (upper.0..=lower.0).contains(&at.0) && (left..=right).contains(&at.1) {
        return Pass::Through;
    }
    if (upper.0..lower.0).contains(&at.0) && turn < 0 { Pass::Left } else { Pass::Aside }
}

impl World {
    /// Where a cell, a dot or a point lies; other places lie nowhere.
    fn point(&self, place: TermId) -> Option<Point> {
        if let Some((row, column)) = self.coordinates(place) {
            return Some((2 * row - 1, 2 * column - 1));
        }
        let dot = self.numbered(place, Grain::Dots).map(|(row, column)| (2 * row, 2 * column));
        dot.or_else(|| self.numbered(place, Grain::Points))
    }

    /// The pairs of a relation, each once whichever way it goes, with the condition for it to be there.
    fn ties(&mut self, relation: RelationId) -> Vec<(TermId, TermId, FormulaId)> {
        let pairs = self.relations[relation.0 as usize].pairs.clone();
        let mut ends: Numbered<(TermId, TermId)> = Numbered::default();
        let mut conditions: Vec<Vec<FormulaId>> = Vec::new();
        for &(left, right, condition) in pairs.iter().filter(|(left, right, _)| left != right) {
            let (number, new) = ends.insert_full((left.min(right), left.max(right)));
            if new {
                conditions.push(Vec::new());
            }
            conditions[number].push(condition);
        }
        let ties = ends.iter().zip(conditions);
        ties.map(|(&(left, right), conditions)| (left, right, self.formulas.or(conditions))).collect()
    }
}

impl Machine<'_> {
    /// `end(A, Rel)` and the like: a condition on the pairs around a place.
    pub(super) fn lies(
        &mut self,
        lie: Lie,
        place: TermId,
        predicate: PredicateId,
        span: Span,
    ) -> Result<(), Stop> {
        let place = self.bound(place)?;
        let ties: Vec<(TermId, TermId, FormulaId)> = match self.graph(predicate, span)? {
            Some(graph) => graph.ties().map(|(left, right)| (left, right, FormulaId::TRUE)).collect(),
            None => {
                let relation = self.relation(predicate, span)?;
                self.world.ties(relation)
            }
        };
        let condition = match lie {
            Lie::End => {
                let here = ties.iter().filter(|&&(left, right, _)| left == place || right == place);
                let sum = self.how_many(here.map(|&(.., there)| there), span)?;
                let one = self.world.terms.int(1);
                self.world.compare(Sign::Zero, sum, one, 0, span)?
            }
            Lie::Inside | Lie::Outside => self.enclosed(lie, place, &ties, span)?,
        };
        self.require(condition)
    }

    /// How many of some conditions hold.
    fn how_many(&mut self, conditions: impl Iterator<Item = FormulaId>, span: Span) -> Result<TermId, Stop> {
        let mut sum = self.world.terms.int(0);
        for condition in conditions {
            let there = self.world.truth_term(condition);
            sum = self.world.combine(sum, 1, there, span)?;
        }
        Ok(sum)
    }

    /// That a place is not on the lines between pairs, and an odd number of these crosses the way to the left edge; or an even one.
    fn enclosed(
        &mut self,
        lie: Lie,
        place: TermId,
        ties: &[(TermId, TermId, FormulaId)],
        span: Span,
    ) -> Result<FormulaId, Stop> {
        let nowhere = || meaning::lies_nowhere(lie.name(), span);
        let at = self.world.point(place).ok_or_else(nowhere)?;
        let (mut through, mut left) = (Vec::new(), Vec::new());
        for &(one, other, there) in ties {
            let (Some(from), Some(to)) = (self.world.point(one), self.world.point(other)) else {
                return Err(nowhere().into());
            };
            match pass(from, to, at) {
                Pass::Through => through.push(there),
                Pass::Left => left.push(there),
                Pass::Aside => {}
            }
        }
        let sum = self.how_many(left.into_iter(), span)?;
        let two = self.world.terms.int(2);
        let rest = self.arithmetic(Operator::Mod, sum, two, span)?;
        let wanted = self.world.terms.int(i64::from(lie == Lie::Inside));
        let side = self.world.compare(Sign::Zero, rest, wanted, 0, span)?;
        let on = self.world.formulas.or(through);
        let off = self.world.formulas.not(on);
        Ok(self.world.formulas.and([off, side]))
    }
}

#[cfg(test)]
mod tests {
    use super::{Pass, pass};

    #[test]
    fn lines_pass_a_point() {
        for (from, to, at, wanted) in [
            ((1, 1), (3, 1), (1, 5), Pass::Left),
            ((1, 1), (3, 1), (3, 5), Pass::Aside),
            ((3, 1), (1, 1), (2, 2), Pass::Left),
            ((1, 1), (3, 1), (1, 1), Pass::Through),
            ((1, 1), (1, 3), (1, 5), Pass::Aside),
            ((1, 1), (1, 5), (1, 3), Pass::Through),
            ((0, 0), (2, 2), (1, 1), Pass::Through),
            ((2, 0), (0, 2), (1, 3), Pass::Left),
            ((2, 0), (0, 2), (0, 1), Pass::Aside),
            ((1, 7), (3, 7), (1, 5), Pass::Aside),
        ] {
            assert_eq!(pass(from, to, at), wanted, "{from:?} {to:?} {at:?}");
        }
    }
}

//! Conditions and numbers made ready to be asked of millions of positions: laws, the goal, and bounds.
//!
//! Each distinct part is computed once for a position, parts before wholes. What depends on a single place is looked up
//! by its value, and sums and extremes of such parts run over the places directly.
//!
//! Invariant: no number, and none on the way to it, reaches [`crate::base::number::WORD`]. What could is left to the evaluator.

mod build;

pub(super) use build::Build;

use super::codes::{Code, Codes};
use crate::base::hash::{Map, Numbered};
use crate::base::number;
use crate::board::formula::Sign;

/// Number of a part.
pub(super) type Part = u32;

/// No number at all: a division by 0, the least of nothing.
pub(super) const NONE: i64 = i64::MIN;

/// How a part is computed from others.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Op {
    Number(i64),
    /// The value of the one place that a column is about.
    It,
    /// A function of one place's value.
    Column(u32, u32),
    /// Columns added up.
    Columns(Box<[(u32, u32)]>),
    /// The least of columns, or the greatest; what is not there has no number.
    Extreme(bool, Box<[(u32, u32)]>),
    Linear(i64, Box<[(i64, Part)]>),
    Mul(Part, Part),
    Div(Part, Part),
    Mod(Part, Part),
    Abs(Part),
    /// The least or greatest of elements, each with the condition under which it is there.
    Pick(bool, Box<[(Part, Part)]>),
    Product(Box<[(Part, Part)]>),
    Nth(Part, Box<[Part]>),
    /// The number, if the condition holds.
    Guarded(Part, Part),
    Compare(Sign, Part),
    Same(Part, Part),
    And(Box<[Part]>),
    Or(Box<[Part]>),
    Not(Part),
    Distinct(Box<[(Part, Part)]>),
    DistinctLists(Box<[Box<[Part]>]>),
}

/// A function of one place's value, as a list by the value's number.
#[derive(Clone, Debug)]
struct Column {
    of: Part,
    /// Some unknown of the class it is for.
    unknown: u32,
    numbers: Vec<i64>,
}

/// What is to be computed for one question, in order; the last part is the answer.
pub(super) type Steps = Box<[Part]>;

/// All parts of all questions.
#[derive(Clone, Default, Debug)]
pub(super) struct Gauge {
    ops: Numbered<Op>,
    columns: Vec<Column>,
    column_ids: Map<(Part, u16), u32>,
    numbers: Vec<i64>,
}

impl Gauge {
    /// The steps that lead to a part.
    fn steps(&self, part: Part) -> Steps {
        let mut needed = vec![false; part as usize + 1];
        needed[part as usize] = true;
        for index in (0..=part).rev() {
            if needed[index as usize] {
                each_operand(&self.ops[index as usize], &mut |operand| needed[operand as usize] = true);
            }
        }
        (0..=part).filter(|&index| needed[index as usize]).collect()
    }

    /// The parts among these steps that are about places directly; the others follow from them.
    pub(super) fn leaves<'s>(&self, steps: impl Iterator<Item = &'s Steps>) -> Vec<Part> {
        let direct = |part: &Part| {
            matches!(self.ops[*part as usize], Op::Column(..) | Op::Columns(_) | Op::Extreme(..))
        };
        let mut leaves: Vec<Part> = steps.flatten().copied().filter(direct).collect();
        leaves.sort_unstable();
        leaves.dedup();
        leaves
    }

    /// The number of one part that is about places directly.
    pub(super) fn leaf(&self, part: Part, position: &[Code]) -> i64 {
        self.compute(part, position, NONE)
    }

    /// The values that a place can have where a condition holds, as far as the condition says it plainly: about a single
    /// place, or as a sum that is 0 only if each of its columns is least, or each greatest. Calls `rule_out` for each
    /// value that a place cannot have.
    pub(super) fn forced(&self, steps: &Steps, codes: &Codes, rule_out: &mut impl FnMut(u32, Code)) {
        let Some(&last) = steps.last() else { return };
        match &self.ops[last as usize] {
            Op::Column(column, place) => {
                for code in 0..codes.known(*place) {
                    if self.columns[*column as usize].numbers.get(code) != Some(&1) {
                        rule_out(*place, code as Code);
                    }
                }
            }
            Op::Compare(Sign::Zero, part) => {
                let (constant, factor, sum) = match &self.ops[*part as usize] {
                    Op::Linear(constant, terms) if terms.len() == 1 => (*constant, terms[0].0, terms[0].1),
                    _ => (0, 1, *part),
                };
                let Op::Columns(columns) = &self.ops[sum as usize] else { return };
                let numbers = |column: u32| &self.columns[column as usize].numbers;
                if columns.iter().any(|&(column, _)| numbers(column).contains(&NONE)) {
                    return;
                }
                for sign in [1, -1] {
                    let least = |column: u32, place: u32| {
                        let numbers = &self.columns[column as usize].numbers[..codes.known(place)];
                        numbers.iter().map(|number| sign * factor * number).min()
                    };
                    let total = columns
                        .iter()
                        .try_fold(sign * constant, |sum, &(column, place)| Some(sum + least(column, place)?));
                    if total != Some(0) {
                        continue;
                    }
                    for &(column, place) in columns {
                        let numbers = &self.columns[column as usize].numbers[..codes.known(place)];
                        for (code, number) in numbers.iter().enumerate() {
                            if Some(sign * factor * number) != least(column, place) {
                                rule_out(place, code as Code);
                            }
                        }
                    }
                }
            }
            _ => {}
        }
    }

    /// Computes the columns for values that have turned up since.
    pub(super) fn keep_up(&mut self, codes: &Codes) {
        for index in 0..self.columns.len() {
            let column = &self.columns[index];
            let (of, unknown, from) = (column.of, column.unknown, column.numbers.len());
            for code in from..codes.known(unknown) {
                let number = self.of_it(of, codes.number(unknown, code as Code));
                self.columns[index].numbers.push(number);
            }
        }
    }

    /// A function of one value, computed for it.
    fn of_it(&mut self, part: Part, it: i64) -> i64 {
        self.numbers.resize(self.ops.len(), 0);
        for &step in &self.steps(part) {
            self.numbers[step as usize] = self.compute(step, &[], it);
        }
        self.numbers[part as usize]
    }

    /// The number of a position, or the truth of a condition as 0 or 1.
    pub(super) fn measure(&mut self, steps: &Steps, position: &[Code]) -> i64 {
        for &step in steps {
            self.numbers[step as usize] = self.compute(step, position, NONE);
        }
        steps.last().map_or(NONE, |&last| self.numbers[last as usize])
    }

    fn column(&self, column: u32, place: u32, position: &[Code]) -> i64 {
        self.columns[column as usize].numbers[usize::from(position[place as usize])]
    }

    fn compute(&self, step: Part, position: &[Code], it: i64) -> i64 {
        let number = |part: Part| self.numbers[part as usize];
        let known = |part: Part| Some(number(part)).filter(|&number| number != NONE);
        let holds = |part: Part| number(part) == 1;
        match &self.ops[step as usize] {
            Op::Number(number) => *number,
            Op::It => it,
            Op::Column(column, place) => self.column(*column, *place, position),
            Op::Columns(parts) => {
                let mut sum = 0;
                for &(column, place) in parts {
                    let number = self.column(column, place, position);
                    if number == NONE {
                        return NONE;
                    }
                    sum += number;
                }
                sum
            }
            Op::Extreme(greatest, parts) => {
                let there = parts
                    .iter()
                    .map(|&(column, place)| self.column(column, place, position))
                    .filter(|&number| number != NONE);
                let found = if *greatest { there.max() } else { there.min() };
                found.unwrap_or(NONE)
            }
            Op::Linear(constant, terms) => terms
                .iter()
                .try_fold(*constant, |sum, &(factor, part)| Some(sum + factor * known(part)?))
                .unwrap_or(NONE),
            Op::Guarded(guard, part) => {
                if holds(*guard) {
                    number(*part)
                } else {
                    NONE
                }
            }
            Op::Compare(sign, part) => {
                let found = known(*part).is_some_and(|number| match sign {
                    Sign::Zero => number == 0,
                    Sign::NotZero => number != 0,
                    Sign::AtMostZero => number <= 0,
                });
                i64::from(found)
            }
            Op::Same(left, right) => i64::from(number(*left) == number(*right)),
            Op::And(parts) => i64::from(parts.iter().all(|&part| holds(part))),
            Op::Or(parts) => i64::from(parts.iter().any(|&part| holds(part))),
            Op::Not(part) => i64::from(!holds(*part)),
            other => self.compute_rare(other),
        }
    }

    fn compute_rare(&self, op: &Op) -> i64 {
        let number = |part: Part| self.numbers[part as usize];
        let known = |part: Part| Some(number(part)).filter(|&number| number != NONE);
        let two = |left: Part, right: Part| known(left).zip(known(right));
        let divided = |divide: fn(i128, i128) -> Option<i128>, left: Part, right: Part| {
            let (left, right) = two(left, right)?;
            divide(left.into(), right.into()).map(|result| result as i64)
        };
        let there = |parts: &[(Part, Part)]| -> Vec<i64> {
            let there = parts.iter().filter(|&&(guard, _)| number(guard) == 1);
            there.map(|&(_, part)| number(part)).collect()
        };
        let found = match op {
            Op::Mul(left, right) => two(*left, *right).map(|(left, right)| left * right),
            Op::Div(left, right) => divided(number::div, *left, *right),
            Op::Mod(left, right) => divided(number::rem, *left, *right),
            Op::Abs(part) => known(*part).map(i64::abs),
            Op::Pick(greatest, parts) => {
                let there = there(parts).into_iter().filter(|&number| number != NONE);
                if *greatest { there.max() } else { there.min() }
            }
            Op::Product(parts) => there(parts)
                .into_iter()
                .try_fold(1, |product, number| (number != NONE).then(|| product * number)),
            Op::Nth(index, parts) => known(*index)
                .and_then(|index| usize::try_from(index - 1).ok())
                .and_then(|index| parts.get(index).map(|&part| number(part))),
            Op::Distinct(parts) => {
                let mut numbers = there(parts);
                numbers.sort_unstable();
                Some(i64::from(numbers.windows(2).all(|pair| pair[0] != pair[1])))
            }
            Op::DistinctLists(lists) => {
                let mut lists: Vec<Vec<i64>> =
                    lists.iter().map(|list| list.iter().map(|&part| number(part)).collect()).collect();
                lists.sort_unstable();
                Some(i64::from(lists.windows(2).all(|pair| pair[0] != pair[1])))
            }
            _ => None,
        };
        found.unwrap_or(NONE)
    }
}

fn each_operand(op: &Op, act: &mut impl FnMut(Part)) {
    match op {
        Op::Number(_) | Op::It | Op::Column(..) | Op::Columns(_) | Op::Extreme(..) => {}
        Op::Linear(_, terms) => terms.iter().for_each(|&(_, part)| act(part)),
        Op::Mul(left, right)
        | Op::Div(left, right)
        | Op::Mod(left, right)
        | Op::Same(left, right)
        | Op::Guarded(left, right) => [*left, *right].into_iter().for_each(act),
        Op::Abs(part) | Op::Compare(_, part) | Op::Not(part) => act(*part),
        Op::Pick(_, parts) | Op::Product(parts) | Op::Distinct(parts) => {
            parts.iter().for_each(|&(guard, part)| {
                act(guard);
                act(part);
            });
        }
        Op::Nth(index, parts) => {
            act(*index);
            parts.iter().for_each(|&part| act(part));
        }
        Op::And(parts) | Op::Or(parts) => parts.iter().for_each(|&part| act(part)),
        Op::DistinctLists(lists) => lists.iter().flatten().for_each(|&part| act(part)),
    }
}

//! Conditions and numbers made ready to be asked of millions of positions: laws, the goal, and bounds.
//!
//! Each distinct part is computed once for a position, parts before wholes. What depends on a single place is looked up
//! by its value, and sums and extremes of such parts run over the places directly.
//!
//! Invariant: no number, and none on the way to it, reaches [`crate::base::number::WORD`]. What could is left to the evaluator.

mod build;
mod exchanged;

pub(super) use build::Build;

use super::codes::{Code, Codes};
use crate::base::hash::{Map, Numbered};
use crate::base::number::Sign;
use crate::board::formula::Formula;
use crate::board::meaning::{Quantity, Slot, Step};
use crate::language::term::Open;

/// Number of a part.
pub(super) type Part = Slot;

/// No number at all: a division by 0, the least of nothing.
const NONE: i64 = i64::NONE;

/// How a part is computed.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Op {
    /// From other parts, or from the value of the one place that a column is about: its only hole.
    Step(Step),
    /// A function of one place's value.
    Column(u32, u32),
    /// Columns added up.
    Columns(Box<[(u32, u32)]>),
    /// The least of columns, or the greatest; what is not there has no number.
    Extreme(bool, Box<[(u32, u32)]>),
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
            if let Op::Step(step) = &self.ops[index as usize]
                && needed[index as usize]
            {
                step.each(&mut |operand| needed[operand as usize] = true);
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

    /// The one place that a question is about, and the answer for each of its values that is numbered so far; nothing if
    /// it is about several.
    pub(super) fn about_one(&self, steps: &Steps) -> Option<(u32, &[i64])> {
        match &self.ops[*steps.last()? as usize] {
            Op::Column(column, place) => Some((*place, &self.columns[*column as usize].numbers)),
            Op::Step(_) | Op::Columns(_) | Op::Extreme(..) => None,
        }
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
            Op::Step(Step::Condition(Formula::Compare(Sign::Zero, part))) => {
                let (constant, factor, sum) = match &self.ops[*part as usize] {
                    Op::Step(Step::Open(Open::Linear(constant, terms))) if terms.len() == 1 => {
                        (*constant as i64, terms[0].0 as i64, terms[0].1)
                    }
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
            Op::Step(_) | Op::Columns(_) | Op::Extreme(..) => {}
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

    fn compute(&self, part: Part, position: &[Code], it: i64) -> i64 {
        match &self.ops[part as usize] {
            Op::Step(step) => step.value(&self.numbers, |_| it, &()),
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
                let columns = parts.iter().map(|&(column, place)| self.column(column, place, position));
                columns.fold(NONE, |so_far, number| so_far.extreme(number, *greatest))
            }
        }
    }
}

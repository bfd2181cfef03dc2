//! All conditions of a board judged on one solution after the other: the evaluator, prepared so that a solution costs
//! microseconds.
//!
//! ```text
//! few values on the way   what the evaluator said of them is remembered: a table by the values, filled as it is asked
//! sum, clause, distinct   put together from parts that are
//! anything else           the evaluator itself, each time
//! ```
//!
//! It knows conditions and values and nothing of propagators, so that it can judge what they leave.

use std::cell::{Cell, OnceCell, RefCell};
use std::sync::Arc;

use super::conditions::{Conditions, Reading};
use super::quantity::Quantity as _;
use super::span::Span;
use super::template::{Room, Slot, Step, Template, Templates};
use crate::base::hash::Map;
use crate::base::number::{Interval, Sign, WORD};
use crate::board::formula::Formula;
use crate::board::unknown::{Domain, UnknownId};
use crate::language::term::{FormulaId, Open, Part};

/// All conditions of a board, ready to be asked.
#[derive(Debug)]
pub struct Judge {
    forms: Vec<Form>,
    /// The unknowns of all conditions, one row after the other.
    rows: Vec<UnknownId>,
    /// Each condition: its form, and where its row begins.
    conditions: Vec<(u32, u32)>,
    room: RefCell<Room<i128>>,
}

/// The least and the greatest value of an unknown.
type Values = (i64, i64);

/// How many values lie between them.
fn count((low, high): Values) -> i128 {
    i128::from(high) - i128::from(low) + 1
}

/// A template on unknowns with certain values.
#[derive(Debug)]
struct Form {
    template: Arc<Template>,
    /// How many unknowns its rows have.
    width: usize,
    /// Nothing if only the evaluator can tell.
    node: Option<Node>,
}

/// A number or a truth, from the values of a row.
#[derive(Debug)]
enum Node {
    Known(i64),
    Hole(u32),
    Sum(i64, Box<[(i64, Node)]>),
    Compare(Sign, Box<Node>),
    Same(Box<(Node, Node)>),
    Not(Box<Node>),
    /// Parts of which one with this truth decides.
    Joined(Box<[Node]>, bool),
    /// The values of these holes differ; all are less than 64 above the first number. Without a list, those of all holes.
    Differ(i64, Option<Box<[u32]>>),
    /// The lists differ pairwise; single numbers are lists of one.
    Lists(Box<[Box<[Node]>]>),
    Memo(Memo),
}

/// What the evaluator has said of a step, by the values that decide it.
#[derive(Debug)]
struct Memo {
    step: Slot,
    /// The holes it depends on, each with its least value and how far apart the entries of two neighbours are.
    holes: Box<[(u32, i64, usize)]>,
    size: usize,
    table: OnceCell<Box<[Cell<i32>]>>,
}

/// The most entries of a table.
const MOST: i128 = 4096;

/// An entry that nobody has asked for.
const OPEN: i32 = i32::MIN;

/// What is no number.
const NOTHING: i32 = i32::MIN + 1;

/// Numbers of tables are smaller than this.
const SMALL: i128 = 1 << 30;

impl Judge {
    /// Prepares conditions of a board.
    pub fn new(on: Conditions<'_>, conditions: impl IntoIterator<Item = FormulaId>) -> Judge {
        let ranges: Vec<Values> = (0..on.board.unknowns.len() as u32)
            .map(|unknown| match on.board.unknowns[unknown as usize].domain {
                Domain::Range(low, high) => (low, high),
                _ => {
                    let codes = on.codes_of(UnknownId(unknown));
                    let (low, high) = (codes.iter().min(), codes.iter().max());
                    (low.copied().unwrap_or(0), high.copied().unwrap_or(0))
                }
            })
            .collect();
        let mut judge =
            Judge { forms: Vec::new(), rows: Vec::new(), conditions: Vec::new(), room: RefCell::default() };
        let mut templates = Templates::default();
        let mut known: Map<(*const Template, Box<[Values]>), u32> = Map::default();
        for id in conditions {
            let instance = templates.instance(on, Part::Condition(id));
            let row = &instance.row;
            let values: Box<[Values]> = row.iter().map(|unknown| ranges[unknown.0 as usize]).collect();
            let form = *known.entry((Arc::as_ptr(&instance.template), values)).or_insert_with_key(|key| {
                let node = Making::new(on, &instance.template, row, &key.1).node(instance.template.whole());
                let (template, width) = (instance.template.clone(), row.len());
                judge.forms.push(Form { template, width, node });
                judge.forms.len() as u32 - 1
            });
            judge.conditions.push((form, judge.rows.len() as u32));
            judge.rows.extend(row.iter());
        }
        judge
    }

    /// The first condition, by its number, that these values break: one of its own for each unknown, as codes.
    pub fn broken(&self, on: Conditions<'_>, values: &[i64]) -> Option<usize> {
        let at = on.at(|unknown: UnknownId| i128::from(values[unknown.0 as usize]));
        self.conditions.iter().position(|&(form, start)| {
            let form = &self.forms[form as usize];
            let row = &self.rows[start as usize..start as usize + form.width];
            let asked = Asked { template: &form.template, row, values, at: &at, room: &self.room };
            !match &form.node {
                Some(node) => asked.number(node) == 1,
                None => asked.evaluated(form.template.whole()).truth() == Some(true),
            }
        })
    }
}

/// A condition at values.
struct Asked<'s, 'w, V> {
    template: &'s Template,
    row: &'s [UnknownId],
    values: &'s [i64],
    at: &'s Reading<'w, V>,
    room: &'s RefCell<Room<i128>>,
}

impl<V: Fn(UnknownId) -> i128> Asked<'_, '_, V> {
    fn hole(&self, hole: u32) -> i64 {
        self.values[self.row[hole as usize].0 as usize]
    }

    /// What the evaluator says of a step.
    fn evaluated(&self, step: Slot) -> i128 {
        self.template.value(step, self.row, &mut self.room.borrow_mut(), self.at)
    }

    /// A number; a truth is 1 or 0.
    fn number(&self, node: &Node) -> i64 {
        match node {
            Node::Known(number) => *number,
            Node::Hole(hole) => self.hole(*hole),
            Node::Sum(constant, terms) => {
                let each = terms.iter().map(|(factor, part)| (i128::from(*factor), self.number(part)));
                each.fold(*constant, |sum, (factor, part)| sum.plus(factor, part))
            }
            Node::Compare(sign, part) => (self.number(part).compared(*sign) == Some(true)).into(),
            Node::Same(parts) => (self.number(&parts.0) == self.number(&parts.1)).into(),
            Node::Not(part) => (self.number(part) != 1).into(),
            Node::Joined(parts, decisive) => {
                let decided = parts.iter().any(|part| (self.number(part) == 1) == *decisive);
                (decided == *decisive).into()
            }
            Node::Differ(base, None) => differ(*base, self.row.iter(), self.values).into(),
            Node::Differ(base, Some(holes)) => {
                let row = holes.iter().map(|&hole| &self.row[hole as usize]);
                differ(*base, row, self.values).into()
            }
            Node::Lists(lists) => self.lists_differ(lists).into(),
            Node::Memo(memo) => self.remembered(memo),
        }
    }

    fn lists_differ(&self, lists: &[Box<[Node]>]) -> bool {
        let same = |left: &[Node], right: &[Node]| {
            left.len() == right.len()
                && left.iter().zip(right).all(|(left, right)| self.number(left) == self.number(right))
        };
        (1..lists.len()).all(|last| lists[..last].iter().all(|list| !same(list, &lists[last])))
    }

    fn remembered(&self, memo: &Memo) -> i64 {
        let table = memo.table.get_or_init(|| vec![Cell::new(OPEN); memo.size].into());
        let key = memo.holes.iter().map(|&(hole, low, stride)| (self.hole(hole) - low) as usize * stride);
        let entry = &table[key.sum::<usize>()];
        if entry.get() == OPEN {
            let number = self.evaluated(memo.step);
            entry.set(if number.is_sure() { number as i32 } else { NOTHING });
        }
        match entry.get() {
            NOTHING => i64::NONE,
            number => number.into(),
        }
    }
}

/// Whether the values of unknowns differ, where all are less than 64 above a number.
fn differ<'r>(base: i64, row: impl Iterator<Item = &'r UnknownId>, values: &[i64]) -> bool {
    let (mut seen, mut twice) = (0_u64, 0);
    for unknown in row {
        let bit = 1_u64.wrapping_shl((values[unknown.0 as usize] - base) as u32);
        twice |= seen & bit;
        seen |= bit;
    }
    twice == 0
}

/// The form of a template under way.
struct Making<'w, 't> {
    on: Conditions<'w>,
    template: &'t Template,
    row: &'t [UnknownId],
    /// The values of the unknown for each hole.
    values: &'t [Values],
    /// For each step the holes it depends on; nothing if they are many, or more than values decides it.
    holes: Vec<Option<Vec<u32>>>,
}

impl<'w, 't> Making<'w, 't> {
    fn new(
        on: Conditions<'w>,
        template: &'t Template,
        row: &'t [UnknownId],
        values: &'t [Values],
    ) -> Making<'w, 't> {
        let mut making = Making { on, template, row, values, holes: Vec::new() };
        for step in &template.steps {
            let holes = making.holes_of(step);
            making.holes.push(holes);
        }
        making
    }

    fn holes_of(&self, step: &Step) -> Option<Vec<u32>> {
        let outside = match step {
            Step::Hole(hole) => return Some(vec![*hole]),
            Step::Defined(_) => true,
            Step::Open(open) => matches!(open, Open::List(_) | Open::Reach(..) | Open::ReachSize(..)),
            Step::Condition(formula) => {
                matches!(formula, Formula::Connected(..) | Formula::Joined(..) | Formula::Forms(..))
            }
            Step::Number(_) => false,
        };
        let mut all = Some(Vec::new()).filter(|_| !outside);
        step.each(&mut |part| match (&mut all, &self.holes[part as usize]) {
            (Some(all), Some(holes)) => {
                for hole in holes {
                    if let Err(place) = all.binary_search(hole) {
                        all.insert(place, *hole);
                    }
                }
            }
            _ => all = None,
        });
        all.filter(|holes| self.rows(holes) <= MOST)
    }

    /// How many rows of values holes have.
    fn rows(&self, holes: &[u32]) -> i128 {
        holes.iter().fold(1, |rows, &hole| count(self.values[hole as usize]).saturating_mul(rows))
    }

    fn node(&self, slot: Slot) -> Option<Node> {
        let step = &self.template.steps[slot as usize];
        match step {
            Step::Hole(hole) => return Some(Node::Hole(*hole)),
            Step::Number(number) => return i64::try_from(*number).ok().map(Node::Known),
            Step::Condition(Formula::True) => return Some(Node::Known(1)),
            Step::Condition(Formula::False) => return Some(Node::Known(0)),
            _ => {}
        }
        self.memo(slot).or_else(|| match step {
            Step::Open(Open::Linear(constant, terms)) => self.sum(*constant, terms),
            Step::Open(Open::Truth(part)) => self.node(*part),
            Step::Condition(formula) => self.condition(formula),
            _ => None,
        })
    }

    fn memo(&self, slot: Slot) -> Option<Node> {
        let holes = self.holes[slot as usize].as_ref()?;
        let bounds = self.bounds(slot);
        if bounds.is_some_and(|bounds| bounds.low <= -SMALL || bounds.high >= SMALL) {
            return None;
        }
        let mut size = 1;
        let each = holes.iter().map(|&hole| {
            let (stride, values) = (size, self.values[hole as usize]);
            size *= count(values) as usize;
            (hole, values.0, stride)
        });
        let holes = each.collect();
        Some(Node::Memo(Memo { step: slot, holes, size, table: OnceCell::new() }))
    }

    /// Between which bounds a step lies; nothing if it is no number.
    fn bounds(&self, slot: Slot) -> Option<Interval> {
        let of = |unknown: UnknownId| {
            let hole = self.row.iter().position(|&other| other == unknown);
            hole.map_or(Span::NONE, |hole| {
                Span::between(self.values[hole].0.into(), self.values[hole].1.into())
            })
        };
        self.template.value(slot, self.row, &mut Room::default(), &self.on.at(of)).bounds()
    }

    fn sum(&self, constant: i128, terms: &[(i128, Slot)]) -> Option<Node> {
        let mut largest = constant.checked_abs()?;
        let mut parts = Vec::with_capacity(terms.len());
        for &(factor, slot) in terms {
            let bounds = self.bounds(slot)?;
            let part = bounds.low.checked_abs()?.max(bounds.high.checked_abs()?);
            largest = factor.checked_abs()?.checked_mul(part)?.checked_add(largest)?;
            parts.push((factor as i64, self.node(slot)?));
        }
        // With 64 bits nothing on the way may be too large, see `Quantity`.
        (largest < WORD).then(|| Node::Sum(constant as i64, parts.into()))
    }

    fn condition(&self, formula: &Formula<Slot, Slot, Box<[Slot]>>) -> Option<Node> {
        let nodes =
            |slots: &[Slot]| slots.iter().map(|&slot| self.node(slot)).collect::<Option<Box<[Node]>>>();
        Some(match formula {
            Formula::Compare(sign, part) => Node::Compare(*sign, Box::new(self.node(*part)?)),
            Formula::Same(left, right) => Node::Same(Box::new((self.node(*left)?, self.node(*right)?))),
            Formula::Not(part) => Node::Not(Box::new(self.node(*part)?)),
            Formula::And(parts) => Node::Joined(nodes(parts)?, false),
            Formula::Or(parts) => Node::Joined(nodes(parts)?, true),
            Formula::Distinct(list) => {
                let there =
                    |guard: &Slot| self.template.steps[*guard as usize] == Step::Condition(Formula::True);
                if !list.iter().all(|(guard, _)| there(guard)) {
                    return None;
                }
                let parts: Vec<Slot> = list.iter().map(|&(_, part)| part).collect();
                match self.plain(&parts) {
                    Some(differ) => differ,
                    None => Node::Lists(parts.iter().map(|&part| nodes(&[part])).collect::<Option<_>>()?),
                }
            }
            Formula::DistinctLists(lists) => {
                Node::Lists(lists.iter().map(|list| nodes(list)).collect::<Option<_>>()?)
            }
            _ => return None,
        })
    }

    /// Holes alone whose values lie close together.
    fn plain(&self, parts: &[Slot]) -> Option<Node> {
        let hole = |&part: &Slot| match self.template.steps[part as usize] {
            Step::Hole(hole) => Some(hole),
            _ => None,
        };
        let holes = parts.iter().map(hole).collect::<Option<Box<[u32]>>>()?;
        let values = holes.iter().map(|&hole| self.values[hole as usize]);
        let values = values.reduce(|(low, high), other| (low.min(other.0), high.max(other.1)))?;
        let all = holes.len() == self.row.len() && holes.iter().copied().eq(0..holes.len() as u32);
        (count(values) <= 64).then(|| Node::Differ(values.0, Some(holes).filter(|_| !all)))
    }
}

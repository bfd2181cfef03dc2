use std::rc::Rc;
use std::sync::Arc;

use super::{Conditions, Instance, Operands, Outside, Quantity, Slot, Span, Step, Steps, Templates};
use crate::base::number::Sign;
use crate::board::formula::{Formula, Formulas};
use crate::board::frozen::Board;
use crate::board::unknown::{Domain, Unknown};
use crate::language::program::{Form, Program};
use crate::language::term::{FormulaId, Node, Open, Part, RelationId, TermId, Terms};

/// Four places in a ring; the step after each of three is there where its hole is more than 0, the last one always.
struct Ring(Vec<Option<bool>>);

impl Outside for Ring {
    fn defined(&self, _: FormulaId) -> Option<bool> {
        None
    }

    fn steps(&self, _: RelationId, along: bool) -> Rc<Steps> {
        let there = |at: usize| self.0.get(at).copied().unwrap_or(Some(true));
        let pairs = (0..4).map(|at| (TermId(at), TermId((at + 1) % 4), there(at as usize)));
        Rc::new(Steps::new(&pairs.collect::<Vec<_>>(), along))
    }
}

/// Three holes, then numbers, conditions and every operation on them in turn, each on parts that `pick` chooses.
fn steps(mut pick: impl FnMut(usize) -> usize) -> Vec<Step> {
    let mut steps: Vec<Step> = (0..3).map(Step::Hole).chain((-1..3).map(Step::Number)).collect();
    for round in 0..2 {
        let last = steps.len();
        let condition = |pick: &mut dyn FnMut(usize) -> usize| {
            // Conditions of the round before, or truths among the numbers.
            if round == 0 { (4 + pick(2)) as Slot } else { (last - 1 - pick(8)) as Slot }
        };
        let (one, two, index) = (pick(last) as Slot, pick(last) as Slot, pick(last) as Slot);
        let (first, second) = (condition(&mut pick), condition(&mut pick));
        let (list, ring) = (Box::new([(first, one), (second, two)]), RelationId(0));
        let open = [
            Open::Linear(1, Box::new([(2, one), (-1, two)])),
            Open::Mul(one, two),
            Open::Div(one, two),
            Open::Mod(one, two),
            Open::Abs(one),
            Open::Min(list.clone()),
            Open::Max(list.clone()),
            Open::Product(list.clone()),
            Open::Nth(one, Box::new([two, index])),
            Open::Truth(first),
            Open::ReachSize(TermId(0), ring),
        ];
        let conditions = [
            Formula::Compare(Sign::Zero, one),
            Formula::Compare(Sign::NotZero, two),
            Formula::Compare(Sign::AtMostZero, index),
            Formula::And(Box::new([first, second])),
            Formula::Or(Box::new([first, second])),
            Formula::Not(first),
            Formula::Distinct(list),
            Formula::DistinctLists(Box::new([[one, two].into(), [two, index].into()])),
            Formula::Connected(Box::new([(first, TermId(0)), (second, TermId(2))]), ring),
            Formula::Joined(TermId(1), TermId(3), ring),
            Formula::Forms(Form::Loop, ring),
            Formula::Forms(Form::Loops, ring),
            Formula::Forms(Form::Path, ring),
            Formula::Forms(Form::Tree, ring),
            Formula::Forms(Form::Acyclic, ring),
        ];
        steps.extend(open.map(Step::Open).into_iter().chain(conditions.map(Step::Condition)));
    }
    steps
}

fn values<Q: Quantity>(steps: &[Step], holes: &[Q]) -> Vec<Q> {
    let ring = Ring(holes.iter().map(|hole| hole.compared(Sign::AtMostZero).map(|none| !none)).collect());
    steps.iter().fold(Vec::new(), |mut done, step| {
        done.push(step.value(&done, |hole| holes[hole as usize], &ring));
        done
    })
}

/// Whatever the values between the bounds are, what is exact lies within what bounds tell; words and wide numbers agree.
#[test]
fn bounds_hold_all_that_is_exact() {
    let mut seed = 1_u64;
    let mut random = move |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    };
    for _ in 0..300 {
        let steps = steps(&mut random);
        let ranges: Vec<(i128, i128)> = (0..3)
            .map(|_| {
                let low = random(5) as i128 - 2;
                (low, low + random(3) as i128)
            })
            .collect();
        let spans =
            values(&steps, &ranges.iter().map(|&(low, high)| Span::between(low, high)).collect::<Vec<_>>());
        for way in 0..27 {
            let at = |hole: usize| ranges[hole].0 + way / [1, 3, 9][hole] % 3;
            let holes = [at(0), at(1), at(2)];
            if (0..3).any(|hole| holes[hole] > ranges[hole].1) {
                continue;
            }
            let wide = values(&steps, &holes);
            let words = values(&steps, &holes.map(|hole| hole as i64));
            for (slot, (&exact, span)) in wide.iter().zip(&spans).enumerate() {
                let told = format!("{:?} at {holes:?}: {exact} in {span:?}", steps[slot]);
                assert_eq!(exact.bounds(), words[slot].bounds(), "{told}");
                assert!(exact.is_sure() || !span.is_sure(), "{told}");
                let holds = |all: crate::base::number::Interval| all.low <= exact && exact <= all.high;
                assert!(!exact.is_sure() || span.bounds().is_some_and(holds), "{told}");
            }
        }
    }
}

/// What each operation comes to, by hand.
#[test]
fn operations_by_the_book() {
    let one = |step: Step, numbers: &[i128]| step.value(numbers, |_| i128::NONE, &Ring(vec![Some(false)]));
    let (yes, no) = (1, 0);
    let numbers = [-7, 2, 0, yes, no];
    let guarded = |list: &[(Slot, Slot)]| list.to_vec().into_boxed_slice();
    for (open, wanted) in [
        (Open::Linear(5, Box::new([(3, 0), (1, 1)])), -14),
        (Open::Div(0, 1), -4),
        (Open::Mod(0, 1), 1),
        (Open::Div(0, 2), i128::NONE),
        (Open::Abs(0), 7),
        (Open::Min(guarded(&[(3, 1), (4, 0)])), 2),
        (Open::Max(guarded(&[(4, 1)])), i128::NONE),
        (Open::Product(guarded(&[(3, 0), (4, 2)])), -7),
        (Open::Nth(1, Box::new([2, 0])), -7),
        (Open::Nth(2, Box::new([2, 0])), i128::NONE),
        (Open::ReachSize(TermId(1), RelationId(0)), 4),
        (Open::ReachSize(TermId(0), RelationId(0)), 1),
    ] {
        assert_eq!(one(Step::Open(open.clone()), &numbers), wanted, "{open:?}");
    }
    let all = |guard: Slot| (0..4).map(|place| (guard, TermId(place))).collect();
    for (formula, wanted) in [
        (Formula::Compare(Sign::AtMostZero, 0), true),
        (Formula::Same(2, 4), true),
        (Formula::Distinct(guarded(&[(3, 2), (3, 4)])), false),
        (Formula::Distinct(guarded(&[(3, 2), (4, 4)])), true),
        (Formula::Connected(all(3), RelationId(0)), true),
        (Formula::Connected(Box::new([(3, TermId(0)), (3, TermId(2))]), RelationId(0)), false),
        (Formula::Joined(TermId(1), TermId(0), RelationId(0)), true),
        (Formula::Joined(TermId(0), TermId(1), RelationId(0)), false),
        (Formula::Forms(Form::Loop, RelationId(0)), false),
        (Formula::Forms(Form::Path, RelationId(0)), true),
        (Formula::Forms(Form::Loops, RelationId(0)), false),
    ] {
        assert_eq!(one(Step::Condition(formula.clone()), &numbers), wanted.into(), "{formula:?}");
    }
    let closed = Step::Condition(Formula::Forms(Form::Loop, RelationId(0)));
    assert_eq!(closed.value(&numbers, |_| i128::NONE, &Ring(Vec::new())), yes);
}

/// `A + B = 3` at two pairs of cells is one template and two rows; read through either way it comes out the same.
#[test]
fn instances_of_a_law_share_a_template() {
    let (mut terms, mut formulas) = (Terms::default(), Formulas::default());
    let cell = terms.symbol("cell");
    let mut board = Board::new(&Arc::new(Program::default()), cell);
    let places = [1, 2, 3].map(|number| {
        let number = terms.int(number);
        let place = terms.add(Node::Place(cell, Box::new([number])));
        board.declare(Unknown { place, domain: Domain::Range(0, 3), hidden: false }, &terms);
        place
    });
    let laws = [[0, 1], [1, 2]].map(|pair| {
        let sum = Open::Linear(-3, pair.map(|at| (1, places[at])).into());
        let sum = terms.add(Node::Open(sum));
        formulas.add(Formula::Compare(Sign::Zero, sum))
    });
    let conditions = Conditions {
        terms: &terms,
        formulas: &formulas,
        board: &board,
        relations: &[],
        codes: None,
        defined: None,
    };
    let mut templates = Templates::default();
    let instances: [Instance; 2] = laws.map(|law| templates.instance(conditions, Part::Condition(law)));
    assert!(Arc::ptr_eq(&instances[0].template, &instances[1].template));
    assert_ne!(instances[0].row, instances[1].row);
    for values in [[0_i128, 3, 0], [1, 2, 2], [3, 3, 3]] {
        let at = conditions.at(|unknown| values[unknown.0 as usize]);
        for (law, instance) in laws.into_iter().zip(&instances) {
            assert_eq!(instance.value(&mut Vec::new(), &at).truth(), at.truth(law));
        }
    }
}

//! Templates: conditions as steps with holes, kept once for all places of one shape.
//!
//! ```text
//! r1c1 + r1c2 = 3  ─┐    0  hole 0
//! r1c2 + r1c3 = 3  ─┼─>  1  hole 1
//! r2c1 + r2c2 = 3  ─┘    2  step 0 + step 1 - 3
//!                        3  step 2 is 0            an instance is the template and a row of unknowns for its holes
//! ```

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

use super::conditions::{Conditions, Reading, is_defined};
use super::graph::Steps;
use super::quantity::Quantity;
use super::{Operands, condition, number};
use crate::base::hash::{Map, Numbered, Set};
use crate::board::formula::Formula;
use crate::board::unknown::UnknownId;
use crate::language::term::{FormulaId, Node, Open, Part, RelationId, TermId};

/// Number of a step in its template.
pub type Slot = u32;

/// A part of a condition, computed from parts before it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// A number that is known.
    Number(i128),
    /// The value for the hole with this number.
    Hole(u32),
    /// A number made from others.
    Open(Open<Slot, Slot>),
    /// A condition.
    Condition(Formula<Slot, Slot, Box<[Slot]>>),
    /// A condition that names its places itself: a definition or a grammar.
    Defined(FormulaId),
}

/// A condition or a number with holes for places: its steps in order, the last one being the whole.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Template {
    pub(super) steps: Box<[Step]>,
}

/// A condition or a number: a template, and the unknowns for its holes.
#[derive(Clone, Debug)]
pub struct Instance {
    /// What is asked.
    pub template: Arc<Template>,
    /// Of which unknowns, in the order of the holes.
    pub row: Box<[UnknownId]>,
}

/// All templates that have been made.
#[derive(Default, Debug)]
pub struct Templates {
    known: Set<Arc<Template>>,
}

impl Templates {
    /// A condition or a number of a board as an instance.
    pub fn instance(&mut self, conditions: Conditions<'_>, part: Part) -> Instance {
        let instance = Instance::new(conditions, part);
        let template = match self.known.get(&instance.template) {
            Some(template) => template.clone(),
            None => {
                self.known.insert(instance.template.clone());
                instance.template
            }
        };
        Instance { template, row: instance.row }
    }
}

impl Instance {
    /// A condition or a number of a board.
    pub fn new(conditions: Conditions<'_>, part: Part) -> Instance {
        let mut build =
            Build { conditions, steps: Vec::new(), holes: Numbered::default(), known: Map::default() };
        build.slot(part);
        let template = Arc::new(Template { steps: build.steps.into() });
        Instance { template, row: build.holes.into_iter().collect() }
    }
}

/// A template under way.
struct Build<'w> {
    conditions: Conditions<'w>,
    steps: Vec<Step>,
    holes: Numbered<UnknownId>,
    known: Map<Part, Slot>,
}

impl Build<'_> {
    fn slot(&mut self, part: Part) -> Slot {
        if let Some(&slot) = self.known.get(&part) {
            return slot;
        }
        let step = match part {
            Part::Number(term) => self.number(term),
            Part::Condition(id) => self.condition(id),
            Part::List(_) | Part::Relation(_) => nothing(),
        };
        self.steps.push(step);
        let slot = self.steps.len() as Slot - 1;
        self.known.insert(part, slot);
        slot
    }

    fn number(&mut self, term: TermId) -> Step {
        if let Some(unknown) = self.conditions.board.unknown(term) {
            return Step::Hole(self.holes.insert_full(unknown).0 as u32);
        }
        match self.conditions.terms.node(term) {
            Node::Int(number) => Step::Number(*number),
            Node::Sym(symbol) => Step::Number(self.conditions.symbol(*symbol).into()),
            Node::Open(open) => {
                let mut slots = Vec::new();
                open.each(&mut |part| self.slots(part, &mut slots));
                let mut slots = slots.into_iter();
                Step::Open(open.remade(&mut || slots.next().unwrap_or_default()))
            }
            _ => nothing(),
        }
    }

    fn condition(&mut self, id: FormulaId) -> Step {
        let formula = self.conditions.formulas.get(id);
        if is_defined(formula) {
            return Step::Defined(id);
        }
        let mut slots = Vec::new();
        formula.each(&mut |part| self.slots(part, &mut slots));
        let mut slots = slots.into_iter();
        let length = |list: &TermId| self.conditions.elements(*list).len();
        Step::Condition(formula.remade(&mut || slots.next().unwrap_or_default(), length))
    }

    /// Adds the slots of a part: one, or one for each element of a list. Steps of relations have none, they are taken from
    /// outside.
    fn slots(&mut self, part: Part, slots: &mut Vec<Slot>) {
        match part {
            Part::Number(_) | Part::Condition(_) => slots.push(self.slot(part)),
            Part::List(list) => {
                let elements = self.conditions.elements(list).into_iter();
                slots.extend(elements.map(|element| self.slot(Part::Number(element))));
            }
            Part::Relation(_) => {}
        }
    }
}

/// What is no number: the least of nothing.
fn nothing() -> Step {
    Step::Open(Open::Min(Box::default()))
}

/// What conditions that name their places themselves come to.
pub trait Outside {
    /// Whether a definition or a grammar is satisfied.
    fn defined(&self, id: FormulaId) -> Option<bool>;
    /// The steps of a relation.
    fn steps(&self, relation: RelationId, along: bool) -> Rc<Steps>;
}

impl<Q: Quantity, V: Fn(UnknownId) -> Q> Outside for Reading<'_, V> {
    fn defined(&self, id: FormulaId) -> Option<bool> {
        self.truth(id)
    }

    fn steps(&self, relation: RelationId, along: bool) -> Rc<Steps> {
        Operands::steps(self, relation, along)
    }
}

/// For templates all of whose places are holes.
impl Outside for () {
    fn defined(&self, _: FormulaId) -> Option<bool> {
        None
    }

    fn steps(&self, _: RelationId, along: bool) -> Rc<Steps> {
        Rc::new(Steps::new(&[], along))
    }
}

/// The numbers of steps that have been computed.
struct Done<'s, Q, O> {
    numbers: &'s [Q],
    outside: &'s O,
}

impl<Q: Quantity, O: Outside> Operands for Done<'_, Q, O> {
    type Quantity = Q;
    type Number = Slot;
    type Condition = Slot;
    type List = Box<[Slot]>;

    fn number(&self, slot: Slot) -> Q {
        self.numbers[slot as usize]
    }

    fn truth(&self, slot: Slot) -> Option<bool> {
        self.numbers[slot as usize].truth()
    }

    fn list(&self, list: &Box<[Slot]>) -> Vec<Q> {
        list.iter().map(|&slot| self.number(slot)).collect()
    }

    fn steps(&self, relation: RelationId, along: bool) -> Rc<Steps> {
        self.outside.steps(relation, along)
    }
}

impl Step {
    /// What it comes to, where the numbers of the steps before it are known.
    pub fn value<Q: Quantity>(&self, numbers: &[Q], hole: impl Fn(u32) -> Q, outside: &impl Outside) -> Q {
        self.made(&Done { numbers, outside }, hole, outside)
    }

    fn made<O: Operands<Number = Slot, Condition = Slot, List = Box<[Slot]>>>(
        &self,
        of: &O,
        hole: impl Fn(u32) -> O::Quantity,
        outside: &impl Outside,
    ) -> O::Quantity {
        match self {
            Step::Number(number) => O::Quantity::exact(*number),
            Step::Hole(at) => hole(*at),
            Step::Open(open) => number(open, of),
            Step::Condition(formula) => O::Quantity::of_truth(condition(formula, of)),
            Step::Defined(id) => O::Quantity::of_truth(outside.defined(*id)),
        }
    }

    /// Tells the steps that it is computed from.
    pub fn each(&self, tell: &mut impl FnMut(Slot)) {
        let mut part = |part: Part<Slot, Slot, Box<[Slot]>>| match part {
            Part::Number(slot) | Part::Condition(slot) => tell(slot),
            Part::List(slots) => slots.iter().for_each(|&slot| tell(slot)),
            Part::Relation(_) => {}
        };
        match self {
            Step::Number(_) | Step::Hole(_) | Step::Defined(_) => {}
            Step::Open(open) => open.each(&mut part),
            Step::Condition(formula) => formula.each(&mut part),
        }
    }
}

/// Room for the steps of an instance while it is evaluated.
pub type Room<Q> = Vec<Cell<Option<Q>>>;

impl Instance {
    /// What it comes to at some values: each step is computed when it is asked for, and once.
    pub fn value<Q: Quantity, V: Fn(UnknownId) -> Q>(&self, room: &mut Room<Q>, at: &Reading<'_, V>) -> Q {
        self.template.value(self.template.whole(), &self.row, room, at)
    }
}

impl Template {
    /// The step that is the whole.
    pub(super) fn whole(&self) -> Slot {
        self.steps.len() as Slot - 1
    }

    /// What a step comes to for a row of unknowns.
    pub(super) fn value<Q: Quantity, V: Fn(UnknownId) -> Q>(
        &self,
        step: Slot,
        row: &[UnknownId],
        room: &mut Room<Q>,
        at: &Reading<'_, V>,
    ) -> Q {
        room.clear();
        room.resize(self.steps.len(), Cell::new(None));
        Asked { template: self, row, at, room }.number(step)
    }
}

/// Steps that are computed when they are asked for.
struct Asked<'s, 'w, Q, V> {
    template: &'s Template,
    row: &'s [UnknownId],
    at: &'s Reading<'w, V>,
    room: &'s [Cell<Option<Q>>],
}

impl<Q: Quantity, V: Fn(UnknownId) -> Q> Operands for Asked<'_, '_, Q, V> {
    type Quantity = Q;
    type Number = Slot;
    type Condition = Slot;
    type List = Box<[Slot]>;

    fn number(&self, slot: Slot) -> Q {
        if let Some(known) = self.room[slot as usize].get() {
            return known;
        }
        let step = &self.template.steps[slot as usize];
        let value = step.made(self, |hole| self.at.value(self.row[hole as usize]), self.at);
        self.room[slot as usize].set(Some(value));
        value
    }

    fn truth(&self, slot: Slot) -> Option<bool> {
        self.number(slot).truth()
    }

    fn list(&self, list: &Box<[Slot]>) -> Vec<Q> {
        list.iter().map(|&slot| self.number(slot)).collect()
    }

    fn steps(&self, relation: RelationId, along: bool) -> Rc<Steps> {
        Operands::steps(self.at, relation, along)
    }
}

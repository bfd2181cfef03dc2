//! The conditions of a board: what they are made of, and what they come to at some values.

use std::rc::Rc;

use super::defined::Placed;
use super::graph::{Steps, Worked};
use super::quantity::Quantity;
use super::{Operands, condition, number};
use crate::base::hash::{Map, Set};
use crate::board::formula::{Formula, Formulas};
use crate::board::frozen::Board;
use crate::board::relation::Relation;
use crate::board::unknown::{Domain, UnknownId};
use crate::language::term::{FormulaId, Node, Open, Part, RelationId, Symbol, TermId, Terms};

/// Terms, conditions and unknowns of a board.
#[derive(Clone, Copy, Debug)]
pub struct Conditions<'w> {
    /// All terms.
    pub terms: &'w Terms,
    /// All conditions.
    pub formulas: &'w Formulas,
    /// Unknowns and their places.
    pub board: &'w Board,
    /// The relations that conditions speak of.
    pub relations: &'w [Relation],
    /// The numbers of symbols that have one of their own.
    pub codes: Option<&'w Map<u32, i64>>,
    /// What recursive definitions and line grammars say.
    pub defined: Option<&'w Map<FormulaId, Placed>>,
}

/// What a symbol counts for where it has no number of its own: equal symbols alike, different ones not.
pub fn symbol_number(symbol: Symbol) -> i64 {
    -1 - i64::from(symbol.0)
}

/// The parts that a walk has met. But for relations, which are large, the first few are not written down: most conditions
/// have no more.
#[derive(Default)]
struct Seen {
    met: u32,
    parts: Set<Part>,
}

impl Seen {
    const FEW: u32 = 32;

    fn again(&mut self, part: Part) -> bool {
        self.met += 1;
        let counts = self.met > Self::FEW || matches!(part, Part::Relation(_));
        counts && !self.parts.insert(part)
    }
}

impl<'w> Conditions<'w> {
    /// Conditions read at values.
    pub fn at<Q: Quantity, V: Fn(UnknownId) -> Q>(self, values: V) -> Reading<'w, V> {
        Reading { on: self, values, steps: Worked::default() }
    }

    /// A symbol as a number.
    pub fn symbol(&self, symbol: Symbol) -> i64 {
        self.codes.and_then(|codes| codes.get(&symbol.0).copied()).unwrap_or_else(|| symbol_number(symbol))
    }

    /// The values of an unknown as numbers, in the order of its domain.
    pub fn codes_of(&self, unknown: UnknownId) -> Vec<i64> {
        match &self.board.unknowns[unknown.0 as usize].domain {
            Domain::Range(low, high) => (*low..=*high).collect(),
            Domain::Integers(values) => values.to_vec(),
            Domain::Symbols(symbols) => symbols.iter().map(|&symbol| self.symbol(symbol)).collect(),
        }
    }

    /// The elements of a list.
    pub fn elements(&self, list: TermId) -> Vec<TermId> {
        let mut elements = Vec::new();
        let mut rest = list;
        while let &Node::Cons(head, tail) = self.terms.node(rest) {
            elements.push(head);
            rest = tail;
        }
        if let Node::Set(parts) = self.terms.node(rest) {
            elements.extend(parts.iter());
        }
        elements
    }

    /// Goes through a part and all that it is made of, as far as `enter` says so. Parts that occur many times over are not
    /// gone through again and again.
    pub fn walk(&self, part: Part, enter: &mut impl FnMut(Part) -> bool) {
        self.walk_on(part, &mut Seen::default(), enter);
    }

    fn walk_on(&self, part: Part, seen: &mut Seen, enter: &mut impl FnMut(Part) -> bool) {
        if seen.again(part) || !enter(part) {
            return;
        }
        match part {
            Part::Number(term) => {
                if let Node::Open(open) = self.terms.node(term) {
                    open.each(&mut |part| self.walk_on(part, seen, enter));
                }
            }
            Part::Condition(id) => self.formulas.get(id).each(&mut |part| self.walk_on(part, seen, enter)),
            Part::List(list) => {
                let elements = self.elements(list).into_iter();
                elements.for_each(|element| self.walk_on(Part::Number(element), seen, enter));
            }
            Part::Relation(relation) => {
                let pairs = &self.relations[relation.0 as usize].pairs;
                pairs.iter().for_each(|&(.., there)| self.walk_on(Part::Condition(there), seen, enter));
            }
        }
    }

    /// The unknowns that a part speaks about, in order.
    pub fn scope(&self, part: Part) -> Vec<UnknownId> {
        let mut found = Vec::new();
        self.walk(part, &mut |part| match part {
            Part::Number(term) => {
                let unknown = self.board.unknown(term);
                found.extend(unknown);
                unknown.is_none()
            }
            Part::Condition(id) => {
                self.placed(id).into_iter().for_each(|placed| placed.each(|unknown| found.push(unknown)));
                true
            }
            Part::List(_) | Part::Relation(_) => true,
        });
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Tells the unknowns that a part depends on, some more than once; nothing if more than values decides it: where places
    /// lie, what a definition says, how long a list is.
    pub fn places(&self, part: Part, tell: &mut impl FnMut(UnknownId)) -> Option<()> {
        let mut plain = true;
        self.walk(part, &mut |part| {
            match part {
                Part::Number(term) => match self.board.unknown(term) {
                    Some(unknown) => {
                        tell(unknown);
                        return false;
                    }
                    None => plain &= self.is_number(term),
                },
                Part::Condition(id) => plain &= !is_defined(self.formulas.get(id)),
                Part::List(_) => {}
                Part::Relation(_) => plain = false,
            }
            plain
        });
        plain.then_some(())
    }

    /// Whether a term without an unknown of its own stands for a number or a symbol.
    fn is_number(&self, term: TermId) -> bool {
        match self.terms.node(term) {
            Node::Int(_) | Node::Sym(_) => true,
            Node::Open(open) => !matches!(open, Open::List(_) | Open::Reach(..)),
            _ => false,
        }
    }

    /// What a definition or a grammar says, once that is worked out.
    pub fn placed(&self, id: FormulaId) -> Option<&'w Placed> {
        self.defined.filter(|_| is_defined(self.formulas.get(id)))?.get(&id)
    }
}

/// Whether a definition or a grammar says what a condition means.
pub(super) fn is_defined(formula: &Formula) -> bool {
    matches!(formula, Formula::Matches(..) | Formula::Walk(_))
}

/// Conditions read at values.
#[derive(Debug)]
pub struct Reading<'w, V> {
    on: Conditions<'w>,
    values: V,
    /// The steps of relations that have been asked for: instances of one law often share them.
    steps: Worked,
}

impl<Q: Quantity, V: Fn(UnknownId) -> Q> Reading<'_, V> {
    /// The value of an unknown.
    pub fn value(&self, unknown: UnknownId) -> Q {
        (self.values)(unknown)
    }

    /// A number, or a truth as one.
    pub fn part(&self, part: Part) -> Q {
        match part {
            Part::Number(term) => self.number(term),
            Part::Condition(id) => Q::of_truth(self.truth(id)),
            Part::List(_) | Part::Relation(_) => Q::NONE,
        }
    }
}

impl<Q: Quantity, V: Fn(UnknownId) -> Q> Operands for Reading<'_, V> {
    type Quantity = Q;
    type Number = TermId;
    type Condition = FormulaId;
    type List = TermId;

    fn number(&self, term: TermId) -> Q {
        if let Some(unknown) = self.on.board.unknown(term) {
            return self.value(unknown);
        }
        match self.on.terms.node(term) {
            Node::Int(value) => Q::exact(*value),
            Node::Sym(symbol) => Q::exact(self.on.symbol(*symbol).into()),
            Node::Open(open) => number(open, self),
            _ => Q::NONE,
        }
    }

    fn truth(&self, id: FormulaId) -> Option<bool> {
        let formula = self.on.formulas.get(id);
        match self.on.placed(id) {
            Some(placed) => placed.holds(|unknown| self.value(unknown), |unknown| self.on.codes_of(unknown)),
            None => condition(formula, self),
        }
    }

    fn list(&self, list: &TermId) -> Vec<Q> {
        self.on.elements(*list).into_iter().map(|element| self.number(element)).collect()
    }

    fn steps(&self, relation: RelationId, along: bool) -> Rc<Steps> {
        self.steps.steps(self.on.relations, (relation, along), |there| self.truth(there))
    }
}

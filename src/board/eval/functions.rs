//! The built-in functions on lists: sum, len, min, max, product, reverse, nth.

use super::Stop;
use super::linear::Linear;
use super::machine::Machine;
use crate::base::number::Sign;
use crate::base::number::{self, Interval, Total};
use crate::language::diagnostic::catalogue::meaning;
use crate::language::program::{Expr, Function};
use crate::language::source::Span;
use crate::language::syntax::ast::Operator;
use crate::language::term::{FormulaId, Guarded, Node, Open, TermId};

impl Machine<'_> {
    /// The elements of a list with their values; places without one are passed over.
    fn values_of(&mut self, list: TermId, span: Span) -> Result<Vec<Guarded>, Stop> {
        let strict = std::mem::replace(&mut self.strict, false);
        let result = self.guarded(list, span).and_then(|elements| {
            let mut values = Vec::with_capacity(elements.len());
            for (guard, element) in elements {
                match self.number(element, span) {
                    Ok(value) => values.push((guard, value)),
                    Err(Stop::Fails) => {}
                    Err(stop) => return Err(stop),
                }
            }
            Ok(values)
        });
        self.strict = strict;
        result
    }

    pub(super) fn apply(
        &mut self,
        function: Function,
        args: &[Expr],
        base: u32,
        span: Span,
    ) -> Result<TermId, Stop> {
        let reads = self.reads;
        let first = self.value(&args[0], base, span)?;
        match function {
            Function::Abs => {
                let value = self.number(first, span)?;
                match *self.node(value) {
                    Node::Int(value) => Ok(self.world.terms.int(value.abs())),
                    _ => self.world.compute(Open::Abs(value), span),
                }
            }
            Function::Nth => {
                let index = self.number(first, span)?;
                let list = self.value(&args[1], base, span)?;
                let elements = self.fixed(list, span)?;
                match *self.node(index) {
                    Node::Int(index) => {
                        let at = usize::try_from(index - 1).ok();
                        let element = at.and_then(|at| elements.get(at).copied()).ok_or(Stop::Fails)?;
                        // An index that was read picks a value; only one that is fixed picks a place.
                        if self.reads > reads { self.read(element, span) } else { Ok(element) }
                    }
                    _ => self.nth_of_values(index, &elements, span),
                }
            }
            Function::Reverse => {
                if let Node::Open(Open::List(list)) = self.node(first) {
                    let turned: Vec<Guarded> = list.iter().rev().copied().collect();
                    return Ok(self.world.terms.add(Node::Open(Open::List(turned.into()))));
                }
                let mut elements = self.fixed(first, span)?;
                elements.reverse();
                Ok(self.world.terms.list(&elements))
            }
            Function::Set => {
                let elements = self.fixed(first, span)?;
                Ok(self.world.terms.set(elements))
            }
            Function::Len => self.length(first, span),
            Function::Sum | Function::Product | Function::Min | Function::Max => {
                let values = self.values_of(first, span)?;
                self.fold(function, values, span)
            }
        }
    }

    /// The element at an index that depends on values: one for which there is an element with a value.
    fn nth_of_values(&mut self, index: TermId, elements: &[TermId], span: Span) -> Result<TermId, Stop> {
        let (mut values, mut places) = (Vec::new(), Vec::new());
        for (at, &element) in elements.iter().enumerate() {
            let value = match self.number(element, span) {
                Err(Stop::Fails) => self.world.terms.int(0),
                value => {
                    let place = self.world.terms.int(at as i64 + 1);
                    places.push(self.world.compare(Sign::Zero, index, place, 0, span)?);
                    value?
                }
            };
            values.push(value);
        }
        let inside = if places.len() == elements.len() {
            let length = self.world.terms.int(elements.len() as i64);
            let one = self.world.terms.int(1);
            let above = self.world.compare(Sign::AtMostZero, one, index, 0, span)?;
            let below = self.world.compare(Sign::AtMostZero, index, length, 0, span)?;
            self.world.formulas.and([above, below])
        } else {
            self.world.formulas.or(places)
        };
        self.require(inside)?;
        self.world.compute(Open::Nth(index, values.into()), span)
    }

    /// The elements of a list whose length and order do not depend on values.
    pub(super) fn fixed(&mut self, list: TermId, span: Span) -> Result<Vec<TermId>, Stop> {
        let list = self.deref(list);
        self.has_order(list, span)?;
        let elements = self.guarded(list, span)?;
        if elements.iter().any(|&(guard, _)| guard != FormulaId::TRUE) {
            return Err(meaning::open_length(span).into());
        }
        Ok(elements.into_iter().map(|(_, element)| element).collect())
    }

    pub(super) fn length(&mut self, list: TermId, span: Span) -> Result<TermId, Stop> {
        match *self.node(list) {
            Node::Range(low, high) => {
                let length = number::sub(high, low).and_then(|length| number::add(length, 1));
                let length = length.ok_or_else(|| meaning::overflow(span))?;
                Ok(self.world.terms.int(length))
            }
            Node::Open(Open::Reach(from, relation))
                if self.world.reachable(from, relation).iter().all(|&place| !self.is_wall(place)) =>
            {
                Ok(self.world.terms.add(Node::Open(Open::ReachSize(from, relation))))
            }
            _ => {
                let elements = self.guarded(list, span)?;
                let mut sum = Linear::default();
                for (guard, element) in elements {
                    // A place without a value is no element to count.
                    if matches!(self.node(element), Node::Place(..)) && self.is_wall(element) {
                        continue;
                    }
                    let one = self.world.truth_term(guard);
                    let one = self.world.linear(one);
                    sum.add(1, &one).ok_or_else(|| meaning::overflow(span))?;
                }
                self.world.sum_term(sum, span)
            }
        }
    }

    /// Whether a place is passed over by `len`: where its family holds unknowns, but not here.
    fn is_wall(&self, place: TermId) -> bool {
        let Node::Place(name, _) = self.node(place) else { return false };
        self.world.declared.contains(name) && self.world.unknown(place).is_none()
    }

    pub(super) fn fold(
        &mut self,
        function: Function,
        mut values: Vec<Guarded>,
        span: Span,
    ) -> Result<TermId, Stop> {
        if function == Function::Sum {
            // A sum is kept sorted; in any other order each element would be put in before many others.
            values.sort_by_key(|&(_, value)| value);
            let (mut sum, mut total) = (Linear::default(), Some(Total::of(0)));
            for (guard, value) in values {
                let part = self.guarded_value(guard, value, span)?;
                // What cancels out in the end must fit on the way as well.
                total = total.zip(self.world.bounds(part)).and_then(|(total, part)| total.plus(1, part));
                let part = self.world.linear(part);
                total.and_then(|_| sum.add(1, &part)).ok_or_else(|| meaning::overflow(span))?;
            }
            return self.world.sum_term(sum, span);
        }
        let known: Option<Vec<i128>> = values
            .iter()
            .map(|&(guard, value)| match (guard, self.node(value)) {
                (FormulaId::TRUE, Node::Int(value)) => Some(*value),
                _ => None,
            })
            .collect();
        if let Some(known) = known {
            let folded = match function {
                Function::Min => known.into_iter().min().ok_or(Stop::Fails)?,
                Function::Max => known.into_iter().max().ok_or(Stop::Fails)?,
                _ => {
                    let mut known = known.into_iter().map(Interval::point);
                    let product = known.try_fold(Total::of(1), Total::times);
                    product.ok_or_else(|| meaning::overflow(span))?.bounds.low
                }
            };
            return Ok(self.world.terms.int(folded));
        }
        if function != Function::Product {
            // The least of nothing has no value.
            let any = self.world.formulas.or(values.iter().map(|&(guard, _)| guard));
            self.require(any)?;
        }
        let mut values = values;
        values.sort_unstable();
        if function != Function::Product {
            values.dedup();
        }
        let values = values.into_boxed_slice();
        let open = match function {
            Function::Min => Open::Min(values),
            Function::Max => Open::Max(values),
            _ => Open::Product(values),
        };
        self.world.compute(open, span)
    }

    /// A value if its condition holds, else 0. One that may have no value then must not be looked at: it is the product
    /// of what is there, which is 1 for nothing.
    fn guarded_value(&mut self, guard: FormulaId, value: TermId, span: Span) -> Result<TermId, Stop> {
        match guard {
            FormulaId::TRUE => Ok(value),
            _ if !self.world.terms.is_total(value) => {
                let there = self.world.compute(Open::Product([(guard, value)].into()), span)?;
                let truth = self.world.truth_term(guard);
                let one = self.world.terms.int(1);
                let rest = self.world.combine(truth, -1, one, span)?;
                self.world.combine(there, 1, rest, span)
            }
            _ => {
                let truth = self.world.truth_term(guard);
                self.arithmetic(Operator::Mul, truth, value, span)
            }
        }
    }
}

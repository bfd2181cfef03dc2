//! Expressions to terms: arithmetic and the built-in functions, on known values and on open ones.

use super::linear::Linear;
use super::machine::{ChoiceKind, Machine};
use super::unify::LONG;
use super::{Policy, Stop};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::catalogue::meaning;
use crate::formula::{Formula, FormulaId, Formulas, Sign};
use crate::hash::Set;
use crate::program::{Builtin, Expr, Function};
use crate::source::Span;
use crate::syntax::ast::Operator;
use crate::term::{Guarded, Node, Open, TermId, Terms};

impl Machine<'_> {
    /// The term an expression stands for. Unbound placeholders may stay in lists and places; what must be computed
    /// waits for them.
    pub(super) fn value(&mut self, expr: &Expr, base: u32, span: Span) -> Result<TermId, Stop> {
        match expr {
            Expr::Arithmetic(operator, left, right) => {
                let (written, divides) = (right, matches!(operator, Operator::Div | Operator::Mod));
                let left = self.operand(left, base, span)?;
                let right = self.operand(right, base, span)?;
                if divides {
                    self.divisor(right, self.is_written(written), span)?;
                }
                self.arithmetic(*operator, left, right, span)
            }
            Expr::Negative(inner) => {
                let inner = self.operand(inner, base, span)?;
                let zero = self.world.terms.int(0);
                self.world.combine(zero, -1, inner, span)
            }
            Expr::Apply(function, args) => self.apply(*function, args, base, span),
            Expr::Range(low, high) => {
                let low = self.operand(low, base, span)?;
                let high = self.operand(high, base, span)?;
                self.range(low, high, span)
            }
            Expr::Prime(inner) => {
                let inner = self.value(inner, base, span)?;
                let inner = self.bound(inner)?;
                self.prime(inner, span)
            }
            Expr::Reach(from, predicate) => {
                let from = self.value(from, base, span)?;
                let from = self.bound(from)?;
                self.reach(from, *predicate, span)
            }
            simple => self.build(simple, base, span),
        }
    }

    /// The term of an expression that needs no computing.
    pub(super) fn build(&mut self, expr: &Expr, base: u32, span: Span) -> Result<TermId, Stop> {
        match expr {
            Expr::Ground(term) => Ok(self.deref(*term)),
            Expr::Slot(slot) => Ok(self.slot(*slot, base)),
            Expr::Any => {
                let var = self.new_vars(1);
                Ok(self.var_term(var))
            }
            Expr::Param(number) => self.param(*number),
            Expr::Rows | Expr::Cols => {
                let Some((rows, cols)) = self.world.size else {
                    return Err(meaning::no_grid(span).into());
                };
                Ok(self.world.terms.int(if matches!(expr, Expr::Rows) { rows } else { cols }))
            }
            Expr::List(parts, tail) => {
                let mut elements = Vec::with_capacity(parts.len());
                for part in parts {
                    elements.push(self.build(part, base, span)?);
                }
                let tail = match tail {
                    Some(tail) => self.build(tail, base, span)?,
                    None => Terms::NIL,
                };
                let tail = if matches!(self.node(tail), Node::Set(_) | Node::Range(..)) {
                    self.as_list(tail)?
                } else {
                    tail
                };
                Ok(self.world.terms.list_with_tail(&elements, tail))
            }
            Expr::Set(parts) => {
                let parts = self.build_all(parts, base, span)?;
                let parts = parts.into_iter().map(|part| self.resolve(part)).collect();
                Ok(self.world.terms.set(parts))
            }
            Expr::Compound(name, parts) => {
                let parts = self.build_all(parts, base, span)?;
                Ok(self.world.terms.add(Node::Compound(*name, parts.into())))
            }
            Expr::Place(name, parts) => {
                let parts = self.build_all(parts, base, span)?;
                let parts: Vec<TermId> = parts.into_iter().map(|part| self.resolve(part)).collect();
                if let Some(&index) = parts.iter().find(|&&part| matches!(self.node(part), Node::Open(_))) {
                    let shown = self.world.show(index);
                    let needed = "an index that is known without them (`nth` picks from a list by value)";
                    return Err(
                        meaning::wrong_kind(&shown, "a number that depends on values", needed, span).into()
                    );
                }
                Ok(self.world.terms.add(Node::Place(*name, parts.into())))
            }
            computed => self.value(computed, base, span),
        }
    }

    fn build_all(&mut self, parts: &[Expr], base: u32, span: Span) -> Result<Vec<TermId>, Stop> {
        parts.iter().map(|part| self.build(part, base, span)).collect()
    }

    fn param(&mut self, number: usize) -> Result<TermId, Stop> {
        match self.world.params[number] {
            Some(value) => Ok(value),
            None => {
                let param = &self.program.params[number];
                Err(meaning::circular_param(&param.name, param.span).into())
            }
        }
    }

    /// The value of an operand as a number; waits while a placeholder is unbound.
    fn operand(&mut self, expr: &Expr, base: u32, span: Span) -> Result<TermId, Stop> {
        let term = self.value(expr, base, span)?;
        self.number(term, span)
    }

    /// A term as a number: an integer, or an open one.
    pub(super) fn number(&mut self, term: TermId, span: Span) -> Result<TermId, Stop> {
        let term = self.read(term, span)?;
        match self.node(term) {
            Node::Var(_) => Err(Stop::NotReady),
            Node::Int(_) => Ok(term),
            Node::Open(Open::List(_) | Open::Reach(..)) => Err(meaning::open_length(span).into()),
            Node::Open(_) => Ok(term),
            Node::Place(..) if !matches!(self.world.domain(term), Some(super::Domain::Symbols(_))) => {
                Ok(term)
            }
            _ => Err(self.wrong_kind(term, "a number", span).into()),
        }
    }

    pub(super) fn wrong_kind(&mut self, term: TermId, needed: &str, span: Span) -> Diagnostic {
        let kind = match self.node(term) {
            Node::Int(_) => "a number",
            Node::Sym(_) => "a symbol",
            Node::Nil | Node::Cons(..) | Node::Range(..) => "a list",
            Node::Set(_) => "a set",
            Node::Place(..) if matches!(self.world.domain(term), Some(super::Domain::Symbols(_))) => {
                "a cell that holds symbols"
            }
            Node::Place(..) => "a cell",
            _ => "no number",
        };
        let shown = self.world.show(term);
        meaning::wrong_kind(&shown, kind, needed, span)
    }

    /// Whether an expression is a number in the text.
    fn is_written(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Ground(term) => matches!(self.node(*term), Node::Int(_)),
            Expr::Param(_) => true,
            _ => false,
        }
    }

    /// A divisor is not 0: a fixed one that is, is a mistake; one that depends on values makes the goal around it
    /// fail.
    fn divisor(&mut self, divisor: TermId, written: bool, span: Span) -> Result<(), Stop> {
        match (self.node(divisor), self.policy) {
            (Node::Int(0), Policy::Known(_)) if !written => Err(Stop::Fails),
            (Node::Int(0), _) => Err(meaning::division_by_zero(span).into()),
            (Node::Int(_), _) => Ok(()),
            _ => {
                let zero = self.world.terms.int(0);
                let formula = self.world.compare(Sign::NotZero, divisor, zero, 0, span)?;
                self.require(formula)
            }
        }
    }

    fn arithmetic(
        &mut self,
        operator: Operator,
        left: TermId,
        right: TermId,
        span: Span,
    ) -> Result<TermId, Stop> {
        match operator {
            Operator::Add => return self.world.combine(left, 1, right, span),
            Operator::Sub => return self.world.combine(left, -1, right, span),
            _ => {}
        }
        let constants = match (self.node(left), self.node(right)) {
            (Node::Int(left), Node::Int(right)) => (Some(*left), Some(*right)),
            (Node::Int(left), _) => (Some(*left), None),
            (_, Node::Int(right)) => (None, Some(*right)),
            _ => (None, None),
        };
        let overflow = || Stop::from(meaning::overflow(span));
        match (operator, constants) {
            (Operator::Mul, (Some(left), Some(right))) => {
                let product = left.checked_mul(right).ok_or_else(overflow)?;
                Ok(self.world.terms.int(product))
            }
            (Operator::Mul, (Some(factor), None)) => self.scaled(factor, right, span),
            (Operator::Mul, (None, Some(factor))) => self.scaled(factor, left, span),
            (Operator::Mul, _) => {
                let open = Open::Mul(left.min(right), left.max(right));
                Ok(self.world.terms.add(Node::Open(open)))
            }
            (Operator::Div, (Some(left), Some(right))) => {
                let quotient = left.checked_div(right).ok_or_else(overflow)?;
                let down = left % right != 0 && (left < 0) != (right < 0);
                Ok(self.world.terms.int(quotient - i64::from(down)))
            }
            (_, (Some(left), Some(right))) => {
                let rest = left.checked_rem(right).unwrap_or(0);
                let rest = if rest != 0 && (rest < 0) != (right < 0) { rest + right } else { rest };
                Ok(self.world.terms.int(rest))
            }
            (Operator::Div, _) => Ok(self.world.terms.add(Node::Open(Open::Div(left, right)))),
            _ => Ok(self.world.terms.add(Node::Open(Open::Mod(left, right)))),
        }
    }

    fn scaled(&mut self, factor: i64, term: TermId, span: Span) -> Result<TermId, Stop> {
        let zero = self.world.terms.int(0);
        self.world.combine(zero, factor, term, span)
    }

    /// A range; with open bounds, the widest one, each number under the condition that it lies between them.
    fn range(&mut self, low: TermId, high: TermId, span: Span) -> Result<TermId, Stop> {
        if let (&Node::Int(low), &Node::Int(high)) = (self.node(low), self.node(high)) {
            return Ok(if low > high { Terms::NIL } else { self.terms().add(Node::Range(low, high)) });
        }
        let (Some((least, _)), Some((_, most))) = (self.world.bounds(low), self.world.bounds(high)) else {
            return Err(meaning::unbound("", span, "the bounds of this range are not known").into());
        };
        if most.saturating_sub(least) >= LONG as i64 {
            return Err(self.out_of(meaning::Limit::Other("elements of a range"), LONG as u64).into());
        }
        let mut list = Vec::new();
        for value in least..=most {
            let value = self.world.terms.int(value);
            let above = self.world.compare(Sign::AtMostZero, low, value, 0, span)?;
            let below = self.world.compare(Sign::AtMostZero, value, high, 0, span)?;
            let guard = self.world.formulas.and([above, below]);
            if guard != Formulas::FALSE {
                list.push((guard, value));
            }
        }
        Ok(self.world.terms.add(Node::Open(Open::List(list.into()))))
    }

    /// The value of a place after the move, or of each place of a list.
    fn prime(&mut self, term: TermId, span: Span) -> Result<TermId, Stop> {
        let Some(next) = self.next_values else {
            return Err(crate::diagnostic::catalogue::names::misplaced_prime(span).into());
        };
        if let Some(elements) = self.world.terms.elements(term, LONG) {
            let primed: Result<Vec<TermId>, Stop> =
                elements.into_iter().map(|element| self.prime(element, span)).collect();
            let primed = primed?;
            return Ok(self.world.terms.list(&primed));
        }
        match self.world.unknown(term) {
            Some(unknown) => {
                self.primed.push((unknown.0, span));
                let var = self.var_term(next + unknown.0);
                Ok(self.deref(var))
            }
            None if matches!(self.node(term), Node::Place(..)) => Err(self.no_value(term, span).into()),
            None => Err(crate::diagnostic::catalogue::names::misplaced_prime(span).into()),
        }
    }

    /// The elements of a list, each with the condition under which it is there.
    pub(super) fn guarded(&mut self, list: TermId, span: Span) -> Result<Vec<Guarded>, Stop> {
        let elements = self.all_guarded(list, span)?;
        self.spend(elements.len())?;
        Ok(elements)
    }

    fn all_guarded(&mut self, list: TermId, span: Span) -> Result<Vec<Guarded>, Stop> {
        let mut elements = Vec::new();
        let mut rest = self.deref(list);
        loop {
            match self.node(rest).clone() {
                Node::Nil => return Ok(elements),
                Node::Cons(head, tail) => {
                    elements.push((Formulas::TRUE, self.deref(head)));
                    rest = self.deref(tail);
                }
                Node::Set(parts) => {
                    for (at, &part) in parts.iter().enumerate() {
                        elements.push((self.first_of_its_value(part, &parts[..at], span)?, part));
                    }
                    return Ok(elements);
                }
                Node::Range(..) => rest = self.as_list(rest)?,
                Node::Open(Open::List(list)) => {
                    elements.extend(list.iter().copied());
                    return Ok(elements);
                }
                Node::Open(Open::Reach(from, relation)) => {
                    for place in self.world.reachable(from, relation) {
                        elements.push((self.world.joined(from, place, relation), place));
                    }
                    return Ok(elements);
                }
                Node::Var(_) => return Err(Stop::NotReady),
                _ => return Err(self.wrong_kind(rest, "a list", span).into()),
            }
        }
    }

    /// The condition that a number of a set is not among those before it. Places are told apart as places.
    fn first_of_its_value(&mut self, part: TermId, before: &[TermId], span: Span) -> Result<FormulaId, Stop> {
        let is_open = |machine: &Self, term| matches!(machine.node(term), Node::Open(_));
        let is_number =
            |machine: &Self, term| is_open(machine, term) || matches!(machine.node(term), Node::Int(_));
        let mut apart = Vec::new();
        for &other in before {
            let numbers = is_number(self, part) && is_number(self, other);
            if numbers && (is_open(self, part) || is_open(self, other)) {
                apart.push(self.world.compare(Sign::NotZero, part, other, 0, span)?);
            }
        }
        Ok(self.world.formulas.and(apart))
    }

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

    fn apply(&mut self, function: Function, args: &[Expr], base: u32, span: Span) -> Result<TermId, Stop> {
        let reads = self.reads;
        let first = self.value(&args[0], base, span)?;
        match function {
            Function::Abs => {
                let value = self.number(first, span)?;
                match *self.node(value) {
                    Node::Int(value) => {
                        let value = value.checked_abs().ok_or_else(|| meaning::overflow(span))?;
                        Ok(self.world.terms.int(value))
                    }
                    _ => Ok(self.world.terms.add(Node::Open(Open::Abs(value)))),
                }
            }
            Function::Nth => {
                let index = self.number(first, span)?;
                let list = self.value(&args[1], base, span)?;
                let elements = self.fixed(list, span)?;
                match *self.node(index) {
                    Node::Int(index) => {
                        let at = index.checked_sub(1).and_then(|at| usize::try_from(at).ok());
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
        Ok(self.world.terms.add(Node::Open(Open::Nth(index, values.into()))))
    }

    /// The elements of a list whose length does not depend on values.
    fn fixed(&mut self, list: TermId, span: Span) -> Result<Vec<TermId>, Stop> {
        let elements = self.guarded(list, span)?;
        if elements.iter().any(|&(guard, _)| guard != Formulas::TRUE) {
            return Err(meaning::open_length(span).into());
        }
        Ok(elements.into_iter().map(|(_, element)| element).collect())
    }

    fn length(&mut self, list: TermId, span: Span) -> Result<TermId, Stop> {
        match *self.node(list) {
            Node::Range(low, high) => {
                let length = high.checked_sub(low).and_then(|length| length.checked_add(1));
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
                Ok(self.world.linear_term(sum))
            }
        }
    }

    /// Whether a place is passed over by `len`: where its family holds unknowns, but not here.
    fn is_wall(&self, place: TermId) -> bool {
        let Node::Place(name, _) = self.node(place) else { return false };
        self.world.declared.contains(name) && self.world.unknown(place).is_none()
    }

    fn fold(&mut self, function: Function, mut values: Vec<Guarded>, span: Span) -> Result<TermId, Stop> {
        if function == Function::Sum {
            // A sum is kept sorted; in any other order each element would be put in before many others.
            values.sort_unstable_by_key(|&(_, value)| value);
            let mut sum = Linear::default();
            for (guard, value) in values {
                let part = self.guarded_value(guard, value, span)?;
                let part = self.world.linear(part);
                sum.add(1, &part).ok_or_else(|| meaning::overflow(span))?;
            }
            return Ok(self.world.linear_term(sum));
        }
        let known: Option<Vec<i64>> = values
            .iter()
            .map(|&(guard, value)| match (guard, self.node(value)) {
                (Formulas::TRUE, Node::Int(value)) => Some(*value),
                _ => None,
            })
            .collect();
        if let Some(known) = known {
            let folded = match function {
                Function::Min => known.into_iter().min().ok_or(Stop::Fails)?,
                Function::Max => known.into_iter().max().ok_or(Stop::Fails)?,
                _ => {
                    let product = known.into_iter().try_fold(1_i64, i64::checked_mul);
                    product.ok_or_else(|| meaning::overflow(span))?
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
        Ok(self.world.terms.add(Node::Open(open)))
    }

    /// A value if its condition holds, else 0. One that may have no value then must not be looked at: it is the product
    /// of what is there, which is 1 for nothing.
    fn guarded_value(&mut self, guard: FormulaId, value: TermId, span: Span) -> Result<TermId, Stop> {
        match guard {
            Formulas::TRUE => Ok(value),
            _ if !self.world.terms.is_total(value) => {
                let there = self.world.terms.add(Node::Open(Open::Product([(guard, value)].into())));
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

    // ---- built-in goals

    /// `distinct` and `same`.
    pub(super) fn builtin(
        &mut self,
        builtin: Builtin,
        args: &[Expr],
        base: u32,
        span: Span,
    ) -> Result<(), Stop> {
        match builtin {
            Builtin::Same => {
                let (left, right) = (self.value(&args[0], base, span)?, self.value(&args[1], base, span)?);
                match (self.node(left), self.node(right)) {
                    (Node::Var(_), Node::Var(_)) if left != right => Err(Stop::NotReady),
                    (Node::Var(_), _) | (_, Node::Var(_)) => self.matching(left, right, span),
                    _ => {
                        let (left, right) = (self.bound(left)?, self.bound(right)?);
                        if left == right { Ok(()) } else { Err(Stop::Fails) }
                    }
                }
            }
            Builtin::Distinct => {
                let list = self.value(&args[0], base, span)?;
                let list = self.bound(list)?;
                self.distinct(list, span)
            }
            Builtin::Square => Ok(()),
        }
    }

    fn distinct(&mut self, list: TermId, span: Span) -> Result<(), Stop> {
        let elements = self.guarded(list, span)?;
        let is_list = |machine: &Self, term| {
            matches!(machine.node(term), Node::Nil | Node::Cons(..) | Node::Set(_) | Node::Range(..))
        };
        let lists = elements.iter().filter(|&&(_, element)| is_list(self, element)).count();
        if lists > 0 {
            if lists < elements.len() {
                let stranger = elements.iter().find(|&&(_, element)| !is_list(self, element));
                let stranger = stranger.map_or(list, |&(_, element)| element);
                return Err(self.wrong_kind(stranger, "a list", span).into());
            }
            return self.distinct_lists(&elements, span);
        }
        let mut places = Set::default();
        let mut values = Vec::with_capacity(elements.len());
        for (guard, element) in elements {
            let value = match self.read(element, span) {
                Err(Stop::Fails) => continue,
                other => other?,
            };
            if guard == Formulas::TRUE && !places.insert(value) {
                // The same place, or the same known value, twice.
                return Err(Stop::Fails);
            }
            values.push((guard, value));
        }
        let open = |machine: &Self, value| matches!(machine.node(value), Node::Place(..) | Node::Open(_));
        let settled = values.iter().all(|&(guard, value)| guard == Formulas::TRUE && !open(self, value));
        if values.len() < 2 || settled {
            return Ok(());
        }
        values.sort_unstable();
        let formula = self.world.formulas.add(Formula::Distinct(values.into()));
        self.require(formula)
    }

    fn distinct_lists(&mut self, elements: &[Guarded], span: Span) -> Result<(), Stop> {
        if elements.iter().any(|&(guard, _)| guard != Formulas::TRUE) {
            return Err(meaning::open_length(span).into());
        }
        let mut lists: Vec<TermId> = elements.iter().map(|&(_, list)| list).collect();
        let flat = lists.iter().all(|&list| self.is_flat(list));
        let mut apart = Vec::new();
        for (index, &first) in lists.iter().enumerate() {
            self.spend_on_list(lists.len())?;
            for &second in &lists[index + 1..] {
                let equal = self.gather(|machine| machine.equal(first, second, span))?;
                if equal == Formulas::TRUE {
                    return Err(Stop::Fails);
                }
                if equal != Formulas::FALSE {
                    apart.push(self.world.negate(equal));
                }
            }
            // One constraint says it of all lists, as soon as one pair depends on values.
            if flat && !apart.is_empty() {
                break;
            }
        }
        if !flat || apart.is_empty() {
            let all = self.world.formulas.and(apart);
            return self.require(all);
        }
        lists.sort_unstable();
        if lists.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(Stop::Fails);
        }
        let formula = self.world.formulas.add(Formula::DistinctLists(lists.into()));
        self.require(formula)
    }

    /// Whether a list has an order, and each element a value.
    fn is_flat(&mut self, list: TermId) -> bool {
        if matches!(self.node(list), Node::Set(_)) {
            return false;
        }
        let elements = self.world.terms.elements(list, LONG);
        elements.is_some_and(|elements| {
            elements.iter().all(|&element| match self.node(element) {
                Node::Int(_) | Node::Sym(_) => true,
                Node::Place(..) => self.world.unknown(element).is_some(),
                Node::Open(open) => !matches!(open, Open::List(_) | Open::Reach(..)),
                _ => false,
            })
        })
    }

    /// Runs an item through the elements of a list.
    pub(super) fn run_through_list(
        &mut self,
        item: TermId,
        list: TermId,
        span: Span,
        next: u32,
    ) -> Result<(), Stop> {
        if let &Node::Range(low, high) = self.node(list) {
            self.push_choice(ChoiceKind::Integers { item, value: low, high, span }, next);
            return Err(Stop::Fails);
        }
        let elements = self.guarded(list, span)?;
        self.choose(item, elements.into(), span, next)
    }
}

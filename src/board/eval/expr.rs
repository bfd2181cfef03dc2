//! Expressions to terms: arithmetic and the built-in functions, on known values and on open ones.

use smallvec::SmallVec;

use super::machine::Machine;
use super::unify::LONG;
use super::{Policy, Stop};
use crate::base::number;
use crate::base::number::Sign;
use crate::language::diagnostic::Diagnostic;
use crate::language::diagnostic::catalogue::meaning;
use crate::language::program::Expr;
use crate::language::source::Span;
use crate::language::syntax::ast::Operator;
use crate::language::term::{FormulaId, Guarded, Node, Open, TermId, Terms};

impl Machine<'_> {
    /// The number that an expression stands for, if it is made of small known numbers alone: no term is made for the
    /// parts of a sum.
    pub(super) fn small_number(&self, expr: &Expr, base: u32) -> Option<i64> {
        const SMALL: i64 = 1 << 30;
        let number = match expr {
            Expr::Slot(slot) => self.small_term(self.slot(*slot, base))?,
            Expr::Ground(term) => self.small_term(*term)?,
            Expr::Param(number) => self.small_term(self.world.params[*number]?)?,
            Expr::Rows => self.world.size?.0,
            Expr::Cols => self.world.size?.1,
            Expr::Negative(inner) => -self.small_number(inner, base)?,
            Expr::Arithmetic(operator, left, right) => {
                let (left, right) = (self.small_number(left, base)?, self.small_number(right, base)?);
                match operator {
                    Operator::Add => left + right,
                    Operator::Sub => left - right,
                    Operator::Mul => left * right,
                    Operator::Div | Operator::Mod => return None,
                }
            }
            _ => return None,
        };
        (-SMALL < number && number < SMALL).then_some(number)
    }

    fn small_term(&self, term: TermId) -> Option<i64> {
        match self.node(term) {
            Node::Int(number) => i64::try_from(*number).ok(),
            _ => None,
        }
    }

    /// The term an expression stands for. Unbound placeholders may stay in lists and places; what must be computed
    /// waits for them.
    pub(super) fn value(&mut self, expr: &Expr, base: u32, span: Span) -> Result<TermId, Stop> {
        match expr {
            Expr::Slot(slot) => Ok(self.slot(*slot, base)),
            Expr::Arithmetic(operator, left, right) => {
                if let Some(number) = self.small_number(expr, base) {
                    return Ok(self.world.terms.int(number));
                }
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
                let mut parts = self.build_all(parts, base, span)?;
                for part in &mut parts {
                    *part = self.resolve(*part);
                }
                Ok(self.world.terms.set(parts))
            }
            Expr::Compound(name, parts) => {
                let parts = self.build_all(parts, base, span)?;
                Ok(self.world.terms.compound(*name, &parts))
            }
            Expr::Place(name, parts) => {
                if let [row, column] = &parts[..]
                    && *name == self.world.cell
                    && let (Some(row), Some(column)) =
                        (self.small_number(row, base), self.small_number(column, base))
                    && let Some(square) = self.world.square(row, column)
                {
                    return Ok(square);
                }
                let mut parts = self.build_all(parts, base, span)?;
                for part in &mut parts {
                    *part = self.resolve(*part);
                }
                if let Some(&index) = parts.iter().find(|&&part| matches!(self.node(part), Node::Open(_))) {
                    let shown = self.world.show(index);
                    let needed = "an index that is known without them (`nth` picks from a list by value)";
                    return Err(
                        meaning::wrong_kind(&shown, "a number that depends on values", needed, span).into()
                    );
                }
                Ok(self.world.terms.place(*name, &parts))
            }
            computed => self.value(computed, base, span),
        }
    }

    fn build_all(&mut self, parts: &[Expr], base: u32, span: Span) -> Result<SmallVec<[TermId; 4]>, Stop> {
        let mut built = SmallVec::new();
        for part in parts {
            built.push(self.build(part, base, span)?);
        }
        Ok(built)
    }

    fn param(&mut self, number: usize) -> Result<TermId, Stop> {
        match self.world.params[number] {
            Some(value) => Ok(value),
            None => {
                let param = &self.world.program.params[number];
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
    pub(super) fn divisor(&mut self, divisor: TermId, written: bool, span: Span) -> Result<(), Stop> {
        match (self.node(divisor), self.policy) {
            (Node::Int(0), Policy::Known(_) | Policy::Partly(_)) if !written => Err(Stop::Fails),
            (Node::Int(0), _) => Err(meaning::division_by_zero(span).into()),
            (Node::Int(_), _) => Ok(()),
            _ => {
                let zero = self.world.terms.int(0);
                let formula = self.world.compare(Sign::NotZero, divisor, zero, 0, span)?;
                self.require(formula)
            }
        }
    }

    pub(super) fn arithmetic(
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
                let product = number::mul(left, right).ok_or_else(overflow)?;
                Ok(self.world.terms.int(product))
            }
            (Operator::Mul, (Some(factor), None)) => self.scaled(factor, right, span),
            (Operator::Mul, (None, Some(factor))) => self.scaled(factor, left, span),
            (Operator::Mul, _) => self.world.compute(Open::Mul(left.min(right), left.max(right)), span),
            (Operator::Div, (Some(left), Some(right))) => {
                let quotient = number::div(left, right).ok_or(Stop::Fails)?;
                Ok(self.world.terms.int(quotient))
            }
            (_, (Some(left), Some(right))) => {
                let rest = number::rem(left, right).ok_or(Stop::Fails)?;
                Ok(self.world.terms.int(rest))
            }
            (Operator::Div, _) => self.world.compute(Open::Div(left, right), span),
            _ => self.world.compute(Open::Mod(left, right), span),
        }
    }

    fn scaled(&mut self, factor: i128, term: TermId, span: Span) -> Result<TermId, Stop> {
        let zero = self.world.terms.int(0);
        self.world.combine(zero, factor, term, span)
    }

    /// A range; with open bounds, the widest one, each number under the condition that it lies between them.
    pub(super) fn range(&mut self, low: TermId, high: TermId, span: Span) -> Result<TermId, Stop> {
        if let (&Node::Int(low), &Node::Int(high)) = (self.node(low), self.node(high)) {
            return Ok(if low > high { Terms::NIL } else { self.terms().add(Node::Range(low, high)) });
        }
        let (Some(first), Some(last)) = (self.world.bounds(low), self.world.bounds(high)) else {
            return Err(meaning::unbound("", span, "the bounds of this range are not known").into());
        };
        let (least, most) = (first.low, last.high);
        if most.saturating_sub(least) >= LONG as i128 {
            return Err(self.out_of(meaning::Limit::Other("elements of a range"), LONG as u64).into());
        }
        let mut list = Vec::new();
        for value in least..=most {
            let value = self.world.terms.int(value);
            let above = self.world.compare(Sign::AtMostZero, low, value, 0, span)?;
            let below = self.world.compare(Sign::AtMostZero, value, high, 0, span)?;
            let guard = self.world.formulas.and([above, below]);
            if guard != FormulaId::FALSE {
                list.push((guard, value));
            }
        }
        Ok(self.world.terms.add(Node::Open(Open::List(list.into()))))
    }

    /// The value of a place after the move, or of each place of a list.
    fn prime(&mut self, term: TermId, span: Span) -> Result<TermId, Stop> {
        let Some(next) = self.after.first else {
            return Err(crate::language::diagnostic::catalogue::names::misplaced_prime(span).into());
        };
        if let Some(elements) = self.world.terms.elements(term, LONG) {
            let primed: Result<Vec<TermId>, Stop> =
                elements.into_iter().map(|element| self.prime(element, span)).collect();
            let primed = primed?;
            return Ok(self.world.terms.list(&primed));
        }
        match self.world.unknown(term) {
            Some(unknown) => {
                self.after.mentioned.push((unknown.0, span));
                let var = self.var_term(next + unknown.0);
                Ok(self.deref(var))
            }
            None if matches!(self.node(term), Node::Place(..)) => Err(self.no_value(term, span).into()),
            None => Err(crate::language::diagnostic::catalogue::names::misplaced_prime(span).into()),
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
                    elements.push((FormulaId::TRUE, self.deref(head)));
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
}

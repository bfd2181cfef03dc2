//! Comparisons as goals: values are read, sums are solved, and what is open becomes a condition.

use super::machine::Machine;
use super::unify::Mode;
use super::{Domain, Policy, Stop};
use crate::base::number;
use crate::base::number::Sign;
use crate::board::formula::Formula;
use crate::language::diagnostic::catalogue::meaning;
use crate::language::program::Expr;
use crate::language::source::Span;
use crate::language::syntax::ast::{Comparison, Operator};
use crate::language::term::{FormulaId, Node, Open, TermId};

impl Machine<'_> {
    /// Requires that two values are equal.
    pub(super) fn equal_values(&mut self, left: TermId, right: TermId, span: Span) -> Result<(), Stop> {
        let formula = self.equality(left, right, span)?;
        self.require(formula)
    }

    /// The condition that two values are equal.
    pub(super) fn equality(&mut self, left: TermId, right: TermId, span: Span) -> Result<FormulaId, Stop> {
        let (left, right) = (self.read(left, span)?, self.read(right, span)?);
        if left == right {
            return Ok(FormulaId::TRUE);
        }
        match (self.node(left), self.node(right)) {
            (Node::Var(_), _) | (_, Node::Var(_)) => Err(Stop::NotReady),
            (Node::Int(_), Node::Int(_)) | (Node::Sym(_), _) | (_, Node::Sym(_)) => {
                Ok(self.same_symbol(left, right))
            }
            _ if self.has_symbols(left) || self.has_symbols(right) => Ok(self.same_symbol(left, right)),
            (
                Node::Int(_) | Node::Place(..) | Node::Open(_),
                Node::Int(_) | Node::Place(..) | Node::Open(_),
            ) => self.world.compare(Sign::Zero, left, right, 0, span),
            _ => Ok(FormulaId::FALSE),
        }
    }

    pub(super) fn has_symbols(&self, term: TermId) -> bool {
        matches!(self.node(term), Node::Place(..))
            && matches!(self.world.domain(term), Some(Domain::Symbols(_)))
    }

    /// The condition that two symbols are the same.
    fn same_symbol(&mut self, left: TermId, right: TermId) -> FormulaId {
        let possible = |place: TermId, value: TermId| match (self.world.domain(place), self.node(value)) {
            (Some(domain), Node::Sym(symbol)) => domain.has_symbol(*symbol),
            (Some(Domain::Symbols(symbols)), Node::Place(..)) => match self.world.domain(value) {
                Some(Domain::Symbols(others)) => symbols.iter().any(|symbol| others.contains(symbol)),
                _ => false,
            },
            _ => false,
        };
        let (left, right) = (left.min(right), left.max(right));
        let places = [left, right].map(|term| matches!(self.node(term), Node::Place(..)));
        let possible = match places {
            [true, true] => possible(left, right),
            [true, false] => possible(left, right),
            [false, true] => possible(right, left),
            [false, false] => false,
        };
        if !possible {
            return FormulaId::FALSE;
        }
        self.world.formulas.add(Formula::Same(left, right))
    }

    /// A place against a symbol its domain cannot hold is a mistake, not just false.
    pub(super) fn check_kind(&mut self, left: TermId, right: TermId, span: Span) -> Result<(), Stop> {
        let number = |node: &Node| matches!(node, Node::Open(open) if !matches!(open, Open::List(_) | Open::Reach(..)));
        let (place, value) = match (self.node(left), self.node(right)) {
            (Node::Sym(_), other) if number(other) => {
                return Err(self.wrong_kind(left, "a number", span).into());
            }
            (other, Node::Sym(_)) if number(other) => {
                return Err(self.wrong_kind(right, "a number", span).into());
            }
            (Node::Place(..), Node::Sym(_)) => (left, right),
            (Node::Sym(_), Node::Place(..)) => (right, left),
            (Node::Place(..), Node::Int(_)) if self.has_symbols(left) => (left, right),
            (Node::Int(_), Node::Place(..)) if self.has_symbols(right) => (right, left),
            _ => return Ok(()),
        };
        let Some(domain) = self.world.domain(place) else { return Ok(()) };
        if matches!(self.node(value), Node::Sym(symbol) if domain.has_symbol(*symbol)) {
            return Ok(());
        }
        let known: Vec<String> = match domain {
            Domain::Symbols(symbols) => {
                symbols.iter().map(|&symbol| self.world.terms.name(symbol).to_owned()).collect()
            }
            _ => Vec::new(),
        };
        let shown = self.world.show_domain(domain);
        let (value, place) = (self.world.show(value), self.world.show(place));
        let known = known.iter().map(String::as_str);
        Err(meaning::not_in_domain(&value, &place, &shown, span, known).into())
    }

    /// A comparison of values, or of a place with a value: what most comparisons are. Nothing for any other.
    #[inline]
    pub(super) fn compare_at_hand(
        &mut self,
        sign: Comparison,
        left: TermId,
        right: TermId,
        span: Span,
    ) -> Option<Result<(), Stop>> {
        let holds = match (self.node(left), self.node(right)) {
            (Node::Int(left), Node::Int(right)) => sign.holds(left, right),
            (Node::Sym(_), Node::Sym(_)) => match sign {
                Comparison::Equal => left == right,
                Comparison::Unequal => left != right,
                _ => return None,
            },
            (Node::Place(..), Node::Int(_) | Node::Sym(_)) if sign == Comparison::Equal => {
                return Some(self.meet_value(left, right, Mode::Compare, span));
            }
            _ => return None,
        };
        Some(if holds { Ok(()) } else { Err(Stop::Fails) })
    }

    /// A comparison as a goal.
    pub(super) fn compare_goal(
        &mut self,
        sign: Comparison,
        left: &Expr,
        right: &Expr,
        base: u32,
        span: Span,
    ) -> Result<(), Stop> {
        if let (Some(left), Some(right)) = (self.small_number(left, base), self.small_number(right, base)) {
            return if sign.holds(&left, &right) { Ok(()) } else { Err(Stop::Fails) };
        }
        if sign == Comparison::Equal {
            return self.equation(left, right, base, span);
        }
        let (left, right) = (self.value(left, base, span)?, self.value(right, base, span)?);
        let (left, right) = (self.bound(left)?, self.bound(right)?);
        self.note_comparison(left, right, span);
        if sign == Comparison::Unequal {
            if self.is_missing(left, span)? || self.is_missing(right, span)? {
                return Err(Stop::Fails);
            }
            let equal = self.gather(|machine| machine.equal(left, right, span))?;
            let unequal = self.world.negate(equal);
            return self.require(unequal);
        }
        let (left, right) = (self.number(left, span)?, self.number(right, span)?);
        let formula = match sign {
            Comparison::AtMost => self.world.compare(Sign::AtMostZero, left, right, 0, span)?,
            Comparison::Less => self.world.compare(Sign::AtMostZero, left, right, 1, span)?,
            Comparison::AtLeast => self.world.compare(Sign::AtMostZero, right, left, 0, span)?,
            _ => self.world.compare(Sign::AtMostZero, right, left, 1, span)?,
        };
        self.require(formula)
    }

    /// Whether a term is a place without a value; a mistake where the law says so.
    fn is_missing(&mut self, term: TermId, span: Span) -> Result<bool, Stop> {
        if !matches!(self.node(term), Node::Place(..)) {
            return Ok(false);
        }
        match self.read(term, span) {
            Ok(_) => Ok(false),
            Err(Stop::Fails) => Ok(true),
            Err(stop) => Err(stop),
        }
    }

    /// Remembers a comparison of two places inside a definition, for the lint W707.
    fn note_comparison(&mut self, left: TermId, right: TermId, span: Span) {
        let place = |term| matches!(self.node(term), Node::Place(..)) && self.world.unknown(term).is_some();
        if !self.strict && matches!(self.policy, Policy::Residual) && place(left) && place(right) {
            self.world.notes.compared.insert(span);
        }
    }

    /// `left = right`: binds an unbound side, solves a simple sum for its unbound part, or compares.
    fn equation(&mut self, left: &Expr, right: &Expr, base: u32, span: Span) -> Result<(), Stop> {
        let sides = [self.value(left, base, span), self.value(right, base, span)];
        let [first, second] = match sides {
            [Ok(first), Ok(second)] => [first, second],
            [Err(Stop::NotReady), Ok(known)] => return self.solve(left, known, base, span),
            [Ok(known), Err(Stop::NotReady)] => return self.solve(right, known, base, span),
            [Err(stop), _] | [_, Err(stop)] => return Err(stop),
        };
        match (self.node(first), self.node(second)) {
            (Node::Var(_), Node::Var(_)) if first != second => Err(Stop::NotReady),
            (&Node::Var(var), _) => self.bind_checked(var, second, span),
            (_, &Node::Var(var)) => self.bind_checked(var, first, span),
            _ => {
                self.note_comparison(first, second, span);
                self.equal(first, second, span)
            }
        }
    }

    /// `X + c = k` and its like, for an integer k: binds X.
    fn solve(&mut self, sum: &Expr, known: TermId, base: u32, span: Span) -> Result<(), Stop> {
        let (Expr::Arithmetic(operator, left, right), &Node::Int(total)) = (sum, self.node(known)) else {
            return Err(Stop::NotReady);
        };
        if !matches!(operator, Operator::Add | Operator::Sub) {
            return Err(Stop::NotReady);
        }
        let subtract = *operator == Operator::Sub;
        let (left, right) = (self.value(left, base, span)?, self.value(right, base, span)?);
        let (var, value) = match (self.node(left), self.node(right)) {
            (&Node::Var(var), &Node::Int(right)) if subtract => (var, number::add(total, right)),
            (&Node::Var(var), &Node::Int(right)) => (var, number::sub(total, right)),
            (&Node::Int(left), &Node::Var(var)) if subtract => (var, number::sub(left, total)),
            (&Node::Int(left), &Node::Var(var)) => (var, number::sub(total, left)),
            _ => return Err(Stop::NotReady),
        };
        let value = value.ok_or_else(|| meaning::overflow(span))?;
        let value = self.world.terms.int(value);
        self.bind_checked(var, value, span)
    }
}

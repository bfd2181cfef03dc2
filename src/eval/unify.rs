//! The two acts on terms: matching, which compares places by identity, and comparing, which reads their values.

use super::machine::Machine;
use super::{Domain, Policy, Stop};
use crate::diagnostic::catalogue::meaning;
use crate::formula::{Formula, FormulaId, Formulas, Sign};
use crate::hash::Set;
use crate::program::{Clause, Expr};
use crate::source::Span;
use crate::syntax::ast::Comparison;
use crate::term::{Node, Open, TermId, Terms};

/// How two places are compared.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    /// By identity.
    Match,
    /// By their values.
    Compare,
}

/// How long a range may be when it is compared element by element.
pub(super) const LONG: usize = 1_000_000;

/// After so many pairs of terms the budget is asked whether matching may go on.
const MANY: usize = 1024;

/// How many elements of a set may be unbound: all their orders are tried.
const MOST_ELEMENTS: usize = 6;

impl Machine<'_> {
    /// Matches two terms: binds placeholders, compares places by identity, reads a place that meets a value.
    pub(super) fn matching(&mut self, left: TermId, right: TermId, span: Span) -> Result<(), Stop> {
        self.unify(left, right, Mode::Match, span)
    }

    /// Makes two terms equal in value.
    pub(super) fn equal(&mut self, left: TermId, right: TermId, span: Span) -> Result<(), Stop> {
        self.unify(left, right, Mode::Compare, span)
    }

    fn unify(&mut self, left: TermId, right: TermId, mode: Mode, span: Span) -> Result<(), Stop> {
        let mut work = vec![(left, right)];
        let mut met = 0_usize;
        while let Some((left, right)) = work.pop() {
            let (left, right) = (self.deref(left), self.deref(right));
            if left == right {
                continue;
            }
            met += 1;
            if met.is_multiple_of(MANY) {
                self.spend(MANY)?;
            }
            match (self.node(left), self.node(right)) {
                (&Node::Var(var), _) => self.bind_checked(var, right, span)?,
                (_, &Node::Var(var)) => self.bind_checked(var, left, span)?,
                (Node::Int(_), Node::Int(_)) | (Node::Sym(_), Node::Sym(_)) => return Err(Stop::Fails),
                (&Node::Cons(head, tail), &Node::Cons(other, rest)) => {
                    work.push((tail, rest));
                    work.push((head, other));
                }
                (Node::Compound(name, parts), Node::Compound(other, others)) => {
                    if name != other || parts.len() != others.len() {
                        return Err(Stop::Fails);
                    }
                    work.extend(parts.iter().copied().zip(others.iter().copied()).rev());
                }
                (Node::Place(name, parts), Node::Place(other, others)) => {
                    let open = !self.world.terms.is_ground(left) || !self.world.terms.is_ground(right);
                    if mode == Mode::Match || open {
                        if name != other || parts.len() != others.len() || !open {
                            return Err(Stop::Fails);
                        }
                        work.extend(parts.iter().copied().zip(others.iter().copied()).rev());
                    } else {
                        self.equal_values(left, right, span)?;
                    }
                }
                (Node::Open(Open::List(_) | Open::Reach(..)), _)
                | (_, Node::Open(Open::List(_) | Open::Reach(..))) => {
                    self.open_list(left, right, span)?;
                }
                (Node::Set(_), Node::Set(_)) => self.equal_sets(left, right, mode, span)?,
                (
                    Node::Set(_) | Node::Range(..),
                    Node::Cons(..) | Node::Nil | Node::Range(..) | Node::Set(_),
                )
                | (Node::Cons(..) | Node::Nil, Node::Set(_) | Node::Range(..)) => {
                    let (left, right) = (self.as_list(left)?, self.as_list(right)?);
                    if left != right {
                        work.push((left, right));
                    }
                }
                (Node::Place(..) | Node::Open(_), Node::Int(_) | Node::Sym(_) | Node::Open(_))
                | (Node::Int(_) | Node::Sym(_), Node::Place(..) | Node::Open(_))
                | (Node::Open(_), Node::Place(..)) => {
                    if mode == Mode::Compare {
                        self.check_kind(left, right, span)?;
                    }
                    self.equal_values(left, right, span)?;
                }
                _ => return Err(Stop::Fails),
            }
        }
        Ok(())
    }

    /// Binds a placeholder; one that stands for a value after a move takes a value, not a place.
    fn bind_checked(&mut self, var: u32, term: TermId, span: Span) -> Result<(), Stop> {
        if self.is_next_value(var) {
            let value = self.read(term, span)?;
            if matches!(self.node(value), Node::Var(_)) {
                return Err(Stop::NotReady);
            }
            self.bind(var, value);
            return Ok(());
        }
        if !self.world.terms.is_ground(term) {
            let inside = self.resolve(term);
            if self.occurs(var, inside) {
                return Err(Stop::Fails);
            }
            // Keep the older placeholder free, so that what is undone later does not leave a dangling name.
            if let &Node::Var(other) = self.node(inside)
                && other > var
                && !self.is_next_value(other)
            {
                let older = self.var_term(var);
                self.bind(other, older);
                return Ok(());
            }
            if self.world.terms.nesting(inside) > crate::term::MOST_NESTING {
                let most = u64::from(crate::term::MOST_NESTING);
                return Err(self.out_of(meaning::Limit::Other("levels of nesting in a term"), most).into());
            }
        }
        self.bind(var, term);
        Ok(())
    }

    fn is_next_value(&self, var: u32) -> bool {
        self.next_values.is_some_and(|base| (base..base + self.world.unknowns.len() as u32).contains(&var))
    }

    fn occurs(&self, var: u32, term: TermId) -> bool {
        let mut work = vec![term];
        let mut seen: Set<TermId> = Set::default();
        while let Some(term) = work.pop() {
            if self.world.terms.is_ground(term) || !seen.insert(term) {
                continue;
            }
            match self.node(term) {
                Node::Var(other) if *other == var => return true,
                Node::Cons(head, tail) => work.extend([*head, *tail]),
                Node::Set(parts) | Node::Compound(_, parts) | Node::Place(_, parts) => {
                    work.extend(parts.iter())
                }
                _ => {}
            }
        }
        false
    }

    /// The complaint about a place that holds no unknown.
    pub(super) fn no_value(&self, place: TermId, span: Span) -> crate::diagnostic::Diagnostic {
        let why = match (self.world.coordinates(place), self.world.size) {
            (Some((row, column)), Some((rows, cols)))
                if !(1..=rows).contains(&row) || !(1..=cols).contains(&column) =>
            {
                format!("not on the board, which is {rows}x{cols}")
            }
            (Some(_), Some(_)) => "a square that is a wall, or of a grid without `::`".to_owned(),
            (Some(_), None) => "there is no grid".to_owned(),
            (None, _) => "no unknown is declared at this index".to_owned(),
        };
        meaning::off_board(&self.world.show(place), span, &why)
    }

    /// The value of a term where it is known; a place or open term as it is where values are not known.
    pub(super) fn read(&mut self, term: TermId, span: Span) -> Result<TermId, Stop> {
        let term = self.deref(term);
        if !matches!(self.node(term), Node::Place(..)) {
            return Ok(term);
        }
        if !self.world.terms.is_ground(term) {
            let term = self.resolve(term);
            return if self.world.terms.is_ground(term) {
                self.read(term, span)
            } else {
                Err(Stop::NotReady)
            };
        }
        self.note_family(term, span);
        let Some(unknown) = self.world.unknown(term) else {
            if self.strict {
                return Err(self.no_value(term, span).into());
            }
            return Err(Stop::Fails);
        };
        match self.policy {
            Policy::Residual => Ok(term),
            Policy::Known(values) => {
                self.reads += 1;
                Ok(values[unknown.0 as usize])
            }
            Policy::Branch(values) => values.get(&unknown).copied().ok_or(Stop::Reads(unknown)),
        }
    }

    /// Remembers whether an index of a family names an unknown, for the lint W711.
    fn note_family(&mut self, place: TermId, span: Span) {
        let &Node::Place(name, _) = self.node(place) else { return };
        if name == self.world.cell {
            return;
        }
        let exists = self.world.unknown(place).is_some();
        let entry = self.world.family_reads.entry(name).or_insert((false, None));
        entry.0 |= exists;
        if !exists {
            entry.1.get_or_insert(span);
        }
    }

    /// Requires that two values are equal.
    fn equal_values(&mut self, left: TermId, right: TermId, span: Span) -> Result<(), Stop> {
        let formula = self.equality(left, right, span)?;
        self.require(formula)
    }

    /// The condition that two values are equal.
    fn equality(&mut self, left: TermId, right: TermId, span: Span) -> Result<FormulaId, Stop> {
        let (left, right) = (self.read(left, span)?, self.read(right, span)?);
        if left == right {
            return Ok(Formulas::TRUE);
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
            _ => Ok(Formulas::FALSE),
        }
    }

    fn has_symbols(&self, term: TermId) -> bool {
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
            return Formulas::FALSE;
        }
        self.world.formulas.add(Formula::Same(left, right))
    }

    /// A place against a symbol its domain cannot hold is a mistake, not just false.
    fn check_kind(&mut self, left: TermId, right: TermId, span: Span) -> Result<(), Stop> {
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

    /// Lists whose length depends on values compare only with the empty list.
    fn open_list(&mut self, left: TermId, right: TermId, span: Span) -> Result<(), Stop> {
        let is_open = matches!(self.node(left), Node::Open(Open::List(_) | Open::Reach(..)));
        let (list, other) = if is_open { (left, right) } else { (right, left) };
        if other != Terms::NIL {
            let lists = matches!(
                self.node(other),
                Node::Cons(..) | Node::Set(_) | Node::Range(..) | Node::Open(Open::List(_) | Open::Reach(..))
            );
            return Err(if lists { meaning::open_length(span).into() } else { Stop::Fails });
        }
        let elements = self.guarded(list, span)?;
        let any = self.world.formulas.or(elements.iter().map(|&(guard, _)| guard));
        let none = self.world.negate(any);
        self.require(none)
    }

    /// A set or range as the list of its elements.
    pub(super) fn as_list(&mut self, term: TermId) -> Result<TermId, Stop> {
        if !matches!(self.node(term), Node::Set(_) | Node::Range(..)) {
            return Ok(term);
        }
        if matches!(self.node(term), Node::Set(parts) if parts.iter().any(|&part| matches!(self.node(part), Node::Open(_))))
        {
            // Which of its numbers are the same, and which comes first, depends on values.
            return Err(meaning::open_length(Span::default()).into());
        }
        let most = LONG;
        match self.world.terms.elements(term, most) {
            Some(elements) => Ok(self.world.terms.list(&elements)),
            None => Err(self.out_of(meaning::Limit::Other("elements of a range"), most as u64).into()),
        }
    }

    fn equal_sets(&mut self, left: TermId, right: TermId, mode: Mode, span: Span) -> Result<(), Stop> {
        let (left, right) = (self.resolve(left), self.resolve(right));
        if left == right {
            return Ok(());
        }
        let ground = (self.world.terms.is_ground(left), self.world.terms.is_ground(right));
        match (ground, mode) {
            ((true, true), Mode::Match) => Err(Stop::Fails),
            ((true, true), Mode::Compare) => {
                // The same values, each way round.
                let (Node::Set(parts), Node::Set(others)) =
                    (self.node(left).clone(), self.node(right).clone())
                else {
                    return Err(Stop::Fails);
                };
                for (some, all) in [(&parts, &others), (&others, &parts)] {
                    for &element in some {
                        let mut any = Vec::new();
                        for &other in all {
                            any.push(self.equality(element, other, span)?);
                        }
                        let formula = self.world.formulas.or(any);
                        self.require(formula)?;
                    }
                }
                Ok(())
            }
            ((false, false), _) => Err(Stop::NotReady),
            ((false, true), _) => {
                self.sets.push((left, right, span));
                Ok(())
            }
            ((true, false), _) => {
                self.sets.push((right, left, span));
                Ok(())
            }
        }
    }

    /// Matches a set with placeholders against a ground one: every way to assign the elements.
    pub(super) fn match_sets(&mut self, open: TermId, ground: TermId, span: Span) -> Result<(), Stop> {
        let open = self.resolve(open);
        let (Node::Set(parts), Node::Set(others)) = (self.node(open).clone(), self.node(ground).clone())
        else {
            return self.matching(open, ground, span);
        };
        if self.world.terms.is_ground(open) {
            return if open == ground { Ok(()) } else { Err(Stop::Fails) };
        }
        if parts.len() != others.len() {
            return Err(Stop::Fails);
        }
        if parts.len() > MOST_ELEMENTS {
            return Err(self
                .out_of(meaning::Limit::Other("elements of a set to be matched"), MOST_ELEMENTS as u64)
                .into());
        }
        let mut ways = Vec::new();
        permutations(&mut (0..others.len()).collect(), 0, &mut |order| {
            ways.push(
                parts.iter().copied().zip(order.iter().map(|&index| others[index])).collect::<Vec<_>>(),
            );
        });
        let next = self.now;
        self.push_choice(super::machine::ChoiceKind::Ways { ways: ways.into(), at: 0, span }, next);
        Err(Stop::Fails)
    }

    /// The condition that a ground term is an element of a list.
    pub(super) fn member(&mut self, item: TermId, list: TermId, span: Span) -> Result<FormulaId, Stop> {
        match *self.node(list) {
            Node::Var(_) => return Err(Stop::NotReady),
            Node::Range(low, high) => {
                let value = self.read(item, span)?;
                return match *self.node(value) {
                    Node::Int(value) => Ok(Formulas::truth((low..=high).contains(&value))),
                    Node::Place(..) if self.has_symbols(value) => Ok(Formulas::FALSE),
                    Node::Place(..) | Node::Open(_) => {
                        let (low, high) = (self.world.terms.int(low), self.world.terms.int(high));
                        let above = self.world.compare(Sign::AtMostZero, low, value, 0, span)?;
                        let below = self.world.compare(Sign::AtMostZero, value, high, 0, span)?;
                        Ok(self.world.formulas.and([above, below]))
                    }
                    _ => Ok(Formulas::FALSE),
                };
            }
            Node::Open(Open::Reach(from, relation)) if matches!(self.node(item), Node::Place(..)) => {
                return Ok(self.world.joined(from, item, relation));
            }
            _ => {}
        }
        let elements = self.guarded(list, span)?;
        let mut any = Vec::new();
        for (guard, element) in elements {
            let element = self.resolve(element);
            let equal = self.test(item, element, span)?;
            if equal == Formulas::FALSE {
                continue;
            }
            let both = self.world.formulas.and([guard, equal]);
            if both == Formulas::TRUE {
                return Ok(both);
            }
            any.push(both);
        }
        Ok(self.world.formulas.or(any))
    }

    /// The condition under which two ground terms match.
    pub(super) fn test(&mut self, left: TermId, right: TermId, span: Span) -> Result<FormulaId, Stop> {
        self.gather(|machine| machine.matching(left, right, span))
    }

    /// What an act would require, instead of requiring it.
    pub(super) fn gather(
        &mut self,
        act: impl FnOnce(&mut Self) -> Result<(), Stop>,
    ) -> Result<FormulaId, Stop> {
        let start = self.conditions.len();
        let watch = self.watch.take();
        let sets = self.sets.len();
        let result = act(self);
        self.watch = watch;
        let parts: Vec<FormulaId> = self.conditions.drain(start..).collect();
        if self.sets.len() > sets {
            self.sets.truncate(sets);
            return Err(Stop::NotReady);
        }
        match result {
            Ok(()) => Ok(self.world.formulas.and(parts)),
            Err(Stop::Fails) => Ok(Formulas::FALSE),
            Err(stop) => Err(stop),
        }
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
            self.world.compared.insert(span);
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
        if !crate::resolve::solvable(*operator) {
            return Err(Stop::NotReady);
        }
        let subtract = *operator == crate::syntax::ast::Operator::Sub;
        let (left, right) = (self.value(left, base, span)?, self.value(right, base, span)?);
        let (var, value) = match (self.node(left), self.node(right)) {
            (&Node::Var(var), &Node::Int(right)) if subtract => (var, total.checked_add(right)),
            (&Node::Var(var), &Node::Int(right)) => (var, total.checked_sub(right)),
            (&Node::Int(left), &Node::Var(var)) if subtract => (var, left.checked_sub(total)),
            (&Node::Int(left), &Node::Var(var)) => (var, total.checked_sub(left)),
            _ => return Err(Stop::NotReady),
        };
        let value = value.ok_or_else(|| meaning::overflow(span))?;
        let value = self.world.terms.int(value);
        self.bind_checked(var, value, span)
    }

    /// Matches a clause's head and sets its body to be done.
    pub(super) fn try_clause(
        &mut self,
        predicate: crate::program::PredicateId,
        clause: u32,
        args: &[TermId],
        next: u32,
    ) -> Result<(), Stop> {
        let span = self.program.predicates[predicate.0 as usize].span;
        let strict = std::mem::replace(&mut self.strict, false);
        self.now = next;
        let result = match self.world.clauses[predicate.0 as usize].get(clause) {
            Clause::Fact(row, _) => {
                let row = row.clone();
                args.iter().zip(row.iter()).try_for_each(|(&arg, &term)| self.matching(arg, term, span))
            }
            Clause::Rule(rule) => {
                let rule = rule.clone();
                let base = self.new_vars(rule.scope.len());
                let now = self.goal_todo(rule.goal.clone(), base, next);
                self.now = now;
                rule.head
                    .iter()
                    .zip(args)
                    .try_for_each(|(pattern, &term)| self.match_pattern(pattern, term, base, rule.span))
            }
        };
        self.strict = strict;
        result
    }

    /// Matches a head's pattern with a term, without building what is only looked at.
    pub(super) fn match_pattern(
        &mut self,
        pattern: &Expr,
        term: TermId,
        base: u32,
        span: Span,
    ) -> Result<(), Stop> {
        match pattern {
            Expr::Any => Ok(()),
            Expr::Slot(slot) => {
                let known = self.slot(*slot, base);
                match self.node(known) {
                    &Node::Var(var) if known == self.var_term(base + u32::from(*slot)) => {
                        let term = self.deref(term);
                        if known != term {
                            self.bind(var, term);
                        }
                        Ok(())
                    }
                    _ => self.matching(known, term, span),
                }
            }
            Expr::List(parts, tail) => {
                let mut rest = term;
                for (done, part) in parts.iter().enumerate() {
                    rest = self.deref(rest);
                    match *self.node(rest) {
                        Node::Cons(head, more) => {
                            self.match_pattern(part, head, base, span)?;
                            rest = more;
                        }
                        Node::Set(_) | Node::Range(..) => {
                            let list = self.as_list(rest)?;
                            let remaining = Expr::List(parts[done..].to_vec(), tail.clone());
                            return self.match_pattern(&remaining, list, base, span);
                        }
                        Node::Open(Open::List(_) | Open::Reach(..)) => {
                            return Err(meaning::open_length(span).into());
                        }
                        Node::Var(_) => {
                            let remaining = Expr::List(parts[done..].to_vec(), tail.clone());
                            let built = self.build(&remaining, base, span)?;
                            return self.matching(rest, built, span);
                        }
                        _ => return Err(Stop::Fails),
                    }
                }
                match tail {
                    Some(tail) => self.match_pattern(tail, rest, base, span),
                    None => self.matching(rest, Terms::NIL, span),
                }
            }
            Expr::Place(name, parts) | Expr::Compound(name, parts) => {
                let term = self.deref(term);
                let found = match (self.node(term), pattern) {
                    (Node::Place(other, others), Expr::Place(..))
                    | (Node::Compound(other, others), Expr::Compound(..))
                        if other == name && others.len() == parts.len() =>
                    {
                        Some(others.clone())
                    }
                    (Node::Var(_), _) => None,
                    (Node::Int(_) | Node::Sym(_), Expr::Place(..)) => None,
                    _ => return Err(Stop::Fails),
                };
                match found {
                    Some(others) => parts
                        .iter()
                        .zip(others.iter())
                        .try_for_each(|(part, &other)| self.match_pattern(part, other, base, span)),
                    None => {
                        let built = self.build(pattern, base, span)?;
                        self.matching(built, term, span)
                    }
                }
            }
            _ => {
                let built = self.build(pattern, base, span)?;
                self.matching(built, term, span)
            }
        }
    }
}

/// Calls a function with every order of the numbers from `start` on.
fn permutations(order: &mut Vec<usize>, start: usize, found: &mut impl FnMut(&[usize])) {
    if start == order.len() {
        found(order);
        return;
    }
    for index in start..order.len() {
        order.swap(start, index);
        permutations(order, start + 1, found);
        order.swap(start, index);
    }
}

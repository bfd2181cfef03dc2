//! The two acts on terms: matching, which compares places by identity, and comparing, which reads their values.

use smallvec::SmallVec;

use super::machine::Machine;
use super::{Policy, Stop};
use crate::base::hash::Set;
use crate::base::number::Sign;
use crate::board::formula::Formulas;
use crate::language::diagnostic::catalogue::meaning;
use crate::language::source::Span;
use crate::language::term::{FormulaId, Node, Open, TermId, Terms};

/// How two places are compared.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
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
pub(super) const MOST_ELEMENTS: usize = 6;

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
        let (left, right) = (self.deref(left), self.deref(right));
        if left == right {
            return Ok(());
        }
        // Most meetings are of values and places.
        match (self.node(left), self.node(right)) {
            (Node::Int(_), Node::Int(_)) | (Node::Sym(_), Node::Sym(_)) => return Err(Stop::Fails),
            (Node::Place(..), Node::Int(_) | Node::Sym(_))
            | (Node::Int(_) | Node::Sym(_), Node::Place(..)) => {
                return self.meet_value(left, right, mode, span);
            }
            // Sets of values are the same or differ.
            (Node::Set(parts), Node::Set(others))
                if parts
                    .iter()
                    .chain(others)
                    .all(|&part| matches!(self.node(part), Node::Int(_) | Node::Sym(_))) =>
            {
                return Err(Stop::Fails);
            }
            _ => {}
        }
        self.unify_parts(left, right, mode, span)
    }

    /// A place or a number that depends on values meets a value.
    pub(super) fn meet_value(
        &mut self,
        left: TermId,
        right: TermId,
        mode: Mode,
        span: Span,
    ) -> Result<(), Stop> {
        let open = matches!(self.policy, Policy::Residual);
        if open && let Some(known) = self.world.met.get(left, right) {
            self.touched += 1;
            return self.require(known);
        }
        if mode == Mode::Compare {
            self.check_kind(left, right, span)?;
        }
        let formula = self.equality(left, right, span)?;
        // Of a cell nothing is to be noted when it is read again.
        let is_cell = matches!(self.node(left), Node::Place(name, _) if *name == self.world.cell);
        if open && mode == Mode::Compare && is_cell {
            self.world.met.add(left, right, formula);
        }
        self.require(formula)
    }

    fn unify_parts(&mut self, left: TermId, right: TermId, mode: Mode, span: Span) -> Result<(), Stop> {
        let mut work: SmallVec<[(TermId, TermId); 8]> = smallvec::smallvec![(left, right)];
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
                    self.meet_value(left, right, mode, span)?;
                }
                _ => return Err(Stop::Fails),
            }
        }
        Ok(())
    }

    /// Binds a placeholder; one that stands for a value after a move takes a value, not a place.
    pub(super) fn bind_checked(&mut self, var: u32, term: TermId, span: Span) -> Result<(), Stop> {
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
            if self.world.terms.nesting(inside) > crate::language::term::MOST_NESTING {
                let most = u64::from(crate::language::term::MOST_NESTING);
                return Err(self.out_of(meaning::Limit::Other("levels of nesting in a term"), most).into());
            }
        }
        self.bind(var, term);
        Ok(())
    }

    pub(super) fn is_next_value(&self, var: u32) -> bool {
        self.after.first.is_some_and(|base| (base..base + self.world.unknowns.len() as u32).contains(&var))
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
        self.has_order(term, Span::default())?;
        let most = LONG;
        match self.world.terms.elements(term, most) {
            Some(elements) => Ok(self.world.terms.list(&elements)),
            None => Err(self.out_of(meaning::Limit::Other("elements of a range"), most as u64).into()),
        }
    }

    /// Refuses a set with computed numbers: which of them are the same, and which comes first, depends on values.
    pub(super) fn has_order(&self, list: TermId, span: Span) -> Result<(), Stop> {
        let is_open = |part: &TermId| matches!(self.node(*part), Node::Open(_));
        match self.node(list) {
            Node::Set(parts) if parts.iter().any(is_open) => Err(meaning::open_length(span).into()),
            _ => Ok(()),
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
        let next = self.agenda.now;
        self.push_choice(super::stacks::ChoiceKind::Ways { ways: ways.into(), at: 0, span }, next);
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
                    Node::Place(..) if self.has_symbols(value) => Ok(FormulaId::FALSE),
                    Node::Place(..) | Node::Open(_) => {
                        let (low, high) = (self.world.terms.int(low), self.world.terms.int(high));
                        let above = self.world.compare(Sign::AtMostZero, low, value, 0, span)?;
                        let below = self.world.compare(Sign::AtMostZero, value, high, 0, span)?;
                        Ok(self.world.formulas.and([above, below]))
                    }
                    _ => Ok(FormulaId::FALSE),
                };
            }
            Node::Open(Open::Reach(from, relation)) if matches!(self.node(item), Node::Place(..)) => {
                return Ok(self.world.joined(from, item, relation));
            }
            _ => {}
        }
        if let Some((known, looked_at)) = self.is_plain_member(item, list) {
            self.spend(looked_at)?;
            return Ok(Formulas::truth(known));
        }
        let elements = self.guarded(list, span)?;
        let mut any = Vec::new();
        for (guard, element) in elements {
            let element = self.resolve(element);
            let equal = self.test(item, element, span)?;
            if equal == FormulaId::FALSE {
                continue;
            }
            let both = self.world.formulas.and([guard, equal]);
            if both == FormulaId::TRUE {
                return Ok(both);
            }
            any.push(both);
        }
        Ok(self.world.formulas.or(any))
    }

    /// Whether a list has an element, where that can be told by being the same: among places for a place, among numbers
    /// and symbols for one of them; and how many elements were looked at.
    fn is_plain_member(&self, item: TermId, list: TermId) -> Option<(bool, usize)> {
        let is_place = match self.node(item) {
            Node::Place(..) => true,
            Node::Int(_) | Node::Sym(_) => false,
            _ => return None,
        };
        let (mut rest, mut looked_at) = (list, 0);
        while let &Node::Cons(head, tail) = self.node(rest) {
            looked_at += 1;
            if head == item {
                return Some((true, looked_at));
            }
            match self.node(head) {
                Node::Place(..) if is_place => {}
                Node::Int(_) | Node::Sym(_) if !is_place => {}
                _ => return None,
            }
            rest = tail;
        }
        (rest == Terms::NIL).then_some((false, looked_at))
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
            Err(Stop::Fails) => Ok(FormulaId::FALSE),
            Err(stop) => Err(stop),
        }
    }
}

/// Calls a function with every order of the numbers from `start` on.
pub(super) fn permutations(order: &mut Vec<usize>, start: usize, found: &mut impl FnMut(&[usize])) {
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

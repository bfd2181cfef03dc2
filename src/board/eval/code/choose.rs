//! The steps that choose: each way to go on is tried, one after the other.

use std::sync::Arc;

use smallvec::SmallVec;

use super::super::Stop;
use super::super::machine::Machine;
use super::fit::{Meeting, Sets};
use super::perform::Then;
use super::tables::{Args, FREE, Key, Rows};
use super::{Act, Arg, Body, Call, Known, Pattern, Step};
use crate::language::program::{Expr, Slot};
use crate::language::source::Span;
use crate::language::term::{Node, TermId, Terms};

/// What is done with the terms that a body finds.
pub(super) type Found<'a, 't> = dyn FnMut(&mut Machine<'a>, &[TermId]) -> Result<bool, Stop> + 't;

impl<'a> Machine<'a> {
    /// Runs the steps after one that chooses, for each way it has.
    pub(super) fn try_ways(
        &mut self,
        step: &Step,
        base: u32,
        rest: &[Step],
        then: &mut Then<'a, '_>,
    ) -> Result<bool, Stop> {
        let span = step.span;
        let meeting = Meeting::matched(base, span);
        match &step.act {
            Act::Area(layer, parts) => {
                let rows = self.area_rows(*layer, span)?;
                for (condition, row) in rows.iter() {
                    let more = self.branch(|machine| {
                        machine.require(condition)?;
                        machine.fit_then(parts.iter().zip(row.iter().copied()), meeting, rest, then)
                    })?;
                    if !more {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            Act::Each(pattern, list) => self.each_element(pattern, list, meeting, rest, then),
            Act::Split(list, items) => self.split_list(list, items, meeting, rest, then),
            Act::Places(name, pattern) => {
                let places = self.world.places.get(name).cloned().unwrap_or_default();
                self.each_term(places.iter().copied(), pattern, meeting, rest, then)
            }
            Act::Squares(pattern) => {
                let squares = self.world.squares.clone();
                self.each_term(squares.iter().copied(), pattern, meeting, rest, then)
            }
            Act::Any(codes) => {
                for code in codes {
                    if !self.perform(code, base, &mut |machine| machine.go(rest, base, then))? {
                        return Ok(false);
                    }
                }
                Ok(true)
            }
            // All others bind what they bind in one way.
            _ => Err(Stop::Beyond),
        }
    }

    /// All answers to a call.
    #[inline]
    pub(super) fn called(&mut self, call: &Call, base: u32, span: Span) -> Result<Arc<Rows>, Stop> {
        let only = match &call.known {
            Known::Nothing => Some(TermId(0)),
            Known::Only(expr) => Some(self.known(expr, base, span)?),
            Known::Several => None,
        };
        if let Some(rows) = only.and_then(|only| self.rows_at(call, only)) {
            return Ok(rows);
        }
        let mut args = Args::new();
        for arg in &call.args {
            args.push(match arg {
                Arg::In(expr) => self.known(expr, base, span)?.0,
                Arg::Out(_) => FREE,
            });
        }
        self.rows(Key { predicate: call.predicate, mode: call.mode, args: &args }, call.function)
    }

    /// Takes one row: its terms stand for names.
    #[inline]
    pub(super) fn take_row(
        &mut self,
        rows: &Rows,
        at: usize,
        names: &[Option<Slot>],
        base: u32,
    ) -> Result<(), Stop> {
        let (condition, row) = rows.row(at);
        self.require(condition)?;
        for (name, &term) in names.iter().zip(row) {
            if let Some(slot) = name {
                self.bindings.put(base + u32::from(*slot), term);
            }
        }
        Ok(())
    }

    /// Goes on for each row, whose terms stand for names.
    pub(super) fn each_named(
        &mut self,
        rows: &Rows,
        names: &[Option<Slot>],
        base: u32,
        rest: &[Step],
        then: &mut Then<'a, '_>,
    ) -> Result<bool, Stop> {
        for at in 0..rows.len() {
            let more = self.branch(|machine| {
                machine.take_row(rows, at, names, base)?;
                machine.go_on(rest, base, then)
            });
            if !more? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Goes on for each row that fits; only for those whose list has an element, if the call asks for that.
    pub(super) fn each_row(
        &mut self,
        rows: &Arc<Rows>,
        call: &Call,
        meeting: Meeting,
        rest: &[Step],
        then: &mut Then<'a, '_>,
    ) -> Result<bool, Stop> {
        let member = match &call.member {
            Some((column, item)) => Some((*column, self.known(item, meeting.base, meeting.span)?)),
            None => None,
        };
        let is_place = |&(_, item): &(usize, TermId)| matches!(self.node(item), Node::Place(..));
        let numbers = member
            .filter(is_place)
            .and_then(|(column, item)| rows.with_element(column, item, &self.world.terms));
        for number in 0..numbers.map_or(rows.len(), <[u32]>::len) {
            let (condition, row) = rows.row(numbers.map_or(number, |numbers| numbers[number] as usize));
            let more = self.branch(|machine| {
                machine.require(condition)?;
                if let (Some((column, item)), None) = (member, numbers) {
                    let has = machine.member(item, row[column], meeting.span)?;
                    machine.require(has)?;
                }
                machine.fit_then(call.outs().zip(row.iter().copied()), meeting, rest, then)
            })?;
            if !more {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Runs a rule on known arguments, in a frame of its own.
    pub(super) fn run_body(
        &mut self,
        body: &Body,
        known: &[u32],
        then: &mut Found<'a, '_>,
    ) -> Result<bool, Stop> {
        let names = self.bindings.count();
        let base = self.new_vars(body.code.names);
        let meeting = Meeting::matched(base, body.span);
        self.strict = false;
        let more = self.branch(|machine| {
            let mut sets = Sets::new();
            let mut head = body.head.iter();
            head.try_for_each(|(at, part)| machine.fit(part, TermId(known[*at]), meeting, &mut sets))?;
            if !sets.is_empty() {
                return Err(Stop::Beyond);
            }
            machine.go_on(&body.code.steps, base, &mut |machine| {
                let mut found: SmallVec<[TermId; 4]> = SmallVec::new();
                for expr in &body.found {
                    found.push(machine.known(expr, base, body.span)?);
                }
                if found.iter().any(|&term| !machine.world.terms.is_ground(term)) {
                    return Err(Stop::Beyond);
                }
                then(machine, &found)
            })
        });
        self.bindings.leave(names);
        more
    }

    fn each_element(
        &mut self,
        pattern: &Pattern,
        list: &Expr,
        meeting: Meeting,
        rest: &[Step],
        then: &mut Then<'a, '_>,
    ) -> Result<bool, Stop> {
        let Meeting { base, span, .. } = meeting;
        // The numbers of a range are run through without making it a term.
        let small = match list {
            Expr::Range(low, high) => self.small_number(low, base).zip(self.small_number(high, base)),
            _ => None,
        };
        if let Some((low, high)) = small {
            return self.each_number(low.into(), high.into(), pattern, meeting, rest, then);
        }
        let mut list = self.known(list, base, span)?;
        if let Node::Range(low, high) = *self.node(list) {
            return self.each_number(low, high, pattern, meeting, rest, then);
        }
        while let Node::Cons(head, tail) = *self.node(list) {
            if !self.each_term([head].into_iter(), pattern, meeting, rest, then)? {
                return Ok(false);
            }
            list = tail;
        }
        if list == Terms::NIL {
            return Ok(true);
        }
        for (guard, element) in self.guarded(list, span)? {
            let more = self.branch(|machine| {
                machine.require(guard)?;
                machine.fit_then([(pattern, element)], meeting, rest, then)
            })?;
            if !more {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn each_number(
        &mut self,
        low: i128,
        high: i128,
        pattern: &Pattern,
        meeting: Meeting,
        rest: &[Step],
        then: &mut Then<'a, '_>,
    ) -> Result<bool, Stop> {
        for number in low..=high {
            let number = self.world.terms.int(number);
            if !self.each_term([number].into_iter(), pattern, meeting, rest, then)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    #[inline]
    fn each_term(
        &mut self,
        terms: impl Iterator<Item = TermId>,
        pattern: &Pattern,
        meeting: Meeting,
        rest: &[Step],
        then: &mut Then<'a, '_>,
    ) -> Result<bool, Stop> {
        for term in terms {
            let more = if let Pattern::Bind(slot) = pattern {
                self.bindings.put(meeting.base + u32::from(*slot), term);
                self.go(rest, meeting.base, then)
            } else {
                self.fit_then([(pattern, term)], meeting, rest, then)
            };
            if !more? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Goes on where terms have the shape of their patterns, in every way they have it.
    fn fit_then<'c>(
        &mut self,
        pairs: impl IntoIterator<Item = (&'c Pattern, TermId)>,
        meeting: Meeting,
        rest: &[Step],
        then: &mut Then<'a, '_>,
    ) -> Result<bool, Stop> {
        self.branch(|machine| {
            let mut sets = Sets::new();
            let mut pairs = pairs.into_iter();
            pairs.try_for_each(|(pattern, term)| machine.fit(pattern, term, meeting, &mut sets))?;
            if sets.is_empty() {
                return machine.go_on(rest, meeting.base, then);
            }
            machine.assign(&sets, meeting, &mut |machine| machine.go(rest, meeting.base, then))
        })
    }
}

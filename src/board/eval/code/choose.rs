//! The steps that choose: each way to go on is tried, one after the other.

use std::sync::Arc;

use smallvec::SmallVec;

use super::super::Stop;
use super::super::machine::Machine;
use super::fit::{Meeting, Sets};
use super::perform::Then;
use super::tables::{Args, FREE, Key, Rows};
use super::{Act, Arg, Body, Call, Definition, Pattern, Step};
use crate::language::program::Expr;
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
        let meeting = Meeting { by_value: false, base, span };
        match &step.act {
            Act::Take(pattern, expr) => {
                let term = self.value(expr, base, span)?;
                self.fit_then([(pattern, term)], Meeting { by_value: true, ..meeting }, rest, then)
            }
            Act::Call(call) => {
                let args = self.arguments(call, base, span)?;
                let key = Key { predicate: call.predicate, mode: call.mode, args: &args };
                let rows = self.rows(key, call.function)?;
                let member = match &call.member {
                    Some((column, item)) => Some((*column, self.value(item, base, span)?)),
                    None => None,
                };
                self.each_row(&rows, member, &call.outs(), meeting, rest, then)
            }
            Act::Enter(definition, call) => self.enter(definition, call, meeting, rest, then),
            Act::Area(layer, parts) => {
                let rows = self.area_rows(*layer, span)?;
                self.each_row(&rows, None, &parts.iter(), meeting, rest, then)
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

    /// The arguments of a call as far as they are known.
    fn arguments(&mut self, call: &Call, base: u32, span: Span) -> Result<Args, Stop> {
        let mut args = Args::new();
        for arg in &call.args {
            args.push(match arg {
                Arg::In(expr) => self.value(expr, base, span)?.0,
                Arg::Out(_) => FREE,
            });
        }
        Ok(args)
    }

    /// Goes on for each row; with a column and an item, only for those whose list there has it.
    fn each_row<'c>(
        &mut self,
        rows: &Arc<Rows>,
        member: Option<(usize, TermId)>,
        parts: &(impl Iterator<Item = &'c Pattern> + Clone),
        meeting: Meeting,
        rest: &[Step],
        then: &mut Then<'a, '_>,
    ) -> Result<bool, Stop> {
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
                machine.fit_then(parts.clone().zip(row.iter().copied()), meeting, rest, then)
            })?;
            if !more {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Runs a definition in place: its answers are not kept.
    fn enter(
        &mut self,
        definition: &Definition,
        call: &Call,
        meeting: Meeting,
        rest: &[Step],
        then: &mut Then<'a, '_>,
    ) -> Result<bool, Stop> {
        let known = self.arguments(call, meeting.base, meeting.span)?;
        let mark = self.conditions.len();
        let mut by_value = false;
        for body in &definition.rules {
            let more = self.run_body(body, &known, &mut |machine, found| {
                by_value |= machine.conditions.len() > mark;
                machine.fit_then(call.outs().zip(found.iter().copied()), meeting, rest, then)
            });
            if by_value {
                self.world.notes.value_predicates.insert(call.predicate);
            }
            if !more? {
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
        let base = self.new_vars(body.names);
        let meeting = Meeting { by_value: false, base, span: body.span };
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
                    found.push(machine.value(expr, base, body.span)?);
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
        let mut list = self.value(list, base, span)?;
        if let Node::Range(low, high) = *self.node(list) {
            return self.each_number(low, high, pattern, meeting, rest, then);
        }
        while let Node::Cons(head, tail) = *self.node(list) {
            if !self.fit_then([(pattern, head)], meeting, rest, then)? {
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
            if !self.fit_then([(pattern, number)], meeting, rest, then)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn each_term(
        &mut self,
        terms: impl Iterator<Item = TermId>,
        pattern: &Pattern,
        meeting: Meeting,
        rest: &[Step],
        then: &mut Then<'a, '_>,
    ) -> Result<bool, Stop> {
        for term in terms {
            if !self.fit_then([(pattern, term)], meeting, rest, then)? {
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

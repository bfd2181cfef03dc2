//! Running code: each step that chooses is a loop around the steps after it.

use std::cell::RefCell;

use smallvec::SmallVec;

use super::super::Stop;
use super::super::machine::{Answer, Machine, Query};
use super::super::stacks::NOTHING;
use super::super::unify::LONG;
use super::fit::{Meeting, Sets};
use super::rows::{Args, FREE, Key, Rows};
use super::{Act, Arg, Call, Code, Definition, Item, Pattern, Step};
use crate::base::hash::Map;
use crate::language::program::{Builtin, Expr, Goal, GoalKind};
use crate::language::source::Span;
use crate::language::term::{FormulaId, Node, TermId, Terms};

/// What comes after the steps at hand; whether to go on looking for answers.
pub(super) type Then<'a, 't> = dyn FnMut(&mut Machine<'a>) -> Result<bool, Stop> + 't;

/// After so many steps the budget is asked whether to go on.
const MANY: u64 = 64;

impl<'a> Machine<'a> {
    /// All answers to a question, if it has code and nothing is beyond it.
    pub(in super::super) fn coded_answers(&mut self, query: &Query<'_>) -> Option<Vec<Answer>> {
        let asked = self.asked_code(query)?;
        let mut answers = Vec::new();
        self.ask_code(query, |machine, base| {
            machine.perform(&asked.code, base, &mut |machine| {
                let before = machine.conditions.len();
                let mut terms = Vec::with_capacity(query.template.len());
                for expr in query.template {
                    terms.push(machine.value(expr, base, query.goal.span)?);
                }
                debug_assert!(terms.iter().all(|&term| machine.world.terms.is_ground(term)));
                let condition = machine.condition_since(0);
                machine.conditions.truncate(before);
                answers.push(Answer { terms: terms.into(), condition });
                machine.count_answer(answers.len())?;
                Ok(true)
            })
        })?;
        Some(answers)
    }

    /// The condition under which a question has an answer, likewise.
    pub(in super::super) fn coded_truth(&mut self, query: &Query<'_>) -> Option<FormulaId> {
        let asked = self.asked_code(query)?;
        let mut any: SmallVec<[FormulaId; 4]> = SmallVec::new();
        self.ask_code(query, |machine, base| {
            machine.perform(&asked.code, base, &mut |machine| {
                let condition = machine.condition_since(0);
                any.push(condition);
                // Whether the others can be asked at all is to be seen, too.
                Ok(true)
            })
        })?;
        Some(match any[..] {
            [] => FormulaId::FALSE,
            [only] => only,
            _ => self.world.formulas.or(any),
        })
    }

    /// Runs code in a frame of its own; nothing if something is beyond it, and then nothing has been spent.
    fn ask_code(
        &mut self,
        query: &Query<'_>,
        run: impl FnOnce(&mut Self, u32) -> Result<bool, Stop>,
    ) -> Option<()> {
        let steps = self.world.steps;
        self.reset();
        self.asked = query.goal.span;
        self.agenda.now = NOTHING;
        let base = self.new_vars(query.scope);
        for &(slot, term) in query.bound {
            self.bindings.put(base + u32::from(slot), term);
        }
        let done = run(self, base);
        self.conditions.clear();
        self.sets.clear();
        if done.is_err() {
            self.world.steps = steps;
        }
        done.ok().map(|_| ())
    }

    /// Runs code, and what comes after it for each answer.
    pub(super) fn perform(&mut self, code: &Code, base: u32, then: &mut Then<'a, '_>) -> Result<bool, Stop> {
        self.go(&code.steps, base, then)
    }

    fn go(&mut self, steps: &[Step], base: u32, then: &mut Then<'a, '_>) -> Result<bool, Stop> {
        let mark = self.conditions.len();
        let more = self.go_on(steps, base, then);
        self.conditions.truncate(mark);
        match more {
            Err(Stop::Fails) => Ok(true),
            more => more,
        }
    }

    fn go_on(&mut self, mut steps: &[Step], base: u32, then: &mut Then<'a, '_>) -> Result<bool, Stop> {
        while let Some((step, rest)) = steps.split_first() {
            self.tick()?;
            self.strict = step.strict;
            let span = step.span;
            match &step.act {
                Act::Test(goal) => self.test_goal(goal, base)?,
                Act::Let(slot, expr) => {
                    let term = self.value(expr, base, span)?;
                    self.bindings.put(base + u32::from(*slot), term);
                }
                Act::Take(pattern, expr) => {
                    let term = self.value(expr, base, span)?;
                    return self.fit_then(
                        [(pattern, term)],
                        Meeting { by_value: true, base, span },
                        rest,
                        then,
                    );
                }
                Act::Solve(slot, goal) => {
                    let mark = self.bindings.mark();
                    self.bindings.clear(base + u32::from(*slot));
                    let solved = self.test_goal(goal, base);
                    self.bindings.keep(mark);
                    solved?;
                }
                Act::Join(slot, items) => {
                    let list = self.join(items, base, span)?;
                    self.bindings.put(base + u32::from(*slot), list);
                }
                Act::Has(pattern, list) => {
                    let any = self
                        .any(|machine, found| machine.each_element(pattern, list, base, span, &[], found))?;
                    self.require(any)?;
                }
                Act::Splits(list, items) => {
                    let any =
                        self.any(|machine, found| machine.split_list(list, items, base, span, &[], found))?;
                    self.require(any)?;
                }
                Act::AnyHolds(codes) => {
                    let any = self.any(|machine, found| {
                        for code in codes {
                            if !machine.perform(code, base, found)? {
                                return Ok(false);
                            }
                        }
                        Ok(true)
                    })?;
                    self.require(any)?;
                }
                Act::Not(code) => {
                    let any = self.any(|machine, found| machine.perform(code, base, found))?;
                    let none = self.world.negate(any);
                    self.require(none)?;
                }
                Act::Collect(element, code, result) => {
                    let list = self.collect(element, code, base, span)?;
                    if let Pattern::Bind(slot) = result {
                        self.bindings.put(base + u32::from(*slot), list);
                    } else {
                        let meeting = Meeting { by_value: false, base, span };
                        self.fit(result, list, meeting, &mut Sets::new())?;
                    }
                }
                Act::Call(call) if call.once => {
                    let rows = self.called(call, base, span)?;
                    let mut sets = Sets::new();
                    let meeting = Meeting { by_value: false, base, span };
                    let any = self.any(|machine, found| {
                        for (condition, row) in rows.iter() {
                            let mark = machine.conditions.len();
                            let fits = machine.require(condition).and_then(|()| {
                                let out = outs(&call.args);
                                out.zip(row)
                                    .try_for_each(|(part, &term)| machine.fit(part, term, meeting, &mut sets))
                            });
                            let more = match fits {
                                Ok(()) => found(machine),
                                Err(Stop::Fails) => Ok(true),
                                Err(stop) => Err(stop),
                            };
                            machine.conditions.truncate(mark);
                            if !more? {
                                return Ok(false);
                            }
                        }
                        Ok(true)
                    })?;
                    self.require(any)?;
                }
                Act::Enter(definition, call)
                    if call.once || call.args.iter().all(|arg| matches!(arg, Arg::In(_))) =>
                {
                    let any =
                        self.any(|machine, found| machine.enter(definition, call, base, span, &[], found))?;
                    self.require(any)?;
                }
                Act::Enter(definition, call) => {
                    return self.enter(definition, call, base, span, rest, then);
                }
                Act::Call(call) => {
                    let rows = self.called(call, base, span)?;
                    if let Some((at, item)) = &call.member {
                        let item = self.value(item, base, span)?;
                        return self.each_row_with(
                            &rows,
                            (*at, item),
                            &call.args,
                            Meeting { by_value: false, base, span },
                            rest,
                            then,
                        );
                    }
                    return self.each_row(
                        &rows,
                        &call.args,
                        Meeting { by_value: false, base, span },
                        rest,
                        then,
                    );
                }
                Act::Area(layer, args) => {
                    let rows = self.area_rows(*layer, span)?;
                    let meeting = Meeting { by_value: false, base, span };
                    for (_, row) in rows.iter() {
                        let [symbol, cells] = args;
                        let mut pairs = Vec::with_capacity(2);
                        let mut fits = true;
                        for (arg, &term) in [symbol, cells].into_iter().zip(row) {
                            match arg {
                                Arg::In(expr) => {
                                    let known = self.value(expr, base, span)?;
                                    fits &= known == term || self.test(known, term, span)? == FormulaId::TRUE;
                                }
                                Arg::Out(pattern) => pairs.push((pattern, term)),
                            }
                        }
                        if fits && !self.fit_then(pairs, meeting, rest, then)? {
                            return Ok(false);
                        }
                    }
                    return Ok(true);
                }
                Act::Each(pattern, list) => return self.each_element(pattern, list, base, span, rest, then),
                Act::Split(list, items) => return self.split_list(list, items, base, span, rest, then),
                Act::Places(name, pattern) => {
                    let places = self.world.places.get(name).cloned().unwrap_or_default();
                    return self.each_place(
                        &places,
                        pattern,
                        Meeting { by_value: false, base, span },
                        rest,
                        then,
                    );
                }
                Act::Squares(pattern) => {
                    let squares = self.world.places.get(&self.world.cell).cloned().unwrap_or_default();
                    return self.each_place(
                        &squares,
                        pattern,
                        Meeting { by_value: false, base, span },
                        rest,
                        then,
                    );
                }
                Act::Any(codes) => {
                    for code in codes {
                        if !self.perform(code, base, &mut |machine| machine.go(rest, base, then))? {
                            return Ok(false);
                        }
                    }
                    return Ok(true);
                }
            }
            steps = rest;
        }
        then(self)
    }

    /// Counts a step; now and then the budget is asked whether to go on.
    #[inline]
    fn tick(&mut self) -> Result<(), Stop> {
        self.world.steps += 1;
        let look = self.world.steps > self.world.budget.steps || self.world.steps.is_multiple_of(MANY);
        if look && self.world.is_exhausted() { Err(Stop::Beyond) } else { Ok(()) }
    }

    /// Goes on for each row of a call's answers.
    fn each_row(
        &mut self,
        rows: &Rows,
        args: &[Arg],
        meeting: Meeting,
        rest: &[Step],
        then: &mut Then<'a, '_>,
    ) -> Result<bool, Stop> {
        for (condition, row) in rows.iter() {
            let mark = self.conditions.len();
            match self.require(condition) {
                Ok(()) => {}
                Err(Stop::Fails) => continue,
                Err(stop) => return Err(stop),
            }
            let more = self.fit_then(outs(args).zip(row.iter().copied()), meeting, rest, then);
            self.conditions.truncate(mark);
            if !more? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The same for the rows whose list at a column has an element.
    fn each_row_with(
        &mut self,
        rows: &Rows,
        (column, item): (usize, TermId),
        args: &[Arg],
        meeting: Meeting,
        rest: &[Step],
        then: &mut Then<'a, '_>,
    ) -> Result<bool, Stop> {
        let mut go_on = |machine: &mut Self, condition: FormulaId, row: &[TermId]| {
            let mark = machine.conditions.len();
            let member = machine.require(condition).and_then(|()| {
                let member = machine.member(item, row[column], meeting.span)?;
                machine.require(member)
            });
            let more = match member {
                Ok(()) => machine.fit_then(outs(args).zip(row.iter().copied()), meeting, rest, then),
                Err(Stop::Fails) => Ok(true),
                Err(stop) => Err(stop),
            };
            machine.conditions.truncate(mark);
            more
        };
        if let Some(places) = rows.by_element(column, &self.world.terms)
            && matches!(self.node(item), Node::Place(..))
        {
            for &at in places.get(&item).into_iter().flatten() {
                let (condition, row) = rows.row(at as usize);
                if !go_on(self, condition, row)? {
                    return Ok(false);
                }
            }
            return Ok(true);
        }
        for (condition, row) in rows.iter() {
            if !go_on(self, condition, row)? {
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
        base: u32,
        span: Span,
        rest: &[Step],
        then: &mut Then<'a, '_>,
    ) -> Result<bool, Stop> {
        let names = self.bindings.count();
        let mut known: SmallVec<[TermId; 4]> = SmallVec::new();
        for arg in &call.args {
            known.push(match arg {
                Arg::In(expr) => self.value(expr, base, span)?,
                Arg::Out(_) => TermId(FREE),
            });
        }
        let mut by_value = false;
        for body in &definition.rules {
            let mark = self.conditions.len();
            self.strict = false;
            let inner = self.new_vars(body.names);
            let meeting = Meeting { by_value: false, base: inner, span: body.span };
            let mut sets = Sets::new();
            let mut head = body.head.iter();
            let fits = head.try_for_each(|(at, part)| self.fit(part, known[*at], meeting, &mut sets));
            let more = match fits {
                Ok(()) if !sets.is_empty() => Err(Stop::Beyond),
                Ok(()) => self.perform(&body.code, inner, &mut |machine| {
                    by_value |= machine.conditions.len() > mark;
                    let mut found: SmallVec<[TermId; 4]> = SmallVec::new();
                    for expr in &body.found {
                        found.push(machine.value(expr, inner, body.span)?);
                    }
                    let meeting = Meeting { by_value: false, base, span };
                    machine.fit_then(outs(&call.args).zip(found), meeting, rest, then)
                }),
                Err(Stop::Fails) => Ok(true),
                Err(stop) => Err(stop),
            };
            self.conditions.truncate(mark);
            self.bindings.leave(names);
            if by_value {
                self.world.notes.value_predicates.insert(call.predicate);
            }
            if !more? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn each_place(
        &mut self,
        places: &[TermId],
        pattern: &Pattern,
        meeting: Meeting,
        rest: &[Step],
        then: &mut Then<'a, '_>,
    ) -> Result<bool, Stop> {
        for &place in places {
            if !self.fit_then([(pattern, place)], meeting, rest, then)? {
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
        let mark = self.conditions.len();
        let mut sets = Sets::new();
        let fits =
            pairs.into_iter().try_for_each(|(pattern, term)| self.fit(pattern, term, meeting, &mut sets));
        let more = match fits {
            Ok(()) if sets.is_empty() => self.go(rest, meeting.base, then),
            Ok(()) => self.assign(&sets, meeting, &mut |machine| machine.go(rest, meeting.base, then)),
            Err(Stop::Fails) => Ok(true),
            Err(stop) => Err(stop),
        };
        self.conditions.truncate(mark);
        more
    }

    /// The condition under which something is found.
    fn any(
        &mut self,
        look: impl FnOnce(&mut Self, &mut Then<'a, '_>) -> Result<bool, Stop>,
    ) -> Result<FormulaId, Stop> {
        let start = self.conditions.len() as u32;
        let mut conditions: SmallVec<[FormulaId; 4]> = SmallVec::new();
        let more = look(self, &mut |machine| {
            let condition = machine.condition_since(start);
            conditions.push(condition);
            Ok(condition != FormulaId::TRUE)
        })?;
        self.conditions.truncate(start as usize);
        Ok(match conditions[..] {
            _ if !more => FormulaId::TRUE,
            [] => FormulaId::FALSE,
            [only] => only,
            _ => self.world.formulas.or(conditions),
        })
    }

    fn collect(&mut self, element: &Expr, code: &Code, base: u32, span: Span) -> Result<TermId, Stop> {
        let start = self.conditions.len() as u32;
        let mut found = Vec::new();
        self.perform(code, base, &mut |machine| {
            let term = machine.value(element, base, span)?;
            let condition = machine.condition_since(start);
            found.push((condition, term));
            machine.count_answer(found.len())?;
            Ok(true)
        })?;
        Ok(self.collected(found))
    }

    fn called(&mut self, call: &Call, base: u32, span: Span) -> Result<std::sync::Arc<Rows>, Stop> {
        let mut args = Args::new();
        for arg in &call.args {
            args.push(match arg {
                Arg::In(expr) => self.value(expr, base, span)?.0,
                Arg::Out(_) => FREE,
            });
        }
        self.rows(Key { predicate: call.predicate, mode: call.mode, args: &args }, call.function)
    }

    fn each_element(
        &mut self,
        pattern: &Pattern,
        list: &Expr,
        base: u32,
        span: Span,
        rest: &[Step],
        then: &mut Then<'a, '_>,
    ) -> Result<bool, Stop> {
        let meeting = Meeting { by_value: false, base, span };
        if let Expr::Range(low, high) = list
            && let (Some(low), Some(high)) = (self.small_number(low, base), self.small_number(high, base))
        {
            for number in low..=high {
                let number = self.world.terms.int(number);
                if !self.fit_then([(pattern, number)], meeting, rest, then)? {
                    return Ok(false);
                }
            }
            return Ok(true);
        }
        let mut list = self.value(list, base, span)?;
        if let Node::Range(low, high) = *self.node(list) {
            for number in low..=high {
                let number = self.world.terms.int(number);
                if !self.fit_then([(pattern, number)], meeting, rest, then)? {
                    return Ok(false);
                }
            }
            return Ok(true);
        }
        while let Node::Cons(head, tail) = *self.node(list) {
            if !self.fit_then([(pattern, head)], meeting, rest, then)? {
                return Ok(false);
            }
            list = tail;
        }
        if matches!(self.node(list), Node::Nil) {
            return Ok(true);
        }
        for (guard, element) in self.guarded(list, span)? {
            let mark = self.conditions.len();
            match self.require(guard) {
                Ok(()) => {}
                Err(Stop::Fails) => continue,
                Err(stop) => return Err(stop),
            }
            let more = self.fit_then([(pattern, element)], meeting, rest, then);
            self.conditions.truncate(mark);
            if !more? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The list of some elements and segments.
    fn join(&mut self, items: &[Item], base: u32, span: Span) -> Result<TermId, Stop> {
        let mut elements = Vec::new();
        for item in items {
            match item {
                Item::One(Pattern::Known(expr)) => elements.push(self.value(expr, base, span)?),
                Item::Known(expr) => {
                    let list = self.value(expr, base, span)?;
                    let known = self.known_length(list, span)?.ok_or(Stop::Beyond)?;
                    elements.extend(known);
                }
                _ => return Err(Stop::Beyond),
            }
        }
        if elements.len() > LONG {
            return Err(Stop::Beyond);
        }
        self.spend_on_list(elements.len())?;
        Ok(self.world.terms.list(&elements))
    }

    fn split_list(
        &mut self,
        list: &Expr,
        items: &[Item],
        base: u32,
        span: Span,
        rest: &[Step],
        then: &mut Then<'a, '_>,
    ) -> Result<bool, Stop> {
        let list = self.value(list, base, span)?;
        let elements = self.known_length(list, span)?.ok_or(Stop::Beyond)?;
        let mut known = Vec::new();
        for item in items {
            known.push(match item {
                Item::Known(expr) => {
                    let list = self.value(expr, base, span)?;
                    self.known_length(list, span)?.ok_or(Stop::Beyond)?
                }
                Item::Fill(expr) => vec![self.value(expr, base, span)?],
                _ => Vec::new(),
            });
        }
        let segments = RefCell::new(Map::default());
        let meeting = Meeting { by_value: false, base, span };
        let split = Splitting { items, known: &known, all: &elements, segments, meeting };
        self.lay(&split, 0, &elements, &mut |machine| machine.go(rest, base, then))
    }

    /// Lays the items from a number on against elements, in every way.
    fn lay(
        &mut self,
        split: &Splitting<'_>,
        at: usize,
        elements: &[TermId],
        then: &mut Then<'a, '_>,
    ) -> Result<bool, Stop> {
        self.tick()?;
        let Some(item) = split.items.get(at) else {
            return if elements.is_empty() { then(self) } else { Ok(true) };
        };
        let least: usize = (at + 1..split.items.len()).map(|later| split.least(later)).sum();
        let Some(most) = elements.len().checked_sub(least) else { return Ok(true) };
        let Meeting { base, span, .. } = split.meeting;
        match item {
            Item::One(pattern) => {
                if most == 0 {
                    return Ok(true);
                }
                let mark = self.conditions.len();
                let mut sets = Sets::new();
                let fits = self.fit(pattern, elements[0], split.meeting, &mut sets);
                let more = match fits {
                    Ok(()) if sets.is_empty() => self.lay(split, at + 1, &elements[1..], then),
                    Ok(()) => Err(Stop::Beyond),
                    Err(Stop::Fails) => Ok(true),
                    Err(stop) => Err(stop),
                };
                self.conditions.truncate(mark);
                more
            }
            Item::Known(_) => {
                let known = &split.known[at];
                if known.len() > most {
                    return Ok(true);
                }
                let mark = self.conditions.len();
                let fits = known
                    .iter()
                    .zip(elements)
                    .try_for_each(|(&left, &right)| self.matching(left, right, span));
                let more = match fits {
                    Ok(()) => self.lay(split, at + 1, &elements[known.len()..], then),
                    Err(Stop::Fails) => Ok(true),
                    Err(stop) => Err(stop),
                };
                self.conditions.truncate(mark);
                more
            }
            Item::Open(_) | Item::Fill(_) => {
                // The last one takes all that is left; only others are tried at every length.
                let shortest = if at + 1 == split.items.len() { most } else { 0 };
                let mark = self.conditions.len();
                if let Item::Fill(_) = item {
                    for &element in &elements[..shortest] {
                        if self.fill(split.known[at][0], element, span)?.is_none() {
                            self.conditions.truncate(mark);
                            return Ok(true);
                        }
                    }
                }
                for length in shortest..=most {
                    if let Item::Open(Some(slot)) = item {
                        let start = split.all.len() - elements.len();
                        let segment = self.segment(split, start, start + length)?;
                        self.bindings.put(base + u32::from(*slot), segment);
                    }
                    if !self.lay(split, at + 1, &elements[length..], then)? {
                        self.conditions.truncate(mark);
                        return Ok(false);
                    }
                    if let (Item::Fill(_), Some(&element)) = (item, elements.get(length))
                        && self.fill(split.known[at][0], element, span)?.is_none()
                    {
                        break;
                    }
                }
                self.conditions.truncate(mark);
                Ok(true)
            }
        }
    }

    /// The list of the elements from one number up to another: its first and what comes after, which is kept, since it
    /// is a segment too.
    fn segment(&mut self, split: &Splitting<'_>, start: usize, end: usize) -> Result<TermId, Stop> {
        let mut segments = split.segments.borrow_mut();
        let known = (start..end).find_map(|from| segments.get(&(from, end)).map(|&list| (from, list)));
        let (from, mut list) = known.unwrap_or((end, Terms::NIL));
        self.spend_on_list(from - start)?;
        for at in (start..from).rev() {
            list = self.world.terms.add(Node::Cons(split.all[at], list));
            segments.insert((at, end), list);
        }
        Ok(list)
    }

    /// Requires that an element equals a value; nothing if it cannot.
    fn fill(&mut self, value: TermId, element: TermId, span: Span) -> Result<Option<()>, Stop> {
        match self.matching(value, element, span) {
            Ok(()) => Ok(Some(())),
            Err(Stop::Fails) => Ok(None),
            Err(stop) => Err(stop),
        }
    }

    /// Asks a goal that binds nothing and chooses nothing.
    fn test_goal(&mut self, goal: &Goal, base: u32) -> Result<(), Stop> {
        let span = goal.span;
        match &goal.kind {
            GoalKind::Compare(sign, left, right) => self.compare_goal(*sign, left, right, base, span),
            GoalKind::Builtin(Builtin::Square, args) => {
                let square = self.value(&args[0], base, span)?;
                self.is_square(square)
            }
            GoalKind::Builtin(builtin, args) => self.builtin(*builtin, args, base, span),
            GoalKind::In(item, list) => {
                let (list, item) = (self.value(list, base, span)?, self.value(item, base, span)?);
                let member = self.member(item, list, span)?;
                self.require(member)
            }
            GoalKind::Exists(place) => {
                let place = self.value(place, base, span)?;
                if self.world.unknown(place).is_some() { Ok(()) } else { Err(Stop::Fails) }
            }
            GoalKind::Matches(list, grammar, args) => {
                let list = self.value(list, base, span)?;
                let mut terms = Vec::with_capacity(args.len());
                for arg in args {
                    terms.push(self.value(arg, base, span)?);
                }
                self.matches_line(list, *grammar, &terms, span)
            }
            GoalKind::Connected(list, relation) => {
                let list = self.value(list, base, span)?;
                self.connected(list, *relation, span)
            }
            GoalKind::Loop(relation) => self.closed_loop(*relation, span),
            _ => Err(Stop::Fails),
        }
    }
}

/// A list pattern under way, with the elements of its known segments and the values of its fillings.
struct Splitting<'s> {
    items: &'s [Item],
    known: &'s [Vec<TermId>],
    /// All elements of the list.
    all: &'s [TermId],
    /// The segments that have been made, by where they begin and end.
    segments: RefCell<Map<(usize, usize), TermId>>,
    meeting: Meeting,
}

impl Splitting<'_> {
    /// How many elements an item needs at least.
    fn least(&self, at: usize) -> usize {
        match &self.items[at] {
            Item::One(_) => 1,
            Item::Known(_) => self.known[at].len(),
            Item::Open(_) | Item::Fill(_) => 0,
        }
    }
}

/// The patterns of the arguments that a call finds.
fn outs(args: &[Arg]) -> impl Iterator<Item = &Pattern> {
    args.iter().filter_map(|arg| match arg {
        Arg::Out(pattern) => Some(pattern),
        Arg::In(_) => None,
    })
}

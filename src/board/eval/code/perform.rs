//! Running code: what binds one name or none is done, and what chooses is a loop around the steps after it.

use smallvec::SmallVec;

use super::super::Stop;
use super::super::machine::{Answer, Machine, Query};
use super::super::stacks::NOTHING;
use super::fit::{Meeting, Sets};
use super::{Act, Code, Step};
use crate::language::program::{Builtin, Expr, Goal, GoalKind};
use crate::language::source::Span;
use crate::language::term::{FormulaId, TermId};

/// What comes after the steps at hand; whether to go on looking for answers.
pub(super) type Then<'a, 't> = dyn FnMut(&mut Machine<'a>) -> Result<bool, Stop> + 't;

/// After so many steps the budget is asked whether to go on.
const MANY: u64 = 64;

impl<'a> Machine<'a> {
    /// All answers to a question, if it has code and nothing is beyond it.
    pub(in super::super) fn coded_answers(&mut self, query: &Query<'_>) -> Option<Vec<Answer>> {
        let code = self.code_of(query)?;
        let mut answers = Vec::new();
        self.ask_code(query, code.names, |machine, base| {
            machine.perform(&code, base, &mut |machine| {
                let mut terms = Vec::with_capacity(query.template.len());
                for expr in query.template {
                    terms.push(machine.known(expr, base, query.goal.span)?);
                }
                debug_assert!(terms.iter().all(|&term| machine.world.terms.is_ground(term)));
                answers.push(Answer { terms: terms.into(), condition: machine.condition_since(0) });
                machine.count_answer(answers.len())?;
                Ok(true)
            })
        })?;
        Some(answers)
    }

    /// The condition under which a question has an answer, likewise.
    pub(in super::super) fn coded_truth(&mut self, query: &Query<'_>) -> Option<FormulaId> {
        let code = self.code_of(query)?;
        let mut any: SmallVec<[FormulaId; 4]> = SmallVec::new();
        self.ask_code(query, code.names, |machine, base| {
            machine.perform(&code, base, &mut |machine| {
                any.push(machine.condition_since(0));
                // Whether the others can be asked at all is to be seen, too.
                Ok(true)
            })
        })?;
        Some(self.world.formulas.or(any))
    }

    /// Runs code in a frame of its own; nothing if something is beyond it, and then nothing has been spent.
    fn ask_code(
        &mut self,
        query: &Query<'_>,
        names: usize,
        run: impl FnOnce(&mut Self, u32) -> Result<bool, Stop>,
    ) -> Option<()> {
        let steps = self.world.steps;
        self.reset();
        self.asked = query.goal.span;
        self.agenda.now = NOTHING;
        let base = self.new_vars(names);
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

    /// Tries one way to go on: its conditions hold for as long as it lasts, and where it fails others are left.
    pub(super) fn branch(&mut self, way: impl FnOnce(&mut Self) -> Result<bool, Stop>) -> Result<bool, Stop> {
        let mark = self.conditions.len();
        let more = way(self);
        self.conditions.truncate(mark);
        match more {
            Err(Stop::Fails) => Ok(true),
            more => more,
        }
    }

    /// Runs steps, and what comes after them.
    pub(super) fn go(&mut self, steps: &[Step], base: u32, then: &mut Then<'a, '_>) -> Result<bool, Stop> {
        self.branch(|machine| machine.go_on(steps, base, then))
    }

    /// The same as part of a way that is being tried.
    pub(super) fn go_on(
        &mut self,
        mut steps: &[Step],
        base: u32,
        then: &mut Then<'a, '_>,
    ) -> Result<bool, Stop> {
        while let Some((step, rest)) = steps.split_first() {
            self.tick()?;
            self.strict = step.strict;
            let span = step.span;
            match &step.act {
                Act::Test(goal) => self.test_goal(goal, base)?,
                Act::Let(slot, expr) => {
                    let term = self.known(expr, base, span)?;
                    self.bindings.put(base + u32::from(*slot), term);
                }
                Act::Call(call) => {
                    let rows = self.called(call, base, span)?;
                    let Some(names) = call.names.as_deref().filter(|_| call.member.is_none()) else {
                        if !step.once {
                            return self.each_row(&rows, call, Meeting::matched(base, span), rest, then);
                        }
                        let any = self.any(|machine, found| {
                            machine.each_row(&rows, call, Meeting::matched(base, span), &[], found)
                        })?;
                        self.require(any)?;
                        steps = rest;
                        continue;
                    };
                    match rows.len() {
                        0 => return Err(Stop::Fails),
                        1 => self.take_row(&rows, 0, names, base)?,
                        _ if !step.once => return self.each_named(&rows, names, base, rest, then),
                        _ if rows.is_conditional() => {
                            let any = self.world.formulas.or(rows.iter().map(|(condition, _)| condition));
                            self.require(any)?;
                        }
                        _ => {}
                    }
                }
                Act::Take(pattern, expr, compared) => {
                    let term = self.known(expr, base, span)?;
                    let meeting = Meeting { compared: *compared, base, span };
                    let mut sets = Sets::new();
                    self.fit(pattern, term, meeting, &mut sets)?;
                    if !sets.is_empty() {
                        return self.assign(&sets, meeting, &mut |machine| machine.go(rest, base, then));
                    }
                }
                Act::Mark(slot) => {
                    let count = TermId(self.conditions.len() as u32);
                    self.bindings.put(base + u32::from(*slot), count);
                }
                Act::Note(slot, predicate) => {
                    if self.conditions.len() as u32 > self.bindings.get(base + u32::from(*slot)).0 {
                        self.world.notes.value_predicates.insert(*predicate);
                    }
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
                Act::Not(code) => {
                    let any = self.any(|machine, found| machine.perform(code, base, found))?;
                    let none = self.world.negate(any);
                    self.require(none)?;
                }
                Act::Collect(element, code, result) => {
                    let list = self.collect(element, code, base, span)?;
                    self.fit(result, list, Meeting::matched(base, span), &mut Sets::new())?;
                }
                _ if step.once => {
                    let any = self.any(|machine, found| machine.try_ways(step, base, &[], found))?;
                    self.require(any)?;
                }
                _ => return self.try_ways(step, base, rest, then),
            }
            steps = rest;
        }
        then(self)
    }

    /// What an expression stands for, if it is a name that is bound or a term.
    #[inline]
    fn at_hand(&self, expr: &Expr, base: u32) -> Option<TermId> {
        match expr {
            Expr::Slot(slot) => self.bindings.put_for(base + u32::from(*slot)),
            Expr::Ground(term) => Some(*term),
            _ => None,
        }
    }

    /// What an expression whose names are bound stands for.
    #[inline]
    pub(super) fn known(&mut self, expr: &Expr, base: u32, span: Span) -> Result<TermId, Stop> {
        match expr {
            Expr::Slot(slot) => Ok(self.bindings.get(base + u32::from(*slot))),
            Expr::Ground(term) => Ok(*term),
            _ => self.value(expr, base, span),
        }
    }

    /// Counts a step; now and then the budget is asked whether to go on.
    #[inline]
    pub(super) fn tick(&mut self) -> Result<(), Stop> {
        self.world.steps += 1;
        let look = self.world.steps > self.world.budget.steps || self.world.steps.is_multiple_of(MANY);
        if look && self.world.is_exhausted() { Err(Stop::Beyond) } else { Ok(()) }
    }

    /// The condition under which something is found.
    fn any(
        &mut self,
        look: impl FnOnce(&mut Self, &mut Then<'a, '_>) -> Result<bool, Stop>,
    ) -> Result<FormulaId, Stop> {
        let start = self.conditions.len() as u32;
        let mut conditions: SmallVec<[FormulaId; 4]> = SmallVec::new();
        look(self, &mut |machine| {
            let condition = machine.condition_since(start);
            conditions.push(condition);
            Ok(condition != FormulaId::TRUE)
        })?;
        self.conditions.truncate(start as usize);
        Ok(self.world.formulas.or(conditions))
    }

    fn collect(&mut self, element: &Expr, code: &Code, base: u32, span: Span) -> Result<TermId, Stop> {
        let start = self.conditions.len() as u32;
        let mut found = Vec::new();
        self.perform(code, base, &mut |machine| {
            let term = machine.known(element, base, span)?;
            found.push((machine.condition_since(start), term));
            machine.count_answer(found.len())?;
            Ok(true)
        })?;
        Ok(self.collected(found))
    }

    /// Asks a goal that binds nothing and chooses nothing.
    fn test_goal(&mut self, goal: &Goal, base: u32) -> Result<(), Stop> {
        let span = goal.span;
        match &goal.kind {
            GoalKind::Compare(sign, left, right) => {
                if let (Some(left), Some(right)) = (self.at_hand(left, base), self.at_hand(right, base))
                    && let Some(met) = self.compare_at_hand(*sign, left, right, span)
                {
                    return met;
                }
                self.compare_goal(*sign, left, right, base, span)
            }
            GoalKind::Builtin(Builtin::Square, args) => {
                let square = self.known(&args[0], base, span)?;
                self.is_square(square)
            }
            GoalKind::Builtin(builtin, args) => self.builtin(*builtin, args, base, span),
            GoalKind::In(item, list) => {
                if let Some(member) = self.in_reach(item, list, base, span)? {
                    return self.require(member);
                }
                let (list, item) = (self.known(list, base, span)?, self.known(item, base, span)?);
                let member = self.member(item, list, span)?;
                self.require(member)
            }
            GoalKind::Exists(place) => {
                let place = self.known(place, base, span)?;
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
            GoalKind::Forms(form, relation) => self.forms(*form, *relation, span),
            GoalKind::Lies(lie, place, relation) => {
                let place = self.value(place, base, span)?;
                self.lies(*lie, place, *relation, span)
            }
            _ => Err(Stop::Fails),
        }
    }
}

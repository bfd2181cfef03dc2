//! Which goal of a conjunction runs next: the first that can. Calls always can; what needs a name that is not bound
//! yet waits; places of a comparison are run through only when nothing else binds their index.

use std::sync::Arc;

use super::branch::Attempt;
use super::machine::Machine;
use super::stacks::{Barrier, ChoiceKind, Todo};
use super::{Policy, Stop};
use crate::language::diagnostic::catalogue::meaning;
use crate::language::program::{Expr, Goal, GoalKind, Slot};
use crate::language::source::Span;
use crate::language::term::{Node, TermId};

/// At most this many goals of one conjunction are told apart; the rest is one more conjunction.
const MOST: usize = 63;

/// The bits of all goals of a conjunction; any other goal is a conjunction of one.
pub(super) fn all_pending(goal: &Goal) -> u64 {
    match &goal.kind {
        GoalKind::All(parts) if parts.len() <= MOST => (1_u64 << parts.len()) - 1,
        GoalKind::All(_) => u64::MAX,
        _ => 1,
    }
}

fn part(goal: &Arc<Goal>, number: usize) -> &Arc<Goal> {
    match &goal.kind {
        GoalKind::All(parts) => &parts[number],
        _ => goal,
    }
}

/// What a goal did.
enum Ran {
    /// It holds, and nothing is left to choose.
    Done,
    /// It has set what is to be done next.
    Jumped,
}

impl Machine<'_> {
    /// Runs the pending goals of a conjunction until one leaves something to choose.
    pub(super) fn run_goals(
        &mut self,
        goal: &Arc<Goal>,
        mut pending: u64,
        base: u32,
        next: u32,
    ) -> Result<(), Stop> {
        if let (GoalKind::All(parts), u64::MAX) = (&goal.kind, pending) {
            self.split_long(goal, parts, base, next);
            return Ok(());
        }
        'again: loop {
            if pending == 0 {
                self.agenda.now = next;
                return Ok(());
            }
            let mut rest = pending;
            while rest != 0 {
                let number = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let after = pending & !(1 << number);
                self.attempt(|| Attempt::Goals { goal: goal.clone(), pending, base, next });
                match self.run_goal(part(goal, number), base, (goal, after, next), false) {
                    Err(Stop::NotReady) => {}
                    Err(stop) => return Err(stop),
                    Ok(Ran::Jumped) => return Ok(()),
                    Ok(Ran::Done) if !self.sets.is_empty() => {
                        self.agenda.now = self.rest_of((goal, after, next), base);
                        return Ok(());
                    }
                    Ok(Ran::Done) => {
                        pending = after;
                        continue 'again;
                    }
                }
            }
            // Nothing can run: run through the places that comparisons mention, as the last resort.
            let mut rest = pending;
            while rest != 0 {
                let number = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let waiting = part(goal, number);
                if matches!(waiting.kind, GoalKind::Pick(_)) {
                    let after = pending & !(1 << number);
                    return self.run_goal(waiting, base, (goal, after, next), true).map(|_| ());
                }
            }
            let stuck = part(goal, pending.trailing_zeros() as usize);
            return Err(self.explain_wait(stuck, goal, base).into());
        }
    }

    /// A conjunction of very many goals runs as several.
    fn split_long(&mut self, goal: &Arc<Goal>, parts: &[Arc<Goal>], base: u32, next: u32) {
        let mut then = next;
        for chunk in parts.chunks(MOST).rev() {
            let kind = GoalKind::All(chunk.to_vec());
            let all = Arc::new(Goal { kind, span: goal.span, strict: goal.strict });
            then = self.goal_todo(all, base, then);
        }
        self.agenda.now = then;
    }

    /// The continuation after one goal of a conjunction.
    fn rest_of(&mut self, (goal, pending, next): (&Arc<Goal>, u64, u32), base: u32) -> u32 {
        if pending == 0 { next } else { self.todo(Todo::Goals { goal: goal.clone(), pending, base, next }) }
    }

    fn run_goal(
        &mut self,
        goal: &Arc<Goal>,
        base: u32,
        rest: (&Arc<Goal>, u64, u32),
        last_resort: bool,
    ) -> Result<Ran, Stop> {
        self.strict = goal.strict;
        let span = goal.span;
        match &goal.kind {
            GoalKind::Truth(true) => Ok(Ran::Done),
            GoalKind::Truth(false) => Err(Stop::Fails),
            GoalKind::All(_) => {
                let next = self.rest_of(rest, base);
                self.agenda.now = self.goal_todo(goal.clone(), base, next);
                Ok(Ran::Jumped)
            }
            GoalKind::Any(branches) => {
                let mut next = self.rest_of(rest, base);
                if !matches!(self.policy, Policy::Branch(_)) && self.is_closed(goal, base) {
                    next = self.once(next);
                }
                if !branches.is_empty() {
                    self.push_choice(ChoiceKind::Branches { goal: goal.clone(), at: 0, base }, next);
                }
                Err(Stop::Fails)
            }
            GoalKind::Not { goal: inner, needs } => {
                self.all_bound(needs, base)?;
                let next = self.rest_of(rest, base);
                self.ask(Barrier::Not { conditions: Vec::new() }, inner, base, next);
                Ok(Ran::Jumped)
            }
            GoalKind::Collect { element, goal: inner, result, needs } => {
                self.all_bound(needs, base)?;
                let next = self.rest_of(rest, base);
                let barrier = Barrier::Collect {
                    element: element.clone(),
                    base,
                    result: *result,
                    found: Vec::new(),
                    span,
                };
                self.ask(barrier, inner, base, next);
                Ok(Ran::Jumped)
            }
            GoalKind::Call { predicate, args, function } => {
                let mut terms = Vec::with_capacity(args.len());
                for arg in args {
                    let term = self.value(arg, base, span)?;
                    terms.push(self.resolve(term));
                }
                let mut next = self.rest_of(rest, base);
                if args.iter().any(|arg| matches!(arg, Expr::Any)) && self.is_closed(goal, base) {
                    // `_` is no name.
                    next = self.once(next);
                }
                self.call(*predicate, terms, *function, span, next)?;
                Ok(Ran::Jumped)
            }
            GoalKind::Exists(place) => {
                let wanted = self.value(place, base, span)?;
                let Expr::Place(name, _) = place else {
                    return self.is_declared(wanted);
                };
                let places = self.world.places.get(name).cloned().unwrap_or_default();
                self.run_through(wanted, &places, span, rest, base)
            }
            GoalKind::Pick(place) => {
                let wanted = self.value(place, base, span)?;
                let wanted = self.resolve(wanted);
                if self.world.terms.is_ground(wanted) {
                    return Ok(Ran::Done);
                }
                let (true, Expr::Place(name, _)) = (last_resort, place) else { return Err(Stop::NotReady) };
                let places = self.world.places.get(name).cloned().unwrap_or_default();
                self.run_through(wanted, &places, span, rest, base)
            }
            GoalKind::Builtin(crate::language::program::Builtin::Square, args) => {
                let wanted = self.value(&args[0], base, span)?;
                let squares = self.world.squares.clone();
                let wanted = self.resolve(wanted);
                if self.world.terms.is_ground(wanted) {
                    return self.is_square(wanted).map(|()| Ran::Done);
                }
                self.run_through(wanted, &squares, span, rest, base)
            }
            GoalKind::Builtin(builtin, args) => self.builtin(*builtin, args, base, span).map(|()| Ran::Done),
            GoalKind::Compare(sign, left, right) => {
                self.compare_goal(*sign, left, right, base, span).map(|()| Ran::Done)
            }
            GoalKind::In(item, list) => {
                if let Some(member) = self.in_reach(item, list, base, span)? {
                    return self.require(member).map(|()| Ran::Done);
                }
                let list = self.value(list, base, span)?;
                let item = self.value(item, base, span)?;
                let item = self.resolve(item);
                if self.world.terms.is_ground(item) {
                    let member = self.member(item, list, span)?;
                    return self.require(member).map(|()| Ran::Done);
                }
                let mut next = self.rest_of(rest, base);
                if self.is_closed(goal, base) {
                    next = self.once(next);
                }
                self.run_through_list(item, list, span, next)?;
                Ok(Ran::Jumped)
            }
            GoalKind::Pattern(list, items) => {
                let next = self.rest_of(rest, base);
                self.pattern(list, items, base, span, next)?;
                Ok(Ran::Jumped)
            }
            GoalKind::Matches(list, grammar, args) => {
                let list = self.value(list, base, span)?;
                let mut terms = Vec::with_capacity(args.len());
                for arg in args {
                    let term = self.value(arg, base, span)?;
                    terms.push(self.bound(term)?);
                }
                self.matches_line(list, *grammar, &terms, span).map(|()| Ran::Done)
            }
            GoalKind::Area { layer, symbol, cells } => {
                let symbol = self.value(symbol, base, span)?;
                let cells = self.value(cells, base, span)?;
                let next = self.rest_of(rest, base);
                self.area(*layer, symbol, cells, span, next)?;
                Ok(Ran::Jumped)
            }
            GoalKind::Connected(list, relation) => {
                let list = self.value(list, base, span)?;
                self.connected(list, *relation, span).map(|()| Ran::Done)
            }
            GoalKind::Forms(form, relation) => self.forms(*form, *relation, span).map(|()| Ran::Done),
            GoalKind::Lies(lie, place, relation) => {
                let place = self.value(place, base, span)?;
                self.lies(*lie, place, *relation, span).map(|()| Ran::Done)
            }
        }
    }

    /// Asks a question inside the question.
    fn ask(&mut self, barrier: Barrier, goal: &Arc<Goal>, base: u32, next: u32) {
        self.push_barrier(barrier, next);
        let end = self.todo(Todo::End { barrier: self.agenda.choices.len() as u32 - 1 });
        self.agenda.now = self.goal_todo(goal.clone(), base, end);
    }

    /// For a test: its several proofs are one answer, and `next` goes on from there.
    pub(super) fn once(&mut self, next: u32) -> u32 {
        self.push_barrier(Barrier::Test { conditions: Vec::new() }, next);
        self.todo(Todo::End { barrier: self.agenda.choices.len() as u32 - 1 })
    }

    /// Whether a place is a square of the grid.
    pub(super) fn is_square(&self, place: TermId) -> Result<(), Stop> {
        if self.world.is_square(place) { Ok(()) } else { Err(Stop::Fails) }
    }

    fn is_declared(&mut self, place: TermId) -> Result<Ran, Stop> {
        if self.world.unknown(place).is_some() { Ok(Ran::Done) } else { Err(Stop::Fails) }
    }

    /// Matches a term with each of these places in turn.
    fn run_through(
        &mut self,
        wanted: TermId,
        places: &[TermId],
        span: Span,
        rest: (&Arc<Goal>, u64, u32),
        base: u32,
    ) -> Result<Ran, Stop> {
        let wanted = self.resolve(wanted);
        if self.world.terms.is_ground(wanted) {
            return self.is_declared(wanted);
        }
        let next = self.rest_of(rest, base);
        let list: Arc<[_]> =
            places.iter().map(|&place| (crate::language::term::FormulaId::TRUE, place)).collect();
        self.choose(wanted, list, span, next)?;
        Ok(Ran::Jumped)
    }

    /// Matches a term with each of these elements in turn.
    pub(super) fn choose(
        &mut self,
        item: TermId,
        list: Arc<[crate::language::term::Guarded]>,
        span: Span,
        next: u32,
    ) -> Result<(), Stop> {
        if !list.is_empty() {
            self.push_choice(ChoiceKind::Elements { item, list, at: 0, span }, next);
        }
        Err(Stop::Fails)
    }

    fn all_bound(&mut self, needs: &[Slot], base: u32) -> Result<(), Stop> {
        for &slot in needs {
            let term = self.slot(slot, base);
            self.bound(term)?;
        }
        Ok(())
    }

    /// A term without unbound placeholders; waits otherwise.
    pub(super) fn bound(&mut self, term: TermId) -> Result<TermId, Stop> {
        let term = self.resolve(term);
        if self.world.terms.is_ground(term) { Ok(term) } else { Err(Stop::NotReady) }
    }

    /// Whether a goal binds no name: all its placeholders are bound, or belong to it alone.
    fn is_closed(&mut self, goal: &Goal, base: u32) -> bool {
        if goal.strict && self.after.first.is_some() {
            // It may bind values after the move, which are no names.
            return false;
        }
        let mut mentioned = Vec::new();
        goal.slots(&mut mentioned);
        mentioned.sort_unstable();
        mentioned.dedup();
        mentioned.into_iter().all(|slot| {
            let term = self.slot(slot, base);
            let term = self.resolve(term);
            self.world.terms.is_ground(term)
        })
    }

    /// The complaint about a goal that still waits when its body ends.
    fn explain_wait(
        &mut self,
        goal: &Goal,
        body: &Goal,
        base: u32,
    ) -> crate::language::diagnostic::Diagnostic {
        let waiting = self.waiting(goal, base);
        // Names are known to the text only: they are shown as they are written there.
        let names: Vec<String> =
            waiting.iter().filter_map(|&slot| self.world.program.name_of(slot, goal)).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        if let (true, Some(place)) = (names.is_empty(), self.without_new_value()) {
            return meaning::no_new_value(&self.world.rule, &self.world.show(place), goal.span);
        }
        if binds_in_one_branch(body, &waiting) {
            let why = "has a value in only one of the alternatives before it";
            let help = "give it a value on each side of `;`, or move this into the alternatives";
            return meaning::unbound_names(&names, goal.span, why).help(help);
        }
        let it = if names.len() > 1 { "them" } else { "it" };
        match &goal.kind {
            GoalKind::Pattern(..) => {
                meaning::unbound_names(&names, goal.span, "the length of this list is not known").help(
                    "a pattern with `..` or `*` meets a list whose length is known: bind that list before",
                )
            }
            GoalKind::In(..) => {
                meaning::unbound_names(&names, goal.span, "what it runs through is not known")
                    .help("bind it first by a goal that picks it")
            }
            GoalKind::Not { .. } => {
                let why = format!("`not` binds no name, and no other goal binds {it}");
                meaning::unbound_names(&names, goal.span, &why)
            }
            GoalKind::Collect { .. } => {
                let why = format!("nothing outside the brackets binds {it}");
                meaning::unbound_names(&names, goal.span, &why)
            }
            _ => meaning::unbound_names(&names, goal.span, &format!("nothing binds {it}")),
        }
    }

    /// The first place that is primed and has no value yet.
    fn without_new_value(&mut self) -> Option<TermId> {
        let next = self.after.first?;
        let primed: Vec<u32> = self.after.mentioned.iter().map(|&(unknown, _)| unknown).collect();
        let waits = primed.into_iter().find(|&unknown| {
            let var = self.var_term(next + unknown);
            let value = self.resolve(var);
            matches!(self.world.terms.node(value), Node::Var(_))
        })?;
        Some(self.world.unknowns[waits as usize].place)
    }

    /// The placeholders of a goal that have no value.
    fn waiting(&mut self, goal: &Goal, base: u32) -> Vec<Slot> {
        let mut mentioned = Vec::new();
        match &goal.kind {
            // An unbound item is what `in` is for.
            GoalKind::In(_, list) => list.each_slot(&mut |slot| mentioned.push(slot)),
            _ => goal.slots(&mut mentioned),
        }
        mentioned.sort_unstable();
        mentioned.dedup();
        mentioned.retain(|&slot| matches!(self.world.terms.node(self.slot(slot, base)), Node::Var(_)));
        mentioned
    }
}

/// How many placeholders a goal needs room for, those of its inner questions included.
pub(super) fn scope_size(goal: &Goal) -> usize {
    let mut mentioned = Vec::new();
    goal.each(&mut |part| {
        part.slots(&mut mentioned);
        part.each_expr(&mut |expr| expr.each_slot(&mut |slot| mentioned.push(slot)));
    });
    mentioned.into_iter().map(|slot| usize::from(slot) + 1).max().unwrap_or(0)
}

/// Whether some alternative of a conjunction mentions one of these placeholders, and another does not.
fn binds_in_one_branch(body: &Goal, slots: &[Slot]) -> bool {
    let GoalKind::All(parts) = &body.kind else { return false };
    parts.iter().any(|part| {
        let GoalKind::Any(branches) = &part.kind else { return false };
        let mentions = |branch: &Goal, slot: Slot| {
            let mut mentioned = Vec::new();
            branch.slots(&mut mentioned);
            mentioned.contains(&slot)
        };
        slots.iter().any(|&slot| {
            branches.iter().any(|branch| mentions(branch, slot))
                && !branches.iter().all(|branch| mentions(branch, slot))
        })
    })
}

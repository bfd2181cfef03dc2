//! Recursive definitions that read values: the call is left to the solver, as a walk for a diagram.

use super::machine::{Answer, Machine};
use super::schedule::scope_size;
use super::stacks::{Barrier, CallBarrier, Choice, ChoiceKind, Todo};
use super::{Stop, branch};
use crate::base::hash::{Map, Set};
use crate::board::formula::{Closure, Formula, GoalRef};
use crate::language::diagnostic::Diagnostic;
use crate::language::diagnostic::catalogue::meaning;
use crate::language::program::{Expr, Goal, GoalKind};
use crate::language::source::Span;
use crate::language::term::{Node, TermId};
use std::sync::Arc;

/// Where the unbound names of a call lead.
enum Leads {
    /// To nothing but what walks along.
    Nowhere,
    /// Out of the definition whose call is the choice with this number.
    ToCall(u32),
    /// Into what is collected or asked for.
    ToNumber,
}

impl Machine<'_> {
    /// A value was read inside a recursive call: takes the call back and puts a walk in its place. Goals that share
    /// unbound names with the call walk along; where those names lead out of a definition, its call walks instead.
    pub(super) fn turn_into_walk(&mut self) -> Result<(), Stop> {
        let Some(mut at) = self.watch else { return Err(Stop::Fails) };
        loop {
            let Some(Choice { kind: ChoiceKind::Barrier(Barrier::Call(call)), next, .. }) = self.unwind(at)
            else {
                return Err(Stop::Fails);
            };
            let outer = call.outer.clone();
            self.world.notes.value_predicates.insert(call.key.0);
            let args: Vec<TermId> = call
                .key
                .1
                .iter()
                .map(|&arg| self.renumber(arg, &mut |machine, var| machine.number_of(outer[var as usize])))
                .collect();
            let args: Vec<TermId> = args.into_iter().map(|arg| self.resolve(arg)).collect();
            let mut unbound = Set::default();
            args.iter().for_each(|&arg| self.unbound_in(arg, &mut unbound));
            // A function has one result; any other call may have several answers.
            let mut several = unbound.len() > usize::from(call.function);
            let after = next;
            let (closures, next) = self.walk_along(&mut unbound, &mut several, next);
            match self.leads_out(&unbound, several) {
                Leads::Nowhere => {}
                Leads::ToCall(outside) => {
                    at = outside;
                    continue;
                }
                Leads::ToNumber if call.function => return self.alternatives(&call, &args, after),
                Leads::ToNumber => {
                    let why = "a value here comes out of a recursive definition that reads cells";
                    return Err(meaning::unbound("", call.span, why).into());
                }
            }
            let mut numbers = Map::default();
            let mut all = Vec::with_capacity(closures.len() + 1);
            let args = args.into_iter().map(|arg| self.numbered(arg, &mut numbers)).collect();
            all.push(Closure::Call(call.key.0, args));
            for (goal, env) in closures {
                let env =
                    env.into_iter().map(|(slot, term)| (slot, self.numbered(term, &mut numbers))).collect();
                all.push(Closure::Goal(GoalRef(goal), env));
            }
            let formula = self.world.formulas.add(Formula::Walk(all.into()));
            self.agenda.now = next;
            return self.require(formula);
        }
    }

    fn number_of(&self, var: TermId) -> u32 {
        match *self.node(var) {
            Node::Var(number) => number,
            _ => 0,
        }
    }

    fn numbered(&mut self, term: TermId, numbers: &mut Map<u32, u32>) -> TermId {
        self.renumber(term, &mut |_, var| {
            let next = numbers.len() as u32;
            *numbers.entry(var).or_insert(next)
        })
    }

    fn unbound_in(&mut self, term: TermId, found: &mut Set<u32>) {
        let term = self.resolve(term);
        self.renumber(term, &mut |_, var| {
            found.insert(var);
            var
        });
    }

    /// The results that a function may have, each under the condition that it does: a diagram carries the number.
    fn alternatives(&mut self, call: &CallBarrier, args: &[TermId], next: u32) -> Result<(), Stop> {
        let mut numbers = Map::default();
        let open: Vec<TermId> = args.iter().map(|&arg| self.numbered(arg, &mut numbers)).collect();
        let asked: Vec<TermId> = call.outer.iter().map(|&var| self.numbered(var, &mut numbers)).collect();
        if let Some(answers) = self.world.memo.numbers.get(&call.key).cloned() {
            return self.hand_out(answers, call.outer.clone(), call.span, next);
        }
        let results = branch::results(self.world, call.key.0, &open, &asked, call.span);
        let mut results = results.map_err(Stop::Wrong)?;
        results.sort_by_cached_key(|terms| self.sorted_by(terms));
        let mut answers = Vec::with_capacity(results.len());
        for terms in results {
            let put = |machine: &mut Self, arg| match asked.iter().position(|&var| var == arg) {
                Some(at) => terms[at],
                None => machine.resolve(arg),
            };
            let args = open.iter().map(|&arg| put(self, arg)).collect();
            let condition = self.world.formulas.add(Formula::Walk([Closure::Call(call.key.0, args)].into()));
            answers.push(Answer { terms, condition });
        }
        let answers = Arc::new(answers);
        self.world.memo.numbers.insert(call.key.clone(), answers.clone());
        self.hand_out(answers, call.outer.clone(), call.span, next)
    }

    /// Numbers by their size, then whatever else there is.
    fn sorted_by(&self, terms: &[TermId]) -> Vec<(Option<i128>, String)> {
        let key = |&term: &TermId| match self.node(term) {
            Node::Int(number) => (Some(*number), String::new()),
            _ => (None, self.world.show(term)),
        };
        terms.iter().map(key).collect()
    }

    /// The call around this one, if the unbound names belong to its arguments, or its answers would be too few: a walk
    /// is one answer, however many it stands for.
    fn leads_out(&mut self, unbound: &Set<u32>, several: bool) -> Leads {
        if unbound.is_empty() {
            return Leads::Nowhere;
        }
        let around =
            self.agenda.choices.iter().rposition(|choice| matches!(choice.kind, ChoiceKind::Barrier(_)));
        let Some(number) = around else { return Leads::Nowhere };
        let ChoiceKind::Barrier(barrier) = &self.agenda.choices[number].kind else { return Leads::Nowhere };
        let (asked, call, counts): (Vec<TermId>, bool, bool) = match barrier {
            Barrier::Call(call) => (call.inner.to_vec(), true, !call.inner.is_empty()),
            Barrier::Top { base, template, .. } => (self.slot_terms(template, *base), false, false),
            Barrier::Collect { element, base, .. } => {
                (self.slot_terms(std::slice::from_ref(element), *base), false, true)
            }
            Barrier::Test { .. } | Barrier::Not { .. } => return Leads::Nowhere,
        };
        let mut found = Set::default();
        asked.into_iter().for_each(|term| self.unbound_in(term, &mut found));
        let too_few = counts && several;
        if found.is_disjoint(unbound) && !too_few {
            return Leads::Nowhere;
        }
        if call { Leads::ToCall(number as u32) } else { Leads::ToNumber }
    }

    fn slot_terms(&self, exprs: &[Expr], base: u32) -> Vec<TermId> {
        let mut found = Vec::new();
        exprs.iter().for_each(|expr| expr.each_slot(&mut |slot| found.push(self.slot(slot, base))));
        found
    }

    /// The pending goals that share unbound names, with the terms of their placeholders; and what is left to do. Their
    /// own unbound names are added; `several` is set if one of them may bind such a name in several ways.
    #[expect(clippy::type_complexity, reason = "a pair of two plain lists, used once")]
    fn walk_along(
        &mut self,
        unbound: &mut Set<u32>,
        several: &mut bool,
        next: u32,
    ) -> (Vec<(Arc<Goal>, Vec<(u16, TermId)>)>, u32) {
        let mut chain: Vec<(Arc<Goal>, u64, u32)> = Vec::new();
        let mut end = next;
        while let Some(Todo::Goals { goal, pending, base, next }) =
            self.agenda.todos.get(end as usize).cloned()
        {
            chain.push((goal, pending, base));
            end = next;
        }
        let mut taken: Vec<(usize, usize)> = Vec::new();
        loop {
            let before = taken.len();
            for (link, (goal, pending, base)) in chain.clone().into_iter().enumerate() {
                for (number, part) in pending_parts(&goal, pending) {
                    if taken.contains(&(link, number)) {
                        continue;
                    }
                    let mut mentioned = Set::default();
                    for (_, term) in self.environment(&part, base) {
                        self.unbound_in(term, &mut mentioned);
                    }
                    if !mentioned.is_disjoint(unbound) {
                        *several |= !mentioned.is_subset(unbound) && !binds_one_way(&part);
                        unbound.extend(mentioned);
                        taken.push((link, number));
                    }
                }
            }
            if taken.len() == before {
                break;
            }
        }
        taken.sort_unstable();
        let mut closures = Vec::new();
        let mut then = end;
        for (link, (goal, pending, base)) in chain.into_iter().enumerate().rev() {
            let gone = taken
                .iter()
                .filter(|(of, _)| *of == link)
                .fold(0_u64, |bits, (_, number)| bits | 1 << number);
            if gone != 0 {
                // Goals of one conjunction stay one, so that those that wait for others still do.
                let together = self.conjunction(&goal, gone);
                let env = self.environment(&together, base);
                closures.push((together, env));
            }
            if pending & !gone != 0 {
                then = self.todo(Todo::Goals { goal, pending: pending & !gone, base, next: then });
            }
        }
        closures.reverse();
        (closures, then)
    }

    /// Some goals of a conjunction as one goal, the same for the same ones.
    fn conjunction(&mut self, goal: &Arc<Goal>, bits: u64) -> Arc<Goal> {
        let parts = pending_parts(goal, bits);
        if let [(_, part)] = &parts[..] {
            return part.clone();
        }
        let known = self.world.conjunctions.entry((GoalRef(goal.clone()), bits)).or_insert_with(|| {
            let kind = GoalKind::All(parts.into_iter().map(|(_, part)| part).collect());
            Arc::new(Goal { kind, span: goal.span, strict: goal.strict })
        });
        known.clone()
    }

    /// The terms of the placeholders that a goal mentions.
    fn environment(&mut self, goal: &Goal, base: u32) -> Vec<(u16, TermId)> {
        let mut mentioned = Vec::new();
        goal.slots(&mut mentioned);
        mentioned.sort_unstable();
        mentioned.dedup();
        mentioned
            .into_iter()
            .map(|slot| {
                let term = self.slot(slot, base);
                (slot, self.resolve(term))
            })
            .collect()
    }

    /// Whether a walk has an answer; for values that are known.
    pub fn walk_holds(&mut self, closures: &[Closure]) -> Result<bool, Box<Diagnostic>> {
        let mut count = 0;
        for closure in closures {
            let terms: Vec<TermId> = match closure {
                Closure::Call(_, args) => args.to_vec(),
                Closure::Goal(_, env) => env.iter().map(|&(_, term)| term).collect(),
            };
            for term in terms {
                self.renumber(term, &mut |_, var| {
                    count = count.max(var + 1);
                    var
                });
            }
        }
        let base = self.new_vars(count as usize);
        let mut goals = Vec::new();
        for closure in closures {
            let bind = |machine: &mut Self, term| machine.renumber(term, &mut |_, var| base + var);
            goals.push(match closure {
                Closure::Call(predicate, args) => {
                    let args = args.iter().map(|&arg| Expr::Ground(bind(self, arg))).collect();
                    let kind = GoalKind::Call { predicate: *predicate, args, function: false };
                    (Arc::new(Goal { kind, span: Span::default(), strict: false }), 0)
                }
                Closure::Goal(goal, env) => {
                    let frame = self.new_vars(scope_size(&goal.0));
                    for &(slot, term) in env {
                        let term = bind(self, term);
                        self.bind(frame + u32::from(slot), term);
                    }
                    (goal.0.clone(), frame)
                }
            });
        }
        Ok(!self.run_all(goals)?.is_empty())
    }
}

/// Whether a goal has at most one answer, whatever it binds.
fn binds_one_way(goal: &Goal) -> bool {
    match &goal.kind {
        GoalKind::Compare(..) | GoalKind::Collect { .. } | GoalKind::Not { .. } => true,
        GoalKind::Builtin(..) | GoalKind::Matches(..) | GoalKind::Connected(..) | GoalKind::Lies(..) => true,
        GoalKind::Call { function, .. } => *function,
        GoalKind::Truth(_) | GoalKind::All(_) | GoalKind::Any(_) | GoalKind::Exists(_) => false,
        GoalKind::Pick(_) | GoalKind::In(..) | GoalKind::Pattern(..) => false,
        GoalKind::Area { .. } | GoalKind::Forms(..) => false,
    }
}

fn pending_parts(goal: &Arc<Goal>, pending: u64) -> Vec<(usize, Arc<Goal>)> {
    match &goal.kind {
        GoalKind::All(parts) => {
            let open =
                parts.iter().enumerate().filter(|(number, _)| *number < 64 && pending & (1 << number) != 0);
            open.map(|(number, part)| (number, part.clone())).collect()
        }
        _ => vec![(0, goal.clone())],
    }
}

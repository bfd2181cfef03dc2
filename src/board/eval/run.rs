//! The loop: takes the next step, hands answers to whoever waits for them, and tries what else there is.

use super::branch::Attempt;
use super::machine::{Answer, Machine};
use super::stacks::{Barrier, Choice, ChoiceKind, Todo};
use super::{Policy, Stop};
use crate::language::diagnostic::Diagnostic;
use crate::language::diagnostic::catalogue::meaning;
use crate::language::source::Span;
use crate::language::term::{FormulaId, Guarded, Node, TermId};

impl Machine<'_> {
    pub(super) fn run(&mut self) -> Result<Vec<Answer>, Box<Diagnostic>> {
        loop {
            self.world.steps += 1;
            if self.world.is_exhausted() {
                return Err(Box::new(self.exhausted()));
            }
            let mut outcome = self.step();
            loop {
                if outcome.is_err() {
                    self.sets.clear();
                }
                match outcome {
                    Ok(()) => break,
                    // Goals that wait are kept by their conjunction; what cannot be matched at all is a mistake.
                    Err(Stop::NotReady) => {
                        let why = "two terms meet here before either is known";
                        let wrong = meaning::unbound("", self.here(), why);
                        return Err(Box::new(self.at_the_call(wrong)));
                    }
                    Err(Stop::Fails | Stop::Beyond) => match self.backtrack() {
                        Ok(Some(answers)) => return Ok(answers),
                        Ok(None) => break,
                        Err(stop) => outcome = Err(stop),
                    },
                    Err(Stop::Walks) => outcome = self.turn_into_walk(),
                    Err(Stop::Reads(unknown)) => outcome = self.suspend(unknown),
                    Err(Stop::Wrong(diagnostic)) => return Err(Box::new(self.at_the_call(*diagnostic))),
                }
            }
            self.try_sets_first();
        }
    }

    /// Whatever goes wrong inside the prelude went wrong because of a call outside: that is what to show first.
    fn at_the_call(&self, diagnostic: Diagnostic) -> Diagnostic {
        let inside = |span: Span| Some(span.source) == self.world.program.prelude;
        if !diagnostic.span().is_some_and(inside) {
            return diagnostic;
        }
        let calls = self.agenda.choices.iter().rev().filter_map(|choice| match &choice.kind {
            ChoiceKind::Barrier(Barrier::Call(call)) => Some(call.span),
            _ => None,
        });
        match calls.into_iter().find(|&span| !inside(span)) {
            Some(span) => diagnostic.first_at(span, "called here"),
            None => diagnostic,
        }
    }

    /// Puts the sets that matching has met before everything else that is to be done.
    fn try_sets_first(&mut self) {
        while let Some((left, right, span)) = self.sets.pop() {
            self.agenda.now = self.todo(Todo::Sets { left, right, span, next: self.agenda.now });
        }
    }

    pub(super) fn step(&mut self) -> Result<(), Stop> {
        match self.agenda.todos[self.agenda.now as usize].clone() {
            Todo::Goals { goal, pending, base, next } => self.run_goals(&goal, pending, base, next),
            Todo::Clause { predicate, clause, args, next } => {
                self.attempt(|| Attempt::Clause { predicate, clause, args: args.clone(), next });
                self.try_clause(predicate, clause, &args, next)
            }
            Todo::Pairs { pairs, span, next } => {
                self.attempt(|| Attempt::Pairs { pairs: pairs.to_vec(), span, next });
                self.agenda.now = next;
                pairs.iter().try_for_each(|&(left, right)| self.matching(left, right, span))
            }
            Todo::Sets { left, right, span, next } => {
                self.attempt(|| Attempt::Pairs { pairs: vec![(left, right)], span, next });
                self.agenda.now = next;
                self.match_sets(left, right, span)
            }
            Todo::End { barrier } => self.hand_over(barrier),
        }
    }

    /// Gives an answer to the barrier that waits for it.
    fn hand_over(&mut self, number: u32) -> Result<(), Stop> {
        let start = self.agenda.choices[number as usize].conditions;
        let next = self.agenda.choices[number as usize].next;
        let before = self.conditions.len();
        let mut condition = self.condition_since(start);
        let ChoiceKind::Barrier(barrier) = &self.agenda.choices[number as usize].kind else {
            return Err(Stop::Fails);
        };
        match barrier {
            Barrier::Top { base, template, span, .. } => {
                let (base, template, span) = (*base, template.clone(), *span);
                let mut terms = Vec::with_capacity(template.len());
                for expr in template.iter() {
                    let term = self.value(expr, base, span)?;
                    terms.push(self.resolve(term));
                }
                if self.conditions.len() > before {
                    // Whether the terms have a value depends on values too.
                    condition = self.condition_since(start);
                }
                let answer = Answer { terms: terms.into(), condition };
                let mut count = 0;
                if let ChoiceKind::Barrier(Barrier::Top { answers, .. }) =
                    &mut self.agenda.choices[number as usize].kind
                {
                    answers.push(answer);
                    count = answers.len();
                }
                self.count_answer(count)?;
                if matches!(self.policy, Policy::Branch(_)) && template.is_empty() {
                    // One answer is enough.
                    self.cut(number + 1);
                }
                Err(Stop::Fails)
            }
            Barrier::Call(call) => {
                let inner = call.inner.clone();
                let terms: Box<[TermId]> = inner.iter().map(|&term| self.resolve(term)).collect();
                let mut count = 0;
                if let ChoiceKind::Barrier(Barrier::Call(call)) =
                    &mut self.agenda.choices[number as usize].kind
                {
                    call.answers.push(Answer { terms, condition });
                    count = call.answers.len();
                }
                self.count_answer(count)?;
                if inner.is_empty() && condition == FormulaId::TRUE {
                    // A test succeeds once.
                    self.cut(number + 1);
                }
                Err(Stop::Fails)
            }
            Barrier::Test { .. } if condition == FormulaId::TRUE => {
                self.cut(number);
                self.conditions.truncate(start as usize);
                self.agenda.now = next;
                Ok(())
            }
            Barrier::Not { .. } if condition == FormulaId::TRUE => {
                self.cut(number);
                Err(Stop::Fails)
            }
            Barrier::Test { .. } | Barrier::Not { .. } => {
                let mut count = 0;
                if let ChoiceKind::Barrier(Barrier::Test { conditions } | Barrier::Not { conditions }) =
                    &mut self.agenda.choices[number as usize].kind
                {
                    conditions.push(condition);
                    count = conditions.len();
                }
                self.count_answer(count)?;
                Err(Stop::Fails)
            }
            Barrier::Collect { element, base, span, .. } => {
                let (element, base, span) = (element.clone(), *base, *span);
                let term = self.value(&element, base, span)?;
                let term = self.resolve(term);
                if !self.world.terms.is_ground(term) {
                    return Err(meaning::unbound(
                        "",
                        span,
                        "the elements are not bound by the goals after `:`",
                    )
                    .into());
                }
                if self.conditions.len() > before {
                    condition = self.condition_since(start);
                }
                let mut count = 0;
                if let ChoiceKind::Barrier(Barrier::Collect { found, .. }) =
                    &mut self.agenda.choices[number as usize].kind
                {
                    found.push((condition, term));
                    count = found.len();
                }
                self.count_answer(count)?;
                Err(Stop::Fails)
            }
        }
    }

    /// Tries the next alternative of the topmost choice; at the bottom, returns all answers.
    fn backtrack(&mut self) -> Result<Option<Vec<Answer>>, Stop> {
        loop {
            if !self.rewind() {
                return Ok(Some(Vec::new()));
            }
            let top = self.agenda.choices.len() - 1;
            let next = self.agenda.choices[top].next;
            match &mut self.agenda.choices[top].kind {
                ChoiceKind::Clauses { predicate, args, candidates, at } => {
                    let (predicate, args, clause) = (*predicate, args.clone(), candidates[*at]);
                    *at += 1;
                    if *at == candidates.len() {
                        self.agenda.choices.pop();
                    }
                    self.attempt(|| Attempt::Clause { predicate, clause, args: args.clone(), next });
                    match self.try_clause(predicate, clause, &args, next) {
                        Err(Stop::Fails) => {}
                        other => return other.map(|()| None),
                    }
                }
                ChoiceKind::Elements { item, list, at, span } => {
                    let (item, (guard, element), span) = (*item, list[*at], *span);
                    *at += 1;
                    if *at == list.len() {
                        self.agenda.choices.pop();
                    }
                    self.agenda.now = next;
                    self.attempt(|| Attempt::Pairs { pairs: vec![(item, element)], span, next });
                    match self.require(guard).and_then(|()| self.matching(item, element, span)) {
                        Err(Stop::Fails) => {}
                        other => return other.map(|()| None),
                    }
                }
                ChoiceKind::Integers { item, value, high, span } => {
                    let (item, number, span) = (*item, *value, *span);
                    if *value == *high {
                        self.agenda.choices.pop();
                    } else {
                        *value += 1;
                    }
                    let number = self.world.terms.int(number);
                    self.agenda.now = next;
                    self.attempt(|| Attempt::Pairs { pairs: vec![(item, number)], span, next });
                    match self.matching(item, number, span) {
                        Err(Stop::Fails) => {}
                        other => return other.map(|()| None),
                    }
                }
                ChoiceKind::Branches { goal, at, base } => {
                    let crate::language::program::GoalKind::Any(branches) = &goal.kind else {
                        return Err(Stop::Fails);
                    };
                    let (branch, base) = (branches[*at].clone(), *base);
                    *at += 1;
                    if *at == branches.len() {
                        self.agenda.choices.pop();
                    }
                    self.agenda.now = self.goal_todo(branch, base, next);
                    return Ok(None);
                }
                ChoiceKind::Answers { answers, vars, at, span } => {
                    let (answers, vars, number, span) = (answers.clone(), vars.clone(), *at, *span);
                    *at += 1;
                    if *at == answers.len() {
                        self.agenda.choices.pop();
                    }
                    self.agenda.now = next;
                    self.attempt(|| {
                        let pairs = vars.iter().copied().zip(answers[number].terms.iter().copied()).collect();
                        Attempt::Pairs { pairs, span, next }
                    });
                    match self.take_answer(&answers[number], &vars, span) {
                        Err(Stop::Fails) => {}
                        other => return other.map(|()| None),
                    }
                }
                ChoiceKind::Ways { ways, at, span } => {
                    let (ways, number, span) = (ways.clone(), *at, *span);
                    *at += 1;
                    if *at == ways.len() {
                        self.agenda.choices.pop();
                    }
                    self.agenda.now = next;
                    self.attempt(|| Attempt::Pairs { pairs: ways[number].clone(), span, next });
                    let all =
                        ways[number].iter().try_for_each(|&(left, right)| self.matching(left, right, span));
                    match all {
                        Err(Stop::Fails) => {}
                        other => return other.map(|()| None),
                    }
                }
                ChoiceKind::Barrier(_) => {
                    if self.watch == Some(top as u32) {
                        self.watch = None;
                    }
                    let Some(Choice { kind: ChoiceKind::Barrier(barrier), .. }) = self.agenda.choices.pop()
                    else {
                        return Err(Stop::Fails);
                    };
                    self.agenda.now = next;
                    match self.complete(barrier) {
                        Ok(Some(answers)) => return Ok(Some(answers)),
                        Ok(None) => return Ok(None),
                        Err(Stop::Fails) => {}
                        Err(stop) => return Err(stop),
                    }
                }
            }
        }
    }

    /// All answers are in: goes on with what they amount to.
    fn complete(&mut self, barrier: Barrier) -> Result<Option<Vec<Answer>>, Stop> {
        match barrier {
            Barrier::Top { answers, .. } => return Ok(Some(answers)),
            Barrier::Call(call) => self.complete_call(call)?,
            Barrier::Test { conditions } => {
                let any = self.world.formulas.or(conditions);
                self.require(any)?;
            }
            Barrier::Not { conditions } => {
                let any = self.world.formulas.or(conditions);
                let none = self.world.negate(any);
                self.require(none)?;
            }
            Barrier::Collect { base, result, found, span, .. } => {
                let list = self.collected(found);
                let result = self.slot(result, base);
                self.matching(result, list, span)?;
            }
        }
        Ok(None)
    }

    /// A comprehension's elements as a list: an ordinary one, if none depends on values.
    pub(super) fn collected(&mut self, found: Vec<Guarded>) -> TermId {
        if found.iter().all(|&(guard, _)| guard == FormulaId::TRUE) {
            let elements: Vec<TermId> = found.into_iter().map(|(_, element)| element).collect();
            return self.world.terms.list(&elements);
        }
        self.world.terms.add(Node::Open(crate::language::term::Open::List(found.into())))
    }
}

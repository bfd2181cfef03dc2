//! Calls of definitions: answered once, remembered, and handed out again.

use std::sync::Arc;

use smallvec::SmallVec;

use super::branch::Attempt;
use super::machine::{Answer, Entry, Key, Known, Machine, Query};
use super::stacks::{Barrier, CallBarrier, ChoiceKind, Todo};
use super::{Policy, Stop};
use crate::base::hash::Map;
use crate::language::diagnostic::Diagnostic;
use crate::language::diagnostic::catalogue::meaning;
use crate::language::program::{Expr, Goal, GoalKind, PredicateId};
use crate::language::source::Span;
use crate::language::term::{FormulaId, Node, TermId};

impl Machine<'_> {
    /// Calls a predicate; its arguments have all bindings put in.
    pub(super) fn call(
        &mut self,
        predicate: PredicateId,
        args: Vec<TermId>,
        function: bool,
        span: Span,
        next: u32,
    ) -> Result<(), Stop> {
        let open = args.iter().any(|&arg| !self.world.terms.is_ground(arg));
        let index = predicate.0 as usize;
        if open && !function && self.world.clauses(predicate).facts_only() {
            let candidates = self.world.candidates(predicate, &args);
            return self.try_clauses(predicate, args.into(), candidates, next);
        }
        if matches!(self.policy, Policy::Branch(_)) {
            return self.call_in_place(predicate, args, span, next);
        }
        let args = self.by_value(predicate, args, span)?;
        let (key_args, outer) = self.key(&args);
        let key: Key = (predicate, key_args);
        match self.remembered(&key) {
            Some(Entry::Done(answers)) => {
                if function {
                    self.one_value(predicate, &answers, span)?;
                }
                let answers = if function { self.each_value_once(predicate, answers) } else { answers };
                return self.hand_out(answers, outer.into(), span, next);
            }
            Some(Entry::Open) => {
                let name = self.world.program.predicates[index].name.clone();
                let call = self.world.show_call(predicate, &key.1);
                return Err(meaning::circular(&name, &call, span).into());
            }
            None => {}
        }
        if let Some(rows) = self.coded_call(predicate, &args, function) {
            let answers = rows.iter().map(|(condition, row)| Answer { terms: row.into(), condition });
            let answers: Arc<Vec<Answer>> = Arc::new(answers.collect());
            self.remember(key, Entry::Done(answers.clone()));
            return self.hand_out(answers, outer.into(), span, next);
        }
        if self.agenda.depth >= self.world.budget.depth {
            return Err(self.out_of(meaning::Limit::Depth, u64::from(self.world.budget.depth)).into());
        }
        self.remember(key.clone(), Entry::Open);
        self.agenda.depth += 1;
        let recursive =
            self.world.program.predicates[index].recursive && matches!(self.policy, Policy::Residual);
        if recursive && self.watch.is_none() {
            self.watch = Some(self.agenda.choices.len() as u32);
        }
        let (inner, args) = self.instantiate(&outer, &key.1);
        let reads = self.reads;
        let barrier =
            CallBarrier { key, outer: outer.into(), inner, answers: Vec::new(), function, span, reads };
        self.push_barrier(Barrier::Call(barrier), next);
        let end = self.todo(Todo::End { barrier: self.agenda.choices.len() as u32 - 1 });
        let candidates = self.world.candidates(predicate, &args);
        self.try_clauses(predicate, args, candidates, end)
    }

    /// The arguments of a call with values in place of places, where reads are watched and only values count. What comes
    /// out must go into values after a move and nowhere else: another goal might still ask which place it is.
    fn by_value(
        &mut self,
        predicate: PredicateId,
        args: Vec<TermId>,
        span: Span,
    ) -> Result<Vec<TermId>, Stop> {
        let watched = self.world.watched.is_some() && matches!(self.policy, Policy::Known(_));
        if !watched || !self.world.program.predicates[predicate.0 as usize].by_value {
            return Ok(args);
        }
        let mut results = true;
        for &arg in &args {
            self.renumber(arg, &mut |machine, var| {
                results &= machine.is_next_value(var);
                var
            });
        }
        if !results {
            return Ok(args);
        }
        args.into_iter().map(|arg| self.values_in(arg, span)).collect()
    }

    /// A term with the places in its list replaced by their values.
    fn values_in(&mut self, term: TermId, span: Span) -> Result<TermId, Stop> {
        match *self.node(term) {
            Node::Place(..) if self.world.unknown(term).is_some() => self.read(term, span),
            Node::Cons(..) => {
                let mut heads = Vec::new();
                let mut rest = term;
                while let &Node::Cons(head, tail) = self.node(rest) {
                    heads.push(self.values_in(head, span)?);
                    rest = tail;
                }
                Ok(self.world.terms.list_with_tail(&heads, rest))
            }
            _ => Ok(term),
        }
    }

    /// A call under the branch policy: fixed answers are taken over, any other runs in place, so that it may be laid
    /// aside at any point. What a recursive definition only reads is read before, so that equal values are equal calls.
    fn call_in_place(
        &mut self,
        predicate: PredicateId,
        mut args: Vec<TermId>,
        span: Span,
        next: u32,
    ) -> Result<(), Stop> {
        let index = predicate.0 as usize;
        let (key_args, outer) = self.key(&args);
        let fixed = |answer: &Answer| {
            let open = answer.terms.iter().any(|&term| self.world.terms.is_open(term));
            answer.condition == FormulaId::TRUE && !open
        };
        if let Some(Entry::Done(answers)) = self.world.memo.residual.get(&(predicate, key_args))
            && answers.iter().all(fixed)
        {
            return self.hand_out(answers.clone(), outer.into(), span, next);
        }
        let program = self.world.program.clone();
        for (arg, only_read) in args.iter_mut().zip(&program.predicates[index].value_only) {
            if *only_read && matches!(self.node(*arg), Node::Place(..) | Node::Open(_)) {
                *arg = self.read(*arg, span)?;
            }
        }
        if self.agenda.todos.len() as u64 > self.world.budget.terms {
            return Err(self
                .out_of(meaning::Limit::Other("goals still to be done"), self.world.budget.terms)
                .into());
        }
        let candidates = self.world.candidates(predicate, &args);
        self.try_clauses(predicate, args.into(), candidates, next)
    }

    fn try_clauses(
        &mut self,
        predicate: PredicateId,
        args: Arc<[TermId]>,
        candidates: Arc<[u32]>,
        next: u32,
    ) -> Result<(), Stop> {
        match candidates.len() {
            0 => Err(Stop::Fails),
            1 => {
                let clause = candidates[0];
                self.attempt(|| Attempt::Clause { predicate, clause, args: args.clone(), next });
                self.try_clause(predicate, clause, &args, next)
            }
            _ => {
                self.push_choice(ChoiceKind::Clauses { predicate, args, candidates, at: 0 }, next);
                Err(Stop::Fails)
            }
        }
    }

    /// The arguments with unbound placeholders numbered from 0, and those placeholders.
    fn key(&mut self, args: &[TermId]) -> (Arc<[TermId]>, Vec<TermId>) {
        let mut outer = Vec::new();
        let mut map = Map::default();
        let key = args
            .iter()
            .map(|&arg| {
                self.renumber(arg, &mut |machine, var| {
                    *map.entry(var).or_insert_with(|| {
                        outer.push(machine.var_term(var));
                        outer.len() as u32 - 1
                    })
                })
            })
            .collect();
        (key, outer)
    }

    /// A term with its unbound placeholders numbered anew.
    pub(super) fn renumber(&mut self, term: TermId, number: &mut impl FnMut(&Self, u32) -> u32) -> TermId {
        self.renumber_once(term, number, &mut Known::default())
    }

    fn renumber_once(
        &mut self,
        term: TermId,
        number: &mut impl FnMut(&Self, u32) -> u32,
        known: &mut Known,
    ) -> TermId {
        if self.world.terms.is_ground(term) {
            return term;
        }
        if let Some(renumbered) = known.get(term) {
            return renumbered;
        }
        let renumbered = match self.node(term).clone() {
            Node::Var(var) => {
                let new = number(self, var);
                self.world.terms.add(Node::Var(new))
            }
            Node::Cons(..) => {
                let mut heads = Vec::new();
                let mut rest = term;
                while let &Node::Cons(head, tail) = self.node(rest) {
                    heads.push(self.renumber_once(head, number, known));
                    rest = tail;
                }
                let tail = self.renumber_once(rest, number, known);
                self.world.terms.list_with_tail(&heads, tail)
            }
            Node::Set(parts) => {
                let parts: SmallVec<[TermId; 4]> =
                    parts.iter().map(|&part| self.renumber_once(part, number, known)).collect();
                self.world.terms.set(parts)
            }
            Node::Compound(name, parts) => {
                let parts = parts.iter().map(|&part| self.renumber_once(part, number, known)).collect();
                self.world.terms.add(Node::Compound(name, parts))
            }
            Node::Place(name, parts) => {
                let parts = parts.iter().map(|&part| self.renumber_once(part, number, known)).collect();
                self.world.terms.add(Node::Place(name, parts))
            }
            _ => term,
        };
        known.add(term, renumbered);
        renumbered
    }

    /// Fresh placeholders for those of a key, and the key's arguments with them.
    fn instantiate(&mut self, outer: &[TermId], key: &Arc<[TermId]>) -> (Arc<[TermId]>, Arc<[TermId]>) {
        if outer.is_empty() {
            return (Arc::new([]), key.clone());
        }
        let base = self.new_vars(outer.len());
        let inner = (0..outer.len() as u32).map(|offset| self.var_term(base + offset)).collect();
        let args = key.iter().map(|&arg| self.renumber(arg, &mut |_, var| base + var)).collect();
        (inner, args)
    }

    fn remembered(&mut self, key: &Key) -> Option<Entry> {
        match self.policy {
            Policy::Residual => self.world.memo.residual.get(key).cloned(),
            Policy::Branch(_) => None,
            Policy::Known(_) | Policy::Partly(_) | Policy::Guided(_) => {
                if let Some(entry) = self.world.memo.fixed.get(key) {
                    return Some(entry.clone());
                }
                let entry = self.position.memo.get(key).cloned();
                self.reads += u64::from(entry.is_some());
                entry
            }
        }
    }

    fn remember(&mut self, key: Key, entry: Entry) {
        match self.policy {
            Policy::Residual => self.world.memo.residual.insert(key, entry),
            Policy::Branch(_) => {}
            Policy::Known(_) | Policy::Partly(_) | Policy::Guided(_) => {
                self.position.memo.insert(key, entry);
            }
        }
    }

    /// Forgets that a call is being answered.
    pub(super) fn forget_open(&mut self, key: &Key) {
        match self.policy {
            Policy::Residual => self.world.memo.residual.remove(key),
            Policy::Branch(_) => {}
            Policy::Known(_) | Policy::Partly(_) | Policy::Guided(_) => {
                self.position.memo.remove(key);
            }
        }
    }

    /// All answers of a call are in.
    pub(super) fn complete_call(&mut self, call: CallBarrier) -> Result<(), Stop> {
        self.agenda.depth -= 1;
        let mut answers = call.answers;
        if call.outer.is_empty() && answers.len() > 1 {
            let any = self.world.formulas.or(answers.iter().map(|answer| answer.condition));
            answers = vec![Answer { terms: Box::new([]), condition: any }];
        }
        if call.function
            && let Err(stop) = self.one_value(call.key.0, &answers, call.span)
        {
            self.forget_open(&call.key);
            return Err(stop);
        }
        if answers.iter().any(|answer| answer.condition != FormulaId::TRUE) {
            self.world.notes.value_predicates.insert(call.key.0);
        }
        let (answers, predicate) = (Arc::new(answers), call.key.0);
        let entry = Entry::Done(answers.clone());
        match self.policy {
            Policy::Known(_) | Policy::Partly(_) | Policy::Guided(_) if self.reads == call.reads => {
                self.position.memo.remove(&call.key);
                self.world.memo.fixed.insert(call.key, entry);
            }
            _ => self.remember(call.key, entry),
        }
        let next = self.agenda.now;
        let answers = if call.function { self.each_value_once(predicate, answers) } else { answers };
        self.hand_out(answers, call.outer, call.span, next)
    }

    /// The answers of a function with each value once, whichever way it comes about. What a recursive one comes to is a
    /// value also where it is a place.
    fn each_value_once(&mut self, predicate: PredicateId, answers: Arc<Vec<Answer>>) -> Arc<Vec<Answer>> {
        if answers.len() < 2 {
            return answers;
        }
        let by_value = self.world.program.predicates[predicate.0 as usize].recursive;
        let value = |machine: &Self, term: TermId| match (machine.policy, machine.world.unknown(term)) {
            (Policy::Known(values) | Policy::Guided(values), Some(unknown)) if by_value => {
                values[unknown.0 as usize]
            }
            _ => term,
        };
        let mut kept: Vec<Answer> = Vec::new();
        let mut numbers: Map<Box<[TermId]>, usize> = Map::default();
        for answer in answers.iter() {
            let values = answer.terms.iter().map(|&term| value(self, term)).collect();
            match *numbers.entry(values).or_insert(kept.len()) {
                number if number == kept.len() => kept.push(answer.clone()),
                number => {
                    let either = [kept[number].condition, answer.condition];
                    kept[number].condition = self.world.formulas.or(either);
                }
            }
        }
        Arc::new(kept)
    }

    /// A function has one value. Those that depend on values are alternatives, so nothing is said where values are
    /// known.
    fn one_value(&self, predicate: PredicateId, answers: &[Answer], span: Span) -> Result<(), Stop> {
        if matches!(self.policy, Policy::Known(_) | Policy::Partly(_) | Policy::Guided(_)) {
            return Ok(());
        }
        let mut fixed: Vec<&Answer> = Vec::new();
        for answer in answers.iter().filter(|answer| answer.condition == FormulaId::TRUE) {
            if !fixed.contains(&answer) {
                fixed.push(answer);
            }
        }
        if fixed.len() < 2 {
            return Ok(());
        }
        let name = &self.world.program.predicates[predicate.0 as usize].name;
        Err(meaning::several_values(name, fixed.len(), span).into())
    }

    pub(super) fn hand_out(
        &mut self,
        answers: Arc<Vec<Answer>>,
        vars: Arc<[TermId]>,
        span: Span,
        next: u32,
    ) -> Result<(), Stop> {
        match answers.len() {
            0 => Err(Stop::Fails),
            1 => {
                self.agenda.now = next;
                self.attempt(|| {
                    let pairs = vars.iter().copied().zip(answers[0].terms.iter().copied()).collect();
                    Attempt::Pairs { pairs, span, next }
                });
                self.take_answer(&answers[0], &vars, span)
            }
            _ => {
                self.push_choice(ChoiceKind::Answers { answers, vars, at: 0, span }, next);
                Err(Stop::Fails)
            }
        }
    }

    /// Takes over one answer: its condition, and its terms for the caller's placeholders.
    pub(super) fn take_answer(&mut self, answer: &Answer, vars: &[TermId], span: Span) -> Result<(), Stop> {
        self.require(answer.condition)?;
        let mut fresh: Map<u32, u32> = Map::default();
        for (&var, &term) in vars.iter().zip(&answer.terms) {
            let term =
                if self.world.terms.is_ground(term) { term } else { self.fresh_copy(term, &mut fresh) };
            self.matching(var, term, span)?;
        }
        Ok(())
    }

    /// A copy of a term with placeholders of its own, the same for the same ones.
    fn fresh_copy(&mut self, term: TermId, fresh: &mut Map<u32, u32>) -> TermId {
        let mut unbound = Vec::new();
        self.renumber(term, &mut |_, var| {
            unbound.push(var);
            var
        });
        for var in unbound {
            fresh.entry(var).or_insert_with(|| self.new_vars(1));
        }
        self.renumber(term, &mut |_, var| fresh.get(&var).copied().unwrap_or(var))
    }

    /// All answers to `predicate(..)` with its arguments unbound, asked apart from this run.
    pub(super) fn all_answers(&mut self, predicate: PredicateId, span: Span) -> Result<Vec<Answer>, Stop> {
        if self.agenda.depth >= self.world.budget.depth {
            return Err(self.out_of(meaning::Limit::Depth, u64::from(self.world.budget.depth)).into());
        }
        let depth = self.agenda.depth + NESTED;
        let mut inner = Machine::new(&mut *self.world, self.policy);
        inner.agenda.depth = depth;
        inner.answers_of(predicate, span).map_err(Stop::Wrong)
    }

    /// All answers to `predicate(..)` with its arguments unbound, in order.
    pub fn answers_of(&mut self, predicate: PredicateId, span: Span) -> Result<Vec<Answer>, Box<Diagnostic>> {
        let arity = self.world.program.predicates[predicate.0 as usize].arity;
        let args: Vec<Expr> = (0..arity as u16).map(Expr::Slot).collect();
        let kind = GoalKind::Call { predicate, args: args.clone(), function: false };
        let goal = Arc::new(Goal { kind, span, strict: false });
        self.answers(Query { goal: &goal, scope: arity, bound: &[], template: &args })
    }

    /// The cells of a layer, by the symbol they show, in the order in which symbols first appear.
    pub(super) fn area(
        &mut self,
        layer: PredicateId,
        symbol: TermId,
        cells: TermId,
        span: Span,
        next: u32,
    ) -> Result<(), Stop> {
        let ways: Vec<Vec<(TermId, TermId)>> = self
            .areas(layer, span)?
            .into_iter()
            .map(|(shown, list)| vec![(symbol, shown), (cells, list)])
            .collect();
        if !ways.is_empty() {
            self.push_choice(ChoiceKind::Ways { ways: ways.into(), at: 0, span }, next);
        }
        Err(Stop::Fails)
    }

    /// The symbols of a layer, each with the list of its cells, in the order in which they first appear.
    pub(super) fn areas(&mut self, layer: PredicateId, span: Span) -> Result<Vec<(TermId, TermId)>, Stop> {
        let mut order: Vec<TermId> = Vec::new();
        let mut groups: Map<TermId, Vec<TermId>> = Map::default();
        for answer in self.all_answers(layer, span)? {
            let (cell, shown) = (answer.terms[0], answer.terms[1]);
            if answer.condition != FormulaId::TRUE {
                let name = &self.world.program.predicates[layer.0 as usize].name;
                return Err(meaning::not_a_relation(name, span).into());
            }
            let group = groups.entry(shown).or_default();
            if group.is_empty() {
                order.push(shown);
            }
            group.push(cell);
        }
        Ok(order.into_iter().map(|shown| (shown, self.world.terms.list(&groups[&shown]))).collect())
    }
}

/// How much depth a question asked on the thread's stack counts for: such questions must not nest without end.
const NESTED: u32 = 200;

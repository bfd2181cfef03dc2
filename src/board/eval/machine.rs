//! One run of the evaluator: bindings and conditions, choices left open, and what is still to be done.
//!
//! Choices and continuations are stacks in memory, so depth is bounded by a budget and not by the thread's stack. What
//! asks a question inside a question (`not`, a comprehension, a definition) leaves a *barrier* among the choices: answers
//! are handed to it, and when no choice above it is left it goes on with what it has collected.

use std::sync::Arc;

use smallvec::SmallVec;

use super::bindings::Bindings;
use super::branch::{Attempt, Thread};
use super::code::{Code, Question, Seen, Tables};
use super::stacks::{Agenda, Barrier, Choice, ChoiceKind, NOTHING, Todo};
use super::{Policy, Stop, World};
use crate::base::hash::{Map, Overlay};
use crate::board::formula::Formulas;
use crate::board::relation::Graph;
use crate::language::diagnostic::Diagnostic;
use crate::language::program::{Expr, Goal, PredicateId, Slot};
use crate::language::source::Span;
use crate::language::term::{FormulaId, Node, TermId, Terms};

/// An answer to a question: the terms asked for, and the condition on values under which it holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The terms asked for.
    pub terms: Box<[TermId]>,
    /// The condition; true if the answer is fixed.
    pub condition: FormulaId,
}

/// A question: for which bindings does a goal hold?
#[derive(Clone, Copy, Debug)]
pub struct Query<'q> {
    /// The goal.
    pub goal: &'q Arc<Goal>,
    /// How many placeholders its scope has.
    pub scope: usize,
    /// Those that are bound already.
    pub bound: &'q [(Slot, TermId)],
    /// What to report of each answer.
    pub template: &'q [Expr],
}

/// A call with its arguments; unbound placeholders are numbered from 0.
pub(super) type Key = (PredicateId, Arc<[TermId]>);

/// Answers already found.
#[derive(Clone, Debug)]
pub(super) enum Entry {
    /// The call is being answered.
    Open,
    /// All its answers.
    Done(Arc<Vec<Answer>>),
}

/// Answers of calls, remembered.
#[derive(Clone, Default, Debug)]
pub(crate) struct Memo {
    /// Under the residual policy.
    pub(super) residual: Overlay<Key, Entry>,
    /// Under known values, where no value was read: good for every position.
    pub(super) fixed: Overlay<Key, Entry>,
    /// Those found by code.
    pub(super) seen: Seen,
    /// The numbers that calls of recursive functions may come to, each under the condition that it does.
    pub(super) numbers: Map<Key, Arc<Vec<Answer>>>,
}

impl Memo {
    /// Forgets the answers of the predicates of which `varying` says so.
    pub(super) fn forget(&mut self, varying: &[bool]) {
        let varies = |key: &Key| varying[key.0.0 as usize];
        self.residual.forget(varies);
        self.fixed.forget(varies);
        self.seen.forget(varying);
        self.numbers.retain(|key, _| !varies(key));
    }

    /// Shares all answers with every clone to come.
    pub(super) fn freeze(&mut self) {
        self.residual.freeze();
        self.fixed.freeze();
    }
}

/// How many elements of a list may be looked at for the price of a step.
pub(super) const CHEAP: u64 = 8;

/// Results for the parts of one term. Parts may occur in it many times over, so that walking through all of them would
/// take for ever; but most terms are small, and for those looking up would cost more than it saves.
#[derive(Default)]
pub(super) struct Known {
    seen: u32,
    results: Map<TermId, TermId>,
}

impl Known {
    /// Terms with fewer parts are walked through.
    const SMALL: u32 = 32;

    pub(super) fn get(&self, term: TermId) -> Option<TermId> {
        if self.seen < Self::SMALL { None } else { self.results.get(&term).copied() }
    }

    pub(super) fn add(&mut self, term: TermId, result: TermId) {
        self.seen += 1;
        if self.seen >= Self::SMALL {
            self.results.insert(term, result);
        }
    }
}

/// The values after a move, while one is worked out.
#[derive(Default)]
pub(super) struct AfterMove {
    /// The first placeholder that stands for such a value; one for each unknown.
    pub(super) first: Option<u32>,
    /// The unknowns whose value after the move was mentioned, with where.
    pub(super) mentioned: Vec<(u32, Span)>,
}

/// What has been found out about the position at hand, where values are known.
#[derive(Default)]
pub(super) struct Position {
    /// Answers that rest on it.
    pub(super) memo: Map<Key, Entry>,
    /// Those found by code.
    pub(super) rows: Tables,
    /// Relations at it.
    pub(super) graphs: Map<PredicateId, Arc<Graph>>,
}

/// Runs under the branch policy that wait for a value.
#[derive(Default)]
pub(super) struct Waiting {
    /// What is being tried, and the trail's length before.
    pub(super) attempted: Option<(Attempt, u32)>,
    /// Runs laid aside.
    pub(super) threads: Vec<Thread>,
}

/// One run.
pub struct Machine<'a> {
    pub(super) world: &'a mut World,
    pub(super) policy: Policy<'a>,
    pub(super) bindings: Bindings,
    pub(super) agenda: Agenda,
    pub(super) conditions: Vec<FormulaId>,
    /// Sets with placeholders that matching has met: every way to assign their elements is to be tried.
    pub(super) sets: Vec<(TermId, TermId, Span)>,
    /// The outermost recursive call being answered: a read inside makes it a walk.
    pub(super) watch: Option<u32>,
    /// Reads of values so far, where values are known.
    pub(super) reads: u64,
    /// How often what came out has depended on values so far, known or not.
    pub(super) touched: u64,
    /// How many calls of code are inside each other.
    pub(super) depth_of_code: u32,
    /// The last question that was looked up, with its code: most are asked again at once.
    pub(super) last_asked: Option<(Question, Option<Arc<Code>>)>,
    /// Tests decided so far by a guided run.
    decisions: Vec<(FormulaId, bool)>,
    pub(super) after: AfterMove,
    pub(super) position: Position,
    pub(super) waiting: Waiting,
    /// Whether the goal at hand stands directly right of `=>`.
    pub(super) strict: bool,
    /// Where the question stands.
    pub(super) asked: Span,
}

impl<'a> Machine<'a> {
    /// A machine for one question.
    pub fn new(world: &'a mut World, policy: Policy<'a>) -> Self {
        Machine {
            world,
            policy,
            bindings: Bindings::new(),
            agenda: Agenda::default(),
            conditions: Vec::new(),
            sets: Vec::new(),
            watch: None,
            reads: 0,
            touched: 0,
            depth_of_code: 0,
            last_asked: None,
            decisions: Vec::new(),
            after: AfterMove::default(),
            position: Position::default(),
            waiting: Waiting::default(),
            strict: false,
            asked: Span::default(),
        }
    }

    /// The world it works on.
    pub fn world(&mut self) -> &mut World {
        self.world
    }

    /// All answers to a question, in order.
    pub fn answers(&mut self, query: Query<'_>) -> Result<Vec<Answer>, Box<Diagnostic>> {
        if let Some(answers) = self.coded_answers(&query) {
            return Ok(answers);
        }
        self.resolved_answers(query)
    }

    /// The same by resolution: goals wait until they can run, and what is left to choose is kept in memory.
    fn resolved_answers(&mut self, query: Query<'_>) -> Result<Vec<Answer>, Box<Diagnostic>> {
        self.reset();
        self.asked = query.goal.span;
        let base = self.new_vars(query.scope);
        for &(slot, term) in query.bound {
            self.bind(base + u32::from(slot), term);
        }
        let barrier = Barrier::Top {
            base,
            template: query.template.into(),
            answers: Vec::new(),
            span: query.goal.span,
        };
        self.agenda.now = NOTHING;
        self.push_barrier(barrier, NOTHING);
        let end = self.todo(Todo::End { barrier: self.agenda.choices.len() as u32 - 1 });
        self.agenda.now = self.goal_todo(query.goal.clone(), base, end);
        self.run_to_end()
    }

    /// Forgets the last question; a machine may be asked many.
    pub(super) fn reset(&mut self) {
        let kept = self.after.first.map_or(0, |base| base as usize + self.world.unknowns.len());
        self.bindings.reset(kept);
        self.agenda.todos.clear();
        self.conditions.clear();
        debug_assert!(
            self.agenda.choices.is_empty() && self.watch.is_none(),
            "the last question was answered"
        );
    }

    /// Runs several goals, each with placeholders of its own, one after the other.
    pub(super) fn run_all(&mut self, goals: Vec<(Arc<Goal>, u32)>) -> Result<Vec<Answer>, Box<Diagnostic>> {
        let end = self.push_top(Arc::new([]));
        self.agenda.now =
            goals.into_iter().rev().fold(end, |next, (goal, base)| self.goal_todo(goal, base, next));
        self.run_to_end()
    }

    /// Starts a question with ground terms to report, or none; returns what hands its answers over.
    pub(super) fn push_top(&mut self, template: Arc<[Expr]>) -> u32 {
        let barrier = Barrier::Top { base: 0, template, answers: Vec::new(), span: Span::default() };
        self.push_barrier(barrier, NOTHING);
        self.todo(Todo::End { barrier: self.agenda.choices.len() as u32 - 1 })
    }

    /// Runs until there is nothing left to do or to try.
    pub(super) fn run_to_end(&mut self) -> Result<Vec<Answer>, Box<Diagnostic>> {
        let result = self.run();
        if result.is_err() {
            self.cut(0);
        }
        result
    }

    /// The condition under which a goal has an answer.
    pub fn holds(&mut self, query: Query<'_>) -> Result<FormulaId, Box<Diagnostic>> {
        let query = Query { template: &[], ..query };
        if let Some(condition) = self.coded_truth(&query) {
            return Ok(condition);
        }
        let answers = self.resolved_answers(query)?;
        Ok(self.world.formulas.or(answers.iter().map(|answer| answer.condition)))
    }

    /// Reserves the placeholders that stand for values after a move. They come before all others.
    pub fn expect_next_values(&mut self) -> Vec<Expr> {
        let count = self.world.unknowns.len();
        self.after.first = Some(self.new_vars(count));
        (0..count).map(|index| Expr::Ground(self.var_term(index as u32))).collect()
    }

    /// The unknowns whose value after the move was mentioned.
    pub fn mentioned(&self) -> &[(u32, Span)] {
        &self.after.mentioned
    }

    // ---- placeholders

    /// Makes new unbound placeholders and returns the first one's number.
    pub(super) fn new_vars(&mut self, count: usize) -> u32 {
        self.bindings.add(count, self.world)
    }

    /// The term of a placeholder, unbound or not.
    pub(super) fn var_term(&self, var: u32) -> TermId {
        self.bindings.term(var)
    }

    pub(super) fn bind(&mut self, var: u32, term: TermId) {
        self.bindings.bind(var, term);
    }

    /// Follows bindings until a term shows.
    #[inline]
    pub(super) fn deref(&self, term: TermId) -> TermId {
        self.bindings.deref(term, &self.world.terms)
    }

    /// A slot's term: what it is bound to, or its placeholder.
    #[inline]
    pub(super) fn slot(&self, slot: Slot, base: u32) -> TermId {
        self.bindings.value(base + u32::from(slot), &self.world.terms)
    }

    #[inline]
    pub(super) fn node(&self, term: TermId) -> &Node {
        self.world.terms.node(term)
    }

    /// A term with all bindings put in.
    #[inline]
    pub(super) fn resolve(&mut self, term: TermId) -> TermId {
        self.resolve_once(term, &mut Known::default())
    }

    fn resolve_once(&mut self, term: TermId, known: &mut Known) -> TermId {
        if self.world.terms.is_ground(term) {
            return term;
        }
        let term = self.deref(term);
        if let Some(resolved) = known.get(term) {
            return resolved;
        }
        let resolved = match self.world.terms.node(term).clone() {
            Node::Cons(..) => {
                let mut heads = Vec::new();
                let mut rest = term;
                while !self.world.terms.is_ground(rest) {
                    rest = self.deref(rest);
                    let &Node::Cons(head, tail) = self.node(rest) else { break };
                    heads.push(self.resolve_once(head, known));
                    rest = tail;
                }
                let rest = self.deref(rest);
                let tail = if matches!(self.node(rest), Node::Cons(..)) {
                    rest
                } else {
                    self.resolve_once(rest, known)
                };
                self.world.steps += heads.len() as u64 / CHEAP;
                self.world.terms.list_with_tail(&heads, tail)
            }
            Node::Set(parts) => {
                let parts: SmallVec<[TermId; 4]> =
                    parts.iter().map(|&part| self.resolve_once(part, known)).collect();
                self.world.terms.set(parts)
            }
            Node::Compound(name, parts) => {
                let parts = parts.iter().map(|&part| self.resolve_once(part, known)).collect();
                self.world.terms.add(Node::Compound(name, parts))
            }
            Node::Place(name, parts) => {
                let parts = parts.iter().map(|&part| self.resolve_once(part, known)).collect();
                self.world.terms.add(Node::Place(name, parts))
            }
            _ => term,
        };
        known.add(term, resolved);
        resolved
    }

    // ---- conditions

    /// Adds a condition to the answer being made.
    #[inline]
    pub(super) fn require(&mut self, formula: FormulaId) -> Result<(), Stop> {
        if formula == FormulaId::TRUE {
            return Ok(());
        }
        let formula = self.decided(formula);
        match formula {
            FormulaId::TRUE => Ok(()),
            FormulaId::FALSE => Err(Stop::Fails),
            _ if self.watch.is_some() => Err(Stop::Walks),
            // Under the branch policy every value has been read before it is compared.
            _ if matches!(self.policy, Policy::Branch(_)) => {
                debug_assert!(false, "an open condition under the branch policy");
                Err(Stop::Fails)
            }
            open => {
                self.conditions.push(open);
                Ok(())
            }
        }
    }

    /// A condition as the position at hand decides it, if that is to be done and can be.
    fn decided(&mut self, formula: FormulaId) -> FormulaId {
        let Policy::Guided(values) = self.policy else { return formula };
        if matches!(formula, FormulaId::TRUE | FormulaId::FALSE) {
            return formula;
        }
        let Some(truth) = self.world.truth(formula, &|unknown| values.get(unknown.0 as usize).copied())
        else {
            return formula;
        };
        self.reads += 1;
        self.decisions.push((formula, truth));
        Formulas::truth(truth)
    }

    /// The tests that a guided run made, in order, and how they came out.
    pub fn decisions(&self) -> &[(FormulaId, bool)] {
        &self.decisions
    }

    pub(super) fn condition_since(&mut self, start: u32) -> FormulaId {
        match self.conditions[start as usize..] {
            [] => FormulaId::TRUE,
            [only] => only,
            ref parts => self.world.formulas.and(parts.iter().copied()),
        }
    }

    // ---- the two stacks

    pub(super) fn todo(&mut self, todo: Todo) -> u32 {
        self.agenda.todos.push(todo);
        self.agenda.todos.len() as u32 - 1
    }

    /// What is to be done: all of a goal, then `next`.
    pub(super) fn goal_todo(&mut self, goal: Arc<Goal>, base: u32, next: u32) -> u32 {
        let pending = super::schedule::all_pending(&goal);
        self.todo(Todo::Goals { goal, pending, base, next })
    }

    pub(super) fn push_choice(&mut self, kind: ChoiceKind, next: u32) {
        self.agenda.choices.push(Choice {
            trail: self.bindings.mark(),
            vars: self.bindings.count(),
            todos: self.agenda.todos.len() as u32,
            conditions: self.conditions.len() as u32,
            next,
            origin: None,
            kind,
        });
    }

    pub(super) fn push_barrier(&mut self, barrier: Barrier, next: u32) {
        self.push_choice(ChoiceKind::Barrier(barrier), next);
        let origin = self.waiting.attempted.as_ref().map(|(attempt, _)| Box::new(attempt.clone()));
        if let Some(choice) = self.agenda.choices.last_mut() {
            choice.origin = origin;
        }
    }

    /// Undoes everything since the topmost choice was made; the choice stays.
    pub(super) fn rewind(&mut self) -> bool {
        let Some(choice) = self.agenda.choices.last() else { return false };
        let (trail, vars, todos, conditions) = (choice.trail, choice.vars, choice.todos, choice.conditions);
        self.bindings.undo_to(trail);
        self.bindings.truncate(vars);
        self.agenda.todos.truncate(todos as usize);
        self.conditions.truncate(conditions as usize);
        true
    }

    /// Drops the choices from this number on; calls that were being answered are forgotten.
    pub(super) fn cut(&mut self, from: u32) {
        while self.agenda.choices.len() > from as usize {
            if let Some(Choice { kind: ChoiceKind::Barrier(Barrier::Call(call)), .. }) =
                self.agenda.choices.pop()
            {
                self.agenda.depth -= 1;
                self.forget_open(&call.key);
            }
        }
        if self.watch.is_some_and(|watched| watched >= from) {
            self.watch = None;
        }
    }

    /// Goes back to the state in which the choice with this number was made, and removes it.
    pub(super) fn unwind(&mut self, to: u32) -> Option<Choice> {
        self.cut(to + 1);
        self.rewind();
        let choice = self.agenda.choices.pop();
        if let Some(Choice { kind: ChoiceKind::Barrier(Barrier::Call(call)), .. }) = &choice {
            self.agenda.depth -= 1;
            let key = call.key.clone();
            self.forget_open(&key);
        }
        if self.watch == Some(to) {
            self.watch = None;
        }
        choice
    }

    // ---- the loop

    pub(super) fn terms(&mut self) -> &mut Terms {
        &mut self.world.terms
    }
}

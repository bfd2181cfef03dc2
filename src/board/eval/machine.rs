//! One run of the evaluator: bindings and conditions, choices left open, and what is still to be done.
//!
//! Choices and continuations are stacks in memory, so depth is bounded by a budget and not by the thread's stack. What
//! asks a question inside a question (`not`, a comprehension, a definition) leaves a *barrier* among the choices: answers
//! are handed to it, and when no choice above it is left it goes on with what it has collected.

use std::sync::Arc;

use super::branch::{Attempt, Thread};
use super::{Policy, Stop, World};
use crate::base::hash::{Map, Overlay};
use crate::board::formula::Formulas;
use crate::language::diagnostic::Diagnostic;
use crate::language::program::{Expr, Goal, PredicateId, Slot};
use crate::language::source::Span;
use crate::language::term::{FormulaId, Guarded, Node, TermId, Terms};

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
}

impl Memo {
    /// Shares all answers with every clone to come.
    pub(super) fn freeze(&mut self) {
        self.residual.freeze();
        self.fixed.freeze();
    }
}

/// What is still to be done.
#[derive(Clone, Debug)]
pub(super) enum Todo {
    /// The goals of a conjunction that are still pending, as bits.
    Goals { goal: Arc<Goal>, pending: u64, base: u32, next: u32 },
    /// One clause of a call.
    Clause { predicate: PredicateId, clause: u32, args: Arc<[TermId]>, next: u32 },
    /// Terms that must match.
    Pairs { pairs: Arc<[(TermId, TermId)]>, span: Span, next: u32 },
    /// A set with placeholders against a ground one.
    Sets { left: TermId, right: TermId, span: Span, next: u32 },
    /// Hand the answer to the barrier with this number.
    End { barrier: u32 },
}

/// A point to come back to.
pub(super) struct Choice {
    pub(super) trail: u32,
    pub(super) vars: u32,
    pub(super) todos: u32,
    pub(super) conditions: u32,
    pub(super) next: u32,
    /// For a barrier under the branch policy: the goal that asked.
    pub(super) origin: Option<Box<Attempt>>,
    pub(super) kind: ChoiceKind,
}

/// What to try next at a choice.
pub(super) enum ChoiceKind {
    /// Clauses of a predicate.
    Clauses { predicate: PredicateId, args: Arc<[TermId]>, candidates: Arc<[u32]>, at: usize },
    /// Elements of a list, each there under a condition.
    Elements { item: TermId, list: Arc<[Guarded]>, at: usize, span: Span },
    /// Integers of a range.
    Integers { item: TermId, value: i128, high: i128, span: Span },
    /// Alternatives of a disjunction.
    Branches { goal: Arc<Goal>, at: usize, base: u32 },
    /// Answers of a call: terms for its unbound placeholders.
    Answers { answers: Arc<Vec<Answer>>, vars: Arc<[TermId]>, at: usize, span: Span },
    /// Ways to match: pairs of terms that must agree.
    Ways { ways: Arc<[Vec<(TermId, TermId)>]>, at: usize, span: Span },
    /// A question inside a question.
    Barrier(Barrier),
}

/// Who is waiting for answers.
pub(super) enum Barrier {
    /// The caller of the machine.
    Top { base: u32, template: Arc<[Expr]>, answers: Vec<Answer>, span: Span },
    /// A call of a definition.
    Call(CallBarrier),
    /// A closed disjunction: holds or not.
    Test { conditions: Vec<FormulaId> },
    /// `not`.
    Not { conditions: Vec<FormulaId> },
    /// A comprehension.
    Collect { element: Expr, base: u32, result: Slot, found: Vec<Guarded>, span: Span },
}

/// A call being answered.
pub(super) struct CallBarrier {
    pub(super) key: Key,
    /// The caller's unbound placeholders, in the key's order.
    pub(super) outer: Arc<[TermId]>,
    /// The same placeholders inside the call.
    pub(super) inner: Arc<[TermId]>,
    pub(super) answers: Vec<Answer>,
    pub(super) function: bool,
    pub(super) span: Span,
    /// How many reads had happened when it began.
    pub(super) reads: u64,
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

/// Room for what a small question needs, so that it does not grow step by step.
const FEW: usize = 64;

/// The number of no continuation.
pub(super) const NOTHING: u32 = u32::MAX;
const UNBOUND: TermId = TermId(u32::MAX);

/// One run.
pub struct Machine<'a> {
    pub(super) world: &'a mut World,
    pub(super) policy: Policy<'a>,
    bindings: Vec<TermId>,
    /// The term of each placeholder, by its number.
    var_terms: Vec<TermId>,
    trail: Vec<u32>,
    pub(super) conditions: Vec<FormulaId>,
    pub(super) todos: Vec<Todo>,
    pub(super) choices: Vec<Choice>,
    pub(super) now: u32,
    pub(super) depth: u32,
    /// The outermost recursive call being answered: a read inside makes it a walk.
    pub(super) watch: Option<u32>,
    /// Reads of values so far.
    pub(super) reads: u64,
    /// Tests decided so far by a guided run.
    decisions: Vec<(FormulaId, bool)>,
    /// The first placeholder that stands for a value after a move; one for each unknown.
    pub(super) next_values: Option<u32>,
    /// The unknowns whose value after the move was mentioned, with where.
    pub(super) primed: Vec<(u32, Span)>,
    /// Sets with placeholders that matching has met: every way to assign their elements is to be tried.
    pub(super) sets: Vec<(TermId, TermId, Span)>,
    /// Whether the goal at hand stands directly right of `=>`.
    pub(super) strict: bool,
    /// Where the question stands.
    pub(super) asked: Span,
    /// Answers under known values that rest on this position.
    pub(super) position_memo: Map<Key, Entry>,
    /// Under the branch policy: what is being tried, and the trail's length before.
    pub(super) attempted: Option<(Attempt, u32)>,
    /// Under the branch policy: runs laid aside.
    pub(super) threads: Vec<Thread>,
    /// Relations at this position.
    pub(super) position_graphs: Map<PredicateId, Arc<crate::board::relation::Graph>>,
}

impl<'a> Machine<'a> {
    /// A machine for one question.
    pub fn new(world: &'a mut World, policy: Policy<'a>) -> Self {
        Machine {
            world,
            policy,
            bindings: Vec::with_capacity(FEW),
            var_terms: Vec::with_capacity(FEW),
            trail: Vec::with_capacity(FEW),
            conditions: Vec::new(),
            todos: Vec::with_capacity(FEW),
            choices: Vec::with_capacity(FEW / 4),
            now: NOTHING,
            depth: 0,
            watch: None,
            reads: 0,
            decisions: Vec::new(),
            next_values: None,
            primed: Vec::new(),
            sets: Vec::new(),
            strict: false,
            asked: Span::default(),
            position_memo: Map::default(),
            attempted: None,
            threads: Vec::new(),
            position_graphs: Map::default(),
        }
    }

    /// The world it works on.
    pub fn world(&mut self) -> &mut World {
        self.world
    }

    /// All answers to a question, in order.
    pub fn answers(&mut self, query: Query<'_>) -> Result<Vec<Answer>, Box<Diagnostic>> {
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
        self.now = NOTHING;
        self.push_barrier(barrier, NOTHING);
        let end = self.todo(Todo::End { barrier: self.choices.len() as u32 - 1 });
        self.now = self.goal_todo(query.goal.clone(), base, end);
        self.run_to_end()
    }

    /// Forgets the last question; a machine may be asked many.
    pub(super) fn reset(&mut self) {
        let kept = self.next_values.map_or(0, |base| base as usize + self.world.unknowns.len());
        self.bindings.truncate(kept);
        self.trail.clear();
        self.todos.clear();
        self.conditions.clear();
        debug_assert!(self.choices.is_empty() && self.watch.is_none(), "the last question was answered");
    }

    /// Runs several goals, each with placeholders of its own, one after the other.
    pub(super) fn run_all(&mut self, goals: Vec<(Arc<Goal>, u32)>) -> Result<Vec<Answer>, Box<Diagnostic>> {
        let end = self.push_top();
        self.now = goals.into_iter().rev().fold(end, |next, (goal, base)| self.goal_todo(goal, base, next));
        self.run_to_end()
    }

    /// Starts a question without terms to report; returns what hands its answers over.
    pub(super) fn push_top(&mut self) -> u32 {
        let barrier =
            Barrier::Top { base: 0, template: Arc::new([]), answers: Vec::new(), span: Span::default() };
        self.push_barrier(barrier, NOTHING);
        self.todo(Todo::End { barrier: self.choices.len() as u32 - 1 })
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
        let answers = self.answers(Query { template: &[], ..query })?;
        Ok(self.world.formulas.or(answers.iter().map(|answer| answer.condition)))
    }

    /// Reserves the placeholders that stand for values after a move. They come before all others.
    pub fn expect_next_values(&mut self) -> Vec<Expr> {
        let count = self.world.unknowns.len();
        self.next_values = Some(self.new_vars(count));
        (0..count).map(|index| Expr::Ground(self.var_terms[index])).collect()
    }

    /// The unknowns whose value after the move was mentioned.
    pub fn mentioned(&self) -> &[(u32, Span)] {
        &self.primed
    }

    // ---- placeholders

    /// Makes new unbound placeholders and returns the first one's number.
    pub(super) fn new_vars(&mut self, count: usize) -> u32 {
        let base = self.bindings.len();
        self.bindings.resize(base + count, UNBOUND);
        while self.var_terms.len() < self.bindings.len() {
            let term = self.world.placeholder(self.var_terms.len());
            self.var_terms.push(term);
        }
        base as u32
    }

    /// The term of a placeholder, unbound or not.
    pub(super) fn var_term(&self, var: u32) -> TermId {
        self.var_terms[var as usize]
    }

    pub(super) fn bind(&mut self, var: u32, term: TermId) {
        debug_assert!(self.bindings[var as usize] == UNBOUND, "a placeholder is bound once");
        self.bindings[var as usize] = term;
        self.trail.push(var);
    }

    /// Follows bindings until a term shows.
    pub(super) fn deref(&self, mut term: TermId) -> TermId {
        while let &Node::Var(var) = self.world.terms.node(term) {
            let bound = self.bindings[var as usize];
            if bound == UNBOUND {
                return term;
            }
            term = bound;
        }
        term
    }

    /// A slot's term: what it is bound to, or its placeholder.
    pub(super) fn slot(&self, slot: Slot, base: u32) -> TermId {
        let var = base + u32::from(slot);
        let bound = self.bindings[var as usize];
        if bound == UNBOUND { self.var_terms[var as usize] } else { self.deref(bound) }
    }

    pub(super) fn node(&self, term: TermId) -> &Node {
        self.world.terms.node(term)
    }

    /// A term with all bindings put in.
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
                let parts = parts.iter().map(|&part| self.resolve_once(part, known)).collect();
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
    pub(super) fn require(&mut self, formula: FormulaId) -> Result<(), Stop> {
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
        let parts = self.conditions[start as usize..].iter().copied();
        self.world.formulas.and(parts)
    }

    // ---- the two stacks

    pub(super) fn todo(&mut self, todo: Todo) -> u32 {
        self.todos.push(todo);
        self.todos.len() as u32 - 1
    }

    /// What is to be done: all of a goal, then `next`.
    pub(super) fn goal_todo(&mut self, goal: Arc<Goal>, base: u32, next: u32) -> u32 {
        let pending = super::schedule::all_pending(&goal);
        self.todo(Todo::Goals { goal, pending, base, next })
    }

    pub(super) fn push_choice(&mut self, kind: ChoiceKind, next: u32) {
        self.choices.push(Choice {
            trail: self.trail.len() as u32,
            vars: self.bindings.len() as u32,
            todos: self.todos.len() as u32,
            conditions: self.conditions.len() as u32,
            next,
            origin: None,
            kind,
        });
    }

    pub(super) fn push_barrier(&mut self, barrier: Barrier, next: u32) {
        self.push_choice(ChoiceKind::Barrier(barrier), next);
        let origin = self.attempted.as_ref().map(|(attempt, _)| Box::new(attempt.clone()));
        if let Some(choice) = self.choices.last_mut() {
            choice.origin = origin;
        }
    }

    pub(super) fn trail_mark(&self) -> u32 {
        self.trail.len() as u32
    }

    /// Takes back the bindings made since a mark.
    pub(super) fn undo_to(&mut self, mark: u32) {
        for &var in &self.trail[mark as usize..] {
            self.bindings[var as usize] = UNBOUND;
        }
        self.trail.truncate(mark as usize);
    }

    /// Undoes everything since the topmost choice was made; the choice stays.
    pub(super) fn rewind(&mut self) -> bool {
        let Some(choice) = self.choices.last() else { return false };
        let (trail, vars, todos, conditions) = (choice.trail, choice.vars, choice.todos, choice.conditions);
        self.undo_to(trail);
        self.bindings.truncate(vars as usize);
        self.todos.truncate(todos as usize);
        self.conditions.truncate(conditions as usize);
        true
    }

    /// Drops the choices from this number on; calls that were being answered are forgotten.
    pub(super) fn cut(&mut self, from: u32) {
        while self.choices.len() > from as usize {
            if let Some(Choice { kind: ChoiceKind::Barrier(Barrier::Call(call)), .. }) = self.choices.pop() {
                self.depth -= 1;
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
        let choice = self.choices.pop();
        if let Some(Choice { kind: ChoiceKind::Barrier(Barrier::Call(call)), .. }) = &choice {
            self.depth -= 1;
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

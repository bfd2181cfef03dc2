//! Answers as rows of terms: found once for each call, those of facts grouped by the columns that are asked with.

use std::sync::Arc;

use smallvec::SmallVec;

use super::super::machine::{Machine, Query};
use super::super::stacks::NOTHING;
use super::super::{Policy, Stop, World};
use super::tables::{Args, Entry, FREE, Key, Rows, Tables};
use super::{Call, Code, Definition, order};
use crate::base::hash::{Map, Overlay};
use crate::board::formula::GoalRef;
use crate::language::program::{Clause, PredicateId};
use crate::language::source::Span;
use crate::language::term::{FormulaId, Node, TermId};

/// Calls inside calls on the thread's stack.
const DEEPEST: u32 = 200;

/// Arguments of one call.
const MOST_ARGS: usize = 30;

/// The mode, and the arguments, under which the cells of a layer are kept.
const AREA: u32 = 1 << 31;
const AREA_ARGS: [u32; 32] = [0; 32];

/// The code that rules have become.
#[derive(Clone, Default, Debug)]
pub(in super::super) struct Lore {
    definitions: Overlay<(PredicateId, u32), Option<Arc<Definition>>>,
    questions: Overlay<Question, Option<Arc<Code>>>,
}

/// A question: its goal, the names that are known, as bits, and how many terms are reported of an answer.
pub(in super::super) type Question = (GoalRef, u64, usize);

impl Lore {
    /// Shares all code with every clone to come.
    pub(in super::super) fn freeze(&mut self) {
        self.definitions.freeze();
        self.questions.freeze();
    }
}

/// Answers to calls, remembered.
#[derive(Clone, Default, Debug)]
pub(in super::super) struct Seen {
    /// Those that rest on no value: good under every policy.
    fixed: Tables,
    /// Those with conditions on values.
    residual: Tables,
    none: Arc<Rows>,
}

impl Seen {
    /// Forgets the answers of the predicates of which `varying` says so.
    pub(in super::super) fn forget(&mut self, varying: &[bool]) {
        self.fixed.forget(varying);
        self.residual.forget(varying);
    }

    /// Hands over the answers that rest on no value, but for those of the predicates of which `resting` says so.
    pub(in super::super) fn take_fixed(&mut self, resting: &[bool]) -> Tables {
        self.fixed.forget(resting);
        std::mem::take(&mut self.fixed)
    }

    /// Takes them back.
    pub(in super::super) fn put_fixed(&mut self, fixed: Tables) {
        self.fixed = fixed;
    }
}

/// The kinds of term that columns are told apart by: only terms of one kind are matched by being the same.
const PLACE: u8 = 1;
const VALUE: u8 = 2;
const OTHER: u8 = 4;

fn kind(node: &Node) -> u8 {
    match node {
        Node::Place(..) => PLACE,
        Node::Int(_) | Node::Sym(_) => VALUE,
        _ => OTHER,
    }
}

/// Whether a term meets those of a column by being the same.
fn is_same(kinds: u8, term: &Node) -> bool {
    kinds & !kind(term) == 0 && kinds != OTHER
}

impl World {
    /// The code of a definition in a mode.
    fn definition(&mut self, predicate: PredicateId, mode: u32) -> Option<Arc<Definition>> {
        if let Some(known) = self.lore.definitions.get(&(predicate, mode)) {
            return known.clone();
        }
        let program = self.program.clone();
        let known = |at: usize| mode >> at & 1 == 1;
        let made = order::definition(
            &program,
            &self.deadline,
            &program.predicates[predicate.0 as usize],
            self.clauses(predicate).list(),
            known,
        );
        let made = made.map(Arc::new);
        self.lore.definitions.insert((predicate, mode), made.clone());
        made
    }
}

impl Machine<'_> {
    /// Whether code means the same as resolution here: values are read, or left open, and nothing else.
    pub(in super::super) fn may_code(&self) -> bool {
        matches!(self.policy, Policy::Residual | Policy::Known(_) | Policy::Partly(_))
            && self.after.first.is_none()
            && self.world.watched.is_none()
            && self.world.coded
    }

    /// The code of a question.
    pub(super) fn code_of(&mut self, query: &Query<'_>) -> Option<Arc<Code>> {
        if !self.may_code() || query.scope > 64 {
            return None;
        }
        let bound = query.bound.iter().map(|&(slot, _)| 1_u64 << slot).sum();
        if let Some((last, code)) = &self.last_asked
            && Arc::ptr_eq(&last.0.0, query.goal)
            && (last.1, last.2) == (bound, query.template.len())
        {
            return code.clone();
        }
        let question = (GoalRef(query.goal.clone()), bound, query.template.len());
        let code = match self.world.lore.questions.get(&question) {
            Some(known) => known.clone(),
            None => {
                let slots = query.bound.iter().map(|&(slot, _)| slot);
                let made = order::question(
                    &self.world.program,
                    &self.world.deadline,
                    query.goal,
                    query.scope,
                    slots,
                    query.template,
                );
                let made = made.map(Arc::new);
                self.world.lore.questions.insert(question.clone(), made.clone());
                made
            }
        };
        self.last_asked = Some((question, code.clone()));
        code
    }

    fn remembered_rows(&mut self, key: Key<'_>) -> Result<Option<Arc<Rows>>, Stop> {
        let seen = &self.world.memo.seen;
        let entry = seen.fixed.get(key).or_else(|| match self.policy {
            Policy::Residual => seen.residual.get(key),
            _ => self.position.rows.get(key),
        });
        match entry {
            Some(Entry::Done(rows)) => {
                let rows = rows.clone();
                self.touched += u64::from(rows.read);
                self.reads += u64::from(rows.read);
                Ok(Some(rows))
            }
            Some(Entry::Open) => Err(Stop::Beyond),
            None => Ok(None),
        }
    }

    /// All answers to a call with one known argument at most, if they are known.
    #[inline]
    pub(super) fn rows_at(&mut self, call: &Call, argument: TermId) -> Option<Arc<Rows>> {
        let seen = &self.world.memo.seen;
        let at = argument.0 as usize;
        let entry = seen.fixed.single(call.predicate, call.mode, at).or_else(|| match self.policy {
            Policy::Residual => seen.residual.single(call.predicate, call.mode, at),
            _ => self.position.rows.single(call.predicate, call.mode, at),
        });
        let Some(Entry::Done(rows)) = entry else {
            // All facts are grouped, and none is about this.
            let kinds = seen.fixed.table(call.predicate, call.mode)?.kinds.as_deref()?;
            let only = call.mode.trailing_zeros() as usize;
            let met = kinds.get(only).is_none_or(|&kinds| is_same(kinds, self.node(argument)));
            return (entry.is_none() && met).then(|| seen.none.clone());
        };
        if call.function && rows.len() > 1 {
            return None;
        }
        let rows = rows.clone();
        self.touched += u64::from(rows.read);
        self.reads += u64::from(rows.read);
        Some(rows)
    }

    fn remember_rows(&mut self, key: Key<'_>, entry: Option<Entry>) {
        match self.policy {
            Policy::Residual => self.world.memo.seen.residual.set(key, entry),
            _ => self.position.rows.set(key, entry),
        }
    }

    /// All answers to a call.
    pub(in super::super) fn rows(&mut self, key: Key<'_>, function: bool) -> Result<Arc<Rows>, Stop> {
        let rows = match self.remembered_rows(key)? {
            Some(rows) => rows,
            None => self.new_rows(key)?,
        };
        if function && !self.has_one_value(&rows) {
            return Err(Stop::Beyond);
        }
        Ok(rows)
    }

    /// A function has one value; those that depend on values are alternatives, and each counts once.
    fn has_one_value(&self, rows: &Rows) -> bool {
        if rows.len() < 2 {
            return true;
        }
        if !matches!(self.policy, Policy::Residual) {
            return false;
        }
        let fixed = rows.iter().filter(|&(condition, _)| condition == FormulaId::TRUE).count();
        let mut seen: crate::base::hash::Set<&[TermId]> = crate::base::hash::Set::default();
        fixed < 2 && rows.iter().all(|(_, row)| seen.insert(row))
    }

    fn new_rows(&mut self, key: Key<'_>) -> Result<Arc<Rows>, Stop> {
        let Key { predicate, mode, args } = key;
        if args.len() > MOST_ARGS || self.depth_of_code >= DEEPEST {
            return Err(Stop::Beyond);
        }
        if self.world.clauses(predicate).facts_only()
            && let Some(rows) = self.facts(key)
        {
            return Ok(rows);
        }
        let definition = self.world.definition(predicate, mode).ok_or(Stop::Beyond)?;
        self.world.asked[predicate.0 as usize] = true;
        self.remember_rows(key, Some(Entry::Open));
        let (watch, strict, touched) = (self.watch, self.strict, self.touched);
        if definition.recursive && matches!(self.policy, Policy::Residual) && watch.is_none() {
            // Whoever reads a value inside is left to a diagram.
            self.watch = Some(NOTHING);
        }
        self.depth_of_code += 1;
        let found = self.answer(predicate, &definition, args);
        self.depth_of_code -= 1;
        (self.watch, self.strict) = (watch, strict);
        let mut rows = match found {
            Ok(rows) => rows,
            Err(stop) => {
                self.remember_rows(key, None);
                return Err(stop);
            }
        };
        if rows.width() == 0 && rows.len() > 1 {
            let any = self.world.formulas.or(rows.iter().map(|(condition, _)| condition));
            rows.join(any);
        }
        if rows.conditions().iter().any(|&condition| condition != FormulaId::TRUE) {
            self.world.notes.value_predicates.insert(predicate);
        }
        Ok(self.keep_rows(key, rows, touched))
    }

    /// Remembers all answers to a call: for good, if no value was read since then.
    fn keep_rows(&mut self, key: Key<'_>, mut rows: Rows, touched: u64) -> Arc<Rows> {
        rows.read = self.touched > touched;
        let rows = Arc::new(rows);
        let done = Some(Entry::Done(rows.clone()));
        if rows.read {
            self.remember_rows(key, done);
        } else {
            self.remember_rows(key, None);
            self.world.memo.seen.fixed.set(key, done);
        }
        rows
    }

    /// Runs all clauses of a definition.
    fn answer(
        &mut self,
        predicate: PredicateId,
        definition: &Definition,
        args: &[u32],
    ) -> Result<Rows, Stop> {
        let start = self.conditions.len() as u32;
        let mut rows = Rows::of(definition.found.len());
        let span = self.world.program.predicates[predicate.0 as usize].span;
        let mut rules = definition.rules.iter();
        let mut found = |machine: &mut Self, row: &mut dyn Iterator<Item = TermId>| {
            let condition = machine.condition_since(start);
            rows.push(condition, row);
            machine.count_answer(rows.len())?;
            // A test succeeds once.
            Ok(rows.width() > 0 || condition != FormulaId::TRUE)
        };
        for number in 0..self.world.clauses(predicate).list().len() {
            let more = match &self.world.clauses(predicate).list()[number] {
                Clause::Fact(row, _) => {
                    let row: SmallVec<[TermId; 4]> = SmallVec::from_slice(row);
                    self.strict = false;
                    self.branch(|machine| {
                        machine.match_fact(&row, args, span)?;
                        found(machine, &mut definition.found.iter().map(|&at| row[at]))
                    })
                }
                Clause::Rule(_) => {
                    let body = rules.next().ok_or(Stop::Beyond)?;
                    self.run_body(body, args, &mut |machine, row| found(machine, &mut row.iter().copied()))
                }
            };
            if !more? {
                rows.join(FormulaId::TRUE);
                break;
            }
        }
        Ok(rows)
    }

    fn match_fact(&mut self, row: &[TermId], args: &[u32], span: Span) -> Result<(), Stop> {
        let known = args.iter().zip(row).filter(|&(&arg, _)| arg != FREE);
        for (&arg, &term) in known {
            if arg == term.0 {
                continue;
            }
            let kinds = (kind(self.node(TermId(arg))), kind(self.node(term)));
            if matches!(kinds, (PLACE, PLACE) | (VALUE, VALUE)) {
                return Err(Stop::Fails);
            }
            self.matching(TermId(arg), term, span)?;
        }
        Ok(())
    }

    /// The facts that a call meets, if they can be told by being the same.
    fn facts(&mut self, key: Key<'_>) -> Option<Arc<Rows>> {
        let table = self.world.memo.seen.fixed.table(key.predicate, key.mode);
        let kinds = match table.and_then(|table| table.kinds.clone()) {
            Some(kinds) => kinds,
            None => self.group(key),
        };
        let same = key
            .args
            .iter()
            .zip(kinds.iter())
            .all(|(&arg, &kinds)| arg == FREE || is_same(kinds, self.node(TermId(arg))));
        if !same {
            return None;
        }
        match self.world.memo.seen.fixed.get(key) {
            Some(Entry::Done(rows)) => Some(rows.clone()),
            _ => Some(self.world.memo.seen.none.clone()),
        }
    }

    /// Groups all facts of a predicate by the columns that are known.
    fn group(&mut self, key: Key<'_>) -> Arc<[u8]> {
        let Key { predicate, mode, .. } = key;
        let arity = key.args.len();
        self.world.asked[predicate.0 as usize] = true;
        let mut kinds = vec![0; arity];
        let mut groups: Map<Args, Rows> = Map::default();
        for (row, _) in self.world.clauses(predicate).facts() {
            let mut args = Args::new();
            for (at, term) in row.iter().enumerate() {
                kinds[at] |= kind(self.world.terms.node(*term));
                args.push(if mode >> at & 1 == 1 { term.0 } else { FREE });
            }
            let group = groups.entry(args).or_insert_with(|| Rows::of(arity - mode.count_ones() as usize));
            let found = row.iter().enumerate().filter(|(at, _)| mode >> at & 1 == 0);
            group.push(FormulaId::TRUE, found.map(|(_, &term)| term));
        }
        let fixed = &mut self.world.memo.seen.fixed;
        for (args, mut rows) in groups {
            if rows.width() == 0 {
                rows.join(FormulaId::TRUE);
            }
            fixed.set(Key { predicate, mode, args: &args }, Some(Entry::Done(Arc::new(rows))));
        }
        let kinds: Arc<[u8]> = kinds.into();
        fixed.table_mut(predicate, mode).kinds = Some(kinds.clone());
        kinds
    }

    /// The symbols of a layer, each with its cells, in the order in which they first appear.
    pub(super) fn area_rows(&mut self, layer: PredicateId, span: Span) -> Result<Arc<Rows>, Stop> {
        let key = Key { predicate: layer, mode: AREA, args: &AREA_ARGS };
        if let Some(rows) = self.remembered_rows(key)? {
            return Ok(rows);
        }
        let touched = self.touched;
        let mut rows = Rows::of(2);
        for (symbol, cells) in self.areas(layer, span)? {
            rows.push(FormulaId::TRUE, [symbol, cells]);
        }
        Ok(self.keep_rows(key, rows, touched))
    }

    /// The answers to a call of resolution, if its arguments are known or asked for, and nothing in it is beyond code.
    pub(in super::super) fn coded_call(
        &mut self,
        predicate: PredicateId,
        args: &[TermId],
        function: bool,
    ) -> Option<Arc<Rows>> {
        if !self.may_code() || self.watch.is_some() {
            return None;
        }
        let mut vars: SmallVec<[u32; 4]> = SmallVec::new();
        let (mut known, mut mode) = (Args::new(), 0);
        for (at, &arg) in args.iter().enumerate().take(MOST_ARGS) {
            match *self.node(arg) {
                Node::Var(var) if !vars.contains(&var) => {
                    vars.push(var);
                    known.push(FREE);
                }
                _ if self.world.terms.is_ground(arg) => {
                    known.push(arg.0);
                    mode |= 1 << at;
                }
                _ => return None,
            }
        }
        if known.len() < args.len() {
            return None;
        }
        let (steps, sets, conditions) = (self.world.steps, self.sets.len(), self.conditions.len());
        let rows = self.rows(Key { predicate, mode, args: &known }, function);
        self.sets.truncate(sets);
        self.conditions.truncate(conditions);
        if rows.is_err() {
            self.world.steps = steps;
        }
        rows.ok()
    }
}

//! Instances to propagators: each condition becomes the strongest constraint it has the shape of.
//!
//! ```text
//! and            its parts, one by one
//! one unknown    pruned away at once
//! sums           linear, counting by literals; with what differs, if another law says that its variables do
//! distinct, whole lists, definitions, grammars, graphs  constraints of their own
//! little scope   a table of all rows that satisfy it
//! or             a clause of literals, each tied to its part
//! other numbers  a variable for each part that is multiplied, divided, chosen .., and a sum of them
//! beyond 64 bits asked by exact bounds
//! anything else  asked when one unknown is left
//! ```

mod cages;
mod diagrams;
mod graph;
mod literals;
mod numbers;
mod planes;
mod sums;
mod truth;
mod wide;

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use crate::base::diagram::Diagram;
use crate::base::hash::Map;
use crate::base::number;
use crate::base::number::Sign;
use crate::board::eval::{Linear, World};
use crate::board::formula::Formula;
use crate::board::ground::Ground;
use crate::board::meaning::{Instance, Templates};
use crate::board::unknown::{Domain, UnknownId};
use crate::language::diagnostic::Diagnostic;
use crate::language::diagnostic::catalogue::meaning;
use crate::language::program::Law;
use crate::language::term::{FormulaId, Node, Part, TermId};
use crate::solver::constraints::among::Among;
use crate::solver::constraints::checked::Checked;
use crate::solver::constraints::diagram::{Follows, Layers};
use crate::solver::constraints::distinct::Distinct;
use crate::solver::constraints::distinct_lists::{DistinctLists, Element};
use crate::solver::constraints::linear::View;
use crate::solver::constraints::literal::Literal;
use crate::solver::constraints::matching::Matching;
use crate::solver::constraints::member::Member;
use crate::solver::constraints::table::{Rows, Table};
use crate::solver::engine::{Conflict, Engine, Propagator, VarId};
use crate::solver::problem::Problem;

use diagrams::Diagrams;
pub use truth::Truth;
pub use wide::Aim;

/// How rules are made into propagators. The solutions do not depend on it.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The most rows that are tried to make a table.
    pub rows: u64,
    /// Whether instances may share propagators and helping variables, and find domains that others have pruned. Without
    /// it the propagators of each instance say what it says and nothing else, on the domains as declared.
    pub joint: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { rows: 10_000, joint: true }
    }
}

/// A table's columns, each with base and width, and its rows: equal ones are made once.
type TableKey = (Vec<(i64, u32)>, Vec<Vec<i64>>);

/// A puzzle ready to be solved.
#[derive(Debug)]
pub struct Model {
    /// What is left to search; unknowns come first among its variables, in order.
    pub problem: Problem,
    /// What is to become as small as possible.
    pub objective: Option<Aim>,
    /// The meaning of conditions.
    pub truth: Truth,
    settings: Settings,
    /// Whether the rules contradict each other whatever is given.
    broken: bool,
    /// The instances, by number, that nothing can satisfy: there is no propagator for them.
    pub impossible: Vec<u32>,
    tables: Map<TableKey, Arc<Rows>>,
    literals: Map<FormulaId, Literal>,
    reaches: graph::Reaches,
    numbers: numbers::Numbers,
    cages: cages::Cages,
    groups: planes::Groups,
    templates: Templates,
}

impl Deref for Model {
    type Target = Problem;

    fn deref(&self) -> &Problem {
        &self.problem
    }
}

impl DerefMut for Model {
    fn deref_mut(&mut self) -> &mut Problem {
        &mut self.problem
    }
}

impl Model {
    /// Compiles the instances of a puzzle, whatever is given in it.
    pub fn new(ground: Ground, settings: Settings) -> Result<Model, Box<Diagnostic>> {
        let Ground { mut world, instances, objective, .. } = ground;
        let program = world.program.clone();
        let mut diagrams = Diagrams::default();
        for instance in &instances {
            world.tuple = instance.tuple.clone();
            let law = &program.laws[instance.law];
            world.rule = format!("law `{}`", law.name);
            diagrams.add(&mut world, instance.formula, law.span)?;
            in_time(&world, law)?;
        }
        let codes = symbol_codes(&world);
        let truth =
            Truth { world: Arc::new(world), diagrams: Arc::new(diagrams.made), codes: Arc::new(codes) };
        let mut model = Model::empty(truth, settings);
        for (number, instance) in instances.iter().enumerate() {
            model.engine.origin = Some(number as u32);
            in_time(&model.truth.world, &program.laws[instance.law])?;
            if model.post(instance.formula).is_err() {
                model.impossible.push(number as u32);
            }
            if !settings.joint {
                model.post_reaches();
                model.literals.clear();
                model.numbers = numbers::Numbers::default();
            }
        }
        model.broken = !model.impossible.is_empty();
        model.engine.origin = None;
        model.post_reaches();
        if settings.joint {
            model.post_cages();
        }
        if let (Some(objective), Some(stated)) = (objective, &program.objective) {
            let aim = model.aim(objective.term, objective.maximise);
            let aim = aim.ok_or_else(|| Box::new(meaning::overflow(stated.value.span)))?;
            model.broken |= aim.is_err();
        }
        if settings.joint {
            model.broken |= model.engine.fixpoint().is_err();
            model.find_planes();
        }
        match program.laws.last() {
            Some(law) if !model.broken => in_time(&model.truth.world, law).map(|()| model),
            _ => Ok(model),
        }
    }

    /// The unknowns, without a condition on them.
    fn empty(truth: Truth, settings: Settings) -> Model {
        let mut engine = Engine::default();
        engine.deadline = truth.world.deadline.clone();
        let mut vars = Vec::with_capacity(truth.world.unknowns.len());
        for (index, unknown) in truth.world.unknowns.iter().enumerate() {
            let var = match unknown.domain {
                Domain::Range(low, high) => engine.store.add_range(low, high),
                _ => {
                    let codes = truth.domain_codes(UnknownId(index as u32));
                    let var = engine.store.add(codes.iter().copied());
                    if engine.store.size(var) > codes.len() as u64 {
                        engine.post(Box::new(Member::new(var, codes)));
                    }
                    var
                }
            };
            vars.push((var, !unknown.hidden));
        }
        Model {
            problem: Problem::new(engine, vars),
            objective: None,
            truth,
            settings,
            broken: false,
            impossible: Vec::new(),
            tables: Map::default(),
            literals: Map::default(),
            reaches: graph::Reaches::default(),
            numbers: numbers::Numbers::default(),
            cages: cages::Cages::default(),
            groups: planes::Groups::default(),
            templates: Templates::default(),
        }
    }

    /// Makes the givens hold on a level of their own. After a conflict there is no solution.
    pub fn bind(&mut self, givens: &[(UnknownId, i64)]) -> Result<(), Conflict> {
        self.engine.store.push_level();
        if self.broken {
            return Err(Conflict);
        }
        if !self.settings.joint {
            // Nothing has been pruned for good, so everybody has to have a look.
            self.engine.wake_all();
        }
        for &(unknown, code) in givens {
            let var = self.var(unknown);
            self.engine.give(var, code)?;
        }
        Ok(())
    }

    /// Takes the givens back, and forgets what was learned from them.
    pub fn unbind(&mut self) {
        self.engine.clear();
        while self.engine.store.level() > 0 {
            self.engine.store.pop_level();
        }
        self.engine.forget();
    }

    /// Makes a number what is to become as small, or as large, as possible; nothing if it is no number.
    fn aim(&mut self, term: TermId, maximise: bool) -> Option<Result<(), Conflict>> {
        let Linear { constant: base, mut terms } = self.truth.world.linear(term);
        let size = terms.iter().fold(0, |size, &(factor, _)| number::gcd(size, factor)).max(1);
        let unit = if maximise { -size } else { size };
        terms.iter_mut().for_each(|(factor, _)| *factor /= unit);
        let Some((mut sum, defined)) = self.flat_sum(Sign::Zero, 0, &terms) else {
            self.objective = Some(self.wide_aim(term, maximise)?);
            return Some(Ok(()));
        };
        let defined = defined.into_iter().try_for_each(|literal| self.hold(literal));
        for &(factor, view) in &sum.terms {
            if let View::Var(var) = view {
                self.wanted.insert(var, factor);
            }
        }
        let (low, high) = sum.bounds(&self.engine.store);
        let goal = self.engine.store.add_range(low, high);
        self.objective = Some(Aim { digits: vec![goal], unit, base });
        sum.terms.push((-1, View::Var(goal)));
        self.engine.post(Box::new(sum));
        Some(defined)
    }

    fn var(&self, unknown: UnknownId) -> VarId {
        self.vars[unknown.0 as usize]
    }

    /// The unknowns of a condition, in order.
    pub(crate) fn scope(&self, formula: FormulaId) -> Vec<UnknownId> {
        self.truth.unknowns(formula)
    }

    /// The unknowns of a number, in order.
    fn term_scope(&self, term: TermId) -> Vec<UnknownId> {
        self.truth.conditions().scope(Part::Number(term))
    }

    /// Makes a condition hold.
    fn post(&mut self, id: FormulaId) -> Result<(), Conflict> {
        let posted = match self.truth.world.clone().formulas.get(id) {
            Formula::True => Some(Ok(())),
            Formula::False => Some(Err(Conflict)),
            Formula::And(parts) => Some(parts.iter().try_for_each(|&part| self.post(part))),
            Formula::Compare(sign, term) if self.post_reach_size(*sign, *term) => Some(Ok(())),
            Formula::Compare(sign, term) => self.linear(*sign, *term).map(|linear| self.post_linear(linear)),
            Formula::Distinct(list) => {
                let terms =
                    list.iter().map(|&(guard, term)| self.offset(term).filter(|_| guard == FormulaId::TRUE));
                let terms: Option<Vec<(VarId, i64)>> = terms.collect();
                terms.map(|terms| {
                    self.post_distinct(terms);
                    Ok(())
                })
            }
            Formula::DistinctLists(lists) => {
                let lists: Option<Arc<[Vec<Element>]>> = lists.iter().map(|&list| self.list(list)).collect();
                lists.map(|lists| {
                    for own in 0..lists.len() {
                        self.engine.post(Box::new(DistinctLists::new(lists.clone(), own)));
                    }
                    Ok(())
                })
            }
            Formula::Matches(..) | Formula::Walk(_) => self.post_diagram(id),
            Formula::Connected(..) | Formula::Loop(_) => self.graph(id).map(|constraint| {
                self.engine.post(constraint);
                Ok(())
            }),
            Formula::Joined(..) => self.literal(id).map(|literal| self.hold(literal)),
            Formula::Same(..) | Formula::Or(_) | Formula::Not(_) => None,
        };
        posted.unwrap_or_else(|| self.post_by_scope(id))
    }

    /// Variables that differ: pruned cheaply first, and fully where their values are few.
    fn post_distinct(&mut self, terms: Vec<(VarId, i64)>) {
        self.cages.group(&terms);
        let first = self.engine.count();
        self.groups.group(&terms, first);
        if terms.len() > 3
            && let Some(matching) = Matching::new(terms.clone(), &self.engine.store)
        {
            self.engine.post(Box::new(matching));
        }
        let distinct = Distinct::new(terms, &self.engine.store);
        self.engine.post(Box::new(distinct));
        self.groups.own(first..self.engine.count());
    }

    /// Adds a propagator and runs it at once, unless instances are kept apart.
    fn post_now(&mut self, propagator: Box<dyn Propagator>) -> Result<(), Conflict> {
        if self.settings.joint {
            return self.engine.post_now(propagator);
        }
        self.engine.post(propagator);
        Ok(())
    }

    /// A table if the scope is little, a clause if it is a choice, else the condition itself.
    fn post_by_scope(&mut self, id: FormulaId) -> Result<(), Conflict> {
        let scope = self.scope(id);
        if self.rows_of(&scope) <= self.settings.rows {
            let rows = self.rows(id, &scope, false);
            return self.post_table(scope.iter().map(|&unknown| self.var(unknown)).collect(), &rows);
        }
        if let Formula::Or(parts) = self.truth.world.clone().formulas.get(id) {
            let literals: Option<Vec<Literal>> = parts.iter().map(|&part| self.literal(part)).collect();
            if let Some(literals) = literals {
                self.clause(&literals);
                return Ok(());
            }
        }
        if let Some(posted) = self.post_numbers(id) {
            return posted;
        }
        match *self.truth.world.formulas.get(id) {
            Formula::Compare(sign, term) => self.post_wide(sign, term, &scope),
            _ => self.post_checked(id, &scope, None),
        }
        Ok(())
    }

    fn post_checked(&mut self, id: FormulaId, scope: &[UnknownId], literal: Option<(VarId, bool)>) {
        let mut vars: Vec<VarId> = scope.iter().map(|&unknown| self.var(unknown)).collect();
        vars.extend(literal.map(|(var, _)| var));
        let instance = self.instance(Part::Condition(id));
        let (truth, scope) = (self.truth.clone(), scope.to_vec());
        let test = move |values: &[i64]| {
            let holds = truth.holds_on(&instance, &scope, values, &mut Vec::new());
            match literal {
                Some((_, meaning)) => holds == ((values[scope.len()] == 1) == meaning),
                None => holds,
            }
        };
        self.engine.post(Box::new(Checked::new(vars, Arc::new(test))));
    }

    /// How many rows of values a scope has, by the domains as declared.
    fn rows_of(&self, scope: &[UnknownId]) -> u64 {
        let sizes = scope.iter().map(|&unknown| {
            let var = self.var(unknown);
            // A wide domain has no place in a table.
            if self.engine.store.mask(var).is_some() { self.engine.store.size(var) } else { u64::MAX }
        });
        sizes.fold(1, u64::saturating_mul)
    }

    /// A condition or a number to be asked many times.
    fn instance(&mut self, part: Part) -> Instance {
        self.templates.instance(self.truth.conditions(), part)
    }

    /// The rows of a scope that satisfy a condition; or all rows, each with whether it does.
    fn rows(&mut self, id: FormulaId, scope: &[UnknownId], all: bool) -> Vec<Vec<i64>> {
        let instance = self.instance(Part::Condition(id));
        let domains: Vec<Vec<i64>> =
            scope.iter().map(|&unknown| self.engine.store.values(self.var(unknown)).collect()).collect();
        let mut row: Vec<i64> = domains.iter().map(|domain| domain[0]).collect();
        let mut at = vec![0; scope.len()];
        let (mut room, mut rows) = (Vec::new(), Vec::new());
        loop {
            let holds = self.truth.holds_on(&instance, scope, &row, &mut room);
            if all || holds {
                rows.push(row.iter().copied().chain(all.then_some(holds.into())).collect());
            }
            let Some(place) = (0..at.len()).rev().find(|&place| at[place] + 1 < domains[place].len()) else {
                return rows;
            };
            at[place] += 1;
            at[place + 1..].fill(0);
            for place in place..at.len() {
                row[place] = domains[place][at[place]];
            }
        }
    }

    fn post_table(&mut self, vars: Vec<VarId>, rows: &[Vec<i64>]) -> Result<(), Conflict> {
        if let [var] = vars[..] {
            let kept = rows.iter().map(|row| row[0]).collect();
            return self.post_now(Box::new(Among::new(var, kept)));
        }
        let shape: Vec<(i64, u32)> = vars
            .iter()
            .map(|&var| {
                let (base, _) = self.engine.store.word(var);
                (base, (self.engine.store.max(var) - base + 1) as u32)
            })
            .collect();
        if rows.is_empty() {
            return Err(Conflict);
        }
        let made = self
            .tables
            .entry((shape.clone(), rows.to_vec()))
            .or_insert_with(|| Arc::new(Rows::new(&shape, rows)));
        let table = Table::new(vars, made.clone());
        self.engine.post(Box::new(table));
        Ok(())
    }

    fn list(&self, list: TermId) -> Option<Vec<Element>> {
        let elements = self.truth.elements(list);
        elements
            .into_iter()
            .map(|element| match self.truth.world.unknown(element) {
                Some(unknown) => Some(Element::Var(self.var(unknown))),
                None => match self.truth.world.terms.node(element) {
                    Node::Int(_) | Node::Sym(_) => self.truth.fixed_code(element).map(Element::Value),
                    _ => None,
                },
            })
            .collect()
    }

    /// The diagram of a definition or a grammar as a constraint, if its unknowns have an order.
    fn post_diagram(&mut self, id: FormulaId) -> Option<Result<(), Conflict>> {
        let diagrams = self.truth.diagrams.clone();
        let diagram = diagrams.get(&id)?;
        match diagram.root {
            Diagram::FALSE => return Some(Err(Conflict)),
            Diagram::TRUE => return Some(Ok(())),
            _ => {}
        }
        let order = diagram.order()?;
        let layer: Map<u32, u32> = order.iter().copied().zip(0..).collect();
        let values = |layer: u32| self.truth.domain_codes(UnknownId(order[layer as usize]));
        let layers = Layers::new(diagram, order.len(), |unknown| layer.get(&unknown).copied(), values)?;
        let vars = order.iter().map(|&unknown| self.var(UnknownId(unknown))).collect();
        self.engine.post(Box::new(Follows::new(vars, Arc::new(layers))));
        Some(Ok(()))
    }
}

/// Refuses to go on after the deadline.
fn in_time(world: &World, law: &Law) -> Result<(), Box<Diagnostic>> {
    let cause = if world.deadline.is_over_now() { world.deadline.cause() } else { None };
    let rule = format!("expanding law `{}`", law.name);
    cause.map_or(Ok(()), |cause| Err(Box::new(meaning::stopped(&rule, cause, law.span))))
}

/// Numbers for the symbols of all domains, in the order in which they first occur.
fn symbol_codes(world: &World) -> Map<u32, i64> {
    let mut codes = Map::default();
    for unknown in &world.unknowns {
        if let Domain::Symbols(symbols) = &unknown.domain {
            for symbol in symbols.iter() {
                let next = codes.len() as i64;
                codes.entry(symbol.0).or_insert(next);
            }
        }
    }
    codes
}

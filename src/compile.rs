//! Instances to propagators: each condition becomes the strongest constraint it has the shape of.
//!
//! ```text
//! and            its parts, one by one
//! one unknown    pruned away at once
//! or             a clause of literals, if each part is about one unknown
//! sums           linear, counting by literals; with what differs, if another law says that its variables do
//! distinct, whole lists, definitions, grammars, graphs  constraints of their own
//! little scope   a table of all rows that satisfy it, made once for all conditions of its shape
//! patterns       a diagram, if the rests of the condition are few
//! other or       a clause of literals, each tied to its part
//! other numbers  a variable for each part that is multiplied, divided, chosen .., and a sum of them
//! beyond 64 bits asked by exact bounds
//! anything else  asked when one unknown is left
//! ```

mod cages;
mod clauses;
mod diagrams;
mod faces;
mod graph;
mod kernels;
mod lines;
mod literals;
mod membership;
mod numbers;
mod parity;
mod patterns;
mod planes;
mod shape;
mod sums;
mod switches;
mod tables;
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
use crate::board::meaning::{self, Defined, Instance, LineCell, Templates};
use crate::board::unknown::{Domain, UnknownId};
use crate::language::diagnostic::Diagnostic;
use crate::language::diagnostic::catalogue::meaning as complaint;
use crate::language::program::Law;
use crate::language::term::{FormulaId, Node, Part, TermId};
use crate::solver::constraints::checked::Checked;
use crate::solver::constraints::clause::Clause;
use crate::solver::constraints::diagram::{Follows, Layers};
use crate::solver::constraints::distinct::Distinct;
use crate::solver::constraints::distinct_lists::{DistinctLists, Element};
use crate::solver::constraints::line::{Cell, Letters, Line};
use crate::solver::constraints::linear::View;
use crate::solver::constraints::literal::Literal;
use crate::solver::constraints::matching::Matching;
use crate::solver::constraints::member::Member;
use crate::solver::engine::{Conflict, Engine, Propagator, VarId};
use crate::solver::problem::{Problem, Sum};

pub use switches::Switch;
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

/// A diagram laid out for pruning, and the order of its places.
type LaidOut = (Arc<Layers>, Box<[u32]>);

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
    /// The instances that can be switched on and off, with their propagators.
    pub switches: Vec<Switch>,
    /// Whether plain sums are kept back until all of them are known.
    keeps_sums: bool,
    forms: clauses::Forms,
    tables: tables::Tables,
    literals: Map<FormulaId, Literal>,
    reaches: graph::Reaches,
    nets: faces::Nets,
    memberships: membership::Memberships,
    patterns: patterns::Patterns,
    numbers: numbers::Numbers,
    cages: cages::Cages,
    groups: planes::Groups,
    /// What may become lines, if all variables have two values.
    lines: Option<lines::Posted>,
    /// Diagrams by their shape; nothing for those whose places have no order.
    layers: Map<u32, Option<LaidOut>>,
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
        Model::switched(ground, settings, &[])
    }

    /// The same with some instances, by number and in order, that can be switched on and off afterwards; now they are off.
    pub fn switched(ground: Ground, settings: Settings, optional: &[u32]) -> Result<Model, Box<Diagnostic>> {
        let Ground { world, instances, objective, .. } = ground;
        let program = world.program.clone();
        let truth = Truth::new(world, &instances)?;
        let mut model = Model::empty(truth, settings);
        for (number, instance) in instances.iter().enumerate() {
            if optional.binary_search(&(number as u32)).is_ok() {
                continue;
            }
            model.engine.origin = Some(number as u32);
            if model.engine.deadline.is_over() {
                in_time(&model.truth.world, &program.laws[instance.law])?;
            }
            if model.post(instance.formula).is_err() {
                model.impossible.push(number as u32);
            }
            if !settings.joint {
                model.post_kept();
                model.literals.clear();
                model.numbers = numbers::Numbers::default();
            }
        }
        model.post_kept();
        model.broken |= !model.impossible.is_empty();
        if settings.joint {
            model.post_cages();
            model.post_faces();
        }
        if let (Some(objective), Some(stated)) = (objective, &program.objective) {
            let aim = model.aim(objective.term, objective.maximise);
            let aim = aim.ok_or_else(|| Box::new(complaint::overflow(stated.value.span)))?;
            model.broken |= aim.is_err();
        }
        if settings.joint {
            model.broken |= model.engine.fixpoint().is_err();
        }
        if !optional.is_empty() {
            model.add_switches(optional.iter().map(|&number| (number, instances[number as usize].formula)));
        } else if settings.joint {
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
        let lines = lines::Posted::new(&engine.store);
        Model {
            problem: Problem::new(engine, vars),
            objective: None,
            truth,
            settings,
            broken: false,
            impossible: Vec::new(),
            switches: Vec::new(),
            keeps_sums: settings.joint,
            forms: clauses::Forms::default(),
            tables: tables::Tables::default(),
            literals: Map::default(),
            reaches: graph::Reaches::default(),
            nets: faces::Nets::default(),
            memberships: membership::Memberships::default(),
            patterns: patterns::Patterns::default(),
            numbers: numbers::Numbers::default(),
            cages: cages::Cages::default(),
            groups: planes::Groups::default(),
            lines,
            layers: Map::default(),
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
        let aim = Sum { terms: sum.terms.clone(), constant: sum.constant, goal };
        self.objective = Some(Aim { digits: vec![goal], sum: Some(aim), unit, base });
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

    /// Makes a condition hold, now or together with others that are kept back.
    fn post(&mut self, id: FormulaId) -> Result<(), Conflict> {
        if !self.truth.world.relations.is_empty() && self.keep_reach(id) {
            return Ok(());
        }
        self.post_shape(id)
    }

    /// Posts what was kept back until all instances were known.
    fn post_kept(&mut self) {
        self.broken |= self.post_memberships().is_err();
        self.post_patterns();
        self.post_reaches();
    }

    /// Makes a condition hold by the constraint it has the shape of.
    fn post_shape(&mut self, id: FormulaId) -> Result<(), Conflict> {
        let posted = match self.truth.world.clone().formulas.get(id) {
            Formula::True => Some(Ok(())),
            Formula::False => Some(Err(Conflict)),
            Formula::And(parts) => Some(parts.iter().try_for_each(|&part| self.post(part))),
            Formula::Compare(sign, term) if self.post_reach_size(*sign, *term) => Some(Ok(())),
            Formula::Compare(sign, term) => match self.linear(*sign, *term) {
                Some(linear) => Some(self.post_linear(linear)),
                None => self.post_parity(*sign, *term),
            },
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
                    let first = self.engine.count();
                    if let Some(posted) = &mut self.lines {
                        posted.lists(&lists, first);
                    }
                    for own in 0..lists.len() {
                        self.engine.post(Box::new(DistinctLists::new(lists.clone(), own)));
                    }
                    Ok(())
                })
            }
            Formula::Matches(..) | Formula::Walk(_) => self.post_defined(id),
            Formula::Connected(list, relation) => {
                self.post_connected(list, *relation);
                Some(Ok(()))
            }
            Formula::Forms(form, relation) => {
                self.post_form(*form, *relation);
                Some(Ok(()))
            }
            Formula::Joined(..) => self.literal(id).map(|literal| self.hold(literal)),
            Formula::Same(..) | Formula::Or(_) | Formula::Not(_) => self.post_clause(id),
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

    /// A table if the scope is little, a diagram if it is a pattern, else what its parts are.
    fn post_by_scope(&mut self, id: FormulaId) -> Result<(), Conflict> {
        if let Some(posted) = self.post_rows(id, None) {
            return posted;
        }
        if let Some(posted) = self.post_pattern(id) {
            return posted;
        }
        self.post_parts(id)
    }

    /// A clause if it is a choice, numbers as sums of their parts, else the condition itself.
    fn post_parts(&mut self, id: FormulaId) -> Result<(), Conflict> {
        if let Formula::Or(parts) = self.truth.world.clone().formulas.get(id) {
            let literals: Option<Vec<Literal>> = parts.iter().map(|&part| self.literal(part)).collect();
            if let Some(literals) = literals {
                return self.post_choice(Clause::new(literals));
            }
        }
        if let Some(posted) = self.post_numbers(id) {
            return posted;
        }
        let scope = self.scope(id);
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

    /// A condition or a number to be asked many times.
    fn instance(&mut self, part: Part) -> Instance {
        self.templates.instance(self.truth.conditions(), part)
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

    /// What a definition or a grammar says as a constraint, if its unknowns have an order.
    fn post_defined(&mut self, id: FormulaId) -> Option<Result<(), Conflict>> {
        let defined = self.truth.defined.clone();
        let placed = defined.get(&id)?;
        let propagator: Box<dyn Propagator> = match &*placed.meaning {
            Defined::Diagram(diagram) => match diagram.root {
                Diagram::FALSE => return Some(Err(Conflict)),
                Diagram::TRUE => return Some(Ok(())),
                _ => {
                    if !self.layers.contains_key(&placed.shape) {
                        let made = self.laid_out(diagram, &placed.row);
                        self.layers.insert(placed.shape, made);
                    }
                    let (layers, order) = self.layers[&placed.shape].as_ref()?;
                    let vars = order.iter().map(|&place| self.var(placed.row[place as usize]));
                    Box::new(Follows::new(vars.collect(), layers.clone()))
                }
            },
            Defined::Line(line) => Box::new(self.line(line, &placed.row)),
        };
        self.engine.post(propagator);
        Some(Ok(()))
    }

    fn laid_out(&self, diagram: &Diagram, row: &[UnknownId]) -> Option<LaidOut> {
        let order = diagram.order()?;
        let layer: Map<u32, u32> = order.iter().copied().zip(0..).collect();
        let values = |layer: u32| self.truth.domain_codes(row[order[layer as usize] as usize]);
        let layers = Layers::new(diagram, order.len(), |place| layer.get(&place).copied(), values)?;
        Some((Arc::new(layers), order.into()))
    }

    fn line(&self, line: &meaning::Line, row: &[UnknownId]) -> Line {
        let mut alphabets: Vec<((i64, u32), Arc<Letters>)> = Vec::new();
        let cells = line.cells.iter().map(|cell| match *cell {
            LineCell::Letter(letter) => Cell::Letter(letter),
            LineCell::Place(place) => {
                let var = self.var(row[place as usize]);
                let (base, bits) = self.engine.store.word(var);
                let domain = (base, 64 - bits.leading_zeros());
                let known = alphabets.iter().position(|(of, _)| *of == domain).unwrap_or_else(|| {
                    let letter = |value: i64| line.letters.iter().position(|&letter| letter == value);
                    let values = base..base + i64::from(domain.1);
                    let of = values.map(|value| letter(value).map_or(Letters::NONE, |letter| letter as u8));
                    alphabets.push((domain, Arc::new(Letters::new(base, of.collect()))));
                    alphabets.len() - 1
                });
                Cell::Var(var, alphabets[known].1.clone())
            }
        });
        Line::new(cells.collect(), line.automaton.clone())
    }
}

/// Refuses to go on after the deadline.
fn in_time(world: &World, law: &Law) -> Result<(), Box<Diagnostic>> {
    let cause = if world.deadline.is_over_now() { world.deadline.cause() } else { None };
    cause.map_or(Ok(()), |cause| {
        let rule = format!("expanding law `{}`", law.name);
        Err(Box::new(complaint::stopped(&rule, cause, law.span)))
    })
}

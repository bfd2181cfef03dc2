//! Laws to instances: each answer to a law's condition is a place where it must hold.

use indexmap::IndexMap;

use super::{Ground, Instance, Options, Tally};
use crate::diagnostic::Diagnostic;
use crate::diagnostic::catalogue::meaning;
use crate::eval::{Machine, Policy, Query, World};
use crate::formula::{FormulaId, Formulas};
use crate::hash::{Fixed, Set};
use crate::program::{Expr, GoalKind, Law, Program, Slot};
use crate::source::Span;
use crate::term::TermId;

/// At most this many complaints about one law.
const MOST_ERRORS: usize = 3;

/// Expands every law and goal, and gives advice on those that say nothing.
pub fn expand(program: &Program, options: &Options, ground: &mut Ground, diagnostics: &mut Vec<Diagnostic>) {
    let Ground { world, instances, laws, goals, goal_instances, .. } = ground;
    let (mut wrong, mut told) = (diagnostics.iter().any(Diagnostic::is_error), diagnostics.len());
    for (number, law) in program.laws.iter().enumerate() {
        let tally = expand_law(program, law, number, world, instances, diagnostics);
        laws.push(tally);
        if world.is_exhausted() {
            return;
        }
        wrong |= diagnostics[told..].iter().any(Diagnostic::is_error);
        if !wrong {
            advise(program, options, law, tally, world, diagnostics);
        }
        told = diagnostics.len();
    }
    for (number, law) in program.goals.iter().enumerate() {
        goals.push(expand_law(program, law, number, world, goal_instances, diagnostics));
    }
    if let Some(objective) = &program.objective {
        world.rule = "the objective".to_owned();
        diagnostics.extend(super::params::value(program, &objective.value, world).err().map(|wrong| *wrong));
    }
    missing_inputs(program, options, laws, world, diagnostics);
    picked_by_value(program, world, diagnostics);
}

fn expand_law(
    program: &Program,
    law: &Law,
    number: usize,
    world: &mut World,
    instances: &mut Vec<Instance>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Tally {
    let mut tally = Tally::default();
    world.rule = format!("law `{}`", law.name);
    world.family_reads.clear();
    let groups = match groups(program, law, world) {
        Ok(groups) => groups,
        Err(diagnostic) => {
            diagnostics.push(*diagnostic);
            return tally;
        }
    };
    let mut seen: Set<FormulaId> = Set::default();
    let mut told: Vec<(&str, Option<Span>)> = Vec::new();
    let mut impossible = 0;
    for (tuple, condition) in groups {
        let instance = Instance { law: number, tuple, formula: Formulas::TRUE };
        world.rule = instance.title(law, world);
        let bound: Vec<(Slot, TermId)> =
            law.tuple.iter().copied().zip(instance.tuple.iter().copied()).collect();
        let query = Query { goal: &law.must, scope: law.scope.len(), bound: &bound, template: &[] };
        let must = match Machine::new(program, world, Policy::Residual).holds(query) {
            Ok(must) => must,
            Err(diagnostic) => {
                let key = (diagnostic.code, diagnostic.span());
                if !told.contains(&key) && told.len() < MOST_ERRORS {
                    told.push(key);
                    diagnostics.push(*diagnostic);
                }
                if world.is_exhausted() {
                    return tally;
                }
                continue;
            }
        };
        let unless = world.negate(condition);
        let formula = world.formulas.or([unless, must]);
        if formula == Formulas::TRUE {
            tally.always += 1;
        } else if seen.insert(formula) {
            tally.instances += 1;
            if formula == Formulas::FALSE && impossible < 1 {
                impossible += 1;
                let title = instance.title(law, world);
                diagnostics.push(meaning::always_false(&title, law.span));
            }
            instances.push(Instance { formula, ..instance });
            if instances.len() as u64 > world.budget.instances {
                let rule = format!("law `{}`", law.name);
                let most = world.budget.instances;
                diagnostics.push(meaning::budget(&rule, most, "instances", None, law.span, None));
                return tally;
            }
        } else {
            tally.equal += 1;
        }
    }
    let mut reads: Vec<_> = world.family_reads.iter().map(|(name, read)| (*name, *read)).collect();
    reads.sort_unstable_by_key(|(name, _)| *name);
    for (name, (exists, missing)) in reads {
        if let (false, Some(span)) = (exists, missing) {
            let name = world.terms.name(name).to_owned();
            diagnostics.push(meaning::never_an_unknown(&name, &law.name, span));
        }
    }
    tally
}

/// The law's places, each with the condition under which the law speaks about it.
type Groups = IndexMap<Box<[TermId]>, FormulaId, Fixed>;

fn groups(program: &Program, law: &Law, world: &mut World) -> Result<Groups, Box<Diagnostic>> {
    let template: Vec<Expr> = law.tuple.iter().map(|&slot| Expr::Slot(slot)).collect();
    let query = Query { goal: &law.condition, scope: law.scope.len(), bound: &[], template: &template };
    let answers = Machine::new(program, world, Policy::Residual).answers(query)?;
    let mut groups = Groups::default();
    for answer in answers {
        if let Some(at) = answer.terms.iter().position(|&term| !world.terms.is_ground(term)) {
            let slot = usize::from(law.tuple[at]);
            let (name, span) = (&law.scope.names[slot], law.scope.spans[slot]);
            return Err(Box::new(meaning::unbound(name, span, "nothing left of `=>` binds it")));
        }
        let any = groups.entry(answer.terms).or_insert(Formulas::FALSE);
        *any = world.formulas.or([*any, answer.condition]);
    }
    Ok(groups)
}

fn is_empty(input: crate::program::PredicateId, world: &World) -> bool {
    world.clauses[input.0 as usize].is_empty()
}

/// Advice on a law that says nothing here.
fn advise(
    program: &Program,
    options: &Options,
    law: &Law,
    tally: Tally,
    world: &mut World,
    diagnostics: &mut Vec<Diagnostic>,
) {
    if tally.instances > 0 {
        return;
    }
    if tally.always > 0 {
        if options.puzzle {
            diagnostics.push(meaning::always_true(&law.name, law.span));
        }
        return;
    }
    if law.inputs.iter().any(|&input| is_empty(input, world)) || !options.puzzle && !law.inputs.is_empty() {
        return;
    }
    if matches!(law.condition.kind, GoalKind::Truth(_)) {
        return;
    }
    diagnostics.push(meaning::no_instance(&law.name, law.span, first_without_answer(program, law, world)));
}

/// The first goal of a condition after which nothing is left.
fn first_without_answer<'l>(program: &Program, law: &'l Law, world: &mut World) -> Option<(&'l str, Span)> {
    let mut so_far = Vec::new();
    for (goal, span) in &law.steps {
        so_far.push(goal.clone());
        let all = crate::program::Goal { kind: GoalKind::All(so_far.clone()), span: *span, strict: false };
        let all = std::sync::Arc::new(all);
        let query = Query { goal: &all, scope: law.scope.len(), bound: &[], template: &[] };
        let answers = Machine::new(program, world, Policy::Residual).answers(query);
        if answers.is_ok_and(|answers| answers.is_empty()) {
            return Some(("this one", *span));
        }
    }
    None
}

/// Inputs without facts, and the laws that are silent for want of them.
fn missing_inputs(
    program: &Program,
    options: &Options,
    laws: &[Tally],
    world: &World,
    diagnostics: &mut Vec<Diagnostic>,
) {
    if !options.puzzle {
        return;
    }
    for (index, predicate) in program.predicates.iter().enumerate() {
        let id = crate::program::PredicateId(index as u32);
        if !predicate.input || predicate.prelude || !is_empty(id, world) {
            continue;
        }
        let silent: Vec<&str> = program
            .laws
            .iter()
            .zip(laws)
            .filter(|(law, tally)| law.inputs.contains(&id) && tally.instances == 0)
            .map(|(law, _)| law.name.as_str())
            .collect();
        if !silent.is_empty() {
            let name = format!("{}/{}", predicate.name, predicate.arity);
            diagnostics.push(meaning::no_facts(&name, &silent, predicate.span));
        }
    }
}

/// Comparisons of two cells in definitions that no law's right side asks for: there places are picked, by value.
fn picked_by_value(program: &Program, world: &World, diagnostics: &mut Vec<Diagnostic>) {
    let mut spans: Vec<Span> = Vec::new();
    for predicate in program.predicates.iter().filter(|known| !known.constrains && !known.prelude) {
        for clause in &predicate.clauses {
            if let crate::program::Clause::Rule(rule) = clause {
                comparisons(&rule.goal, &mut |span| {
                    if world.compared.contains(&span) {
                        spans.push(span);
                    }
                });
            }
        }
    }
    spans.sort_unstable_by_key(|span| (span.source, span.start));
    diagnostics.extend(spans.into_iter().map(meaning::values_compared));
}

fn comparisons(goal: &crate::program::Goal, found: &mut impl FnMut(Span)) {
    match &goal.kind {
        GoalKind::All(parts) | GoalKind::Any(parts) => parts.iter().for_each(|part| comparisons(part, found)),
        GoalKind::Not { goal, .. } | GoalKind::Collect { goal, .. } => comparisons(goal, found),
        GoalKind::Compare(..) => found(goal.span),
        _ => {}
    }
}

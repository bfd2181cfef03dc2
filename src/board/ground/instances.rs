//! Laws to instances: each answer to a law's condition is a place where it must hold.

use indexmap::IndexMap;

use super::{Ground, Instance, Objective, Options, Tally};
use crate::base::hash::{Fixed, Set};
use crate::board::eval::{Machine, Policy, Query, World};
use crate::language::diagnostic::Diagnostic;
use crate::language::diagnostic::catalogue::meaning;
use crate::language::program::{
    Clause, Expected, Expr, Goal, GoalKind, Law, Predicate, PredicateId, Program, Scope, Slot,
};
use crate::language::source::Span;
use crate::language::syntax::ast::Comparison;
use crate::language::term::{FormulaId, TermId};

/// At most this many complaints about one law.
const MOST_ERRORS: usize = 3;

/// What a law amounts to.
#[derive(Clone, Default, Debug)]
pub(super) struct Expanded {
    pub(super) instances: Vec<Instance>,
    tally: Tally,
    /// What is wrong with it.
    wrong: Vec<Diagnostic>,
    /// Advice on what it says where.
    advice: Vec<Diagnostic>,
}

/// Expands every law and goal of which it is not `known` what it says, and gives advice on those that say nothing.
pub(super) fn expand(
    program: &Program,
    options: &Options,
    known: Vec<Option<Expanded>>,
    ground: &mut Ground,
    diagnostics: &mut Vec<Diagnostic>,
) {
    let Ground { world, instances, laws, goals, goal_instances, objective, .. } = ground;
    // Where the clues are still to come, a law without anything to say is no mistake.
    let clueless = !options.puzzle && inputs(program).any(|(id, _)| is_empty(id, world));
    let mut wrong = diagnostics.iter().any(Diagnostic::is_error);
    let mut known = known.into_iter();
    for (number, law) in program.laws.iter().enumerate() {
        let expanded = match known.next().flatten() {
            Some(known) => known,
            None => expand_law(law, number, world, instances.len()),
        };
        laws.push(expanded.tally);
        instances.extend(expanded.instances);
        wrong |= expanded.wrong.iter().any(Diagnostic::is_error);
        diagnostics.extend(expanded.wrong);
        if world.is_exhausted() {
            return;
        }
        if !clueless {
            diagnostics.extend(expanded.advice);
            if !wrong {
                advise(options, law, expanded.tally, world, diagnostics);
            }
        }
    }
    for (number, law) in program.goals.iter().enumerate() {
        let expanded = expand_law(law, number, world, goal_instances.len());
        goals.push(expanded.tally);
        goal_instances.extend(expanded.instances);
        diagnostics.extend(expanded.wrong);
        diagnostics.extend(expanded.advice.into_iter().filter(|_| !clueless));
    }
    if let Some(wanted) = &program.objective {
        world.enter_rule("the objective");
        match super::params::value(&wanted.value, world) {
            Ok(term) => *objective = Some(Objective { maximise: wanted.maximise, term }),
            Err(wrong) => diagnostics.push(*wrong),
        }
    }
    missing_inputs(program, options, laws, world, diagnostics);
    picked_by_value(program, world, diagnostics);
}

/// The inputs that rule sets declare for themselves.
fn inputs(program: &Program) -> impl Iterator<Item = (PredicateId, &Predicate)> {
    let all = program.predicates.iter().enumerate();
    all.filter(|(_, known)| known.input && !known.prelude)
        .map(|(index, known)| (PredicateId(index as u32), known))
}

/// What one law amounts to, where there are so many instances of others before it.
pub(super) fn expand_law(law: &Law, number: usize, world: &mut World, before: usize) -> Expanded {
    let mut found = Expanded::default();
    world.enter_rule(format!("law `{}`", law.name));
    world.notes.family_reads.clear();
    let groups = match groups(law, world) {
        Ok(groups) => groups,
        Err(diagnostic) => {
            found.wrong.push(*diagnostic);
            return found;
        }
    };
    let mut seen: Set<(FormulaId, Box<[TermId]>)> = Set::default();
    let mut told: Vec<(&str, Option<Span>)> = Vec::new();
    let mut impossible: Option<String> = None;
    let mut false_at = 0;
    let mut machine = Machine::new(world, Policy::Residual);
    let mut bound: Vec<(Slot, TermId)> = Vec::new();
    for (tuple, condition) in groups {
        bound.clear();
        bound.extend(law.tuple.iter().copied().zip(tuple.iter().copied()));
        machine.world().tuple = tuple;
        let query = Query { goal: &law.must, scope: law.scope.len(), bound: &bound, template: &[] };
        let must = machine.holds(query);
        let tuple = std::mem::take(&mut machine.world().tuple);
        let instance = Instance { law: number, tuple, formula: FormulaId::TRUE };
        let must = match must {
            Ok(must) => must,
            Err(diagnostic) => {
                let key = (diagnostic.code, diagnostic.span());
                if !told.contains(&key) && told.len() < MOST_ERRORS {
                    told.push(key);
                    found.wrong.push(placed(*diagnostic, &instance, law, machine.world()));
                }
                if machine.world().is_exhausted() {
                    return found;
                }
                continue;
            }
        };
        let world = machine.world();
        let unless = world.negate(condition);
        let formula = world.formulas.or([unless, must]);
        false_at += usize::from(formula == FormulaId::FALSE);
        if formula == FormulaId::TRUE {
            found.tally.always += 1;
        } else if seen.insert((formula, instance.tuple[instance.tuple.len() - law.marks..].into())) {
            found.tally.instances += 1;
            if formula == FormulaId::FALSE {
                impossible.get_or_insert_with(|| place_of(&instance, law, world));
            }
            found.instances.push(Instance { formula, ..instance });
            if (before + found.instances.len()) as u64 > world.budget.instances {
                found.wrong.push(meaning::too_many_instances(&law.name, world.budget.instances, law.span));
                return found;
            }
        } else {
            found.tally.equal += 1;
        }
    }
    let impossible = impossible.map(|place| meaning::always_false(&law.name, &place, false_at - 1, law.span));
    // Who expects no solution knows why.
    let foreseen = world.program.expectations.iter().any(|expected| expected.what == Expected::None);
    found.advice.extend(impossible.filter(|_| !foreseen));
    let mut reads: Vec<_> = world.notes.family_reads.iter().map(|(name, read)| (*name, *read)).collect();
    reads.sort_unstable_by_key(|(name, _)| *name);
    for (name, (exists, missing)) in reads {
        if let (false, Some(span)) = (exists, missing) {
            let name = world.terms.name(name).to_owned();
            found.advice.push(meaning::never_an_unknown(&name, &law.name, span));
        }
    }
    found
}

/// `R = 2, L = row 2`: what the law's names stand for at an instance.
fn place_of(instance: &Instance, law: &Law, world: &World) -> String {
    let names = law.tuple.iter().map(|&slot| &law.scope.names[usize::from(slot)]);
    let parts: Vec<String> =
        names.zip(&instance.tuple).map(|(name, &term)| format!("{name} = {}", world.name(term))).collect();
    parts.join(", ")
}

/// A complaint about a law's right side, with the place at which it came up.
fn placed(diagnostic: Diagnostic, instance: &Instance, law: &Law, world: &World) -> Diagnostic {
    let here = |span: Span| {
        span.source == law.span.source && law.span.start <= span.start && span.end <= law.must.span.end
    };
    let elsewhere = !diagnostic.labels.iter().any(|label| here(label.span));
    let diagnostic = if elsewhere { diagnostic.at(law.span, "asked by this law") } else { diagnostic };
    match place_of(instance, law, world) {
        place if place.is_empty() => diagnostic,
        place => diagnostic.say(format!("at {place}")),
    }
}

/// The law's places, each with the condition under which the law speaks about it.
type Groups = IndexMap<Box<[TermId]>, FormulaId, Fixed>;

fn groups(law: &Law, world: &mut World) -> Result<Groups, Box<Diagnostic>> {
    let template: Vec<Expr> = law.tuple.iter().map(|&slot| Expr::Slot(slot)).collect();
    let query = Query { goal: &law.condition, scope: law.scope.len(), bound: &[], template: &template };
    let answers = Machine::new(world, Policy::Residual).answers(query)?;
    let mut groups = Groups::default();
    for answer in answers {
        if let Some(at) = answer.terms.iter().position(|&term| !world.terms.is_ground(term)) {
            let slot = usize::from(law.tuple[at]);
            let (name, span) = (&law.scope.names[slot], law.scope.spans[slot]);
            return Err(Box::new(meaning::unbound(name, span, "nothing left of `=>` binds it")));
        }
        let any = groups.entry(answer.terms).or_insert(FormulaId::FALSE);
        *any = world.formulas.or([*any, answer.condition]);
    }
    Ok(groups)
}

fn is_empty(input: PredicateId, world: &World) -> bool {
    world.clauses(input).is_empty()
}

/// Advice on a law that says nothing here.
fn advise(options: &Options, law: &Law, tally: Tally, world: &mut World, diagnostics: &mut Vec<Diagnostic>) {
    if tally.instances > 0 {
        return;
    }
    // What the law says is up to the clues, and these leave it nothing to say.
    let clued = law.reads.iter().any(|&input| !is_empty(input, world));
    if tally.always > 0 {
        if clued {
            diagnostics.push(meaning::always_true_here(&law.name, law.span));
        } else if options.puzzle || law.inputs.is_empty() {
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
    let goal = first_without_answer(law, world);
    let say = if clued { meaning::no_instance_here } else { meaning::no_instance };
    diagnostics.push(say(&law.name, law.span, goal));
}

/// The first goal of a condition after which nothing is left, and whether no goal stands before it.
fn first_without_answer(law: &Law, world: &mut World) -> Option<(Span, bool)> {
    let mut so_far = Vec::new();
    for (goal, span) in &law.steps {
        so_far.push(goal.clone());
        let all = Goal { kind: GoalKind::All(so_far.clone()), span: *span, strict: false };
        let all = std::sync::Arc::new(all);
        let query = Query { goal: &all, scope: law.scope.len(), bound: &[], template: &[] };
        let answers = Machine::new(world, Policy::Residual).answers(query);
        if answers.is_ok_and(|answers| answers.is_empty()) {
            return Some((*span, so_far.len() == 1));
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
    for (id, predicate) in inputs(program).filter(|(id, _)| is_empty(*id, world)) {
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
    let mut found: Vec<(Span, Option<String>)> = Vec::new();
    for predicate in program.predicates.iter().filter(|known| !known.constrains && !known.prelude) {
        for clause in &predicate.clauses {
            if let Clause::Rule(rule) = clause {
                rule.goal.each(&mut |goal| {
                    if matches!(goal.kind, GoalKind::Compare(..)) && world.notes.compared.contains(&goal.span)
                    {
                        found.push((goal.span, same_instead(goal, &rule.scope)));
                    }
                });
            }
        }
    }
    found.sort_unstable_by_key(|(span, _)| (span.source, span.start));
    diagnostics
        .extend(found.iter().map(|(span, instead)| meaning::values_compared(*span, instead.as_deref())));
}

/// The test on places in the place of `A = B` or `A \= B`; nothing for comparisons that only values have.
fn same_instead(goal: &Goal, scope: &Scope) -> Option<String> {
    let GoalKind::Compare(sign, Expr::Slot(left), Expr::Slot(right)) = &goal.kind else { return None };
    let name = |slot: &Slot| Some(&scope.names[usize::from(*slot)]).filter(|name| !name.is_empty());
    let test = format!("same({}, {})", name(left)?, name(right)?);
    match sign {
        Comparison::Equal => Some(test),
        Comparison::Unequal => Some(format!("not {test}")),
        _ => None,
    }
}

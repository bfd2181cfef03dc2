//! The independent checker: evaluates the source rules on finished values, and shares nothing with the solver.

use crate::base::hash::Numbered;
use crate::board::eval::{Machine, Policy, Query, World};
use crate::board::ground::Instance;
use crate::language::diagnostic::Diagnostic;
use crate::language::diagnostic::catalogue::meaning;
use crate::language::program::{Expr, Law, Slot};
use crate::language::term::{FormulaId, Node, TermId};

/// The instances of a law that these values break, in order. There is a value for each unknown of the world.
pub fn broken(
    law: &Law,
    number: usize,
    world: &mut World,
    values: &[TermId],
) -> Result<Vec<Instance>, Box<Diagnostic>> {
    debug_assert_eq!(values.len(), world.unknowns.len());
    world.enter_rule(format!("law `{}`", law.name));
    let template: Vec<Expr> = law.tuple.iter().map(|&slot| Expr::Slot(slot)).collect();
    let query = Query { goal: &law.condition, scope: law.scope.len(), bound: &[], template: &template };
    let answers = Machine::new(world, Policy::Known(values)).answers(query)?;
    let places: Numbered<Box<[TermId]>> = answers.into_iter().map(|answer| answer.terms).collect();
    let mut found = Vec::new();
    let mut bound: Vec<(Slot, TermId)> = Vec::new();
    let mut machine = Machine::new(world, Policy::Known(values));
    for tuple in places {
        bound.clear();
        bound.extend(law.tuple.iter().copied().zip(tuple.iter().copied()));
        machine.world().tuple = tuple;
        let query = Query { goal: &law.must, scope: law.scope.len(), bound: &bound, template: &[] };
        let holds = machine.holds(query)?;
        let tuple = std::mem::take(&mut machine.world().tuple);
        if holds == FormulaId::FALSE {
            found.push(Instance { law: number, tuple, formula: FormulaId::FALSE });
        }
    }
    Ok(found)
}

/// All instances of all laws that these values break.
pub fn all_broken(world: &mut World, values: &[TermId]) -> Result<Vec<Instance>, Box<Diagnostic>> {
    let program = world.program.clone();
    let mut all = Vec::new();
    for (number, law) in program.laws.iter().enumerate() {
        all.extend(broken(law, number, world, values)?);
    }
    Ok(all)
}

/// The value of the objective for these values.
pub fn objective(world: &mut World, values: &[TermId]) -> Result<i128, Box<Diagnostic>> {
    let program = world.program.clone();
    let Some(wanted) = &program.objective else { return Ok(0) };
    world.enter_rule("the objective");
    let template = [wanted.value.value.clone()];
    let (goal, scope) = (&wanted.value.goal, wanted.value.scope.len());
    let query = Query { goal, scope, bound: &[], template: &template };
    let answers = Machine::new(world, Policy::Known(values)).answers(query)?;
    let number = answers.first().and_then(|answer| {
        // A place alone is its value.
        let place = world.unknown(answer.terms[0]).map(|unknown| values[unknown.0 as usize]);
        match world.terms.node(place.unwrap_or(answer.terms[0])) {
            Node::Int(number) => Some(*number),
            _ => None,
        }
    });
    number.ok_or_else(|| Box::new(meaning::unbound("", wanted.value.span, "this has no value")))
}

/// Whether these values satisfy the goal of a move puzzle.
pub fn is_goal(world: &mut World, values: &[TermId]) -> Result<bool, Box<Diagnostic>> {
    let program = world.program.clone();
    for (number, goal) in program.goals.iter().enumerate() {
        if !broken(goal, number, world, values)?.is_empty() {
            return Ok(false);
        }
    }
    Ok(true)
}

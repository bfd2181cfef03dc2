//! The unknowns: one for each cell of the grid, and one for each answer of the other declarations.

use crate::board::eval::{Machine, Policy, Query, World};
use crate::board::unknown::{Domain, Unknown};
use crate::language::diagnostic::Diagnostic;
use crate::language::diagnostic::catalogue::meaning;
use crate::language::program::{Expr, Family, Predicate, PredicateId, Program};
use crate::language::resolve::calls::asking_unknowns;
use crate::language::source::Span;
use crate::language::term::{FormulaId, Node, TermId};

/// For each predicate, whether it may ask which unknowns there are or what is given, where it is worth knowing: where families
/// come from definitions, much of what these say is asked again by the laws.
pub fn resting(program: &Program) -> Option<Vec<bool>> {
    (!program.families.is_empty()).then(|| asking_unknowns(program))
}

/// Declares all unknowns; what rests on which there are is forgotten.
pub fn declare(
    program: &Program,
    resting: Option<&[bool]>,
    world: &mut World,
    diagnostics: &mut Vec<Diagnostic>,
) {
    if let Err(diagnostic) = cells(program, world) {
        diagnostics.push(*diagnostic);
    }
    for family in &program.families {
        if let Err(diagnostic) = family_of(family, resting, world) {
            diagnostics.push(*diagnostic);
        }
    }
    // Where nothing that a puzzle supplies was asked for, no puzzle can bring an unknown.
    let supplied = |(id, known): (usize, &Predicate)| known.input && world.asked[id];
    if let ([first, ..], true) = (program.families.as_slice(), world.unknowns.is_empty())
        && !diagnostics.iter().any(Diagnostic::is_error)
        && !program.predicates.iter().enumerate().any(supplied)
    {
        diagnostics.push(meaning::no_unknowns(program.terms.name(first.name), first.span));
    }
    forget(resting, world);
}

/// Forgets all that rests on unknowns.
pub fn forget(resting: Option<&[bool]>, world: &mut World) {
    match resting {
        Some(resting) => world.forget_unknowns(resting),
        None => world.forget(),
    }
}

fn cells(program: &Program, world: &mut World) -> Result<(), Box<Diagnostic>> {
    let Some(grid) = &program.grid else { return Ok(()) };
    let Some(body) = &grid.domain else { return Ok(()) };
    world.enter_rule("the grid");
    let values = super::params::value(body, world)?;
    let domain = domain(values, "a cell", body.span, world)?;
    let cell = program.predicates.iter().position(|known| known.name == "cell" && known.arity == 1);
    let Some(cell) = cell else { return Ok(()) };
    let cell = PredicateId(cell as u32);
    for answer in Machine::new(world, Policy::Residual).answers_of(cell, grid.span)? {
        world.declare(Unknown { place: answer.terms[0], domain: domain.clone(), hidden: false });
    }
    Ok(())
}

fn family_of(family: &Family, resting: Option<&[bool]>, world: &mut World) -> Result<(), Box<Diagnostic>> {
    let name = world.terms.name(family.name).to_owned();
    world.enter_rule(format!("the unknowns `{name}`"));
    let template = [Expr::Place(family.name, family.args.clone()), family.domain.clone()];
    let query = Query { goal: &family.goal, scope: family.scope.len(), bound: &[], template: &template };
    let answers = Machine::new(world, Policy::Residual).answers(query)?;
    let mut places = Vec::with_capacity(answers.len());
    let mut known: crate::base::hash::Map<TermId, Domain> = crate::base::hash::Map::default();
    let mut seen = crate::base::hash::Set::default();
    for answer in answers {
        let (place, values) = (answer.terms[0], answer.terms[1]);
        if answer.condition != FormulaId::TRUE {
            let shown = world.show(place);
            return Err(Box::new(meaning::unknown_by_values(&shown, family.span)));
        }
        if !world.terms.is_ground(place) {
            return Err(Box::new(meaning::unbound_index(&name, &unbound(family), family.span)));
        }
        let domain = match known.get(&values) {
            Some(domain) => domain.clone(),
            None => {
                let shown = world.show(place);
                let made = domain(values, &shown, family.span, world)?;
                known.insert(values, made.clone());
                made
            }
        };
        if seen.insert(place) {
            places.push(place);
            world.declare(Unknown { place, domain, hidden: family.hidden });
        }
    }
    world.set_family(family.name, places);
    forget(resting, world);
    Ok(())
}

/// The names in an index that no goal mentions.
fn unbound(family: &Family) -> Vec<&str> {
    let (mut bound, mut names) = (Vec::new(), Vec::new());
    family.goal.slots(&mut bound);
    for arg in &family.args {
        arg.each_slot(&mut |slot| {
            let name = family.scope.names[usize::from(slot)].as_str();
            if !bound.contains(&slot) && !name.is_empty() && !names.contains(&name) {
                names.push(name);
            }
        });
    }
    names
}

/// A list, set or range of values as a domain.
fn domain(values: TermId, place: &str, span: Span, world: &mut World) -> Result<Domain, Box<Diagnostic>> {
    // Values are kept within 32 bits, so that sums of many stay within 64.
    let within = |value: i128| i32::try_from(value).is_ok();
    if let &Node::Range(low, high) = world.terms.node(values) {
        if !within(low) || !within(high) {
            return Err(Box::new(meaning::domain_too_large(span)));
        }
        return Ok(Domain::Range(low as i64, high as i64));
    }
    let Some(elements) = world.terms.elements(values, usize::MAX) else {
        return Err(Box::new(meaning::wrong_kind(
            &world.show(values),
            "no domain",
            "a range or a set of values",
            span,
        )));
    };
    let mut integers = Vec::new();
    let mut symbols = Vec::new();
    let mut seen = crate::base::hash::Set::default();
    for element in elements {
        match *world.terms.node(element) {
            Node::Int(value) if !within(value) => return Err(Box::new(meaning::domain_too_large(span))),
            Node::Int(value) if seen.insert(element) => integers.push(value as i64),
            Node::Sym(symbol) if seen.insert(element) => symbols.push(symbol),
            Node::Int(_) | Node::Sym(_) => {}
            _ => {
                let shown = world.show(element);
                return Err(Box::new(meaning::wrong_kind(&shown, "no value", "a number or a symbol", span)));
            }
        }
    }
    match (integers.is_empty(), symbols.is_empty()) {
        (true, true) => Err(Box::new(meaning::empty_domain(place, span))),
        (false, true) => Ok(Domain::Integers(integers.into())),
        (true, false) => Ok(Domain::Symbols(symbols.into())),
        (false, false) => Err(Box::new(meaning::mixed_domain(span))),
    }
}

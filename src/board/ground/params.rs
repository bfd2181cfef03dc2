//! Values of params, and the size of the grid. The drawn size sets a param that is a dimension by itself, and others may
//! have a default that depends on it.

mod cures;

use std::sync::Arc;

use crate::board::eval::{Budget, Machine, Policy, Query, World};
use crate::language::diagnostic::Diagnostic;
use crate::language::diagnostic::catalogue::meaning;
use crate::language::program::{Body, Expr, GoalKind, Program};
use crate::language::term::{Node, TermId};

use super::pictures::Size;
use cures::{cures, leaves_of, mismatch, said};

/// The largest number of rows or columns, and of cells.
const LARGEST: i64 = 10_000;
const MOST_CELLS: i64 = 1_000_000;

/// When params are evaluated.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Only those that somebody set, before anything drawn counts.
    Set,
    /// All that need no board.
    Shape,
    /// All others.
    Board,
}

/// Evaluates what needs no board, then sets its size.
pub fn evaluate(program: &Program, drawn: &[Size], world: &mut World, diagnostics: &mut Vec<Diagnostic>) {
    settle(program, world, Stage::Set, diagnostics);
    if let Some(grid) = &program.grid {
        for (param, drawn) in [
            // A drawing without anything in it has no size to give.
            (grid.bare.0, drawn.iter().find_map(|size| size.rows.filter(|&rows| rows > 0))),
            (grid.bare.1, drawn.iter().find_map(|size| size.cols.filter(|&cols| cols > 0))),
        ] {
            if let (Some(param), Some(drawn)) = (param, drawn)
                && (!program.params[param].set || program.params[param].derived.is_some())
                && world.params[param].is_none()
            {
                let value = world.terms.int(drawn as i64);
                world.build().params[param] = Some(value);
            }
        }
    }
    settle(program, world, Stage::Shape, diagnostics);
    let Some(grid) = &program.grid else {
        // Without a grid the largest drawing is the board.
        let largest = drawn.iter().filter_map(|size| Some((size.rows?, size.cols?))).max();
        if let Some((rows, cols)) = largest {
            world.set_size(rows as i64, cols as i64);
        }
        return;
    };
    let mut sides = Vec::new();
    for side in [&grid.rows, &grid.cols] {
        match number(side, world) {
            Ok(value) if !(1..=LARGEST.into()).contains(&value) => {
                diagnostics.push(meaning::no_size(value, LARGEST, side.span));
            }
            Ok(value) => sides.push(value as i64),
            // Both sides often fail for the same reason.
            Err(diagnostic) if diagnostics.contains(&diagnostic) => {}
            Err(diagnostic) => diagnostics.push(*diagnostic),
        }
    }
    if let &[rows, cols] = sides.as_slice() {
        if rows * cols > MOST_CELLS {
            let shown = format!("a grid of {rows}x{cols}");
            let needed = format!("one of at most {MOST_CELLS} cells");
            diagnostics.push(meaning::wrong_kind(&shown, "too large", &needed, grid.span));
            return;
        }
        world.set_size(rows, cols);
        for size in drawn {
            if size.rows.is_some_and(|found| found as i64 != rows)
                || size.cols.is_some_and(|found| found as i64 != cols)
            {
                let ragged = size.ragged.clone();
                diagnostics.push(ragged.unwrap_or_else(|| mismatch(program, size, (rows, cols), world)));
            }
        }
    }
}

/// Whether a param has a value whatever is drawn.
pub fn is_set(program: &Arc<Program>, param: usize) -> bool {
    let mut world = World::new(program, Budget::default());
    settle(program, &mut world, Stage::Set, &mut Vec::new());
    world.params[param].is_some()
}

/// Evaluates the params that ask about the board.
pub fn evaluate_rest(
    program: &Program,
    drawn: &[Size],
    world: &mut World,
    diagnostics: &mut Vec<Diagnostic>,
) {
    settle(program, world, Stage::Board, diagnostics);
    if diagnostics.iter().any(Diagnostic::is_error) {
        return;
    }
    for (index, param) in program.params.iter().enumerate() {
        if world.params[index].is_none() {
            diagnostics.push(meaning::circular_param(&param.name, param.span));
        }
    }
    agree(program, drawn, world, diagnostics);
    if !diagnostics.iter().any(Diagnostic::is_error) {
        diagnostics.extend(followed(program, world));
    }
}

/// Sees that params which a rule set derives came to what it makes of them.
fn agree(program: &Program, drawn: &[Size], world: &mut World, diagnostics: &mut Vec<Diagnostic>) {
    for (index, param) in program.params.iter().enumerate() {
        let (Some(derived), Some(found)) = (&param.derived, world.params[index]) else { continue };
        match value(derived, world) {
            Ok(made) if made == found => continue,
            Ok(_) => {}
            Err(wrong) => {
                diagnostics.push(*wrong);
                continue;
            }
        }
        let &Node::Int(wanted) = world.terms.node(found) else { continue };
        let drawn =
            if is_set(&world.program.clone(), index) { None } else { drawn.iter().find(|size| !size.strip) };
        if let Some(ragged) = drawn.and_then(|size| size.ragged.clone()) {
            diagnostics.push(ragged);
            continue;
        }
        let parts: Vec<String> = leaves_of(&[&derived.value], program)
            .into_iter()
            .map(|leaf| {
                let value = world.params[leaf].map_or_else(String::new, |value| world.show(value));
                format!("{} = {value}", program.params[leaf].name)
            })
            .collect();
        let cure = said(&cures(&[&derived.value], &[wanted], program, world), drawn, program);
        let what = (param.name.as_str(), wanted, &*program.body(derived));
        let at = drawn.map_or((param.span, false), |size| (size.span, true));
        diagnostics.push(meaning::disagreement(what, &parts, at, derived.span, cure.as_deref()));
    }
}

/// The note on params that took a value from others where they would have another by default.
fn followed(program: &Program, world: &mut World) -> Option<Diagnostic> {
    let (mut found, mut other, mut from) = (Vec::new(), false, Vec::new());
    for (index, param) in program.params.iter().enumerate().filter(|(_, param)| !param.set) {
        let [first, .., last] = param.values.as_slice() else { continue };
        if params_of(last).is_empty() {
            other |= value(last, world).ok() != world.params[index];
            found.push(index);
            from.extend(params_of(first));
        }
    }
    if !other {
        return None;
    }
    from.retain(|param| !found.contains(param));
    from.sort_unstable();
    from.dedup();
    let shown = |all: &[usize]| -> Vec<String> {
        let one = |&param: &usize| {
            let value = world.params[param].map_or_else(String::new, |value| world.show(value));
            format!("{} = {value}", program.params[param].name)
        };
        all.iter().map(one).collect()
    };
    let at = program.params[*found.first()?].span;
    Some(meaning::followed(&shown(&found), &shown(&from), at))
}

/// Evaluates every param whose parts are known, each as soon as they are. Where all wait for each other, the first that
/// has a later default takes it.
fn settle(program: &Program, world: &mut World, stage: Stage, diagnostics: &mut Vec<Diagnostic>) {
    let needs: Vec<Vec<Vec<usize>>> =
        program.params.iter().map(|param| param.values.iter().map(params_of).collect()).collect();
    let mut needed_by: Vec<Vec<usize>> = vec![Vec::new(); needs.len()];
    for (index, needs) in needs.iter().enumerate() {
        needs.iter().flatten().for_each(|&needed| needed_by[needed].push(index));
    }
    // The default that is waited for, for each param.
    let mut at = vec![0; needs.len()];
    let known = |world: &World, needs: &[usize]| needs.iter().all(|&needed| world.params[needed].is_some());
    let waits = |index: usize, number: usize| {
        let body = &program.params[index].values[number];
        stage != Stage::Board && (!matches!(body.goal.kind, GoalKind::Truth(true)) || asks_size(&body.value))
    };
    let mut open: Vec<usize> = (0..needs.len()).rev().collect();
    loop {
        while let Some(index) = open.pop() {
            let param = &program.params[index];
            let number = at[index];
            let counts = stage != Stage::Set || param.set;
            if world.params[index].is_some()
                || !counts
                || !known(world, &needs[index][number])
                || waits(index, number)
            {
                continue;
            }
            world.rule = format!("param `{}`", param.name);
            match answer(&param.values[number], world) {
                Ok(None) if number + 1 < param.values.len() => {
                    at[index] += 1;
                    open.push(index);
                    continue;
                }
                found => match found.and_then(|term| term.ok_or_else(|| no_value(&param.values[number]))) {
                    Ok(term) => world.build().params[index] = Some(term),
                    Err(diagnostic) => {
                        diagnostics.push(*diagnostic);
                        let zero = world.terms.int(0);
                        world.build().params[index] = Some(zero);
                    }
                },
            }
            open.extend(needed_by[index].iter().rev());
        }
        if stage == Stage::Set {
            return;
        }
        // What waits for the board, or for a param that does, will have a value.
        let later = |index: usize| {
            let hopeless = |number: usize| {
                let missing = needs[index][number].iter().filter(|&&needed| world.params[needed].is_none());
                let mut missing = missing.peekable();
                missing.peek().is_some()
                    && missing.all(|&needed| {
                        !known(world, &needs[needed][at[needed]]) || !waits(needed, at[needed])
                    })
            };
            let next = (at[index]..needs[index].len()).find(|&number| !hopeless(number))?;
            (world.params[index].is_none() && next > at[index] && known(world, &needs[index][next]))
                .then_some(next)
        };
        let Some((index, next)) = (0..needs.len()).find_map(|index| Some((index, later(index)?))) else {
            return;
        };
        at[index] = next;
        open.push(index);
    }
}

/// The value of an expression that stands by itself.
pub fn value(body: &Body, world: &mut World) -> Result<TermId, Box<Diagnostic>> {
    answer(body, world)?.ok_or_else(|| no_value(body))
}

fn no_value(body: &Body) -> Box<Diagnostic> {
    Box::new(meaning::unbound("", body.span, "this has no value, or several"))
}

/// The value of an expression that stands by itself; nothing if it has none.
fn answer(body: &Body, world: &mut World) -> Result<Option<TermId>, Box<Diagnostic>> {
    let template = [body.value.clone()];
    let query = Query { goal: &body.goal, scope: body.scope.len(), bound: &[], template: &template };
    let answers = Machine::new(world, Policy::Residual).answers(query)?;
    match answers.as_slice() {
        [] => Ok(None),
        [answer] if world.terms.is_ground(answer.terms[0]) => Ok(Some(answer.terms[0])),
        [_] => Err(Box::new(meaning::unbound("", body.span, "nothing binds the names in it"))),
        _ => Err(no_value(body)),
    }
}

fn number(body: &Body, world: &mut World) -> Result<i128, Box<Diagnostic>> {
    let term = value(body, world)?;
    match *world.terms.node(term) {
        Node::Int(value) => Ok(value),
        Node::Sym(_) => {
            Err(Box::new(meaning::wrong_kind(&world.show(term), "a symbol", "a number", body.span)))
        }
        _ => Err(Box::new(meaning::wrong_kind(&world.show(term), "no number", "a number", body.span))),
    }
}

fn asks_size(expr: &Expr) -> bool {
    let mut found = false;
    expr.each(&mut |part| found |= matches!(part, Expr::Rows | Expr::Cols));
    found
}

/// The params that an expression names, goals included.
fn params_of(body: &Body) -> Vec<usize> {
    let mut found = Vec::new();
    let mut add = |part: &Expr| {
        if let Expr::Param(number) = part {
            found.push(*number);
        }
    };
    body.value.each(&mut add);
    body.goal.each(&mut |goal| goal.each_expr(&mut |expr| expr.each(&mut add)));
    found
}

//! Values of params, and the size of the grid. The drawn size sets a param that is a dimension by itself.

use crate::diagnostic::Diagnostic;
use crate::diagnostic::catalogue::meaning;
use crate::eval::{Machine, Policy, Query, World};
use crate::hash::Set;
use crate::number as exact;
use crate::program::{Body, Expr, Goal, GoalKind, Program};
use crate::syntax::ast::Operator;
use crate::term::{Node, TermId};

use super::pictures::Size;

/// The largest number of rows or columns, and of cells.
const LARGEST: i64 = 10_000;
const MOST_CELLS: i64 = 1_000_000;

/// Evaluates what needs no board, then sets its size.
pub fn evaluate(program: &Program, drawn: &[Size], world: &mut World, diagnostics: &mut Vec<Diagnostic>) {
    if let Some(grid) = &program.grid {
        for (param, drawn) in [
            // A drawing without anything in it has no size to give.
            (grid.bare.0, drawn.iter().find_map(|size| size.rows.filter(|&rows| rows > 0))),
            (grid.bare.1, drawn.iter().find_map(|size| size.cols.filter(|&cols| cols > 0))),
        ] {
            if let (Some(param), Some(drawn)) = (param, drawn)
                && !program.params[param].set
                && world.params[param].is_none()
            {
                world.params[param] = Some(world.terms.int(drawn as i64));
            }
        }
    }
    settle(program, world, false, diagnostics);
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
        match number(program, side, world) {
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
                diagnostics.push(mismatch(program, size, (rows, cols), world));
            }
        }
    }
}

/// Evaluates the params that ask about the board.
pub fn evaluate_rest(program: &Program, world: &mut World, diagnostics: &mut Vec<Diagnostic>) {
    settle(program, world, true, diagnostics);
    for (index, param) in program.params.iter().enumerate() {
        if world.params[index].is_none() && !diagnostics.iter().any(Diagnostic::is_error) {
            diagnostics.push(meaning::circular_param(&param.name, param.span));
        }
    }
}

/// Evaluates every param whose parts are known, each as soon as they are.
fn settle(program: &Program, world: &mut World, board: bool, diagnostics: &mut Vec<Diagnostic>) {
    let needs: Vec<Vec<usize>> = program.params.iter().map(|param| params_of(&param.value)).collect();
    let mut needed_by: Vec<Vec<usize>> = vec![Vec::new(); needs.len()];
    for (index, needs) in needs.iter().enumerate() {
        needs.iter().for_each(|&needed| needed_by[needed].push(index));
    }
    let mut open: Vec<usize> = (0..needs.len()).rev().collect();
    while let Some(index) = open.pop() {
        let param = &program.params[index];
        let plain = matches!(param.value.goal.kind, GoalKind::Truth(true)) && !asks_size(&param.value.value);
        let ready = needs[index].iter().all(|&needed| world.params[needed].is_some());
        if world.params[index].is_some() || !ready || !(plain || board) {
            continue;
        }
        world.rule = format!("param `{}`", param.name);
        match value(program, &param.value, world) {
            Ok(term) => world.params[index] = Some(term),
            Err(diagnostic) => {
                diagnostics.push(*diagnostic);
                world.params[index] = Some(world.terms.int(0));
            }
        }
        open.extend(needed_by[index].iter().rev());
    }
}

/// The value of an expression that stands by itself.
pub fn value(program: &Program, body: &Body, world: &mut World) -> Result<TermId, Box<Diagnostic>> {
    let template = [body.value.clone()];
    let query = Query { goal: &body.goal, scope: body.scope.len(), bound: &[], template: &template };
    let answers = Machine::new(program, world, Policy::Residual).answers(query)?;
    match answers.as_slice() {
        [answer] if world.terms.is_ground(answer.terms[0]) => Ok(answer.terms[0]),
        [_] => Err(Box::new(meaning::unbound("", body.span, "nothing binds the names in it"))),
        _ => Err(Box::new(meaning::unbound("", body.span, "this has no value, or several"))),
    }
}

fn number(program: &Program, body: &Body, world: &mut World) -> Result<i128, Box<Diagnostic>> {
    let term = value(program, body, world)?;
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
    visit(expr, &mut |part| found |= matches!(part, Expr::Rows | Expr::Cols));
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
    visit(&body.value, &mut add);
    visit_goal(&body.goal, &mut add);
    found
}

fn visit_goal(goal: &Goal, found: &mut impl FnMut(&Expr)) {
    match &goal.kind {
        GoalKind::All(parts) | GoalKind::Any(parts) => parts.iter().for_each(|part| visit_goal(part, found)),
        GoalKind::Not { goal, .. } => visit_goal(goal, found),
        GoalKind::Collect { element, goal, .. } => {
            visit(element, found);
            visit_goal(goal, found);
        }
        GoalKind::Call { args, .. } | GoalKind::Builtin(_, args) => {
            args.iter().for_each(|arg| visit(arg, found))
        }
        GoalKind::Compare(_, left, right) | GoalKind::In(left, right) => {
            visit(left, found);
            visit(right, found);
        }
        _ => {}
    }
}

fn visit(expr: &Expr, found: &mut impl FnMut(&Expr)) {
    found(expr);
    match expr {
        Expr::List(parts, tail) => parts.iter().chain(tail.as_deref()).for_each(|part| visit(part, found)),
        Expr::Set(parts) | Expr::Compound(_, parts) | Expr::Place(_, parts) | Expr::Apply(_, parts) => {
            parts.iter().for_each(|part| visit(part, found));
        }
        Expr::Negative(inner) | Expr::Prime(inner) | Expr::Reach(inner, _) => visit(inner, found),
        Expr::Range(left, right) | Expr::Arithmetic(_, left, right) => {
            visit(left, found);
            visit(right, found);
        }
        _ => {}
    }
}

/// The complaint about a drawing of the wrong size, with the settings that would cure it.
fn mismatch(program: &Program, size: &Size, grid: (i64, i64), world: &World) -> Diagnostic {
    if size.strip {
        let wanted = if size.rows.is_some() { grid.0 } else { grid.1 };
        return meaning::wrong_strip(size.rows.or(size.cols).unwrap_or(0), wanted, size.span);
    }
    if let Some(drawn) = size.marks {
        return meaning::wrong_marks(drawn, grid, size.span);
    }
    let found = (size.rows.unwrap_or(grid.0 as usize), size.cols.unwrap_or(grid.1 as usize));
    let cures = cures(program, (found.0 as i64, found.1 as i64), world);
    let said: Vec<String> = cures
        .iter()
        .map(|settings| {
            let parts: Vec<String> = settings
                .iter()
                .map(|(param, value)| {
                    let name = &program.params[*param].name;
                    if size.plain { format!("--set {name}={value}") } else { format!("{name} = {value}") }
                })
                .collect();
            parts.join(if size.plain { " " } else { ", " })
        })
        .collect();
    let cure = match (said.as_slice(), size.plain) {
        ([], _) => None,
        (all, true) => Some(format!("give {}", all.join(", or "))),
        (all, false) => Some(format!("write `use .. with {}`", all.join("`, or `with "))),
    };
    meaning::wrong_size(found, grid, size.span, cure.as_deref())
}

/// Settings of params under which the grid would have this size: few and small numbers first.
fn cures(program: &Program, size: (i64, i64), world: &World) -> Vec<Vec<(usize, i64)>> {
    let Some(grid) = &program.grid else { return Vec::new() };
    let mut leaves = Vec::new();
    leaves_of(&[&grid.rows.value, &grid.cols.value], program, &mut leaves);
    let fits = |settings: &[(usize, i64)]| {
        constant(&grid.rows.value, program, settings, world) == Some(size.0.into())
            && constant(&grid.cols.value, program, settings, world) == Some(size.1.into())
    };
    let most = size.0.max(size.1).min(64);
    let mut found = Vec::new();
    match leaves.as_slice() {
        [one] => found.extend((1..=most).map(|value| vec![(*one, value)]).filter(|settings| fits(settings))),
        [one, two] => {
            for first in 1..=most {
                let all = (1..=most).map(|second| vec![(*one, first), (*two, second)]);
                found.extend(all.filter(|settings| fits(settings)));
            }
            // Boxes near to square are what people draw.
            found.sort_by_key(|settings| settings[0].1.abs_diff(settings[1].1));
        }
        _ => {}
    }
    found.truncate(2);
    found
}

/// The params that expressions rest on in the end.
fn leaves_of(exprs: &[&Expr], program: &Program, found: &mut Vec<usize>) {
    let mut seen = Set::default();
    let mut open = Vec::new();
    let named = |expr: &Expr, open: &mut Vec<usize>| {
        let mut named = Vec::new();
        visit(expr, &mut |part| {
            if let Expr::Param(number) = part {
                named.push(*number);
            }
        });
        open.extend(named.into_iter().rev());
    };
    exprs.iter().rev().for_each(|expr| named(expr, &mut open));
    while let Some(number) = open.pop() {
        if !seen.insert(number) {
            continue;
        }
        let before = open.len();
        named(&program.params[number].value.value, &mut open);
        if open.len() == before {
            found.push(number);
        }
    }
}

/// The value of simple arithmetic under some settings.
fn constant(expr: &Expr, program: &Program, settings: &[(usize, i64)], world: &World) -> Option<i128> {
    constant_within(expr, program, settings, world, &mut { MOST_PARTS })
}

/// How many parts of an expression are looked at for its value; params may rest on params many times over.
const MOST_PARTS: u32 = 200;

fn constant_within(
    expr: &Expr,
    program: &Program,
    settings: &[(usize, i64)],
    world: &World,
    left: &mut u32,
) -> Option<i128> {
    *left = left.checked_sub(1)?;
    match expr {
        Expr::Ground(term) => match world.terms.node(*term) {
            Node::Int(value) => Some(*value),
            _ => None,
        },
        Expr::Param(number) => match settings.iter().find(|(param, _)| param == number) {
            Some((_, value)) => Some(i128::from(*value)),
            None => constant_within(&program.params[*number].value.value, program, settings, world, left),
        },
        Expr::Arithmetic(operator, one, other) => {
            let one = constant_within(one, program, settings, world, left)?;
            let other = constant_within(other, program, settings, world, left)?;
            match operator {
                Operator::Add => exact::add(one, other),
                Operator::Sub => exact::sub(one, other),
                Operator::Mul => exact::mul(one, other),
                Operator::Div => exact::div(one, other),
                Operator::Mod => exact::rem(one, other),
            }
        }
        _ => None,
    }
}

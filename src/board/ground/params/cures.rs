//! Which params to set where a drawing, or a param that is made of others, does not fit.

use crate::base::hash::Set;
use crate::base::number as exact;
use crate::board::eval::World;
use crate::language::diagnostic::Diagnostic;
use crate::language::diagnostic::catalogue::meaning;
use crate::language::program::{Expr, Grain, Program};
use crate::language::syntax::ast::Operator;
use crate::language::term::Node;

use super::super::pictures::{Size, grown, other_kind};

/// The complaint about a drawing of the wrong size, with the settings that would cure it.
pub(super) fn mismatch(program: &Program, size: &Size, grid: (i64, i64), world: &World) -> Diagnostic {
    if size.strip {
        let wanted = if size.rows.is_some() { grid.0 } else { grid.1 };
        return meaning::wrong_strip(size.rows.or(size.cols).unwrap_or(0), wanted, size.span);
    }
    if let Some(grain) = size.grain.filter(|&grain| grain != Grain::Cells) {
        let what = (grain.what(), grain.how());
        let wanted = grain.drawn(grid).unwrap_or(grid);
        return other_kind(meaning::wrong_grain(what, size.drawn, wanted, grid, size.span), size.drawn, grid);
    }
    let found = (size.rows.unwrap_or(grid.0 as usize), size.cols.unwrap_or(grid.1 as usize));
    let cure = program.grid.as_ref().and_then(|grid| {
        let wanted = [found.0 as i128, found.1 as i128];
        said(&cures(&[&grid.rows.value, &grid.cols.value], &wanted, program, world), Some(size), program)
    });
    let wrong = meaning::wrong_size(found, grid, size.span, cure.as_deref());
    let wrong = if size.grain.is_some() { other_kind(wrong, found, grid) } else { wrong };
    let wrong = if size.plain { wrong } else { grown(wrong, found, grid) };
    match size.read_as {
        Some(read_as) => wrong.say(format!("the text was read as {read_as}")),
        None => wrong,
    }
}

/// What to write beside a drawing, to give on the command line with a plain one, or to set in place of what is set.
pub(super) fn said(cures: &[Vec<(usize, i64)>], drawn: Option<&Size>, program: &Program) -> Option<String> {
    let plain = drawn.is_some_and(|size| size.plain);
    let one = |settings: &Vec<(usize, i64)>| {
        let part = |(param, value): &(usize, i64)| {
            let name = &program.params[*param].name;
            if plain { format!("--set {name}={value}") } else { format!("{name} = {value}") }
        };
        let parts: Vec<String> = settings.iter().map(part).collect();
        parts.join(if plain { " " } else { ", " })
    };
    let all: Vec<String> = cures.iter().map(one).collect();
    Some(match (all.as_slice(), drawn) {
        ([], _) => return None,
        (all, None) => format!("set {}", all.join(", or ")),
        (all, Some(_)) if plain => format!("give {}", all.join(", or ")),
        (all, Some(_)) => format!("write `use .. with {}`", all.join("`, or `with ")),
    })
}

/// Settings of params under which expressions would have these values: few and small numbers first.
pub(super) fn cures(
    exprs: &[&Expr],
    wanted: &[i128],
    program: &Program,
    world: &World,
) -> Vec<Vec<(usize, i64)>> {
    let leaves = leaves_of(exprs, program);
    let fits = |settings: &[(usize, i64)]| {
        let value = |expr: &&Expr| constant(expr, program, settings, world);
        exprs.iter().zip(wanted).all(|(expr, &wanted)| value(expr) == Some(wanted))
    };
    let most = wanted.iter().copied().max().unwrap_or(0).min(64) as i64;
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
pub(super) fn leaves_of(exprs: &[&Expr], program: &Program) -> Vec<usize> {
    let mut found = Vec::new();
    let mut seen = Set::default();
    let mut open = Vec::new();
    let named = |expr: &Expr, open: &mut Vec<usize>| {
        let mut named = Vec::new();
        expr.each(&mut |part| {
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
        // A default is no part of what a param is made of: it counts only until the param is set.
        let before = open.len();
        program.params[number].derived.iter().for_each(|body| named(&body.value, &mut open));
        if open.len() == before {
            found.push(number);
        }
    }
    found
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
            None => {
                let param = &program.params[*number];
                let body = param.derived.as_ref().or(param.values.first())?;
                constant_within(&body.value, program, settings, world, left)
            }
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

//! Moves: how many there can be, and which positions they lead to.

use indexmap::IndexMap;

use super::Options;
use crate::diagnostic::Diagnostic;
use crate::diagnostic::catalogue::meaning;
use crate::eval::{Domain, Machine, Policy, Query, World};
use crate::hash::{Fixed, Map, Set};
use crate::program::{Expr, Move, Program, Slot};
use crate::term::{Node, TermId};

/// How often a move can occur.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Heads {
    /// Distinct heads: what a plan can name.
    pub heads: usize,
    /// Places where they act.
    pub acts: usize,
}

/// A position reached by a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Successor {
    /// The move's number in the program.
    pub rule: usize,
    /// The head's arguments.
    pub head: Box<[TermId]>,
    /// A value for each unknown.
    pub values: Vec<TermId>,
}

/// The places where each head acts, heads in the order they were found.
type ByHead = IndexMap<Box<[TermId]>, Vec<Box<[TermId]>>, Fixed>;

/// Counts the moves, and tries them in the first position.
pub fn expand(
    program: &Program,
    options: &Options,
    world: &mut World,
    counts: &mut Vec<Heads>,
    diagnostics: &mut Vec<Diagnostic>,
) {
    for rule in &program.moves {
        world.enter_rule(format!("move `{}`", rule.law.name));
        let query = Query {
            goal: &rule.law.condition,
            scope: rule.law.scope.len(),
            bound: &[],
            template: &rule.head,
        };
        match Machine::new(program, world, Policy::Residual).answers(query) {
            Ok(answers) => {
                let heads: Set<&[TermId]> = answers.iter().map(|answer| answer.terms.as_ref()).collect();
                counts.push(Heads { heads: heads.len(), acts: answers.len() });
                if let Some(answer) = answers
                    .iter()
                    .find(|answer| answer.terms.iter().any(|&term| !world.terms.is_ground(term)))
                {
                    let at = answer.terms.iter().position(|&term| !world.terms.is_ground(term)).unwrap_or(0);
                    let name = match rule.head[at] {
                        Expr::Slot(slot) => rule.law.scope.names[usize::from(slot)].as_str(),
                        _ => "",
                    };
                    let why = format!("argument {} of the head is not bound left of `=>`", at + 1);
                    diagnostics.push(meaning::unbound(name, rule.law.span, &why));
                }
            }
            Err(diagnostic) => {
                counts.push(Heads::default());
                diagnostics.push(*diagnostic);
            }
        }
    }
    if !program.moves.is_empty() && !diagnostics.iter().any(Diagnostic::is_error) {
        let start = start(world);
        let wrong = successors(program, world, &start).err();
        // Without a puzzle the position is made up: two outcomes there need not occur in any real one, but a move
        // that leaves a cell without a value is wrong anywhere.
        let real = options.puzzle || !world.givens.is_empty();
        diagnostics.extend(wrong.map(|wrong| *wrong).filter(|wrong| real || wrong.code == "E502"));
    }
}

/// The first position: what is given, else the first value of each domain.
pub fn start(world: &mut World) -> Vec<TermId> {
    let first: Vec<TermId> = world
        .unknowns
        .iter()
        .map(|unknown| unknown.domain.clone())
        .collect::<Vec<_>>()
        .into_iter()
        .map(|domain| match domain {
            Domain::Range(low, _) => world.terms.int(low),
            Domain::Integers(values) => world.terms.int(values[0]),
            Domain::Symbols(values) => world.terms.add(Node::Sym(values[0])),
        })
        .collect();
    let mut position = first;
    for (unknown, value) in world.givens.clone() {
        position[unknown.0 as usize] = value;
    }
    position
}

/// All positions that one move leads to, in the order of the moves and their answers. Laws are not asked.
pub fn successors(
    program: &Program,
    world: &mut World,
    position: &[TermId],
) -> Result<Vec<Successor>, Box<Diagnostic>> {
    let mut found = Vec::new();
    for (number, rule) in program.moves.iter().enumerate() {
        world.enter_rule(format!("move `{}`", rule.law.name));
        let mut template = rule.head.clone();
        template.extend(rule.law.tuple.iter().map(|&slot| Expr::Slot(slot)));
        let query =
            Query { goal: &rule.law.condition, scope: rule.law.scope.len(), bound: &[], template: &template };
        let answers = Machine::new(program, world, Policy::Known(position)).answers(query)?;
        let mut heads: ByHead = IndexMap::default();
        for answer in answers {
            let (head, tuple) = answer.terms.split_at(rule.head.len());
            heads.entry(head.into()).or_default().push(tuple.into());
        }
        for (head, tuples) in heads {
            if let Some(values) = outcome(program, rule, &head, &tuples, position, world)? {
                found.push(Successor { rule: number, head, values });
            }
        }
    }
    Ok(found)
}

/// The position after a move; nothing if it is not possible or changes nothing.
fn outcome(
    program: &Program,
    rule: &Move,
    head: &[TermId],
    tuples: &[Box<[TermId]>],
    position: &[TermId],
    world: &mut World,
) -> Result<Option<Vec<TermId>>, Box<Diagnostic>> {
    let title = title(rule, head, world);
    world.enter_rule(title.clone());
    let mut after: Map<u32, TermId> = Map::default();
    for tuple in tuples {
        let bound: Vec<(Slot, TermId)> = rule.law.tuple.iter().copied().zip(tuple.iter().copied()).collect();
        let mut machine = Machine::new(program, world, Policy::Known(position));
        let template = machine.expect_next_values();
        let query =
            Query { goal: &rule.law.must, scope: rule.law.scope.len(), bound: &bound, template: &template };
        let answers = machine.answers(query)?;
        let mentioned = machine.mentioned().to_vec();
        let Some(first) = answers.first() else { return Ok(None) };
        for &(unknown, span) in &mentioned {
            let place = world.unknowns[unknown as usize].place;
            let value = first.terms[unknown as usize];
            if !world.terms.is_ground(value) {
                return Err(Box::new(meaning::no_new_value(&title, &world.show(place), span)));
            }
            let other =
                answers.iter().map(|answer| answer.terms[unknown as usize]).find(|&other| other != value);
            let earlier = after.insert(unknown, value).filter(|&earlier| earlier != value);
            if let Some(other) = other.or(earlier) {
                let (place, other, value) = (world.show(place), world.show(other), world.show(value));
                let must = rule.law.must.span;
                let varies = not_in_head(rule);
                return Err(Box::new(meaning::two_outcomes(&title, &place, (&other, &value), must, &varies)));
            }
        }
    }
    let mut values = position.to_vec();
    for (unknown, value) in after {
        let domain = &world.unknowns[unknown as usize].domain;
        let fits = match world.terms.node(value) {
            Node::Int(number) => domain.has_int(*number),
            Node::Sym(symbol) => domain.has_symbol(*symbol),
            _ => false,
        };
        if !fits {
            return Ok(None);
        }
        values[unknown as usize] = value;
    }
    Ok((values != position).then_some(values))
}

/// The names left of `=>` that the head does not mention.
fn not_in_head(rule: &Move) -> Vec<&str> {
    let mut slots = rule.law.tuple.clone();
    for arg in &rule.head {
        crate::resolve::slots(arg, &mut |mentioned| slots.retain(|&slot| slot != mentioned));
    }
    slots.into_iter().map(|slot| rule.law.scope.names[usize::from(slot)].as_str()).collect()
}

/// `slide(r1c2)`.
pub fn title(rule: &Move, head: &[TermId], world: &World) -> String {
    if head.is_empty() {
        return rule.law.name.clone();
    }
    let args: Vec<String> = head.iter().map(|&term| world.show(term)).collect();
    format!("{}({})", rule.law.name, args.join(", "))
}

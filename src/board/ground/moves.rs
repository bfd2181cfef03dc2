//! Moves: how many there can be, and which positions they lead to.

use indexmap::IndexMap;

use super::Options;
use crate::base::hash::{Fixed, Map, Set};
use crate::board::eval::{Machine, Policy, Query, World};
use crate::board::unknown::Domain;
use crate::language::diagnostic::Diagnostic;
use crate::language::diagnostic::catalogue::meaning;
use crate::language::program::{Body, Expr, Move, Program, Slot};
use crate::language::term::{FormulaId, Node, TermId};

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
        match Machine::new(world, Policy::Residual).answers(query) {
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
        let wrong = successors(world, &start).err();
        // Without a puzzle the position is made up: two outcomes there need not occur in any real one, but a move
        // that leaves a cell without a value is wrong anywhere.
        let real = options.puzzle || !world.given.values.is_empty();
        diagnostics.extend(wrong.map(|wrong| *wrong).filter(|wrong| real || wrong.code == "E502"));
        for body in &program.bounds {
            // A number that is too large in some position is wrong, whether it is met or not.
            let large = super::params::value(body, world).err().filter(|wrong| wrong.code == "E309");
            let wrong = large.or_else(|| bound(body, world, &start).err());
            diagnostics.extend(wrong.map(|wrong| *wrong));
        }
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
    for (unknown, value) in world.given.values.clone() {
        position[unknown.0 as usize] = value;
    }
    position
}

/// How many moves a position still needs at least, as a bound says; 0 if it has no value there.
pub fn bound(body: &Body, world: &mut World, position: &[TermId]) -> Result<i128, Box<Diagnostic>> {
    world.enter_rule("the bound");
    let template = [body.value.clone()];
    let query = Query { goal: &body.goal, scope: body.scope.len(), bound: &[], template: &template };
    let answers = Machine::new(world, Policy::Known(position)).answers(query)?;
    let mut greatest = 0;
    for answer in answers {
        let term = answer.terms[0];
        let value = world.unknown(term).map_or(term, |unknown| position[unknown.0 as usize]);
        match world.terms.node(value) {
            Node::Int(number) => greatest = greatest.max(*number),
            Node::Sym(_) => {
                let shown = world.show(value);
                return Err(Box::new(meaning::wrong_kind(&shown, "a symbol", "a number", body.span)));
            }
            _ => {
                let shown = world.show(value);
                return Err(Box::new(meaning::wrong_kind(&shown, "no number", "a number", body.span)));
            }
        }
    }
    Ok(greatest)
}

/// All positions that one move leads to, in the order of the moves and their answers. Laws are not asked.
pub fn successors(world: &mut World, position: &[TermId]) -> Result<Vec<Successor>, Box<Diagnostic>> {
    let program = world.program.clone();
    let mut found = Vec::new();
    for number in 0..program.moves.len() {
        found.extend(successors_by(number, world, position)?);
    }
    Ok(found)
}

/// All positions that one of the moves leads to, in the order of its answers. Laws are not asked.
pub fn successors_by(
    number: usize,
    world: &mut World,
    position: &[TermId],
) -> Result<Vec<Successor>, Box<Diagnostic>> {
    let program = world.program.clone();
    let rule = &program.moves[number];
    world.enter_rule(format!("move `{}`", rule.law.name));
    let template = template(rule);
    let query =
        Query { goal: &rule.law.condition, scope: rule.law.scope.len(), bound: &[], template: &template };
    let answers = Machine::new(world, Policy::Known(position)).answers(query)?;
    let mut heads: ByHead = IndexMap::default();
    for answer in answers {
        let (head, tuple) = answer.terms.split_at(rule.head.len());
        heads.entry(head.into()).or_default().push(tuple.into());
    }
    let mut found = Vec::new();
    for (head, tuples) in heads {
        if let Some(values) = outcome(rule, &head, &tuples, position, world)? {
            found.push(Successor { rule: number, head, values });
        }
    }
    Ok(found)
}

/// The position that one move leads to, by its number and its head; nothing if it is not possible.
pub fn successor(
    number: usize,
    head: &[TermId],
    world: &mut World,
    position: &[TermId],
) -> Result<Option<Successor>, Box<Diagnostic>> {
    let program = world.program.clone();
    let rule = &program.moves[number];
    world.enter_rule(format!("move `{}`", rule.law.name));
    let slot = |(arg, &term): (&Expr, &TermId)| match arg {
        Expr::Slot(slot) => Some((*slot, term)),
        _ => None,
    };
    let bound: Vec<(Slot, TermId)> = rule.head.iter().zip(head).filter_map(slot).collect();
    let template = template(rule);
    let query =
        Query { goal: &rule.law.condition, scope: rule.law.scope.len(), bound: &bound, template: &template };
    let answers = Machine::new(world, Policy::Known(position)).answers(query)?;
    let tuples: Vec<Box<[TermId]>> = answers
        .iter()
        .map(|answer| answer.terms.split_at(rule.head.len()))
        .filter(|(known, _)| *known == head)
        .map(|(_, tuple)| tuple.into())
        .collect();
    if tuples.is_empty() {
        return Ok(None);
    }
    let values = outcome(rule, head, &tuples, position, world)?;
    Ok(values.map(|values| Successor { rule: number, head: head.into(), values }))
}

/// What to ask of a move's condition: the head, then the names left of `=>`.
fn template(rule: &Move) -> Vec<Expr> {
    let names = rule.law.tuple.iter().map(|&slot| Expr::Slot(slot));
    rule.head.iter().cloned().chain(names).collect()
}

/// A place where a move may act.
#[derive(Clone, Debug)]
pub struct Act {
    /// The terms of the names left of `=>`.
    pub tuple: Box<[TermId]>,
    /// It acts there in positions where this holds.
    pub condition: FormulaId,
}

/// All places where a move may act in some position, by head. Nothing if that cannot be told without a position: a name
/// stands for a number that depends on values.
pub fn acts_by_head(rule: &Move, world: &mut World) -> Option<IndexMap<Box<[TermId]>, Vec<Act>, Fixed>> {
    world.enter_rule(format!("move `{}`", rule.law.name));
    let template = template(rule);
    let query =
        Query { goal: &rule.law.condition, scope: rule.law.scope.len(), bound: &[], template: &template };
    let answers = Machine::new(world, Policy::Residual).answers(query).ok()?;
    let mut heads: IndexMap<Box<[TermId]>, Vec<Act>, Fixed> = IndexMap::default();
    let mut known: Map<Box<[TermId]>, usize> = Map::default();
    for answer in answers {
        if answer.terms.iter().any(|&term| world.terms.is_open(term) || !world.terms.is_ground(term)) {
            return None;
        }
        let (head, tuple) = answer.terms.split_at(rule.head.len());
        let acts = heads.entry(head.into()).or_default();
        match known.get(&answer.terms) {
            Some(&at) => {
                acts[at].condition = world.formulas.or([acts[at].condition, answer.condition]);
            }
            None => {
                known.insert(answer.terms.clone(), acts.len());
                acts.push(Act { tuple: tuple.into(), condition: answer.condition });
            }
        }
    }
    Some(heads)
}

/// The position after a move; nothing if it is not possible or changes nothing.
fn outcome(
    rule: &Move,
    head: &[TermId],
    tuples: &[Box<[TermId]>],
    position: &[TermId],
    world: &mut World,
) -> Result<Option<Vec<TermId>>, Box<Diagnostic>> {
    world.enter_rule(title(rule, head, world));
    let mut after: Map<u32, TermId> = Map::default();
    for tuple in tuples {
        let Some(changes) = act(rule, head, tuple, position, None, world)? else { return Ok(None) };
        for (unknown, value) in changes {
            if let Some(earlier) = after.insert(unknown, value).filter(|&earlier| earlier != value) {
                return Err(two_outcomes(rule, head, unknown, (earlier, value), world));
            }
        }
    }
    let mut values = position.to_vec();
    for (unknown, value) in after {
        if !fits(world, unknown, value) {
            return Ok(None);
        }
        values[unknown as usize] = value;
    }
    Ok((values != position).then_some(values))
}

/// Whether a value is in the domain of an unknown.
pub fn fits(world: &World, unknown: u32, value: TermId) -> bool {
    let domain = &world.unknowns[unknown as usize].domain;
    match world.terms.node(value) {
        Node::Int(number) => domain.has_int(*number),
        Node::Sym(symbol) => domain.has_symbol(*symbol),
        _ => false,
    }
}

/// Whether a move acts at one place in a position: its condition holds there, for this head.
pub fn acts(
    rule: &Move,
    head: &[TermId],
    tuple: &[TermId],
    position: &[TermId],
    world: &mut World,
) -> Result<bool, Box<Diagnostic>> {
    let bound: Vec<(Slot, TermId)> = rule.law.tuple.iter().copied().zip(tuple.iter().copied()).collect();
    let query =
        Query { goal: &rule.law.condition, scope: rule.law.scope.len(), bound: &bound, template: &rule.head };
    let answers = Machine::new(world, Policy::Known(position)).answers(query)?;
    Ok(answers.iter().any(|answer| answer.terms.as_ref() == head))
}

/// What a move does at one of the places where it acts: unknowns with their new values, or nothing if it is not
/// possible there. `among` names the only unknowns that it can change, if that is known.
pub fn act(
    rule: &Move,
    head: &[TermId],
    tuple: &[TermId],
    position: &[TermId],
    among: Option<&[u32]>,
    world: &mut World,
) -> Result<Option<Vec<(u32, TermId)>>, Box<Diagnostic>> {
    let bound: Vec<(Slot, TermId)> = rule.law.tuple.iter().copied().zip(tuple.iter().copied()).collect();
    let mut machine = Machine::new(world, Policy::Known(position));
    let all = machine.expect_next_values();
    let template: Vec<Expr> = match among {
        Some(among) => among.iter().map(|&unknown| all[unknown as usize].clone()).collect(),
        None => all,
    };
    let query =
        Query { goal: &rule.law.must, scope: rule.law.scope.len(), bound: &bound, template: &template };
    let answers = machine.answers(query)?;
    let mut mentioned = machine.mentioned().to_vec();
    let Some(first) = answers.first() else { return Ok(None) };
    let mut changes: Vec<(u32, TermId)> = Vec::with_capacity(mentioned.len());
    mentioned.sort_by_key(|&(unknown, _)| unknown);
    mentioned.dedup_by_key(|&mut (unknown, _)| unknown);
    for (unknown, span) in mentioned {
        let at = match among {
            Some(among) => among.iter().position(|&known| known == unknown),
            None => Some(unknown as usize),
        };
        debug_assert!(at.is_some(), "a move changes only what it can");
        let Some(at) = at else { continue };
        let value = first.terms[at];
        if !world.terms.is_ground(value) {
            let place = world.unknowns[unknown as usize].place;
            let title = title(rule, head, world);
            return Err(Box::new(meaning::no_new_value(&title, &world.show(place), span)));
        }
        let other = answers.iter().map(|answer| answer.terms[at]).find(|&other| other != value);
        if let Some(other) = other {
            return Err(two_outcomes(rule, head, unknown, (other, value), world));
        }
        changes.push((unknown, value));
    }
    Ok(Some(changes))
}

/// What a move does at one place, for all positions alike: the tests it makes and how they came out, and the unknowns it
/// changes with their new values, which may be open terms; no changes if it is not possible there.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// The tests in order.
    pub tests: Vec<(FormulaId, bool)>,
    /// The changes.
    pub changes: Option<Vec<(u32, TermId)>>,
}

/// What a move does at one place in all positions in which its tests come out as in this one. Nothing if that cannot be
/// said for more than one position at a time.
pub fn pattern(
    rule: &Move,
    tuple: &[TermId],
    position: &[TermId],
    among: &[u32],
    world: &mut World,
) -> Option<Pattern> {
    let bound: Vec<(Slot, TermId)> = rule.law.tuple.iter().copied().zip(tuple.iter().copied()).collect();
    let mut machine = Machine::new(world, Policy::Guided(position));
    let all = machine.expect_next_values();
    let template: Vec<Expr> = among.iter().map(|&unknown| all[unknown as usize].clone()).collect();
    let query =
        Query { goal: &rule.law.must, scope: rule.law.scope.len(), bound: &bound, template: &template };
    let answers = machine.answers(query).ok()?;
    if answers.iter().any(|answer| answer.condition != FormulaId::TRUE || answer.terms != answers[0].terms) {
        return None;
    }
    let tests = machine.decisions().to_vec();
    let mentioned: Vec<u32> = machine.mentioned().iter().map(|&(unknown, _)| unknown).collect();
    if mentioned.iter().any(|unknown| !among.contains(unknown)) {
        return None;
    }
    let changes = answers.first().map(|answer| {
        let written = among.iter().zip(&answer.terms).filter(|(unknown, _)| mentioned.contains(unknown));
        written.map(|(&unknown, &value)| (unknown, value)).collect::<Vec<_>>()
    });
    let settled = changes.iter().flatten().all(|&(_, value)| world.terms.is_ground(value));
    settled.then_some(Pattern { tests, changes })
}

/// The complaint about a move that gives one place two values.
pub fn two_outcomes(
    rule: &Move,
    head: &[TermId],
    unknown: u32,
    values: (TermId, TermId),
    world: &World,
) -> Box<Diagnostic> {
    let place = world.show(world.unknowns[unknown as usize].place);
    let values = (world.show(values.0), world.show(values.1));
    let varies = not_in_head(rule);
    Box::new(meaning::two_outcomes(
        &title(rule, head, world),
        &place,
        (&values.0, &values.1),
        rule.law.must.span,
        &varies,
    ))
}

/// The names left of `=>` that the head does not mention.
fn not_in_head(rule: &Move) -> Vec<&str> {
    let mut slots = rule.law.tuple.clone();
    for arg in &rule.head {
        arg.each_slot(&mut |mentioned| slots.retain(|&slot| slot != mentioned));
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

//! What was found where places do not hang together, or lines do not form what they should.

use super::found::{Found, several};
use crate::base::hash::Set;
use crate::board::formula::Formula;
use crate::board::meaning::{Links, Operands};
use crate::language::program::Form;
use crate::language::term::FormulaId;
use crate::language::term::{RelationId, TermId};

/// Why a condition on a graph does not hold.
pub(super) fn found(found: &Found<'_>, id: FormulaId) -> Vec<String> {
    let world = found.world();
    match world.formulas.get(id) {
        Formula::Connected(list, relation) => {
            let at = found.reading();
            let there = list.iter().filter(|&&(guard, _)| at.truth(guard) == Some(true));
            let members: Vec<TermId> = there.map(|&(_, place)| place).collect();
            let groups = groups(&members, &at.steps(*relation, false).possible);
            let told: Vec<String> = groups.iter().map(|group| sized(found, group)).collect();
            vec![format!("there are {} groups: {}", groups.len(), several(&told, ", "))]
        }
        Formula::Joined(left, right, relation) => {
            let reached = group(*left, &found.reading().steps(*relation, true).possible, |_| true);
            let (left, right) = (world.spot(*left), world.spot(*right));
            vec![format!("{left} does not reach {right}, only {}", places(reached.len()))]
        }
        Formula::Forms(form, relation) => {
            form_fault(found, *form, &found.reading().steps(*relation, false).possible, *relation)
        }
        _ => Vec::new(),
    }
}

/// What does not fit: dead ends, branches and crossings, a closed loop; or else the groups, if there is more than one.
fn form_fault(found: &Found<'_>, form: Form, edges: &Links, relation: RelationId) -> Vec<String> {
    let world = found.world();
    let mut nodes = Vec::new();
    for &(left, right, _) in world.relations[relation.0 as usize].pairs.iter() {
        nodes.extend([left, right].into_iter().filter(|node| edges.contains_key(node)));
    }
    let mut seen = Set::default();
    nodes.retain(|&node| seen.insert(node));
    if nodes.is_empty() {
        return vec!["there is no line".to_owned()];
    }
    let lines = |node: &TermId| edges.get(node).map_or(0, Set::len);
    let mut told = Vec::new();
    if let Form::Loop | Form::Loops | Form::Path = form {
        let branches = nodes.iter().filter(|node| lines(node) > 2);
        told.extend(branches.map(|node| format!("{} lines meet at {}", lines(node), world.spot(*node))));
    }
    if let Form::Loop | Form::Loops = form {
        let ends: Vec<TermId> = nodes.iter().copied().filter(|node| lines(node) == 1).collect();
        match ends.len() {
            0 => {}
            1 => told.push(format!("a dead end at {}", found.places(&ends))),
            _ => told.push(format!("dead ends at {}", found.places(&ends))),
        }
    } else if told.is_empty()
        && let Some(round) = closed(&nodes, edges)
    {
        told.push(format!("a closed loop through {}", sized(found, &round)));
    }
    let groups = groups(&nodes, edges);
    if told.is_empty() && groups.len() > 1 {
        let through: Vec<String> =
            groups.iter().map(|group| format!("one through {}", sized(found, group))).collect();
        let what = match form {
            Form::Loop | Form::Loops => "loops",
            Form::Path => "paths",
            Form::Tree | Form::Acyclic => "trees",
        };
        told.push(format!("there are {} {what}: {}", groups.len(), several(&through, ", ")));
    }
    told
}

/// The places of a closed loop: what is left once dead ends have been taken away again and again, as far as it hangs together.
fn closed(nodes: &[TermId], edges: &Links) -> Option<Vec<TermId>> {
    let mut left: Vec<TermId> = nodes.to_vec();
    loop {
        let known: Set<TermId> = left.iter().copied().collect();
        let stays = |node: &TermId| edges[node].iter().filter(|next| known.contains(next)).count() > 1;
        let before = left.len();
        left.retain(stays);
        if left.len() == before {
            return groups(&left, edges).into_iter().next();
        }
    }
}

/// The groups that hang together, in the order of their first members.
fn groups(members: &[TermId], edges: &Links) -> Vec<Vec<TermId>> {
    let all: Set<TermId> = members.iter().copied().collect();
    let mut seen: Set<TermId> = Set::default();
    let mut groups = Vec::new();
    for &member in members {
        if !seen.contains(&member) {
            let group = group(member, edges, |place| all.contains(&place));
            seen.extend(group.iter().copied());
            groups.push(group);
        }
    }
    groups
}

/// What hangs together with a place, itself first, among the places kept.
fn group(first: TermId, edges: &Links, keep: impl Fn(TermId) -> bool) -> Vec<TermId> {
    let mut seen: Set<TermId> = [first].into_iter().collect();
    let mut group = vec![first];
    let mut at = 0;
    while at < group.len() {
        for &next in edges.get(&group[at]).into_iter().flatten() {
            if keep(next) && seen.insert(next) {
                group.push(next);
            }
        }
        at += 1;
    }
    group
}

/// `r1c1 (3 places)`.
fn sized(found: &Found<'_>, group: &[TermId]) -> String {
    format!("{} ({})", found.world().spot(group[0]), places(group.len()))
}

fn places(count: usize) -> String {
    if count == 1 { "1 place".to_owned() } else { format!("{count} places") }
}

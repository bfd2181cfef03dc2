//! What the rules of a program ask for.

use crate::language::program::{Clause, Goal, GoalKind, Law, PredicateId, Program};
use crate::language::term::{Node, TermId, Terms};

/// Whether some goal asks for the areas of a layer.
pub fn is_area(program: &Program, predicate: PredicateId) -> bool {
    let mut found = false;
    each_goal(program, &mut |goal| {
        found |= matches!(&goal.kind, GoalKind::Area { layer, .. } if *layer == predicate);
    });
    found
}

/// Which predicates rules outside the prelude call: themselves, and also through definitions of the prelude.
pub fn read_by_rules(program: &Program) -> (Vec<bool>, Vec<bool>) {
    let mut direct = vec![false; program.predicates.len()];
    let rules = |id: usize| {
        let clauses = program.predicates[id].clauses.iter();
        clauses.filter_map(|clause| match clause {
            Clause::Rule(rule) => Some(&*rule.goal),
            Clause::Fact(..) => None,
        })
    };
    let own = (0..direct.len()).filter(|&id| !program.predicates[id].prelude).flat_map(rules);
    for goal in roots(program, false).into_iter().chain(own) {
        goal.each(&mut |goal| called(goal, &mut |id| direct[id.0 as usize] = true));
    }
    let mut read = direct.clone();
    let mut open: Vec<usize> = (0..read.len()).filter(|&id| read[id]).collect();
    while let Some(id) = open.pop() {
        for goal in rules(id) {
            goal.each(&mut |goal| {
                called(goal, &mut |id| {
                    if !std::mem::replace(&mut read[id.0 as usize], true) {
                        open.push(id.0 as usize);
                    }
                });
            });
        }
    }
    (direct, read)
}

fn called(goal: &Goal, see: &mut dyn FnMut(PredicateId)) {
    match &goal.kind {
        GoalKind::Call { predicate, .. } => see(*predicate),
        GoalKind::Area { layer, .. } => see(*layer),
        GoalKind::Connected(_, relation) | GoalKind::Forms(_, relation) => see(*relation),
        GoalKind::Lies(.., relation) => see(*relation),
        _ => {}
    }
}

/// The goals of laws, moves, unknowns and offers; with definitions and drawings, if those count too.
fn roots(program: &Program, all: bool) -> Vec<&Goal> {
    let mut roots: Vec<&Goal> = Vec::new();
    let laws = program.laws.iter().chain(&program.goals).chain(program.moves.iter().map(|rule| &rule.law));
    roots.extend(laws.flat_map(|Law { condition, must, .. }| [&**condition, &**must]));
    roots.extend(program.families.iter().map(|family| &*family.goal));
    roots.extend(program.offers.iter().map(|offer| &*offer.goal));
    if all {
        roots.extend(program.drawings.iter().map(|drawing| &*drawing.goal));
        let clauses = program.predicates.iter().flat_map(|predicate| &predicate.clauses);
        roots.extend(clauses.filter_map(|clause| match clause {
            Clause::Rule(rule) => Some(&*rule.goal),
            Clause::Fact(..) => None,
        }));
    }
    roots
}

/// Calls a function with every goal of a program.
pub fn each_goal<'p>(program: &'p Program, act: &mut dyn FnMut(&'p Goal)) {
    for root in roots(program, true) {
        root.each(&mut |goal| act(goal));
    }
}

/// Calls a function with the goals that stand together, those of one rule at a time.
pub fn each_root<'p>(program: &'p Program, act: &mut dyn FnMut(&'p Goal)) {
    roots(program, true).into_iter().for_each(act);
}

/// The elements of a list.
pub fn elements(terms: &Terms, list: TermId) -> Vec<TermId> {
    let mut elements = Vec::new();
    let mut rest = list;
    while let &Node::Cons(head, tail) = terms.node(rest) {
        elements.push(head);
        rest = tail;
    }
    elements
}

//! Who calls whom: which definitions are recursive, which constrain values, which inputs a law reads, and which are drawn.

use crate::base::hash::Set;
use crate::language::program::{Clause, Expr, Goal, GoalKind, PredicateId, Program};

/// Marks recursive, constraining and drawn predicates, and the inputs of each law.
pub fn mark(program: &mut Program) {
    let calls = all_calls(program, true);
    for component in components(&calls) {
        let recursive =
            component.len() > 1 || calls[component[0]].contains(&PredicateId(component[0] as u32));
        for index in component {
            program.predicates[index].recursive = recursive;
        }
    }
    let mut constraining = Vec::new();
    for law in program.laws.iter().chain(&program.goals).chain(program.moves.iter().map(|rule| &rule.law)) {
        called(&law.must, true, &mut constraining);
    }
    for id in reachable(&constraining, &calls) {
        program.predicates[id.0 as usize].constrains = true;
    }
    let mut drawn: Vec<PredicateId> = program.given.into_iter().collect();
    for drawing in &program.drawings {
        called(&drawing.goal, true, &mut drawn);
        drawing.args.iter().for_each(|arg| relations(arg, &mut drawn));
    }
    for id in reachable(&drawn, &calls) {
        program.predicates[id.0 as usize].drawn = true;
    }
    // What is only asked for under `not` does not keep a law from speaking when it has no facts: `not wall(A)`.
    let (all, calls) = (calls, all_calls(program, false));
    let predicates = &program.predicates;
    let laws = program
        .laws
        .iter_mut()
        .chain(&mut program.goals)
        .chain(program.moves.iter_mut().map(|rule| &mut rule.law));
    for law in laws {
        let inputs = |asked: &[PredicateId], calls: &[Vec<PredicateId>]| {
            let mut inputs: Vec<PredicateId> = reachable(asked, calls).into_iter().collect();
            inputs.retain(|id| predicates[id.0 as usize].input);
            inputs.sort_unstable();
            inputs
        };
        let mut asked = Vec::new();
        called(&law.condition, false, &mut asked);
        law.inputs = inputs(&asked, &calls);
        asked.clear();
        called(&law.condition, true, &mut asked);
        called(&law.must, true, &mut asked);
        law.reads = inputs(&asked, &all);
    }
}

/// For each predicate, whether what it says may depend on the facts of one of these, directly or through others.
pub fn resting_on(inputs: &[PredicateId], program: &Program) -> Vec<bool> {
    let calls = all_calls(program, true);
    let mut rests = vec![false; calls.len()];
    inputs.iter().for_each(|id| rests[id.0 as usize] = true);
    loop {
        let more: Vec<usize> = (0..calls.len())
            .filter(|&id| !rests[id] && calls[id].iter().any(|called| rests[called.0 as usize]))
            .collect();
        if more.is_empty() {
            return rests;
        }
        more.into_iter().for_each(|id| rests[id] = true);
    }
}

/// For each predicate, whether it may ask which unknowns there are, or what is given: directly, or by counting places.
pub fn asking_unknowns(program: &Program) -> Vec<bool> {
    let asks = |clause: &Clause| {
        let mut asks = false;
        if let Clause::Rule(rule) = clause {
            rule.goal.each(&mut |goal| {
                asks |= matches!(goal.kind, GoalKind::Exists(_) | GoalKind::Pick(_));
                goal.each_expr(&mut |expr| {
                    expr.each(&mut |part| asks |= matches!(part, Expr::Apply(..) | Expr::Reach(..)));
                });
            });
        }
        asks
    };
    let direct = program.predicates.iter().enumerate().filter(|(_, known)| known.clauses.iter().any(asks));
    let direct = direct.map(|(id, _)| PredicateId(id as u32)).chain(program.given);
    resting_on(&direct.collect::<Vec<_>>(), program)
}

/// Whether what a goal says may depend on one of the predicates of which `rests` says so.
pub fn asks_any(goal: &Goal, rests: &[bool]) -> bool {
    let mut asked = Vec::new();
    called(goal, true, &mut asked);
    asked.iter().any(|id| rests[id.0 as usize])
}

fn reachable(from: &[PredicateId], calls: &[Vec<PredicateId>]) -> Set<PredicateId> {
    let mut seen = Set::default();
    let mut open = from.to_vec();
    while let Some(id) = open.pop() {
        if seen.insert(id) {
            open.extend(&calls[id.0 as usize]);
        }
    }
    seen
}

/// For each predicate, those that its clauses may call.
fn all_calls(program: &Program, negated: bool) -> Vec<Vec<PredicateId>> {
    let calls = program.predicates.iter().map(|predicate| {
        let mut found = Vec::new();
        for clause in &predicate.clauses {
            if let Clause::Rule(rule) = clause {
                called(&rule.goal, negated, &mut found);
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    });
    calls.collect()
}

/// Adds the predicates that a goal may call; those under `not` only if `negated` says so.
fn called(goal: &Goal, negated: bool, found: &mut Vec<PredicateId>) {
    match &goal.kind {
        GoalKind::Not { .. } if !negated => return,
        GoalKind::Call { predicate, .. } => found.push(*predicate),
        GoalKind::Area { layer, .. } => found.push(*layer),
        GoalKind::Connected(_, relation) => found.push(*relation),
        GoalKind::Forms(_, relation) | GoalKind::Lies(.., relation) => found.push(*relation),
        GoalKind::Truth(_) | GoalKind::All(_) | GoalKind::Any(_) | GoalKind::Not { .. } => {}
        GoalKind::Builtin(..) | GoalKind::Exists(_) | GoalKind::Pick(_) | GoalKind::Compare(..) => {}
        GoalKind::In(..) | GoalKind::Pattern(..) | GoalKind::Matches(..) | GoalKind::Collect { .. } => {}
    }
    goal.each_expr(&mut |expr| relations(expr, found));
    goal.parts().iter().for_each(|part| called(part, negated, found));
}

/// Adds the relations named inside an expression.
fn relations(expr: &Expr, found: &mut Vec<PredicateId>) {
    expr.each(&mut |part| {
        if let Expr::Reach(_, relation) = part {
            found.push(*relation);
        }
    });
}

/// Strongly connected components (Tarjan), without recursion: chains of definitions may be long.
pub fn components(edges: &[Vec<PredicateId>]) -> Vec<Vec<usize>> {
    const NEW: usize = usize::MAX;
    let mut index = vec![NEW; edges.len()];
    let mut low = vec![NEW; edges.len()];
    let mut on_stack = vec![false; edges.len()];
    let (mut stack, mut found, mut next) = (Vec::new(), Vec::new(), 0);
    for root in 0..edges.len() {
        if index[root] != NEW {
            continue;
        }
        let mut work = vec![(root, 0)];
        while let Some((node, edge)) = work.pop() {
            if edge == 0 {
                (index[node], low[node]) = (next, next);
                next += 1;
                stack.push(node);
                on_stack[node] = true;
            }
            if let Some(target) = edges[node].get(edge) {
                let target = target.0 as usize;
                work.push((node, edge + 1));
                if index[target] == NEW {
                    work.push((target, 0));
                } else if on_stack[target] {
                    low[node] = low[node].min(index[target]);
                }
                continue;
            }
            if low[node] == index[node] {
                let at = stack.iter().rposition(|&other| other == node).unwrap_or(0);
                let component = stack.split_off(at);
                component.iter().for_each(|&member| on_stack[member] = false);
                found.push(component);
            }
            if let Some(&(parent, _)) = work.last() {
                low[parent] = low[parent].min(low[node]);
            }
        }
    }
    found
}

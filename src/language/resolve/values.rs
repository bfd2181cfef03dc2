//! Which arguments of a definition are only read: their place never matters, so that their value may be passed instead.

use crate::language::program::{Clause, Expr, Goal, GoalKind, Program, Rule, Slot};
use crate::language::syntax::ast::Comparison;
use crate::language::term::Node;

/// Marks the arguments whose value alone counts: the greatest set that is consistent with all clauses.
pub fn mark(program: &mut Program) {
    for predicate in &mut program.predicates {
        predicate.value_only = vec![predicate.recursive; predicate.arity];
    }
    loop {
        let mut changed = false;
        for index in 0..program.predicates.len() {
            for argument in 0..program.predicates[index].arity {
                if program.predicates[index].value_only[argument] && !only_read(program, index, argument) {
                    program.predicates[index].value_only[argument] = false;
                    changed = true;
                }
            }
        }
        if !changed {
            return;
        }
    }
}

fn only_read(program: &Program, predicate: usize, argument: usize) -> bool {
    program.predicates[predicate].clauses.iter().all(|clause| match clause {
        Clause::Fact(row, _) => {
            matches!(program.terms.node(row[argument]), Node::Int(_) | Node::Sym(_))
        }
        Clause::Rule(rule) => match &rule.head[argument] {
            Expr::Any => true,
            Expr::Ground(term) => {
                matches!(program.terms.node(*term), Node::Int(_) | Node::Sym(_))
            }
            Expr::Slot(slot) => reads_only(program, rule, *slot, &rule.goal),
            _ => false,
        },
    })
}

/// Whether a goal uses a placeholder only for its value.
fn reads_only(program: &Program, rule: &Rule, slot: Slot, goal: &Goal) -> bool {
    match &goal.kind {
        GoalKind::All(parts) | GoalKind::Any(parts) => {
            parts.iter().all(|part| reads_only(program, rule, slot, part))
        }
        GoalKind::Compare(Comparison::Equal, left, right) => {
            let side = |own: &Expr, other: &Expr| match own {
                // Against another name of the head its value is compared; any other name would become the place.
                Expr::Slot(found) if *found == slot => match other {
                    Expr::Slot(other) => rule.head.contains(&Expr::Slot(*other)),
                    Expr::Arithmetic(..) | Expr::Ground(_) | Expr::Param(_) => true,
                    _ => false,
                },
                Expr::Arithmetic(..) | Expr::Negative(_) => true,
                expr => !expr.mentions(|found| found == slot),
            };
            side(left, right) && side(right, left)
        }
        GoalKind::Compare(_, left, right) => {
            let plain = |expr: &Expr| {
                matches!(expr, Expr::Slot(_) | Expr::Arithmetic(..) | Expr::Negative(_))
                    || !expr.mentions(|found| found == slot)
            };
            plain(left) && plain(right)
        }
        GoalKind::Call { predicate, args, .. } => {
            let only = &program.predicates[predicate.0 as usize].value_only;
            args.iter().zip(only).all(|(arg, &only)| match arg {
                Expr::Slot(found) if *found == slot => only,
                other => !other.mentions(|found| found == slot),
            })
        }
        _ => {
            let mut found = Vec::new();
            goal.slots(&mut found);
            !found.contains(&slot)
        }
    }
}

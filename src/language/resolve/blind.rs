//! Which definitions and moves are blind to places: only values count, so that what is found out about one line of cells
//! holds for every line with the same contents.

use crate::language::program::{Clause, Expr, Goal, GoalKind, PatternItem, Program, Slot};
use crate::language::term::{Node, TermId, Terms};

/// Marks the definitions, the greatest set that is consistent with all clauses, and the moves.
pub fn mark(program: &mut Program) {
    for predicate in &mut program.predicates {
        predicate.by_value = !predicate.input;
    }
    loop {
        let blind: Vec<bool> =
            (0..program.predicates.len()).map(|index| predicate_is_blind(program, index)).collect();
        let changed = blind.iter().zip(&program.predicates).any(|(&blind, known)| blind != known.by_value);
        for (known, blind) in program.predicates.iter_mut().zip(blind) {
            known.by_value = blind;
        }
        if !changed {
            break;
        }
    }
    let blind: Vec<bool> = program
        .moves
        .iter()
        .map(|rule| {
            let mut bound = rule.law.tuple.clone();
            Blind { program, primes: true }.goal(&rule.law.must, &mut bound)
        })
        .collect();
    for (rule, blind) in program.moves.iter_mut().zip(blind) {
        rule.by_value = blind;
    }
}

fn predicate_is_blind(program: &Program, index: usize) -> bool {
    let blind = Blind { program, primes: false };
    program.predicates[index].by_value
        && program.predicates[index].clauses.iter().all(|clause| match clause {
            Clause::Fact(row, _) => row.iter().all(|&term| no_place(&program.terms, term)),
            Clause::Rule(rule) => {
                let mut bound = Vec::new();
                rule.head.iter().for_each(|arg| arg.each_slot(&mut |slot| bound.push(slot)));
                rule.head.iter().all(|arg| blind.expr(arg)) && blind.goal(&rule.goal, &mut bound)
            }
        })
}

struct Blind<'p> {
    program: &'p Program,
    primes: bool,
}

impl Blind<'_> {
    /// Whether a goal is blind. `seen` holds the placeholders mentioned so far: one that may already stand for a place
    /// must not be matched with the elements of a list, since that would ask whether they are the same place.
    fn goal(&self, goal: &Goal, seen: &mut Vec<Slot>) -> bool {
        let blind = match &goal.kind {
            GoalKind::Truth(_) => true,
            GoalKind::All(parts) => return parts.iter().all(|part| self.goal(part, seen)),
            GoalKind::Any(parts) => parts.iter().all(|part| self.goal(part, &mut seen.clone())),
            GoalKind::Not { goal, .. } => self.goal(goal, &mut seen.clone()),
            GoalKind::Collect { element, goal, .. } => {
                self.goal(goal, &mut seen.clone()) && self.expr(element)
            }
            GoalKind::Call { predicate, args, .. } => {
                self.program.predicates[predicate.0 as usize].by_value
                    && args.iter().all(|arg| self.expr(arg))
            }
            GoalKind::Compare(_, left, right) => self.expr(left) && self.expr(right),
            GoalKind::Builtin(builtin, args) => builtin.by_value() && args.iter().all(|arg| self.expr(arg)),
            GoalKind::In(item, list) => self.expr(list) && self.fresh(item, seen),
            GoalKind::Pattern(list, items) => {
                self.expr(list)
                    && items.iter().all(|item| match item {
                        PatternItem::One(item) => self.fresh(item, seen),
                        PatternItem::Segment(part) | PatternItem::Fill(part) => self.expr(part),
                        PatternItem::Any => true,
                    })
            }
            GoalKind::Exists(_)
            | GoalKind::Pick(_)
            | GoalKind::Matches(..)
            | GoalKind::Area { .. }
            | GoalKind::Connected(..)
            | GoalKind::Lies(..)
            | GoalKind::Forms(..) => false,
        };
        goal.slots(seen);
        blind
    }

    fn fresh(&self, item: &Expr, seen: &[Slot]) -> bool {
        match item {
            Expr::Slot(slot) => !seen.contains(slot),
            Expr::Any => true,
            Expr::Ground(term) => no_place(&self.program.terms, *term),
            _ => false,
        }
    }

    fn expr(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Ground(term) => no_place(&self.program.terms, *term),
            Expr::Slot(_) | Expr::Any | Expr::Param(_) | Expr::Rows | Expr::Cols => true,
            Expr::List(parts, tail) => parts.iter().chain(tail.as_deref()).all(|part| self.expr(part)),
            Expr::Apply(_, parts) => parts.iter().all(|part| self.expr(part)),
            Expr::Range(left, right) | Expr::Arithmetic(_, left, right) => {
                self.expr(left) && self.expr(right)
            }
            Expr::Negative(inner) => self.expr(inner),
            Expr::Prime(inner) => self.primes && self.expr(inner),
            Expr::Set(_) | Expr::Compound(..) | Expr::Place(..) | Expr::Reach(..) => false,
        }
    }
}

/// Whether a term is a number, a symbol, or a list of such.
fn no_place(terms: &Terms, term: TermId) -> bool {
    let mut rest = term;
    while let &Node::Cons(head, tail) = terms.node(rest) {
        if !no_place(terms, head) {
            return false;
        }
        rest = tail;
    }
    matches!(terms.node(rest), Node::Int(_) | Node::Sym(_) | Node::Nil | Node::Range(..))
}

//! Calls: which run in place of their answers being kept, and which of the answers need be looked at.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::super::{Call, Pattern};
use super::{Bound, is_bound};
use crate::base::hash::{Map, Set};
use crate::language::program::{
    Builtin, Clause, Expr, Goal, GoalKind, Predicate, PredicateId, Program, Slot,
};

/// Definitions of at most this weight run in place of their calls.
pub(super) const SMALL: u32 = 16;
/// And at most this deep inside each other.
pub(super) const DEEPEST: u32 = 4;

/// How many goals a call stands for, those of the definitions it calls included; no end for what is recursive, is a list of
/// facts, or makes lists: such answers are kept.
pub(super) fn weight(program: &Program, predicate: &Predicate, depth: u32) -> u32 {
    const NO: u32 = u32::MAX;
    if predicate.recursive || predicate.input || depth > DEEPEST {
        return NO;
    }
    let mut sum: u32 = 0;
    for clause in &predicate.clauses {
        let Clause::Rule(rule) = clause else { return NO };
        rule.goal.each(&mut |goal| {
            sum = sum.saturating_add(match &goal.kind {
                GoalKind::Collect { .. } | GoalKind::Pattern(..) | GoalKind::Area { .. } => NO,
                GoalKind::Matches(..) | GoalKind::Connected(..) => NO,
                GoalKind::Forms(..) | GoalKind::Lies(..) => NO,
                GoalKind::Call { predicate, .. } => {
                    let inner = &program.predicates[predicate.0 as usize];
                    let inner = if inner.recursive { NO } else { weight(program, inner, depth + 1) };
                    // What is kept is looked up.
                    1 + if inner == NO { 0 } else { inner }
                }
                _ => 1,
            });
        });
    }
    sum
}

/// Where names of a conjunction run through lists.
pub(super) struct Lists(Map<Slot, Vec<usize>>);

impl Lists {
    /// Those among these goals.
    pub(super) fn of(parts: &[Arc<Goal>]) -> Lists {
        let mut lists: Map<Slot, Vec<usize>> = Map::default();
        for (at, goal) in parts.iter().enumerate() {
            if let GoalKind::In(Expr::Slot(slot), Expr::Slot(_) | Expr::List(..)) = &goal.kind {
                lists.entry(*slot).or_default().push(at);
            }
        }
        Lists(lists)
    }

    /// Of a call that finds a name and a list that the name runs through, the list comes first: looking a fact up by what is
    /// known is cheaper than running through all of them. Not so where the definition compares values with the name: it
    /// finds one place, and would meet every place of the list with an equal value.
    pub(super) fn narrower(
        &self,
        program: &Program,
        parts: &[Arc<Goal>],
        pending: &BTreeSet<usize>,
        next: usize,
        bound: &Bound,
    ) -> usize {
        let GoalKind::Call { predicate, args, .. } = &parts[next].kind else { return next };
        let found = args.iter().enumerate().filter_map(|(at, arg)| match arg {
            Expr::Slot(slot) if !bound.contains(slot) => {
                let lists = self.0.get(slot)?;
                hands_on(program, *predicate, at, &mut Set::default()).then_some(lists)
            }
            _ => None,
        });
        let narrows = |at: &usize| {
            pending.contains(at) && matches!(&parts[*at].kind, GoalKind::In(_, list) if is_bound(list, bound))
        };
        found.filter_map(|lists| lists.iter().copied().find(narrows)).min().unwrap_or(next)
    }
}

/// Whether an argument of a definition is only handed on, and never compared by its value. Those that are being looked at
/// are `seen`.
fn hands_on(
    program: &Program,
    predicate: PredicateId,
    argument: usize,
    seen: &mut Set<(PredicateId, usize)>,
) -> bool {
    if !seen.insert((predicate, argument)) {
        return true;
    }
    program.predicates[predicate.0 as usize].clauses.iter().all(|clause| match clause {
        Clause::Fact(..) => true,
        Clause::Rule(rule) => match rule.head[argument] {
            Expr::Slot(slot) => passes(program, &rule.goal, slot, seen),
            _ => true,
        },
    })
}

/// Whether a goal hands a name on and does not compare its value.
fn passes(program: &Program, goal: &Goal, slot: Slot, seen: &mut Set<(PredicateId, usize)>) -> bool {
    match &goal.kind {
        GoalKind::All(parts) | GoalKind::Any(parts) => {
            parts.iter().all(|part| passes(program, part, slot, seen))
        }
        GoalKind::Exists(_) | GoalKind::Builtin(Builtin::Square | Builtin::Same, _) => true,
        GoalKind::Call { predicate, args, .. } => args.iter().enumerate().all(|(at, arg)| match arg {
            Expr::Slot(found) if *found == slot => hands_on(program, *predicate, at, seen),
            other => !other.mentions(|found| found == slot),
        }),
        _ => {
            let mut mentioned = Vec::new();
            goal.slots(&mut mentioned);
            !mentioned.contains(&slot)
        }
    }
}

/// Lets a call look its answers up by an element of a list that it finds, if it does.
pub(super) fn narrow(call: &mut Call, item: &Expr, list: Slot, before: &Bound) -> bool {
    let mut at = None;
    let mut names = Bound::default();
    for (number, pattern) in call.outs().enumerate() {
        match pattern {
            Pattern::Bind(slot) => {
                if *slot == list {
                    at = Some(number);
                }
                names.insert(*slot);
            }
            Pattern::Skip => {}
            _ => return false,
        }
    }
    let (Some(at), None) = (at, &call.member) else { return false };
    if !is_bound(item, before) || item.mentions(|slot| names.contains(&slot)) {
        return false;
    }
    call.member = Some((at, item.clone()));
    true
}

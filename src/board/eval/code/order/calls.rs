//! Calls: which run in place of their answers being kept, and which of the answers need be looked at.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::super::{Call, Pattern};
use super::{Bound, is_bound};
use crate::base::hash::Map;
use crate::language::program::{Clause, Expr, Goal, GoalKind, Predicate, Program, Slot};

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
    /// known is cheaper than running through all of them.
    pub(super) fn narrower(
        &self,
        parts: &[Arc<Goal>],
        pending: &BTreeSet<usize>,
        next: usize,
        bound: &Bound,
    ) -> usize {
        let GoalKind::Call { args, .. } = &parts[next].kind else { return next };
        let found = args.iter().filter_map(|arg| match arg {
            Expr::Slot(slot) if !bound.contains(slot) => self.0.get(slot),
            _ => None,
        });
        let narrows = |at: &usize| {
            pending.contains(at) && matches!(&parts[*at].kind, GoalKind::In(_, list) if is_bound(list, bound))
        };
        found.filter_map(|lists| lists.iter().copied().find(narrows)).min().unwrap_or(next)
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

//! Why a sum prunes what it prunes: the bounds of its terms, but for slack; or the partners that a value lacks.

use super::{Linear, View};
use crate::base::number::Sign;
use crate::solver::constraints::reasons::emptied;
use crate::solver::engine::{Found, Reason, Store, VarId};

/// The least that `turn` times a term can be.
fn least(turn: i64, (factor, view): (i64, View), store: &Store) -> i64 {
    let (least, most) = view.bounds(store);
    let factor = turn * factor;
    if factor > 0 { factor * least } else { factor * most }
}

impl Linear {
    /// Why no value is possible.
    pub(super) fn why_conflict(&self, store: &Store, root: &Store, reason: &mut Reason) -> bool {
        for &turn in self.turns() {
            let terms = self.terms.iter().map(|term| least(turn, *term, store));
            let sum = turn * self.constant + terms.sum::<i64>();
            if sum > 0 {
                self.relax(store, root, turn, sum - 1, None, reason);
                return true;
            }
        }
        let lost = |found: &Found, reason: &mut Reason| self.why_lost(store, root, found, reason);
        let mut vars = self.terms.iter().map(|(_, view)| view.var());
        vars.any(|var| emptied(store, var, reason, lost))
    }

    /// Why a variable lost values: by the bounds of the others, or since nothing fits them.
    pub(super) fn why_lost(&self, store: &Store, root: &Store, found: &Found, reason: &mut Reason) -> bool {
        let Some(mut lost) = found.values(store) else { return false };
        for &turn in self.turns() {
            let others = self.terms.iter().filter(|(_, view)| view.var() != found.var);
            let rest = turn * self.constant + others.map(|&term| least(turn, term, store)).sum::<i64>();
            // By how much the values that cannot be go beyond 0.
            let beyond = |value: i64| rest + turn * self.own(found.var, value);
            let ruled = lost.iter().map(|&value| beyond(value)).filter(|&beyond| beyond > 0).min();
            if let Some(ruled) = ruled {
                self.relax(store, root, turn, ruled - 1, Some(found.var), reason);
                lost.retain(|&value| beyond(value) <= 0);
            }
        }
        lost.is_empty() || self.sign != Sign::AtMostZero && self.unmatched(store, found.var, &lost, reason)
    }

    /// The directions in which bounds prune.
    fn turns(&self) -> &'static [i64] {
        match self.sign {
            Sign::NotZero => &[],
            Sign::AtMostZero => &[1],
            Sign::Zero => &[1, -1],
        }
    }

    /// What the terms of a variable add up to for a value of it.
    fn own(&self, var: VarId, value: i64) -> i64 {
        let own = self.terms.iter().filter(|(_, view)| view.var() == var);
        own.map(|&(factor, view)| factor * view.of(value)).sum()
    }

    /// Claims that values of a variable have no partners in what is open of the others, or for an inequation that they
    /// make it 0; whether that is so.
    fn unmatched(&self, store: &Store, var: VarId, lost: &[i64], reason: &mut Reason) -> bool {
        let mut sum = self.constant;
        let mut open: Vec<(i64, VarId)> = Vec::new();
        for &(factor, view) in self.terms.iter().filter(|(_, view)| view.var() != var) {
            let (least, most) = view.bounds(store);
            match view {
                View::Truth(literal) if least == most => literal.because(store, least == 1, reason),
                View::Var(other) if least == most => reason.whole(store, other),
                View::Var(other) => open.push((factor, other)),
                View::Truth(_) => return false,
            }
            sum += if least == most { factor * least } else { 0 };
        }
        let sums = lost.iter().map(|&value| sum + self.own(var, value));
        if self.sign == Sign::NotZero {
            return open.is_empty() && sums.into_iter().all(|sum| sum == 0);
        }
        let (factor, last, sums): (i64, VarId, Vec<i64>) = match open[..] {
            [] => return sums.into_iter().all(|sum| sum != 0),
            [(factor, last)] => (factor, last, sums.collect()),
            [(factor, middle), (other, last)] => {
                reason.whole(store, middle);
                let sums = sums.flat_map(|sum| store.values(middle).map(move |value| sum + factor * value));
                (other, last, sums.collect())
            }
            _ => return false,
        };
        let partners: Vec<i64> =
            sums.into_iter().filter(|sum| sum % factor == 0).map(|sum| -sum / factor).collect();
        reason.without(store, last, &partners);
        !partners.iter().any(|&value| store.contains(last, value))
    }

    /// Claims that the terms, but for those of one variable, are together at least as large, times `turn`, as they are; but
    /// for a slack that is given away to terms whose claims can be done without, the largest first.
    fn relax(
        &self,
        store: &Store,
        root: &Store,
        turn: i64,
        mut slack: i64,
        but: Option<VarId>,
        reason: &mut Reason,
    ) {
        let mut grown: Vec<(i64, usize)> = (0..self.terms.len())
            .filter(|&at| Some(self.terms[at].1.var()) != but)
            .map(|at| (least(turn, self.terms[at], store) - least(turn, self.terms[at], root), at))
            .filter(|&(more, _)| more > 0)
            .collect();
        grown.sort_unstable_by_key(|&(more, at)| (std::cmp::Reverse(more), at));
        for (more, at) in grown {
            let (factor, view) = self.terms[at];
            if more <= slack {
                slack -= more;
                continue;
            }
            let upward = turn * factor > 0;
            match view {
                View::Truth(literal) => literal.because(store, upward, reason),
                View::Var(var) => {
                    // As much of the slack as can be is given away to this bound.
                    let step = slack / factor.abs();
                    slack -= step * factor.abs();
                    let (low, high) = (store.min(var), store.max(var));
                    if upward {
                        reason.at_least(store, var, low - step)
                    } else {
                        reason.at_most(store, var, high + step)
                    }
                }
            }
        }
    }
}

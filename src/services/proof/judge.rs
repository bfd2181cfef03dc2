//! The judge of inferences: whether what laws say at some places leaves no values where some claims hold.
//!
//! It reads conditions at sets of values and tries values one by one where that does not decide; nothing is remembered but
//! what follows from nothing, so that whoever checks a proof needs to trust the meaning of conditions alone.

use crate::board::ground::Ground;
use crate::board::meaning::{Bits, Operands, Quantity, SetReading, Sets, Singles, ones};
use crate::board::unknown::UnknownId;
use crate::compile::Truth;
use crate::language::diagnostic::Diagnostic;
use crate::language::term::{FormulaId, Part, TermId};

/// An unknown has one of these values.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Claim {
    pub(super) unknown: UnknownId,
    pub(super) values: Bits,
}

/// What an inference rests on: an instance of a law by its number, or the bound on the objective.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Basis {
    Instance(u32),
    Bound,
}

/// The objective must be better than a value, or as good.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bound {
    pub(super) term: TermId,
    pub(super) maximise: bool,
    pub(super) value: i128,
    pub(super) strict: bool,
}

/// The most sets that are looked at for one inference.
pub(super) const MOST_TRIED: u32 = 20_000;

/// So many rows of values are tried one by one.
const FEW_ROWS: u32 = 64;

/// Laws at places, and what is left to unknowns.
#[derive(Debug)]
pub(super) struct Judge {
    pub(super) truth: Truth,
    instances: Vec<FormulaId>,
    /// The unknowns of each instance, once they were asked for.
    scopes: Vec<Option<Box<[UnknownId]>>>,
    pub(super) bound: Option<Bound>,
    /// What is left for good.
    pub(super) sets: Sets,
    /// Whether nothing is left to some unknown.
    pub(super) is_empty: bool,
    singles: Singles,
}

impl Judge {
    /// Nothing but what is given is known. Nothing if an unknown has too many values.
    pub(super) fn new(ground: &Ground) -> Result<Option<Judge>, Box<Diagnostic>> {
        let truth = Truth::new(ground.world.clone(), &ground.instances)?;
        let Some(sets) = Sets::new(truth.conditions()) else { return Ok(None) };
        let instances: Vec<FormulaId> = ground.instances.iter().map(|instance| instance.formula).collect();
        let scopes = vec![None; instances.len()];
        let singles = Singles::default();
        let mut judge = Judge { truth, instances, scopes, bound: None, sets, is_empty: false, singles };
        for &(unknown, value) in &ground.world.given.values {
            let code = judge.truth.code_in(&ground.world.terms, value);
            let kept = judge.claim(unknown, |other| other == code);
            judge.learn(&kept, true);
        }
        Ok(Some(judge))
    }

    /// The claim that an unknown has a value that is accepted.
    pub(super) fn claim(&self, unknown: UnknownId, accept: impl Fn(i64) -> bool) -> Claim {
        let mut values: Bits = self.sets.left(unknown).iter().map(|_| 0).collect();
        for (bit, &code) in self.sets.codes(unknown).iter().enumerate() {
            values[bit / 64] |= u64::from(accept(code)) << (bit % 64);
        }
        Claim { unknown, values }
    }

    /// A claim holds for good, or never.
    pub(super) fn learn(&mut self, claim: &Claim, holds: bool) {
        self.is_empty |= !self.sets.keep(claim.unknown, &claim.values, holds);
        self.sets.settle();
    }

    pub(super) fn has(&self, from: Basis) -> bool {
        match from {
            Basis::Instance(number) => (number as usize) < self.instances.len(),
            Basis::Bound => self.bound.is_some(),
        }
    }

    /// Whether claims never hold all at once where all this does, by looking at so many sets at most.
    pub(super) fn refutes(&mut self, from: &[Basis], claims: &[Claim], most: u32) -> bool {
        if self.is_empty {
            return true;
        }
        let mark = self.sets.mark();
        let possible = claims.iter().all(|claim| self.sets.keep(claim.unknown, &claim.values, true));
        let is_refuted = !possible || {
            let mut left = most;
            let scope = self.scope(from);
            self.tries(from, &scope, &mut left)
        };
        self.sets.back(mark);
        is_refuted
    }

    /// The values of the unknown that grounds have most to do with where claims hold, each as a claim; nothing if all unknowns
    /// have theirs. Fewest values come first: they decide most.
    pub(super) fn cases(&mut self, from: &[Basis], claims: &[Claim]) -> Option<Vec<Claim>> {
        let mark = self.sets.mark();
        claims.iter().for_each(|claim| _ = self.sets.keep(claim.unknown, &claim.values, true));
        let open = self.scope(from).into_iter().filter(|&unknown| self.sets.size(unknown) > 1);
        let narrowest = open.min_by_key(|&unknown| self.sets.size(unknown));
        let cases = narrowest.map(|unknown| {
            let bits = ones(self.sets.left(unknown));
            bits.map(|bit| Claim { unknown, values: self.sets.single(unknown, bit) }).collect()
        });
        self.sets.back(mark);
        cases
    }

    /// The unknowns that grounds speak about.
    fn scope(&mut self, from: &[Basis]) -> Vec<UnknownId> {
        let mut all = Vec::new();
        for &from in from {
            match from {
                Basis::Instance(number) => {
                    let (truth, id) = (&self.truth, self.instances[number as usize]);
                    let scope = self.scopes[number as usize].get_or_insert_with(|| truth.unknowns(id).into());
                    all.extend(scope.iter().copied());
                }
                Basis::Bound => {
                    let term = self.bound.map(|bound| Part::Number(bound.term));
                    all.extend(term.into_iter().flat_map(|term| self.truth.conditions().scope(term)));
                }
            }
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Whether some ground cannot hold, whatever is tried. Values of single unknowns may be ruled out on the way.
    fn tries(&mut self, from: &[Basis], scope: &[UnknownId], left: &mut u32) -> bool {
        if self.is_broken(from) {
            return true;
        }
        let mut open: Vec<UnknownId> =
            scope.iter().copied().filter(|&unknown| self.sets.size(unknown) > 1).collect();
        open.sort_by_key(|&unknown| self.sets.size(unknown));
        let rows = open.iter().fold(1, |rows: u32, &unknown| rows.saturating_mul(self.sets.size(unknown)));
        // Where there are few rows of values they are tried one by one, else each value by itself first.
        if rows > FEW_ROWS {
            let mut is_new = true;
            while is_new && *left > 0 {
                is_new = false;
                for &unknown in &open {
                    let before = self.sets.size(unknown);
                    let after = self.shave(from, unknown, left);
                    if after == 0 {
                        return true;
                    }
                    is_new |= after < before;
                }
                if is_new && self.is_broken(from) {
                    return true;
                }
            }
        }
        let Some(&unknown) = open.iter().find(|&&unknown| self.sets.size(unknown) > 1) else { return false };
        let values: Vec<usize> = ones(self.sets.left(unknown)).collect();
        values.into_iter().all(|bit| {
            *left = left.saturating_sub(1);
            if *left == 0 || self.truth.world.deadline.is_over() {
                return false;
            }
            self.with(unknown, bit, |judge| judge.tries(from, scope, left))
        })
    }

    /// Rules out the values of an unknown that cannot be by themselves; how many are left.
    fn shave(&mut self, from: &[Basis], unknown: UnknownId, left: &mut u32) -> u32 {
        for bit in ones(&self.sets.left(unknown).clone()).collect::<Vec<usize>>() {
            *left = left.saturating_sub(1);
            if *left == 0 || self.truth.world.deadline.is_over() {
                break;
            }
            if self.with(unknown, bit, |judge| judge.is_broken(from)) {
                let single = self.sets.single(unknown, bit);
                self.sets.keep(unknown, &single, false);
            }
        }
        self.sets.size(unknown)
    }

    /// What comes out where an unknown has one value.
    fn with<T>(&mut self, unknown: UnknownId, bit: usize, then: impl FnOnce(&mut Judge) -> T) -> T {
        let mark = self.sets.mark();
        let single = self.sets.single(unknown, bit);
        self.sets.keep(unknown, &single, true);
        let result = then(self);
        self.sets.back(mark);
        result
    }

    fn is_broken(&self, from: &[Basis]) -> bool {
        let reading = SetReading::new(self.truth.conditions(), &self.sets, &self.singles);
        from.iter().any(|&from| match (from, self.bound) {
            (Basis::Instance(number), _) => reading.truth(self.instances[number as usize]) == Some(false),
            (Basis::Bound, Some(Bound { term, maximise, value, strict })) => {
                let worse = |bound: i128| bound > value || (strict && bound == value);
                let better = |bound: i128| bound < value || (strict && bound == value);
                reading
                    .number(term)
                    .bounds()
                    .is_none_or(|bounds| if maximise { better(bounds.high) } else { worse(bounds.low) })
            }
            (Basis::Bound, None) => false,
        })
    }
}

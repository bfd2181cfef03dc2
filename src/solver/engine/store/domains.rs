//! Domains by themselves: taken from a variable, compared with what it has now, and put back.

use super::{Conflict, Store, Var, VarId};

impl Store {
    /// A variable's domain, to be compared with or put into a store of the same variables.
    pub fn domain(&self, var: VarId) -> &[u64] {
        let Var { first, words, .. } = self.vars[var.0 as usize];
        self.bits(first, words.max(2 * u32::from(words == 0)))
    }

    /// Puts a domain in place of a variable's domain; it may be larger. Undone with the level.
    pub(in crate::solver::engine) fn put(&mut self, var: VarId, domain: &[u64]) {
        let first = self.vars[var.0 as usize].first as usize;
        for (at, &word) in domain.iter().enumerate() {
            if self.words[first + at] != word {
                self.write(var, first + at, word);
            }
        }
    }

    /// The value of the lowest bit of a domain; nothing for an interval.
    pub fn start(&self, var: VarId) -> Option<i64> {
        let Var { base, words, .. } = self.vars[var.0 as usize];
        (words > 0).then_some(base)
    }

    /// The domain as bits from a value on; nothing for a domain of more than two words.
    pub fn double(&self, var: VarId) -> Option<(i64, u128)> {
        let start = self.start(var)?;
        match *self.domain(var) {
            [word] => Some((start, word.into())),
            [low, high] => Some((start, u128::from(high) << 64 | u128::from(low))),
            _ => None,
        }
    }

    /// Keeps only the values whose bits are set, for a domain of up to two words.
    pub fn keep_double(&mut self, var: VarId, mask: u128) -> Result<(), Conflict> {
        if self.vars[var.0 as usize].words == 1 {
            return self.keep(var, mask as u64);
        }
        self.refute(var, &[!mask as u64, (!mask >> 64) as u64])
    }

    /// Whether a domain is kept as an interval.
    pub fn is_interval(&self, var: VarId) -> bool {
        self.vars[var.0 as usize].words == 0
    }

    /// Whether any domain is kept as an interval.
    pub fn has_intervals(&self) -> bool {
        self.vars.iter().any(|var| var.words == 0)
    }

    /// Whether a variable's domain lies within another one of the same variable.
    pub(in crate::solver::engine) fn is_within(&self, var: VarId, domain: &[u64]) -> bool {
        if self.vars[var.0 as usize].words == 0 {
            return domain[0] as i64 <= self.min(var) && self.max(var) <= domain[1] as i64;
        }
        self.domain(var).iter().zip(domain).all(|(own, other)| own & !other == 0)
    }

    /// Whether a value is possible, given as a bit of the domain.
    #[inline]
    #[cfg_attr(not(feature = "proof"), expect(dead_code, reason = "the prover asks this"))]
    pub(in crate::solver::engine) fn has_bit(&self, var: VarId, bit: u32) -> bool {
        self.words[(self.vars[var.0 as usize].first + bit / 64) as usize] >> (bit % 64) & 1 == 1
    }

    /// Whether a variable has no value of a domain of it, as bits.
    #[cfg_attr(not(feature = "proof"), expect(dead_code, reason = "the prover asks this"))]
    pub(in crate::solver::engine) fn is_apart(&self, var: VarId, domain: &[u64]) -> bool {
        self.domain(var).iter().zip(domain).all(|(own, other)| own & other == 0)
    }

    /// Removes all values of a domain, as bits, from a variable.
    pub fn refute(&mut self, var: VarId, domain: &[u64]) -> Result<(), Conflict> {
        let first = self.vars[var.0 as usize].first;
        let (low, high) = (self.min(var), self.max(var));
        if self.is_within(var, domain) {
            return Err(Conflict);
        }
        let before = self.prunings;
        for (at, &word) in domain.iter().enumerate() {
            self.clear(var, first as usize + at, !word);
        }
        if self.prunings != before {
            self.tell(var, low != self.min(var) || high != self.max(var));
        }
        Ok(())
    }

    /// Lets a value into a domain of a variable; nothing happens to an interval.
    pub(in crate::solver::engine) fn allow(&self, var: VarId, domain: &mut [u64], value: i64) {
        if self.vars[var.0 as usize].words == 0 {
            return;
        }
        let bit = (value - self.vars[var.0 as usize].base) as usize;
        domain[bit / 64] |= 1 << (bit % 64);
    }

    /// Takes a value out of a domain of a variable; nothing happens to an interval.
    pub(in crate::solver::engine) fn forbid(&self, var: VarId, domain: &mut [u64], value: i64) {
        if self.vars[var.0 as usize].words == 0 {
            return;
        }
        let bit = (value - self.vars[var.0 as usize].base) as usize;
        domain[bit / 64] &= !(1 << (bit % 64));
    }

    /// Keeps in a domain of a variable what another one has too; false if nothing is left.
    pub(in crate::solver::engine) fn meet(&self, var: VarId, domain: &mut [u64], other: &[u64]) -> bool {
        if self.vars[var.0 as usize].words == 0 {
            let (low, high) = (domain[0] as i64, domain[1] as i64);
            domain[0] = low.max(other[0] as i64) as u64;
            domain[1] = high.min(other[1] as i64) as u64;
            return domain[0] as i64 <= domain[1] as i64;
        }
        domain.iter_mut().zip(other).for_each(|(own, other)| *own &= other);
        domain.iter().any(|&word| word != 0)
    }

    /// The least and the greatest value of a domain of a variable; nothing for an empty one.
    pub(in crate::solver::engine) fn ends(&self, var: VarId, domain: &[u64]) -> Option<(i64, i64)> {
        let Var { base, words, .. } = self.vars[var.0 as usize];
        if words == 0 {
            return Some((domain[0] as i64, domain[1] as i64));
        }
        let value = |word: usize, bit: u32| base + 64 * word as i64 + i64::from(bit);
        let first = domain.iter().position(|&word| word != 0)?;
        let last = domain.iter().rposition(|&word| word != 0)?;
        let low = value(first, domain[first].trailing_zeros());
        Some((low, value(last, domain[last].ilog2())))
    }

    /// Whether a domain of a variable has a value.
    pub(in crate::solver::engine) fn allows(&self, var: VarId, domain: &[u64], value: i64) -> bool {
        let Var { base, words, .. } = self.vars[var.0 as usize];
        if words == 0 {
            return (domain[0] as i64..=domain[1] as i64).contains(&value);
        }
        let bit = (value - base) as usize;
        domain[bit / 64] >> (bit % 64) & 1 == 1
    }
}

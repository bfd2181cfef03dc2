//! A product: `x * y * .. = z`.
//!
//! Prunes to bounds; two factors of small domains are pruned fully (GAC), and where the product is known, so are more of
//! them: what is multiplied so far must divide it.

use super::reasons::{by_bounds, emptied};
use crate::base::hash::Set;
use crate::base::number::{self, Interval};
use crate::solver::engine::{Conflict, Cost, Events, Found, Propagator, Reason, Spec, Store, VarId};

/// The most pairs of values that are tried one by one.
const MOST_PAIRS: u64 = 512;

/// The most values of a factor that are tried one by one.
const MOST_VALUES: u64 = 64;

/// The factors multiply to the result. Invariant: the product of their greatest sizes stays inside 62 bits.
#[derive(Clone, Debug)]
pub struct Product {
    factors: Vec<VarId>,
    result: VarId,
}

/// From the first number to the second.
type Ends = (i128, i128);

fn ends(store: &Store, var: VarId) -> Ends {
    (i128::from(store.min(var)), i128::from(store.max(var)))
}

fn times(left: Ends, right: Ends) -> Ends {
    let corners = [left.0 * right.0, left.0 * right.1, left.1 * right.0, left.1 * right.1];
    (corners.into_iter().fold(i128::MAX, i128::min), corners.into_iter().fold(i128::MIN, i128::max))
}

/// The least and greatest integers that give something in `whole` when multiplied by something in `part`, which
/// does not contain 0; nothing if there are none.
fn divide(whole: Ends, part: Ends) -> Option<Ends> {
    let corners = [(whole.0, part.0), (whole.0, part.1), (whole.1, part.0), (whole.1, part.1)];
    let down = |(up, by): (i128, i128)| number::div(up, by);
    let least = corners.into_iter().filter_map(|(up, by)| Some(-down((-up, by))?)).fold(i128::MAX, i128::min);
    let most = corners.into_iter().filter_map(down).fold(i128::MIN, i128::max);
    (least <= most).then_some((least, most))
}

fn narrow(store: &mut Store, var: VarId, (low, high): Ends) -> Result<(), Conflict> {
    if low > high {
        return Err(Conflict);
    }
    store.within(var, Interval { low, high })
}

impl Product {
    /// These factors have this product.
    pub fn new(factors: Vec<VarId>, result: VarId) -> Product {
        Product { factors, result }
    }

    /// Whether bounds of the factors and of the result leave nothing; where nothing is 0, on each side of it.
    fn refuted(ranges: &[Interval], no_zero: bool) -> bool {
        let sides = |range: &Interval| {
            let below = (range.low < 0).then(|| (range.low, range.high.min(-1)));
            let above = (range.high > 0).then(|| (range.low.max(1), range.high));
            if no_zero { [below, above] } else { [None, Some((range.low, range.high))] }
        };
        let hull = |left: Option<Ends>, right: Option<Ends>| match (left, right) {
            (Some(left), Some(right)) => Some((left.0.min(right.0), left.1.max(right.1))),
            (left, right) => left.or(right),
        };
        let both = |left: Option<Ends>, right: Option<Ends>| Some(times(left?, right?));
        let Some((result, factors)) = ranges.split_last() else { return false };
        let [below, above] =
            factors.iter().map(sides).fold([None, Some((1, 1))], |[down, up], [low, high]| {
                [hull(both(down, high), both(up, low)), hull(both(down, low), both(up, high))]
            });
        let meets = |left: Option<Ends>, right: Option<Ends>| {
            left.zip(right).is_some_and(|(left, right)| left.0 <= right.1 && right.0 <= left.1)
        };
        let [down, up] = sides(result);
        !meets(below, down) && !meets(above, up)
    }

    /// Why values of two factors, or of their product, have no partners.
    fn no_partners(&self, store: &Store, found: &Found, reason: &mut Reason) -> bool {
        let &[first, second] = &self.factors[..] else { return false };
        let Some(lost) = found.values(store) else { return false };
        let (other, third) = match found.var {
            var if var == self.result => (first, second),
            var if var == first => (second, self.result),
            _ => (first, self.result),
        };
        let mut thirds: Vec<i64> = Vec::new();
        for &value in &lost {
            if first == second {
                let roots = || (0..=value.max(0).isqrt()).filter(|root| root * root == value);
                thirds.extend(roots().flat_map(|root| [root, -root]).filter(|_| third == second));
                thirds.extend((third != second).then(|| value * value));
                continue;
            }
            for partner in store.values(other) {
                if third == self.result {
                    thirds.push(value * partner);
                } else if partner == 0 && value == 0 {
                    return false;
                } else if partner != 0 && value % partner == 0 {
                    thirds.push(value / partner);
                }
            }
        }
        if first != second {
            reason.whole(store, other);
        }
        reason.without(store, third, &thirds);
        !thirds.iter().any(|&value| store.contains(third, value))
    }

    /// Claims what the factors lack of the divisors of a known product; of others, all they lack.
    fn no_divisors(&self, store: &Store, root: &Store, found: Option<&Found>, reason: &mut Reason) {
        let whole = store.value(self.result).filter(|&whole| whole != 0);
        let others = self.factors.iter().filter(|var| found.is_none_or(|found| found.var != **var));
        for &factor in others {
            let Some(whole) = whole else {
                reason.whole(store, factor);
                continue;
            };
            let gone = root.values(factor).filter(|&value| value != 0 && whole % value == 0);
            let gone: Vec<i64> = gone.filter(|&value| !store.contains(factor, value)).collect();
            reason.without(store, factor, &gone);
        }
        if found.is_none_or(|found| found.var != self.result) {
            reason.whole(store, self.result);
        }
    }

    fn bounds(&self, store: &mut Store) -> Result<(), Conflict> {
        let count = self.factors.len();
        let mut after = vec![(1, 1); count + 1];
        for at in (0..count).rev() {
            after[at] = times(ends(store, self.factors[at]), after[at + 1]);
        }
        narrow(store, self.result, after[0])?;
        let whole = ends(store, self.result);
        let has_zero = store.contains(self.result, 0);
        let mut before = (1, 1);
        for at in 0..count {
            let factor = self.factors[at];
            let others = times(before, after[at + 1]);
            if !has_zero {
                store.remove(factor, 0)?;
            }
            Self::narrow_factor(store, factor, whole, others, has_zero)?;
            before = times(before, ends(store, factor));
        }
        Ok(())
    }

    /// Prunes one factor, given what the others multiply to.
    fn narrow_factor(
        store: &mut Store,
        factor: VarId,
        whole: Ends,
        others: Ends,
        has_zero: bool,
    ) -> Result<(), Conflict> {
        if others.0 > 0 || others.1 < 0 {
            return narrow(store, factor, divide(whole, others).ok_or(Conflict)?);
        }
        if has_zero {
            return Ok(());
        }
        match others {
            (0, 0) => Err(Conflict),
            (0, high) => narrow(store, factor, divide(whole, (1, high)).ok_or(Conflict)?),
            (low, 0) => narrow(store, factor, divide(whole, (low, -1)).ok_or(Conflict)?),
            _ => {
                let most = whole.0.abs().max(whole.1.abs());
                narrow(store, factor, (-most, most))
            }
        }
    }

    /// Two factors: each value needs a partner.
    fn pairs(&self, store: &mut Store, first: VarId, second: VarId) -> Result<(), Conflict> {
        let (left, right): (Vec<i64>, Vec<i64>) =
            (store.values(first).collect(), store.values(second).collect());
        let (mut used, mut partners, mut products) = (Set::default(), Set::default(), Set::default());
        for &one in &left {
            for &other in &right {
                if (first != second || one == other) && store.contains(self.result, one * other) {
                    used.insert(one);
                    partners.insert(other);
                    products.insert(one * other);
                }
            }
        }
        left.iter().filter(|one| !used.contains(one)).try_for_each(|&one| store.remove(first, one))?;
        right.iter().filter(|one| !partners.contains(one)).try_for_each(|&one| store.remove(second, one))?;
        let (Some(&least), Some(&most)) = (products.iter().min(), products.iter().max()) else {
            return Err(Conflict);
        };
        store.at_least(self.result, least)?;
        store.at_most(self.result, most)?;
        if store.size(self.result) <= MOST_PAIRS {
            store.retain(self.result, |_, value| products.contains(&value))?;
        }
        Ok(())
    }

    /// The product is known and not 0: of each factor only what some way to reach it uses is kept.
    fn divisors(&self, store: &mut Store, whole: i64) -> Result<(), Conflict> {
        let count = self.factors.len();
        let mut reached: Vec<Vec<i64>> = vec![vec![1]];
        for &factor in &self.factors {
            let last = &reached[reached.len() - 1];
            let mut next: Vec<i64> = store
                .values(factor)
                .filter(|&value| value != 0)
                .flat_map(|value| last.iter().map(move |so_far| so_far * value))
                .filter(|product| whole % product == 0)
                .collect();
            next.sort_unstable();
            next.dedup();
            reached.push(next);
        }
        // Backwards: what can still become the whole.
        let mut good = vec![whole];
        for at in (0..count).rev() {
            let factor = self.factors[at];
            let (mut before, mut kept) = (Vec::new(), Set::default());
            for value in store.values(factor).filter(|&value| value != 0) {
                for &product in good.iter().filter(|&product| product % value == 0) {
                    let rest = product / value;
                    if reached[at].binary_search(&rest).is_ok() {
                        before.push(rest);
                        kept.insert(value);
                    }
                }
            }
            store.retain(factor, |_, value| kept.contains(&value))?;
            before.sort_unstable();
            before.dedup();
            good = before;
        }
        Ok(())
    }
}

impl Propagator for Product {
    fn spec(&self) -> Spec {
        let cost = if self.factors.len() > 2 { Cost::High } else { Cost::Linear };
        Spec::new("product", cost, Events::ANY, self.factors.iter().copied().chain([self.result]))
    }

    fn prune(&mut self, store: &mut Store) -> Result<(), Conflict> {
        self.bounds(store)?;
        if let [first, second] = self.factors[..]
            && store.size(first).saturating_mul(store.size(second)) <= MOST_PAIRS
        {
            return self.pairs(store, first, second);
        }
        match store.value(self.result) {
            Some(0) => {
                let mut zeros = self.factors.iter().filter(|&&factor| store.contains(factor, 0));
                match (zeros.next(), zeros.next()) {
                    (None, _) => Err(Conflict),
                    (Some(&only), None) => store.fix(only, 0),
                    _ => Ok(()),
                }
            }
            Some(whole) if self.factors.iter().all(|&factor| store.size(factor) <= MOST_VALUES) => {
                self.divisors(store, whole)
            }
            _ => Ok(()),
        }
    }

    fn explain(&self, store: &Store, root: &Store, found: Option<&Found>, reason: &mut Reason) -> bool {
        let before = reason.claims.len();
        let no_zero = !store.contains(self.result, 0);
        let is_zero = |found: &Found| found.is_lost(store, 0) && found.var != self.result;
        if no_zero && found.is_some_and(is_zero) {
            reason.lacks(store, self.result, 0);
            return true;
        }
        let vars: Vec<VarId> = self.factors.iter().copied().chain([self.result]).collect();
        for no_zero in [false, no_zero] {
            let refuted = |ranges: &[Interval]| Product::refuted(ranges, no_zero);
            if by_bounds(store, root, &vars, found, refuted, reason) {
                if no_zero {
                    reason.lacks(store, self.result, 0);
                }
                return true;
            }
        }
        let lost = |found: &Found, reason: &mut Reason| self.no_partners(store, found, reason);
        let first = self.factors[0];
        let told = match found {
            Some(found) => lost(found, reason),
            None => emptied(store, first, reason, lost),
        };
        if told {
            return true;
        }
        reason.claims.truncate(before);
        self.no_divisors(store, root, found, reason);
        true
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        let product = self.factors.iter().map(|&factor| i128::from(value(factor))).product::<i128>();
        product == i128::from(value(self.result))
    }
}

#[cfg(test)]
mod tests {
    use super::Product;
    use crate::solver::engine::judge::judge;
    use crate::solver::engine::{Propagator, Store, VarId};

    #[test]
    fn it_keeps_its_promises() {
        judge(|draw| Product::new(draw.many(2..=3, |draw| draw.some(5, -4..=5)), draw.var(-20..=40)));
    }

    #[test]
    fn squares_keep_their_promises() {
        judge(|draw| Product::new(vec![draw.var(-6..=6); 2], draw.var(-10..=40)));
    }

    #[test]
    fn a_known_product_prunes_fully() {
        let mut store = Store::default();
        let factors: Vec<VarId> = (0..5).map(|_| store.add_range(1, 9)).collect();
        let result = store.add([7 * 7 * 5 * 3 * 3]);
        let mut product = Product::new(factors.clone(), result);
        assert_eq!(product.prune(&mut store), Ok(()));
        assert_eq!(store.values(factors[0]).collect::<Vec<_>>(), [1, 3, 5, 7, 9]);
    }

    #[test]
    fn large_numbers_are_pruned_to_bounds() {
        let mut store = Store::default();
        let (left, right) = (store.add_range(-1_000_000, 1_000_000), store.add_range(2_000, 900_000));
        let result = store.add_range(1_000_000_000, 1_000_000_000_000);
        let mut product = Product::new(vec![left, right], result);
        assert_eq!(product.prune(&mut store), Ok(()));
        assert_eq!((store.min(left), store.max(result)), (1112, 900_000_000_000));
    }
}

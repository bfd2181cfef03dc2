//! A sum compared with 0: `a*x + b*y + [z in M] + .. + c` is at most 0, equal to 0, or not equal to 0.
//!
//! Prunes to bounds (bounds(R) consistency: an equation is two inequalities); an equation with two or three open variables of
//! few values is pruned fully (GAC), and so is an inequation. Counting (`count`, `among`) and clauses are the cases of
//! literals only.

mod reasons;

use super::cover::cover;
use super::literal::Literal;
use crate::base::number::Sign;
use crate::solver::engine::{
    Conflict, Cost, Events, Found, Propagator, Reading, Reason, Relaxed, Rest, Spec, Steps, Store, VarId,
    each_once,
};

/// What a factor multiplies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum View {
    /// A variable's value.
    Var(VarId),
    /// 1 if the literal holds, else 0.
    Truth(Literal),
}

impl View {
    /// The least and the greatest value it can have.
    pub fn bounds(self, store: &Store) -> (i64, i64) {
        match self {
            View::Var(var) => (store.min(var), store.max(var)),
            View::Truth(literal) => match literal.status(store) {
                Some(holds) => (i64::from(holds), i64::from(holds)),
                None => (0, 1),
            },
        }
    }

    fn at_most(self, store: &mut Store, bound: i64) -> Result<(), Conflict> {
        match self {
            View::Var(var) => store.at_most(var, bound),
            View::Truth(literal) if bound < 1 => literal.set(store, false),
            View::Truth(..) => Ok(()),
        }
    }

    fn at_least(self, store: &mut Store, bound: i64) -> Result<(), Conflict> {
        match self {
            View::Var(var) => store.at_least(var, bound),
            View::Truth(literal) if bound > 0 => literal.set(store, true),
            View::Truth(..) => Ok(()),
        }
    }

    fn remove(self, store: &mut Store, value: i64) -> Result<(), Conflict> {
        match (self, value) {
            (View::Var(var), value) => store.remove(var, value),
            (View::Truth(literal), 0) => literal.set(store, true),
            (View::Truth(literal), 1) => literal.set(store, false),
            (View::Truth(..), _) => Ok(()),
        }
    }

    fn contains(self, store: &Store, value: i64) -> bool {
        match self {
            View::Var(var) => store.contains(var, value),
            View::Truth(..) => {
                let (low, high) = self.bounds(store);
                (low..=high).contains(&value)
            }
        }
    }

    /// The two values that it can have at most, each with the values of its variable; nothing if it can have more.
    fn either(self, store: &Store) -> Option<Vec<(u64, i64)>> {
        let (base, bits) = store.mask(self.var())?;
        let mut parts = match self {
            View::Truth(literal) => vec![(bits & !literal.mask, 0), (bits & literal.mask, 1)],
            View::Var(_) if bits.count_ones() > 2 => return None,
            View::Var(_) => {
                let values = [bits & bits.wrapping_neg(), bits & bits.wrapping_sub(1)];
                values.map(|value| (value, base + i64::from(value.trailing_zeros()))).to_vec()
            }
        };
        parts.retain(|&(values, _)| values != 0);
        Some(parts)
    }

    /// The variable it looks at.
    pub fn var(self) -> VarId {
        match self {
            View::Var(var) => var,
            View::Truth(literal) => literal.var,
        }
    }

    /// Its value for a value of its variable.
    fn of(self, value: i64) -> i64 {
        match self {
            View::Var(_) => value,
            View::Truth(literal) => i64::from(literal.holds(value)),
        }
    }
}

/// A sum compared with 0.
#[derive(Clone, Debug)]
pub struct Linear {
    /// How it compares.
    pub sign: Sign,
    /// The constant.
    pub constant: i64,
    /// Factors, not 0, and what they multiply.
    pub terms: Vec<(i64, View)>,
}

impl Linear {
    /// The least and the greatest value the sum can have.
    pub fn bounds(&self, store: &Store) -> (i64, i64) {
        self.terms.iter().fold((self.constant, self.constant), |(low, high), &(factor, view)| {
            let (least, most) = view.bounds(store);
            if factor > 0 {
                (low + factor * least, high + factor * most)
            } else {
                (low + factor * most, high + factor * least)
            }
        })
    }

    /// Whether it holds or cannot hold, whatever the open values become.
    pub fn status(&self, store: &Store) -> Option<bool> {
        let (low, high) = self.bounds(store);
        self.sign.holds_between(low, high)
    }

    /// The negation.
    #[must_use]
    pub fn negated(&self) -> Linear {
        match self.sign {
            Sign::Zero => Linear { sign: Sign::NotZero, ..self.clone() },
            Sign::NotZero => Linear { sign: Sign::Zero, ..self.clone() },
            Sign::AtMostZero => Linear {
                sign: Sign::AtMostZero,
                constant: 1 - self.constant,
                terms: self.terms.iter().map(|&(factor, view)| (-factor, view)).collect(),
            },
        }
    }

    /// Prunes for `sign * sum` at most 0, where `low` is its least value.
    fn below(&self, store: &mut Store, turn: i64, low: i64) -> Result<(), Conflict> {
        if low > 0 {
            return Err(Conflict);
        }
        let slack = -low;
        for &(factor, view) in &self.terms {
            let factor = turn * factor;
            let (least, most) = view.bounds(store);
            if least == most || factor.abs() * (most - least) <= slack {
                continue;
            }
            if factor > 0 {
                view.at_most(store, least + slack / factor)?;
            } else {
                view.at_least(store, most - slack / -factor)?;
            }
        }
        Ok(())
    }

    fn unequal(&self, store: &mut Store) -> Result<(), Conflict> {
        let mut sum = self.constant;
        let mut open = None;
        for &(factor, view) in &self.terms {
            let (least, most) = view.bounds(store);
            if least == most {
                sum += factor * least;
            } else if open.replace((factor, view)).is_some() {
                return Ok(());
            }
        }
        match open {
            None if sum == 0 => Err(Conflict),
            None => Ok(()),
            Some((factor, _)) if sum % factor != 0 => Ok(()),
            Some((factor, view)) => view.remove(store, -sum / factor),
        }
    }

    /// An equation with two or three open variables: each value needs partners.
    fn partners(&self, store: &mut Store) -> Result<(), Conflict> {
        let mut sum = self.constant;
        let mut open: [Option<(i64, View)>; 3] = [None, None, None];
        for &(factor, view) in &self.terms {
            let (least, most) = view.bounds(store);
            if least == most {
                sum += factor * least;
                continue;
            }
            match open.iter_mut().find(|place| place.is_none()) {
                Some(place) => *place = Some((factor, view)),
                None => return Ok(()),
            }
        }
        let (first, second) = match open {
            [Some(first), Some(second), None] => (first, second),
            [Some(first), Some(second), Some(third)] => return triples(store, sum, [first, second, third]),
            _ => return Ok(()),
        };
        for ((factor, view), (other, partner)) in [(first, second), (second, first)] {
            let (View::Var(var), View::Var(_)) = (view, partner) else { return Ok(()) };
            if store.size(var) > MOST_PAIRS {
                return Ok(());
            }
            store.retain(var, |store, value| {
                let rest = -(sum + factor * value);
                rest % other == 0 && partner.contains(store, rest / other)
            })?;
        }
        Ok(())
    }
}

/// The most terms, and nogoods, of a sum that is better told by clauses where these are learned.
const MOST_COUNTED: usize = 6;
const MOST_NOGOODS: usize = 16;

/// The most pairs of values that are looked at to find the third.
const MOST_PAIRS: u64 = 256;

/// Three open variables: each value needs partners in both others.
fn triples(store: &mut Store, sum: i64, open: [(i64, View); 3]) -> Result<(), Conflict> {
    let [(one, View::Var(x)), (two, View::Var(y)), (three, View::Var(z))] = open else { return Ok(()) };
    let masks = [x, y, z].map(|var| store.double(var));
    let [Some((low, xs)), Some((left, ys)), Some((right, zs))] = masks else { return Ok(()) };
    if u64::from(xs.count_ones()) * u64::from(ys.count_ones()) > MOST_PAIRS {
        return Ok(());
    }
    let (mut used, mut partners, mut thirds) = (0_u128, 0_u128, 0_u128);
    let mut first = xs;
    while first != 0 {
        let bit = first.trailing_zeros();
        first &= first - 1;
        let so_far = sum + one * (low + i64::from(bit));
        let mut second = ys;
        while second != 0 {
            let other = second.trailing_zeros();
            second &= second - 1;
            let rest = -(so_far + two * (left + i64::from(other)));
            let third = rest / three - right;
            if rest % three == 0 && (0..128).contains(&third) && zs >> third & 1 == 1 {
                used |= 1 << bit;
                partners |= 1 << other;
                thirds |= 1 << third;
            }
        }
    }
    store.keep_double(x, used)?;
    store.keep_double(y, partners)?;
    store.keep_double(z, thirds)
}

impl Propagator for Linear {
    fn spec(&self) -> Spec {
        let events = |view: View| match (self.sign, view) {
            (Sign::NotZero, View::Var(_)) => Events::FIXED,
            (Sign::AtMostZero, View::Var(_)) => Events::BOUNDS,
            _ => Events::ANY,
        };
        Spec {
            name: "sum",
            cost: if self.terms.len() <= 3 { Cost::Constant } else { Cost::Linear },
            watches: self.terms.iter().map(|&(_, view)| (view.var(), events(view))).collect(),
        }
    }

    fn prune(&mut self, store: &mut Store) -> Result<(), Conflict> {
        match self.sign {
            Sign::NotZero => self.unequal(store),
            Sign::AtMostZero => {
                let (low, _) = self.bounds(store);
                self.below(store, 1, low)
            }
            Sign::Zero => {
                let (low, _) = self.bounds(store);
                self.below(store, 1, low)?;
                let (_, high) = self.bounds(store);
                self.below(store, -1, -high)?;
                self.partners(store)
            }
        }
    }

    fn explain(&self, store: &Store, root: &Store, found: Option<&Found>, reason: &mut Reason) -> bool {
        match found {
            Some(found) => self.why_lost(store, root, found, reason),
            None => self.why_conflict(store, root, reason),
        }
    }

    /// A short sum of what is one of two things is as good as clauses.
    fn relaxed(&self, store: &Store) -> Option<Relaxed> {
        if self.terms.len() > MOST_COUNTED {
            return None;
        }
        let parts: Option<Vec<Vec<(u64, i64)>>> =
            self.terms.iter().map(|&(_, view)| view.either(store)).collect();
        let parts = parts?;
        if each_once(self.terms.iter().map(|(_, view)| view.var())).len() < self.terms.len() {
            return None;
        }
        let sizes: Vec<usize> = parts.iter().map(Vec::len).collect();
        let allows = |row: &[usize]| {
            let terms = self.terms.iter().zip(&parts).zip(row);
            let sum: i64 = terms.map(|(((factor, _), parts), &class)| factor * parts[class].1).sum();
            self.sign.holds(self.constant + sum)
        };
        let boxes = cover(&sizes, MOST_NOGOODS, &allows)?;
        let nogood = |found: Vec<u64>| {
            let all = self.terms.iter().zip(&parts).zip(found);
            let told = all.filter(|((_, parts), found)| (found.count_ones() as usize) < parts.len());
            told.map(|((&(_, view), parts), found)| {
                let own = parts.iter().enumerate().filter(|(class, _)| found >> class & 1 == 1);
                (view.var(), own.fold(0, |all, (_, (values, _))| all | values))
            })
            .collect()
        };
        Some(Relaxed { nogoods: boxes.into_iter().map(nogood).collect(), ..Relaxed::default() })
    }

    fn readings(&self) -> Vec<Reading<'_>> {
        let vars = each_once(self.terms.iter().map(|&(_, view)| view.var()));
        let own = vars.clone();
        let next = move |sum: i128, place: usize, value: i64| {
            let terms = self.terms.iter().filter(|(_, view)| view.var() == own[place]);
            terms.fold(sum, |sum, &(factor, view)| sum + i128::from(factor) * i128::from(view.of(value)))
        };
        let ends = |sum: i128| match self.sign {
            Sign::Zero => sum == 0,
            Sign::NotZero => sum != 0,
            Sign::AtMostZero => sum <= 0,
        };
        let (start, next, ends) = (self.constant.into(), Box::new(next), Box::new(ends));
        vec![Reading::Steps(Steps { vars, ordered: false, start, next, ends })]
    }

    fn rest(&self, store: &Store, told: &mut Vec<u64>) -> Rest {
        if self.status(store) == Some(true) {
            return Rest::Nothing;
        }
        let fixed =
            self.terms.iter().filter_map(|&(factor, view)| Some(factor * view.of(store.value(view.var())?)));
        told.push(fixed.sum::<i64>() as u64);
        Rest::Told
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        let sum: i64 = self.constant
            + self.terms.iter().map(|&(factor, view)| factor * view.of(value(view.var()))).sum::<i64>();
        self.sign.holds(sum)
    }

    fn room(&self, store: &Store, var: VarId, value: i64) -> Option<i64> {
        let counts = |(_, view): &(i64, View)| view.var() != var || matches!(view, View::Truth(..));
        if self.sign == Sign::NotZero || self.terms.len() < 4 || !self.terms.iter().all(counts) {
            return None;
        }
        // What the value takes from the room above the least sum, and from the room below the greatest.
        let (mut above, mut below) = (0, 0);
        for &(factor, view) in self.terms.iter().filter(|(_, view)| view.var() == var) {
            let (least, most) = view.bounds(store);
            let (low, high) =
                if factor > 0 { (factor * least, factor * most) } else { (factor * most, factor * least) };
            let part = factor * view.of(value);
            above += part - low;
            below += high - part;
        }
        let (low, high) = self.bounds(store);
        let up = (above > 0).then_some(-low - above);
        let down = (below > 0 && self.sign == Sign::Zero).then_some(high - below);
        match (up, down) {
            (Some(up), Some(down)) => Some(up.min(down)),
            (up, down) => up.or(down),
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::{Linear, View};
    use crate::base::number::Sign;
    use crate::solver::constraints::literal::Literal;
    use crate::solver::engine::VarId;
    use crate::solver::engine::judge::{Draw, judge};

    /// A sum of up to four terms with little factors.
    pub fn drawn(draw: &mut Draw) -> Linear {
        let mut vars: Vec<VarId> = Vec::new();
        let terms = draw.many(1..=4, |draw| {
            let low = draw.int(-2..=1);
            vars.push(draw.var(low..=low + 4));
            let var = draw.pick(&vars);
            let literal = Literal { var, base: draw.store.word(var).0, mask: draw.int(1..=30) as u64 };
            let view = if draw.below(3) == 0 { View::Truth(literal) } else { View::Var(var) };
            (draw.pick(&[-3, -2, -1, 1, 1, 2]), view)
        });
        let sign = draw.pick(&[Sign::Zero, Sign::NotZero, Sign::AtMostZero]);
        Linear { sign, constant: draw.int(-4..=4), terms }
    }

    #[test]
    fn it_keeps_its_promises() {
        judge(drawn);
    }
}

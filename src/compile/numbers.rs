//! Numbers that are more than sums: each part that is multiplied, divided or chosen becomes a variable of its own, tied
//! to what it is made from.
//!
//! A number may have no value (a division by 0, the least of nothing). Where it has none its variable is bound to
//! nothing, and the literals that say whether it has one go with it, so that a comparison can ask for them.
//!
//! A number too large for 64 bits has no variable: its condition is asked as a whole, by exact values, once all but one of its
//! unknowns are known.

use super::Model;
use super::sums::words;
use crate::base::hash::Map;
use crate::base::number::Sign;
use crate::base::number::{Interval, Total, WORD};
use crate::board::formula::Formula;
use crate::language::term::{FormulaId, Guarded, Node, Open, TermId};
use crate::solver::constraints::absolute::Absolute;
use crate::solver::constraints::distinct_present::DistinctPresent;
use crate::solver::constraints::element::At;
use crate::solver::constraints::extremum::Extremum;
use crate::solver::constraints::linear::{Linear, View};
use crate::solver::constraints::literal::{Literal, Presence};
use crate::solver::constraints::product::Product;
use crate::solver::constraints::quotient::Quotient;
use crate::solver::constraints::reified::Reified;
use crate::solver::engine::{Conflict, Store, VarId};

/// The most elements whose pairs get a literal each.
const MOST_IN_PAIRS: usize = 24;

/// The variable of a number.
#[derive(Clone, Debug)]
struct Number {
    var: VarId,
    /// It has a value where all of these hold.
    defined: Vec<Literal>,
}

/// What has been made so far: equal terms share a variable.
#[derive(Debug, Default)]
pub(super) struct Numbers {
    known: Map<TermId, Option<Number>>,
    constants: Map<i64, VarId>,
    /// Quotient and rest, by dividend and divisor.
    quotients: Map<(TermId, TermId), (Number, Number)>,
    /// For two literals one that holds exactly if one of them alone does.
    pub(super) odd: Map<(Literal, Literal), Literal>,
}

fn interval(store: &Store, var: VarId) -> Interval {
    Interval::new(store.min(var), store.max(var))
}

impl Model {
    /// Makes a condition on numbers hold; nothing if it is no such condition.
    pub(super) fn post_numbers(&mut self, id: FormulaId) -> Option<Result<(), Conflict>> {
        match self.truth.world.clone().formulas.get(id) {
            Formula::Compare(sign, term) => {
                let (linear, defined) = self.flat(*sign, *term)?;
                let defined = defined.into_iter().try_for_each(|literal| self.hold(literal));
                Some(defined.and_then(|()| self.post_linear(linear)))
            }
            Formula::Same(left, right) => {
                let linear = self.difference(Sign::Zero, *left, *right)?;
                Some(self.post_linear(linear))
            }
            Formula::Distinct(list) => {
                let items = self.items(list)?;
                if items.iter().all(|(there, _)| *there == Presence::Always) {
                    let terms = items.into_iter().map(|(_, var)| (var, 0)).collect();
                    self.post_distinct(terms);
                } else {
                    self.engine.post(Box::new(DistinctPresent::new(items)));
                }
                Some(Ok(()))
            }
            Formula::Not(inner) => {
                let literal = self.literal(*inner)?;
                Some(self.hold(literal.negated()))
            }
            Formula::True | Formula::False | Formula::And(_) | Formula::Or(_) => None,
            Formula::DistinctLists(_) | Formula::Matches(..) | Formula::Walk(_) => None,
            Formula::Connected(..) | Formula::Joined(..) | Formula::Forms(..) => None,
        }
    }

    /// Ties a new literal to a condition on numbers, both ways; nothing if it is no such condition.
    pub(super) fn tie_numbers(&mut self, whole: Literal, id: FormulaId) -> Option<()> {
        match self.truth.world.clone().formulas.get(id) {
            Formula::Compare(sign, term) => {
                let (linear, mut parts) = self.flat(*sign, *term)?;
                if parts.is_empty() {
                    self.engine.post(Box::new(Reified::new(whole, linear)));
                    return Some(());
                }
                parts.push(self.comparison(linear));
                self.tie(whole, &parts, true);
            }
            Formula::Same(left, right) => {
                let linear = self.difference(Sign::Zero, *left, *right)?;
                self.engine.post(Box::new(Reified::new(whole, linear)));
            }
            Formula::Distinct(list) if list.len() <= MOST_IN_PAIRS => {
                let items = self.items(list)?;
                let parts = self.pairs(&items);
                self.tie(whole, &parts, true);
            }
            Formula::True | Formula::False | Formula::And(_) | Formula::Or(_) | Formula::Not(_) => {
                return None;
            }
            Formula::Distinct(_) | Formula::DistinctLists(_) => return None,
            Formula::Matches(..) | Formula::Walk(_) => return None,
            Formula::Connected(..) | Formula::Joined(..) | Formula::Forms(..) => return None,
        }
        Some(())
    }

    /// For each two items a literal that they differ or are not both there.
    fn pairs(&mut self, items: &[(Presence, VarId)]) -> Vec<Literal> {
        let mut parts = Vec::new();
        for (at, &(there, var)) in items.iter().enumerate() {
            for &(also, other) in &items[at + 1..] {
                let terms = vec![(1, View::Var(var)), (-1, View::Var(other))];
                let differ = self.comparison(Linear { sign: Sign::NotZero, constant: 0, terms });
                let absent = [there, also].into_iter().filter_map(Presence::literal);
                let mut ways: Vec<Literal> = absent.map(Literal::negated).collect();
                ways.push(differ);
                parts.push(self.joined(&ways, false));
            }
        }
        parts
    }

    /// A comparison as a sum of variables, and what must hold for its number to have a value.
    pub(super) fn flat(&mut self, sign: Sign, term: TermId) -> Option<(Linear, Vec<Literal>)> {
        let sum = self.truth.world.linear(term);
        self.flat_sum(sign, sum.constant, &sum.terms)
    }

    /// The same for a constant and what is added to it.
    pub(super) fn flat_sum(
        &mut self,
        sign: Sign,
        constant: i128,
        parts: &[(i128, TermId)],
    ) -> Option<(Linear, Vec<Literal>)> {
        let (constant, parts) = words(constant, parts)?;
        let (mut terms, mut defined) = (Vec::with_capacity(parts.len()), Vec::new());
        for (factor, part) in parts {
            let view = match self.view(part) {
                Some(view) => view,
                None => {
                    let number = self.number(part)?;
                    defined.extend(number.defined);
                    View::Var(number.var)
                }
            };
            terms.push((factor, view));
        }
        defined.sort_unstable();
        defined.dedup();
        let linear = Linear { sign, constant, terms };
        self.fits(&linear).then_some((linear, defined))
    }

    /// The difference of two numbers that always have a value.
    fn difference(&mut self, sign: Sign, left: TermId, right: TermId) -> Option<Linear> {
        let (left, right) = (self.total(left)?, self.total(right)?);
        let linear = Linear { sign, constant: 0, terms: vec![(1, View::Var(left)), (-1, View::Var(right))] };
        self.fits(&linear).then_some(linear)
    }

    /// The elements of a list with their presence; each has a value wherever it is there.
    fn items(&mut self, list: &[Guarded]) -> Option<Vec<(Presence, VarId)>> {
        list.iter().map(|&(guard, term)| Some((self.presence(guard, &[])?, self.total(term)?))).collect()
    }

    // ---- literals

    /// A new literal that holds exactly when a comparison does.
    pub(super) fn comparison(&mut self, linear: Linear) -> Literal {
        let literal = Literal::fresh(&mut self.engine.store);
        self.engine.post(Box::new(Reified::new(literal, linear)));
        literal
    }

    /// A literal that holds exactly when all, or any, of these do; there is at least one.
    fn joined(&mut self, parts: &[Literal], all: bool) -> Literal {
        if let [only] = parts {
            return *only;
        }
        let whole = Literal::fresh(&mut self.engine.store);
        self.tie(whole, parts, all);
        whole
    }

    /// That a condition and all of these literals hold.
    fn presence(&mut self, guard: FormulaId, defined: &[Literal]) -> Option<Presence> {
        let mut parts = defined.to_vec();
        if guard != FormulaId::TRUE {
            parts.push(self.literal(guard)?);
        }
        if parts.is_empty() {
            return Some(Presence::Always);
        }
        Some(Presence::If(self.joined(&parts, true)))
    }

    /// That a variable is from `low` to `high`; nothing if it always is.
    fn inside(&mut self, var: VarId, low: i64, high: i64) -> Option<Literal> {
        let store = &self.engine.store;
        if low <= store.min(var) && store.max(var) <= high {
            return None;
        }
        if let Some(literal) = Literal::among(store, var, |value| (low..=high).contains(&value)) {
            return Some(literal);
        }
        let sides = [(-1, low), (1, -high)].map(|(factor, constant)| {
            let terms = vec![(factor, View::Var(var))];
            self.comparison(Linear { sign: Sign::AtMostZero, constant, terms })
        });
        Some(self.joined(&sides, true))
    }

    /// That a variable is not 0; nothing if it never is.
    fn not_zero(&mut self, var: VarId) -> Option<Literal> {
        if !self.engine.store.contains(var, 0) {
            return None;
        }
        if let Some((base, _)) = self.engine.store.mask(var) {
            return Some(Literal { var, base, mask: !(1 << -base) });
        }
        let terms = vec![(1, View::Var(var))];
        Some(self.comparison(Linear { sign: Sign::NotZero, constant: 0, terms }))
    }

    /// A 0/1 variable that is 1 where a literal holds.
    fn truth_var(&mut self, literal: Literal) -> VarId {
        if literal.base == 0 && literal.mask == 0b10 && self.engine.store.max(literal.var) <= 1 {
            return literal.var;
        }
        let var = self.engine.store.add_range(0, 1);
        let terms = vec![(1, View::Var(var)), (-1, View::Truth(literal))];
        self.engine.post(Box::new(Linear { sign: Sign::Zero, constant: 0, terms }));
        var
    }

    // ---- numbers

    /// The variable of a number that always has a value.
    fn total(&mut self, term: TermId) -> Option<VarId> {
        self.number(term).filter(|number| number.defined.is_empty()).map(|number| number.var)
    }

    /// The variable of a number; nothing if it may leave 64 bits, or is no number that can be tied.
    fn number(&mut self, term: TermId) -> Option<Number> {
        if let Some(known) = self.numbers.known.get(&term) {
            return known.clone();
        }
        let number = self.new_number(term);
        self.numbers.known.insert(term, number.clone());
        number
    }

    fn new_number(&mut self, term: TermId) -> Option<Number> {
        let world = self.truth.world.clone();
        if let Some(unknown) = world.unknown(term) {
            return Some(Number { var: self.var(unknown), defined: Vec::new() });
        }
        match world.terms.node(term) {
            Node::Int(_) | Node::Sym(_) => {
                let code = self.truth.fixed_code(term)?;
                Some(Number { var: self.constant(code)?, defined: Vec::new() })
            }
            Node::Open(open) => match open {
                Open::Linear(..) => self.sum(term),
                Open::Truth(formula) => {
                    let literal = self.literal(*formula)?;
                    Some(Number { var: self.truth_var(literal), defined: Vec::new() })
                }
                Open::Mul(left, right) => {
                    self.product(&[(FormulaId::TRUE, *left), (FormulaId::TRUE, *right)])
                }
                Open::Product(list) => self.product(list),
                Open::Div(left, right) => self.quotient(*left, *right).map(|(quotient, _)| quotient),
                Open::Mod(left, right) => match self.parity(*left, *right) {
                    Some(odd) => Some(Number { var: self.truth_var(odd), defined: Vec::new() }),
                    None => self.quotient(*left, *right).map(|(_, rest)| rest),
                },
                Open::Abs(inner) => self.absolute(*inner),
                Open::Min(list) => self.extremum(false, list),
                Open::Max(list) => self.extremum(true, list),
                Open::Nth(index, list) => self.element(*index, list),
                Open::List(_) | Open::Reach(..) | Open::ReachSize(..) => None,
            },
            _ => None,
        }
    }

    /// A new variable for all numbers of an interval; nothing if they are too large.
    fn between(&mut self, Interval { low, high }: Interval) -> Option<VarId> {
        let fits = -WORD < low && low <= high && high < WORD;
        fits.then(|| self.engine.store.add_range(low as i64, high as i64))
    }

    fn constant(&mut self, value: i64) -> Option<VarId> {
        if let Some(&var) = self.numbers.constants.get(&value) {
            return Some(var);
        }
        let var = self.between(Interval::point(value.into()))?;
        self.numbers.constants.insert(value, var);
        Some(var)
    }

    fn sum(&mut self, term: TermId) -> Option<Number> {
        let (mut linear, defined) = self.flat(Sign::Zero, term)?;
        if let (0, [(1, View::Var(var))]) = (linear.constant, &linear.terms[..]) {
            return Some(Number { var: *var, defined });
        }
        let (low, high) = linear.bounds(&self.engine.store);
        let var = self.between(Interval::new(low, high))?;
        linear.terms.push((-1, View::Var(var)));
        let fits = self.fits(&linear);
        self.engine.post(Box::new(linear));
        fits.then_some(Number { var, defined })
    }

    /// `value` where the literal holds, else `otherwise`.
    fn choice(&mut self, literal: Literal, value: VarId, otherwise: i64) -> Option<VarId> {
        let bounds = interval(&self.engine.store, value);
        let result = self.between(bounds.hull(Interval::point(otherwise.into())))?;
        let items = vec![self.constant(otherwise)?, value];
        let index = self.truth_var(literal);
        self.engine.post(Box::new(At { index, first: 0, items, result, defined: Presence::Always }));
        Some(result)
    }

    fn product(&mut self, list: &[Guarded]) -> Option<Number> {
        if let [(FormulaId::TRUE, left), (FormulaId::TRUE, right)] = *list {
            for (truth, value) in [(left, right), (right, left)] {
                if let Node::Open(Open::Truth(formula)) = *self.truth.world.terms.node(truth) {
                    let literal = self.literal(formula)?;
                    let Number { var, defined } = self.number(value)?;
                    return Some(Number { var: self.choice(literal, var, 0)?, defined });
                }
            }
        }
        let (mut factors, mut defined) = (Vec::new(), Vec::new());
        for &(guard, term) in list {
            let number = self.number(term)?;
            if guard == FormulaId::TRUE {
                factors.push(number.var);
                defined.extend(number.defined);
                continue;
            }
            let there = self.literal(guard)?;
            factors.push(self.choice(there, number.var, 1)?);
            for needed in number.defined {
                defined.push(self.joined(&[there.negated(), needed], false));
            }
        }
        let store = &self.engine.store;
        let whole =
            factors.iter().try_fold(Total::of(1), |whole, &factor| whole.times(interval(store, factor)));
        let whole = whole.filter(|whole| whole.size() < WORD)?.bounds;
        let var = match factors[..] {
            [only] => only,
            _ => {
                let result = self.between(whole)?;
                self.engine.post(Box::new(Product::new(factors, result)));
                result
            }
        };
        Some(Number { var, defined })
    }

    fn quotient(&mut self, left: TermId, right: TermId) -> Option<(Number, Number)> {
        if let Some(known) = self.numbers.quotients.get(&(left, right)) {
            return Some(known.clone());
        }
        let (dividend, divisor) = (self.number(left)?, self.number(right)?);
        let mut defined = [dividend.defined, divisor.defined].concat();
        let (dividend, divisor) = (dividend.var, divisor.var);
        let by = interval(&self.engine.store, divisor);
        let quotient = self.between(interval(&self.engine.store, dividend).quotients(by)?)?;
        let rest = self.between(by.rests())?;
        let not_zero = self.not_zero(divisor);
        let there = not_zero.map_or(Presence::Always, Presence::If);
        defined.extend(not_zero);
        self.engine.post(Box::new(Quotient { dividend, divisor, quotient, rest, defined: there }));
        let both = (Number { var: quotient, defined: defined.clone() }, Number { var: rest, defined });
        self.numbers.quotients.insert((left, right), both.clone());
        Some(both)
    }

    fn absolute(&mut self, inner: TermId) -> Option<Number> {
        let Number { var: inner, defined } = self.number(inner)?;
        let result = self.between(interval(&self.engine.store, inner).abs())?;
        self.engine.post(Box::new(Absolute { inner, result }));
        Some(Number { var: result, defined })
    }

    fn extremum(&mut self, greatest: bool, list: &[Guarded]) -> Option<Number> {
        let mut items = Vec::with_capacity(list.len());
        for &(guard, term) in list {
            let number = self.number(term)?;
            items.push((self.presence(guard, &number.defined)?, number.var));
        }
        let store = &self.engine.store;
        let bounds = items.iter().map(|&(_, var)| interval(store, var)).reduce(Interval::hull)?;
        let result = self.between(bounds)?;
        let there: Option<Vec<Literal>> = items.iter().map(|(there, _)| there.literal()).collect();
        let some = there.map(|literals| self.joined(&literals, false));
        let defined = some.map_or(Presence::Always, Presence::If);
        self.engine.post(Box::new(Extremum::new(greatest, items, result, defined)));
        Some(Number { var: result, defined: some.into_iter().collect() })
    }

    fn element(&mut self, index: TermId, list: &[TermId]) -> Option<Number> {
        let Number { var: index, mut defined } = self.number(index)?;
        let items: Vec<VarId> = list.iter().map(|&term| self.total(term)).collect::<Option<_>>()?;
        let store = &self.engine.store;
        let bounds = items.iter().map(|&var| interval(store, var)).reduce(Interval::hull)?;
        let result = self.between(bounds)?;
        let inside = self.inside(index, 1, items.len() as i64);
        let there = inside.map_or(Presence::Always, Presence::If);
        defined.extend(inside);
        self.engine.post(Box::new(At { index, first: 1, items, result, defined: there }));
        Some(Number { var: result, defined })
    }
}

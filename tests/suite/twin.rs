//! A second meaning of conditions: evaluates formulas on finished values by the book, to be held against the checker.

use gridlog::stages::eval::{Machine, Policy, World};
use gridlog::stages::formula::{Closure, Formula};
use gridlog::stages::number::Sign;
use gridlog::stages::program::Form;
use gridlog::stages::term::{FormulaId, Guarded, Node, Open, RelationId, TermId};
use gridlog::stages::unknown::UnknownId;
use std::collections::{BTreeMap, BTreeSet};

/// Conditions on one world, evaluated on values.
pub struct Twin<'w> {
    pub world: &'w mut World,
    pub values: &'w [TermId],
}

impl Twin<'_> {
    /// Whether a condition holds.
    pub fn holds(&mut self, id: FormulaId) -> bool {
        match self.world.formulas.get(id).clone() {
            Formula::True => true,
            Formula::False => false,
            Formula::Compare(sign, term) => match (sign, self.number(term)) {
                (_, None) => false,
                (Sign::Zero, Some(value)) => value == 0,
                (Sign::NotZero, Some(value)) => value != 0,
                (Sign::AtMostZero, Some(value)) => value <= 0,
            },
            Formula::Same(left, right) => self.value(left) == self.value(right),
            Formula::And(parts) => parts.iter().all(|&part| self.holds(part)),
            Formula::Or(parts) => parts.iter().any(|&part| self.holds(part)),
            Formula::Not(inner) => !self.holds(inner),
            Formula::Distinct(list) => {
                let values: Vec<_> = self.present(&list).into_iter().map(|term| self.any(term)).collect();
                let different: BTreeSet<_> = values.iter().copied().collect();
                different.len() == values.len()
            }
            Formula::DistinctLists(lists) => {
                let lists: Vec<Vec<(u8, i128)>> = lists.iter().map(|&list| self.list(list)).collect();
                let different: BTreeSet<_> = lists.iter().cloned().collect();
                different.len() == lists.len()
            }
            Formula::Matches(list, grammar, args) => self.matches(list, grammar, &args),
            Formula::Walk(closures) => self.walk(&closures),
            Formula::Connected(list, relation) => {
                let members: BTreeSet<TermId> = self.present(&list).into_iter().collect();
                let Some(&first) = members.iter().next() else { return true };
                let inside = |left, right| members.contains(&left) && members.contains(&right);
                let edges = both_ways(&self.steps(relation, inside));
                reach(first, &edges).len() == members.len()
            }
            Formula::Joined(left, right, relation) => {
                let steps = self.steps(relation, |_, _| true);
                reach(left, &steps).contains(&right)
            }
            Formula::Forms(form, relation) => {
                let edges = both_ways(&self.steps(relation, |_, _| true));
                forms(form, &edges)
            }
        }
    }

    fn present(&mut self, list: &[Guarded]) -> Vec<TermId> {
        list.iter().filter(|(guard, _)| self.holds(*guard)).map(|(_, term)| *term).collect()
    }

    fn value(&self, term: TermId) -> TermId {
        self.world.unknown(term).map_or(term, |UnknownId(id)| self.values[id as usize])
    }

    /// A value of either kind, in a form that can be compared.
    fn any(&mut self, term: TermId) -> (u8, i128) {
        let value = self.value(term);
        match self.world.terms.node(value) {
            Node::Sym(symbol) => (1, i128::from(symbol.0)),
            _ => self.number(value).map_or((2, 0), |number| (0, number)),
        }
    }

    fn list(&mut self, list: TermId) -> Vec<(u8, i128)> {
        let elements = self.world.terms.elements(list, usize::MAX).expect("a list");
        elements.into_iter().map(|element| self.any(element)).collect()
    }

    fn number(&mut self, term: TermId) -> Option<i128> {
        let value = self.value(term);
        match self.world.terms.node(value).clone() {
            Node::Int(value) => Some(value),
            Node::Open(open) => self.open(open),
            _ => None,
        }
    }

    fn open(&mut self, open: Open) -> Option<i128> {
        match open {
            Open::Linear(constant, terms) => {
                let mut sum = constant;
                for (factor, term) in terms {
                    sum += factor * self.number(term)?;
                }
                Some(sum)
            }
            Open::Mul(left, right) => Some(self.number(left)? * self.number(right)?),
            Open::Div(left, right) => {
                let (left, right) = (self.number(left)?, self.number(right)?);
                (right != 0).then(|| floor(left, right))
            }
            Open::Mod(left, right) => {
                let (left, right) = (self.number(left)?, self.number(right)?);
                (right != 0).then(|| left - right * floor(left, right))
            }
            Open::Abs(inner) => self.number(inner).map(i128::abs),
            Open::Min(list) => self.present(&list).into_iter().filter_map(|term| self.number(term)).min(),
            Open::Max(list) => self.present(&list).into_iter().filter_map(|term| self.number(term)).max(),
            Open::Product(list) => self.present(&list).into_iter().map(|term| self.number(term)).product(),
            Open::Nth(index, list) => {
                let index = usize::try_from(self.number(index)? - 1).ok()?;
                list.get(index).and_then(|&term| self.number(term))
            }
            Open::Truth(formula) => Some(i128::from(self.holds(formula))),
            Open::ReachSize(from, relation) => {
                let steps = self.steps(relation, |_, _| true);
                Some(reach(from, &steps).len() as i128)
            }
            Open::List(_) | Open::Reach(..) => None,
        }
    }

    /// The steps of a relation, along its direction.
    fn steps(
        &mut self,
        relation: RelationId,
        keep: impl Fn(TermId, TermId) -> bool,
    ) -> BTreeMap<TermId, BTreeSet<TermId>> {
        let pairs = self.world.relations[relation.0 as usize].pairs.clone();
        let mut steps: BTreeMap<TermId, BTreeSet<TermId>> = BTreeMap::new();
        for &(left, right, condition) in pairs.iter() {
            if left != right && keep(left, right) && self.holds(condition) {
                steps.entry(left).or_default().insert(right);
            }
        }
        steps
    }

    /// A term with what depends on values computed; places stay places. Nothing if a number in it has no value: then a
    /// condition beside it is false.
    fn known(&mut self, term: TermId) -> Option<TermId> {
        Some(match self.world.terms.node(term).clone() {
            Node::Cons(head, tail) => {
                let (head, tail) = (self.known(head)?, self.known(tail)?);
                self.world.terms.add(Node::Cons(head, tail))
            }
            Node::Set(parts) => {
                let parts = self.all_known(&parts)?;
                self.world.terms.set(parts)
            }
            Node::Compound(name, parts) => {
                let parts = self.all_known(&parts)?;
                self.world.terms.add(Node::Compound(name, parts.into()))
            }
            Node::Open(Open::List(list)) => {
                let present = self.present(&list);
                let present = self.all_known(&present)?;
                self.world.terms.list(&present)
            }
            Node::Open(Open::Reach(from, relation)) => {
                let steps = self.steps(relation, |_, _| true);
                let places: Vec<TermId> = reach(from, &steps).into_iter().collect();
                self.world.terms.list(&places)
            }
            Node::Open(open) => {
                let value = self.open(open)?;
                self.world.terms.int(value)
            }
            _ => term,
        })
    }

    fn all_known(&mut self, terms: &[TermId]) -> Option<Vec<TermId>> {
        terms.iter().map(|&term| self.known(term)).collect()
    }

    /// A recursive definition has no second meaning here: it runs on the known values.
    fn walk(&mut self, closures: &[Closure]) -> bool {
        let mut known = Vec::new();
        for closure in closures {
            let terms: Vec<TermId> = match closure {
                Closure::Call(_, args) => args.to_vec(),
                Closure::Goal(_, env) => env.iter().map(|&(_, term)| term).collect(),
            };
            let Some(terms) = self.all_known(&terms) else { return false };
            known.push(match closure {
                Closure::Call(predicate, _) => Closure::Call(*predicate, terms.into()),
                Closure::Goal(goal, env) => {
                    let env = env.iter().zip(terms).map(|(&(slot, _), term)| (slot, term));
                    Closure::Goal(goal.clone(), env.collect())
                }
            });
        }
        let mut machine = Machine::new(self.world, Policy::Known(self.values));
        // A mistake inside a walk shows in the checker too, wherever the walk matters.
        machine.walk_holds(&known).unwrap_or(false)
    }

    fn matches(
        &mut self,
        list: TermId,
        grammar: gridlog::stages::program::GrammarId,
        args: &[TermId],
    ) -> bool {
        let (Some(list), Some(args)) = (self.known(list), self.all_known(args)) else { return false };
        let mut machine = Machine::new(self.world, Policy::Known(self.values));
        machine.line_matches(list, grammar, &args).expect("a line of known values")
    }
}

/// The greatest number whose product with the divisor does not pass the dividend.
fn floor(dividend: i128, divisor: i128) -> i128 {
    let near = dividend / divisor;
    let fits = |quotient: i128| {
        if divisor > 0 { quotient * divisor <= dividend } else { quotient * divisor >= dividend }
    };
    (near - 1..=near + 1).rev().find(|&quotient| fits(quotient)).unwrap_or(near)
}

/// Whether edges form something. No edge may close a loop in a tree: without it, its ends do not hang together.
fn forms(form: Form, edges: &BTreeMap<TermId, BTreeSet<TermId>>) -> bool {
    let whole = edges.keys().next().is_some_and(|&first| reach(first, edges).len() == edges.len());
    let looped = edges.values().all(|next| next.len() == 2);
    let narrow = edges.values().all(|next| next.len() <= 2);
    let open = edges.iter().all(|(&left, next)| {
        next.iter().all(|&right| {
            let mut without = edges.clone();
            without.entry(left).or_default().remove(&right);
            without.entry(right).or_default().remove(&left);
            !reach(left, &without).contains(&right)
        })
    });
    match form {
        Form::Loop => whole && looped,
        Form::Loops => looped,
        Form::Path => whole && open && narrow,
        Form::Tree => whole && open,
        Form::Acyclic => open,
    }
}

/// Each step with the step back.
fn both_ways(steps: &BTreeMap<TermId, BTreeSet<TermId>>) -> BTreeMap<TermId, BTreeSet<TermId>> {
    let mut edges = steps.clone();
    for (&left, next) in steps {
        for &right in next {
            edges.entry(right).or_default().insert(left);
        }
    }
    edges
}

fn reach(from: TermId, edges: &BTreeMap<TermId, BTreeSet<TermId>>) -> BTreeSet<TermId> {
    let mut seen = BTreeSet::from([from]);
    let mut open = vec![from];
    while let Some(place) = open.pop() {
        for &next in edges.get(&place).into_iter().flatten() {
            if seen.insert(next) {
                open.push(next);
            }
        }
    }
    seen
}

/// The unknowns that a condition speaks about.
pub fn scope(world: &World, id: FormulaId, found: &mut BTreeSet<u32>) {
    let guarded = |list: &[Guarded], found: &mut BTreeSet<u32>| {
        for &(guard, term) in list {
            scope(world, guard, found);
            term_scope(world, term, found);
        }
    };
    match world.formulas.get(id) {
        Formula::True | Formula::False => {}
        Formula::Compare(_, term) => term_scope(world, *term, found),
        Formula::Same(left, right) => {
            [left, right].into_iter().for_each(|&term| term_scope(world, term, found))
        }
        Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|&part| scope(world, part, found)),
        Formula::Not(inner) => scope(world, *inner, found),
        Formula::Distinct(list) => guarded(list, found),
        Formula::DistinctLists(lists) => lists.iter().for_each(|&list| term_scope(world, list, found)),
        Formula::Matches(list, _, args) => {
            term_scope(world, *list, found);
            args.iter().for_each(|&arg| term_scope(world, arg, found));
        }
        // A walk may read more than its arguments name: everything.
        Formula::Walk(_) => found.extend(0..world.unknowns.len() as u32),
        Formula::Connected(list, relation) => {
            guarded(list, found);
            relation_scope(world, *relation, found);
        }
        Formula::Joined(.., relation) | Formula::Forms(_, relation) => {
            relation_scope(world, *relation, found)
        }
    }
}

fn relation_scope(world: &World, relation: RelationId, found: &mut BTreeSet<u32>) {
    for &(.., condition) in world.relations[relation.0 as usize].pairs.iter() {
        scope(world, condition, found);
    }
}

fn term_scope(world: &World, term: TermId, found: &mut BTreeSet<u32>) {
    if let Some(UnknownId(id)) = world.unknown(term) {
        found.insert(id);
        return;
    }
    match world.terms.node(term) {
        Node::Cons(head, tail) => {
            term_scope(world, *head, found);
            term_scope(world, *tail, found);
        }
        Node::Open(open) => match open {
            Open::Linear(_, terms) => terms.iter().for_each(|&(_, term)| term_scope(world, term, found)),
            Open::Mul(a, b) | Open::Div(a, b) | Open::Mod(a, b) => {
                term_scope(world, *a, found);
                term_scope(world, *b, found);
            }
            Open::Abs(inner) => term_scope(world, *inner, found),
            Open::Min(list) | Open::Max(list) | Open::Product(list) | Open::List(list) => {
                for &(guard, term) in list {
                    scope(world, guard, found);
                    term_scope(world, term, found);
                }
            }
            Open::Nth(index, list) => {
                term_scope(world, *index, found);
                list.iter().for_each(|&term| term_scope(world, term, found));
            }
            Open::Truth(formula) => scope(world, *formula, found),
            Open::Reach(_, relation) | Open::ReachSize(_, relation) => {
                relation_scope(world, *relation, found)
            }
        },
        _ => {}
    }
}

//! Conditions evaluated on values: what tables are made from, and what is asked when all else is fixed.

use std::sync::Arc;

use crate::base::diagram::Diagram;
use crate::base::hash::{Map, Set};
use crate::base::number;
use crate::board::eval::World;
use crate::board::formula::Formula;
use crate::board::unknown::UnknownId;
use crate::language::term::{FormulaId, Guarded, Node, Open, RelationId, TermId};

/// Conditions of one world, with the diagrams of those that need one.
#[derive(Clone, Debug)]
pub struct Truth {
    /// Terms, conditions and unknowns.
    pub world: Arc<World>,
    /// The diagrams of recursive definitions and line grammars.
    pub diagrams: Arc<Map<FormulaId, Diagram>>,
    /// The values of symbols, as numbers.
    pub codes: Arc<Map<u32, i64>>,
}

/// The unknowns that conditions speak about.
#[derive(Default, Debug)]
pub struct Scope {
    /// Those found so far.
    pub unknowns: Set<UnknownId>,
    /// Relations that have been looked through.
    relations: Set<RelationId>,
}

impl Scope {
    /// Those found, in order.
    pub(super) fn in_order(self) -> Vec<UnknownId> {
        let mut unknowns: Vec<UnknownId> = self.unknowns.into_iter().collect();
        unknowns.sort_unstable();
        unknowns
    }
}

/// Gives the value of each unknown.
type Values<'v> = &'v dyn Fn(UnknownId) -> i64;

impl Truth {
    /// Whether a condition holds.
    pub fn holds(&self, id: FormulaId, values: Values<'_>) -> bool {
        match self.world.formulas.get(id) {
            Formula::True => true,
            Formula::False => false,
            Formula::Compare(sign, term) => self.number(*term, values).is_some_and(|value| sign.holds(value)),
            Formula::Same(left, right) => self.number(*left, values) == self.number(*right, values),
            Formula::And(parts) => parts.iter().all(|&part| self.holds(part, values)),
            Formula::Or(parts) => parts.iter().any(|&part| self.holds(part, values)),
            Formula::Not(inner) => !self.holds(*inner, values),
            Formula::Distinct(list) => {
                let mut seen = Set::default();
                self.present(list, values).into_iter().all(|term| seen.insert(self.number(term, values)))
            }
            Formula::DistinctLists(lists) => {
                let mut seen = Set::default();
                lists.iter().all(|&list| {
                    let numbers: Vec<Option<i128>> =
                        self.elements(list).into_iter().map(|element| self.number(element, values)).collect();
                    seen.insert(numbers)
                })
            }
            Formula::Matches(..) | Formula::Walk(_) => self.follow(id, values),
            Formula::Connected(list, relation) => {
                let members: Set<TermId> = self.present(list, values).into_iter().collect();
                let inside =
                    |left: TermId, right: TermId| members.contains(&left) && members.contains(&right);
                let edges = self.edges(*relation, values, inside);
                members.iter().next().is_none_or(|&first| reach(first, &edges).len() == members.len())
            }
            Formula::Joined(left, right, relation) => {
                reach(*left, &self.steps(*relation, values, |_, _| true)).contains(right)
            }
            Formula::Loop(relation) => {
                let edges = self.edges(*relation, values, |_, _| true);
                let Some(&first) = edges.keys().next() else { return false };
                edges.values().all(|next| next.len() == 2) && reach(first, &edges).len() == edges.len()
            }
        }
    }

    fn follow(&self, id: FormulaId, values: Values<'_>) -> bool {
        let Some(diagram) = self.diagrams.get(&id) else { return false };
        let mut at = diagram.root;
        while at > Diagram::TRUE {
            let node = diagram.node(at);
            let unknown = UnknownId(node.var);
            let wanted = values(unknown);
            let index = self.domain_codes(unknown).iter().position(|&code| code == wanted);
            at = index.map_or(Diagram::FALSE, |index| node.children[index]);
        }
        at == Diagram::TRUE
    }

    /// The values of an unknown as numbers, in the order of its domain.
    pub fn domain_codes(&self, unknown: UnknownId) -> Vec<i64> {
        use crate::board::unknown::Domain;
        match &self.world.unknowns[unknown.0 as usize].domain {
            Domain::Range(low, high) => (*low..=*high).collect(),
            Domain::Integers(values) => values.to_vec(),
            Domain::Symbols(symbols) => symbols.iter().map(|symbol| self.codes[&symbol.0]).collect(),
        }
    }

    /// The elements that are there.
    pub fn present(&self, list: &[Guarded], values: Values<'_>) -> Vec<TermId> {
        list.iter().filter(|(guard, _)| self.holds(*guard, values)).map(|&(_, term)| term).collect()
    }

    /// The elements of a list.
    pub fn elements(&self, list: TermId) -> Vec<TermId> {
        let mut elements = Vec::new();
        let mut rest = list;
        while let &Node::Cons(head, tail) = self.world.terms.node(rest) {
            elements.push(head);
            rest = tail;
        }
        if let Node::Set(parts) = self.world.terms.node(rest) {
            elements.extend(parts.iter());
        }
        elements
    }

    /// The number that a term stands for, that of a symbol included; nothing if it has none.
    pub fn number(&self, term: TermId, values: Values<'_>) -> Option<i128> {
        if let Some(unknown) = self.world.unknown(term) {
            return Some(values(unknown).into());
        }
        match self.world.terms.node(term) {
            Node::Int(value) => Some(*value),
            Node::Sym(symbol) => Some(self.symbol_code(*symbol).into()),
            Node::Open(open) => self.open(open, values),
            _ => None,
        }
    }

    fn open(&self, open: &Open, values: Values<'_>) -> Option<i128> {
        let number = |term: TermId| self.number(term, values);
        match open {
            Open::Linear(constant, terms) => terms.iter().try_fold(*constant, |sum, &(factor, term)| {
                number::add(sum, number::mul(factor, number(term)?)?)
            }),
            Open::Mul(left, right) => number::mul(number(*left)?, number(*right)?),
            Open::Div(left, right) => number::div(number(*left)?, number(*right)?),
            Open::Mod(left, right) => number::rem(number(*left)?, number(*right)?),
            Open::Abs(inner) => Some(number(*inner)?.abs()),
            Open::Min(list) => self.present(list, values).into_iter().filter_map(number).min(),
            Open::Max(list) => self.present(list, values).into_iter().filter_map(number).max(),
            Open::Product(list) => self
                .present(list, values)
                .into_iter()
                .try_fold(1, |product, term| number::mul(product, number(term)?)),
            Open::Nth(index, list) => {
                let index = usize::try_from(number(*index)? - 1).ok()?;
                list.get(index).and_then(|&term| number(term))
            }
            Open::Truth(formula) => Some(i128::from(self.holds(*formula, values))),
            Open::ReachSize(from, relation) => {
                Some(reach(*from, &self.steps(*relation, values, |_, _| true)).len() as i128)
            }
            Open::List(_) | Open::Reach(..) => None,
        }
    }

    /// The pairs of a relation that hold and are kept, along its direction.
    pub fn steps(
        &self,
        relation: RelationId,
        values: Values<'_>,
        keep: impl Fn(TermId, TermId) -> bool,
    ) -> Map<TermId, Set<TermId>> {
        let mut steps: Map<TermId, Set<TermId>> = Map::default();
        for &(left, right, condition) in self.world.relations[relation.0 as usize].pairs.iter() {
            if left != right && keep(left, right) && self.holds(condition, values) {
                steps.entry(left).or_default().insert(right);
            }
        }
        steps
    }

    /// The pairs of a relation that hold and are kept, as neighbours both ways.
    pub fn edges(
        &self,
        relation: RelationId,
        values: Values<'_>,
        keep: impl Fn(TermId, TermId) -> bool,
    ) -> Map<TermId, Set<TermId>> {
        let steps = self.steps(relation, values, keep);
        let mut edges = steps.clone();
        for (left, next) in steps {
            for right in next {
                edges.entry(right).or_default().insert(left);
            }
        }
        edges
    }

    /// The unknowns that a condition speaks about, in order.
    pub fn unknowns(&self, id: FormulaId) -> Vec<UnknownId> {
        let mut found = Scope::default();
        self.scope(id, &mut found);
        found.in_order()
    }

    /// Adds the unknowns that a condition speaks about.
    pub fn scope(&self, id: FormulaId, found: &mut Scope) {
        match self.world.formulas.get(id) {
            Formula::True | Formula::False => {}
            Formula::Compare(_, term) => self.term_scope(*term, found),
            Formula::Same(left, right) => {
                self.term_scope(*left, found);
                self.term_scope(*right, found);
            }
            Formula::And(parts) | Formula::Or(parts) => {
                parts.iter().for_each(|&part| self.scope(part, found))
            }
            Formula::Not(inner) => self.scope(*inner, found),
            Formula::Distinct(list) => self.list_scope(list, found),
            Formula::DistinctLists(lists) => lists.iter().for_each(|&list| self.term_scope(list, found)),
            Formula::Matches(..) | Formula::Walk(_) => {
                if let Some(diagram) = self.diagrams.get(&id) {
                    found
                        .unknowns
                        .extend((2..diagram.len() as u32 + 2).map(|node| UnknownId(diagram.node(node).var)));
                }
            }
            Formula::Connected(list, relation) => {
                self.list_scope(list, found);
                self.relation_scope(*relation, found);
            }
            Formula::Joined(.., relation) | Formula::Loop(relation) => self.relation_scope(*relation, found),
        }
    }

    fn list_scope(&self, list: &[Guarded], found: &mut Scope) {
        for &(guard, term) in list {
            self.scope(guard, found);
            self.term_scope(term, found);
        }
    }

    fn relation_scope(&self, relation: RelationId, found: &mut Scope) {
        if !found.relations.insert(relation) {
            return;
        }
        for &(.., condition) in self.world.relations[relation.0 as usize].pairs.iter() {
            self.scope(condition, found);
        }
    }

    /// Adds the unknowns that a number depends on.
    pub(super) fn term_scope(&self, term: TermId, found: &mut Scope) {
        if let Some(unknown) = self.world.unknown(term) {
            found.unknowns.insert(unknown);
            return;
        }
        match self.world.terms.node(term) {
            Node::Cons(..) => {
                self.elements(term).into_iter().for_each(|element| self.term_scope(element, found))
            }
            Node::Open(open) => match open {
                Open::Linear(_, terms) => terms.iter().for_each(|&(_, term)| self.term_scope(term, found)),
                Open::Mul(left, right) | Open::Div(left, right) | Open::Mod(left, right) => {
                    self.term_scope(*left, found);
                    self.term_scope(*right, found);
                }
                Open::Abs(inner) => self.term_scope(*inner, found),
                Open::Min(list) | Open::Max(list) | Open::Product(list) | Open::List(list) => {
                    self.list_scope(list, found);
                }
                Open::Nth(index, list) => {
                    self.term_scope(*index, found);
                    list.iter().for_each(|&term| self.term_scope(term, found));
                }
                Open::Truth(formula) => self.scope(*formula, found),
                Open::Reach(_, relation) | Open::ReachSize(_, relation) => {
                    self.relation_scope(*relation, found)
                }
            },
            _ => {}
        }
    }
}

fn reach(from: TermId, edges: &Map<TermId, Set<TermId>>) -> Set<TermId> {
    let mut seen: Set<TermId> = [from].into_iter().collect();
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

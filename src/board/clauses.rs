//! The clauses of a predicate, found by their first argument, so that facts in the thousands are fast.

use std::sync::{Arc, OnceLock};

use crate::base::hash::Map;
use crate::language::program::{Clause, Expr};
use crate::language::source::Span;
use crate::language::term::{Node, TermId, Terms};

/// Below this many clauses a look through all of them is as fast.
const FEW: usize = 8;

/// The clauses of one predicate.
#[derive(Clone, Debug, Default)]
pub struct Clauses {
    list: Vec<Clause>,
    /// Whether all clauses are facts.
    facts_only: bool,
    index: OnceLock<Index>,
}

#[derive(Clone, Debug, Default)]
struct Index {
    /// Clauses whose first argument is this ground term.
    exact: Map<TermId, Vec<u32>>,
    /// Clauses whose first argument is an integer or a symbol: a place may have that value.
    values: Vec<u32>,
    /// Clauses whose first argument is a place: a number or symbol may be its value.
    places: Vec<u32>,
    /// Clauses whose first argument may match anything.
    open: Vec<u32>,
}

impl Clauses {
    /// The clauses in order.
    pub fn new(list: Vec<Clause>) -> Clauses {
        let facts_only = list.iter().all(|clause| matches!(clause, Clause::Fact(..)));
        Clauses { list, facts_only, index: OnceLock::new() }
    }

    /// Adds a fact at the end.
    pub fn add(&mut self, row: Box<[TermId]>, span: Span) {
        self.list.push(Clause::Fact(row, span));
        self.index = OnceLock::new();
    }

    /// All clauses.
    pub fn list(&self) -> &[Clause] {
        &self.list
    }

    /// The clause with this number.
    pub fn get(&self, number: u32) -> &Clause {
        &self.list[number as usize]
    }

    /// The facts among the clauses, with where they stand.
    pub fn facts(&self) -> impl Iterator<Item = (&[TermId], Span)> {
        self.list.iter().filter_map(|clause| match clause {
            Clause::Fact(row, span) => Some((row.as_ref(), *span)),
            Clause::Rule(_) => None,
        })
    }

    /// Whether all clauses are facts.
    pub fn facts_only(&self) -> bool {
        self.facts_only
    }

    /// Whether there is no clause.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The numbers of the clauses that may match these arguments, in order.
    pub fn candidates(&self, args: &[TermId], terms: &Terms) -> Arc<[u32]> {
        let every = 0..self.list.len() as u32;
        let Some(&first) = args.first() else { return every.collect() };
        if !terms.is_ground(first) {
            return every.collect();
        }
        if self.list.len() <= FEW {
            return every.filter(|&number| self.may_match(number, first, terms)).collect();
        }
        let index = self.index.get_or_init(|| self.build(terms));
        let exact = index.exact.get(&first).map_or(&[][..], Vec::as_slice);
        // A place may have any value, and a value may be that of any place.
        let (values, places) = match terms.node(first) {
            Node::Place(..) => (index.values.as_slice(), &[][..]),
            Node::Open(_) => (index.values.as_slice(), index.places.as_slice()),
            Node::Int(_) | Node::Sym(_) => (&[][..], index.places.as_slice()),
            _ => (&[][..], &[][..]),
        };
        if index.open.is_empty() && values.is_empty() && places.is_empty() {
            return exact.into();
        }
        let mut all: Vec<u32> =
            exact.iter().chain(&index.open).chain(values).chain(places).copied().collect();
        all.sort_unstable();
        all.dedup();
        all.into()
    }

    fn build(&self, terms: &Terms) -> Index {
        let mut index = Index::default();
        for (number, clause) in self.list.iter().enumerate() {
            let number = number as u32;
            let first = match clause {
                Clause::Fact(row, _) => Some(row[0]),
                Clause::Rule(rule) => match rule.head[0] {
                    Expr::Ground(term) => Some(term),
                    _ => None,
                },
            };
            match first {
                None => index.open.push(number),
                Some(term) => match terms.node(term) {
                    Node::Int(_) | Node::Sym(_) => {
                        index.exact.entry(term).or_default().push(number);
                        index.values.push(number);
                    }
                    Node::Place(..) => {
                        index.exact.entry(term).or_default().push(number);
                        index.places.push(number);
                    }
                    _ => index.open.push(number),
                },
            }
        }
        index
    }

    /// Whether a clause's first argument may match a ground term; only what is surely different is told apart.
    fn may_match(&self, number: u32, term: TermId, terms: &Terms) -> bool {
        let pattern = match &self.list[number as usize] {
            Clause::Fact(row, _) => terms.node(row[0]),
            Clause::Rule(rule) => match &rule.head[0] {
                Expr::Ground(pattern) => terms.node(*pattern),
                Expr::List(..) => {
                    return !matches!(
                        terms.node(term),
                        Node::Nil | Node::Int(_) | Node::Sym(_) | Node::Place(..)
                    );
                }
                Expr::Place(..) => return matches!(terms.node(term), Node::Place(..)),
                _ => return true,
            },
        };
        match (pattern, terms.node(term)) {
            (Node::Int(a), Node::Int(b)) => a == b,
            (Node::Sym(a), Node::Sym(b)) => a == b,
            (Node::Int(_), Node::Sym(_)) | (Node::Sym(_), Node::Int(_)) => false,
            (Node::Nil, Node::Cons(..)) => false,
            _ => true,
        }
    }
}

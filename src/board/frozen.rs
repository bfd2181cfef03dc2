//! The board: shape, unknowns and facts of a puzzle. It is built by [`crate::board::ground`] and never changed after that, so
//! that every run on it shares it.

use std::sync::Arc;

use crate::base::hash::{Map, Set};
use crate::board::clauses::Clauses;
use crate::board::unknown::{Domain, Unknown, UnknownId};
use crate::language::program::{PredicateId, Program};
use crate::language::source::Span;
use crate::language::term::{Node, Symbol, TermId, Terms};

/// What is known of a puzzle before any value is.
#[derive(Clone, Debug)]
pub struct Board {
    /// The rules.
    pub program: Arc<Program>,
    /// Rows and columns of the grid, once they are known.
    pub size: Option<(i64, i64)>,
    /// Values of params, once they are known.
    pub params: Vec<Option<TermId>>,
    /// All unknowns, in the order they were declared.
    pub unknowns: Vec<Unknown>,
    /// The name of the family of cells.
    pub(crate) cell: Symbol,
    /// The places of each family, in order.
    pub(crate) places: Map<Symbol, Arc<[TermId]>>,
    /// Families whose unknowns have been declared.
    pub(crate) declared: Set<Symbol>,
    /// The clauses and facts of each predicate.
    pub(crate) clauses: Vec<Clauses>,
    by_place: Map<TermId, UnknownId>,
}

impl Board {
    /// The board of a program before its shape is known.
    pub fn new(program: &Arc<Program>, cell: Symbol) -> Board {
        let clauses = program.predicates.iter().map(|known| Clauses::new(known.clauses.clone()));
        Board {
            program: program.clone(),
            size: None,
            params: vec![None; program.params.len()],
            unknowns: Vec::new(),
            cell,
            places: Map::default(),
            declared: Set::default(),
            clauses: clauses.collect(),
            by_place: Map::default(),
        }
    }

    /// The unknown at a place.
    pub fn unknown(&self, place: TermId) -> Option<UnknownId> {
        self.by_place.get(&place).copied()
    }

    /// The place of a square of the grid.
    pub(crate) fn square(&self, row: i128, column: i128) -> Option<TermId> {
        let (rows, cols) = self.size?;
        let inside = (1..=i128::from(rows)).contains(&row) && (1..=i128::from(cols)).contains(&column);
        let at = (row - 1) * i128::from(cols) + column - 1;
        self.places.get(&self.cell).filter(|_| inside).and_then(|squares| squares.get(at as usize).copied())
    }

    /// The values of a place, if it holds an unknown.
    pub fn domain(&self, place: TermId) -> Option<&Domain> {
        self.unknown(place).map(|id| &self.unknowns[id.0 as usize].domain)
    }

    /// Declares an unknown; one that is declared already stays as it is.
    pub fn declare(&mut self, unknown: Unknown, terms: &Terms) {
        if self.by_place.contains_key(&unknown.place) {
            return;
        }
        if let Node::Place(name, _) = terms.node(unknown.place) {
            self.declared.insert(*name);
        }
        let id = UnknownId(self.unknowns.len() as u32);
        self.by_place.insert(unknown.place, id);
        self.unknowns.push(unknown);
    }

    /// Adds a fact of the puzzle.
    pub fn add_fact(&mut self, predicate: PredicateId, row: Box<[TermId]>, span: Span) {
        self.clauses[predicate.0 as usize].add(row, span);
    }
}

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
    /// The squares of the grid, row by row.
    pub(crate) squares: Arc<[TermId]>,
    /// Whether a term is a square, by its number.
    is_square: Vec<bool>,
    /// The places of each family, in order.
    pub(crate) places: Map<Symbol, Arc<[TermId]>>,
    /// Families whose unknowns have been declared.
    pub(crate) declared: Set<Symbol>,
    /// The clauses and facts of each predicate.
    pub(crate) clauses: Vec<Clauses>,
    /// The unknown at each place, by the number of its term.
    by_place: Vec<Option<UnknownId>>,
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
            squares: Arc::default(),
            is_square: Vec::new(),
            places: Map::default(),
            declared: Set::default(),
            clauses: clauses.collect(),
            by_place: Vec::new(),
        }
    }

    /// The unknown at a place.
    #[inline]
    pub fn unknown(&self, place: TermId) -> Option<UnknownId> {
        self.by_place.get(place.0 as usize).copied().flatten()
    }

    /// Sets the squares of the grid, row by row.
    pub(crate) fn set_squares(&mut self, squares: Arc<[TermId]>) {
        let most = squares.iter().map(|square| square.0 as usize + 1).max();
        self.is_square = vec![false; most.unwrap_or(0)];
        squares.iter().for_each(|square| self.is_square[square.0 as usize] = true);
        self.squares = squares;
    }

    /// Whether a place is a square of the grid.
    #[inline]
    pub(crate) fn is_square(&self, place: TermId) -> bool {
        self.is_square.get(place.0 as usize).copied().unwrap_or(false)
    }

    /// The place of a square of the grid.
    pub(crate) fn square(&self, row: i64, column: i64) -> Option<TermId> {
        let (rows, cols) = self.size?;
        let inside = (1..=rows).contains(&row) && (1..=cols).contains(&column);
        let at = (row - 1) * cols + column - 1;
        if inside { self.squares.get(at as usize).copied() } else { None }
    }

    /// The values of a place, if it holds an unknown.
    pub fn domain(&self, place: TermId) -> Option<&Domain> {
        self.unknown(place).map(|id| &self.unknowns[id.0 as usize].domain)
    }

    /// Declares an unknown; one that is declared already stays as it is.
    pub fn declare(&mut self, unknown: Unknown, terms: &Terms) {
        if self.unknown(unknown.place).is_some() {
            return;
        }
        if let Node::Place(name, _) = terms.node(unknown.place) {
            self.declared.insert(*name);
        }
        let id = UnknownId(self.unknowns.len() as u32);
        let at = unknown.place.0 as usize;
        if self.by_place.len() <= at {
            self.by_place.resize(at + 1, None);
        }
        self.by_place[at] = Some(id);
        self.unknowns.push(unknown);
    }

    /// Adds a fact of the puzzle.
    pub fn add_fact(&mut self, predicate: PredicateId, row: Box<[TermId]>, span: Span) {
        self.clauses[predicate.0 as usize].add(row, span);
    }
}

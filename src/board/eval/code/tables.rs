//! Tables of answers: rows of terms, found by the predicate and the arguments that are known.

use std::sync::{Arc, OnceLock};

use smallvec::SmallVec;

use crate::base::hash::Map;
use crate::language::program::PredicateId;
use crate::language::term::{FormulaId, Node, TermId, Terms};

/// In the place of an argument that is asked for.
pub(super) const FREE: u32 = u32::MAX;

/// Fewer rows are looked through.
const FEW: usize = 8;

/// The arguments of a call.
pub(in super::super) type Args = SmallVec<[u32; 6]>;

/// A call: the predicate, which of its arguments are known, as bits, and the arguments.
#[derive(Clone, Copy)]
pub(in super::super) struct Key<'k> {
    pub(super) predicate: PredicateId,
    pub(super) mode: u32,
    pub(super) args: &'k [u32],
}

/// Rows by the places in one of their lists.
type Elements = Map<TermId, Vec<u32>>;

/// The answers to a call: terms for what was asked for, each row under a condition.
#[derive(Default, Debug)]
pub(in super::super) struct Rows {
    width: usize,
    count: usize,
    terms: SmallVec<[TermId; 4]>,
    /// Empty if all rows hold whatever the values.
    conditions: Vec<FormulaId>,
    /// Whether values were read on the way.
    pub(super) read: bool,
    /// The rows whose list at a column has a place, if all lists there hold places alone; made when it is asked for.
    elements: OnceLock<Box<(usize, Option<Elements>)>>,
}

impl Rows {
    /// None yet, each of so many terms.
    pub(super) fn of(width: usize) -> Rows {
        Rows { width, ..Rows::default() }
    }

    /// How many there are.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// How many terms each has.
    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// Whether some hold at some values only.
    #[inline]
    pub(super) fn is_conditional(&self) -> bool {
        !self.conditions.is_empty()
    }

    /// The rows in order.
    pub(in super::super) fn iter(&self) -> impl Iterator<Item = (FormulaId, &[TermId])> {
        (0..self.len()).map(|at| self.row(at))
    }

    /// One row.
    #[inline]
    pub(super) fn row(&self, at: usize) -> (FormulaId, &[TermId]) {
        let condition = self.conditions.get(at).copied().unwrap_or(FormulaId::TRUE);
        (condition, &self.terms[at * self.width..(at + 1) * self.width])
    }

    /// The numbers of the rows whose list at a column has a place; nothing if that is not known at a glance.
    pub(super) fn with_element(&self, column: usize, place: TermId, terms: &Terms) -> Option<&[u32]> {
        if self.len() < FEW {
            return None;
        }
        let (made_for, index) =
            &**self.elements.get_or_init(|| Box::new((column, self.index(column, terms))));
        let index = index.as_ref().filter(|_| *made_for == column)?;
        Some(index.get(&place).map_or(&[], Vec::as_slice))
    }

    fn index(&self, column: usize, terms: &Terms) -> Option<Elements> {
        let mut index: Elements = Map::default();
        for (at, (_, row)) in self.iter().enumerate() {
            let mut rest = row[column];
            while let &Node::Cons(head, tail) = terms.node(rest) {
                if !matches!(terms.node(head), Node::Place(..)) {
                    return None;
                }
                let rows = index.entry(head).or_default();
                if rows.last() != Some(&(at as u32)) {
                    rows.push(at as u32);
                }
                rest = tail;
            }
            if rest != Terms::NIL {
                return None;
            }
        }
        Some(index)
    }

    pub(super) fn push(&mut self, condition: FormulaId, row: impl IntoIterator<Item = TermId>) {
        if condition != FormulaId::TRUE && self.conditions.is_empty() {
            self.conditions.resize(self.count, FormulaId::TRUE);
        }
        if condition != FormulaId::TRUE || !self.conditions.is_empty() {
            self.conditions.push(condition);
        }
        self.terms.extend(row);
        self.count += 1;
    }

    /// Makes all rows without terms one, under this condition.
    pub(super) fn join(&mut self, condition: FormulaId) {
        debug_assert!(self.width == 0, "rows without terms are one answer");
        (self.count, self.conditions) = (0, Vec::new());
        self.push(condition, []);
    }

    /// The conditions of rows that hold at some values only.
    pub(super) fn conditions(&self) -> &[FormulaId] {
        &self.conditions
    }
}

/// What is known of a call.
#[derive(Clone, Debug)]
pub(in super::super) enum Entry {
    /// It is being answered.
    Open,
    /// All its answers.
    Done(Arc<Rows>),
}

/// Answers by predicate and mode. Clones share each table until one of them changes it.
#[derive(Clone, Default, Debug)]
pub(in super::super) struct Tables {
    /// For each predicate its modes, each with the number of its table.
    modes: Vec<SmallVec<[(u32, u32); 2]>>,
    tables: Vec<Arc<Table>>,
}

/// The answers of one predicate in one mode.
#[derive(Clone, Default, Debug)]
pub(super) struct Table {
    /// Where one argument at most is known: by its term.
    one: Vec<Option<Entry>>,
    /// By all arguments.
    several: Map<Args, Entry>,
    /// Where all facts have been put in: of what kinds each column is.
    pub(super) kinds: Option<Arc<[u8]>>,
}

impl Tables {
    /// Forgets the answers of the predicates of which `varying` says so.
    pub(super) fn forget(&mut self, varying: &[bool]) {
        for (modes, _) in self.modes.iter_mut().zip(varying).filter(|(_, varies)| **varies) {
            modes.iter().for_each(|&(_, at)| self.tables[at as usize] = Arc::default());
            modes.clear();
        }
    }

    #[inline]
    pub(super) fn table(&self, predicate: PredicateId, mode: u32) -> Option<&Table> {
        let modes = self.modes.get(predicate.0 as usize)?;
        modes.iter().find(|&&(known, _)| known == mode).map(|&(_, at)| &*self.tables[at as usize])
    }

    pub(super) fn table_mut(&mut self, predicate: PredicateId, mode: u32) -> &mut Table {
        let at = predicate.0 as usize;
        if self.modes.len() <= at {
            self.modes.resize(at + 1, SmallVec::new());
        }
        let known = self.modes[at].iter().find(|&&(known, _)| known == mode);
        let number = known.map_or(self.tables.len(), |&(_, number)| number as usize);
        if number == self.tables.len() {
            self.modes[at].push((mode, number as u32));
            self.tables.push(Arc::default());
        }
        Arc::make_mut(&mut self.tables[number])
    }

    /// What is known of a call of which one argument at most is known, with this number.
    #[inline]
    pub(super) fn single(&self, predicate: PredicateId, mode: u32, at: usize) -> Option<&Entry> {
        self.table(predicate, mode)?.one.get(at)?.as_ref()
    }

    pub(super) fn get(&self, key: Key<'_>) -> Option<&Entry> {
        let table = self.table(key.predicate, key.mode)?;
        match key.single() {
            Some(at) => table.one.get(at)?.as_ref(),
            None => table.several.get(key.args),
        }
    }

    pub(super) fn set(&mut self, key: Key<'_>, entry: Option<Entry>) {
        let table = self.table_mut(key.predicate, key.mode);
        match (key.single(), entry) {
            (Some(at), entry) => {
                if table.one.len() <= at {
                    table.one.resize(at + 1, None);
                }
                table.one[at] = entry;
            }
            (None, Some(entry)) => {
                table.several.insert(key.args.into(), entry);
            }
            (None, None) => {
                table.several.remove(key.args);
            }
        }
    }
}

impl Key<'_> {
    /// The term of the only argument that is known, as a number; 0 if none is.
    fn single(self) -> Option<usize> {
        match self.mode.count_ones() {
            0 => Some(0),
            1 => Some(self.args[self.mode.trailing_zeros() as usize] as usize),
            _ => None,
        }
    }
}

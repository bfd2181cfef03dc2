//! Atoms: for each open value of a variable that it is the variable's value; of two values one atom does, and its denial is the
//! other.
//!
//! ```text
//! x {1,2,3}   atoms 1 2 3: x = 1, x = 2, x = 3      y {0,1}   atom 4: y = 0, and if not, y = 1
//! ```

use std::ops::Range;

use crate::solver::engine::store::{Store, VarId};

/// An atom or its denial: twice the number of the atom, and 1 more if it is denied.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Lit(pub(super) u32);

impl Lit {
    /// Always holds.
    pub(super) const TRUE: Lit = Lit(0);

    pub(super) fn new(atom: usize, holds: bool) -> Lit {
        Lit(2 * atom as u32 + u32::from(!holds))
    }

    #[inline]
    pub(super) fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }

    #[inline]
    pub(super) fn atom(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether it says that the atom holds.
    #[inline]
    pub(super) fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }

    #[inline]
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A value of a variable as the store keeps it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) word: u32,
    pub(super) bit: u32,
}

/// What the atoms are about. Atom 0 always holds.
#[derive(Debug)]
pub(super) struct Atoms {
    /// For each word of the store: where its values begin among all.
    starts: Vec<u32>,
    /// For each value: the literal that says that it is its variable's.
    of_value: Vec<Lit>,
    /// For each atom: its variable.
    vars: Vec<VarId>,
    /// For each atom: its value.
    values: Vec<i64>,
    /// For each literal: the value that is lost when it comes to hold, if it is only one.
    lost: Vec<Place>,
    /// For each variable: its atoms.
    own: Vec<(u32, u32)>,
    /// The first atom that is about no variable of the store.
    helpers: u32,
}

impl Atoms {
    /// Atoms for all values that are left in a store, and for unknowns of so many values besides.
    pub(super) fn new(store: &Store, helpers: &[u32]) -> Atoms {
        let nothing = Place { word: 0, bit: 0 };
        let mut atoms = Atoms {
            starts: Vec::with_capacity(store.words()),
            of_value: Vec::new(),
            vars: vec![VarId(0)],
            values: vec![0],
            lost: vec![nothing; 2],
            own: Vec::with_capacity(store.count()),
            helpers: u32::MAX,
        };
        let mut places = Vec::new();
        for var in (0..store.count() as u32).map(VarId) {
            let first = atoms.vars.len() as u32;
            places.clear();
            for (word, &bits) in (store.first_word(var)..).zip(store.domain(var)) {
                atoms.starts.push(atoms.of_value.len() as u32);
                let width = u64::BITS - bits.leading_zeros();
                atoms.of_value.extend((0..width).map(|_| Lit::TRUE.not()));
                let open = (0..width).filter(|bit| bits >> bit & 1 == 1);
                places.extend(open.map(|bit| Place { word, bit }));
            }
            match *places {
                [only] => atoms.set(only, Lit::TRUE),
                [low, high] => {
                    let atom = atoms.add(var, low, high, store);
                    atoms.set(low, Lit::new(atom, true));
                    atoms.set(high, Lit::new(atom, false));
                }
                _ => {
                    for &place in &places {
                        let atom = atoms.add(var, place, nothing, store);
                        atoms.set(place, Lit::new(atom, true));
                    }
                }
            }
            atoms.own.push((first, atoms.vars.len() as u32));
        }
        helpers.iter().for_each(|&values| atoms.add_helper(values));
        atoms
    }

    fn set(&mut self, place: Place, lit: Lit) {
        self.of_value[(self.starts[place.word as usize] + place.bit) as usize] = lit;
    }

    fn add(&mut self, var: VarId, own: Place, other: Place, store: &Store) -> usize {
        let from = store.start(var).unwrap_or_default();
        self.vars.push(var);
        self.values.push(from + 64 * i64::from(own.word - store.first_word(var)) + i64::from(own.bit));
        self.lost.extend([other, own]);
        self.vars.len() - 1
    }

    /// Adds atoms for an unknown that is no variable of the store, of the values from 0 on, of which there are two at least.
    pub(super) fn add_helper(&mut self, values: u32) {
        let (var, first) = (VarId(self.own.len() as u32), self.vars.len() as u32);
        self.helpers = self.helpers.min(first);
        for value in 0..if values == 2 { 1 } else { values } {
            self.vars.push(var);
            self.values.push(value.into());
            self.lost.extend([Place { word: 0, bit: 0 }; 2]);
        }
        self.own.push((first, self.vars.len() as u32));
    }

    /// Whether an atom is about no variable of the store.
    #[inline]
    pub(super) fn is_helper(&self, atom: usize) -> bool {
        atom >= self.helpers as usize
    }

    /// Adds literals, one of which holds if an unknown that is no variable of the store has none of some values.
    pub(super) fn denied(&self, helper: VarId, values: u64, literals: &mut Vec<Lit>) {
        let own = self.of(helper);
        if own.len() == 1 {
            // Its denial is the other value.
            literals.extend((values & 1 == 0).then(|| Lit::new(own.start, true)));
            literals.extend((values & 2 == 0).then(|| Lit::new(own.start, false)));
            return;
        }
        let kept = (values & (u64::MAX >> (64 - own.len()))).count_ones();
        let is_kept = |atom: &usize| values >> (atom - own.start) & 1 == 1;
        if kept == 1 {
            literals.extend(own.clone().filter(is_kept).map(|atom| Lit::new(atom, false)));
        } else {
            literals.extend(own.clone().filter(|atom| !is_kept(atom)).map(|atom| Lit::new(atom, true)));
        }
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.vars.len()
    }

    /// The literal that says that a value is its variable's.
    #[inline]
    pub(super) fn is(&self, word: u32, bit: u32) -> Lit {
        self.of_value[(self.starts[word as usize] + bit) as usize]
    }

    /// The literal that says that a value is its variable's, whether or not it was possible when the atoms were made.
    pub(super) fn known(&self, Place { word, bit }: Place) -> Lit {
        let start = self.starts[word as usize];
        let end = self.starts.get(word as usize + 1).map_or(self.of_value.len(), |&next| next as usize);
        let at = (start + bit) as usize;
        if at < end { self.of_value[at] } else { Lit::TRUE.not() }
    }

    /// The literal that says that a variable has a value; it was possible when the atoms were made.
    pub(super) fn has(&self, store: &Store, var: VarId, value: i64) -> Lit {
        let at = value - store.start(var).unwrap_or_default();
        self.is(store.first_word(var) + (at / 64) as u32, (at % 64) as u32)
    }

    #[inline]
    pub(super) fn var(&self, atom: usize) -> VarId {
        self.vars[atom]
    }

    /// The value that an atom is about.
    #[inline]
    pub(super) fn value(&self, atom: usize) -> i64 {
        self.values[atom]
    }

    /// The value that is lost when a literal comes to hold, where it is only one.
    #[inline]
    pub(super) fn lost(&self, lit: Lit) -> Place {
        self.lost[lit.index()]
    }

    /// All atoms of a variable.
    #[inline]
    pub(super) fn of(&self, var: VarId) -> Range<usize> {
        let (first, end) = self.own[var.0 as usize];
        first as usize..end as usize
    }
}

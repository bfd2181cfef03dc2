//! In which order atoms are decided: those that had most to do with recent conflicts first (VSIDS, in a heap), each as it was last
//! (phase saving).

use super::atoms::Lit;

/// How fast old conflicts lose weight.
const DECAY: f64 = 0.95;

/// The order of atoms.
#[derive(Debug, Default)]
pub(super) struct Order {
    /// For each atom: how much it had to do with conflicts, recent ones most.
    activity: Vec<f64>,
    step: f64,
    /// The atoms that may be open, none before its parent, at half its place.
    heap: Vec<u32>,
    /// For each atom: its place in the heap, or one of the marks.
    places: Vec<u32>,
    /// For each atom: whether it held when it was last known.
    last: Vec<Option<bool>>,
    /// The same where most was known without a conflict, and how much that was.
    best: Vec<Option<bool>>,
    most: usize,
}

/// Not in the heap; and never decided.
const OUT: u32 = u32::MAX;
const NEVER: u32 = u32::MAX - 1;

impl Order {
    /// So many atoms, of which some are to be decided, the first in case of doubt.
    pub(super) fn new(count: usize, decided: impl Iterator<Item = usize>) -> Order {
        let mut order = Order {
            activity: vec![0.0; count],
            step: 1.0,
            heap: Vec::new(),
            places: vec![NEVER; count],
            last: vec![None; count],
            best: vec![None; count],
            most: 0,
        };
        for atom in decided {
            order.places[atom] = order.heap.len() as u32;
            order.heap.push(atom as u32);
        }
        order
    }

    fn goes_before(&self, atom: u32, other: u32) -> bool {
        self.activity[atom as usize] > self.activity[other as usize]
    }

    fn put(&mut self, place: usize, atom: u32) {
        self.heap[place] = atom;
        self.places[atom as usize] = place as u32;
    }

    fn up(&mut self, mut place: usize) {
        let atom = self.heap[place];
        while place > 0 {
            let parent = (place - 1) / 2;
            if !self.goes_before(atom, self.heap[parent]) {
                break;
            }
            self.put(place, self.heap[parent]);
            place = parent;
        }
        self.put(place, atom);
    }

    fn down(&mut self, mut place: usize) {
        let atom = self.heap[place];
        loop {
            let mut child = 2 * place + 1;
            if child >= self.heap.len() {
                break;
            }
            if child + 1 < self.heap.len() && self.goes_before(self.heap[child + 1], self.heap[child]) {
                child += 1;
            }
            if !self.goes_before(self.heap[child], atom) {
                break;
            }
            self.put(place, self.heap[child]);
            place = child;
        }
        self.put(place, atom);
    }

    /// The first atom, which leaves the heap.
    pub(super) fn pop(&mut self) -> Option<usize> {
        let first = *self.heap.first()?;
        let last = self.heap.pop()?;
        self.places[first as usize] = OUT;
        if !self.heap.is_empty() {
            self.put(0, last);
            self.down(0);
        }
        Some(first as usize)
    }

    /// An atom is open again, which was known like this.
    #[inline]
    pub(super) fn reopen(&mut self, lit: Lit) {
        let atom = lit.atom();
        self.last[atom] = Some(lit.is_positive());
        if self.places[atom] == OUT {
            self.places[atom] = self.heap.len() as u32;
            self.heap.push(atom as u32);
            self.up(self.heap.len() - 1);
        }
    }

    /// An atom had to do with a conflict.
    #[inline]
    pub(super) fn bump(&mut self, atom: usize) {
        self.activity[atom] += self.step;
        if self.places[atom] < NEVER {
            self.up(self.places[atom] as usize);
        }
    }

    /// A conflict is over.
    pub(super) fn age(&mut self) {
        self.step /= DECAY;
        if self.step > 1e100 {
            self.activity.iter_mut().for_each(|activity| *activity /= 1e100);
            self.step /= 1e100;
        }
    }

    /// How all atoms were last, to be restored after decisions that are none of the search.
    pub(super) fn phases(&self) -> Vec<Option<bool>> {
        self.last.clone()
    }

    /// All atoms were last as they were then.
    pub(super) fn restore(&mut self, phases: Vec<Option<bool>>) {
        self.last = phases;
    }

    /// How an atom was last, if it was known.
    pub(super) fn phase(&self, atom: usize) -> Option<bool> {
        self.last[atom]
    }

    /// Takes note of what is known without a conflict, if it is more than before.
    pub(super) fn note(&mut self, trail: &[Lit]) {
        if trail.len() > self.most {
            self.most = trail.len();
            trail.iter().for_each(|lit| self.best[lit.atom()] = Some(lit.is_positive()));
        }
    }

    /// Atoms are decided as they were where most was known.
    pub(super) fn recall_best(&mut self) {
        self.most = 0;
        for (last, best) in self.last.iter_mut().zip(&self.best) {
            *last = best.or(*last);
        }
    }
}

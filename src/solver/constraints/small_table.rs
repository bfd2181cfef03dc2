//! A relation of a few variables with few values, looked up whole: the domains side by side are a number, and a list says
//! what is left of each such number.
//!
//! Prunes fully (GAC), by one look.
//!
//! ```text
//! domains   x {1,2}  y {2}  z {1}     number  01 10 11    left of it  01 10 10    z has lost the value of its high bit
//! ```

use std::sync::Arc;

use smallvec::SmallVec;

use crate::solver::engine::{Conflict, Cost, Events, Found, Propagator, Reason, Relaxed, Spec, Store, VarId};

/// The most bits that the domains may have side by side.
const MOST_BITS: u32 = 10;

/// The most nogoods that are as good as a relation.
const MOST_BOXES: usize = 4;

/// What is left of all domains, apart from the variables they are of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Small {
    /// For each variable: the value of its lowest bit, and how many bits it has.
    shape: Box<[(i64, u32)]>,
    /// For each number that domains side by side make: what is left of it; 0 if nothing is.
    left: Box<[u16]>,
}

impl Small {
    /// The relation that these rows are; nothing if it is too large, or has no columns. Each column's base and width are
    /// those of its variable's domain.
    pub fn new(shape: &[(i64, u32)], rows: &[Vec<i64>]) -> Option<Small> {
        let bits = shape.iter().map(|&(_, width)| width).sum::<u32>();
        if bits > MOST_BITS || bits == 0 {
            return None;
        }
        let mut left = vec![0_u16; 1 << bits];
        for row in rows {
            let (mut number, mut offset) = (0, 0);
            for (&(base, width), value) in shape.iter().zip(row) {
                number |= 1 << (offset + (value - base) as u32);
                offset += width;
            }
            left[number] = number as u16;
        }
        // What is left of domains is what is left of any smaller ones.
        for bit in 0..bits {
            for number in (0..left.len()).filter(|number| number >> bit & 1 == 1) {
                left[number] |= left[number ^ 1 << bit];
            }
        }
        Some(Small { shape: shape.into(), left: left.into() })
    }

    /// The domains, side by side, that have no row, and would have one with any value more; nothing if there are many. Nogoods of
    /// them prune as fully as the relation.
    fn empty_boxes(&self) -> Option<Vec<usize>> {
        let all = self.left.len() - 1;
        let mut offset = 0;
        let columns: Vec<usize> = self
            .shape
            .iter()
            .map(|&(_, width)| {
                offset += width;
                ((1 << width) - 1) << (offset - width)
            })
            .collect();
        let is_largest = |number: usize| {
            let mut missing = all & !number;
            while missing != 0 {
                if self.left[number | missing & missing.wrapping_neg()] == 0 {
                    return false;
                }
                missing &= missing - 1;
            }
            true
        };
        let is_box = |number: usize| columns.iter().all(|column| number & column != 0);
        let empty =
            (1..=all).filter(|&number| self.left[number] == 0 && is_box(number) && is_largest(number));
        let boxes: Vec<usize> = empty.take(MOST_BOXES + 1).collect();
        (boxes.len() <= MOST_BOXES).then_some(boxes)
    }
}

/// The variables take one of the rows of a small relation.
#[derive(Clone, Debug)]
pub struct SmallTable {
    vars: SmallVec<[VarId; 5]>,
    relation: Arc<Small>,
}

impl SmallTable {
    /// A relation on these variables, one for each column.
    pub fn new(vars: impl IntoIterator<Item = VarId>, relation: Arc<Small>) -> SmallTable {
        SmallTable { vars: vars.into_iter().collect(), relation }
    }
}

impl Propagator for SmallTable {
    fn spec(&self) -> Spec {
        Spec::new("small table", Cost::Constant, Events::ANY, self.vars.iter().copied())
    }

    fn prune(&mut self, store: &mut Store) -> Result<(), Conflict> {
        let Small { shape, left } = &*self.relation;
        let (mut number, mut offset) = (0, 0);
        for (&var, (_, width)) in self.vars.iter().zip(shape) {
            number |= (store.word(var).1 as usize) << offset;
            offset += width;
        }
        let left = usize::from(left[number]);
        if left == 0 {
            return Err(Conflict);
        }
        if left == number {
            return Ok(());
        }
        let mut offset = 0;
        for (&var, (_, width)) in self.vars.iter().zip(shape) {
            store.keep(var, (left >> offset) as u64 & ((1 << width) - 1))?;
            offset += width;
        }
        Ok(())
    }

    fn explain(&self, store: &Store, root: &Store, found: Option<&Found>, reason: &mut Reason) -> bool {
        let Small { shape, left } = &*self.relation;
        let (mut number, mut offset, mut lost) = (0_usize, 0, 0_usize);
        for (&var, (_, width)) in self.vars.iter().zip(shape) {
            number |= (store.word(var).1 as usize) << offset;
            if let Some(found) = found.filter(|found| found.var == var) {
                lost |= (found.lost.values as usize) << offset;
            }
            offset += width;
        }
        let follows =
            |number: usize| if lost == 0 { left[number] == 0 } else { usize::from(left[number]) & lost == 0 };
        if !follows(number) {
            return false;
        }
        // What may come back without letting back what was lost is not needed.
        let mut offset = 0;
        for (&var, (_, width)) in self.vars.iter().zip(shape) {
            let mut gone = (root.word(var).1 as usize) << offset & !number;
            while gone != 0 {
                let more = number | gone & gone.wrapping_neg();
                gone &= gone - 1;
                number = if follows(more) { more } else { number };
            }
            let values = (number >> offset) as u64 & ((1 << width) - 1);
            reason.within(store, var, values);
            offset += width;
        }
        true
    }

    fn relaxed(&self, _store: &Store) -> Option<Relaxed> {
        let boxes = self.relation.empty_boxes()?;
        let nogood = |number: usize| {
            let mut offset = 0;
            let widths = self.vars.iter().zip(&self.relation.shape);
            let values = widths.map(|(&var, (_, width))| {
                let values = (number >> offset) as u64 & ((1 << width) - 1);
                offset += width;
                (var, values, (1 << width) - 1)
            });
            values.filter(|(_, values, all)| values != all).map(|(var, values, _)| (var, values)).collect()
        };
        Some(Relaxed { nogoods: boxes.into_iter().map(nogood).collect(), ..Relaxed::default() })
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        let (mut number, mut offset) = (0, 0);
        for (&var, &(base, width)) in self.vars.iter().zip(&self.relation.shape) {
            let bit = value(var) - base;
            if !(0..i64::from(width)).contains(&bit) {
                return false;
            }
            number |= 1_usize << (offset + bit as u32);
            offset += width;
        }
        self.relation.left[number] != 0
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{Small, SmallTable};
    use crate::solver::engine::judge::judge;

    #[test]
    fn it_keeps_its_promises() {
        judge(|draw| {
            let shape = draw.many(1..=3, |draw| (draw.int(-2..=2), draw.int(1..=3) as u32));
            let ranges: Vec<_> =
                shape.iter().map(|&(base, width)| base..=base + i64::from(width) - 1).collect();
            let rows = draw.many(1..=9, |draw| ranges.iter().map(|range| draw.int(range.clone())).collect());
            let vars: Vec<_> = ranges.iter().map(|range| draw.var(range.clone())).collect();
            SmallTable::new(vars, Arc::new(Small::new(&shape, &rows).expect("few bits")))
        });
    }
}

//! No two lists are the same: lists of equal length differ somewhere.
//!
//! Prunes when one of two lists is fixed and the other has one open place left.

use crate::engine::{Conflict, Cost, Events, Propagator, Store, VarId};

/// An element: a variable or a known value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Element {
    /// A variable.
    Var(VarId),
    /// A known value.
    Value(i64),
}

impl Element {
    fn value(self, store: &Store) -> Option<i64> {
        match self {
            Element::Var(var) => store.value(var),
            Element::Value(value) => Some(value),
        }
    }
}

/// Lists that differ pairwise.
#[derive(Clone, Debug)]
pub struct DistinctLists {
    lists: Vec<Vec<Element>>,
}

impl DistinctLists {
    /// These lists differ.
    pub fn new(lists: Vec<Vec<Element>>) -> DistinctLists {
        DistinctLists { lists }
    }
}

impl Propagator for DistinctLists {
    fn cost(&self) -> Cost {
        Cost::Highest
    }

    fn watches(&self) -> Vec<(VarId, Events)> {
        let vars = self.lists.iter().flatten().filter_map(|element| match element {
            Element::Var(var) => Some((*var, Events::FIXED)),
            Element::Value(_) => None,
        });
        vars.collect()
    }

    fn prune(&mut self, store: &mut Store) -> Result<(), Conflict> {
        // Only lists with at most one open place can say anything.
        let mut near: Vec<(usize, Option<usize>)> = Vec::new();
        for (number, list) in self.lists.iter().enumerate() {
            let mut open = list.iter().enumerate().filter(|(_, element)| element.value(store).is_none());
            let first = open.next().map(|(place, _)| place);
            if open.next().is_none() {
                near.push((number, first));
            }
        }
        for (index, &(left, hole)) in near.iter().enumerate() {
            for &(right, other) in &near[index + 1..] {
                let (first, second) = (&self.lists[left], &self.lists[right]);
                let place = match (hole, other) {
                    (None, None) => None,
                    (Some(place), None) | (None, Some(place)) => Some(place),
                    (Some(_), Some(_)) => continue,
                };
                let same = |(number, (a, b)): (usize, (&Element, &Element))| {
                    Some(number) == place || a.value(store) == b.value(store)
                };
                if first.len() != second.len() || !first.iter().zip(second).enumerate().all(same) {
                    continue;
                }
                let Some(place) = place else { return Err(Conflict) };
                let (open, fixed) = if hole.is_some() { (first, second) } else { (second, first) };
                if let (Element::Var(var), Some(value)) = (open[place], fixed[place].value(store)) {
                    store.remove(var, value)?;
                }
            }
        }
        Ok(())
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        let mut lists: Vec<Vec<i64>> = self
            .lists
            .iter()
            .map(|list| {
                let read = |element: &Element| match element {
                    Element::Var(var) => value(*var),
                    Element::Value(value) => *value,
                };
                list.iter().map(read).collect()
            })
            .collect();
        lists.sort_unstable();
        lists.windows(2).all(|pair| pair[0] != pair[1])
    }
}

#[cfg(test)]
mod tests {
    use super::{DistinctLists, Element};
    use crate::engine::judge::judge;

    #[test]
    fn it_keeps_its_promises() {
        judge(|random, store| {
            let vars: Vec<_> = (0..5).map(|_| store.add_range(0, 1 + random.below(2) as i64)).collect();
            let lists = 2 + random.below(3);
            let lists = (0..lists)
                .map(|_| {
                    (0..2 + random.below(2))
                        .map(|_| match random.below(4) {
                            0 => Element::Value(random.below(3) as i64),
                            _ => Element::Var(*random.pick(&vars)),
                        })
                        .collect()
                })
                .collect();
            Box::new(DistinctLists::new(lists))
        });
    }
}

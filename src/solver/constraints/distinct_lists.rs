//! A list is like none of some others: lists of equal length differ somewhere.
//!
//! Prunes when one of two lists is fixed and the other has one open place left. There is one propagator for each list, woken
//! by its own variables only: of two lists that come close, the later one sees it.

use std::sync::Arc;

use crate::solver::engine::{
    Conflict, Cost, Events, Found, Item, Propagator, Reading, Reason, Spec, Store, VarId,
};

/// An element: a variable or a known value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Element {
    /// A variable.
    Var(VarId),
    /// A known value.
    Value(i64),
}

impl Element {
    #[inline]
    fn is_open(self, store: &Store) -> bool {
        match self {
            Element::Var(var) => !store.is_fixed(var),
            Element::Value(_) => false,
        }
    }

    #[inline]
    fn value(self, store: &Store) -> Option<i64> {
        match self {
            Element::Var(var) => store.value(var),
            Element::Value(value) => Some(value),
        }
    }

    fn of(self, value: &dyn Fn(VarId) -> i64) -> i64 {
        match self {
            Element::Var(var) => value(var),
            Element::Value(value) => value,
        }
    }
}

/// One of some lists, unlike the others.
#[derive(Clone, Debug)]
pub struct DistinctLists {
    lists: Arc<[Vec<Element>]>,
    own: usize,
    /// For each list: two places that were open when it was last looked at, to look at first.
    hints: Vec<[usize; 2]>,
}

/// How many places of a list are open.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    None,
    One(usize),
    More,
}

impl DistinctLists {
    /// The list with this number differs from the others.
    pub fn new(lists: Arc<[Vec<Element>]>, own: usize) -> DistinctLists {
        let hints = vec![[0, 0]; lists.len()];
        DistinctLists { lists, own, hints }
    }

    fn open(&mut self, number: usize, store: &Store) -> Open {
        let list = &self.lists[number];
        let [first, second] = self.hints[number];
        if first != second && list[first].is_open(store) && list[second].is_open(store) {
            return Open::More;
        }
        let mut open = (0..list.len()).filter(|&place| list[place].is_open(store));
        match (open.next(), open.next()) {
            (None, _) => Open::None,
            (Some(place), None) => Open::One(place),
            (Some(first), Some(second)) => {
                self.hints[number] = [first, second];
                Open::More
            }
        }
    }
}

fn vars(list: &[Element]) -> impl Iterator<Item = VarId> + '_ {
    list.iter().filter_map(|element| match element {
        Element::Var(var) => Some(*var),
        Element::Value(_) => None,
    })
}

impl Propagator for DistinctLists {
    fn spec(&self) -> Spec {
        Spec::new("distinct lists", Cost::Highest, Events::FIXED, vars(&self.lists[self.own]))
    }

    fn scope(&self) -> Vec<VarId> {
        self.lists.iter().flat_map(|list| vars(list)).collect()
    }

    fn prune(&mut self, store: &mut Store) -> Result<(), Conflict> {
        let own = self.own;
        let hole = self.open(own, store);
        if hole == Open::More {
            return Ok(());
        }
        for other in (0..self.lists.len()).filter(|&other| other != own) {
            let place = match (hole, self.open(other, store)) {
                (Open::None, Open::None) => None,
                (Open::One(place), Open::None) => Some((own, other, place)),
                (Open::None, Open::One(place)) => Some((other, own, place)),
                _ => continue,
            };
            let (first, second) = (&self.lists[own], &self.lists[other]);
            let hole = place.map(|(.., place)| place);
            let same = |at: usize| Some(at) == hole || first[at].value(store) == second[at].value(store);
            if first.len() != second.len() || !(0..first.len()).all(same) {
                continue;
            }
            let Some((open, fixed, place)) = place else { return Err(Conflict) };
            if let (Element::Var(var), Some(value)) =
                (self.lists[open][place], self.lists[fixed][place].value(store))
            {
                store.remove(var, value)?;
            }
        }
        Ok(())
    }

    fn explain(&self, store: &Store, _root: &Store, found: Option<&Found>, reason: &mut Reason) -> bool {
        let lost = |var: VarId, value: i64| {
            found.is_some_and(|found| found.var == var && found.is_lost(store, value))
        };
        let own = &self.lists[self.own];
        for other in
            self.lists.iter().enumerate().filter(|&(number, _)| number != self.own).map(|(_, list)| list)
        {
            if own.len() != other.len() {
                continue;
            }
            let apart = |&place: &usize| match (own[place].value(store), other[place].value(store)) {
                (Some(value), Some(same)) => value != same,
                _ => true,
            };
            let mut open = (0..own.len()).filter(apart);
            let is_reason = match (open.next(), open.next(), found) {
                (None, _, None) => true,
                (Some(place), None, Some(_)) => match (own[place], other[place]) {
                    (Element::Var(var), fixed)
                        if fixed.value(store).is_some_and(|value| lost(var, value)) =>
                    {
                        true
                    }
                    (fixed, Element::Var(var)) => fixed.value(store).is_some_and(|value| lost(var, value)),
                    _ => false,
                },
                _ => false,
            };
            if is_reason {
                let own_var = found.map(|found| found.var);
                let vars = vars(own).chain(vars(other)).filter(|&var| Some(var) != own_var);
                vars.for_each(|var| reason.whole(store, var));
                return true;
            }
        }
        false
    }

    fn readings(&self) -> Vec<Reading<'_>> {
        // One of the propagators that something wakes speaks for all.
        let item = |&element: &Element| match element {
            Element::Var(var) => Item::Var(var),
            Element::Value(value) => Item::Value(value),
        };
        let lists = || self.lists.iter().map(|list| list.iter().map(item).collect()).collect();
        let speaks = self.lists.iter().position(|list| vars(list).next().is_some()) == Some(self.own);
        if speaks { vec![Reading::Lists(lists())] } else { Vec::new() }
    }

    fn holds(&self, value: &dyn Fn(VarId) -> i64) -> bool {
        let read = |list: &[Element]| -> Vec<i64> { list.iter().map(|element| element.of(value)).collect() };
        let own = read(&self.lists[self.own]);
        let others = self.lists.iter().enumerate().filter(|&(number, _)| number != self.own);
        others.into_iter().all(|(_, list)| read(list) != own)
    }
}

#[cfg(test)]
mod tests {
    use super::{DistinctLists, Element};
    use crate::solver::engine::judge::{Draw, judge};

    #[test]
    fn it_keeps_its_promises() {
        judge(|draw| {
            let vars = draw.many(5..=5, |draw| {
                let most = draw.int(1..=2);
                draw.var(0..=most)
            });
            let element = |draw: &mut Draw| match draw.below(4) {
                0 => Element::Value(draw.int(0..=2)),
                _ => Element::Var(draw.pick(&vars)),
            };
            let lists = draw.many(2..=4, |draw| draw.many(2..=3, element));
            let own = draw.below(lists.len());
            DistinctLists::new(lists.into(), own)
        });
    }
}

//! Why a sum over groups prunes what it prunes: what is worked out is worked out again, on ever fewer claims about the places.

use super::{Seen, SumDistinct};
use crate::solver::engine::{Found, Propagator, Reason, Store};

/// What is to be explained.
#[derive(Clone, Copy)]
enum Asked {
    /// A conflict.
    Conflict,
    /// A place cannot have these values.
    Place(usize, u16),
    /// Others of a house cannot have these values.
    House(usize, u16),
}

impl SumDistinct {
    /// Adds claims that suffice for what was found out; whether they can be told.
    pub(super) fn because(
        &self,
        store: &Store,
        root: &Store,
        found: Option<&Found>,
        reason: &mut Reason,
    ) -> bool {
        let Some(found) = found else {
            return self.shrunk(store, root, Asked::Conflict, reason);
        };
        let lost = |shift: i32, taken: bool| {
            let bits = found.lost.values;
            let bits = if shift < 0 { bits >> -shift } else { bits << shift } as u16;
            if taken { self.mirrored(bits) } else { bits }
        };
        let own = self.places.iter().position(|place| place.var == found.var);
        let own = own.map(|at| Asked::Place(at, lost(self.places[at].shift, self.places[at].taken)));
        let houses = self.houses.iter().enumerate().filter_map(|(at, house)| {
            let place = house.outside.iter().find(|place| place.var == found.var)?;
            Some(Asked::House(at, lost(place.shift, place.taken)))
        });
        if own.into_iter().chain(houses).any(|asked| self.shrunk(store, root, asked, reason)) {
            return true;
        }
        // What all combinations had may no longer be seen once they have been pruned.
        let others = self.scope().into_iter().filter(|&var| var != found.var);
        reason.wholes(store, Some(others.collect()))
    }

    /// Whether what is asked follows from some domains.
    fn follows(&self, seen: &Seen, asked: Asked) -> bool {
        match asked {
            Asked::Conflict => self.work_out(seen, false).is_err(),
            Asked::Place(at, lost) => {
                let mut seen = seen.clone();
                seen.places[at] = lost;
                self.work_out(&seen, false).is_err()
            }
            Asked::House(at, lost) => match self.work_out(seen, false) {
                Ok(None) => false,
                Ok(Some(outcome)) => lost & !self.claimed(&self.houses[at], &outcome) == 0,
                Err(_) => true,
            },
        }
    }

    /// Lets back in what is not needed, the places of most values first.
    fn shrunk(&self, store: &Store, root: &Store, asked: Asked, reason: &mut Reason) -> bool {
        let (mut seen, all) = (self.look(store), self.look(root));
        if !self.follows(&seen, asked) {
            return false;
        }
        if let Asked::Place(at, _) = asked {
            seen.places[at] = all.places[at];
        }
        let mut order: Vec<usize> =
            (0..self.places.len()).filter(|&at| seen.places[at] != all.places[at]).collect();
        order.sort_by_key(|&at| std::cmp::Reverse(seen.places[at].count_ones()));
        for at in 0..self.houses.len() {
            let before = std::mem::replace(&mut seen.others[at], self.houses[at].all);
            if before != self.houses[at].all && !self.follows(&seen, asked) {
                seen.others[at] = before;
            }
        }
        for at in order {
            let (now, gone) = (seen.places[at], all.places[at] & !seen.places[at]);
            // All of it, what lies below, what lies above.
            let low = now & now.wrapping_neg();
            for back in [gone, gone & (low - 1), gone & !(low - 1) & !now] {
                let before = seen.places[at];
                if before & back == back {
                    continue;
                }
                seen.places[at] |= back;
                if !self.follows(&seen, asked) {
                    seen.places[at] = before;
                }
            }
        }
        for (at, &place) in self.places.iter().enumerate() {
            if seen.places[at] != all.places[at] {
                reason.within(store, place.var, self.bits(place, seen.places[at]));
            }
        }
        for (house, others) in self.houses.iter().zip(&seen.others) {
            let needed = house.all & !others;
            for &place in house.outside.iter().filter(|_| needed != 0) {
                reason.within(store, place.var, !self.bits(place, needed));
            }
        }
        true
    }
}

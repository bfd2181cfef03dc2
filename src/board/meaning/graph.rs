//! Relations between places while values are known, or partly known: which steps are there, and what they join.

use crate::base::hash::{Map, Set};
use crate::language::term::TermId;

/// For each place, where one step leads.
pub type Links = Map<TermId, Set<TermId>>;

/// The steps of a relation.
#[derive(Debug)]
pub struct Steps {
    /// Those that may be there.
    pub possible: Links,
    /// Those that are; nothing if there is no difference.
    sure: Option<Links>,
}

impl Steps {
    /// The steps between pairs of places, each with whether it is there; along the pairs only, or both ways.
    pub(super) fn new(pairs: &[(TermId, TermId, Option<bool>)], along: bool) -> Steps {
        let links = |wanted: &dyn Fn(Option<bool>) -> bool| {
            let mut links = Links::default();
            for &(left, right, _) in pairs.iter().filter(|(.., there)| wanted(*there)) {
                links.entry(left).or_default().insert(right);
                if !along {
                    links.entry(right).or_default().insert(left);
                }
            }
            links
        };
        let open = pairs.iter().any(|(.., there)| there.is_none());
        Steps {
            possible: links(&|there| there != Some(false)),
            sure: open.then(|| links(&|there| there == Some(true))),
        }
    }

    fn sure(&self) -> &Links {
        self.sure.as_ref().unwrap_or(&self.possible)
    }

    /// How many places are joined to a place, itself counted: at least, and at most.
    pub(super) fn sizes(&self, from: TermId) -> (usize, usize) {
        let most = reach(from, &self.possible, |_| true).len();
        let least = self.sure.as_ref().map_or(most, |sure| reach(from, sure, |_| true).len());
        (least, most)
    }

    /// Whether steps lead from a place to another.
    pub(super) fn join(&self, from: TermId, to: TermId) -> Option<bool> {
        if !reach(from, &self.possible, |_| true).contains(&to) {
            return Some(false);
        }
        (self.sure.is_none() || reach(from, self.sure(), |_| true).contains(&to)).then_some(true)
    }

    /// Whether those of some places that are there hang together.
    pub(super) fn connect(&self, places: &[(Option<bool>, TermId)]) -> Option<bool> {
        let some = |wanted: &dyn Fn(Option<bool>) -> bool| -> Set<TermId> {
            places.iter().filter(|&&(there, _)| wanted(there)).map(|&(_, place)| place).collect()
        };
        let possible = some(&|there| there != Some(false));
        let sure = some(&|there| there == Some(true));
        let Some(&first) = sure.iter().next() else { return possible.is_empty().then_some(true) };
        let around = reach(first, &self.possible, |place| possible.contains(&place));
        if !sure.is_subset(&around) {
            return Some(false);
        }
        let joined = || reach(first, self.sure(), |place| possible.contains(&place));
        (sure.len() == possible.len() && joined().len() == possible.len()).then_some(true)
    }

    /// Whether the steps, taken both ways, form one closed loop. A crossing, a dead end, and a loop that is closed while there
    /// are steps beside it cannot be mended.
    pub(super) fn close(&self) -> Option<bool> {
        let (sure, possible) = (self.sure(), &self.possible);
        if possible.is_empty() {
            return Some(false);
        }
        let ways = |place: &TermId| possible.get(place).map_or(0, Set::len);
        if sure.iter().any(|(place, next)| next.len() > 2 || ways(place) < 2) {
            return Some(false);
        }
        let closed = sure.keys().find_map(|&place| {
            let around = reach(place, sure, |_| true);
            around.iter().all(|other| sure.get(other).is_some_and(|next| next.len() == 2)).then_some(around)
        });
        match closed {
            Some(around) if around.len() < sure.len() => Some(false),
            Some(_) if sure == possible => Some(true),
            _ => None,
        }
    }
}

/// The places that steps lead to from a place, itself among them, without leaving the places kept.
fn reach(from: TermId, links: &Links, keep: impl Fn(TermId) -> bool) -> Set<TermId> {
    let mut seen: Set<TermId> = [from].into_iter().collect();
    let mut open = vec![from];
    while let Some(place) = open.pop() {
        let next = links.get(&place).into_iter().flatten();
        open.extend(next.filter(|&&next| keep(next) && seen.insert(next)));
    }
    seen
}

//! Relations between places while values are known, or partly known: which steps are there, and what they join.

use std::cell::RefCell;
use std::rc::Rc;

use crate::base::hash::{Map, Set};
use crate::board::relation::Relation;
use crate::language::program::{Census, Form};
use crate::language::term::{FormulaId, RelationId, TermId};

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

    /// Whether the steps, taken both ways, form something. What is there and does not fit stays, whatever is added.
    pub(super) fn form(&self, form: Form) -> Option<bool> {
        let (sure, possible) = (self.sure(), &self.possible);
        if self.sure.is_none() {
            return Some(form.fits(census(possible)));
        }
        if form == Form::Loop {
            return self.close();
        }
        let there = census(sure);
        let ways = |place: &TermId| possible.get(place).map_or(0, Set::len);
        let lost = match form {
            Form::Loop => false,
            Form::Loops => there.most > 2 || sure.keys().any(|place| ways(place) < 2),
            Form::Acyclic => !there.is_open(),
            Form::Tree => !there.is_open() || !self.is_one_part(),
            Form::Path => !there.is_open() || there.most > 2 || !self.is_one_part(),
        };
        if lost {
            return Some(false);
        }
        (form == Form::Acyclic && census(possible).is_open()).then_some(true)
    }

    /// Whether steps can be there, and join all places with steps that are.
    fn is_one_part(&self) -> bool {
        match self.sure().keys().next() {
            Some(&first) => {
                let around = reach(first, &self.possible, |_| true);
                self.sure().keys().all(|place| around.contains(place))
            }
            None => !self.possible.is_empty(),
        }
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

/// The steps of relations, along their pairs or both ways, worked out when they are first asked for.
#[derive(Default, Debug)]
pub(super) struct Worked(RefCell<Map<(RelationId, bool), Rc<Steps>>>);

impl Worked {
    /// The steps of a relation, given what its conditions come to.
    pub(super) fn steps(
        &self,
        relations: &[Relation],
        (relation, along): (RelationId, bool),
        truth: impl Fn(FormulaId) -> Option<bool>,
    ) -> Rc<Steps> {
        if let Some(steps) = self.0.borrow().get(&(relation, along)) {
            return steps.clone();
        }
        let pairs = relations[relation.0 as usize].pairs.iter();
        let apart = pairs.filter(|(left, right, _)| left != right);
        let pairs: Vec<_> = apart.map(|&(left, right, there)| (left, right, truth(there))).collect();
        let steps = Rc::new(Steps::new(&pairs, along));
        self.0.borrow_mut().insert((relation, along), steps.clone());
        steps
    }
}

/// What takes a closer look than a person takes who fills places one by one.
#[cfg(feature = "proof")]
impl Steps {
    /// Whether the steps, taken both ways, cannot be one closed loop: what is left open between some places does not mend that
    /// a loop leaves them as often as it enters them, or no cycle of possible steps passes all that are there.
    pub(super) fn is_lost(&self) -> bool {
        self.is_odd() || !self.is_one_block()
    }

    /// Whether an odd number of steps leads into places that open steps join.
    fn is_odd(&self) -> bool {
        let sure = self.sure();
        let count = |place: &TermId| sure.get(place).map_or(0, Set::len);
        let is_open = |from: TermId, to: TermId| !sure.get(&from).is_some_and(|next| next.contains(&to));
        let mut seen: Set<TermId> = Set::default();
        self.possible.keys().any(|&start| {
            if !seen.insert(start) {
                return false;
            }
            let (mut open, mut loose) = (vec![start], 0);
            while let Some(place) = open.pop() {
                loose += count(&place);
                let next = self.possible[&place].iter().filter(|&&next| is_open(place, next));
                open.extend(next.copied().filter(|&next| seen.insert(next)));
            }
            loose % 2 == 1
        })
    }

    /// Whether all steps that are there lie in one block: a part that no single place separates (Tarjan). A step alone is none.
    fn is_one_block(&self) -> bool {
        let sure = self.sure();
        let Some((&root, _)) = sure.iter().find(|(_, next)| !next.is_empty()) else { return true };
        let is_sure = |from: TermId, to: TermId| sure.get(&from).is_some_and(|next| next.contains(&to));
        // For each place when it was reached, and the earliest place that it and what hangs on it lead back to.
        let mut reached: Map<TermId, (usize, usize)> = Map::default();
        let around = |place: TermId| self.possible[&place].iter().copied().collect::<Vec<TermId>>();
        let mut way = vec![(root, None, around(root))];
        reached.insert(root, (0, 0));
        // Steps since the last block was closed, each with whether it is there; how many blocks have one that is.
        let mut steps: Vec<((TermId, TermId), bool)> = Vec::new();
        let mut blocks = 0;
        while let Some((place, from, left)) = way.last_mut() {
            let (place, from) = (*place, *from);
            if let Some(next) = left.pop() {
                match reached.get(&next) {
                    Some(&(when, _)) if Some(next) != from => {
                        let own = reached.entry(place).or_default();
                        if when < own.0 {
                            own.1 = own.1.min(when);
                            steps.push(((place, next), is_sure(place, next)));
                        }
                    }
                    Some(_) => {}
                    None => {
                        let when = reached.len();
                        reached.insert(next, (when, when));
                        steps.push(((place, next), is_sure(place, next)));
                        way.push((next, Some(place), around(next)));
                    }
                }
                continue;
            }
            way.pop();
            let Some(above) = from else { continue };
            let (_, back) = reached[&place];
            let own = reached.entry(above).or_default();
            own.1 = own.1.min(back);
            if back >= own.0 {
                // Everything since the step down is a block.
                let at = steps.iter().rposition(|&(step, _)| step == (above, place)).unwrap_or(0);
                let block = steps.split_off(at);
                if block.iter().any(|&(_, there)| there) {
                    blocks += 1;
                    if block.len() == 1 || blocks > 1 {
                        return false;
                    }
                }
            }
        }
        sure.iter().all(|(place, next)| next.is_empty() || reached.contains_key(place))
    }

    /// How many places can be joined to a place, itself counted, if they are at most so many in all: those that are not too
    /// far away, where what is surely joined comes together. Nothing if too many are surely joined. The steps go both ways.
    pub(super) fn grown(&self, from: TermId, most: usize, keep: impl Fn(TermId) -> bool) -> Option<usize> {
        // What is surely joined is a group; each is looked for once.
        let mut groups: Vec<Set<TermId>> = Vec::new();
        let mut of: Map<TermId, usize> = Map::default();
        let mut group = |place: TermId, groups: &mut Vec<Set<TermId>>| {
            if let Some(&number) = of.get(&place) {
                return number;
            }
            let joined = reach(place, self.sure(), &keep);
            of.extend(joined.iter().map(|&place| (place, groups.len())));
            groups.push(joined);
            groups.len() - 1
        };
        let own = group(from, &mut groups);
        let room = most.checked_sub(groups[own].len())?;
        // For each group how many places are added on the way to it, its own among them.
        let mut far: Map<usize, usize> = [(own, 0)].into_iter().collect();
        let mut waiting: Vec<Vec<usize>> = vec![Vec::new(); room + 1];
        waiting[0].push(own);
        for added in 0..=room {
            while let Some(number) = waiting[added].pop() {
                if far[&number] != added {
                    continue;
                }
                let members: Vec<TermId> = groups[number].iter().copied().collect();
                let next = members.iter().filter_map(|place| self.possible.get(place)).flatten();
                for &next in next.filter(|&&next| keep(next)) {
                    let to = group(next, &mut groups);
                    let total = added + groups[to].len();
                    if total <= room && far.get(&to).is_none_or(|&known| total < known) {
                        far.insert(to, total);
                        waiting[total].push(to);
                    }
                }
            }
        }
        Some(far.keys().map(|&number| groups[number].len()).sum())
    }
}

/// How the steps, taken both ways, hang together.
fn census(links: &Links) -> Census {
    let ends = || links.values().map(Set::len);
    let mut seen: Set<TermId> = Set::default();
    let mut groups = 0;
    for &place in links.keys() {
        if !seen.contains(&place) {
            seen.extend(reach(place, links, |_| true));
            groups += 1;
        }
    }
    let (least, most) = (ends().min().unwrap_or(0), ends().max().unwrap_or(0));
    Census { places: links.len(), pairs: ends().sum::<usize>() / 2, groups, least, most }
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

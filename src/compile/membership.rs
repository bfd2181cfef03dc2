//! Membership in `reach` as connection, where the relation goes both ways.
//!
//! That places of a kind reach some place of a list, each of them, is that they hang together with a frame that stands
//! beside the list; that any two places of a kind reach each other is that they hang together. Instances that say so are kept back, and
//! those of one relation and one list become one `connected`, instead of one question for each pair of places.
//!
//! Where the relation leads only from places of the kind to places of the kind (`alike`, from rock), what is not of the
//! kind lets nobody through, and the constraint is what the author of `connected` would have got. Elsewhere places of
//! other kinds are thoroughfares.

mod choice;
mod net;

use std::collections::BTreeMap;

use self::choice::Choice;
use super::Model;
use crate::base::hash::{Map, Numbered, Set};
use crate::board::formula::Formula;
use crate::language::term::{FormulaId, RelationId, TermId};
use crate::solver::constraints::connected::Connected;
use crate::solver::constraints::graph::UnionFind;
use crate::solver::constraints::literal::{Literal, Presence};
use crate::solver::engine::Conflict;

/// What has been kept back.
#[derive(Debug, Default)]
pub(super) struct Memberships {
    /// By relation and list: what reaches some place of the list.
    lists: BTreeMap<(RelationId, Box<[TermId]>), Vec<Member>>,
    /// By relation: what reaches each other.
    pairs: BTreeMap<RelationId, Vec<Pair>>,
    /// By relation: how many of some places others reach.
    counts: BTreeMap<RelationId, Vec<Count>>,
    /// By relation and the two ends, lesser first: the conditions of steps.
    steps: Map<RelationId, Map<(TermId, TermId), Vec<FormulaId>>>,
}

/// How many of some places a place of a kind reaches: at least, and at most; itself not counted.
#[derive(Debug)]
struct Count {
    kind: Kind,
    places: Box<[TermId]>,
    low: u32,
    high: u32,
    said: Said,
}

/// A place that reaches something.
#[derive(Debug)]
struct Member {
    kind: Kind,
    said: Said,
}

/// Two places that reach each other if both are of their kinds.
#[derive(Debug)]
struct Pair {
    ends: [Kind; 2],
    said: Said,
}

/// The instance that says something, and its condition unless that is posted besides.
#[derive(Clone, Copy, Debug)]
struct Said {
    origin: Option<u32>,
    condition: Option<FormulaId>,
}

/// A place, and when what is said of it holds; always if there is no literal.
type Kind = (TermId, Option<Literal>);

impl Model {
    /// Keeps a condition back if it says of reach along a relation that goes both ways what can be posted as one with others.
    pub(super) fn keep_reach(&mut self, id: FormulaId) -> bool {
        let Some(choice) = self.reach_choice(id) else { return false };
        let Choice { unless, joined, apart, counted, relations } = choice;
        let [relation] = relations[..] else { return false };
        let said = Said { origin: self.engine.origin, condition: Some(id) };
        match (&joined[..], &apart[..], counted) {
            (&[(left, right)], [], None) => self.keep_pair(relation, (left, right), &unless, said),
            ([_, _, ..], [], None) => self.keep_member(relation, &joined, &unless, said),
            ([], &[ends], None) => self.keep_apart(relation, ends, &unless),
            ([], [], Some(counted)) => {
                if counted.low == 1 && counted.high as usize >= counted.pairs.len() {
                    return self.keep_member(relation, &counted.pairs, &unless, said);
                }
                if counted.low > 0 && self.settings.joint {
                    let implied = Said { condition: None, ..said };
                    self.keep_member(relation, &counted.pairs, &unless, implied);
                }
                let Some(place) = common(&counted.pairs) else { return false };
                if unless.windows(2).any(|two| two[0].var != two[1].var) {
                    return false;
                }
                let places = others(&counted.pairs, place);
                let (low, high) = (counted.low, counted.high);
                let count = Count { kind: (place, neither(&unless)), places, low, high, said };
                self.memberships.counts.entry(relation).or_default().push(count);
                true
            }
            _ => false,
        }
    }

    fn keep_pair(
        &mut self,
        relation: RelationId,
        (left, right): (TermId, TermId),
        unless: &[Literal],
        said: Said,
    ) -> bool {
        let ends = [left, right].map(|place| {
            let var = self.truth.world.unknown(place).map(|unknown| self.var(unknown));
            let own: Vec<Literal> =
                unless.iter().copied().filter(|literal| Some(literal.var) == var).collect();
            (own.len(), (place, neither(&own)))
        });
        let [(own, left), (others, right)] = ends;
        if own + others != unless.len() {
            return false;
        }
        self.memberships.pairs.entry(relation).or_default().push(Pair { ends: [left, right], said });
        true
    }

    /// Two places that never reach each other; or only if there is a step between them.
    fn keep_apart(&mut self, relation: RelationId, ends: (TermId, TermId), unless: &[Literal]) -> bool {
        match *unless {
            [] => {
                self.reaches.keep_apart(relation, ends, self.engine.origin);
                true
            }
            [step] => {
                let is_step = self.step_literal(relation, ends) == Some(step);
                if is_step {
                    self.reaches.tie(relation, ends, step, self.engine.origin);
                }
                is_step
            }
            _ => false,
        }
    }

    /// The literal of the step between two places, if one decides.
    fn step_literal(&mut self, relation: RelationId, (left, right): (TermId, TermId)) -> Option<Literal> {
        let pairs = &self.truth.world.relations[relation.0 as usize].pairs;
        let steps = self.memberships.steps.entry(relation).or_insert_with(|| {
            let mut steps: Map<(TermId, TermId), Vec<FormulaId>> = Map::default();
            for &(left, right, condition) in pairs.iter() {
                let conditions = steps.entry((left.min(right), left.max(right))).or_default();
                if !conditions.contains(&condition) {
                    conditions.push(condition);
                }
            }
            steps
        });
        let &[condition] = &steps.get(&(left.min(right), left.max(right)))?[..] else { return None };
        self.known_simple(condition)
    }

    fn keep_member(
        &mut self,
        relation: RelationId,
        joined: &[(TermId, TermId)],
        unless: &[Literal],
        said: Said,
    ) -> bool {
        let Some(place) = common(joined) else { return false };
        if unless.windows(2).any(|two| two[0].var != two[1].var) {
            return false;
        }
        let goals = others(joined, place);
        let members = self.memberships.lists.entry((relation, goals)).or_default();
        members.push(Member { kind: (place, neither(unless)), said });
        true
    }

    /// Posts what was kept back.
    pub(super) fn post_memberships(&mut self) -> Result<(), Conflict> {
        let Memberships { lists, pairs, counts, .. } = std::mem::take(&mut self.memberships);
        for (relation, counts) in counts {
            self.post_counts(relation, counts)?;
        }
        for ((relation, goals), members) in lists {
            // What follows from one count alone is found out with it.
            if matches!(&members[..], [Member { said: Said { condition: None, .. }, .. }]) {
                continue;
            }
            let kinds: Vec<Kind> = members.iter().map(|member| member.kind).collect();
            let said: Vec<Said> = members.iter().map(|member| member.said).collect();
            let whole = self.whole(relation, &kinds, &goals);
            self.post_whole(whole, &said)?;
        }
        for (relation, pairs) in pairs {
            for part in parts(pairs) {
                let said: Vec<Said> = part.iter().map(|pair| pair.said).collect();
                let asks_sizes = self.reaches.asks_sizes(relation);
                let kinds = if asks_sizes { None } else { one_whole(&part) };
                let whole = kinds.and_then(|kinds| self.whole(relation, &kinds, &[]));
                self.post_whole(whole, &said)?;
            }
        }
        Ok(())
    }

    /// Asks how many of some places others reach: those that ask about the same list ask for marks in their regions.
    fn post_counts(&mut self, relation: RelationId, counts: Vec<Count>) -> Result<(), Conflict> {
        let marked: Set<TermId> = counts.iter().flat_map(|count| count.places.iter().copied()).collect();
        let mut marks = Vec::new();
        // How many of the places a place can reach at most, itself counted.
        let mut most: Map<TermId, usize> = Map::default();
        for Count { kind: (place, when), places, low, high, said } in counts {
            if !most.contains_key(&place) {
                let near = self.truth.world.reachable(place, relation);
                let all = near.iter().filter(|other| marked.contains(*other)).count();
                most.extend(near.into_iter().map(|other| (other, all)));
            }
            let own = u32::from(marked.contains(&place));
            if most.get(&place) != Some(&(places.len() + own as usize)) {
                self.post_whole(None, &[said])?;
                continue;
            }
            if places.iter().all(|&other| self.is_asked(place, other, relation)) {
                // The answers are there anyway, so their sum costs little and sees more.
                self.post_whole(None, &[said])?;
            }
            let guard = when.map_or(Presence::Always, Presence::If);
            self.reaches.note(relation, said.origin);
            marks.push((place, guard, low + own, high + own));
        }
        if !marks.is_empty() {
            self.reaches.mark(relation, marked, marks);
        }
        Ok(())
    }

    /// Whether somebody asks if a place reaches another.
    fn is_asked(&self, place: TermId, other: TermId, relation: RelationId) -> bool {
        let joined = Formula::Joined(place.min(other), place.max(other), relation);
        self.truth.world.formulas.find(&joined).is_some_and(|id| self.literals.contains_key(&id))
    }

    fn post_whole(&mut self, whole: Option<Connected>, said: &[Said]) -> Result<(), Conflict> {
        if let Some(whole) = whole {
            self.engine.origin = said.first().and_then(|said| said.origin);
            self.engine.post(Box::new(whole));
            return Ok(());
        }
        for said in said {
            self.engine.origin = said.origin;
            let Some(condition) = said.condition else { continue };
            self.post_shape(condition)?;
        }
        Ok(())
    }
}

/// The place that is in all of some pairs.
fn common(pairs: &[(TermId, TermId)]) -> Option<TermId> {
    let &[(first, second), ref rest @ ..] = pairs else { return None };
    let is_common = |place: &TermId| rest.iter().all(|&(left, right)| left == *place || right == *place);
    [first, second].into_iter().find(is_common)
}

/// The other places of some pairs that have one in common, in order.
fn others(pairs: &[(TermId, TermId)], place: TermId) -> Box<[TermId]> {
    let others = pairs.iter().map(|&(left, right)| if left == place { right } else { left });
    let mut others: Vec<TermId> = others.collect();
    others.sort_unstable();
    others.into()
}

/// That none of some literals about one variable holds; nothing if there are none.
fn neither(unless: &[Literal]) -> Option<Literal> {
    let (first, rest) = unless.split_first()?;
    Some(rest.iter().fold(first.negated(), |all, more| Literal { mask: all.mask & !more.mask, ..all }))
}

/// Pairs put together that have places in common, directly or through others.
fn parts(pairs: Vec<Pair>) -> Vec<Vec<Pair>> {
    let mut places: Numbered<TermId> = Numbered::default();
    let ends: Vec<[u32; 2]> =
        pairs.iter().map(|pair| pair.ends.map(|(place, _)| places.insert_full(place).0 as u32)).collect();
    let mut groups = UnionFind::default();
    groups.reset(places.len());
    ends.iter().for_each(|&[left, right]| {
        groups.join(left, right);
    });
    let mut parts: BTreeMap<u32, Vec<Pair>> = BTreeMap::new();
    for (pair, [left, _]) in pairs.into_iter().zip(ends) {
        parts.entry(groups.find(left)).or_default().push(pair);
    }
    parts.into_values().collect()
}

/// The places of pairs, if that each pair is joined says that all of them hang together: where all places are always of
/// their kinds, where one is that comes in a pair with each other, or where all pairs are there.
fn one_whole(pairs: &[Pair]) -> Option<Vec<Kind>> {
    let mut kinds: Map<TermId, Option<Literal>> = Map::default();
    let mut order: Vec<TermId> = Vec::new();
    let mut partners: Map<TermId, Set<TermId>> = Map::default();
    for Pair { ends: [left, right], .. } in pairs {
        for (&(place, when), &(other, _)) in [(left, right), (right, left)] {
            let known = kinds.entry(place).or_insert_with(|| {
                order.push(place);
                when
            });
            if *known != when {
                return None;
            }
            partners.entry(place).or_default().insert(other);
        }
    }
    let meets_all = |place: &TermId| partners[place].len() + 1 == order.len();
    let always = |place: &TermId| kinds[place].is_none();
    let whole = order.iter().all(always)
        || order.iter().any(|place| always(place) && meets_all(place))
        || order.iter().all(meets_all);
    whole.then(|| order.iter().map(|place| (*place, kinds[place])).collect())
}

//! Moves as single steps: what one act changes where, and which kinds of value no step makes more or fewer of.
//!
//! A *kind* is a value wherever it stands: a crate, the hole. Where no two acts of a move can ever act at once, each way in
//! which an act writes is a step of its own. To know that takes counts that never grow (there is one player), and to know
//! those takes steps, so both are assumed at first and given up where they turn out wrong.

use crate::base::hash::{Map, Set};
use crate::language::term::TermId;
use crate::moves::codes::{Code, Codes};
use crate::moves::rows::{Row, Rows};

/// Number of a kind of value.
pub type Kind = u16;

/// One way in which a position changes: the kinds at all places it touches, before and after.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    /// Places with their kinds before and after; equal where a place is only read.
    pub touched: Box<[(u32, Kind, Kind)]>,
}

impl Step {
    /// The places that lose a kind.
    pub fn leaves(&self, kind: Kind) -> impl Iterator<Item = u32> {
        self.touched.iter().filter(move |touch| touch.1 == kind && touch.2 != kind).map(|touch| touch.0)
    }

    /// The places that get a kind.
    pub fn enters(&self, kind: Kind) -> impl Iterator<Item = u32> {
        self.touched.iter().filter(move |touch| touch.2 == kind && touch.1 != kind).map(|touch| touch.0)
    }
}

/// All steps, and what they keep.
#[derive(Clone, Debug)]
pub struct Steps {
    pub all: Vec<Step>,
    /// The kind of each value, by the class of its place.
    pub kinds: Vec<Vec<Kind>>,
    /// For each kind, at how many places it stands at first.
    pub counts: Vec<u32>,
    /// For each kind, whether every step keeps its number.
    pub kept: Vec<bool>,
}

/// So many pairs of rows are held against each other.
const MOST_PAIRS: usize = 2_000_000;

impl Steps {
    /// The steps of these rows; nothing if two acts of one move may act at once.
    pub fn new(rows: &Rows, codes: &Codes, start: &[Code]) -> Option<Steps> {
        let (kinds, count) = kinds(codes);
        let kind = |place: u32, code: Code| kinds[usize::from(codes.class(place))][usize::from(code)];
        let mut counts = vec![0; count];
        for (place, &code) in (0..).zip(start) {
            counts[usize::from(kind(place, code))] += 1;
        }
        let step = |row: &Row| {
            let touched = row.before.iter().map(|&(place, code)| {
                let written = row.after.iter().find(|&&(known, _)| known == place);
                (place, kind(place, code), kind(place, written.map_or(code, |&(_, code)| code)))
            });
            Step { touched: touched.collect() }
        };
        let groups: Vec<Vec<Vec<Step>>> = rows
            .groups
            .iter()
            .map(|acts| acts.iter().map(|act| act.rows.iter().map(step).collect()).collect())
            .collect();
        let mut bounded = vec![true; count];
        loop {
            are_exclusive(&groups, &counts, &bounded).then_some(())?;
            let growing = |kind: Kind| {
                let grows = |step: &Step| step.enters(kind).count() > step.leaves(kind).count();
                groups.iter().flatten().flatten().any(grows)
            };
            let wrong: Vec<usize> =
                (0..count).filter(|&kind| bounded[kind] && growing(kind as Kind)).collect();
            if wrong.is_empty() {
                break;
            }
            wrong.into_iter().for_each(|kind| bounded[kind] = false);
        }
        let mut seen = Set::default();
        let all: Vec<Step> = groups
            .into_iter()
            .flatten()
            .flatten()
            .filter(|step| step.touched.iter().any(|touch| touch.1 != touch.2) && seen.insert(step.clone()))
            .collect();
        let keeps =
            |kind: Kind| all.iter().all(|step| step.enters(kind).count() == step.leaves(kind).count());
        let kept = (0..count).map(|kind| keeps(kind as Kind)).collect();
        Some(Steps { all, kinds, counts, kept })
    }

    /// At how many places a kind stands, in every position; nothing if that changes.
    pub fn constant(&self, kind: Kind) -> Option<u32> {
        self.kept[usize::from(kind)].then_some(self.counts[usize::from(kind)])
    }
}

/// Numbers the values of all classes, equal ones alike.
fn kinds(codes: &Codes) -> (Vec<Vec<Kind>>, usize) {
    let mut known: Map<TermId, Kind> = Map::default();
    let mut kinds: Vec<Vec<Kind>> = Vec::new();
    for place in 0..codes.len() as u32 {
        let class = usize::from(codes.class(place));
        if kinds.len() <= class {
            kinds.resize(class + 1, Vec::new());
        }
        for code in kinds[class].len()..codes.known(place) {
            let next = known.len() as Kind;
            kinds[class].push(*known.entry(codes.value(place, code as Code)).or_insert(next));
        }
    }
    (kinds, known.len())
}

/// Whether no two acts of one group can write in one position, given that some kinds never become more.
fn are_exclusive(groups: &[Vec<Vec<Step>>], counts: &[u32], bounded: &[bool]) -> bool {
    let mut left = MOST_PAIRS;
    for acts in groups {
        for (number, act) in acts.iter().enumerate() {
            for other in &acts[number + 1..] {
                let Some(fewer) = left.checked_sub(act.len() * other.len()) else { return false };
                left = fewer;
                let mut pairs = act.iter().flat_map(|one| other.iter().map(move |other| (one, other)));
                if pairs.any(|(one, other)| can_meet(one, other, counts, bounded)) {
                    return false;
                }
            }
        }
    }
    true
}

/// Whether two steps are possible in one position.
fn can_meet(one: &Step, other: &Step, counts: &[u32], bounded: &[bool]) -> bool {
    let in_one = |place: u32| one.touched.iter().find(|touch| touch.0 == place);
    let differs = |touch: &(u32, Kind, Kind)| in_one(touch.0).is_some_and(|known| known.1 != touch.1);
    if other.touched.iter().any(differs) {
        return false;
    }
    let fits = |touch: &(u32, Kind, Kind)| {
        let kind = touch.1;
        let here = one.touched.iter().filter(|touch| touch.1 == kind).count();
        let also = other.touched.iter().filter(|touch| touch.1 == kind && in_one(touch.0).is_none()).count();
        !bounded[usize::from(kind)] || (here + also) as u32 <= counts[usize::from(kind)]
    };
    other.touched.iter().all(fits)
}

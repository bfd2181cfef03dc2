//! How far a few tokens are from the goal when all others are ignored, as a table by their places: a pattern database.
//!
//! A *token* is one piece of a kind that never becomes more or fewer. The table is filled from the goal backwards, by steps
//! undone. Where nothing is known of a place but that no token of the pattern stands there, it may hold whatever a step
//! wants, so the table never says too much.

use smallvec::SmallVec;

use super::steps::{Kind, Step, Steps};
use super::{Goal, NEVER};
use crate::base::hash::Set;

/// What each step costs in a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cost {
    /// Every step counts.
    All,
    /// Only steps count that move a token of the pattern and are charged to its kind, so that tables of different kinds add
    /// up.
    Charged,
}

/// Which tokens a table is about.
#[derive(Clone, Debug)]
pub struct Subject {
    /// The kinds of the tokens, equal ones side by side; the last is the agent's, if there is one.
    pub kinds: Vec<Kind>,
    pub cost: Cost,
    /// The one place where the first token is to be; else wherever the goal wants tokens of their kinds.
    pub target: Option<u32>,
}

/// A filled table.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// The kinds of the tokens.
    pub kinds: Vec<Kind>,
    bits: u32,
    table: Vec<u8>,
}

/// A step undone, as a pattern sees it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Undo {
    /// What must stand at places.
    checks: SmallVec<[(u32, Check); 4]>,
    /// From where to where a token goes, if one of the pattern stands there.
    moves: SmallVec<[(u32, u32); 2]>,
    /// The place among the moves whose token is charged.
    charged: Option<u32>,
}

/// What must stand at a place: a token of the pattern of this kind, none of the pattern, or, for a kind of which there are
/// others besides, either.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Check {
    Token(Kind),
    TokenOrOther(Kind),
    Other,
}

impl Check {
    fn holds(self, kind: Option<Kind>) -> bool {
        match self {
            Check::Token(wanted) => kind == Some(wanted),
            Check::TokenOrOther(wanted) => kind.is_none_or(|kind| kind == wanted),
            Check::Other => kind.is_none(),
        }
    }
}

/// Steps undone that check one more place, by what stands there: none of the pattern, or the number of its token plus 1.
#[derive(Clone, Debug)]
struct Keyed {
    place: u32,
    by: Vec<Vec<Undo>>,
}

/// For each place and each token that may stand there, the steps undone that move it from there.
type Undos = Vec<Vec<Vec<Keyed>>>;

/// A table takes at most so many bits to number its entries.
const MOST_BITS: u32 = 24;
/// The greatest distance that is told apart.
const GREATEST: usize = 254;
const UNKNOWN: u8 = u8::MAX;
/// At most so many tokens.
pub const MOST_TOKENS: usize = 8;

/// The places of tokens.
type Places = [u8; MOST_TOKENS];

impl Pattern {
    /// How many bits it takes to number the places of one token.
    pub fn bits(places: usize) -> u32 {
        usize::BITS - places.saturating_sub(1).leading_zeros()
    }

    /// Whether tables of so many tokens are small enough.
    pub fn fits(tokens: usize, places: usize) -> bool {
        tokens <= MOST_TOKENS && places <= 256 && Pattern::bits(places) * tokens as u32 <= MOST_BITS
    }

    /// Fills a table; nothing if some step moves several tokens of one kind at once.
    pub fn new(subject: &Subject, steps: &Steps, charges: &[Kind], goal: &Goal) -> Option<Pattern> {
        let places = goal.wanted.len();
        let bits = Pattern::bits(places);
        let kinds = subject.kinds.clone();
        let undos = undos(subject, steps, charges, places)?;
        let mut filling = Filling {
            pattern: Pattern { bits, table: vec![UNKNOWN; 1 << (bits * kinds.len() as u32)], kinds },
            free: vec![0; places],
            buckets: vec![Vec::new()],
            alike: subject.kinds.windows(2).any(|pair| pair[0] == pair[1]),
        };
        filling.goals(subject, steps, goal);
        filling.fill(subject.cost, &undos);
        Some(filling.pattern)
    }

    /// At least so many moves from these places of the tokens, in the order of the kinds. Places of equal kinds may stand
    /// in any order.
    pub fn distance(&self, places: &mut [u8]) -> u32 {
        self.sort(places);
        match self.table[self.index(places)] {
            UNKNOWN => NEVER,
            distance => u32::from(distance),
        }
    }

    /// How many bytes it takes.
    pub fn bytes(&self) -> usize {
        self.table.len()
    }

    fn index(&self, places: &[u8]) -> usize {
        places.iter().fold(0, |index, &place| index << self.bits | usize::from(place))
    }

    fn places(&self, mut index: usize) -> Places {
        let mut places = [0; MOST_TOKENS];
        for place in places[..self.kinds.len()].iter_mut().rev() {
            *place = (index & ((1 << self.bits) - 1)) as u8;
            index >>= self.bits;
        }
        places
    }

    /// Tokens of one kind are the same, so only one order of their places is looked up.
    fn sort(&self, places: &mut [u8]) {
        for at in 1..places.len() {
            let mut at = at;
            while at > 0 && self.kinds[at] == self.kinds[at - 1] && places[at] < places[at - 1] {
                places.swap(at, at - 1);
                at -= 1;
            }
        }
    }
}

/// A table while it is filled.
struct Filling {
    pattern: Pattern,
    /// For each place 0, or the number of the token there plus 1.
    free: Vec<u8>,
    /// Entries by their distance.
    buckets: Vec<Vec<u32>>,
    /// Whether some tokens are of one kind.
    alike: bool,
}

impl Filling {
    /// Enters all places of tokens at which the goal may hold.
    fn goals(&mut self, subject: &Subject, steps: &Steps, goal: &Goal) {
        let kinds = &subject.kinds;
        // Of each kind, so many tokens of the pattern may stand away from where the goal wants their kind.
        let mut spare: Vec<i64> = vec![0; steps.counts.len()];
        for &kind in kinds {
            let wanted = goal.wanted.iter().filter(|&&wanted| wanted == Some(kind)).count();
            spare[usize::from(kind)] = i64::from(steps.counts[usize::from(kind)]) - wanted as i64;
        }
        let mut places: Places = [0; MOST_TOKENS];
        self.place(subject, goal, 0, &mut places, &mut spare);
    }

    fn place(&mut self, subject: &Subject, goal: &Goal, at: usize, places: &mut Places, spare: &mut [i64]) {
        let kinds = &subject.kinds;
        if at == kinds.len() {
            let index = self.pattern.index(&places[..at]);
            self.pattern.table[index] = 0;
            self.buckets[0].push(index as u32);
            return;
        }
        let kind = kinds[at];
        let ordered = at > 0 && kinds[at - 1] == kind;
        let first = if ordered { usize::from(places[at - 1]) + 1 } else { 0 };
        for place in first..goal.wanted.len() {
            let home = goal.wanted[place] == Some(kind);
            let allowed = match subject.target {
                Some(target) if at == 0 => place == target as usize,
                _ => goal.allows(place as u32, kind) && (home || spare[usize::from(kind)] > 0),
            };
            if !allowed || places[..at].contains(&(place as u8)) {
                continue;
            }
            let counted = i64::from(!home && subject.target.is_none());
            spare[usize::from(kind)] -= counted;
            places[at] = place as u8;
            self.place(subject, goal, at + 1, places, spare);
            spare[usize::from(kind)] += counted;
        }
    }

    /// Undoes steps from the nearest entries on.
    fn fill(&mut self, cost: Cost, undos: &Undos) {
        let tokens = self.pattern.kinds.len();
        let mut distance = 0;
        while distance < self.buckets.len() {
            while let Some(index) = self.buckets[distance].pop() {
                if usize::from(self.pattern.table[index as usize]) != distance {
                    continue;
                }
                let places = self.pattern.places(index as usize);
                for (token, &place) in places[..tokens].iter().enumerate() {
                    self.free[usize::from(place)] = token as u8 + 1;
                }
                for (token, &place) in places[..tokens].iter().enumerate() {
                    for keyed in &undos[usize::from(place)][token] {
                        for undo in &keyed.by[usize::from(self.free[keyed.place as usize])] {
                            self.try_undo(undo, cost, places, distance);
                        }
                    }
                }
                places[..tokens].iter().for_each(|&place| self.free[usize::from(place)] = 0);
            }
            distance += 1;
        }
    }

    fn try_undo(&mut self, undo: &Undo, cost: Cost, places: Places, distance: usize) {
        let tokens = self.pattern.kinds.len();
        let holds = |&(place, check): &(u32, Check)| {
            let token = self.free[place as usize].checked_sub(1);
            check.holds(token.map(|token| self.pattern.kinds[usize::from(token)]))
        };
        if !undo.checks.iter().all(holds) {
            return;
        }
        let mut next = places;
        let mut charged = cost == Cost::All;
        for &(from, to) in &undo.moves {
            if let Some(token) = self.free[from as usize].checked_sub(1) {
                next[usize::from(token)] = to as u8;
                charged |= undo.charged == Some(from);
            }
        }
        if next == places {
            return;
        }
        if self.alike {
            self.pattern.sort(&mut next[..tokens]);
        }
        let index = self.pattern.index(&next[..tokens]);
        let further = (distance + usize::from(charged)).min(GREATEST);
        if further < usize::from(self.pattern.table[index]) {
            self.pattern.table[index] = further as u8;
            if self.buckets.len() <= further {
                self.buckets.resize_with(further + 1, Vec::new);
            }
            self.buckets[further].push(index as u32);
        }
    }
}

/// The steps undone, as the pattern sees them.
fn undos(subject: &Subject, steps: &Steps, charges: &[Kind], places: usize) -> Option<Undos> {
    let kinds = &subject.kinds;
    let tracked = |kind: Kind| kinds.iter().filter(|&&known| known == kind).count() as u32;
    let mut lists: Undos = vec![vec![Vec::new(); kinds.len()]; places];
    let mut seen: Set<(u32, Undo)> = Set::default();
    for (step, &charge) in steps.all.iter().zip(charges) {
        let mut undo = Undo { checks: SmallVec::new(), moves: SmallVec::new(), charged: None };
        for &(place, _, after) in &step.touched {
            let check = match tracked(after) {
                0 => Check::Other,
                some if some < steps.counts[usize::from(after)] => Check::TokenOrOther(after),
                _ => Check::Token(after),
            };
            undo.checks.push((place, check));
        }
        // In one order, so that steps which are the same for the pattern are found to be so.
        undo.checks.sort_unstable_by_key(|&(place, _)| place);
        let mut different: SmallVec<[Kind; 8]> = SmallVec::from_slice(kinds);
        different.dedup();
        // The last is the agent, which is sure to stand where a step wants it.
        for kind in different.into_iter().rev() {
            let (from, to) = one_move(step, kind)?;
            let (Some(from), Some(to)) = (from, to) else { continue };
            undo.moves.push((to, from));
            if charge == kind {
                undo.charged = Some(to);
            }
        }
        let sure = |&(place, _): &(u32, u32)| {
            undo.checks.iter().any(|&(known, check)| known == place && matches!(check, Check::Token(_)))
        };
        // One token that is sure to move finds the step; if none is, each that may move does.
        let finding: SmallVec<[u32; 2]> = match undo.moves.iter().find(|&moved| sure(moved)) {
            Some(&(place, _)) => SmallVec::from_slice(&[place]),
            None => undo.moves.iter().map(|&(place, _)| place).collect(),
        };
        for place in finding {
            if seen.insert((place, undo.clone())) {
                file(&mut lists[place as usize], place, &undo, kinds);
            }
        }
    }
    Some(lists)
}

/// Files a step undone under the tokens that may stand at the place where it is found, and under one more place.
fn file(lists: &mut [Vec<Keyed>], place: u32, undo: &Undo, kinds: &[Kind]) {
    let (mut here, mut key) = (Check::Other, (place, None));
    let mut rest = Undo { checks: SmallVec::new(), ..undo.clone() };
    for &(known, check) in &undo.checks {
        if known == place {
            here = check;
        } else if key.1.is_none() {
            key = (known, Some(check));
        } else {
            rest.checks.push((known, check));
        }
    }
    for (token, &kind) in kinds.iter().enumerate() {
        if !here.holds(Some(kind)) {
            continue;
        }
        let list = &mut lists[token];
        let at = list.iter().position(|keyed| keyed.place == key.0).unwrap_or_else(|| {
            list.push(Keyed { place: key.0, by: vec![Vec::new(); kinds.len() + 1] });
            list.len() - 1
        });
        for (occupant, undos) in list[at].by.iter_mut().enumerate() {
            let kind = occupant.checked_sub(1).map(|token| kinds[token]);
            if key.1.is_none_or(|check| check.holds(kind)) && !undos.contains(&rest) {
                undos.push(rest.clone());
            }
        }
    }
}

/// From where to where a step moves a token of a kind; nothing if it moves several.
fn one_move(step: &Step, kind: Kind) -> Option<(Option<u32>, Option<u32>)> {
    let (mut leaves, mut enters) = (step.leaves(kind), step.enters(kind));
    let moved = (leaves.next(), enters.next());
    (leaves.next().is_none() && enters.next().is_none()).then_some(moved)
}

//! Bounds on the number of moves that the rules themselves give away.
//!
//! ```text
//! rows ──> steps ──> tables for single tokens, one for each place where the goal wants one ──> matched with each other
//!                └─> tables for several tokens at once (pattern databases) ────────────────> added up, or the greatest
//! ```
//!
//! All tables rest on what never changes: how many pieces of a kind there are. A token that cannot come to where it is wanted
//! makes a position dead: nobody need look at it.

mod matching;
mod pattern;
mod steps;

use smallvec::SmallVec;

use super::codes::{Code, Codes};
use super::rows::Rows;
use pattern::{Cost, MOST_TOKENS, Pattern, Subject};
use steps::{Kind, Steps};

/// The bound of a position from which there is no way to the goal.
pub const NEVER: u32 = 1 << 24;
/// So many tokens of one kind are matched with each other.
const MOST_MATCHED: usize = 64;

/// What the goal says about single places.
#[derive(Clone, Debug)]
pub struct Goal {
    /// For each place the only kind it can have, if there is just one.
    wanted: Vec<Option<Kind>>,
    /// For each place the kinds it can have.
    allowed: Vec<Vec<bool>>,
}

impl Goal {
    fn new(possible: &[Vec<bool>], codes: &Codes, steps: &Steps) -> Goal {
        let kinds_of = |place: usize| &steps.kinds[usize::from(codes.class(place as u32))];
        let allowed: Vec<Vec<bool>> = possible
            .iter()
            .enumerate()
            .map(|(place, possible)| {
                let mut allowed = vec![false; steps.counts.len()];
                for (code, &kind) in kinds_of(place).iter().enumerate() {
                    allowed[usize::from(kind)] = possible.get(code).copied().unwrap_or(true);
                }
                allowed
            })
            .collect();
        let only = |allowed: &Vec<bool>| {
            let mut kinds = allowed.iter().zip(0..).filter(|&(&allowed, _)| allowed).map(|(_, kind)| kind);
            kinds.next().filter(|_| kinds.next().is_none())
        };
        Goal { wanted: allowed.iter().map(only).collect(), allowed }
    }

    fn allows(&self, place: u32, kind: Kind) -> bool {
        self.allowed[place as usize][usize::from(kind)]
    }

    fn targets(&self, kind: Kind) -> Vec<u32> {
        (0..).zip(&self.wanted).filter(|&(_, &wanted)| wanted == Some(kind)).map(|(place, _)| place).collect()
    }
}

/// The tokens of one kind, and where the goal wants them.
#[derive(Clone, Debug)]
struct Family {
    kind: Kind,
    count: usize,
    targets: Vec<u32>,
    /// For each target how far a token is from it.
    tables: Vec<Pattern>,
    /// How far several tokens at once are from targets, other tokens ignored, every move counted.
    several: Option<Pattern>,
}

/// Tables of different tokens, one of each family, that add up.
type Added = Vec<(SmallVec<[u16; 8]>, Pattern)>;

/// Which part of the bounds was the greatest how often.
#[derive(Clone, Copy, Default, Debug)]
struct Wins {
    matched: u64,
    several: u64,
}

/// Bounds that the rules give away.
#[derive(Clone, Debug)]
pub struct Derived {
    steps: Steps,
    goal: Goal,
    /// For each step the kind that pays for it.
    charges: Vec<Kind>,
    /// A kind of which there is one piece, which nearly every step moves.
    agent: Option<Kind>,
    families: Vec<Family>,
    /// For each kind its family's number plus 1.
    family_of: Vec<u16>,
    added: Vec<Added>,
    /// Scratch: the places of the tokens of each family, and of the agent.
    tokens: Vec<Vec<u8>>,
    wins: Wins,
}

impl Derived {
    /// Derives bounds for the positions that can be reached from `start`; nothing if the rules give none away.
    /// `possible` are the values with which the goal can hold.
    pub fn new(rows: &Rows, possible: &[Vec<bool>], codes: &Codes, start: &[Code]) -> Option<Derived> {
        if start.len() > usize::from(u8::MAX) {
            return None;
        }
        let steps = Steps::new(rows, codes, start)?;
        let goal = Goal::new(possible, codes, &steps);
        let kinds = 0..steps.counts.len() as Kind;
        let movers = |kind: Kind| steps.all.iter().filter(|step| step.leaves(kind).next().is_some()).count();
        let often: Vec<usize> = kinds.clone().map(movers).collect();
        let agent = kinds
            .clone()
            .filter(|&kind| steps.constant(kind) == Some(1) && 2 * often[usize::from(kind)] > steps.all.len())
            .max_by_key(|&kind| often[usize::from(kind)]);
        let wanted = |&kind: &Kind| {
            let targets = goal.targets(kind).len();
            Some(kind) != agent
                && targets > 0
                && often[usize::from(kind)] > 0
                && steps
                    .constant(kind)
                    .is_some_and(|count| (targets..=MOST_MATCHED).contains(&(count as usize)))
        };
        let family_kinds: Vec<Kind> = kinds.filter(wanted).collect();
        let charges: Vec<Kind> = steps
            .all
            .iter()
            .map(|step| {
                let moved = family_kinds.iter().filter(|&&kind| step.leaves(kind).count() == 1);
                moved.min_by_key(|&&kind| often[usize::from(kind)]).copied().unwrap_or(Kind::MAX)
            })
            .collect();
        let mut family_of = vec![0; steps.counts.len()];
        let tokens = vec![Vec::new(); family_kinds.len() + 1];
        let mut derived = Derived {
            steps,
            goal,
            charges,
            agent,
            families: Vec::new(),
            family_of: Vec::new(),
            added: Vec::new(),
            tokens,
            wins: Wins::default(),
        };
        for kind in family_kinds {
            if !derived.charges.contains(&kind) {
                continue;
            }
            let targets = derived.goal.targets(kind);
            let tables: Option<Vec<Pattern>> =
                targets.iter().map(|&target| derived.table(&[kind], Cost::Charged, Some(target))).collect();
            let Some(tables) = tables else { continue };
            let count = derived.steps.counts[usize::from(kind)] as usize;
            derived.families.push(Family { kind, count, targets, tables, several: None });
            family_of[usize::from(kind)] = derived.families.len() as u16;
        }
        derived.family_of = family_of;
        (!derived.families.is_empty()).then_some(derived)
    }

    /// Fills a table for tokens of these kinds, and the agent.
    fn table(&self, kinds: &[Kind], cost: Cost, target: Option<u32>) -> Option<Pattern> {
        let kinds: Vec<Kind> = kinds.iter().copied().chain(self.agent).collect();
        Pattern::fits(kinds.len(), self.goal.wanted.len()).then_some(())?;
        Pattern::new(&Subject { kinds, cost, target }, &self.steps, &self.charges, &self.goal)
    }

    /// How many entries a table for so many tokens has, the agent's places included; nothing if it is too large anyway.
    fn entries(&self, tokens: usize, alike: bool) -> Option<u64> {
        let places = self.goal.wanted.len();
        Pattern::fits(tokens + usize::from(self.agent.is_some()), places).then_some(())?;
        let agents = if self.agent.is_some() { places as u64 } else { 1 };
        let shared = |token: u64| if alike { token + 1 } else { 1 };
        Some(
            (0..tokens as u64)
                .fold(agents, |size, token| size * (places as u64).saturating_sub(token) / shared(token)),
        )
    }

    /// The most tokens, of `all` that may stand in one table, for which it has at most so many entries.
    fn most_tokens(&self, all: usize, alike: bool, most: u64) -> usize {
        let fits = |&tokens: &usize| self.entries(tokens, alike).is_some_and(|entries| entries <= most);
        (2..=all).rev().find(fits).unwrap_or(0)
    }

    /// The families of one token each.
    fn single(&self) -> Vec<u16> {
        (0..).zip(&self.families).filter(|(_, family)| family.count == 1).map(|(number, _)| number).collect()
    }

    /// Which larger tables of at most so many entries there could be: for each family of several tokens how many of them
    /// at once, and how many families of one token each. 0 where nothing is gained.
    fn larger(&self, most: u64) -> (Vec<usize>, usize) {
        let agents = usize::from(self.agent.is_some());
        let several = |family: &Family| {
            let known = family.several.as_ref().map_or(1, |table| table.kinds.len() - agents);
            let tokens = self.most_tokens(family.count.saturating_sub(1), true, most);
            if tokens > known { tokens } else { 0 }
        };
        let single = self.single().len();
        let known = self.added.iter().flatten().map(|(part, _)| part.len()).max().unwrap_or(1);
        let tokens = self.most_tokens(single, false, most);
        (self.families.iter().map(several).collect(), if tokens > known { tokens } else { 0 })
    }

    /// Whether there could be larger tables of at most so many entries each.
    pub fn could_strengthen(&self, most: u64) -> bool {
        let (several, single) = self.larger(most);
        single > 0 || several.into_iter().any(|tokens| tokens > 0)
    }

    /// Fills larger tables, of at most so many entries each.
    pub fn strengthen(&mut self, most: u64) {
        let (several, single) = self.larger(most);
        for (number, tokens) in several.into_iter().enumerate().filter(|&(_, tokens)| tokens > 0) {
            let table = self.table(&vec![self.families[number].kind; tokens], Cost::All, None);
            self.families[number].several = table.or(self.families[number].several.take());
        }
        if single > 0 {
            let order = self.single();
            let reversed = order.iter().rev().copied().collect();
            let added: Option<Vec<Added>> =
                [order, reversed].map(|order| self.partition(order, single)).into_iter().collect();
            self.added = added.unwrap_or_default();
        }
    }

    /// Divides families of one token each into parts, near ones together, and fills a table for each.
    fn partition(&self, mut left: Vec<u16>, most: usize) -> Option<Added> {
        let mut added = Vec::new();
        while let Some(&first) = left.first() {
            let mut part: SmallVec<[u16; 8]> = SmallVec::new();
            part.push(first);
            left.remove(0);
            while part.len() < most && !left.is_empty() {
                let apart = |&(_, &family): &(usize, &u16)| {
                    part.iter().map(|&known| self.apart(known, family)).sum::<u32>()
                };
                let nearest = left.iter().enumerate().min_by_key(apart).map_or(0, |(at, _)| at);
                part.push(left.remove(nearest));
            }
            let kinds: Vec<Kind> =
                part.iter().map(|&family| self.families[usize::from(family)].kind).collect();
            let table = self.table(&kinds, Cost::Charged, None)?;
            added.push((part, table));
        }
        Some(added)
    }

    /// How far the place of one family's token is from that of another.
    fn apart(&self, one: u16, other: u16) -> u32 {
        let (one, other) = (&self.families[usize::from(one)], &self.families[usize::from(other)]);
        let distance = |agent: u8| {
            let mut places: SmallVec<[u8; 2]> = SmallVec::new();
            places.push(other.targets[0] as u8);
            places.extend(self.agent.map(|_| agent));
            one.tables[0].distance(&mut places)
        };
        (0..self.goal.wanted.len() as u8).map(distance).min().unwrap_or(NEVER)
    }

    /// At least so many moves are needed from a position; [`NEVER`] if there is no way.
    pub fn bound(&mut self, position: &[Code], codes: &Codes) -> u32 {
        self.tokens.iter_mut().for_each(Vec::clear);
        let agents = self.families.len();
        for (place, &code) in (0..).zip(position) {
            let kind = self.steps.kinds[usize::from(codes.class(place))][usize::from(code)];
            let family = self.family_of[usize::from(kind)];
            if family > 0 {
                self.tokens[usize::from(family) - 1].push(place as u8);
            } else if Some(kind) == self.agent {
                self.tokens[agents].push(place as u8);
            }
        }
        let agent = self.tokens[agents].first().copied();
        let mut matched = 0;
        for (family, tokens) in self.families.iter().zip(&self.tokens) {
            if self.added.is_empty() || family.count > 1 {
                matched += matching::least(&family.tables, tokens, agent);
                if matched >= NEVER {
                    return NEVER;
                }
            }
        }
        let mut several = 0;
        for added in &self.added {
            let mut sum = matched;
            for (part, table) in added {
                let mut places: SmallVec<[u8; MOST_TOKENS]> =
                    part.iter().map(|&family| self.tokens[usize::from(family)][0]).collect();
                places.extend(agent);
                sum += table.distance(&mut places);
            }
            several = several.max(sum);
        }
        for (family, tokens) in self.families.iter().zip(&self.tokens) {
            if let Some(table) = &family.several {
                let taken = table.kinds.len() - usize::from(agent.is_some());
                several = several.max(matching::greatest(table, taken, tokens, agent));
            }
        }
        if several >= NEVER {
            return NEVER;
        }
        self.wins.matched += u64::from(matched > several);
        self.wins.several += u64::from(several >= matched && several > 0);
        matched.max(several)
    }

    /// What the bound that worked is called.
    pub fn name(&self) -> String {
        let several = self.families.iter().filter_map(|family| family.several.as_ref());
        let added = self.added.iter().flatten().map(|(_, table)| table);
        let tokens = several.chain(added).map(|table| table.kinds.len()).max();
        match tokens {
            Some(tokens) if self.wins.several > self.wins.matched => {
                format!("patterns of {} tokens", tokens - usize::from(self.agent.is_some()))
            }
            _ => "tokens matched with targets".to_owned(),
        }
    }

    /// About how many bytes the tables take.
    pub fn bytes(&self) -> usize {
        let families = self.families.iter().flat_map(|family| family.tables.iter().chain(&family.several));
        let added = self.added.iter().flatten().map(|(_, table)| table);
        families.chain(added).map(Pattern::bytes).sum()
    }
}

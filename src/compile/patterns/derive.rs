//! Diagrams of conditions made from sums, by derivatives as Brzozowski made automata from expressions: what a condition comes
//! to once the first place is read is a condition on the others, and equal rests are one.
//!
//! ```text
//! a = 0 and b + c = 3  or  b = 0 and c = 3      read a = 0:  b + c = 3 or b = 0 and c = 3
//!                                               read a = 1:  b = 0 and c = 3
//! ```

use crate::base::diagram::{Builder, Diagram, NodeId};
use crate::base::hash::{Map, Numbered};
use crate::base::number::Sign;

/// A condition on places in order, each with its values by number.
#[derive(Debug)]
pub(super) enum Said {
    /// A sum compares so with 0, or does not.
    Sum(Sum),
    /// All of these.
    All(Vec<Said>),
    /// One or more of these.
    Any(Vec<Said>),
}

/// A sum that compares with 0, or does not.
#[derive(Debug)]
pub(super) struct Sum {
    pub(super) sign: Sign,
    pub(super) holds: bool,
    pub(super) constant: i64,
    /// Places in order, each once, with what each of its values adds.
    pub(super) terms: Vec<(u32, Box<[i64]>)>,
}

/// Number of a rest: 0 never holds, 1 always does.
type RestId = u32;

/// What is left of a condition.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Rest {
    /// The rest of a sum, which has come so far.
    Sum(u32, i64),
    All(Box<[RestId]>),
    Any(Box<[RestId]>),
}

/// The rest of a sum's terms.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Tail {
    sign: Sign,
    holds: bool,
    /// The first of them: its place, what its values add, and the terms after it.
    first: Option<(u32, Box<[i64]>, u32)>,
    /// What all of them add at least and at most.
    low: i64,
    high: i64,
}

/// What is under way.
struct Deriver<'v> {
    /// How many values each place has.
    values: &'v [usize],
    rests: Numbered<Rest>,
    /// For each rest: the first place it speaks about.
    places: Vec<u32>,
    tails: Numbered<Tail>,
    /// By rest and value of its place.
    after: Map<(RestId, usize), RestId>,
    nodes: Map<RestId, NodeId>,
    builder: Builder,
    /// How many rests there may be.
    most: usize,
}

/// The diagram of a condition whose places have so many values; nothing if more than so many rests were met.
pub(super) fn diagram(said: &Said, values: &[usize], most: usize) -> Option<Diagram> {
    let (rests, tails) = (Numbered::default(), Numbered::default());
    let (places, after, nodes) = Default::default();
    let mut deriver =
        Deriver { values, rests, places, tails, after, nodes, builder: Builder::default(), most };
    let start = deriver.start(said);
    let root = deriver.node(start)?;
    Some(deriver.builder.finish(root))
}

impl Deriver<'_> {
    fn start(&mut self, said: &Said) -> RestId {
        match said {
            Said::Sum(Sum { sign, holds, constant, terms }) => {
                let end = Tail { sign: *sign, holds: *holds, first: None, low: 0, high: 0 };
                let (mut tail, _) = self.tails.insert_full(end);
                for (place, adds) in terms.iter().rev() {
                    let Tail { low, high, .. } = self.tails[tail];
                    let least = low + adds.iter().copied().min().unwrap_or(0);
                    let most = high + adds.iter().copied().max().unwrap_or(0);
                    let first = Some((*place, adds.clone(), tail as u32));
                    let longer = Tail { sign: *sign, holds: *holds, first, low: least, high: most };
                    tail = self.tails.insert_full(longer).0;
                }
                self.sum(tail as u32, *constant)
            }
            Said::All(parts) | Said::Any(parts) => {
                let parts = parts.iter().map(|part| self.start(part)).collect();
                self.join(matches!(said, Said::All(_)), parts)
            }
        }
    }

    fn add(&mut self, rest: Rest, place: u32) -> RestId {
        let (number, new) = self.rests.insert_full(rest);
        if new {
            self.places.push(place);
        }
        number as RestId + 2
    }

    fn place(&self, rest: RestId) -> u32 {
        if rest < 2 { u32::MAX } else { self.places[rest as usize - 2] }
    }

    fn sum(&mut self, tail: u32, come: i64) -> RestId {
        let Tail { sign, holds, low, high, first } = &self.tails[tail as usize];
        match sign.holds_between(come + low, come + high) {
            Some(truth) => u32::from(truth == *holds),
            None => {
                let place = first.as_ref().map_or(u32::MAX, |first| first.0);
                self.add(Rest::Sum(tail, come), place)
            }
        }
    }

    fn join(&mut self, all: bool, parts: Vec<RestId>) -> RestId {
        let (neutral, decisive) = if all { (1, 0) } else { (0, 1) };
        let mut flat = Vec::with_capacity(parts.len());
        for part in parts {
            match part.checked_sub(2).map(|index| &self.rests[index as usize]) {
                None if part == decisive => return decisive,
                None => {}
                Some(Rest::All(inner)) if all => flat.extend_from_slice(inner),
                Some(Rest::Any(inner)) if !all => flat.extend_from_slice(inner),
                Some(_) => flat.push(part),
            }
        }
        flat.sort_unstable();
        flat.dedup();
        match flat[..] {
            [] => neutral,
            [only] => only,
            _ => {
                let place = flat.iter().map(|&part| self.place(part)).min().unwrap_or(u32::MAX);
                let parts = flat.into();
                self.add(if all { Rest::All(parts) } else { Rest::Any(parts) }, place)
            }
        }
    }

    /// What a rest comes to once a place, its first or one before, is read.
    fn read(&mut self, rest: RestId, place: u32, value: usize) -> RestId {
        if self.place(rest) > place {
            return rest;
        }
        if let Some(&known) = self.after.get(&(rest, value)) {
            return known;
        }
        let found = match self.rests[rest as usize - 2].clone() {
            Rest::Sum(tail, come) => match self.tails[tail as usize].first {
                Some((_, ref adds, next)) => {
                    let come = come + adds[value];
                    self.sum(next, come)
                }
                None => rest,
            },
            Rest::All(ref parts) | Rest::Any(ref parts) => {
                let all = matches!(self.rests[rest as usize - 2], Rest::All(_));
                let parts = parts.iter().map(|&part| self.read(part, place, value)).collect();
                self.join(all, parts)
            }
        };
        self.after.insert((rest, value), found);
        found
    }

    fn node(&mut self, rest: RestId) -> Option<NodeId> {
        if rest < 2 {
            return Some(rest);
        }
        if let Some(&known) = self.nodes.get(&rest) {
            return Some(known);
        }
        if self.rests.len() > self.most {
            return None;
        }
        let place = self.place(rest);
        let mut children = Vec::with_capacity(self.values[place as usize]);
        for value in 0..self.values[place as usize] {
            let next = self.read(rest, place, value);
            children.push(self.node(next)?);
        }
        let node = self.builder.node(place, children.into());
        self.nodes.insert(rest, node);
        Some(node)
    }
}

#[cfg(test)]
mod tests {
    use super::{Diagram, Said, Sum, diagram};
    use crate::base::number::Sign;
    use crate::solver::engine::judge::rng::Random;

    fn drawn(random: &mut Random, values: &[usize], depth: u32) -> Said {
        if depth > 0 && random.below(3) > 0 {
            let parts = (0..=random.below(3)).map(|_| drawn(random, values, depth - 1)).collect();
            return if random.below(2) == 0 { Said::All(parts) } else { Said::Any(parts) };
        }
        let mut terms = Vec::new();
        for (place, &count) in values.iter().enumerate() {
            if random.below(2) == 0 {
                let adds = (0..count).map(|_| random.below(5) as i64 - 2).collect();
                terms.push((place as u32, adds));
            }
        }
        let sign = *random.pick(&[Sign::Zero, Sign::NotZero, Sign::AtMostZero]);
        Said::Sum(Sum { sign, holds: random.below(2) == 0, constant: random.below(5) as i64 - 2, terms })
    }

    fn holds(said: &Said, row: &[usize]) -> bool {
        match said {
            Said::Sum(sum) => {
                let adds = sum.terms.iter().map(|(place, adds)| adds[row[*place as usize]]);
                sum.sign.holds(sum.constant + adds.sum::<i64>()) == sum.holds
            }
            Said::All(parts) => parts.iter().all(|part| holds(part, row)),
            Said::Any(parts) => parts.iter().any(|part| holds(part, row)),
        }
    }

    #[test]
    fn a_diagram_says_what_its_condition_says() {
        let mut told = [0, 0];
        for round in 0..300 {
            let mut random = Random::new(round + 1);
            let values: Vec<usize> = (0..4).map(|_| 1 + random.below(3)).collect();
            let said = drawn(&mut random, &values, 3);
            let made = diagram(&said, &values, usize::MAX).expect("no limit");
            for number in 0..values.iter().product() {
                let mut left: usize = number;
                let row: Vec<usize> = values
                    .iter()
                    .map(|count| {
                        let value = left % count;
                        left /= count;
                        value
                    })
                    .collect();
                let mut at = made.root;
                while at >= 2 {
                    let node = made.node(at);
                    at = node.children[row[node.var as usize]];
                }
                let truth = holds(&said, &row);
                assert_eq!(at == Diagram::TRUE, truth, "round {round}: {said:?} on {row:?}");
                told[usize::from(truth)] += 1;
            }
        }
        assert!(told[0] > 100 && told[1] > 100, "{told:?}");
    }

    #[test]
    fn too_many_rests_make_no_diagram() {
        let adds = |place: u32| (place, (0..9).map(|value| value << (4 * place)).collect());
        let sum = Sum { sign: Sign::Zero, holds: true, constant: -12345, terms: (0..6).map(adds).collect() };
        assert!(diagram(&Said::Any(vec![Said::Sum(sum)]), &[9; 6], 10).is_none());
    }
}

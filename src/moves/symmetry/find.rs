//! Finding exchanges of places that moves do not notice.
//!
//! Places get colours, and colours are refined by what moves do there and by the colours of the places beside them, until
//! nothing changes. Where places still look alike one is singled out, which tells others apart, until every place has its own
//! colour: a path. Each path of the same colours names an exchange, and each exchange is held against all that moves can do.

use super::Exchange;

/// One way in which an act reads and writes, or a list of places to which it does what it does to others of its kind.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Deed {
    /// What is done: equal for equal deeds.
    pub kind: u32,
    /// The places, each with the part it plays.
    pub parts: Vec<(u32, u32)>,
}

/// All that moves can do: the deeds of the acts of each move. Order means nothing.
#[derive(Clone, Debug, Default)]
pub struct Doings {
    /// For each move its acts, and for each act its deeds.
    pub moves: Vec<Vec<Vec<Deed>>>,
    /// For each place a colour that no exchange may change.
    pub colours: Vec<u64>,
}

/// So many times colours are refined at most.
const MOST_LOOKS: usize = 400;
/// So many exchanges are looked for.
const MOST_FOUND: usize = 64;

impl Doings {
    /// The exchanges of places that moves and the first colours do not notice, as many as are found with some effort.
    pub fn exchanges(&self) -> Vec<Exchange> {
        let mut path =
            Path { looks: 0, chosen: Vec::new(), colours: vec![self.refined(self.colours.clone())] };
        while let Some(place) = path.colours.last().and_then(|colours| alike(colours)) {
            let singled = self.singled_out(&path.colours[path.chosen.len()], place);
            path.chosen.push(place);
            path.colours.push(singled);
        }
        if path.chosen.is_empty() {
            return Vec::new();
        }
        let mut found = Vec::new();
        let first = path.colours[0].clone();
        self.follow(&mut path, 0, &first, &mut found);
        found
    }

    /// Goes on along all ways that look like the path from its step `at` on.
    fn follow(&self, path: &mut Path, at: usize, colours: &[u64], found: &mut Vec<Exchange>) {
        let Some(&chosen) = path.chosen.get(at) else {
            let exchange = matched(&path.colours[at], colours);
            if let Some(exchange) = exchange.filter(|exchange| self.are_kept(exchange)) {
                found.push(exchange);
            }
            return;
        };
        let wanted = path.colours[at][chosen as usize];
        for place in 0..colours.len() as u32 {
            if colours[place as usize] != wanted || found.len() >= MOST_FOUND || path.looks >= MOST_LOOKS {
                continue;
            }
            path.looks += 1;
            let next = self.singled_out(colours, place);
            if sorted(&next) == sorted(&path.colours[at + 1]) {
                self.follow(path, at + 1, &next, found);
            }
        }
    }

    fn singled_out(&self, colours: &[u64], place: u32) -> Vec<u64> {
        let mut colours = colours.to_vec();
        colours[place as usize] = mixed(colours[place as usize], 1);
        self.refined(colours)
    }

    /// Tells places apart by what is done there, again and again.
    fn refined(&self, mut colours: Vec<u64>) -> Vec<u64> {
        let mut count = different(&colours);
        loop {
            let mut next = colours.clone();
            for acts in &self.moves {
                let deed = |deed: &Deed| {
                    let parts = deed.parts.iter();
                    let parts = parts.map(|&(place, part)| mixed(colours[place as usize], part.into()));
                    mixed(sum(parts), deed.kind.into())
                };
                let act = |act: &Vec<Deed>| mixed(sum(act.iter().map(|one| mixed(deed(one), 2))), 3);
                let whole = sum(acts.iter().map(act));
                for deeds in acts {
                    let around = mixed(whole, act(deeds));
                    for one in deeds {
                        let here = mixed(around, deed(one));
                        for &(place, part) in &one.parts {
                            let more = mixed(here, part.into());
                            next[place as usize] = next[place as usize].wrapping_add(more);
                        }
                    }
                }
            }
            let now = different(&next);
            colours = next;
            if now == count {
                return colours;
            }
            count = now;
        }
    }

    /// Whether an exchange takes moves to moves and keeps first colours: the exact check.
    fn are_kept(&self, exchange: &Exchange) -> bool {
        let colours = (0..).zip(&self.colours);
        let kept = |(place, colour): (usize, &u64)| self.colours[exchange[place] as usize] == *colour;
        let nothing: Exchange = (0..self.colours.len() as u32).collect();
        colours.into_iter().all(kept) && self.exchanged(&nothing) == self.exchanged(exchange)
    }

    /// All that moves can do, with places exchanged and everything in order.
    fn exchanged(&self, exchange: &Exchange) -> Vec<Vec<Vec<Deed>>> {
        let in_order = |acts: &Vec<Vec<Deed>>| {
            let mut acts: Vec<Vec<Deed>> = acts
                .iter()
                .map(|deeds| {
                    let mut deeds: Vec<Deed> = deeds.iter().map(|deed| deed.exchanged(exchange)).collect();
                    deeds.sort_unstable();
                    deeds
                })
                .collect();
            acts.sort_unstable();
            acts
        };
        let mut moves: Vec<Vec<Vec<Deed>>> = self.moves.iter().map(in_order).collect();
        moves.sort_unstable();
        moves
    }
}

impl Deed {
    fn exchanged(&self, exchange: &Exchange) -> Deed {
        let mut parts: Vec<(u32, u32)> =
            self.parts.iter().map(|&(place, part)| (exchange[place as usize], part)).collect();
        parts.sort_unstable();
        Deed { kind: self.kind, parts }
    }
}

/// The places that were singled out one after the other, and the colours before each and after the last.
struct Path {
    chosen: Vec<u32>,
    colours: Vec<Vec<u64>>,
    looks: usize,
}

/// The first place of the smallest set of places that look alike.
fn alike(colours: &[u64]) -> Option<u32> {
    let count = |&place: &u32| colours.iter().filter(|&&colour| colour == colours[place as usize]).count();
    (0..colours.len() as u32).filter(|place| count(place) > 1).min_by_key(count)
}

/// The exchange that takes each place to the one of its colour; nothing if that is not one for each.
fn matched(before: &[u64], after: &[u64]) -> Option<Exchange> {
    before
        .iter()
        .map(|colour| after.iter().position(|other| other == colour).map(|place| place as u32))
        .collect()
}

fn sorted(colours: &[u64]) -> Vec<u64> {
    let mut colours = colours.to_vec();
    colours.sort_unstable();
    colours
}

fn different(colours: &[u64]) -> usize {
    let mut colours = sorted(colours);
    colours.dedup();
    colours.len()
}

fn sum(numbers: impl Iterator<Item = u64>) -> u64 {
    numbers.fold(0, u64::wrapping_add)
}

/// A number that tells pairs apart.
pub fn mixed(one: u64, other: u64) -> u64 {
    let product = u128::from(one ^ 0x9e37_79b9_7f4a_7c15) * u128::from(other.wrapping_mul(2) | 1);
    let hash = (product as u64) ^ ((product >> 64) as u64) ^ one.rotate_left(29) ^ other;
    hash.wrapping_mul(0xd6e8_feb8_6659_fd93) ^ (hash >> 31)
}

#[cfg(test)]
mod tests {
    use super::{Deed, Doings};

    /// Steps from each place of a ring to the next, and back if it has no direction.
    fn ring(size: u32, both_ways: bool) -> Doings {
        let step = |from: u32, to: u32| vec![vec![Deed { kind: 0, parts: vec![(from, 1), (to, 2)] }]];
        let mut moves: Vec<_> = (0..size).map(|at| step(at, (at + 1) % size)).collect();
        if both_ways {
            moves.extend((0..size).map(|at| step((at + 1) % size, at)));
        }
        Doings { moves, colours: vec![0; size as usize] }
    }

    #[test]
    fn a_ring_turns_and_one_without_direction_is_mirrored_too() {
        assert_eq!(ring(6, false).exchanges().len(), 6);
        assert_eq!(ring(6, true).exchanges().len(), 12);
    }

    #[test]
    fn what_is_marked_stays() {
        let mut doings = ring(6, true);
        doings.colours[2] = 1;
        let found = doings.exchanges();
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found.iter().all(|exchange| exchange[2] == 2));
    }

    #[test]
    fn what_only_looks_alike_is_refused() {
        // Two rings of three look like one of six, place by place.
        let mut doings = ring(6, false);
        for (at, acts) in (0..).zip(&mut doings.moves) {
            let next = if at < 3 { (at + 1) % 3 } else { 3 + (at - 2) % 3 };
            acts[0][0].parts = vec![(at, 1), (next, 2)];
        }
        for exchange in doings.exchanges() {
            assert!(doings.are_kept(&exchange));
        }
        assert!(!doings.are_kept(&vec![1, 2, 3, 4, 5, 0]));
        assert!(doings.are_kept(&vec![3, 4, 5, 0, 1, 2]));
    }
}

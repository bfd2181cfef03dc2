//! Search in little memory, for when the positions no longer fit: depth first, for plans of one length after the other
//! (iterative deepening, IDA*). A table of fixed size keeps what was seen last, so that few positions are tried again.

use super::{Code, Counters, Ending, Found, Progress, Watch};
use crate::moves::positions::hash;
use crate::moves::standing::Standing;
use crate::moves::system::{Expansion, HeadId, System, Trouble};

/// It may try so many times the positions that were tried before the memory was full, and so many at least.
const PERSEVERANCE: u64 = 8;
const LEAST: u64 = 200_000;
/// A bound beyond this says that there is no way to the goal at all.
const FAR: u32 = 1 << 20;
/// Bytes for the table where no limit is stated.
const ROOM: usize = 1 << 28;

/// One position on the way that is being tried.
struct Level {
    position: Vec<Code>,
    expansion: Expansion,
    /// The next move to try.
    at: usize,
}

/// Positions seen lately, each in the one slot that its hash picks.
struct Seen {
    words: usize,
    /// Each slot: the packed position, and the round and the depth in which it was reached.
    slots: Vec<u64>,
    mask: usize,
}

impl Seen {
    fn new(words: usize, bytes: usize) -> Seen {
        let slots = (bytes / (8 * (words + 1))).max(1);
        let mut slots = 1 << slots.ilog2();
        // The system may have less than was thought, and others want some of it.
        let can_be_had = |slots: usize| Vec::<u64>::new().try_reserve_exact(2 * slots * (words + 1)).is_ok();
        while slots > 1 && !can_be_had(slots) {
            slots /= 2;
        }
        Seen { words, slots: vec![0; slots * (words + 1)], mask: slots - 1 }
    }

    /// Whether a position was reached in this round in as few moves; remembers that it was.
    fn is_known(&mut self, packed: &[u64], round: u32, depth: u32) -> bool {
        let at = (hash(packed) as usize & self.mask) * (self.words + 1);
        let slot = &mut self.slots[at..=at + self.words];
        let mark = u64::from(round) << 32 | u64::from(depth);
        let last = slot[self.words];
        if last >> 32 == u64::from(round) && last <= mark && slot[..self.words] == *packed {
            return true;
        }
        slot[..self.words].copy_from_slice(packed);
        slot[self.words] = mark;
        false
    }
}

/// Searches on for a shortest plan after `before` has run out of memory.
pub fn deepening(
    system: &mut System,
    start: &[Code],
    before: &Found,
    watch: &mut Watch<'_>,
) -> Result<Found, Trouble> {
    let room = watch.limits.memory.map_or(ROOM, |most| most.saturating_sub(system.bytes()) / 2);
    let mut seen = Seen::new(system.codes.words(), room);
    let mut packed = vec![0; system.codes.words()];
    let mut next = start.to_vec();
    let mut counters = Counters::default();
    let most = before.counters.expanded.saturating_mul(PERSEVERANCE).max(LEAST);
    let mut levels = vec![Level { position: start.to_vec(), expansion: Expansion::default(), at: 0 }];
    let mut length = before.at_least;
    let ended =
        |plan, at_least, ending, counters| Ok(Found { plan, at_least, count: None, ending, counters });
    for round in 1.. {
        if length > watch.most_moves() {
            return ended(None, length, Ending::Moves, counters);
        }
        // The least number of moves of a plan that is longer than those looked for.
        let mut longer = u32::MAX;
        let mut depth = 0;
        system.expand(start, &mut levels[0].expansion)?;
        levels[0].at = 0;
        loop {
            let level = &mut levels[depth];
            if level.at == level.expansion.len() {
                match depth.checked_sub(1) {
                    Some(back) => depth = back,
                    None => break,
                }
                continue;
            }
            let (_, changes) = level.expansion.get(level.at);
            level.at += 1;
            next.copy_from_slice(&level.position);
            changes.iter().for_each(|&(unknown, code)| next[unknown as usize] = code);
            counters.generated += 1;
            system.codes.pack(&next, &mut packed);
            system.stand_in(&mut packed);
            let moves = depth as u32 + 1;
            if seen.is_known(&packed, round, moves) {
                continue;
            }
            let Standing { lawful, goal, bound } = system.standing(&next)?;
            if !lawful {
                continue;
            }
            if goal && moves <= length {
                return ended(Some(plan(&levels[..=depth])), moves, Ending::Settled, counters);
            }
            let least = if goal { moves } else { moves.saturating_add(bound) };
            if least > length {
                if bound < FAR {
                    longer = longer.min(least);
                }
                continue;
            }
            let progress =
                Progress { depth: length, frontier: u64::from(moves), positions: counters.expanded };
            if let Some(ending) = watch.ends(&counters, progress, || 0) {
                return ended(None, length, ending, counters);
            }
            if counters.expanded >= most {
                return ended(None, length, Ending::Memory, counters);
            }
            counters.expanded += 1;
            depth += 1;
            if levels.len() == depth {
                levels.push(Level { position: next.clone(), expansion: Expansion::default(), at: 0 });
            }
            let level = &mut levels[depth];
            level.position.copy_from_slice(&next);
            level.at = 0;
            system.expand(&next, &mut level.expansion)?;
        }
        if longer == u32::MAX {
            return ended(None, length, Ending::Settled, counters);
        }
        length = longer;
    }
    ended(None, length, Ending::Memory, counters)
}

/// The moves that are being tried.
fn plan(levels: &[Level]) -> Vec<HeadId> {
    levels.iter().map(|level| level.expansion.get(level.at - 1).0).collect()
}

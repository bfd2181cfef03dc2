//! Breadth-first search, layer by layer: positions are numbered as they are found, so a layer is a run of numbers.

use super::{Code, Counters, DEAD, Ending, Found, NO_PARENT, Progress, Watch, trace};
use crate::moves::pages::Pages;
use crate::moves::positions::Positions;
use crate::moves::standing::Standing;
use crate::moves::system::{Expansion, System, Trouble};

/// Searches for a shortest plan. With the length of one, which must be right, counts how many there are.
pub fn layers(
    system: &mut System,
    start: &[Code],
    length: Option<u32>,
    watch: &mut Watch<'_>,
) -> Result<Found, Trouble> {
    let mut search = Layers {
        positions: Positions::new(system.codes.words()),
        parents: Pages::new(1),
        counts: length.map(|_| vec![Some(1)]),
        counters: Counters { positions: 1, frontier: 1, ..Counters::default() },
    };
    let mut packed = vec![0; system.codes.words()];
    system.codes.pack(start, &mut packed);
    // Plans that are counted are counted one by one, symmetric ones too.
    let merges = length.is_none();
    if merges {
        system.stand_in(&mut packed);
    }
    search.positions.insert(&packed);
    search.parents.push(&[NO_PARENT]);
    if system.is_goal(start)? {
        let count = length.map(|_| 1);
        return Ok(Found {
            plan: Some(Vec::new()),
            at_least: 0,
            count,
            ending: Ending::Settled,
            counters: search.counters,
        });
    }
    let most = length.unwrap_or(watch.most_moves());
    let (mut position, mut next) = (start.to_vec(), start.to_vec());
    let mut expansion = Expansion::default();
    let (mut layer, mut depth) = (0..1, 0);
    // When plans are counted: the goals of the last layer.
    let mut goals = Vec::new();
    loop {
        if layer.is_empty() {
            return Ok(search.ended(Ending::Settled, depth));
        }
        if depth >= most {
            return Ok(search.ended(Ending::Moves, depth + 1));
        }
        let end = layer.end;
        for id in layer {
            if search.parents[id] == DEAD {
                continue;
            }
            let frontier = u64::from(end - id) + u64::from(search.positions.len() as u32 - end);
            search.counters.frontier = search.counters.frontier.max(frontier);
            let progress = Progress { depth, frontier, positions: search.positions.len() as u64 };
            let bytes = || search.bytes() + system.bytes();
            if let Some(ending) = watch.ends(&search.counters, progress, bytes) {
                return Ok(search.ended(ending, depth + 1));
            }
            if watch.improves(system, start, &search.counters, [&search.positions], (depth + 1, false))? {
                return Ok(search.ended(Ending::Better, depth + 1));
            }
            search.counters.expanded += 1;
            system.codes.unpack(search.positions.get(id), &mut position);
            system.expand(&position, &mut expansion)?;
            for number in 0..expansion.len() {
                let (_, changes) = expansion.get(number);
                search.counters.generated += 1;
                packed.copy_from_slice(search.positions.get(id));
                for &(unknown, code) in changes {
                    system.codes.change(&mut packed, unknown, position[unknown as usize], code);
                }
                if merges {
                    system.stand_in(&mut packed);
                }
                let (found, new) = search.positions.insert(&packed);
                if !new {
                    search.count_way(id, found, end);
                    continue;
                }
                if search.positions.is_full() {
                    return Ok(search.ended(Ending::Memory, depth + 1));
                }
                system.codes.unpack(&packed, &mut next);
                let Standing { lawful, goal, bound } = system.standing(&next)?;
                let alive = lawful && length.is_none_or(|length| (depth + 1).saturating_add(bound) <= length);
                search.parents.push(&[if alive { id } else { DEAD }]);
                if let Some(counts) = &mut search.counts {
                    counts.push(Some(0));
                    search.count_way(id, found, end);
                }
                if alive && goal {
                    if length.is_none() {
                        search.counters.positions = search.positions.len() as u64;
                        let plan = trace(system, start, &search.positions, |id| search.parents[id], found)?;
                        let ending = Ending::Settled;
                        let counters = search.counters;
                        return Ok(Found {
                            plan: Some(plan),
                            at_least: depth + 1,
                            count: None,
                            ending,
                            counters,
                        });
                    }
                    goals.push(found);
                }
            }
        }
        depth += 1;
        if let (Some(&first), Some(counts)) = (goals.first(), &search.counts) {
            let count = goals.iter().try_fold(0_u128, |sum, &goal| sum.checked_add(counts[goal as usize]?));
            let plan = trace(system, start, &search.positions, |id| search.parents[id], first)?;
            search.counters.positions = search.positions.len() as u64;
            let counters = search.counters;
            let ending = Ending::Settled;
            return Ok(Found { plan: Some(plan), at_least: depth, count, ending, counters });
        }
        layer = end..search.positions.len() as u32;
    }
}

struct Layers {
    positions: Positions,
    parents: Pages<u32>,
    /// For each position the number of ways to it in the fewest moves, if they are counted.
    counts: Option<Vec<Option<u128>>>,
    counters: Counters,
}

impl Layers {
    fn bytes(&self) -> usize {
        self.positions.bytes()
            + self.parents.bytes()
            + self.counts.as_ref().map_or(0, |counts| counts.capacity() * size_of::<Option<u128>>())
    }

    /// Adds the ways to a position to those of one in the next layer, which begins at `end`.
    fn count_way(&mut self, from: u32, to: u32, end: u32) {
        if let Some(counts) = &mut self.counts
            && to >= end
        {
            let (ways, more) = (counts[to as usize], counts[from as usize]);
            counts[to as usize] = ways.zip(more).and_then(|(ways, more)| ways.checked_add(more));
        }
    }

    fn ended(mut self, ending: Ending, at_least: u32) -> Found {
        self.counters.positions = self.positions.len() as u64;
        Found { plan: None, at_least, count: None, ending, counters: self.counters }
    }
}

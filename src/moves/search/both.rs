//! Search from both ends: layers from the first position and, moves undone, from the only position at the goal.

use super::{Code, Counters, DEAD, Ending, Found, NO_PARENT, Progress, Watch, heads_along};
use crate::moves::inverse::Inverse;
use crate::moves::pages::Pages;
use crate::moves::positions::{PositionId, Positions};
use crate::moves::system::{Expansion, System, Trouble};

/// One of the two ends: all positions seen from there, and those of the last layer.
struct End {
    positions: Positions,
    parents: Pages<PositionId>,
    layer: std::ops::Range<PositionId>,
    depth: u32,
}

impl End {
    fn new(system: &System, first: &[Code]) -> End {
        let mut positions = Positions::new(system.codes.words());
        let mut packed = vec![0; system.codes.words()];
        system.codes.pack(first, &mut packed);
        system.stand_in(&mut packed);
        positions.insert(&packed);
        let mut parents = Pages::new(1);
        parents.push(&[NO_PARENT]);
        End { positions, parents, layer: 0..1, depth: 0 }
    }

    fn bytes(&self) -> usize {
        self.positions.bytes() + self.parents.bytes()
    }

    /// The positions from this one to the end.
    fn way(&self, from: PositionId) -> Vec<&[u64]> {
        let mut way = Vec::new();
        let mut at = from;
        while at != NO_PARENT {
            way.push(self.positions.get(at));
            at = self.parents[at];
        }
        way
    }
}

/// Searches for a shortest plan to `goal`, the only position where the goal holds.
pub fn both(
    system: &mut System,
    start: &[Code],
    goal: &[Code],
    inverse: &Inverse,
    watch: &mut Watch<'_>,
) -> Result<Found, Trouble> {
    let mut counters = Counters::default();
    let mut ends = [End::new(system, start), End::new(system, goal)];
    let ended = |plan: Option<Vec<u32>>, at_least, ending, counters| {
        Ok(Found { plan, at_least, count: None, ending, counters })
    };
    if start == goal {
        return ended(Some(Vec::new()), 0, Ending::Settled, counters);
    }
    let mut expansion = Expansion::default();
    let (mut position, mut next) = (start.to_vec(), start.to_vec());
    let mut packed = vec![0; system.codes.words()];
    loop {
        let moves = ends[0].depth + ends[1].depth;
        let sizes = ends.each_ref().map(|end| end.layer.len());
        counters.positions = ends.iter().map(|end| end.positions.len() as u64).sum();
        if sizes.contains(&0) {
            return ended(None, moves, Ending::Settled, counters);
        }
        if moves >= watch.most_moves() {
            return ended(None, moves + 1, Ending::Moves, counters);
        }
        let side = usize::from(sizes[1] < sizes[0]);
        let layer = ends[side].layer.clone();
        let first = ends[side].positions.len() as PositionId;
        for id in layer {
            if ends[side].parents[id] == DEAD {
                continue;
            }
            let frontier = (sizes[0] + sizes[1]) as u64;
            counters.frontier = counters.frontier.max(frontier);
            counters.positions = ends.iter().map(|end| end.positions.len() as u64).sum();
            let progress = Progress { depth: moves, frontier, positions: counters.positions };
            let bytes = || ends.iter().map(End::bytes).sum::<usize>() + system.bytes();
            if let Some(ending) = watch.ends(&counters, progress, bytes) {
                return ended(None, moves + 1, ending, counters);
            }
            if watch.improves(
                system,
                start,
                &counters,
                ends.iter().map(|end| &end.positions),
                (moves + 1, true),
            )? {
                return ended(None, moves + 1, Ending::Better, counters);
            }
            counters.expanded += 1;
            system.codes.unpack(ends[side].positions.get(id), &mut position);
            if side == 0 {
                system.expand(&position, &mut expansion)?;
            } else {
                inverse.expand(system, &position, &mut expansion)?;
            }
            for number in 0..expansion.len() {
                let (_, changes) = expansion.get(number);
                counters.generated += 1;
                next.copy_from_slice(&position);
                changes.iter().for_each(|&(place, code)| next[place as usize] = code);
                system.codes.pack(&next, &mut packed);
                system.stand_in(&mut packed);
                let (found, new) = ends[side].positions.insert(&packed);
                if !new {
                    continue;
                }
                if ends[side].positions.is_full() {
                    return ended(None, moves + 1, Ending::Memory, counters);
                }
                let lawful = system.standing(&next)?.lawful;
                ends[side].parents.push(&[if lawful { id } else { DEAD }]);
                if let Some(met) = ends[1 - side].positions.find(&packed)
                    && lawful
                    && ends[1 - side].parents[met] != DEAD
                {
                    let meeting = if side == 0 { [found, met] } else { [met, found] };
                    let mut way = ends[0].way(meeting[0]);
                    way.reverse();
                    way.extend(&ends[1].way(meeting[1])[1..]);
                    let plan = heads_along(system, start, &way)?;
                    return ended(Some(plan), moves + 1, Ending::Settled, counters);
                }
            }
        }
        ends[side].layer = first..ends[side].positions.len() as PositionId;
        ends[side].depth += 1;
    }
}

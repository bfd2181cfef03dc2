//! Some plan where a shortest one is out of reach: layer by layer, only the most promising positions of each are kept.

use super::{Code, Counters, Ending, Found, NO_PARENT, Progress, Watch, trace};
use crate::moves::positions::{PositionId, Positions};
use crate::moves::standing::Standing;
use crate::moves::system::{Expansion, System, Trouble};

/// So many positions of a layer are kept.
const WIDTH: usize = 512;

/// Looks for some plan; what it finds need not be shortest, and to find nothing proves nothing.
pub fn beam(system: &mut System, start: &[Code], watch: &mut Watch<'_>) -> Result<Found, Trouble> {
    let mut positions = Positions::new(system.codes.words());
    let mut parents = vec![NO_PARENT];
    let mut counters = Counters::default();
    let mut packed = vec![0; system.codes.words()];
    system.codes.pack(start, &mut packed);
    positions.insert(&packed);
    let (mut position, mut next) = (start.to_vec(), start.to_vec());
    let mut expansion = Expansion::default();
    let mut layer: Vec<PositionId> = vec![0];
    let (mut depth, mut ending) = (0, Ending::Settled);
    'layers: while !layer.is_empty() && depth < watch.most_moves() {
        let mut promising: Vec<(u32, PositionId)> = Vec::new();
        for &id in &layer {
            let progress =
                Progress { depth, frontier: layer.len() as u64, positions: positions.len() as u64 };
            if let Some(ended) = watch.ends(&counters, progress, || positions.bytes() + system.bytes()) {
                ending = ended;
                break 'layers;
            }
            counters.expanded += 1;
            system.codes.unpack(positions.get(id), &mut position);
            system.expand(&position, &mut expansion)?;
            for number in 0..expansion.len() {
                next.copy_from_slice(&position);
                for &(unknown, code) in expansion.get(number).1 {
                    next[unknown as usize] = code;
                }
                counters.generated += 1;
                system.codes.pack(&next, &mut packed);
                let (found, new) = positions.insert(&packed);
                if !new {
                    continue;
                }
                parents.push(id);
                let Standing { lawful, goal, bound } = system.standing(&next)?;
                if !lawful {
                    continue;
                }
                if goal {
                    let plan = trace(system, start, &positions, |id| parents[id as usize], found)?;
                    counters.positions = positions.len() as u64;
                    return Ok(Found { plan: Some(plan), at_least: 0, count: None, ending, counters });
                }
                promising.push((system.rank(&next)?.max(bound), found));
            }
        }
        promising.sort_unstable();
        promising.truncate(WIDTH);
        layer = promising.into_iter().map(|(_, id)| id).collect();
        depth += 1;
    }
    counters.positions = positions.len() as u64;
    Ok(Found { plan: None, at_least: 0, count: None, ending, counters })
}

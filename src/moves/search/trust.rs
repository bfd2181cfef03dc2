//! Laws that no move can break, as the parity of a permutation, need not be asked of every position.

use super::Code;
use crate::moves::system::{Expansion, HeadId, System, Trouble};

/// So many positions are asked before laws are trusted.
const TRIED: usize = 300;

/// Whether the laws hold in the positions around the first one.
pub fn seem_to_hold(system: &mut System, start: &[Code]) -> Result<bool, Trouble> {
    let mut positions = vec![start.to_vec()];
    let mut expansion = Expansion::default();
    let mut at = 0;
    while at < positions.len() {
        if !system.is_lawful(&positions[at])? {
            return Ok(false);
        }
        if positions.len() < TRIED {
            match system.expand(&positions[at], &mut expansion) {
                Err(Trouble::Narrow) => {
                    system.widen();
                    continue;
                }
                other => other?,
            }
            for number in 0..expansion.len() {
                positions.push(after(&positions[at], expansion.get(number).1));
            }
        }
        at += 1;
    }
    Ok(true)
}

/// Whether the laws hold all along a plan.
pub fn hold_along(system: &mut System, start: &[Code], plan: &[HeadId]) -> Result<bool, Trouble> {
    let mut position = start.to_vec();
    let mut expansion = Expansion::default();
    for &head in plan {
        system.expand(&position, &mut expansion)?;
        let step = (0..expansion.len()).map(|number| expansion.get(number)).find(|step| step.0 == head);
        let Some((_, changes)) = step else { return Ok(false) };
        position = after(&position, changes);
        if !system.is_lawful(&position)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn after(position: &[Code], changes: &[(u32, Code)]) -> Vec<Code> {
    let mut position = position.to_vec();
    changes.iter().for_each(|&(place, code)| position[place as usize] = code);
    position
}

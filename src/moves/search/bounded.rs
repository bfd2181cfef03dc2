//! Search guided by a stated bound: positions in the order of the least number of moves that a plan through them can have,
//! and among equals the last one found first, so that an exact bound leads straight to the goal.

use super::{Code, Counters, DEAD, Ending, Found, NO_PARENT, Progress, Watch, trace};
use crate::moves::positions::{PositionId, Positions};
use crate::moves::standing::Standing;
use crate::moves::system::{Expansion, System, Trouble};

/// The bound that marks a goal.
const GOAL: u32 = u32::MAX;
/// A bound beyond this says that there is no way to the goal at all.
const FAR: usize = 1 << 20;

/// Searches for a shortest plan. Optimal for any bound that never says too much, consistent or not: a position found
/// again by a shorter way is opened again.
pub fn bounded(system: &mut System, start: &[Code], watch: &mut Watch<'_>) -> Result<Found, Trouble> {
    let mut search = Bounded {
        positions: Positions::new(system.codes.words()),
        parents: vec![NO_PARENT],
        depths: vec![0],
        bounds: vec![system.standing(start)?.bound],
        waiting: Vec::new(),
        count: 0,
        goal: None,
        counters: Counters::default(),
    };
    let mut packed = vec![0; system.codes.words()];
    system.codes.pack(start, &mut packed);
    search.positions.insert(&packed);
    if system.is_goal(start)? {
        return Ok(search.ended(Some(Vec::new()), Ending::Settled, 0));
    }
    search.wait(0, search.bounds[0]);
    let (mut position, mut next) = (start.to_vec(), start.to_vec());
    let mut expansion = Expansion::default();
    // Plans of fewer moves than this have been ruled out.
    let mut length = 0;
    loop {
        if let Some(goal) = search.goal
            && (search.depths[goal as usize] <= length || search.count == 0)
            && search.depths[goal as usize] <= watch.most_moves()
        {
            let plan = trace(system, &search.positions, &search.parents, goal)?;
            let moves = plan.len() as u32;
            return Ok(search.ended(Some(plan), Ending::Settled, moves));
        }
        if search.count == 0 {
            let ending = if search.goal.is_some() { Ending::Moves } else { Ending::Settled };
            return Ok(search.ended(None, ending, length));
        }
        if length > watch.most_moves() {
            return Ok(search.ended(None, Ending::Moves, length));
        }
        let Some((id, depth)) = search.waiting.get_mut(length as usize).and_then(Vec::pop) else {
            length += 1;
            continue;
        };
        search.count -= 1;
        if search.depths[id as usize] != depth {
            continue;
        }
        let positions = search.positions.len() as u64;
        let progress = Progress { depth: length, frontier: search.count, positions };
        let bytes = || search.bytes() + system.bytes();
        if let Some(ending) = watch.ends(&search.counters, progress, bytes) {
            return Ok(search.ended(None, ending, length));
        }
        if watch.derives(system, start, &search.counters, (length, false))? {
            return Ok(search.ended(None, Ending::Better, length));
        }
        search.counters.expanded += 1;
        system.codes.unpack(search.positions.get(id), &mut position);
        system.expand(&position, &mut expansion)?;
        let depth = depth + 1;
        for number in 0..expansion.len() {
            let (_, changes) = expansion.get(number);
            search.counters.generated += 1;
            packed.copy_from_slice(search.positions.get(id));
            for &(unknown, code) in changes {
                system.codes.change(&mut packed, unknown, position[unknown as usize], code);
            }
            let (found, new) = search.positions.insert(&packed);
            if !new {
                search.reach(found, id, depth, length);
                continue;
            }
            if search.positions.is_full() {
                return Ok(search.ended(None, Ending::Memory, length));
            }
            next.copy_from_slice(&position);
            for &(unknown, code) in changes {
                next[unknown as usize] = code;
            }
            let Standing { lawful, goal, bound } = system.standing(&next)?;
            search.parents.push(if lawful { id } else { DEAD });
            search.depths.push(depth);
            search.bounds.push(if goal { GOAL } else { bound });
            if !lawful {
                continue;
            }
            if goal {
                search.offer(found);
            } else {
                search.wait(found, length);
            }
        }
    }
}

struct Bounded {
    positions: Positions,
    parents: Vec<PositionId>,
    depths: Vec<u32>,
    bounds: Vec<u32>,
    /// Positions by the least number of moves that a plan through them can have, with their depth at the time: one that
    /// was found by a shorter way since is no longer meant.
    waiting: Vec<Vec<(PositionId, u32)>>,
    count: u64,
    /// The goal with the fewest moves so far.
    goal: Option<PositionId>,
    counters: Counters,
}

impl Bounded {
    /// Lets a position wait for its turn, which is not before plans of `length` moves.
    fn wait(&mut self, id: PositionId, length: u32) {
        let depth = self.depths[id as usize];
        let least = depth.saturating_add(self.bounds[id as usize]).max(length) as usize;
        if least >= FAR {
            // So far away that no plan can pass through it.
            self.parents[id as usize] = DEAD;
            return;
        }
        if self.waiting.len() <= least {
            self.waiting.resize_with(least + 1, Vec::new);
        }
        self.waiting[least].push((id, depth));
        self.count += 1;
        self.counters.frontier = self.counters.frontier.max(self.count);
    }

    /// A known position was reached again.
    fn reach(&mut self, id: PositionId, from: PositionId, depth: u32, length: u32) {
        if self.depths[id as usize] <= depth || self.parents[id as usize] == DEAD {
            return;
        }
        self.parents[id as usize] = from;
        self.depths[id as usize] = depth;
        if self.bounds[id as usize] == GOAL {
            self.offer(id);
        } else {
            self.wait(id, length);
        }
    }

    /// A goal was reached.
    fn offer(&mut self, id: PositionId) {
        let depth = self.depths[id as usize];
        if self.goal.is_none_or(|best| depth < self.depths[best as usize]) {
            self.goal = Some(id);
        }
    }

    fn bytes(&self) -> usize {
        let waiting: usize = self.waiting.iter().map(|list| list.capacity() * 8).sum();
        self.positions.bytes() + self.parents.capacity() * 12 + waiting
    }

    fn ended(mut self, plan: Option<Vec<u32>>, ending: Ending, at_least: u32) -> Found {
        self.counters.positions = self.positions.len() as u64;
        Found { plan, at_least, count: None, ending, counters: self.counters }
    }
}

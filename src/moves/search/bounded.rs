//! Search guided by a stated bound: positions in the order of the least number of moves that a plan through them can have,
//! and among equals the last one found first, so that an exact bound leads straight to the goal.

use super::{Code, Counters, DEAD, Ending, Found, NO_PARENT, Progress, Watch, trace};
use crate::moves::pages::Pages;
use crate::moves::positions::{PositionId, Positions};
use crate::moves::standing::Standing;
use crate::moves::system::{Expansion, System, Trouble};

/// Set in the depth of a position whose moves were tried.
const TRIED: u32 = 1 << 31;
/// A bound beyond this says that there is no way to the goal at all.
const FAR: usize = 1 << 20;

/// Searches for a shortest plan. Optimal for any bound that never says too much, consistent or not: a position found
/// again by a shorter way is opened again.
pub fn bounded(system: &mut System, start: &[Code], watch: &mut Watch<'_>) -> Result<Found, Trouble> {
    let mut search = Bounded {
        positions: Positions::new(system.codes.words()),
        ways: Pages::new(2),
        waiting: Vec::new(),
        count: 0,
        goal: None,
        counters: Counters::default(),
    };
    let mut packed = vec![0; system.codes.words()];
    let (mut position, mut next) = (start.to_vec(), start.to_vec());
    system.codes.pack(start, &mut packed);
    system.stand_in(&mut packed);
    search.positions.insert(&packed);
    search.ways.push(&[NO_PARENT, 0]);
    if system.is_goal(start)? {
        return Ok(search.ended(Some(Vec::new()), Ending::Settled, 0));
    }
    search.wait(0, system.standing(start)?.bound, 0);
    let mut expansion = Expansion::default();
    // Plans of fewer moves than this have been ruled out.
    let mut length = 0;
    loop {
        if let Some(goal) = search.goal
            && (search.depth(goal) <= length || search.count == 0)
            && search.depth(goal) <= watch.most_moves()
        {
            let plan = trace(system, start, &search.positions, |id| search.ways.get(id)[0], goal)?;
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
        let Some(id) = search.waiting.get_mut(length as usize).and_then(Vec::pop) else {
            if let Some(done) = search.waiting.get_mut(length as usize) {
                *done = Vec::new();
            }
            length += 1;
            continue;
        };
        search.count -= 1;
        let depth = search.ways.get(id)[1];
        if depth & TRIED != 0 {
            // It was found by a shorter way since, and that way was gone.
            continue;
        }
        let positions = search.positions.len() as u64;
        let progress = Progress { depth: length, frontier: search.count, positions };
        let bytes = || search.bytes() + system.bytes();
        if let Some(ending) = watch.ends(&search.counters, progress, bytes) {
            return Ok(search.ended(None, ending, length));
        }
        if watch.improves(system, start, &search.counters, [&search.positions], (length, false))? {
            return Ok(search.ended(None, Ending::Better, length));
        }
        search.counters.expanded += 1;
        search.ways.get_mut(id)[1] = depth | TRIED;
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
            system.stand_in(&mut packed);
            let (found, new) = search.positions.insert(&packed);
            if !new && !search.is_shorter(found, depth) {
                continue;
            }
            if search.positions.is_full() {
                return Ok(search.ended(None, Ending::Memory, length));
            }
            system.codes.unpack(&packed, &mut next);
            let Standing { lawful, goal, bound } = system.standing(&next)?;
            let way = [if lawful { id } else { DEAD }, depth];
            if new {
                search.ways.push(&way);
            } else {
                search.ways.get_mut(found).copy_from_slice(&way);
            }
            if !lawful {
                continue;
            }
            if goal {
                search.offer(found);
            } else {
                search.wait(found, bound, length);
            }
        }
    }
}

struct Bounded {
    positions: Positions,
    /// For each position the one before it on the shortest way known, and how many moves that way has.
    ways: Pages<u32>,
    /// Positions by the least number of moves that a plan through them can have. One that was found by a shorter way since
    /// stands there twice.
    waiting: Vec<Vec<PositionId>>,
    count: u64,
    /// The goal with the fewest moves so far.
    goal: Option<PositionId>,
    counters: Counters,
}

impl Bounded {
    /// The moves of the shortest way known.
    fn depth(&self, id: PositionId) -> u32 {
        self.ways.get(id)[1] & !TRIED
    }

    /// Lets a position wait for its turn, which is not before plans of `length` moves.
    fn wait(&mut self, id: PositionId, bound: u32, length: u32) {
        let least = self.depth(id).saturating_add(bound).max(length) as usize;
        if least >= FAR {
            // So far away that no plan can pass through it.
            self.ways.get_mut(id)[0] = DEAD;
            return;
        }
        if self.waiting.len() <= least {
            self.waiting.resize_with(least + 1, Vec::new);
        }
        self.waiting[least].push(id);
        self.count += 1;
        self.counters.frontier = self.counters.frontier.max(self.count);
    }

    /// Whether so many moves are fewer than led to a known position so far.
    fn is_shorter(&self, id: PositionId, depth: u32) -> bool {
        let way = self.ways.get(id);
        way[0] != DEAD && depth < way[1] & !TRIED
    }

    /// A goal was reached.
    fn offer(&mut self, id: PositionId) {
        if self.goal.is_none_or(|best| self.depth(id) < self.depth(best)) {
            self.goal = Some(id);
        }
    }

    fn bytes(&self) -> usize {
        let waiting: usize = self.waiting.iter().map(|list| list.capacity() * size_of::<PositionId>()).sum();
        self.positions.bytes() + self.ways.bytes() + waiting
    }

    fn ended(mut self, plan: Option<Vec<u32>>, ending: Ending, at_least: u32) -> Found {
        self.counters.positions = self.positions.len() as u64;
        Found { plan, at_least, count: None, ending, counters: self.counters }
    }
}

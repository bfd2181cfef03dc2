//! Orders of search that textbooks compare, over the same moves: breadth-first, depth-first, greedy and A*.

use std::collections::VecDeque;

use super::codes::Code;
use super::positions::Positions;
use super::search::{Counters, Ending, Progress, Watch};
use super::system::{Expansion, System, Trouble};

/// In which order positions are tried.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Strategy {
    /// The position that was found first.
    BreadthFirst,
    /// The position that was found last.
    DepthFirst,
    /// The position with the least bound.
    Greedy,
    /// The position with the least sum of moves so far and bound.
    AStar,
}

impl Strategy {
    /// All of them, with what people call them.
    pub const ALL: &'static [(Strategy, &'static str)] = &[
        (Strategy::BreadthFirst, "breadth-first"),
        (Strategy::DepthFirst, "depth-first"),
        (Strategy::Greedy, "greedy"),
        (Strategy::AStar, "A*"),
    ];
}

/// What one strategy did.
#[derive(Clone, Copy, Debug)]
pub struct Tally {
    /// How many moves the plan has that it found; nothing if it found none.
    pub moves: Option<u32>,
    /// Why it ended.
    pub ending: Ending,
    /// What it did.
    pub counters: Counters,
    /// How long it took.
    pub time: std::time::Duration,
}

/// Looks for a plan in one order. Only breadth-first and A* find a shortest one; without a stated `bound:` greedy and
/// A* know nothing more than breadth-first.
pub fn run(system: &mut System<'_>, strategy: Strategy, watch: &mut Watch<'_>) -> Result<Tally, Trouble> {
    let started = std::time::Instant::now();
    let start = system.start().ok_or(Trouble::TooManyValues)?;
    if !system.is_lawful(&start)? {
        let (ending, counters) = (Ending::Settled, Counters::default());
        return Ok(Tally { moves: None, ending, counters, time: started.elapsed() });
    }
    loop {
        match explore(system, &start, strategy, watch) {
            Err(Trouble::Narrow) => system.widen(),
            Err(other) => return Err(other),
            Ok((moves, ending, counters)) => {
                return Ok(Tally { moves, ending, counters, time: started.elapsed() });
            }
        }
    }
}

/// Positions that wait, by rank; within a rank in the order they came, or the last first.
struct Waiting {
    ranks: Vec<VecDeque<(u32, u32)>>,
    count: u64,
    last_first: bool,
}

impl Waiting {
    fn push(&mut self, rank: u32, id: u32, depth: u32) {
        let rank = (rank as usize).min(MOST_RANKS);
        if self.ranks.len() <= rank {
            self.ranks.resize_with(rank + 1, VecDeque::new);
        }
        self.ranks[rank].push_back((id, depth));
        self.count += 1;
    }

    fn pop(&mut self) -> Option<(u32, u32)> {
        let rank = self.ranks.iter_mut().find(|rank| !rank.is_empty())?;
        self.count -= 1;
        if self.last_first { rank.pop_back() } else { rank.pop_front() }
    }
}

/// Bounds beyond this are all the same.
const MOST_RANKS: usize = 1 << 16;

fn explore(
    system: &mut System<'_>,
    start: &[Code],
    strategy: Strategy,
    watch: &mut Watch<'_>,
) -> Result<(Option<u32>, Ending, Counters), Trouble> {
    let last_first = matches!(strategy, Strategy::DepthFirst | Strategy::AStar);
    let mut waiting = Waiting { ranks: Vec::new(), count: 0, last_first };
    let mut positions = Positions::new(system.codes.words());
    let mut depths = vec![0_u32];
    let mut counters = Counters { positions: 1, ..Counters::default() };
    let mut packed = vec![0; system.codes.words()];
    system.codes.pack(start, &mut packed);
    positions.insert(&packed);
    waiting.push(0, 0, 0);
    let (mut position, mut next) = (start.to_vec(), start.to_vec());
    let mut expansion = Expansion::default();
    while let Some((id, depth)) = waiting.pop() {
        if depths[id as usize] != depth {
            continue;
        }
        system.codes.unpack(positions.get(id), &mut position);
        // The goal is noticed when a position's turn comes: only then is it sure that A* has a shortest plan.
        if system.is_goal(&position)? {
            return Ok((Some(depth), Ending::Settled, counters));
        }
        let progress = Progress { depth, frontier: waiting.count, positions: positions.len() as u64 };
        let bytes = || positions.bytes() + system.bytes();
        if let Some(ending) = watch.ends(&counters, progress, bytes) {
            return Ok((None, ending, counters));
        }
        counters.expanded += 1;
        if depth >= watch.most_moves() {
            continue;
        }
        system.expand(&position, &mut expansion)?;
        let depth = depth + 1;
        for number in 0..expansion.len() {
            let (_, changes) = expansion.get(number);
            counters.generated += 1;
            next.copy_from_slice(&position);
            for &(unknown, code) in changes {
                next[unknown as usize] = code;
            }
            system.codes.pack(&next, &mut packed);
            let (found, new) = positions.insert(&packed);
            let shorter = !new && strategy == Strategy::AStar && depth < depths[found as usize];
            if new {
                depths.push(if system.is_lawful(&next)? { depth } else { 0 });
            } else if shorter {
                depths[found as usize] = depth;
            }
            // A position that breaks a law has depth 0, as only the first one has: it never gets a turn.
            if (new || shorter) && depths[found as usize] == depth {
                let rank = match strategy {
                    Strategy::BreadthFirst | Strategy::DepthFirst => 0,
                    Strategy::Greedy => system.bound(&next)?,
                    Strategy::AStar => depth.saturating_add(system.bound(&next)?),
                };
                waiting.push(rank, found, depth);
                counters.frontier = counters.frontier.max(waiting.count);
            }
        }
        counters.positions = positions.len() as u64;
    }
    Ok((None, Ending::Settled, counters))
}

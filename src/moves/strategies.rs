//! Orders of search that textbooks compare, over any space: breadth-first, depth-first, greedy and A*.

mod positions;

use std::collections::VecDeque;

use super::search::{Counters, Ending};
use super::system::{System, Trouble};

/// In which order nodes are tried.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Strategy {
    /// The node that was found first.
    BreadthFirst,
    /// The node that was found last.
    DepthFirst,
    /// The node with the least estimate.
    Greedy,
    /// The node with the least sum of steps so far and estimate.
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

/// What can be searched: nodes that are numbered as they are met. The start has number 0.
pub trait Space {
    /// What can go wrong.
    type Trouble;

    /// Whether a node is what is looked for.
    fn is_goal(&mut self, node: u32) -> Result<bool, Self::Trouble>;

    /// Lists the lawful nodes one step from a node, in order, and says how many steps were tried.
    fn expand(&mut self, node: u32, found: &mut Vec<u32>) -> Result<u64, Self::Trouble>;

    /// A guess how many steps are left; one that is never too high makes A* find the fewest.
    fn estimate(&mut self, node: u32) -> Result<u32, Self::Trouble>;

    /// How many nodes have been met.
    fn met(&self) -> usize;

    /// How many bytes they take.
    fn bytes(&self) -> usize;
}

/// What one strategy did.
#[derive(Clone, Copy, Debug)]
pub struct Tally {
    /// How many steps it takes to what was found; nothing if nothing was.
    pub steps: Option<u32>,
    /// Why it ended.
    pub ending: Ending,
    /// What it did.
    pub counters: Counters,
}

/// Asked before each node whether the search must end now; the function tells how many bytes are in use.
pub type Patience<'w> = &'w mut dyn FnMut(&Counters, &dyn Fn() -> usize) -> Option<Ending>;

/// Looks for a plan in one order. Only breadth-first and A* find a shortest one; without a stated `bound:` greedy and
/// A* know nothing more than breadth-first.
pub fn run(system: &mut System, strategy: Strategy, ends: Patience<'_>) -> Result<Tally, Trouble> {
    let start = system.start().ok_or(Trouble::TooManyValues)?;
    if !system.is_lawful(&start)? {
        return Ok(Tally { steps: None, ending: Ending::Settled, counters: Counters::default() });
    }
    loop {
        match explore(&mut positions::Reached::new(system, &start), strategy, ends) {
            Err(Trouble::Narrow) => system.widen(),
            other => return other,
        }
    }
}

/// Nodes that wait, by rank; within a rank in the order they came, or the last first.
struct Waiting {
    ranks: Vec<VecDeque<(u32, u32)>>,
    count: u64,
    last_first: bool,
}

impl Waiting {
    fn push(&mut self, rank: u32, node: u32, depth: u32) {
        let rank = (rank as usize).min(MOST_RANKS);
        if self.ranks.len() <= rank {
            self.ranks.resize_with(rank + 1, VecDeque::new);
        }
        self.ranks[rank].push_back((node, depth));
        self.count += 1;
    }

    fn pop(&mut self) -> Option<(u32, u32)> {
        let rank = self.ranks.iter_mut().find(|rank| !rank.is_empty())?;
        self.count -= 1;
        if self.last_first { rank.pop_back() } else { rank.pop_front() }
    }
}

/// Estimates beyond this are all the same.
const MOST_RANKS: usize = 1 << 16;

/// The depth of a node that has not been met.
const UNMET: u32 = u32::MAX;

/// Searches a space in one order.
pub fn explore<S: Space>(space: &mut S, strategy: Strategy, ends: Patience<'_>) -> Result<Tally, S::Trouble> {
    let last_first = matches!(strategy, Strategy::DepthFirst | Strategy::AStar);
    let mut waiting = Waiting { ranks: Vec::new(), count: 0, last_first };
    let mut depths = vec![0_u32];
    let mut counters = Counters { positions: 1, frontier: 1, ..Counters::default() };
    let mut found = Vec::new();
    waiting.push(0, 0, 0);
    while let Some((node, depth)) = waiting.pop() {
        if depths[node as usize] != depth {
            continue;
        }
        // The goal is noticed when a node's turn comes: only then is it sure that A* has a shortest way.
        if space.is_goal(node)? {
            return Ok(Tally { steps: Some(depth), ending: Ending::Settled, counters });
        }
        if let Some(ending) = ends(&counters, &|| space.bytes()) {
            return Ok(Tally { steps: None, ending, counters });
        }
        counters.expanded += 1;
        found.clear();
        counters.generated += space.expand(node, &mut found)?;
        depths.resize(space.met(), UNMET);
        if last_first {
            // The last one in is the first one out.
            found.reverse();
        }
        let depth = depth + 1;
        for &next in &found {
            let before = depths[next as usize];
            if before == UNMET || strategy == Strategy::AStar && depth < before {
                depths[next as usize] = depth;
                let rank = match strategy {
                    Strategy::BreadthFirst | Strategy::DepthFirst => 0,
                    Strategy::Greedy => space.estimate(next)?,
                    Strategy::AStar => depth.saturating_add(space.estimate(next)?),
                };
                waiting.push(rank, next, depth);
                counters.frontier = counters.frontier.max(waiting.count);
            }
        }
        counters.positions = space.met() as u64;
    }
    Ok(Tally { steps: None, ending: Ending::Settled, counters })
}

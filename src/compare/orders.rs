//! Boards that wait, filled as far as a step, and the order in which their turn comes.

use std::collections::VecDeque;

use super::filling::Filling;
use super::{Patience, Row};

/// Which of the waiting boards is next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Order {
    /// The one that came first.
    BreadthFirst,
    /// The one that came last.
    DepthFirst,
    /// The one with the least estimate of what is left to do: its open unknowns.
    Greedy,
    /// The one with the least sum of what is done and left to do.
    AStar,
}

impl Order {
    pub(super) const ALL: &'static [Order] =
        &[Order::BreadthFirst, Order::DepthFirst, Order::Greedy, Order::AStar];

    fn name(self) -> &'static str {
        match self {
            Order::BreadthFirst => "breadth-first",
            Order::DepthFirst => "depth-first",
            Order::Greedy => "greedy",
            Order::AStar => "A*",
        }
    }
}

/// A board: its parent's number, its step (0 for none), and the value of the step.
#[derive(Clone, Copy)]
struct Board {
    parent: u32,
    steps: u32,
    value: i64,
}

/// The boards that wait, by rank; within a rank in the order they came.
#[derive(Default)]
struct Waiting {
    ranks: Vec<VecDeque<u32>>,
    count: u64,
}

impl Waiting {
    fn push(&mut self, rank: usize, board: u32) {
        if self.ranks.len() <= rank {
            self.ranks.resize_with(rank + 1, VecDeque::new);
        }
        self.ranks[rank].push_back(board);
        self.count += 1;
    }

    fn pop(&mut self, last_first: bool) -> Option<u32> {
        let rank = self.ranks.iter_mut().find(|rank| !rank.is_empty())?;
        self.count -= 1;
        if last_first { rank.pop_back() } else { rank.pop_front() }
    }
}

/// The most boards that are kept.
const MOST_BOARDS: usize = 20_000_000;

pub(super) fn run(filling: &mut Filling, order: Order, patience: Patience<'_>) -> Row {
    let mut row = Row { frontier: 1, ..Row::new(order.name()) };
    let mut boards = vec![Board { parent: 0, steps: 0, value: 0 }];
    let mut waiting = Waiting::default();
    if filling.is_possible() {
        waiting.push(0, 0);
    } else {
        row.found = Some(false);
    }
    while row.found.is_none() && boards.len() < MOST_BOARDS && !patience.is_over(row.generated) {
        let Some(number) = waiting.pop(order == Order::DepthFirst) else {
            row.found = Some(false);
            break;
        };
        let steps = boards[number as usize].steps as usize;
        if steps == filling.len() {
            row.found = Some(true);
            break;
        }
        lay(filling, &boards, number);
        row.expanded += 1;
        let mut values = filling.domain(steps).to_vec();
        if order == Order::DepthFirst {
            // The last one in is the first one out.
            values.reverse();
        }
        for value in values {
            row.generated += 1;
            filling.set(steps, value);
            if filling.is_lawful(steps) {
                let left = filling.len() - steps - 1;
                let rank = match order {
                    Order::BreadthFirst | Order::DepthFirst => 0,
                    Order::Greedy => left,
                    Order::AStar => steps + 1 + left,
                };
                waiting.push(rank, boards.len() as u32);
                boards.push(Board { parent: number, steps: steps as u32 + 1, value });
            }
        }
        row.frontier = row.frontier.max(waiting.count);
    }
    row.time = patience.started.elapsed();
    row
}

/// Gives the steps of a board their values.
fn lay(filling: &Filling, boards: &[Board], mut number: u32) {
    while boards[number as usize].steps > 0 {
        let Board { parent, steps, value } = boards[number as usize];
        filling.set(steps as usize - 1, value);
        number = parent;
    }
}

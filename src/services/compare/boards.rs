//! Boards filled as far as a step as a space to search: each waits as a whole for its turn.

use std::convert::Infallible;

use super::filling::Filling;
use crate::moves::strategies::Space;

/// A board: its parent's number, how many steps are done, and the value of the last one.
#[derive(Clone, Copy)]
struct Board {
    parent: u32,
    steps: u32,
    value: i64,
}

/// The boards made so far.
pub(super) struct Boards<'f> {
    filling: &'f mut Filling,
    boards: Vec<Board>,
}

impl<'f> Boards<'f> {
    /// Only the board as it is given.
    pub(super) fn new(filling: &'f mut Filling) -> Boards<'f> {
        Boards { filling, boards: vec![Board { parent: 0, steps: 0, value: 0 }] }
    }

    fn steps(&self, node: u32) -> usize {
        self.boards[node as usize].steps as usize
    }
}

impl Space for Boards<'_> {
    type Trouble = Infallible;

    fn is_goal(&mut self, node: u32) -> Result<bool, Infallible> {
        Ok(self.steps(node) == self.filling.len())
    }

    fn expand(&mut self, node: u32, found: &mut Vec<u32>) -> Result<u64, Infallible> {
        let step = self.steps(node);
        let mut board = self.boards[node as usize];
        while board.steps > 0 {
            self.filling.set(board.steps as usize - 1, board.value);
            board = self.boards[board.parent as usize];
        }
        let values = self.filling.declared(step).to_vec();
        for &value in &values {
            self.filling.set(step, value);
            if self.filling.is_lawful(step) {
                found.push(self.boards.len() as u32);
                self.boards.push(Board { parent: node, steps: step as u32 + 1, value });
            }
        }
        (0..=step).for_each(|step| self.filling.clear(step));
        Ok(values.len() as u64)
    }

    fn estimate(&mut self, node: u32) -> Result<u32, Infallible> {
        Ok((self.filling.len() - self.steps(node)) as u32)
    }

    fn met(&self) -> usize {
        self.boards.len()
    }

    fn bytes(&self) -> usize {
        self.boards.len() * size_of::<Board>()
    }
}

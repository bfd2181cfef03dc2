//! The positions of a move puzzle as a space to search.

use super::Space;
use crate::moves::codes::Code;
use crate::moves::positions::Positions;
use crate::moves::system::{Expansion, System, Trouble};

/// The positions reached so far.
pub(super) struct Reached<'s> {
    system: &'s mut System,
    positions: Positions,
    /// Whether a position breaks no law.
    lawful: Vec<bool>,
    /// Scratch: the position that is looked at, one beside it, and how that one is packed.
    position: Vec<Code>,
    next: Vec<Code>,
    packed: Vec<u64>,
    expansion: Expansion,
}

impl<'s> Reached<'s> {
    /// Only the start, which is lawful.
    pub(super) fn new(system: &'s mut System, start: &[Code]) -> Reached<'s> {
        let mut packed = vec![0; system.codes.words()];
        let mut positions = Positions::new(packed.len());
        system.codes.pack(start, &mut packed);
        positions.insert(&packed);
        let (position, next) = (start.to_vec(), start.to_vec());
        Reached {
            system,
            positions,
            lawful: vec![true],
            position,
            next,
            packed,
            expansion: Expansion::default(),
        }
    }

    fn look_at(&mut self, node: u32) {
        self.system.codes.unpack(self.positions.get(node), &mut self.position);
    }
}

impl Space for Reached<'_> {
    type Trouble = Trouble;

    fn is_goal(&mut self, node: u32) -> Result<bool, Trouble> {
        self.look_at(node);
        self.system.is_goal(&self.position)
    }

    fn expand(&mut self, node: u32, found: &mut Vec<u32>) -> Result<u64, Trouble> {
        self.look_at(node);
        self.system.expand(&self.position, &mut self.expansion)?;
        for number in 0..self.expansion.len() {
            let (_, changes) = self.expansion.get(number);
            self.next.copy_from_slice(&self.position);
            for &(unknown, code) in changes {
                self.next[unknown as usize] = code;
            }
            self.system.codes.pack(&self.next, &mut self.packed);
            let (next, new) = self.positions.insert(&self.packed);
            if new {
                self.lawful.push(self.system.is_lawful(&self.next)?);
            }
            if self.lawful[next as usize] {
                found.push(next);
            }
        }
        Ok(self.expansion.len() as u64)
    }

    fn estimate(&mut self, node: u32) -> Result<u32, Trouble> {
        self.look_at(node);
        self.system.bound(&self.position)
    }

    fn met(&self) -> usize {
        self.positions.len()
    }

    fn bytes(&self) -> usize {
        self.positions.bytes() + self.system.bytes()
    }
}

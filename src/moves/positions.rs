//! All positions seen: packed one behind the other, each found again by an open-addressing table.

/// Number of a position, in the order they were first seen.
pub type PositionId = u32;

/// A growing set of packed positions.
#[derive(Clone, Debug)]
pub struct Positions {
    words: usize,
    data: Vec<u64>,
    /// 0 for an empty slot, else the upper half of the hash and the position's number plus 1.
    slots: Vec<u64>,
    len: usize,
}

/// The most positions that can be numbered.
const MOST: usize = u32::MAX as usize - 1;

impl Positions {
    /// An empty set of positions of so many words each.
    pub fn new(words: usize) -> Positions {
        Positions { words, data: Vec::new(), slots: vec![0; 1 << 10], len: 0 }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether no more fit.
    pub fn is_full(&self) -> bool {
        self.len >= MOST
    }

    /// The packed position with this number.
    pub fn get(&self, id: PositionId) -> &[u64] {
        let start = id as usize * self.words;
        &self.data[start..start + self.words]
    }

    /// The number of a position, and whether it is new.
    pub fn insert(&mut self, packed: &[u64]) -> (PositionId, bool) {
        let hash = hash(packed);
        let slot = match self.slot(packed, hash) {
            Ok(id) => return (id, false),
            Err(slot) => slot,
        };
        let id = self.len as PositionId;
        self.data.extend_from_slice(packed);
        self.len += 1;
        self.slots[slot] = (hash & HIGH) | (u64::from(id) + 1);
        if self.len * 8 > self.slots.len() * 5 {
            self.grow();
        }
        (id, true)
    }

    /// The number of a position, if it was seen.
    pub fn find(&self, packed: &[u64]) -> Option<PositionId> {
        self.slot(packed, hash(packed)).ok()
    }

    fn slot(&self, packed: &[u64], hash: u64) -> Result<PositionId, usize> {
        let mask = self.slots.len() - 1;
        let mut at = spread(hash) & mask;
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                return Err(at);
            }
            let id = (slot & !HIGH) as u32 - 1;
            if slot & HIGH == hash & HIGH && self.get(id) == packed {
                return Ok(id);
            }
            at = (at + 1) & mask;
        }
    }

    fn grow(&mut self) {
        let mut slots = vec![0_u64; self.slots.len() * 2];
        let mask = slots.len() - 1;
        for id in 0..self.len as u32 {
            let hash = hash(self.get(id));
            let mut at = spread(hash) & mask;
            while slots[at] != 0 {
                at = (at + 1) & mask;
            }
            slots[at] = (hash & HIGH) | (u64::from(id) + 1);
        }
        self.slots = slots;
    }

    /// How many bytes it takes, room to grow included.
    pub fn bytes(&self) -> usize {
        (self.data.capacity() + self.slots.len()) * 8
    }
}

const HIGH: u64 = 0xffff_ffff_0000_0000;

/// The lower half picks the slot, the upper half tells positions apart that share one.
fn spread(hash: u64) -> usize {
    hash as usize
}

/// A number that tells packed positions apart.
pub fn hash(packed: &[u64]) -> u64 {
    let mut hash = 0x9e37_79b9_7f4a_7c15_u64;
    for &word in packed {
        let product = u128::from(hash ^ word) * 0xd6e8_feb8_6659_fd93_u128;
        hash = (product as u64) ^ ((product >> 64) as u64);
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::Positions;

    #[test]
    fn positions_are_found_again() {
        let mut positions = Positions::new(2);
        for number in 0..5000_u64 {
            assert_eq!(positions.insert(&[number, number % 7]), (number as u32, true));
        }
        for number in 0..5000_u64 {
            assert_eq!(positions.insert(&[number, number % 7]), (number as u32, false));
            assert_eq!(positions.get(number as u32), [number, number % 7]);
        }
        assert_eq!(positions.len(), 5000);
    }
}

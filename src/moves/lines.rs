//! Lines met before: the packed values of a line, and what a move made of them.

/// A line after a move that is not possible there.
pub const IMPOSSIBLE: u64 = u64::MAX;

/// All lines of one shape that a move has acted on. Values take the same number of bits each.
#[derive(Clone, Debug)]
pub struct Lines {
    bits: u32,
    /// A line plus 1, so that 0 marks an empty slot, and the line after the move.
    slots: Vec<(u64, u64)>,
    len: usize,
}

impl Lines {
    /// No lines yet, of values of so many bits.
    pub fn new(bits: u32) -> Lines {
        Lines { bits, slots: vec![(0, 0); 64], len: 0 }
    }

    /// How many bits a value takes.
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// What became of a line.
    #[inline]
    pub fn get(&self, line: u64) -> Option<u64> {
        let mask = self.slots.len() - 1;
        let mut at = hash(line) & mask;
        loop {
            let (known, after) = self.slots[at & mask];
            if known == line + 1 {
                return Some(after);
            }
            if known == 0 {
                return None;
            }
            at = (at + 1) & mask;
        }
    }

    /// Remembers a line that is not known.
    pub fn insert(&mut self, line: u64, after: u64) {
        if self.len * 2 >= self.slots.len() {
            let more = vec![(0, 0); self.slots.len() * 2];
            for (known, after) in std::mem::replace(&mut self.slots, more) {
                if known > 0 {
                    self.put(known - 1, after);
                }
            }
        }
        self.len += 1;
        self.put(line, after);
    }

    fn put(&mut self, line: u64, after: u64) {
        let mask = self.slots.len() - 1;
        let mut at = hash(line) & mask;
        while self.slots[at].0 != 0 {
            at = (at + 1) & mask;
        }
        self.slots[at] = (line + 1, after);
    }

    /// How many bytes it takes.
    pub fn bytes(&self) -> usize {
        self.slots.len() * size_of::<(u64, u64)>()
    }
}

fn hash(line: u64) -> usize {
    let product = line.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (product ^ (product >> 32)) as usize
}

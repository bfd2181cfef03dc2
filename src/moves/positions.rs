//! All positions seen: packed one behind the other, each found again by a table of buckets.
//!
//! A bucket is a line of the cache: some numbers of positions, and for each of them a byte of its hash, so that a position is
//! hardly ever looked at for nothing. A bucket that is full hands over to the next.

use super::pages::Pages;

/// Number of a position, in the order they were first seen.
pub type PositionId = u32;

/// So many positions share a bucket.
const ROOM: usize = 12;

#[derive(Clone, Debug)]
#[repr(align(64))]
struct Bucket {
    ids: [PositionId; ROOM],
    /// 0 where nothing is, and nothing behind it.
    tags: [u8; ROOM],
}

const EMPTY: Bucket = Bucket { ids: [0; ROOM], tags: [0; ROOM] };

/// A growing set of packed positions.
#[derive(Clone, Debug)]
pub struct Positions {
    data: Pages<u64>,
    buckets: Vec<Bucket>,
}

/// The most positions that can be numbered.
const MOST: usize = u32::MAX as usize - 1;
/// Buckets at first.
const FEW: usize = 64;

impl Positions {
    /// An empty set of positions of so many words each.
    pub fn new(words: usize) -> Positions {
        Positions { data: Pages::new(words), buckets: vec![EMPTY; FEW] }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.data.len()
    }

    /// Whether no more fit.
    pub fn is_full(&self) -> bool {
        self.len() >= MOST
    }

    /// The packed position with this number.
    #[inline]
    pub fn get(&self, id: PositionId) -> &[u64] {
        self.data.get(id)
    }

    /// The number of a position, and whether it is new.
    pub fn insert(&mut self, packed: &[u64]) -> (PositionId, bool) {
        let hash = hash(packed);
        let (bucket, at) = match self.slot(packed, hash) {
            Ok(id) => return (id, false),
            Err(slot) => slot,
        };
        let id = self.len() as PositionId;
        self.data.push(packed);
        self.buckets[bucket].ids[at] = id;
        self.buckets[bucket].tags[at] = tag(hash);
        if self.len() >= self.fitting() {
            self.grow();
        }
        (id, true)
    }

    /// The number of a position, if it was seen.
    pub fn find(&self, packed: &[u64]) -> Option<PositionId> {
        self.slot(packed, hash(packed)).ok()
    }

    /// The table grows when so many positions are in it.
    fn fitting(&self) -> usize {
        self.buckets.len() * ROOM / 8 * 7
    }

    /// Where a position is, or where it belongs.
    #[inline]
    fn slot(&self, packed: &[u64], hash: u64) -> Result<PositionId, (usize, usize)> {
        let mut bucket = first(hash, self.buckets.len());
        let tag = tag(hash);
        loop {
            let Bucket { ids, tags } = &self.buckets[bucket];
            for (at, (&known, &id)) in tags.iter().zip(ids).enumerate() {
                if known == tag && self.get(id) == packed {
                    return Ok(id);
                }
                if known == 0 {
                    return Err((bucket, at));
                }
            }
            bucket = if bucket + 1 < self.buckets.len() { bucket + 1 } else { 0 };
        }
    }

    fn grow(&mut self) {
        let mut buckets = vec![EMPTY; self.buckets.len() / 2 * 3];
        for id in 0..self.len() as PositionId {
            let hash = hash(self.get(id));
            let mut bucket = first(hash, buckets.len());
            let at = loop {
                match buckets[bucket].tags.iter().position(|&tag| tag == 0) {
                    Some(at) => break at,
                    None => bucket = if bucket + 1 < buckets.len() { bucket + 1 } else { 0 },
                }
            };
            buckets[bucket].ids[at] = id;
            buckets[bucket].tags[at] = tag(hash);
        }
        self.buckets = buckets;
    }

    /// How many bytes it takes, room to grow included. Shortly before the table grows, the room that takes is counted too:
    /// the old one is needed until the new one is filled.
    pub fn bytes(&self) -> usize {
        let table = self.buckets.len() * size_of::<Bucket>();
        let soon = self.len() + self.len() / 16 >= self.fitting();
        self.data.bytes() + if soon { table / 2 * 5 } else { table }
    }
}

/// The bucket in which a position is looked for first, of so many.
fn first(hash: u64, buckets: usize) -> usize {
    ((u128::from(hash) * buckets as u128) >> 64) as usize
}

/// A byte that tells apart what shares a bucket; never 0.
fn tag(hash: u64) -> u8 {
    (hash as u8).max(1)
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
        for number in 0..50_000_u64 {
            assert_eq!(positions.find(&[number, number % 7]), None);
            assert_eq!(positions.insert(&[number, number % 7]), (number as u32, true));
        }
        for number in 0..50_000_u64 {
            assert_eq!(positions.insert(&[number, number % 7]), (number as u32, false));
            assert_eq!(positions.get(number as u32), [number, number % 7]);
        }
        assert_eq!(positions.len(), 50_000);
    }

    #[test]
    fn a_position_takes_few_bytes_beside_itself() {
        let mut positions = Positions::new(1);
        for number in 0..1_000_000_u64 {
            positions.insert(&[number * number]);
            let before_growing = positions.len() + positions.len() / 16 >= positions.fitting();
            if number > 100_000 && !before_growing {
                assert!(positions.bytes() < positions.len() * 19, "{} for {number}", positions.bytes());
            }
        }
    }
}

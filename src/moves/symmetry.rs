//! Symmetric positions once: turning or mirroring a board, or whatever else the rules do not notice, leads from a position to
//! others that are as far from the goal. One of them stands in for all.
//!
//! A *symmetry* is an exchange of places that takes moves to moves, laws to laws and the goal to the goal. It is found in the
//! rules as they act on the board ([`find`]) and checked on all they can do before it is used; nothing here knows a board.

pub mod find;

use smallvec::SmallVec;

use super::codes::{Code, Codes};
use crate::base::hash::Set;

/// An exchange of places: where each one goes.
pub type Exchange = Vec<u32>;

/// At most so many exchanges are used.
const MOST: usize = 64;
/// Bits that are looked up together.
const PIECE: u32 = 4;

/// Exchanges of places that the rules do not notice, ready for packed positions. Together with doing nothing they are a
/// group, so that all positions of one orbit have one stand-in.
#[derive(Clone, Debug)]
pub struct Symmetry {
    words: usize,
    /// How many exchanges there are, that of nothing not counted.
    count: usize,
    /// For each exchange, each piece of a packed position and each value of it: what becomes of those bits.
    images: Vec<u64>,
}

impl Symmetry {
    /// Makes these exchanges ready. Nothing if there is none.
    pub fn new(exchanges: &[Exchange], codes: &Codes) -> Option<Symmetry> {
        let words = codes.words();
        let group = closed(exchanges, codes.len());
        let pieces = words * (u64::BITS / PIECE) as usize;
        let mut images = Vec::new();
        for exchange in &group {
            let mut bits = vec![None; words * u64::BITS as usize];
            for (from, &to) in (0..).zip(exchange) {
                let (Some((word, shift, width)), Some((onto, place, _))) =
                    (codes.field(from), codes.field(to))
                else {
                    continue;
                };
                for bit in 0..width {
                    bits[word * 64 + (shift + bit) as usize] = Some((onto, place + bit));
                }
            }
            for piece in 0..pieces {
                for value in 0..1_usize << PIECE {
                    let start = images.len();
                    images.resize(start + words, 0);
                    for bit in (0..PIECE as usize).filter(|bit| value >> bit & 1 == 1) {
                        if let Some((word, shift)) = bits[piece * PIECE as usize + bit] {
                            images[start + word] |= 1 << shift;
                        }
                    }
                }
            }
        }
        (!group.is_empty()).then_some(Symmetry { words, count: group.len(), images })
    }

    /// How many positions one stands in for at most.
    pub fn order(&self) -> usize {
        self.count + 1
    }

    /// Puts the stand-in in the place of a packed position: the least of its orbit.
    pub fn stand_in(&self, packed: &mut [u64]) {
        let (entry, pieces) = (self.words << PIECE, (u64::BITS / PIECE) as usize);
        let mut best: SmallVec<[u64; 4]> = SmallVec::from_slice(packed);
        let mut image: SmallVec<[u64; 4]> = SmallVec::from_elem(0, self.words);
        for table in self.images.chunks_exact(entry * pieces * self.words) {
            image.fill(0);
            for (&word, table) in packed.iter().zip(table.chunks_exact(entry * pieces)) {
                let mut left = word;
                for values in table.chunks_exact(entry) {
                    if left == 0 {
                        break;
                    }
                    let start = (left & ((1 << PIECE) - 1)) as usize * self.words;
                    for (bits, more) in image.iter_mut().zip(&values[start..start + self.words]) {
                        *bits |= more;
                    }
                    left >>= PIECE;
                }
            }
            if image < best {
                std::mem::swap(&mut best, &mut image);
            }
        }
        packed.copy_from_slice(&best);
    }

    /// Whether among these positions, all different, there are so many symmetric ones that it pays to look for them.
    pub fn pays(&self, positions: &[Vec<Code>], codes: &Codes) -> bool {
        let mut orbits: Set<SmallVec<[u64; 4]>> = Set::default();
        for position in positions {
            let mut packed: SmallVec<[u64; 4]> = SmallVec::from_elem(0, self.words);
            codes.pack(position, &mut packed);
            self.stand_in(&mut packed);
            orbits.insert(packed);
        }
        orbits.len() * 5 <= positions.len() * 4
    }

    /// How many bytes it takes.
    pub fn bytes(&self) -> usize {
        self.images.len() * size_of::<u64>()
    }
}

/// A group of these exchanges and what follows from them, as many as there is room for; doing nothing is left out.
fn closed(exchanges: &[Exchange], places: usize) -> Vec<Exchange> {
    let nothing: Exchange = (0..places as u32).collect();
    let mut group = vec![nothing];
    for exchange in exchanges {
        if group.contains(exchange) {
            continue;
        }
        let mut more = group.clone();
        more.push(exchange.clone());
        let (mut at, mut fits) = (0, true);
        while at < more.len() && fits {
            for other in 0..more.len() {
                for (first, second) in [(at, other), (other, at)] {
                    let both: Exchange =
                        more[first].iter().map(|&place| more[second][place as usize]).collect();
                    if !more.contains(&both) {
                        more.push(both);
                    }
                }
            }
            fits = more.len() <= MOST;
            at += 1;
        }
        if fits {
            group = more;
        }
    }
    group.remove(0);
    group
}

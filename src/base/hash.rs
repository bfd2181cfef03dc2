//! The one hasher of the crate: fast, with fixed seeds, so that equal runs do equal things.

use std::hash::BuildHasher;

use ahash::{AHasher, RandomState};

/// Builds hashers that are the same in every run.
#[derive(Clone, Copy, Default, Debug)]
pub struct Fixed;

impl BuildHasher for Fixed {
    type Hasher = AHasher;

    fn build_hasher(&self) -> AHasher {
        RandomState::with_seeds(0x9e37, 0x79b9, 0x7f4a, 0x7c15).build_hasher()
    }
}

/// A hash map with fixed seeds. Never iterated into visible order.
pub type Map<K, V> = std::collections::HashMap<K, V, Fixed>;
/// A hash set with fixed seeds. Never iterated into visible order.
pub type Set<K> = std::collections::HashSet<K, Fixed>;
/// A set that numbers its elements in the order they came.
pub type Numbered<K> = indexmap::IndexSet<K, Fixed>;

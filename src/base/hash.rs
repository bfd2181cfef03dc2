//! The one hasher of the crate: fast, with fixed seeds, so that equal runs do equal things.

use std::hash::{BuildHasher, Hash};
use std::sync::Arc;

use ahash::{AHasher, RandomState};
use indexmap::map::RawEntryApiV1 as _;
use indexmap::map::raw_entry_v1::RawEntryMut;

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

/// A set that numbers its elements in the order they came, each with a note. What has been [frozen](Layered::freeze) is
/// shared by all clones; what comes later is each clone's own.
#[derive(Clone, Debug)]
pub struct Layered<K, V> {
    below: Arc<indexmap::IndexMap<K, V, Fixed>>,
    above: indexmap::IndexMap<K, V, Fixed>,
}

impl<K, V> Default for Layered<K, V> {
    fn default() -> Self {
        Layered { below: Arc::default(), above: indexmap::IndexMap::default() }
    }
}

impl<K: Hash + Eq + Clone, V: Clone> Layered<K, V> {
    /// The number of an element, and whether it is new. The note of a new one is made by `note`.
    pub fn insert(&mut self, key: K, note: impl FnOnce(&Self, &K) -> V) -> (usize, bool) {
        let hash = Fixed.hash_one(&key);
        match self.known(hash, |known| *known == key) {
            Some(known) => (known, false),
            None => self.add(hash, key, note),
        }
    }

    /// The same for an element that is looked for by what it is made from, and made if it is new. Both hash alike.
    pub fn insert_as<Q: Hash + indexmap::Equivalent<K> + ?Sized>(
        &mut self,
        parts: &Q,
        make: impl FnOnce() -> K,
        note: impl FnOnce(&Self, &K) -> V,
    ) -> (usize, bool) {
        let hash = Fixed.hash_one(parts);
        match self.known(hash, |known| parts.equivalent(known)) {
            Some(known) => (known, false),
            None => {
                let key = make();
                debug_assert_eq!(hash, Fixed.hash_one(&key), "parts hash like what is made from them");
                self.add(hash, key, note)
            }
        }
    }

    fn known(&self, hash: u64, mut is_it: impl FnMut(&K) -> bool) -> Option<usize> {
        if !self.below.is_empty()
            && let Some(known) = self.below.raw_entry_v1().index_from_hash(hash, &mut is_it)
        {
            return Some(known);
        }
        let known = self.above.raw_entry_v1().index_from_hash(hash, is_it)?;
        Some(self.below.len() + known)
    }

    fn add(&mut self, hash: u64, key: K, note: impl FnOnce(&Self, &K) -> V) -> (usize, bool) {
        let note = note(self, &key);
        let number = self.count();
        if let RawEntryMut::Vacant(place) = self.above.raw_entry_mut_v1().from_hash(hash, |_| false) {
            place.insert_hashed_nocheck(hash, key, note);
        }
        (number, true)
    }

    /// The number of an element.
    pub fn find<Q: Hash + indexmap::Equivalent<K> + ?Sized>(&self, key: &Q) -> Option<usize> {
        let above = || self.above.get_index_of(key).map(|known| self.below.len() + known);
        self.below.get_index_of(key).or_else(above)
    }

    /// The element with this number, and its note.
    #[inline]
    pub fn entry(&self, number: usize) -> (&K, &V) {
        let found = match number.checked_sub(self.below.len()) {
            None => self.below.get_index(number),
            Some(above) => self.above.get_index(above),
        };
        found.unwrap_or_else(|| unreachable!("numbers come from insert"))
    }

    /// How many elements there are.
    pub fn count(&self) -> usize {
        self.below.len() + self.above.len()
    }

    /// Shares all that is here with every clone to come; but little that came on top of much that others share is left to
    /// each clone.
    pub fn freeze(&mut self) {
        if self.below.is_empty() {
            self.below = Arc::new(std::mem::take(&mut self.above));
        } else if self.above.len() >= self.below.len() || Arc::get_mut(&mut self.below).is_some() {
            Arc::make_mut(&mut self.below).extend(self.above.drain(..));
        }
    }
}

/// A map that shares what it held when it was [frozen](Overlay::freeze) with all its clones.
#[derive(Clone, Debug)]
pub struct Overlay<K, V> {
    below: Arc<Map<K, V>>,
    above: Map<K, V>,
}

impl<K, V> Default for Overlay<K, V> {
    fn default() -> Self {
        Overlay { below: Arc::default(), above: Map::default() }
    }
}

impl<K: Hash + Eq + Clone, V: Clone> Overlay<K, V> {
    /// What a key stands for.
    pub fn get(&self, key: &K) -> Option<&V> {
        self.above.get(key).or_else(|| self.below.get(key))
    }

    /// Lets a key stand for something, from now on and here.
    pub fn insert(&mut self, key: K, value: V) {
        self.above.insert(key, value);
    }

    /// Forgets all keys of which `which` says so.
    pub fn forget(&mut self, which: impl Fn(&K) -> bool) {
        self.above.retain(|key, _| !which(key));
        if self.below.keys().any(&which) {
            Arc::make_mut(&mut self.below).retain(|key, _| !which(key));
        }
    }

    /// Forgets a key that has come since the map was frozen.
    pub fn remove(&mut self, key: &K) {
        self.above.remove(key);
    }

    /// Shares all that is here with every clone to come, as [`Layered::freeze`] does.
    pub fn freeze(&mut self) {
        if self.below.is_empty() {
            self.below = Arc::new(std::mem::take(&mut self.above));
        } else if self.above.len() >= self.below.len() || Arc::get_mut(&mut self.below).is_some() {
            Arc::make_mut(&mut self.below).extend(self.above.drain());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Layered, Overlay};

    #[test]
    fn what_is_frozen_keeps_its_number_and_is_shared() {
        let mut names: Layered<&str, usize> = Layered::default();
        assert_eq!(names.insert("a", |_, name| name.len()), (0, true));
        names.freeze();
        let mut other = names.clone();
        assert_eq!(
            (other.insert("a", |_, _| 9), other.insert("bc", |_, name| name.len())),
            ((0, false), (1, true))
        );
        assert_eq!((other.entry(1), other.find("bc"), names.find("bc")), ((&"bc", &2), Some(1), None));
        assert_eq!((names.count(), other.count()), (1, 2));
    }

    #[test]
    fn an_overlay_hides_what_is_below() {
        let mut answers: Overlay<u8, &str> = Overlay::default();
        answers.insert(1, "old");
        answers.freeze();
        let mut other = answers.clone();
        other.insert(1, "new");
        assert_eq!((answers.get(&1), other.get(&1)), (Some(&"old"), Some(&"new")));
        other.remove(&1);
        assert_eq!(other.get(&1), Some(&"old"));
    }
}
